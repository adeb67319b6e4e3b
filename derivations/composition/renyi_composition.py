"""Composition of Rényi DP: the bounds on the divergence of one order add."""

from dpsym.derivations.composition.zero_concentrated_composition import alpha, both, first, second, separation
from dpsym.language import *

gamma_1 = parameter("gamma_1", at_least=0, about="bound on the divergence of the first mechanism, in nats")
gamma_2 = parameter("gamma_2", at_least=0, about="bound on the divergence of the second mechanism, in nats")

renyi_composition = Theorem(
    title="Composition of two mechanisms with Rényi DP",
    source="mironov2017",
    cites="mironov2017",
    given=(RenyiDP(alpha, gamma_1).on(first), RenyiDP(alpha, gamma_2).on(second)),
    claim=RenyiDP(alpha, gamma_1 + gamma_2).on(both),
    derivation=(
        *separation,
        Chain(RenyiMoment(alpha, both))
        .eq(RenyiMoment(alpha, first) * RenyiMoment(alpha, second), "the sums separate")
        .le(exp((alpha - 1) * gamma_1) * exp((alpha - 1) * gamma_2), "both mechanisms have Rényi DP")
        .eq(exp((alpha - 1) * (gamma_1 + gamma_2)), "exponential of a sum"),
    ),
    scope="two mechanisms with independent randomness",
    near_misses={
        "the second mechanism unprotected": variant(
            given=[RenyiDP(alpha, gamma_1).on(first)],
            witness=point({alpha: 2, gamma_1: 1, gamma_2: 1}, A=(1, 0), B=(1, 0), C=(1, 0), D=(0, 1)),
        ),
        "the difference of the bounds": variant(
            RenyiDP(alpha, gamma_1 - gamma_2).on(both),
            witness=point({alpha: 2, gamma_1: 1, gamma_2: 2}, A=(1,), B=(1,), C=(1,), D=(1,)),
        ),
    },
    evaluate={"gamma": gamma_1 + gamma_2},
)
