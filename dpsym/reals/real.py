"""Real numbers at every precision, whose signs are decided: what is exact, algebraic and ball-valued reals, germs.

A value is one of

    fmpq, Log, Power   exact numbers (`dpsym.reals.exact`)
    Real   a ball at every precision; with a separation bound when it is algebraic, so that zero is recognised
    LogOf  the logarithm of an algebraic number or of a germ
    Germ   a rational function of one variable near a sample point; every sign it is asked for is noted
    Inf    +oo or -oo, the loss of an outcome that one of the laws excludes
    None   undefined (0/0, the logarithm of 0), or undecided

The separation bound is that of Burnikel, Funke, Mehlhorn, Schirra and Schmitt (2001): an algebraic number
written as U/L with conjugates of U below 2^u, |L| <= 2^l and degree at most D is 0 or at least 2^-(u (D-1) +
l) in modulus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flint import acb, arb, fmpq, fmpq_poly

from dpsym.reals import exact as ex
from dpsym.reals.exact import ONE, ZERO, Log, Power, Undecided, make_log, simplest_between
from dpsym.reals.exact import sign_of as _sgn
from dpsym.reals.precision import at_precision, working_bits
from dpsym.reals.simplex import Arithmetic

BALLS = 512  # bits at which a comparison without a separation bound is given up
ALGEBRAIC = 6000  # the same for algebraic numbers, whose zero is recognised

LONGEST = 200_000  # bits of a power that is written out
QUOTIENT = 64  # bits with which a quotient of logarithms is looked at
FEW = 8  # rationals that are added or multiplied one after the other
EXPONENT, DEGREE = 256, 64  # of a rational power up to which a real stays algebraic

Algebraic = tuple[int, int, frozenset]  # u, l and the generators with their degrees


class NotRational(Exception):
    """A germ met an operation that leaves the rational functions."""


class Inf:
    """+oo (`up`) or -oo."""

    __slots__ = ("up",)

    def __init__(self, up: bool) -> None:
        self.up = up

    def __repr__(self) -> str:
        return "+oo" if self.up else "-oo"


OO, MINUS_OO = Inf(True), Inf(False)


class Real:
    """A real number known by its balls; `alg` = (u, l, {(name, degree)}) bounds it when it is algebraic."""

    __slots__ = ("alg", "cache", "make")

    def __init__(self, make: Callable[[], arb], alg: Algebraic | None = None) -> None:
        self.make, self.alg, self.cache = make, alg, (0, arb(0))

    def ball(self) -> arb:
        """The number as a ball at the working precision, computed once for each."""
        bits, found = self.cache
        if bits != working_bits():
            found = self.make()
            self.cache = (working_bits(), found)
        return found


class Germ:
    """num/den as functions of one variable; signs are read at `here`, and the polynomials asked for are
    noted."""

    __slots__ = ("den", "here", "num", "seen")

    def __init__(self, num: fmpq_poly, den: fmpq_poly, here: fmpq, seen: list) -> None:
        self.num, self.den, self.here, self.seen = num, den, here, seen

    def sign(self) -> int:
        """The sign at the place, of numerator times denominator; both are noted."""
        self.seen.append(self.num)
        self.seen.append(self.den)
        return _sgn(self.num(self.here)) * _sgn(self.den(self.here))


class LogOf:
    """k * log(value) of a positive germ or algebraic number, so that an exponential gives the value back."""

    __slots__ = ("k", "value")

    def __init__(self, value: Value, k: fmpq) -> None:
        self.value, self.k = value, k

    def ball(self) -> arb:
        """The number as a ball at the working precision; NotRational where it is a function still."""
        if isinstance(self.value, Germ):
            raise NotRational
        return arb(self.k) * ball_of(self.value).log()


Value = fmpq | Log | Power | Real | LogOf | Germ | Inf | None


def _merged(x: Value, y: Value) -> Value:
    """x + y where one is a LogOf; None where the other is not a logarithm."""
    x, y = (y, x) if isinstance(y, LogOf) else (x, y)
    assert isinstance(x, LogOf)
    if isinstance(y, fmpq) and y == 0:
        return x
    if isinstance(y, Log) and y.const == 0:
        y = LogOf(exponential(y), ONE)
    if isinstance(y, LogOf) and x.k == y.k:
        return LogOf(times(x.value, y.value), x.k)
    if isinstance(y, LogOf) and x.k.q == 1 and y.k.q == 1:
        return LogOf(times(integer_power(x.value, int(x.k.p)), integer_power(y.value, int(y.k.p))), ONE)
    if isinstance(x.value, Germ) or (isinstance(y, LogOf) and isinstance(y.value, Germ)):
        raise NotRational
    return None


def _germ(num: fmpq_poly, den: fmpq_poly, like: Germ) -> Value:
    if num == 0:
        return ZERO
    if den.degree() > 0:
        g = num.gcd(den)
        if g.degree() > 0:
            num, den = num // g, den // g
    if num.degree() <= 0 and den.degree() <= 0:
        return num[0] / den[0]
    return Germ(num, den, like.here, like.seen)


def _parts(x: Value, like: Germ) -> tuple[fmpq_poly, fmpq_poly]:
    if isinstance(x, Germ):
        if x.seen is not like.seen:
            raise NotRational
        return x.num, x.den
    if isinstance(x, fmpq):
        return fmpq_poly([x]), fmpq_poly([1])
    raise NotRational


def ball_of(x: Value) -> arb:
    """The ball of a finite value at the current precision."""
    # what is not finite has none: an AttributeError, which those who look whether it has catch
    return arb(x) if isinstance(x, fmpq) else x.ball()  # type: ignore[union-attr]


def _alg(x: Value) -> Algebraic | None:
    """The bounds of an algebraic number; None for others."""
    if isinstance(x, fmpq):
        return int(x.p.bit_length()), int(x.q.bit_length()), frozenset()
    if isinstance(x, Power) and isinstance(x.exponent, Log) and x.exponent.const == 0:
        return _alg_of_roots(x.exponent.terms)
    return x.alg if isinstance(x, Real) else None


def _alg_of_roots(terms: tuple[tuple[fmpq, fmpq], ...]) -> Algebraic:
    """The bounds of the product of base^exponent: each a power of a root of its base."""
    u = l = 0
    generators = set()
    for base, k in terms:
        m, n = int(k.q), int(k.p)
        top, bottom = int(base.p.bit_length()), int(base.q.bit_length())
        one, other = (top + (m - 1) * bottom) // m + 1, bottom
        u, l = (u + n * one, l + n * other) if n > 0 else (u - n * other, l - n * one)
        if m > 1:
            generators.add(((str(base), m), m))
    return u, l, frozenset(generators)


def _no_germ(*values: Value) -> None:
    if any(isinstance(x, Germ) or (isinstance(x, LogOf) and isinstance(x.value, Germ)) for x in values):
        raise NotRational


def plus(x: Value, y: Value) -> Value:
    """x + y; +oo + -oo is undefined."""
    if type(x) is fmpq and type(y) is fmpq:
        return x + y
    if x is None or y is None:
        return None
    if isinstance(x, Inf) or isinstance(y, Inf):
        if isinstance(x, Inf) and isinstance(y, Inf):
            return x if x.up == y.up else None
        return x if isinstance(x, Inf) else y
    if isinstance(x, LogOf) or isinstance(y, LogOf):
        merged = _merged(x, y)
        if merged is not None:
            return merged
    like = x if isinstance(x, Germ) else y
    if isinstance(like, Germ):
        (a, b), (c, d) = _parts(x, like), _parts(y, like)
        return _germ(a * d + c * b, b * d, like)
    known = ex.add(x, y)
    if known is not None:
        return known
    for one, other in ((x, y), (y, x)):
        if isinstance(one, fmpq) and one == 0:
            return other
    p, q = _alg(x), _alg(y)
    alg = (max(p[0] + q[1], q[0] + p[1]) + 1, p[1] + q[1], p[2] | q[2]) if p and q else None
    return Real(lambda: ball_of(x) + ball_of(y), alg)


def times(x: Value, y: Value) -> Value:
    """x * y; 0 times an infinity is undefined."""
    if type(x) is fmpq and type(y) is fmpq:
        return x * y
    if x is None or y is None:
        return None
    if isinstance(x, Inf) or isinstance(y, Inf):
        s, t = sign(x), sign(y)
        return None if not s or not t else OO if s * t > 0 else MINUS_OO
    if (isinstance(x, fmpq) and x == 0) or (isinstance(y, fmpq) and y == 0):
        return ZERO
    for one, two in ((x, y), (y, x)):
        if isinstance(one, fmpq) and isinstance(two, LogOf):
            return LogOf(two.value, two.k * one)
    like = x if isinstance(x, Germ) else y
    if isinstance(like, Germ):
        (a, b), (c, d) = _parts(x, like), _parts(y, like)
        return _germ(a * c, b * d, like)
    known = ex.multiply(x, y)
    if known is not None:
        return known
    p, q = _alg(x), _alg(y)
    alg = (p[0] + q[0], p[1] + q[1], p[2] | q[2]) if p and q else None
    return Real(lambda: ball_of(x) * ball_of(y), alg)


def minus(x: Value, y: Value) -> Value:
    """x - y."""
    if type(x) is fmpq and type(y) is fmpq:
        return x - y
    return plus(x, times(fmpq(-1), y))


def in_pairs(operation: Callable[[Value, Value], Value], values: Iterable[Value], empty: Value) -> Value:
    """The sum or the product of many values, pair by pair: what is nested is computed by recursion, and so is not deep.

    None, at the first value that is undefined, where there is one.
    """
    items: list[Value] = []
    rational = True
    for value in values:
        if value is None:
            return None
        rational = rational and type(value) is fmpq
        items.append(value)
    if rational and 0 < len(items) <= FEW:
        total = items[0]
        for item in items[1:]:
            total = operation(total, item)
        return total
    while len(items) > 1:
        odd = items[-1:] if len(items) % 2 else []
        items = [operation(x, y) for x, y in zip(items[::2], items[1::2], strict=False)] + odd
        if any(item is None for item in items):
            return None
    return items[0] if items else empty


def over(x: Value, y: Value) -> Value:
    """x / y; undefined at y = 0, and where a sign of y is undecided."""
    if type(x) is fmpq and type(y) is fmpq:
        return x / y if y != 0 else None
    if x is None or y is None:
        return None
    if isinstance(y, Inf):
        return None if isinstance(x, Inf) else ZERO
    if not sign(y):
        return None
    if isinstance(x, Inf):
        return x if sign(y) == 1 else Inf(not x.up)
    like = x if isinstance(x, Germ) else y
    if isinstance(like, Germ):
        (a, b), (c, d) = _parts(x, like), _parts(y, like)
        return _germ(a * d, b * c, like)
    if isinstance(y, fmpq | Power) and isinstance(x, fmpq | Power | Log | LogOf):
        return times(x, ex.invert(y))
    if isinstance(x, Log) and isinstance(y, Log) and (multiple := rational_multiple(x, y)) is not None:
        return multiple
    p, q = _alg(x), _alg(y)
    alg = (p[0] + q[1], p[1] + q[0], p[2] | q[2]) if p and q else None
    return Real(lambda: ball_of(x) / ball_of(y), alg)


def rational_multiple(x: Log, y: Log) -> fmpq | None:
    """The rational x / y of sums of logarithms, where it is one of few digits; None where it is not, or is not seen."""
    ratio = enclosed(x, QUOTIENT) / enclosed(y, QUOTIENT)
    if not ratio.is_finite():
        return None
    found = simplest_between(ratio.lower().fmpq(), ratio.upper().fmpq())
    small = found.height_bits() <= QUOTIENT // 4
    return found if small and minus(x, times(found, y)) == 0 else None


def root(x: Value, m: int) -> Value:
    """The m-th root of x >= 0; undefined for negative x."""
    if m == 1 or x is None:
        return x
    _no_germ(x)
    s = sign(x)
    if s is None or s < 0:
        return None
    if s == 0:
        return ZERO
    if isinstance(x, Inf):
        return x
    if isinstance(x, fmpq | Power):
        return ex.power(x, fmpq(1, m))
    known = _alg(x)
    alg = None
    if known:
        u, l, gens = known
        alg = ((u + (m - 1) * l) // m + 1, l, gens | {((id(x), m), m)})
    return Real(lambda x=x: ball_of(x).root(m), alg)  # type: ignore[misc]


def integer_power(x: Value, n: int) -> Value:
    """x^n for an integer n; 0^0 is 1, a negative power of 0 undefined."""
    if n < 0:
        return over(ONE, integer_power(x, -n))
    if type(x) is fmpq:
        return x**n if n * ex.size(x) < LONGEST else Real(lambda: arb(x) ** n)
    if x is None or n == 0:
        return None if x is None else ONE
    if isinstance(x, Inf):
        return x if x.up or n % 2 else OO
    if isinstance(x, Power):
        return ex.power(x, fmpq(n))
    if n > 64:
        _no_germ(x)
        return Real(lambda: ball_of(x) ** n)
    result: Value = x
    for _ in range(n - 1):
        result = times(result, x)
    return result


def power(x: Value, y: Value) -> Value:
    """x^y for x > 0, or a rational y, or 0 to a positive power."""
    if x is None or y is None:
        return None
    if isinstance(y, fmpq):
        if y.q == 1:
            return integer_power(x, int(y.p))
        if y.q <= DEGREE and abs(int(y.p)) <= EXPONENT and not isinstance(x, Log):
            return integer_power(root(x, int(y.q)), int(y.p))
    s = sign(x)
    if s == 0:
        return ZERO if sign(y) == 1 else None
    if s != 1:
        return None
    return exponential(times(y, logarithm(x)))


def exponential(x: Value) -> Value:
    """e^x; e^-oo is 0."""
    if x is None or isinstance(x, Inf):
        return None if x is None else OO if x.up else ZERO
    if isinstance(x, LogOf):
        return power(x.value, x.k)
    _no_germ(x)
    known = ex.exponential(x)
    return Real(lambda: ball_of(x).exp()) if known is None else known


def logarithm(x: Value) -> Value:
    """log x for x > 0; undefined otherwise."""
    if x is None or isinstance(x, Inf):
        return x if isinstance(x, Inf) and x.up else None
    _no_germ(x)
    if sign(x) != 1:
        return None
    known = ex.logarithm(x)
    return Real(lambda: ball_of(x).log()) if known is None else known


def ball_function(name: str, x: Value) -> Value:
    """A real function that Arb evaluates (erf, erfc, sin, ...), by name."""
    if x is None or isinstance(x, Inf):
        return None
    if isinstance(x, fmpq) and x == 0:
        return ONE if name in ("cos", "erfc") else ZERO
    _no_germ(x)
    return Real(lambda: getattr(ball_of(x), name)())


def enclosed(x: Value, bits: int) -> arb:
    """The ball of a finite value computed with `bits` of working precision."""
    return at_precision(bits, ball_of, (x,))


def sign(x: Value) -> int | None:
    """-1, 0 or 1; None when undefined or undecided."""
    if type(x) is fmpq:
        return _sgn(x)
    if x is None:
        return None
    if isinstance(x, Inf):
        return 1 if x.up else -1
    if isinstance(x, Germ):
        return x.sign()
    if isinstance(x, LogOf):
        s = compare(x.value, ONE)
        return None if s is None else s * _sgn(x.k)
    if isinstance(x, Power):
        return x.sign
    if isinstance(x, Log) and x.const == 0:
        found = x.power()
        if found is not None:
            return _sgn(found[0] - 1)
    limit, separation = BALLS, None
    if isinstance(x, Real) and x.alg:
        degree = 1
        for _, k in x.alg[2]:
            degree *= k
        separation = x.alg[0] * (degree - 1) + x.alg[1] + 1
        limit = max(BALLS, min(ALGEBRAIC, 2 * separation + 128))
    bits = 64
    while bits <= 2 * limit:
        v = enclosed(x, bits)
        if v > 0:
            return 1
        if v < 0:
            return -1
        if separation is not None and v.is_finite() and at_precision(64, _below, (v, separation)):
            return 0
        bits *= 2
    return None


def _below(v: arb, separation: int) -> bool:
    """Whether all of a ball is closer to 0 than 2^-separation."""
    return bool(v.abs_upper() < arb(2) ** (-separation))


def compare(x: Value, y: Value) -> int | None:
    """The sign of x - y; equal infinities are equal."""
    if type(x) is fmpq and type(y) is fmpq:
        return 1 if x > y else -1 if x < y else 0
    if x is y and x is not None:  # a number that no ball tells from itself
        return 0
    if isinstance(x, Inf) and isinstance(y, Inf):
        return (x.up > y.up) - (x.up < y.up)
    if isinstance(x, Power) and isinstance(y, fmpq | Power):
        known = ex.difference_sign(x, y)
        if known is not None:
            return known
    return sign(minus(x, y))


def extreme(x: Value, y: Value, up: bool) -> Value:
    """The larger of two values, or the smaller; also of two that cannot be told apart."""
    s = compare(x, y)
    if s is not None:
        return x if s == (1 if up else -1) else y
    if x is None or y is None or isinstance(x, Inf) or isinstance(y, Inf):
        return None
    _no_germ(x, y)
    return Real(lambda: ball_of(x).max(ball_of(y)) if up else ball_of(x).min(ball_of(y)))


def known_sign(x: Value) -> int:
    """The sign of a finite value; Undecided where it is not known."""
    s = sign(x)
    if s is None or isinstance(x, Inf):
        raise Undecided("a sign")
    return s


OVER_VALUES = Arithmetic(plus, times, over, known_sign)  # for the simplex method


def algebraic_roots(poly: fmpq_poly) -> list[Value]:
    """The real roots of an irreducible polynomial, as exact values."""
    if poly.degree() < 1:
        return []
    if poly.degree() == 1:
        return [-poly[0] / poly[1]]
    whole = poly.numer()
    coefficients = [int(whole[i]) for i in range(whole.degree() + 1)]
    cauchy = max(abs(c) for c in coefficients).bit_length() + 1
    lead = abs(coefficients[-1]).bit_length()

    def real_roots() -> list[arb]:
        roots: list[tuple[acb, int]] = whole.complex_roots()  # type: ignore[assignment]  # FLINT's stub is wrong
        return sorted((r.real for r, _ in roots if r.imag == 0), key=lambda r: r.mid())

    found: list[Value] = []
    for k in range(len(at_precision(64, real_roots))):
        alg = (cauchy + lead, lead, frozenset({((str(poly), k), int(poly.degree()))}))
        found.append(Real(lambda k=k: real_roots()[k], alg))  # type: ignore[misc]
    return found


__all__ = [
    "MINUS_OO", "ONE", "OO", "OVER_VALUES", "ZERO", "Germ", "Inf", "Log", "LogOf", "NotRational", "Power", "Real", "Value",
    "algebraic_roots", "ball_function", "ball_of", "compare", "enclosed", "exponential", "extreme", "in_pairs",
    "integer_power", "logarithm",
    "make_log", "minus", "over", "plus", "power", "root", "sign", "simplest_between", "times",
]  # fmt: skip
