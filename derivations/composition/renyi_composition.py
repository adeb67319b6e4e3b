"""Composition of Rényi DP: the bounds on the divergence of one order add."""

from dpsym.derivations.composition.zero_concentrated_composition import (
    A,
    B,
    C,
    D,
    alpha,
    both,
    first,
    possible,
    second,
    term,
    z,
)
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
        have(
            Implication(Eq(B(y) * D(z), 0), Eq(A(y) * C(z), 0)),
            "a product is 0 when a factor is",
            split=(B(y) > 0, D(z) > 0),
        ),
        have(RenyiMoment(alpha, first) >= 0, "a sum of exponentials"),
        have(RenyiMoment(alpha, second) >= 0, "a sum of exponentials"),
        have(Implication(possible, Eq(log(A(y) * C(z)), log(A(y)) + log(C(z)))), "logarithm of a product"),
        have(Implication(possible, Eq(log(B(y) * D(z)), log(B(y)) + log(D(z)))), "logarithm of a product"),
        have(
            Implication(possible, Eq(term(A(y) * C(z), B(y) * D(z)), term(A(y), B(y)) * term(C(z), D(z)))),
            "exponential of a sum",
        ),
        have(
            Eq(
                Indicator(AllOf(A(y) * C(z) > 0, B(y) * D(z) > 0)) * term(A(y) * C(z), B(y) * D(z)),
                Indicator(AllOf(A(y) > 0, B(y) > 0))
                * term(A(y), B(y))
                * Indicator(AllOf(C(z) > 0, D(z) > 0))
                * term(C(z), D(z)),
            ),
            "the same where an output is impossible",
            derivation=cases(A(y) > 0, cases(C(z) > 0, cases(B(y) > 0, cases(D(z) > 0)))),
        ),
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
        "half the second bound": variant(
            RenyiDP(alpha, gamma_1 - gamma_2).on(both),
            witness=point({alpha: 2, gamma_1: 1, gamma_2: 2}, A=(1,), B=(1,), C=(1,), D=(1,)),
        ),
    },
    evaluate={"gamma": gamma_1 + gamma_2},
)
