"""Probabilistic DP is not closed under post-processing: merging two outputs can lose it."""

from dpsym.derivations.vocabulary import eps
from dpsym.language import *

eps = eps.ranging(above=0)
delta = parameter(
    "delta", above=0, about="probability with which the bound may fail; mass of the first outcome"
)
beta = parameter("beta", above=0, about="mass of the second outcome, whose loss is the bound itself")

w = exp(-eps)
last_is_close = 1 - beta * w <= exp(eps) * (1 - delta - beta)

# A and B are the laws of the output when the first two outcomes have been merged into the first.
A = function("A", about="the law of the output with its first two values read as one, on one input")
B = function("B", about="the law of the output with its first two values read as one, on the other input")
merged = Pair(A(y), B(y))
before_and_after = {
    P: (delta, beta, 1 - delta - beta),
    Q: (Integer(0), beta * w, 1 - beta * w),
    A: (delta + beta, Integer(0), 1 - delta - beta),
    B: (beta * w, Integer(0), 1 - beta * w),
}

values = {eps: log(2), delta: Rational(1, 10), beta: Rational(1, 10)}

probabilistic_postprocessing = Theorem(
    title="Merging two outputs can lose probabilistic DP",
    source=whole_of("kazan.rem-pdp-postproc"),
    cites="kiferlin2012",
    given=(delta + beta < 1, last_is_close),
    claim=AllOf(ProbDP(eps, delta), NotSo(ProbDP(eps, delta).on(merged))),
    where=before_and_after,
    example=point(values),
    derivation=(
        have(
            1 - delta <= Probability(Within(Loss(), eps), P),
            "only the first outcome has a larger loss",
        ),
        have(Eq(Probability(Within(Loss(), eps), Q), 1), "the second law never gives it"),
        Chain(1 - Probability(Within(Loss(A(y), B(y)), eps), A))
        .ge(delta + beta, "the merged outcome has a loss larger than the bound")
        .gt(delta, "its second part has a positive mass"),
    ),
    near_misses={
        "whatever the last outcome": without(
            last_is_close,
            claim=ProbDP(eps, delta),
            witness=point({eps: log(2), delta: Rational(1, 10), beta: Rational(4, 5)}),
        ),
        "at the larger failure probability": variant(
            Probability(Within(Loss(A(y), B(y)), eps), A) < 1 - (delta + beta), witness=point(values)
        ),
        "approximate DP is lost": variant(delta < HockeyStick(eps, merged), witness=point(values)),
    },
    note=(
        "The laws A and B are those of the output when its first two values are read as one. The second hypothesis "
        "says that the loss of the last outcome is within the bound. Approximate DP is kept, as by every post-processing."
    ),
)
