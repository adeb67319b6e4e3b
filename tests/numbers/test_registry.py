"""What every evaluator owes its caller, asked of all that are declared: refusals, threads, direction, duality."""

from __future__ import annotations

import itertools
import math
import random
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import ctx
from siblings import one_in

from dpsym.numbers import Enclosure, registry
from dpsym.numbers.directions import direction
from dpsym.reals.balls import Undecided

SAMPLE: dict[str, Any] = {  # a value of every argument
    "sigma": 2, "eps": "1/3", "delta": "1/100", "alpha": "1/20", "power": "1/2", "sensitivity": 1, "t": "1/4", "q": "1/5",
    "order": 2, "scale": 1, "k": 2, "eps0": "1/2", "delta0": "1/1000", "rho": "1/4", "gamma": "1/4",
    "eps2": 1, "delta2": "1/10", "p": "1/4", "posterior": "1/2", "c": "1/4", "r": "5/4", "x": 1,
    "pairs": [[["1/2", "1/2"], ["1/4", "3/4"], 3]], "parts": "1/100, 1/50 * 2", "cells": 2, "eps0s": ["1/3", "1/2"],
    "delta0s": 0, "error": "1e-6", "queries": "Block, CENRACE", "distance": 2, "kept": "3/4", "kept_rest": "1/2", "n": 3,
    "gap": "1/5", "distances": "0 1/2, 1 1/4, 3 1/4", "ratio": 2, "table": """data,output:no,output:yes,attacker:A,secret:S
a,2/3,1/3,1/4,0
b,1/3,2/3,3/4,1""", "joint_table": """state,data,probability,output:A:no,output:A:yes,response:B:29/50
s,a,3/8,3/5,2/5,0
s,b,1/8,2/5,3/5,1
t,a,1/8,3/5,2/5,0
t,b,3/8,2/5,3/5,1""",
    "a": "1/2", "b": "1/3", "correlation": "1/4", "mu": "4/5", "variance": 2, "spent": "1/10000", "existing": 1,
}  # fmt: skip
EVERY = [pytest.param(e, id=e.name) for e in registry.every()]
REFUSALS = (
    ValueError,
    registry.Infeasible,
    ArithmeticError,
    Undecided,
)  # and no subclass: OverflowError is a failure


def having(some: Callable[[registry.Evaluator], Any]) -> list[Any]:
    """The evaluators of which there is something to ask; a case that asks nothing cannot fail."""
    found = [p for p in EVERY if some(p.values[0])]
    assert len(found) > 0.9 * len(EVERY)
    return found


def sample(e: registry.Evaluator) -> dict[str, Any]:
    return {a.name: SAMPLE[a.name] for a in e.arguments if not a.among}


def asked(e: registry.Evaluator, digits: int = 6, **given: Any) -> Any:
    """The enclosure, or the refusal."""
    try:
        found = e.call(**given, digits=digits)
        assert isinstance(found, Enclosure) and found.low <= found.high, (e.name, given)
        return found
    except Exception as reason:
        assert type(reason) in REFUSALS, (e.name, given, type(reason), reason)
        assert type(reason) is not ValueError or any(a.name in str(reason) for a in e.arguments), reason
        return reason


# ------------------------------------------------------------------------------------------------------ refusals
NO_NUMBERS = [math.nan, math.inf, -math.inf, np.float64("nan"), True, np.bool_(True), None, "", "x", "1/0", "nan", "inf",
              "1e9999999", 1j, [None], {}, b"1", object()]  # fmt: skip


@pytest.mark.parametrize("e", EVERY)
def test_what_is_no_number_is_a_value_error_that_names_the_argument(e):
    for a in e.arguments:
        for bad in NO_NUMBERS:
            if a.read and bad == [None]:
                continue
            with pytest.raises(ValueError) as caught:
                e.call(**{**sample(e), a.name: bad}, digits=6)
            words = str(caught.value)
            assert a.name in words or "no level or attribute" in words, (e.name, a.name, bad, words)


def outside(a: registry.Argument) -> list[Any]:
    found: list[Any] = []
    if a.lower is not None:
        low = Fraction(a.lower)
        found += [low - 1, low - Fraction(1, 10**400), -(10**400)] + ([a.lower] if a.lower_open else [])
    if a.upper is not None:
        high = Fraction(a.upper)
        found += [high + 1, high + Fraction(1, 10**400), 10**500] + ([a.upper] if a.upper_open else [])
    return found + (["3/2", 2.5] if a.integer else [])


@pytest.mark.parametrize("e", having(lambda e: any(map(outside, e.arguments))))
def test_outside_the_domain_is_a_value_error_that_names_argument_and_domain(e):
    for a in e.arguments:
        for bad in outside(a):
            with pytest.raises(ValueError) as caught:
                e.call(**{**sample(e), a.name: bad}, digits=6)
            assert f" of {a.name} " in str(caught.value) and a.domain in str(caught.value), (a.name, bad)


PATIENT = {  # what takes seconds or minutes farther out: (how small, how large)
    "gaussian.pbdp": (Fraction(1, 10**30), 10**30), "gaussian_composition.pbdp": (Fraction(1, 10**30), 10**30),
    "discrete_gaussian": (Fraction(1, 10**9), 40),
    "zcdp": (Fraction(1, 10**9), 10**30), "rdp": (Fraction(1, 10**9), 10**30), "census": (Fraction(1, 10**30), 10**30),
}  # fmt: skip


def edges(e: registry.Evaluator, a: registry.Argument) -> list[Any]:
    """Extreme values inside the domain."""
    least, most = (
        PATIENT.get(e.name) or PATIENT.get(e.name.partition(".")[0]) or (Fraction(1, 10**300), 10**30)
    )
    tiny, huge = max(Fraction(1, 10**30), least), Fraction(most)
    low = None if a.lower is None else Fraction(a.lower)
    high = None if a.upper is None else min(Fraction(a.upper), huge)
    if a.integer:
        return [int(x) for x in (low, high, 200) if x is not None and (high is None or x <= high)]
    found = [least, tiny, huge] if low == 0 else [-huge, -tiny, 0, tiny, huge] if low is None else []
    if low is not None:
        found += [low + tiny] + ([] if a.lower_open else [low])
    if high is not None:
        found += [high - tiny] + ([] if a.upper_open else [high])
    return [x for x in found if (low is None or x >= low) and (high is None or x <= high)]


PROBABILITIES = {
    "delta", "power", "tradeoff", "level", "advantage", "loss_tail", "pbdp", "pmf", "bound", "lower", "probabilistic",
    "disclosure_risk", "largest_difference", "heterogeneous", "zcdp_curve", "rdp_curve", "highest", "lowest", "simple_power",
    "event_lower", "event_upper", "responses_lower", "responses_upper", "zero_one",
}  # fmt: skip
NOT_NEGATIVE = {
    "epsilon", "sigma", "scale", "eps0", "rho", "renyi", "pbdp_epsilon", "basic", "advanced", "ratio", "lowest_ratio",
}  # fmt: skip


def at_extremes(e: registry.Evaluator) -> list[registry.Argument]:
    if e.name == "census.pbdp_epsilon":  # this one takes a minute
        return []
    return [a for a in e.arguments if not (a.among or a.read)]


@pytest.mark.parametrize("e", one_in(2, [p.values[0] for p in having(at_extremes)], lambda e: e.name))
def test_extreme_values_are_enclosed_or_refused(e):
    """Never a nan, never an enclosure without a possible value in it, never another exception."""
    quantity = e.name.rpartition(".")[2]
    for a in at_extremes(e):
        for extreme in edges(e, a):
            found = asked(e, **{**sample(e), a.name: extreme})
            if isinstance(found, Enclosure):
                if quantity in PROBABILITIES:
                    assert found.low <= 1 and found.high >= 0, (e.name, a.name, extreme, found)
                if quantity in NOT_NEGATIVE:
                    assert found.high >= 0, (e.name, a.name, extreme, found)


def test_infeasible_requests_say_so():
    for name, given, words in (
        ("optimal_composition.epsilon", {"eps0": 1, "delta0": "1/10", "k": 2, "delta": "1/10"}, "delta"),
        ("approx_dp.loss_quantile", {"eps": 1, "delta": "1/10", "delta2": "1/20"}, "no eps2 serves delta2"),
        ("approx_dp.probabilistic_epsilon", {"eps": 1, "delta": "1/10", "delta2": "1/20"}, "no eps2 serves"),
        ("approx_dp.pbdp_epsilon", {"eps": 1, "delta": "1/10", "delta2": "1/20"}, "no eps serves delta2"),
        ("posterior.loss_for_ratio", {"p": "1/2", "r": 2}, "no largest loss"),
        (
            "posterior.disclosure_risk",
            {"p": "1/2", "eps": 1, "delta": "1/5", "delta2": "1/10"},
            "no eps2 serves",
        ),
        ("discrete_laplace.scale", {"eps": 0, "delta": 0}, "no scale gives"),
        ("laplace.scale", {"eps": 0, "delta": 0}, "no scale gives"),
        ("geometric.eps0", {"eps": 0, "delta": 0}, "no scale gives"),
        ("randomised_response.eps0", {"eps": 0, "delta": 0}, "no response gives"),
        ("kary_randomised_response.eps0", {"eps": 0, "k": 3, "delta": 0}, "no response gives"),
    ):
        with pytest.raises(registry.Infeasible, match=words):
            registry.find(name).call(**given)


# ------------------------------------------------------------------------------------------- precision and threads
@pytest.mark.parametrize("family", registry.FAMILIES)
def test_results_are_the_same_under_threads(family):
    some = [e for e in registry.every() if e.name.startswith(f"{family}.")]
    work = [(e, d) for e in some for d in (5, 11, 24)]
    before = ctx.prec
    alone = {(e.name, d): getattr(asked(e, d, **sample(e)), "ends", None) for e, d in work}
    wrong = []

    def worker(seed: int) -> None:
        for e, d in random.Random(seed).sample(work, len(work)):
            found = getattr(asked(e, d, **sample(e)), "ends", None)
            if found != alone[e.name, d]:
                wrong.append((e.name, d))

    threads = [threading.Thread(target=worker, args=(k,)) for k in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong and ctx.prec == before


@pytest.mark.parametrize("e", EVERY)
def test_more_digits_narrow_the_same_value(e):
    """Enclosures at several precisions have a number in common, and keep what is promised."""
    found = [e.call(**sample(e), digits=d) for d in (3, 9, 17, 30)]
    assert max(x.low for x in found) <= min(x.high for x in found), e.name
    if e.guarantee in (registry.BALL, registry.EXACT):
        for d, x in zip((3, 9, 17, 30), found, strict=True):
            assert x.rad * 10**d <= abs(x.mid) or (x.low <= 0 <= x.high and x.rad * 10**d < 1), (e.name, d)


def as_arrays(e: registry.Evaluator) -> list[registry.Argument]:
    if e.name.startswith("census"):
        return []
    return [a for a in e.arguments if not (a.among or a.read or isinstance(SAMPLE[a.name], list))]


@pytest.mark.parametrize("e", having(as_arrays))
def test_an_array_has_the_values_of_its_entries(e):
    """With the error of each entry stated."""
    for a in as_arrays(e):
        x = float(Fraction(SAMPLE[a.name]))
        values, errors = e.call(**{**sample(e), a.name: np.array([x, x])})
        truth = e.call(**{**sample(e), a.name: int(x) if a.integer else x}, digits=18)
        assert values.shape == errors.shape == (2,) and values[0] == values[1]
        value, error = Fraction(float(values[0])), Fraction(float(errors[0]))
        assert truth.low - error <= value <= truth.high + error, (e.name, a.name)
        if e.guarantee in (registry.BALL, registry.EXACT):
            most = Fraction(1, 2**52) if e.array_guarantee == registry.BY_ENTRY else Fraction(1, 10**12)
            assert error <= abs(value) * most, (e.name, a.name)


# ------------------------------------------------------------------------------------------------------- direction
def draw(rng: random.Random, a: registry.Argument, over: str) -> Any:
    """A value of an argument, from a wide range."""
    kind = rng.random()
    if a.name in ("alpha", "delta", "power", "q", "delta2", "p", "posterior", "c", "delta0"):
        return (
            Fraction(f"{10 ** rng.uniform(-9, 0):.4g}") / 2
            if kind < 0.5
            else Fraction(rng.randint(1, 999), 1000)
        )
    if a.name in ("k", "n", "sensitivity", "x", "cells") and (a.integer or a.name == "sensitivity"):
        return rng.randint(1, 6) + (1 if over.startswith("kary") else 0)
    if a.name == "order":
        return 1 + Fraction(f"{10 ** rng.uniform(-1.5, 1):.4g}")
    if a.name == "t":
        return Fraction(rng.randint(-3000, 3000), 1000)
    if a.name == "r":
        return 1 + Fraction(rng.randint(1, 3000), 1000)
    if a.name == "sigma" and over.startswith("discrete"):
        return Fraction(rng.randint(300, 6000), 1000)
    return Fraction(f"{10 ** rng.uniform(-2, 0.8):.4g}")


def ordered(e: registry.Evaluator, seed: int, rounds: int) -> int:
    """How many pairs were told apart; none is the wrong way round."""
    rng, apart = random.Random(f"{e.name} {seed}"), 0
    for a in e.arguments:
        way = direction(e.name, a.name)
        if way is None or a.read:
            continue
        for _ in range(rounds):
            given = {b.name: draw(rng, b, e.name) for b in e.arguments if not b.among and not b.read}
            given |= {b.name: SAMPLE[b.name] for b in e.arguments if b.read}
            ends = sorted({given[a.name], draw(rng, a, e.name)})
            one, other = (asked(e, 9, **{**given, a.name: x}) for x in (ends[0], ends[-1]))
            if isinstance(one, Enclosure) and isinstance(other, Enclosure):
                low, high = (one, other) if way == 1 else (other, one)
                assert low.low <= high.high, (e.name, a.name, given, ends)
                apart += low.high < high.low
    return apart


MOVING = [p for p in EVERY if not p.id.startswith("census")]


@pytest.mark.parametrize("e", MOVING)
def test_rises_and_falls_as_said(e):
    apart = ordered(e, 0, 3)
    assert apart or all(direction(e.name, a.name) is None for a in e.arguments), e.name


def test_no_direction_is_claimed_without_a_reason():
    assert direction("gaussian.delta", "eps") == -1 and direction("optimal_composition.power", "k") == 1
    assert (
        direction("discrete_gaussian.delta", "sigma") is None
        and direction("gaussian.loss_tail", "sigma") is None
    )


@pytest.mark.slow
@pytest.mark.parametrize("e", MOVING)
def test_rises_and_falls_as_said_at_many_points(e):
    ordered(e, 1, 150)


# --------------------------------------------------------------------------------------------------------- duality
CURVES: dict[str, Any] = {  # families with delta and power, and their budgets
    "gaussian": {"sigma": (1, 5), "sensitivity": None}, "gaussian_composition": {"parts": None},
    "laplace": {"scale": (0.3, 4)}, "randomised_response": {"eps0": (0.1, 4)},
    "kary_randomised_response": {"eps0": (0.1, 4), "k": None}, "discrete_laplace": {"scale": (0.5, 4), "sensitivity": None},
    "geometric": {"eps0": (0.1, 4), "sensitivity": None}, "discrete_gaussian": {"sigma": (0.5, 5), "k": None},
    "zcdp": {"rho": (0.01, 2)}, "rdp": {"order": (1.1, 8), "gamma": (0.05, 2)}, "finite_pairs": {"pairs": None},
    "optimal_composition": {"eps0": (0.05, 1), "delta0": (0, 0.01), "k": None},
}  # fmt: skip


def budget(rng: random.Random, family: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, ends in CURVES[family].items():
        if ends:
            found[name] = Fraction(f"{rng.uniform(*ends):.4f}")
        elif name == "pairs":
            rows = [[rng.randint(1, 9) for _ in range(3)] for _ in range(2)]
            found[name] = [[[Fraction(x, sum(r)) for x in r] for r in rows] + [rng.randint(1, 3)]]
        elif name == "parts":
            found[name] = [[Fraction(rng.randint(1, 40), 100), rng.randint(1, 5)], Fraction(1, 7)]
        else:
            found[name] = rng.randint(2, 5)
    return found


def dual(family: str, seed: int) -> None:
    """power(alpha) <= delta(eps) + e^eps alpha for all of both, and somewhere they meet; inverses are inverse."""
    rng = random.Random(f"{family} {seed}")
    given = budget(rng, family)

    def ask(quantity: str, **more: Any) -> Enclosure:
        return registry.find(f"{family}.{quantity}").call(**given, **more, digits=14)

    alpha = Fraction(f"{10 ** rng.uniform(-6, -0.31):.5g}")
    reached, gaps = ask("power", alpha=alpha), []
    grid = sorted(
        {Fraction(k, 8) for k in range(28)} | {Fraction(f"{rng.uniform(0, 4):.4f}") for _ in range(4)}
    )
    deltas = [ask("delta", eps=x) for x in grid]
    growth = [Fraction(math.exp(x)) for x in grid]
    for d, y in zip(deltas, growth, strict=True):
        gap = d.high + y * alpha * (1 + Fraction(1, 10**12)) - reached.low
        assert gap >= 0, (family, given, alpha)
        gaps.append(gap)
    if min(gaps) == gaps[0] or min(gaps) == gaps[-1]:
        pass  # the line that touches there lies beyond the grid
    else:  # between neighbours of the least, delta is convex in e^eps: the lines on both sides bound what is missed
        i = gaps.index(min(gaps))
        assert gaps[i] <= (growth[i + 1] - growth[i - 1]) * max(alpha, Fraction(1, 10**9)) + abs(
            deltas[i - 1].mid - deltas[i + 1].mid
        ), (family, given, alpha)
    for (e1, d1), (e2, d2), (e3, d3) in zip(
        *(list(zip(growth, deltas, strict=True))[j:] for j in range(3)), strict=False
    ):
        assert d1.high >= d2.low >= 0  # falling, and convex in e^eps
        assert d2.low <= (d1.high * (e3 - e2) + d3.high * (e2 - e1)) / (e3 - e1) * (
            1 + Fraction(1, 10**9)
        ) + Fraction(1, 10**15)
    have = {e.name.partition(".")[2] for e in registry.every() if e.name.startswith(family + ".")}
    if "epsilon" in have:
        for x, d in itertools.islice(zip(grid, deltas, strict=True), 1, None, 7):
            if d.low > Fraction(1, 10**9):
                if family == "optimal_composition" and x >= given["eps0"] * given["k"]:
                    continue  # no eps reaches less
                back = ask("epsilon", delta=d.mid)
                assert abs(back.mid - x) <= Fraction(1, 10**8) * (1 + x) or d.low >= deltas[0].low, (
                    family,
                    given,
                    x,
                )
    if "tradeoff" in have:
        missed = ask("tradeoff", alpha=alpha)
        assert abs(missed.mid + reached.mid - 1) <= missed.rad + reached.rad
        back = ask("level", power=reached.mid)  # the least level of that power
        assert back.low <= alpha * (1 + Fraction(1, 10**9)), (family, given, alpha)
        again = ask("power", alpha=back.mid)
        assert abs(again.mid - reached.mid) <= Fraction(1, 10**9) * reached.mid
    if "pbdp" in have and 0 < reached.low and reached.high < 1:
        eps = ask("pbdp_epsilon", delta=reached.mid)  # log of power over the least level of it
        if eps.low > Fraction(1, 10**6):
            inside = ask("pbdp", eps=eps.low * (1 - Fraction(1, 10**9)))
            assert inside.high >= reached.mid * (1 - Fraction(1, 10**6)), (family, given, alpha)
    if "advantage" in have:
        whole = ask("advantage")
        assert whole.low <= deltas[0].high and deltas[0].low <= whole.high


@pytest.mark.parametrize("family", CURVES)
def test_delta_power_and_their_inverses_are_dual(family):
    for seed in range(2):
        dual(family, seed)


@pytest.mark.slow
@pytest.mark.parametrize("family", CURVES)
def test_delta_power_and_their_inverses_are_dual_at_many_points(family):
    for seed in range(2, 60):
        dual(family, seed)


def test_families_with_both_curves_are_all_listed():
    have = {e.name for e in registry.every()}
    both = {f for f in registry.FAMILIES if {f"{f}.delta", f"{f}.power"} <= have}
    assert both - set(CURVES) == {"census", "discrete_gaussian_composition"}  # dual in test_compositions
