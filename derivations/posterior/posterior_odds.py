"""The posterior odds are the prior odds times the exponential of the privacy loss."""

from dpsym.derivations.posterior.posterior_interval import highest, kept, lowest
from dpsym.derivations.vocabulary import eps, one_way, p
from dpsym.language import *

p = p.ranging(above=0, below=1)

odds = Posterior(p) / (1 - Posterior(p))
prior_odds = p / (1 - p)
odds_ratio_kept = Between(exp(-eps), odds / prior_odds, exp(eps))
mixture = p * P(y) + (1 - p) * Q(y)

posterior_odds = Theorem(
    title="Posterior odds",
    source=(of_any_spaces("kazan.x-odds"), of_any_spaces("kifer.eq5-odds")),
    claim=ForAll(y, Implication(0 < Q(y), Eq(odds, prior_odds * exp(Loss())))),
    derivation=have(Implication(0 < Q(y), Eq(Posterior(p), p * P(y) / mixture)), "Bayes' rule"),
    near_misses={
        "without the prior odds": variant(ForAll(y, Implication(0 < Q(y), Eq(odds, exp(Loss()))))),
        "posterior for posterior odds": variant(
            ForAll(y, Implication(0 < Q(y), Eq(Posterior(p), p * exp(Loss()))))
        ),
    },
    note="At an output that is impossible without the target the posterior is 1 and has no odds.",
)

ratio_steps = (
    have(Eq(odds / prior_odds, P(y) / Q(y)), "the prior odds cancel"),
    have(P(y) / Q(y) <= exp(eps), "the upper bound"),
    have(exp(-eps) <= P(y) / Q(y), "the lower bound"),
)

odds_ratio = Theorem(
    title="A bounded loss bounds the odds ratio",
    source="kazan.x-odds",
    claim=ForAll(y, Implication(AllOf(0 < Q(y), Within(Loss(), eps)), odds_ratio_kept)),
    derivation=(*ratio_steps, have(odds_ratio_kept, "the same ratio")),
    near_misses={
        "the upper bound only": variant(
            ForAll(y, Implication(AllOf(0 < Q(y), Loss() <= eps), odds_ratio_kept)),
            witness=point({eps: 0, p: Rational(1, 2)}, **one_way),
        ),
    },
    evaluate={"lowest": exp(-eps), "highest": exp(eps)},
)

odds_ratio_converse = Theorem(
    title="A bounded odds ratio bounds the loss",
    source="kazan.x-odds",
    claim=ForAll(y, Implication(AllOf(0 < Q(y), odds_ratio_kept), Within(Loss(), eps))),
    derivation=(*ratio_steps, have(Within(Loss(), eps), "take the logarithm")),
    near_misses={
        "the upper bound only": variant(
            ForAll(y, Implication(AllOf(0 < Q(y), odds / prior_odds <= exp(eps)), Within(Loss(), eps))),
            witness=point({eps: 0, p: Rational(1, 2)}, **one_way),
        ),
    },
)

interval = Theorem(
    title="A bounded loss keeps the posterior in its interval",
    source="kazan.x-odds",
    claim=ForAll(y, Implication(AllOf(0 < P(y) + Q(y), Within(Loss(), eps)), kept(p, eps))),
    derivation=(
        have(0 < mixture, "one of the masses is positive"),
        have(Eq(Posterior(p), p * P(y) / mixture), "Bayes' rule"),
    ),
    near_misses={
        "the upper bound only": variant(
            ForAll(y, Implication(AllOf(0 < P(y) + Q(y), Loss() <= eps), kept(p, eps))),
            witness=point({eps: 0, p: Rational(1, 2)}, **one_way),
        ),
    },
)

interval_converse = Theorem(
    title="A posterior in its interval bounds the loss",
    source="kazan.x-odds",
    claim=ForAll(y, Implication(AllOf(0 < P(y) + Q(y), kept(p, eps)), Within(Loss(), eps))),
    derivation=(
        have(0 < mixture, "one of the masses is positive"),
        have(Eq(Posterior(p), p * P(y) / mixture), "Bayes' rule"),
        Chain(p * P(y) / mixture).le(highest(p, eps), "the upper bound"),
        Chain(P(y) * (p * exp(eps) + 1 - p)).le(exp(eps) * mixture, "clear the denominators"),
        Chain(p * P(y) / mixture).ge(lowest(p, eps), "the lower bound"),
        Chain(P(y) * (p + (1 - p) * exp(eps))).ge(mixture, "clear the denominators"),
    ),
    near_misses={
        "the upper bound only": variant(
            ForAll(
                y, Implication(AllOf(0 < P(y) + Q(y), Posterior(p) <= highest(p, eps)), Within(Loss(), eps))
            ),
            witness=point({eps: 0, p: Rational(1, 2)}, **one_way),
        ),
    },
    note="One prior strictly between 0 and 1 is enough to see the bound on the loss.",
)
