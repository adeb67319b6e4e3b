"""What two masses add to the relative entropy lies above a parabola in their difference."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.vocabulary import half, u, v
from dpsym.language import *

a = parameter("a", above=0, about="a mass under the first law")
b = parameter("b", above=0, about="the mass under the second law")
t = parameter("t", at_least=0, about="a distance of two laws")


squares = Theorem(
    title="The squared difference of two masses against what they add to the relative entropy",
    kind="lemma",
    claim=3 * (a - b) ** 2 <= (2 * a + 4 * b) * (a * log(a / b) - a + b),
    derivation=have(
        3 * (a - b) ** 2 <= (2 * a + 4 * b) * (a * log(a / b) - a + b),
        "both sides and their slopes agree at a = b",
        method="calculus",
    ),
    tight=point({a: 1, b: 1}),
    near_misses={
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
                    "the squared difference",
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
