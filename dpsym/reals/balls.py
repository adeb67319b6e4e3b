"""Values at the working precision: exact numbers, balls, spans with infinite ends, balls with two derivatives.

fmpq, Log, Power   exact numbers (`dpsym.reals.exact`)
arb                a ball of FLINT: a midpoint and a radius, outward rounded at the working precision
Span               an interval given by its two ends, which may be infinite; used where an open domain ends
Jet                value, first and second derivative with respect to one variable, each a ball

The operations below accept any mixture, and stay exact while they can.  An operation outside its domain raises
ValueError (or ZeroDivisionError) when that is certain, and gives a ball that is not finite, or the whole line, when the
ball is too wide to tell.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeGuard

from flint import arb, fmpq

from dpsym.reals import exact as ex
from dpsym.reals.exact import (
    LINEAR,
    LONGEST,
    MULTIPLICATIVE,
    ONE,
    ZERO,
    Log,
    Power,
    Undecided,
    fraction,
    size,
)
from dpsym.reals.precision import at_precision

INFINITY = math.inf
SMALLEST_RADIUS = 1 << 16  # of an enclosure, in bits below its middle
EXPONENT_BITS = 1 << 22  # numbers outside 2^(+-4 million) are refused rather than written out


class NoDerivative(ArithmeticError):
    """The expression is not known to be smooth on the box."""


# ------------------------------------------------------------------------------------------------- balls
def _no_ball(_x: Span | Jet) -> arb:
    raise NoDerivative("a quantity that is evaluated at points only")


def _of_fraction(x: Fraction) -> arb:
    return arb(x.numerator) if x.denominator == 1 else arb(fmpq(x.numerator, x.denominator))


def ball(x: Value) -> arb:
    """A ball around a number (of radius 0 where it is an int or a float), or the ball that it is."""
    if type(x) is arb:
        return x
    make = BALLS.get(type(x))
    if make is None:
        raise TypeError(f"not a number: {x!r}")
    return make(x)


def rational(x: arb) -> Fraction:
    """The exact value of a ball of radius 0."""
    mantissa, exponent = x.man_exp()
    if abs(int(exponent)) > EXPONENT_BITS:
        raise ArithmeticError("a value too large or too small to be written out (more than a million digits)")
    return Fraction(int(mantissa)) * (Fraction(2) ** int(exponent))


def _no_less_than(radius: arb, middle: arb) -> arb:
    """A radius that is not below all digits that are ever asked for, which would not be written out."""
    return radius.max(abs(middle) * arb(2) ** -SMALLEST_RADIUS).upper()


def bounds(x: Value) -> tuple[Fraction, Fraction]:
    """The ends of a finite ball, exactly."""
    if type(x) is Fraction:
        return x, x
    if type(x) is fmpq:
        return fraction(x), fraction(x)
    b = ball(x)
    if not b.is_finite():
        raise Undecided("an unbounded intermediate value")
    middle, radius = b.mid(), b.rad()
    if middle != 0 and radius != 0:
        radius = at_precision(64, _no_less_than, (radius, middle))
    one, other = rational(middle), rational(radius)
    return one - other, one + other


def hull(low: Value, high: Value) -> arb:
    """The ball from one number to another."""
    return ball(low).union(ball(high))


# ------------------------------------------------------------------------------------------------- spans
@dataclass(frozen=True)
class Span:
    """All numbers from `low` to `high`; an end is an fmpq, an exact arb, or an infinite float."""

    low: End
    high: End


WHOLE = Span(-INFINITY, INFINITY)


def is_infinite(x: Value) -> TypeGuard[float]:
    """Whether the end of a span is infinite."""
    return type(x) is float


def down(x: Value) -> End:
    """A lower end of a span that holds the number or ball."""
    if isinstance(x, fmpq | float):
        return x
    low = ball(x).lower()
    return low if low.is_finite() else -INFINITY


def up(x: Value) -> End:
    """An upper end of a span that holds the number or ball."""
    if isinstance(x, fmpq | float):
        return x
    high = ball(x).upper()
    return high if high.is_finite() else INFINITY


def span(x: Value) -> Span:
    """Any value as a span between its lower and its upper end."""
    return x if type(x) is Span else Span(down(x), up(x))


def _less(x: End, y: End) -> bool:
    """x < y for ends of spans."""
    if is_infinite(x) or is_infinite(y):
        return (x if is_infinite(x) else 0.0) < (y if is_infinite(y) else 0.0)
    if type(x) is fmpq and type(y) is fmpq:
        return bool(x < y)
    return bool(ball(x) < ball(y))


def _end_product(x: End, y: End) -> Value:
    if is_infinite(x) or is_infinite(y):
        signs = [(_less(ZERO, v) - _less(v, ZERO)) for v in (x, y)]
        sign = signs[0] * signs[1]
        return ZERO if sign == 0 else sign * INFINITY
    return multiply(x, y)


def _span_add(x: Span, y: Span) -> Span:
    low = -INFINITY if is_infinite(x.low) or is_infinite(y.low) else down(add(x.low, y.low))
    high = INFINITY if is_infinite(x.high) or is_infinite(y.high) else up(add(x.high, y.high))
    return Span(low, high)


def _span_multiply(x: Span, y: Span) -> Span:
    products = [_end_product(a, b) for a in (x.low, x.high) for b in (y.low, y.high)]
    low, high = down(products[0]), up(products[0])
    for p in products[1:]:
        if _less(down(p), low):
            low = down(p)
        if _less(high, up(p)):
            high = up(p)
    return Span(low, high)


def _span_invert(x: Span) -> Span:
    if _less(ZERO, x.low) or _less(x.high, ZERO):
        low = ZERO if is_infinite(x.high) else down(divide(ONE, x.high))
        high = ZERO if is_infinite(x.low) else up(divide(ONE, x.low))
        return Span(low, high)
    if type(x.low) is fmpq and x.low == 0 and _less(ZERO, x.high):
        return Span(ZERO if is_infinite(x.high) else down(divide(ONE, x.high)), INFINITY)
    if type(x.high) is fmpq and x.high == 0 and _less(x.low, ZERO):
        return Span(-INFINITY, ZERO if is_infinite(x.low) else up(divide(ONE, x.low)))
    return WHOLE


def _span_monotone(f: Callable[[End], Value], x: Span, at_minus: End, at_plus: End) -> Span:
    low = at_minus if is_infinite(x.low) else down(f(x.low))
    high = at_plus if is_infinite(x.high) else up(f(x.high))
    return Span(low, high)


def _magnitude(x: Span) -> Span:
    if not _less(x.low, ZERO):
        return x
    negated = _span_multiply(Span(-ONE, -ONE), x)
    if not _less(ZERO, x.high):
        return negated
    return Span(ZERO, negated.high if _less(x.high, negated.high) else x.high)


# -------------------------------------------------------------------------------------------------- jets
@dataclass(frozen=True)
class Jet:
    """A ball for a function on a box, and balls for its first and second derivative there."""

    value: arb
    first: arb
    second: arb


def jet(x: Value) -> Jet:
    """A value as a jet; one that is none is a constant, with derivatives 0."""
    return x if type(x) is Jet else Jet(ball(x), arb(0), arb(0))


def _chain(x: Jet, value: arb, first: arb, second: arb) -> Jet:
    """f(x) from f, f', f'' at the value of x."""
    return Jet(value, first * x.first, second * x.first * x.first + first * x.second)


End = fmpq | arb | float  # of a span; a float is infinite
Value = int | float | Fraction | fmpq | Log | Power | arb | Span | Jet  # what the operations take


# -------------------------------------------------------------------------------------------- operations
def _kind(*values: Value) -> type:
    kinds = [type(x) for x in values]
    if Jet in kinds:
        if Span in kinds:
            raise NoDerivative("a span in a differentiated expression")
        return Jet
    return Span if Span in kinds else arb


def _short(x: fmpq) -> fmpq | arb:
    return x if size(x) <= LONGEST else arb(x)


def add(x: Value, y: Value) -> Value:
    """x + y."""
    if type(x) is arb and type(y) is arb:
        return x + y
    if type(x) is fmpq and type(y) is fmpq:
        return _short(x + y)
    if isinstance(x, LINEAR) and isinstance(y, LINEAR):
        return ex.add_logs(x, y)
    kind = _kind(x, y)
    if kind is arb:
        return ball(x) + ball(y)
    if kind is Span:
        return _span_add(span(x), span(y))
    a, b = jet(x), jet(y)
    return Jet(a.value + b.value, a.first + b.first, a.second + b.second)


def multiply(x: Value, y: Value) -> Value:
    """x * y; 0 times what is finite is 0."""
    if type(x) is arb and type(y) is arb:
        return x * y
    if type(x) is fmpq and type(y) is fmpq:
        return _short(x * y)
    for one, other in ((x, y), (y, x)):
        if type(one) is fmpq:
            if one == 1:
                return other
            if one == 0:
                return ZERO if type(other) is not arb or other.is_finite() else other
    known = ex.multiply(x, y)
    if known is not None:
        return known
    kind = _kind(x, y)
    if kind is arb:
        return ball(x) * ball(y)
    if kind is Span:
        return _span_multiply(span(x), span(y))
    a, b = jet(x), jet(y)
    return Jet(
        a.value * b.value,
        a.first * b.value + a.value * b.first,
        a.second * b.value + 2 * a.first * b.first + a.value * b.second,
    )


def negate(x: Value) -> Value:
    """-x."""
    if type(x) is arb:
        return -x
    return multiply(-ONE, x)


def subtract(x: Value, y: Value) -> Value:
    """x - y."""
    return add(x, negate(y))


def invert(x: Value) -> Value:
    """1 / x; ZeroDivisionError at 0."""
    if isinstance(x, MULTIPLICATIVE):
        if type(x) is fmpq and x == 0:
            raise ZeroDivisionError("division by zero")
        return ex.invert(x)
    kind = _kind(x)
    if kind is arb:
        b = ball(x)
        if b.is_zero():
            raise ZeroDivisionError("division by zero")
        return 1 / b
    if isinstance(x, Span):
        return _span_invert(x)
    x = jet(x)
    value = 1 / x.value
    square = value * value
    return _chain(x, value, -square, 2 * square * value)


def divide(x: Value, y: Value) -> Value:
    """x / y; ZeroDivisionError at y = 0."""
    return multiply(x, invert(y))


def power(x: Value, n: fmpq) -> Value:
    """x to a rational power; a power that is not an integer needs x >= 0."""
    if n == 1:
        return x
    if n == 0:
        return ONE
    if isinstance(x, MULTIPLICATIVE):
        known = _exact_power(x, n)
        if known is not None:
            return known
    if isinstance(x, Span):
        return _span_power(x, n)
    if isinstance(x, Jet):
        q = ball(n)
        low = power(x.value, n - 2)
        return _chain(x, ball(power(x.value, n)), q * ball(power(x.value, n - 1)), q * (q - 1) * ball(low))
    b = ball(x)
    if n.q == 1:
        return b ** int(n.p)
    if b < 0:
        raise ValueError(f"the power {n} of a negative number")
    if n < 0:
        return 1 / ball(power(b, -n))
    r = b.sqrt() if n.q == 2 else b.root(int(n.q))
    return r ** int(n.p)


def _exact_power(x: fmpq | Power, n: fmpq) -> fmpq | Power | None:
    """An exact number to a rational power other than 0 and 1, where that is exact."""
    if type(x) is fmpq and x == 0:
        if n < 0:
            raise ZeroDivisionError("division by zero")
        return ZERO
    if n.q != 1 and ex.sign(x) < 0:
        raise ValueError(f"the power {n} of the negative number {x if type(x) is fmpq else ball(x)}")
    return ex.power(x, n)


def _span_power(x: Span, n: fmpq) -> Span:
    if n < 0:
        return _span_invert(span(power(x, -n)))
    if n.q == 1 and n.p % 2 == 0:
        return _span_monotone(lambda v: power(v, n), _magnitude(x), INFINITY, INFINITY)
    if n.q == 1:
        return _span_monotone(lambda v: power(v, n), x, -INFINITY, INFINITY)
    if _less(x.low, ZERO):
        return WHOLE
    return _span_monotone(lambda v: power(v, n), x, ZERO, INFINITY)


def raise_to(x: Value, y: Value) -> Value:
    """x to any real power: exp(y log x) unless the power is rational."""
    if type(y) is fmpq:
        return power(x, y)
    return exponential(multiply(y, logarithm(x)))


def exponential(x: Value) -> Value:
    """e^x."""
    if isinstance(x, LINEAR):
        return ex.make_power(1, x)
    kind = _kind(x)
    if kind is arb:
        return ball(x).exp()
    if isinstance(x, Span):
        return _span_monotone(exponential, x, ZERO, INFINITY)
    x = jet(x)
    e = x.value.exp()
    return _chain(x, e, e, e)


def logarithm(x: Value) -> Value:
    """log x; ValueError where x is certainly not positive."""
    if isinstance(x, MULTIPLICATIVE):
        if ex.sign(x) <= 0:
            raise ValueError(
                f"the logarithm of {x}" if type(x) is fmpq else "the logarithm of a negative number"
            )
        return ex.log_of(x)
    kind = _kind(x)
    if kind is arb:
        b = ball(x)
        if b <= 0:
            raise ValueError("the logarithm of a number that is not positive")
        return b.log()
    if isinstance(x, Span):
        if _less(x.low, ZERO):
            return WHOLE
        low = -INFINITY if not _less(ZERO, x.low) else down(logarithm(x.low))
        bounded = not is_infinite(x.high) and _less(ZERO, x.high)
        return Span(low, up(logarithm(x.high)) if bounded else INFINITY)
    x = jet(x)
    inverse = 1 / x.value
    return _chain(x, x.value.log(), inverse, -inverse * inverse)


def hyperbolic(name: str, x: Value) -> Value:
    """tanh, sinh or cosh."""
    if isinstance(x, LINEAR):
        e = ex.make_power(1, x)
        square = ex.power(e, fmpq(2))
        if name == "tanh" and type(square) is fmpq:
            return (square - 1) / (square + 1)
        if type(e) is fmpq:
            return (e - 1 / e if name == "sinh" else e + 1 / e) / 2
    kind = _kind(x)
    if kind is arb:
        return getattr(ball(x), name)()
    if isinstance(x, Span):
        if name == "tanh":
            return _span_monotone(lambda v: hyperbolic(name, v), x, -ONE, ONE)
        if name == "cosh":
            return _span_monotone(lambda v: hyperbolic(name, v), _magnitude(x), INFINITY, INFINITY)
        return _span_monotone(lambda v: hyperbolic(name, v), x, -INFINITY, INFINITY)
    x = jet(x)
    s, c = x.value.sinh(), x.value.cosh()
    if name == "sinh":
        return _chain(x, s, c, s)
    if name == "cosh":
        return _chain(x, c, s, c)
    t, slope = x.value.tanh(), 1 / (c * c)
    return _chain(x, t, slope, -2 * t * slope)


def error_function(x: Value) -> Value:
    """erf(x)."""
    if type(x) is fmpq and x == 0:
        return ZERO
    kind = _kind(x)
    if kind is arb:
        return ball(x).erf()
    if isinstance(x, Span):
        return _span_monotone(error_function, x, -ONE, ONE)
    x = jet(x)
    slope = 2 * (-(x.value * x.value)).exp() / arb.pi().sqrt()
    return _chain(x, x.value.erf(), slope, -2 * x.value * slope)


def error_complement(x: Value) -> Value:
    """1 - erf(x), without cancellation in the tail."""
    if type(x) is fmpq and x == 0:
        return ONE
    if _kind(x) is arb:
        return ball(x).erfc()
    return subtract(ONE, error_function(x))


def normal_quantile(p: Value) -> Value:
    """The number at which the standard normal distribution function is p; ValueError unless 0 < p < 1."""
    if type(p) is fmpq and not 0 < p < 1:
        raise ValueError(f"Phi_inv needs a number between 0 and 1, not {p}")
    if type(p) is fmpq and 2 * p == 1:
        return ZERO
    kind = _kind(p)
    if isinstance(p, Span):
        inside = _less(ZERO, p.low) and _less(p.high, ONE)
        return _span_monotone(normal_quantile, p, -INFINITY, INFINITY) if inside else WHOLE
    centred = ball(subtract(ONE, multiply(fmpq(2), p.value if isinstance(p, Jet) else p)))
    if not -1 < centred < 1:
        raise ValueError("Phi_inv needs a number between 0 and 1")
    x = -centred.erfinv() * arb(2).sqrt()
    if kind is arb:
        return x
    p = jet(p)
    slope = (2 * arb.pi()).sqrt() * (x * x / 2).exp()
    return _chain(p, x, slope, x * slope * slope)


def compare(x: Value, y: Value) -> int | None:
    """-1, 0 or 1 as x is less than, equal to or greater than y; None when this precision cannot tell."""
    if type(x) is fmpq and type(y) is fmpq:
        return (x > y) - (x < y)
    kind = _kind(x, y)
    if kind is Span:
        one, other = span(x), span(y)
        return -1 if _less(one.high, other.low) else 1 if _less(other.high, one.low) else None
    if kind is Jet:
        return compare(jet(x).value, jet(y).value)
    known = ex.difference_sign(x, y)
    if known is not None:
        return known
    a, b = ball(x), ball(y)
    if a < b:
        return -1
    if a > b:
        return 1
    return 0 if a == b else None


def largest(x: Value, y: Value) -> Value:
    """The greater of two values; it needs no decision between overlapping balls."""
    order = compare(x, y)
    if order is not None:
        return y if order < 0 else x
    kind = _kind(x, y)
    if kind is Jet:
        raise NoDerivative("a maximum whose greater part changes on the box")
    if kind is Span:
        a, b = span(x), span(y)
        return Span(b.low if _less(a.low, b.low) else a.low, a.high if _less(b.high, a.high) else b.high)
    return ball(x).max(ball(y))


def absolute(x: Value) -> Value:
    """|x|, as the larger of x and -x."""
    return largest(x, negate(x))


def whole_part(x: Value) -> Value:
    """floor(x), which must be decided."""
    if type(x) is fmpq:
        return fmpq(x.floor())
    kind = _kind(x)
    if isinstance(x, Span):
        low = x.low if is_infinite(x.low) else fmpq(math.floor(bounds(x.low)[0]))
        return Span(low, x.high if is_infinite(x.high) else fmpq(math.floor(bounds(x.high)[1])))
    low, high = (math.floor(b) for b in bounds(x.value if isinstance(x, Jet) else x))
    if low == high:
        return fmpq(low)
    nearest = fmpq(high)
    if kind is arb and compare(x, nearest) == 0:
        return nearest
    if kind is Jet:
        raise NoDerivative("a whole part that changes on the box")
    raise Undecided("a whole part at a number that cannot be told from an integer")


def choose(n: int, k: int) -> fmpq | arb:
    """The binomial coefficient, exact while it is short."""
    if k < 0 or n < 0:
        raise ValueError(f"binomial({n}, {k}) is used with natural numbers only")
    if k > n:
        return ZERO
    k = min(k, n - k)
    if n <= 4000:
        return fmpq(math.comb(n, k))
    return arb.bin_uiui(n, k)


def factorial(n: int) -> fmpq | arb:
    """n!, exact while it is short."""
    if n < 0:
        raise ValueError(f"factorial of {n}")
    return fmpq(math.factorial(n)) if n <= 1000 else arb.fac_ui(n)


BALLS: dict[type, Callable[..., arb]] = {
    fmpq: arb,
    float: arb,
    int: arb,
    Fraction: _of_fraction,
    Log: Log.ball,
    Power: Power.ball,
    Span: _no_ball,
    Jet: _no_ball,
}
