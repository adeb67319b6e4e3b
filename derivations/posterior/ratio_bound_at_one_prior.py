"""What the bound on the ratio of posterior and prior says at one prior: a larger bound on the loss, for any outputs."""

from dpsym.derivations.conversions.probabilistic_to_approximate import probabilistic_to_approximate
from dpsym.derivations.posterior.ratio_bound import ratio_kept, u
from dpsym.derivations.vocabulary import delta, eps, fifth, half, third
from dpsym.language import *

p_0 = parameter("p_0", above=0, below=1, about="one prior probability")
eps_1 = parameter("eps_1", at_least=eps, about="a larger bound on the privacy loss, in nats")
k = exp(eps_1)
below = p_0 * u < 1
at_prior = Eq(k * (1 - p_0 * u), (1 - p_0) * u)  # the larger bound that this prior gives


whole = p_0 * P(y) + (1 - p_0) * Q(y)
probabilistic = Theorem(
    title="The bound on the ratio of posterior and prior at one prior gives probabilistic DP",
    source="kazan.thm3.3",
    given=(below, at_prior, UnderEachLaw(ratio_kept(p_0, eps), 1 - delta)),
    claim=ProbDP(eps_1, delta),
    derivation=(
        have(1 <= u, "the exponential rises"),
        have(0 <= p_0 * (u - 1) ** 2, "no factor is negative"),
        have((u - p_0) * (1 - p_0 * u) <= (1 - p_0) * ((1 - p_0) * u), "multiplied out"),
        have((u - p_0) * (1 - p_0 * u) <= (1 - p_0) * k * (1 - p_0 * u), "this bound"),
        have(u - p_0 <= (1 - p_0) * k, "divided by a positive number"),
        have(0 <= p_0 * P(y), "no mass is negative"),
        have(
            Implication(P(y) > k * Q(y), (1 - p_0 * u) * (k * Q(y)) < (1 - p_0 * u) * P(y)),
            "times a positive number",
        ),
        have(Implication(P(y) > k * Q(y), u * (p_0 * P(y) + (1 - p_0) * Q(y)) < P(y)), "rearranged"),
        have(
            Implication(P(y) > k * Q(y), Posterior(p_0) / p_0 > u),
            "the ratio is too large",
            derivation=(
                have(0 <= (1 - p_0) * Q(y), "no mass is negative"),
                have(0 <= k * Q(y), "no mass is negative"),
                have(0 < P(y), "a larger mass"),
                have(0 < p_0 * P(y), "a product of positive numbers"),
                have(0 < whole, "a positive sum"),
                have(u < P(y) / whole, "divided by the sum"),
                have(Eq(Posterior(p_0) / p_0, P(y) / whole), "the ratio"),
            ),
        ),
        have(
            Implication(Q(y) > k * P(y), (1 - p_0) * (k * P(y)) < (1 - p_0) * Q(y)), "times a positive number"
        ),
        have(0 <= ((1 - p_0) * k - (u - p_0)) * P(y), "no factor is negative"),
        have(Implication(Q(y) > k * P(y), u * P(y) < p_0 * P(y) + (1 - p_0) * Q(y)), "rearranged"),
        have(
            Implication(Q(y) > k * P(y), Posterior(p_0) / p_0 < exp(-eps)),
            "the ratio is too small",
            derivation=(
                have(0 <= k * P(y), "no mass is negative"),
                have(0 < Q(y), "a larger mass"),
                have(0 < (1 - p_0) * Q(y), "a product of positive numbers"),
                have(0 < whole, "a positive sum"),
                have(u * (P(y) / whole) < 1, "divided by the sum"),
                have(Eq(exp(-eps) * u, 1), "a reciprocal"),
                have(exp(-eps) * (u * (P(y) / whole)) < exp(-eps), "divided by the factor"),
                have(P(y) / whole < exp(-eps), "divided by the factor"),
                have(Eq(Posterior(p_0) / p_0, P(y) / whole), "the ratio"),
            ),
        ),
        Chain(Probability(Within(Loss(), eps_1), P))
        .ge(Probability(ratio_kept(p_0, eps), P), "a larger loss moves the ratio out of its interval")
        .ge(1 - delta, "by hypothesis"),
    ),
    example=point({eps: log(2), eps_1: log(4), p_0: third, delta: 0}, P=(half, half), Q=(half, half)),
    near_misses={
        "the same bound": variant(
            ProbDP(eps, delta),
            witness=point(
                {eps: log(2), eps_1: log(4), p_0: third, delta: 0},
                P=(3 * fifth, 2 * fifth),
                Q=(fifth, 4 * fifth),
            ),
        ),
        "any larger bound": variant(
            given=(below, UnderEachLaw(ratio_kept(p_0, eps), 1 - delta)),
            witness=point(
                {eps: log(2), eps_1: log(2), p_0: third, delta: 0},
                P=(3 * fifth, 2 * fifth),
                Q=(fifth, 4 * fifth),
            ),
        ),
    },
    note="The larger bound falls to the bound on the ratio as the prior falls to 0. With eps = 0 the two are one at every prior.",
)

approximate = Theorem(
    title="The bound on the ratio of posterior and prior at one prior gives approximate DP",
    source="kazan.cor3.11",
    given=(below, at_prior, UnderEachLaw(ratio_kept(p_0, eps), 1 - delta)),
    claim=ApproxDP(eps_1, delta),
    derivation=(
        have(ProbDP(eps_1, delta), "probabilistic DP", by=probabilistic),
        Chain(Mass(S(y), P) - exp(eps_1) * Mass(S(y), Q)).le(
            delta,
            "probabilistic DP implies approximate DP",
            by=probabilistic_to_approximate.at(eps=eps_1),
        ),
    ),
    example=point({eps: log(2), eps_1: log(4), p_0: third, delta: 0}, P=(half, half), Q=(half, half)),
    near_misses={
        "any larger bound": variant(
            given=(below, UnderEachLaw(ratio_kept(p_0, eps), 1 - delta)),
            witness=point(
                {eps: log(2), eps_1: log(2), p_0: third, delta: 0},
                P=(3 * fifth, 2 * fifth),
                Q=(fifth, 4 * fifth),
            ),
        ),
        "the same bound": variant(
            ApproxDP(eps, delta),
            witness=point(
                {eps: log(2), eps_1: log(4), p_0: third, delta: 0},
                P=(3 * fifth, 2 * fifth),
                Q=(fifth, 4 * fifth),
            ),
        ),
    },
)

pure = Theorem(
    title="The sure bound on the ratio of posterior and prior at one prior gives pure DP",
    source="kazan.cor3.7",
    given=(below, at_prior, UnderEachLaw(ratio_kept(p_0, eps), 1)),
    claim=PureDP(eps_1),
    derivation=(
        have(ProbDP(eps_1, 0), "probabilistic DP", by=probabilistic.at(delta=0)),
        Chain(Mass(S(y), P) - exp(eps_1) * Mass(S(y), Q)).le(
            0,
            "probabilistic DP with failure probability 0",
            by=probabilistic_to_approximate.at(eps=eps_1, delta=0),
        ),
    ),
    example=point({eps: log(2), eps_1: log(4), p_0: third}, P=(half, half), Q=(half, half)),
    near_misses={
        "any larger bound": variant(
            given=(below, UnderEachLaw(ratio_kept(p_0, eps), 1)),
            witness=point(
                {eps: log(2), eps_1: log(2), p_0: third}, P=(3 * fifth, 2 * fifth), Q=(fifth, 4 * fifth)
            ),
        ),
        "the same bound": variant(
            PureDP(eps),
            witness=point(
                {eps: log(2), eps_1: log(4), p_0: third}, P=(3 * fifth, 2 * fifth), Q=(fifth, 4 * fifth)
            ),
        ),
    },
)

strictly_larger = parameter("eps_1", above=eps, about="a larger bound on the privacy loss, in nats")
g = parameter("g", above=0, about="half of a gap")
positive = eps.ranging(above=0)
larger = parameter("eps_1", above=positive, about="a larger bound on the privacy loss, in nats")
low, high = exp(positive), exp(larger)
this_prior = (high - low) / (low * (high - 1))
prior_of_the_bound = Theorem(
    title="The prior at which the bound on the ratio gives a larger bound on the loss",
    source=("kazan.thm3.3", "kazan.cor3.7", "kazan.cor3.11"),
    kind="lemma",
    define={parameter("q"): this_prior},
    claim=AllOf(
        0 < this_prior,
        this_prior * low < 1,
        Eq(high * (1 - this_prior * low), (1 - this_prior) * low),
    ),
    derivation=(
        have(1 < low, "the exponential rises"),
        have(low < high, "the exponential rises"),
        have(0 < low * (high - 1), "a product of positive numbers"),
        have(Eq(this_prior * low, (high - low) / (high - 1)), "cancelled"),
        have((high - low) / (high - 1) < 1, "divided by a positive number"),
        have(Eq(1 - this_prior * low, (low - 1) / (high - 1)), "the rest"),
    ),
    near_misses={
        "the larger bound in the divisor": variant(
            Eq(
                high * (1 - (high - low) / (high * (high - 1)) * low),
                (1 - (high - low) / (high * (high - 1))) * low,
            ),
            witness=point({positive: log(2), larger: log(4)}),
        ),
        "at the prior itself": variant(
            high * this_prior < 1, witness=point({positive: log(2), larger: log(8)})
        ),
    },
)

gap = Mass(S(y), P) - exp(eps) * Mass(S(y), Q) - delta
every_larger = ForAll(strictly_larger, ApproxDP(strictly_larger, delta))
limit = Theorem(
    title="Approximate DP at every larger loss gives it at the loss itself",
    source=("kazan.cor3.7", "kazan.cor3.11"),
    given=every_larger,
    claim=ApproxDP(eps, delta),
    derivation=(
        have(Mass(S(y), Q) <= 1, "a probability"),
        have(0 <= Mass(S(y), Q), "a probability"),
        have(
            gap <= 0,
            "no gap",
            derivation=cases(
                0 < gap,
                (
                    let(
                        strictly_larger,
                        log(u + gap / 2),
                        (eps < strictly_larger, Eq(exp(strictly_larger), u + gap / 2)),
                        "a loss a little larger",
                    ),
                    specialise(every_larger, {strictly_larger: strictly_larger}, "this loss"),
                    specialise(ApproxDP(strictly_larger, delta), {S(y): S(y)}, "this event"),
                    have(gap / 2 * Mass(S(y), Q) <= gap / 2, "a probability"),
                ),
                (),
            ),
        ),
        Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(delta, "no gap"),
    ),
    near_misses={
        "at some larger loss": variant(
            given=[ApproxDP(eps + 1, delta)],
            witness=point({eps: 0, delta: 0}, P=(2 * third, third), Q=(third, 2 * third)),
        ),
        "pure DP": variant(
            PureDP(eps),
            witness=point({eps: 0, delta: third}, P=(2 * third, third), Q=(third, 2 * third)),
        ),
    },
    note=(
        "The prior that belongs to a larger loss exists whenever the loss is positive; at the loss 0 every prior gives the bound itself. So a bound on every ratio gives the notion at every larger loss, and then at the loss itself, whatever the outputs are."
    ),
)
