"""The area under the curve of the best test between two normal laws: how likely an output of the one is above one of the other."""

from dpsym.derivations.analysis.normal_tails import same_value
from dpsym.derivations.analysis.sum_of_squares import K
from dpsym.derivations.mechanisms.normal_sums import (
    D,
    M,
    N,
    R,
    added,
    every_sum,
    is_normal,
    mean,
    n,
    of_two,
    one_number,
    start,
    sum_of_many,
    zero,
)
from dpsym.language import *

mu = parameter("mu", about="the distance of the two laws, in standard deviations")
one = Integer(1)
outputs = (Eq(M(zero), 0), Eq(R(zero), 1), Eq(mean(one), mu), Eq(D(one), 1))

together = AllOf(Eq(M(one), mu), Eq(R(one) ** 2, 2), *is_normal(one).args)

difference = Theorem(
    title="The difference of two independent outputs of normal laws is normal",
    source="zhang.ext-gdp",
    given=(start, added, *outputs),
    claim=Implication(one <= N, together),
    derivation=(
        have(every_sum(is_normal), "the sum of independent normal numbers", by=sum_of_many),
        specialise(every_sum(is_normal), {n: one}, "both numbers"),
        specialise(added, {n: zero}, "the second number"),
        have(
            Implication(one <= N, together),
            "their sum",
            derivation=(
                have(AllOf(Eq(M(one), mu), Eq(R(one) ** 2, 2)), "means and variances add up"),
                have(is_normal(one), "their sum"),
            ),
        ),
    ),
    example=point({N: 0, K: 1, mu: 1}, **{**one_number, "D": Lambda(n, 1), "X": Lambda(n, 1)}),
    near_misses={
        "whatever the second output is": without(
            added, witness=point({N: 1, K: 1, mu: 1}, **of_two, D=Lambda(n, 1), X=Lambda(n, 1))
        ),
        "with the deviation of one output": variant(
            Eq(R(zero) ** 2, 2),
            witness=point({N: 0, K: 1, mu: 1}, **{**one_number, "D": Lambda(n, 1), "X": Lambda(n, 1)}),
        ),
    },
    note=(
        "The first number is the output under the first law with its sign reversed, measured from the mean and in standard deviations of the noise, the second the output under the second law; so their sum is the difference of the outputs. "
        "Its variance is 2 and its mean the distance of the laws."
    ),
)

r = sqrt(2)  # the standard deviation of the difference
u, v = parameter("u", about="a difference"), parameter("v", about="a larger difference")
t = parameter("t", about="a difference between two others")
c = parameter("c", about="a number that the density is not above, or not below, on the interval")
density = exp(-((t - mu) ** 2) / 4 - log(4 * pi) / 2)


def up_to(t):
    """The probability that the difference is at most t."""
    return Phi((t - mu) / r)


def on_the_interval(body):
    """At every number of the interval from u to v."""
    return ForAll(t, Implication(Between(u, t, v), body))


area = Theorem(
    title="The area under the curve of the best test between two normal laws",
    source=(of_any_spaces("zhang.ext-gdp", finite=("I", "J")), "zhang.ext-auc"),
    given=u <= v,
    claim=AllOf(
        ForAll(
            c,
            AllOf(
                Implication(on_the_interval(c <= density), c * (v - u) <= up_to(v) - up_to(u)),
                Implication(on_the_interval(density <= c), up_to(v) - up_to(u) <= c * (v - u)),
            ),
        ),
        Eq(1 - up_to(zero), Phi(mu / r)),
    ),
    derivation=(
        have(
            Implication(on_the_interval(c <= density), c * (v - u) <= up_to(v) - up_to(u)),
            "an integral over an interval",
            derivation=monotonic(
                up_to(t) - c * t,
                t,
                u,
                v,
                "the derivative is the density",
                derivation=specialise(on_the_interval(c <= density), {t: t}, "a number of the interval"),
            ),
        ),
        have(
            Implication(on_the_interval(density <= c), up_to(v) - up_to(u) <= c * (v - u)),
            "an integral over an interval",
            derivation=monotonic(
                c * t - up_to(t),
                t,
                u,
                v,
                "the derivative is the density",
                derivation=specialise(on_the_interval(density <= c), {t: t}, "a number of the interval"),
            ),
        ),
        have(Eq(up_to(zero), Phi(-(mu / r))), "the sign", by=same_value.at(s=(0 - mu) / r, t=-(mu / r))),
    ),
    near_misses={
        "the distance itself": variant(Eq(1 - up_to(zero), Phi(mu))),
        "in any order": without(
            u <= v,
            claim=ForAll(c, Implication(ForAll(t, c <= density), c * (v - u) <= up_to(v) - up_to(u))),
            witness=point({c: -1, mu: 0, u: 1, v: 0}),
        ),
    },
    note=(
        "The best test compares the output with a cut, by the theorem on the half-lines of outputs, so that its area is the probability that an output of the second law is above an independent one of the first: that their difference is above 0. "
        "The difference is normal with the mean mu and the variance 2. On every interval what lies between is at least the length times every number that its density is not below, and at most the length times every number that it is not above: cut into small parts these are the Darboux sums, so that it "
        "is the integral of the density; and the distribution function tends to 0 far down. Of two normal laws with one covariance matrix the loss is such an output, at their distance."
    ),
)
