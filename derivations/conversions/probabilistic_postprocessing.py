"""Probabilistic DP is not closed under post-processing: merging two outputs can lose it."""

from dpsym.language import *

eps = parameter("eps", above=0, about="bound on the privacy loss, in nats")
delta = parameter(
    "delta", above=0, about="probability with which the bound may fail; mass of the first outcome"
)
beta = parameter("beta", above=0, about="mass of the second outcome, whose loss is eps")

w = exp(-eps)
apart = {P: (delta, beta, 1 - delta - beta), Q: (Integer(0), beta * w, 1 - beta * w)}
merged = {P: (delta + beta, 1 - delta - beta), Q: (beta * w, 1 - beta * w)}

# The last outcome has a loss between -eps and 0.
last_is_close = 1 - beta * w <= exp(eps) * (1 - delta - beta)

values = {eps: log(2), delta: Rational(1, 10), beta: Rational(1, 10)}

before = Theorem(
    title="Before post-processing the pair satisfies probabilistic DP",
    source="kazan.rem-pdp-postproc",
    cites="kiferlin2012",
    given=(delta + beta < 1, last_is_close),
    claim=ProbDP(eps, delta),
    where=apart,
    example=point(values),
    near_misses={
        "half the failure probability": variant(ProbDP(eps, delta / 2), witness=point(values)),
        "half the loss": variant(ProbDP(eps / 2, delta), witness=point(values)),
    },
)

after = Theorem(
    title="After post-processing the pair does not satisfy probabilistic DP",
    source="kazan.rem-pdp-postproc",
    cites="kiferlin2012",
    given=(delta + beta < 1, last_is_close),
    claim=NotSo(ProbDP(eps, delta)),
    where=merged,
    example=point(values),
    derivation=Chain(1 - Probability(Within(Loss(), eps), P))
    .ge(delta + beta, "the merged outcome has a loss larger than eps")
    .gt(delta, "its second part has a positive mass"),
    near_misses={
        "with the larger failure probability": variant(
            Probability(Within(Loss(), eps), P) < 1 - (delta + beta), witness=point(values)
        ),
        "with approximate DP": variant(delta < HockeyStick(eps), witness=point(values)),
    },
    note="The post-processing maps the first two outcomes to one. Approximate DP is kept, as by every post-processing.",
)
