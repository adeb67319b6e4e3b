"""A bound on the difference of posterior and prior at the one or two priors that can move the furthest is enough."""

from dpsym.derivations.conversions.probabilistic_to_approximate import one_sided, probabilistic_to_approximate
from dpsym.derivations.posterior.difference_bound import close
from dpsym.derivations.vocabulary import delta, half
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss whose difference bound is assumed, in nats")
eps_small = parameter(
    "eps", at_least=0, below=2 * log(3), about="privacy loss whose difference bound is assumed, in nats"
)

s = exp(eps / 2)
t = exp(eps_small / 2)
rise, fall = 1 / (1 + s), 1 / (1 + exp(-eps / 2))
priors = {parameter("p_1"): rise, parameter("p_2"): fall}
at_both = (UnderEachLaw(close(rise, eps), 1 - delta), UnderEachLaw(close(fall, eps), 1 - delta))


def loss_at_even_prior(eps):
    """The loss that moves the posterior from 1/2 by tanh(eps/4)."""
    return log(3 * exp(eps / 2) - 1) - log(3 - exp(eps / 2))


eps_t = loss_at_even_prior(eps_small)

above = (
    Chain(Probability(Loss() > eps, P))
    .le(Probability(NotSo(close(rise, eps)), P), "a larger loss moves the posterior further up")
    .eq(1 - Probability(close(rise, eps), P), "complement")
    .le(delta, "by hypothesis")
)
even = variant(
    given=[UnderEachLaw(close(half, eps), 1 - delta)],
    witness=point(
        {eps: 2 * log(2), delta: 0}, P=(Rational(5, 6), Rational(1, 6)), Q=(Rational(1, 6), Rational(5, 6))
    ),
)

twice = Theorem(
    title="A difference bound at the priors of the largest changes gives probabilistic DP at twice the failure probability",
    source="kazan.thm3.5.2",
    kind="lemma",
    given=at_both,
    define=priors,
    claim=ProbDP(eps, 2 * delta),
    derivation=(
        above,
        Chain(Probability(Loss() < -eps, P))
        .le(Probability(NotSo(close(fall, eps)), P), "a smaller loss moves the posterior further down")
        .eq(1 - Probability(close(fall, eps), P), "complement")
        .le(delta, "by hypothesis"),
        Chain(Probability(Within(Loss(), eps), P))
        .eq(1 - Probability(Loss() > eps, P) - Probability(Loss() < -eps, P), "the two tails are apart")
        .ge(1 - 2 * delta, "both tails are small"),
    ),
    near_misses={"the even prior only": even, "without any bound": without(at_both)},
    note="From the first of these priors the posterior rises the most, from the second it falls the most.",
)

sharp = Theorem(
    title="A difference bound at the priors of the largest changes gives probabilistic DP, with the best constant",
    source="kazan.x-sharp3.5",
    kind="lemma",
    given=at_both,
    define=priors,
    claim=ProbDP(eps, (1 + exp(-eps)) * delta),
    derivation=(
        above,
        Chain(Probability(Loss() < -eps, Q))
        .le(Probability(NotSo(close(fall, eps)), Q), "a smaller loss moves the posterior further down")
        .eq(1 - Probability(close(fall, eps), Q), "complement")
        .le(delta, "by hypothesis, under the other law"),
        Chain(Probability(Loss() < -eps, P))
        .le(
            exp(-eps) * Probability(Loss() < -eps, Q),
            "such outputs are less likely when the target is present",
        )
        .le(exp(-eps) * delta, "the bound when the target is absent"),
        Chain(Probability(Loss() > eps, Q))
        .le(
            exp(-eps) * Probability(Loss() > eps, P), "such outputs are less likely when the target is absent"
        )
        .le(exp(-eps) * delta, "the bound when the target is present"),
        Chain(Probability(Within(Loss(P(y), Q(y)), eps), P))
        .eq(1 - Probability(Loss() > eps, P) - Probability(Loss() < -eps, P), "the two tails are apart")
        .ge(1 - (1 + exp(-eps)) * delta, "both tails are small"),
        Chain(Probability(Within(Loss(Q(y), P(y)), eps), Q))
        .eq(1 - Probability(Loss() > eps, Q) - Probability(Loss() < -eps, Q), "the two tails are apart")
        .ge(1 - (1 + exp(-eps)) * delta, "both tails are small"),
        have(ProbDP(eps, (1 + exp(-eps)) * delta), "in both orders"),
    ),
    near_misses={
        "the even prior only": even,
        "without the tail below": variant(
            ProbDP(eps, delta),
            witness=point(
                {eps: 2 * log(3), delta: Rational(10, 11)},
                P=(Rational(10, 11), Rational(1, 11)),
                Q=(Rational(1, 11), Rational(10, 11)),
            ),
        ),
    },
)

approximate = Theorem(
    title="A difference bound at the priors of the largest changes gives approximate DP without a loss",
    source="kazan.x-sharp3.12",
    kind="lemma",
    given=at_both,
    define=priors,
    claim=ApproxDP(eps, delta),
    derivation=(
        have(
            Probability(Loss(P(y), Q(y)) > eps, P) <= delta,
            "the upper tail",
            derivation=above,
        ),
        have(
            Probability(Loss(Q(y), P(y)) > eps, Q) <= delta,
            "the upper tail, in the other order",
            derivation=Chain(Probability(Loss(Q(y), P(y)) > eps, Q))
            .le(Probability(NotSo(close(fall, eps)), Q), "a smaller loss moves the posterior further down")
            .eq(1 - Probability(close(fall, eps), Q), "complement")
            .le(delta, "by hypothesis"),
        ),
        have(ApproxDP(eps, delta), "the upper tails suffice", by=one_sided),
    ),
    near_misses={"the even prior only": even, "without any bound": without(at_both)},
)

larger_loss = Theorem(
    title="A difference bound at the even prior gives probabilistic DP at a larger loss",
    source="kazan.thm3.5.2",
    kind="lemma",
    given=UnderEachLaw(close(half, eps_small), 1 - delta),
    claim=ProbDP(eps_t, delta),
    define={parameter("eps_t", latex=r"\tilde{\varepsilon}"): eps_t},
    derivation=(
        have(
            t < 3,
            "the loss is less than its upper bound",
            derivation=cases(3 <= t, have(log(3) <= eps_small / 2, "take the logarithm")),
        ),
        Chain(Probability(Within(Loss(), eps_t), P))
        .ge(Probability(close(half, eps_small), P), "solve the bound on the posterior for the loss")
        .ge(1 - delta, "by hypothesis"),
    ),
    near_misses={
        "under one law only": variant(given=[Probability(close(half, eps_small), P) >= 1 - delta]),
        "the loss itself": variant(ProbDP(eps_small, delta)),
    },
    evaluate={"loss": eps_t},
)

approximate_at_larger_loss = Theorem(
    title="A difference bound at the even prior gives approximate DP at a larger loss",
    source="kazan.cor3.12",
    kind="lemma",
    given=UnderEachLaw(close(half, eps_small), 1 - delta),
    claim=ApproxDP(eps_t, delta),
    define={parameter("eps_t", latex=r"\tilde{\varepsilon}"): eps_t},
    derivation=(
        have(ProbDP(eps_t, delta), "the even prior gives probabilistic DP", by=larger_loss),
        Chain(Mass(S(y), P) - exp(eps_t) * Mass(S(y), Q)).le(
            delta, "probabilistic DP implies approximate DP", by=probabilistic_to_approximate.at(eps=eps_t)
        ),
    ),
    near_misses={
        "under one law only": variant(given=[Probability(close(half, eps_small), P) >= 1 - delta]),
    },
)

without_loss = Theorem(
    title="An even prior that does not move gives probabilistic DP at loss 0",
    source="kazan.x-sharp3.5",
    kind="lemma",
    given=UnderEachLaw(Eq(Posterior(half), half), 1 - delta),
    claim=ProbDP(0, delta),
    derivation=Chain(Probability(Within(Loss(), 0), P))
    .ge(Probability(Eq(Posterior(half), half), P), "a posterior of one half needs equal masses")
    .ge(1 - delta, "by hypothesis"),
    near_misses={
        "the prior 1": variant(given=[UnderEachLaw(Eq(Posterior(Integer(1)), 1), 1 - delta)]),
    },
)
