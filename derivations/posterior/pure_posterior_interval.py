"""Pure DP says exactly that the posterior surely keeps to an interval around the prior."""

from dpsym.language import *

from dpsym.derivations.posterior.posterior_interval import forward as probabilistic_forward
from dpsym.derivations.posterior.posterior_interval import highest, kept, lowest

eps = parameter("eps", at_least=0, about="bound on the privacy loss, in nats")
p = parameter("p", at_least=0, at_most=1, about="prior probability that the target is in the data")
p_0 = parameter("p_0", above=0, below=1, about="one prior probability that leaves a doubt")

e = exp(eps)
half = Rational(1, 2)
always_kept = ForAll(p, UnderEachLaw(kept(p, eps), 1))

response = {"P": (Rational(4, 5), Rational(1, 5)), "Q": (Rational(1, 5), Rational(4, 5))}

forward = Theorem(
    title="Pure DP bounds the posterior surely",
    source="kazan.cor3.6",
    kind="corollary",
    given=PureDP(eps),
    claim=UnderEachLaw(kept(p, eps), 1),
    derivation=(
        have(ProbDP(eps, 0), "the loss is bounded surely"),
        Chain(Probability(kept(p, eps), P)).ge(1, "the interval of the posterior, with failure probability 0", by=probabilistic_forward.at(delta=0)),
    ),
    tight=point({eps: 2 * log(2), p: half}, **response),
    near_misses={
        "half the loss": variant(UnderEachLaw(kept(p, eps / 2), 1), witness=point({eps: 2 * log(2), p: half}, **response)),
        "approximate DP suffices": variant(
            given=[ApproxDP(eps, Rational(1, 10))],
            witness=point({eps: 0, p: half}, P=(Rational(1, 10), Rational(9, 10)), Q=(0, 1)),
        ),
    },
    evaluate={"lowest": lowest(p, eps), "highest": highest(p, eps)},
    note="Randomised response reaches both ends, each with positive probability.",
)


def no_tail(event):
    """Steps: the event says that a larger loss has no mass, so that every event satisfies the bound of pure DP."""
    return (
        Chain(Probability(Loss() > eps, P))
        .le(1 - Probability(event, P), "a larger loss leaves the event")
        .le(0, "the event is sure"),
        Chain(Mass(S(y), P) - e * Mass(S(y), Q))
        .le(HockeyStick(eps), "keep the outputs with a positive difference")
        .le(Probability(Loss() > eps, P), "drop what is subtracted")
        .le(0, "no such output"),
    )


one_prior = Theorem(
    title="One prior suffices for pure DP",
    source="kazan.cor3.6",
    kind="corollary",
    given=UnderEachLaw(kept(p_0, eps), 1),
    claim=PureDP(eps),
    derivation=no_tail(kept(p_0, eps)),
    near_misses={
        "under one law only": variant(
            given=[Probability(kept(p_0, eps), P) >= 1],
            witness=point({eps: log(2), p_0: half}, P=(1, 0), Q=(half, half)),
        ),
        "half the loss": variant(PureDP(eps / 2), witness=point({eps: 2 * log(2), p_0: half}, **response)),
    },
)

converse = Theorem(
    title="A sure bound on every posterior gives pure DP",
    source="kazan.cor3.6",
    kind="corollary",
    given=always_kept,
    claim=PureDP(eps),
    derivation=(instance(always_kept, {p: half}, "take the even prior"), *no_tail(kept(half, eps))),
    near_misses={
        "half the loss": variant(PureDP(eps / 2), witness=point({eps: 2 * log(2)}, **response)),
        "failure probability 1/10": variant(
            given=[ForAll(p, UnderEachLaw(kept(p, eps), Rational(9, 10)))],
            witness=point({eps: 0}, P=(Rational(1, 10), Rational(9, 10)), Q=(0, 1)),
        ),
    },
)
