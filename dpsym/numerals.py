"""What a person types for a number, read in one way: decimals, fractions, and products with log, exp and sqrt of them.

Digits are 0 to 9, and what is read is exact.  Nothing is computed before it is known how long it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

NUMBER = re.compile(r"([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?)0*(\d+))?", re.ASCII)
QUOTIENT = re.compile(r"([+-]?)(\d+)\s*/\s*(\d+)", re.ASCII)
OPEN = re.compile(r"([+-]?)(\w*)\(", re.ASCII)
SPACE = re.compile(r"\s*", re.ASCII)
NESTED = 1  # brackets inside of brackets are no number that a person types
ENDLESS = 10**9  # what an exponent is taken for that is longer


class NotANumber(ValueError):
    """A text that is no number."""


class TooLong(NotANumber):
    """A number with more digits, or a larger power of ten, than are read."""


@dataclass(frozen=True)
class Bounds:
    """How many digits are read, and which powers of ten, to either side."""

    digits: int
    exponent: int


PLAIN = Bounds(4300, 100_000)


@dataclass(frozen=True)
class Decimal:
    """A decimal as it is written: `-12.50e-3` has the digits 12 and 50, and the exponent -3."""

    sign: str
    whole: str
    places: str
    exponent: int

    @property
    def digits(self) -> int:
        """How many digits are written out."""
        return len(self.whole) + len(self.places)

    @property
    def unit(self) -> Fraction:
        """One unit of the last digit."""
        return Fraction(10) ** (self.exponent - len(self.places))

    @property
    def value(self) -> Fraction:
        """The number."""
        number, tens = int(f"{self.sign}{self.whole}{self.places}"), self.exponent - len(self.places)
        return Fraction(number, 10**-tens) if tens < 0 else Fraction(number * 10**tens)

    def within(self, bounds: Bounds) -> Decimal:
        """The same; TooLong where it is longer than is read."""
        if self.digits > bounds.digits or abs(self.exponent) > bounds.exponent:
            raise TooLong
        return self


@dataclass(frozen=True)
class Call:
    """`-log(3)`: a function of a number, of which the sign and the word are given; no word for a bracket alone."""

    sign: str
    word: str
    inner: Product


@dataclass(frozen=True)
class Product:
    """Factors in the order of the text, each with the sign before it: `*`, or `/` where it is divided by."""

    text: str
    factors: tuple[tuple[str, Decimal | Call], ...]

    @cached_property
    def alone(self) -> Decimal | Call | None:
        """The factor that is all of it, or None."""
        return self.factors[0][1] if len(self.factors) == 1 else None

    def within(self, bounds: Bounds) -> Product:
        """The same; TooLong where its decimals together, of which each is within them, are longer than is read."""
        decimals = [f for _, f in self.factors if isinstance(f, Decimal)]
        digits, tens = sum(f.digits for f in decimals), sum(abs(f.exponent) for f in decimals)
        if digits > bounds.digits or tens > bounds.exponent:
            raise TooLong
        return self

    def value(self) -> Fraction | None:
        """The number, where no function of one is in it; ZeroDivisionError."""
        found = Fraction(1)
        for sign, factor in self.factors:
            if isinstance(factor, Call):
                return None
            found = found / factor.value if sign == "/" else found * factor.value
        return found


def _decimal(found: re.Match[str]) -> Decimal:
    sign, whole, places, after_point, of_ten, power = found.groups()
    exponent = 0 if power is None else ENDLESS if len(power) > 9 else int(power)
    return Decimal(sign, whole or "", after_point or places or "", -exponent if of_ten == "-" else exponent)


def decimal(text: str) -> Decimal | None:
    """`12`, `-0.25`, `.5`, `1e-6`; None for any other text."""
    found = NUMBER.fullmatch(text)
    return None if found is None else _decimal(found)


def rational(text: str, bounds: Bounds = PLAIN, signs: str = "+-") -> Fraction:
    """`0.25`, `1e-6`, `1/3`: a decimal, or a whole number over another, with one of these signs or none.

    NotANumber; TooLong is one too.
    """
    found = QUOTIENT.fullmatch(text)
    if found is None:
        written = decimal(text)
        if written is None or written.sign not in signs:
            raise NotANumber
        return written.within(bounds).value
    sign, over, under = found.groups()
    if sign not in signs or not under.strip("0"):
        raise NotANumber
    over, under = over.lstrip("0") or "0", under.lstrip("0")
    if max(len(over), len(under)) > bounds.digits:
        raise TooLong
    return Fraction(int(sign + over), int(under))


def product(text: str, bounds: Bounds = PLAIN) -> Product:
    """`-2*log(3)`, `sqrt(2)/2`, `1/3`, `(1/2)`: NotANumber for what is written in another way, TooLong."""
    found, at = _product(text, 0, bounds, 0)
    if at < len(text):
        raise NotANumber
    return found


def _product(text: str, at: int, bounds: Bounds, depth: int) -> tuple[Product, int]:
    factors: list[tuple[str, Decimal | Call]] = []
    sign, start = "*", at
    while sign:
        factor, at = _factor(text, _after_space(text, at), bounds, depth)
        factors.append((sign, factor))
        at = _after_space(text, at)
        sign = text[at : at + 1] if text[at : at + 1] in ("*", "/") else ""
        at += len(sign)
    return Product(text[start:at].strip(), tuple(factors)).within(bounds), at


def _factor(text: str, at: int, bounds: Bounds, depth: int) -> tuple[Decimal | Call, int]:
    number = NUMBER.match(text, at)
    if number is not None:
        return _decimal(number).within(bounds), number.end()
    call = OPEN.match(text, at)
    if call is None or depth == NESTED:
        raise NotANumber
    inner, at = _product(text, call.end(), bounds, depth + 1)
    if text[at : at + 1] != ")":
        raise NotANumber
    return Call(call[1], call[2], inner), at + 1


def _after_space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return at if found is None else found.end()


__all__ = [
    "PLAIN",
    "Bounds",
    "Call",
    "Decimal",
    "NotANumber",
    "Product",
    "TooLong",
    "decimal",
    "product",
    "rational",
]
