"""The search for one goal by calculus: what may still be looked at, and what has been tried."""

from __future__ import annotations

from collections.abc import Callable

from dpsym.prove.proof.hypotheses import Budget
from dpsym.prove.proof.script import Refused, Stuck, Term
from dpsym.prove.tactics.proof_state import ProofState

GOALS = 80  # looked at in one search
DEPTH = 14  # derivatives taken one after the other
PARTS = 10  # cuts of a range
PROGRAMS = 25  # linear programs for one way at one goal
Way = Callable[["Search", ProofState, Term, int], int]  # the line that states the goal, or Stuck


class Search:
    """What the ways share while they look for one goal.

    left    goals that may still be looked at
    parts   cuts of a range that may still be made
    moving  names that a limit has been taken in: no limit is taken in them again
    failed  goals with their facts that were given up; `path` has those under way
    only    the name along which the outermost quotient is followed, where it is to be one and no other
    followed  the names along which it was
    """

    def __init__(self, settle: Way, goals: int = GOALS, only: str | None = None) -> None:
        self.settle, self.left, self.parts, self.only = settle, goals, PARTS, only
        self.followed: dict[str, None] | None = None
        self.moving: set[str] = set()
        self.failed: set[tuple] = set()
        self.path: list[tuple] = []

    def prove(self, known: ProofState, goal: Term, depth: int = DEPTH) -> int:
        """A line that states the relation `goal` (<= or <), or Stuck."""
        s = known.s
        line = known.have(goal)
        if line is not None:
            return line
        if goal[0] not in ("<=", "<"):
            return known.prove(goal, 2)
        mark = (s.key(goal), frozenset((f.kind, frozenset(f.poly.items())) for f in known.facts))
        if mark in self.failed or mark in self.path:
            raise Stuck("already tried")
        self.left -= 1 + len(s.rel(goal)[1]) // 8
        if self.left < 0 or depth < 0:
            raise Stuck("the search has come to its end")
        self.path.append(mark)
        try:
            return self.settle(self, known, goal, depth)
        except (Stuck, Refused) as e:
            self.failed.add(mark)
            raise Stuck(str(e)) from None
        finally:
            self.path.pop()


def of_names(*sources: ProofState) -> ProofState:
    """The facts that speak of names alone, without what was tried of them."""
    new = ProofState(sources[0].s)
    new.budget, new.guard.cancelling = Budget(PROGRAMS), True
    for source in sources:
        for fact in source.facts:
            if all(f[0] == "@v" for f in fact.atoms):
                new.add(fact.line)
    return new


def narrowed(known: ProofState, without: str | None = None) -> ProofState:
    """The facts alone, without what was tried of them: those that do not speak of a name."""
    new = ProofState(known.s)
    new.budget = Budget(PROGRAMS)
    for fact in known.facts:
        if not any(without in f.names for f in fact.atoms):
            new.add(fact.line)
    return new
