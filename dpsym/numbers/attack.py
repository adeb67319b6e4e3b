"""Attacks on a joint release of the same data, run on data that are made here, beside the most that they can reach.

The attacker knows the table (dpsym.numbers.confounding) and sees the outputs of all mechanisms.  No attack on two states
does better than by the likelihood ratio of the joint release: it is what training with cross-entropy aims at.  It is run
against samples: a state by a fair coin, data from their law given the state, then each mechanism's output from the data.

    correct     the state is told by the sign of the log likelihood ratio; ties by a coin
    area        of a release in one state and one in the other, the one with the larger ratio is said to be the second
                state's; ties by a coin.  The probability of being right is the area under the curve.

    gain        the attack answers with the probability of the second state, and is charged the squared error.  A state that
                is drawn with this probability is wrong twice as often as the mean squared error says: so this is a trial too,
                and the gain against the answer 1/2 is half the share of right draws, less 1/4.

All are functions of means of independent trials with two results, so that the interval of Clopper and Pearson has its
confidence for every law that is sampled from.  What the attack reaches is known besides, exactly (finite outputs) or as a
function of the distance mu (normal noise, phi its density):

    correct     (1 + TV)/2                                        Phi(mu/2)
    area        P(ratio is larger) + P(ratios are equal)/2        Phi(mu/2^(1/2))
    gain        1/4 - sum of P Q/(P + Q)/2                        1/4 - e^(-mu^2/8) int phi(t)/cosh(mu t/2) dt/4

Sampling and the attack's comparisons are in double precision; intervals, ceilings and exact values are enclosures.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import acb, arb
from numpy.typing import NDArray

from dpsym.numbers.balls import Enclosure, Given, ball
from dpsym.numbers.confounding import Distances, Joint, sticks
from dpsym.numbers.joint.couplings import stick
from dpsym.numbers.joint.table import Table
from dpsym.reals.precision import at_precision

MOST_TRIALS = 1_000_000
MOST_APART = 10**9  # standard deviations between two numbers to which normal noise is added
GRID = 1 << 24  # ends of intervals are multiples of 1/GRID
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Reached:
    """What one attack reached: how many trials went right; then the figure that comes of their share, the ends of its
    interval, and what it is for the laws that were sampled from."""

    right: int
    trials: int
    value: Fraction
    low: Fraction
    high: Fraction
    exact: Enclosure


@dataclass(frozen=True)
class Run:
    """The attack on the two states that are told apart best."""

    states: tuple[str, str]
    correct: Reached
    area: Reached
    gain: Reached


# ---------------------------------------------------------------------------------------------------- intervals
def _at_most(x: Fraction, a: int, b: int, level: Fraction) -> bool:
    """Whether the regularised incomplete beta function at x is at most `level`, with a proof; otherwise False."""
    found = at_precision(80, lambda: ball(x).beta_lower(arb(a), arb(b), regularized=True), ())
    return bool(found <= arb(level.numerator) / level.denominator)


def interval(right: int, trials: int, confidence: Fraction) -> tuple[Fraction, Fraction]:
    """Clopper and Pearson: ends rounded outwards to multiples of 2^-24, so that the confidence is at least what is said."""
    if not 0 <= right <= trials or trials < 1:
        raise ValueError(f"the value {right} of right is outside its domain: 0 <= right <= trials")
    if not 0 < confidence < 1:
        raise ValueError(
            f"the value {str(confidence)[:60]} of confidence is outside its domain: 0 < confidence < 1"
        )
    tail = (1 - confidence) / 2
    low = _lower(right, trials, tail)
    return low, 1 - _lower(trials - right, trials, tail)


def _lower(right: int, trials: int, tail: Fraction) -> Fraction:
    """A probability at which `right` or more of the trials go right with probability at most `tail`."""
    if right == 0:
        return Fraction(0)
    low, high = 0, (right * GRID) // trials
    while high - low > 1:
        middle = (low + high) // 2
        if _at_most(Fraction(middle, GRID), right, trials - right + 1, tail):
            low = middle
        else:
            high = middle
    return Fraction(low, GRID)


# ----------------------------------------------------------------------------------------------- exact values
def exact_area(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> Fraction:
    """P(the ratio second/first is larger under the second law) + P(equal)/2, of two finite laws."""
    masses: dict[Fraction, list[Fraction]] = {}
    for a, b in zip(first, second, strict=True):
        if a + b:
            told = masses.setdefault(b / (a + b), [Fraction(0), Fraction(0)])
            told[0] += a
            told[1] += b
    below, found = Fraction(0), Fraction(0)
    for _, (a, b) in sorted(masses.items()):
        found += b * (below + a / 2)
        below += a
    return found


def exact_gain(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> Fraction:
    """By how much the posterior has a lower mean squared error than the answer 1/2, at an even prior."""
    left = sum((a * b / (a + b) for a, b in zip(first, second, strict=True) if a + b), Fraction(0))
    return Fraction(1, 4) - left / 2


FAR = 16  # standard deviations: what is beyond has probability e^-128 at most
FAR_APART = 1600  # square of a distance at which the states are told apart but for e^-200


def _normal_gain(square: Fraction) -> Enclosure:
    """The gain of two normal laws at this squared distance: a rigorous quadrature, and a bound for the tails."""
    if square == 0:
        return Enclosure(Fraction(0), Fraction(0))

    def gain() -> arb:
        scale = (-ball(min(square, Fraction(FAR_APART)) / 8)).exp()
        if square > FAR_APART:
            return arb(0.25) - scale * arb(0.125, 0.125)
        mu = acb(ball(square).sqrt())
        inside = acb.integral(lambda t, _: (-(t * t) / 2).exp() / (mu * t / 2).cosh(), -FAR, FAR).real
        beyond = arb(0, 1) * (-ball(FAR * FAR) / 2).exp()
        return arb(0.25) - scale * (inside / (2 * arb.pi()).sqrt() + beyond) / 4

    return Enclosure.around(at_precision(128, gain, ()))


def _normal(square: Fraction, divisor: int) -> Enclosure:
    """Phi(mu/divisor^(1/2)) = (1 + erf((mu^2/(2 divisor))^(1/2)))/2."""
    if square == 0:
        return Enclosure(Fraction(1, 2), Fraction(1, 2))
    return Enclosure.around(
        at_precision(128, lambda: (1 + ball(square / (2 * divisor)).sqrt().erf()) / 2, ())
    )


# ----------------------------------------------------------------------------------------------------- samples
@dataclass(frozen=True)
class Target:
    """Two states of a table, with the sampler of scores: log likelihood ratios of the second state to the first."""

    table: Table
    first: int
    second: int

    def scores(self, second: NDArray[np.bool_], random: np.random.Generator) -> Floats:
        """A score for each entry, of a release in the second state where it is true, else in the first."""
        found = np.empty(len(second))
        for state, chosen in ((self.first, ~second), (self.second, second)):
            n = int(chosen.sum())
            if self.table.normal:
                found[chosen] = self._normal(state, n, random)
                continue
            weights = np.array([float(w) for w in self.table.weights[state]])
            data = random.choice(len(weights), size=n, p=weights / weights.sum())
            found[chosen] = self._finite(data, random)
        return found

    def answers(self, scores: Floats) -> Floats:
        """The probability of the second state at each output, from the scores."""
        if self.table.normal:
            return 1 / (1 + np.exp(-np.clip(scores, -700, 700)))
        return scores + 0.5

    def _finite(self, data: NDArray[np.int64], random: np.random.Generator) -> Floats:
        """Outputs of each mechanism from the data, then the ratio of the joint laws at them."""
        place = np.zeros(len(data), dtype=np.int64)
        for m in self.table.mechanisms:
            edges = np.cumsum(np.array([[float(x) for x in row] for row in m.rows]), axis=1)
            edges[:, -1] = 1.0
            drawn = (random.random(len(data))[:, None] >= edges[data]).sum(axis=1)
            place = place * len(m.outputs) + drawn
        return self._ratios[place]

    @property
    def _ratios(self) -> Floats:
        """The chance of the second state at each joint output: equal exactly where the likelihood ratios are."""
        laws = Joint(self.table).joint
        pairs = zip(laws[self.first], laws[self.second], strict=True)
        return np.array([float(b / (a + b) - Fraction(1, 2)) if a + b else 0.0 for a, b in pairs])

    def _normal(self, state: int, count: int, random: np.random.Generator) -> Floats:
        """Each output is a number and normal noise; the ratio is linear in the outputs, which are measured from the number
        of the first state: the difference of two large numbers is exact."""
        total = np.zeros(count)
        values = Distances(self.table).values
        for m, origin, other in zip(self.table.normal, values[self.first], values[self.second], strict=True):
            if abs(other - origin) > MOST_APART:
                raise ValueError(
                    f"the numbers of {m.name} in the states {self.table.states[self.first]} and "
                    f"{self.table.states[self.second]} are above 1e9 standard deviations apart: there is nothing to simulate"
                )
            apart = float(other - origin)
            seen = random.standard_normal(count) + (apart if state == self.second else 0.0)
            total += apart * (seen - apart / 2)
        return total


def hardest(table: Table) -> tuple[int, int]:
    """The two states whose releases are easiest to tell apart."""
    n = len(table.states)
    pairs = [(s, t) for s in range(n) for t in range(s + 1, n)]
    if table.normal:
        squares = [sum(row, Fraction(0)) for row in Distances(table).squares]
        return pairs[squares.index(max(squares))]
    laws = Joint(table).joint
    return max(pairs, key=lambda p: sticks(laws[p[0]], laws[p[1]], Fraction(1)))


def run(table: Table, trials: int, seed: int, confidence: Given = Fraction(99, 100)) -> Run:
    """The likelihood-ratio attack on the two states that are easiest to tell apart, with `trials` trials of each kind."""
    if not 1 <= trials <= MOST_TRIALS:
        raise ValueError(f"the value {trials} of trials is outside its domain: 1 <= trials <= {MOST_TRIALS}")
    first, second = hardest(table)
    target, random = Target(table, first, second), np.random.default_rng(seed)
    truth = random.random(trials) < 0.5
    scores = target.scores(truth, random)
    correct = int((said(scores, random) == truth).sum())
    ones = np.ones(trials, dtype=bool)
    larger = target.scores(ones, random) - target.scores(~ones, random)
    above = int(said(larger, random).sum())
    drawn = int(((random.random(trials) < target.answers(scores)) == truth).sum())
    ends = Fraction(confidence)
    right, area, gain = exact_values(table, first, second)
    return Run(
        (table.states[first], table.states[second]),
        reached(correct, trials, ends, right),
        reached(above, trials, ends, area),
        reached(drawn, trials, ends, gain, Fraction(1, 2), Fraction(-1, 4)),
    )


def reached(
    right: int,
    trials: int,
    ends: Fraction,
    exact: Enclosure,
    times: Fraction = Fraction(1),
    plus: Fraction = Fraction(0),
) -> Reached:
    """The figure `times` the share of right trials, and `plus`, with its interval."""
    low, high = interval(right, trials, ends)
    value, low, high = (times * x + plus for x in (Fraction(right, trials), low, high))
    return Reached(right, trials, value, low, high, exact)


def exact_values(table: Table, first: int, second: int) -> tuple[Enclosure, Enclosure, Enclosure]:
    """What the attack on two states gets right, its area and its gain, for the laws of the table."""
    if table.normal:
        values = (Distances(table).values[s] for s in (first, second))
        square = sum(((a - b) ** 2 for a, b in zip(*values, strict=True)), Fraction(0))
        return _normal(square, 4), _normal(square, 2), _normal_gain(square)
    laws = Joint(table).joint
    p, q = laws[first], laws[second]
    found = ((1 + stick(p, q, Fraction(1))) / 2, exact_area(p, q), exact_gain(p, q))
    right, area, gain = (Enclosure(x, x) for x in found)
    return right, area, gain


def said(scores: Floats, random: np.random.Generator) -> NDArray[np.bool_]:
    """The answers: the second state where the score is above 0, by a coin where it is 0."""
    return (scores > 0) | ((scores == 0) & (random.random(len(scores)) < 0.5))


__all__ = ["MOST_TRIALS", "Reached", "Run", "exact_area", "exact_gain", "hardest", "interval", "run"]
