"""Laws without any divergence are equal: what no entropy, and no Rényi divergence, says of two laws."""

from dpsym.derivations.divergences.equal_laws import equal, no_distance, no_moment, same_masses
from dpsym.derivations.divergences.pinsker import pinsker
from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.divergences.renyi_order import entropy_below_bound
from dpsym.derivations.vocabulary import alpha, half, third
from dpsym.language import *

t = parameter("t", at_least=0, about="the distance of two laws")

no_entropy = Theorem(
    title="Laws without any relative entropy are equal",
    source="vanervenharremoes2014",
    given=(finite, relative_entropy <= 0),
    claim=HockeyStick(0) <= 0,
    derivation=(
        have(2 * HockeyStick(0) ** 2 <= relative_entropy, "the inequality of Pinsker", by=pinsker),
        have(0 <= HockeyStick(0), "a sum of numbers that are not negative"),
        let(t, HockeyStick(0), (Eq(HockeyStick(0), t), 2 * t**2 <= 0), "the distance"),
        cases(t <= 0, (), (have(0 < t**2, "the square of a positive number"),)),
    ),
    tight=point(**equal),
    near_misses={
        "with some entropy": variant(given=[finite, relative_entropy <= third * log(2)]),
        "with infinite losses left out": without(finite, witness=point(P=(half, half), Q=(1, 0))),
    },
)

no_renyi_divergence = Theorem(
    title="Laws without any Rényi divergence are equal",
    source="vanervenharremoes2014",
    given=(finite, RenyiMoment(alpha) <= 1),
    claim=HockeyStick(0) <= 0,
    derivation=(
        have(RenyiMoment(alpha) <= exp((alpha - 1) * 0), "the exponential of 0"),
        have(relative_entropy <= 0, "the smaller divergence", by=entropy_below_bound.at(gamma=0)),
        have(HockeyStick(0) <= 0, "no entropy", by=no_entropy),
    ),
    tight=point({alpha: 2}, **equal),
    near_misses={
        "with some divergence": variant(given=[finite, RenyiMoment(alpha) <= Rational(3, 2)]),
    },
)

renyi_private = Theorem(
    title="Equal laws have no Rényi divergence of any order",
    source="vanervenharremoes2014",
    given=no_distance,
    claim=RenyiDP(alpha, 0),
    derivation=(
        same_masses,
        have(Eq(RenyiMoment(alpha), 1), "equal laws", by=no_moment),
        Chain(HockeyStick(0, Pair(Q(y), P(y))))
        .eq(Total(Max(0, P(y) - Q(y)) + Q(y) - P(y), y), "output by output")
        .eq(HockeyStick(0), "both laws have mass 1")
        .le(0, "no distance"),
        have(Eq(RenyiMoment(alpha, Pair(Q(y), P(y))), 1), "laws exchanged", by=no_moment.at(swapped=True)),
    ),
    tight=point({alpha: 2}, **equal),
)
