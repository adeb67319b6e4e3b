"""Squares of differences of masses."""

from dpsym.derivations.analysis.order_of_powers import part
from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.vocabulary import u, v
from dpsym.language import *

w = parameter("w", about="a weight")

square = Theorem(
    title="A mass squared over another one lies above its tangents",
    kind="lemma",
    given=Implication(Eq(v, 0), Eq(u, 0)),
    claim=2 * w * u - w**2 * v <= part(u, v, 2),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                have(
                    0 <= exp(2 * log(u) + (1 - 2) * log(v)) - (2 * w * u - w**2 * v),
                    "divide",
                    by=divide.at(a=v, c=exp(2 * log(u) + (1 - 2) * log(v)) - (2 * w * u - w**2 * v)),
                ),
            ),
        ),
        (),
    ),
    tight=point({u: 1, v: 1, w: 1}),
    near_misses={
        "where the second mass is 0 alone": variant(
            Implication(Eq(v, 0), 2 * w * u - w**2 * v <= 0), given=()
        ),
    },
)
