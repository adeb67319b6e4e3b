"""Pure differential privacy says exactly that the privacy loss is surely bounded."""

from dpsym.derivations.conversions.probabilistic_to_approximate import probabilistic_to_approximate
from dpsym.derivations.vocabulary import eps, response, y_0
from dpsym.language import *


def surely_bounded(eps):
    """That the privacy loss keeps between -eps and eps with probability 1, in both orders of the laws."""
    return AllOf(
        Eq(Probability(Within(Loss(P(y), Q(y)), eps), P), 1),
        Eq(Probability(Within(Loss(Q(y), P(y)), eps), Q), 1),
    )


forward = Theorem(
    title="Pure DP surely bounds the privacy loss",
    source=(of_any_spaces("kazan.thm2.3"), of_any_spaces("kifer.prop4-symmetry")),
    cites="steinke2022",
    given=PureDP(eps),
    claim=surely_bounded(eps),
    derivation=(
        specialise(PureDP(eps), {S(y): Eq(y, y_0)}, "the event of one output"),
        Chain(P(y_0))
        .eq(Probability(Eq(y, y_0), P), "the event of one output")
        .le(exp(eps) * Probability(Eq(y, y_0), Q), "pure DP")
        .eq(exp(eps) * Q(y_0), "the event of one output"),
        Chain(Q(y_0))
        .eq(Probability(Eq(y, y_0), Q), "the event of one output")
        .le(exp(eps) * Probability(Eq(y, y_0), P), "pure DP, in the other order")
        .eq(exp(eps) * P(y_0), "the event of one output"),
        Chain(Probability(Within(Loss(), eps), P)).eq(1, "the loss of every output is within the bounds"),
    ),
    near_misses={
        "approximate DP suffices": variant(
            given=[ApproxDP(eps, Rational(1, 10))],
            witness=point({eps: 0}, P=(Rational(1, 10), Rational(9, 10)), Q=(0, 1)),
        ),
    },
)

probabilistic = Theorem(
    title="Pure DP is probabilistic DP with failure probability 0",
    source="kazan.thm2.3",
    kind="corollary",
    given=PureDP(eps),
    claim=ProbDP(eps, 0),
    derivation=Chain(Probability(Within(Loss(), eps), P)).eq(1, "pure DP surely bounds the loss", by=forward),
    near_misses={
        "approximate DP suffices": variant(
            given=[ApproxDP(eps, Rational(1, 10))],
            witness=point({eps: 0}, P=(Rational(1, 10), Rational(9, 10)), Q=(0, 1)),
        ),
    },
)

without_failure = Theorem(
    title="Probabilistic DP without failure is pure DP",
    source="kazan.thm2.3",
    kind="corollary",
    given=ProbDP(eps, 0),
    claim=PureDP(eps),
    derivation=Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(
        0, "the loss is surely bounded", by=probabilistic_to_approximate.at(delta=0)
    ),
    tight=point({eps: 2 * log(2)}, **response),
    near_misses={
        "with a failure probability": variant(
            given=[ProbDP(eps, Rational(1, 10))],
        ),
    },
)

converse = Theorem(
    title="A surely bounded privacy loss gives pure DP",
    source="kazan.thm2.3",
    cites="steinke2022",
    given=surely_bounded(eps),
    claim=PureDP(eps),
    derivation=(
        have(ProbDP(eps, 0), "probability 1 is probability at least 1"),
        Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(
            0, "probabilistic DP with failure probability 0", by=probabilistic_to_approximate.at(delta=0)
        ),
    ),
    tight=point({eps: 2 * log(2)}, **response),
    note="Both orders are needed: an output that the first law never gives does not enter the first probability.",
)
