"""Probabilistic differential privacy: the privacy loss is bounded with high probability."""

from dpsym.derivations.vocabulary import delta, eps
from dpsym.language import *

probabilistic = Definition(
    title="Probabilistic differential privacy",
    source=of_any_spaces("kazan.def2.4"),
    cites="machanavajjhala2008",
    defines=ProbDP(eps, delta),
    note=(
        "The interval is closed and bounds the loss on both sides; the output is drawn from the law in the numerator of "
        "the loss, and the condition is asked for in both orders of the two laws."
    ),
)
