"""The largest power between two normal laws as a curve: its tangents."""

from dpsym.derivations.analysis.normal_tails import s, t
from dpsym.derivations.analysis.two_normal_laws import at_least, before, beyond, c, excess, mu, positive
from dpsym.language import *

slope = exp(-(mu**2) / 2 - mu * t)  # of the tangent of the largest power, at the level Phi(t)
largest = Phi(t + mu) - slope * Phi(t)  # where the tangent meets the axis of the powers

below_the_curve = Theorem(
    title="The largest power lies below its tangents",
    kind="lemma",
    claim=Phi(s + mu) - slope * Phi(s) <= largest,
    derivation=cases(
        s <= t,
        have(
            excess(s + mu).subs(c, t + mu) <= excess(t + mu).subs(c, t + mu),
            "the excess rises up to the cut",
            by=before.at(s=s + mu, t=t + mu, c=t + mu),
        ),
        have(
            excess(s + mu).subs(c, t + mu) <= excess(t + mu).subs(c, t + mu),
            "the excess falls from the cut on",
            by=beyond.at(s=t + mu, t=s + mu, c=t + mu),
        ),
    ),
    near_misses={
        "below it everywhere": variant(
            Phi(s + mu) - slope * Phi(s) < largest, witness=point({mu: 0, s: 0, t: 0})
        ),
    },
)

at_the_ends = Theorem(
    title="The tangents of the largest power at the levels 0 and 1",
    kind="lemma",
    claim=AllOf(0 <= largest, 1 - slope <= largest),
    derivation=(
        have(0 <= largest, "the excess before the cut", by=positive.at(x=t + mu, c=t + mu)),
        have(1 - slope <= largest, "the excess beyond the cut", by=at_least.at(x=t + mu, c=t + mu)),
    ),
    near_misses={
        "above the corner": variant(0 < largest),
        "the whole power at the level 0": variant(1 <= largest, witness=point({mu: 0, t: 0})),
    },
)
