"""Highest posterior against the number of daily releases (Figure 4)."""

from dpsym.derivations.conversions.approximate_posterior_interval import approximate_to_interval
from dpsym.derivations.posterior.daily_releases import even, k, posterior, rests_on
from dpsym.language import *

posterior_bound_by_days = Figure(
    title="Highest posterior against the number of daily releases",
    source=whole_of("kazan.fig4"),
    curves=(curve("highest posterior", posterior, k, (1, 2, 5, 7, 14, 21, 30, 50, 58, 100), even),),
    uses=(*rests_on, approximate_to_interval),
    note="The text calls this Figure 5, as it calls the first of every pair of figures by the number of the second: that may come from the making of the web page, and is not listed as a slip. Without a release the bound is the prior.",
)
