"""From a theorem and its derivation to a certificate: unfold, introduce, run the author's steps, close.

The author writes the lines of the mathematics.  Each line becomes an obligation for `ProofState.prove`; mirrored leaves (the
other order of the pair, the other law) are settled by the mirrored steps.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, singledispatchmethod
from typing import Any

from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.kernel.analysis import diff
from dpsym.kernel.notions import notions_digest
from dpsym.kernel.rules import Checked
from dpsym.kernel.terms import dump, tree
from dpsym.kernel.terms import names as names_of
from dpsym.language import (
    ArgMin,
    Cases,
    Chain,
    Exhibit,
    Have,
    Induction,
    Let,
    Line,
    Monotonic,
    Obtain,
    Outcome,
    Specialise,
    Theorem,
    Use,
    as_written,
    other_law,
    swap_laws,
    swaps_of,
)
from dpsym.language.errors import StatementError
from dpsym.language.expressions import ForAll
from dpsym.language.names import kernel_name
from dpsym.language.steps import RELATION, Step, distinct
from dpsym.language.terms import Translation, characterised
from dpsym.prove import strategy
from dpsym.prove.hypotheses import Budget, show
from dpsym.prove.proof_state import ProofState
from dpsym.prove.script import ONE, ZERO, Refused, Script, Stuck, Term, fv, subst, used_names, written
from dpsym.prove.steps import Reader, Record, instance_value, stating

AS_WRITTEN, SWAPPED, OTHER_LAW = READINGS = ("as written", "laws exchanged", "under the other law")


@dataclass
class Statement:
    """A theorem's claim as one closed kernel formula: hypotheses imply conclusion, over free names."""

    sig: dict[str, Any]
    hypotheses: tuple[Term, ...]
    conclusion: Term
    named_claim: Term
    sets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    masses: dict[str, Term] = field(default_factory=dict)

    @property
    def formula(self) -> Term:
        return implication(self.hypotheses, self.conclusion)

    @property
    def checked(self) -> Checked:
        """What the kernel has of the claim once a proof of it was accepted."""
        return Checked(dict(self.sig), dict(self.sets), tree(self.formula))

    @cached_property
    def digest(self) -> str:
        text = json.dumps(
            [dump(self.formula), sorted((k, v) for k, v in self.sig.items()), sorted(self.sets.items())],
            sort_keys=True,
            default=list,
        )
        return hashlib.sha256(text.encode()).hexdigest()


def _swapped_and(formula: Term) -> Term:
    return ("and", *reversed(formula[1:])) if formula[0] == "and" else formula


def law_axioms(tr: Translation, name: str, spaces: tuple[str, ...]) -> Term:
    """That the function symbol is a distribution: masses at least 0, total 1."""
    outcomes = [tr.fresh(o, s) for o, s in zip(outcome_names(spaces), spaces, strict=True)]
    mass = (name, *outcomes)
    nonnegative: Term = ("<=", ZERO, mass)
    total: Term = mass
    for o in reversed(outcomes):
        nonnegative, total = ("all", o, nonnegative), ("sum", o, total)
    return ("and", nonnegative, ("=", total, ONE))


def called_law(name: str, spaces: tuple[str, ...]) -> Term:
    """The law as a notion of the kernel takes it: by name on Y, written out on other sets."""
    outcomes = outcome_names(spaces)
    return name if spaces == ("Y",) else ("lam", *outcomes, (name, *outcomes))


def outcome_names(spaces: tuple[str, ...]) -> list[str]:
    """The conventional name of an outcome of a space: y for Y, z for Z, with a number when a space repeats."""
    return [s.lower() if spaces.count(s) == 1 else f"{s.lower()}{i}" for i, s in enumerate(spaces)]


def statement(domain: tuple, given: tuple, claim: Boolean, laws: tuple[str, ...]) -> Statement:
    """The kernel's reading of hypotheses and conclusion."""
    tr, named = Translation(), Translation(named=True)
    tr.sig = named.sig  # one signature: what a notion binds is declared too
    conclusion, says = tr.formula(claim), named.formula(claim)
    hypotheses = [tr.formula(c) for c in domain]
    called = [named.formula(c) for c in domain]
    body = [(tr.formula(g), named.formula(g)) for g in given]
    hypotheses[:0] = called[:0] = characterised(tr)
    for law in map(kernel_name, laws):
        sort = tr.sig.get(law)
        if isinstance(sort, tuple):
            axioms = law_axioms(tr, law, sort)
            hypotheses.append(axioms)
            called.append(("Distribution", called_law(law, sort)))
    hypotheses += [g for g, _ in body]
    called += [g for _, g in body]
    return Statement(dict(tr.sig), tuple(hypotheses), conclusion, implication(called, says))


def implication(hypotheses: Any, conclusion: Term) -> Term:
    """hypotheses -> conclusion, without an empty or single conjunction."""
    if not hypotheses:
        return conclusion
    return ("->", hypotheses[0] if len(hypotheses) == 1 else ("and", *hypotheses), conclusion)


def statement_of(theorem: Theorem) -> Statement:
    """The kernel's reading of a theorem; integer parameters are natural numbers."""
    st = statement(theorem.domain, theorem.given, theorem.claim, theorem.laws)
    return listed(st, theorem.where) if theorem.where else st


def listed(st: Statement, masses: Mapping[str, tuple[Basic, ...]]) -> Statement:
    """The statement about one explicit pair: each law is a function on a listed set, given by its masses."""
    tr = Translation()
    tr.sig = dict(st.sig)
    sets: dict[str, tuple[str, ...]] = {}
    put: dict[str, Term] = {}
    taken = frozenset(st.sig)
    for law, values in ((kernel_name(law), values) for law, values in masses.items()):
        sort = tr.sig.get(law)
        if not isinstance(sort, tuple) or len(sort) != 1:
            raise StatementError(f"masses are given for {law}, which is not a law on one output space here")
        (space,) = sort
        if space not in sets:
            sets[space] = tuple(tr.fresh(f"{space.lower()}{i + 1}", space, taken) for i in range(len(values)))
        elements = sets[space]
        running = tr.fresh(f"{space.lower()}_", space, taken)
        parts: list[Term] = [
            ("*", ("ind", ("eq", running, e)), tr.term(m)) for e, m in zip(elements, values, strict=True)
        ]
        put[law] = ("lam", running, ("+", *parts) if len(parts) > 1 else parts[0])
    hypotheses = tuple(subst(h, put) for h in st.hypotheses)
    conclusion, called = subst(st.conclusion, put), subst(st.named_claim, put)
    return Statement(dict(tr.sig), hypotheses, conclusion, called, sets, put)


def last_chain(steps: tuple) -> Chain | None:
    """The last chain among the steps; of a case distinction, the last of its second side."""
    for step in reversed(steps):
        found = (
            step
            if isinstance(step, Chain)
            else last_chain(step.otherwise) or last_chain(step.then)
            if isinstance(step, Cases)
            else None
        )
        if found is not None:
            return found
    return None


class Prover:
    """Runs the steps of one theorem."""

    def __init__(
        self,
        theorem: Theorem,
        library: Mapping[str, Any],
        names: Callable[[Theorem], str],
        statement: Statement | None = None,
        effort: strategy.Effort = strategy.FULL,
        suggested: bool = False,
    ) -> None:
        """`suggested`: the steps were found by a search, and what needs none of them is shown without."""
        self.effort, self.suggested = effort, suggested
        steps = distinct(theorem.derivation)
        self.theorem = theorem if steps is theorem.derivation else replace(theorem, derivation=steps)
        self.statement = statement or statement_of(theorem)
        self.library = library
        self.name_of = names
        self.tr = Translation()
        self.tr.sig = dict(self.statement.sig)
        self.s = Script(self.statement.sig, self.statement.sets, library)
        self.swaps = swaps_of(*theorem.given, theorem.claim)
        quantified = theorem.claim.atoms(ForAll)
        self.authored = {kernel_name(v.name) for f in quantified for v in f.args[0] if isinstance(v, Outcome)}
        self.reports: dict[Any, tuple[Any, str, str, str]] = {}  # what is said, verdict, method, reason
        self.marks: dict[int, list[int]] = {}  # the lines that may state a step
        self.ruled_out: list[int] = []  # lines that say that a case cannot occur
        self.read_as: dict[
            str, ProofState
        ] = {}  # the readings in which the steps were run, and what was known there
        self.stated: list[list[int]] = []  # for each step, the lines of the certificate that state it
        self.used: set[str] = set()
        self.s.kernel.c.work = effort.work

    def with_steps(self, steps: tuple[Step, ...], effort: strategy.Effort) -> Prover:
        """A search for the same theorem by steps that were found for it."""
        theorem = replace(self.theorem, derivation=steps)
        return Prover(theorem, self.library, self.name_of, self.statement, effort, suggested=True)

    # ---------------------------------------------------------------------------------------------- translation
    def term(self, e: Basic) -> Term:
        return self._with_masses(self.tr.term(e))

    def formula(self, f: Basic) -> Term:
        return self._with_masses(self.tr.formula(f))

    def _with_masses(self, t: Term) -> Term:
        """The listed masses for the laws, where the theorem is about one explicit pair."""
        self._sync()
        masses = {k: v for k, v in self.statement.masses.items() if k in fv(t)}
        return subst(t, masses) if masses else t

    def _sync(self) -> None:
        for name, sort in self.tr.sig.items():
            self.s.declare(name, sort)

    # ------------------------------------------------------------------------------------------------- the proof
    def run(self) -> dict[str, Any]:
        """The certificate, or Stuck."""
        s, st = self.s, self.statement
        root = ProofState(s)
        if st.hypotheses:
            whole = st.hypotheses[0] if len(st.hypotheses) == 1 else ("and", *st.hypotheses)
            root.assume(whole)
            line = self.open(root, st.conclusion, 0)
            self.read_again()
            s.add("imp_i", [line], **{"is": whole})
        else:
            line = self.open(root, st.conclusion, 0)
            self.read_again()
            if line != len(s.lines) - 1:
                s.add("have", [line], **{"is": st.conclusion})
        return self.certificate()

    def read_again(self) -> None:
        """The steps as they are written, where only another reading of them was needed: they are printed so."""
        if self.read_as and AS_WRITTEN not in self.read_as:
            known = next(iter(self.read_as.values()))
            with suppress(Stuck, Refused):
                self.steps(known.child(), self.theorem.derivation, ("<=", ZERO, ZERO), AS_WRITTEN)

    def certificate(self) -> dict[str, Any]:
        s = self.s
        reader = Reader(self.theorem, self.statement)
        steps = reader.read()
        record = Record(s.kernel, reader)
        found = [
            stating(record, step, (*self.marks.get(id(step.thing), ()), *self.ruled_out)) for step in steps
        ]
        found = [
            lines if lines is not None else stating(record, step, range(len(s.lines)))
            for step, lines in zip(steps, found, strict=True)
        ]
        besides = [n for lines in found for n in lines or ()]
        text, number = written(self.statement.named_claim, s.lines, besides)
        self.stated = [[number[n] for n in lines or ()] for lines in found]
        notions = notions_digest(sorted(names_of(self.statement.named_claim)))
        sig = used_names(
            s.sig,
            [text, list(self.statement.sig), {k: list(v) for k, v in self.statement.sets.items()}],
        )
        for checked in (self.library[line["name"]] for line in text["lines"] if line["rule"] == "lemma"):
            sig.update({k: v for k, v in checked.sig.items() if k in names_of(checked.claim) and k in s.sig})
        sig = {k: list(v) if isinstance(v, tuple) else v for k, v in sig.items()}
        certificate = {"sig": sig, **text}
        if notions is not None:
            certificate["notions"] = notions
        if self.statement.sets:
            certificate["sets"] = {k: list(v) for k, v in self.statement.sets.items()}
        return certificate

    def open(self, known: ProofState, goal: Term, order: int, alone: bool = True) -> int:
        """Introduce quantifiers and hypotheses of the conclusion, then run the steps on each leaf.

        Steps that come to the whole of it are run once.  Where the goal is the only one (`alone`), the steps after them
        would be left out: then they have to be the last ones.
        """
        s = self.s
        op = goal[0]
        for k, step in enumerate(self.theorem.derivation):
            last = k == len(self.theorem.derivation) - 1
            if op in ("all", "->", "and") and isinstance(step, Have) and (last or not alone):
                whole = self.formula(step.fact)
                if s.key(whole) == s.key(goal):
                    return self.steps(known.child(), self.theorem.derivation[: k + 1], goal, AS_WRITTEN)
        if op == "all":
            name, body = goal[1], goal[2]
            hidden = isinstance(s.sort(name), str) and s.sort(name) != "R" and name not in self.authored
            if hidden or self.in_scope(
                known, name
            ):  # a definition's own y is not the y of the author's steps
                new = s.fresh(name, s.sort(name))
                name, body = new, subst(body, {name: new})
            line = s.add("all_i", [self.open(known.child(), body, order, alone)], var=name)
            return line if s.goal(line) == goal else s.add("have", [line], **{"is": goal})
        if op == "->":
            child = known.child()
            child.assume(goal[1])
            return s.add("imp_i", [self.open(child, goal[2], order, alone)], **{"is": goal[1]})
        if op == "and":
            lines: list[int] = []
            for k, part in enumerate(goal[1:]):
                found = self.exchanged(known, lines, part)
                lines.append(self.open(known.child(), part, order + k, False) if found is None else found)
            return s.add("and_i", lines)
        if self.suggested and goal[0] == "=":  # a law vanishes where the other does: needs no chain
            with suppress(Stuck):
                return known.child().prove(goal, 2)
        first: Stuck | None = None
        before, stuck_reports = dict(self.reports), {}
        for reading in self.readings(known, goal, order):
            self.reports = dict(before)
            try:
                line = self.steps(known.child(), self.theorem.derivation, goal, reading)
                self.read_as.setdefault(reading, known)
                return line
            except Stuck as e:
                if first is None:
                    first, stuck_reports = e, self.reports
        self.reports = stuck_reports
        assert first is not None
        raise first

    def exchanged(self, known: ProofState, lines: list[int], goal: Term) -> int | None:
        """`goal` from a line that says it with the laws exchanged, where the hypotheses hold exchanged too; or None.

        The line is generalised over the laws, under those of its hypotheses that speak of them, and read at the others.
        """
        s = self.s
        swap = {one: two for one, two in self.swaps.items() if one in s.sig and two in s.sig}
        if not swap or any(s.sort(one) != s.sort(two) for one, two in swap.items()):
            return None
        try:
            line = next((i for i in lines if s.key(subst(s.goal(i), swap)) == s.key(goal)), None)
            if line is None:
                return None
            about = [h for h in s.hyps(line).values() if not fv(h).isdisjoint(swap)]
            facts = [known.child().prove(subst(h, swap), 1) for h in about]
        except (Stuck, Refused):
            return None
        for h in about:
            line = s.add("imp_i", [line], **{"is": h})
        pairs = [(one, two) for one, two in swap.items() if one < two]
        for one, two in pairs:
            between = s.fresh(one, s.sort(one))
            line = s.add("all_i", [s.add("all_i", [line], var=two)], var=one)
            line = s.add("all_e", [s.add("all_e", [line], at=between)], at=one)
            line = s.add("all_e", [s.add("all_i", [line], var=between)], at=two)
        for fact in reversed(facts):
            stated = s.add("have", [fact], **{"is": s.goal(line)[1]})
            line = s.add("imp_e", [line, stated])
        return s.add("have", [line], **{"is": goal})

    def in_scope(self, known: ProofState, name: str) -> bool:
        """Whether a hypothesis in force speaks of the name."""
        return any(name in fv(h) for line in known.keys.values() for h in self.s.hyps(line).values())

    def generalised(self, known: ProofState, line: int, thing: Basic) -> int:
        """The line for all outcomes that are free in it."""
        for outcome in sorted((x for x in thing.free_symbols if isinstance(x, Outcome)), key=str):
            name = kernel_name(outcome.name)
            if not self.in_scope(known, name):
                line = self.s.add("all_i", [line], var=name)
        return line

    def readings(self, known: ProofState, goal: Term, order: int) -> tuple[str, ...]:
        """How the steps are read for this leaf: as written, with the laws exchanged, or under the other law.

        When the derivation ends in a chain whose conclusion is the leaf in one reading, that one is taken.
        """
        last = last_chain(self.theorem.derivation)
        both = READINGS if order % 2 == 0 else (*READINGS[1:], READINGS[0])
        if not self.theorem.derivation:
            return READINGS[:1]
        if last is not None:
            matching = [
                r
                for r in both
                if self.s.key(self.formula(self.mirror(last.conclusion, r))) == self.s.key(goal)
            ]
            if len(matching) == 2 and not self.symmetric(known):
                matching.reverse()
            if matching:
                return tuple(matching)
        return both

    def symmetric(self, known: ProofState) -> bool:
        """Whether the hypotheses hold also when the laws are exchanged."""
        keys = {self.s.key(self.formula(g)) for g in self.theorem.given}

        def holds(swapped: Term) -> bool:
            if self.s.key(swapped) in keys or self.s.key(_swapped_and(swapped)) in keys:
                return True
            try:
                return known.child().prove(swapped, 1) >= 0
            except Stuck:
                return False

        return all(holds(self.formula(swap_laws(g, self.swaps))) for g in self.theorem.given)

    def steps(self, known: ProofState, steps: tuple, goal: Term, mirrored: str) -> int:
        """Run the remaining steps; then close the goal."""
        if not steps:
            return strategy.prove(known, goal, self.effort)
        return self.step(steps[0], known, steps[1:], goal, mirrored)

    @singledispatchmethod
    def step(self, step: Step, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        """Run one step, then the rest of them towards the goal."""
        raise Stuck(f"unknown step {step!r}")

    @step.register
    def _(self, step: Chain, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        self.chain(known, step, mirrored)
        return self.steps(known, rest, goal, mirrored)

    @step.register
    def _(self, step: Have, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        self.have(known, step, mirrored)
        return self.steps(known, rest, goal, mirrored)

    @step.register
    def _(self, step: Specialise, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        self.instance(known, step, mirrored)
        return self.steps(known, rest, goal, mirrored)

    @step.register
    def _(self, step: Monotonic, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        self.rising(known, step, mirrored)
        return self.steps(known, rest, goal, mirrored)

    @step.register
    def _(self, step: Cases, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        s, on = self.s, self.formula(self.mirror(step.on, mirrored))
        branches = []
        for formula, inner in ((on, step.then), (("not", on), step.otherwise)):
            child = known.child()
            child.assume(formula)
            try:
                branches.append(child.contradiction(goal, 1))
                self.ruled_out.extend(s.lines[branches[-1]].get("from", ())[:1])
            except Stuck:
                branches.append(self.steps(child, (*inner, *rest), goal, mirrored))
        line = s.add("cases", branches, on=on)
        self.mark(step, line)
        return line

    @step.register
    def _(self, step: ArgMin, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        s, name, running = self.s, self.term(step.outcome), self.term(step.running)
        t = self.term(self.mirror(step.minimises, mirrored))
        exists = s.add("argmin", [], var=name, other=running, of=t)
        self.mark(step, exists)
        child = known.child()
        _, least, body = s.goal(exists)
        child.assume(subst(body, {least: name}) if least != name else body)
        line = self.steps(child, rest, goal, mirrored)
        return s.add("ex_e", [exists, line], var=name)

    @step.register
    def _(self, step: Obtain, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        return self.take(known, step, rest, goal, mirrored)

    @step.register
    def _(self, step: Let, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        return self.let(known, step, rest, goal, mirrored)

    @step.register
    def _(self, step: Exhibit, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        return self.choose(known, step, rest, goal, mirrored)

    def take(self, known: ProofState, step: Obtain, rest: tuple, goal: Term, mirrored: str) -> int:
        """Prove that there are such values, and go on with them."""
        fact = self.mirror(step.exists, mirrored)
        try:
            said = Have(step.exists, step.reason, step.by)
            line = self.obligation(known, self.formula(fact), said, mirrored)
        except Stuck as e:
            self.report(step, fact, "unknown", "", step.reason)
            raise Stuck(f"take `{fact}`: {e}") from None
        self.report(step, fact, "proved", "", step.reason)
        self.mark(step, line)
        return self.taken(known, line, len(step.exists.args[0]), rest, goal, mirrored)

    def taken(
        self, known: ProofState, exists: int, names: int, rest: tuple, goal: Term, mirrored: str
    ) -> int:
        """The goal, from a line that says "there is" of so many names one after the other."""
        s = self.s
        _, name, body = s.goal(exists)
        if self.in_scope(known, name):
            raise Stuck(f"a hypothesis in force speaks of {name}")
        child = known.child()
        child.assume(body)
        if names > 1:
            whole = s.hyp(body)
            inner = whole if body[0] == "ex" else s.add("and_e", [whole], part=len(body) - 1)
            line = self.taken(child, inner, names - 1, rest, goal, mirrored)
        else:
            line = self.steps(child, rest, goal, mirrored)
        return s.add("ex_e", [exists, line], var=name)

    def let(self, known: ProofState, step: Let, rest: tuple, goal: Term, mirrored: str) -> int:
        """Prove the properties of the value, forget the value, go on with the name."""
        s = self.s
        name, value = self.value(step.name, self.mirror(step.value, mirrored))
        if isinstance(step.name, AppliedUndef):
            self.term(step.name)  # declares the function
        properties = [self.formula(self.mirror(h, mirrored)) for h in step.having]
        body = properties[0] if len(properties) == 1 else ("and", *properties)
        inside = known.child()
        lines = []
        for h, says in zip(properties, step.having, strict=True):
            try:
                lines.append(inside.prove(subst(h, {name: value})))
            except Stuck as e:
                self.report(step, says, "unknown", "", step.reason)
                raise Stuck(f"let {step.name}: `{says}`: {e}") from None
            inside.add(lines[-1])
        whole = lines[0] if len(lines) == 1 else s.add("and_i", lines)
        exists = s.add("ex_i", [whole], **{"is": ("ex", name, body), "at": value})
        self.report(step, step.name, "proved", "", step.reason)
        self.mark(step, *lines)
        child = known.child()
        child.assume(body)
        line = self.steps(child, rest, goal, mirrored)
        return s.add("ex_e", [exists, line], var=name)

    def mirror(self, thing: Basic, reading: str) -> Basic:
        return (
            swap_laws(thing, self.swaps)
            if reading == SWAPPED
            else other_law(thing, self.swaps)
            if reading == OTHER_LAW
            else thing
        )

    def report(self, step: Any, says: Any, verdict: str, method: str, reason: str) -> None:
        if self.reports.get(id(step), None) is None or verdict != "proved":
            self.reports[id(step)] = (says, verdict, method, reason)

    def mark(self, step: Any, *lines: int) -> None:
        """Remember lines that state the step: they stay in the certificate."""
        self.marks.setdefault(id(step), []).extend(lines)

    # ---------------------------------------------------------------------------------------------------- steps
    def obligation(self, known: ProofState, goal: Term, step: Line | Have, mirrored: str) -> int:
        """Prove one line with what it names: theorems, hints, case distinctions."""
        child = known.child()
        child.budget = Budget()
        for use in step.by:
            self.use(child, use, mirrored)
        for hint in step.hints:
            hint = self.mirror(hint, mirrored)
            if isinstance(hint, Boolean):
                child.add(child.prove(self.formula(hint)))
            else:
                child.squares.append(self.s.nf(self.term(hint)))
        for condition in step.split:
            child.splits.append(self.formula(self.mirror(condition, mirrored)))
        return strategy.prove(child, goal, self.effort, step.method)

    def chain(self, known: ProofState, chain: Chain, mirrored: str) -> None:
        s = self.s
        previous = self.mirror(chain.start, mirrored)
        lines: list[tuple[str, int]] = []
        for line in chain.lines:
            right = self.mirror(line.right, mirrored)
            with as_written():
                relation = RELATION[line.relation](previous, right)
            goal = self.formula(relation)
            try:
                number = self.obligation(known, goal, line, mirrored)
            except Stuck as e:
                self.report(line, relation, "unknown", "", line.reason)
                raise Stuck(f"line `{relation}`: {e}") from None
            self.report(line, relation, "proved", "", line.reason)
            self.mark(line, number)
            known.add(self.generalised(known, number, relation))
            lines.append((line.relation, number))
            previous = right
        if len(lines) > 1:
            conclusion = self.formula(self.mirror(chain.conclusion, mirrored))
            if s.key(conclusion) not in known.keys:
                known.add(self.generalised(known, self.transitive(conclusion, lines), chain.conclusion))

    def transitive(self, conclusion: Term, lines: list[tuple[str, int]]) -> int:
        """The relation between the ends of a chain."""
        s = self.s
        equations = [i for i, (r, _) in enumerate(lines) if r == "="]
        rest = [i for i, (r, _) in enumerate(lines) if r != "="]
        down = any(r in (">=", ">") for r, _ in lines)
        sign = -ONE if not down and conclusion[0] != "=" else ONE
        return s.add(
            "arith",
            [n for _, n in lines],
            **{"is": conclusion, "terms": [[ONE, [i]] for i in rest], "eqs": [[i, sign] for i in equations]},
        )

    def have(self, known: ProofState, step: Have, mirrored: str) -> None:
        fact = self.mirror(step.fact, mirrored)
        goal = self.formula(fact)
        for outcome in sorted(fact.free_symbols, key=str):
            if isinstance(outcome, Outcome) and not self.in_scope(known, kernel_name(outcome.name)):
                goal = ("all", kernel_name(outcome.name), goal)
        try:
            if step.derivation:
                child = known.child()
                for use in step.by:
                    self.use(child, use, mirrored)
                number = self.inside(child, goal, step.derivation, mirrored)
            else:
                number = self.obligation(known, goal, step, mirrored)
        except Stuck as e:
            self.report(step, fact, "unknown", "", step.reason)
            raise Stuck(f"step `{fact}`: {e}") from None
        self.report(step, fact, "proved", "", step.reason)
        self.mark(step, number)
        known.add(number)

    def inside(self, known: ProofState, goal: Term, steps: tuple, mirrored: str) -> int:
        """A fact with steps of its own."""
        s = self.s
        if isinstance(steps[0], Induction) and goal[:2] == ("all", self.term(steps[0].over)):
            return self.induct(known, goal, steps[0], mirrored)
        if goal[0] == "all" and not self.in_scope(known, goal[1]):
            return s.add("all_i", [self.inside(known.child(), goal[2], steps, mirrored)], var=goal[1])
        if goal[0] == "->":
            child = known.child()
            child.assume(goal[1])
            return s.add("imp_i", [self.inside(child, goal[2], steps, mirrored)], **{"is": goal[1]})
        return self.steps(known, steps, goal, mirrored)

    def rising(self, known: ProofState, step: Monotonic, mirrored: str) -> None:
        """f(low) <= f(high), or f(low) < f(high), from the sign of the derivative between."""
        relation = "<" if step.strictly else "<="
        s, z = self.s, self.term(step.variable)
        f, low, high = (self.term(self.mirror(e, mirrored)) for e in (step.function, step.low, step.high))
        if self.in_scope(known, z):
            raise Stuck(f"a hypothesis in force speaks of {z}")
        try:
            slope: Term = (relation, ZERO, s.term(diff(s.kernel, s.nf(f), z)))
            order = known.prove((relation, low, high))
            child = known.child()
            child.assume(("<", low, z))
            child.assume(("<", z, high))
            line = self.steps(child, step.then, slope, mirrored)
            risen = s.add("mean_value", [line, order], var=z, of=f)
            self.mark(step, line, risen)
            known.add(risen)
        except (Stuck, Refused) as e:
            self.report(step, step.function, "unknown", "", step.reason)
            raise Stuck(f"`{step.function}` rising: {e}") from None
        self.report(step, step.function, "proved", "", step.reason)

    def induct(self, known: ProofState, goal: Term, step: Induction, mirrored: str) -> int:
        """A fact about every natural number k: for 0, and for k + 1 where it holds for k."""
        s, k = self.s, goal[1]
        if goal[2][:2] != ("->", ("nat", k)):
            raise Stuck(f"induction needs a fact about every natural number, with no other condition on {k}")
        if self.in_scope(known, k):
            raise Stuck(f"a hypothesis in force speaks of {k}")
        fact = goal[2][2]

        def part(inside: ProofState, value: Term, steps: tuple) -> int:
            wanted = subst(fact, {k: value})
            return self.inside(inside, wanted, steps, mirrored) if steps else inside.prove(wanted)

        zero = part(known.child(), ZERO, step.first)
        child = known.child()
        child.add(s.add("nat", [child.assume(("nat", k))]))
        child.assume(fact)
        up = part(child, ("+", k, ONE), step.then)
        self.report(step, f"induction on {step.over}", "proved", "", "")
        line = s.add("induct", [zero, up], var=k, **{"is": fact})
        self.mark(step, line)
        return line

    def value(self, variable: Any, value: Any) -> tuple[str, Term]:
        """Name and kernel value for an instance: a real, an outcome, or an event (as an indicator function)."""
        return instance_value(self.term, self.formula, variable, value)

    def instance(self, known: ProofState, step: Specialise, mirrored: str) -> None:
        source = known.have(self.formula(step.of))
        if mirrored == SWAPPED or source is None:
            source = known.prove(self.formula(self.mirror(step.of, mirrored)), 1)
        values = dict(self.value(k, self.mirror(v, mirrored)) for k, v in step.at)
        found = self.instantiate(known, source, values)
        if not found:
            raise Stuck(f"no quantifier over {', '.join(values)} in {step.of}")
        self.mark(step, *found)
        for line in found:
            known.add(line)
        known.use_implications()
        self.report(step, step.of, "proved", "instance", step.reason)

    def instantiate(
        self, known: ProofState, line: int, values: Mapping[str, Term], partial: bool = False
    ) -> list[int]:
        """Eliminate the quantifiers over the given names (through conjunctions), discharging their domains."""
        s, goal = self.s, self.s.goal(line)
        if goal[0] == "and":
            parts = [s.add("and_e", [line], part=k) for k in range(1, len(goal))]
            return [x for p in parts for x in self.instantiate(known, p, values, partial)]
        if goal[0] == "all" and goal[1] in values:
            rest = {k: v for k, v in values.items() if k != goal[1]}
            try:
                at = s.add("all_e", [line], at=values[goal[1]])
            except Refused as e:
                if "capture" not in str(e):
                    raise Stuck(f"cannot read it at {show(values[goal[1]])}: {e}") from None
                at = self.renamed_instance(line, values[goal[1]])
            inner = s.goal(at)
            if inner[0] == "->":
                at = s.add("imp_e", [at, known.prove(inner[1], 2)])
            return self.instantiate(known, at, rest, partial) if rest else [at]
        if goal[0] == "->" and partial:
            at = s.add("imp_e", [line, known.prove(goal[1], 2)])
            return self.instantiate(known, at, values, partial)
        return [line] if partial or not values else []

    def renamed_instance(self, line: int, value: Term) -> int:
        """An instance that would capture a bound name: rename the bound names of the statement first."""
        s, goal = self.s, self.s.goal(line)
        taken = fv(value)

        def visit(t: Term) -> Term:
            if not isinstance(t, tuple):
                return t
            if t[0] in ("all", "ex", "sum") and t[1] in taken:
                new = s.fresh(t[1], s.sort(t[1]))
                return (t[0], new, visit(subst(t[2], {t[1]: new})))
            return (t[0], *(visit(x) if not isinstance(x, str) else x for x in t[1:]))

        renamed = s.add("have", [line], **{"is": ("all", goal[1], visit(goal[2]))})
        return s.add("all_e", [renamed], at=value)

    def use(self, known: ProofState, use: Use, mirrored: str) -> None:
        """Add the conclusion of a theorem, its hypotheses discharged here."""
        s = self.s
        name = self.name_of(use.theorem)
        if name not in self.library:
            raise Stuck(f"uses {use.theorem.title!r}, which is not proved")
        self.used.add(name)
        checked = self.library[name]
        values = dict(self.value(k, self.mirror(v, mirrored)) for k, v in use.at)
        swapped = use.swapped != (mirrored == SWAPPED)
        for n in sorted(names_of(checked.claim) & checked.sig.keys()):
            sort = checked.sig[n]
            s.declare(n, tuple(sort) if isinstance(sort, list) else sort)
        free = fv(checked.claim)
        replaced = {k: v for k, v in values.items() if k in free}
        if swapped:
            for one, two in self.swaps.items():
                if one in free and two in free:
                    replaced.setdefault(one, two)
        # A theorem about every output space is read on the listed one, with the listed masses for its laws.
        masses = self.statement.masses
        replaced |= {k: masses[v] for k in free for v in [replaced.get(k, k)] if v in masses}
        fields: dict[str, Any] = {"with": replaced} if replaced else {}
        try:
            line = s.add("lemma", [], name=name, **fields)
        except Refused as e:
            raise Stuck(f"{use.theorem.title!r} cannot be read here: {e}") from None
        goal = s.goal(line)
        if goal[0] == "->" and statement_of(use.theorem).hypotheses:
            try:
                line = s.add("imp_e", [line, known.prove(goal[1], 2)])
            except Stuck as e:
                raise Stuck(f"a hypothesis of {use.theorem.title!r} is not known here: {e}") from None
        bound = {k: v for k, v in values.items() if k not in free}
        self.absorb(known, line, bound)

    def absorb(self, known: ProofState, line: int, values: Mapping[str, Term]) -> None:
        """Add a lemma's conclusion, reading its quantifiers at given values or at the names in scope here."""
        s, goal = self.s, self.s.goal(line)
        if goal[0] == "and":
            for k in range(1, len(goal)):
                self.absorb(known, s.add("and_e", [line], part=k), values)
            return
        if goal[0] == "all" and (s.sort(goal[1]) == "R" or goal[1] in values):
            value = values.get(goal[1], goal[1] if self.in_scope(known, goal[1]) else None)
            if value is not None:
                at = s.add("all_e", [line], at=value)
                if s.goal(at)[0] == "->":
                    try:
                        at = s.add("imp_e", [at, known.prove(s.goal(at)[1], 2)])
                    except Stuck:
                        known.add(at)
                        return
                self.absorb(known, at, values)
                return
        known.add(line)

    def choose(
        self,
        known: ProofState,
        step: Exhibit,
        rest: tuple,
        goal: Term,
        mirrored: str,
        whole: Exhibit | None = None,
    ) -> int:
        s = self.s
        values = dict(self.value(k, self.mirror(v, mirrored)) for k, v in step.values)
        if goal[0] == "and":  # the domain of a name before the names that are left
            domain = [known.child().prove(part) for part in goal[1:-1]]
            return s.add("and_i", [*domain, self.choose(known, step, rest, goal[-1], mirrored, whole)])
        if goal[0] != "ex" or goal[1] not in values:
            raise Stuck("the conclusion is not an existence statement about the chosen names")
        body = subst(goal[2], {goal[1]: values.pop(goal[1])})
        remaining = Exhibit(
            tuple((k, v) for k, v in step.values if self.value(k, v)[0] in values), step.reason
        )
        inner = (
            self.choose(known, remaining, rest, body, mirrored, whole or step)
            if values
            else self.goals(known, rest, body, mirrored)
        )
        self.mark(whole or step, inner)
        return s.add("ex_i", [inner], **{"is": goal, "at": self.value_for(step, goal[1], mirrored)})

    def value_for(self, step: Exhibit, name: str, mirrored: str) -> Term:
        return dict(self.value(k, self.mirror(v, mirrored)) for k, v in step.values)[name]

    def goals(self, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
        if goal[0] == "and":
            return self.s.add("and_i", [self.goals(known.child(), rest, part, mirrored) for part in goal[1:]])
        return self.steps(known, rest, goal, mirrored)
