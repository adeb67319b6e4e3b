"""Conditions on a ratio of masses at an outcome, such as a posterior probability, as linear conditions.

With 1/0 = 0, n/d <= c says: n <= c d where 0 < d, c d <= n where d < 0, and 0 <= c where d = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpsym.kernel.terms import Tree, node
from dpsym.lift.formulas import ONE, RELATIONS, ZERO, applied, compound, factors
from dpsym.lift.instances import by_signs

Holds = Callable[[Tree], bool]


def ratio(t: Tree, met: Holds, linear: Holds) -> tuple[Tree, Tree] | None:
    """Numerator and denominator of a product with one denominator that holds masses, both linear in them; else None."""
    if not compound(t) or not met(t):
        return None
    parts = factors(t)
    below = [a for a in parts if compound(a) and a[0] == "/" and met(a[2])]
    if len(below) != 1:
        return None
    others = [a for a in parts if a is not below[0]]
    above = node("*", *others, below[0][1]) if others else below[0][1]
    return (above, below[0][2]) if linear(above) and linear(below[0][2]) and met(above) else None


def sides(f: Tree, met: Holds, linear: Holds) -> tuple[Tree, Tree, Tree, bool] | None:
    """Numerator, denominator, the number that the ratio is compared with, and whether the ratio stands first; None for a
    relation that is no comparison of a ratio with a number."""
    if f[0] not in RELATIONS:
        return None
    for one, number in ((f[1], f[2]), (f[2], f[1])):
        found = ratio(one, met, linear)
        if found is not None and not met(number):
            return *found, number, one is f[1]
    return None


def cleared(f: Tree, met: Holds, linear: Holds) -> Tree | None:
    """A comparison of a ratio with a number, by linear conditions that say the same; None for another relation."""
    found = sides(f, met, linear)
    if found is None:
        return None
    n, d, c, first = found
    scaled = node("*", c, d)

    def compare(a: Tree, b: Tree, *, turned: bool = False) -> Tree:
        return node(f[0], a, b) if first != turned else node(f[0], b, a)

    return node(
        "or",
        node("and", node("<", ZERO, d), compare(n, scaled)),
        node("and", node("<", d, ZERO), compare(n, scaled, turned=True)),
        node("and", node("=", d, ZERO), compare(ZERO, c)),
    )


def of_one_sign(t: Tree, laws: Holds, known: Sequence[Tree]) -> bool:
    """Whether a term is a sum of single masses, each times positive numbers: it is 0 only where these masses are."""
    if not compound(t):
        return False
    if t[0] == "+":
        return all(of_one_sign(a, laws, known) for a in t[1:])
    parts = factors(t)
    masses = [a for a in parts if applied(a) and laws(a)]
    more = [node("<", ZERO, node("-", g[2], g[1])) for g in known if g[0] == "<"]
    numbers = [a for a in parts if a not in masses]
    return len(masses) == 1 and all(
        a == ONE or by_signs(node("<", ZERO, a), [*known, *more]) for a in numbers
    )


__all__ = ["cleared", "of_one_sign", "sides"]
