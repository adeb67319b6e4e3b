"""Tangents of a power of a ratio of masses."""

from dpsym.derivations.vocabulary import alpha, b, c, u, v
from dpsym.language import *

s = parameter("s", about="a difference of logarithms")
a = parameter("a", above=0, about="a mass under the first law")


def power(a, b):
    """a^alpha b^(1 - alpha)."""
    return exp(alpha * log(a) + (1 - alpha) * log(b))


def part(a, b):
    """What masses a and b add to an exponential moment: 0 where either is 0."""
    return Indicator(AllOf(0 < a, 0 < b)) * power(a, b)


def line(a, b, c=c):
    """The tangent of the power where the logarithm of the ratio of the masses is c."""
    return alpha * exp((alpha - 1) * c) * a - (alpha - 1) * exp(alpha * c) * b


def never_alone(a, b):
    """That the second mass is 0 only where the first is."""
    return Implication(Eq(b, 0), Eq(a, 0))


tangent = Theorem(
    title="A power lies above its tangent",
    kind="lemma",
    claim=alpha * exp(s) - (alpha - 1) <= exp(alpha * s),
    tight=point({s: 0}),
    near_misses={
        "a larger value at the point of contact": variant(
            alpha * exp(s) - (alpha - 1) / 2 <= exp(alpha * s), witness=point({alpha: 2, s: 0})
        ),
        "a steeper line": variant(
            2 * alpha * exp(s) - (2 * alpha - 1) <= exp(alpha * s), witness=point({alpha: 2, s: log(2)})
        ),
    },
)

tangent_of_masses = Theorem(
    title="A product of powers of masses lies above its tangents",
    kind="lemma",
    claim=line(a, b) <= power(a, b),
    tight=point({a: 1, b: 1, c: 0}),
    near_misses={
        "without the factor of the second term": variant(
            alpha * exp((alpha - 1) * c) * a - exp(alpha * c) * b <= power(a, b),
            witness=point({alpha: 3, a: 1, b: 1, c: 0}),
        ),
    },
)


tangent_of_parts = Theorem(
    title="What two masses add to a moment lies above its tangents",
    kind="lemma",
    given=never_alone(u, v),
    claim=line(u, v) <= part(u, v),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            have(line(u, v) <= power(u, v), "the tangent", by=tangent_of_masses.at(a=u, b=v)),
        ),
        have(0 <= (alpha - 1) * exp(alpha * c) * v, "no factor is negative"),
    ),
    tight=point({u: 1, v: 1, c: 0}),
    near_misses={
        "where the second mass is 0 alone": variant(
            Implication(Eq(v, 0), line(u, v) <= 0), given=(), witness=point({alpha: 2, u: 1, v: 0, c: 0})
        ),
    },
)
