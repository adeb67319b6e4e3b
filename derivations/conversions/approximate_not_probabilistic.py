"""Approximate DP does not give probabilistic DP with the same parameters."""

from dpsym.derivations.mechanisms.extremal_pair import approximate, delta, eps_s, extremal_pair, room
from dpsym.derivations.vocabulary import eps
from dpsym.language import *

approximate_not_probabilistic = Theorem(
    title="Approximate DP does not imply probabilistic DP with the same parameters",
    source=whole_of("kazan.rem-adp-not-pdp"),
    cites="meiser2018",
    given=room,
    claim=AllOf(ApproxDP(eps, delta), NotSo(ProbDP(eps, delta))),
    where=extremal_pair,
    example=point({eps: 0, eps_s: log(2), delta: Rational(1, 3)}),
    derivation=(
        have(ApproxDP(eps, delta), "its hockey stick is the delta", by=approximate),
        have(delta < delta / (1 - exp(eps - eps_s)), "the denominator is less than 1"),
        Chain(1 - Probability(Within(Loss(), eps), P))
        .ge(delta / (1 - exp(eps - eps_s)), "the first outcome has a larger loss")
        .gt(delta, "by the line before"),
    ),
    near_misses={
        "at the pair's own loss": variant(
            Probability(Within(Loss(), eps_s), P) < 1 - delta,
            witness=point({eps: 0, eps_s: log(2), delta: Rational(1, 3)}),
        ),
        "at the probability of both outcomes": variant(
            AllOf(
                ApproxDP(eps, delta), NotSo(ProbDP(eps, delta * (1 + exp(-eps_s)) / (1 - exp(eps - eps_s))))
            ),
            witness=point({eps: 0, eps_s: log(2), delta: Rational(1, 3)}),
        ),
    },
    note="The paper cites a counterexample; this pair is one for every loss and every positive delta for which it exists.",
)
