"""Under pure DP the moment of order 2 exceeds 1 by no more than a multiple of the total variation distance."""

from dpsym.derivations.analysis.order_of_powers import part
from dpsym.derivations.analysis.square_by_distance import square_by_distance
from dpsym.derivations.divergences.pure_divergences import at_every_outcome
from dpsym.derivations.vocabulary import eps, truthful
from dpsym.language import *

by_distance = Theorem(
    title="Pure DP bounds the moment of order 2 by the total variation distance",
    given=PureDP(eps),
    claim=RenyiMoment(2) <= 1 + (exp(eps) - exp(-eps)) * HockeyStick(0),
    derivation=(
        *at_every_outcome,
        have(
            part(P(y), Q(y), 2)
            <= 2 * P(y) - Q(y) + (exp(eps) - 1) * Max(0, P(y) - Q(y)) + (1 - exp(-eps)) * Max(0, Q(y) - P(y)),
            "at every outcome",
            by=square_by_distance.at(u=P(y), v=Q(y)),
        ),
        have(Eq(Max(0, Q(y) - P(y)), Max(0, P(y) - Q(y)) + Q(y) - P(y)), "a positive part"),
        Chain(RenyiMoment(2))
        .le(
            Total(
                2 * P(y)
                - Q(y)
                + (exp(eps) - 1) * Max(0, P(y) - Q(y))
                + (1 - exp(-eps)) * (Max(0, P(y) - Q(y)) + Q(y) - P(y)),
                y,
            ),
            "at every outcome",
        )
        .eq(1 + (exp(eps) - exp(-eps)) * HockeyStick(0), "both laws have mass 1"),
    ),
    tight=point({eps: log(2)}, **truthful),
    near_misses={
        "without the smaller exponential": variant(
            RenyiMoment(2) <= 1 + (exp(eps) - 1) * HockeyStick(0), witness=point({eps: log(2)}, **truthful)
        ),
    },
)
