"""Printed digits against enclosures: does the exact value round to what a paper prints?

A number is rounded to the nearest one.  A guarantee, printed as `at most` or `at least` a number, is rounded outwards:
rounded inwards it would say more than holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from sympy import Basic, Expr

from dpsym import numerals
from dpsym.language import Curve, Value
from dpsym.numbers.balls import Enclosure, round_to
from dpsym.numbers.expressions.enclosure import enclose

_GUARANTEE = re.compile(r"at (most|least) ")
MOST_DIGITS = 200


def printed_range(printed: str) -> tuple[Fraction, Fraction]:
    """The numbers that round to a printed decimal: half a unit of the last printed digit to either side; one unit below a
    number that is printed as `at most` it, one unit above a number that is printed as `at least` it.

    "0.81", "48%", "1.1", "58", "1,000", "≈0.135", "±0.46", "4.0e-5", "at most 53%"; a percentage counts in hundredths, and a
    printed fraction such as "7/82" is exact.
    """
    text = printed.strip()
    if (guarantee := _GUARANTEE.match(text)) is not None:
        number, unit = _read(text.removeprefix(guarantee[0]), printed)
        return (number - unit, number) if guarantee[1] == "most" else (number, number + unit)
    number, unit = _read(text, printed)
    return number - unit / 2, number + unit / 2


def _read(text: str, printed: str) -> tuple[Fraction, Fraction]:
    """A decimal and the unit of its last digit; of a fraction that unit is 0."""
    text = text.strip().replace("−", "-").replace(",", "").replace(" ", "").replace("\u2009", "")
    text = re.sub(r"^(≈|~|±|≃|\\approx)", "", text)
    number, percents = re.subn(r"\\?%$", "", text)
    written = numerals.decimal(number)
    try:
        if written is None:
            return numerals.rational(text), Fraction(0)
        scale, written = Fraction(1, 100) if percents else Fraction(1), written.within(numerals.PLAIN)
        return written.value * scale, written.unit * scale
    except numerals.NotANumber:
        raise ValueError(f"not a printed number: {printed!r}") from None


def agrees(enclosure: Enclosure, printed: str) -> bool | None:
    """Whether every number of the enclosure rounds to `printed` (a tie either way); None when some do."""
    low, high = printed_range(printed)
    if low <= enclosure.low and enclosure.high <= high:
        return True
    if enclosure.high < low or high < enclosure.low:
        return False
    return None


@dataclass(frozen=True)
class Recomputed:
    """A printed number beside its exact value, low <= value <= high; `agrees` is None if none is printed."""

    what: str
    printed: str
    low: Fraction
    high: Fraction
    agrees: bool | None

    @property
    def enclosure(self) -> Enclosure:
        """The interval of the recomputed value."""
        return Enclosure(self.low, self.high)

    def decimals(self, digits: int = 12) -> tuple[str, str]:
        """The two ends as decimal strings, rounded outward."""
        return round_to(self.low, digits, down=True), round_to(self.high, digits, up=True)


def recompute(value: Value, digits: int = 12) -> Recomputed:
    """Evaluate a printed number, with more digits until it agrees or disagrees with the printed ones."""
    found = enclose(value.expression, dict(value.at), digits)
    answer = agrees(found, value.printed) if value.printed else None
    while value.printed and answer is None and digits < MOST_DIGITS and not found.is_exact:
        digits *= 2
        found = enclose(value.expression, dict(value.at), digits)
        answer = agrees(found, value.printed)
    return Recomputed(value.what, value.printed, found.low, found.high, answer)


def tabulate(curve: Curve, digits: int = 12) -> list[tuple[Expr, Enclosure]]:
    """The curve at its listed abscissae."""
    at: dict[Basic, Basic] = dict(curve.at)
    return [(x, enclose(curve.expression, {**at, curve.over: x}, digits)) for x in curve.points]


__all__ = ["Recomputed", "agrees", "printed_range", "recompute", "tabulate"]
