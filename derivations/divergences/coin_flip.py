"""The delta as the probability of a bad event: flip a coin at each output whose loss exceeds its bound."""

from dpsym.derivations.vocabulary import eps, one_way, truthful
from dpsym.language import *

# The mass of an output together with the good event.
good = Min(P(y), exp(eps) * Q(y))

coin_flip = Theorem(
    title="A bad event of which the probability is the delta",
    source=of_any_spaces("kifer.prop5-bun-steinke-event"),
    cites=("bunsteinke2016", "murtaghvadhan2016"),
    claim=AllOf(ForAll(y, good <= exp(eps) * Q(y)), Eq(1 - Total(good, y), HockeyStick(eps))),
    derivation=(
        have(good <= exp(eps) * Q(y), "a minimum"),
        have(Eq(good, P(y) - Max(0, P(y) - exp(eps) * Q(y))), "what is above the bound is cut off"),
        Chain(1 - Total(good, y))
        .eq(1 - (1 - HockeyStick(eps)), "the masses add up to 1")
        .eq(HockeyStick(eps), "as stated"),
    ),
    errata=erratum(
        "slip in wording",
        "Section 5.1, the interpretation of delta by a coin",
        "conditional on a bad event not happening, the probability ratio is ≤ e^eps",
        fails="Given that no bad event happened, the masses are divided by 1 - delta and the ratio may exceed e^eps: let e^eps = 3/2, P = (1, 0) and Q = (1/2, 1/2); then delta = 1/4 and the ratio is 2.",
        holds="The probability of the output together with a good event is at most e^eps times that under the other law.",
        reads=variant(
            ForAll(y, good / (1 - HockeyStick(eps)) <= exp(eps) * Q(y)),
            given=[HockeyStick(eps) < 1],
            witness=point({eps: log(Rational(3, 2))}, **one_way),
            note="The paper conditions on the good event; the bound is that of the output and the good event jointly.",
        ),
    ),
    near_misses={
        "given the good event": variant(
            ForAll(y, good <= (1 - HockeyStick(eps)) * exp(eps) * Q(y)),
            witness=point({eps: log(Rational(3, 2))}, **one_way),
        ),
        "the bad event wherever the loss is large": variant(
            Eq(Probability(Loss() > eps, P), HockeyStick(eps)), witness=point({eps: 0}, **truthful)
        ),
    },
    note=(
        "Draw the output from P. Where its loss exceeds eps, call it good with the probability e^eps Q / P and bad otherwise; "
        "all other outputs are good. The minimum is the mass of the output and the good event; the least delta is what is bad."
    ),
)
