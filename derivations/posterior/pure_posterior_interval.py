"""Pure DP says exactly that the posterior surely keeps to an interval around the prior."""

from dpsym.derivations.conversions.probabilistic_to_approximate import probabilistic_to_approximate
from dpsym.derivations.conversions.pure_as_bounded_loss import probabilistic as pure_as_probabilistic
from dpsym.derivations.posterior.posterior_interval import forward as probabilistic_forward
from dpsym.derivations.posterior.posterior_interval import highest, kept, lowest
from dpsym.derivations.posterior.posterior_interval import one_prior as probabilistic_one_prior
from dpsym.derivations.vocabulary import eps, half, p, response
from dpsym.language import *

p_0 = parameter("p_0", above=0, below=1, about="one prior probability that leaves a doubt")

always_kept = ForAll(p, UnderEachLaw(kept(p, eps), 1))


forward = Theorem(
    title="Pure DP bounds the posterior surely",
    source=of_any_spaces("kazan.cor3.6"),
    kind="corollary",
    given=PureDP(eps),
    claim=UnderEachLaw(kept(p, eps), 1),
    derivation=(
        have(ProbDP(eps, 0), "pure DP surely bounds the loss", by=pure_as_probabilistic),
        Chain(Probability(kept(p, eps), P)).ge(
            1,
            "the interval of the posterior, with failure probability 0",
            by=probabilistic_forward.at(delta=0),
        ),
    ),
    tight=point({eps: 2 * log(2), p: half}, **response),
    near_misses={
        "approximate DP suffices": variant(
            given=[ApproxDP(eps, Rational(1, 10))],
            witness=point({eps: 0, p: half}, P=(Rational(1, 10), Rational(9, 10)), Q=(0, 1)),
        ),
    },
    evaluate={"lowest": lowest(p, eps), "highest": highest(p, eps)},
    note="Randomised response reaches both ends, each with positive probability.",
)


one_prior = Theorem(
    title="One prior suffices for pure DP",
    source="kazan.cor3.6",
    kind="corollary",
    given=UnderEachLaw(kept(p_0, eps), 1),
    claim=PureDP(eps),
    derivation=(
        have(
            ProbDP(eps, 0), "one prior suffices for probabilistic DP", by=probabilistic_one_prior.at(delta=0)
        ),
        Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(
            0, "probabilistic DP with failure probability 0", by=probabilistic_to_approximate.at(delta=0)
        ),
    ),
    near_misses={
        "under one law only": variant(given=[Probability(kept(p_0, eps), P) >= 1]),
    },
)

converse = Theorem(
    title="A sure bound on every posterior gives pure DP",
    source="kazan.cor3.6",
    kind="corollary",
    given=always_kept,
    claim=PureDP(eps),
    derivation=(
        specialise(always_kept, {p: half}, "take the even prior"),
        have(PureDP(eps), "one prior suffices", by=one_prior.at(p_0=half)),
    ),
    near_misses={
        "with a failure probability of a tenth": variant(
            given=[ForAll(p, UnderEachLaw(kept(p, eps), Rational(9, 10)))],
        ),
        "under one law only": variant(given=[ForAll(p, Probability(kept(p, eps), P) >= 1)]),
    },
)
