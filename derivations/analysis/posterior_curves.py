"""The posterior and the hockey stick of two masses of one outcome."""

from dpsym.derivations.vocabulary import eps, half, u, v
from dpsym.language import *

p = parameter("p", at_least=0, at_most=1, about="prior probability that the first law is the true one")


def bounds(u, v):
    """That the posterior probability lies between its bounds."""
    return (
        p * u / (p * u + (1 - p) * v) <= p * exp(eps) / (1 - p + p * exp(eps)),
        p / (p + (1 - p) * exp(eps)) <= p * u / (p * u + (1 - p) * v),
    )


posterior_of_masses = Theorem(
    title="The posterior probability for masses in a bounded ratio",
    kind="lemma",
    given=(u <= exp(eps) * v, v <= exp(eps) * u, 0 < u + v),
    claim=AllOf(*bounds(u, v)),
    derivation=(
        have(0 < u, "neither is 0"),
        have(0 < v, "neither is 0"),
        have(0 < p * u + (1 - p) * v, "a mean of positive numbers", derivation=cases(p <= half)),
        have(0 < 1 - p + p * exp(eps), "a mean of positive numbers", derivation=cases(p <= half)),
        have(0 < p + (1 - p) * exp(eps), "a mean of positive numbers", derivation=cases(p <= half)),
    ),
    tight=point({eps: 0, p: half, u: 1, v: 1}),
    near_misses={
        "without the ratio": variant(
            bounds(u, v)[0], given=[0 < u + v], witness=point({eps: 0, p: half, u: 2, v: 1})
        ),
        "with half the prior": variant(
            p * u / (p * u + (1 - p) * v) <= p / 2 * exp(eps) / (1 - p + p * exp(eps)),
            witness=point({eps: 0, p: half, u: 1, v: 1}),
        ),
    },
)
w = parameter("w", at_least=1, about="the factor of the guarantee")
x = parameter("x", at_least=1, at_most=w, about="a smaller factor")

curve_of_masses = Theorem(
    title="The excess of a mass between two factors",
    kind="lemma",
    claim=(w**2 - 1) * Max(0, u - x * v)
    <= (w - x) * (w * u - v) + (x * w - 1) * Max(0, u - w * v) + (w - x) * Max(0, v - w * u),
    tight=point({w: 2, x: 1, u: 2, v: 1}),
    near_misses={
        "without the last term": variant(
            (w**2 - 1) * Max(0, u - x * v) <= (w - x) * (w * u - v) + (x * w - 1) * Max(0, u - w * v),
            witness=point({w: 2, x: 1, u: 0, v: 1}),
        ),
        "without the second term": variant(
            (w**2 - 1) * Max(0, u - x * v) <= (w - x) * (w * u - v) + (w - x) * Max(0, v - w * u),
            witness=point({w: 2, x: 1, u: 1, v: 0}),
        ),
    },
)
