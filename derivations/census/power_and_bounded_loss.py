"""The two closed formulas of the case study: power at a level, and the loss that is exceeded with a given probability."""

from dpsym.derivations.testing.gaussian_power import bounded_loss, power
from dpsym.derivations.vocabulary import a, delta, hundredth, tenth, twentieth
from dpsym.language import *

rho = parameter("rho", above=0, about="budget of the queries, in nats")
w = parameter(
    "w", about="the number that a standard normal variable exceeds with the level as its probability"
)
delta = delta.ranging(above=0, below=1)
a = a.ranging(above=0, below=1)

distance = sqrt(2 * rho)
sigma = 1 / distance
threshold = sigma * w

units = {parameter("sigma"): sigma, parameter("t"): threshold}
power_at_level = Theorem(
    title="Power at a level in terms of the budget",
    source="kifer.eq-power",
    define=units,
    claim=AllOf(
        Eq(normal_tail(threshold / sigma), normal_tail(w)),
        Eq(normal_tail((threshold - 1) / sigma), normal_tail(w - distance)),
    ),
    derivation=(
        have(distance > 0, "the root of a positive number"),
        have(Eq(threshold / sigma, w), "the threshold in standard deviations"),
        have(Eq((threshold - 1) / sigma, w - distance), "its distance from the other input"),
    ),
    near_misses={
        "moved to the other side": variant(
            Eq((threshold - 1) / sigma, w + distance), witness=point({rho: Rational(1, 2), w: 0})
        ),
    },
    evaluate={"power": power(a, distance)},
    note=(
        "The test of one answer with mean 0 or 1 and variance one over twice the budget rejects mean 0 above a threshold. Its level is the "
        "first probability and its power the second. No test of this level has more power, because it rejects where the loss "
        "is large. Both sides are the same function of equal numbers."
    ),
)

cut = 1 + sigma * w
bounded_loss_curve = Theorem(
    title="The bounded-loss curve in terms of the budget",
    source="kifer.eq-pbdp-curve",
    define={parameter("sigma"): sigma, parameter("t"): cut},
    claim=AllOf(
        Eq(normal_tail((cut - 1) / sigma), normal_tail(w)),
        Eq(normal_tail(cut / sigma), normal_tail(w + distance)),
    ),
    derivation=(
        have(distance > 0, "the root of a positive number"),
        have(Eq((cut - 1) / sigma, w), "the threshold in standard deviations"),
        have(Eq(cut / sigma, w + distance), "its distance from the other input"),
    ),
    near_misses={
        "the threshold of the other test": variant(
            Eq(threshold / sigma, w + distance), witness=point({rho: Rational(1, 2), w: 0})
        ),
    },
    evaluate={"eps": bounded_loss(delta, distance)},
    note=(
        "The test whose power is delta, the first probability, has the second probability as its level. A bound on the loss may fail with "
        "probability delta when it is at least the logarithm of delta over that level: then no secondary analysis of the answers "
        "exceeds it more often."
    ),
)


usual = {"0.01": hundredth, "0.05": twentieth, "0.10": tenth}
release = Rational(263, 100)


def exact_power(a, queries):
    """The power of the best test of the discrete Gaussian answers themselves."""
    return Evaluated("census.power", alpha=a, queries=queries)


def power_bound(a, rho):
    """The largest power under zero-concentrated DP."""
    return Evaluated("zcdp.power", alpha=a, rho=rho)


def exact_bounded_loss(delta, queries):
    """The bounded-loss curve of the discrete Gaussian answers themselves."""
    return Evaluated("census.pbdp_epsilon", delta=delta, queries=queries)
