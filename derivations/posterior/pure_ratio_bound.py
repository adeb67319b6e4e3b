"""Pure DP says exactly that the ratio of posterior to prior surely keeps between e^{-eps} and e^eps, for every prior."""

from dpsym.derivations.conversions.probabilistic_to_approximate import probabilistic_to_approximate
from dpsym.derivations.conversions.pure_as_bounded_loss import probabilistic as pure_as_probabilistic
from dpsym.derivations.posterior.ratio_bound import converse as probabilistic_converse
from dpsym.derivations.posterior.ratio_bound import forward as probabilistic_forward
from dpsym.derivations.posterior.ratio_bound import ratio_kept
from dpsym.derivations.vocabulary import eps, p
from dpsym.language import *

p = p.ranging(above=0, at_most=1)

always_kept = ForAll(p, UnderEachLaw(ratio_kept(p, eps), 1))

forward = Theorem(
    title="Pure DP bounds the ratio of posterior and prior surely",
    source=of_any_spaces("kazan.cor3.7"),
    kind="corollary",
    given=PureDP(eps),
    claim=UnderEachLaw(ratio_kept(p, eps), 1),
    derivation=(
        have(ProbDP(eps, 0), "pure DP surely bounds the loss", by=pure_as_probabilistic),
        Chain(Probability(ratio_kept(p, eps), P)).ge(
            1, "the bound on the ratio, with failure probability 0", by=probabilistic_forward.at(delta=0)
        ),
    ),
    near_misses={
        "approximate DP suffices": variant(
            given=[ApproxDP(eps, Rational(1, 10))],
            witness=point({eps: 0, p: Rational(1, 2)}, P=(Rational(1, 10), Rational(9, 10)), Q=(0, 1)),
        ),
    },
    evaluate={"lowest": exp(-eps), "highest": exp(eps)},
    note="Randomised response comes as close to the ends as one likes, with priors that tend to 0.",
)

converse = Theorem(
    title="A sure bound on every ratio gives pure DP",
    source="kazan.cor3.7",
    kind="corollary",
    given=always_kept,
    claim=PureDP(eps),
    derivation=(
        have(
            ProbDP(eps, 0),
            "the bound on the ratio, with failure probability 0",
            by=probabilistic_converse.at(delta=0),
        ),
        Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(
            0, "probabilistic DP with failure probability 0", by=probabilistic_to_approximate.at(delta=0)
        ),
    ),
    near_misses={
        "the even prior only": variant(given=[UnderEachLaw(ratio_kept(Rational(1, 2), eps), 1)]),
        "under one law only": variant(given=[ForAll(p, Probability(ratio_kept(p, eps), P) >= 1)]),
    },
)
