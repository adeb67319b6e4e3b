"""The largest power of a definition is concave in the level when all pairs of neighbours are bounded alike; else it need not be."""

from dpsym.derivations.vocabulary import a, half
from dpsym.language import *

eps = parameter("eps", at_least=0, about="bound on the privacy loss for one individual, in nats")
delta = parameter("delta", at_least=0, at_most=1, about="delta for another individual")
b = parameter("b", at_least=0, at_most=1, about="another level")
t = parameter("t", at_least=0, at_most=1, about="weight of the first level")


def with_delta(a):
    """The largest power of approximate DP without loss."""
    return Min(1, a + delta)


def with_loss(a):
    """The largest power of pure DP."""
    return Min(exp(eps) * a, 1 - exp(-eps) * (1 - a))


def largest(a):
    """The largest power when the one definition protects one individual, and the other another."""
    return Max(with_delta(a), with_loss(a))


def concave(curve):
    """That a curve lies above its chords."""
    return t * curve(a) + (1 - t) * curve(b) <= curve(t * a + (1 - t) * b)


kink = point({eps: log(3), delta: Rational(1, 10), a: Rational(1, 50), b: Rational(2, 25), t: half})

concave_power = Theorem(
    title="The largest power of a definition that bounds all pairs alike",
    source="kifer.thmB-concave",
    claim=AllOf(concave(with_delta), concave(with_loss)),
    derivation=(
        have(t * with_delta(a) <= t * 1, "at most 1"),
        have(t * with_delta(a) <= t * (a + delta), "at most the line"),
        have((1 - t) * with_delta(b) <= (1 - t) * 1, "at most 1"),
        have((1 - t) * with_delta(b) <= (1 - t) * (b + delta), "at most the line"),
        have(t * with_loss(a) <= t * (exp(eps) * a), "at most the first line"),
        have(t * with_loss(a) <= t * (1 - exp(-eps) * (1 - a)), "at most the second line"),
        have((1 - t) * with_loss(b) <= (1 - t) * (exp(eps) * b), "at most the first line"),
        have((1 - t) * with_loss(b) <= (1 - t) * (1 - exp(-eps) * (1 - b)), "at most the second line"),
    ),
    tight=point({eps: log(2), delta: half, a: 0, b: half, t: half}),
    errata=erratum(
        "wrong result",
        "Section 6.4, first theorem",
        "Given a transparent, symmetric, convex and postprocessing invariant privacy definition [...] g is a concave function",
        fails="Symmetry as it is defined relabels records and keeps their ids; it does not carry a change of one individual's record to a change of another's. Ask for (0, 1/10)-DP where Bob's record changes and for pure DP at log 3 where Jessie's does. That is transparent, symmetric, convex and kept by post-processing, and the largest power at the level t is max(t + 1/10, min(3 t, 1 - (1 - t)/3)) where that is at most 1: 3/25 at 1/50 and 6/25 at 2/25, but 3/20 at 1/20, less than the mean 9/50.",
        holds="The theorem for a transparent, convex definition, kept by post-processing, that asks the same of all pairs of neighbours, as those of Section 5 do but for the single-point form of bounded DP, which is not convex.",
        affects="The second theorem of the section, which rests on this one; and the sentence that all definitions considered have these properties, since the single-point form of bounded DP is not convex (Example 5.6).",
        reads=variant(
            concave(largest),
            witness=kink,
            note=(
                "The paper claims it of every transparent, symmetric and convex definition that is kept by post-processing. This one is, but "
                "no relabelling of one individual's records moves a change of another's record to them."
            ),
        ),
    ),
    near_misses={
        "the larger of both": variant(concave(largest)),
    },
    note=(
        "Pairs that change one individual's record have to be approximately private without loss, pairs that change another's purely "
        "private; the largest power over all neighbours is then the larger of two concave curves. Where all pairs are alike mixtures "
        "make the curve of every definition concave, which is shown apart; what fails here is to move every pair of neighbours to one pair."
    ),
)
