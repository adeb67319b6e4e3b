"""Laplace and randomised responses against their laws, posteriors against Bayes' rule, the registry, threads."""

from __future__ import annotations

import itertools
import json
import math
import threading
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from click.testing import CliRunner
from flint import ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.cli import main
from dpsym.numbers import (
    gaussian,
    kary_randomised_response,
    laplace,
    posterior,
    randomised_response,
    registry,
    zcdp,
)
from dpsym.numbers.balls import Enclosure, exact_rational

positive, unit = st.floats(0.05, 30), st.floats(1e-9, 1 - 1e-9)


def holds(found: Enclosure, truth: Any) -> None:
    with mp.workdps(60):
        low, high = (mp.mpf(x.numerator) / x.denominator for x in (found.low, found.high))
        slack = mp.mpf(10) ** -45
        assert low - slack <= truth <= high + slack, (found, truth)
        assert found.rad * 10**15 <= abs(found.mid)


# ------------------------------------------------------------------------------- laws on a few outcomes
def response(eps0: float, k: int) -> list[tuple[Any, Any]]:
    """The masses of k-ary randomised response at the values 0 and 1, best loss first."""
    e = mp.exp(mp.mpf(eps0))
    n = e + k - 1
    return [(e / n, 1 / n), *[(1 / n, 1 / n)] * (k - 2), (1 / n, e / n)]


@given(positive, st.integers(2, 7), st.floats(0, 35), unit, st.floats(0.1, 20))
@settings(max_examples=40)
def test_responses_from_their_masses(eps0, k, eps, alpha, order):
    with mp.workdps(60):
        pairs = response(eps0, k)
        e = mp.exp(mp.mpf(eps))
        holds(kary_randomised_response.delta(eps0, k, eps), sum(max(p - e * q, 0) for p, q in pairs))
        left, power = mp.mpf(alpha), mp.mpf(0)
        for p, q in pairs:
            part = min(left / q, 1)
            power, left = power + part * p, left - part * q
        holds(kary_randomised_response.power(eps0, k, alpha), power)
        holds(kary_randomised_response.tradeoff(eps0, k, alpha), 1 - power)
        if order == 1:
            truth = sum(p * mp.log(p / q) for p, q in pairs)
        else:
            a = mp.mpf(order)
            truth = mp.log(sum(p**a * q ** (1 - a) for p, q in pairs)) / (a - 1)
        holds(kary_randomised_response.renyi(eps0, k, order), truth)
        for t in (-40, -eps0 / 2, 0, eps0 / 2, 40):
            truth = sum(p for p, q in pairs if mp.log(p / q) > mp.mpf(t) + mp.mpf(10) ** -30)
            holds(kary_randomised_response.loss_tail(eps0, k, t), truth)
        if k == 2:
            holds(randomised_response.advantage(eps0), pairs[0][0] - pairs[0][1])


def test_responses_of_two_values():
    assert randomised_response.delta("1", "1/2") == kary_randomised_response.delta("1", 2, "1/2")
    assert randomised_response.delta(1, 1).high == 0 and randomised_response.epsilon(1, 0).low == 1
    e = randomised_response.epsilon(2, "0.1")
    assert randomised_response.delta(2, e.low, digits=30).high >= Fraction(1, 10)
    assert randomised_response.delta(2, e.high, digits=30).low <= Fraction(1, 10)
    assert randomised_response.epsilon(1, "0.9").high == 0
    with mp.workdps(60):
        holds(randomised_response.renyi("1/2", 1), mp.mpf("0.5") * mp.tanh(mp.mpf("0.25")))
    assert abs(float(randomised_response.power(1, "0.1")) - 0.1 * math.e) < 1e-15


# -------------------------------------------------------------------------------------------------- Laplace
@given(st.floats(0.1, 20), st.floats(0, 8), unit, st.floats(0.1, 15))
@settings(max_examples=25)
def test_laplace_from_its_densities(scale, eps, alpha, order):
    with mp.workdps(50):
        b = mp.mpf(scale)
        mu, e = 1 / b, mp.mpf(eps)
        # P centred at 0, Q at 1: events {x <= t}
        below = lambda t: mp.exp(t / b) / 2 if t < 0 else 1 - mp.exp(-t / b) / 2  # noqa: E731
        t = (1 - e * b) / 2  # where the loss is eps
        truth = below(t) - mp.exp(e) * below(t - 1) if e < mu else mp.mpf(0)
        holds(laplace.delta(scale, eps), truth) if truth > 0 else None
        t = b * mp.log(2 * mp.mpf(alpha)) + 1 if alpha < 0.5 else 1 - b * mp.log(2 * (1 - mp.mpf(alpha)))
        holds(laplace.power(scale, alpha), below(t))
        holds(laplace.tradeoff(scale, alpha), 1 - below(t))
        a = mp.mpf(order)
        density = lambda x: mp.exp(-abs(x) / b) / (2 * b)  # noqa: E731
        if scale > 0.3 and abs(order - 1) > 0.05:
            middle = mp.quad(lambda x: density(x) ** a * density(x - 1) ** (1 - a), [0, 0.5, 1])
            ends = mp.exp((a - 1) / b) / 2 + mp.exp(-a / b) / 2
            found = laplace.renyi(scale, order)
            assert abs(mp.log(middle + ends) / (a - 1) / mp.mpf(float(found)) - 1) < mp.mpf(10) ** -13


def test_laplace_in_closed_form():
    assert laplace.delta(1, 1).high == 0 and laplace.delta(1, 2).high == 0
    assert laplace.epsilon(2, 0, 3).low == Fraction(3, 2) and laplace.scale("1/2", 0).low == 2
    for delta in ("1e-300", "0.1", "0.3"):
        e = laplace.epsilon(1, delta, digits=400 if delta[0] == "1" else 20)
        assert abs(laplace.delta(1, e.mid, digits=5).mid / Fraction(delta) - 1) < Fraction(1, 1000)
        b = laplace.scale("1/3", delta)
        assert abs(laplace.delta(b.mid, "1/3").mid - Fraction(delta)) < Fraction(1, 10**12)
    assert laplace.epsilon("1/2", "0.9999").high == 0
    assert laplace.loss_tail(1, 1).high == 0 and laplace.loss_tail(1, -2).low == 1
    assert laplace.loss_tail(1, "0.999999").low > Fraction(499, 1000)
    assert laplace.advantage(2) == laplace.delta(2, 0)
    with mp.workdps(60):
        holds(laplace.renyi(1, 1), mp.exp(-1))
    near, half = laplace.renyi(1, "0.500000001"), laplace.renyi(1, "1/2")
    assert abs(near.mid - half.mid) < Fraction(1, 10**8)
    with pytest.raises(ValueError, match="no scale"):
        laplace.scale(0, 0)


@pytest.mark.parametrize(("scale", "eps"), [(1, "0.3"), (1, "0.9"), ("0.2", "0.4"), ("0.2", 3), (1, 2)])
def test_laplace_pbdp_is_the_largest_power_of_its_kind(scale, eps):
    delta = laplace.pbdp(scale, eps)
    if delta.high == 0:
        assert Fraction(eps) * Fraction(scale) >= 1
        return
    level = float(delta) * math.exp(-float(Fraction(eps)))
    assert abs(float(laplace.power(scale, level)) / float(delta) - 1) < 1e-12
    assert laplace.loss_tail(scale, eps).low <= delta.high


# ------------------------------------------------------------------------------------------------ posterior
@given(unit, st.floats(0, 50))
@settings(max_examples=40)
def test_posterior_by_bayes(p, eps):
    with mp.workdps(70):
        x, e = mp.mpf(p), mp.mpf(eps)
        up, down = (x * mp.exp(s * e) / (1 - x + x * mp.exp(s * e)) for s in (1, -1))
        holds(posterior.bound(p, eps), up)
        holds(posterior.lower(p, eps), down)
        holds(posterior.ratio(p, eps), up / x)
        holds(posterior.lowest_ratio(p, eps), down / x)
        if eps > 0:
            holds(posterior.difference(p, eps), up - x)
            holds(posterior.drop(p, eps), x - down)
            assert posterior.difference(p, eps).low <= posterior.largest_difference(eps).high
            worst = posterior.worst_prior(eps).mid
            gap = posterior.difference(worst, eps).mid - posterior.largest_difference(eps).mid
            assert abs(gap) < Fraction(1, 10**13)


def test_posterior_inverses_and_edges():
    assert (
        posterior.bound(0, 3).high == 0
        and posterior.bound(1, 3).low == 1
        and posterior.difference(1, 3).high == 0
    )
    assert posterior.loss("1/3", "1/3").high == 0
    assert abs(posterior.loss("0.1", posterior.bound("0.1", 2).mid).mid - 2) < Fraction(1, 10**12)
    c = posterior.largest_difference(3).mid
    assert abs(posterior.loss_for_difference(c).mid - 3) < Fraction(1, 10**12)
    r = posterior.ratio("0.2", 1).mid
    assert abs(posterior.loss_for_ratio("0.2", r).mid - 1) < Fraction(1, 10**12)
    with pytest.raises(registry.Infeasible, match="never exceeds"):
        posterior.loss_for_ratio("0.5", 2)
    risk = posterior.disclosure_risk("0.1", 1, "0.01", "0.2")
    assert posterior.bound("0.1", 1).high < risk.low < 1
    assert posterior.disclosure_risk("0.1", 1, 0, 0) == posterior.bound("0.1", 1)
    small = posterior.bound("1e-300", 1)
    assert abs(small.mid * 10**300 - Fraction("2.718281828459045")) < Fraction(1, 10**14)


# --------------------------------------------------------------------------------------------------- arrays
def test_closed_forms_over_arrays_keep_their_bounds():
    rng = np.random.default_rng(9)
    n = 400
    p = np.concatenate([10 ** rng.uniform(-240, 0, n // 2), rng.random(n // 2)])
    eps = np.concatenate([10 ** rng.uniform(-8, 2, n // 2), rng.uniform(0, 30, n // 2)])[rng.permutation(n)]
    cases = [(getattr(posterior, f), (p, eps)) for f in
             ("bound", "lower", "ratio", "lowest_ratio", "difference", "drop")]  # fmt: skip
    scale = 10 ** rng.uniform(-2, 2, n)
    near = np.where(rng.random(n) < 0.5, rng.random(n), 1 - 10 ** rng.uniform(-12, 0, n)) / scale
    cases += [(laplace.delta, (scale, near)), (randomised_response.delta, (eps, eps * rng.random(n)))]
    cases += [(kary_randomised_response.delta, (np.minimum(eps + 0.1, 90), 5, eps * rng.random(n)))]
    for f, arguments in cases:
        values, errors = f(*arguments)
        assert np.all(errors <= 1e-12 * values)
        for i in range(n):
            truth = f(*(x if np.isscalar(x) else float(x[i]) for x in arguments), digits=30)
            assert abs(truth.mid - Fraction(float(values[i]))) <= Fraction(float(errors[i])), (f, i)
    exact, error = posterior.bound(Fraction(999999999999, 10**12), np.array([0.5, 0.0]))
    assert abs(posterior.bound("0.999999999999", 0.5, digits=30).mid - Fraction(exact[0])) <= Fraction(
        error[0]
    )
    zero, error = laplace.delta(1, np.array([1.0, 2.0]))
    assert not zero.any() and not error.any()
    edge, error = laplace.delta("1/3", np.array([3.0, math.nextafter(3.0, 0)]))
    assert edge[0] == 0 < edge[1]
    assert posterior.bound(np.array([0.0, 1.0]), 1)[0].tolist() == [0, 1]


# ------------------------------------------------------------------------------------------ names and fronts
def test_inputs_are_exact_or_refused():
    assert exact_rational("0.1", "x") == Fraction(1, 10) and exact_rational(0.1, "x") == 0.1
    assert exact_rational(np.float64(0.5), "x") == 0.5 and exact_rational(np.int64(3), "x") == 3
    assert gaussian.delta(np.float64(1), np.int32(1)) == gaussian.delta(1, 1)
    for bad in (True, np.bool_(True), "x", "1/0", "nan", "inf", None, [1], 1j, math.nan):
        with pytest.raises(ValueError, match="value of x"):
            exact_rational(bad, "x")
    with pytest.raises(ValueError, match="too long"):
        exact_rational("1e1000000", "x")


def test_the_table_is_made_from_the_declarations():
    rows = registry.table()
    assert {r["name"] for r in rows} >= {
        "gaussian.delta", "gaussian.epsilon", "gaussian.sigma", "gaussian.power", "zcdp.delta", "zcdp.epsilon",
        "zcdp.power", "zcdp.advantage", "rdp.epsilon", "approx_dp.loss_tail", "posterior.bound",
        "laplace.delta", "randomised_response.power", "kary_randomised_response.renyi",
    }  # fmt: skip
    for r in rows:
        assert r["about"] and r["scalar"] and r["array"]
        assert all(a["about"] and a["domain"] for a in r["arguments"]), r["name"]
        family, _, name = r["name"].partition(".")
        module = __import__(f"dpsym.numbers.{family}", fromlist=[name])
        assert getattr(module, name) is registry.find(r["name"]).call
        assert r["about"].split()[0] in getattr(module, name).__doc__


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["eval", *arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_the_command_line_has_the_same_names():
    found = json.loads(run("gaussian.delta", "sigma=1", "eps=1", "--digits", "20", "--json"))
    assert found["value"]["mid"].startswith("0.12693673750664394") and found["name"] == "gaussian.delta"
    middle, radius = (Fraction(found["value"][k]) for k in ("mid", "rad"))
    truth = gaussian.delta(1, 1, digits=40)
    assert middle - radius <= truth.low and truth.high <= middle + radius
    assert "0.246846330782944" in run("zcdp.delta", "rho=0.5", "eps=1", "form=canonne-kamath-steinke")
    assert "0.214911144596" in run("zcdp.delta", "rho=1/2", "eps=1")
    assert "0 <= eps" in run("--list", "gaussian") and "posterior" not in run("--list", "gaussian.delta")
    assert json.loads(run("--list", "--json"))[0]["name"] == "gaussian.delta"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("gaussian.delta", "sigma=0", "eps=1"), "the value 0 of sigma is outside its domain: 0 < sigma"),
        (("gaussian.delta", "sigma=1"), "no value is given for eps"),
        (("gaussian.delta", "sigma=1", "eps=1", "mu=2"), "there is no parameter mu"),
        (("gaussian.delta", "sigma=1", "sigma=1"), "two values are given for sigma"),
        (("gaussian.delta", "1"), "not of the form parameter=value"),
        (("approx_dp.loss_quantile", "eps=1", "delta=.1", "delta2=.05"), "no eps2 serves"),
        (
            ("gaussian.deltas", "sigma=1"),
            "`dpsym eval --list gaussian` shows the evaluators of gaussian",
        ),
        (("--list", "nothing"), "no evaluator or family nothing"),
        ((), "name a quantity or a theorem"),
    ],
)
def test_the_command_line_refuses_in_plain_words(arguments, words):
    assert words in run(*arguments, code=2)


def test_calls_are_refused_like_python_s():
    for call, words in (
        (lambda: gaussian.delta(1), "needs a value for eps"),
        (lambda: gaussian.delta(1, 2, 3, 4), "at most 3 arguments"),
        (lambda: gaussian.delta(1, 2, sigma=1), "two values for sigma"),
        (lambda: gaussian.delta(1, 2, mu=1), "no argument mu"),
    ):
        with pytest.raises(TypeError, match=words):
            call()


def test_results_are_the_same_under_threads():
    work = [(gaussian.delta, (1 + i / 7, i / 3), d) for i in range(12) for d in (12, 90, 400)] + [
        (zcdp.delta, ("0.5", 1 + i), d) for i in range(6) for d in (12, 60)
    ]
    alone = [f(*a, digits=d).ends for f, a, d in work]
    before, wrong = ctx.prec, []

    def worker(offset: int) -> None:
        for i in range(len(work)):
            f, a, d = work[(i + offset) % len(work)]
            if f(*a, digits=d).ends != alone[(i + offset) % len(work)]:
                wrong.append((f, a, d))

    threads = [threading.Thread(target=worker, args=(5 * k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong and ctx.prec == before


def test_enclosures_compare_print_and_travel():
    import pickle

    found = gaussian.delta(1, 1)
    assert pickle.loads(pickle.dumps(found)) == found and hash(found) == hash(
        Enclosure(found.low, found.high)
    )
    assert str(found).startswith("0.126936737507 ±") and "0.126936737507" in repr(found)
    assert found.low < found.mid < found.high and found.contains(found.mid)
    with pytest.raises(ValueError, match="low <= high"):
        Enclosure(1, 0)


# ---------------------------------------------------------------------------- one curve, several forms of it
FAMILIES = [
    ("laplace", {"scale": "1/2"}), ("randomised_response", {"eps0": "3/2"}), ("gaussian", {"sigma": 2}),
    ("kary_randomised_response", {"eps0": "3/2", "k": 5}), ("discrete_laplace", {"scale": "3/2", "sensitivity": 4}),
    ("geometric", {"eps0": "3/2", "sensitivity": 3}), ("discrete_gaussian", {"sigma": 2, "k": 2}),
    ("zcdp", {"rho": "1/2"}), ("rdp", {"order": 3, "gamma": "1/2"}), ("approx_dp", {"eps": 1, "delta": "1/100"}),
]  # fmt: skip


@pytest.mark.parametrize(("family", "at"), FAMILIES, ids=[f for f, _ in FAMILIES])
def test_representations_of_one_guarantee_agree(family, at):
    """Power, trade-off and level are one curve, in order; delta and it are dual; pbdp lies on it."""

    def ask(quantity, **more):
        found = registry.find(f"{family}.{quantity}")
        return found.call(**at, **more)

    levels = [Fraction(1, 10**12), Fraction(1, 50), Fraction(1, 7), Fraction(1, 2), Fraction(9, 10)]
    powers = [ask("power", alpha=x) for x in levels]
    assert all(a.low <= b.high for a, b in itertools.pairwise(powers))
    delta = {"delta2" if family == "approx_dp" else "delta": None}
    for x, p in zip(levels, powers, strict=True):
        f = ask("tradeoff", alpha=x)
        assert abs(p.mid + f.mid - 1) <= p.rad + f.rad
        level = ask("level", power=x)  # the least level of power x; the power there is x
        assert (level.high <= x and abs(ask("power", alpha=level.mid).mid - x) < x / 10**9) or level.high == 0
        if level.low > 0:
            eps = ask("pbdp_epsilon", **{next(iter(delta)): x})
            assert abs(math.exp(eps.mid) * level.mid - x) < x / 10**12
            where = {"eps2" if family == "approx_dp" else "eps": eps.mid - Fraction(1, 10**9)}
            assert eps.mid < Fraction(1, 10**8) or ask("pbdp", **where).high >= x * (1 - Fraction(1, 10**7))
    if family not in ("approx_dp", "zcdp", "rdp"):
        assert abs(ask("advantage").mid - ask("delta", eps=0).mid) < Fraction(1, 10**14)
        deltas = [(x, ask("delta", eps=x)) for x in (0, Fraction(1, 3), Fraction(4, 3), 3)]
        assert all(a.high >= b.low for (_, a), (_, b) in itertools.pairwise(deltas))
        for eps, delta in deltas:  # power <= delta + e^eps alpha, with equality at the best level
            gaps = [
                delta.mid + Fraction(math.exp(eps)) * x - p.mid for x, p in zip(levels, powers, strict=True)
            ]
            assert min(gaps) > -Fraction(1, 10**14)
            if 0 < delta.low:
                assert abs(ask("epsilon", delta=delta.mid).mid - eps) < Fraction(1, 10**9)


def test_geometric_noise_is_discrete_laplace_noise():
    from dpsym.numbers import discrete_laplace, geometric

    assert geometric.delta("1/2", "1/5", 3) == discrete_laplace.delta(6, "1/5", 3)
    assert geometric.delta("1/2", "1/2", 3).high == 0 and geometric.delta("1/2", "0.499", 3).low > 0
    assert geometric.pmf(1, -2).contains(geometric.pmf(1, 2).mid)
    for t in ("-1/3", 0, "1/3", "1"):
        r, total = mp.exp(-mp.mpf(1) / 2), mp.mpf(0)
        for x in range(-200, 200):
            if Fraction(abs(x - 5) - abs(x), 2) > Fraction(t):
                total += (1 - r) / (1 + r) * r ** abs(x)
        assert abs(float(discrete_laplace.loss_tail(2, t, 5)) - total) < 1e-14


def test_bayesian_curves():
    assert abs(posterior.zcdp_curve("2.63", 4).mid - Fraction("0.836597216173")) < Fraction(1, 10**12)
    assert abs(posterior.zcdp_curve("0.1115", 1, "known").mid - Fraction("0.0626602836681")) < Fraction(
        1, 10**13
    )
    assert posterior.zcdp_curve(2, 1).low == 1 and posterior.zcdp_curve(2, 0, "known").low == 1
    for rest in ("any", "known"):
        for delta in ("0.9", "0.2", "1e-10"):
            eps = posterior.zcdp_curve_epsilon("1/2", delta, rest)
            assert abs(posterior.zcdp_curve("1/2", eps.mid, rest).mid - Fraction(delta)) < Fraction(1, 10**13)
        best = min(
            posterior.rdp_curve(1 + Fraction(k, 100), (1 + Fraction(k, 100)) / 2, 3, rest).mid
            for k in range(1, 600)
        )
        assert abs(best - posterior.zcdp_curve("1/2", 3, rest).mid) < Fraction(1, 10**6)


# ------------------------------------------------------------------------------------ between exact numbers
def test_values_between_exact_numbers():
    def ask(*words):
        return CliRunner().invoke(main, ["eval", *words, "--json"])

    found = json.loads(ask("randomised_response.advantage", "eps0=log(3)").output)["value"]
    assert abs(Fraction(found["mid"]) - Fraction(1, 2)) <= Fraction(found["rad"]) < Fraction(1, 10**20)
    found = json.loads(ask("randomised_response.delta", "eps0=2*log(3)", "eps=log(3)").output)["value"]
    assert abs(Fraction(found["mid"]) - Fraction(3, 5)) <= Fraction(found["rad"]) < Fraction(1, 10**20)
    refused = ask("discrete_gaussian.delta", "sigma=sqrt(2)", "eps=1")
    assert (
        refused.exit_code == 2
        and "sigma: discrete_gaussian.delta takes an exact number here" in refused.stderr
    )
    jump = ask("randomised_response.pbdp", "eps0=log(3)", "eps=log(3)")  # where the value jumps
    assert jump.exit_code == 3 and "undecided near" in jump.stderr


def test_the_table_in_markdown():
    text = CliRunner().invoke(main, ["eval", "--list", "gaussian.delta", "--markdown"]).output.splitlines()
    assert len(text) == 5 and all(line.count(" | ") == 5 for line in text[2:])
    assert "`sigma` | 0 < sigma" in text[2] and "2^-42" in text[2]


def test_promised_digits_are_checked_whatever_is_returned():
    def wide(x):
        return Enclosure(x, x + 1)

    held = registry.evaluator("test.held", "", x=registry.positive("x"))(wide)
    loose = registry.evaluator("test.loose", "", guarantee="two bounds, 1 apart", x=registry.positive("x"))(
        wide
    )
    try:
        assert loose(1) == Enclosure(1, 2)
        with pytest.raises(ArithmeticError, match="undecided at"):
            held(1)
        assert held(10**9, digits=8).rad * 2 == 1
    finally:
        del registry._EVALUATORS["test.held"], registry._EVALUATORS["test.loose"]
