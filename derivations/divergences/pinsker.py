"""Pinsker's inequality: the relative entropy is at least twice the square of the total variation distance."""

from dpsym.derivations.analysis.entropy_parabola import above_parabola
from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.divergences.total_variation import as_distance
from dpsym.derivations.vocabulary import half
from dpsym.language import *

t = parameter("t", at_least=0, about="a distance of two laws")

pinsker = Theorem(
    title="The inequality of Pinsker",
    source="pinsker1964",
    cites=("csiszar1967", "tsybakov2009"),
    given=finite,
    claim=2 * HockeyStick(0) ** 2 <= relative_entropy,
    derivation=(
        have(0 <= HockeyStick(0), "a sum of numbers that are not negative"),
        let(t, HockeyStick(0), (Eq(HockeyStick(0), t), 0 <= t), "the total variation distance"),
        have(
            2 * t * Abs(P(y) - Q(y)) - t**2 * (2 * P(y) + 4 * Q(y)) / 3 + P(y) - Q(y) <= part(P(y), Q(y)),
            "at every outcome",
            by=above_parabola.at(u=P(y), v=Q(y)),
        ),
        have(Eq(Total(Abs(P(y) - Q(y)), y), 2 * t), "the distance", by=as_distance),
        Chain(relative_entropy)
        .ge(
            Total(2 * t * Abs(P(y) - Q(y)) - t**2 * (2 * P(y) + 4 * Q(y)) / 3 + P(y) - Q(y), y),
            "at every outcome",
        )
        .eq(2 * t * Total(Abs(P(y) - Q(y)), y) - 2 * t**2, "both laws have mass 1")
        .eq(2 * t * (2 * t) - 2 * t**2, "the distance")
        .eq(2 * HockeyStick(0) ** 2, "collect"),
    ),
    tight=point(P=(half, half), Q=(half, half)),
    near_misses={
        "with infinite losses left out": variant(given=[], witness=point(P=(half, half), Q=(0, 1))),
    },
)
