"""Markov's inequality for the privacy loss: a bounded exponential moment makes a large loss rare."""

from dpsym.derivations.vocabulary import alpha, eps
from dpsym.language import *

eps = eps.ranging()

finite = ForAll(y, Implication(Eq(Q(y), 0), Eq(P(y), 0)))
large = AllOf(P(y) > exp(eps) * Q(y), Q(y) > 0)

renyi_moment_tail = Theorem(
    title="An exponential moment of the loss bounds its tail",
    source="kazan.thm2.7",
    kind="lemma",
    given=finite,
    claim=exp((alpha - 1) * eps) * Probability(Loss() > eps, P) <= RenyiMoment(alpha),
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
        Chain(exp((alpha - 1) * eps) * Probability(Loss() > eps, P)).le(
            RenyiMoment(alpha),
            "sum over these outputs; the others add nothing negative",
            split=(Q(y) > 0, P(y) > 0),
        ),
    ),
    near_misses={
        "with the order as exponent": variant(
            exp(alpha * eps) * Probability(Loss() > eps, P) <= RenyiMoment(alpha),
        ),
        "also with infinite losses": without(
            finite, witness=point({alpha: 2, eps: 0}, P=(Rational(1, 2), Rational(1, 2)), Q=(0, 1))
        ),
    },
)
