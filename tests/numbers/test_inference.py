"""The limits of private inference against brute force: every mechanism, test, estimator and model that is drawn."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.numbers import estimate, limits, marginal, posterior, registry
from dpsym.numbers.arrays import distances
from dpsym.numbers.balls import Enclosure
from dpsym.numbers.pufferfish import best_power
from dpsym.reals.precision import precision

LOG_2 = Fraction("0.6931471805599453094172321214581765680756")  # above log 2 by less than 1e-39
HALF = Fraction(1, 2)


def around_exp(eps: Fraction) -> tuple[Fraction, Fraction]:
    """Exact numbers below and above e^eps, by its series."""
    term = total = Fraction(1)
    n = 1
    while n < 60 or term > Fraction(1, 10**40):
        term = term * eps / n
        total, n = total + term, n + 1
    return total, total + 3 * term


def chain(u: Fraction, k: int, a: Fraction) -> Fraction:
    """h^k(a), step by step."""
    for _ in range(k):
        a = min(u * a, 1 - (1 - a) / u)
    return a


def law(rng: random.Random, n: int, zeros: bool = False) -> tuple[Fraction, ...]:
    found = [rng.randint(0 if zeros else 1, 9) for _ in range(n)]
    found[rng.randrange(n)] += 1
    return tuple(Fraction(x, sum(found)) for x in found)


def neighbour(rng: random.Random, p: tuple[Fraction, ...], u: Fraction = Fraction(2)) -> tuple[Fraction, ...]:
    """A law with p/u <= q <= u p, near the edge of what is allowed: masses move from some outcomes to others."""
    order = rng.sample(range(len(p)), len(p))
    q, room = list(p), Fraction(0)
    cut = rng.randint(1, len(p) - 1)
    give, take = order[:cut], order[cut:]
    loss = min(sum(p[i] for i in give) * (1 - 1 / u), sum(p[i] for i in take) * (u - 1)) * rng.choice(
        [1, 1, HALF]
    )
    for group, sign, most in ((give, -1, lambda i: p[i] * (1 - 1 / u)), (take, 1, lambda i: p[i] * (u - 1))):
        room = loss
        for i in group:
            part = min(room, most(i))
            q[i], room = q[i] + sign * part, room - part
    assert sum(q) == 1 and all(a / u <= b <= u * a for a, b in zip(p, q, strict=True))
    return tuple(q)


def path(rng: random.Random, k: int, outputs: int) -> list[tuple[Fraction, ...]]:
    """A log 2-DP mechanism on data sets 0, 1, ..., k in a row."""
    found = [law(rng, outputs)]
    for _ in range(k):
        found.append(neighbour(rng, found[-1]))
    return found


# ------------------------------------------------------------------------------------------------------- limits
def test_the_power_is_the_iterate():
    rng = random.Random(1)
    for _ in range(150):
        eps, k = Fraction(rng.randint(1, 300), 100), rng.randint(0, 9)
        alpha = (
            Fraction(rng.randint(0, 1000), 1000)
            if rng.random() < 0.6
            else Fraction(rng.randint(1, 99), 10**6)
        )
        low, high = (chain(u, k, alpha) for u in around_exp(eps))
        found = limits.power(eps, k, alpha, digits=20)
        assert found.low <= high and low <= found.high and high - low < Fraction(1, 10**20)
        assert limits.tradeoff(eps, k, alpha, digits=20).contains(1 - found.mid) or abs(
            limits.tradeoff(eps, k, alpha, digits=20).mid + found.mid - 1
        ) < Fraction(1, 10**19)


def test_ties_of_the_pieces_are_decided_or_both_taken():
    """At alpha = e^(-j eps)/(1 + e^eps), as nearly as a double or a long fraction says it."""
    eps = Fraction(1, 2)
    low, high = around_exp(eps)
    for j, k in itertools.product(range(4), range(1, 6)):
        for u in (low, high, Fraction(float(low))):
            alpha = 1 / (u**j * (1 + u))
            found = limits.power(eps, k, alpha, digits=15)
            assert found.low <= chain(high, k, alpha) and chain(low, k, alpha) <= found.high


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_no_mechanism_has_more_power_and_one_has_as_much(k):
    rng = random.Random(k)
    for _ in range(40):
        rows = path(rng, k, rng.randint(2, 4))
        alpha = Fraction(rng.randint(1, 99), 100)
        reached = best_power(rows[0], rows[-1], alpha)
        assert reached <= limits.power(LOG_2, k, alpha, digits=30).high
        assert best_power(rows[-1], rows[0], alpha) <= limits.power(LOG_2, k, alpha, digits=30).high
        distance = sum(max(q - p, 0) for p, q in zip(rows[0], rows[-1], strict=True))
        assert distance <= limits.advantage(LOG_2, k, digits=30).high
        two = [
            chain(Fraction(2), i, alpha) for i in range(k + 1)
        ]  # the probability of rejecting at each data set
        assert all(
            a / 2 <= b <= 2 * a and (1 - a) / 2 <= 1 - b <= 2 * (1 - a) for a, b in itertools.pairwise(two)
        )
        assert abs(two[-1] - limits.power(LOG_2, k, alpha, digits=30).mid) < Fraction(1, 10**28)


def test_the_extremal_pair_is_a_pair_at_distance_k():
    for k in range(9):
        with precision(120):
            a, b = limits.extremal(Fraction(1, 3), k)
            ratios = [(y / x).log() * 3 for x, y in zip(a, b, strict=True)]
            assert sum(a, a[0] * 0).overlaps(a[0] * 0 + 1) and sum(b, b[0] * 0).overlaps(a[0] * 0 + 1)
            assert all(r.contains(k - 2 * i) for i, r in enumerate(ratios)), k
            over = sum((x.min(y) for x, y in zip(a, b, strict=True)), a[0] * 0)
            assert over.overlaps(limits.overlap(Fraction(1, 3), k))


def test_values_of_the_catalogue():
    for k, printed in ((1, "0.494616381210"), (2, "0.693469340287"), (3, "0.814079756742")):
        assert abs(limits.power("0.5", k, "0.3").mid - Fraction(printed)) < Fraction(1, 10**12)
    for k, printed in ((2, "0.742484391180"), (3, "0.843808887896")):
        assert abs(limits.simple_power("0.5", k, "0.3").mid - Fraction(printed)) < Fraction(1, 10**12)


def test_far_out():
    assert limits.power(1, 10**6, "1e-300").high >= 1 - Fraction(1, 10**30)
    assert limits.power("1e-30", 2, "0.3", digits=40).low > Fraction(3, 10)
    assert limits.power(1000, 3, "1e-400").low > 0
    assert limits.power(Fraction(1, 10**400), 3, "0.9").contains(Fraction(9, 10))
    tiny = limits.power("1e-12", 10**12, "1e-3", digits=30)
    assert tiny.low <= tiny.high and abs(float(tiny) - 0.0027182818) < 1e-9
    assert limits.advantage(2000, 3).high <= 1 + Fraction(1, 10**14)


# ----------------------------------------------------------------------------------------------------- estimate
def bayes(p: Any, q: Any, loss: str) -> Fraction:
    """The Bayes risk of telling 0 from 1 with even prior."""
    if loss == "squared":
        return sum((a * b / (2 * (a + b)) for a, b in zip(p, q, strict=True) if a + b), Fraction(0))
    return sum((min(a, b) / 2 for a, b in zip(p, q, strict=True)), Fraction(0))


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_no_mechanism_has_a_smaller_risk(k):
    rng, gap = random.Random(k), Fraction(3, 7)
    for _ in range(40):
        rows = path(rng, k, rng.randint(2, 5))
        p, q = rows[0], rows[-1]
        assert bayes(p, q, "squared") * gap**2 >= estimate.squared(LOG_2, k, gap, digits=30).low
        assert bayes(p, q, "absolute") * gap >= estimate.absolute(LOG_2, k, gap, digits=30).low
        assert bayes(p, q, "zero-one") >= estimate.zero_one(LOG_2, k, digits=30).low


def test_the_risks_are_those_of_the_extremal_pair():
    for k in range(12):
        for eps in (Fraction(1, 7), Fraction(2)):
            with precision(150):
                a, b = limits.extremal(eps, k)
                whole = sum((x * y / (x + y) for x, y in zip(a, b, strict=True)), a[0] * 0) / 2
                assert whole.overlaps(estimate.risk_squared(eps, k)), (k, eps)
    assert abs(estimate.squared(1, 1).mid - Fraction("0.19661193324148186")) < Fraction(1, 10**14)


def test_long_sums_are_cut_with_their_rest():
    for eps, k in ((3, 60), (Fraction(1, 2), 400), (Fraction(1, 1000), 101)):
        narrow = estimate.squared(eps, k, digits=40)
        with precision(400):
            a, b = limits.extremal(eps, k)
            whole = sum((x * y / (x + y) for x, y in zip(a, b, strict=True)), a[0] * 0) / 2
        assert Enclosure.around(whole).low <= narrow.high and narrow.low <= Enclosure.around(whole).high


def test_coupled_models_have_no_smaller_risk():
    rng = random.Random(5)
    for _ in range(60):
        k = rng.randint(1, 4)
        rows = path(rng, k, 3)
        weights = law(rng, (k + 1) ** 2, zeros=True)
        pairs = list(itertools.product(range(k + 1), repeat=2))
        mixed = [
            tuple(
                sum(w * rows[pair[side]][t] for w, pair in zip(weights, pairs, strict=True)) for t in range(3)
            )
            for side in (0, 1)
        ]
        distances = [(abs(i - j), w) for w, (i, j) in zip(weights, pairs, strict=True)]
        for loss in ("squared", "absolute", "zero-one"):
            bound = estimate.coupled(LOG_2, distances, loss, 1, digits=25)
            assert bound.low <= bayes(*mixed, loss), loss


def test_the_proportion_is_the_binomial_coupling():
    from math import comb

    for n, gap in ((1, Fraction(1, 3)), (5, Fraction(1, 4)), (4, Fraction(1)), (30, Fraction(1, 100))):
        distances = [(d, comb(n, d) * gap**d * (1 - gap) ** (n - d)) for d in range(n + 1)]
        for loss in ("squared", "absolute", "zero-one"):
            one, other = (
                estimate.proportion("0.7", n, gap, loss, digits=20),
                estimate.coupled("0.7", distances, loss, gap, digits=20),
            )
            assert one.low <= other.high and other.low <= one.high


def test_couplings_are_refused_with_the_reason():
    for bad, words in (
        ("0 1/2", "add up to 1/2"), ("0 1, 1", "is not a law of a distance"), ("1/2 1", "the distance 1/2"),
        ("0 2, 1 -1", "is negative"), (3, "is not a law of a distance"), ("0 x", "not an exact number"), ("", "not a law"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=words) as caught:
            estimate.coupled(1, bad)
        assert "distances" in str(caught.value)


# ---------------------------------------------------------------------------------------- posterior and marginal
def models(seed: int, count: int) -> Any:
    """Mechanisms on two rows of data sets that are not connected, with models of two parameters: (rows of S, prior,
    masses of the data by parameter, release, its laws)."""
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.randint(2, 4)
        inside = path(rng, size - 1, 3)
        # a second component, whose outputs are others: what is released tells the component
        laws = [(*row, Fraction(0)) for row in inside] + [(Fraction(0),) * 3 + (Fraction(1),)]
        model = [law(rng, size + 1) for _ in range(2)]
        yield size, law(rng, 2), model, laws


def test_posteriors_lie_in_the_interval_and_the_printed_one_fails():
    broken = 0
    for size, (w, _), (one, other), laws in models(11, 80):
        kept, rest = sum(one[:size]), sum(other[:size])
        for t in range(3):
            f, g = (sum(m * row[t] for m, row in zip(model, laws, strict=True)) for model in (one, other))
            after = w * f / (w * f + (1 - w) * g)
            low = posterior.lowest(w, LOG_2, size - 1, kept, rest, digits=25).low
            high = posterior.highest(w, LOG_2, size - 1, kept, rest, digits=25).high
            assert low <= after <= high
            broken += not (
                posterior.lowest(w, LOG_2, size - 1).low
                <= after
                <= posterior.highest(w, LOG_2, size - 1).high
            )
    assert posterior.highest(HALF, 0, 3, "9/10", "1/10").ends == (Fraction(9, 10),) * 2
    assert broken  # the interval around the prior itself


def test_releases_lie_in_the_interval():
    for size, _, (one, _), laws in models(12, 80):
        kept = sum(one[:size])
        for t, known in itertools.product(range(3), range(size)):
            f = sum(m * row[t] for m, row in zip(one, laws, strict=True))
            d = max(known, size - 1 - known)
            p = laws[known][t]
            for low, high in (("density_lower", "density_upper"), ("event_lower", "event_upper")):
                assert getattr(marginal, low)(p, LOG_2, d, kept, digits=25).low <= f
                assert f <= getattr(marginal, high)(p, LOG_2, d, kept, digits=25).high
            envelope = [row[t] for row in laws[:size]]
            assert kept * min(envelope) <= f <= kept * max(envelope)
            assert marginal.density_lower(p, LOG_2, d, kept).low <= kept * min(envelope)


def test_the_event_bounds_are_reached_by_two_outputs():
    for p in (Fraction(1, 10), HALF, Fraction(9, 10)):
        high, low = min(2 * p, 1 - (1 - p) / 2), max(p / 2, 1 - 2 * (1 - p))
        assert abs(marginal.event_upper(p, LOG_2).mid - high) < Fraction(1, 10**14)
        assert abs(marginal.event_lower(p, LOG_2).mid - low) < Fraction(1, 10**14)


def test_the_noisy_count_is_the_theorem_at_every_count():
    from math import exp

    for t in (Fraction(-7), Fraction(7, 2), Fraction(5), Fraction(16, 3), Fraction(40)):
        for eps in (Fraction(1, 10), Fraction(1, 4)):
            at = [float(eps) / 2 * exp(-float(eps * abs(t - q))) for q in range(11)]
            e = exp(10 * float(eps))
            for name, value in (
                ("count_lower", max(at) / e),
                ("count_upper", min(at) * e),
                ("count_least", min(at)),
                ("count_greatest", max(at)),
            ):
                assert abs(float(getattr(marginal, name)(eps, 10, t)) / value - 1) < 1e-12
            assert marginal.count_lower(eps, 10, t).low <= marginal.count_least(eps, 10, t).high
            assert marginal.count_greatest(eps, 10, t).low <= marginal.count_upper(eps, 10, t).high


# ------------------------------------------------------------------------------------------------------- arrays
ARRAYS: dict[str, dict[str, Any]] = {
    "limits.power": {"eps": (0, 4), "k": range(9), "alpha": (0, 1)},
    "limits.advantage": {"eps": (0, 4), "k": range(9)},
    "estimate.squared": {"eps": (0, 4), "k": 7, "gap": (0.01, 3)},
    "estimate.absolute": {"eps": (0, 4), "k": range(9), "gap": (0.01, 3)},
    "estimate.zero_one": {"eps": (0, 4), "k": range(9)},
    "posterior.highest": {
        "p": (0, 1),
        "eps": (0, 4),
        "distance": (0, 9),
        "kept": (0.1, 1),
        "kept_rest": (0.1, 1),
    },
    "posterior.lowest": {
        "p": (0, 1),
        "eps": (0, 4),
        "distance": (0, 9),
        "kept": (0.1, 1),
        "kept_rest": (0.1, 1),
    },
    "marginal.density_lower": {"p": (0, 3), "eps": (0, 4), "distance": (0, 9), "kept": (0, 1)},
    "marginal.density_upper": {"p": (0, 3), "eps": (0, 4), "distance": (0, 9), "kept": (0, 1)},
    "marginal.event_lower": {"p": (0, 1), "eps": (0, 4), "distance": (0, 3), "kept": (0, 1)},
    "marginal.event_upper": {"p": (0, 1), "eps": (0, 4), "distance": (0, 3), "kept": (0, 1)},
    "marginal.count_lower": {"eps": (0.01, 4), "n": range(1, 12), "t": (-20, 20)},
    "marginal.count_upper": {"eps": (0.01, 4), "n": range(1, 12), "t": (-20, 20)},
    "marginal.count_least": {"eps": (0.01, 4), "n": range(1, 12), "t": (-20, 20)},
    "marginal.count_greatest": {"eps": (0.01, 4), "n": range(1, 12), "t": (-20, 20)},
}


def entries(rng: random.Random, kind: Any, n: int) -> Any:
    if isinstance(kind, int):
        return kind
    if isinstance(kind, range):
        return np.array([rng.choice(kind) for _ in range(n)])
    low, high = kind
    ends = [low, high, min(high, low + 1e-9), max(low, high - 1e-12), (low + high) / 2]
    return np.array([rng.choice(ends) if rng.random() < 0.15 else rng.uniform(low, high) for _ in range(n)])


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_hold_the_truth(name):
    e = registry.find(name)
    rng, n = random.Random(name), 60
    given = {k: entries(rng, kind, n) for k, kind in ARRAYS[name].items()}
    values, errors = e.call(**given)
    most = Fraction(1, 2**42) if name == "estimate.squared" else Fraction(1, 2**45)
    for i in range(n):
        point = {k: x if isinstance(x, int) else x[i].item() for k, x in given.items()}
        truth = e.call(**point, digits=20)
        value, error = Fraction(float(values[i])), Fraction(float(errors[i]))
        assert truth.low - error <= value <= truth.high + error, (point, truth, value)
        assert error <= most * abs(value) or name == "marginal.event_lower", point


def test_arrays_near_ties_hold_the_truth():
    """alpha at the ends of the pieces and a few doubles beside them, for large and tiny eps."""
    for eps in (0.5, 3.0, 1e-5, 1e-13):
        k = 50
        ties = [float(1 / (np.exp(j * eps) * (1 + np.exp(eps)))) for j in (0, 1, 2, 10, 48, 49)]
        alpha = np.array([x * (1 + s * 2.0**-52) for x in ties for s in (-3, -1, 0, 1, 2)])
        values, errors = limits.power(eps, k, alpha)
        for a, value, error in zip(alpha, values, errors, strict=True):
            truth = limits.power(eps, k, float(a), digits=20)
            assert abs(Fraction(float(value)) - truth.mid) <= Fraction(float(error)) + truth.rad


def test_the_fast_way_is_taken_where_it_is_promised():
    x = np.linspace(0.01, 0.99, 11)
    assert distances.power(1, 3, x) is not None and distances.highest(x, 1, 3, 1, 1) is not None
    assert distances.marginal_upper(x, 1, 3, 1) is not None and distances.squared(x, 100, 1) is not None
    assert distances.power(1000, 3, x) is None  # and the evaluator goes entry by entry
    values, errors = limits.power(1000, 3, x)
    assert np.all(values <= 1) and np.all(errors < 1e-15)


@pytest.mark.parametrize(
    "words",
    [
        ("posterior", "--prior", "0.1", "--eps", "1e999"),
        ("posterior", "--prior", "0.1", "--eps", "1", "-k", "1e400", "--json"),
        ("marginal", "--eps", "1e400", "--probability", "0.3"),
        ("marginal", "--eps", "1", "--count", "10", "--at", "1e400"),
        ("estimate", "--eps", "1e400"),
    ],
)
def test_a_number_too_small_to_be_written_out_is_undecided_and_said_in_one_line(words):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 3 and done.stdout == ""
    assert "too large or too small to be written out" in done.stderr and done.stderr.count("\n") == 1
