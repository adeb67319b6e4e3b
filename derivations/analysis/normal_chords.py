"""The largest power between two normal laws as a curve: its chords."""

from dpsym.derivations.analysis.normal_tails import between, rises, t
from dpsym.derivations.analysis.two_normal_laws import beyond, mu, positive
from dpsym.derivations.vocabulary import a, eps
from dpsym.language import *

slope = exp(mu**2 / 2 - mu * (t + mu))  # of the largest power between two normal laws, at the level Phi(t)
over_tangent = Phi(t + mu) - slope * Phi(t)
a = a.ranging(at_least=0)
b = parameter("b", about="a larger level")
p = parameter("p", about="the largest power at the first")
q = parameter("q", about="the largest power at the second")
r = parameter("r", about="the slope at the first")

between_tangents = Theorem(
    title="A point above a tangent at two others lies above the line to the origin",
    kind="lemma",
    given=(a <= b, 0 <= p - r * a, q - r * b <= p - r * a),
    claim=q * a <= b * p,
    derivation=(
        have(0 <= a * ((p - r * a) - (q - r * b)), "no factor is negative"),
        have(0 <= (b - a) * (p - r * a), "no factor is negative"),
    ),
    example=point({a: 1, b: 2, p: 1, q: 1, r: 0}),
)

chord = Theorem(
    title="Before the middle the largest power between two normal laws lies above a line through the origin",
    kind="lemma",
    claim=Implication(t <= -mu / 2, Phi(mu / 2) * Phi(t) <= Phi(-mu / 2) * Phi(t + mu)),
    derivation=(
        have(0 <= over_tangent, "the tangent at this level, at level 0", by=positive.at(c=t + mu, x=t + mu)),
        have(
            Phi(mu / 2) - slope * Phi(-mu / 2) <= over_tangent,
            "the tangent at this level, at the middle",
            by=beyond.at(c=t + mu, s=t + mu, t=mu / 2),
        ),
        have(Phi(t) <= Phi(-mu / 2), "it rises", by=rises.at(s=t, t=-mu / 2)),
        have(0 < Phi(t), "a probability", by=between.at(x=t)),
        have(
            Phi(mu / 2) * Phi(t) <= Phi(-mu / 2) * Phi(t + mu),
            "between the two",
            by=between_tangents.at(a=Phi(t), b=Phi(-mu / 2), p=Phi(t + mu), q=Phi(mu / 2), r=slope),
        ),
    ),
    near_misses={
        "below it": variant(
            Implication(t <= -mu / 2, Phi(-mu / 2) * Phi(t + mu) <= Phi(mu / 2) * Phi(t)),
            witness=point({mu: 1, t: -2}),
        ),
    },
)

m = parameter("m", at_least=0, about="the budget of Gaussian DP")
middle = Eq(Phi(m / 2), exp(eps) * Phi(-m / 2))
below = exp(eps) * Phi(t) <= Phi(t + m)

by_ratio = Theorem(
    title="Before the middle the largest power between two normal laws is at least so many times the level",
    kind="lemma",
    given=middle,
    claim=Implication(t <= -m / 2, below),
    derivation=(
        have(Phi(m / 2) * Phi(t) <= Phi(-m / 2) * Phi(t + m), "above the line", by=chord.at(mu=m)),
        have(0 < Phi(-m / 2), "a probability", by=between.at(x=-m / 2)),
        have(0 <= Phi(-m / 2) * (Phi(t + m) - exp(eps) * Phi(t)), "its slope"),
        have(below, "divided by a probability"),
    ),
    example=point({m: 0, eps: 0, t: 0}),
    near_misses={
        "beyond the middle too": variant(
            below, given=[Phi(m / 2) <= exp(eps) * Phi(-m / 2)], witness=point({m: 0, eps: 1, t: 1})
        ),
    },
)
