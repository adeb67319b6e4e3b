"""The likelihood-ratio test is the best one: no test of its level has more power."""

from dpsym.language import *

k = parameter(
    "k", above=0, about="threshold of the ratio of the two probabilities: e to that of the privacy loss"
)
c = parameter("c", at_least=0, at_most=1, about="probability of rejecting at the threshold")
f = function("f")

rejects = Indicator(P(y) < k * Q(y)) + c * Indicator(Eq(P(y), k * Q(y)))
accepts = Indicator(P(y) > k * Q(y))
half, third, two_thirds = Rational(1, 2), Rational(1, 3), Rational(2, 3)


def no_better_than(test):
    """Every test whose level is at most that of `test` has at most its power."""
    return every_test(Implication(Mass(f(y), P) <= Mass(test, P), Mass(f(y), Q) <= Mass(test, Q)))


best_test = Theorem(
    title="No test has more power than the likelihood-ratio test of its level",
    source="kifer.prop6-dgm-observations",
    claim=no_better_than(rejects),
    derivation=(
        have(
            (rejects - f(y)) * (k * Q(y) - P(y)) >= 0,
            "both factors have the same sign",
            split=(P(y) < k * Q(y), P(y) > k * Q(y)),
        ),
        have(
            Total(f(y) * (k * Q(y) - P(y)), y) <= Total(rejects * (k * Q(y) - P(y)), y),
            "sum over the outputs",
        ),
        have(
            k * Mass(f(y), Q) - Mass(f(y), P) <= k * Mass(rejects, Q) - Mass(rejects, P),
            "power and level of both tests",
        ),
    ),
    near_misses={
        "tests of any level": variant(
            every_test(Mass(f(y), Q) <= Mass(rejects, Q)),
            witness=point({k: 1, c: 0}, P=(half, half), Q=(half, half), f=(1, 1)),
        ),
        "rejecting where the first law is larger": variant(
            no_better_than(accepts),
            witness=point({k: 1, c: 0}, P=(two_thirds, third), Q=(third, two_thirds), f=(0, 1)),
        ),
    },
    note=(
        "The lemma of Neyman and Pearson. The test rejects where the ratio of the probabilities is below the threshold, which is where the privacy "
        "loss is below its logarithm, and at the threshold with probability c, so that every level is reached."
    ),
)
