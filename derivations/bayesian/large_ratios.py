"""Markov's inequality for large losses, counted under either law of a pair."""

from dpsym.derivations.vocabulary import alpha, eps, half, one_way, truthful
from dpsym.language import *

eps = eps.ranging()

finite = ForAll(y, Implication(Eq(Q(y), 0), Eq(P(y), 0)))
large = AllOf(exp(eps) * Q(y) <= P(y), Q(y) > 0)

under_first = Theorem(
    title="An exponential moment bounds the probability of a loss of at least eps",
    source="kifer.thm7.4.2-rdp",
    kind="lemma",
    given=finite,
    claim=exp((alpha - 1) * eps) * Probability(Loss() >= eps, P) <= RenyiMoment(alpha),
    derivation=(
        have(Implication(large, eps + log(Q(y)) <= log(P(y))), "take logarithms"),
        have(
            Implication(large, (alpha - 1) * eps + log(P(y)) <= alpha * log(P(y)) + (1 - alpha) * log(Q(y))),
            "multiply by the excess of the order over 1",
        ),
        have(
            Implication(
                large, exp((alpha - 1) * eps) * P(y) <= exp(alpha * log(P(y)) + (1 - alpha) * log(Q(y)))
            ),
            "take exponentials: the bound holds at every output with a large loss",
        ),
        Chain(exp((alpha - 1) * eps) * Probability(Loss() >= eps, P)).le(
            RenyiMoment(alpha),
            "sum over these outputs; the others add nothing negative",
            split=(Q(y) > 0, P(y) > 0),
        ),
    ),
    tight=point({alpha: 2, eps: log(2)}, **one_way),
    near_misses={
        "with the order as exponent": variant(
            exp(alpha * eps) * Probability(Loss() >= eps, P) <= RenyiMoment(alpha)
        ),
        "also with infinite losses": without(
            finite, witness=point({alpha: 2, eps: 0}, P=(half, half), Q=(0, 1))
        ),
    },
)

exchange = Theorem(
    title="A large loss is rarer under the second law",
    source="kifer.x-factor-e-eps",
    kind="lemma",
    claim=exp(eps) * Probability(Loss() >= eps, Q) <= Probability(Loss() >= eps, P),
    derivation=(
        have(
            exp(eps) * Indicator(Loss() >= eps) * Q(y) <= Indicator(Loss() >= eps) * P(y),
            "at each output with such a loss",
        ),
        Chain(exp(eps) * Probability(Loss() >= eps, Q)).le(
            Probability(Loss() >= eps, P), "sum over the outputs"
        ),
    ),
    tight=point({eps: log(2)}, **truthful),
    near_misses={
        "by the square of the factor": variant(
            exp(2 * eps) * Probability(Loss() >= eps, Q) <= Probability(Loss() >= eps, P)
        ),
        "the laws exchanged": variant(
            exp(eps) * Probability(Loss() >= eps, P) <= Probability(Loss() >= eps, Q)
        ),
    },
)

under_second = Theorem(
    title="An exponential moment bounds the probability of a loss of at least eps, under the second law",
    source="kifer.thm7.4.1-rdp",
    kind="lemma",
    claim=exp(alpha * eps) * Probability(Loss() >= eps, Q) <= RenyiMoment(alpha),
    derivation=(
        have(Implication(large, eps + log(Q(y)) <= log(P(y))), "take logarithms"),
        have(
            Implication(large, alpha * eps + log(Q(y)) <= alpha * log(P(y)) + (1 - alpha) * log(Q(y))),
            "multiply by the order",
        ),
        have(
            Implication(large, exp(alpha * eps) * Q(y) <= exp(alpha * log(P(y)) + (1 - alpha) * log(Q(y)))),
            "take exponentials: the bound holds at every output with a large loss",
        ),
        Chain(exp(alpha * eps) * Probability(Loss() >= eps, Q)).le(
            RenyiMoment(alpha),
            "sum over these outputs; the others add nothing negative",
            split=(Q(y) > 0, P(y) > 0),
        ),
    ),
    tight=point({alpha: 2, eps: log(2)}, **one_way),
    near_misses={
        "under the first law": variant(
            exp(alpha * eps) * Probability(Loss() >= eps, P) <= RenyiMoment(alpha)
        ),
        "with a larger exponent": variant(
            exp((alpha + 1) * eps) * Probability(Loss() >= eps, Q) <= RenyiMoment(alpha)
        ),
    },
    note="An output that the second law cannot give counts for nothing, so the laws may be any.",
)

any_mechanism = Theorem(
    title="However little is protected, a large loss is rare under the second law",
    source="kifer.x-known-small-eps",
    kind="lemma",
    claim=Probability(Loss() >= eps, Q) <= exp(-eps),
    derivation=(
        Chain(Probability(Loss() >= eps, Q))
        .eq(exp(-eps) * (exp(eps) * Probability(Loss() >= eps, Q)), "exponential of a sum")
        .le(exp(-eps) * Probability(Loss() >= eps, P), "rarer by a factor", by=exchange)
        .le(exp(-eps), "a probability"),
    ),
    tight=point({eps: log(2)}, **one_way),
    near_misses={
        "by the square of the factor": variant(Probability(Loss() >= eps, Q) <= exp(-2 * eps)),
        "under the first law": variant(Probability(Loss() >= eps, P) <= exp(-eps)),
    },
)

exchange_strictly = Theorem(
    title="A loss strictly above a level is rarer under the second law",
    source="kifer.x-factor-e-eps",
    kind="lemma",
    claim=exp(eps) * Probability(Loss() > eps, Q) <= Probability(Loss() > eps, P),
    derivation=(
        have(
            exp(eps) * Indicator(Loss() > eps) * Q(y) <= Indicator(Loss() > eps) * P(y),
            "at each output with such a loss",
        ),
        Chain(exp(eps) * Probability(Loss() > eps, Q)).le(
            Probability(Loss() > eps, P), "sum over the outputs"
        ),
    ),
    near_misses={
        "by the square of the factor": variant(
            exp(2 * eps) * Probability(Loss() > eps, Q) <= Probability(Loss() > eps, P)
        ),
        "the laws exchanged": variant(
            exp(eps) * Probability(Loss() > eps, P) <= Probability(Loss() > eps, Q)
        ),
    },
)
