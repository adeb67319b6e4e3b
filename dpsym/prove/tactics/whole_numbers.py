"""What only whole numbers satisfy: of two natural numbers one is at most the other, or at least 1 more.

It is proved by induction where it is needed, and turned into cases: a natural number that the goal or a fact speaks of is
compared with 0, 1, 2, ... and with the other natural numbers there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import floor

from dpsym.prove.proof.hypotheses import show
from dpsym.prove.proof.script import ONE, ZERO, Refused, Script, Stuck, Term, fv, subst
from dpsym.prove.tactics.proof_state import ProofState

SMALL = range(
    4
)  # with which every name is compared, besides numbers near those that the goal and the facts have
MOST = 10  # numbers that one name is compared with
LARGEST = 100
NAMES = 3  # natural numbers that are compared with anything
Comparison = tuple[str, Term]  # a natural number and what it is compared with
Show = Callable[[ProofState, Term], int]  # a line that states a goal, from what is known


def by_whole_numbers(known: ProofState, goal: Term, hard: Show | None = None) -> int:
    """A line that states the goal, by cases in which natural numbers are compared; Stuck where they do not help.

    Each case is left to the plain search; where that is not enough, and `hard` is given, the case of 0 and that of the
    others are left to it.
    """
    lines = dict(naturals(known))
    near = [n for n in lines if n in fv(goal)] + [n for n in lines if n not in fv(goal)]
    if not near:
        raise Stuck(f"there is no whole number: {show(goal)}")
    near = near[:NAMES]
    todo: list[Comparison] = [(n, Fraction(c)) for n in near for c in bounds(known, goal, n)]
    for n, other in permutations(near, 2):
        todo += [(n, other), (n, ("+", other, ONE))]
    cases = Cases(lines, apart(known.s), ProofState.prove)
    try:
        return cases.of(known, goal, todo)
    except (Stuck, Refused):
        if hard is None:
            raise
        return replace(cases, shown=hard).of(known, goal, [(near[0], ZERO)])


def naturals(known: ProofState) -> Iterator[tuple[str, int]]:
    """The names that are known to be natural numbers, with the lines that say so."""
    for line in known.keys.values():
        said = known.s.goal(line)
        if said[0] == "nat" and isinstance(said[1], str):
            yield said[1], line


def bounds(known: ProofState, goal: Term, name: str) -> list[int]:
    """What a natural number is compared with, the least first."""
    said = [goal, *(f for f in map(known.s.goal, known.keys.values()) if name in fv(f))]
    spoken = {floor(c) + k for f in said for c in numbers_in(f) for k in (-1, 0)}
    return sorted({*SMALL, *(c for c in sorted(spoken) if 0 <= c < LARGEST)})[:MOST]


def numbers_in(t: Term) -> Iterator[Fraction]:
    """The numbers that stand in a formula."""
    if isinstance(t, Fraction):
        yield t
    elif isinstance(t, tuple):
        for part in t[1:]:
            yield from numbers_in(part)


@dataclass(frozen=True)
class Cases:
    """How a goal is split.

    lines  the names that are natural numbers, with the lines that say so
    law    the line that says of any two natural numbers how they compare
    shown  the way to show a case
    """

    lines: dict[str, int]
    law: int
    shown: Show

    def of(self, known: ProofState, goal: Term, todo: list[Comparison]) -> int:
        """The goal, by the first comparisons that it needs: each splits what is left open into two cases."""
        with suppress(Stuck, Refused):
            return self.shown(known, goal)
        if not todo:
            raise Stuck(f"does not follow for whole numbers: {show(goal)}")
        (n, bound), *rest = todo
        split = self.compared(known, n, bound)
        below, above = known.s.goal(split)[1:]
        low, high = known.child(), known.child()
        low.assume(below)
        high.assume(above)
        # where n is at most the first number that it was not known to exceed, its value is known
        settled = [c for c in rest if c[0] != n or not isinstance(c[1], Fraction)]
        return known.s.add("or_e", [split, self.of(low, goal, settled), self.of(high, goal, rest)])

    def compared(self, known: ProofState, n: str, bound: Term) -> int:
        """n <= bound or bound + 1 <= n, for two natural numbers."""
        s = known.s
        natural = self.lines[bound] if isinstance(bound, str) else known.prove(("nat", bound))
        line = self.law
        for at, premise in ((bound, natural), (n, self.lines[n])):
            line = s.add("imp_e", [s.add("all_e", [line], at=at), premise])
        return line


def apart(s: Script) -> int:
    """For all natural numbers m and k: k <= m or m + 1 <= k; by induction on m, and on k within it."""
    m, k = s.fresh("m", "R"), s.fresh("k", "R")
    fact: Term = ("or", ("<=", k, m), ("<=", ("+", m, ONE), k))
    for_all_k: Term = ("all", k, ("->", ("nat", k), fact))

    def on_k(inside: ProofState, value: Term) -> int:
        """The fact for every k, where m is this value."""
        of_k = subst(fact, {m: value})
        zero = inside.child().prove(subst(of_k, {k: ZERO}))
        child = inside.child()
        child.assume(("nat", k))
        wanted = subst(of_k, {k: ("+", k, ONE)})
        if value == ZERO:
            up = child.prove(wanted)
        else:
            line = s.add("imp_e", [s.add("all_e", [s.hyp(for_all_k)], at=k), s.hyp(("nat", k))])
            sides = []
            for side in fact[1:]:
                case = child.child()
                case.assume(side)
                sides.append(case.prove(wanted))
            up = s.add("or_e", [line, *sides])
        return s.add("induct", [zero, up], var=k, **{"is": of_k})

    zero = on_k(ProofState(s), ZERO)
    child = ProofState(s)
    child.assume(("nat", m))
    up = on_k(child, ("+", m, ONE))
    return s.add("induct", [zero, up], var=m, **{"is": for_all_k})
