"""The prior at which the posterior moves most: 1/(1+e^{±eps/2}), by tanh(eps/4)."""

from dpsym.language import *

eps = parameter("eps", above=0, about="bound on the privacy loss, in nats")
p = parameter("p", at_least=0, at_most=1, about="prior probability that the target is in the data")

s = exp(eps / 2)

upper = Theorem(
    title="Largest increase of the posterior",
    source="kazan.lem3.4",
    kind="lemma",
    claim=p / (p + (1 - p) * exp(-eps)) - p <= tanh(eps / 4),
    derivation=Chain(p / (p + (1 - p) * exp(-eps)) - p)
    .eq(p * (1 - p) * (s**2 - 1) / (p * s**2 + 1 - p), "common denominator")
    .eq((s - 1) / (s + 1) - (s - 1) * ((s + 1) * p - 1) ** 2 / ((s + 1) * (p * s**2 + 1 - p)), "complete the square")
    .le((s - 1) / (s + 1), "the square is not negative")
    .eq(tanh(eps / 4), "definition of the hyperbolic tangent"),
    tight=point({p: 1 / (1 + exp(eps / 2))}),
    near_misses={
        "a fifth instead of a quarter": variant(p / (p + (1 - p) * exp(-eps)) - p <= tanh(eps / 5)),
        "without the sign of eps": variant(p / (p + (1 - p) * exp(eps)) - p >= tanh(eps / 4)),
    },
)
