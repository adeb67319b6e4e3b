"""Sums, products and powers of fractions as one fraction, where a person compares the numbers of a point."""

from __future__ import annotations

from typing import TypeAlias

import sympy

from dpsym.language.terms import rational_value

Rows: TypeAlias = "sympy.Expr | tuple[Rows, ...]"  # a number of a point, or rows of them
NO_LOSS = {sympy.exp(0, evaluate=False): sympy.Integer(1)}
LARGEST = 10**6  # what a numerator or denominator may be and be read with ease


def worked_out(value: Rows) -> Rows:
    """Sums, products and whole powers of fractions as one fraction, if it is short: -9/10 for -1 + 1/10.

    Only for the numbers of a point, which a reader compares, in rows or one by one; a term with a letter in it stays as its
    author wrote it.
    """
    if isinstance(value, tuple):
        return tuple(worked_out(v) for v in value)
    found = rational_value(value.xreplace(NO_LOSS))
    if found is None or max(abs(found.numerator), found.denominator) > LARGEST:
        return value
    return sympy.Rational(found.numerator, found.denominator)
