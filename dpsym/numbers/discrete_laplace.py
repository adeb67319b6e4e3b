"""Discrete Laplace mechanism (two-sided geometric noise): masses, delta, trade-off, Renyi divergence; closed forms.

The mechanism adds X with P(X = x) = (1 - r)/(1 + r) r^|x|, r = e^{-1/scale}, x an integer, to a query whose
value changes by at most the integer `sensitivity` D between neighbours.  With P centred at 0 and Q at D the
privacy loss at x is (|x - D| - |x|)/scale, which falls from D/scale (x <= 0) to -D/scale (x >= D).
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce

from flint import arb

from dpsym.numbers.balls import Number, approximate, ball, newton
from dpsym.numbers.registry import (
    EXACT,
    Argument,
    Infeasible,
    between,
    declared,
    evaluator,
    natural,
    nonnegative,
    of_tradeoff,
    positive,
    real,
)
from dpsym.reals.balls import Undecided
from dpsym.reals.precision import working_bits

SCALE = positive("scale of the noise: masses proportional to exp(-|x| / scale)")
SENSITIVITY = natural("sensitivity of the query, an integer", default=1)


def _power_of_r(scale: Number, n: int) -> arb:
    return ball(-Fraction(n) / Fraction(scale)).exp()


def _below(scale: Number, m: int) -> arb:
    """P(X <= m)."""
    r = _power_of_r(scale, 1)
    if m < 0:
        return _power_of_r(scale, -m) / (1 + r)
    return 1 - _power_of_r(scale, m + 1) / (1 + r)


@evaluator(
    "discrete_laplace.pmf",
    "The probability of one integer under the discrete Laplace law centred at 0.",
    scale=SCALE,
    x=Argument("the integer", integer=True),
)
def pmf(scale: Number, x: int) -> arb:
    """(1 - r)/(1 + r) r^|x| = tanh(1/(2 scale)) e^{-|x|/scale}."""
    return ball(1 / (2 * Fraction(scale))).tanh() * _power_of_r(scale, abs(x))


@evaluator(
    "discrete_laplace.delta",
    "The smallest delta for which discrete Laplace noise is (eps, delta)-differentially private.",
    scale=SCALE,
    eps=nonnegative("privacy loss, in nats"),
    sensitivity=SENSITIVITY,
)
def delta(scale: Number, eps: Number, sensitivity: int) -> arb | int:
    """P(X <= m) - e^eps P(X <= m - D), m the largest integer below (D - eps scale)/2; 0 from eps = D/scale on."""
    s, e = Fraction(scale), Fraction(eps)
    if e * s >= sensitivity:
        return 0
    m = math.ceil((sensitivity - e * s) / 2) - 1
    # both terms over 1 + r, with the leading 1 kept apart: 1 - r^{m+1}/(1 + r) - e^eps r^{D-m}/(1 + r)
    return _below(scale, m) - ball(e).exp() * _below(scale, m - sensitivity)


@evaluator(
    "discrete_laplace.epsilon",
    "The smallest eps for which discrete Laplace noise is (eps, delta)-differentially private.",
    scale=SCALE,
    delta=between(0, 1, "the delta to be reached", open_ends="high"),
    sensitivity=SENSITIVITY,
)
def epsilon(scale: Number, delta: Number, sensitivity: int) -> arb | Number:
    """The largest of log((P(X <= m) - delta)/P(X <= m - D)), over the tests X <= m, and 0."""
    s = Fraction(scale)
    if delta == 0:
        return sensitivity / s
    level, best = ball(delta), arb(0)
    low, high = 0, (sensitivity - 1) // 2  # the root rises, then falls, in m: delta(eps) is convex in e^eps
    while low < high:
        m = (low + high) // 2
        # the test m beats m + 1 at its own root when the mass of m + 1 has loss below that root
        here = _root(scale, m, sensitivity, level)
        corner = Fraction(sensitivity - 2 * (m + 1)) / s
        if here is not None and here >= ball(corner):
            high = m
        else:
            low = m + 1
    for m in {max(low - 1, 0), low, min(low + 1, (sensitivity - 1) // 2)}:
        found = _root(scale, m, sensitivity, level)
        if found is not None:
            best = best.max(found)
    return best


def largest_rate(eps: Number, delta: Number, d: int) -> arb | Fraction:
    """The largest u = 1/scale for which delta is reached.

    delta(eps) falls with the scale; it is the largest over m of 1 - (e^{-u(m+1)} + e^{eps - u(D-m)})/(1 + e^{-u}),
    attained at the m above, and each of these rises with u: an exponent averaged over m + 1 and D - m is at least
    1, and e^{-u}/(1 + e^{-u}) less.  So u is the least of their roots.
    """
    e = Fraction(eps)
    if delta == 0:
        if e == 0:
            raise Infeasible("no scale gives eps = 0 with delta = 0: the noise would have to be infinite")
        return e / d
    left, aim = ball(delta), (-ball(delta)).log1p()
    most = (d - 1) // 2
    low = high = most
    if e > 0:  # m is attained for u from e/(D - 2m) to e/(D - 2m - 2)
        low = 0
        while low < high:
            m = (low + high) // 2
            at = (d - 2 * m - 2) / e  # the end of the piece of m: there delta is known
            known = _below(at, m) - ball(e).exp() * _below(at, m - d)
            if known >= left:
                high = m
            elif known <= left:
                low = m + 1
            else:  # this piece or the next: the lesser root is right
                low, high = m, m + 1
                break
    return (
        _line_root(low, e, d, aim)
        if low == high
        else _line_root(low, e, d, aim).min(_line_root(high, e, d, aim))
    )


def _line_root(m: int, eps: Fraction, d: int, aim: arb) -> arb:
    """The root u of log(e^{-u(m+1)} + e^{eps - u(D-m)}) - log(1 + e^{-u}) = aim; the left side falls."""
    one, other, e, goal = m + 1, d - m, approximate(eps), float(aim)

    def gap(u: float) -> tuple[float, float]:
        a, b = -u * one, e - u * other
        top = max(a, b)
        p, q = math.exp(a - top), math.exp(b - top)
        return (
            top + math.log(p + q) - math.log1p(math.exp(-u)) - goal,
            -(one * p + other * q) / (p + q) + 1 / (1 + math.exp(min(u, 700.0))),
        )

    low, high = 0.0, 1.0
    while gap(high)[0] > 0 and high < 1e300:
        low, high = high, 2 * high
    u = (low + high) / 2
    for _ in range(200):
        value, slope = gap(u)
        low, high = (u, high) if value > 0 else (low, u)
        new = u - value / slope
        if not low < new < high:
            new = (low + high) / 2
        u, change = new, abs(new - u)
        if change <= 1e-13 * u:
            break
    grown = ball(eps)

    def f(x: arb) -> arb:
        return ((-x * one).exp() + (grown - x * other).exp()).log() - (-x).exp().log1p() - aim

    def rate(x: arb) -> arb:
        p = 1 / (1 + (grown - x * (other - one)).exp())
        return 1 / (1 + x.exp()) - (p * one + (1 - p) * other)

    return newton(f, rate, u, working_bits() - 24)


@evaluator(
    "discrete_laplace.scale",
    "The smallest scale for which discrete Laplace noise is (eps, delta)-differentially private.",
    eps=nonnegative("privacy loss, in nats"),
    delta=between(0, 1, "the delta to be reached", open_ends="high"),
    sensitivity=SENSITIVITY,
)
def scale(eps: Number, delta: Number, sensitivity: int) -> arb | Fraction:
    """The scale at which one of the lines of delta has its root; D/eps where delta is 0."""
    return 1 / largest_rate(eps, delta, sensitivity)


def _root(scale: Number, m: int, d: int, level: arb) -> arb | None:
    above = _below(scale, m) - level
    return (above / _below(scale, m - d)).log() if above > 0 else None


def _near_level(scale: Number, d: int, level: arb) -> range:
    """The lines among which is the least at that level: in m they fall, then rise."""
    low, high = 0, d
    while high - low > 2:
        m = (low + high) // 2
        if level > _below(scale, m - d):
            low = m
        else:
            high = m
    return range(low, min(high + 1, d) + 1)


@evaluator(
    "discrete_laplace.power",
    "The largest power, at a level, of a test between neighbours under discrete Laplace noise.",
    scale=SCALE,
    alpha=between(0, 1, "level of the test"),
    sensitivity=SENSITIVITY,
)
def power(scale: Number, alpha: Number, sensitivity: int) -> arb | Number:
    """The least, over m = 0, ..., D, of P(X <= m - 1) + (alpha - P(X <= m - 1 - D)) e^{loss at m}: the
    randomised Neyman-Pearson test between two thresholds, and the lines of slope e^{D/scale} and e^{-D/scale}
    at the ends, where the loss is constant.
    """
    if alpha in (0, 1):
        return alpha
    s, d, level = Fraction(scale), sensitivity, ball(alpha)

    def line(m: int) -> arb:
        slope = ball(Fraction(d - 2 * m) / s).exp()
        if m == 0:
            return level * slope
        if m == d:
            return 1 - (1 - level) * slope
        return _below(scale, m - 1) + (level - _below(scale, m - 1 - d)) * slope

    return reduce(arb.min, map(line, _near_level(s, d, level)))


@evaluator(
    "discrete_laplace.tradeoff",
    "The trade-off function: the smallest probability of missing, of a test at level alpha; its own inverse.",
    scale=SCALE,
    alpha=between(0, 1, "level of the test"),
    sensitivity=SENSITIVITY,
)
def tradeoff(scale: Number, alpha: Number, sensitivity: int) -> arb | Number:
    """1 - power, with full relative accuracy where the power is near 1."""
    if alpha in (0, 1):
        return 1 - alpha
    s, d, level = Fraction(scale), sensitivity, ball(alpha)

    def line(m: int) -> arb:
        slope = ball(Fraction(d - 2 * m) / s).exp()
        if m == 0:
            return 1 - level * slope
        if m == d:
            return ball(1 - Fraction(alpha)) * slope
        return _below(scale, -m) - (level - _below(scale, m - 1 - d)) * slope

    return reduce(arb.max, map(line, _near_level(s, d, level)))


@evaluator(
    "discrete_laplace.advantage",
    "The membership advantage: the total variation distance of the laws of neighbours.",
    scale=SCALE,
    sensitivity=SENSITIVITY,
)
def advantage(scale: Number, sensitivity: int) -> arb:
    """P(X <= m) - P(X <= m - D) at m = ceil(D/2) - 1."""
    m = (sensitivity + 1) // 2 - 1
    return _below(scale, m) - _below(scale, m - sensitivity)


@evaluator(
    "discrete_laplace.loss_tail",
    "The probability that the privacy loss exceeds t.",
    scale=SCALE,
    t=real("privacy loss, in nats"),
    sensitivity=SENSITIVITY,
)
def loss_tail(scale: Number, t: Number, sensitivity: int) -> arb | int:
    """P(X <= m), m the largest integer below (D - t scale)/2; 0 from t = D/scale on, 1 below -D/scale."""
    reach = Fraction(t) * Fraction(scale)
    if reach >= sensitivity:
        return 0
    return 1 if reach < -sensitivity else _below(scale, math.ceil((sensitivity - reach) / 2) - 1)


@evaluator(
    "discrete_laplace.loss_quantile",
    "The smallest privacy loss that is exceeded with probability at most q.",
    guarantee=EXACT,
    scale=SCALE,
    q=between(0, 1, "probability", open_ends="both"),
    sensitivity=SENSITIVITY,
)
def loss_quantile(scale: Number, q: Number, sensitivity: int) -> Fraction:
    """(D - 2m)/scale at the largest m <= D with P(X <= m - 1) <= q, or m = 0."""
    level, low, high = ball(q), 0, sensitivity
    while low < high:
        m = (low + high + 1) // 2
        above = _below(scale, m - 1)
        if above <= level:
            low = m
        elif above > level:
            high = m - 1
        else:
            raise Undecided("q cannot be told from the probability of a loss")
    return (sensitivity - 2 * low) / Fraction(scale)


@evaluator(
    "discrete_laplace.pbdp",
    "The smallest delta for which the mechanism is (eps, delta)-probabilistically bounded, under all "
    "post-processing.",
    scale=SCALE,
    eps=positive("privacy loss, in nats"),
    sensitivity=SENSITIVITY,
)
def pbdp(scale: Number, eps: Number, sensitivity: int) -> arb | int:
    """The power delta = e^eps alpha at a level alpha, on the least of the lines that bound the power; 0 from
    eps = D/scale on.
    """
    s, d, e = Fraction(scale), sensitivity, Fraction(eps)
    if e * s >= d:
        return 0
    growth = ball(e).exp()

    def crossing(m: int) -> arb:  # of the line m, of a slope below e^eps, with power = e^eps level
        slope = ball(Fraction(d - 2 * m) / s)
        down = -(slope - ball(e)).expm1()
        if m == d:
            return -slope.expm1() / down
        return (_below(scale, m - 1) - _below(scale, m - 1 - d) * slope.exp()) / down

    low, high = math.floor((d - e * s) / 2) + 1, d  # the ratio of power and level falls from corner to corner
    first = low
    while high - low > 2:
        m = (low + high) // 2
        if _below(scale, m) > growth * _below(scale, m - d):
            low = m
        else:
            high = m
    best = crossing(max(low - 1, first))
    for m in range(max(low - 1, first) + 1, min(high + 1, d) + 1):
        best = best.min(crossing(m))
    return best.min(arb(1))


@evaluator(
    "discrete_laplace.renyi",
    "The Renyi divergence between neighbours under discrete Laplace noise.",
    scale=SCALE,
    order=positive("order of the divergence; 1 is the Kullback-Leibler divergence"),
    sensitivity=SENSITIVITY,
)
def renyi(scale: Number, order: Number, sensitivity: int) -> arb:
    """log(E_P e^{(a-1) L}) / (a - 1) over the losses L; at a = 1 their mean under P."""
    s, a, d = Fraction(scale), Fraction(order), sensitivity
    ends = [(Fraction(d) / s, _below(scale, 0)), (Fraction(-d) / s, 1 - _below(scale, d - 1))]
    masses = ball(1 / (2 * s)).tanh()
    losses = ends + [(Fraction(d - 2 * x) / s, masses * _power_of_r(scale, x)) for x in range(1, d)]
    if a == 1:
        return sum((ball(loss) * mass for loss, mass in losses), arb(0))
    return sum((ball((a - 1) * loss).exp() * mass for loss, mass in losses), arb(0)).log() / ball(a - 1)


level, pbdp_epsilon = of_tradeoff("discrete_laplace")


__all__ = declared(__name__)
