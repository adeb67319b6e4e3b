"""Pinsker's inequality: the relative entropy is at least twice the square of the total variation distance."""

from dpsym.derivations.divergences.relative_entropy import finite, part, relative_entropy
from dpsym.derivations.divergences.total_variation import as_distance
from dpsym.derivations.vocabulary import half, third, u, v
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
    source="pinsker1964",
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
    source="pinsker1964",
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
    source="pinsker1964",
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

divide = Theorem(
    title="A positive factor does not change a sign",
    source="pinsker1964",
    kind="lemma",
    given=0 <= a * c,
    claim=0 <= c,
    near_misses={
        "the other sign": variant(c <= 0, witness=point({a: 1, c: 1})),
        "without the product": variant(given=[], witness=point({a: 1, c: -1})),
    },
)

above_parabola = Theorem(
    title="What two masses add to the relative entropy lies above lines in their difference",
    source="pinsker1964",
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

pinsker = Theorem(
    title="The inequality of Pinsker",
    source="pinsker1964",
    cites=("csiszar1967", "tsybakov2009"),
    given=finite,
    claim=2 * HockeyStick(0) ** 2 <= relative_entropy,
    derivation=(
        have(0 <= HockeyStick(0), "a sum of numbers that are not negative"),
        let(t, HockeyStick(0), (Eq(HockeyStick(0), t), 0 <= t), "the total variation distance"),
        have(
            2 * t * Abs(P(y) - Q(y)) - t**2 * (2 * P(y) + 4 * Q(y)) / 3 + P(y) - Q(y) <= part(P(y), Q(y)),
            "at every outcome",
            by=above_parabola.at(u=P(y), v=Q(y)),
        ),
        have(Eq(Total(Abs(P(y) - Q(y)), y), 2 * t), "the distance", by=as_distance),
        Chain(relative_entropy)
        .ge(
            Total(2 * t * Abs(P(y) - Q(y)) - t**2 * (2 * P(y) + 4 * Q(y)) / 3 + P(y) - Q(y), y),
            "at every outcome",
        )
        .eq(2 * t * Total(Abs(P(y) - Q(y)), y) - 2 * t**2, "both laws have mass 1")
        .eq(2 * t * (2 * t) - 2 * t**2, "the distance")
        .eq(2 * HockeyStick(0) ** 2, "collect"),
    ),
    tight=point(P=(half, half), Q=(half, half)),
    near_misses={
        "three squares": variant(
            3 * HockeyStick(0) ** 2 <= relative_entropy, witness=point(P=(2 * third, third), Q=(half, half))
        ),
        "with infinite losses left out": variant(given=[], witness=point(P=(half, half), Q=(0, 1))),
    },
)
