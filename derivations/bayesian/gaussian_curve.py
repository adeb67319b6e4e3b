"""The curve of losses and probabilities of the Gaussian mechanism for an attacker who knows the other records."""

from dpsym.derivations.bayesian.f_dp_known_rest import known_rest, left_inverse
from dpsym.derivations.mechanisms.gaussian import renyi as divergence
from dpsym.derivations.testing.gaussian_power import bounded_loss, power, upper_point
from dpsym.derivations.vocabulary import tenth
from dpsym.language import *

delta = parameter("delta", above=0, below=1, about="probability of a larger ratio of the posteriors")
rho = Rational(263, 100)
distance = sqrt(2 * rho)


def trade_off_of(a):
    """The least probability of an error of type II at level a, between normal laws at this distance."""
    return 1 - power(a, distance)


def inverse_at(delta):
    """The level at which it is 1 - delta."""
    return normal_tail(upper_point(delta) + distance)


gaussian_trade_off = Example(
    title="The trade-off function of the Gaussian mechanism at the budget of the census",
    source=("kifer.fn15", "kifer.eq5-census-mu"),
    kind="formula",
    cites="dong2022",
    values=(
        value("distance of the inputs in standard deviations", distance),
        value("trade-off function at 1/10", trade_off_of(tenth)),
        value("the level at which it is 9/10", inverse_at(tenth)),
        value("trade-off function at that level", trade_off_of(inverse_at(tenth))),
        value("trade-off function at 9/10", trade_off_of(1 - tenth)),
    ),
    uses=(left_inverse, divergence),
    note=(
        "The mechanism is zero-concentrated with budget rho when the inputs are the square root of 2 rho standard deviations apart. The trade-off "
        "function is its own inverse: the errors of both types change places when the laws do. So its inverse at 1 - delta is its value there, "
        "the probability that a normal variable exceeds the upper point of delta by the distance."
    ),
)

failures = (
    Rational(1, 2),
    tenth,
    Rational(1, 20),
    Rational(1, 100),
    *(Rational(1, 10**k) for k in (3, 6, 10)),
)

figure = Figure(
    title="Moves of the posterior under the Gaussian mechanism at the budget of the census",
    source=whole_of("kifer.fig4"),
    curves=(curve("bound on the logarithm of the ratio", bounded_loss(delta, distance), delta, failures),),
    uses=(known_rest,),
    logarithmic=("x",),
    note=(
        "The bound on the ratio by the probability of a larger one, given the true record. It is the curve of bounded DP of the mechanism. The continuous "
        "mechanism stands in for the discrete one that was used: an assumption of the paper."
    ),
)
