"""Exact real numbers: rationals, sums of logarithms of rationals, and exponentials of these.

    fmpq    a rational number of FLINT
    Log     a rational plus rational multiples of logarithms of positive rationals
    Power   plus or minus the exponential of such a sum, where that is no rational number

They are closed under what makes ties in privacy statements (exp(log(2)) is 2, exp(eps/2)^2 is exp(eps)), so that a
comparison between two of a kind is always decided.  An operation that leaves them gives None: the storeys above
(`balls`, at the working precision, and `real`, at every precision) go on from there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, SupportsInt

from flint import arb, fmpq, fmpz

ZERO, ONE = fmpq(0), fmpq(1)
LONGEST = 20_000  # bits of a rational number that is written out


class Quotient(Protocol):
    """What has a numerator and a denominator: an int, a Fraction, a rational number of sympy."""

    @property
    def numerator(self) -> SupportsInt:
        """The integer above the line."""

    @property
    def denominator(self) -> SupportsInt:
        """The integer below the line."""


class Undecided(ArithmeticError):
    """A comparison that is not decided: at this precision, so that a higher one may, or at all."""


def exact(x: Quotient | fmpq) -> fmpq:
    """An int, a Fraction or a rational of FLINT, sympy or its rings as a rational of FLINT."""
    if type(x) is int:
        return fmpq(x)
    return x if type(x) is fmpq else fmpq(int(x.numerator), int(x.denominator))


def fraction(x: Quotient | fmpq) -> Fraction:
    """A rational of FLINT, sympy or its rings as a Fraction."""
    return Fraction(int(x.numerator), int(x.denominator))


def size(x: fmpq) -> int:
    """The bits of numerator and denominator together."""
    return int(x.p.bit_length()) + int(x.q.bit_length())


def sign_of(x: fmpq) -> int:
    """-1, 0 or 1, of a rational."""
    return (x > 0) - (x < 0)


@dataclass(frozen=True, slots=True)
class Log:
    """const + the sum of coefficient * log(base), over distinct positive bases other than 1; never rational."""

    const: fmpq
    terms: tuple[tuple[fmpq, fmpq], ...]

    def ball(self) -> arb:
        """At the working precision."""
        return sum((arb(k) * arb(b).log() for b, k in self.terms), arb(self.const))

    def power(self) -> tuple[fmpq, int] | None:
        """(r, m) with r^(1/m) = exp(self - const), or None when r is too long to write out."""
        m = math.lcm(*(int(k.q) for _, k in self.terms))
        if sum(abs(int((k * m).p)) * size(b) for b, k in self.terms) > LONGEST:
            return None
        r = ONE
        for b, k in self.terms:
            r *= b ** int((k * m).p)
        return r, m


@dataclass(frozen=True, slots=True)
class Power:
    """sign * exp(exponent), which is not rational."""

    sign: int
    exponent: fmpq | Log

    def ball(self) -> arb:
        """At the working precision."""
        x = self.exponent
        value = (x.ball() if isinstance(x, Log) else arb(x)).exp()
        return value if self.sign > 0 else -value


Exact = fmpq | Log | Power
LINEAR = (fmpq, Log)
MULTIPLICATIVE = (fmpq, Power)


def integer_root(n: fmpz, m: int) -> fmpz | None:
    """The exact m-th root of a natural number, or None."""
    if n <= 1 or m == 1:
        return n
    if m >= n.bit_length():
        return None
    r = n.root(m)
    return r if r**m == n else None


def make_log(const: fmpq, terms: Iterable[tuple[fmpq, fmpq]]) -> fmpq | Log:
    """const + the sum of k log(b) over the pairs (b, k)."""
    merged: list[tuple[fmpq, fmpq]] = []  # by rising base; FLINT's rationals are slow keys
    for base, k in sorted(terms):
        if merged and merged[-1][0] == base:
            merged[-1] = base, merged[-1][1] + k
        else:
            merged.append((base, k))
    kept = tuple((b, k) for b, k in merged if k != 0 and b != 1)
    if not kept:
        return const
    made = Log(const, kept)
    if len(kept) > 1:
        power = made.power()
        if power is not None and power[0] == 1:
            return const
    return made


def make_power(sign: int, exponent: fmpq | Log) -> fmpq | Power:
    """sign * exp(exponent)."""
    if type(exponent) is fmpq:
        return fmpq(sign) if exponent == 0 else Power(sign, exponent)
    assert isinstance(exponent, Log)
    power = exponent.power() if exponent.const == 0 else None
    if power is not None:
        r, m = power
        up, down = integer_root(r.p, m), integer_root(r.q, m)
        if up is not None and down is not None:
            return fmpq(sign * up, down)
    return Power(sign, exponent)


def log_of(x: fmpq | Power) -> fmpq | Log:
    """log |x|, x not 0."""
    if isinstance(x, Power):
        return x.exponent
    return make_log(ZERO, ((abs(x), ONE),))


def add_logs(x: fmpq | Log, y: fmpq | Log) -> fmpq | Log:
    """x + y."""
    if type(x) is fmpq and type(y) is fmpq:
        return x + y
    if type(x) is fmpq:
        x, y = y, x
    assert isinstance(x, Log)
    if type(y) is fmpq:
        return Log(x.const + y, x.terms)
    return make_log(x.const + y.const, (*x.terms, *y.terms))  # type: ignore[union-attr]


def scale_log(x: fmpq | Log, factor: fmpq) -> fmpq | Log:
    """factor * x."""
    if type(x) is fmpq:
        return x * factor
    assert isinstance(x, Log)
    if factor == 0:
        return ZERO
    return Log(x.const * factor, tuple((b, k * factor) for b, k in x.terms))


# -------------------------------------------------------------------------------------------------- operations
def add(x: object, y: object) -> fmpq | Log | None:
    """x + y of rationals and logarithms; None of others."""
    return add_logs(x, y) if isinstance(x, LINEAR) and isinstance(y, LINEAR) else None


def multiply(x: object, y: object) -> Exact | None:
    """x * y where it is exact."""
    if type(x) is fmpq and type(y) is fmpq:
        return x * y
    for one, other in ((x, y), (y, x)):
        if type(one) is fmpq:
            if one == 0:
                return ZERO
            if type(other) is Log:
                return scale_log(other, one)
    if isinstance(x, MULTIPLICATIVE) and isinstance(y, MULTIPLICATIVE):
        return make_power(sign(x) * sign(y), add_logs(log_of(x), log_of(y)))
    return None


def invert(x: fmpq | Power) -> fmpq | Power:
    """1 / x; x is not 0."""
    return make_power(x.sign, scale_log(x.exponent, fmpq(-1))) if isinstance(x, Power) else 1 / x


def sign(x: fmpq | Power) -> int:
    """-1, 0 or 1."""
    return x.sign if isinstance(x, Power) else sign_of(x)


def power(x: fmpq | Power, n: fmpq) -> fmpq | Power | None:
    """x^n for a rational n other than 0, where it is exact; x is not 0, and positive where n is no integer."""
    if type(x) is fmpq and n.q == 1:
        return x ** int(n.p) if abs(int(n.p)) * size(x) <= LONGEST else None
    odd = sign(x) < 0 and int(n.p) % 2
    return make_power(-1 if odd else 1, scale_log(log_of(x), n))


def exponential(x: object) -> Exact | None:
    """e^x where it is exact."""
    return make_power(1, x) if isinstance(x, LINEAR) else None


def logarithm(x: object) -> Exact | None:
    """log x where it is exact; x is positive."""
    return log_of(x) if isinstance(x, MULTIPLICATIVE) else None


def difference_sign(x: object, y: object) -> int | None:
    """The sign of x - y where no ball is needed: of rationals, equal logarithms, equal powers, powers of other signs."""
    if type(x) is fmpq and type(y) is fmpq:
        return (x > y) - (x < y)
    if isinstance(x, LINEAR) and isinstance(y, LINEAR):
        difference = add_logs(x, scale_log(y, fmpq(-1)))
        if type(difference) is fmpq:
            return sign_of(difference)
        assert isinstance(difference, Log)
        found = difference.power() if difference.const == 0 else None
        return None if found is None else sign_of(found[0] - 1)
    if isinstance(x, MULTIPLICATIVE) and isinstance(y, MULTIPLICATIVE):
        one, other = sign(x), sign(y)
        if one != other or one == 0:
            return (one > other) - (one < other)
        order = difference_sign(log_of(x), log_of(y))
        return None if order is None else one * order
    return None


def simplest_between(low: fmpq | None, high: fmpq | None) -> fmpq:
    """The rational of least denominator strictly between two bounds (None: no bound)."""
    if low is None and high is None:
        return ZERO
    if low is None:
        return -simplest_between(-high, None)  # type: ignore[operator]
    if low < 0:
        if high is None or high > 0:
            return ZERO
        return -simplest_between(-high, -low)
    if high is None:
        return fmpq(low.floor() + 1)
    n = low.floor()
    if n + 1 < high:
        return fmpq(n + 1)
    if low == n:
        k = (1 / (high - n)).floor() + 1
        return n + fmpq(1, k)
    return n + 1 / simplest_between(1 / (high - n), 1 / (low - n))
