"""What the bound on the ratio of posterior and prior says at one prior: a larger bound on the loss, for any outputs."""

from dpsym.derivations.vocabulary import delta, eps, equal, fifth, p, third, truthful
from dpsym.language import *

p = p.ranging(above=0, at_most=1)
p_0 = parameter("p_0", above=0, below=1, about="one prior probability")
u = exp(eps)


def ratio_kept(p, eps):
    """That the posterior is between e^{-eps} and e^eps times the prior p."""
    return Between(exp(-eps), Posterior(p) / p, exp(eps))


eps_1 = parameter("eps_1", above=eps, about="a larger bound on the privacy loss, in nats")
k = exp(eps_1)
below = p_0 * u < 1
at_prior = (1 - p_0) * u <= k * (
    1 - p_0 * u
)  # where the two are equal, the larger bound that this prior gives


whole = p_0 * P(y) + (1 - p_0) * Q(y)
probabilistic = Theorem(
    title="The bound on the ratio of posterior and prior at one prior gives probabilistic DP",
    source="kazan.thm3.3",
    given=(below, at_prior, UnderEachLaw(ratio_kept(p_0, eps), 1 - delta)),
    claim=ProbDP(eps_1, delta),
    derivation=(
        have(1 <= u, "the exponential rises"),
        have((u - p_0) * (1 - p_0 * u) <= (1 - p_0) * ((1 - p_0) * u), "multiplied out"),
        have((u - p_0) * (1 - p_0 * u) <= (1 - p_0) * k * (1 - p_0 * u), "this bound"),
        have(u - p_0 <= (1 - p_0) * k, "divided by a positive number"),
        have(
            Implication(P(y) > k * Q(y), (1 - p_0 * u) * (k * Q(y)) < (1 - p_0 * u) * P(y)),
            "times a positive number",
        ),
        have(Implication(P(y) > k * Q(y), u * (p_0 * P(y) + (1 - p_0) * Q(y)) < P(y)), "rearranged"),
        have(
            Implication(P(y) > k * Q(y), Posterior(p_0) / p_0 > u),
            "the ratio is too large",
            derivation=(
                have(u < P(y) / whole, "divided by the sum"),
                have(Eq(Posterior(p_0) / p_0, P(y) / whole), "the ratio"),
            ),
        ),
        have(
            Implication(Q(y) > k * P(y), (1 - p_0) * (k * P(y)) < (1 - p_0) * Q(y)), "times a positive number"
        ),
        have(Implication(Q(y) > k * P(y), u * P(y) < p_0 * P(y) + (1 - p_0) * Q(y)), "rearranged"),
        have(
            Implication(Q(y) > k * P(y), Posterior(p_0) / p_0 < exp(-eps)),
            "the ratio is too small",
            derivation=(
                have(u * (P(y) / whole) < 1, "divided by the sum"),
                have(exp(-eps) * (u * (P(y) / whole)) < exp(-eps), "divided by the factor"),
                have(P(y) / whole < exp(-eps), "divided by the factor"),
                have(Eq(Posterior(p_0) / p_0, P(y) / whole), "the ratio"),
            ),
        ),
        Chain(Probability(Within(Loss(), eps_1), P))
        .ge(Probability(ratio_kept(p_0, eps), P), "a larger loss moves the ratio out of its interval")
        .ge(1 - delta, "by hypothesis"),
    ),
    example=point({eps: log(2), eps_1: log(4), p_0: third, delta: 0}, **equal),
    near_misses={
        "the same bound": variant(ProbDP(eps, delta)),
        "any larger bound": without(
            at_prior,
            witness=point(
                {eps: log(2), eps_1: log(Rational(21, 10)), p_0: third, delta: 0},
                P=(3 * fifth, 2 * fifth),
                Q=(fifth, 4 * fifth),
            ),
        ),
    },
    note="The larger bound falls to the bound on the ratio as the prior falls to 0.",
)

low, high = u, k
this_prior = (high - low) / (2 * low * high)
prior_of_the_bound = Theorem(
    title="A prior at which the bound on the ratio gives a larger bound on the loss",
    source=("kazan.thm3.3", "kazan.cor3.7", "kazan.cor3.11"),
    kind="lemma",
    define={parameter("q"): this_prior},
    claim=AllOf(
        0 < this_prior,
        this_prior < 1,
        this_prior <= 1,
        this_prior * low < 1,
        (1 - this_prior) * low <= high * (1 - this_prior * low),
    ),
    derivation=(
        have(1 <= low, "the exponential rises"),
        have(low < high, "the exponential rises"),
        have(this_prior * low < 1, "less than one half"),
        have(this_prior <= this_prior * low, "a number above 1"),
    ),
    example=point({eps: log(2), eps_1: log(4)}),
    near_misses={
        "the larger bound once in the divisor": variant(
            (1 - (high - low) / high) * low <= high * (1 - (high - low) / high * low),
            witness=point({eps: log(2), eps_1: log(4)}),
        ),
        "below 1 also times the larger factor": variant(
            high * this_prior < 1, witness=point({eps: log(2), eps_1: log(8)})
        ),
    },
)

always_kept = ForAll(p, UnderEachLaw(ratio_kept(p, eps), 1 - delta))
at_every_larger_loss = ForAll(eps_1, ProbDP(eps_1, delta))

larger_losses = Theorem(
    title="A bound on every ratio gives probabilistic DP at every larger loss",
    source=("kazan.thm3.3", "kazan.cor3.7", "kazan.cor3.11"),
    kind="lemma",
    given=always_kept,
    claim=at_every_larger_loss,
    define={function("q", law=False)(eps_1): this_prior},
    derivation=(
        have(prior_of_the_bound.claim, "a prior that gives this bound", by=prior_of_the_bound),
        specialise(always_kept, {p: this_prior}, "the hypothesis at this prior"),
        have(
            ProbDP(eps_1, delta),
            "the bound at one prior",
            by=probabilistic.at(p_0=this_prior, eps_1=eps_1),
        ),
    ),
    example=point({eps: log(2), delta: 0}, **equal),
    near_misses={
        "the even prior only": variant(
            ProbDP(eps + log(2), delta), given=[UnderEachLaw(ratio_kept(Rational(1, 2), eps), 1 - delta)]
        ),
        "under one law only": variant(given=[ForAll(p, Probability(ratio_kept(p, eps), P) >= 1 - delta)]),
    },
)


def rise(x):
    """How far P(x) exceeds e^eps Q(x), or 1."""
    return Indicator(P(x) > u * Q(x)) * (P(x) - u * Q(x)) + Indicator(P(x) <= u * Q(x))


def fall(x):
    """How far Q(x) exceeds e^eps P(x), or 1."""
    return Indicator(Q(x) > u * P(x)) * (Q(x) - u * P(x)) + Indicator(Q(x) <= u * P(x))


y_1, y_2 = Outcome("y_1"), Outcome("y_2")
g_1, g_2 = parameter("g_1", about="the least gap above"), parameter("g_2", about="the least gap below")

probabilistic_limit = Theorem(
    title="Probabilistic DP at every larger loss gives it at the loss itself",
    source="kazan.thm3.3",
    kind="lemma",
    given=at_every_larger_loss,
    claim=ProbDP(eps, delta),
    derivation=(
        ArgMin(y_1, rise(y_1), y, "the least gap above"),
        ArgMin(y_2, fall(y_2), y, "the least gap below"),
        have(P(y) <= 1, "a mass is at most 1"),
        have(Q(y) <= 1, "a mass is at most 1"),
        let(
            g_1,
            rise(y_1),
            (0 < g_1, g_1 <= 1, ForAll(y, Implication(P(y) > u * Q(y), g_1 <= P(y) - u * Q(y)))),
            "the least gap above: positive, and at most a mass",
        ),
        let(
            g_2,
            fall(y_2),
            (0 < g_2, g_2 <= 1, ForAll(y, Implication(Q(y) > u * P(y), g_2 <= Q(y) - u * P(y)))),
            "the least gap below: positive, and at most a mass",
        ),
        let(
            eps_1,
            log(u + g_1 * g_2 / 2),
            (eps < eps_1, exp(eps_1) < u + g_1, exp(eps_1) < u + g_2),
            "a loss between the bound and all larger ones",
        ),
        specialise(at_every_larger_loss, {eps_1: eps_1}, "this loss"),
        have(
            Implication(P(y) <= k * Q(y), P(y) <= u * Q(y)),
            "no loss is between",
            derivation=(
                have(g_1 * Q(y) <= g_1, "a mass is at most 1"),
                cases(P(y) <= u * Q(y)),
            ),
        ),
        have(
            Implication(Q(y) <= k * P(y), Q(y) <= u * P(y)),
            "no loss is between",
            derivation=(
                have(g_2 * P(y) <= g_2, "a mass is at most 1"),
                cases(Q(y) <= u * P(y)),
            ),
        ),
        Chain(Probability(Within(Loss(), eps), P))
        .ge(Probability(Within(Loss(), eps_1), P), "no loss is between")
        .ge(1 - delta, "probabilistic DP at this loss"),
    ),
    near_misses={
        "at some larger loss": variant(
            given=[ProbDP(eps + 1, delta)], witness=point({eps: 0, delta: 0}, **truthful)
        ),
        "without a failure": variant(ProbDP(eps, 0)),
    },
    note="On infinitely many outputs the probabilities of losses between the two bounds tend to 0 as the larger one falls to the loss.",
)
