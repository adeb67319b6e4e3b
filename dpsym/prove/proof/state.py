"""What is known at a point of a proof, and what the ways of the search ask of it there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction
from typing import Self

from dpsym.kernel.normal import Factor, Key
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.float_models import Models
from dpsym.prove.proof.hypotheses import UNIT, Budget, Guard, Reduced
from dpsym.prove.proof.polynomials import monomial_atoms, pscale
from dpsym.prove.proof.script import Poly, Script, Term


class State(ABC):
    """The facts at a point of a proof.  A child sees its parent's facts and adds its own."""

    def __init__(self, script: Script, parent: State | None = None) -> None:
        self.s = script
        self.facts: list[Fact] = list(parent.facts) if parent else []
        self.keys: dict[Key, int] = dict(parent.keys) if parent else {}
        self.universal: list[int] = list(parent.universal) if parent else []
        self.implications: list[int] = list(parent.implications) if parent else []
        self.guard: Guard = replace(parent.guard) if parent else Guard()
        self.samples: dict[Key, list[dict]] = {}  # points at which goals of calculus are looked at
        self.alternatives: list[int] = list(parent.alternatives) if parent else []
        self.equal: list[int] = (
            list(parent.equal) if parent else []
        )  # lines that say that two outcomes are one
        self.instantiated: set = set(parent.instantiated) if parent else set()
        # atom -> (line of the equation, its polynomial scaled to atom - value, the scale)
        self.rewrites: dict[Factor, tuple[int, Poly, Fraction]] = dict(parent.rewrites) if parent else {}
        self.inverses: dict[Factor | Key, tuple[int, int, Poly] | None] = (
            {k: v for k, v in parent.inverses.items() if v is not None} if parent else {}
        )
        self.stuck: set = set()
        self.reduced_facts: dict[int, Fact] = dict(parent.reduced_facts) if parent else {}
        self.half_reduced: dict[int, tuple[tuple[int, ...], Fact]] = {}  # while signs are being proved
        self.exponentials: dict[Factor | Key, list[int]] = dict(parent.exponentials) if parent else {}
        self.budget: Budget = parent.budget if parent else Budget()
        self.squares: list[Poly] = list(parent.squares) if parent else []
        self.splits: list[Term] = list(parent.splits) if parent else []
        self.depth: int = parent.depth + 1 if parent else 0
        self.models: Models = Models(parent.models if parent else None)
        self.shallow: dict[int, Fact] = dict(parent.shallow) if parent else {}
        self.number: int = parent.number if parent else 0  # equal in states that came to know the same
        # relations that were reduced, with the facts that matter for them
        self.prepared: dict[tuple, tuple[tuple, Reduced, list[Fact]]] = {}

    def child(self) -> Self:
        """A state that knows all of this one; what is added to it stays there."""
        return type(self)(self.s, self)

    def add(self, line: int) -> None:
        """Take a line as known, in all its parts."""
        s, goal = self.s, self.s.goal(line)
        op = goal[0]
        if op == "and":
            for k in range(1, len(goal)):
                self.add(s.add("and_e", [line], part=k))
            return
        if op == "not" and goal[1][0] in ("<=", "<"):
            flipped = ("<" if goal[1][0] == "<=" else "<=", goal[1][2], goal[1][1])
            self.add(s.add("have", [line], **{"is": flipped}))
            return
        key = s.key(goal)
        if key in self.keys:
            return
        self.keys[key] = line
        self.number = s.state_after(self.number, key)
        self.stuck.clear()
        if op in ("<=", "<", "="):
            kind, poly = s.rel(goal)
            if poly or kind == "gt":
                fact = Fact(kind, poly, line)
                self.facts.append(fact)
                if kind == "eq":
                    self._orient(fact)
                elif (
                    kind == "ge" and (opposite := self.keys.get(s.key(("<=", goal[2], goal[1])))) is not None
                ):
                    back = s.add("have", [opposite], **{"is": ("<=", goal[2], goal[1])})
                    self.add(s.add("antisym", [line, back]))
        elif op == "all":
            self.universal.append(line)
            for element in s.elements(goal[1]):
                self.instantiated.add((line, element))
                self.add(s.add("all_e", [line], at=element))
        elif op in ("->", "or"):
            (self.implications if op == "->" else self.alternatives).append(line)
        else:
            self._add_other(line)

    def _add_other(self, line: int) -> None:
        """What follows at once from a line that is no relation, no connective and no quantifier."""
        s, goal = self.s, self.s.goal(line)
        if goal[0] == "eq":
            self.equal.append(line)
            self.add(s.add("ind", [line]))
        elif goal[0] == "nat":
            self.add(s.add("and_e", [s.add("nat", [line])], part=2))
        elif goal[0] == "not" and goal[1][0] in ("and", "or"):
            self.add(denied(s, line))

    def assume(self, formula: Term) -> int:
        """A hypothesis: a line and a fact."""
        line = self.s.hyp(formula)
        self.add(line)
        return line

    def _orient(self, fact: Fact) -> None:
        """An equation `atom = value` is used as a rewriting when the atom is a name or an indicator."""
        poly = fact.poly
        for product, c in poly.items():
            if len(product) != 2 or product[1][1] != 1:
                continue
            atom = product[1][0]
            if atom in self.rewrites:
                continue
            rest = {m: v for m, v in poly.items() if m != product}
            constant = all(m == UNIT for m in rest)
            if (atom[0] == "@ind" and constant) or (atom[0] in ("@v", "@f") and constant):
                self.rewrites[atom] = (fact.line, pscale(poly, Fraction(1) / c), Fraction(1) / c)
                self._forget(atom)
                return

    def rewrite(self, atom: Factor, line: int) -> None:
        """Use the equation of `line` (atom - value = 0 up to a factor) to replace the atom."""
        _, poly = self.s.rel(self.s.goal(line))
        c = next(v for m, v in poly.items() if len(m) == 2 and m[1] == (atom, 1))
        self.number = self.s.state_after(self.number, atom)
        self.rewrites[atom] = (line, pscale(poly, Fraction(1) / c), Fraction(1) / c)
        self._forget(atom)

    def _forget(self, atom: Factor) -> None:
        """Reduced facts in which the atom occurs have to be reduced again."""
        for store in (self.reduced_facts, self.shallow):
            for fact in self.facts:
                done = store.get(fact.line)
                if done is not None and any(
                    f is atom or polynomials.contains(f, atom)
                    for p in (fact.poly, done.poly)
                    for f in monomial_atoms(p)
                ):
                    del store[fact.line]

    def have(self, goal: Term) -> int | None:
        """A known line with this meaning, restated literally."""
        line = self.keys.get(self.s.key(goal))
        if line is None:
            return None
        return line if self.s.goal(line) == goal else self.s.add("have", [line], **{"is": goal})

    def as_fact(self, line: int) -> Fact:
        """A line of the script that is a relation as a fact, read once."""
        s = self.s
        if line not in s.facts:
            s.facts[line] = Fact(*s.rel(s.goal(line)), line)
        return s.facts[line]

    @abstractmethod
    def prove(self, goal: Term, effort: int = 3) -> int:
        """A line that states `goal`, or Stuck.  `effort` bounds the degree of the product certificates."""

    @abstractmethod
    def arithmetic(self, goal: Term, effort: int) -> int:
        """A product certificate for a relation without undecided indicators, or Stuck."""

    @abstractmethod
    def quick(self, goal: Term) -> int | None:
        """Linear arithmetic on the facts as they stand, without touching exponentials; None where it does not do."""

    @abstractmethod
    def split(self, condition: Term, goal: Term, effort: int, ind: bool = True) -> int:
        """Cases on a condition; first see whether it is already decided."""


def denied(s: Script, line: int) -> int:
    """Of "not (A and B)" that one of them fails; of "not (A or B)" that both do."""
    op, *parts = s.goal(line)[1]
    if op == "or":
        every = []
        for part in parts:
            one = s.add("or_i", [s.hyp(part)], **{"is": s.goal(line)[1]})
            no = s.add("absurd", [one, line], **{"is": ("not", part)})
            every.append(s.add("cases", [no, s.hyp(("not", part))], on=part))
        return s.add("and_i", every)
    some: Term = ("or", *(("not", part) for part in parts))
    all_of_them = s.add("and_i", [s.hyp(part) for part in parts])
    found = s.add("absurd", [all_of_them, line], **{"is": some})
    for part in reversed(parts):
        fails = s.add("or_i", [s.hyp(("not", part))], **{"is": some})
        found = s.add("cases", [found, fails], on=part)
    return found
