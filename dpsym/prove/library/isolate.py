"""A relation solved for one of its parts: x <= bound, x >= bound or x = bound."""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import Add, Expr, Integer, Mul, Pow, Symbol, evaluate, exp, log
from sympy.core.relational import Relational

from dpsym.prove.library.forms import NONSENSE, Root, canon, put, root_of

RELATIONS = {
    sympy.Eq: "=",
    sympy.Le: "<=",
    sympy.Lt: "<=",
    sympy.Ge: ">=",
    sympy.Gt: ">=",
}
FLIP = {"<=": ">=", ">=": "<=", "=": "="}
X = Symbol("solved_for")
Sides = tuple[Expr, Expr, str]


def isolate(x: Expr, relation: Relational, sign: Callable[[Expr], int]) -> tuple[str, Expr] | None:
    """("<=" | ">=" | "=", bound) with which the relation, solved for x, says x <= bound; None where it is not solved.

    Sums, a factor of known sign, powers, exponentials, logarithms and roots are undone, and several terms in which x is
    linear are collected.  `sign` gives the sign of a number, 0 where it has none.  A bound is a proposal: that the
    relation follows is for the prover to show.
    """
    op = RELATIONS.get(type(relation))
    if op is None:
        return None
    with evaluate(True):
        left, right = (put(s, x, X) for s in relation.args)
        if left.has(X) and right.has(X):
            try:
                left, right = sympy.expand(left - right), Integer(0)
            except ValueError:  # a maximum or minimum that sympy does not order
                return None
        if right.has(X):
            left, right, op = right, left, FLIP[op]
        if isinstance(left, Add) and sum(a.has(X) for a in left.args) > 1:
            collected = _linear(left, right)
            if collected is None:
                return None
            left, right = collected
        while left != X:
            step = _undone(left, right, op, sign)
            if step is None:
                return None
            left, right, op = step
    return None if right.has(*NONSENSE) else (op, canon(right))


def _linear(left: Expr, right: Expr) -> tuple[Expr, Expr] | None:
    """slope x against the rest, where the left side is linear in x."""
    slope = sympy.expand(left).coeff(X, 1)
    rest = sympy.expand(left - slope * X)
    if slope == 0 or rest.has(X) or slope.has(X):
        return None
    return slope * X, right - rest


def _undone(left: Expr, right: Expr, op: str, sign: Callable[[Expr], int]) -> Sides | None:
    """The relation with the outermost operation around x undone."""
    if isinstance(left, Add):
        free = [a for a in left.args if not a.has(X)]
        return (Add(*(a for a in left.args if a.has(X))), right - Add(*free), op) if free else None
    if isinstance(left, Mul):
        free = [a for a in left.args if not a.has(X)]
        if not free or len(free) < len(left.args) - 1:
            return None
        s = sign(Mul(*free))
        if s == 0 and op != "=":
            return None
        return Mul(*(a for a in left.args if a.has(X))), right / Mul(*free), FLIP[op] if s < 0 else op
    if isinstance(left, Root):
        return left.args[0], right**2, op
    if isinstance(left, exp):
        return left.args[0], log(right), op
    if isinstance(left, log):
        return left.args[0], exp(right), op
    if isinstance(left, Pow) and left.args[1].is_number:
        return _power_undone(left, right, op)
    return None


def _power_undone(left: Expr, right: Expr, op: str) -> Sides | None:
    base, exponent = left.args
    if exponent == -1:
        return base, 1 / right, FLIP[op]
    if exponent == 2:
        return base, root_of(canon(right)), op
    return (base, right ** (1 / exponent), op) if exponent > 0 else None
