"""Powers of masses in two steps: exponentials and moments of weighted means."""

from dpsym.derivations.analysis.order_of_powers import below_chord, part, power
from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.vocabulary import alpha, half, rho, u, v
from dpsym.language import *

alpha, rho = alpha.ranging(above=1), rho.ranging(at_least=0)
a = parameter("a", above=1, about="order of the first divergence")
b = parameter("b", above=1, about="order of the second divergence")
t = parameter("t", at_least=0, at_most=1, about="weight of the first divergence")
g = parameter("g", about="bound on the logarithm of the first moment")
h = parameter("h", about="bound on the logarithm of the second moment")
w = parameter("w", at_least=0, about="a mass under the third law")
s = parameter("s", about="a weighted mean")
s_1 = parameter("s_1", about="a number")
s_2 = parameter("s_2", about="a number")
at_orders = {alpha: 2, a: 4, b: 3, t: half}
orders = (Eq(t * a, alpha), Eq((1 - t) * (b - 1), alpha - 1))

weighted_mean = Theorem(
    title="The exponential of a weighted mean is at most the weighted mean of the exponentials",
    kind="lemma",
    given=Eq(s, t * s_1 + (1 - t) * s_2),
    claim=exp(s) <= t * exp(s_1) + (1 - t) * exp(s_2),
    derivation=(
        have(
            exp(t * (s_1 - s_2)) <= 1 - t + t * exp(s_1 - s_2),
            "below the tangent",
            by=below_chord.at(r=t, s=s_1 - s_2),
        ),
        have(exp(s_2) * exp(t * (s_1 - s_2)) <= exp(s_2) * (1 - t + t * exp(s_1 - s_2)), "a positive factor"),
    ),
    tight=(point({t: 1, s: 1, s_1: 1, s_2: 0}), point({t: half, s: 0, s_1: 0, s_2: 0})),
    near_misses={
        "the other way round": variant(
            exp(s) >= t * exp(s_1) + (1 - t) * exp(s_2),
            witness=point({t: half, s: log(2), s_1: 2 * log(2), s_2: 0}),
        ),
    },
)

mean = exp(t * g + (1 - t) * h)


def weighted(one, two):
    """The mean of two moments, each divided by its bound, times the bound on the moment of both steps."""
    return mean * (t * exp(-g) * one + (1 - t) * exp(-h) * two)


power_in_two_steps = Theorem(
    title="A power of masses lies below a weighted mean of those of two steps",
    kind="lemma",
    given=(never_alone(u, v), never_alone(v, w), *orders),
    claim=part(u, w, alpha) <= weighted(part(u, v, a), part(v, w, b)),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            cases(
                0 < w,
                (
                    have(
                        Eq(
                            alpha * log(u) + (1 - alpha) * log(w) - (t * g + (1 - t) * h),
                            t * (a * log(u) + (1 - a) * log(v) - g)
                            + (1 - t) * (b * log(v) + (1 - b) * log(w) - h),
                        ),
                        "the orders",
                    ),
                    have(
                        exp(alpha * log(u) + (1 - alpha) * log(w) - (t * g + (1 - t) * h))
                        <= t * exp(a * log(u) + (1 - a) * log(v) - g)
                        + (1 - t) * exp(b * log(v) + (1 - b) * log(w) - h),
                        "the exponential of a mean",
                        by=weighted_mean.at(
                            s=alpha * log(u) + (1 - alpha) * log(w) - (t * g + (1 - t) * h),
                            s_1=a * log(u) + (1 - a) * log(v) - g,
                            s_2=b * log(v) + (1 - b) * log(w) - h,
                        ),
                    ),
                    have(
                        mean * exp(alpha * log(u) + (1 - alpha) * log(w) - (t * g + (1 - t) * h))
                        <= mean
                        * (
                            t * exp(a * log(u) + (1 - a) * log(v) - g)
                            + (1 - t) * exp(b * log(v) + (1 - b) * log(w) - h)
                        ),
                        "a positive factor",
                    ),
                    Chain(part(u, w, alpha))
                    .eq(power(u, w, alpha), "no mass is 0")
                    .eq(
                        mean * exp(alpha * log(u) + (1 - alpha) * log(w) - (t * g + (1 - t) * h)),
                        "exponential of a sum",
                    )
                    .le(
                        mean
                        * (
                            t * exp(a * log(u) + (1 - a) * log(v) - g)
                            + (1 - t) * exp(b * log(v) + (1 - b) * log(w) - h)
                        ),
                        "the exponential of a mean",
                    )
                    .eq(weighted(power(u, v, a), power(v, w, b)), "exponential of a sum")
                    .eq(weighted(part(u, v, a), part(v, w, b)), "no mass is 0"),
                ),
            ),
        ),
        have(0 <= weighted(0, part(v, w, b)), "no factor is negative", split=(0 < v, 0 < w)),
    ),
    example=point({**at_orders, u: 1, v: 1, w: 1, g: 0, h: 0}),
    near_misses={
        "where the law between has no mass": without(
            never_alone(u, v), witness=point({**at_orders, u: 1, v: 0, w: 1, g: 0, h: 0})
        ),
    },
)

m_1 = parameter("m_1", about="the first moment")
m_2 = parameter("m_2", about="the second moment")

mean_of_moments = Theorem(
    title="The weighted mean of two moments, each divided by its bound, is at most 1",
    kind="lemma",
    given=(m_1 <= exp(g), m_2 <= exp(h)),
    claim=weighted(m_1, m_2) <= mean,
    derivation=(
        have(t * exp(-g) * m_1 <= t * exp(-g) * exp(g), "the first bound"),
        have((1 - t) * exp(-h) * m_2 <= (1 - t) * exp(-h) * exp(h), "the second bound"),
        have(t * exp(-g) * m_1 + (1 - t) * exp(-h) * m_2 <= 1, "the weights add up to 1"),
    ),
    tight=point({t: half, g: 0, h: 0, m_1: 1, m_2: 1}),
)

itself = Theorem(
    title="The power of a mass by itself is the mass",
    kind="lemma",
    claim=Eq(part(u, u, alpha), u),
    derivation=cases(
        0 < u,
        (
            Chain(part(u, u, alpha))
            .eq(exp(log(u)), "the exponents add up to 1")
            .eq(u, "exponential of a logarithm"),
        ),
    ),
    near_misses={
        "nothing": variant(Eq(part(u, u, alpha), 0), witness=point({alpha: 2, u: 1})),
    },
)
