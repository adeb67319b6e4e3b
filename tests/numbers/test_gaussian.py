"""The Gaussian mechanism's numbers against 60-digit values, their inverses, arrays and refusals."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.numbers import gaussian
from dpsym.numbers.arrays import gaussian as gaussian_arrays
from dpsym.numbers.balls import Enclosure
from dpsym.reals.precision import precision

mu_exponents = st.floats(-6, 1)
edges = st.floats(-8, 36.5)
log_levels = st.floats(-690, -1e-9)


def holds(found: Enclosure, truth: Any, digits: int = 15) -> None:
    """The 60-digit truth lies in the enclosure, which is as narrow as asked."""
    with mp.workdps(90):
        slack = abs(truth) * mp.mpf(10) ** -48
        low, high = (mp.mpf(x.numerator) / x.denominator for x in (found.low, found.high))
        assert low - slack <= truth <= high + slack, (found, truth)
    assert found.rad * 10**digits <= abs(found.mid)


def tail(x: Any) -> Any:
    return mp.erfc(x / mp.sqrt(2)) / 2


def true_delta(sigma: float, eps: float, sensitivity: float = 1) -> Any:
    with mp.workdps(90):
        mu = mp.mpf(sensitivity) / mp.mpf(sigma)
        m = mp.mpf(eps) / mu
        return tail(m - mu / 2) - mp.exp(mp.mpf(eps)) * tail(m + mu / 2)


def point(exponent: float, edge: float) -> tuple[float, float]:
    """sigma and eps with a = eps/mu - mu/2 near `edge`."""
    sigma = 10.0**-exponent
    return sigma, max((edge + 0.5 / sigma) / sigma, 0.0)


# ---------------------------------------------------------------------------------------------- the truth
@given(mu_exponents, edges)
@settings(max_examples=60)
def test_delta(exponent, edge):
    sigma, eps = point(exponent, edge)
    holds(gaussian.delta(sigma, eps), true_delta(sigma, eps))


@pytest.mark.parametrize(
    ("sigma", "eps", "truth"),
    [
        (1, 1, "0.1269367375066439458"),
        (1, 10, "9.8127058268469559492e-23"),
        (1, 38, "1.1945656474951888072e-309"),
        (100, "0.1", "7.8576927710367993944e-27"),
        ("1e6", "1e-7", "3.5093534875146526909e-7"),
    ],
)
def test_delta_at_known_points(sigma, eps, truth):
    found = gaussian.delta(sigma, eps, digits=25)
    assert abs(found.mid - Fraction(truth)) < Fraction(truth) / 10**18


@given(mu_exponents, edges)
@settings(max_examples=40)
def test_epsilon_and_sigma_invert_delta(exponent, edge):
    sigma, eps = point(exponent, edge)
    delta = gaussian.delta(sigma, eps)
    if not Fraction(1, 10**300) < delta.mid < Fraction(999, 1000):
        return
    wanted = float(delta)
    found = gaussian.epsilon(sigma, wanted)
    if found.high > 0:
        assert gaussian.delta(sigma, found.low, digits=40).high >= wanted
        assert gaussian.delta(sigma, found.high, digits=40).low <= wanted
        assert found.rad * 10**15 <= found.mid
    else:
        assert gaussian.delta(sigma, 0).high <= wanted * (1 + 1e-14)
    noise = gaussian.sigma(eps, wanted)
    assert gaussian.delta(noise.low, eps, digits=40).high >= wanted
    assert gaussian.delta(noise.high, eps, digits=40).low <= wanted
    assert noise.rad * 10**15 <= noise.mid


@given(st.floats(-2, 1), log_levels)
@settings(max_examples=40)
def test_power_tradeoff_and_level(exponent, log_level):
    sigma, alpha = 10.0**-exponent, math.exp(log_level)
    power = gaussian.power(sigma, alpha)
    with mp.workdps(80):
        z = mp.findroot(
            lambda x: mp.log(tail(x)) - mp.log(mp.mpf(alpha)), mp.mpf(quantile(alpha)), tol=mp.mpf(10) ** -70
        )
        mu = 1 / mp.mpf(sigma)
        holds(power, tail(z - mu))
        holds(gaussian.tradeoff(sigma, alpha), tail(mu - z))
        holds(gaussian.level(sigma, alpha), tail(z + mu))


def quantile(alpha: float) -> float:
    z = gaussian.quantile(math.log(min(alpha, 1 - alpha)) if alpha > 0.5 else math.log(alpha))
    return -z if alpha > 0.5 else z


@given(st.floats(-3, 1), st.floats(-2, 2))
@settings(max_examples=25)
def test_pbdp_reparametrises_the_power(exponent, log_eps):
    sigma, eps = 10.0**-exponent, 10.0**log_eps
    if eps * sigma > 35:
        return
    delta = gaussian.pbdp(sigma, eps)
    if delta.high >= 1 - Fraction(1, 10**9):
        return
    back = gaussian.pbdp_epsilon(sigma, delta.mid)
    assert abs(back.mid - Fraction(eps)) < Fraction(eps) / 10**10 + Fraction(1, 10**12)
    level = Fraction(math.exp(-eps)) * delta.mid
    assert abs(gaussian.power(sigma, level).mid / delta.mid - 1) < Fraction(1, 10**10)
    assert (
        gaussian.delta(sigma, eps).low
        <= gaussian.loss_tail(sigma, eps).high
        <= delta.high * (1 + Fraction(1, 10**12))
    )


def test_loss_law_and_renyi():
    with mp.workdps(90):
        holds(gaussian.loss_tail(2, "0.3"), tail(mp.mpf("0.6") - mp.mpf("0.25")))
    assert gaussian.loss_tail(2, "0.3").contains(0.5) is False
    median = gaussian.loss_quantile("1/3", "1/2")
    assert median.is_exact and median.low == Fraction(9, 2)
    q = gaussian.loss_quantile(2, "0.01")
    assert abs(gaussian.loss_tail(2, q.mid).mid - Fraction(1, 100)) < Fraction(1, 10**14)
    assert gaussian.renyi(2, "3/2", 3).low == Fraction(27, 16) and gaussian.renyi(2, 1).is_exact
    assert gaussian.rho("1/2").low == 2
    assert gaussian.advantage(3).contains(gaussian.delta(3, 0, digits=30).mid)


def test_monotone_in_every_argument():
    for f, points in (
        (gaussian.delta, [(1, 1), (1, "1.001"), ("1.001", "1.001"), (2, 3)]),
        (gaussian.epsilon, [(1, "1e-5"), (1, "2e-5"), (2, "2e-5"), (2, "0.01")]),
        (gaussian.tradeoff, [("0.1", "0.1"), ("0.1", "0.2"), ("0.1", "0.4")]),
    ):
        values = [f(*p) for p in points]
        assert all(x.low > y.high for x, y in itertools.pairwise(values))


def test_sensitivity_scales_sigma():
    assert gaussian.delta(3, 1, 3) == gaussian.delta(3, 1, sensitivity=3)
    one, two = gaussian.delta("2/7", 1), gaussian.delta(2, 1, 7)
    assert abs(one.mid - two.mid) <= one.rad + two.rad


def test_digits_are_given():
    for digits in (1, 15, 200):
        found = gaussian.delta(1, "1/3", digits=digits)
        assert found.rad * 10**digits <= found.mid
    assert gaussian.delta(1, 1, digits=100).contains(gaussian.delta(1, 1, digits=110))


# ---------------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gaussian.delta(0, 1), "the value 0 of sigma is outside its domain: 0 < sigma"),
        (lambda: gaussian.delta(1, -1), "the value -1 of eps is outside its domain: 0 <= eps"),
        (lambda: gaussian.delta(1, math.nan), "eps is not a finite number"),
        (lambda: gaussian.delta(math.inf, 1), "sigma is not a finite number"),
        (lambda: gaussian.delta(True, 1), "sigma is not a number"),
        (lambda: gaussian.delta("one", 1), "sigma is not an exact number"),
        (lambda: gaussian.delta("1e99999999", 1), "too long"),
        (lambda: gaussian.epsilon(1, 0), "the value 0 of delta is outside its domain: 0 < delta < 1"),
        (lambda: gaussian.sigma(1, 1), "the value 1 of delta"),
        (lambda: gaussian.power(1, "1.5"), "the value 3/2 of alpha"),
        (lambda: gaussian.delta(1, 1, digits=0), "digits"),
        (lambda: gaussian.delta(1.0, np.array([1.0, np.nan])), "eps is not a finite number"),
        (lambda: gaussian.delta(1.0, np.array([1.0, -1.0])), "the value -1.0 of eps"),
        (lambda: gaussian.delta(1.0, np.array(["1"])), "does not hold doubles"),
    ],
)
def test_refusals_name_the_argument(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_no_silent_zero():
    with pytest.raises(ArithmeticError, match="too small"):
        float(gaussian.delta(1, 100))
    assert gaussian.delta(1, 100).low > 0
    with pytest.raises(ArithmeticError, match=r"entry \(1,\) is too small"):
        gaussian.delta(1.0, np.array([1.0, 100.0]))
    assert gaussian.epsilon(1, "0.5").high == 0 and gaussian.power(1, 0).high == 0
    assert gaussian.tradeoff(1, 0).low == 1


# ------------------------------------------------------------------------------------------------ arrays
def strata(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points all over the range, and near every seam of the array formula."""
    mu = 10 ** rng.uniform(-6, 1, n)
    a = rng.uniform(-8, 36.5, n)
    kind = rng.integers(0, 7, n)
    mu = np.where(kind == 6, 10 ** rng.uniform(1, 6, n), mu)
    a = np.where(kind == 1, 5.6 * math.sqrt(2) + rng.uniform(-1e-3, 1e-3, n), a)
    a = np.where(kind == 2, 6.2 * math.sqrt(2) - mu + rng.uniform(-1e-3, 1e-3, n), a)
    mu = np.where(kind == 3, 8 / (4 * math.pi) * math.sqrt(2) * (1 + rng.uniform(-1e-6, 1e-6, n)), mu)
    a = np.where(kind == 4, rng.uniform(-1e-6, 1e-6, n), a)
    a = np.where((kind == 6) & (rng.random(n) < 0.5), rng.uniform(-1e-3, 1e-3, n), a)
    a = np.where(kind == 5, -mu / 2, a)
    a = np.maximum(a, -mu / 2)
    sigma = 1 / mu
    return sigma, np.maximum((a + mu / 2) * mu, 0)


def misses(values: np.ndarray, errors: np.ndarray, exact: Any, points: Any) -> float:
    """The largest relative error seen; every entry keeps its bound."""
    worst = 0.0
    for v, e, p in zip(values.ravel(), errors.ravel(), points, strict=True):
        truth = exact(*p, digits=25)
        off = max(abs(truth.low - Fraction(float(v))), abs(truth.high - Fraction(float(v))))
        assert off <= Fraction(float(e)), p
        worst = max(worst, float(off / abs(truth.mid)))
    return worst


def test_arrays_keep_their_bounds():
    rng = np.random.default_rng(7)
    sigma, eps = strata(rng, 1500)
    values, errors = gaussian.delta(sigma, eps)
    assert np.all(errors <= 1e-12 * values)
    assert misses(values, errors, gaussian.delta, zip(sigma.tolist(), eps.tolist(), strict=True)) < 2e-14
    levels = np.concatenate(
        [10 ** rng.uniform(-300, 0, 300), rng.random(300), 1 - 10 ** rng.uniform(-12, -1, 100)]
    )
    noise = 10 ** rng.uniform(-0.5, 2, levels.size)
    for f in (gaussian.power, gaussian.tradeoff):
        values, errors = f(noise, levels)
        assert np.all(errors <= 1e-12 * values)
        misses(values, errors, f, zip(noise.tolist(), levels.tolist(), strict=True))
    loss = rng.uniform(-3, 30, levels.size) / noise
    values, errors = gaussian.loss_tail(noise, loss)
    misses(values, errors, gaussian.loss_tail, zip(noise.tolist(), loss.tolist(), strict=True))


def test_arrays_broadcast_and_take_exact_numbers():
    values, errors = gaussian.delta(np.array([[1.0], [3.0]]), np.array([0.0, 1.0, 2.0]), 3)
    assert values.shape == errors.shape == (2, 3)
    values, errors = gaussian.delta(np.array([1.0]), "0.1", "1/3")
    truth = gaussian.delta(1, "0.1", "1/3", digits=25)
    assert abs(truth.mid - Fraction(float(values[0]))) <= Fraction(float(errors[0]))
    values, errors = gaussian.power(np.array([1.0, 2.0]), "0.05")
    truth = gaussian.power(2, "0.05", digits=25)
    assert abs(truth.mid - Fraction(float(values[1]))) <= Fraction(float(errors[1]))
    values, errors = gaussian.power(1, np.array([0.0, 1.0, 0.5]))
    assert values[0] == 0 and values[1] == 1 and errors[0] == 0
    values, errors = gaussian.epsilon(1.0, np.array([1e-3, 1e-300]))
    assert abs(gaussian.epsilon(1, 1e-300, digits=25).mid - Fraction(float(values[1]))) <= Fraction(
        float(errors[1])
    )
    assert gaussian.delta(np.array([]), 1)[0].shape == (0,)


def test_the_platform_s_functions_are_as_good_as_assumed():
    rng = np.random.default_rng(3)
    for name, points in (
        ("exp", np.concatenate([rng.uniform(-708, 700, 1500), rng.uniform(-1, 1, 500)])),
        ("expm1", np.concatenate([rng.uniform(-30, 600, 1000), 10 ** rng.uniform(-300, 0, 1000)])),
        ("log", 10 ** rng.uniform(-300, 0, 2000)),
    ):
        for x, y in zip(points.tolist(), getattr(np, name)(points).tolist(), strict=True):
            with precision(120):
                truth = getattr(arb(x), name)()
                assert abs(truth - arb(y)) <= abs(truth) * arb(2) ** -50, (name, x)


def erfcx(x: np.ndarray) -> np.ndarray:
    """By the midpoint rule, for x >= -5."""
    c, w = gaussian_arrays._C[:, None], gaussian_arrays._W
    pole = np.where(
        x < 5.6, 2 * np.exp(np.minimum(x * x, 40)) / (1 + np.exp(np.minimum(4 * math.pi * x, 100))), 0
    )
    return x / math.pi * (w @ (1 / (x * x + c))) + pole


def test_the_parts_of_delta_exceed_it_at_most_twentyfold():
    """The constant in the proof of the array bound, box by box for 0 < d <= 8; beyond it is shown by hand:

    for d > 8 >= and x <= 0 the result is e^(x^2) times at least 1 - erfcx(4), the parts at most 4.3 times that
    factor; for x > 0 it is at least (1 - erfcx(35)/erfcx(27)) erfcx(x), the parts at most 2.9 erfcx(x).
    """
    x = np.arange(-4.0, 27.0, 0.01)
    x1, x2 = x, x + 0.01
    ends = np.concatenate([[0.0], np.geomspace(1e-3, 8.0, 185)])
    size, least = np.maximum(-x1, x2), np.where(x1 * x2 < 0, 0.0, np.minimum(abs(x1), abs(x2)))
    growth1, growth2 = (np.exp(np.minimum(4 * math.pi * z, 600)) for z in (x1, x2))
    scale = np.exp(np.minimum(size * size, 600))
    worst = 0.0
    for d1, d2 in itertools.pairwise(ends):
        inside = x2 >= -d2 / 2
        y1, y2 = np.maximum(x1 + d1, d1 / 2), np.maximum(x2 + d2, 0)
        if d1:  # erfcx is convex: the slope between x and x + d falls in both
            result = (erfcx(x2) - erfcx(x2 + d2)) / d2
        else:
            result = 2 / math.sqrt(math.pi) - 2 * y2 * erfcx(y2)
        parts = np.zeros_like(x)
        for c, w in zip(gaussian_arrays._C, gaussian_arrays._W, strict=True):
            parts += w / math.pi * (size * y2 + c) / ((least * least + c) * (y1 * y1 + c))
        if 4 * math.pi * d1 <= 8:
            un1 = math.expm1(4 * math.pi * d1)
            un2 = math.expm1(4 * math.pi * d2) / d2
            v2 = np.expm1(np.minimum(d2 * np.maximum(x2 + y2, 0), 600)) / d2
            poles = scale * 2 * (growth2 / (1 + growth2) * un2 + v2) / (1 + growth1 * (1 + un1))
            parts += np.where(x1 < 5.6, poles, 0)
        if 4 * math.pi * d2 > 8:
            other = np.where(y1 < 6.2, 2 * np.exp(np.minimum(y2 * y2 - 4 * math.pi * y1, 600)), 0)
            parts += np.where(x1 < 5.6, (scale * 2 / (1 + growth1) + other) / d1, 0)
        worst = max(worst, float(np.max(np.where(inside, parts / result, 0))))
    assert 10 < worst < 19.5


# ------------------------------------------------------------------------------------------------- at length
@pytest.mark.slow
def test_a_hundred_thousand_points():
    rng = np.random.default_rng(11)
    sigma, eps = strata(rng, 100_000)
    values, errors = gaussian.delta(sigma, eps)
    misses(
        values,
        errors,
        lambda s, e, digits: gaussian.delta(s, e),
        zip(sigma.tolist(), eps.tolist(), strict=True),
    )
    for s, e in list(zip(sigma.tolist(), eps.tolist(), strict=True)):
        holds(gaussian.delta(s, e), true_delta(s, e))
