"""The Rényi divergence rises with its order, is above the relative entropy, and is not negative."""

from dpsym.derivations.analysis.entropy_tangents import part as part_of_entropy
from dpsym.derivations.analysis.order_of_powers import entropy_tangent, exponents, order_tangent, part
from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.divergences.relative_entropy import finite, gibbs, relative_entropy
from dpsym.derivations.vocabulary import alpha, beta, equal, gamma, rho
from dpsym.language import *

gamma = gamma.ranging()
rho = rho.ranging(at_least=0)
k = parameter("k", about="a relative entropy, in nats")


def divergence(order):
    """The Rényi divergence."""
    return log(RenyiMoment(order)) / (order - 1)


moment_above_entropy = Theorem(
    title="An exponential moment of the loss is at least the exponential of the mean loss",
    source="vanervenharremoes2014",
    given=finite,
    claim=exp((alpha - 1) * relative_entropy) <= RenyiMoment(alpha),
    derivation=(
        let(k, relative_entropy, Eq(relative_entropy, k), "the relative entropy"),
        have(
            exp((alpha - 1) * k) * (P(y) + (alpha - 1) * (part_of_entropy(P(y), Q(y)) - k * P(y)))
            <= part(P(y), Q(y), alpha),
            "at every outcome",
            by=entropy_tangent.at(u=P(y), v=Q(y)),
        ),
        Chain(exp((alpha - 1) * relative_entropy))
        .eq(exp((alpha - 1) * k), "the relative entropy")
        .eq(
            Total(exp((alpha - 1) * k) * (P(y) + (alpha - 1) * (part_of_entropy(P(y), Q(y)) - k * P(y))), y),
            "the first law has mass 1",
        )
        .le(RenyiMoment(alpha), "at every outcome"),
    ),
    tight=point({alpha: 2}, **equal),
    near_misses={
        "with the order as exponent": variant(
            exp(alpha * relative_entropy) <= RenyiMoment(alpha) / 2, witness=point({alpha: 2}, **equal)
        ),
        "with infinite losses left out": without(finite),
    },
)

moment_above_one = Theorem(
    title="The Rényi divergence is not negative",
    source="vanervenharremoes2014",
    given=finite,
    claim=1 <= RenyiMoment(alpha),
    derivation=(
        have(
            exp((alpha - 1) * 0) * (P(y) + (alpha - 1) * (part_of_entropy(P(y), Q(y)) - 0 * P(y)))
            <= part(P(y), Q(y), alpha),
            "at every outcome",
            by=entropy_tangent.at(u=P(y), v=Q(y), k=0),
        ),
        have(0 <= relative_entropy, "the relative entropy", by=gibbs),
        Chain(1)
        .le(1 + (alpha - 1) * relative_entropy, "the relative entropy is not negative")
        .eq(Total(P(y) + (alpha - 1) * part_of_entropy(P(y), Q(y)), y), "the first law has mass 1")
        .le(RenyiMoment(alpha), "at every outcome"),
    ),
    tight=point({alpha: 2}, **equal),
    near_misses={
        "with infinite losses left out": without(finite),
    },
    note="The divergence is the logarithm of the moment, divided by a positive number.",
)

entropy_below_bound = Theorem(
    title="A bound on the Rényi divergence bounds the relative entropy",
    source="vanervenharremoes2014",
    given=(finite, RenyiMoment(alpha) <= exp((alpha - 1) * gamma)),
    claim=relative_entropy <= gamma,
    derivation=(
        have(
            exp((alpha - 1) * relative_entropy) <= RenyiMoment(alpha), "the moment", by=moment_above_entropy
        ),
        let(
            k,
            relative_entropy,
            (Eq(relative_entropy, k), exp((alpha - 1) * k) <= exp((alpha - 1) * gamma)),
            "the relative entropy",
        ),
        have(k <= gamma, "the exponential rises", by=exponents.at(u=alpha - 1)),
    ),
    tight=point({alpha: 2, gamma: 0}, **equal),
)

entropy_below_divergence = Theorem(
    title="The relative entropy is at most the Rényi divergence",
    source="vanervenharremoes2014",
    given=finite,
    claim=relative_entropy <= divergence(alpha),
    derivation=(
        have(1 <= RenyiMoment(alpha), "the divergence is not negative", by=moment_above_one),
        have(Eq((alpha - 1) * divergence(alpha), log(RenyiMoment(alpha))), "divide and multiply"),
        have(RenyiMoment(alpha) <= exp((alpha - 1) * divergence(alpha)), "the same moment"),
        have(
            relative_entropy <= divergence(alpha),
            "with the divergence as the bound",
            by=entropy_below_bound.at(gamma=divergence(alpha)),
        ),
    ),
    tight=point({alpha: 2}, **equal),
    near_misses={
        "with infinite losses left out": without(finite),
    },
)

monotone = Theorem(
    title="A bound on a Rényi divergence bounds those of smaller orders",
    source="vanervenharremoes2014",
    given=RenyiMoment(beta) <= exp((beta - 1) * gamma),
    claim=RenyiMoment(alpha) <= exp((alpha - 1) * gamma),
    derivation=(
        have(
            (beta - 1) * part(P(y), Q(y), alpha)
            <= exp((alpha - 1) * gamma)
            * ((beta - alpha) * P(y) + (alpha - 1) * exp(-(beta - 1) * gamma) * part(P(y), Q(y), beta)),
            "at every outcome",
            by=order_tangent.at(u=P(y), v=Q(y)),
        ),
        Chain((beta - 1) * RenyiMoment(alpha))
        .le(
            Total(
                exp((alpha - 1) * gamma)
                * ((beta - alpha) * P(y) + (alpha - 1) * exp(-(beta - 1) * gamma) * part(P(y), Q(y), beta)),
                y,
            ),
            "at every outcome",
        )
        .eq(
            exp((alpha - 1) * gamma)
            * (beta - alpha + (alpha - 1) * exp(-(beta - 1) * gamma) * RenyiMoment(beta)),
            "the first law has mass 1",
        )
        .le(
            exp((alpha - 1) * gamma)
            * (beta - alpha + (alpha - 1) * exp(-(beta - 1) * gamma) * exp((beta - 1) * gamma)),
            "the bound",
        )
        .eq((beta - 1) * exp((alpha - 1) * gamma), "exponential of a sum"),
        have(
            0 <= exp((alpha - 1) * gamma) - RenyiMoment(alpha),
            "divide",
            by=divide.at(a=beta - 1, c=exp((alpha - 1) * gamma) - RenyiMoment(alpha)),
        ),
    ),
    tight=point({alpha: 2, beta: 3, gamma: 0}, **equal),
)

rises = Theorem(
    title="The Rényi divergence is not negative and rises with its order",
    source="vanervenharremoes2014",
    given=finite,
    claim=AllOf(0 <= divergence(alpha), divergence(alpha) <= divergence(beta)),
    derivation=(
        have(1 <= RenyiMoment(alpha), "the divergence is not negative", by=moment_above_one),
        have(1 <= RenyiMoment(beta), "the divergence is not negative", by=moment_above_one.at(alpha=beta)),
        have(0 <= log(RenyiMoment(alpha)), "the logarithm of a number of at least 1"),
        have(0 <= divergence(alpha), "divide"),
        have(Eq((beta - 1) * divergence(beta), log(RenyiMoment(beta))), "divide and multiply"),
        have(Eq((alpha - 1) * divergence(alpha), log(RenyiMoment(alpha))), "divide and multiply"),
        have(RenyiMoment(beta) <= exp((beta - 1) * divergence(beta)), "the same moment"),
        have(
            RenyiMoment(alpha) <= exp((alpha - 1) * divergence(beta)),
            "with the divergence as the bound",
            by=monotone.at(gamma=divergence(beta)),
        ),
        have(exp((alpha - 1) * divergence(alpha)) <= exp((alpha - 1) * divergence(beta)), "the same moment"),
        have(
            divergence(alpha) <= divergence(beta),
            "the exponential rises",
            by=exponents.at(u=alpha - 1, k=divergence(alpha), gamma=divergence(beta)),
        ),
    ),
    tight=point({alpha: 2, beta: 3}, **equal),
    near_misses={
        "with infinite losses left out": without(finite),
    },
)

private = Theorem(
    title="Rényi DP of a larger order",
    source="mironov2017",
    given=RenyiDP(beta, gamma),
    claim=RenyiDP(alpha, gamma),
    derivation=(
        have(RenyiMoment(alpha) <= exp((alpha - 1) * gamma), "in one order", by=monotone),
        have(
            RenyiMoment(alpha, Pair().swapped) <= exp((alpha - 1) * gamma),
            "in the other",
            by=monotone.at(P=Lambda(y, Q(y)), Q=Lambda(y, P(y))),
        ),
    ),
    example=point({alpha: 2, beta: 3, gamma: 0}, **equal),
    near_misses={
        "the bound less a part": variant(
            RenyiDP(alpha, gamma - 1), witness=point({alpha: 2, beta: 3, gamma: 0}, **equal)
        ),
    },
)
