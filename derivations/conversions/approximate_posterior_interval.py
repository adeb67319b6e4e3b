"""Approximate DP and the interval of the posterior: what a kept interval gives, and what approximate DP keeps."""

from dpsym.derivations.conversions.approximate_to_probabilistic import (
    approximate_to_probabilistic,
    probabilistic_loss,
)
from dpsym.derivations.conversions.probabilistic_to_approximate import probabilistic_to_approximate
from dpsym.derivations.posterior.posterior_interval import converse as interval_gives_probabilistic
from dpsym.derivations.posterior.posterior_interval import forward as posterior_interval
from dpsym.derivations.posterior.posterior_interval import highest, kept, lowest
from dpsym.derivations.vocabulary import delta, delta_p, eps, p, truthful
from dpsym.language import *

delta_p = delta_p.ranging(above=delta, at_most=1)

eps_p = probabilistic_loss(eps, delta, delta_p)
always_kept = ForAll(p, UnderEachLaw(kept(p, eps), 1 - delta))

interval_to_approximate = Theorem(
    title="A bound on every posterior gives approximate DP",
    source=of_any_spaces("kazan.cor3.10"),
    kind="corollary",
    given=always_kept,
    claim=ApproxDP(eps, delta),
    derivation=(
        have(
            ProbDP(eps, delta),
            "a bound on every posterior is probabilistic DP",
            by=interval_gives_probabilistic,
        ),
        Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(
            delta, "probabilistic DP implies approximate DP", by=probabilistic_to_approximate
        ),
    ),
    tight=point({eps: log(2), delta: Rational(1, 3)}, P=(Rational(1, 3), Rational(2, 3)), Q=(0, 1)),
    near_misses={
        "under one law only": variant(given=[ForAll(p, Probability(kept(p, eps), P) >= 1 - delta)]),
    },
    note="Not an equivalence: approximate DP does not keep the interval with the same loss and failure probability.",
)

approximate_to_interval = Theorem(
    title="Approximate DP bounds the posterior with high probability",
    source="kazan.cor3.10",
    kind="corollary",
    given=ApproxDP(eps, delta),
    claim=UnderEachLaw(kept(p, eps_p), 1 - delta_p),
    define={parameter("eps_p"): eps_p},
    derivation=(
        have(0 <= eps_p, "the numerator is at least the denominator"),
        have(
            ProbDP(eps_p, delta_p), "approximate DP implies probabilistic DP", by=approximate_to_probabilistic
        ),
        Chain(Probability(kept(p, eps_p), P)).ge(
            1 - delta_p,
            "probabilistic DP bounds the posterior",
            by=posterior_interval.at(eps=eps_p, delta=delta_p),
        ),
    ),
    near_misses={
        "the same loss": variant(
            UnderEachLaw(kept(p, eps), 1 - delta_p),
            witness=point(
                {eps: 0, delta: Rational(1, 3), delta_p: Rational(1, 2), p: Rational(1, 2)},
                **truthful,
            ),
        ),
        "the same failure probability": variant(
            UnderEachLaw(kept(p, eps_p), 1 - delta),
            witness=point(
                {eps: 0, delta: Rational(1, 3), delta_p: 1, p: Rational(1, 2)},
                P=(Rational(5, 6), Rational(1, 6)),
                Q=(Rational(1, 2), Rational(1, 2)),
            ),
        ),
    },
    evaluate={"eps_p": eps_p, "lowest": lowest(p, eps_p), "highest": highest(p, eps_p)},
    note="For a failure probability above 1, which the paper allows too, there is nothing to show. Extremal pairs come as close to the ends as one likes, at every prior strictly between 0 and 1, when it is less than 1 and the delta positive.",
)
