"""Approximate DP and the upper end of the posterior alone: a smaller loss than for both ends."""

from dpsym.derivations.conversions.approximate_loss_tail import above
from dpsym.derivations.posterior.posterior_interval import highest
from dpsym.derivations.vocabulary import delta, delta_p, eps, eps_s, p, truthful
from dpsym.language import *

delta = delta.ranging(above=0)
delta_p = delta_p.ranging(above=delta, at_most=1)
eps_s = eps_s.ranging(above=eps)

eps_pp = log(delta_p * exp(eps) / (delta_p - delta))

level = 1 - delta / (1 - exp(eps - eps_s))
bounded = Posterior(p) <= highest(p, eps_s)

present = Theorem(
    title="The largest posterior where the target is present",
    source="kazan.x-onesided",
    kind="lemma",
    given=ApproxDP(eps, delta),
    claim=Probability(bounded, P) >= level,
    derivation=Chain(Probability(bounded, P))
    .ge(1 - Probability(Loss() > eps_s, P), "the posterior rises with the loss")
    .ge(level, "the tail of the loss", by=above.at(eps_p=eps_s)),
    near_misses={
        "the delta itself": variant(
            Probability(bounded, P) >= 1 - delta,
            witness=point(
                {eps: 0, delta: Rational(1, 3), eps_s: log(Rational(3, 2)), p: Rational(1, 2)},
                **truthful,
            ),
        ),
    },
)

absent = Theorem(
    title="The largest posterior where the target is absent",
    source="kazan.x-onesided",
    kind="lemma",
    given=ApproxDP(eps, delta),
    claim=Probability(bounded, Q) >= level,
    derivation=Chain(Probability(bounded, Q))
    .ge(1 - Probability(Loss() > eps_s, Q), "the posterior rises with the loss")
    .ge(1 - Probability(Loss() > eps_s, P), "where the loss is large the second law is the smaller")
    .ge(level, "the tail of the loss", by=above.at(eps_p=eps_s)),
    near_misses={
        "surely": variant(
            Probability(bounded, Q) >= 1,
            witness=point(
                {eps: 0, delta: Rational(1, 3), eps_s: log(Rational(3, 2)), p: Rational(1, 2)},
                **truthful,
            ),
        ),
        "without approximate DP": variant(
            given=[],
            witness=point(
                {eps: 0, delta: Rational(1, 25), eps_s: log(Rational(5, 4)), p: Rational(1, 2)},
                **truthful,
            ),
        ),
    },
)

at_loss = Theorem(
    title="Approximate DP bounds the posterior from above at every larger loss",
    source="kazan.x-onesided",
    kind="lemma",
    given=ApproxDP(eps, delta),
    claim=UnderEachLaw(bounded, level),
    derivation=have(
        UnderEachLaw(bounded, level), "whether the target is present or absent", by=(present, absent)
    ),
    near_misses={
        "the delta itself": variant(
            UnderEachLaw(Posterior(p) <= highest(p, eps_s), 1 - delta),
            witness=point(
                {eps: 0, delta: Rational(1, 3), eps_s: log(Rational(3, 2)), p: Rational(1, 2)},
                **truthful,
            ),
        ),
        "both ends": variant(
            UnderEachLaw(
                Between(p / (p + (1 - p) * exp(eps_s)), Posterior(p), highest(p, eps_s)),
                1 - delta / (1 - exp(eps - eps_s)),
            ),
        ),
    },
)

upper_posterior = Theorem(
    title="Approximate DP bounds the posterior from above with high probability",
    source=of_any_spaces("kazan.x-onesided"),
    given=ApproxDP(eps, delta),
    claim=UnderEachLaw(Posterior(p) <= highest(p, eps_pp), 1 - delta_p),
    define={parameter("eps_pp"): eps_pp},
    derivation=(
        have(exp(eps) < exp(eps_pp), "the denominator is less than the failure probability"),
        have(eps < eps_pp, "the loss is larger"),
        have(Eq(delta / (1 - exp(eps - eps_pp)), delta_p), "insert the loss"),
        Chain(Probability(Posterior(p) <= highest(p, eps_pp), P))
        .ge(1 - delta / (1 - exp(eps - eps_pp)), "the bound at this loss", by=at_loss.at(eps_s=eps_pp))
        .eq(1 - delta_p, "as computed"),
    ),
    near_misses={
        "the same loss": variant(
            UnderEachLaw(Posterior(p) <= highest(p, eps), 1 - delta_p),
            witness=point(
                {eps: 0, delta: Rational(1, 3), delta_p: Rational(1, 2), p: Rational(1, 2)},
                **truthful,
            ),
        ),
        "the delta as failure probability": variant(
            UnderEachLaw(Posterior(p) <= highest(p, eps_pp), 1 - delta)
        ),
    },
    evaluate={"eps_pp": eps_pp, "highest": highest(p, eps_pp)},
    note="Smaller than the loss for both ends, because only one tail of the loss counts.",
)
