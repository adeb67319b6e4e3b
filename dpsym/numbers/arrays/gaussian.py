"""The Gaussian mechanism over numpy arrays, in doubles, with a proved bound on the error of every entry.

u = 2^-53.  Assumed of the platform: + - * / rounded correctly, exp, expm1 and log good to 4 units in the last
place.  erfcx(x) = e^(x^2) erfc(x) = (x/pi) int e^(-t^2)/(x^2 + t^2) dt, by the midpoint rule with step h = 1/2 and
nodes c = ((n + 1/2) h)^2, n < 13, w = e^-c, and with the residue of the pole t = ix:

    erfcx(x) = (x/pi) sum w/(x^2 + c) + 2 e^(x^2)/(1 + e^(4 pi x))                          (residue: x < 5.6 only)

Discretisation.  On the lines Im t = +-A the rule's kernel is at most 1/(e^(4 pi A) - 1) and |x^2 + t^2| at least
|A^2 - x^2|, so the error is at most (2x/pi) pi^(1/2) e^(A^2)/(|A^2 - x^2| (e^(4 pi A) - 1)): with A = 7 for x < 5.6 and
A = 5 for x >= 5.6 less than 4e-16 of erfcx(x).  The nodes left out weigh less than e^-45.

The tail Q(a) for a >= 0.  With x = a/2^(1/2) and e^(-a^2/2) = e^(-b^2/2) e^(-(a-b)(a+b)/2), b a multiple of 1/16, all
terms positive: at most 50u from the sum (13 terms), the factors, two exp and the residue (whose error 8 pi x u
counts with its share).  TAIL = 64u.

delta = (1/2) e^(-x^2) (erfcx(x) - erfcx(y)), x = a/2^(1/2), d = mu/2^(1/2), y = x + d.  The difference is taken by hand:

    (d/pi) [xy A - B] + C,   A = sum w/((x^2 + c)(y^2 + c)),   B = sum c w/((x^2 + c)(y^2 + c)),   C that of residues

a is a sum of two doubles.  Discretisation: relative error 4e-15 (A = 7, 5.9, 5 as x < 5.6 > y, x < 5.6 < y, x >= 5.6).
Rounding: x >= -d/2, so that y >= (|x| + d)/3 is good to 12u, every term to 60u of (|xy| + c) w/(..), residues to 40u of
their parts; the parts together are at most 20 times the result (about 10.5 near x = 0; the tests bound it box by
box).  DELTA = 2^-42 covers 20 * 100u + 4e-15.

Levels: a rational guess z of Q^-1(alpha), good to 2e-7, and its residual r = (Q(z) - alpha)/phi(z) give
Q^-1(alpha) = z + r + z r^2/2 with an error below (z^2 + 1) |r|^3 + TAIL Q(z)/phi(z) + 44u |r|, entry by entry, as
the derivatives of Q^-1 are -1/phi, z/phi^2 and -(1 + 2 z^2)/phi^3; the error of Q at the shifted point is phi there
times that, and TAIL.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpsym.numbers.balls import Number

Array = NDArray[np.float64]
Entry = Array | Number  # of many points: an argument that varies, or one that does not
Doubles = Array | float  # an array of doubles, or one for all entries
U = 2.0**-53
TAIL, DELTA = 64 * U, 2.0**-42
SMALLEST = 2.0**-1022
ROWS = (
    6144  # entries at a time: few enough that 13 rows of them stay in the cache, many for the cost of a call
)
_C = np.array([((n + 0.5) * 0.5) ** 2 for n in range(13)])
_W = np.array([math.exp(-c) for c in _C])
_WC = _W * _C
_COLUMN = _C[:, None]
_FOUR_PI, _ROOT_HALF = 4 * math.pi, 0.7071067811865476
_DENSITY = 0.3989422804014327  # 1/sqrt(2 pi)
_ABOVE = (-41.80202113, -139.3544838, 76.38068408, 151.8340654, 34.74357827, 1.414261519)
_BELOW = (13.16931376, 97.71141855, 110.1287968, 24.57492957, 1.0)


def _split(a: Doubles) -> Double:
    """a as a sum of two doubles of 26 bits each (Dekker)."""
    t = 134217729.0 * a
    high = t - (t - a)
    return high, a - high


def _sum(a: Doubles, b: Doubles) -> Double:
    """a + b as an unevaluated sum (Knuth)."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


Double = tuple[Doubles, Doubles]  # a number as an unevaluated sum of two doubles or arrays of them


def _double(x: Entry) -> Double:
    """An array, or an exact number, as a pair of doubles (good to 2^-105)."""
    if isinstance(x, np.ndarray):
        return x, 0.0
    high = float(x)
    return high, float(Fraction(x) - Fraction(high))


def _quotient(a: Double, b: Double) -> Double:
    """a/b."""
    q = a[0] / b[0]
    p, (qh, ql), (bh, bl) = q * b[0], _split(q), _split(b[0])
    e = ((qh * bh - p) + qh * bl + ql * bh) + ql * bl
    return q, ((a[0] - p) - e + a[1] - q * b[1]) / b[0]


def _in_chunks(f: Callable[..., tuple[Array, Array]], *numbers: Double) -> tuple[Array, Array]:
    """f over the broadcast entries, a chunk at a time."""
    shape = np.broadcast_shapes(*(np.shape(high) for high, _ in numbers))
    flat = [
        (np.broadcast_to(high, shape).ravel(), low) if np.shape(high) else (high, low)
        for high, low in numbers
    ]
    n = math.prod(shape)
    with np.errstate(all="ignore"):
        if 0 < n <= ROWS:
            value, error = f(*flat)
        else:
            value, error = np.empty(n), np.empty(n)
            for i in range(0, n, ROWS):
                part = slice(i, i + ROWS)
                value[part], error[part] = f(
                    *((x[part] if isinstance(x, np.ndarray) and x.ndim else x, low) for x, low in flat)
                )
    if n and not (value.min() >= SMALLEST and error.max() < np.inf):  # nan fails both
        bad = ~((value >= SMALLEST) & np.isfinite(error))
        i = int(np.argmax(bad))
        at = tuple(int(k) for k in np.unravel_index(i, shape))
        raise ArithmeticError(f"the entry {at} is too small for double precision; ask for it alone")
    return value.reshape(shape), error.reshape(shape)


def _moderate(*numbers: Double) -> bool:
    """Whether all sizes are within 1e-100 and 1e100 (or 0), as Dekker's products need."""
    for high, _ in numbers:
        if isinstance(high, float):
            if high and not 1e-100 <= abs(high) <= 1e100:
                return False
        elif high.size:
            size = np.abs(high)
            if size.max() > 1e100 or (size.min() < 1e-100 and np.any((size < 1e-100) & (size > 0))):
                return False
    return True


def _edge(sigma: Double, sensitivity: Double, eps: Double) -> tuple[Double, Doubles]:
    """a = eps/mu - mu/2 and mu."""
    whole = not np.shape(sensitivity[0]) and sensitivity == (1.0, 0.0)
    s, s_low = sigma if whole else _quotient(sigma, sensitivity)
    m, half = eps[0] * s, 0.5 / s
    sh, sl = _split(s)
    eh, el = _split(eps[0])
    low = ((eh * sh - m) + eh * sl + el * sh) + el * sl + (eps[1] * s + eps[0] * s_low)  # m is short by this
    hh, hl = _split(half)
    p = half * s
    low += (((hh * sh - p) + hh * sl + hl * sh) + hl * sl - (0.5 - p) + half * s_low) / s
    a, rest = _sum(m, -half)
    return _sum(a, low + rest), 2 * half


def _square(a: Double) -> Double:
    """a^2/2 and e^(-a^2/2)."""
    near = np.floor(a[0] * 16) * 0.0625  # its square is exact
    e = np.exp(-0.5 * (near * near))
    e *= np.exp((near - a[0]) * (near + a[0]) * 0.5 - a[0] * a[1])
    return a[0] * a[0] * 0.5, e


def _delta(sigma: Double, eps: Double, sensitivity: Double) -> tuple[Array, Array]:
    a, mu = _edge(sigma, sensitivity, eps)
    x2, e = _square(a)
    x, d = a[0] * _ROOT_HALF, mu * _ROOT_HALF
    y = x + d
    y2 = y * y
    grid = _COLUMN + x2
    grid *= _COLUMN + y2
    np.divide(1.0, grid, out=grid)
    s = (d / math.pi) * (x * y * (_W @ grid) - _WC @ grid)
    near = x < 5.6
    if np.any(near):
        kd = _FOUR_PI * d
        growth = np.exp(np.minimum(_FOUR_PI * x, 700.0))
        un, v = np.expm1(np.minimum(kd, 600.0)), np.expm1(np.minimum(d * (x + y), 690.0))
        c = 2 * ((growth / (1 + growth)) * un - v) / (1 + growth * (1 + un))
        far = near & (kd > 8)
        if np.any(far):
            other = 2 * np.exp(np.minimum(y2 - x2 - _FOUR_PI * np.maximum(y, -50.0), 700.0))
            other /= 1 + np.exp(np.minimum(-_FOUR_PI * y, 700.0))
            c = np.where(far, 2 / (1 + growth) - np.where(y < 6.2, other, 0.0), c)
        value = 0.5 * (e * s + np.where(near, c, 0.0))
    else:
        value = 0.5 * e * s
    return value, DELTA * value


def _upper(a: Doubles) -> tuple[Array, Doubles]:
    """Q(a) and e^(-a^2/2) for a >= 0, to TAIL and 22u."""
    x2, e = _square((a, 0.0))
    grid = np.add(_COLUMN, x2)
    np.divide(1.0, grid, out=grid)
    x = a * _ROOT_HALF
    q = (x * (0.5 / math.pi)) * e * (_W @ grid)
    near = x < 5.6
    if np.any(near):
        q += np.where(near, 1 / (1 + np.exp(np.minimum(_FOUR_PI * x, 700.0))), 0.0)
    return q, e


def _tail(a: Double) -> tuple[Array, Array, Doubles]:
    """Q(a), a bound of its error (the second part of a to first order), and phi(a) to 25u."""
    q, e = _upper(np.abs(a[0]))
    e *= _DENSITY
    negative = a[0] < 0
    error = TAIL * q
    if np.any(negative):
        error += np.where(negative, U, 0.0)
        q = np.where(negative, 1 - q, q)
    q -= e * a[1]
    return q, error + 2 * U * q, e


def _inverse(alpha: Double) -> tuple[Double, Array]:
    """Q^-1(alpha) and a bound of its error."""
    upper = alpha[0] > 0.5
    flip = bool(np.any(upper))
    p, low = alpha
    if flip:  # exact for doubles above 1/2
        p, low = np.where(upper, 1 - p, p), np.where(upper, -low, low)
    r = np.sqrt(-np.log(p))
    above, below = _ABOVE[-1] * r, r + _BELOW[-2]
    for c in _ABOVE[-2:0:-1]:
        above += c
        above *= r
    above += _ABOVE[0]
    for c in _BELOW[-3::-1]:
        below *= r
        below += c
    z = np.maximum(above / below, 0.0)
    q, e = _upper(z)
    density = _DENSITY * e
    gap = q - p
    step = (gap - low) / density
    size = np.abs(step)
    error = (TAIL * 1.001) * (q / density) + size * (44 * U + (z * z + 1) * size * size)
    if not np.all((z + 1) * size < 1e-3):
        error = np.where((z + 1) * size < 1e-3, error, np.inf)
    step += 0.5 * z * step * step
    if flip:
        return (np.where(upper, -z, z), np.where(upper, -step, step)), error
    return (z, step), error


def _shifted(sign: float, shift: float) -> Callable[..., tuple[Array, Array]]:
    """Q(sign (Q^-1(alpha) + shift mu))."""

    def f(sigma: Double, alpha: Double, sensitivity: Double) -> tuple[Array, Array]:
        mu = _quotient(sensitivity, sigma)
        (z, step), error = _inverse(alpha)
        high, rest = _sum(z, shift * mu[0])
        high, low = _sum(high, step)
        low = low + rest + shift * mu[1]
        value, wrong, density = _tail((sign * high, sign * low))
        total = error + 4 * U * np.abs(low)
        # on the way phi changes by less than the factor e^((|a| + total) total)
        grown = density * (1 + 40 * U) * np.exp((np.abs(high) + total) * total)
        return value, (wrong + grown * (total + low * low * (np.abs(high) + 1))) * (1 + 2.0**-40)

    return f


_power, _tradeoff, _level = _shifted(1.0, -1.0), _shifted(-1.0, -1.0), _shifted(1.0, 1.0)


def delta(sigma: Entry, eps: Entry, sensitivity: Entry) -> tuple[Array, Array] | None:
    """Relative error at most 2^-42; None where a number is out of the range of the proof."""
    numbers = [_double(x) for x in (sigma, eps, sensitivity)]
    return _in_chunks(_delta, *numbers) if _moderate(*numbers) else None


def loss_tail(sigma: Entry, t: Entry, sensitivity: Entry) -> tuple[Array, Array] | None:
    """P(loss > t) of Gaussian noise, loss and t in nats: values and errors; None where a number is out of the
    range of the proof."""

    def f(sigma: Double, t: Double, sensitivity: Double) -> tuple[Array, Array]:
        a, _ = _edge(sigma, sensitivity, t)
        value, wrong, density = _tail(a)
        return value, wrong + density * (np.abs(a[0]) + 1) * 8 * U * U

    numbers = [_double(x) for x in (sigma, t, sensitivity)]
    return _in_chunks(f, *numbers) if _moderate(*numbers) else None


def _at_levels(
    f: Callable[..., tuple[Array, Array]], falls: bool, sigma: Entry, level: Entry, sensitivity: Entry
) -> tuple[Array, Array] | None:
    numbers = [_double(x) for x in (sigma, sensitivity)]
    high, low = _double(level)
    ends = np.size(high) and not (np.min(high) >= SMALLEST and np.max(high) < 1)
    end = np.asarray((high == 0) | (high == 1)) if ends else np.asarray(False)  # there nothing is computed
    if not _moderate(*numbers) or (ends and np.any((high < SMALLEST) & ~end)):
        return None
    value, error = _in_chunks(f, numbers[0], (np.where(end, 0.5, high) if ends else high, low), numbers[1])
    if ends:
        at_end = np.broadcast_to(1 - high if falls else high, value.shape)
        value, error = np.where(end, at_end, value), np.where(end, 0.0, error)
    return value, error


def power(sigma: Entry, alpha: Entry, sensitivity: Entry) -> tuple[Array, Array] | None:
    """Q(Q^-1(alpha) - mu), mu = sensitivity/sigma, the largest power at level alpha: values and errors, or None
    as above."""
    return _at_levels(_power, False, sigma, alpha, sensitivity)


def tradeoff(sigma: Entry, alpha: Entry, sensitivity: Entry) -> tuple[Array, Array] | None:
    """1 - power, the least type II error at level alpha: values and errors; None where a number is out of the
    range of the proof."""
    return _at_levels(_tradeoff, True, sigma, alpha, sensitivity)


def level(sigma: Entry, power: Entry, sensitivity: Entry) -> tuple[Array, Array] | None:
    """Q(Q^-1(power) + mu), mu = sensitivity/sigma, the least level with this power: values and errors, or None
    as above."""
    return _at_levels(_level, False, sigma, power, sensitivity)
