"""Probabilistic DP says exactly that the ratio of posterior to prior keeps between e^{-eps} and e^eps, for every prior."""

from dpsym.derivations.posterior.posterior_interval import forward as posterior_interval
from dpsym.derivations.posterior.posterior_interval import highest, kept, lowest
from dpsym.derivations.posterior.ratio_bound_at_one_prior import (
    always_kept,
    larger_losses,
    p,
    probabilistic_limit,
    ratio_kept,
    u,
)
from dpsym.derivations.vocabulary import delta, eps
from dpsym.language import *

p_0 = parameter("p_0", above=0, below=1, about="one small prior probability")

forward = Theorem(
    title="Probabilistic DP bounds the ratio of posterior and prior",
    source=of_any_spaces("kazan.thm3.3"),
    given=ProbDP(eps, delta),
    claim=UnderEachLaw(ratio_kept(p, eps), 1 - delta),
    derivation=(
        Chain(highest(p, eps) / p)
        .eq(1 / (p + (1 - p) / u), "divide by the prior")
        .le(u, "the denominator is at least its value at the prior 0"),
        Chain(lowest(p, eps) / p)
        .eq(1 / (p + (1 - p) * u), "divide by the prior")
        .ge(1 / u, "the denominator is at most its value at the prior 0"),
        Chain(Probability(ratio_kept(p, eps), P))
        .ge(Probability(kept(p, eps), P), "divide the interval of the posterior by the prior")
        .ge(1 - delta, "the interval of the posterior", by=posterior_interval),
    ),
    near_misses={
        "approximate DP suffices": variant(given=[ApproxDP(eps, delta)]),
    },
    evaluate={"lowest": exp(-eps), "highest": exp(eps)},
    note="For a positive loss the two ends are approached as the prior tends to 0, and attained by no prior.",
)

small_prior = Theorem(
    title="One small prior suffices for probabilistic DP",
    cites="kazan2025",
    kind="lemma",
    given=(
        ForAll(y, Implication(P(y) > u * Q(y), u * p_0 < P(y) - u * Q(y))),
        ForAll(y, Implication(Q(y) > u * P(y), p_0 < Q(y) - u * P(y))),
        UnderEachLaw(ratio_kept(p_0, eps), 1 - delta),
    ),
    claim=ProbDP(eps, delta),
    derivation=(
        have(P(y) <= 1, "a mass is at most 1"),
        have(Q(y) <= 1, "a mass is at most 1"),
        have(Implication(P(y) > u * Q(y), Posterior(p_0) / p_0 > u), "the prior is smaller than the gap"),
        have(
            Implication(Q(y) > u * P(y), Posterior(p_0) / p_0 < exp(-eps)),
            "the prior is smaller than the gap",
        ),
        Chain(Probability(Within(Loss(), eps), P))
        .ge(
            Probability(ratio_kept(p_0, eps), P),
            "a larger loss, up or down, moves the ratio out of its interval",
        )
        .ge(1 - delta, "by hypothesis"),
    ),
    near_misses={
        "any prior": variant(given=[UnderEachLaw(ratio_kept(p_0, eps), 1 - delta)]),
    },
    note=(
        "How small the prior must be depends on the mechanism: on the gaps by which its outputs miss the bound on the loss. "
        "Finite outputs are essential to this proof: the gaps are differences of masses, which laws with densities do not have, and on infinitely many outputs they may have no positive lower bound."
    ),
)


converse = Theorem(
    title="A bound on every ratio gives probabilistic DP",
    source="kazan.thm3.3",
    given=always_kept,
    claim=ProbDP(eps, delta),
    derivation=(
        have(larger_losses.claim, "at every larger loss", by=larger_losses),
        have(ProbDP(eps, delta), "at the loss itself", by=probabilistic_limit),
    ),
    near_misses={
        "the even prior only": variant(given=[UnderEachLaw(ratio_kept(Rational(1, 2), eps), 1 - delta)]),
        "under one law only": variant(given=[ForAll(p, Probability(ratio_kept(p, eps), P) >= 1 - delta)]),
    },
    note="No prior serves all mechanisms. For one mechanism with finitely many outputs one small prior does, by the theorem before.",
)

eps_pos = eps.ranging(above=0)

not_attained = Theorem(
    title="No prior attains the largest or the smallest ratio",
    source="kazan.thm3.3",
    kind="lemma",
    claim=AllOf(highest(p, eps_pos) / p < exp(eps_pos), exp(-eps_pos) < lowest(p, eps_pos) / p),
    derivation=(
        have(1 < exp(eps_pos), "the loss is positive"),
        have(0 < p * (exp(eps_pos) - 1), "both factors are positive"),
        Chain(highest(p, eps_pos) / p)
        .eq(exp(eps_pos) / (p * exp(eps_pos) + 1 - p), "divide by the prior")
        .lt(exp(eps_pos), "the denominator is more than 1"),
        Chain(lowest(p, eps_pos) / p)
        .eq(1 / (p + (1 - p) * exp(eps_pos)), "divide by the prior")
        .gt(exp(-eps_pos), "the denominator is less than its value at the prior 0"),
    ),
    near_misses={
        "also at loss 0": variant(highest(p, eps) / p < exp(eps)),
    },
    note="They are approached as the prior tends to 0.",
)
