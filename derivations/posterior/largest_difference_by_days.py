"""Largest difference between posterior and prior, over all priors, against the number of daily releases (Figure 5)."""

from dpsym.derivations.conversions.approximate_difference_bound import approximate_to_difference
from dpsym.derivations.posterior.daily_releases import daily, difference, k, rests_on
from dpsym.language import *

largest_difference_by_days = Figure(
    title="Largest difference against the number of daily releases",
    source=whole_of("kazan.fig5"),
    curves=(
        curve(
            "largest difference", difference, k, (1, 2, 5, 7, 14, 21, 30, 50, 100, 150, 200, 202, 365), daily
        ),
    ),
    uses=(*rests_on, approximate_to_difference),
)
