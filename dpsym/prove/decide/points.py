"""The value of an expression and the truth of a formula at a point of the language."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import sympy
from flint import arb, fmpq
from sympy import Basic

from dpsym.language.statements import Point
from dpsym.prove.decide.closures import Env, number_of, truth_of
from dpsym.reals import real as n
from dpsym.reals.exact import fraction
from dpsym.reals.real import ONE, ZERO, NotRational, Value


def environment(at: Point) -> Env:
    """The Env of a point: its parameters in order (a value may mention earlier ones), then its laws."""
    env = Env({}, {})
    left = list(at.at)
    for _ in range(len(left) + 1):
        waiting = []
        for symbol, expr in left:
            value = number_of(sympy.sympify(expr))(env)
            if value is None:
                waiting.append((symbol, expr))
            else:
                env.values[symbol] = value
        left = waiting
    laws = {name: [number_of(sympy.sympify(m))(env) for m in masses] for name, masses in at.laws}
    return Env(env.values, laws, None, dict(at.sizes))


def truth(formula: Basic, at: Point) -> bool | None:
    """Whether a formula holds at a point: True, False, or None (undefined there, or undecided)."""
    try:
        return truth_of(formula)(environment(at))
    except NotRational:
        return None


def number(expr: Basic, at: Point, bits: int = 128) -> Fraction | arb | None:
    """The value of an expression at a point: a Fraction, else a ball with `bits` of working precision, or
    None."""
    return outward(number_of(expr)(environment(at)), bits)


def outward(value: Value, bits: int = 128) -> Fraction | arb | None:
    """A value as a Fraction or a ball; None where undefined."""
    if value is None:
        return None
    if isinstance(value, fmpq):
        return fraction(value)
    if isinstance(value, n.Inf):
        return arb.pos_inf() if value.up else arb.neg_inf()
    return n.enclosed(value, bits)


def laws_are_distributions(env: Env, laws: Iterable[str]) -> bool:
    """Whether each law's masses are nonnegative and sum to 1, exactly."""
    for name in laws:
        masses = env.laws.get(name)
        if not masses or any(n.sign(m) not in (0, 1) for m in masses):
            return False
        if n.compare(n.in_pairs(n.plus, masses, ZERO), ONE) != 0:
            return False
    return True
