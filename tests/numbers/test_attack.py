"""Attacks run on data made here: exact intervals, exact values, and ceilings that hold and are reached."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import pairwise
from math import comb, erf, fsum

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.numbers import approx_dp, gaussian
from dpsym.numbers.attack import _normal_gain, exact_area, exact_gain, interval, run
from dpsym.numbers.confounding import joint, read_table

HEAD = "state,data,probability,"
COPY = HEAD + "response:A:1,response:B:1\ns,a,3/8,0,0\ns,b,1/8,1,1\nt,a,1/8,0,0\nt,b,3/8,1,1\n"
XOR = HEAD + "response:A:9/10,response:B:9/10\n0,00,1/4,0,0\n0,11,1/4,1,1\n1,01,1/4,0,1\n1,10,1/4,1,0\n"
NORMAL = HEAD + "gaussian:A:2,gaussian:B:3\ns,a,1/2,0,0\nt,b,1/2,1,1\n"


def at_least(k, n, p):
    return sum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1))


@pytest.mark.parametrize(("right", "trials"), [(0, 7), (7, 7), (3, 7), (1, 30), (20, 30)])
def test_the_interval_has_its_confidence_and_is_no_wider_than_its_rounding(right, trials):
    tail, step = Fraction(1, 40), Fraction(1, 1 << 23)
    low, high = interval(right, trials, Fraction(19, 20))
    for k, p in ((right, low), (trials - right, 1 - high)):
        if k == 0:
            assert p == 0
        else:
            assert at_least(k, trials, p) <= tail < at_least(k, trials, p + step)


def test_an_interval_refuses_what_is_no_count():
    for right, trials, sure in ((3, 2, "1/2"), (-1, 2, "1/2"), (1, 2, "1"), (1, 2, "0"), (0, 0, "1/2")):
        with pytest.raises(ValueError, match="outside its domain"):
            interval(right, trials, Fraction(sure))


def test_the_area_is_that_of_all_pairs_of_outputs_and_below_its_ceiling():
    rng = random.Random(5)
    for _ in range(40):
        first, second = ([Fraction(rng.randrange(5)) for _ in range(4)] for _ in range(2))
        if not (sum(first) and sum(second)):
            continue
        first, second = ([x / sum(law) for x in law] for law in (first, second))
        area = brute(first, second)
        assert exact_area(tuple(first), tuple(second)) == area
        for growth in (Fraction(1), Fraction(2)):
            delta = max(
                sum(max(a - growth * b, Fraction(0)) for a, b in zip(p, q, strict=True))
                for p, q in ((first, second), (second, first))
            )
            assert area <= 1 - (1 - delta) ** 2 / (1 + growth)


def brute(first, second):
    """Over pairs: the ratio of the output of the second law is larger, or equal and a coin decides."""
    outputs = [(a, b) for a, b in zip(first, second, strict=True) if a + b]
    return sum(
        mine[1]
        * other[0]
        * (
            1
            if mine[1] * other[0] > other[1] * mine[0]
            else Fraction(mine[1] * other[0] == other[1] * mine[0], 2)
        )
        for mine in outputs
        for other in outputs
    )


def test_the_gain_of_normal_noise_is_between_what_its_roundings_gain():
    """Rounded outputs are worse, and nearly as good where the steps are short."""
    for mu in ("1/10", "1", "4"):
        square = Fraction(mu) ** 2
        found = _normal_gain(square)
        assert found.high - found.low < Fraction(1, 10**20)
        step, half = 2.0**-6, float(Fraction(mu)) / 2
        edges = [k * step for k in range(-640, 641)]
        below = [[erf((t + s * half) / 2**0.5) for t in edges] for s in (1, -1)]
        laws = [[(b - a) / 2 for a, b in pairwise(row)] for row in below]
        left = fsum(a * b / (a + b) for a, b in zip(*laws, strict=True) if a + b)
        assert abs(0.25 - left / 2 - float(found.mid)) < 1e-4
    assert _normal_gain(Fraction(0)).high == 0
    assert Fraction(1, 4) - _normal_gain(Fraction(2000)).low < Fraction(1, 10**38)
    assert _normal_gain(Fraction(1599)).low <= _normal_gain(Fraction(1601)).high


def test_the_gain_of_finite_laws_is_below_its_ceiling_and_reaches_it():
    rng = random.Random(6)
    for _ in range(60):
        first, second = ([Fraction(rng.randrange(1, 7)) for _ in range(3)] for _ in range(2))
        first, second = (tuple(x / sum(law) for x in law) for law in (first, second))
        for growth in (Fraction(1), Fraction(2), Fraction(3)):
            delta = max(
                sum(max(a - growth * b, Fraction(0)) for a, b in zip(p, q, strict=True))
                for p, q in ((first, second), (second, first))
            )
            ceiling = (1 - (1 - delta) * growth / (growth + (growth - 1) ** 2 / 4)) / 4
            assert exact_gain(first, second) <= ceiling
    third = Fraction(1, 3)
    extremal = (third, 4 * third**2, 2 * third**2, Fraction(0))
    assert exact_gain(extremal, extremal[::-1]) == (1 - (1 - third) * 2 / Fraction(9, 4)) / 4


@pytest.mark.parametrize("text", [COPY, XOR, NORMAL])
def test_an_attack_reaches_what_is_exact_and_no_more_than_the_ceiling(text):
    found = read_table(text, "table")
    done = run(found, 1000, 3, "0.9999")
    for eps in (Fraction(0), Fraction(1, 2)):
        delta = joint(found, eps).high
        for at, cap in (
            (done.correct, approx_dp.accuracy(eps, delta, "1/2")),
            (done.area, approx_dp.auc(eps, delta)),
            (done.gain, approx_dp.squared_gain(eps, delta, "1/2")),
        ):
            assert at.low <= at.exact.low and at.exact.high <= at.high
            assert at.exact.low <= cap.high


def test_the_same_seed_gives_the_same_run():
    found = read_table(XOR, "table")
    one, again, other = (run(found, 100, seed).correct.right for seed in (1, 1, 2))
    assert one == again != other


def test_numbers_far_from_0_are_told_apart_as_near_it():
    """In double precision 10^20 + 1 is 10^20: what is simulated are differences, which are exact."""
    far = NORMAL.replace(",0,0\n", ",1e20,-1e30\n").replace(
        ",1,1\n", ",100000000000000000001,-999999999999999999999999999999\n"
    )
    assert run(read_table(far, "t"), 500, 4) == run(read_table(NORMAL, "t"), 500, 4)
    with pytest.raises(
        ValueError, match=r"the numbers of A in the states s and t are above 1e9 standard deviations apart"
    ):
        run(read_table(NORMAL.replace(",1,1\n", ",1e999,1\n"), "t"), 500, 4)


def test_ceilings_at_known_points():
    assert abs(float(approx_dp.auc("1/4", "1/50").mid) - 0.5795143) < 1e-6
    assert approx_dp.accuracy(0, "1/10", "1/4").mid == Fraction(3, 4) + Fraction(1, 40)
    found, area = gaussian.advantage(2), gaussian.auc(2)
    assert area.low > (1 + found.high) / 2  # an area is more than the share of right answers
    assert abs(float(area.mid) - 0.6381632) < 1e-6


def test_the_command_warns_where_a_guarantee_is_exceeded(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text(NORMAL)
    words = ["attack", str(file), "--eps", "0.05", "--trials", "1000"]
    assert CliRunner().invoke(main, words).exit_code == 0
    done = CliRunner().invoke(main, [*words, "--delta", "0.02", "--json"])
    found = json.loads(done.stdout)
    assert done.exit_code == 1 and len(found["notes"]) == 6
    for more in (["--trials", "0"], ["--confidence", "1"], ["--eps", "-1"], ["--delta", "2"]):
        done = CliRunner().invoke(main, [*words, *more])
        assert done.exit_code == 2, more
