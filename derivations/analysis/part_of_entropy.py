"""A part of the entropy of a coin."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

r, s = parameter("r", about="the root of twice a probability"), parameter("s", about="the other root")
z = parameter("z", above=0, about="a probability")

part_of_entropy = Theorem(
    title="A part of the entropy of a coin, and the root of twice the probability",
    kind="lemma",
    given=(0 < r, Eq(r**2, 2 * z)),
    claim=-z * log(z) - z * log(2) <= r - 2 * z,
    derivation=(
        have(log(1 / r) <= 1 / r - 1, "below the tangent"),
        have(Eq(log(1 / r), -log(r)), "logarithm of a quotient"),
        have(Eq(log(r**2), 2 * log(r)), "logarithm of a square"),
        have(Eq(log(2 * z), 2 * log(r)), "logarithm of a square"),
        have(Eq(log(2 * z), log(2) + log(z)), "logarithm of a product"),
        have(z * (-log(r)) <= z * (1 / r - 1), "weighted"),
        have(Eq(2 * z * (1 / r), r), "cancel", derivation=have(Eq(r**2 * (1 / r), r))),
    ),
    example=point({z: half, r: 1}),
)
