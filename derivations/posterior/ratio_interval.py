"""How far probabilistic DP lets the ratio of posterior to prior move from one given prior, for presence and for absence."""

from dpsym.derivations.posterior.posterior_interval import forward as posterior_interval
from dpsym.derivations.posterior.posterior_interval import half_told, kept, only_approximate
from dpsym.derivations.vocabulary import delta_p, eps, eps_p, half, p
from dpsym.language import *

p = p.ranging(above=0, at_most=1)
q = parameter("q", at_least=0, below=1, about="prior probability that the target is in the data")

u = exp(eps_p)


def presence_ratio(p, z):
    """The posterior-to-prior ratio of presence at an output with privacy loss z."""
    return 1 / (p + (1 - p) * exp(-z))


def absence_ratio(p, z):
    """The posterior-to-prior ratio of absence at an output with privacy loss z."""
    return 1 / (p * exp(z) + (1 - p))


def presence_ratio_kept(p, eps):
    """That the posterior-to-prior ratio of presence is one that a loss between -eps and eps gives."""
    return Between(presence_ratio(p, -eps), Posterior(p) / p, presence_ratio(p, eps))


def absence_ratio_kept(p, eps):
    """That the posterior-to-prior ratio of absence is one that a loss between -eps and eps gives."""
    return Between(absence_ratio(p, eps), (1 - Posterior(p)) / (1 - p), absence_ratio(p, -eps))


presence = Theorem(
    title="Ratio of posterior to prior of presence",
    source=of_any_spaces("kazan.eq-ratio-present"),
    given=ProbDP(eps_p, delta_p),
    claim=UnderEachLaw(presence_ratio_kept(p, eps_p), 1 - delta_p),
    derivation=Chain(Probability(presence_ratio_kept(p, eps_p), P))
    .ge(Probability(kept(p, eps_p), P), "divide the interval of the posterior by the prior")
    .ge(1 - delta_p, "the interval of the posterior", by=posterior_interval.at(eps=eps_p, delta=delta_p)),
    tight=point({eps_p: 2 * log(2), delta_p: half, p: half}, **half_told),
    near_misses={
        "approximate DP suffices": only_approximate(p, eps_p, delta_p),
    },
    evaluate={"lowest": presence_ratio(p, -eps_p), "highest": presence_ratio(p, eps_p)},
)

absence = Theorem(
    title="Ratio of posterior to prior of absence",
    source=of_any_spaces("kazan.eq-ratio-absent"),
    given=ProbDP(eps_p, delta_p),
    claim=UnderEachLaw(absence_ratio_kept(q, eps_p), 1 - delta_p),
    derivation=Chain(Probability(absence_ratio_kept(q, eps_p), P))
    .ge(
        Probability(kept(q, eps_p), P),
        "take the complement of the interval of the posterior, and divide by that of the prior",
    )
    .ge(
        1 - delta_p, "the interval of the posterior", by=posterior_interval.at(eps=eps_p, delta=delta_p, p=q)
    ),
    tight=point({eps_p: 2 * log(2), delta_p: half, q: half}, **half_told),
    near_misses={
        "approximate DP suffices": only_approximate(q, eps_p, delta_p),
        "the bounds of presence": variant(
            UnderEachLaw(
                Between(1 / (q + (1 - q) * u), (1 - Posterior(q)) / (1 - q), 1 / (q + (1 - q) / u)),
                1 - delta_p,
            )
        ),
    },
    evaluate={"lowest": absence_ratio(q, eps_p), "highest": absence_ratio(q, -eps_p)},
    note="It is the same event as for presence, so that both ratios keep to their bounds together.",
)

eps = eps.ranging(above=0)
share = parameter("c", above=0, below=1, about="share of the largest ratio")

near_the_bound = Theorem(
    title="A ratio near its bound needs a small prior",
    source="kazan.fig6",
    given=presence_ratio(p, eps) >= share * exp(eps),
    claim=p <= (1 / share - 1) / (exp(eps) - 1),
    derivation=(
        have(1 < exp(eps), "the loss is positive"),
        have(Eq(presence_ratio(p, eps), exp(eps) / (p * exp(eps) + 1 - p)), "multiply by the exponential"),
        have(share * (p * exp(eps) + 1 - p) <= 1, "clear the denominator"),
        have(share * p * (exp(eps) - 1) <= 1 - share, "collect the prior"),
        have(p * (exp(eps) - 1) <= 1 / share - 1, "divide by the share"),
    ),
    errata=erratum(
        "slip in wording",
        "Section 4.4",
        "for an adversary's probability that I_i = 1 to increase by a factor close to e^eps, it must be that p_i ≈ 1",
        fails="A posterior is at most 1, so from the prior p the factor is at most 1/p: from a prior close to 1 it is close to 1.",
        holds="Such a factor needs a prior close to 0. In the same sentence and the one before, the bound of Corollary 3.11 is that of the converted loss eps', not of eps.",
        affects="The sentence before it, which says that such adversaries begin with an extreme, incorrect belief, is right for priors close to 0.",
        reads=variant(
            p >= Rational(9, 10),
            given=[presence_ratio(p, eps) >= Rational(9, 10) * exp(eps)],
            witness=point({eps: log(2), p: Rational(1, 10)}),
            note="The paper says that such an increase needs a prior close to 1. There the ratio is close to 1.",
        ),
        source=("kazan.fig6",),
    ),
    tight=point({eps: log(2), share: Rational(4, 5), p: Rational(1, 4)}),
)

approached = Theorem(
    title="A small prior comes near the bound on the ratio",
    source="kazan.thm3.3",
    kind="lemma",
    given=p <= (1 / share - 1) / (exp(eps) - 1),
    claim=presence_ratio(p, eps) >= share * exp(eps),
    derivation=(
        have(1 < exp(eps), "the loss is positive"),
        have(p * (exp(eps) - 1) <= 1 / share - 1, "clear the denominator"),
        have(share * (p * (exp(eps) - 1)) <= share * (1 / share - 1), "times the share"),
        have(share * (p * exp(eps) + 1 - p) <= 1, "collect"),
        Chain(presence_ratio(p, eps))
        .eq(exp(eps) / (p * exp(eps) + 1 - p), "multiply by the exponential")
        .ge(share * exp(eps), "clear the denominator"),
    ),
    tight=point({eps: log(2), share: Rational(4, 5), p: Rational(1, 4)}),
)
