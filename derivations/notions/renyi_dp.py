"""Rényi differential privacy: one exponential moment of the privacy loss is bounded."""

from dpsym.derivations.vocabulary import alpha, gamma
from dpsym.language import *

divergence = Definition(
    title="Exponential moment of the privacy loss",
    source=whole_of("kifer.def5.11"),
    cites="mironov2017",
    defines=RenyiMoment(alpha),
    note=(
        "Its logarithm, divided by the excess of the order over 1, is the Rényi divergence of that order. Where the first law gives an "
        "output that the second cannot give, the divergence is infinite; the definitions exclude this case. An output that the "
        "first law cannot give adds nothing. The paper states no range of the order; it is used above 1 only."
    ),
)

renyi = Definition(
    title="Rényi differential privacy",
    source=whole_of("kifer.def5.12"),
    cites="mironov2017",
    defines=RenyiDP(alpha, gamma),
    note=(
        "So the Rényi divergence of this order is at most gamma, in both orders of the laws. Zero-concentrated DP with budget "
        "rho asks this at every order alpha above 1, with gamma the product of alpha and rho."
    ),
)
