"""Noise on the whole numbers with constants: claims a hair above and below sums over outputs, worked out here on their own."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from mpmath import mp, mpf
from siblings import one_in

from dpsym.claims import settle

Pair = list[tuple[mpf, mpf, mpf]]  # masses under both laws, and the loss
DIGITS = 60
SAME = mpf(10) ** -40  # losses that are nearer than this are equal


def number(x: Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator


def discrete_gaussian(sigma: Fraction, d: int) -> Pair:
    square = number(sigma) ** 2
    far = int(mp.sqrt(300 * square)) + 2 * d + 10
    mass = {x: mp.exp(-(mpf(x) ** 2) / (2 * square)) for x in range(-far, far + d + 1)}
    whole = sum(mass.values())
    return [
        (mass[x] / whole, mass[x - d] / whole, (mpf(d) ** 2 - 2 * d * x) / (2 * square))
        for x in range(d - far, far + d)
    ]


def geometric(eps: Fraction, d: int) -> Pair:
    loss, far = number(eps), int(150 / eps) + d
    ratio = mp.exp(-loss)
    mass = (1 - ratio) / (1 + ratio)
    return [
        (mass * ratio ** abs(x), mass * ratio ** abs(x - d), loss * (abs(x - d) - abs(x)))
        for x in range(-far, far + d)
    ]


def stick(pair: Pair, e: mpf) -> mpf:
    return sum(max(mpf(0), p - mp.exp(e) * q) for p, q, _ in pair)


def tail(pair: Pair, e: mpf) -> mpf:
    return sum(p for p, _, z in pair if z - e > SAME)


def outside(pair: Pair, e: mpf) -> mpf:
    return sum(p for p, _, z in pair if abs(z) - e > SAME)


def power(pair: Pair, level: mpf) -> mpf:
    left, found = level, mpf(0)
    for p, q, _ in sorted(pair, key=lambda m: -m[2]):
        if q > left:
            return found + left / q * p
        left, found = left - q, found + p
    return found


def renyi(pair: Pair, order: mpf) -> mpf:
    return mp.log(sum(q * mp.exp(order * z) for _, q, z in pair)) / (order - 1)


def kl(pair: Pair, _: mpf) -> mpf:
    return sum(p * z for p, _, z in pair)


LOSSES = [Fraction(x) for x in ("0", "1/10", "1/3", "1/2", "1", "5/4", "2")]
LEVELS = [Fraction(x) for x in ("1/1000", "1/100", "1/10", "1/3", "1/2", "9/10")]
ORDERS = [Fraction(x) for x in ("5/4", "3/2", "2", "3", "7/2")]
SAID: dict[str, tuple[Callable[[Pair, mpf], mpf], list[Fraction]]] = {
    "TV": (lambda pair, _: stick(pair, mpf(0)), [Fraction(0)]),
    "HockeyStick({0})": (stick, LOSSES),
    "ApproxDP({0}, ": (stick, LOSSES),
    "Tail({0})": (tail, LOSSES),
    "ProbDP({0}, ": (outside, LOSSES),
    "Power({0})": (power, LEVELS),
    "Renyi({0})": (renyi, ORDERS),
    "RenyiDP({0}, ": (renyi, ORDERS),
    "KL": (kl, [Fraction(0)]),
}
NOISES: dict[str, tuple[Callable[[Fraction, int], Pair], list[Fraction]]] = {
    "DiscreteGaussian": (discrete_gaussian, [Fraction(x) for x in ("1/2", "2/3", "1", "3/2", "2", "3")]),
    "Geometric": (geometric, [Fraction(x) for x in ("1/3", "1/2", "7/10", "1", "2")]),
}


def decides_both_ways(name: str, spread: Fraction, d: int, said: str, x: Fraction, near: Fraction) -> None:
    """Bounds so near to the value of what is said are called right, above and below it; nothing for a value near 0."""
    law, form = NOISES[name][0], SAID[said][0]
    value = form(law(spread, d), number(x))
    if value < mpf(10) ** -20:
        return
    for gap in (near, -near):
        scale = 10 ** (14 - int(mp.floor(mp.log10(value))))
        bound = Fraction(int(value * number(1 + gap) * scale), scale)
        ends = said.endswith(", ")
        what = said.format(x) + (f"{bound})" if ends else f" <= {bound}")
        text = f"{name}({spread}, {d}) => {what}"
        wanted = ("cited", "proved") if gap > 0 else ("refuted",)
        assert settle(text).verdict in wanted, text
        if not ends:
            other = settle(text.replace("<=", ">=")).verdict
            assert (other == "refuted") == (gap > 0) and other != "undecided", text


@pytest.mark.parametrize("seed", one_in(6, range(30)))
def test_bounds_near_the_value_are_decided_both_ways(seed: int) -> None:
    rng = random.Random(seed)
    with mp.workdps(DIGITS):
        for name, (_, spreads) in NOISES.items():
            spread, d = rng.choice(spreads), rng.choice((1, 1, 2, 3, 4))
            said = rng.choice(list(SAID))
            x = rng.choice(SAID[said][1])
            near = Fraction(rng.choice(("1/5", "1/50", "1e-4", "1e-10")))
            decides_both_ways(name, spread, d, said, x, near)


LOSSES_BELOW_0 = ("-1/10", "-1/2", "-1", "-7/2")
OF_NOISES = (("DiscreteGaussian", 1, 1), ("DiscreteGaussian", 2, 3), ("Geometric", 1, 2))
OF_LOSSES = [said for said, (_, arguments) in SAID.items() if arguments is LOSSES]


@pytest.mark.parametrize("loss", one_in(1, LOSSES_BELOW_0, dear=(*LOSSES_BELOW_0[:2], LOSSES_BELOW_0[3])))
@pytest.mark.parametrize(("name", "spread", "d"), one_in(1, OF_NOISES, dear=OF_NOISES[1:2]))
def test_losses_below_0_are_decided_both_ways(name: str, spread: int, d: int, loss: str) -> None:
    """Nothing is within a loss below 0: each output counts once among those outside, also where it is beyond both ends."""
    with mp.workdps(DIGITS):
        for said in OF_LOSSES:
            decides_both_ways(name, Fraction(spread), d, said, Fraction(loss), Fraction(1, 10**6))


def test_losses_that_are_equal_to_the_bound_count_as_they_should() -> None:
    """At sigma = 1 and distance 1 an output of 0 has the loss 1/2: it is not above 1/2, and is above anything smaller."""
    for bound, more, less in (("1/2", "31/100", "30/100"), ("1/2 - 1e-20", "70/100", "69/100")):
        assert settle(f"DiscreteGaussian(1, 1) => Tail({bound}) <= {more}").verdict == "cited"
        assert settle(f"DiscreteGaussian(1, 1) => Tail({bound}) <= {less}").verdict == "refuted"
    assert settle("DiscreteGaussian(sqrt(2), 1) => Tail(1/4) <= 3602/10000").verdict == "cited"
    assert settle("Geometric(1, 1) => Tail(1) <= 0").verdict == "cited"
    assert settle("Geometric(1, 1) => Tail(1 - 1e-20) <= 7/10").verdict == "refuted"


def test_geometric_noise_with_any_loss() -> None:
    assert settle("for eps > 0: Geometric(eps, 2) => TV <= 1 - exp(-eps)").verdict == "cited"
    assert settle("for eps > 0: Geometric(eps, 2) => TV <= tanh(eps/2)").verdict == "refuted"
    assert settle("for eps > 0: Geometric(eps, 2) => PureDP(2*eps)").verdict == "cited"
    assert settle("for eps > 0: Geometric(eps, 2) => PureDP(eps)").verdict == "refuted"


FAR = [(Fraction(eps), d) for eps in ("1/3", "1", "2") for d in (13, 20, 40)]
HARMLESS = ("TV <= {0}", "HockeyStick(0) <= {0}", "ApproxDP(0, {0})", "Advantage <= {0}")
REFUTED_ALONE = ("PureDP(1/10)", "TV <= 1/10", "HockeyStick(1/10) <= 1/10")


@pytest.mark.parametrize(("eps", "d"), one_in(4, FAR))
def test_what_is_made_of_noise_satisfies_no_hypothesis_for_it(eps: Fraction, d: int) -> None:
    """Whether the smaller count is exceeded tells less than the noise around two far counts: that it satisfies a hypothesis
    says nothing of the noise, which does not, so that the claim is true."""
    with mp.workdps(DIGITS):
        ratio = mp.exp(-number(eps))
        made, whole = (1 - ratio**d) / (1 + ratio), stick(geometric(eps, d), mpf(0))
        bound = Fraction(int(1000 * (made + whole) / 2), 1000)
        assert made < number(bound) < whole
    noise = f"Geometric({eps}, {d})"
    for said in REFUTED_ALONE:
        assert settle(f"{noise} => {said}").verdict == "refuted"
        for hypothesis in HARMLESS:
            text = f"{noise} and {hypothesis.format(bound)} => {said}"
            assert settle(text).verdict != "refuted", text
    assert settle(f"{noise} => TV > {bound} or PureDP(1/10)").verdict != "refuted"
    assert settle(f"for x > 0: {noise} and x <= {bound} => HockeyStick(1/10) <= x/10").verdict == "refuted"
