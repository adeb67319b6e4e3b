"""With a positive delta the bounds on the posterior are not reached by the Laplace mechanism: some losses lie between."""

from dpsym.derivations.conversions.approximate_to_probabilistic_at_loss import eps_p, failure_probability
from dpsym.derivations.vocabulary import Delta, delta, eps, half, third
from dpsym.language import *

# Masses with the loss at eps_p at least, at -eps_p at most, and strictly between eps and eps_p.
upper, lower = exp(eps_p) * Q(y) <= P(y), exp(eps_p) * P(y) <= Q(y)
# B(y): 1 on an event of outputs whose loss is strictly between, 0 on the others.
B = function("B", law=False, about="1 on some outputs whose loss is strictly between, 0 on the others")
between = ForAll(
    y,
    AllOf(
        AnyOf(Eq(B(y), 0), Eq(B(y), 1)),
        Implication(0 < B(y), AllOf(exp(eps) * Q(y) < P(y), P(y) < exp(eps_p) * Q(y))),
    ),
)
H = function("H", law=False)
some = 0 < Total(B(y) * P(y), y)
gain = P(y) - exp(eps) * Q(y)
reached = Probability(upper, P) + Probability(lower, P)
share = 1 - exp(eps - eps_p)

strictly_below = Theorem(
    title="A mechanism with losses between keeps strictly below the failure probability",
    source="kazan.rem-laplace",
    given=(ApproxDP(eps, delta), between, some),
    claim=reached < failure_probability(eps, delta, eps_p),
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): P(y) > exp(eps) * Q(y)}, "the outputs with a large loss"),
        specialise(ApproxDP(eps, delta), {S(y): Q(y) > exp(eps) * P(y)}, "those of the exchanged laws"),
        have(exp(eps - eps_p) < 1, "a larger loss"),
        have(Eq(exp(eps - eps_p) * exp(eps_p), exp(eps)), "exponential of a sum"),
        have(Eq(exp(-eps_p) * exp(eps_p), 1), "exponential of a sum"),
        specialise(between, {y: y}, "the outputs between"),
        have(Between(0, B(y), 1), "an event"),
        have(0 <= B(y) * gain, "no loss below eps", derivation=cases(0 < B(y))),
        have(Implication(0 < B(y), 0 < B(y) * gain), "a product", derivation=cases(0 < B(y))),
        have(
            Implication(B(y) * gain <= 0, B(y) * P(y) <= 0),
            "without a gain there is no such output",
            derivation=cases(0 < B(y)),
        ),
        let(
            H(y),
            B(y) * gain,
            (
                ForAll(y, 0 <= H(y)),
                ForAll(y, Implication(H(y) <= 0, B(y) * P(y) <= 0)),
                Eq(Total(H(y), y), Total(B(y) * gain, y)),
            ),
            "what is gained there",
        ),
        have(
            0 < Total(H(y), y),
            "an output between has a loss above eps",
            derivation=cases(
                Total(H(y), y) <= 0,
                (
                    Chain(H(y)).le(Total(H(y), y), "one term of a sum").le(0, "suppose that there is none"),
                    have(B(y) * P(y) <= 0, "then there is no such output"),
                    have(Total(B(y) * P(y), y) <= 0, "sum over the outputs"),
                ),
            ),
        ),
        have(
            Indicator(upper) * (share * P(y)) + B(y) * gain <= Indicator(P(y) > exp(eps) * Q(y)) * gain,
            "output by output",
            derivation=cases(
                upper,
                (
                    have(exp(eps - eps_p) * (exp(eps_p) * Q(y)) <= exp(eps - eps_p) * P(y), "multiply"),
                    have(share * P(y) <= gain, "the loss is at least eps_p"),
                    have(Eq(B(y), 0), "it is not between"),
                ),
                (
                    have(B(y) * gain <= Max(0, gain), "an event", derivation=cases(0 < B(y))),
                    have(Indicator(P(y) > exp(eps) * Q(y)) * gain >= Max(0, gain), "a gain"),
                ),
            ),
        ),
        Chain(share * Probability(upper, P) + Total(B(y) * gain, y))
        .eq(Total(Indicator(upper) * (share * P(y)) + B(y) * gain, y), "expand")
        .le(Total(Indicator(P(y) > exp(eps) * Q(y)) * gain, y), "sum over the outputs")
        .le(delta, "approximate DP"),
        have(share * Probability(upper, P) < delta, "an output between"),
        have(
            Indicator(lower) * (share * P(y))
            <= exp(-eps_p) * (Indicator(Q(y) > exp(eps) * P(y)) * (Q(y) - exp(eps) * P(y))),
            "output by output",
            derivation=cases(
                lower,
                (
                    have(exp(-eps_p) * (exp(eps_p) * P(y)) <= exp(-eps_p) * Q(y), "multiply"),
                    have(Eq(exp(-eps_p) * exp(eps), exp(eps - eps_p)), "exponential of a sum"),
                    have(
                        share * P(y) <= exp(-eps_p) * (Q(y) - exp(eps) * P(y)), "the loss is at most -eps_p"
                    ),
                ),
            ),
        ),
        Chain(share * Probability(lower, P))
        .eq(Total(Indicator(lower) * (share * P(y)), y), "expand")
        .le(
            Total(exp(-eps_p) * (Indicator(Q(y) > exp(eps) * P(y)) * (Q(y) - exp(eps) * P(y))), y),
            "sum over the outputs",
        )
        .eq(
            exp(-eps_p) * Total(Indicator(Q(y) > exp(eps) * P(y)) * (Q(y) - exp(eps) * P(y)), y),
            "a common factor",
        )
        .le(exp(-eps_p) * delta, "approximate DP"),
        have(share * reached < delta * (1 + exp(-eps_p)), "both tails"),
        have(Eq(share * failure_probability(eps, delta, eps_p), delta * (1 + exp(-eps_p))), "cancel"),
        have(share * reached < share * failure_probability(eps, delta, eps_p), "both tails"),
    ),
    near_misses={
        "without losses between": variant(
            given=[ApproxDP(eps, delta), between],
            witness=point(
                {eps: 0, delta: third, eps_p: log(2)}, P=(2 * third, third), Q=(third, 2 * third), B=(0, 0)
            ),
        ),
        "without approximate DP": variant(
            given=[between, some],
            witness=point(
                {eps: 0, delta: 0, eps_p: log(2)}, P=(half, half, 0), Q=(third, 0, 2 * third), B=(1, 0, 0)
            ),
        ),
    },
    note=(
        "The failure probability is that of the theorem on approximate and probabilistic DP. So with this probability no posterior is as far as the bound, and "
        "the bound is not reached: only a mechanism whose large losses are all equal reaches it."
    ),
)
