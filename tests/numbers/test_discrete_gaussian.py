"""Discrete Gaussian and discrete Laplace numbers against exact sums, duality, monotonicity, refusals."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.numbers import discrete_gaussian as dg
from dpsym.numbers import discrete_laplace as dl

DIGITS = 130
SLACK = Fraction(1, 10**105)  # what the sums below leave out


def convolved(p: list[int], q: list[int]) -> list[int]:
    """The convolution of two lists of natural numbers, by one product of large numbers."""
    width = (max(p).bit_length() + max(q).bit_length() + len(p).bit_length() + 8) // 8
    as_number = [
        int.from_bytes(b"".join(x.to_bytes(width, "little") for x in row), "little") for row in (p, q)
    ]
    count = len(p) + len(q) - 1
    data = (as_number[0] * as_number[1]).to_bytes(count * width + width, "little")
    return [int.from_bytes(data[i * width : (i + 1) * width], "little") for i in range(count)]


@lru_cache(maxsize=64)
def law(s2: Fraction, k: int, digits: int = DIGITS) -> tuple[list[int], int, int]:
    """(masses in units, their sum, the integer of the first), of the sum of k discrete Gaussians."""
    reach, unit = int(math.sqrt(2 * 2.31 * digits * float(s2))) + 2, 10**digits
    with mpmath.workdps(digits + 20):
        one = [
            int(mpmath.exp(-mpmath.mpf(x * x) * s2.denominator / (2 * s2.numerator)) * unit)
            for x in range(-reach, reach + 1)
        ]
    row, low = one, -reach
    for _ in range(k - 1):
        row = [x // unit for x in convolved(row, one)]
        low -= reach
    return row, sum(row), low


def loss_factor(x: Fraction) -> Fraction:
    """e^x to many digits."""
    with mpmath.workdps(DIGITS + 20 + int(x)):
        value = mpmath.exp(mpmath.mpf(x.numerator) / x.denominator)
        sign, man, exp, _ = value._mpf_
    return Fraction(man) * Fraction(2) ** exp * (1 - 2 * sign)


def true_delta(sigma: Fraction, eps: Fraction, k: int, d: int) -> Fraction:
    row, total, low = law(sigma**2, k, DIGITS + int(eps / 2) // 50 * 50)
    shift = k * d
    n = 0
    while d * (2 * n + shift) <= 2 * eps * sigma**2:
        n += 1
    while d * (2 * (n - 1) + shift) > 2 * eps * sigma**2:
        n -= 1
    p = sum(row[max(n - low, 0) :])
    q = sum(row[max(n + shift - low, 0) :])
    return (p - loss_factor(eps) * q) / total


def true_power(sigma: Fraction, alpha: Fraction, k: int, d: int) -> Fraction:
    row, total, low = law(sigma**2, k)
    shift, left, power = k * d, alpha * total, Fraction(0)
    for x in range(low + len(row) - 1 + shift, low - 1, -1):  # the answers of the largest loss come first
        q, p = (row[y - low] if low <= y < low + len(row) else 0 for y in (x, x - shift))
        if q == 0:
            power += p
            continue
        share = min(Fraction(1), left / q)
        power += share * p
        left -= share * q
        if left <= 0:
            break
    return power / total


def holds(found, truth: Fraction, digits: int = 15) -> bool:
    width = found.rad <= max(abs(found.mid), SLACK) / 10**digits
    return found.low - SLACK <= truth <= found.high + SLACK and width


@st.composite
def mechanisms(draw):
    k = draw(st.sampled_from([1, 1, 2, 3, 5, 17]))
    sigma = Fraction(draw(st.integers(50, 4000 if k == 1 else 2500)), 1000)
    return sigma, k, draw(st.sampled_from([1, 1, 1, 2, 3]))


LEVELS = st.builds(
    lambda n, power: Fraction(n, 1000) ** power, st.integers(1, 999), st.sampled_from([1, 1, 3, 8])
)
SEEDED = {"derandomize": True, "deadline": None, "database": None}


def check_delta(mechanism, z):
    sigma, k, d = mechanism
    mu = d * math.sqrt(k) / float(sigma)
    eps = Fraction(min(max(0, round(1000 * (mu * mu / 2 + mu * z))), 400_000), 1000)
    assert holds(dg.delta(sigma, eps, k, d), true_delta(sigma, eps, k, d))


def check_power(mechanism, alpha):
    sigma, k, d = mechanism
    assert holds(dg.power(sigma, alpha, k, d), true_power(sigma, alpha, k, d))


@settings(max_examples=80, **SEEDED)
@given(mechanisms(), st.floats(-2, 9))
def test_delta_is_the_exact_sum(mechanism, z):
    check_delta(mechanism, z)


@settings(max_examples=60, **SEEDED)
@given(mechanisms(), LEVELS)
def test_power_is_that_of_the_best_test(mechanism, alpha):
    check_power(mechanism, alpha)


@pytest.mark.slow
@settings(max_examples=50_000, **SEEDED)
@given(mechanisms(), st.floats(-2, 9))
def test_delta_at_many_points(mechanism, z):
    check_delta(mechanism, z)


@pytest.mark.slow
@settings(max_examples=20_000, **SEEDED)
@given(mechanisms(), LEVELS)
def test_power_at_many_points(mechanism, alpha):
    check_power(mechanism, alpha)


ROWS = {
    (1, 1, "1"): "0.1413513394056219081",
    (10, 1, "0.1"): "0.0087623539239480945",
    (10, 1, "1"): "1.279240856716094e-25",
    (100, 1, "0.05"): "5.48207520777239607e-10",
    (10, 10, "1"): "1.09695194181557526e-4",
    (100, 1000, "1"): "1.0981046938541543e-4",
    (100, 10000, "5"): "5.7937215587216532e-7",
}


@pytest.mark.parametrize("row", ROWS)
def test_rows_of_the_benchmark(row):
    sigma, k, eps = row
    truth = Fraction(ROWS[row])
    assert abs(dg.delta(sigma, eps, k, digits=18).mid / truth - 1) < Fraction(1, 10**14)


@pytest.mark.parametrize("sigma", ["0.05", "0.3", "1", "2", "7.5", "100", "10000"])
@pytest.mark.parametrize("k", [1, 7, 1000])
def test_delta_and_power_are_dual(sigma, k):
    """For every eps and level, power(level) <= delta(eps) + e^eps level, with equality at one eps."""
    s2, shift = Fraction(sigma) ** 2, k
    n = int(math.sqrt(k) * float(sigma)) + (k + 1) // 2
    eps = Fraction(2 * n - shift) / (2 * s2)
    if eps < 0:
        eps = Fraction(0)
    at = dg.delta(sigma, eps, k, digits=30)
    with mpmath.workdps(60):
        factor = loss_factor(eps)
    previous = None
    for alpha in ("1e-12", "1e-4", "0.02", "0.3", "0.9"):
        power = dg.power(sigma, alpha, k, digits=25)
        assert power.low <= at.high + factor * Fraction(alpha) * (1 + Fraction(1, 10**60))
        assert power.high >= Fraction(alpha)
        assert previous is None or power.high >= previous.low
        previous = power


@pytest.mark.parametrize("sigma,k", [("0.3", 4), ("1", 1), ("1", 300), ("20", 1), ("20", 50)])
def test_delta_falls_and_is_convex_in_the_exponential(sigma, k):
    s = float(sigma)
    steps = [Fraction(round(100 * i * (math.sqrt(k) / s + k / s / s) / 6), 100) for i in range(9)]
    steps = sorted(set(steps))
    values = [dg.delta(sigma, e, k, digits=30) for e in steps]
    for before, after in pairwise(values):
        assert after.low <= before.high
    lines = [(loss_factor(e), v) for e, v in zip(steps, values, strict=True)]
    for (x, u), (y, v), (z, w) in zip(lines, lines[1:], lines[2:], strict=False):
        assert v.low * (z - x) <= u.high * (z - y) + w.high * (y - x) + Fraction(1, 10**90)


@pytest.mark.parametrize(
    "sigma,delta,k",
    [("1", "0.3", 1), ("1", "1e-5", 1000), ("0.05", "1e-20", 1), ("0.3", "0.01", 5), ("100", "1e-6", 1),
     ("10", "1e-10", 10), ("10000", "1e-300", 1), ("7/3", "1e-40", 33)],
)  # fmt: skip
def test_epsilon_inverts_delta(sigma, delta, k):
    eps = dg.epsilon(sigma, delta, k, digits=20)
    assert dg.delta(sigma, eps.low, k, digits=25).high >= Fraction(delta)
    assert dg.delta(sigma, eps.high, k, digits=25).low <= Fraction(delta)


@pytest.mark.parametrize("sigma,k", [("1", 1), ("1", 30), ("10", 3), ("0.4", 2)])
def test_the_tradeoff_function_is_its_own_inverse(sigma, k):
    for alpha in ("0.7", "0.1", "0.003"):
        there = dg.tradeoff(sigma, alpha, k, digits=30)
        assert dg.tradeoff(sigma, there.high, k, digits=25).low <= Fraction(alpha) + Fraction(1, 10**20)
        assert dg.tradeoff(sigma, there.low, k, digits=25).high >= Fraction(alpha) - Fraction(1, 10**20)
        assert abs(1 - there.mid - dg.power(sigma, alpha, k).mid) < Fraction(1, 10**14)
    assert dg.advantage(sigma, k).mid == dg.delta(sigma, 0, k).mid


def test_epsilon_is_zero_where_delta_is_reached_without_any():
    assert dg.epsilon(10, "0.5").is_exact and dg.epsilon(10, "0.5").mid == 0


@pytest.mark.parametrize("sigma", ["0.05", "0.37", "0.4", "1", "3", "20", "10000"])
def test_masses_add_up_to_one(sigma):
    reach = int(12 * float(sigma)) + 2
    if reach > 300:
        middle = dg.pmf(sigma, 0, digits=20)
        assert abs(float(middle) * float(sigma) * math.sqrt(2 * math.pi) - 1) < 1e-12
        return
    total = sum(dg.pmf(sigma, x, digits=30).mid for x in range(-reach, reach + 1))
    assert abs(total - 1) < Fraction(1, 10**25)
    assert dg.pmf(sigma, 3).mid == dg.pmf(sigma, -3).mid


@pytest.mark.parametrize("sigma", ["0.05", "0.39", "0.41", "1.3", "5"])
@pytest.mark.parametrize("order", ["0.5", "1.00001", "1.7", "2.25", "10.1"])
@pytest.mark.parametrize("d", [1, 2])
def test_renyi_divergence_is_the_exact_sum(sigma, order, d):
    with mpmath.workdps(80):
        s2, a = mpmath.mpf(sigma) ** 2, mpmath.mpf(order)
        reach = int(40 * float(sigma)) + 2
        whole = mpmath.fsum(mpmath.exp(-x * x / (2 * s2)) for x in range(-reach, reach + 1))
        span = range(-reach, reach + int(float(a) * d) + 2)
        total = mpmath.fsum(mpmath.exp(-(a * (x - d) ** 2 + (1 - a) * x * x) / (2 * s2)) for x in span)
        truth = mpmath.log(total / whole) / (a - 1)
        found = dg.renyi(sigma, order, 3, d, digits=25)
        assert (
            abs(mpmath.mpf(found.mid.numerator) / found.mid.denominator / (3 * truth) - 1)
            < mpmath.mpf(10) ** -24
        )


def test_renyi_at_integer_orders_is_that_of_the_gaussian():
    assert dg.renyi(2, 1).mid == Fraction(1, 8) and dg.renyi(2, 3, 5).mid == 5 * Fraction(3, 8)
    assert dg.renyi(2, 3, 5).is_exact


def test_arrays_carry_their_error():
    eps = np.linspace(0, 3, 7)
    values, errors = dg.delta(2, eps)
    for x, v, e in zip(eps, values, errors, strict=True):
        exact = dg.delta(2, float(x), digits=25)
        assert abs(Fraction(float(v)) - exact.mid) <= Fraction(float(e)) + exact.rad


def test_the_same_under_threads():
    jobs = [(s, e, k, n) for s in ("1", "3") for e in ("0.5", "4") for k in (1, 50) for n in (10, 40, 120)]

    def run(job):
        s, e, k, n = job
        return dg.delta(s, e, k, digits=n).ends

    alone = [run(j) for j in jobs]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, jobs * 3)) == alone * 3


@pytest.mark.parametrize(
    "call,word",
    [
        (lambda: dg.delta(0, 1), "sigma"), (lambda: dg.delta(1, -1), "eps"), (lambda: dg.delta(1, 1, 0), "k"),
        (lambda: dg.delta(1, 1, 1, "1/2"), "sensitivity"), (lambda: dg.delta(float("nan"), 1), "sigma"),
        (lambda: dg.power(1, "1.1"), "alpha"), (lambda: dg.epsilon(1, 0), "delta"), (lambda: dg.pmf(1, "0.5"), "x"),
        (lambda: dg.renyi(1, 0), "order"), (lambda: dl.delta(-1, 1), "scale"), (lambda: dl.power(1, -1), "alpha"),
    ],
)  # fmt: skip
def test_outside_the_domain(call, word):
    with pytest.raises(ValueError, match=word):
        call()


# ------------------------------------------------------------------------------------- discrete Laplace
def laplace_law(scale: Fraction) -> tuple[list[int], int, int]:
    reach = int(2.31 * DIGITS * float(scale)) + 2
    with mpmath.workdps(DIGITS + 20):
        row = [int(mpmath.exp(-mpmath.mpf(abs(x)) * scale.denominator / scale.numerator) * 10**DIGITS)
               for x in range(-reach, reach + 1)]  # fmt: skip
    return row, sum(row), -reach


@pytest.mark.parametrize("scale", ["0.1", "1", "2.5", "7/3"])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_discrete_laplace_is_the_exact_sum(scale, d):
    row, total, low = laplace_law(Fraction(scale))
    at = dict(zip(range(low, low + len(row)), row, strict=True))
    for eps in (Fraction(0), Fraction(d) / Fraction(scale) / 3, Fraction(d) / Fraction(scale) * 9 / 10):
        factor = loss_factor(eps)
        truth = (
            sum((max(Fraction(0), p - factor * at.get(x - d, 0)) for x, p in at.items()), Fraction(0)) / total
        )
        assert holds(dl.delta(scale, eps, d), truth)
    assert dl.delta(scale, Fraction(d) / Fraction(scale), d).mid == 0
    pairs = sorted(((at.get(x, 0), at.get(x - d, 0)) for x in range(low, low + len(row) + d)),
                   key=lambda z: Fraction(z[0], z[1]) if z[1] else Fraction(10) ** 500, reverse=True)  # fmt: skip
    for alpha in (Fraction(1, 1000), Fraction(1, 20), Fraction(2, 5), Fraction(9, 10)):
        left, power = alpha * total, Fraction(0)
        for p, q in pairs:
            share = Fraction(1) if q == 0 else min(Fraction(1), left / q)
            power += share * p
            left -= share * q
        assert holds(dl.power(scale, alpha, d), power / total), alpha
    for order in ("1", "1.5", "3"):
        with mpmath.workdps(60):
            a, s = mpmath.mpf(order), mpmath.mpf(Fraction(scale).numerator) / Fraction(scale).denominator
            r = range(-int(70 * s) - d - 60, int(70 * s) + d + 60)
            z = mpmath.fsum(mpmath.exp(-abs(x) / s) for x in r)
            if a == 1:
                t = mpmath.fsum(mpmath.exp(-abs(x) / s) * (abs(x - d) - abs(x)) / s for x in r) / z
            else:
                t = mpmath.log(
                    mpmath.fsum(mpmath.exp(-(a * abs(x) + (1 - a) * abs(x - d)) / s) for x in r) / z
                ) / (a - 1)
            assert abs(float(dl.renyi(scale, order, d)) / float(t) - 1) < 1e-13
