"""What zCDP, Renyi and approximate DP imply: against searches over pairs, known values, and each other."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.numbers import approx_dp, enclose, gaussian, rdp, zcdp
from dpsym.numbers.balls import Enclosure
from dpsym.numbers.registry import Infeasible

log_rho, unit = st.floats(-5, 2), st.floats(0.001, 0.999)


def near(found: Enclosure, value: str, places: int) -> None:
    assert abs(found.mid - Fraction(value)) <= Fraction(value) / 10**places, found


# ------------------------------------------------------------------------------------------------- known
def test_known_values_of_the_optimum():
    near(zcdp.advantage("0.5"), "0.47909842311662", 13)
    near(zcdp.advantage("2.63"), "0.89837823157274", 13)
    near(zcdp.delta("0.5", 1), "0.21491114459", 9)
    near(zcdp.delta("0.1", "0.5"), "0.067673708238", 10)
    near(zcdp.delta("2.63", 2), "0.65163979182", 10)
    near(zcdp.delta("0.5", 20), "4.94243e-85", 5)
    near(zcdp.power("2.63", "0.001"), "0.353271678408", 11)
    near(zcdp.power("2.63", "0.01"), "0.698159841426", 11)
    near(zcdp.power("2.63", "0.05"), "0.946584181559", 11)
    near(zcdp.power("2.63", "0.10"), "0.962340132266", 11)
    near(zcdp.epsilon("0.5", "1e-6", "canonne-kamath-steinke"), "5.22153444453017", 14)
    near(zcdp.epsilon("2.63", "1e-10", "canonne-kamath-steinke"), "17.4305845", 8)
    near(zcdp.epsilon("0.5", "1e-6", "bun-steinke"), "5.756522", 6)


def divergence(p: np.ndarray, q: np.ndarray, order: float) -> np.ndarray:
    """The Renyi divergence of Bernoulli laws, in floats."""
    with np.errstate(all="ignore"):
        if order == 1:
            return p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
        one, two = (
            order * np.log(p) + (1 - order) * np.log(q),
            order * np.log1p(-p) + (1 - order) * np.log1p(-q),
        )
        return np.logaddexp(one, two) / (order - 1)


def search(bounds: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    """Levels q, and the largest p on a grid with D_order <= gamma both ways for all (order, gamma)."""
    q = np.concatenate([np.geomspace(1e-6, 1e-2, 40), np.linspace(0.011, 0.97, 160)])
    low, high = q.copy(), np.ones_like(q)
    for _ in range(45):
        p = (low + high) / 2
        ok = np.ones(q.size, dtype=bool)
        for order, gamma in bounds:
            ok &= (divergence(p, q, order) <= gamma) & (divergence(1 - q, 1 - p, order) <= gamma)
        low, high = np.where(ok, p, low), np.where(ok, high, p)
    return q, low


@pytest.mark.parametrize("rho", [0.02, 0.5, 2.63])
def test_no_pair_of_a_search_beats_the_optimum_and_one_comes_close(rho):
    orders = np.concatenate([[1.0], 1 + np.geomspace(1e-3, 60, 150)])
    q, p = search([(a, a * rho) for a in orders.tolist()])
    for i in range(5, q.size, 24):
        best = float(zcdp.power(rho, float(q[i])))
        assert best <= p[i] + 2e-4 and best >= p[i] - 2e-3 * rho
    for eps in (0.0, 0.1, 0.7, 3.0):
        found = float(np.max(p - math.exp(eps) * q))
        best = float(zcdp.delta(rho, eps))
        assert found - 2e-4 <= best * (1 + 1e-3) + 1e-9 and best <= found + 6e-3


@pytest.mark.parametrize(("order", "gamma"), [(1.5, 0.3), (2, 1.0), (10, 2.0), (3, 0.05)])
def test_one_order_against_a_search(order, gamma):
    q, p = search([(order, gamma)])
    for i in range(5, q.size, 24):
        assert abs(float(rdp.power(order, gamma, float(q[i]))) - p[i]) < 1e-9
        assert abs(float(rdp.tradeoff(order, gamma, float(q[i]))) - (1 - p[i])) < 1e-9
    for eps in (0.0, 0.1, 0.7, 3.0):
        found = float(np.max(p - math.exp(eps) * q))
        best = float(rdp.delta(order, gamma, eps))
        assert found <= best + 1e-10 and best <= found + 6e-3
    one, two = rdp.delta(order, gamma, 0), rdp.advantage(order, gamma, digits=30)
    assert abs(one.mid - two.mid) <= one.rad + two.rad


# ----------------------------------------------------------------------------------------- among themselves
@given(log_rho, st.floats(-3, 2.8), unit)
@settings(max_examples=25)
def test_zcdp_bounds_are_in_order(exponent, log_size, part):
    rho, size = 10.0**exponent, 10.0**log_size
    eps = rho + 2 * math.sqrt(rho * size) * part
    best = zcdp.delta(rho, eps)
    cks, bun = zcdp.delta(rho, eps, "canonne-kamath-steinke"), zcdp.delta(rho, eps, "bun-steinke")
    assert best.low <= cks.high and cks.low <= bun.high
    # a mechanism that is rho-zCDP
    assert gaussian.delta(1, eps, sensitivity=math.sqrt(2 * rho) * (1 - 1e-15)).low <= best.high
    # any one order gives more, and the best of many nearly the same
    orders = [1.01, 1.3, 2, 5, 30]
    assert all(best.low <= rdp.delta(a, Fraction(a) * Fraction(rho), eps).high for a in orders)
    delta = math.exp(-size)
    found = zcdp.epsilon(rho, delta)
    if found.high > 0:
        assert zcdp.delta(rho, max(found.low, 0)).high >= delta >= zcdp.delta(rho, found.high).low
        assert found.low <= zcdp.epsilon(rho, delta, "canonne-kamath-steinke").high
    else:
        assert delta >= zcdp.advantage(rho).low


@given(log_rho, st.floats(-690, -1e-3))
@settings(max_examples=25)
def test_zcdp_trade_off_is_its_own_inverse(exponent, log_level):
    rho, alpha = 10.0**exponent, math.exp(log_level)
    power, rest = zcdp.power(rho, alpha), zcdp.tradeoff(rho, alpha)
    assert abs(power.mid + rest.mid - 1) <= power.rad + rest.rad
    assert power.mid > alpha
    assert rest.rad * 10**15 <= rest.mid and power.rad * 10**15 <= power.mid
    exact = zcdp.tradeoff(rho, alpha, digits=620)
    back = zcdp.tradeoff(rho, exact.mid)
    assert abs(back.mid / Fraction(alpha) - 1) < Fraction(1, 10**9)
    mu = math.sqrt(2 * rho) * (1 - 1e-15)
    assert gaussian.power(1, alpha, mu).low <= power.high


def test_power_and_delta_are_dual():
    rho, alpha = Fraction(1, 2), Fraction(1, 20)
    power = zcdp.power(rho, alpha)
    least = min(
        float(zcdp.delta(rho, e)) + float(alpha) * math.exp(e) for e in np.linspace(0.5, 3, 120).tolist()
    )
    assert float(power) <= least <= float(power) + 1e-4


def test_the_optimum_at_the_turn_is_the_line_of_the_symmetric_pair():
    # for rho = 1/2 the best pair stays p = 1 - q up to eps = 0.17535734665539
    t = float(zcdp.advantage("0.5"))
    for eps in (0.0, 0.1, 0.175):
        assert abs(float(zcdp.delta("0.5", eps)) - ((1 + t) - math.exp(eps) * (1 - t)) / 2) < 1e-14
    assert float(zcdp.delta("0.5", 0.18)) > ((1 + t) - math.exp(0.18) * (1 - t)) / 2


@given(log_rho, st.floats(-4, 2.8), unit)
@settings(max_examples=25)
def test_pbdp_of_zcdp_is_the_power_at_its_level(exponent, log_size, part):
    rho, size = 10.0**exponent, 10.0**log_size
    eps = rho + 2 * math.sqrt(rho * size) if part < 0.7 else rho * size / 700
    found = zcdp.pbdp(rho, eps)
    assert found.rad * 10**15 <= found.mid
    assert zcdp.delta(rho, eps).low <= found.high and found.low <= zcdp.pbdp(rho, eps, "tail").high
    assert gaussian.pbdp(1, eps, math.sqrt(2 * rho) * (1 - 1e-15)).low <= found.high
    if found.high < 1 - Fraction(1, 10**6):
        power = zcdp.power(rho, Fraction(math.exp(-eps)) * found.mid)
        assert abs(power.mid / found.mid - 1) < Fraction(1, 10**9)


@given(st.floats(-2, 2), st.floats(-4, 1.5), st.floats(0.01, 3))
@settings(max_examples=25)
def test_one_order_agrees_with_itself(log_order, log_gamma, part):
    order, gamma = 1 + 10.0**log_order, 10.0**log_gamma
    eps = part * (gamma + 1 / (order - 1)) if part * (gamma + 1 / (order - 1)) < 300 else gamma
    delta, pbdp = rdp.delta(order, gamma, eps), rdp.pbdp(order, gamma, eps)
    assert delta.low <= rdp.delta(order, gamma, eps, "canonne-kamath-steinke").high
    assert delta.low <= pbdp.high
    if pbdp.high < 1 - Fraction(1, 10**6):
        power = rdp.power(order, gamma, Fraction(math.exp(-eps)) * pbdp.mid)
        assert abs(power.mid / pbdp.mid - 1) < Fraction(1, 10**9)
    if delta.mid > Fraction(1, 10**280):
        back = rdp.epsilon(order, gamma, delta.mid)
        assert abs(back.mid - Fraction(eps)) < Fraction(1, 10**8) * (1 + Fraction(eps))
    # weaker than zCDP with the same bound at this order
    assert zcdp.delta(Fraction(gamma) / Fraction(order), eps).low <= delta.high


def test_many_digits():
    for found in (zcdp.delta("0.5", 1, digits=60), zcdp.epsilon("0.5", "1e-6", digits=60),
                  zcdp.power("0.5", "0.01", digits=60), rdp.epsilon(3, "0.4", "1e-9", digits=60)):  # fmt: skip
        assert found.rad * 10**60 <= found.mid
    assert zcdp.delta("0.5", 1).contains(zcdp.delta("0.5", 1, digits=60).mid)


def test_tiny_delta_and_tiny_levels():
    e = zcdp.epsilon("0.5", "1e-1000")
    assert zcdp.delta("0.5", e.low).high >= Fraction(1, 10**1000) >= zcdp.delta("0.5", e.high).low
    power = zcdp.power("0.5", "1e-2000")
    assert 10**40 < power.mid * 10**2000 and power.rad * 10**15 <= power.mid
    assert gaussian.power(1, "1e-2000").low <= power.high


def test_published_forms_of_one_order():
    assert rdp.epsilon(2, 1, "1e-5", "mironov").contains(Fraction("12.512925464970228420")) or abs(
        rdp.epsilon(2, 1, "1e-5", "mironov").mid - Fraction("12.51292546497022842")
    ) < Fraction(1, 10**13)
    for order in ("1.5", 4, 40):
        forms = [
            rdp.epsilon(order, "0.7", "1e-6", f) for f in ("optimum", "canonne-kamath-steinke", "mironov")
        ]
        assert forms[0].low <= forms[1].high and forms[1].low <= forms[2].high
        forms = [rdp.delta(order, "0.7", 2, f) for f in ("optimum", "canonne-kamath-steinke", "mironov")]
        assert forms[0].low <= forms[1].high and forms[1].low <= forms[2].high


def test_largest_rho():
    rho = zcdp.rho(3, "1e-6").mid
    assert abs(zcdp.epsilon(rho, "1e-6", "bun-steinke").mid - 3) < Fraction(1, 10**13)


# -------------------------------------------------------------------------------------- approximate DP
def pairs_of_approximate_dp(rng: np.random.Generator, eps: float, delta: float, n: int) -> list[tuple]:
    """Random pairs on three outcomes that are (eps, delta)-DP both ways, many of them on the edge."""
    found = []
    while len(found) < n:
        p, q = rng.dirichlet([0.4] * 3), rng.dirichlet([0.4] * 3)
        lo, hi = 0.0, 1.0
        for _ in range(40):  # towards the mean until it holds
            t = (lo + hi) / 2
            m = (p + q) / 2
            a, b = m + t * (p - m), m + t * (q - m)
            worst = max(
                np.maximum(a - math.exp(eps) * b, 0).sum(), np.maximum(b - math.exp(eps) * a, 0).sum()
            )
            lo, hi = (t, hi) if worst <= delta else (lo, t)
        m = (p + q) / 2
        found.append((m + lo * (p - m), m + lo * (q - m)))
    return found


@pytest.mark.parametrize(("eps", "delta"), [(0.5, 0.1), (1.0, 0.0), (0.0, 0.3), (2.0, 0.01)])
def test_no_pair_beats_the_bounds_of_approximate_dp(eps, delta):
    rng = np.random.default_rng(5)
    for p, q in pairs_of_approximate_dp(rng, eps, delta, 150):
        with np.errstate(divide="ignore"):
            loss = np.log(p / q)
        for eps2 in (0.0, 0.3 * eps, eps + 0.2, eps + 1.5):
            assert p[loss > eps2 + 1e-9].sum() <= float(approx_dp.loss_tail(eps, delta, eps2)) + 1e-9
            if eps2 > eps:
                assert (
                    p[abs(loss) > eps2 + 1e-9].sum()
                    <= float(approx_dp.probabilistic(eps, delta, eps2)) + 1e-9
                )
        assert np.maximum(p - q, 0).sum() <= float(approx_dp.advantage(eps, delta)) + 1e-9
        order = np.argsort(-loss)
        level, power = q[order][0], p[order][0]
        assert power <= float(approx_dp.power(eps, delta, float(level))) + 1e-9


def test_approximate_dp_in_closed_form():
    tail = approx_dp.loss_tail(0, "1/3", "1/2")
    assert abs(float(tail) - (1 / 3) / (1 - math.exp(-0.5))) < 1e-15
    assert approx_dp.loss_tail(0, "1/3", "1/4").low == 1  # capped
    # with a large eps the other law's total mass binds: it is less than the published bound
    assert approx_dp.loss_tail(3, "1/10", "3.1").high < approx_dp.loss_tail(3, "1/10", "3.1", "published").low
    assert approx_dp.loss_tail(1, 0, 2).high == 0
    for eps2 in ("0.2", 1, 5):
        t = approx_dp.loss_tail("0.1", "0.01", eps2)
        assert abs(approx_dp.loss_quantile("0.1", "0.01", t.mid).mid - Fraction(eps2)) < Fraction(1, 10**9)
    e2 = approx_dp.probabilistic_epsilon(1, "0.01", "0.2")
    assert abs(approx_dp.probabilistic(1, "0.01", e2.mid).mid - Fraction(1, 5)) < Fraction(1, 10**12)
    assert (
        approx_dp.power(1, "0.1", 0).low == Fraction(1, 10) and approx_dp.tradeoff(1, "0.1", "0.9").low == 0
    )
    assert abs(float(approx_dp.advantage(1, "0.1")) - (math.e - 1 + 0.2) / (math.e + 1)) < 1e-15


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: approx_dp.loss_tail(1, "0.1", 1, "published"),
            "the value 1 of eps2 is outside its domain: eps < eps2",
        ),
        (lambda: approx_dp.probabilistic(1, "0.1", "0.5"), "eps < eps2"),
        (lambda: approx_dp.probabilistic_epsilon(1, "0.1", "0.1"), "no eps2 serves delta2 = 1/10"),
        (lambda: approx_dp.loss_quantile(1, "0.1", "0.05"), "no eps2 serves"),
        (lambda: zcdp.delta(0, 1), "the value 0 of rho is outside its domain: 1e-300 <= rho"),
        (lambda: zcdp.delta(1, 1, "best"), "the value 'best' of form is not one of optimum"),
        (lambda: zcdp.epsilon(1, 0), "the value 0 of delta"),
        (lambda: rdp.delta(1, 1, 1), "the value 1 of order is outside its domain: 1 < order"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call()
    with pytest.raises(Infeasible):
        approx_dp.loss_quantile(1, "0.1", "0.05")


@pytest.mark.parametrize("rho", ["1e-30", "3e-17", "1e-11", "1e-7", "1.2323857618469261e-05"])
def test_optima_of_tiny_budgets(rho):
    """There every order nearly touches.  The Gaussian mechanism is one of those bounded, and the order two another."""
    r = Fraction(rho)
    low, high = Fraction(math.sqrt(2 * r)) * (1 - Fraction(1, 10**14)), math.sqrt(r)
    for alpha in ("1/2", "1/1000", "1e-40", Fraction(1, 2) - Fraction(high / 3)):
        best = zcdp.power(r, alpha)
        assert gaussian.power(1, alpha, low).low < best.low <= best.high < rdp.power(2, 2 * r, alpha).high
        assert 0 < zcdp.tradeoff(r, alpha).low and best.rad < best.mid / 10**15
        # at the corner of an event of that level: p - e^eps q over all pairs is at least that of this one
        eps = Fraction(high / 5)
        assert zcdp.delta(r, eps).high >= best.low - enclose(
            sympy.exp(sympy.Rational(eps)), {}
        ).high * Fraction(alpha)
    for share in ("0.001", "0.3", "0.9", 1 - Fraction(high)):
        delta = Fraction(share) * zcdp.delta(r, 0).low
        eps = zcdp.epsilon(r, delta)
        assert zcdp.delta(r, eps.low).high >= delta >= zcdp.delta(r, eps.high).low and eps.low > 0
    for eps in (Fraction(high / 9), Fraction(high * 2)):
        p = zcdp.pbdp(r, eps)  # the power p at the level e^-eps p
        level = enclose(sympy.exp(-sympy.Rational(eps)), {}).mid * p.mid
        assert abs(zcdp.power(r, level).mid - p.mid) < p.mid / 10**12
    start = time.process_time()
    with pytest.raises(ArithmeticError, match="below 1e-30"):
        zcdp.power("1e-31", "1/2")
    assert time.process_time() - start < 0.5


def test_arrays_of_optima():
    rho = np.array([0.1, 0.5])
    values, errors = zcdp.delta(rho, 1.0)
    assert abs(values[1] - 0.21491114459690) < 1e-12 and np.all(errors < 1e-15)


@pytest.mark.slow
def test_many_optima_and_their_time():
    rng = np.random.default_rng(2)
    spent = []
    for _ in range(4000):
        rho, size = 10 ** rng.uniform(-6, 2.5), 10 ** rng.uniform(-3, 2.8)
        eps = rho + 2 * math.sqrt(rho * size) * rng.random()
        start = time.process_time()
        best = zcdp.delta(rho, eps)
        spent.append(time.process_time() - start)
        assert best.low <= zcdp.delta(rho, eps, "canonne-kamath-steinke").high
        found = zcdp.epsilon(rho, math.exp(-size))
        if found.low > 0:
            assert zcdp.delta(rho, found.low).high >= math.exp(-size) >= zcdp.delta(rho, found.high).low
        alpha = 10 ** rng.uniform(-300, 0)
        assert gaussian.power(1, alpha, math.sqrt(2 * rho) * (1 - 1e-15)).low <= zcdp.power(rho, alpha).high
    assert float(np.median(spent)) < 0.02
