"""The delta of approximate DP is not the probability of a large privacy loss: it is at most that."""

from dpsym.derivations.vocabulary import apart, eps, truthful
from dpsym.language import *

delta_and_tail = Theorem(
    title="The least delta is at most the probability of a larger loss",
    source=of_any_spaces("kifer.prop5-delta-not-tail"),
    claim=HockeyStick(eps) <= Probability(Loss() > eps, P),
    derivation=(
        have(Max(0, P(y) - exp(eps) * Q(y)) <= Indicator(Loss() > eps) * P(y), "drop what is subtracted"),
        Chain(HockeyStick(eps)).le(Probability(Loss() > eps, P), "sum over the outputs"),
    ),
    tight=point({eps: 0}, **apart),
    near_misses={
        "the other way round": variant(
            Probability(Loss() > eps, P) <= HockeyStick(eps), witness=point({eps: 0}, **truthful)
        ),
    },
    note="The first near miss is the claim that the paper warns of: that the delta bounds the probability of a larger loss.",
)
