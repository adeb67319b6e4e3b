"""Outcomes that a claim never compares may lie in different sets: what the claim says of them is its reading with more
sets than it names.

A claim about a mechanism whose output is the input of another one is stated with one set for the outputs of both. A name
of an outcome, and each place of a function for one, belongs to a class; what stands at a place of a function shares its
class, and so do two outcomes that are compared. Give each class a set of its own.

The claim so read holds for all finite sets when it holds for one set, if no class notices that an outcome becomes two.
For suppose that it fails for some finite sets. In a smaller one of them split an outcome in two that share its masses:
what is of degree 1 there is multiplied by c at one and by 1 - c at the other, 0 < c < 1, and all other functions have the
same values at both. Sums of degree 1 keep their values, since t(c m) + t((1 - c) m) = t(m); conditions that compare terms
of one degree hold at both outcomes or at neither; and "for every event: sum S m <= c" is a bound on a sum of degree 1. What
is chosen before the claim is read may be chosen so. By induction on its parts the claim fails for the larger set as well.
After enough such steps all sets have as many outcomes, and may be taken for one set: there the claim holds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dpsym.kernel.terms import Sort, Tree, names
from dpsym.lift.exact import exact
from dpsym.lift.formulas import Space, applied, compound

Place = tuple[str, int]  # of a name: the place of a function, or -1 for an outcome


class Classes:
    """Places that share a set, as a forest: each place points towards the first of its class."""

    def __init__(self) -> None:
        self.before: dict[Place, Place] = {}

    def first(self, p: Place) -> Place:
        """The place that stands for the class of another."""
        while self.before.setdefault(p, p) != p:
            p = self.before[p]
        return p

    def share(self, p: Place, q: Place) -> None:
        """Put two places into one class."""
        one, other = sorted((self.first(p), self.first(q)))
        self.before[other] = one

    def read(self, t: Tree) -> None:
        """Put what a tree applies or compares into one class."""
        if not compound(t):
            return
        if applied(t):
            for k, a in enumerate(t[1:]):
                if isinstance(a, str):
                    self.share((t[0], k), (a, -1))
        elif t[0] == "eq":
            self.share((t[1], -1), (t[2], -1))
        for a in t[1:]:
            self.read(a)


def places(name: str, sort: Sort) -> list[tuple[Place, str]]:
    """The places of a name, each with the set that the claim has there."""
    return [((name, k), a) for k, a in enumerate(sort)] if isinstance(sort, tuple) else [((name, -1), sort)]


def separated(formula: Tree, sorts: Mapping[str, Sort], listed: Collection[str]) -> dict[str, Sort] | None:
    """The sorts of a claim's names with a set for each class of outcomes; None where no set has several.

    Classes of names that no function is applied to keep the set of the claim, and so do those of sets that are listed.
    """
    here = {x: s for x, s in sorts.items() if x in names(formula)}
    classes = Classes()
    classes.read(formula)
    at = {p: a for x, s in here.items() for p, a in places(x, s) if a != "R" and a not in listed}
    called = {classes.first(p) for p in at if p[1] >= 0}
    new: dict[Place, str] = {}
    for a in sorted(set(at.values())):
        several = sorted({classes.first(p) for p, b in at.items() if b == a} & called)
        new |= {c: f"{a}#{k}" if k else a for k, c in enumerate(several)}  # no name of a claim has a #
    if all(new.get(classes.first(p), a) == a for p, a in at.items()):
        return None

    def put(x: str, s: Sort) -> Sort:
        found = tuple(new.get(classes.first(p), a) if p in at else a for p, a in places(x, s))
        return found if isinstance(s, tuple) else found[0]

    return {x: put(x, s) for x, s in here.items()}


def check_separate(
    formula: Tree, sorts: Mapping[str, Sort], sets: Collection[str], *, pairs: bool = False
) -> None:
    """NoLift where one of the sets would notice that an outcome becomes two; what is supposed of all two outcomes holds of
    those that one of them becomes, for it holds of this one twice."""
    for s in sorted(sets):
        exact(formula, Space(s, sorts, pairs=pairs), splits=True)


__all__ = ["check_separate", "separated"]
