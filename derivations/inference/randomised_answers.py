"""Example 4.5 and Figure 3: bounds on the probability of randomised answers, under any model of the true ones."""

from dpsym.derivations.mechanisms.randomized_response import pure
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss of one answer, in nats")
n = parameter("n", above=0, integer=True, about="number of answers")
lower = (1 + exp(eps)) ** (-n)
upper = (1 + exp(-eps)) ** (-n)
counts = tuple(Integer(k) for k in range(1, 11))

figure_3 = Figure(
    title="Bounds on the probability of randomised answers (Figure 3)",
    source=whole_of("bailie.fig3"),
    curves=(
        curve("lower", lower, n, counts, {eps: 1}),
        curve("upper", upper, n, counts, {eps: 1}),
    ),
    values=(
        value("gap for one answer", upper - lower, {eps: 1, n: 1}),
        value("gap for two answers", upper - lower, {eps: 1, n: 2}),
        value("gap for three answers", upper - lower, {eps: 1, n: 3}),
    ),
    uses=(pure,),
    note=(
        "The gap is the same for one answer and for two, as the two bounds for one answer add up to 1, and falls from then on. The "
        "model has a fixed number of answers; where their number is random, the lower bound has its probability as a factor."
    ),
)
