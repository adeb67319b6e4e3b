"""Sums, negatives and roots as they are typed, with exact numbers put together; numbers of a bounded size."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy
from sympy import Add, Basic, Expr, Integer, Mul, Pow, Rational

from dpsym.claims.reading.syntax import Node, error

POWER = 64  # of what is not a number
BITS = 2000  # of an exact number


def parted(value: Expr) -> tuple[Fraction, Expr]:
    """A term as its number, 1 where it has none, times the rest."""
    first = rational(value.args[0]) if isinstance(value, Mul) and len(value.args) > 1 else None
    if not first:
        return Fraction(1), value
    rest = value.args[1:]
    return first, rest[0] if len(rest) == 1 else Mul(*rest, evaluate=False)


def scaled(value: Expr, above: Sequence[Expr], below: Expr, node: Node) -> Expr:
    """A term times the terms `above` over the term `below`, which is not 0: its numbers are put together, and what stands
    above and below the line is left out."""
    number, factors = Fraction(1), list[Expr]()
    for f in (*factors_of(value), *above):
        q, inverse = rational(f), Pow(f, Integer(-1), evaluate=False)
        if q is not None:
            number *= q
        elif inverse in factors:
            factors.remove(inverse)
        else:
            factors.append(f)
    divisor = rational(below)
    if divisor is not None:
        number /= divisor
    elif below in factors:
        factors.remove(below)
    else:
        factors.append(Pow(below, Integer(-1), evaluate=False))
    if number == 0:
        return Integer(0)
    parts = factors if number == 1 else [as_rational(bounded(number, node)), *factors]
    return parts[0] if len(parts) == 1 else Mul(*parts, evaluate=False)


def factors_of(value: Expr) -> list[Expr]:
    """The factors of a product, and of the products in it."""
    return [f for a in value.args for f in factors_of(a)] if isinstance(value, Mul) else [value]


def rational(x: Basic) -> Fraction | None:
    """A rational number of sympy as a Fraction; None where the expression is no rational number."""
    return Fraction(int(x.p), int(x.q)) if isinstance(x, Rational) else None


def as_rational(x: Fraction) -> Rational:
    """A Fraction as a rational number of sympy."""
    return Rational(x.numerator, x.denominator)


def bounded(x: Fraction, node: Node) -> Fraction:
    """The number itself; an error at this place of the claim where its numerator or denominator has more than
    BITS bits."""
    if max(x.numerator.bit_length(), x.denominator.bit_length()) > BITS:
        raise error("this number is too large", node)
    return x


def negative(x: Expr) -> Expr:
    """Minus the expression, unevaluated; the sign goes into a number, or into the number that a product begins
    with."""
    q = rational(x)
    if q is not None:
        return as_rational(-q)
    if isinstance(x, Mul) and (q := rational(x.args[0])) is not None:
        rest = x.args[1:]
        return (
            (rest[0] if len(rest) == 1 else Mul(*rest, evaluate=False))
            if q == -1
            else Mul(as_rational(-q), *rest, evaluate=False)
        )
    return Mul(Integer(-1), *(x.args if isinstance(x, Mul) else (x,)), evaluate=False)


def added(terms: Sequence[Expr], node: Node) -> Expr:
    """A sum in the typed order, its numbers added up in the place of the first."""
    number, place, rest = Fraction(0), None, []
    for t in terms:
        q = rational(t)
        if q is None:
            rest.append(t)
        else:
            number, place = number + q, len(rest) if place is None else place
    bounded(number, node)
    if number and place is not None:
        rest.insert(place, as_rational(number))
    return Integer(0) if not rest else rest[0] if len(rest) == 1 else Add(*rest, evaluate=False)


def exact_root(q: Fraction, n: Fraction) -> Fraction | None:
    """q to the power n when that is rational and small."""
    if n.denominator > POWER or abs(n.numerator) > POWER:
        return None
    parts = []
    for k in (q.numerator, q.denominator):
        root, exact = sympy.integer_nthroot(k, n.denominator)
        if not exact:
            return None
        parts.append(int(root))
    size = max(p.bit_length() for p in parts) * abs(n.numerator)
    return Fraction(*parts) ** n.numerator if size <= BITS else None
