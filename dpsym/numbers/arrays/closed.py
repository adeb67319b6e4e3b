"""Elementary closed forms over numpy arrays, with a proved relative error of 2^-47 for every entry.

u = 2^-53.  Assumed of the platform: + - * / rounded correctly, exp and expm1 good to 4 units in the last place (8u).
An exact number comes as a sum of two doubles, so that 1 - p and e^eps lose nothing to its rounding.  Every formula
has positive terms and at most two exponentials and eight other operations, less than 40u in all; a difference that
cancels is taken of sums of two doubles.  None is returned where a number is out of the range of this (entries are
then computed one at a time).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpsym.numbers.arrays.gaussian import Double, Doubles, Entry, _double, _quotient, _sum

Array = NDArray[np.float64]
ERROR = 2.0**-47
Truths = NDArray[np.bool_] | np.bool_ | bool
Result = tuple[Array, Array] | None


def _with_errors(value: Doubles, zero: Truths) -> Result:
    """The value with its error; it is 0 exactly where `zero` says so, and None if it is nearly 0 elsewhere."""
    found = np.array(value, dtype=float)
    if np.any((found < 2.0**-1000) & ~np.broadcast_to(zero, found.shape)):
        return None
    return found, ERROR * found


def _exp(x: Double, sign: float) -> Doubles:
    return np.exp(sign * x[0]) * (1 + sign * x[1])


def _rise(x: Double) -> Doubles:
    """1 - e^-x, for x >= 0 (x itself to u, which expm1 does not enlarge)."""
    return -np.expm1(-x[0]) + np.exp(-x[0]) * x[1]


def _prior(p: Entry, eps: Entry) -> tuple[Doubles, Doubles, Double] | None:
    """p, 1 - p and eps, where no product under- or overflows."""
    (high, low), e = _double(p), _double(eps)
    if np.any((high < 1e-290) & (high > 0)) or np.any((high > 1 - 1e-15) & (high < 1)) or np.any(e[0] > 600):
        return None
    if np.any((e[0] < 1e-290) & (e[0] > 0)):
        return None
    return high, (1 - high) - low, e


def _still(p: Doubles, rest: Doubles, eps: Double) -> Truths:
    """Where the posterior stays at the prior."""
    return (p == 0) | (rest == 0) | (eps[0] == 0)


def bound(p: Entry, eps: Entry) -> Result:
    """p/(p + (1 - p) e^-eps), the largest posterior for a prior p and a loss of at most eps nats: values and
    errors."""
    found = _prior(p, eps)
    if found is None:
        return None
    p, rest, e = found
    return _with_errors(p / (p + rest * _exp(e, -1)), p == 0)


def lower(p: Entry, eps: Entry) -> Result:
    """p e^-eps/(p e^-eps + 1 - p), the least posterior for a prior p and a loss of at most eps nats: values and
    errors."""
    found = _prior(p, eps)
    if found is None:
        return None
    p, rest, e = found
    shrink = _exp(e, -1)
    return _with_errors(p * shrink / (p * shrink + rest), p == 0)


def ratio(p: Entry, eps: Entry) -> Result:
    """1/(p + (1 - p) e^-eps), the largest ratio of posterior to prior: values and errors."""
    found = _prior(p, eps)
    if found is None:
        return None
    p, rest, e = found
    return _with_errors(1 / (p + rest * _exp(e, -1)), False)


def lowest_ratio(p: Entry, eps: Entry) -> Result:
    """1/(p + (1 - p) e^eps), the least ratio of posterior to prior: values and errors."""
    found = _prior(p, eps)
    if found is None:
        return None
    p, rest, e = found
    return _with_errors(1 / (p + rest * _exp(e, 1)), False)


def difference(p: Entry, eps: Entry) -> Result:
    """The largest posterior less the prior p, for a loss of at most eps nats: values and errors."""
    return _moved(p, eps, up=True)


def drop(p: Entry, eps: Entry) -> Result:
    """The prior p less the least posterior, for a loss of at most eps nats: values and errors."""
    return _moved(p, eps, up=False)


def _moved(p: Entry, eps: Entry, up: bool) -> Result:
    """How far the posterior is from the prior p; as far up at p as down at 1 - p."""
    found = _prior(p, eps)
    if found is None or np.any(
        (found[0] * np.minimum(found[2][0], 1) < 1e-290) & (found[0] * found[2][0] > 0)
    ):
        return None
    p, rest, e = found
    kept, shrunk = (p, rest) if up else (rest, p)
    return _with_errors(p * rest * _rise(e) / (kept + shrunk * _exp(e, -1)), _still(p, rest, e))


def _gap(left: Double, right: Double) -> Doubles | None:
    """left - right to 4u, or None where the cancellation is too deep for that."""
    high, rest = _sum(left[0], -right[0])
    gap = high + (rest + (left[1] - right[1]))
    unsure = (np.abs(gap) < 2.0**-40 * np.abs(right[0])) & ((left[1] != 0) | (right[1] != 0))
    return None if np.any(unsure) else gap


def laplace_delta(scale: Entry, eps: Entry, sensitivity: Entry) -> Result:
    """delta(eps) of Laplace noise: 1 - e^((eps - sensitivity/scale)/2), or 0 where that is negative: values and
    errors."""
    numbers = [_double(x) for x in (scale, eps, sensitivity)]
    if any(np.any((x < 1e-100) & (x > 0)) or np.any(x > 1e100) for x, _ in numbers):
        return None
    gap = _gap(numbers[1], _quotient(numbers[2], numbers[0]))
    return (
        None
        if gap is None
        else _with_errors(np.where(gap < 0, -np.expm1(np.minimum(gap, 0) / 2), 0.0), gap >= 0)
    )


def response_delta(eps0: Entry, k: Doubles, eps: Entry) -> Result:
    """delta(eps) of k-ary randomised response with loss eps0: (1 - e^(eps - eps0))/(1 + (k - 1) e^-eps0), or 0:
    values and errors."""
    one, e = _double(eps0), _double(eps)
    if np.any(one[0] > 600) or np.any(one[0] < 1e-100) or np.any((e[0] < 1e-100) & (e[0] > 0)):
        return None
    gap = _gap(e, one)
    if gap is None:
        return None
    n = 1 + (k - 1) * _exp(one, -1)
    return _with_errors(np.where(gap < 0, -np.expm1(np.minimum(gap, 0)), 0.0) / n, gap >= 0)
