"""A curve on the unit interval whose slope is at most 1."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

u, v = (parameter(name, at_least=0, at_most=1, about="a probability") for name in "uv")


def bump(u):
    """What is 0 at 0, 1/2 and 1."""
    return u * (1 - u) * (1 - 2 * u)


slope = 1 - 3 * (u + v) + 2 * (u**2 + u * v + v**2)

bounded_slope = Theorem(
    title="A curve on the unit interval whose slope is at most 1",
    kind="lemma",
    given=u <= v,
    claim=Between(u - v, bump(v) - bump(u), v - u),
    derivation=(
        have(Eq(bump(v) - bump(u), (v - u) * slope), "the slope"),
        have(AllOf(0 <= u * (1 - u), 0 <= v * (1 - v), 0 <= u * (1 - v), 0 <= v * (1 - u)), "factors"),
        have(slope <= 1, "the slope"),
        have(-1 <= slope, "the slope"),
        have(AllOf(0 <= (v - u) * (1 - slope), 0 <= (v - u) * (1 + slope)), "times the length"),
    ),
    example=point({u: 0, v: 1}),
    near_misses={
        "in the other order": variant(given=[v <= u], witness=point({u: 1, v: half})),
        "and it falls": variant(bump(v) <= bump(u), witness=point({u: 0, v: half / 8})),
    },
)
