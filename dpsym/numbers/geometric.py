"""The geometric mechanism: discrete Laplace noise, named by the privacy of the answer, as it is often written.

Masses proportional to e^(-eps0 |x|/sensitivity) on the integers: discrete_laplace at scale = sensitivity/eps0.
"""

from __future__ import annotations

from fractions import Fraction

from dpsym.numbers import discrete_laplace
from dpsym.numbers.balls import Answer, Number
from dpsym.numbers.registry import (
    Call,
    Options,
    between,
    declared,
    evaluator,
    evaluators_of,
    natural,
    nonnegative,
    positive,
    renamed,
)

EPS0 = positive("privacy of the mechanism, in nats: masses proportional to exp(-eps0 |x| / sensitivity)")
SENSITIVITY = natural("sensitivity of the query, an integer", default=1)


def _declared(quantity: str) -> Call:
    """The quantity of discrete_laplace, with eps0 in place of the scale."""
    other = evaluators_of(discrete_laplace)[quantity]
    kept: Options = {a.name: a for a in other.arguments if a.name not in ("scale", "sensitivity")}
    scaled = "sensitivity" in {a.name for a in other.arguments}

    def change(eps0: Number, *values: Number) -> tuple[Number, ...]:
        scale = Fraction(values[-1]) / Fraction(eps0)
        return (scale, *(values if scaled else values[:-1]))

    return renamed(
        f"geometric.{quantity}", other.name, other.about, change, eps0=EPS0, **kept, sensitivity=SENSITIVITY
    )


delta, epsilon = _declared("delta"), _declared("epsilon")
power, tradeoff, level = _declared("power"), _declared("tradeoff"), _declared("level")
pbdp, pbdp_epsilon = _declared("pbdp"), _declared("pbdp_epsilon")
advantage, renyi = _declared("advantage"), _declared("renyi")
loss_tail, loss_quantile, pmf = _declared("loss_tail"), _declared("loss_quantile"), _declared("pmf")


@evaluator(
    "geometric.eps0",
    "The largest eps0 for which the geometric mechanism is (eps, delta)-differentially private.",
    eps=nonnegative("privacy loss, in nats"),
    delta=between(0, 1, "the delta to be reached", open_ends="high"),
    sensitivity=SENSITIVITY,
)
def eps0(eps: Number, delta: Number, sensitivity: int) -> Answer:
    """sensitivity over the least scale of discrete Laplace noise."""
    return sensitivity * discrete_laplace.largest_rate(eps, delta, sensitivity)


__all__ = declared(__name__)
