"""The limits at a distance over numpy arrays, with a proved relative error for every entry.

u = 2^-53, and the platform is that of `closed`.  An exponent is a product such as k eps, kept as a sum of two
doubles (Dekker), since its rounding would cost k eps u; what exp loses to it is then below 2u.  A value is a sum of two
terms that are not negative, each of at most two exponentials and eight other operations: less than 40u.  None is
returned where a number is out of the range of this (entries are then computed one at a time).

The power is the least of pieces numbered by j, and it matters little which one is taken near a tie: j and j + 1 are both
computed, j the integer nearest to t = -log(alpha (1 + e^eps))/eps, whose logarithm is good to 2^-40 absolutely.  The least
piece is at the first integer from t on, so it is j or j + 1 unless eps < 2^-39; and then pieces between the true place
and j differ by less than 2^-70 of the power, as g_(i+1) - g_i = e^((i - k) eps) (e^eps - 1) (alpha e^(i eps) (1 + e^eps) - 1)
and the power is at least e^((i - k) eps)/(1 + e^eps) there.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dpsym.numbers.arrays.closed import Result, Truths, _rise, _with_errors
from dpsym.numbers.arrays.gaussian import Double, Doubles, Entry, _double, _split, _sum

LARGEST, SMALLEST, MOST_TERMS = 600.0, 1e-100, 1000
TWICE, MANY = 2.0**-46, 2.0**-43
CHUNK = 1 << 14


# ---------------------------------------------------------------------------------------------------- the pieces
def _times(a: Double, b: Double) -> Double:
    """a b, to 2^-104 or so."""
    p = a[0] * b[0]
    (ah, al), (bh, bl) = _split(a[0]), _split(b[0])
    return p, ((ah * bh - p) + ah * bl + al * bh) + al * bl + (a[0] * b[1] + a[1] * b[0])


def _exp(x: Double) -> Doubles:
    return np.exp(x[0]) * (1 + x[1])


def _moderate(*numbers: Double) -> bool:
    """Whether all are 0 or of a size for which no product over- or underflows."""
    for high, _ in numbers:
        size = np.abs(high)
        if np.any(size > 1e100) or np.any((size < SMALLEST) & (size > 0)):
            return False
    return True


def _exponent(eps: Entry, distance: Doubles) -> Double | None:
    """eps times distance, or None where that is too large."""
    e, d = _double(eps), _double(distance)
    if not _moderate(e, d):
        return None
    x = _times(e, d)
    return None if np.any(x[0] > LARGEST) else x


def _minus(x: Double) -> Double:
    return -x[0], -x[1]


def _in_chunks(f: Callable[..., Result], *values: Entry) -> Result:
    """f over broadcast entries, a part at a time, so that what is between stays in the cache."""
    arrays = [x for x in values if isinstance(x, np.ndarray)]
    shape = np.broadcast_shapes(*(x.shape for x in arrays))
    size = int(np.prod(shape))
    if size <= CHUNK:
        return f(*values)
    flat = [np.broadcast_to(x, shape).ravel() if isinstance(x, np.ndarray) else x for x in values]
    out, error = np.empty(size), np.empty(size)
    for i in range(0, size, CHUNK):
        part = slice(i, i + CHUNK)
        found = f(*(x[part] if isinstance(x, np.ndarray) else x for x in flat))
        if found is None:
            return None
        out[part], error[part] = found
    return out.reshape(shape), error.reshape(shape)


# ------------------------------------------------------------------------------------------------------- limits
def power(eps: Entry, k: Doubles, alpha: Entry) -> Result:
    """The largest power of a test at level alpha between data sets at distance k, over all eps-DP mechanisms:
    values and errors."""
    return _in_chunks(_power, eps, k, alpha)


def _power(eps: Entry, k: Doubles, alpha: Entry) -> Result:
    e, n, a = _double(eps), _double(k), _double(alpha)
    if not _moderate(e, a) or np.any(np.asarray(n[0]) * e[0] > LARGEST):
        return None
    with np.errstate(all="ignore"):
        turn = -(np.log(a[0]) + np.logaddexp(0.0, e[0])) / e[0]
        j = np.clip(np.nan_to_num(np.rint(turn), nan=0.0, posinf=2.0**60, neginf=0.0), 0.0, n[0])
        found = np.minimum(_piece(e, n[0], a, j), _piece(e, n[0], a, np.minimum(j + 1, n[0])))
    still = (e[0] == 0) | (n[0] == 0) | (a[0] == 0) | (a[0] == 1)
    return _with_errors(np.where(still, a[0], found), a[0] == 0)


def _piece(e: Double, k: Doubles, a: Double, j: Doubles) -> Doubles:
    """1 - e^-((k - j) eps) + alpha e^((2j - k) eps)."""
    return _rise(_times((k - j, 0.0), e)) + (a[0] + a[1]) * _exp(_times((2 * j - k, 0.0), e))


def _overlap(e: Double, k: Doubles) -> tuple[Doubles, Doubles, Truths]:
    """Total variation and 1 less it, and whether k is odd."""
    half = np.floor(np.asarray(k) / 2)
    odd = np.asarray(k) % 2 == 1
    x = _times((half, 0.0), e)
    low = _exp(_minus(e))
    whole = _exp(_minus(x))
    tanh = _rise(e) / (1 + low)
    return _rise(x) + np.where(odd, whole * tanh, 0.0), np.where(odd, 2 * whole * low / (1 + low), whole), odd


def advantage(eps: Entry, k: Doubles) -> Result:
    """The largest total variation between data sets at distance k, over all eps-DP mechanisms: values and
    errors."""
    e, n = _double(eps), _double(k)
    if not _moderate(e) or np.any(np.asarray(n[0]) * e[0] > LARGEST):
        return None
    return _with_errors(_overlap(e, n[0])[0], (e[0] == 0) | (n[0] == 0))


# ----------------------------------------------------------------------------------------------------- estimate
def absolute(eps: Entry, k: Doubles, gap: Entry) -> Result:
    """gap (1 - TV)/2, TV the largest total variation at distance k under eps-DP: values and errors."""
    e, n, g = _double(eps), _double(k), _double(gap)
    if not _moderate(e, g) or np.any(np.asarray(n[0]) * e[0] > LARGEST):
        return None
    return _with_errors(_overlap(e, n[0])[1] * (0.5 * g[0]), False)


def zero_one(eps: Entry, k: Doubles) -> Result:
    """(1 - TV)/2, TV the largest total variation at distance k under eps-DP: values and errors."""
    return absolute(eps, k, 1)


def squared(eps: Entry, k: Doubles, gap: Entry) -> Result:
    """For one k: a sum of at most k/2 + 1 terms that are not negative, each to 40u; the sum adds k/2 u, 540u in all."""
    if isinstance(k, np.ndarray) or k > MOST_TERMS:
        return None
    e, g = _double(eps), _double(gap)
    if not _moderate(e, g) or np.any(k * np.asarray(e[0]) > LARGEST):
        return None
    square = _times(g, g)[0]
    if k == 0:
        return _with_errors(np.where(e[0] >= 0, square / 4, 0.0), False)
    low, outer = _exp(_minus(e)), _exp(_minus(_times((float(k), 0.0), e)))
    total = np.zeros(np.shape(e[0]))
    m = (k % 2) / 2
    while m <= k / 2 - 1:
        fall = _exp(_minus(_times((m, 0.0), e)))
        total += (1.0 if m == 0 else 2.0) * fall / (1 + fall * fall)
        m += 1
    half = _exp(_minus(_times((k / 2, 0.0), e)))
    tanh = _rise(e) / (1 + low)
    found, _ = _with_errors(
        square * (outer / ((1 + low) * (1 + outer)) + 0.5 * tanh * half * total), False
    ) or (None, None)
    return None if found is None else (found, MANY * found)


# ---------------------------------------------------------------------------------------- posterior and marginal
def highest(p: Entry, eps: Entry, distance: Doubles, kept: Entry, kept_rest: Entry) -> Result:
    """The largest posterior of a fact with prior p, whatever the model; `kept` and `kept_rest` are the
    probabilities of the possible data sets with and without it."""
    return _after(p, _exponent(eps, distance), kept, kept_rest, 1)


def lowest(p: Entry, eps: Entry, distance: Doubles, kept: Entry, kept_rest: Entry) -> Result:
    """The least posterior of a fact with prior p, whatever the model; `kept` and `kept_rest` are the
    probabilities of the possible data sets with and without it."""
    return _after(p, _exponent(eps, distance), kept, kept_rest, -1)


def _after(p: Entry, x: Double | None, kept: Entry, kept_rest: Entry, sign: int) -> Result:
    prior, c, d = _double(p), _double(kept), _double(kept_rest)
    if x is None or not _moderate(prior, c, d):
        return None
    rest = (1 - prior[0]) - prior[1]
    if np.any((prior[0] > 1 - 1e-15) & (prior[0] < 1)):
        return None
    shrink = _exp(_minus(x))
    held, other = prior[0] * c[0], rest * d[0]
    if sign > 0:
        return _with_errors(held / (held + other * shrink), prior[0] == 0)
    return _with_errors(held * shrink / (held * shrink + other), prior[0] == 0)


def marginal_lower(p: Entry, eps: Entry, distance: Doubles, kept: Entry) -> Result:
    """kept p e^(-eps distance), the least density of a release under a model, p its density at the known data
    set: values and errors."""
    return _scaled(p, _exponent(eps, distance), kept, -1)


def marginal_upper(p: Entry, eps: Entry, distance: Doubles, kept: Entry) -> Result:
    """kept p e^(eps distance), the largest density of a release under a model, p its density at the known data
    set: values and errors."""
    return _scaled(p, _exponent(eps, distance), kept, 1)


def _scaled(p: Entry, x: Double | None, kept: Entry, sign: int) -> Result:
    density, c = _double(p), _double(kept)
    if x is None or not _moderate(density, c):
        return None
    return _with_errors(
        c[0] * density[0] * _exp(x if sign > 0 else _minus(x)), (density[0] == 0) | (c[0] == 0)
    )


def event_upper(p: Entry, eps: Entry, distance: Doubles, kept: Entry) -> Result:
    """kept min(p e^x, 1 - (1 - p) e^-x), x = eps distance, the largest probability of an event under a model:
    values and errors."""
    a, c, x = _double(p), _double(kept), _exponent(eps, distance)
    if x is None or not _moderate(a, c):
        return None
    one, other = a[0] * _exp(x), _rise(x) + a[0] * _exp(_minus(x))
    found = np.where(a[0] == 1, 1.0, np.minimum(one, other))
    return _with_errors(c[0] * found, (a[0] == 0) | (c[0] == 0))


def event_lower(p: Entry, eps: Entry, distance: Doubles, kept: Entry) -> Result:
    """1 - (1 - p) e^x, taken where it is not below p e^-x, cancels: what is subtracted is good to 12u of itself."""
    a, c, x = _double(p), _double(kept), _exponent(eps, distance)
    if x is None or not _moderate(a, c):
        return None
    taken = ((1 - a[0]) - a[1]) * _exp(x)
    one, other = a[0] * _exp(_minus(x)), 1 - taken
    found = _with_errors(c[0] * np.where(a[0] == 1, 1.0, np.maximum(one, other)), (a[0] == 0) | (c[0] == 0))
    return (
        None if found is None else (found[0], found[1] + np.where(other >= one, c[0] * taken, 0.0) * 2.0**-49)
    )


# ------------------------------------------------------------------------------------------------- a noisy count
def _away(t: Entry, n: Doubles) -> tuple[Double, Double] | None:
    """Distances of t to the nearest and to the farthest of the counts 0..n."""
    at = _double(t)
    if np.any(np.abs(at[0]) > 2.0**50):
        return None
    nearest = np.clip(np.floor(at[0] + 0.5), 0.0, n)
    high, low = _sum(at[0], -nearest)
    sign = np.where(high < 0, -1.0, 1.0)
    near = sign * high, sign * (low + at[1])
    end = np.where(at[0] > n / 2, 0.0, n)
    high, low = _sum(at[0], -end)
    sign = np.where(high < 0, -1.0, 1.0)
    return near, (sign * high, sign * (low + at[1]))


def _count(eps: Entry, n: Doubles, t: Entry, which: int, more: int) -> Result:
    """(eps/2) e^(-eps (distance + more n)); a tie of two counts that is told wrongly changes nothing, as the two
    distances then agree to the last bits that are kept."""
    e, away = _double(eps), _away(t, n)
    if away is None or not _moderate(e):
        return None
    high, low = _sum(away[which][0], more * np.asarray(n, dtype=float))
    x = _times(e, (high, low + away[which][1]))
    if np.any(np.abs(x[0]) > LARGEST):
        return None
    found = _with_errors(0.5 * e[0] * _exp(_minus(x)), False)
    return None if found is None else (found[0], TWICE * found[0])


def count_lower(eps: Entry, n: Doubles, t: Entry) -> Result:
    """(eps/2) e^(-eps (d + n)), d the distance of t to the nearest count of 0..n; values and errors."""
    return _count(eps, n, t, 0, 1)


def count_upper(eps: Entry, n: Doubles, t: Entry) -> Result:
    """(eps/2) e^(-eps (d - n)), d the distance of t to the farthest count of 0..n; values and errors."""
    return _count(eps, n, t, 1, -1)


def count_least(eps: Entry, n: Doubles, t: Entry) -> Result:
    """(eps/2) e^(-eps d), d the distance of t to the farthest count of 0..n; values and errors."""
    return _count(eps, n, t, 1, 0)


def count_greatest(eps: Entry, n: Doubles, t: Entry) -> Result:
    """(eps/2) e^(-eps d), d the distance of t to the nearest count of 0..n; values and errors."""
    return _count(eps, n, t, 0, 0)


__all__ = [
    "absolute", "advantage", "count_greatest", "count_least", "count_lower", "count_upper", "event_lower", "event_upper",
    "highest", "lowest", "marginal_lower", "marginal_upper", "power", "squared", "zero_one",
]  # fmt: skip
