"""Gaussian DP is zero-concentrated, as the pair of normal laws that it allows at most is."""

from dpsym.derivations.vocabulary import alpha, equal
from dpsym.language import *

mu = parameter("mu", at_least=0, about="the budget of Gaussian DP")


gaussian_to_concentrated = Theorem(
    title="Gaussian DP gives zero-concentrated DP",
    cited="dong2022",
    given=GaussianDP(mu),
    claim=ZCDP(mu**2 / 2),
    example=point({mu: 0}, **equal),
    near_misses={
        "a smaller budget": variant(ZCDP(mu**2 / 2 - 1), witness=point({mu: 0, alpha: 2}, **equal)),
    },
    note=(
        "By the theorem of Blackwell a pair of laws under Gaussian DP is what some post-processing makes of two normal laws, "
        "and no post-processing increases a Rényi divergence."
    ),
)
