"""Hypotheses about every event, linear in it, as bounds on one integral: the event of positive terms attains the most.

For every event S (or test): sum S m <= c   says   sum [0 < m] m <= c, in every space, and with < too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from dpsym.kernel.terms import Sort, Tree, fv, node
from dpsym.lift.formulas import (
    ONE,
    RELATIONS,
    ZERO,
    Space,
    applied,
    compound,
    conjuncts,
    factors,
    put_in,
    test_of,
)

Part = tuple[Tree, str, Tree]  # coefficient, outcome, what stands beside the event in the sum


def without_events(f: Tree, space: Space, masses: Iterable[str]) -> list[Tree] | None:
    """The bounds that say the same as "for every event or test S: ... <= ...", or None where it is not of that form."""
    if f[0] != "all" or space.sorts[f[1]] != (space.name,) or f[2][0] != "->":
        return None
    s, (_, condition, body) = f[1], f[2]
    said = test_of(condition)
    if said is None or said[0] != s:
        return None
    found = [bound(b, s, space, frozenset(masses)) for b in conjuncts(body)]
    return None if any(b is None for b in found) else [b for b in found if b is not None]


def bound(f: Tree, s: str, space: Space, masses: frozenset[str]) -> Tree | None:
    """One relation, linear in the event, as a bound on the largest excess."""
    if f[0] not in RELATIONS or f[0] == "=":
        return None
    parts: list[Part] = []
    rest: list[Tree] = []
    if not (collect(f[1], s, ONE, parts, rest) and collect(f[2], s, -ONE, parts, rest)) or not parts:
        return None
    if any(space.sorts[y] != space.name for _, y, _ in parts):
        return None
    y = parts[0][1]
    m = plus(times(c, put_in(beside, {x: y})) for c, x, beside in parts)
    if fv(m) & {s} or not fv(m) & masses:
        return None
    most = node("sum", y, node("*", node("ind", node("<", ZERO, m)), m))
    return node(f[0], most, times(-ONE, plus(rest)) if rest else ZERO)


def collect(t: Tree, s: str, c: Tree, parts: list[Part], rest: list[Tree]) -> bool:
    """Put the members of c t that hold the event into `parts` and the others into `rest`; False where t is not linear."""
    if s not in fv(t):
        rest.append(times(c, t))
        return True
    if t[0] in ("+", "-"):
        signs = [ONE] + [ONE if t[0] == "+" else -ONE] * (len(t) - 2)
        return all(
            collect(a, s, times(Fraction(k), c), parts, rest) for k, a in zip(signs, t[1:], strict=True)
        )
    if t[0] == "*":
        here = [a for a in t[1:] if s in fv(a)]
        others = [a for a in t[1:] if s not in fv(a)]
        return len(here) == 1 and collect(here[0], s, times(c, *others), parts, rest)
    if t[0] != "sum":
        return False
    members = factors(t[2])
    here = [a for a in members if s in fv(a)]
    if len(here) != 1 or not applied(here[0]) or here[0][:2] != (s, t[1]) or not compound(here[0]):
        return False
    parts.append((c, t[1], times(*(a for a in members if a is not here[0]))))
    return True


def times(*parts: Tree) -> Tree:
    """A product, its numbers multiplied."""
    number, others = ONE, []
    for a in (x for p in parts for x in factors(p)):
        if isinstance(a, Fraction):
            number *= a
        else:
            others.append(a)
    found = [*([number] if number != 1 or not others else []), *others]
    return found[0] if len(found) == 1 else node("*", *found)


def plus(parts: Iterable[Tree]) -> Tree:
    """A sum."""
    found = list(parts)
    return found[0] if len(found) == 1 else node("+", *found)


def enters_linearly(t: Tree, s: str, sorts: Mapping[str, Sort], space: str) -> bool:
    """Whether a function of outcomes stands in sums over them only, in each once and as a factor: with a mass beside it
    the sum is linear in it."""
    if not compound(t) or s not in fv(t):
        return True
    if t[0] == "sum" and sorts[t[1]] == space:
        here = [a for a in factors(t[2]) if s in fv(a)]
        return len(here) == 1 and applied(here[0]) and here[0][:2] == (s, t[1]) and s not in here[0][1:]
    return t[0] != s and all(enters_linearly(a, s, sorts, space) for a in t[1:])
