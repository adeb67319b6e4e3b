"""Approximate differential privacy says that the hockey-stick divergence is at most delta; three forms of that number."""

from dpsym.derivations.vocabulary import delta, eps, one_way, truthful
from dpsym.language import *

swapped = Pair(Q(y), P(y))
bounded = AllOf(HockeyStick(eps) <= delta, HockeyStick(eps, swapped) <= delta)

best_event = Theorem(
    title="The hockey stick is the excess of the best event",
    source="kazan.thmA.2",
    cites="canonne2020",
    claim=Eq(
        HockeyStick(eps), Probability(Loss() > eps, P) - exp(eps) * Probability(Loss(Q(y), P(y)) < -eps, Q)
    ),
    derivation=Chain(HockeyStick(eps))
    .eq(
        Probability(Loss() > eps, P) - exp(eps) * Probability(Loss() > eps, Q),
        "the difference is positive where the loss exceeds its bound",
    )
    .eq(
        Probability(Loss() > eps, P) - exp(eps) * Probability(Loss(Q(y), P(y)) < -eps, Q),
        "exchanging the laws changes the sign of the loss",
    ),
    near_misses={
        "both under the first law": variant(
            Eq(HockeyStick(eps), (1 - exp(eps)) * Probability(Loss() > eps, P))
        ),
    },
    note="Here the loss of the exchanged pair is drawn from the second law: it is the second privacy loss of the paper.",
)

expectation = Theorem(
    title="The hockey stick is an expectation of the privacy loss",
    source=("kazan.thmA.2", of_any_spaces("zhang.eq7")),
    cites="canonne2020",
    claim=Eq(HockeyStick(eps), Expectation(Max(0, 1 - exp(eps - Loss())), P)),
    derivation=Chain(HockeyStick(eps)).eq(
        Expectation(Max(0, 1 - exp(eps - Loss())), P),
        "take the mass out of the maximum; where it is 0, so are both sides",
    ),
    near_misses={
        "under the second law": variant(
            Eq(HockeyStick(eps), Expectation(Max(0, 1 - exp(eps - Loss())), Q)),
            witness=point({eps: 0}, **truthful),
        ),
        "without the maximum": variant(
            Eq(HockeyStick(eps), Expectation(1 - exp(eps - Loss()), P)), witness=point({eps: 0}, **truthful)
        ),
    },
    note=(
        "An infinite loss counts 1. The paper's third form, an integral over the levels of the loss, is stated apart; what is used of "
        "integrals are its hypotheses."
    ),
)

forward = Theorem(
    title="Approximate DP bounds the hockey stick",
    source="kazan.thmA.2",
    cites="canonne2020",
    given=ApproxDP(eps, delta),
    claim=bounded,
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): Loss() > eps}, "the event of a large loss"),
        Chain(HockeyStick(eps))
        .eq(Probability(Loss() > eps, P) - exp(eps) * Probability(Loss() > eps, Q), "the best event")
        .le(delta, "approximate DP at this event"),
    ),
    tight=point({eps: log(2), delta: Rational(1, 3)}, P=(Rational(1, 3), Rational(2, 3)), Q=(0, 1)),
    near_misses={
        "the tail of the loss": variant(
            Probability(Loss() > eps, P) <= delta,
            witness=point(
                {eps: 0, delta: Rational(1, 3)},
                **truthful,
            ),
        ),
    },
)

converse = Theorem(
    title="A bound on the hockey stick gives approximate DP",
    source="kazan.thmA.2",
    cites="canonne2020",
    given=bounded,
    claim=ApproxDP(eps, delta),
    derivation=Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q))
    .le(HockeyStick(eps), "keep the outputs with a positive difference")
    .le(delta, "by hypothesis"),
    errata=erratum(
        "slip in wording",
        "Theorem A.2",
        "Let M be a mechanism and let x and x' be neighboring databases. [...] Then M satisfies (eps, delta)-DP if and only if",
        fails="Read as it stands, one pair in one order decides on the mechanism. Let P = (1, 0), Q = (1/2, 1/2) and eps = log 2: in this order the right side is 0, in the other it is 1/2.",
        holds="The equivalence for all neighbouring databases, in both orders, as the proofs use it.",
        reads=variant(
            given=[HockeyStick(eps) <= delta],
            witness=point({eps: log(2), delta: 0}, **one_way),
            note="The paper fixes one pair of neighbouring databases, in one order, and concludes for the mechanism.",
        ),
    ),
)
