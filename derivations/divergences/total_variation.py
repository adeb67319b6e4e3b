"""Without any loss the hockey stick is the total variation distance of the two laws."""

from dpsym.derivations.divergences.hockey_stick import converse as from_hockey_stick
from dpsym.derivations.vocabulary import delta, half, truthful
from dpsym.language import *

as_distance = Theorem(
    title="At no loss the hockey stick is the total variation distance",
    source="kifer.prop5-adp-endpoints",
    kind="lemma",
    claim=Eq(HockeyStick(0), half * Total(Abs(P(y) - Q(y)), y)),
    derivation=(
        have(Eq(Max(0, P(y) - Q(y)), half * (Abs(P(y) - Q(y)) + P(y) - Q(y))), "a positive part"),
        Chain(HockeyStick(0))
        .eq(Total(half * (Abs(P(y) - Q(y)) + P(y) - Q(y)), y), "output by output")
        .eq(half * Total(Abs(P(y) - Q(y)), y), "both laws have mass 1"),
    ),
    near_misses={
        "at a larger loss": variant(Eq(HockeyStick(log(2)), half * Total(Abs(P(y) - Q(y)), y))),
    },
)

distance = Theorem(
    title="Approximate DP with loss 0 bounds the total variation distance",
    source="kifer.prop5-adp-endpoints",
    given=ApproxDP(0, delta),
    claim=half * Total(Abs(P(y) - Q(y)), y) <= delta,
    derivation=(
        specialise(ApproxDP(0, delta), {S(y): P(y) > Q(y)}, "the best event"),
        Chain(half * Total(Abs(P(y) - Q(y)), y))
        .eq(HockeyStick(0), "the hockey stick at no loss", by=as_distance)
        .eq(Probability(P(y) > Q(y), P) - Probability(P(y) > Q(y), Q), "the best event")
        .le(delta, "approximate DP at this event"),
    ),
    tight=point({delta: Rational(1, 3)}, **truthful),
)

converse = Theorem(
    title="A bound on the total variation distance gives approximate DP with loss 0",
    source="kifer.prop5-adp-endpoints",
    given=half * Total(Abs(P(y) - Q(y)), y) <= delta,
    claim=ApproxDP(0, delta),
    derivation=(
        Chain(HockeyStick(0))
        .eq(half * Total(Abs(P(y) - Q(y)), y), "the hockey stick at no loss", by=as_distance)
        .le(delta, "by hypothesis"),
        Chain(HockeyStick(0, Pair(Q(y), P(y))))
        .eq(half * Total(Abs(Q(y) - P(y)), y), "the same, laws exchanged", by=as_distance.swapped())
        .eq(half * Total(Abs(P(y) - Q(y)), y), "a distance has no order")
        .le(delta, "by hypothesis"),
        have(ApproxDP(0, delta), "the hockey sticks are small", by=from_hockey_stick.at(eps=Integer(0))),
    ),
    tight=point({delta: Rational(1, 3)}, **truthful),
    note="So the smallest delta at no loss is the distance. The paper says that the delta is the distance.",
)
