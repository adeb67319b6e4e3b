"""An infinite privacy loss: approximate DP bounds its probability by the delta; a curve that goes down to 0 excludes it."""

from dpsym.derivations.vocabulary import delta, eps, equal, half, response, third
from dpsym.language import *

eta = parameter("eta", above=0, about="a delta of the curve")

# An output has an infinite loss when only the first law can give it: no mass is negative.
infinite = Probability(Q(y) <= 0, P)
exchanged = Probability(P(y) <= 0, Q)
revealing = {"P": (third, 2 * third, 0), "Q": (0, 2 * third, third)}

delta_bounds_it = Theorem(
    title="The delta bounds the probability of an infinite loss",
    source=of_any_spaces("kifer.prop5-delta-infinite"),
    given=ApproxDP(eps, delta),
    claim=AllOf(infinite <= delta, exchanged <= delta),
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): Q(y) <= 0}, "the outputs that the second law cannot give"),
        Chain(infinite)
        .le(exp(eps) * Probability(Q(y) <= 0, Q) + delta, "approximate DP at this event")
        .eq(delta, "the second law does not give them"),
    ),
    tight=point({eps: log(2), delta: third}, **revealing),
    near_misses={
        "in one order only": variant(given=[ApproxDP(eps, delta).one_order(Pair())]),
    },
    note="It is attained by a mechanism that with probability delta releases everything.",
)

# E(eta): a loss with which the mechanism has delta eta.
E = function("E", about="a loss with which the mechanism has a given delta")
curve = ForAll(eta, AllOf(0 <= E(eta), EveryEvent(S(y), Mass(S(y), P) <= exp(E(eta)) * Mass(S(y), Q) + eta)))
curve_exchanged = ForAll(
    eta, AllOf(0 <= E(eta), EveryEvent(S(y), Mass(S(y), Q) <= exp(E(eta)) * Mass(S(y), P) + eta))
)

curve_excludes_it = Theorem(
    title="A curve with every positive delta excludes infinite losses",
    source=of_any_spaces("kifer.prop5-curve-limit"),
    given=curve,
    claim=Eq(infinite, 0),
    derivation=(
        cases(
            0 < infinite,
            (
                specialise(curve, {eta: infinite / 2, S(y): Q(y) <= 0}, "at half the probability"),
                Chain(infinite)
                .le(exp(E(infinite / 2)) * Probability(Q(y) <= 0, Q) + infinite / 2, "the curve")
                .eq(infinite / 2, "the second law does not give them"),
            ),
        ),
    ),
    example=point(**equal, E=(0,)),
    near_misses={
        "the curve of the exchanged laws": variant(
            given=[curve_exchanged], witness=point(P=(half, half), Q=(1, 0), E=(log(2),))
        ),
    },
    note=(
        "E names a loss for every delta: the paper's curve of deltas is not bounded away from 0 when there is one. "
        "The hypothesis is approximate DP with this loss and delta, in one order of the laws; for the other exchange them."
    ),
)

x = Outcome("x")
r = parameter("r", at_least=0, about="the largest ratio of the masses of an output that both laws can give")


def ratio(x):
    """The ratio of the masses of an output, 0 where the second law cannot give it."""
    return Indicator(0 < Q(x)) * P(x) / Q(x)


limit = Theorem(
    title="At a large loss the hockey stick is the probability of an infinite loss",
    kind="lemma",
    claim=Exists(eps, Eq(HockeyStick(eps), infinite)),
    derivation=(
        ArgMin(x, -ratio(x), y, "the output with the largest finite loss"),
        have(ratio(y) <= ratio(x), "the largest"),
        let(r, ratio(x), (0 <= r, ForAll(y, ratio(y) <= r)), "the largest finite ratio"),
        have(0 <= log(1 + r), "the logarithm of a number of at least 1"),
        have(
            Eq(Max(0, P(y) - exp(log(1 + r)) * Q(y)), Indicator(Q(y) <= 0) * P(y)),
            "only the outputs with an infinite loss are left",
            derivation=cases(0 < Q(y)),
        ),
        exhibit({eps: log(1 + r)}, "a loss that no finite loss exceeds"),
    ),
    near_misses={
        "at no loss": variant(Eq(HockeyStick(0), infinite)),
        "at one loss for every pair of laws": variant(
            Eq(HockeyStick(log(2)), infinite), witness=point(**response)
        ),
    },
    note=(
        "And at all larger ones: the hockey stick does not increase with the loss, nor fall below this probability. "
        "Finite outputs are essential: for two normal laws of variance 1 with means 0 and 1 no loss is infinite, and the hockey stick is positive at every loss; it only tends to this probability."
    ),
)
