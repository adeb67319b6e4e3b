"""The ends of the posterior's interval: mirrored in the prior, and a step of eps away from it in log odds."""

from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.derivations.posterior.posterior_rises_with_loss import log_odds
from dpsym.derivations.vocabulary import eps, p
from dpsym.language import *

p = p.ranging(above=0, below=1)
x = parameter("x", about="the end of the interval")
c = parameter("c", above=p, below=1, about="cap on the posterior")

mirrored = Theorem(
    title="The ends mirror each other",
    source=whole_of("kazan.eq-posterior-bounds"),
    kind="identity",
    claim=Eq(highest(p, eps), 1 - lowest(1 - p, eps)),
    define={parameter("q"): 1 - p},
    near_misses={
        "without the mirror": variant(
            Eq(highest(p, eps), 1 - lowest(p, eps)), witness=point({p: Rational(1, 3), eps: 0})
        ),
        "the ends exchanged": variant(Eq(highest(p, eps), 1 - highest(1 - p, eps))),
    },
)

upper_log_odds = Theorem(
    title="Log odds of the upper end",
    source="kazan.eq-posterior-bounds",
    given=Eq(x, highest(p, eps)),
    claim=Eq(log_odds(x), log_odds(p) + eps),
    derivation=(
        have(0 < p + (1 - p) * exp(-eps), "no summand is negative"),
        have(Eq(1 - x, (1 - p) * exp(-eps) / (p + (1 - p) * exp(-eps))), "the complement"),
        have(AllOf(0 < x, 0 < 1 - x), "quotients of positive numbers"),
        have(Eq(x, p / (1 - p) * exp(eps) * (1 - x)), "compare"),
        have(Eq(x / (1 - x), p / (1 - p) * exp(eps)), "divide by the complement"),
        Chain(log_odds(x))
        .eq(log(p / (1 - p) * exp(eps)), "take the logarithm")
        .eq(log_odds(p) + eps, "logarithm of a product"),
    ),
    example=point({p: Rational(1, 2), eps: log(2), x: Rational(2, 3)}),
    near_misses={
        "the other end": variant(given=[Eq(x, lowest(p, eps))]),
    },
)

lower_log_odds = Theorem(
    title="Log odds of the lower end",
    source="kazan.eq-posterior-bounds",
    given=Eq(x, lowest(p, eps)),
    claim=Eq(log_odds(x), log_odds(p) - eps),
    derivation=(
        have(0 < p + (1 - p) * exp(eps), "no summand is negative"),
        have(Eq(1 - x, (1 - p) * exp(eps) / (p + (1 - p) * exp(eps))), "the complement"),
        have(AllOf(0 < x, 0 < 1 - x), "quotients of positive numbers"),
        have(Eq(x, p / (1 - p) * exp(-eps) * (1 - x)), "compare"),
        have(Eq(x / (1 - x), p / (1 - p) * exp(-eps)), "divide by the complement"),
        Chain(log_odds(x))
        .eq(log(p / (1 - p) * exp(-eps)), "take the logarithm")
        .eq(log_odds(p) - eps, "logarithm of a product"),
    ),
    example=point({p: Rational(1, 2), eps: log(2), x: Rational(1, 3)}),
    near_misses={
        "the other end": variant(given=[Eq(x, highest(p, eps))]),
    },
)

even_prior = Theorem(
    title="The upper end from the even prior",
    source="kazan.eq-posterior-bounds",
    kind="identity",
    given=(Eq(p, Rational(1, 2)), Eq(x, highest(p, eps))),
    claim=Eq(x, 1 / (1 + exp(-eps))),
    derivation=Chain(x)
    .eq(p / (p + p * exp(-eps)), "the opposite is as likely")
    .eq(1 / (1 + exp(-eps)), "cancel the prior"),
    example=point({p: Rational(1, 2), eps: log(2), x: Rational(2, 3)}),
    near_misses={
        "the lower end": variant(given=(Eq(p, Rational(1, 2)), Eq(x, lowest(p, eps)))),
        "from another prior": without(Eq(p, Rational(1, 2))),
    },
    evaluate={"highest": 1 / (1 + exp(-eps))},
)

loss_for_cap = Theorem(
    title="The largest loss that keeps the posterior below a cap",
    source="kazan.eq-posterior-bounds",
    given=eps <= log_odds(c) - log_odds(p),
    claim=highest(p, eps) <= c,
    derivation=(
        Chain(exp(eps))
        .le(exp(log_odds(c) - log_odds(p)), "the exponential is increasing")
        .eq(c / (1 - c) * ((1 - p) / p), "exponentials of logarithms"),
        Chain(highest(p, eps))
        .eq(p * exp(eps) / (p * exp(eps) + 1 - p), "multiply by the exponential")
        .le(c, "clear the denominator"),
    ),
    tight=point({p: Rational(1, 2), c: Rational(2, 3), eps: log(2)}),
    near_misses={
        "without the prior": variant(
            given=[eps <= log_odds(c)], witness=point({p: Rational(2, 3), c: Rational(3, 4), eps: log(2)})
        ),
        "a larger loss": variant(given=[eps <= 2 * (log_odds(c) - log_odds(p))]),
    },
    evaluate={"largest loss": log_odds(c) - log_odds(p)},
)

cap_needs_loss = Theorem(
    title="A larger loss lets the posterior pass the cap",
    source="kazan.eq-posterior-bounds",
    given=log_odds(c) - log_odds(p) < eps,
    claim=c < highest(p, eps),
    derivation=(
        Chain(exp(eps))
        .gt(exp(log_odds(c) - log_odds(p)), "the exponential is increasing")
        .eq(c / (1 - c) * ((1 - p) / p), "exponentials of logarithms"),
        Chain(highest(p, eps))
        .eq(p * exp(eps) / (p * exp(eps) + 1 - p), "multiply by the exponential")
        .gt(c, "clear the denominator"),
    ),
)
