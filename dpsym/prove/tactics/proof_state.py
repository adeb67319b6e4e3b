"""The facts at a point of a proof, and the plain search from them: `ProofState.prove(goal)`.

What it does stands in functions over the state: `logic` takes goals apart, `relations` orders the ways to a relation,
`arithmetic` finds product certificates, `instantiation` reads facts about all outcomes.  Each gives the number of a line
that the kernel has accepted, or raises `Stuck`.
"""

from __future__ import annotations

from dpsym.prove.proof.hypotheses import PENDING, show
from dpsym.prove.proof.script import Stuck, Term
from dpsym.prove.proof.state import State
from dpsym.prove.tactics import arithmetic, instantiation, logic, relations


class ProofState(State):
    """The facts at a point of a proof, and the plain search from them."""

    def prove(self, goal: Term, effort: int = 3) -> int:
        """A line that states `goal`, or Stuck.  `effort` bounds the degree of the product certificates."""
        s = self.s
        s.charge()
        line = self.have(goal)
        if line is None and goal[0] in ("and", "all"):
            line = logic.alternative(self, goal)
        if line is not None:
            return line
        mark = (s.key(goal), effort)
        if mark in self.stuck:
            raise Stuck(f"already tried: {show(goal)}")
        op = goal[0]
        try:
            if op == "and":
                return s.add("and_i", [self.prove(part, effort) for part in goal[1:]])
            if op == "->":
                child = self.child()
                child.assume(goal[1])
                if goal[1][0] == "nat":  # what is known of every natural number
                    instantiation.use_implications(child)
                return s.add("imp_i", [child.prove(goal[2], effort)], **{"is": goal[1]})
            if op == "all":
                return logic.generalise(self, goal, effort)
            if op == "or":
                return logic.either(self, goal, effort)
            if op == "not":
                return logic.negation(self, goal, effort)
            if op == "nat":
                return logic.natural(self, goal)
            if op in ("<=", "<", "="):
                return self.relation(goal, effort)
            if op == "eq":
                return logic.equal(self, goal)
            if op == "ex":
                return logic.some_value(self, goal, effort)
        except Stuck:
            self.stuck.add(mark)
            raise
        raise Stuck(f"no way to prove {show(goal)}")

    def relation(self, goal: Term, effort: int) -> int:
        """<=, < or = between reals."""
        return relations.relation(self, goal, effort)

    def arithmetic(self, goal: Term, effort: int) -> int:
        """A product certificate for a relation without undecided indicators."""
        self.s.charge()
        asked = self._asked(goal, effort)
        if asked in self.s.fruitless:
            raise Stuck(f"already tried: {show(goal)}")
        try:
            return arithmetic.arithmetic(self, goal, effort)
        except Stuck:
            if asked is not None and self.budget.left >= 0:
                self.s.fruitless.add(asked)
            raise

    def _asked(self, goal: Term, effort: int) -> tuple | None:
        """What a search for a certificate depends on, as a key; None where squares are given."""
        if self.squares:
            return None
        waiting = tuple([f for f, v in self.inverses.items() if v is PENDING])
        return self.number, self.s.key(goal), effort, waiting, *vars(self.guard).values()

    def contradiction(self, goal: Term, effort: int) -> int:
        """`goal` from facts that cannot hold together, or Stuck."""
        return logic.contradiction(self, goal, effort)

    def split(self, condition: Term, goal: Term, effort: int, ind: bool = True) -> int:
        """Cases on a condition; first see whether it is already decided."""
        return relations.split(self, condition, goal, effort, ind)

    def quick(self, goal: Term) -> int | None:
        """Linear arithmetic on the facts as they stand, without touching exponentials."""
        return arithmetic.quick(self, goal)
