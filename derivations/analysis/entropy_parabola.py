"""What two masses add to the relative entropy lies above a parabola in their difference."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.vocabulary import half, u, v
from dpsym.language import *

a = parameter("a", above=0, about="a mass under the first law")
b = parameter("b", above=0, about="the mass under the second law")
c = parameter("c", about="a number")
s = parameter("s", about="a logarithm of a ratio of masses")
t = parameter("t", at_least=0, about="a distance of two laws")
z = parameter("z", about="a number between 0 and the logarithm")


def slope(s):
    """Over four times the exponential, the slope of the gap."""
    return s * (exp(s) + 1) - 2 * (exp(s) - 1)


def gap(s):
    """With the ratio r of two masses, (2 r + 4) (r log r - r + 1) - 3 (r - 1)^2, where s = log r."""
    return 2 * s * exp(2 * s) - 5 * exp(2 * s) + 4 * s * exp(s) + 4 * exp(s) + 1


def convex(z):
    """The slope of the slope is not negative."""
    return (
        have(1 - z <= exp(-z), "the tangent of the exponential"),
        have(exp(z) * (1 - z) <= exp(z) * exp(-z), "a positive factor", hints=(exp(z) > 0,)),
        have(Eq(exp(z) * exp(-z), 1), "exponential of a sum"),
    )


signs = Theorem(
    title="The slope of the gap has the sign of the logarithm",
    kind="lemma",
    claim=AllOf(Implication(0 <= s, 0 <= slope(s)), Implication(s <= 0, slope(s) <= 0)),
    derivation=cases(
        0 <= s,
        monotonic(slope(z), z, 0, s, "from 0 upwards", derivation=convex(z)),
        monotonic(slope(z), z, s, 0, "up to 0", derivation=convex(z)),
    ),
    near_misses={
        "the other way round": variant(Implication(s <= 0, 0 <= slope(s)), witness=point({s: -1})),
        "on both sides": variant(slope(s) <= 0, witness=point({s: 3})),
    },
)

gap_is_positive = Theorem(
    title="The gap between the relative entropy and the squared difference is not negative",
    kind="lemma",
    claim=0 <= gap(s),
    derivation=cases(
        0 <= s,
        monotonic(
            gap(z),
            z,
            0,
            s,
            "from 0 upwards",
            derivation=have(0 <= 4 * exp(z) * slope(z), by=signs.at(s=z), hints=(exp(z) > 0,)),
        ),
        monotonic(
            -gap(z),
            z,
            s,
            0,
            "up to 0",
            derivation=have(4 * exp(z) * slope(z) <= 0, by=signs.at(s=z), hints=(exp(z) > 0,)),
        ),
    ),
    tight=point({s: 0}),
    near_misses={
        "positive": variant(0 < gap(s), witness=point({s: 0})),
        "a larger number": variant(1 <= gap(s), witness=point({s: 0})),
    },
)

squares = Theorem(
    title="The squared difference of two masses against what they add to the relative entropy",
    kind="lemma",
    claim=3 * (a - b) ** 2 <= (2 * a + 4 * b) * (a * log(a / b) - a + b),
    derivation=(
        have(Eq(log(a / b), log(a) - log(b)), "the logarithm of a quotient"),
        have(Eq(exp(log(a)), a), "exponential of a logarithm"),
        have(Eq(exp(log(b)), b), "exponential of a logarithm"),
        have(Eq(exp(log(a) - log(b)) * b, a), "exponential of a sum"),
        have(0 <= gap(log(a) - log(b)), by=gap_is_positive.at(s=log(a) - log(b))),
        let(
            c,
            log(a) - log(b),
            (Eq(c, log(a) - log(b)), 0 <= gap(c), Eq(exp(c) * b, a)),
            "the logarithm of the ratio",
        ),
        have(0 <= b**2 * gap(c), "a square"),
        Chain(3 * (a - b) ** 2)
        .eq(3 * (exp(c) * b - b) ** 2)
        .le(3 * (exp(c) * b - b) ** 2 + b**2 * gap(c))
        .eq((2 * exp(c) * b + 4 * b) * (exp(c) * b * c - exp(c) * b + b))
        .eq((2 * a + 4 * b) * (a * log(a / b) - a + b)),
    ),
    tight=point({a: 1, b: 1}),
    near_misses={
        "four squares": variant(
            4 * (a - b) ** 2 <= (2 * a + 4 * b) * (a * log(a / b) - a + b), witness=point({a: 2, b: 1})
        ),
        "with the weights exchanged": variant(
            3 * (a - b) ** 2 <= (4 * a + 2 * b) * (a * log(a / b) - a + b), witness=point({a: half, b: 1})
        ),
    },
)

above_parabola = Theorem(
    title="What two masses add to the relative entropy lies above lines in their difference",
    kind="lemma",
    given=Implication(Eq(v, 0), Eq(u, 0)),
    claim=2 * t * Abs(u - v) - t**2 * (2 * u + 4 * v) / 3 + u - v <= part(u, v),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                have(
                    3 * (u - v) ** 2 <= (2 * u + 4 * v) * (u * log(u / v) - u + v),
                    by=squares.at(a=u, b=v),
                ),
                have(Eq(Abs(u - v) ** 2, (u - v) ** 2), "a square"),
                have(0 <= (3 * Abs(u - v) - t * (2 * u + 4 * v)) ** 2, "a square"),
                have(
                    0
                    <= (2 * u + 4 * v)
                    * (u * log(u / v) - (2 * t * Abs(u - v) - t**2 * (2 * u + 4 * v) / 3 + u - v)),
                    "the lines before",
                ),
                have(0 < 2 * u + 4 * v, "no mass is 0"),
                have(
                    0 <= u * log(u / v) - (2 * t * Abs(u - v) - t**2 * (2 * u + 4 * v) / 3 + u - v),
                    "divide",
                    by=divide.at(
                        a=2 * u + 4 * v,
                        c=u * log(u / v) - (2 * t * Abs(u - v) - t**2 * (2 * u + 4 * v) / 3 + u - v),
                    ),
                ),
            ),
        ),
        (
            have(Eq(Abs(u - v), v), "no first mass"),
            have(0 <= (1 - t) ** 2 * v, "no factor is negative"),
            have(0 <= t**2 * v, "no factor is negative"),
        ),
    ),
    tight=point({u: 1, v: 1, t: 0}),
    near_misses={
        "where the second mass is 0 alone": variant(
            Implication(Eq(v, 0), 2 * t * u - t**2 * (2 * u) / 3 + u <= 0),
            given=(),
            witness=point({u: 1, v: 0, t: half}),
        ),
        "without the square": variant(
            2 * t * Abs(u - v) + u - v <= part(u, v), witness=point({u: 2, v: 1, t: 10})
        ),
    },
)
