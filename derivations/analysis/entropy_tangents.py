"""What two masses add to the relative entropy, and its tangents."""

from dpsym.derivations.vocabulary import b, c, u, v
from dpsym.language import *

a = parameter("a", above=0, about="a mass under the first law")


def part(u, v):
    """What masses u and v add to the relative entropy: 0 where either is 0."""
    return Indicator(AllOf(0 < u, 0 < v)) * u * log(u / v)


tangent = Theorem(
    title="The relative entropy of two masses lies above its tangents",
    kind="lemma",
    claim=a * (1 + c) - b * exp(c) <= a * log(a / b),
    tight=point({a: 1, b: 1, c: 0}),
    near_misses={
        "a steeper line": variant(
            a * (1 + 2 * c) - b * exp(2 * c) / 2 <= a * log(a / b), witness=point({a: 1, b: 1, c: 0})
        ),
    },
)

tangent_of_parts = Theorem(
    title="What two masses add to the relative entropy lies above its tangents",
    kind="lemma",
    given=Implication(Eq(v, 0), Eq(u, 0)),
    claim=u * (1 + c) - v * exp(c) <= part(u, v),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            have(u * (1 + c) - v * exp(c) <= u * log(u / v), "the tangent", by=tangent.at(a=u, b=v)),
        ),
        have(0 <= v * exp(c), "no factor is negative"),
    ),
    tight=point({u: 1, v: 1, c: 0}),
    near_misses={
        "where the second mass is 0 alone": variant(Implication(Eq(v, 0), u * (1 + c) <= 0), given=()),
    },
)


def no_entropy(mass, same=None):
    """That a mass adds nothing to the relative entropy beside the same mass, perhaps by another name."""
    other_mass = mass if same is None else same
    ratio_of_them = mass / other_mass
    return have(
        Eq(part(mass, other_mass), 0),
        "equal masses",
        derivation=cases(
            0 < mass,
            (have(Eq(ratio_of_them, 1), "divide"), have(Eq(log(ratio_of_them), 0), "of a ratio of 1")),
        ),
    )
