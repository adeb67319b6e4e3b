"""Probabilistic DP says exactly that the posterior keeps to an interval around the prior."""

from dpsym.derivations.vocabulary import delta, eps, p
from dpsym.language import *

p_0 = parameter("p_0", above=0, below=1, about="one prior probability that leaves a doubt")


def lowest(p, eps):
    """The posterior from prior p when the privacy loss is -eps."""
    return p / (p + (1 - p) * exp(eps))


def highest(p, eps):
    """The posterior from prior p when the privacy loss is eps."""
    return p / (p + (1 - p) * exp(-eps))


def kept(p, eps):
    """That the posterior from prior p is one that a loss between -eps and eps gives."""
    return Between(lowest(p, eps), Posterior(p), highest(p, eps))


# Randomised response with the loss 2 log 2, and half of the time an answer that tells the databases apart.
half_told = {
    "P": (Rational(2, 5), Rational(1, 10), Rational(1, 2), 0),
    "Q": (Rational(1, 10), Rational(2, 5), 0, Rational(1, 2)),
}


def only_approximate(p, eps, delta):
    """Approximate DP in the place of probabilistic DP, and two laws that have the one only."""
    return variant(
        given=[ApproxDP(eps, delta)],
        witness=point(
            {eps: 0, delta: Rational(1, 4), p: Rational(1, 2)},
            P=(Rational(1, 2), Rational(1, 4), Rational(1, 4)),
            Q=(Rational(1, 2), Rational(1, 2), 0),
        ),
    )


forward = Theorem(
    title="Probabilistic DP bounds the posterior",
    source=of_any_spaces("kazan.thm3.2"),
    given=ProbDP(eps, delta),
    claim=UnderEachLaw(kept(p, eps), 1 - delta),
    derivation=Chain(Probability(kept(p, eps), P))
    .ge(Probability(Within(Loss(), eps), P), "a bounded loss keeps the posterior in the interval")
    .ge(1 - delta, "probabilistic DP"),
    tight=point({eps: 2 * log(2), delta: Rational(1, 2), p: Rational(1, 2)}, **half_told),
    near_misses={
        "approximate DP suffices": only_approximate(p, eps, delta),
    },
    evaluate={"lowest": lowest(p, eps), "highest": highest(p, eps)},
)

one_prior = Theorem(
    title="One prior suffices for probabilistic DP",
    source="kazan.thm3.2",
    given=UnderEachLaw(kept(p_0, eps), 1 - delta),
    claim=ProbDP(eps, delta),
    derivation=Chain(Probability(Within(Loss(), eps), P))
    .ge(Probability(kept(p_0, eps), P), "the posterior rises strictly with the loss")
    .ge(1 - delta, "by hypothesis"),
    near_misses={
        "under one law only": variant(given=[Probability(kept(p_0, eps), P) >= 1 - delta]),
    },
    note="The paper asks it for every prior. Any single one strictly between 0 and 1 does; the priors 0 and 1 say nothing.",
)

converse = Theorem(
    title="A bound on every posterior gives probabilistic DP",
    source="kazan.thm3.2",
    given=ForAll(p, UnderEachLaw(kept(p, eps), 1 - delta)),
    claim=ProbDP(eps, delta),
    derivation=(
        specialise(
            ForAll(p, UnderEachLaw(kept(p, eps), 1 - delta)), {p: Rational(1, 2)}, "take the even prior"
        ),
        have(ProbDP(eps, delta), "one prior suffices", by=one_prior.at(p_0=Rational(1, 2))),
    ),
    near_misses={
        "under one law only": variant(given=[ForAll(p, Probability(kept(p, eps), P) >= 1 - delta)]),
    },
)
