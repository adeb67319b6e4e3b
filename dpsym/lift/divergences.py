"""Divergences as the partition lane knows them: convex, positively homogeneous integrands on the outputs of both laws."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpsym.kernel.terms import Tree, node
from dpsym.lift.bounds import entropy_of, of_law
from dpsym.lift.degrees import FIRST, plus, value
from dpsym.lift.formulas import ONE, ZERO, Facts, canon, compound, conjuncts


def pair_of(
    body: Tree, above_one: frozenset[str], linear: Callable[[Tree], bool], facts: Facts
) -> list[Tree] | None:
    """The two masses of [P, Q > 0] P^a Q^(1 - a), a > 1, or of the relative entropy; None for other integrands.

    above_one  names of numbers that are known to be above 1
    linear     whether a term is linear in the masses
    """
    of_entropy = entropy_of(body, lambda p: of_law(p, facts))
    if of_entropy is not None:
        return of_entropy
    if not (compound(body) and body[0] == "*" and len(body) == 3 and compound(body[1]) and compound(body[2])):
        return None
    if body[1][0] != "ind" or body[2][0] != "exp" or not compound(body[2][1]) or body[2][1][0] != "+":
        return None
    powers = body[2][1][1:]
    if len(powers) != 2 or not all(
        compound(x) and x[0] == "*" and len(x) == 3 and compound(x[2]) and x[2][0] == "log" for x in powers
    ):
        return None
    (a, p), (b, q) = ((x[1], x[2][1]) for x in powers)
    if plus(value(a), value(b)) != FIRST or not (linear(p) and linear(q)):
        return None
    if not (a in above_one if isinstance(a, str) else isinstance(a, Fraction) and a > ONE):
        return None
    both = {canon(node("<", ZERO, x)) for x in (p, q)}
    return [p, q] if {canon(g) for g in conjuncts(body[1][1])} == both else None
