"""Probabilistic differential privacy: the privacy loss is bounded with high probability."""

from dpsym.language import *

eps = parameter("eps", at_least=0, about="bound on the privacy loss, in nats")
delta = parameter("delta", at_least=0, at_most=1, about="probability with which the bound may fail")

probabilistic = Definition(
    title="Probabilistic differential privacy",
    source="kazan.def2.4",
    cites="machanavajjhala2008",
    defines=ProbDP(eps, delta),
    note=(
        "The interval is closed and bounds the loss on both sides; the output is drawn from the law in the numerator of "
        "the loss, and the condition is asked for in both orders of the two laws."
    ),
)
