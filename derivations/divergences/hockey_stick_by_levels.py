"""The hockey-stick divergence adds up the probabilities that the privacy loss exceeds a level, over all levels."""

from dpsym.derivations.vocabulary import apart, truthful
from dpsym.language import *

a = parameter("a", about="a level of the privacy loss, in nats")
b = parameter("b", at_least=a, about="a higher level of the privacy loss, in nats")

lower_part = exp(-a) * Max(0, P(y) - exp(a) * Q(y))
upper_part = exp(-b) * Max(0, P(y) - exp(b) * Q(y))
between = exp(-a) * HockeyStick(a) - exp(-b) * HockeyStick(b)
width = exp(-a) - exp(-b)

hockey_stick_by_levels = Theorem(
    title="The hockey stick between two levels of the loss",
    source="kazan.thmA.2",
    cites="canonne2020",
    claim=Between(width * Probability(Loss() > b, P), between, width * Probability(Loss() > a, P)),
    derivation=(
        have(exp(-b) <= exp(-a), "the exponential is increasing"),
        have(Eq(lower_part, Max(0, exp(-a) * P(y) - Q(y))), "multiply out"),
        have(Eq(upper_part, Max(0, exp(-b) * P(y) - Q(y))), "multiply out"),
        have(
            lower_part - upper_part <= width * Indicator(P(y) > exp(a) * Q(y)) * P(y),
            "an output contributes only where its loss exceeds the lower level",
        ),
        have(
            width * Indicator(P(y) > exp(b) * Q(y)) * P(y) <= lower_part - upper_part,
            "an output contributes all where its loss exceeds the upper level",
        ),
        Chain(between).le(width * Probability(Loss() > a, P), "sum over the outputs"),
        Chain(between).ge(width * Probability(Loss() > b, P), "sum over the outputs"),
    ),
    near_misses={
        "the tail at the upper level from above": variant(
            between <= width * Probability(Loss() > b, P), witness=point({a: 0, b: log(2)}, **truthful)
        ),
        "the tail under the second law": variant(
            between <= width * Probability(Loss() > a, Q), witness=point({a: 0, b: log(2)}, **apart)
        ),
    },
    note=(
        "Divided by the exponential factor, the paper's third form is an integral over the levels of the loss. Between any two "
        "levels the hockey stick grows by an amount between the lower and the upper sum of that integral, and far up nothing is left."
    ),
)

far_up = Theorem(
    title="Far up the hockey stick has nothing left",
    source=("kazan.thmA.2", "zhang.lem3"),
    kind="lemma",
    claim=Between(0, exp(-a) * HockeyStick(a), exp(-a)),
    derivation=(
        have(Max(0, P(y) - exp(a) * Q(y)) <= P(y), "drop what is subtracted"),
        Chain(HockeyStick(a)).le(1, "the masses add up to 1"),
        Chain(HockeyStick(a)).ge(0, "no part is negative"),
    ),
    tight=point({a: 0}, **apart),
)
