"""The delta as the probability of a bad event: flip a coin at each output whose loss exceeds its bound."""

from dpsym.derivations.vocabulary import eps, one_way, truthful
from dpsym.language import *

# The probability that an output is good, given the output: heads of a coin where the loss exceeds its bound.
coin = Piecewise((exp(eps) * Q(y) / P(y), exp(eps) * Q(y) < P(y)), (1, True))
good = Min(P(y), exp(eps) * Q(y))  # the mass of an output together with the good event
large = exp(eps) * Q(y) < P(y)

coin_flip = Theorem(
    title="A bad event of which the probability is the delta",
    source=of_any_spaces("kifer.prop5-bun-steinke-event"),
    cites=("bunsteinke2016", "murtaghvadhan2016"),
    claim=AllOf(
        ForAll(y, AllOf(Between(0, coin, 1), Eq(coin * P(y), good))),
        Eq(1 - Total(good, y), HockeyStick(eps)),
    ),
    define={function("g", law=False)(y): coin},
    derivation=(
        have(Between(0, coin, 1), "a quotient of a smaller number by a larger one, or 1", split=[large]),
        have(Eq(coin * P(y), good), "cut off at the bound", split=[large]),
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
        "given the good event": variant(ForAll(y, good <= (1 - HockeyStick(eps)) * exp(eps) * Q(y))),
        "the bad event wherever the loss is large": variant(
            Eq(Probability(Loss() > eps, P), HockeyStick(eps)), witness=point({eps: 0}, **truthful)
        ),
    },
    note=(
        "Draw the output from P, and flip a coin with this probability of heads: the event is good where it is heads, else bad. "
        "Outputs whose loss does not exceed eps are always good. The minimum is the mass of the output together with the good event, at most e^eps times as likely as under "
        "the other law; the bad event has what is left, the least delta, as its probability."
    ),
)
