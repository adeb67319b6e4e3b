"""Families of laws with natural numbers, of which a claim says nothing at other numbers.

What the claim says does not depend on such a family where its number is not natural, if the number of each of its members
that the claim names is natural where the member counts: it stands under "if k is natural", or beside "k is natural" in a
conjunction, which is false otherwise. So the law with the number 0 may stand there, and the family has a law for every
number.
"""

from __future__ import annotations

from fractions import Fraction

from dpsym.kernel.terms import Tree
from dpsym.lift.formulas import (
    ZERO,
    Space,
    applied,
    compound,
    conjuncts,
    nonnegative_of,
    spread,
    supposed,
    total_of,
)

Names = frozenset[str]


def numbered_laws(formula: Tree, space: Space) -> Names:
    """The functions of a number and an outcome that are laws for natural numbers, and that are used at these only."""
    signs: set[str | None] = set()
    totals: set[str | None] = set()
    for fact, own in supposed(formula):
        if own is not None or fact[0] != "all" or fact[2][0] != "->" or fact[2][1] != ("nat", fact[1]):
            continue
        for said in spread(("all", fact[1], fact[2][2])):
            signs.add(nonnegative_of(said))
            totals.add(total_of(said, space.sorts, space.name))
    found = {f for f in signs & totals if f is not None and space.sorts[f] == ("R", space.name)}
    return frozenset(f for f in found if natural_only(formula, f, frozenset()))


def natural_only(t: Tree, f: str, known: Names) -> bool:
    """Whether a function stands only where its first argument is a natural number; `known` are names of such numbers."""
    if not compound(t):
        return t != f
    if t[0] == "->":
        return natural_only(t[1], f, known) and natural_only(t[2], f, known | naturals(t[1]))
    if t[0] == "and":
        return all(natural_only(a, f, known | naturals(t)) for a in t[1:])
    if applied(t) and t[0] == f and not natural(t[1], known):
        return False
    return all(natural_only(a, f, known) for a in t[1:])


def naturals(f: Tree) -> Names:
    """The names of which a conjunction says that they are natural numbers."""
    return frozenset(g[1] for g in conjuncts(f) if g[0] == "nat" and isinstance(g[1], str))


def natural(t: Tree, known: Names) -> bool:
    """Whether a term is a natural number by its form."""
    if isinstance(t, Fraction):
        return t >= ZERO and t.denominator == 1
    if compound(t):
        return t[0] == "+" and all(natural(a, known) for a in t[1:])
    return t in known


__all__ = ["numbered_laws"]
