"""The derivation of a theorem while it is run: its names for the kernel, its readings, and what came of each step.

What each kind of step asks stands in `dpsym.prove.lines.step_rules`; `dpsym.prove.lines.tactic` runs them one after the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter

from sympy import Basic

from dpsym.kernel import Checked
from dpsym.language import Outcome, Theorem, other_law, swap_laws, swaps_of
from dpsym.language.expressions import ForAll
from dpsym.language.names import kernel_name
from dpsym.language.steps import Piece, distinct, in_text
from dpsym.language.terms import Translation
from dpsym.prove import strategy
from dpsym.prove.lines.steps import instance_value
from dpsym.prove.proof.renamed import Renamed
from dpsym.prove.proof.script import Script, Term, fv, subst
from dpsym.prove.statement import OTHER_LAW, SWAPPED, Statement, statement_of
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.verdict import NOT_REACHED, LineVerdict


class Derivation(ABC):
    """The steps of one theorem, while they are run."""

    def __init__(
        self,
        theorem: Theorem,
        library: Mapping[str, Checked],
        names: Callable[[Theorem], str],
        statement: Statement | None = None,
        effort: strategy.Effort = strategy.FULL,
        suggested: bool = False,
    ) -> None:
        """`suggested`: the steps were found by a search, and what needs none of them is shown without."""
        self.effort = effort.of_lines if theorem.derivation else effort
        self.suggested = suggested
        steps = distinct(theorem.derivation)
        self.theorem = theorem if steps is theorem.derivation else replace(theorem, derivation=steps)
        self.statement = statement or statement_of(theorem)
        self.library = library
        self.name_of = names
        self.tr = Translation()
        self.tr.sig = dict(self.statement.sig)
        self.s = Script(self.statement.sig, self.statement.sets, library)
        self.renamed = Renamed(self.s)
        self.swaps = swaps_of(*theorem.given, theorem.claim)
        quantified = theorem.claim.atoms(ForAll)
        self.authored = {kernel_name(v.name) for f in quantified for v in f.args[0] if isinstance(v, Outcome)}
        self.reports: dict[int, LineVerdict] = {}  # what came of each step
        self.marks: dict[int, list[int]] = {}  # the lines that may state a step
        self.ruled_out: list[int] = []  # lines that say that a case cannot occur
        self.read_as: dict[
            str, ProofState
        ] = {}  # the readings in which the steps were run, and what was known there
        self.stated: list[list[int]] = []  # for each step, the lines of the certificate that state it
        self.used: set[str] = set()
        self.s.kernel.c.work = effort.work

    def term(self, e: Basic) -> Term:
        """An expression as the kernel's term, with listed masses put in."""
        return self._with_masses(self.tr.term(e))

    def formula(self, f: Basic) -> Term:
        """A statement as the kernel's formula, with listed masses put in."""
        return self._with_masses(self.tr.formula(f))

    def _with_masses(self, t: Term) -> Term:
        """The listed masses for the laws, where the theorem is about one explicit pair."""
        self._sync()
        masses = {k: v for k, v in self.statement.masses.items() if k in fv(t)}
        return subst(t, masses) if masses else t

    def _sync(self) -> None:
        for name, sort in self.tr.sig.items():
            self.s.declare(name, sort)

    def in_scope(self, known: ProofState, name: str) -> bool:
        """Whether a hypothesis in force speaks of the name."""
        return any(name in fv(h) for line in known.keys.values() for h in self.s.hyps(line).values())

    def generalised(self, known: ProofState, line: int, thing: Basic) -> int:
        """The line for all outcomes that are free in it."""
        for outcome in sorted(
            (x for x in thing.free_symbols if isinstance(x, Outcome)), key=attrgetter("name")
        ):
            name = kernel_name(outcome.name)
            if not self.in_scope(known, name):
                line = self.s.add("all_i", [line], var=name)
        return line

    def mirror(self, thing: Basic, reading: str) -> Basic:
        """A part of a derivation as it reads in the other order of the pair, or for the other law."""
        return (
            swap_laws(thing, self.swaps)
            if reading == SWAPPED
            else other_law(thing, self.swaps)
            if reading == OTHER_LAW
            else thing
        )

    def report(self, step: Piece, verdict: str, method: str = "") -> None:
        """Remember what came of a step; that it failed once outweighs that it succeeded."""
        if id(step) not in self.reports or verdict != "proved":
            self.reports[id(step)] = LineVerdict(verdict, method)

    def verdicts(self) -> tuple[LineVerdict, ...]:
        """What came of each step, in the order of the text."""
        return tuple(
            self.reports.get(id(step), LineVerdict(NOT_REACHED)) for step in in_text(self.theorem.derivation)
        )

    def mark(self, step: Piece, *lines: int) -> None:
        """Remember lines that state the step: they stay in the certificate."""
        self.marks.setdefault(id(step), []).extend(lines)

    def value(self, variable: Basic, value: Basic) -> tuple[str, Term]:
        """Name and kernel value for an instance: a real, an outcome, or an event (as an indicator function)."""
        return instance_value(self.term, self.formula, variable, value)

    @abstractmethod
    def steps(self, known: ProofState, steps: tuple, goal: Term, mirrored: str) -> int:
        """Run the remaining steps; then close the goal."""
