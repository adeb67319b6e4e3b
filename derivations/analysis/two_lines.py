"""The larger of two lines and 0."""

from dpsym.derivations.vocabulary import delta, eps
from dpsym.language import *

left = 1 - delta
equal = left / (1 + exp(eps))  # the level that is its own error


def error(a):
    """The least probability of an error of type II at the level a."""
    return Max(0, left - exp(eps) * a, exp(-eps) * (left - a))


w = parameter("w", about="a level, or any number")

pieces = Theorem(
    title="Piece by piece the largest of 0 and of two lines with reciprocal slopes",
    kind="lemma",
    claim=AllOf(
        Implication(w <= equal, Eq(error(w), left - exp(eps) * w)),
        Implication(AllOf(equal <= w, w <= left), Eq(error(w), exp(-eps) * (left - w))),
        Implication(left <= w, Eq(error(w), 0)),
    ),
    derivation=(
        have(
            AllOf(0 <= equal, equal <= left, Eq(equal * (1 + exp(eps)), left)),
            "the level that is its own error",
        ),
        have(AllOf(0 < exp(-eps), exp(-eps) <= 1, Eq(exp(-eps) * exp(eps), 1)), "a reciprocal"),
        have(Implication(w <= equal, 0 <= (equal - w) * (exp(eps) - exp(-eps))), "factors"),
        have(Implication(equal <= w, 0 <= (w - equal) * (exp(eps) - exp(-eps))), "factors"),
    ),
    near_misses={
        "the first line everywhere": variant(
            Eq(error(w), left - exp(eps) * w), witness=point({eps: 0, delta: 0, w: 2})
        ),
        "the second line from 0 on": variant(
            Implication(w <= left, Eq(error(w), exp(-eps) * (left - w))),
            witness=point({eps: log(2), delta: 0, w: 0}),
        ),
    },
)
