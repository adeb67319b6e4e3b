"""Which integrals are finite, or bounded from below, by the form of the term alone."""

from __future__ import annotations

from fractions import Fraction

from dpsym.kernel.terms import Tree, fv, node
from dpsym.lift.formulas import (
    ONE,
    ZERO,
    Facts,
    Space,
    applied,
    canon,
    compound,
    conjuncts,
    factors,
)


def bounded(t: Tree, space: Space, facts: Facts) -> bool:
    """Whether |t| is at most a constant times the masses, or times what is supposed to have a finite integral: each of its
    products has one law, or the factors of such an integral, and numbers, indicators and tests."""
    if isinstance(t, Fraction):
        return not t
    if not compound(t):
        return False
    if applied(t):
        return t[0] in facts.laws
    if t[0] in ("+", "-"):
        return all(bounded(a, space, facts) for a in t[1:])
    if any(dominated(factors(t), parts, free, space, facts) for parts, free in facts.finite):
        return True
    if t[0] == "*":
        of_law = [bounded(a, space, facts) for a in t[1:]]
        return sum(of_law) == 1 and all(
            law or limited(a, space, facts) for a, law in zip(t[1:], of_law, strict=True)
        )
    if t[0] == "sum":
        return bounded(t[2], space, facts)
    return t[0] == "/" and bounded(t[1], space, facts) and not space.met_by(t[2])


def dominated(members: list[Tree], parts: list[Tree], free: list[str], space: Space, facts: Facts) -> bool:
    """Whether a product has the given factors, with other names for the free ones, and else factors with bounded values."""
    at: dict[str, str] = {}
    others = list(members)
    for p in parts:
        here = [a for a in members if compound(a) and a[0] == p[0]]
        if len(here) != 1 or not all(isinstance(x, str) for x in here[0][1:]):
            return False
        others.remove(here[0])
        for x, z in zip(p[1:], here[0][1:], strict=True):
            if z != (at.setdefault(x, z) if x in free else x):
                return False
    return space.sorts.get(at.get(free[-1], "")) == space.name and all(
        limited(a, space, facts) for a in others
    )


def limited(t: Tree, space: Space, facts: Facts, over: frozenset[str] = frozenset()) -> bool:
    """Whether a factor has values in a bounded set, at all outcomes of the space and of the sets `over`: a number, an
    indicator, a test, a function between two numbers, combinations; a mean of such over a set that is general already."""
    if not compound(t) or t[0] == "ind":
        return True
    if not any(space.sorts.get(x) in {space.name, *over} for x in fv(t)):
        return True
    if applied(t):
        return t[0] in facts.tests or t[0] in facts.masses or t[0] in facts.small
    if t[0] == "sum" and space.sorts[t[1]] in space.general:
        law, *others = sorted(factors(t[2]), key=lambda a: not of_mean(a, t[1], facts))
        over |= {str(space.sorts[t[1]])}
        return of_mean(law, t[1], facts) and all(limited(a, space, facts, over) for a in others)
    return t[0] in ("+", "-", "*", "sum") and all(
        limited(a, space, facts, over) for a in t[1:] if compound(a)
    )


def of_mean(t: Tree, y: str, facts: Facts) -> bool:
    """Whether a factor is a function at y whose sums over this y are 1."""
    return compound(t) and applied(t) and t[1:].count(y) == 1 and (t[0], t[1:].index(y)) in facts.means


def not_negative(t: Tree, facts: Facts) -> bool:
    """Whether a term is nowhere negative: of numbers, laws, tests, indicators, exponentials, even powers."""
    if isinstance(t, Fraction):
        return t >= ZERO
    if not compound(t):
        return False
    if applied(t):
        return t[0] in facts.laws or t[0] in facts.signs
    if t[0] in ("+", "*"):
        return all(not_negative(a, facts) for a in t[1:])
    if t[0] == "^":
        return t[2] % 2 == 0 or not_negative(t[1], facts)
    if t[0] == "/":
        return not_negative(t[1], facts) and not_negative(t[2], facts)
    if t[0] == "sum":
        return not_negative(t[2], facts)
    return t[0] in ("ind", "exp")


def bounded_below(t: Tree, facts: Facts) -> bool:
    """Whether a term is at least a combination of masses: nowhere negative, or the integrand of the relative entropy of
    two laws, which is at least their difference."""
    return not_negative(t, facts) or is_entropy(t, facts)


def is_entropy(t: Tree, facts: Facts) -> bool:
    """Whether a term is [P > 0 and Q > 0] P log(P/Q) for two laws."""
    return entropy_of(t, facts) is not None


def entropy_of(t: Tree, facts: Facts) -> list[Tree] | None:
    """The masses P and Q of [P > 0 and Q > 0] P log(P/Q), for two laws; None for other terms."""
    parts = factors(t)
    if len(parts) != 3 or not all(map(compound, parts)) or (parts[0][0], parts[2][0]) != ("ind", "log"):
        return None
    p, ratio = parts[1], parts[2][1]
    if not (compound(ratio) and applied(p) and p[0] in facts.laws):
        return None
    if ratio[0] == "/":
        first, q = ratio[1], ratio[2]
    elif (
        ratio[0] == "*"
        and len(ratio) == 3
        and compound(ratio[2])
        and ratio[2][0] == "/"
        and ratio[2][1] == ONE
    ):
        first, q = ratio[1], ratio[2][2]
    else:
        return None
    if canon(first) != canon(p) or not (applied(q) and q[0] in facts.laws):
        return None
    both = {canon(node("<", ZERO, x)) for x in (p, q)}
    return [p, q] if {canon(g) for g in conjuncts(parts[0][1])} == both else None
