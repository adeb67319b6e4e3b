"""Randomised response: the true bit with probability e^eps0/(1 + e^eps0), else the other.

It is kary_randomised_response at k = 2.
"""

from __future__ import annotations

from dpsym.numbers import kary_randomised_response as kary
from dpsym.numbers.balls import Answer, Number
from dpsym.numbers.kary_randomised_response import EPS, EPS0
from dpsym.numbers.registry import (
    Call,
    Options,
    declared,
    evaluator,
    evaluators_of,
    lazily,
    of_tradeoff,
    renamed,
)


@evaluator(
    "randomised_response.delta",
    "The smallest delta for which randomised response is (eps, delta)-differentially private.",
    arrays=lambda eps0, eps: lazily("closed", "response_delta")(eps0, 2, eps),
    array_guarantee="relative error at most 2^-47",
    eps0=EPS0,
    eps=EPS,
)
def delta(eps0: Number, eps: Number) -> Answer:
    """(e^eps0 - e^eps)/(e^eps0 + 1), at least 0."""
    return kary.delta_of(eps0, 2, eps)


def _declared(quantity: str, formula: str, about: str = "") -> Call:
    """The quantity of k-ary randomised response at k = 2, where its formula is a simpler one."""
    other = evaluators_of(kary)[quantity]
    kept: Options = {a.name: a for a in other.arguments if a.name != "k"}
    return renamed(
        f"randomised_response.{quantity}",
        other.name,
        about or other.about,
        lambda first, *rest: (first, 2, *rest),
        formula=formula,
        **kept,
    )


epsilon = _declared(
    "epsilon",
    "log(e^eps0 - delta (e^eps0 + 1)), at least 0.",
    "The smallest eps for which randomised response is (eps, delta)-differentially private.",
)
eps0 = _declared(
    "eps0",
    "log[(e^eps + delta)/(1 - delta)].",
    "The largest eps0 for which randomised response is (eps, delta)-differentially private.",
)
power = _declared(
    "power",
    "min(e^eps0 alpha, 1 - e^-eps0 (1 - alpha)).",
    "The largest power of a test of the two bits at level alpha.",
)
tradeoff = _declared("tradeoff", "1 - power, with full relative accuracy where the power is near 1.")
advantage = _declared("advantage", "tanh(eps0/2).")
renyi = _declared("renyi", "log[(e^(a eps0) + e^((1-a) eps0))/(e^eps0 + 1)]/(a - 1); eps0 tanh(eps0/2) at 1.")
loss_tail = _declared("loss_tail", "The loss is eps0 with probability e^eps0/(1 + e^eps0), else -eps0.")
loss_quantile = _declared("loss_quantile", "-eps0 for q >= e^eps0/(1 + e^eps0), else eps0.")
pbdp = _declared("pbdp", "(1 - e^-eps0)/(1 - e^-(eps0 + eps)); 0 from eps = eps0 on.")
level, pbdp_epsilon = of_tradeoff("randomised_response")


__all__ = declared(__name__)
