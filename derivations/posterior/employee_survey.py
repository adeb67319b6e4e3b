"""Example 1.1: what a manager can learn about one employee's answer from a noisy count."""

from dpsym.derivations.conversions.approx_to_probabilistic_curve import delta, delta_p
from dpsym.derivations.conversions.approximate_difference_bound import approximate_to_difference
from dpsym.derivations.conversions.approximate_posterior_interval import approximate_to_interval
from dpsym.derivations.conversions.approximate_ratio_bound import approximate_to_ratio
from dpsym.derivations.conversions.approximate_to_probabilistic import probabilistic_loss
from dpsym.derivations.posterior.bound_by_queries import p
from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.derivations.posterior.pure_posterior_interval import forward as pure_posterior_interval
from dpsym.derivations.vocabulary import eps
from dpsym.language import *

loss = probabilistic_loss(eps, delta, delta_p)
pure = {eps: Rational(1, 10), p: Rational(1, 2)}
survey = {eps: Rational(1, 10), delta: Rational(1, 10**7), delta_p: Rational(1, 100)}
even = {**survey, p: Rational(1, 2)}

inward = "rounded inwards, so that the bound is wider than printed"

employee_survey = Example(
    title="An employee survey",
    source=whole_of("kazan.ex1.1"),
    values=(
        value("loss bound that holds with probability 99%", loss, survey, "0.1"),
        value("lowest posterior, pure guarantee", lowest(p, eps), pure, "at least 48%", expected="disagrees", note=inward),
        value("highest posterior, pure guarantee", highest(p, eps), pure, "at most 52%", expected="disagrees", note=inward),
        value("lowest posterior, with probability 99%", lowest(p, loss), even, "at least 48%", expected="disagrees", note=inward),
        value("highest posterior, with probability 99%", highest(p, loss), even, "at most 52%", expected="disagrees", note=inward),
        value("largest factor of increase", exp(loss), survey, "at most 1.1", expected="disagrees", note=inward),
        value("smallest factor of decrease", exp(-loss), survey, "at least 0.90"),
        value("largest difference", tanh(loss / 4), survey, "at most 2%", expected="disagrees", note=inward),
    ),
    uses=(pure_posterior_interval, approximate_to_interval, approximate_to_ratio, approximate_to_difference),
    errata=erratum(
        "wrong number",
        "Section 4.1",
        "guaranteed to be between 48% and 52% [...] by at most a factor of 1.1 [...] by at most 2% in absolute terms. Both of these bounds hold no matter what the manager’s probability was initially",
        fails="The bounds are rounded inwards, so that they say more than holds. Randomised response with eps = 0.1 is (0.1, 0)-DP, and takes the prior 1/2 to e^{-0.1}/(1 + e^{-0.1}) < 0.4751 or to e^{0.1}/(1 + e^{0.1}) > 0.5249, a change of more than 2.49%; and a small prior is increased by nearly the factor e^{0.1} > 1.105.",
        holds="Between 47% and 53%, by at most a factor of 1.11, and by at most 3% (or between 47.5% and 52.5%, and by at most 2.5%).",
        affects="The sentence of Section 1 with “between 48% and 52%”, and the summary for the employees, “by more than 2%”.",
        rows=(
            "lowest posterior, pure guarantee",
            "highest posterior, pure guarantee",
            "lowest posterior, with probability 99%",
            "highest posterior, with probability 99%",
            "largest factor of increase",
            "largest difference",
        ),
    ),
    note="The bounds of 99% hold under each of the two laws, whether or not the employee answers NO.",
)  # fmt: skip
