"""Randomised response: the true bit with probability e^eps0/(1 + e^eps0), else the other."""

from __future__ import annotations

from flint import arb

from dpsym.numbers import kary_randomised_response as kary
from dpsym.numbers.balls import Answer, Number
from dpsym.numbers.kary_randomised_response import ALPHA, DELTA, EPS, EPS0, ORDER
from dpsym.numbers.registry import EXACT, between, declared, evaluator, lazily, of_tradeoff, positive, real


@evaluator(
    "randomised_response.delta",
    "The smallest delta for which randomised response is (eps, delta)-differentially private.",
    arrays=lambda eps0, eps: lazily("closed_arrays", "response_delta")(eps0, 2, eps),
    array_guarantee="relative error at most 2^-47",
    eps0=EPS0,
    eps=EPS,
)
def delta(eps0: Number, eps: Number) -> Answer:
    """(e^eps0 - e^eps)/(e^eps0 + 1), at least 0."""
    return kary.delta_of(eps0, 2, eps)


@evaluator(
    "randomised_response.epsilon",
    "The smallest eps for which randomised response is (eps, delta)-differentially private.",
    eps0=EPS0,
    delta=DELTA,
)
def epsilon(eps0: Number, delta: Number) -> Answer:
    """log(e^eps0 - delta (e^eps0 + 1)), at least 0."""
    return kary.epsilon_of(eps0, 2, delta)


@evaluator(
    "randomised_response.eps0",
    "The largest eps0 for which randomised response is (eps, delta)-differentially private.",
    eps=EPS,
    delta=DELTA,
)
def eps0(eps: Number, delta: Number) -> Answer:
    """log[(e^eps + delta)/(1 - delta)]."""
    return kary.eps0_of(eps, 2, delta)


@evaluator(
    "randomised_response.power",
    "The largest power of a test of the two bits at level alpha.",
    eps0=EPS0,
    alpha=ALPHA,
)
def power(eps0: Number, alpha: Number) -> Answer:
    """min(e^eps0 alpha, 1 - e^-eps0 (1 - alpha))."""
    return kary.curve(eps0, 2, alpha)[0]


@evaluator(
    "randomised_response.tradeoff",
    "The trade-off function: the smallest probability of missing, of a test at level alpha; its own inverse.",
    eps0=EPS0,
    alpha=ALPHA,
)
def tradeoff(eps0: Number, alpha: Number) -> Answer:
    """1 - power, with full relative accuracy where the power is near 1."""
    return kary.curve(eps0, 2, alpha)[1]


@evaluator(
    "randomised_response.advantage",
    "The membership advantage: the total variation distance of the two output laws.",
    eps0=EPS0,
)
def advantage(eps0: Number) -> Answer:
    """tanh(eps0/2)."""
    return kary.delta_of(eps0, 2, 0)


@evaluator(
    "randomised_response.renyi", "The Renyi divergence of the two output laws.", eps0=EPS0, order=ORDER
)
def renyi(eps0: Number, order: Number) -> arb:
    """log[(e^(a eps0) + e^((1-a) eps0))/(e^eps0 + 1)]/(a - 1); eps0 tanh(eps0/2) at 1."""
    return kary.renyi_of(eps0, 2, order)


@evaluator(
    "randomised_response.loss_tail",
    "The probability that the privacy loss exceeds t.",
    eps0=EPS0,
    t=real("privacy loss, in nats"),
)
def loss_tail(eps0: Number, t: Number) -> Answer:
    """The loss is eps0 with probability e^eps0/(1 + e^eps0), else -eps0."""
    return kary.loss_tail_of(eps0, 2, t)


@evaluator(
    "randomised_response.loss_quantile",
    "The smallest privacy loss that is exceeded with probability at most q.",
    guarantee=EXACT,
    eps0=EPS0,
    q=between(0, 1, "probability", "both"),
)
def loss_quantile(eps0: Number, q: Number) -> Answer:
    """-eps0 for q >= e^eps0/(1 + e^eps0), else eps0."""
    return kary.loss_quantile_of(eps0, 2, q)


@evaluator(
    "randomised_response.pbdp",
    "The smallest delta for which the mechanism is (eps, delta)-probabilistically bounded, under all "
    "post-processing.",
    eps0=EPS0,
    eps=positive("privacy loss, in nats"),
)
def pbdp(eps0: Number, eps: Number) -> Answer:
    """(1 - e^-eps0)/(1 - e^-(eps0 + eps)); 0 from eps = eps0 on."""
    return kary.pbdp_of(eps0, 2, eps)


level, pbdp_epsilon = of_tradeoff("randomised_response")


__all__ = declared(__name__)
