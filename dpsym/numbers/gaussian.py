"""The Gaussian mechanism: noise N(0, sigma^2) on a query of the given sensitivity."""

from __future__ import annotations

import math

from flint import arb

from dpsym.numbers.balls import Number, approximate, ball
from dpsym.numbers.names import evaluator, nonnegative, positive

HALF = arb(0.5)


def _bits(sigma: Number, eps: Number, sensitivity: Number) -> int:
    """Bits lost in Q(a) - e^eps Q(b): Q(a)/delta <= min(1.26, 1/a) (b^2 + 3)/mu, and erfc is a^2 times as
    sensitive as its argument.
    """
    mu = approximate(sensitivity) / approximate(sigma)
    m = approximate(eps) / mu if mu else math.inf
    a, b = m - mu / 2, m + mu / 2
    if not (mu > 1e-150 and b < 1e150):
        return 1000
    lost = (b * b + 3) / (mu * (1 + a)) if a > 0 else (b * b + 3) / mu
    return 12 + math.frexp(lost + 2)[1] + math.frexp((1 + abs(a)) * b + 2)[1]


@evaluator(
    "gaussian.delta",
    "The smallest delta for which the Gaussian mechanism is (eps, delta)-differentially private.",
    bits=_bits,
    sigma=positive("standard deviation of the noise"),
    eps=nonnegative("privacy loss, in nats"),
    sensitivity=positive("L2 sensitivity of the query", default=1),
)
def delta(sigma: Number, eps: Number, sensitivity: Number) -> arb:
    """delta = Q(a) - e^eps Q(b), a = eps/mu - mu/2, b = eps/mu + mu/2, mu = sensitivity/sigma."""
    root = HALF.sqrt()
    e = ball(eps)
    scaled = ball(sigma) * root
    if sensitivity != 1:
        scaled /= ball(sensitivity)
    m, h = e * scaled, 0.25 / scaled
    return ((m - h).erfc() - e.exp() * (m + h).erfc()) * HALF
