"""Which integrals are finite, or bounded from below, by the form of the term alone."""

from __future__ import annotations

from collections.abc import Callable
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

Names = frozenset[str]


def bounded(t: Tree, space: Space, facts: Facts, over: Names = frozenset()) -> bool:
    """Whether |t| is at most a constant times the masses, or times what is supposed to have a finite integral: each of its
    products has one law, or the factors of such an integral, and numbers, indicators and tests. The constant is the same at
    all outcomes of the sets `over`."""
    if type(t) is Fraction:
        return not t
    if not compound(t):
        return False
    if applied(t):
        return t[0] in facts.laws
    if t[0] in ("+", "-"):
        return all(bounded(a, space, facts, over) for a in t[1:])
    if any(dominated(factors(t), parts, free, space, facts, over) for parts, free in facts.finite):
        return True
    if t[0] == "*" and (cut := without_positive_part(t, space, facts, over)) is not None:
        return bounded(cut, space, facts, over)
    if t[0] == "*":
        of_law = [bounded(a, space, facts, over) for a in t[1:]]
        return sum(of_law) == 1 and all(
            law or limited(a, space, facts, over) for a, law in zip(t[1:], of_law, strict=True)
        )
    if t[0] == "sum":
        beside = averaged(t, space, facts)
        return beside is not None and bounded(beside, space, facts, over | added(t, space))
    plain = t[0] == "/" and not space.met_by(t[2]) and fixed(t[2], space, over)
    return plain and bounded(t[1], space, facts, over)


def without_positive_part(t: Tree, space: Space, facts: Facts, over: Names) -> Tree | None:
    """A product without a factor a - b where an indicator beside it asks that this is above 0, a has bounded values and b is
    nowhere negative: the positive part of a - b is at most a, or 0. None where there is none."""
    members = factors(t)
    asked = {canon(g) for a in members if compound(a) and a[0] == "ind" for g in conjuncts(a[1])}
    for k, a in enumerate(members):
        cut = compound(a) and a[0] == "-" and len(a) == 3 and canon(node("<", ZERO, a)) in asked
        if cut and limited(a[1], space, facts, over) and not_negative(a[2], facts):
            return node("*", *members[:k], *members[k + 1 :])
    return None


def averaged(t: Tree, space: Space, facts: Facts) -> Tree | None:
    """What a sum takes the mean of, where it is over a set that is general already, or over the space once more; the whole term
    of another sum, which is finite; None for a sum that is no mean."""
    y, body = t[1], t[2]
    if space.sorts[y] not in (space.name, *space.general):
        return body
    if compound(body) and body[0] in ("+", "-"):
        parts = [averaged(node("sum", y, a), space, facts) for a in body[1:]]
        return None if any(p is None for p in parts) else node(body[0], *parts)
    law, *others = sorted(factors(body), key=lambda a: not of_mean(a, y, facts))
    if not of_mean(law, y, facts):
        several = next((a for a in factors(body) if compound(a) and a[0] in ("+", "-")), None)
        if several is None:
            return None
        rest = [a for a in factors(body) if a is not several]
        parts = [node("*", *rest, a) for a in several[1:]]
        return averaged(node("sum", y, node(several[0], *parts)), space, facts)
    return ONE if not others else others[0] if len(others) == 1 else node("*", *others)


def added(t: Tree, space: Space) -> Names:
    """The set of a sum, if it is general already."""
    return frozenset({str(space.sorts[t[1]])} & space.general)


def fixed(t: Tree, space: Space, over: Names) -> bool:
    """Whether a term is one number for all outcomes of the space and of the sets `over`."""
    return not any(space.sorts.get(x) in {space.name, *over} for x in fv(t))


def dominated(
    members: list[Tree], parts: list[Tree], free: list[str], space: Space, facts: Facts, over: Names
) -> bool:
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
        limited(a, space, facts, over) for a in others
    )


def limited(t: Tree, space: Space, facts: Facts, over: Names = frozenset()) -> bool:
    """Whether a factor has values in a bounded set, at all outcomes of the space and of the sets `over`: a number, an
    indicator, a test, a function between two numbers, combinations; a mean of such over a set that is general already."""
    if not compound(t) or t[0] == "ind" or fixed(t, space, over):
        return True
    if applied(t):
        return t[0] in facts.tests or t[0] in facts.masses or t[0] in facts.small
    if t[0] == "sum":
        beside = averaged(t, space, facts)
        return beside is not None and limited(beside, space, facts, over | added(t, space))
    return t[0] in ("+", "-", "*") and all(limited(a, space, facts, over) for a in t[1:] if compound(a))


def of_mean(t: Tree, y: str, facts: Facts) -> bool:
    """Whether a factor is a function at y whose sums over this y are 1."""
    return compound(t) and applied(t) and t[1:].count(y) == 1 and (t[0], t[1:].index(y)) in facts.means


def not_negative(t: Tree, facts: Facts) -> bool:
    """Whether a term is nowhere negative: of numbers, laws, tests, indicators, exponentials, even powers."""
    if type(t) is Fraction:
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


def bounded_below(t: Tree, space: Space, facts: Facts) -> bool:
    """Whether a term is at least a combination of masses: nowhere negative; the integrand of the relative entropy of
    two laws, which is at least their difference; or masses, times a relative entropy over a set that is general already."""
    return not_negative(t, facts) or is_entropy(t, facts) or of_entropies(t, space, facts)


def of_entropies(t: Tree, space: Space, facts: Facts) -> bool:
    """Whether a term is w times the sum over s of [K > 0 and L > 0] K log(K/L), for laws K, L of s at each outcome, where w is
    nowhere negative and at most a constant times the masses. The sum is at least that of -L, so -1; it may be infinite."""
    parts = factors(t)
    inner = [a for a in parts if compound(a) and a[0] == "sum" and space.sorts[a[1]] in space.general]
    rest = [a for a in parts if a not in inner]
    if len(inner) != 1 or not rest or not all(not_negative(a, facts) for a in rest):
        return False
    s, body = inner[0][1:]
    weight = rest[0] if len(rest) == 1 else node("*", *rest)
    return bounded(weight, space, facts) and entropy_of(body, lambda p: of_mean(p, s, facts)) is not None


def is_entropy(t: Tree, facts: Facts) -> bool:
    """Whether a term is [P > 0 and Q > 0] P log(P/Q) for two laws."""
    return entropy_of(t, lambda p: of_law(p, facts)) is not None


def of_law(t: Tree, facts: Facts) -> bool:
    """Whether a term is the mass of a law on the space."""
    return compound(t) and applied(t) and t[0] in facts.laws


def entropy_of(t: Tree, of_law: Callable[[Tree], bool]) -> list[Tree] | None:
    """The masses P and Q of [P > 0 and Q > 0] P log(P/Q), for masses of two laws; None for other terms."""
    parts = factors(t)
    if len(parts) != 3 or not all(map(compound, parts)) or (parts[0][0], parts[2][0]) != ("ind", "log"):
        return None
    p, ratio = parts[1], parts[2][1]
    if not (compound(ratio) and of_law(p)):
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
    if canon(first) != canon(p) or not of_law(q):
        return None
    both = {canon(node("<", ZERO, x)) for x in (p, q)}
    return [p, q] if {canon(g) for g in conjuncts(parts[0][1])} == both else None
