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
inward = "Rounded to the nearest percent, and so inwards: the bound itself is wider than printed."

employee_survey = Example(
    title="An employee survey",
    source=whole_of("kazan.ex1.1"),
    values=(
        value("loss bound that holds with probability 99%", loss, survey, "0.1"),
        value("lowest posterior, pure guarantee", lowest(p, eps), pure, "48%", note=inward),
        value("highest posterior, pure guarantee", highest(p, eps), pure, "52%", note=inward),
        value("lowest posterior, with probability 99%", lowest(p, loss), even, "48%", note=inward),
        value("highest posterior, with probability 99%", highest(p, loss), even, "52%", note=inward),
        value("largest factor of increase", exp(loss), survey, "1.1", note=inward),
        value("largest factor of decrease", exp(-loss), survey, "0.90"),
        value(
            "largest difference", tanh(loss / 4), survey, "2%",
            note="The bound is just below 2.5%, and 'at most 2%' is not implied by it.",
        ),
    ),
    uses=(pure_posterior_interval, approximate_to_interval, approximate_to_ratio, approximate_to_difference),
    errata=erratum(
        "slip in wording",
        "Sections 1 and 4.1",
        "the manager's final probability will indeed be between 48% and 52%",
        fails="The bounds are 47.5% and 52.5%, and the largest difference is 2.5%, not 2%: rounded to the nearest percent a guarantee is rounded inwards. A pure mechanism with eps = 0.1 may take 50% to e^{-0.1}/(1 + e^{-0.1}), about 47.50%.",
        holds="Between 47% and 53%, and by at most 3%; or 47.5%, 52.5% and 2.5%.",
        affects="The sentences in Section 4.1 with 'at most 2% in absolute terms', 'more than 2%' and 'a factor of 1.1', where e^0.1 is about 1.105.",
    ),
    note="The bounds of 99% hold under each of the two laws, whether or not the employee answers NO.",
)  # fmt: skip
