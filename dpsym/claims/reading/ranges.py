"""Ranges of expressions over boxes with rational ends: a cheap sufficient test that a term is defined."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

ZERO, ONE = Fraction(0), Fraction(1)
BITS = 4000  # longer ends are dropped


@dataclass(frozen=True)
class Range:
    """low <= x <= high (None: no bound), strictly where `above`/`below`."""

    low: Fraction | None = None
    above: bool = False
    high: Fraction | None = None
    below: bool = False

    @property
    def positive(self) -> bool:
        """Whether all numbers of the range are above 0."""
        return self.low is not None and (self.low > 0 or (self.low == 0 and self.above))

    @property
    def nonnegative(self) -> bool:
        """Whether all numbers of the range are at least 0."""
        return self.low is not None and self.low >= 0

    @property
    def nonzero(self) -> bool:
        """Whether all numbers of the range have one sign that is not 0."""
        return self.positive or (-self).positive

    @property
    def inside(self) -> bool:
        """Whether all numbers of the range are strictly between 0 and 1."""
        return self.positive and self.high is not None and (self.high < 1 or (self.high == 1 and self.below))

    def over_one(self) -> bool:
        """Whether all numbers of the range are above 1."""
        return self.low is not None and (self.low > 1 or (self.low == 1 and self.above))

    def __neg__(self) -> Range:
        return Range(
            None if self.high is None else -self.high,
            self.below,
            None if self.low is None else -self.low,
            self.above,
        )

    def __add__(self, other: Range) -> Range:
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        return small(Range(low, self.above or other.above, high, self.below or other.below))

    def __mul__(self, other: Range) -> Range:
        corners: list[tuple[Fraction, bool]] = []  # value, not attained
        unbounded = {-1: False, 1: False}
        for (a, a_open, a_side), (b, b_open, b_side) in product(self.ends, other.ends):
            if a is not None and b is not None:
                corners.append((a * b, a_open or b_open))
                continue
            sign = (a_side if a is None else sign_of(a)) * (b_side if b is None else sign_of(b))
            if sign:
                unbounded[sign] = True
            else:
                corners.append((ZERO, False))
        if not corners:
            return Range()
        never_zero = self.nonzero and other.nonzero

        def end(value: Fraction) -> bool:
            return never_zero if value == 0 else all(s for v, s in corners if v == value)

        low, high = min(v for v, _ in corners), max(v for v, _ in corners)
        return small(
            Range(
                None if unbounded[-1] else low,
                not unbounded[-1] and end(low),
                None if unbounded[1] else high,
                not unbounded[1] and end(high),
            )
        )

    @property
    def ends(self) -> tuple[tuple[Fraction | None, bool, int], ...]:
        """(end, whether it is left out, -1 or 1 for below or above) of both ends; None is infinite."""
        return ((self.low, self.above, -1), (self.high, self.below, 1))

    def inverse(self) -> Range:
        """1/x; nothing is known where 0 is not excluded."""
        if self.positive:
            return small(
                Range(
                    ZERO if self.high is None else 1 / self.high,
                    self.high is None or self.below,
                    None if not self.low else 1 / self.low,
                    self.above,
                )
            )
        return -((-self).inverse()) if (-self).positive else Range()

    def meet(self, other: Range) -> Range:
        """The numbers of both ranges."""
        low, above = self.low, self.above
        if other.low is not None and (low is None or (other.low, other.above) > (low, above)):
            low, above = other.low, other.above
        high, below = self.high, self.below
        if other.high is not None and (
            high is None or other.high < high or (other.high == high and other.below)
        ):
            high, below = other.high, other.below
        return Range(low, above, high, below)


def sign_of(x: Fraction) -> int:
    """1, 0 or -1."""
    return (x > 0) - (x < 0)


def small(r: Range) -> Range:
    """The range with each end that has more than BITS bits replaced by infinity: a wider range, which still
    holds every value."""

    def fits(x: Fraction | None) -> bool:
        return x is None or max(x.numerator.bit_length(), x.denominator.bit_length()) <= BITS

    return Range(r.low if fits(r.low) else None, r.above, r.high if fits(r.high) else None, r.below)


def point(x: Fraction) -> Range:
    """The range of one number."""
    return Range(x, False, x, False)


AT_LEAST_0 = Range(ZERO)
POSITIVE = Range(ZERO, True)
UNIT = Range(ZERO, False, ONE, False)


def exponential(r: Range) -> Range:
    """e^x, with the ends 0 and 1 kept."""
    if r.low is not None and r.low >= 0:
        return Range(ONE, r.above or r.low > 0, None, False)
    if r.high is not None and r.high <= 0:
        return Range(ZERO, True, ONE, r.below or r.high < 0)
    return POSITIVE


def logarithm(r: Range) -> Range:
    """log x for positive x."""
    low = ZERO if r.low is not None and r.low >= 1 else None
    high = ZERO if r.high is not None and r.high <= 1 else None
    return Range(low, r.over_one(), high, high is not None and (r.below or r.high < 1))  # type: ignore[operator]


def odd(r: Range, limit: Fraction | None) -> Range:
    """An increasing odd function with values in (-limit, limit): tanh, erf (limit 1), sinh (no limit)."""
    low = ZERO if r.nonnegative else None if limit is None else -limit
    high = ZERO if (-r).nonnegative else limit
    above = r.positive if r.nonnegative else limit is not None
    below = (-r).positive if (-r).nonnegative else limit is not None
    return Range(low, above, high, below)


def root(r: Range) -> Range:
    """A positive power of a nonnegative number below or above 1 (the ends 0 and 1 kept)."""
    if not r.nonnegative:
        return AT_LEAST_0
    one_up = r.low is not None and r.low >= 1
    high = ONE if r.high is not None and r.high <= 1 else None
    return Range(
        ONE if one_up else ZERO,
        r.over_one() if one_up else r.positive,
        high,
        high is not None and (r.below or r.high < 1),  # type: ignore[operator]
    )
