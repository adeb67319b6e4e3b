"""Approximate DP and the ratio of posterior and prior: what a bounded ratio gives, and what approximate DP keeps."""

from dpsym.derivations.conversions.approximate_to_probabilistic import (
    approximate_to_probabilistic,
    probabilistic_loss,
)
from dpsym.derivations.conversions.probabilistic_to_approximate import probabilistic_to_approximate
from dpsym.derivations.posterior.ratio_bound import converse as ratio_gives_probabilistic
from dpsym.derivations.posterior.ratio_bound import forward as ratio_bound
from dpsym.derivations.posterior.ratio_bound import ratio_kept
from dpsym.derivations.vocabulary import delta, delta_p, eps, p, truthful
from dpsym.language import *

delta_p = delta_p.ranging(above=delta, at_most=1)
p = p.ranging(above=0, at_most=1)

eps_p = probabilistic_loss(eps, delta, delta_p)
always_kept = ForAll(p, UnderEachLaw(ratio_kept(p, eps), 1 - delta))

ratio_to_approximate = Theorem(
    title="A bound on every ratio of posterior and prior gives approximate DP",
    source=of_any_spaces("kazan.cor3.11"),
    kind="corollary",
    given=always_kept,
    claim=ApproxDP(eps, delta),
    derivation=(
        have(ProbDP(eps, delta), "a bound on every ratio is probabilistic DP", by=ratio_gives_probabilistic),
        Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(
            delta, "probabilistic DP implies approximate DP", by=probabilistic_to_approximate
        ),
    ),
    tight=point({eps: log(2), delta: Rational(1, 3)}, P=(Rational(1, 3), Rational(2, 3)), Q=(0, 1)),
    near_misses={
        "the even prior only": variant(
            given=[UnderEachLaw(ratio_kept(Rational(1, 2), eps), 1 - delta)],
        ),
        "under one law only": variant(given=[ForAll(p, Probability(ratio_kept(p, eps), P) >= 1 - delta)]),
    },
    note="All small priors are needed: no single prior serves all mechanisms.",
)

approximate_to_ratio = Theorem(
    title="Approximate DP bounds the ratio of posterior and prior with high probability",
    source="kazan.cor3.11",
    kind="corollary",
    given=ApproxDP(eps, delta),
    claim=UnderEachLaw(ratio_kept(p, eps_p), 1 - delta_p),
    define={parameter("eps_p"): eps_p},
    derivation=(
        have(0 <= eps_p, "the numerator is at least the denominator"),
        have(
            ProbDP(eps_p, delta_p), "approximate DP implies probabilistic DP", by=approximate_to_probabilistic
        ),
        Chain(Probability(ratio_kept(p, eps_p), P)).ge(
            1 - delta_p, "probabilistic DP bounds the ratio", by=ratio_bound.at(eps=eps_p, delta=delta_p)
        ),
    ),
    near_misses={
        "the same loss": variant(
            UnderEachLaw(ratio_kept(p, eps), 1 - delta_p),
            witness=point(
                {eps: 0, delta: Rational(1, 3), delta_p: Rational(1, 2), p: Rational(1, 2)},
                **truthful,
            ),
        ),
    },
    evaluate={"eps_p": eps_p, "lowest": exp(-eps_p), "highest": exp(eps_p)},
    note="For a failure probability above 1, which the paper allows too, there is nothing to show.",
)
