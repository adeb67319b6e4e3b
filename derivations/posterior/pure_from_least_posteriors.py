"""A bound from below on the posterior at every output, from one prior, gives pure DP."""

from dpsym.derivations.vocabulary import half, p, third, truthful
from dpsym.language import *

p = p.ranging(above=0, below=1)
b = parameter("b", above=0, below=1, about="the least posterior at any output")


def at_least(one, other):
    """That the posterior from prior p is at least b at every output that is possible."""
    posterior = (p * one(y)) / (p * one(y) + (1 - p) * other(y))
    return ForAll(y, Implication(0 < P(y) + Q(y), posterior >= b))


odds_ratio = p * (1 - b) / (b * (1 - p))

pure_from_least_posteriors = Theorem(
    title="Posteriors that do not fall far give pure DP",
    given=(at_least(P, Q), at_least(Q, P)),
    claim=PureDP(log(odds_ratio)),
    derivation=(
        have(P(y) <= odds_ratio * Q(y), "the odds are at least b/(1 - b)"),
        Chain(Mass(S(y), P) - exp(log(odds_ratio)) * Mass(S(y), Q)).le(0, "summed over the event"),
    ),
    near_misses={
        "under one law only": without(at_least(Q, P)),
        "the bound in place of its odds": variant(
            PureDP(log(p / b)),
            witness=point(
                {p: half, b: Rational(1, 4)},
                P=(Rational(3, 4), Rational(1, 4)),
                Q=(Rational(1, 4), Rational(3, 4)),
            ),
        ),
    },
    tight=point({p: half, b: third}, **truthful),
    evaluate={"loss": log(odds_ratio)},
)
