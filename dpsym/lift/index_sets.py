"""Sets over which a claim only quantifies: of inputs, states, records. What it says of all finite ones it says of any set.

Suppose that the claim fails for some set, and give values to what is quantified strongly, that is given before the claim is
read: among these are finitely many elements of the set, none of them after "for almost all outcomes". Keep these elements
alone, or any one if there are none. What is chosen after the claim is read, "for all" in a hypothesis or "for some" in a
conclusion, has fewer elements to choose from: a hypothesis goes on to hold, and a conclusion to fail. Functions of elements
that are given are restricted. So the claim fails for a finite set. No sum over the set may occur, and nothing is asked of the
functions on it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dpsym.kernel.terms import BINDERS, Sort, Tree
from dpsym.lift.formulas import RELATIONS, Space, compound


def only_quantified(formula: Tree, sorts: Mapping[str, Sort], name: str, general: Collection[str]) -> bool:
    """Whether a claim asks for no sum over a set, and gives its elements before it chooses anything else, or speaks of almost
    all elements of the sets that are general."""
    return IndexSet(Space(name, sorts, frozenset(general))).walk(formula, True, False)


class IndexSet:
    """One set, in one claim."""

    def __init__(self, space: Space) -> None:
        self.space, self.sorts = space, space.sorts

    def walk(self, f: Tree, up: bool, chosen: bool) -> bool:
        """Whether a formula, `up` in a positive position, keeps its place where the set becomes smaller; `chosen` inside of a
        choice, or of a statement about almost all outcomes, after which no element may be given."""
        h = f[0]
        if not self.space.met_by(f):
            return True
        if h in ("and", "or"):
            return all(self.walk(a, up, chosen) for a in f[1:])
        if h == "not":
            return self.walk(f[1], not up, chosen)
        if h == "->":
            return self.walk(f[1], not up, chosen) and self.walk(f[2], up, chosen)
        if h in ("all", "ex"):
            return self.quantified(f, up, chosen)
        return h == "eq" or ((h in RELATIONS or h == "nat") and all(map(self.term, f[1:])))

    def quantified(self, f: Tree, up: bool, chosen: bool) -> bool:
        """The same of a quantified formula."""
        given = (f[0] == "all") == up
        sort = self.sorts[f[1]]
        if sort == self.space.name:
            return (not given or not chosen) and self.walk(f[2], up, chosen or not given)
        if self.space.on(f[1]):
            return given and not chosen and self.walk(f[2], up, chosen)
        return self.walk(f[2], up, chosen or not given or sort in self.space.general)

    def term(self, t: Tree) -> bool:
        """Whether a term holds no sum or quantifier over the set, or over functions on it."""
        if not compound(t):
            return True
        if t[0] in BINDERS and (self.sorts[t[1]] == self.space.name or self.space.on(t[1])):
            return False
        return all(map(self.term, t[1:]))


__all__ = ["only_quantified"]
