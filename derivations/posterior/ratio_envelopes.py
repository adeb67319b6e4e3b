"""Worst-case ratio of posterior to prior, for membership and for absence, against the prior (Figure 6)."""

from dpsym.derivations.conversions.approximate_to_probabilistic import approximate_to_probabilistic
from dpsym.derivations.posterior.bound_by_queries import p
from dpsym.derivations.posterior.ratio_interval import absence, near_the_bound, presence
from dpsym.derivations.posterior.technology_company import loss, trial
from dpsym.derivations.posterior.worst_case_measures import largest_ratio, ratio_envelope, smallest_ratio
from dpsym.language import *

upper = largest_ratio(p, loss)
lower = smallest_ratio(p, loss)

priors = (
    Rational(1, 100), Rational(1, 20), Rational(1, 10), Rational(1, 4), Rational(27, 100), Rational(29, 100), Rational(1, 2),
    Rational(71, 100), Rational(73, 100), Rational(3, 4), Rational(9, 10), Rational(19, 20), Rational(99, 100),
)  # fmt: skip
even = {**trial, p: Rational(1, 2)}
coarse = "The description of the figure says 'nearly' and was read off a logarithmic axis."

ratio_envelopes = Figure(
    title="Envelopes of the posterior-to-prior ratio",
    source=whole_of("kazan.fig6"),
    curves=(
        curve("upper envelope", upper, p, priors, trial),
        curve("lower envelope", lower, p, priors, trial),
    ),
    values=(
        value("upper envelope as the prior tends to 0 or 1", exp(loss), trial, "10", expected="disagrees", note=coarse),
        value("lower envelope as the prior tends to 0 or 1", exp(-loss), trial, "0.1", expected="disagrees", note=coarse),
        value(
            "upper envelope at prior 1/2", upper, even, "3", expected="disagrees",
            note="The description of the figure says about 3; the envelope is at most 2 there, because a posterior is at most 1.",
        ),
        value("lower envelope at prior 1/2", lower, even, "0.3"),
    ),
    uses=(approximate_to_probabilistic, presence, absence, ratio_envelope, near_the_bound),
    logarithmic=("y",),
    note=(
        "The ends approach the exponential of plus or minus the converted loss bound. The text says that an increase by a "
        "factor near it needs a prior close to 1; it needs a prior close to 0. The text calls this Figure 7, as it calls the first of every pair of figures by the number of the second: that may come from the making of the web page, and is not listed as a slip."
    ),
    errata=erratum('wrong number', 'Figure 6, description', 'reaching a range of nearly [0.1, 10]. The bounds are smallest when p_i = 0.5, approximately [0.3, 3]', fails='A posterior is at most 1, so the ratio is at most 2 at the prior 1/2. The ratio of a posterior to its prior is at most the factor of Corollary 3.11, which is 6.05 here, and at least 1/6.05.', holds='The ends are 6.05 and 0.165, the envelopes at 1/2 are 1.72 and 0.28.', affects='The text has “at most 6” for the same end, that is 6.05 rounded inwards.', rows=('upper envelope as the prior tends to 0 or 1', 'lower envelope as the prior tends to 0 or 1', 'upper envelope at prior 1/2')),
)  # fmt: skip
