"""Example 4.3: the worst-case posterior of users of a service, for three priors."""

from dpsym.derivations.conversions.approx_to_probabilistic_curve import delta, delta_p
from dpsym.derivations.conversions.approximate_difference_bound import approximate_to_difference
from dpsym.derivations.conversions.approximate_posterior_interval import approximate_to_interval
from dpsym.derivations.conversions.approximate_ratio_bound import approximate_to_ratio
from dpsym.derivations.conversions.approximate_to_probabilistic import probabilistic_loss
from dpsym.derivations.posterior.bound_by_queries import p
from dpsym.derivations.posterior.largest_difference import upper_value as largest_increase
from dpsym.derivations.posterior.posterior_interval import highest
from dpsym.derivations.vocabulary import eps
from dpsym.language import *

loss = probabilistic_loss(eps, delta, delta_p)
posterior = highest(p, loss)
worst_prior = 1 / (1 + exp(loss / 2))
at_worst = highest(worst_prior, loss)

trial = {eps: Rational(18, 10), delta: Rational(1, 10**5), delta_p: Rational(1, 20)}
even, base_rate = {**trial, p: Rational(1, 2)}, {**trial, p: Rational(1, 10)}

inward = "rounded inwards, so that the bound is wider than printed"

technology_company = Example(
    title="A technology company",
    source=whole_of("kazan.ex4.3"),
    values=(
        value("loss bound that holds with probability 95%", loss, trial),
        value("highest posterior from prior 1/2", posterior, even, "at most 86%"),
        value("difference from prior 1/2", posterior - p, even, "36%"),
        value("ratio from prior 1/2", posterior / p, even, "1.7"),
        value("highest posterior from the base rate 10%", posterior, base_rate, "at most 40%", expected="disagrees", note=inward),
        value("difference from the base rate 10%", posterior - p, base_rate, "30%"),
        value("ratio from the base rate 10%", posterior / p, base_rate, "4.0"),
        value("worst prior for the difference", worst_prior, trial, "29%"),
        value("highest posterior from the worst prior", at_worst, trial, "at most 71%", expected="disagrees", note=inward),
        value("its difference", at_worst - worst_prior, trial, "42%"),
        value("its ratio", at_worst / worst_prior, trial, "2.5"),
        value("ratio approached as the prior tends to zero", exp(loss), trial, "at most 6", expected="disagrees", note=inward),
    ),
    uses=(approximate_to_interval, approximate_to_ratio, approximate_to_difference, largest_increase),
    errata=erratum(
        "wrong number",
        "Section 4.4, of Example 4.3",
        "the adversary’s posterior probability will be at most 40% [...] a posterior-to-prior ratio of at most 6 [...] a posterior probability at most 71%",
        fails="The bounds are rounded inwards, so that they say more than holds. Randomised response with eps = 1.8 is (1.8, 0)-DP, and takes the prior 10% to more than 40.1% and the prior 29% to more than 71.1%; a small prior is increased by nearly the factor e^{1.8} > 6.04.",
        holds="At most 41%, 7 and 72% (or 40.3%, 6.06 and 71.1% from the worst prior). The “at most 86%” of the prior 1/2 is rounded outwards, and stands.",
        rows=("highest posterior from the base rate 10%", "highest posterior from the worst prior", "ratio approached as the prior tends to zero"),
    ),
)  # fmt: skip
