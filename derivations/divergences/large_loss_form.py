"""Approximate DP as a bound on the difference of two probabilities of a large privacy loss."""

from dpsym.derivations.vocabulary import delta, eps, truthful
from dpsym.language import *

difference = Probability(Loss(P(y), Q(y)) >= eps, P) - exp(eps) * Probability(Loss(Q(y), P(y)) <= -eps, Q)
exchanged = Probability(Loss(Q(y), P(y)) >= eps, Q) - exp(eps) * Probability(Loss(P(y), Q(y)) <= -eps, P)
attained = {"P": (Rational(1, 3), Rational(2, 3)), "Q": (0, 1)}

as_hockey_stick = Theorem(
    title="The difference of the two probabilities of a large loss is the hockey stick",
    source="kifer.thm5-adp-plrv",
    kind="lemma",
    cites="ballewang2018",
    claim=Eq(HockeyStick(eps), difference),
    derivation=Chain(HockeyStick(eps))
    .eq(
        Probability(Loss() >= eps, P) - exp(eps) * Probability(Loss() >= eps, Q),
        "the difference is not negative where the loss is at least its bound",
    )
    .eq(difference, "exchanging the laws changes the sign of the loss"),
    near_misses={
        "without the factor": variant(
            Eq(HockeyStick(eps), Probability(Loss() >= eps, P) - Probability(Loss() >= eps, Q))
        ),
    },
    note="An output whose loss is the bound itself adds nothing, so that strict inequalities give the same number.",
)

forward = Theorem(
    title="Approximate DP bounds the difference of the probabilities of a large loss",
    source=of_any_spaces("kifer.thm5-adp-plrv"),
    cites="ballewang2018",
    given=ApproxDP(eps, delta),
    claim=AllOf(difference <= delta, exchanged <= delta),
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): Loss(P(y), Q(y)) >= eps}, "the event of a large loss"),
        Chain(difference)
        .eq(Probability(Loss() >= eps, P) - exp(eps) * Probability(Loss() >= eps, Q), "the same event")
        .le(delta, "approximate DP"),
    ),
    tight=point({eps: log(2), delta: Rational(1, 3)}, **attained),
    near_misses={
        "the tail alone": variant(
            Probability(Loss() >= eps, P) <= delta,
            witness=point({eps: 0, delta: Rational(1, 3)}, **truthful),
        ),
    },
)

converse = Theorem(
    title="A bound on the difference of the probabilities of a large loss gives approximate DP",
    source="kifer.thm5-adp-plrv",
    cites="ballewang2018",
    given=(difference <= delta, exchanged <= delta),
    claim=ApproxDP(eps, delta),
    derivation=Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q))
    .le(HockeyStick(eps), "keep the outputs with a positive difference")
    .eq(difference, "the hockey stick as a difference", by=as_hockey_stick)
    .le(delta, "by hypothesis"),
    tight=point({eps: log(2), delta: Rational(1, 3)}, **attained),
)
