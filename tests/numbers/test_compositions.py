"""Compositions against exact sums and enumeration: optimal composition, finite pairs, discrete Gaussians, the Census."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.numbers import Enclosure, census, finite_pairs, gaussian
from dpsym.numbers import discrete_gaussian as dg
from dpsym.numbers import discrete_gaussian_composition as dgc
from dpsym.numbers import optimal_composition as oc
from dpsym.numbers.finite_pairs import two_sided
from dpsym.reals.precision import precision

MP = mpmath.mpf


def close(found, truth, digits: int = 15) -> bool:
    """Whether the enclosure holds a number known to 50 digits, and is as narrow as asked for."""
    slack = abs(truth) * MP(10) ** -50 + MP(10) ** -320
    low, high = (MP(x.numerator) / x.denominator for x in (found.low, found.high))
    return low - slack <= truth <= high + slack and high - low <= 2 * abs(truth) * MP(10) ** -digits


# --------------------------------------------------------------------------------------- equal parts
def composed(eps0: str, delta0: str, k: int, eps: str):
    e, d, y = MP(eps0), MP(delta0), mpmath.exp(MP(eps))
    p = mpmath.exp(e) / (1 + mpmath.exp(e))
    total = MP(0)
    for l in range(k + 1):
        ways = mpmath.binomial(k, l)
        total += max(MP(0), ways * (p**l * (1 - p) ** (k - l) - y * p ** (k - l) * (1 - p) ** l))
    return 1 - (1 - d) ** k * (1 - total)


@pytest.mark.parametrize("eps0", ["0.001", "0.1", "1", "7"])
@pytest.mark.parametrize("k", [1, 2, 13, 150])
@pytest.mark.parametrize("delta0", ["0", "1e-8", "0.3"])
def test_equal_parts_are_the_exact_sum(eps0, k, delta0):
    with mpmath.workdps(80):
        whole = k * MP(eps0)
        for share in ("0", "0.13", "0.5", "0.93", "1.1"):
            eps = mpmath.nstr(whole * MP(share), 12)
            found, truth = oc.delta(eps0, delta0, k, eps), composed(eps0, delta0, k, eps)
            assert close(found, truth) or found.low == found.high == truth == 0


@pytest.mark.slow
@settings(max_examples=30_000, derandomize=True, deadline=None, database=None)
@given(st.integers(1, 20_000), st.integers(0, 999), st.integers(1, 60), st.floats(0, 1.05))
def test_equal_parts_at_many_points(eps0, delta0, k, share):
    eps0, delta0 = f"{eps0}e-4", f"{delta0}e-5"
    eps = f"{float(eps0) * k * share:.9f}"
    with mpmath.workdps(80):
        found, truth = oc.delta(eps0, delta0, k, eps), composed(eps0, delta0, k, eps)
        if delta0 == "0e-5" and Fraction(eps) >= k * Fraction(eps0):  # the sum is 0 but for its rounding
            assert found.low == found.high == 0 and abs(truth) < MP(10) ** -70
        else:
            assert close(found, truth)


def test_many_equal_parts_do_not_overflow():
    values = [oc.delta("0.01", "1e-12", 10**5, eps) for eps in (5, 8, 20, 60)]
    assert all(a.low > b.high > 0 for a, b in itertools.pairwise(values))
    assert abs(values[1].mid - Fraction("0.1126557359227361")) < Fraction(1, 10**15)
    tiny = oc.delta(1, 0, 10**5, 60000)
    assert Fraction(2153, 10**564) < tiny.low <= tiny.high < Fraction(2154, 10**564)


@pytest.mark.parametrize(
    "eps0,delta0,k,delta",
    [("0.1", "0", 100, "0.02"), ("0.1", "1e-8", 1000, "1e-4"), ("0.01", "1e-12", 20000, "1e-6"),
     ("1", "0.1", 2, "0.2"), ("3", "0", 5, "1e-9")],
)  # fmt: skip
def test_epsilon_inverts_delta(eps0, delta0, k, delta):
    eps = oc.epsilon(eps0, delta0, k, delta, digits=18)
    assert oc.delta(eps0, delta0, k, eps.low, digits=25).high >= Fraction(delta)
    assert oc.delta(eps0, delta0, k, eps.high, digits=25).low <= Fraction(delta)


def test_epsilon_at_the_ends():
    assert oc.epsilon("0.5", 0, 6, 0).mid == 3
    assert oc.epsilon("0.5", "0.1", 2, "0.19").mid == 1  # 1 - 0.9^2
    assert oc.epsilon("0.1", 0, 5, "0.9").mid == 0
    with pytest.raises(ValueError, match="no eps reaches the delta"):
        oc.epsilon("0.5", "0.1", 2, "0.18")


def test_tests_at_the_ends():
    assert oc.level(1, "1/10", 1, "1/10") == oc.level(1, "1/10", 3, "1/1000") == Enclosure(0, 0)
    assert oc.power(1, "1/10", 2, 0).contains(Fraction(19, 100)) and oc.power(1, "1/10", 2, "0.81").low == 1
    assert oc.tradeoff(1, 0, 5, 0).low == 1 and oc.power(1, 0, 5, 1).low == 1
    with pytest.raises(ValueError, match="no eps serves delta"):
        oc.pbdp_epsilon(1, "1/10", 1, "1/20")


def test_advanced_composition_is_weaker_than_the_optimum():
    for k, delta in ((10, "1e-3"), (300, "1e-6"), (20000, "1e-9")):
        best = oc.epsilon("0.1", 0, k, delta)
        for form in ("dwork-rothblum-vadhan", "kairouz-oh-viswanath"):
            assert oc.advanced("0.1", k, delta, form).low >= best.low
        assert oc.basic("0.1", k).mid == Fraction(k, 10) >= best.low


# ----------------------------------------------------------------------------------- different parts
def enumerated(eps0s, eps, delta0s=()):
    y, total = mpmath.exp(MP(eps)), MP(0)
    logs = [MP(x.numerator) / x.denominator for x in eps0s]
    norm = mpmath.fprod(1 + mpmath.exp(x) for x in logs)
    for signs in itertools.product((0, 1), repeat=len(logs)):
        up = mpmath.fsum(x for s, x in zip(signs, logs, strict=True) if s)
        total += max(MP(0), mpmath.exp(up) - y * mpmath.exp(mpmath.fsum(logs) - up))
    pure = total / norm
    kept = mpmath.fprod(1 - MP(d.numerator) / d.denominator for d in delta0s)
    return 1 - kept * (1 - pure)


def test_ten_parts_are_the_full_enumeration():
    rng = random.Random(4)
    with mpmath.workdps(70):
        for count in (1, 3, 7, 10):
            parts = [Fraction(rng.randrange(0, 900), 1000) for _ in range(count)]
            deltas = [Fraction(rng.randrange(0, 9), 10**5) for _ in range(count)]
            for eps in ("0", "0.37", "2"):
                assert close(oc.heterogeneous(parts, eps), enumerated(parts, eps)) or sum(parts) <= Fraction(
                    eps
                )
                assert close(oc.heterogeneous(parts, eps, deltas), enumerated(parts, eps, deltas)) or not any(
                    deltas
                )
    assert oc.heterogeneous(["0.5", "0.25"], "0.75").mid == 0


def test_different_parts_that_are_equal_are_the_closed_form():
    assert abs(oc.heterogeneous(["0.01"] * 100, "0.3").mid - oc.delta("0.01", 0, 100, "0.3").mid) < Fraction(
        1, 10**18
    )
    text = ",".join(["0.01"] * 100)
    assert oc.heterogeneous(text, "0.3").mid == oc.heterogeneous(["0.01"] * 100, "0.3").mid


@pytest.mark.parametrize("error", ["1e-3", "1e-5", "1e-7"])
def test_bounds_of_many_parts_hold_the_exact_value(error):
    """24 parts, which are summed exactly as well."""
    rng = random.Random(9)
    eps0s = [Fraction(rng.randrange(10**8, 3 * 10**9), 10**10) for _ in range(24)]
    for eps in (Fraction(0), Fraction(1, 2), Fraction(2)):
        exact = oc.heterogeneous(eps0s, eps, digits=20)
        with precision(90):
            up = [finite_pairs.ball(x).exp() for x in eps0s]
            parts = [
                finite_pairs.Part(
                    ((1, u / (1 + u), 1 / (1 + u)), (-1, 1 / (1 + u), u / (1 + u))), finite_pairs.ball(0)
                )
                for u in up
            ]
            low, high = two_sided(parts, eps, float(error))
        assert low <= exact.low and exact.high <= high and high - low <= Fraction(error)


def test_a_hundred_parts_within_the_error_asked_for():
    rng = random.Random(0)
    eps0s = [Fraction(repr(rng.uniform(0.01, 0.21))) for _ in range(100)]
    wide, narrow = oc.heterogeneous(eps0s, 1, error="1e-4"), oc.heterogeneous(eps0s, 1)
    assert wide.contains(narrow) and narrow.rad < Fraction(1, 2 * 10**6)
    with_delta = oc.heterogeneous(eps0s, 1, "1e-6")
    assert Fraction(7, 10**5) < with_delta.low - narrow.low < Fraction(8, 10**5)


# -------------------------------------------------------------------------------------- finite pairs
def random_pair(rng, size, zero):
    def law():
        weights = [rng.randrange(1, 50) for _ in range(size)]
        if zero:
            weights[rng.randrange(size)] = 0
        return [Fraction(w, sum(weights)) for w in weights]

    return [law(), law()]


def pairs_hold(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        pairs = [
            random_pair(rng, rng.randrange(2, 5), rng.random() < 0.3) for _ in range(rng.randrange(1, 5))
        ]
        eps = Fraction(rng.randrange(0, 300), 100)
        outcomes = [(Fraction(1), Fraction(1))]
        for p, q in pairs:
            outcomes = [(a * x, b * y) for a, b in outcomes for x, y in zip(p, q, strict=True)]
        with mpmath.workdps(70):
            y = mpmath.exp(MP(eps.numerator) / eps.denominator)
            terms = (
                MP(a.numerator) / a.denominator - y * MP(b.numerator) / b.denominator for a, b in outcomes
            )
            truth = mpmath.fsum(max(MP(0), t) for t in terms)
            found = finite_pairs.delta(pairs, eps)
            assert close(found, truth) or found.mid == truth == 0, (pairs, eps)
            with precision(90):
                low, high = two_sided(finite_pairs._parts(finite_pairs.read_pairs(pairs, "pairs")), eps, 1e-5)
            slack = Fraction(1, 10**40)
            exact = Fraction(int(truth * 10**60), 10**60)
            assert low - slack <= exact <= high + slack and high - low <= Fraction(1, 10**5), (pairs, eps)


def best_power(pairs, alpha):
    outcomes = [(Fraction(1), Fraction(1))]
    for p, q, *_ in pairs:
        outcomes = [(a * x, b * y) for a, b in outcomes for x, y in zip(p, q, strict=True)]
    left, power = alpha, Fraction(0)
    for p, q in sorted(outcomes, key=lambda o: (o[1] == 0, o[0] / o[1] if o[1] else 0), reverse=True):
        share = Fraction(1) if q == 0 else min(Fraction(1), left / q)
        power, left = power + share * p, left - share * q
    return power


def test_power_of_finite_pairs_is_that_of_the_best_test():
    rng = random.Random(5)
    for _ in range(60):
        pairs = [
            random_pair(rng, rng.randrange(2, 5), rng.random() < 0.4) for _ in range(rng.randrange(1, 5))
        ]
        for alpha in (Fraction(0), Fraction(1, 1000), Fraction(rng.randrange(1, 100), 100), Fraction(1)):
            found, truth = finite_pairs.power(pairs, alpha), best_power(pairs, alpha)
            assert found.low <= truth <= found.high and found.rad <= truth / 10**15, (pairs, alpha)


def test_finite_pairs_are_the_full_enumeration():
    pairs_hold(1, 40)


@pytest.mark.slow
def test_many_finite_pairs():
    pairs_hold(2, 3000)


def test_a_pair_many_times_and_its_bounds():
    pair = [["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"], 60]
    exact = finite_pairs.delta([pair], 3)
    with precision(90):
        low, high = two_sided(
            finite_pairs._parts(finite_pairs.read_pairs([pair], "pairs")), Fraction(3), 1e-6
        )
    assert low <= exact.low and exact.high <= high
    assert finite_pairs.delta('[[["1/2","1/2"],["1/2","1/2"]]]', 0).mid == 0


# ------------------------------------------------------------------------- discrete Gaussians together
def exact_law(multiples: dict[int, int], unit: int) -> tuple[dict[int, object], int]:
    """Masses of sum a_i x_i under P for rho_i = a_i/unit, with 2 (loss) unit = 2 sum a_i x_i + sum a_i."""
    law = {0: MP(1)}
    for a, count in multiples.items():
        reach = int(math.sqrt(2 * 100 * unit / a)) + 2
        one = [(x, mpmath.exp(-MP(a) * x * x / (2 * unit))) for x in range(-reach, reach + 1)]
        total = mpmath.fsum(m for _, m in one)
        one = [(x, m / total) for x, m in one if m > MP(10) ** -40]
        for _ in range(count):
            new: dict[int, object] = {}
            for s, p in law.items():
                for x, m in one:
                    new[s + a * x] = new.get(s + a * x, MP(0)) + p * m
            law = {s: p for s, p in new.items() if p > MP(10) ** -36}
    return law, sum(a * c for a, c in multiples.items())


@pytest.fixture(scope="module")
def small():
    with mpmath.workdps(40):
        law, offset = exact_law({1: 1, 3: 1}, 30)
        losses = sorted(((2 * MP(s) + offset) / 60, p) for s, p in law.items())
    return "1/30, 3/30", losses


def test_discrete_gaussians_with_different_noise_are_the_exact_convolution(small):
    parts, losses = small
    with mpmath.workdps(40):
        for eps in ("0", "0.25", "1", "2"):
            truth = mpmath.fsum(p * (1 - mpmath.exp(MP(eps) - l)) for l, p in losses if l > MP(eps))
            found = dgc.delta(parts, eps)
            assert (
                found.low - Fraction(1, 10**25)
                <= Fraction(mpmath.nstr(truth, 35))
                <= found.high + Fraction(1, 10**25)
            ), eps
            assert found.rad < Fraction(1, 10**14)
        for alpha in ("0.9", "0.3", "0.01", "1e-5"):
            left, power = MP(alpha), MP(0)
            for l, p in reversed(losses):
                q = p * mpmath.exp(-l)
                share = min(MP(1), left / q)
                power, left = power + share * p, left - share * q
                if left <= 0:
                    break
            found = dgc.power(parts, alpha)
            assert (
                found.low - Fraction(1, 10**25)
                <= Fraction(mpmath.nstr(power, 35))
                <= found.high + Fraction(1, 10**25)
            )
        found = dgc.epsilon(parts, "0.01")
        ends = [MP(x.numerator) / x.denominator for x in (found.low, found.high)]
        at = [mpmath.fsum(p * (1 - mpmath.exp(e - l)) for l, p in losses if l > e) for e in ends]
        assert at[0] + MP(10) ** -25 >= MP("0.01") >= at[1] - MP(10) ** -25


@pytest.mark.parametrize(
    "sigma,k", [("10", 10), ("4", 50), ("100", 1000), ("1", 1), ("1", 10), ("1/2", 3), ("2/3", 7)]
)
def test_equal_discrete_gaussians_together_are_the_k_fold_ones(sigma, k):
    parts = [[1 / Fraction(sigma) ** 2, k]]
    mu = math.sqrt(k) / float(Fraction(sigma))
    for z in (-1, 0.5, 3):
        eps = Fraction(round(64 * max(mu * mu / 2 + z * mu, 0)), 64)
        ours, other = dgc.delta(parts, eps), dg.delta(sigma, eps, k, digits=30)
        assert ours.low <= other.high and other.low <= ours.high and ours.rad < other.mid / 10**14
    for alpha in ("0.2", "1e-4", "1e-9"):
        ours, other = dgc.power(parts, alpha), dg.power(sigma, alpha, k, digits=30)
        assert ours.low <= other.high and other.low <= ours.high and ours.rad < other.mid / 10**14
    ours, other = dgc.epsilon(parts, "1e-7"), dg.epsilon(sigma, "1e-7", k, digits=30)
    assert ours.low <= other.high and other.low <= ours.high


@pytest.mark.parametrize("text", ["0.01*30, 1/300", "1/400, 2/400, 3/400*2, 5/400*3", "1/100*40, 1/150*7"])
def test_the_smoothed_loss_encloses_what_the_lattice_gives(text, monkeypatch):
    parts = dgc.read_parts(text, "parts")
    monkeypatch.setattr(dgc, "LONGEST", 0.0)
    with precision(120):
        smooth = dgc.Composition(parts, 300.0, 6.0, 46.0)
        assert smooth.cell is None and smooth.s > 0
        for eps in (Fraction(0), Fraction(1, 2), Fraction(5, 4), Fraction(3)):
            wide = smooth.delta(eps, 50)
            monkeypatch.setattr(dgc, "LONGEST", 300.0)
            exact = dgc.Composition(parts, 1e7, 6.0, 46.0)
            assert exact.cell is not None
            assert wide.contains(exact.delta(eps, 50)) and wide.rad > 0
        for alpha in (Fraction(1, 3), Fraction(1, 100), Fraction(1, 10**8)):
            assert smooth.power(alpha, 50).contains(exact.power(alpha, 50))
        assert smooth.epsilon(Fraction(1, 1000), 50).contains(exact.epsilon(Fraction(1, 1000), 50))


# --------------------------------------------------------------------------------------------- Census
def test_epsilon_of_the_release():
    wide, narrow = census.epsilon("1e-10", digits=8), census.epsilon("1e-10", digits=12)
    assert wide.contains(narrow) and narrow.contains(Fraction("16.741981353105"))
    assert wide.rad < Fraction(1, 10**7) / 2 and narrow.rad < Fraction(1, 10**10)


# Gil-Pelaez integrals of the characteristic function to 30 digits, given to 12
POWERS = {"0.01": "0.486885584582", "0.05": "0.741706488517", "0.1": "0.844211231595"}


@pytest.mark.parametrize("alpha", POWERS)
def test_power_of_the_release(alpha):
    found = census.power(alpha, digits=8)
    assert found.rad < Fraction(1, 2 * 10**8)
    assert found.low - Fraction(1, 10**12) <= Fraction(POWERS[alpha]) <= found.high + Fraction(1, 10**12)


def test_power_of_the_release_at_small_levels():
    previous = Fraction(1)
    for alpha in ("1e-3", "1e-6", "1e-9", "1e-12"):
        found = census.power(alpha, digits=9)
        assert found.rad / found.mid < Fraction(1, 10**5) and found.high < previous
        # power(alpha) <= delta(eps) + alpha e^eps, at every eps
        for eps in (4, 8, 12, 16):
            at = census.delta(eps, digits=9)
            assert found.low <= at.high + Fraction(alpha) * Fraction(math.exp(eps) * (1 + 1e-12))
        previous = found.low


def test_power_of_the_release_at_a_level_of_1e_300():
    found = census.power("1e-300", digits=8)
    assert 0 < found.low and found.rad / found.mid < Fraction(1, 10**4)
    assert found.contains(census.power("1e-300", digits=12))
    # between the levels of the continuous Gaussian with 2.63 -+ 0.1 % of the zero-concentration
    assert gaussian.power(1 / Fraction("2.2924"), "1e-300").low < found.low
    assert gaussian.power(1 / Fraction("2.2947"), "1e-300").high > found.high


def test_delta_and_epsilon_of_the_release_are_inverse():
    eps = census.epsilon("1e-6", digits=10)
    assert (
        census.delta(eps.low, digits=10).high >= Fraction(1, 10**6) >= census.delta(eps.high, digits=10).low
    )


def test_zero_epsilon_where_delta_is_large():
    assert census.epsilon("0.99").mid == 0


# ------------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    "call,words",
    [
        (lambda: oc.delta(0, 0, 5, 1), "eps0"), (lambda: oc.delta(1, 1, 5, 1), "delta0"),
        (lambda: oc.delta(1, 0, 0, 1), "k"), (lambda: oc.delta(1, 0, 5, -1), "eps"),
        (lambda: oc.heterogeneous(["-0.1"], 1), "eps0s"), (lambda: oc.heterogeneous("0.1,0.2", 1, "0.1,0.1,0.1"), "delta0s"),
        (lambda: oc.heterogeneous("0.1,x", 1), "eps0s"), (lambda: finite_pairs.delta([[[1], ["1/2"]]], 1), "pairs"),
        (lambda: finite_pairs.delta([[["1/2", "1/2"], [1]]], 1), "pairs"), (lambda: finite_pairs.delta([], 1), "pairs"),
        (lambda: dgc.delta("9", 1), "parts"), (lambda: dgc.delta("0.1*0", 1), "count"), (lambda: census.power(1), "alpha"),
        (lambda: census.epsilon(0), "delta"), (lambda: census.delta(1, 0), "cells"),
    ],
)  # fmt: skip
def test_outside_the_domain(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_too_near_a_resonance_is_said():
    with pytest.raises(ArithmeticError, match=r"resonance|fall"):
        dgc.delta("1, 1.000001", 1)


# ------------------------------------------------------------------------------------ tests of many pairs
def test_two_bounds_of_the_power_hold_the_exact_one():
    rng = random.Random(1)
    for _ in range(30):
        n = rng.randint(2, 4)
        laws = []
        for _ in range(4):
            row = [rng.randint(1, 20) for _ in range(n)]
            laws.append([Fraction(x, sum(row)) for x in row])
        laws[1] = [Fraction(0), *laws[1][1:-1], laws[1][-1] + laws[1][0]]  # an infinite loss
        pairs = [[laws[0], laws[1], rng.randint(1, 4)], [laws[2], laws[3], rng.randint(1, 3)]]
        alpha = Fraction(rng.randint(1, 999), 1000) ** rng.choice([1, 3])
        exact = finite_pairs.power(pairs, alpha)
        with precision(100):
            parts = finite_pairs._parts(finite_pairs.read_pairs(pairs, "pairs"))
            low, high = finite_pairs.two_sided_power(parts, alpha, 1e-5)
        assert low <= exact.high and exact.low <= high and high - low < Fraction(1, 10**4)


def test_power_of_more_losses_than_can_be_listed():
    rates = ((3, 10, 4), (1, 7, 2), (2, 11, 3), (5, 13, 6))
    pairs = [
        [[Fraction(a, n), 1 - Fraction(a, n)], [Fraction(b, n), 1 - Fraction(b, n)], 15] for a, n, b in rates
    ]
    found = finite_pairs.power(pairs, "1/100", "1e-3")
    assert 0 < found.high - found.low <= Fraction(1, 1000)
    assert found.low <= finite_pairs.delta(pairs, 2, "1e-3").high + loss(2) / 100  # a line above the power
    assert finite_pairs.power(pairs, 0).high == 0
    assert finite_pairs.advantage(pairs, "1e-3").contains(finite_pairs.delta(pairs, 0, "1e-4").mid)
    with pytest.raises(ArithmeticError, match="ask for a larger error"):
        finite_pairs.within("finite_pairs.power", (Fraction(0), Fraction(1, 10)), Fraction(1, 100))


def loss(eps: int) -> Fraction:
    return Fraction(math.nextafter(math.exp(eps), 100))
