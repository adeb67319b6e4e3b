"""Approximate DP keeps every test from telling two neighbouring databases apart: four bounds on its errors, and its power."""

from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import apart, delta, eps
from dpsym.language import *


def bounds(eps, delta):
    """What limits the errors of one test: type I is 1 - P(1 - f), type II is 1 - Q(f)."""
    return AllOf(
        level <= exp(eps) * power + delta,
        power <= exp(eps) * level + delta,
        1 - level <= exp(eps) * (1 - power) + delta,
        1 - power <= exp(eps) * (1 - level) + delta,
    )


reveal = {"P": (Rational(1, 3), Rational(2, 3), 0), "Q": (0, Rational(2, 3), Rational(1, 3))}

excess = Max(0, P(y) - exp(eps) * Q(y))
reverse_excess = Max(0, Q(y) - exp(eps) * P(y))

approximate_error_rates = Theorem(
    title="Approximate DP bounds the errors of every test",
    source=of_any_spaces("kifer.thm6.2"),
    cites="kairouz2015",
    given=ApproxDP(eps, delta),
    claim=every_test(bounds(eps, delta)),
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): Loss(P(y), Q(y)) > eps}, "the best event"),
        have(Total(excess, y) <= delta, "the hockey stick"),
        have(f(y) * (P(y) - exp(eps) * Q(y)) <= excess, "a test rejects with probability at most 1"),
        have((1 - f(y)) * (P(y) - exp(eps) * Q(y)) <= excess, "and with a probability that is not negative"),
        Chain(level - exp(eps) * power)
        .le(Total(excess, y), "sum over the outputs")
        .le(delta, "approximate DP"),
        Chain((1 - level) - exp(eps) * (1 - power))
        .eq(Total((1 - f(y)) * (P(y) - exp(eps) * Q(y)), y), "the masses add up to 1")
        .le(Total(excess, y), "sum over the outputs")
        .le(delta, "approximate DP"),
        specialise(ApproxDP(eps, delta), {S(y): Loss(Q(y), P(y)) > eps}, "the best event, laws exchanged"),
        have(Total(reverse_excess, y) <= delta, "the hockey stick, laws exchanged"),
        have(f(y) * (Q(y) - exp(eps) * P(y)) <= reverse_excess, "a test rejects with probability at most 1"),
        have(
            (1 - f(y)) * (Q(y) - exp(eps) * P(y)) <= reverse_excess,
            "and with a probability that is not negative",
        ),
        Chain(power - exp(eps) * level)
        .le(Total(reverse_excess, y), "sum over the outputs")
        .le(delta, "approximate DP"),
        Chain((1 - power) - exp(eps) * (1 - level))
        .eq(Total((1 - f(y)) * (Q(y) - exp(eps) * P(y)), y), "the masses add up to 1")
        .le(Total(reverse_excess, y), "sum over the outputs")
        .le(delta, "approximate DP"),
        have(bounds(eps, delta), "collect the four lines"),
    ),
    tight=point({eps: log(2), delta: Rational(1, 3)}, **reveal),
    near_misses={
        "without approximate DP": variant(given=[], witness=point({eps: 0, delta: 0}, **apart)),
        "in one order only": variant(given=[ApproxDP(eps, delta).one_order(Pair())]),
    },
    note="For every randomised test: what it rejects may be drawn at random at each output.",
)

highest = Min(exp(eps) * level + delta, 1 - exp(-eps) * (1 - level - delta))
lowest = Max(exp(-eps) * (level - delta), 1 - exp(eps) * (1 - level) - delta)

power_between = Theorem(
    title="Approximate DP bounds the power of every test of a level",
    source=of_any_spaces("kifer.eq6-adp-power"),
    cites="kairouz2015",
    given=ApproxDP(eps, delta),
    claim=every_test(Between(lowest, power, highest)),
    derivation=(
        have(
            bounds(eps, delta),
            "the errors of the test",
            by=approximate_error_rates.at(f=f(y)),
        ),
        Chain(exp(-eps) * (level - delta))
        .le(exp(-eps) * (exp(eps) * power), "the first error")
        .eq(power, "cancel"),
        Chain(exp(-eps) * (1 - level - delta))
        .le(exp(-eps) * (exp(eps) * (1 - power)), "the first error of the complement")
        .eq(1 - power, "cancel"),
    ),
    tight=point({eps: log(2), delta: Rational(1, 3)}, **reveal),
    near_misses={
        "the delta without its factor": variant(every_test(power <= 1 - exp(-eps) * (1 - level) + delta / 3)),
        "without approximate DP": variant(given=[], witness=point({eps: 0, delta: 0}, **apart)),
        "in one order only": variant(given=[ApproxDP(eps, delta).one_order(Pair())]),
    },
    note=(
        "The paper does not cap the bounds: the upper one exceeds 1 at levels above 1 less the delta, the lower one is "
        "negative at levels below the delta."
    ),
)
