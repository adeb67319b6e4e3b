"""Sums, products and powers of fractions as one fraction, where a person compares the numbers of a point."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import TypeAlias

import sympy

Rows: TypeAlias = "sympy.Expr | tuple[Rows, ...]"  # a number of a point, or rows of them
LARGEST = 10**6  # what a numerator or denominator may be and be read with ease


def worked_out(value: Rows) -> Rows:
    """Sums, products and whole powers of fractions as one fraction, if it is short: -9/10 for -1 + 1/10.

    Only for the numbers of a point, which a reader compares, in rows or one by one; a term with a letter in it stays as its
    author wrote it.
    """
    if isinstance(value, tuple):
        return tuple(worked_out(v) for v in value)
    found = _fraction(value)
    if found is None or max(abs(found.numerator), found.denominator) > LARGEST:
        return value
    return sympy.Rational(found.numerator, found.denominator)


def _fraction(value: object) -> Fraction | None:
    if isinstance(value, sympy.Rational):
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, sympy.exp) and value.args[0] == 0:
        return Fraction(1)
    if isinstance(value, sympy.Pow):
        base, power = _fraction(value.base), _fraction(value.exp)
        if not base or power is None or power.denominator != 1 or abs(power) > 20:
            return None
        return base ** int(power)
    if not isinstance(value, sympy.Add | sympy.Mul):
        return None
    parts = [_fraction(a) for a in value.args]
    known = [p for p in parts if p is not None]
    if len(known) < len(parts):
        return None
    return sum(known, Fraction(0)) if isinstance(value, sympy.Add) else prod(known, start=Fraction(1))
