"""How much larger the loss of probabilistic DP is: about (1 + e^{-eps}) delta/delta'."""

from dpsym.derivations.conversions.approximate_to_probabilistic import probabilistic_loss
from dpsym.derivations.vocabulary import delta, delta_p, eps
from dpsym.language import *

delta = delta.ranging(at_least=0)
delta_p = delta_p.ranging(above=delta, at_most=1)

excess = probabilistic_loss(eps, delta, delta_p) - eps
factor = 1 + exp(-eps)

t = parameter("t", about="a real number")

tangent = Theorem(
    title="The exponential is above its tangent at 0",
    source="kazan.thm3.9",
    kind="lemma",
    claim=1 + t <= exp(t),
    tight=point({t: 0}),
    near_misses={
        "a steeper line": variant(1 + 2 * t <= exp(t)),
    },
)

closed_form = Theorem(
    title="The excess of the loss of probabilistic DP",
    source="kazan.thm3.9",
    kind="lemma",
    claim=Eq(excess, log(1 + delta * factor / (delta_p - delta))),
    derivation=(
        have(
            Eq(
                (delta_p * exp(eps) + delta) / (delta_p - delta),
                exp(eps) * (1 + delta * factor / (delta_p - delta)),
            ),
            "take out the exponential of the loss",
        ),
        Chain(excess)
        .eq(log((delta_p * exp(eps) + delta) / (delta_p - delta)) - eps, "one logarithm")
        .eq(log(1 + delta * factor / (delta_p - delta)), "take out the exponential of the loss"),
    ),
    near_misses={
        "without the second term of the factor": variant(
            Eq(excess, log(1 + delta / (delta_p - delta))),
            witness=point({eps: 0, delta: Rational(1, 2), delta_p: 1}),
        ),
        "the approximation": variant(
            Eq(excess, factor * delta / delta_p), witness=point({eps: 0, delta: Rational(1, 2), delta_p: 1})
        ),
    },
    evaluate={"excess": excess},
)

upper = Theorem(
    title="The excess of the loss of probabilistic DP, from above",
    source="kazan.thm3.9",
    kind="lemma",
    claim=excess <= factor * delta / (delta_p - delta),
    derivation=Chain(excess)
    .eq(log(1 + delta * factor / (delta_p - delta)), "closed form", by=closed_form)
    .le(
        factor * delta / (delta_p - delta),
        "the exponential is above its tangent",
        by=tangent.at(t=log(1 + delta * factor / (delta_p - delta))),
    ),
    near_misses={
        "the approximation itself": variant(
            excess <= factor * delta / delta_p, witness=point({eps: 0, delta: Rational(1, 2), delta_p: 1})
        ),
        "without the second term of the factor": variant(
            excess <= delta / (delta_p - delta),
            witness=point({eps: 0, delta: Rational(1, 100), delta_p: Rational(1, 2)}),
        ),
    },
)

lower = Theorem(
    title="The excess of the loss of probabilistic DP, from below",
    source="kazan.thm3.9",
    kind="lemma",
    claim=factor * delta / (delta_p + exp(-eps) * delta) <= excess,
    define={parameter("c"): factor * delta / (delta_p + exp(-eps) * delta)},
    derivation=(
        have(
            Eq(
                factor * delta / (delta_p + exp(-eps) * delta),
                1 - (delta_p - delta) / (delta_p + exp(-eps) * delta),
            ),
            "take out 1",
        ),
        have(
            Eq(1 + delta * factor / (delta_p - delta), (delta_p + exp(-eps) * delta) / (delta_p - delta)),
            "common denominator",
        ),
        have(
            Eq(
                exp(-log(1 + delta * factor / (delta_p - delta))),
                (delta_p - delta) / (delta_p + exp(-eps) * delta),
            ),
            "exponential of a logarithm",
        ),
        Chain(factor * delta / (delta_p + exp(-eps) * delta))
        .le(
            log(1 + delta * factor / (delta_p - delta)),
            "the exponential is above its tangent",
            by=tangent.at(t=-log(1 + delta * factor / (delta_p - delta))),
        )
        .eq(excess, "closed form", by=closed_form),
    ),
    near_misses={
        "the upper bound": variant(
            factor * delta / (delta_p - delta) <= excess,
            witness=point({eps: 0, delta: Rational(1, 2), delta_p: 1}),
        ),
    },
    note="With the upper bound this makes the paper's approximation for small deltas precise.",
)
