"""From caps on ratio or difference to the loss that is allowed, and on to the parameter of approximate DP."""

from dpsym.derivations.conversions.approximate_to_probabilistic import (
    approximate_to_probabilistic,
    probabilistic_loss,
)
from dpsym.derivations.posterior.ratio_interval import presence, presence_ratio, presence_ratio_kept
from dpsym.derivations.vocabulary import delta, delta_p, eps, eps_p, half, p
from dpsym.language import *

p = p.ranging(above=0, below=1)
r = parameter(
    "r", above=1, below=1 / p, about="largest posterior-to-prior ratio that is allowed at the prior"
)
r_free = parameter("r", at_least=1 / p, about="a ratio that no posterior exceeds at the prior")
c = parameter("c", above=0, below=1, about="largest difference of posterior and prior that is allowed")
delta = delta.ranging(at_least=0, below=1)
delta_p = delta_p.ranging(above=delta, at_most=1)

ratio = presence_ratio(p, eps_p)
ratio_loss = log(r * (1 - p) / (1 - r * p))

ratio_cap = Theorem(
    title="The loss that a cap on the ratio allows",
    source="kazan.rem-setting",
    given=eps_p <= ratio_loss,
    claim=ratio <= r,
    derivation=(
        have(0 < 1 - r * p, "the cap is less than the largest ratio"),
        Chain(exp(eps_p))
        .le(exp(ratio_loss), "the exponential is increasing")
        .eq(r * (1 - p) / (1 - r * p), "exponential of a logarithm"),
        Chain(ratio)
        .eq(exp(eps_p) / (p * exp(eps_p) + 1 - p), "multiply by the exponential")
        .le(r, "clear the denominators"),
    ),
    tight=point({p: Rational(1, 3), r: Rational(3, 2), eps_p: log(2)}),
    evaluate={"largest loss": ratio_loss},
    note="With a cap for every prior, the loss allowed is the least over the priors. The paper gives no formula; these are derived.",
)

ratio_cap_needed = Theorem(
    title="A larger loss passes the cap on the ratio",
    source="kazan.rem-setting",
    given=ratio_loss < eps_p,
    claim=r < ratio,
    derivation=(
        have(0 < 1 - r * p, "the cap is less than the largest ratio"),
        Chain(exp(eps_p))
        .gt(exp(ratio_loss), "the exponential is increasing")
        .eq(r * (1 - p) / (1 - r * p), "exponential of a logarithm"),
        Chain(ratio)
        .eq(exp(eps_p) / (p * exp(eps_p) + 1 - p), "multiply by the exponential")
        .gt(r, "clear the denominators"),
    ),
    near_misses={
        "the logarithm of the cap": variant(given=[log(r) < eps_p]),
    },
)

no_constraint = Theorem(
    title="A cap that no ratio reaches",
    source="kazan.rem-setting",
    claim=ratio <= r_free,
    derivation=Chain(ratio)
    .le(1 / p, "drop a positive term of the denominator")
    .le(r_free, "the cap is at least this"),
    near_misses={
        "from one on": variant(ratio <= 1),
    },
)


def loss_for_difference(c):
    """The loss bound at which posterior and prior differ by at most c, whatever the prior."""
    return 2 * log((1 + c) / (1 - c))


difference_cap = Theorem(
    title="The loss that a cap on the difference allows",
    source="kazan.rem-setting",
    claim=Eq(tanh(loss_for_difference(c) / 4), c),
    define={parameter("eps_p"): loss_for_difference(c)},
    derivation=(
        Chain(exp(log((1 + c) / (1 - c)))).eq((1 + c) / (1 - c), "exponential of a logarithm"),
        Chain(tanh(loss_for_difference(c) / 4))
        .eq(((1 + c) / (1 - c) - 1) / ((1 + c) / (1 - c) + 1), "definition of the hyperbolic tangent")
        .eq(c, "cancel"),
    ),
    near_misses={
        "without the factor 2": variant(Eq(tanh(log((1 + c) / (1 - c)) / 4), c)),
        "the loss of the ratio": variant(Eq(tanh(2 * log(1 + c) / 4), c)),
    },
    evaluate={"largest loss": loss_for_difference(c)},
)


def approximate_loss_for(eps_p, delta, delta_p):
    """The loss at this delta of the approximate guarantee that keeps the loss bound eps_p with probability 1 - delta_p."""
    return log(exp(eps_p) * (1 - delta / delta_p) - delta / delta_p)


eps_for_loss = approximate_loss_for(eps_p, delta, delta_p)

approximate = Theorem(
    title="The approximate guarantee that keeps a loss bound",
    source="kazan.rem-setting",
    given=exp(eps_p) * (1 - delta / delta_p) - delta / delta_p >= 1,
    claim=AllOf(0 <= eps_for_loss, Eq(probabilistic_loss(eps_for_loss, delta, delta_p), eps_p)),
    define={parameter("eps"): eps_for_loss},
    derivation=(
        have(0 <= eps_for_loss, "the logarithm of a number that is at least 1"),
        Chain(exp(eps_for_loss)).eq(
            exp(eps_p) * (1 - delta / delta_p) - delta / delta_p, "exponential of a logarithm"
        ),
        Chain(delta_p * exp(eps_for_loss) + delta).eq(exp(eps_p) * (delta_p - delta), "insert"),
        Chain(log(delta_p * exp(eps_for_loss) + delta))
        .eq(log(exp(eps_p) * (delta_p - delta)), "the same number")
        .eq(eps_p + log(delta_p - delta), "logarithm of a product"),
    ),
    near_misses={
        "without subtracting delta": variant(
            Eq(probabilistic_loss(log(exp(eps_p) * (1 - delta / delta_p)), delta, delta_p), eps_p)
        ),
        "the same loss": variant(Eq(probabilistic_loss(eps_p, delta, delta_p), eps_p)),
        "every loss bound": variant(given=[], note="the loss of the approximate guarantee would be negative"),
    },
    evaluate={"eps": eps_for_loss},
)

kept_loss = probabilistic_loss(eps, delta, delta_p)
kept_ratio = Posterior(p) / p <= r
even_cap = {p: Rational(1, 3), r: Rational(3, 2), eps: 0, delta: 0, delta_p: half}

cap_is_kept = Theorem(
    title="Approximate DP keeps the ratio of posterior and prior below a cap",
    source=of_any_spaces("kazan.rem-setting"),
    given=(ApproxDP(eps, delta), kept_loss <= ratio_loss),
    claim=UnderEachLaw(kept_ratio, 1 - delta_p),
    define={parameter("eps_p"): kept_loss},
    derivation=(
        have(0 <= kept_loss, "the numerator is at least the denominator"),
        have(
            ProbDP(kept_loss, delta_p),
            "approximate DP implies probabilistic DP",
            by=approximate_to_probabilistic,
        ),
        have(
            presence_ratio(p, kept_loss) <= r,
            "the loss that the cap allows",
            by=ratio_cap.at(eps_p=kept_loss),
        ),
        Chain(Probability(kept_ratio, P))
        .ge(
            Probability(presence_ratio_kept(p, kept_loss), P),
            "a smaller event",
        )
        .ge(1 - delta_p, "the interval of the ratio", by=presence.at(eps_p=kept_loss)),
    ),
    example=point(even_cap, P=(half, half), Q=(half, half)),
    note="Where this loss is at most what the caps at all priors allow, every cap is kept.",
)
