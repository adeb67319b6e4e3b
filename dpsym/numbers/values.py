"""The values an expression takes: exact numbers, balls, spans with infinite ends, balls with two derivatives.

Exact      Fraction; `Logs`, a rational plus rational multiples of logarithms of rationals; `Power`, plus or
           minus the exponential of a `Logs`.  They are closed under what makes ties in privacy statements
           (exp(log(2)) is 2, exp(eps/2)**2 is exp(eps)), so a comparison between them is always decided.
arb        a ball of FLINT: a midpoint and a radius, outward rounded at the working precision.
Span       an interval given by its two ends, which may be infinite; used where an open domain ends.
Jet        value, first and second derivative with respect to one variable, each a ball.

The operations below accept any mixture.  An operation outside its domain raises ValueError (or
ZeroDivisionError) when that is certain, and gives a ball that is not finite, or the whole line, when the ball
is too wide to tell.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from dpsym.reals.precision import at_precision

ZERO, ONE = Fraction(0), Fraction(1)
INFINITY = math.inf
EXACT_BITS = 20_000  # longer rationals become balls
SMALLEST_RADIUS = 1 << 16  # of an enclosure, in bits below its middle
EXPONENT_BITS = 1 << 22  # numbers outside 2^(+-4 million) are refused rather than written out


class Undecided(ArithmeticError):
    """The balls overlap at this precision; a higher one may decide."""


class NoDerivative(ArithmeticError):
    """The expression is not known to be smooth on the box."""


# ------------------------------------------------------------------------------------------- exact numbers
def _root(n: int, degree: int) -> int | None:
    """The exact `degree`-th root of a natural number, or None."""
    if n in (0, 1) or degree == 1:
        return n
    if degree >= n.bit_length():
        return None
    if degree == 2:
        r = math.isqrt(n)
        return r if r * r == n else None
    low, high = 1, 1 << (n.bit_length() // degree + 1)
    while low <= high:
        middle = (low + high) // 2
        power = middle**degree
        if power == n:
            return middle
        low, high = (middle + 1, high) if power < n else (low, middle - 1)
    return None


def _size(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()


@dataclass(frozen=True)
class Logs:
    """constant + sum of coefficient * log(base), over distinct positive rational bases other than 1."""

    constant: Fraction
    terms: tuple[tuple[Fraction, Fraction], ...]

    def ball(self) -> arb:
        return sum((ball(q) * ball(b).log() for b, q in self.terms), ball(self.constant))

    def rational_power(self) -> tuple[Fraction, int] | None:
        """(r, d) with exp(self - constant) = r^(1/d), or None when r is too long to write out."""
        d = math.lcm(*(q.denominator for _, q in self.terms))
        if sum(abs(q * d) * _size(b) for b, q in self.terms) > EXACT_BITS:
            return None
        result = ONE
        for b, q in self.terms:
            result *= b ** int(q * d)
        return result, d


def _logs(constant: Fraction, terms: dict[Fraction, Fraction]) -> Fraction | Logs:
    kept = tuple(sorted((b, q) for b, q in terms.items() if q != 0 and b != 1))
    if not kept:
        return constant
    made = Logs(constant, kept)
    power = made.rational_power()
    if power is not None and power[0] == 1:
        return constant
    return made


@dataclass(frozen=True)
class Power:
    """sign * exp(exponent), with an exponent that is not 0 and whose exponential is not rational."""

    sign: int
    exponent: Fraction | Logs

    def ball(self) -> arb:
        value = ball(self.exponent).exp()
        return value if self.sign > 0 else -value


def _power(sign: int, exponent: Fraction | Logs) -> Fraction | Power:
    if not isinstance(exponent, Logs):
        return Fraction(sign) if exponent == 0 else Power(sign, exponent)
    if exponent.constant == 0:
        power = exponent.rational_power()
        if power is not None:
            r, d = power
            up, down = _root(r.numerator, d), _root(r.denominator, d)
            if up is not None and down is not None:
                return Fraction(sign * up, down)
    return Power(sign, exponent)


def _log_of(x: Fraction | Power) -> Fraction | Logs:
    """log |x| of an exact number other than 0."""
    if isinstance(x, Power):
        return x.exponent
    return _logs(ZERO, {abs(x): ONE})


def _add_logs(x: Fraction | Logs, y: Fraction | Logs) -> Fraction | Logs:
    constant, terms = ZERO, dict[Fraction, Fraction]()
    for part in (x, y):
        if not isinstance(part, Logs):
            constant += part
        else:
            constant += part.constant
            for b, q in part.terms:
                terms[b] = terms.get(b, ZERO) + q
    return _logs(constant, terms)


def _scale_logs(x: Fraction | Logs, factor: Fraction) -> Fraction | Logs:
    if not isinstance(x, Logs):
        return x * factor
    return _logs(x.constant * factor, {b: q * factor for b, q in x.terms})


LINEAR = (Fraction, Logs)
MULTIPLICATIVE = (Fraction, Power)


# ------------------------------------------------------------------------------------------------- balls
def ball(x: Any) -> arb:
    """A ball that contains the exact number or ball `x`."""
    if type(x) is arb:
        return x
    if type(x) is Fraction:
        return arb(x.numerator) if x.denominator == 1 else arb(fmpq(x.numerator, x.denominator))
    if type(x) in (Logs, Power):
        return x.ball()
    if type(x) in (Span, Jet):
        raise NoDerivative("a quantity that is evaluated at points only")
    raise TypeError(f"not a number: {x!r}")


def rational(x: arb) -> Fraction:
    """The exact value of a ball of radius 0."""
    mantissa, exponent = x.man_exp()
    if abs(int(exponent)) > EXPONENT_BITS:
        raise ArithmeticError("a value too large or too small to be written out (more than a million digits)")
    return Fraction(int(mantissa)) * (Fraction(2) ** int(exponent))


def _no_less_than(radius: arb, middle: arb) -> arb:
    """A radius that is not below all digits that are ever asked for, which would not be written out."""
    return radius.max(abs(middle) * arb(2) ** -SMALLEST_RADIUS).upper()


def bounds(x: Any) -> tuple[Fraction, Fraction]:
    """The ends of a finite ball, exactly."""
    if type(x) is Fraction:
        return x, x
    b = ball(x)
    if not b.is_finite():
        raise Undecided("an unbounded intermediate value")
    middle, radius = b.mid(), b.rad()
    if middle != 0 and radius != 0:
        radius = at_precision(64, _no_less_than, (radius, middle))
    one, other = rational(middle), rational(radius)
    return one - other, one + other


def hull(low: Any, high: Any) -> arb:
    """The ball from one number to another."""
    return ball(low).union(ball(high))


# ------------------------------------------------------------------------------------------------- spans
@dataclass(frozen=True)
class Span:
    """All numbers from `low` to `high`; an end is a Fraction, an exact arb, or an infinite float."""

    low: Any
    high: Any


WHOLE = Span(-INFINITY, INFINITY)


def _is_infinite(x: Any) -> bool:
    return type(x) is float


def _down(x: Any) -> Any:
    if type(x) in (Fraction, float):
        return x
    low = ball(x).lower()
    return low if low.is_finite() else -INFINITY


def _up(x: Any) -> Any:
    if type(x) in (Fraction, float):
        return x
    high = ball(x).upper()
    return high if high.is_finite() else INFINITY


def span(x: Any) -> Span:
    return x if type(x) is Span else Span(_down(x), _up(x))


def _less(x: Any, y: Any) -> bool:
    """x < y for ends of spans."""
    if _is_infinite(x) or _is_infinite(y):
        return (x if _is_infinite(x) else 0.0) < (y if _is_infinite(y) else 0.0)
    if type(x) is Fraction and type(y) is Fraction:
        return x < y
    return bool(ball(x) < ball(y))


def _end_product(x: Any, y: Any) -> Any:
    if _is_infinite(x) or _is_infinite(y):
        signs = [(_less(ZERO, v) - _less(v, ZERO)) for v in (x, y)]
        sign = signs[0] * signs[1]
        return ZERO if sign == 0 else sign * INFINITY
    return multiply(x, y)


def _span_add(x: Span, y: Span) -> Span:
    low = -INFINITY if _is_infinite(x.low) or _is_infinite(y.low) else _down(add(x.low, y.low))
    high = INFINITY if _is_infinite(x.high) or _is_infinite(y.high) else _up(add(x.high, y.high))
    return Span(low, high)


def _span_multiply(x: Span, y: Span) -> Span:
    products = [_end_product(a, b) for a in (x.low, x.high) for b in (y.low, y.high)]
    low, high = _down(products[0]), _up(products[0])
    for p in products[1:]:
        if _less(_down(p), low):
            low = _down(p)
        if _less(high, _up(p)):
            high = _up(p)
    return Span(low, high)


def _span_invert(x: Span) -> Span:
    if _less(ZERO, x.low) or _less(x.high, ZERO):
        low = ZERO if _is_infinite(x.high) else _down(divide(ONE, x.high))
        high = ZERO if _is_infinite(x.low) else _up(divide(ONE, x.low))
        return Span(low, high)
    if type(x.low) is Fraction and x.low == 0 and _less(ZERO, x.high):
        return Span(ZERO if _is_infinite(x.high) else _down(divide(ONE, x.high)), INFINITY)
    if type(x.high) is Fraction and x.high == 0 and _less(x.low, ZERO):
        return Span(-INFINITY, ZERO if _is_infinite(x.low) else _up(divide(ONE, x.low)))
    return WHOLE


def _span_monotone(f: Callable[[Any], Any], x: Span, at_minus: Any, at_plus: Any) -> Span:
    low = at_minus if _is_infinite(x.low) else _down(f(x.low))
    high = at_plus if _is_infinite(x.high) else _up(f(x.high))
    return Span(low, high)


def _magnitude(x: Span) -> Span:
    if not _less(x.low, ZERO):
        return x
    negated = _span_multiply(Span(Fraction(-1), Fraction(-1)), x)
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


def jet(x: Any) -> Jet:
    return x if type(x) is Jet else Jet(ball(x), arb(0), arb(0))


def _chain(x: Jet, value: arb, first: arb, second: arb) -> Jet:
    """f(x) from f, f', f'' at the value of x."""
    return Jet(value, first * x.first, second * x.first * x.first + first * x.second)


# -------------------------------------------------------------------------------------------- operations
def _kind(*values: Any) -> type:
    kinds = [type(x) for x in values]
    if Jet in kinds:
        if Span in kinds:
            raise NoDerivative("a span in a differentiated expression")
        return Jet
    return Span if Span in kinds else arb


def _short(x: Fraction) -> Any:
    return x if _size(x) <= EXACT_BITS else ball(x)


def add(x: Any, y: Any) -> Any:
    if type(x) is arb and type(y) is arb:
        return x + y
    if type(x) is Fraction and type(y) is Fraction:
        return _short(x + y)
    if type(x) in LINEAR and type(y) in LINEAR:
        return _add_logs(x, y)
    kind = _kind(x, y)
    if kind is arb:
        return ball(x) + ball(y)
    if kind is Span:
        return _span_add(span(x), span(y))
    a, b = jet(x), jet(y)
    return Jet(a.value + b.value, a.first + b.first, a.second + b.second)


def multiply(x: Any, y: Any) -> Any:
    if type(x) is arb and type(y) is arb:
        return x * y
    if type(x) is Fraction and type(y) is Fraction:
        return _short(x * y)
    for one, other in ((x, y), (y, x)):
        if type(one) is Fraction:
            if one == 1:
                return other
            if one == 0:
                return ZERO if type(other) is not arb or other.is_finite() else other
            if type(other) is Logs:
                return _scale_logs(other, one)
    if type(x) in MULTIPLICATIVE and type(y) in MULTIPLICATIVE:
        sign = (1 if (x > 0 if type(x) is Fraction else x.sign > 0) else -1) * (
            1 if (y > 0 if type(y) is Fraction else y.sign > 0) else -1
        )
        return _power(sign, _add_logs(_log_of(x), _log_of(y)))
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


def negate(x: Any) -> Any:
    if type(x) is arb:
        return -x
    return multiply(Fraction(-1), x)


def subtract(x: Any, y: Any) -> Any:
    return add(x, negate(y))


def invert(x: Any) -> Any:
    if type(x) is Fraction:
        if x == 0:
            raise ZeroDivisionError("division by zero")
        return 1 / x
    if type(x) is Power:
        return _power(x.sign, _scale_logs(x.exponent, Fraction(-1)))
    kind = _kind(x)
    if kind is arb:
        b = ball(x)
        if b.is_zero():
            raise ZeroDivisionError("division by zero")
        return 1 / b
    if kind is Span:
        return _span_invert(x)
    value = 1 / x.value
    square = value * value
    return _chain(x, value, -square, 2 * square * value)


def divide(x: Any, y: Any) -> Any:
    return multiply(x, invert(y))


def power(x: Any, n: Fraction) -> Any:
    """x to a rational power; a power that is not an integer needs x >= 0."""
    if n == 1:
        return x
    if n == 0:
        return ONE
    whole = n.denominator == 1
    if type(x) is Fraction:
        if x == 0:
            if n < 0:
                raise ZeroDivisionError("division by zero")
            return ZERO
        if whole and abs(n) * _size(x) <= EXACT_BITS:
            return x ** int(n)
        if x < 0 and not whole:
            raise ValueError(f"the power {n} of the negative number {x}")
        if not whole:
            return _power(1, _scale_logs(_log_of(x), n))
        x = ball(x)
    if type(x) is Power and (whole or x.sign > 0):
        sign = 1 if x.sign > 0 or n.numerator % 2 == 0 else -1
        return _power(sign, _scale_logs(x.exponent, n))
    kind = _kind(x)
    if kind is Span:
        if n < 0:
            return _span_invert(power(x, -n))
        if whole and n.numerator % 2 == 0:
            return _span_monotone(lambda v: power(v, n), _magnitude(x), INFINITY, INFINITY)
        if whole:
            return _span_monotone(lambda v: power(v, n), x, -INFINITY, INFINITY)
        if _less(x.low, ZERO):
            return WHOLE
        return _span_monotone(lambda v: power(v, n), x, ZERO, INFINITY)
    if kind is Jet:
        q = ball(n)
        low = power(x.value, n - 2)
        return _chain(x, ball(power(x.value, n)), q * ball(power(x.value, n - 1)), q * (q - 1) * ball(low))
    b = ball(x)
    if whole:
        return b ** int(n)
    if b < 0:
        raise ValueError(f"the power {n} of a negative number")
    if n < 0:
        return 1 / power(b, -n)
    r = b.sqrt() if n.denominator == 2 else b.root(n.denominator)
    return r ** int(n.numerator)


def raise_to(x: Any, y: Any) -> Any:
    """x to any real power: exp(y log x) unless the power is rational."""
    if type(y) is Fraction:
        return power(x, y)
    return exponential(multiply(y, logarithm(x)))


def exponential(x: Any) -> Any:
    if type(x) in LINEAR:
        return _power(1, x)
    kind = _kind(x)
    if kind is arb:
        return ball(x).exp()
    if kind is Span:
        return _span_monotone(exponential, x, ZERO, INFINITY)
    e = x.value.exp()
    return _chain(x, e, e, e)


def logarithm(x: Any) -> Any:
    if type(x) is Fraction:
        if x <= 0:
            raise ValueError(f"the logarithm of {x}")
        return _log_of(x)
    if type(x) is Power:
        if x.sign < 0:
            raise ValueError("the logarithm of a negative number")
        return x.exponent
    kind = _kind(x)
    if kind is arb:
        b = ball(x)
        if b <= 0:
            raise ValueError("the logarithm of a number that is not positive")
        return b.log()
    if kind is Span:
        if _less(x.low, ZERO):
            return WHOLE
        low = -INFINITY if not _less(ZERO, x.low) else _down(logarithm(x.low))
        high = (
            INFINITY if _is_infinite(x.high) else _up(logarithm(x.high)) if _less(ZERO, x.high) else INFINITY
        )
        return Span(low, high)
    inverse = 1 / x.value
    return _chain(x, x.value.log(), inverse, -inverse * inverse)


def hyperbolic(name: str, x: Any) -> Any:
    """tanh, sinh or cosh."""
    if type(x) in LINEAR:
        e = _power(1, x)
        square = power(e, Fraction(2))
        if name == "tanh" and type(square) is Fraction:
            return (square - 1) / (square + 1)
        if type(e) is Fraction:
            return (e - 1 / e if name == "sinh" else e + 1 / e) / 2
    kind = _kind(x)
    if kind is arb:
        return getattr(ball(x), name)()
    if kind is Span:
        if name == "tanh":
            return _span_monotone(lambda v: hyperbolic(name, v), x, Fraction(-1), ONE)
        if name == "cosh":
            return _span_monotone(lambda v: hyperbolic(name, v), _magnitude(x), INFINITY, INFINITY)
        return _span_monotone(lambda v: hyperbolic(name, v), x, -INFINITY, INFINITY)
    s, c = x.value.sinh(), x.value.cosh()
    if name == "sinh":
        return _chain(x, s, c, s)
    if name == "cosh":
        return _chain(x, c, s, c)
    t, slope = x.value.tanh(), 1 / (c * c)
    return _chain(x, t, slope, -2 * t * slope)


def error_function(x: Any) -> Any:
    if type(x) is Fraction and x == 0:
        return ZERO
    kind = _kind(x)
    if kind is arb:
        return ball(x).erf()
    if kind is Span:
        return _span_monotone(error_function, x, Fraction(-1), ONE)
    slope = 2 * (-(x.value * x.value)).exp() / arb.pi().sqrt()
    return _chain(x, x.value.erf(), slope, -2 * x.value * slope)


def error_complement(x: Any) -> Any:
    """1 - erf(x), without cancellation in the tail."""
    if type(x) is Fraction and x == 0:
        return ONE
    if _kind(x) is arb:
        return ball(x).erfc()
    return subtract(ONE, error_function(x))


def compare(x: Any, y: Any) -> int | None:
    """-1, 0 or 1 as x is less than, equal to or greater than y; None when this precision cannot tell."""
    if type(x) is Fraction and type(y) is Fraction:
        return (x > y) - (x < y)
    kind = _kind(x, y)
    if kind is Span:
        one, other = span(x), span(y)
        return -1 if _less(one.high, other.low) else 1 if _less(other.high, one.low) else None
    if kind is Jet:
        return compare(jet(x).value, jet(y).value)
    if type(x) in LINEAR and type(y) in LINEAR:
        difference = _add_logs(x, _scale_logs(y, Fraction(-1)))
        if type(difference) is Fraction:
            return (difference > 0) - (difference < 0)
    elif type(x) in MULTIPLICATIVE and type(y) in MULTIPLICATIVE and x != 0 and y != 0:
        signs = [(1 if v > 0 else -1) if type(v) is Fraction else v.sign for v in (x, y)]
        if signs[0] != signs[1]:
            return signs[0]
        if _add_logs(_log_of(x), _scale_logs(_log_of(y), Fraction(-1))) == 0:
            return 0
    a, b = ball(x), ball(y)
    if a < b:
        return -1
    if a > b:
        return 1
    return 0 if a == b else None


def largest(x: Any, y: Any) -> Any:
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


def absolute(x: Any) -> Any:
    return largest(x, negate(x))


def whole_part(x: Any) -> Any:
    """floor(x), which must be decided."""
    if type(x) is Fraction:
        return Fraction(math.floor(x))
    kind = _kind(x)
    if kind is Span:
        low = x.low if _is_infinite(x.low) else Fraction(math.floor(bounds(x.low)[0]))
        return Span(low, x.high if _is_infinite(x.high) else Fraction(math.floor(bounds(x.high)[1])))
    low, high = (math.floor(b) for b in bounds(x.value if kind is Jet else x))
    if low == high:
        return Fraction(low)
    nearest = Fraction(high)
    if kind is arb and compare(x, nearest) == 0:
        return nearest
    if kind is Jet:
        raise NoDerivative("a whole part that changes on the box")
    raise Undecided("a whole part at a number that cannot be told from an integer")


def choose(n: int, k: int) -> Any:
    """The binomial coefficient, exact while it is short."""
    if k < 0 or n < 0:
        raise ValueError(f"binomial({n}, {k}) is used with natural numbers only")
    if k > n:
        return ZERO
    k = min(k, n - k)
    if n <= 4000:
        return Fraction(math.comb(n, k))
    return arb.bin_uiui(n, k)


def factorial(n: int) -> Any:
    if n < 0:
        raise ValueError(f"factorial of {n}")
    return Fraction(math.factorial(n)) if n <= 1000 else arb.fac_ui(n)
