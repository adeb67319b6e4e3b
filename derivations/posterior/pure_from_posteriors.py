"""A bound on the posterior at every output, from one prior, gives pure DP."""

from dpsym.derivations.vocabulary import half, p, quarter, truthful
from dpsym.language import *

p = p.ranging(above=0, below=1)
b = parameter("b", above=0, below=1, about="a bound on the posterior at every output")


def bounded(one, other):
    """That the posterior from prior p is at most b at every output that is possible."""
    posterior = (p * one(y)) / (p * one(y) + (1 - p) * other(y))
    return ForAll(y, Implication(0 < P(y) + Q(y), posterior <= b))


odds_ratio = b * (1 - p) / (p * (1 - b))

pure_from_posteriors = Theorem(
    title="Bounded posteriors give pure DP",
    given=(bounded(P, Q), bounded(Q, P)),
    claim=PureDP(log(odds_ratio)),
    derivation=(
        have(P(y) <= odds_ratio * Q(y), "the odds are at most b/(1 - b)"),
        Chain(Mass(S(y), P) - exp(log(odds_ratio)) * Mass(S(y), Q)).le(0, "summed over the event"),
    ),
    near_misses={
        "under one law only": without(bounded(Q, P)),
        "the bound in place of its odds": variant(
            PureDP(log(b / p)),
            witness=point(
                {p: half, b: Rational(3, 4)}, P=(Rational(3, 4), quarter), Q=(quarter, Rational(3, 4))
            ),
        ),
    },
    tight=point({p: half, b: Rational(2, 3)}, **truthful),
    evaluate={"loss": log(odds_ratio)},
    note="With b = p/(p + (1 - p) e^{-eps}) the loss is eps: no more is lost by looking at one prior only.",
)
