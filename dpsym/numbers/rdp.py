"""Renyi differential privacy at one order: what D_order <= gamma, both ways round, implies.

`form="optimum"`, the default, is the exact worst case over all mechanisms with the bound at that order,
enclosed from both sides (`two_outcomes` has the proof).  The other forms are upper bounds of it:

    mironov                 eps = gamma + log(1/delta)/(order - 1)
    canonne-kamath-steinke  eps = gamma + log(1 - 1/order) - log(order delta)/(order - 1)
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from dpsym.numbers import two_outcomes as t
from dpsym.numbers.balls import Answer, Number, approximate, ball
from dpsym.numbers.gaussian import log_of
from dpsym.numbers.registry import (
    Argument,
    between,
    choice,
    declared,
    evaluator,
    nonnegative,
    of_tradeoff,
    positive,
)
from dpsym.reals.precision import precision, working_bits

ORDER = Argument("order of the divergence", lower=1, lower_open=True)
GAMMA = positive("bound on the Renyi divergence, in nats")
ALPHA = between(0, 1, "level: the probability of rejecting wrongly")
FORM = choice(
    "the optimum over all mechanisms, or a published bound", "optimum", "mironov", "canonne-kamath-steinke"
)


def _extra(order: Number, gamma: Number, *_: object) -> int:
    size = abs(math.frexp(approximate(gamma))[1]) + abs(math.frexp(approximate(Fraction(order) - 1))[1])
    return 90 + 2 * size


def _bound(order: Number, gamma: Number) -> t.Bound:
    return t.Bound(ball(gamma), ball(order))


@evaluator(
    "rdp.delta",
    "The smallest delta for which every mechanism with D_order <= gamma is (eps, delta)-differentially private.",
    bits=_extra,
    order=ORDER,
    gamma=GAMMA,
    eps=nonnegative("privacy loss, in nats"),
    form=FORM,
)
def delta(order: Number, gamma: Number, eps: Number, form: str) -> arb:
    """The published forms are capped at 1."""
    if form == "optimum":
        with precision(2 * working_bits()):
            return t.delta(_bound(order, gamma), ball(eps), 1.0)
    s = ball(order) - 1
    found = s * (ball(gamma) - ball(eps))
    if form == "canonne-kamath-steinke":
        found += s * (s / (1 + s)).log() - (1 + s).log()
    return found.exp().min(arb(1))


@evaluator(
    "rdp.epsilon",
    "The smallest eps for which every mechanism with D_order <= gamma is (eps, delta)-differentially private.",
    bits=_extra,
    order=ORDER,
    gamma=GAMMA,
    delta=between(0, 1, "delta of the guarantee", "both"),
    form=FORM,
)
def epsilon(order: Number, gamma: Number, delta: Number, form: str) -> Answer:
    """The published forms are floored at 0."""
    if form == "optimum":
        x = approximate(Fraction(order) - 1)
        near = approximate(gamma) + math.log(x / (1 + x)) - (log_of(delta) + math.log1p(x)) / x
        with precision(2 * working_bits()):
            return t.epsilon(_bound(order, gamma), ball(delta), near, lambda _: 1.0)
    s, log_d = ball(order) - 1, ball(delta).log()
    if form == "mironov":
        return ball(gamma) - log_d / s
    return (ball(gamma) + (s / (1 + s)).log() - (log_d + (1 + s).log()) / s).max(arb(0))


def _best(order: Number, gamma: Number, level: Number) -> t.Pair:
    with precision(2 * working_bits()):
        return t.power(_bound(order, gamma), ball(level), 1 - ball(level), 1.0)


@evaluator(
    "rdp.power",
    "The largest power of a test at level alpha against any mechanism with D_order <= gamma.",
    bits=_extra,
    order=ORDER,
    gamma=GAMMA,
    alpha=ALPHA,
)
def power(order: Number, gamma: Number, alpha: Number) -> Answer:
    """The supremum over all mechanisms that keep the bound both ways round."""
    return alpha if alpha in (0, 1) else _best(order, gamma, alpha).p


@evaluator(
    "rdp.tradeoff",
    "The trade-off function of D_order <= gamma: the smallest probability of missing, of a test at level alpha.",
    bits=_extra,
    order=ORDER,
    gamma=GAMMA,
    alpha=ALPHA,
)
def tradeoff(order: Number, gamma: Number, alpha: Number) -> Answer:
    """1 - power, with full relative accuracy where the power is near 1; its own inverse."""
    return 1 - alpha if alpha in (0, 1) else _best(order, gamma, alpha).p1


@evaluator(
    "rdp.pbdp",
    "The smallest delta for which every mechanism with D_order <= gamma is (eps, delta)-probabilistically bounded, "
    "under all post-processing.",
    bits=_extra,
    order=ORDER,
    gamma=GAMMA,
    eps=positive("privacy loss, in nats"),
)
def pbdp(order: Number, gamma: Number, eps: Number) -> arb:
    """The power delta at the level e^-eps delta."""
    with precision(2 * working_bits()):
        return t.bounded(_bound(order, gamma), ball(eps), 1.0)


@evaluator(
    "rdp.advantage",
    "The largest membership advantage (total variation distance) of any mechanism with D_order <= gamma.",
    bits=_extra,
    order=ORDER,
    gamma=GAMMA,
)
def advantage(order: Number, gamma: Number) -> arb:
    """tanh(L/2), L the logit of the symmetric pair that meets the bound."""
    return (t.symmetric(_bound(order, gamma))[0] * 0.5).tanh()


level, pbdp_epsilon = of_tradeoff("rdp")


__all__ = declared(__name__)
