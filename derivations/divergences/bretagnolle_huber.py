"""The inequality of Bretagnolle and Huber: a small relative entropy keeps two laws from being told apart surely."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.analysis.weighted_means import larger, weighted_parts
from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.vocabulary import equal
from dpsym.language import *

k = parameter("k", about="a relative entropy, in nats")
t = parameter("t", at_least=0, about="the total variation distance")

bretagnolle_huber = Theorem(
    title="The inequality of Bretagnolle and Huber",
    source="bretagnollehuber1979",
    cites="tsybakov2009",
    given=finite,
    claim=HockeyStick(0) ** 2 <= 1 - exp(-relative_entropy),
    derivation=(
        have(0 <= HockeyStick(0), "a sum of numbers that are not negative"),
        let(t, HockeyStick(0), (Eq(HockeyStick(0), t), 0 <= t), "the total variation distance"),
        let(k, relative_entropy, Eq(relative_entropy, k), "the relative entropy"),
        have(
            (1 + t) * exp(-k) * (2 * P(y) + k * P(y) - part(P(y), Q(y)))
            <= (1 + t) ** 2 * (P(y) - larger(P(y), Q(y))) + exp(-k) * (Q(y) + larger(P(y), Q(y))),
            "at every outcome",
            by=weighted_parts.at(u=P(y), v=Q(y), w=1 + t),
        ),
        Chain(2 * (1 + t) * exp(-k))
        .eq(
            Total((1 + t) * exp(-k) * (2 * P(y) + k * P(y) - part(P(y), Q(y))), y),
            "the first law has mass 1, and the sum of the parts is the relative entropy",
        )
        .le(
            Total((1 + t) ** 2 * (P(y) - larger(P(y), Q(y))) + exp(-k) * (Q(y) + larger(P(y), Q(y))), y),
            "at every outcome",
        )
        .eq((1 + t) ** 2 * (1 - t) + exp(-k) * (1 + t), "the distance"),
        have(0 <= (1 + t) * ((1 + t) * (1 - t) - exp(-k)), "the lines before"),
        have(
            0 <= (1 + t) * (1 - t) - exp(-k),
            "divide",
            by=divide.at(a=1 + t, c=(1 + t) * (1 - t) - exp(-k)),
        ),
        Chain(HockeyStick(0) ** 2)
        .eq(t**2, "the distance")
        .le(1 - exp(-k), "the line before")
        .eq(1 - exp(-relative_entropy), "the relative entropy"),
    ),
    tight=point(**equal),
    near_misses={
        "with infinite losses left out": without(finite),
    },
)
