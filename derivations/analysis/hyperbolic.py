"""Hyperbolic functions, and the moment of a response."""

from dpsym.derivations.vocabulary import alpha, eps
from dpsym.language import *

moment = (exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps))

of_response = Theorem(
    title="The exponential moment of randomised response",
    kind="lemma",
    claim=moment <= exp((alpha - 1) * (alpha * eps**2 / 2)),
    tight=point({alpha: 2, eps: 0}),
    near_misses={
        "the loss in place of its square": variant(
            moment <= exp((alpha - 1) * (alpha * eps / 2)),
            witness=point({alpha: Rational(3, 2), eps: 2 * log(2)}),
        ),
        "the order left out": variant(
            moment <= exp((alpha - 1) * (eps**2 / 2)), witness=point({alpha: 2, eps: log(2)})
        ),
    },
)
