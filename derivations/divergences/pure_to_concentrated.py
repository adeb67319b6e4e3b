"""Pure DP implies Rényi DP of every order with half the squared loss, and so zero-concentrated DP."""

from dpsym.derivations.analysis.hyperbolic import moment, of_response
from dpsym.derivations.divergences.pure_divergences import at_every_outcome, renyi
from dpsym.derivations.vocabulary import alpha, eps, equal
from dpsym.language import *

renyi_of_order = Theorem(
    title="Pure DP is Rényi DP with half the squared loss",
    source="bunsteinke2016",
    given=PureDP(eps),
    claim=RenyiDP(alpha, alpha * eps**2 / 2),
    derivation=(
        have(RenyiMoment(alpha) <= moment, "randomised response is the worst", by=renyi),
        have(moment <= exp((alpha - 1) * (alpha * eps**2 / 2)), "its moment", by=of_response),
        *at_every_outcome,
    ),
    tight=point({alpha: 2, eps: 0}, **equal),
)

concentrated = Theorem(
    title="Pure DP is zero-concentrated DP with half the squared loss",
    source="bunsteinke2016",
    given=PureDP(eps),
    claim=ZCDP(eps**2 / 2),
    derivation=(have(RenyiDP(alpha, alpha * eps**2 / 2), "Rényi DP of every order", by=renyi_of_order),),
    tight=point({eps: 0}, **equal),
)
