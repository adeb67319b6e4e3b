"""The Laplace mechanism: noise of density e^(-|x|/scale)/(2 scale) on a query of the given sensitivity.

With mu = sensitivity/scale the loss is mu with probability 1/2, and mu - 2x/scale for noise x up to
sensitivity, so everything is elementary; the pair is symmetric under exchanging the laws.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.numbers.balls import Answer, Number, ball
from dpsym.numbers.registry import (
    Infeasible,
    between,
    declared,
    evaluator,
    lazily,
    nonnegative,
    of_tradeoff,
    positive,
    real,
)
from dpsym.reals.balls import Undecided

SCALE = positive("scale of the noise: its mean absolute value")
EPS = nonnegative("privacy loss, in nats")
DELTA = between(0, 1, "delta of the guarantee", "high")
ALPHA = between(0, 1, "level: the probability of rejecting wrongly")
SENSITIVITY = positive("L1 sensitivity of the query", default=1)


def _mu(scale: Number, sensitivity: Number) -> Fraction:
    return Fraction(sensitivity) / Fraction(scale)


@evaluator(
    "laplace.delta",
    "The smallest delta for which the Laplace mechanism is (eps, delta)-differentially private.",
    arrays=lazily("closed", "laplace_delta"),
    array_guarantee="relative error at most 2^-47",
    scale=SCALE,
    eps=EPS,
    sensitivity=SENSITIVITY,
)
def delta(scale: Number, eps: Number, sensitivity: Number) -> Answer:
    """1 - e^((eps - mu)/2) for eps < mu, else 0."""
    gap = Fraction(eps) - _mu(scale, sensitivity)
    return 0 if gap >= 0 else -ball(gap / 2).expm1()


@evaluator(
    "laplace.epsilon",
    "The smallest eps for which the Laplace mechanism is (eps, delta)-differentially private.",
    scale=SCALE,
    delta=DELTA,
    sensitivity=SENSITIVITY,
)
def epsilon(scale: Number, delta: Number, sensitivity: Number) -> Answer:
    """mu + 2 log(1 - delta), at least 0."""
    mu = _mu(scale, sensitivity)
    if delta == 0:
        return mu
    found = ball(mu) + 2 * (-ball(delta)).log1p()
    return 0 if found <= 0 else found.max(arb(0))


@evaluator(
    "laplace.scale",
    "The smallest scale for which the Laplace mechanism is (eps, delta)-differentially private.",
    eps=EPS,
    delta=DELTA,
    sensitivity=SENSITIVITY,
)
def scale(eps: Number, delta: Number, sensitivity: Number) -> Answer:
    """sensitivity/(eps - 2 log(1 - delta))."""
    if delta == 0:
        if eps == 0:
            raise Infeasible("no scale gives eps = 0 with delta = 0: the noise would have to be infinite")
        return Fraction(sensitivity) / Fraction(eps)
    return ball(sensitivity) / (ball(eps) - 2 * (-ball(delta)).log1p())


def _curve(mu: Fraction, alpha: Number) -> tuple[Answer, Answer]:
    """(power, 1 - power): e^mu alpha up to e^-mu/2, then 1 - e^-mu/(4 alpha) up to 1/2, then
    1 - e^-mu (1 - alpha).
    """
    x = Fraction(alpha)
    if x in (0, 1):
        return x, 1 - x
    m = ball(mu)
    if 2 * x >= 1:
        rest = (-m).exp() * ball(1 - x)
        return 1 - rest, rest
    corner = (-m).exp() * 0.5
    low, high = m.exp() * ball(x), (-m).exp() / (4 * ball(x))
    if ball(x) <= corner:
        return low, 1 - low
    if ball(x) > corner:
        return 1 - high, high
    raise Undecided("the level cannot be told from where the curve bends")


@evaluator(
    "laplace.power",
    "The largest power of a test of the two inputs at level alpha.",
    scale=SCALE,
    alpha=ALPHA,
    sensitivity=SENSITIVITY,
)
def power(scale: Number, alpha: Number, sensitivity: Number) -> Answer:
    """e^mu alpha, 1 - e^-mu/(4 alpha), 1 - e^-mu (1 - alpha), changing at e^-mu/2 and 1/2."""
    return _curve(_mu(scale, sensitivity), alpha)[0]


@evaluator(
    "laplace.tradeoff",
    "The trade-off function: the smallest probability of missing, of a test at level alpha; its own inverse.",
    scale=SCALE,
    alpha=ALPHA,
    sensitivity=SENSITIVITY,
)
def tradeoff(scale: Number, alpha: Number, sensitivity: Number) -> Answer:
    """1 - power, with full relative accuracy where the power is near 1."""
    return _curve(_mu(scale, sensitivity), alpha)[1]


@evaluator(
    "laplace.advantage",
    "The membership advantage: the total variation distance of the two output laws.",
    scale=SCALE,
    sensitivity=SENSITIVITY,
)
def advantage(scale: Number, sensitivity: Number) -> arb:
    """1 - e^(-mu/2)."""
    return -ball(-_mu(scale, sensitivity) / 2).expm1()


@evaluator(
    "laplace.renyi",
    "The Renyi divergence of the two output laws.",
    scale=SCALE,
    order=positive("order of the divergence; 1 gives the Kullback-Leibler divergence"),
    sensitivity=SENSITIVITY,
)
def renyi(scale: Number, order: Number, sensitivity: Number) -> arb:
    """log[(a e^((a-1) mu) + (a-1) e^(-a mu))/(2a-1)]/(a-1); mu + e^-mu - 1 at 1."""
    mu, a = _mu(scale, sensitivity), Fraction(order)
    m = ball(mu)
    if a == 1:
        return m + (-m).expm1()
    if 2 * a == 1:  # the limit: -2 log[(1 + mu/2) e^(-mu/2)]
        return m - 2 * (m * 0.5).log1p()
    s = ball((a - 1) * mu)
    # a (e^s - 1) + (a-1)(e^(-a mu) - 1) = sum - (2a - 1)
    inside = (ball(a) * s.expm1() + ball(a - 1) * ball(-a * mu).expm1()) / ball(2 * a - 1)
    return inside.log1p() / ball(a - 1)


@evaluator(
    "laplace.loss_tail",
    "The probability that the privacy loss exceeds t.",
    scale=SCALE,
    t=real("privacy loss, in nats"),
    sensitivity=SENSITIVITY,
)
def loss_tail(scale: Number, t: Number, sensitivity: Number) -> Answer:
    """1 - e^((t - mu)/2)/2 for -mu <= t < mu, 1 below, 0 from mu on."""
    mu, x = _mu(scale, sensitivity), Fraction(t)
    if x >= mu:
        return 0
    return 1 if x < -mu else 1 - ball((x - mu) / 2).exp() * 0.5


@evaluator(
    "laplace.loss_quantile",
    "The smallest privacy loss that is exceeded with probability at most q.",
    scale=SCALE,
    q=between(0, 1, "probability", "both"),
    sensitivity=SENSITIVITY,
)
def loss_quantile(scale: Number, q: Number, sensitivity: Number) -> Answer:
    """mu for q <= 1/2, else mu + 2 log(2 (1 - q)), at least -mu."""
    mu, rest = _mu(scale, sensitivity), 2 * (1 - Fraction(q))
    if rest >= 1:
        return mu
    found = ball(mu) + 2 * ball(rest).log()
    return -mu if found <= ball(-mu) else found.max(ball(-mu))


@evaluator(
    "laplace.pbdp",
    "The smallest delta for which the mechanism is (eps, delta)-probabilistically bounded, under all "
    "post-processing.",
    scale=SCALE,
    eps=positive("privacy loss, in nats"),
    sensitivity=SENSITIVITY,
)
def pbdp(scale: Number, eps: Number, sensitivity: Number) -> Answer:
    """The largest power delta = e^eps alpha at a level alpha; 0 from eps = mu on."""
    mu, e = _mu(scale, sensitivity), Fraction(eps)
    if e >= mu:
        return 0
    # at level 1/2 the power is 1 - e^-mu/2, e^eps times the level if e^eps = 2 - e^-mu
    m, growth = ball(mu), ball(e).exp()
    turn = 2 - (-m).exp()
    if growth <= turn:  # 1 - e^-mu (1 - x) = e^eps x
        return growth * -(-m).expm1() / (growth - (-m).exp())
    if growth > turn:  # 1 - e^-mu/(4x) = e^eps x
        return (1 + (1 - (ball(e) - m).exp()).sqrt()) * 0.5
    raise Undecided("eps cannot be told from where the curve bends")


level, pbdp_epsilon = of_tradeoff("laplace")


__all__ = declared(__name__)
