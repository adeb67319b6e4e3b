"""No private estimator has a smaller risk: two parameter values whose data lie within distance k of each other.

Let T be the output of an eps-DP mechanism.  Whoever tells a parameter from another, `gap` apart, by T does no better
than with the extremal pair (a, b) of `limits`: its power curve is nowhere below, so T is a post-processing of it (Blackwell
1953; cited.  Proved in the library: absolute error, and squared error at distances 1 and 2).  For an even prior the
Bayes risks of that pair are

    squared      gap^2 sum a b/(2 (a + b)) = gap^2 [E/((1 + E)(1 + E^k)) + (tanh(eps/2)/2) sum_{0<j<k} 1/(E^j + E^(k-j))]
    absolute     gap sum min(a, b)/2
    zero-one     sum min(a, b)/2

with E = e^eps.  The larger of the risks at the two values is no smaller than that: these are minimax bounds for every set
of parameters that contains two such values.  Where data are coupled at distance d with probability w_d, the bound is the
mean over d: whoever is told the coupled pair of data sets besides has no larger risk.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb

from dpsym.numbers.balls import Answer, Input, Number, approximate, ball, exact_rational
from dpsym.numbers.limits import CHAIN, EPS, overlap
from dpsym.numbers.registry import Argument, choice, evaluator, lazily, positive
from dpsym.reals.precision import working_bits

MOST = 100_000  # the largest distance: the risk is a sum of half as many terms
K = Argument(
    "distance within which the data of the two parameters can be coupled", lower=0, upper=MOST, integer=True
)
GAP = positive("distance of the two parameter values, in the units of the parameter", default=1)
LOSS = choice("what an estimate costs", "squared", "absolute", "zero-one")
COUPLED = ("bailie.x-winf",)


def _half_cosines(e: arb, k: int, small: float) -> arb:
    """sum of 1/(E^j + E^(k-j)) over 0 < j < k: e^(-k eps/2) times sum of 1/(2 cosh(m eps)), m = j - k/2.

    Terms are added from the middle outwards; those beyond are below e^(-|m| eps) each, a geometric series, which is
    left out as a ball where it is below the precision.
    """
    outer = (e * -k / 2).exp()
    step, m = (-e).exp(), Fraction(k % 2, 2)
    fall = (-e / 2).exp() if k % 2 else arb(1)  # e^(-m eps)
    total, bits = arb(0), working_bits() + 8
    last = Fraction(k, 2) - 1
    while m <= last:
        term = fall / (1 + fall * fall)
        total += term if m == 0 else 2 * term
        if float(m) * small > 0.7 * bits:
            rest = 2 * fall * step / (1 - step)
            total += arb(0, rest.upper()) if rest.is_finite() else rest
            break
        m, fall = m + 1, fall * step
    return outer * total


def risk_squared(eps: Number, k: int) -> arb:
    """The Bayes risk of the extremal pair for an even prior and squared error, at a gap of 1."""
    if k == 0 or eps == 0:
        return arb(1) / 4
    e = ball(eps)
    low = (-e).exp()
    ends = (e * -k).exp() / ((1 + low) * (1 + (e * -k).exp()))
    return ends + (e / 2).tanh() / 2 * _half_cosines(e, k, approximate(eps))


def risk_absolute(eps: Number, k: int) -> arb:
    """The same for absolute error (and, without a gap, for the error of a decision)."""
    return overlap(eps, k) / 2


RISKS: dict[str, Callable[[Number, int], arb]] = {
    "squared": risk_squared,
    "absolute": risk_absolute,
    "zero-one": risk_absolute,
}
GAPS = 60  # at which a risk bound is tried
POWERS = {"squared": 2, "absolute": 1, "zero-one": 0}  # of the gap


def _bits(eps: Number, k: int, *_: object) -> int:
    return 48 + max(k * Fraction(eps), Fraction(1)).__ceil__().bit_length()


@evaluator(
    "estimate.squared",
    "The least mean squared error, at the worse of two parameter values, of an estimator that sees an eps-DP output.",
    bits=_bits,
    arrays=lazily("distances", "squared"),
    array_guarantee="relative error at most 2^-43",
    rests=CHAIN,
    eps=EPS,
    k=K,
    gap=GAP,
)
def squared(eps: Number, k: int, gap: Number) -> Answer:
    """gap^2 sum a b/(2 (a + b)) over the extremal pair; gap^2 e^eps/(1 + e^eps)^2 for k = 1."""
    return risk_squared(eps, k) * ball(Fraction(gap) ** 2)


@evaluator(
    "estimate.absolute",
    "The least mean absolute error, at the worse of two parameter values, of an estimator that sees an eps-DP output.",
    bits=_bits,
    arrays=lazily("distances", "absolute"),
    array_guarantee="relative error at most 2^-47",
    rests=CHAIN,
    eps=EPS,
    k=K,
    gap=GAP,
)
def absolute(eps: Number, k: int, gap: Number) -> Answer:
    """gap (1 - TV)/2, TV the largest total variation at distance k."""
    return risk_absolute(eps, k) * ball(gap)


@evaluator(
    "estimate.zero_one",
    "The least probability, at the worse of two parameter values, of naming the wrong one from an eps-DP output.",
    bits=_bits,
    arrays=lazily("distances", "zero_one"),
    array_guarantee="relative error at most 2^-47",
    rests=CHAIN,
    eps=EPS,
    k=K,
)
def zero_one(eps: Number, k: int) -> Answer:
    """(1 - TV)/2, TV the largest total variation at distance k."""
    return risk_absolute(eps, k)


# ------------------------------------------------------------------------------------------------------- couplings
def read_distances(given: Input, name: str) -> tuple[tuple[int, Fraction], ...]:
    """Distances with their probabilities: "0 1/2, 1 1/4, 3 1/4", or pairs (distance, probability)."""
    words = f"the value of {name} is not a law of a distance, such as '0 1/2, 1 1/2': "
    if isinstance(given, str):
        pairs: list[Sequence[Input]] = [part.split() for part in given.split(",")]
    else:
        try:
            pairs = [tuple(p) for p in given]
        except TypeError:
            raise ValueError(f"{words}{str(given)[:60]!r}") from None
    found: dict[int, Fraction] = {}
    for pair in pairs:
        if len(pair) != 2:
            raise ValueError(f"{words}{str(given)[:60]!r}")
        d, w = (Fraction(exact_rational(x, name)) for x in pair)
        if d.denominator != 1 or not 0 <= d <= MOST:
            raise ValueError(
                f"the distance {d} of {name} is outside its domain: 0 <= distance <= {MOST}, an integer"
            )
        if w < 0:
            raise ValueError(f"the probability {w} of {name} is negative")
        found[int(d)] = found.get(int(d), Fraction(0)) + w
    if sum(found.values()) != 1:
        raise ValueError(f"the probabilities of {name} add up to {sum(found.values())}, not to 1")
    return tuple(sorted((d, w) for d, w in found.items() if w))


@evaluator(
    "estimate.coupled",
    "The least risk at the worse of two parameter values whose data are coupled at random distances.",
    bits=lambda eps, distances, loss, gap: _bits(eps, distances[-1][0]),
    rests=COUPLED,
    eps=EPS,
    distances=Argument(
        "distances of the coupled data with their probabilities",
        read=read_distances,
        shape="'0 1/2, 1 1/4, 3 1/4': distance and probability, exact",
    ),
    loss=LOSS,
    gap=GAP,
)
def coupled(eps: Number, distances: tuple[tuple[int, Fraction], ...], loss: str, gap: Number) -> Answer:
    """The mean over the distances of the risk at each."""
    total = sum((ball(w) * RISKS[loss](eps, d) for d, w in distances), arb(0))
    return total * ball(Fraction(gap) ** POWERS[loss])


@evaluator(
    "estimate.proportion",
    "The least risk, at the worse of two proportions, of an estimator from an eps-DP output on n yes-or-no answers.",
    bits=lambda eps, n, gap, loss: _bits(eps, n) + n.bit_length(),
    rests=COUPLED,
    eps=EPS,
    n=Argument("number of independent answers", lower=1, upper=2000, integer=True),
    gap=Argument("distance of the two proportions", lower=0, upper=1, lower_open=True),
    loss=LOSS,
)
def proportion(eps: Number, n: int, gap: Number, loss: str) -> Answer:
    """Answers can be coupled so that each differs with probability gap: the mean over d of the risk at distance d,
    d binomial(n, gap).  What the mechanism is allowed to see is all of the answers.
    """
    g = Fraction(gap)
    part, rest, total = ball(g), ball(1 - g), arb(0)
    here = rest**n
    if g == 1:
        return RISKS[loss](eps, n) * ball(1)
    odds = part / rest
    far = None if eps == 0 else (working_bits() + 8) / max(approximate(eps), 1e-300)
    for d in range(n + 1):
        total += here * RISKS[loss](eps, d)
        here = here * odds * (n - d) / (d + 1)
        mode = float(g) * n
        if far is not None and d > 2 * mode + 50 and d < n:
            ratio = odds * (n - d) / (d + 1)  # later masses fall at least as fast, and no risk is above 1/2
            tail = here / (1 - ratio)
            if ratio < 1 and tail < total * arb(2) ** -(working_bits() - 8):
                total += arb(0, tail.upper())
                break
    return total * ball(g ** POWERS[loss])


def gaps(n: int) -> list[Fraction]:
    """Gaps at which a risk bound for n answers is tried, from 1/(4n) to 1."""
    low = math.log(1 / (4 * n))
    return sorted(
        {min(Fraction(1), Fraction(f"{math.exp(low * (1 - i / GAPS)):.6g}")) for i in range(GAPS + 1)}
    )


__all__ = ["absolute", "coupled", "gaps", "proportion", "read_distances", "squared", "zero_one"]
