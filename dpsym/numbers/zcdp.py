"""Zero-concentrated differential privacy: what rho-zCDP implies, at best and by published formulas.

`form="optimum"`, the default, is the exact worst case over all mechanisms that are rho-zCDP, both ways round,
enclosed from both sides (`two_outcomes` has the proof).  The other forms are upper bounds of it:

    bun-steinke             eps = rho + 2 (rho log(1/delta))^(1/2)
    canonne-kamath-steinke  delta = min over a > 1 of exp((a-1)(a rho - eps)) (1 - 1/a)^a/(a-1)

For rho below 1e-30 all orders touch as good as at once: ArithmeticError then, never a number without its proof.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from dpsym.numbers import two_outcomes as t
from dpsym.numbers.balls import Answer, Number, approximate, ball, newton
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

RHO = Argument("zero-concentration, in nats", lower=Fraction(1, 10**300))
FORM = choice("the optimum over all mechanisms, or a published bound", "optimum", "bun-steinke",
              "canonne-kamath-steinke")  # fmt: skip


def _cks_order(rho: float, eps: float) -> float:
    """s = order - 1 that minimises (in floats) log of the Canonne-Kamath-Steinke bound, convex in it."""
    s = max((eps - rho) / (2 * rho), 0.0) + 1 / math.sqrt(2 * rho)
    for _ in range(100):
        g = rho * (2 * s + 1) - eps + math.log(s / (1 + s))
        h = 2 * rho + 1 / s - 1 / (1 + s)
        new = s - g / h
        new = new if new > 0 else s / 8
        change, s = abs(new - s), new
        if change <= 1e-15 * s:
            break
    return s


def _cks_log(rho: arb, eps: arb, s: arb) -> arb:
    """log of the bound at order 1 + s: s((1+s) rho - eps) + (1+s) log(s/(1+s)) - log s."""
    return s * ((1 + s) * rho - eps) + (1 + s) * (s / (1 + s)).log() - s.log()


def _cks_root(rho: arb, eps: arb, start: float) -> arb:
    return newton(
        lambda s: rho * (2 * s + 1) - eps + (s / (1 + s)).log(),
        lambda s: 2 * rho + 1 / s - 1 / (1 + s),
        start,
        working_bits() - 16,
    )


LEAST = Fraction(1, 10**30)


def _bound(rho: Number) -> t.Bound:
    """The bound of every order, for the optima."""
    if rho < LEAST:
        raise ArithmeticError(
            "zcdp: the optimum is not computed for rho below 1e-30; a published form may serve"
        )
    return t.Bound(ball(rho))


def _extra(rho: Number, _other: Number, form: str = "optimum") -> int:
    """Bits to begin with: the optimum keeps half of them, and loses log2(1/rho)."""
    if form != "optimum" or rho < LEAST:
        return 24 + abs(math.frexp(approximate(rho))[1])
    return 90 + 2 * abs(math.frexp(approximate(rho))[1])


@evaluator(
    "zcdp.delta",
    "The smallest delta for which every rho-zCDP mechanism is (eps, delta)-differentially private.",
    bits=_extra,
    rho=RHO,
    eps=nonnegative("privacy loss, in nats"),
    form=FORM,
)
def delta(rho: Number, eps: Number, form: str) -> arb:
    """The published forms are capped at 1."""
    r, e = ball(rho), ball(eps)
    if form == "bun-steinke":
        gap = (e - r).max(arb(0))
        return (gap * gap / (-4 * r)).exp()
    s = _cks_order(approximate(rho), approximate(eps))
    if form == "canonne-kamath-steinke":
        return _cks_log(r, e, _cks_root(r, e, s)).exp().min(arb(1))
    with precision(2 * working_bits()):
        return t.delta(_bound(rho), ball(eps), s)


def _cks_epsilon(rho: float, log_delta: float) -> tuple[float, float]:
    """In floats, the least eps(s) = (1+s) rho + [(1+s) log(s/(1+s)) - log s - log delta]/s, and its s; the
    derivative times s^2 increases.
    """
    s = math.sqrt(max(-log_delta, 1e-3) / rho) + 1e-3
    for _ in range(100):
        new = s - (rho * s * s + log_delta + math.log1p(s)) / (2 * rho * s + 1 / (1 + s))
        new = new if new > 0 else s / 8
        change, s = abs(new - s), new
        if change <= 1e-15 * s:
            break
    return (1 + s) * rho + ((1 + s) * math.log(s / (1 + s)) - math.log(s) - log_delta) / s, s


@evaluator(
    "zcdp.epsilon",
    "The smallest eps for which every rho-zCDP mechanism is (eps, delta)-differentially private.",
    bits=_extra,
    rho=RHO,
    delta=between(0, 1, "delta of the guarantee", "both"),
    form=FORM,
)
def epsilon(rho: Number, delta: Number, form: str) -> Answer:
    """The published forms are floored at 0."""
    r, d = ball(rho), ball(delta)
    if form == "bun-steinke":
        return r + 2 * (r * -d.log()).sqrt()
    near, s = _cks_epsilon(approximate(rho), log_of(delta))
    if form == "canonne-kamath-steinke":
        log_d = d.log()
        root = newton(
            lambda x: r * x * x + log_d + x.log1p(), lambda x: 2 * r * x + 1 / (1 + x), s, working_bits() - 16
        )
        found = (1 + root) * r + ((1 + root) * (root / (1 + root)).log() - root.log() - log_d) / root
        return found.max(arb(0))
    with precision(2 * working_bits()):
        return t.epsilon(_bound(rho), ball(delta), near, lambda e: _cks_order(approximate(rho), e))


def _best(rho: Number, level: Number) -> t.Pair:
    with precision(2 * working_bits()):
        size = abs(log_of(level))
        start = math.sqrt(size / approximate(rho))
        return t.power(_bound(rho), ball(level), 1 - ball(level), start)


@evaluator(
    "zcdp.power",
    "The largest power of a test at level alpha against any rho-zCDP mechanism.",
    bits=_extra,
    rho=RHO,
    alpha=between(0, 1, "level: the probability of rejecting wrongly"),
)
def power(rho: Number, alpha: Number) -> Answer:
    """The supremum over all mechanisms, orders 1 to infinity, both ways round."""
    return alpha if alpha in (0, 1) else _best(rho, alpha).p


@evaluator(
    "zcdp.tradeoff",
    "The trade-off function of rho-zCDP: the smallest probability of missing, of a test at level alpha.",
    bits=_extra,
    rho=RHO,
    alpha=between(0, 1, "level: the probability of rejecting wrongly"),
)
def tradeoff(rho: Number, alpha: Number) -> Answer:
    """1 - power, with full relative accuracy where the power is near 1; its own inverse."""
    return 1 - alpha if alpha in (0, 1) else _best(rho, alpha).p1


@evaluator(
    "zcdp.pbdp",
    "The smallest delta for which every rho-zCDP mechanism is (eps, delta)-probabilistically bounded, under all "
    "post-processing.",
    bits=_extra,
    rho=RHO,
    eps=positive("privacy loss, in nats"),
    form=choice("the optimum over all mechanisms, or the bound of all orders' tails", "optimum", "tail"),
)
def pbdp(rho: Number, eps: Number, form: str) -> arb:
    """The power delta at the level e^-eps delta; the tail form is e^(-(eps - rho)^2/(4 rho)) for eps > rho, else 1."""
    if form == "tail":
        gap = (ball(eps) - ball(rho)).max(arb(0))
        return (gap * gap / (-4 * ball(rho))).exp()
    r, e = approximate(rho), approximate(eps)
    with precision(2 * working_bits()):
        return t.bounded(_bound(rho), ball(eps), max((e - r) / (2 * r), 0.0) + 1e-3)


@evaluator(
    "zcdp.advantage",
    "The largest membership advantage (total variation distance) of any rho-zCDP mechanism.",
    bits=lambda rho: 24 + abs(math.frexp(approximate(rho))[1]),
    rho=RHO,
)
def advantage(rho: Number) -> arb:
    """tanh(L/2) at the root L of L tanh(L/2) = rho."""
    return (t.symmetric(t.Bound(ball(rho)))[0] * 0.5).tanh()


@evaluator(
    "zcdp.rho",
    "The largest rho for which every rho-zCDP mechanism is (eps, delta)-differentially private.",
    eps=positive("privacy loss, in nats"),
    delta=between(0, 1, "delta of the guarantee", "both"),
    form=choice("a published bound", "bun-steinke"),
)
def rho(eps: Number, delta: Number, form: str) -> arb:  # noqa: ARG001
    """((eps + log(1/delta))^(1/2) - log(1/delta)^(1/2))^2, the inverse of the Bun-Steinke form."""
    big = -ball(delta).log()
    e = ball(eps)
    root = e / ((e + big).sqrt() + big.sqrt())
    return root * root


level, pbdp_epsilon = of_tradeoff("zcdp")


__all__ = declared(__name__)
