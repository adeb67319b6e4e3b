"""The probabilities and the variance of Laplace noise as integrals of its density."""

from dpsym.derivations.analysis.square_of_noise import beyond, integrand, s
from dpsym.derivations.vocabulary import half
from dpsym.language import *

eps = parameter("eps", above=0, about="privacy loss of the noisy count, in nats")
x = parameter("x", at_least=0, about="the lower end of an interval of noise")
z = parameter("z", at_least=x, about="the upper end of an interval of noise")
noise = Laplace(1 / eps)


def height(t):
    """The density of the noise at a number that is not negative."""
    return eps / 2 * exp(-(eps * t))


mass_of_an_interval = Theorem(
    title="The probability of an interval of noise is the integral of the density",
    source=(whole_of("bailie.tight5.1"), whole_of("bailie.tight8.7")),
    claim=AllOf(
        Eq(noise.density(x, 0), height(x)),
        Between(height(z) * (z - x), noise.tail(x) - noise.tail(z), height(x) * (z - x)),
        noise.tail(z) * (1 + eps * z) <= half,
    ),
    derivation=(
        have(Eq(Abs(x - 0) / (1 / eps), eps * x), "not negative"),
        have(0 <= eps * (z - x), "a length"),
        have(1 + eps * (z - x) <= exp(eps * (z - x)), "the exponential is above its tangent"),
        have(1 - eps * (z - x) <= exp(-(eps * (z - x))), "the exponential is above its tangent"),
        have(1 + eps * z <= exp(eps * z), "the exponential is above its tangent"),
        have(
            exp(-(eps * z)) * (1 + eps * (z - x)) <= exp(-(eps * z)) * exp(eps * (z - x)), "a positive factor"
        ),
        have(
            exp(-(eps * x)) * (1 - eps * (z - x)) <= exp(-(eps * x)) * exp(-(eps * (z - x))),
            "a positive factor",
        ),
        have(exp(-(eps * z)) * (1 + eps * z) <= exp(-(eps * z)) * exp(eps * z), "a positive factor"),
    ),
    example=point({eps: 1, x: 1, z: 2}),
    near_misses={
        "with the density at the lower end below": variant(
            height(x) * (z - x) <= noise.tail(x) - noise.tail(z), witness=point({eps: log(2), x: 0, z: 1})
        ),
        "with the density at the upper end above": variant(
            noise.tail(x) - noise.tail(z) <= height(z) * (z - x), witness=point({eps: log(2), x: 0, z: 1})
        ),
    },
    note=(
        "The density falls, so that on an interval it is between its values at the ends: the probability of the interval is between these values times "
        "its length. Cut an interval into many equal parts: the sums of the lower and of the upper bounds are the Darboux sums of the density, "
        "whose difference is the length of a part times that of the values at the ends. So the probability is the integral of the density over "
        "the interval; and what lies beyond z goes to 0, so that the probability of noise above x is the integral from x on. That is what the "
        "test of a count needs: its size and its power are the probabilities of noise above its threshold, and above it less the number of records."
    ),
)

u, v = (parameter(name, at_least=0, about="noise, in units of its scale") for name in "uv")
c = parameter("c", about="a number that the integrand is not above, or not below, on the interval")


def on_the_interval(body):
    """At every number of the interval from u to v."""
    return ForAll(s, Implication(Between(u, s, v), body))


variance = Theorem(
    title="The integral of the square of Laplace noise, which is its variance",
    source=whole_of("bailie.ex2.2"),
    given=u <= v,
    claim=ForAll(
        c,
        AllOf(
            Implication(on_the_interval(c <= integrand), c * (v - u) <= beyond(u) - beyond(v)),
            Implication(on_the_interval(integrand <= c), beyond(u) - beyond(v) <= c * (v - u)),
            0 <= beyond(v),
            beyond(v) * (1 + v / 4) ** 2 <= 32,
        ),
    ),
    derivation=(
        have(1 + v / 4 <= exp(v / 4), "the exponential is above its tangent"),
        have((1 + v / 4) ** 2 <= exp(v / 2), "squared"),
        have((1 + v / 4) ** 4 <= exp(v), "squared"),
        have((v**2 + 2 * v + 2) * (1 + v / 4) ** 2 <= 32 * (1 + v / 4) ** 4, "multiply out"),
        have((v**2 + 2 * v + 2) * (1 + v / 4) ** 2 <= 32 * exp(v), "both"),
        have(
            exp(-v) * ((v**2 + 2 * v + 2) * (1 + v / 4) ** 2) <= exp(-v) * (32 * exp(v)), "a positive factor"
        ),
        have(
            Implication(on_the_interval(c <= integrand), c * (v - u) <= beyond(u) - beyond(v)),
            "an integral over an interval",
            derivation=monotonic(
                -beyond(s) - c * s,
                s,
                u,
                v,
                "the derivative is the integrand",
                derivation=specialise(on_the_interval(c <= integrand), {s: s}, "a number of the interval"),
            ),
        ),
        have(
            Implication(on_the_interval(integrand <= c), beyond(u) - beyond(v) <= c * (v - u)),
            "an integral over an interval",
            derivation=monotonic(
                c * s + beyond(s),
                s,
                u,
                v,
                "the derivative is the integrand",
                derivation=specialise(on_the_interval(integrand <= c), {s: s}, "a number of the interval"),
            ),
        ),
    ),
    example=point({u: 0, v: 1}),
    near_misses={
        "at the ends alone": variant(
            beyond(u) - beyond(v) <= Max(u**2 * exp(-u), v**2 * exp(-v)) * (v - u),
            witness=point({u: 1, v: 4}),
        ),
        "in any order": without(
            u <= v,
            claim=ForAll(c, Implication(ForAll(s, c <= integrand), c * (v - u) <= beyond(u) - beyond(v))),
            witness=point({u: 1, v: 0}),
        ),
    },
    note=(
        "The integrand is twice the square of the noise times its density at a positive number. On every interval what lies between is at least the length times "
        "every number that the integrand is not below, and at most the length times every number that it is not above: cut into small parts "
        "these are the Darboux sums, so that it is the integral of the integrand. It is 2 from 0 on, as the first term is 2 at 0 and the second goes to 0. The density "
        "is even: the mean of the noise is 0 and its variance is 2, twice half of this. Noise of the scale b has the variance 2 b^2 and the standard "
        "deviation b times the square root of 2, and the scale is the sensitivity over the privacy loss, in every coordinate. That the ratio of the "
        "densities for neighbours is at most e^eps gives privacy for every event by the theorem on the multiplicative distance, from the masses."
    ),
)
