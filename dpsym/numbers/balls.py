"""Exact numbers in, enclosures out: input conversion, the result of every evaluator, certified roots."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

from flint import arb, fmpz

from dpsym.numerals import NotANumber, TooLong, rational
from dpsym.reals import balls as v
from dpsym.reals.balls import Undecided, ball
from dpsym.reals.precision import working_bits

Number = int | float | Fraction
Given = Number | str  # a number as a user writes it
Input = Any  # what a user gives for an argument that is no number: a reader of that argument checks it
Answer = arb | Number  # what an evaluator finds at the precision in force


# ------------------------------------------------------------------------------------------------- inputs
def exact_rational(value: object, name: str) -> Number:
    """`value` as an int, a finite float (the binary number it is) or a Fraction.

    Accepted: ints, floats and their numpy kinds, Fraction, and text: "0.1", "1e-6", "1/3".  ValueError for
    anything else, for bool, nan and the infinities.
    """
    if type(value) is int or type(value) is Fraction:
        return value
    if type(value) is str:
        text = value.strip()
        try:
            return rational(text)
        except TooLong:
            raise ValueError(f"the value of {name} is too long to be written out: {text[:40]!r}") from None
        except NotANumber:
            raise ValueError(f"the value of {name} is not an exact number: {value[:60]!r}") from None
    kind = type(value)
    if kind is bool or "bool" in kind.__name__:
        raise ValueError(f"the value of {name} is not a number: {value!r}")
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):  # a subclass of Fraction, or a rational number of sympy
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Real):
        number = float(value)
        if not math.isfinite(number):
            raise ValueError(f"the value of {name} is not a finite number: {value!r}")
        if kind is not float and number != value:
            raise ValueError(f"the value of {name} does not fit a double: {value!r}; write it as text")
        return number
    raise ValueError(f"the value of {name} is not an exact number: {value!r}")


def approximate(x: Number) -> float:
    """A double near `x`, for guesses; beyond the range of doubles the largest one of its sign."""
    try:
        return float(x)
    except OverflowError:
        return math.copysign(1.7e308, 1 if x > 0 else -1)


# ------------------------------------------------------------------------------------------------- results
class Enclosure:
    """The exact numbers `low` <= true value <= `high`.

    It is made from two exact numbers, or from a ball (`Enclosure.around`), whose ends are written out as
    exact fractions when they are first asked for.
    """

    __slots__ = ("_ball", "_ends")
    _ball: arb | None
    _ends: tuple[Fraction, Fraction] | None

    def __init__(self, low: Number, high: Number) -> None:
        ends = Fraction(low), Fraction(high)
        if not ends[0] <= ends[1]:
            raise ValueError("an enclosure needs low <= high")
        self._ball, self._ends = None, ends

    @classmethod
    def around(cls, ball: arb) -> Enclosure:
        """The enclosure that a finite ball is."""
        made = cls.__new__(cls)
        made._ball, made._ends = ball, None  # noqa: SLF001
        return made

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The lower and the upper end, exactly."""
        found = self._ends
        if found is None:
            assert self._ball is not None
            found = self._ends = v.bounds(self._ball)
        return found

    @property
    def low(self) -> Fraction:
        """The lower end."""
        return self.ends[0]

    @property
    def high(self) -> Fraction:
        """The upper end."""
        return self.ends[1]

    @property
    def mid(self) -> Fraction:
        """The midpoint."""
        return (self.low + self.high) / 2

    @property
    def rad(self) -> Fraction:
        """The radius."""
        return (self.high - self.low) / 2

    @property
    def is_exact(self) -> bool:
        """Whether it holds one number only."""
        return self.low == self.high

    # Comparisons have three answers: yes, no, and `Undecided`, which is raised, since a bool has no third value.
    # `==` asks whether two enclosures are the same interval, and never whether the true values are equal.
    def __lt__(self, other: object) -> bool:
        return _decided(self, other, "<", lambda a, b: a < b)

    def __le__(self, other: object) -> bool:
        return _decided(self, other, "<=", lambda a, b: a <= b)

    def __gt__(self, other: object) -> bool:
        return _decided(self, other, ">", lambda a, b: a > b)

    def __ge__(self, other: object) -> bool:
        return _decided(self, other, ">=", lambda a, b: a >= b)

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __pos__(self) -> Enclosure:
        return self

    def __abs__(self) -> Enclosure:
        if self.low < 0 < self.high:
            return Enclosure(0, max(-self.low, self.high))
        return self if self.low >= 0 else -self

    def __add__(self, other: object) -> Enclosure:
        low, high = _ends_of(other)
        return Enclosure(self.low + low, self.high + high)

    __radd__ = __add__

    def __sub__(self, other: object) -> Enclosure:
        low, high = _ends_of(other)
        return Enclosure(self.low - high, self.high - low)

    def __rsub__(self, other: object) -> Enclosure:
        return -self + other

    def __mul__(self, other: object) -> Enclosure:
        ends = [a * b for a in self.ends for b in _ends_of(other)]
        return Enclosure(min(ends), max(ends))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Enclosure:
        low, high = _ends_of(other)
        if low <= 0 <= high:
            raise Undecided("division by a number that may be zero")
        return self * Enclosure(1 / high, 1 / low)

    def __rtruediv__(self, other: object) -> Enclosure:
        return Enclosure(*_ends_of(other)) / self

    def __pow__(self, power: int) -> Enclosure:
        if type(power) is not int:
            raise ValueError(f"the power of an enclosure is an int, not {power!r}")
        if power < 0:
            return 1 / self**-power
        base = abs(self) if power % 2 == 0 else self
        return Enclosure(base.low**power, base.high**power)

    def __round__(self, places: int | None = None) -> int | Decimal:
        """The true value rounded to so many decimal places (to a whole number without them); `Undecided` where the
        enclosure is too wide to tell."""
        found = self._fixed(places or 0, "")
        return int(found) if places is None else Decimal(found)

    def __format__(self, spec: str) -> str:
        """As `.4f` (4 decimal places), `.4e` or `.4g` (4 significant digits) of the true value; `Undecided` where the
        enclosure is too wide to tell the last digit.

        A letter after it asks for a bound instead: `.4fd` is rounded down from the lower end, `.4fu` up from the upper
        end, and `.4fo` is both, `[0.4621, 0.4622]`: the true value lies between the numbers printed.
        """
        if not spec:
            return str(self)
        asked = re.fullmatch(r"\.(\d{1,4})([feg])([duo]?)", spec)
        if asked is None:
            raise ValueError(
                f"{spec!r} is no format of an enclosure: write .4f, .4e or .4g, then d, u or o to round down, up, outwards"
            )
        digits, kind, way = int(asked[1]), asked[2], asked[3]
        if way == "o":
            return f"[{self.__format__(spec[:-1] + 'd')}, {self.__format__(spec[:-1] + 'u')}]"
        if kind == "f":
            return self._fixed(digits, way)
        return self._significant(digits + 1 if kind == "e" else max(digits, 1), way, kind)

    def _fixed(self, places: int, way: str) -> str:
        """To so many decimal places: nearest, down (`d`) or up (`u`)."""
        low, high = (x * _ten(places) for x in self.ends)
        if way:
            n = math.floor(low) if way == "d" else math.ceil(high)
        elif (n := round(low)) != round(high):
            raise Undecided(f"{self} is too wide to be rounded to {places} decimal places")
        whole, part = divmod(abs(n), _ten(places))
        return ("-" if n < 0 else "") + str(whole) + (f".{part:0{places}d}" if places else "")

    def _significant(self, digits: int, way: str, kind: str) -> str:
        """To so many significant digits, with an exponent for `e`."""

        def written(x: Fraction) -> str:
            n, exponent = _leading(x.numerator, x.denominator, digits, way == "u", way == "d")
            if kind == "g":
                return _written(n, exponent, digits)
            text = str(abs(n)).rjust(digits, "0")
            point = "." if digits > 1 else ""
            return f"{'-' if n < 0 else ''}{text[0]}{point}{text[1:]}e{exponent:+03d}"

        if way:
            return written(self.low if way == "d" else self.high)
        found = written(self.low)
        if found != written(self.high):
            raise Undecided(f"{self} is too wide to be rounded to {digits} significant digits")
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Enclosure) and self.ends == other.ends

    def __hash__(self) -> int:
        return hash(self.ends)

    def __reduce__(self) -> tuple[type[Enclosure], tuple[Fraction, Fraction]]:
        return Enclosure, self.ends

    def __repr__(self) -> str:
        return f"Enclosure({self})"

    def contains(self, x: object) -> bool:
        """Whether an exact number (or a whole enclosure) lies inside."""
        if isinstance(x, Enclosure):
            return self.low <= x.low and x.high <= self.high
        return self.low <= exact_rational(x, "the number") <= self.high

    def decimal(self, digits: int = 12) -> tuple[str, str]:
        """(mid, rad) as decimal strings: `digits` significant digits, and a radius rounded up to cover."""
        middle = self.mid
        n, exponent = _leading(middle.numerator, middle.denominator, digits)
        places = digits - 1 - exponent  # what is shown is n 10^-places
        top, bottom = (n, _ten(places)) if places >= 0 else (n * _ten(-places), 1)
        radius = "0"
        if self.low != self.high or middle.numerator * bottom != top * middle.denominator:
            # the ends and the middle shown over a common denominator, which need not be in lowest terms
            gaps = [
                (x.numerator * bottom - top * x.denominator, x.denominator) for x in (self.low, self.high)
            ]
            (low, below), (high, above) = gaps
            gap = (high, above) if high * below >= -low * above else (-low, below)
            radius = _written(*_leading(gap[0], gap[1] * bottom, 2, up=True), 2)
        return _written(n, exponent, digits), radius

    def __float__(self) -> float:
        nearest = float(self.mid)
        if nearest == 0 and self.mid != 0:
            raise ArithmeticError("a value too small for double precision")
        return nearest

    def __str__(self) -> str:
        middle, radius = self.decimal()
        return middle if radius == "0" else f"{middle} ± {radius}"


def _ends_of(x: object) -> tuple[Fraction, Fraction]:
    """The ends of an enclosure, or an exact number twice; a float is the binary number it is."""
    if isinstance(x, Enclosure):
        return x.ends
    value = Fraction(exact_rational(x, "the number"))
    return value, value


def _decided(x: Enclosure, other: object, sign: str, holds: Callable[[Fraction, Fraction], bool]) -> bool:
    """Whether the relation holds of all values of both, or of none; Undecided otherwise."""
    low, high = _ends_of(other)
    answers = {holds(a, b) for a in x.ends for b in (low, high)}
    if len(answers) == 2:
        shown = other if isinstance(other, Enclosure) else f"{other}"
        raise Undecided(f"{x} {sign} {shown}: the enclosures overlap; ask for more digits")
    return answers.pop()


def round_to(x: Fraction, digits: int, up: bool = False, down: bool = False) -> str:
    """x as a decimal string with `digits` significant digits: nearest, or upwards, or downwards."""
    n, exponent = _leading(x.numerator, x.denominator, digits, up, down)
    return _written(n, exponent, digits)


def _ten(n: int) -> int:
    """10^n, by FLINT, which multiplies long integers much faster."""
    return 10**n if n < 1000 else int(fmpz(10) ** n)


def _leading(top: int, bottom: int, digits: int, up: bool = False, down: bool = False) -> tuple[int, int]:
    """(n, e) with top/bottom = n 10^(e - digits + 1) rounded, 10^(digits - 1) <= |n| < 10^digits; (0, 0) for 0.

    bottom > 0; integers only, not in lowest terms, as a common divisor of millions of digits takes minutes.
    """
    if top == 0:
        return 0, 0
    size = abs(top)
    exponent = math.floor((size.bit_length() - bottom.bit_length()) * math.log10(2))
    while True:
        shift = digits - 1 - exponent
        one, other = (size * _ten(shift), bottom) if shift >= 0 else (size, bottom * _ten(-shift))
        n, rest = divmod(one, other)
        if n >= 10**digits:
            exponent += 1
        elif n < 10 ** (digits - 1):
            exponent -= 1
        else:
            break
    away = up if top > 0 else down  # whether what is left over adds one to the size
    if rest and (away or (not up and not down and (2 * rest > other or (2 * rest == other and n % 2)))):
        n += 1
    if n == 10**digits:
        n, exponent = n // 10, exponent + 1
    return (n if top > 0 else -n), exponent


def _written(n: int, exponent: int, digits: int) -> str:
    """n 10^(exponent - digits + 1) as text."""
    if n == 0:
        return "0"
    places = digits - 1 - exponent
    text, sign = str(abs(n)), "-" if n < 0 else ""
    if -7 <= exponent < max(digits, 16):
        if places <= 0:
            return sign + text + "0" * -places
        text = text.rjust(places + 1, "0")
        whole, part = text[: len(text) - places], text[len(text) - places :].rstrip("0")
        return sign + whole + ("." + part if part else "")
    part = text[1:].rstrip("0")
    return f"{sign}{text[0]}{'.' + part if part else ''}e{exponent:+d}"


# --------------------------------------------------------------------------------------------------- roots
def newton(
    f: Callable[[arb], arb], slope: Callable[[arb], arb], guess: float | arb, bits: int, close: int = 40
) -> arb:
    """A ball, good to about `bits` bits, around the root of f near `guess`; it is proved to hold the root.

    Interval Newton: for x in X and N = x - f(x)/slope(X), where slope(X) is a ball around every derivative
    on X, N inside X proves that f has exactly one root in X and that it lies in N.  f and slope are called
    at the precision in force.  The first X reaches 2^-close times the guess to each side.  Undecided when no
    such X is found.
    """
    x = arb(guess)
    width = abs(x) * arb(2) ** -close if x != 0 else arb(2) ** -1000
    best = -1
    for _ in range(100):
        box = x + arb(0, width.upper())
        step = f(x) / slope(box)
        found = x - step
        if not found.is_finite():
            width = (
                width.upper() * arb(2) ** -20
            )  # the slope may vanish on the box; on a small one it does not
            continue
        if box.contains_interior(found):
            good = found.rel_accuracy_bits()
            if good >= bits or good <= best:  # good enough, or as good as f allows
                return found
            best = good
        x = found.mid()
        width = abs(step).upper() * 4 if best < 0 else found.rad() * 4
        width = width + abs(x) * arb(2) ** (4 - working_bits())
    raise Undecided("no certified root was found at this precision")


__all__ = ["Enclosure", "approximate", "ball", "exact_rational", "newton", "round_to"]
