"""Weighted geometric means of two masses."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.vocabulary import b, u, v
from dpsym.language import *

a = parameter("a", above=0, about="a mass under the first law")
k = parameter("k", about="a relative entropy, in nats")
w = parameter("w", above=0, about="1 and the total variation distance")


def larger(u, v):
    """By how much the first mass is larger."""
    return Max(0, u - v)


weighted = Theorem(
    title="Two masses, weighted, against their relative entropy",
    kind="lemma",
    claim=w * exp(-k) * (2 * a + k * a - a * log(a / b))
    <= w**2 * (a - larger(a, b)) + exp(-k) * (b + larger(a, b)),
    tight=point({a: 1, b: 1, k: 0, w: 1}),
)

weighted_parts = Theorem(
    title="Two masses, weighted, against what they add to the relative entropy",
    kind="lemma",
    given=Implication(Eq(v, 0), Eq(u, 0)),
    claim=w * exp(-k) * (2 * u + k * u - part(u, v))
    <= w**2 * (u - larger(u, v)) + exp(-k) * (v + larger(u, v)),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            have(
                w * exp(-k) * (2 * u + k * u - u * log(u / v))
                <= w**2 * (u - larger(u, v)) + exp(-k) * (v + larger(u, v)),
                "where both are positive",
                by=weighted.at(a=u, b=v),
            ),
        ),
        (have(Eq(larger(u, v), 0), "no first mass"),),
    ),
    tight=point({u: 1, v: 1, k: 0, w: 1}),
    near_misses={
        "where the second mass is 0 alone": variant(
            Implication(Eq(v, 0), w * exp(-k) * (2 * u + k * u) <= 0),
            given=(),
            witness=point({u: 1, v: 0, k: 0, w: 1}),
        ),
    },
)
