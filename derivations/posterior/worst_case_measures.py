"""The larger ratio and the larger difference over presence and absence: what they are at least, and their envelopes."""

from dpsym.derivations.posterior.posterior_interval import forward as posterior_interval
from dpsym.derivations.posterior.posterior_interval import (
    half_told,
    highest,
    kept,
    lowest,
    only_approximate,
)
from dpsym.derivations.posterior.ratio_interval import (
    absence_ratio,
    absence_ratio_kept,
    presence_ratio,
    presence_ratio_kept,
)
from dpsym.derivations.vocabulary import delta_p, eps_p, half, p
from dpsym.language import *

p = p.ranging(above=0, below=1)
p_low = parameter("p", above=0, at_most=Rational(1, 2), about="prior probability, at most one half")
x = parameter("x", at_least=0, at_most=1, about="posterior probability that the target is in the data")


def larger_ratio(x, p):
    """The larger of the posterior-to-prior ratios of presence and of absence."""
    return Max(x / p, (1 - x) / (1 - p))


def larger_difference(x, p):
    """The larger of the posterior-to-prior differences of presence and of absence."""
    return Max(x - p, (1 - x) - (1 - p))


ratio = Definition(
    title="Worst-case ratio",
    source=of_any_spaces("kazan.def-tilde"),
    defines=function("R", law=False)(y),
    body=larger_ratio(Posterior(p), p),
    note="Here p is the prior probability that the target is in the data.",
)

difference = Definition(
    title="Worst-case difference",
    source="kazan.def-tilde",
    defines=function("D", law=False)(y),
    body=larger_difference(Posterior(p), p),
    note="Here p is the prior probability that the target is in the data.",
)

ratio_at_least_one = Theorem(
    title="The worst-case ratio is at least 1",
    source="kazan.def-tilde",
    claim=larger_ratio(x, p) >= 1,
    derivation=(
        Chain(p * (x / p) + (1 - p) * ((1 - x) / (1 - p))).eq(1, "the two ratios average to 1"),
        cases(
            x <= p,
            have((1 - x) / (1 - p) >= 1, "absence is no less likely than before"),
            have(x / p >= 1, "presence is more likely than before"),
        ),
    ),
    tight=point({p: half, x: half}),
    near_misses={
        "of presence alone": variant(x / p >= 1),
    },
)

difference_is_distance = Theorem(
    title="The worst-case difference is the distance of posterior and prior",
    source="kazan.def-tilde",
    claim=AllOf(Eq(larger_difference(x, p), Abs(x - p)), larger_difference(x, p) >= 0),
    near_misses={
        "without the modulus": variant(Eq(larger_difference(x, p), x - p)),
    },
)


def largest_ratio(p, eps):
    """The largest ratio, of presence or of absence, that a loss between -eps and eps gives."""
    return Max(presence_ratio(p, eps), absence_ratio(p, -eps))


def smallest_ratio(p, eps):
    """The smallest ratio, of presence or of absence, that a loss between -eps and eps gives."""
    return Min(presence_ratio(p, -eps), absence_ratio(p, eps))


def largest_difference(p, eps):
    """The largest distance of posterior and prior that a loss between -eps and eps gives."""
    return Max(highest(p, eps) - p, p - lowest(p, eps))


within_ratios = AllOf(
    larger_ratio(Posterior(p), p) <= largest_ratio(p, eps_p),
    smallest_ratio(p, eps_p) <= Min(Posterior(p) / p, (1 - Posterior(p)) / (1 - p)),
)

ratio_envelope = Theorem(
    title="Envelopes of the two ratios",
    source="kazan.def-tilde",
    given=ProbDP(eps_p, delta_p),
    claim=UnderEachLaw(within_ratios, 1 - delta_p),
    derivation=(
        have(Implication(kept(p, eps_p), presence_ratio_kept(p, eps_p)), "divide by the prior"),
        have(
            Implication(kept(p, eps_p), absence_ratio_kept(p, eps_p)),
            "take complements, and divide by that of the prior",
        ),
        have(Implication(kept(p, eps_p), within_ratios), "the larger ratio is one of the two"),
        Chain(Probability(within_ratios, P))
        .ge(Probability(kept(p, eps_p), P), "both ratios keep to their intervals")
        .ge(1 - delta_p, "the interval of the posterior", by=posterior_interval.at(eps=eps_p, delta=delta_p)),
    ),
    tight=point({eps_p: 2 * log(2), delta_p: half, p: half}, **half_told),
    near_misses={
        "approximate DP suffices": only_approximate(p, eps_p, delta_p),
        "the smaller of the two bounds": variant(
            UnderEachLaw(
                larger_ratio(Posterior(p), p) <= Min(presence_ratio(p, eps_p), absence_ratio(p, -eps_p)),
                1 - delta_p,
            )
        ),
    },
    evaluate={"largest": largest_ratio(p, eps_p), "smallest": smallest_ratio(p, eps_p)},
    note="The lower envelope, less than 1, bounds the two ratios, not the larger of them.",
)

difference_envelope = Theorem(
    title="Envelope of the worst-case difference",
    source="kazan.def-tilde",
    given=ProbDP(eps_p, delta_p),
    claim=UnderEachLaw(larger_difference(Posterior(p), p) <= largest_difference(p, eps_p), 1 - delta_p),
    derivation=Chain(Probability(larger_difference(Posterior(p), p) <= largest_difference(p, eps_p), P))
    .ge(Probability(kept(p, eps_p), P), "the posterior keeps to its interval")
    .ge(1 - delta_p, "the interval of the posterior", by=posterior_interval.at(eps=eps_p, delta=delta_p)),
    tight=point({eps_p: 2 * log(2), delta_p: half, p: half}, **half_told),
    near_misses={
        "approximate DP suffices": only_approximate(p, eps_p, delta_p),
        "the smaller of the two bounds": variant(
            UnderEachLaw(
                larger_difference(Posterior(p), p) <= Min(highest(p, eps_p) - p, p - lowest(p, eps_p)),
                1 - delta_p,
            )
        ),
    },
    evaluate={"largest": largest_difference(p, eps_p)},
)

low_prior = Theorem(
    title="Below the even prior presence has the larger ratio and difference",
    source="kazan.def-tilde",
    claim=AllOf(
        absence_ratio(p_low, -eps_p) <= presence_ratio(p_low, eps_p),
        presence_ratio(p_low, -eps_p) <= absence_ratio(p_low, eps_p),
        p_low - lowest(p_low, eps_p) <= highest(p_low, eps_p) - p_low,
    ),
    tight=point({p_low: half}),
    near_misses={
        "at every prior": variant(absence_ratio(p, -eps_p) <= presence_ratio(p, eps_p)),
        "the other way round": variant(highest(p_low, eps_p) - p_low <= p_low - lowest(p_low, eps_p)),
    },
    note="Above the even prior it is the other way round: the envelopes are symmetric.",
)
