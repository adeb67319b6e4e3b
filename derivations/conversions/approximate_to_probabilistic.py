"""Approximate DP implies probabilistic DP: a larger loss for a given failure probability."""

from dpsym.derivations.conversions.approximate_to_probabilistic_at_loss import (
    approximate_to_probabilistic_at_loss,
    failure_probability,
)
from dpsym.derivations.conversions.pure_as_bounded_loss import forward as pure_bounds_loss
from dpsym.derivations.vocabulary import delta, delta_p, eps, truthful
from dpsym.language import *

delta = delta.ranging(at_least=0)
delta_p = delta_p.ranging(above=delta, at_most=1)


def probabilistic_loss(eps, delta, delta_p):
    """The loss bound that an (eps, delta)-DP mechanism keeps with probability 1 - delta_p under each law."""
    return log(delta_p * exp(eps) + delta) - log(delta_p - delta)


eps_p = probabilistic_loss(eps, delta, delta_p)

larger = Theorem(
    title="The loss of probabilistic DP is larger",
    source="kazan.thm3.9",
    kind="lemma",
    given=delta > 0,
    claim=eps < eps_p,
    derivation=Chain(exp(eps_p))
    .eq((delta_p * exp(eps) + delta) / (delta_p - delta), "exponential of a logarithm")
    .gt(exp(eps), "a larger numerator, a smaller denominator"),
)

at_delta_0 = Theorem(
    title="Approximate DP with delta 0 is pure DP",
    source=("kazan.def2.1", "kifer.prop5-adp-endpoints"),
    kind="lemma",
    given=(ApproxDP(eps, delta), Eq(delta, 0)),
    claim=PureDP(eps),
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): S(y)}, "the same event"),
        Chain(Mass(S(y), P))
        .le(exp(eps) * Mass(S(y), Q) + delta, "approximate DP")
        .eq(exp(eps) * Mass(S(y), Q), "the delta is 0"),
    ),
)

approximate_to_probabilistic = Theorem(
    title="Approximate DP implies probabilistic DP",
    source=of_any_spaces("kazan.thm3.9"),
    given=ApproxDP(eps, delta),
    claim=ProbDP(eps_p, delta_p),
    define={parameter("eps_p"): eps_p},
    derivation=(
        cases(
            delta > 0,
            (
                have(eps < eps_p, "the loss is larger", by=larger),
                have(Eq(failure_probability(eps, delta, eps_p), delta_p), "insert the loss"),
                Chain(1 - Probability(Within(Loss(), eps_p), P))
                .le(
                    failure_probability(eps, delta, eps_p),
                    "the failure probability at this loss",
                    by=approximate_to_probabilistic_at_loss.at(eps_p=eps_p),
                )
                .eq(delta_p, "as computed"),
            ),
            (
                have(Eq(delta, 0), "the delta is not negative"),
                have(Eq(eps_p, eps), "at delta 0 the loss is the same"),
                have(PureDP(eps), "without a delta it is pure DP", by=at_delta_0),
                Chain(Probability(Within(Loss(), eps_p), P))
                .eq(Probability(Within(Loss(), eps), P), "the loss is the same")
                .eq(1, "pure DP surely bounds the loss", by=pure_bounds_loss),
            ),
            "with delta 0 the guarantee is pure",
        ),
    ),
    near_misses={
        "the same loss": variant(
            ProbDP(eps, delta_p),
            witness=point(
                {eps: 0, delta: Rational(1, 3), delta_p: Rational(1, 2)},
                **truthful,
            ),
        ),
    },
    evaluate={"eps_p": eps_p},
    note="No smaller loss will do when the failure probability is less than 1: see the extremal pair.",
)
