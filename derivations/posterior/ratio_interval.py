"""How far probabilistic DP lets the ratio of posterior to prior move from one given prior, for presence and for absence."""

from dpsym.language import *

from dpsym.derivations.posterior.posterior_interval import forward as posterior_interval
from dpsym.derivations.posterior.posterior_interval import kept

eps_p = parameter("eps_p", at_least=0, about="bound on the privacy loss that holds with probability 1 - delta', in nats")
delta_p = parameter("delta_p", at_least=0, at_most=1, about="probability with which the bound may fail, under each law")
p = parameter("p", above=0, at_most=1, about="prior probability that the target is in the data")
q = parameter("q", at_least=0, below=1, about="prior probability that the target is in the data")

u = exp(eps_p)
response = {"P": (Rational(4, 5), Rational(1, 5)), "Q": (Rational(1, 5), Rational(4, 5))}
half = Rational(1, 2)


def presence_ratio_kept(p, eps):
    """That the posterior-to-prior ratio of presence is one that a loss between -eps and eps gives."""
    return Between(1 / (p + (1 - p) * exp(eps)), Posterior(p) / p, 1 / (p + (1 - p) * exp(-eps)))


def absence_ratio_kept(p, eps):
    """That the posterior-to-prior ratio of absence is one that a loss between -eps and eps gives."""
    return Between(1 / (p * exp(eps) + (1 - p)), (1 - Posterior(p)) / (1 - p), 1 / (p * exp(-eps) + (1 - p)))


presence = Theorem(
    title="Ratio of posterior to prior when the target is suspected",
    source="kazan.eq-ratio-present",
    given=ProbDP(eps_p, delta_p),
    claim=UnderEachLaw(presence_ratio_kept(p, eps_p), 1 - delta_p),
    derivation=Chain(Probability(presence_ratio_kept(p, eps_p), P))
    .ge(Probability(kept(p, eps_p), P), "divide the interval of the posterior by the prior")
    .ge(1 - delta_p, "the interval of the posterior", by=posterior_interval.at(eps=eps_p, delta=delta_p)),
    tight=point({eps_p: 2 * log(2), delta_p: 0, p: half}, **response),
    near_misses={
        "half the loss": variant(
            UnderEachLaw(presence_ratio_kept(p, eps_p / 2), 1 - delta_p),
            witness=point({eps_p: 2 * log(2), delta_p: 0, p: half}, **response),
        ),
        "half the failures": variant(UnderEachLaw(presence_ratio_kept(p, eps_p), 1 - delta_p / 2), witness=point({eps_p: 0, delta_p: 1, p: half}, P=(1, 0), Q=(0, 1))),
    },
    evaluate={"lowest": 1 / (p + (1 - p) * exp(eps_p)), "highest": 1 / (p + (1 - p) * exp(-eps_p))},
)

absence = Theorem(
    title="Ratio of posterior to prior of absence",
    source="kazan.eq-ratio-absent",
    given=ProbDP(eps_p, delta_p),
    claim=UnderEachLaw(absence_ratio_kept(q, eps_p), 1 - delta_p),
    derivation=Chain(Probability(absence_ratio_kept(q, eps_p), P))
    .ge(Probability(kept(q, eps_p), P), "take the complement of the interval of the posterior, and divide by that of the prior")
    .ge(1 - delta_p, "the interval of the posterior", by=posterior_interval.at(eps=eps_p, delta=delta_p, p=q)),
    tight=point({eps_p: 2 * log(2), delta_p: 0, q: half}, **response),
    near_misses={
        "half the loss": variant(
            UnderEachLaw(absence_ratio_kept(q, eps_p / 2), 1 - delta_p),
            witness=point({eps_p: 2 * log(2), delta_p: 0, q: half}, **response),
        ),
        "the bounds of presence": variant(
            UnderEachLaw(Between(1 / (q + (1 - q) * u), (1 - Posterior(q)) / (1 - q), 1 / (q + (1 - q) / u)), 1 - delta_p),
            witness=point({eps_p: 2 * log(2), delta_p: 0, q: Rational(3, 4)}, **response),
        ),
    },
    evaluate={"lowest": 1 / (q * exp(eps_p) + (1 - q)), "highest": 1 / (q * exp(-eps_p) + (1 - q))},
    note="It is the same event as for presence, so that both ratios keep to their bounds together.",
)
