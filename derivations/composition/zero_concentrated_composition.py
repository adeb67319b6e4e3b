"""Composition of zero-concentrated mechanisms: budgets add."""

from dpsym.derivations.composition.renyi_composition import both, first, renyi_composition, second
from dpsym.derivations.composition.transcript_moments import bounded, next_law, private, transcript_moments
from dpsym.derivations.composition.transcripts import (
    K,
    L,
    k,
    less,
    more,
    nothing_released,
    start_is_law,
    transcript,
    zero,
)
from dpsym.derivations.vocabulary import alpha, n
from dpsym.language import *

rho_1 = parameter("rho_1", above=0, about="zero-concentrated budget of the first mechanism, in nats")
rho_2 = parameter("rho_2", above=0, about="zero-concentrated budget of the second mechanism, in nats")

zero_concentrated_composition = Theorem(
    title="Composition of two zero-concentrated mechanisms",
    source=of_any_spaces("kazan.thm2.9"),
    cites="bunsteinke2016",
    given=(ZCDP(rho_1).on(first), ZCDP(rho_2).on(second)),
    claim=ZCDP(rho_1 + rho_2).on(both),
    derivation=(
        specialise(ZCDP(rho_1).on(first), {alpha: alpha}, "the same order"),
        specialise(ZCDP(rho_2).on(second), {alpha: alpha}, "the same order"),
        have(
            RenyiDP(alpha, alpha * rho_1 + alpha * rho_2).on(both),
            "composition at this order",
            by=renyi_composition.at(gamma_1=alpha * rho_1, gamma_2=alpha * rho_2),
        ),
        have(
            Eq(
                exp((alpha - 1) * (alpha * rho_1 + alpha * rho_2)),
                exp(alpha * (alpha - 1) * (rho_1 + rho_2)),
            ),
            "the budgets add up",
        ),
    ),
    near_misses={
        "the second mechanism unprotected": without(
            ZCDP(rho_2).on(second),
            witness=point({rho_1: 1, rho_2: 1}, A=(1, 0), B=(1, 0), C=(1, 0), D=(0, 1)),
        ),
    },
    evaluate={"rho": rho_1 + rho_2},
    note="The mechanisms use independent randomness on the same database.",
)

# rho(k): the budget of the mechanism that runs after k others. T(k): the sum of those so far.
rho = function("rho", about="the budget of the next mechanism")
T = function("T")
x = Outcome("x")
next_private = ForAll(x, ZCDP(rho(k)).on(Pair(K(k, x, y), L(k, x, y))))
growing = ForAll(k, AllOf(next_law(k), next_private))
sums = ForAll(k, Eq(T(k + 1), T(k) + rho(k)))
start = Eq(T(zero), 0)
still = {"K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "rho": (0,), "T": (0,)}
factor = alpha * (alpha - 1)


def total_bound(k):
    """The logarithm of the bound on the moment of the transcript."""
    return factor * T(k)


each_mechanism = ForAll(k, AllOf(next_law(k), private(k, factor * rho(k))))

of_any_number = Theorem(
    title="Composition of any number of zero-concentrated mechanisms",
    source=("kazan.thm2.9", "kifer.prop5-rdp-composition"),
    cites="bunsteinke2016",
    given=(start_is_law, nothing_released, growing, start, sums),
    claim=ForAll(n, ZCDP(T(n)).on(transcript(n))),
    derivation=(
        have(
            each_mechanism,
            "one order",
            derivation=(
                specialise(growing, {k: k}, "the next mechanism"),
                specialise(next_private, {x: x}, "given the transcript"),
                specialise(ZCDP(rho(k)).on(Pair(K(k, x, y), L(k, x, y))), {alpha: alpha}, "the order"),
            ),
        ),
        have(
            ForAll(k, Eq(factor * T(k + 1), factor * T(k) + factor * rho(k))),
            "the budgets add up",
            derivation=specialise(sums, {k: k}),
        ),
        have(
            bounded(n, x, total_bound),
            "the moments of a transcript",
            by=transcript_moments.at(h=factor * rho(k), H=factor * T(k)),
        ),
    ),
    example=point(A=less, B=less, **still),
    near_misses={
        "where something else is released at the start": without(
            nothing_released, witness=point(A=less, B=more, **still)
        ),
    },
    note=(
        "For every number of mechanisms, by induction. Each mechanism may be chosen by the transcript of those before, as long "
        "as its budget is fixed in advance."
    ),
)
