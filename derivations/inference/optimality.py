"""Section 9: the Laplace mechanism on a count reaches the bounds, in the limit or exactly."""

from dpsym.language import *

eps = parameter("eps", above=0, about="privacy loss of the noisy count, in nats")
n = parameter("n", at_least=0, about="number of records, each 0 or 1")
t = parameter("t", at_most=0, about="a noisy count of at most 0")
q = parameter("q", at_least=0, at_most=n, about="the count of one data set")
r = parameter("r", about="the mean of the densities of all other data")
w = parameter("w", above=0, below=1, about="probability of the data in question under the model")
noise = Laplace(1 / eps)
least, largest = noise.density(t, n), noise.density(t, 0)

densities = (
    have(Eq(Abs(t - 0) / (1 / eps), -eps * t), "the output is below all counts"),
    have(Eq(Abs(t - n) / (1 / eps), -eps * t + eps * n), "the output is below all counts"),
)
bounds_reached = Theorem(
    title="The bounds on the privatised data probability are approached",
    source=(whole_of("bailie.tight4.1"), whole_of("bailie.tight6.2")),
    given=Between(least, r, largest),
    claim=AllOf(
        Eq(exp(-(eps * n)) * largest, least),
        Eq(exp(eps * n) * least, largest),
        Between(least, noise.density(t, q), largest),
        w * least + (1 - w) * r <= least + (1 - w) * (largest - least),
        largest - (1 - w) * (largest - least) <= w * largest + (1 - w) * r,
    ),
    derivation=(
        *densities,
        have(Eq(Abs(t - q) / (1 / eps), -eps * t + eps * q), "the output is below all counts"),
        have(Eq(least, exp(eps * t - eps * n) / (2 * (1 / eps))), "the density"),
        have(Eq(largest, exp(eps * t) / (2 * (1 / eps))), "the density"),
        have(Eq(noise.density(t, q), exp(eps * t - eps * q) / (2 * (1 / eps))), "the density"),
        have(eps * q <= eps * n, "a count is at most the number of records"),
        have(exp(eps * t - eps * n) <= exp(eps * t - eps * q), "the exponential is increasing"),
        have(exp(eps * t - eps * q) <= exp(eps * t), "the exponential is increasing"),
        have((1 - w) * r <= (1 - w) * largest, "weighted"),
        have((1 - w) * least <= (1 - w) * r, "weighted"),
    ),
    near_misses={
        "an output between the counts": variant(
            Eq(exp(-(eps * n)) * noise.density(q, 0), noise.density(q, n)),
            given=(),
            witness=point({eps: log(2), n: 1, q: 1}),
        ),
        "reached with other data possible": variant(
            w * least + (1 - w) * r <= least,
        ),
    },
    note=(
        "At an output below 0 the density at the count n is the lower bound from the count 0, and that at the count 0 the upper bound from the "
        "count n; the densities at all other counts lie between them. A model that gives the data of count n, or those of count 0, a "
        "probability w near 1 comes as near to the bound as wanted, at all such outputs at once; it has to be a limit, as a model with "
        "w = 1 has no other data. With the prior on that model this is the prior predictive probability. Between 0 and n the bounds are not "
        "reached where the mechanism is known."
    ),
)

a = parameter("a", above=0, at_most=exp(-(eps * n)) / 2, about="size of the test")
c = log(1 / (2 * a)) / eps  # the test rejects counts of at least c

power_reached = Theorem(
    title="The Laplace mechanism reaches the bound on the power for small levels",
    source="bailie.tight5.1",
    claim=AllOf(n <= c, Eq(noise.tail(c), a), Eq(noise.tail(c - n), exp(eps * n) * a)),
    derivation=(
        have(2 * a <= exp(-(eps * n)), "a small level"),
        have(exp(eps * n) * (2 * a) <= exp(eps * n) * exp(-(eps * n)), "a positive factor"),
        have(exp(eps * n) <= 1 / (2 * a), "a small level"),
        have(eps * n <= log(1 / (2 * a)), "take the logarithm"),
        have(n <= log(1 / (2 * a)) / eps, "divide"),
        have(Eq((c - n) / (1 / eps), log(1 / (2 * a)) - eps * n), "in units of the scale"),
        have(Eq(exp(-((c - n) / (1 / eps))), exp(eps * n) * (2 * a)), "the power"),
    ),
    near_misses={
        "with half the loss": variant(
            Eq(noise.tail(c - n), exp(eps * n / 2) * a),
            witness=point({eps: 2 * log(2), n: 1, a: Rational(1, 8)}),
        ),
        "the threshold at the number of records": variant(c <= n),
    },
    note=(
        "Of n records all are 0 under the hypothesis and all are 1 under the alternative. The test that rejects noisy counts of at least c has "
        "this size and this power, the probabilities of noise above c and above c - n, so it is the best of its size by the bound itself. "
        "That these are the integrals of the density is the theorem on the probability of an interval of noise."
    ),
)

one_record = Theorem(
    title="The bound on an attacker's power is reached",
    source="bailie.tight8.7",
    given=Eq(n, 1),
    claim=AllOf(1 <= c, Eq(noise.tail(c), a), Eq(noise.tail(c - 1), exp(eps) * a)),
    derivation=(
        have(
            AllOf(n <= c, Eq(noise.tail(c), a), Eq(noise.tail(c - n), exp(eps * n) * a)),
            "data sets at distance 1",
            by=power_reached,
        ),
    ),
    near_misses={
        "of two records": variant(Eq(noise.tail(c - 1), exp(eps * 2) * a)),
    },
    note=(
        "An attacker who holds one of two data sets that differ in a record for certain, with equal probabilities, conjectures the value of "
        "the record: given a conjecture the data are known."
    ),
)

first = w * largest
second = (1 - w) * noise.density(t, 1)

odds_reached = Theorem(
    title="The bound on the density ratio distance of prior and posterior is reached",
    source=whole_of("bailie.tight8.5"),
    claim=AllOf(
        0 < second / (first + second),
        Eq(first / (first + second) / (second / (first + second)) / (w / (1 - w)), exp(eps)),
    ),
    derivation=(
        have(Eq(Abs(t - 0) / (1 / eps), -eps * t), "the output is below both counts"),
        have(Eq(Abs(t - 1) / (1 / eps), -eps * t + eps), "the output is below both counts"),
        have(Eq(largest, exp(eps) * noise.density(t, 1)), "the densities"),
        have(0 < noise.density(t, 1), "a density"),
        have(0 < (1 - w) * noise.density(t, 1), "positive"),
        have(0 < w * largest, "positive"),
        have(Eq(first / second, exp(eps) * (w / (1 - w))), "the posterior odds"),
    ),
    near_misses={
        "whatever the prior": variant(
            Eq(first / (first + second) / (second / (first + second)), exp(eps)),
            witness=point({eps: 2 * log(2), t: 0, w: Rational(1, 3)}),
        ),
    },
    note=(
        "One record is 0 with the probability w and all others are 0 for certain. At an output of at most 0 the odds of the record, posterior "
        "to prior, are the exponential of the privacy loss. With other fixed records the counts are shifted, and so is the output."
    ),
)
