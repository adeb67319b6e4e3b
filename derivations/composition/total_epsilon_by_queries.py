"""Total privacy loss of k pure mechanisms under basic, advanced and optimal composition (Figure 2)."""

from dpsym.derivations.composition.advanced_composition import advanced_composition
from dpsym.derivations.composition.basic_composition import of_any_number as basic_composition
from dpsym.derivations.composition.optimal_composition import of_any_number as optimal_composition
from dpsym.derivations.vocabulary import delta, delta_0, eps_0
from dpsym.language import *

eps_0 = eps_0.ranging(above=0)
delta_0 = delta_0.ranging(at_least=0, below=1)
delta = delta.ranging(above=0, below=1)
k = parameter("k", at_least=1, integer=True, about="number of mechanisms")
l = parameter("l", latex=r"\ell", at_least=0, integer=True, about="index of a point of the optimal curve")
j = parameter(
    "j", at_least=0, integer=True, about="number of mechanisms whose answer points away from the target"
)


def basic_epsilon(k, eps_0):
    """Losses add."""
    return k * eps_0


def advanced_epsilon(k, eps_0, delta, mean=None):
    """A bound on the mean of the total loss, and a deviation that is exceeded with probability delta at most.

    `mean` bounds the mean loss of one mechanism.
    """
    mean = eps_0 * (exp(eps_0) - 1) if mean is None else mean
    return k * mean + eps_0 * sqrt(2 * k * log(1 / delta))


def optimal_delta(k, l, eps_0):
    """The hockey stick of k randomised responses at the loss (k - 2l) eps_0."""
    outcomes = FiniteSum(binomial(k, j) * (exp((k - j) * eps_0) - exp((k - 2 * l + j) * eps_0)), j, 0, l - 1)
    return outcomes / (1 + exp(eps_0)) ** k


def optimal_epsilon(k, eps_0, delta):
    """The least loss on the optimal curve of k pure mechanisms whose delta is at most the given one."""
    return LeastOver((k - 2 * l) * eps_0, l, 0, floor(k / 2), optimal_delta(k, l, eps_0) <= delta)


rests_on = (basic_composition, advanced_composition, optimal_composition)

stated = {eps_0: Rational(1, 20), delta: Rational(1, 10**6)}
queries = (10, 20, 28, 50, 100, 150, 200)

total_epsilon_by_queries = Figure(
    title="Total privacy loss against the number of mechanisms",
    source=whole_of("kazan.fig2"),
    curves=(
        curve("basic", basic_epsilon(k, eps_0), k, queries, stated),
        curve("advanced", advanced_epsilon(k, eps_0, delta), k, queries, stated),
        curve(
            "optimal",
            optimal_epsilon(k, eps_0, delta),
            k,
            (10, 20, 25, 26, 28, 36, 37, 50, 100, 150, 200),
            stated,
        ),
    ),
    values=(
        value(
            "advanced composition is first below basic composition at",
            FirstAbove(basic_epsilon(k, eps_0) - advanced_epsilon(k, eps_0, delta), k, 0),
            stated,
        ),
        value("optimal composition, 25 mechanisms", optimal_epsilon(k, eps_0, delta), {**stated, k: 25}),
        value(
            "optimal composition, 26 mechanisms",
            optimal_epsilon(k, eps_0, delta),
            {**stated, k: 26},
            note="one mechanism more, and a smaller bound: the curve is a saw-tooth",
        ),
    ),
    uses=rests_on,
    note="The paper prints no value of this figure and calls it Figure 3 in the text. Basic composition of pure mechanisms needs no delta.",
)
