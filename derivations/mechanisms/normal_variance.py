"""The variance of a standard normal number as an integral: it is 1."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

t = parameter("t", about="a number")
u, v = parameter("u", about="a point of the line"), parameter("v", about="a later point")
c = parameter("c", about="a number that the integrand is not above, or not below, on the interval")


def density(t):
    """The standard normal density."""
    return exp(-(t**2) / 2 - log(2 * pi) / 2)


def up_to(t):
    """The integral of the square times the density up to t."""
    return Phi(t) - t * density(t)


integrand = t**2 * density(t)


def on_the_interval(body):
    """At every number of the interval from u to v."""
    return ForAll(t, Implication(Between(u, t, v), body))


variance = Theorem(
    title="The integral of the square of a standard normal number between two points",
    source="zhang.eq-gausscop-state",
    given=u <= v,
    claim=ForAll(
        c,
        AllOf(
            Implication(on_the_interval(c <= integrand), c * (v - u) <= up_to(v) - up_to(u)),
            Implication(on_the_interval(integrand <= c), up_to(v) - up_to(u) <= c * (v - u)),
        ),
    ),
    derivation=(
        have(
            Implication(on_the_interval(c <= integrand), c * (v - u) <= up_to(v) - up_to(u)),
            "an integral over an interval",
            derivation=monotonic(
                up_to(t) - c * t,
                t,
                u,
                v,
                "the derivative is the integrand",
                derivation=specialise(on_the_interval(c <= integrand), {t: t}, "a number of the interval"),
            ),
        ),
        have(
            Implication(on_the_interval(integrand <= c), up_to(v) - up_to(u) <= c * (v - u)),
            "an integral over an interval",
            derivation=monotonic(
                c * t - up_to(t),
                t,
                u,
                v,
                "the derivative is the integrand",
                derivation=specialise(on_the_interval(integrand <= c), {t: t}, "a number of the interval"),
            ),
        ),
    ),
    example=point({u: 0, v: 1}),
    near_misses={
        "at the ends alone": variant(
            up_to(v) - up_to(u) <= Max(u**2 * density(u), v**2 * density(v)) * (v - u)
        ),
        "in any order": without(
            u <= v,
            claim=ForAll(c, Implication(ForAll(t, c <= integrand), c * (v - u) <= up_to(v) - up_to(u))),
            witness=point({c: -1, u: 1, v: 0}),
        ),
    },
    note=(
        "On every interval what lies between is at least the length times every number that the square times the density is not below, and at most the length times every number that it is not above: cut into small parts these are the "
        "Darboux sums, so that it is the integral. It is 1 over the line, by the theorem on what is left far up; the mean is 0, as the density is even."
    ),
)

w = parameter("w", above=0, about="a point far up")

ends = Theorem(
    title="Far up and far down nothing is left of the variance of a standard normal number",
    source="zhang.eq-gausscop-state",
    claim=AllOf(w * (1 - up_to(w)) <= 2, Eq(up_to(-w), 1 - up_to(w))),
    derivation=(
        have(Eq(Phi(-w), 1 - Phi(w)), "reflected"),
        have(Eq(up_to(-w), 1 - up_to(w)), "reflected"),
        have(w * exp(-(w**2) / 2) <= 1, "the exponential is above its tangent"),
        have(w**2 * exp(-(w**2) / 2) <= 1, "the exponential is above its tangent"),
        have(
            w * Phi(-w) <= half,
            "the tail of the normal law",
            derivation=(
                have(Phi(-w) <= exp(-(w**2) / 2) / 2, "the tail of the normal law"),
                have(w * Phi(-w) <= w * (exp(-(w**2) / 2) / 2), "times a positive number"),
            ),
        ),
        have(
            w**2 * density(w) <= 1,
            "the density",
            derivation=(
                have(0 <= log(2 * pi), "the number pi"),
                have(density(w) <= exp(-(w**2) / 2), "the number pi"),
                have(w**2 * density(w) <= w**2 * exp(-(w**2) / 2), "times a square"),
            ),
        ),
        have(Eq(w * (1 - up_to(w)), w * Phi(-w) + w**2 * density(w)), "both parts"),
        have(w * (1 - up_to(w)) <= 2, "together"),
    ),
    near_misses={
        "the same up to both points": variant(Eq(up_to(-w), up_to(w))),
        "the tail of the law alone": variant(w * (1 - up_to(w)) <= w * Phi(-w)),
    },
    note="So the integral from -w to w tends to 1 as w grows: what is left is at most 4/w.",
)
