"""Gaussian DP by the tangents of the largest power: the hockey-stick divergences that it allows, and nothing more."""

from dpsym.derivations.analysis.normal_curve import at_the_ends, below_the_curve, largest, slope
from dpsym.derivations.analysis.normal_tails import falls_below, s, t, takes_every_value
from dpsym.derivations.analysis.two_normal_laws import (
    mu,
)
from dpsym.derivations.vocabulary import equal
from dpsym.language import *

f = function("f")

slope_there = exp(mu**2 / 2 + mu * t)  # at the cut reflected
power, level = Total(f(y) * P(y), y), Total(f(y) * Q(y), y)
below_tangent = power - slope * level <= Phi(t + mu) - slope * Phi(t)
tangents = ForAll(t, every_test(below_tangent))


first_order = (
    specialise(tangents, {t: t, f(y): f(y)}, "the tangent at this cut"),
    have(0 <= slope * (Phi(t) - level), "the level is allowed"),
    Chain(power)
    .le(Phi(t + mu) - slope * (Phi(t) - level), "below the tangent")
    .le(Phi(t + mu), "the slope is positive"),
)
second_order = (
    specialise(tangents, {t: -t - mu, f(y): 1 - f(y)}, "the complement of the test at the cut reflected"),
    have(Eq(Total((1 - f(y)) * P(y), y), 1 - power), "the masses add up to 1"),
    have(Eq(Total((1 - f(y)) * Q(y), y), 1 - level), "the masses add up to 1"),
    have(Eq(Phi(-t), 1 - Phi(t)), "reflected"),
    have(Eq(Phi(-t - mu), 1 - Phi(t + mu)), "reflected"),
    have(slope_there * level <= slope_there * Phi(t + mu), "rearranged"),
    have(level <= Phi(t + mu), "the slope is positive", hints=(slope_there > 0,)),
)

from_tangents = Theorem(
    title="Gaussian DP from the tangents",
    source="dong2022",
    given=tangents,
    claim=GaussianDP(mu),
    derivation=(
        have(GaussianDP(mu).one_order(Pair()), "in this order", derivation=first_order),
        have(GaussianDP(mu).one_order(Pair().swapped), "in the other order", derivation=second_order),
        have(GaussianDP(mu), "in both"),
    ),
    example=point({mu: 0}, **equal),
    near_misses={
        "a smaller budget": variant(GaussianDP(mu - 1), witness=point({mu: 0}, **equal)),
    },
    note=(
        "The largest power between two normal laws is a concave function of the level, so a test lies below it where it lies below its "
        "tangents. The tangents in one order of the pair are enough: reflected, they are those in the other."
    ),
)


curve = GaussianDP(mu).one_order(Pair())

to_tangents = Theorem(
    title="Gaussian DP gives the tangents of the largest power",
    source="dong2022",
    given=curve,
    claim=tangents,
    derivation=(
        have(AllOf(0 <= level, level <= 1, power <= 1), "masses"),
        have(
            below_tangent,
            "level by level",
            derivation=cases(
                level <= 0,
                (
                    have(0 <= largest, "the tangent at the level 0", by=at_the_ends),
                    cases(
                        power <= 0,
                        (),
                        (
                            obtain(
                                Exists((s,), AllOf(s <= mu, Phi(s) <= power / 2)),
                                "a cut so far that it allows half the power",
                                by=falls_below.at(x=mu, eta=power / 2),
                            ),
                            specialise(curve, {t: s - mu, f(y): f(y)}, "the level 0 is allowed there"),
                            have(power <= Phi(s), "at most half of itself"),
                        ),
                    ),
                ),
                cases(
                    1 <= level,
                    have(1 - slope <= largest, "the tangent at the level 1", by=at_the_ends),
                    (
                        obtain(
                            Exists((s,), Eq(Phi(s), level)),
                            "the cut with this level",
                            by=takes_every_value.at(a=level),
                        ),
                        specialise(curve, {t: s, f(y): f(y)}, "Gaussian DP at the cut"),
                        have(power <= Phi(s + mu), "the level is allowed"),
                        have(
                            Phi(s + mu) - slope * Phi(s) <= largest,
                            "the largest power lies below its tangents",
                            by=below_the_curve,
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({mu: 0}, **equal),
    near_misses={
        "strictly below": variant(
            ForAll(t, every_test(power - slope * level < Phi(t + mu) - slope * Phi(t))),
            witness=point({mu: 0, t: 0}, **equal),
        ),
    },
    note="So Gaussian DP says the same as its tangents, which are bounds on the hockey-stick divergences: one for each slope.",
)
