"""The logarithm of the ratio of two Laplace densities."""

from dpsym.derivations.vocabulary import Delta, t
from dpsym.language import *

beta = parameter("beta", above=0, about="inverse of the scale of the noise")
c = parameter("c", about="value of the query when the target is in the data")


def loss(t):
    """The privacy loss of a release that gives t: the logarithm of the ratio of two Laplace densities."""
    return beta * (Abs(t - (c - Delta)) - Abs(t - c))


largest = beta * Delta  # the loss of a release

within = Theorem(
    title="The loss between two Laplace laws is at most their distance over the scale",
    kind="lemma",
    claim=AllOf(-largest <= loss(t), loss(t) <= largest),
    derivation=(
        have(Abs(t - (c - Delta)) - Abs(t - c) <= Delta, "the triangle inequality"),
        have(Abs(t - c) - Abs(t - (c - Delta)) <= Delta, "the triangle inequality"),
    ),
    near_misses={
        "whatever the scale": variant(loss(t) <= Delta),
    },
)
