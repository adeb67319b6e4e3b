"""The delta of approximate DP is not the probability of a large privacy loss: it is at most that."""

from dpsym.derivations.mechanisms.extremal_pair import a, delta, eps_s, extremal_pair, named, room
from dpsym.derivations.vocabulary import apart, eps, third, truthful
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
    note="The first near miss is the claim that the paper warns of: that the delta bounds the probability of a larger loss; the next theorem refutes it at every loss.",
)

larger_tail = Theorem(
    title="A loss may exceed its bound with a probability larger than the delta",
    source="kifer.prop5-delta-not-tail",
    given=room,
    claim=AllOf(ApproxDP(eps, delta), delta < Probability(Loss() > eps, P)),
    where=extremal_pair,
    define=named,
    example=point({eps: 0, eps_s: log(2), delta: third}),
    derivation=(
        have(delta < a, "the denominator is less than 1"),
        have(ApproxDP(eps, delta), "one output has a larger loss, and with the laws exchanged another one"),
        Chain(Probability(Loss() > eps, P))
        .ge(a, "the first outcome has a larger loss")
        .gt(delta, "by the line before"),
    ),
    near_misses={
        "at the pair's own loss": variant(
            delta < Probability(Loss() > eps_s, P), witness=point({eps: 0, eps_s: log(2), delta: third})
        ),
    },
    note="The least delta of this pair is the delta. The closer its loss is to the bound, the larger is the probability, as long as there is room for the pair.",
)
