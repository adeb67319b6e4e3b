"""Pure differential privacy says exactly that the privacy loss surely does not exceed its bound, in either order."""

from dpsym.derivations.conversions.probabilistic_to_approximate import one_sided
from dpsym.derivations.conversions.pure_as_bounded_loss import forward as pure_bounds_loss
from dpsym.derivations.vocabulary import eps, response
from dpsym.language import *

never_above = AllOf(
    Eq(Probability(Loss(P(y), Q(y)) <= eps, P), 1),
    Eq(Probability(Loss(Q(y), P(y)) <= eps, Q), 1),
)

forward = Theorem(
    title="Under pure DP no loss exceeds its bound",
    source=of_any_spaces("kifer.thm4-pure-plrv"),
    given=PureDP(eps),
    claim=never_above,
    derivation=(
        Chain(Probability(Within(Loss(), eps), P)).eq(1, "the loss is surely bounded", by=pure_bounds_loss),
        Chain(Probability(Loss() <= eps, P))
        .ge(Probability(Within(Loss(), eps), P), "bounded on both sides, it is bounded above")
        .eq(1, "by the line before"),
        Chain(Probability(Loss() <= eps, P)).eq(1, "no probability exceeds 1"),
    ),
    near_misses={
        "approximate DP suffices": variant(
            given=[ApproxDP(eps, Rational(1, 10))],
            witness=point({eps: 0}, P=(Rational(1, 10), Rational(9, 10)), Q=(0, 1)),
        ),
    },
)

converse = Theorem(
    title="If no loss exceeds its bound, the mechanism is purely private",
    source="kifer.thm4-pure-plrv",
    given=never_above,
    claim=PureDP(eps),
    derivation=(
        Chain(Probability(Loss(P(y), Q(y)) > eps, P))
        .eq(1 - Probability(Loss(P(y), Q(y)) <= eps, P), "complement")
        .eq(0, "by hypothesis"),
        Chain(Probability(Loss(Q(y), P(y)) > eps, Q))
        .eq(1 - Probability(Loss(Q(y), P(y)) <= eps, Q), "complement")
        .eq(0, "by hypothesis, in the other order"),
        have(ApproxDP(eps, Integer(0)), "a bound on the upper tails", by=one_sided.at(delta=Integer(0))),
        specialise(ApproxDP(eps, Integer(0)), {S(y): S(y)}, "the same event"),
        Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(0, "by the line before"),
    ),
    tight=point({eps: 2 * log(2)}, **response),
    note="The loss of each order is drawn from the law in its numerator.",
)

events = Theorem(
    title="Pure DP bounds the probability of every event on both sides",
    source="kifer.prop4-symmetry",
    given=PureDP(eps),
    claim=EveryEvent(
        S(y),
        AllOf(
            Between(exp(-eps) * Mass(S(y), Q), Mass(S(y), P), exp(eps) * Mass(S(y), Q)),
            Within(Mass(S(y), P) - Mass(S(y), Q), exp(eps) - 1),
        ),
    ),
    derivation=(
        specialise(PureDP(eps), {S(y): S(y)}, "the same event"),
        have(Mass(S(y), P) <= exp(eps) * Mass(S(y), Q), "pure DP"),
        have(Mass(S(y), Q) <= exp(eps) * Mass(S(y), P), "pure DP, in the other order"),
        have(S(y) * P(y) <= P(y), "an event is a part of the outputs"),
        have(S(y) * Q(y) <= Q(y), "an event is a part of the outputs"),
        have(0 <= exp(eps) - 1, "the loss is not negative"),
        Chain(exp(-eps) * Mass(S(y), Q))
        .le(exp(-eps) * (exp(eps) * Mass(S(y), P)), "divide")
        .eq(Mass(S(y), P), "cancel"),
        have(0 <= (exp(eps) - 1) * (1 - Mass(S(y), Q)), "no factor is negative"),
        have(0 <= (exp(eps) - 1) * (1 - Mass(S(y), P)), "no factor is negative"),
        have(Mass(S(y), P) - Mass(S(y), Q) <= exp(eps) - 1, "the excess is at most this"),
        have(Mass(S(y), Q) - Mass(S(y), P) <= exp(eps) - 1, "the excess is at most this"),
    ),
    tight=point({eps: 2 * log(2)}, **response),
    note="So the probabilities of every event agree in the limit of no loss.",
)
