"""A bound on the difference of posterior and prior gives probabilistic DP at 1 + e^{-eps} times the failure probability."""

from dpsym.language import *

from dpsym.derivations.posterior.difference_bound import close
from dpsym.derivations.posterior.rare_response import L, a, nothing, rare_response, w

eps = parameter("eps", at_least=0, about="privacy loss whose difference bound is assumed, in nats")
delta = parameter("delta", at_least=0, at_most=1, about="probability with which the bound may fail, under each law")
p = parameter("p", at_least=0, at_most=1, about="prior probability that the target is in the data")

s = exp(eps / 2)
always_close = ForAll(p, UnderEachLaw(close(p, eps), 1 - delta))
rise, fall = 1 / (1 + s), s / (1 + s)

sharp = Theorem(
    title="A difference bound gives probabilistic DP, with the best constant",
    source="kazan.x-sharp3.5",
    given=always_close,
    claim=ProbDP(eps, (1 + exp(-eps)) * delta),
    derivation=(
        instance(always_close, {p: rise}, "the prior of the largest increase"),
        instance(always_close, {p: fall}, "the prior of the largest decrease"),
        Chain(Probability(Loss() > eps, P))
        .le(Probability(NotSo(close(rise, eps)), P), "a larger loss moves the posterior further up")
        .eq(1 - Probability(close(rise, eps), P), "complement")
        .le(delta, "by hypothesis"),
        Chain(Probability(Loss() < -eps, Q))
        .le(Probability(NotSo(close(fall, eps)), Q), "a smaller loss moves the posterior further down")
        .eq(1 - Probability(close(fall, eps), Q), "complement")
        .le(delta, "by hypothesis, under the other law"),
        Chain(Probability(Loss() < -eps, P))
        .le(exp(-eps) * Probability(Loss() < -eps, Q), "such outputs are less likely when the target is present")
        .le(exp(-eps) * delta, "the bound when the target is absent"),
        Chain(Probability(Loss() > eps, Q))
        .le(exp(-eps) * Probability(Loss() > eps, P), "such outputs are less likely when the target is absent")
        .le(exp(-eps) * delta, "the bound when the target is present"),
        have(
            Eq(Probability(Within(Loss(), eps), P), 1 - Probability(Loss() > eps, P) - Probability(Loss() < -eps, P)),
            "the two tails are apart",
        ),
        have(
            Eq(Probability(Within(Loss(), eps), Q), 1 - Probability(Loss() > eps, Q) - Probability(Loss() < -eps, Q)),
            "the two tails are apart",
        ),
    ),
    near_misses={
        "without the tail below": variant(
            ProbDP(eps, delta),
            witness=point({eps: 2 * log(3), delta: Rational(10, 11)}, P=(Rational(10, 11), Rational(1, 11)), Q=(Rational(1, 11), Rational(10, 11))),
        ),
        "half the loss": variant(
            ProbDP(eps / 2, (1 + exp(-eps)) * delta),
            witness=point({eps: 2 * log(2), delta: 0}, P=(Rational(4, 5), Rational(1, 5)), Q=(Rational(1, 5), Rational(4, 5))),
        ),
    },
    evaluate={"factor": 1 + exp(-eps)},
    note="The paper has the factor 2.",
)


c = parameter("c", at_least=0, about="a smaller factor of the failure probability")
eps_pos = parameter("eps", above=0, about="privacy loss whose difference bound is assumed, in nats")
b = tanh(eps_pos / 4)
response = {"P": (Rational(2, 5), Rational(1, 2), Rational(1, 10)), "Q": (Rational(2, 5), Rational(1, 10), Rational(1, 2))}

smaller_factor = Theorem(
    title="A smaller constant fails for rare randomised response",
    source="kazan.x-sharp3.5",
    given=(nothing >= 0, eps < L, c < 1 + w),
    claim=Probability(Within(Loss(), eps), P) < 1 - c * a,
    where=rare_response,
    derivation=have(exp(eps) < exp(L), "the exponential is increasing"),
    near_misses={
        "the constant itself": variant(
            given=[nothing >= 0, eps < L, c <= 1 + w],
            witness=point({eps: log(2), L: log(5), a: Rational(1, 2), c: Rational(6, 5)}, **response),
        ),
        "without the order of the losses": variant(
            given=[nothing >= 0, c < 1 + w],
            witness=point({eps: log(6), L: log(5), a: Rational(1, 2), c: 1}, **response),
        ),
    },
    note="The posterior of this mechanism keeps to the difference bound, with failure probability a, when the two losses are close enough.",
)

weight = (exp(-eps_pos) + Max(c - 1, (1 - 2 * b) / (1 + 2 * b), 0)) / 2

suitable_loss = Theorem(
    title="A loss for every smaller constant",
    source="kazan.x-sharp3.5",
    kind="lemma",
    given=c < 1 + exp(-eps_pos),
    claim=AllOf(0 < weight, weight < exp(-eps_pos), c < 1 + weight, (1 - weight) / (1 + weight) / 2 <= b),
    near_misses={
        "the constant itself": variant(given=[c <= 1 + exp(-eps_pos)], witness=point({eps_pos: 2 * log(2), c: Rational(5, 4)})),
        "half the bound": variant((1 - weight) / (1 + weight) / 2 <= b / 2, witness=point({eps_pos: 2 * log(2), c: 0})),
    },
    note="Rare randomised response at the loss with this exponential of its negative has a close posterior and passes the smaller constant.",
)
