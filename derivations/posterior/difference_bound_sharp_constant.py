"""A bound on the difference of posterior and prior gives probabilistic DP at 1 + e^{-eps} times the failure probability."""

from dpsym.derivations.posterior.difference_bound import close
from dpsym.derivations.posterior.priors_of_the_largest_change import sharp as at_two_priors
from dpsym.derivations.posterior.priors_of_the_largest_change import without_loss as at_even_prior
from dpsym.derivations.posterior.rare_response import L, a, nothing, rare_response, w
from dpsym.derivations.posterior.rare_response import difference as rare_difference
from dpsym.derivations.vocabulary import delta, p
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss whose difference bound is assumed, in nats")

s = exp(eps / 2)
always_close = ForAll(p, UnderEachLaw(close(p, eps), 1 - delta))
rise, fall = 1 / (1 + s), 1 / (1 + exp(-eps / 2))

sharp = Theorem(
    title="A difference bound gives probabilistic DP, with the best constant",
    source=of_any_spaces("kazan.x-sharp3.5"),
    given=always_close,
    claim=ProbDP(eps, (1 + exp(-eps)) * delta),
    derivation=(
        specialise(always_close, {p: rise}, "the prior of the largest increase"),
        specialise(always_close, {p: fall}, "the prior of the largest decrease"),
        have(
            ProbDP(eps, (1 + exp(-eps)) * delta),
            "the priors of the largest changes suffice",
            by=at_two_priors,
        ),
    ),
    near_misses={
        "the even prior only": variant(given=[UnderEachLaw(close(Rational(1, 2), eps), 1 - delta)]),
        "without the tail below": variant(
            ProbDP(eps, delta),
            witness=point(
                {eps: 2 * log(3), delta: Rational(10, 11)},
                P=(Rational(10, 11), Rational(1, 11)),
                Q=(Rational(1, 11), Rational(10, 11)),
            ),
        ),
        "under one law only": variant(given=[ForAll(p, Probability(close(p, eps), P) >= 1 - delta)]),
    },
    evaluate={"factor": 1 + exp(-eps)},
    note="The paper has the factor 2.",
)


c = parameter("c", at_least=0, about="a smaller factor of the failure probability")
eps_pos = parameter("eps", above=0, about="privacy loss whose difference bound is assumed, in nats")
b = tanh(eps_pos / 4)

smaller_factor = Theorem(
    title="A smaller constant fails for rare randomised response",
    source="kazan.x-sharp3.5",
    given=(nothing >= 0, eps < L, c < 1 + w),
    claim=Probability(Within(Loss(), eps), P) < 1 - c * a,
    where=rare_response,
    derivation=have(exp(eps) < exp(L), "the exponential is increasing"),
    near_misses={
        "the constant itself": without(c < 1 + w, instead=c <= 1 + w),
    },
    note="The posterior of this mechanism keeps to the difference bound when the two losses are close enough; that fails as often as the response is truthful.",
)

weight = (exp(-eps_pos) + Max(c - 1, (1 - 2 * b) / (1 + 2 * b), 0)) / 2

suitable_loss = Theorem(
    title="A loss for every smaller constant",
    source="kazan.x-sharp3.5",
    kind="lemma",
    given=c < 1 + exp(-eps_pos),
    claim=AllOf(0 < weight, weight < exp(-eps_pos), c < 1 + weight, (1 - weight) / (1 + weight) / 2 <= b),
    note="A rare randomised response whose odds are one to this number has a close posterior and passes the smaller constant.",
)

no_smaller_constant = Theorem(
    title="A close posterior passes every smaller constant",
    source="kazan.x-sharp3.5",
    given=(nothing >= 0, eps_pos < L, c < 1 + w, tanh(L / 2) / 2 <= b),
    claim=AllOf(UnderEachLaw(close(p, eps_pos), 1 - a), Probability(Within(Loss(), eps_pos), P) < 1 - c * a),
    where=rare_response,
    derivation=(
        have(
            UnderEachLaw(close(p, eps_pos), 1 - a),
            "rare randomised response keeps the posterior close",
            by=rare_difference.at(eps=eps_pos),
        ),
        Chain(Probability(Within(Loss(), eps_pos), P)).lt(
            1 - c * a, "and passes the smaller constant", by=smaller_factor.at(eps=eps_pos)
        ),
    ),
    near_misses={
        "the constant itself": variant(
            Probability(Within(Loss(), eps_pos), P) < 1 - c * a, given=[nothing >= 0, eps_pos < L, c <= 1 + w]
        ),
        "any loss of the response": without(
            eps_pos < L, tanh(L / 2) / 2 <= b, claim=Probability(Within(Loss(), eps_pos), P) < 1 - c * a
        ),
    },
    note="For every constant less than the one of the sharp version some loss satisfies these hypotheses; hence that constant is the best one.",
)

always_same = ForAll(p, UnderEachLaw(Eq(Posterior(p), p), 1 - delta))

without_loss = Theorem(
    title="At loss 0 the difference bound is probabilistic DP",
    source="kazan.x-sharp3.5",
    given=always_same,
    claim=ProbDP(0, delta),
    derivation=(
        specialise(always_same, {p: Rational(1, 2)}, "the even prior"),
        have(ProbDP(0, delta), "the even prior suffices", by=at_even_prior),
    ),
    near_misses={
        "the prior 1 only": variant(given=[UnderEachLaw(Eq(Posterior(Integer(1)), 1), 1 - delta)]),
    },
    note="Here no constant is lost: the posterior is the prior exactly when the loss is 0.",
)
