"""Two normal laws of variance 1: what the first has over a multiple of the second to the left of a point."""

from dpsym.derivations.analysis.normal_tails import rises, s, t, vanishing, x
from dpsym.derivations.vocabulary import mu
from dpsym.language import *

mu = mu.ranging(at_least=0)
c = parameter("c", about="a cut")

ratio = exp(mu**2 / 2 - mu * c)  # of the densities of the two laws at the cut


def excess(x):
    """What the first law has over so many times the second to the left of x."""
    return Phi(x) - ratio * Phi(x - mu)


before = Theorem(
    title="Before the cut the first density is the larger one",
    kind="lemma",
    claim=Implication(AllOf(s <= t, t <= c), excess(s) <= excess(t)),
    near_misses={
        "beyond the cut too": variant(
            Implication(s <= t, excess(s) <= excess(t)), witness=point({mu: 1, c: 0, s: 0, t: 1})
        ),
        "it falls": variant(
            Implication(AllOf(s <= t, t <= c), excess(t) <= excess(s)),
            witness=point({mu: 1, c: 0, s: -1, t: 0}),
        ),
    },
)
beyond = Theorem(
    title="Beyond the cut the second density is the larger one",
    kind="lemma",
    claim=Implication(AllOf(c <= s, s <= t), excess(t) <= excess(s)),
    near_misses={
        "it rises": variant(
            Implication(AllOf(c <= s, s <= t), excess(s) <= excess(t)),
            witness=point({mu: 1, c: 0, s: 0, t: 1}),
        ),
    },
)
positive = Theorem(
    title="Before the cut the excess is not negative",
    kind="lemma",
    claim=Implication(x <= c, 0 <= excess(x)),
    derivation=(
        have(
            ForAll(s, Implication(s <= x, excess(s) <= excess(x))),
            "it rises up to there",
            by=before.at(t=x),
        ),
        have(
            ForAll(s, Phi(s - mu) <= Phi(s)),
            "the distribution function rises",
            by=rises.at(s=s - mu, t=s),
        ),
        have(ForAll(s, -ratio * Phi(s) <= excess(s)), "no probability is negative"),
        have(0 <= excess(x), "the tail vanishes", by=vanishing.at(H=Lambda(t, excess(t)), k=ratio)),
    ),
    near_misses={
        "positive": variant(Implication(x <= c, 0 < excess(x))),
    },
)

opposite = ratio * Phi(s + mu) - Phi(s)
at_x = ratio * Phi(mu - x) - Phi(-x)
at_least = Theorem(
    title="Beyond the cut the excess is not below its limit",
    kind="lemma",
    claim=Implication(c <= x, 1 - ratio <= excess(x)),
    derivation=(
        have(ForAll(s, Eq(opposite, excess(-s) - 1 + ratio)), "reflected"),
        have(Eq(at_x, excess(x) - 1 + ratio), "reflected"),
        have(
            ForAll(s, Implication(s <= -x, excess(-s) <= excess(x))),
            "it falls from there",
            by=beyond.at(s=x, t=-s),
        ),
        have(ForAll(s, Implication(s <= -x, opposite <= at_x)), "it rises, reflected"),
        have(ForAll(s, -Phi(s) <= opposite), "one part left out"),
        have(
            0 <= at_x,
            "the tail vanishes",
            by=vanishing.at(H=Lambda(t, ratio * Phi(t + mu) - Phi(t)), k=1, x=-x),
        ),
    ),
    near_misses={
        "at every point": variant(1 - ratio <= excess(x), witness=point({mu: 1, c: 2, x: -5})),
        "above it": variant(Implication(c <= x, 1 - ratio < excess(x))),
    },
    note="The two laws reflected and exchanged: what lies to the right of a point takes the place of what lies to the left.",
)
