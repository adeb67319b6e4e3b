"""The loss of many queries with continuous Gaussian noise: normal, its mean the budget of the queries and its variance twice that."""

from dpsym.derivations.analysis.sum_of_squares import K, s
from dpsym.derivations.mechanisms.gaussian_with_many_values import (
    A,
    B,
    S,
    added,
    distance,
    first_answer,
    is_loss,
    law_of_the_loss,
    start,
)
from dpsym.derivations.mechanisms.normal_sums import N, R, bell, every_sum, h, n, zero
from dpsym.derivations.vocabulary import half, rho
from dpsym.language import *

# The cells that a record changes are numbered, two of each query.
r = function("r", law=False, about="the budget of the query of a cell")
W = function("W", law=False, about="the sum of these budgets over the cells up to a place")

noise = ForAll(
    n,
    Implication(n <= N, AllOf(0 < r(n), 0 < S(n), Eq(S(n) ** 2, 1 / r(n)), Eq((A(n) - B(n)) ** 2, 1))),
)
next_budget = ForAll(n, Implication(n + 1 <= N, Eq(W(n + 1), W(n) + r(n + 1))))
budgets = (Eq(W(zero), r(zero)), next_budget)
of_sums = ForAll(n, Implication(n <= N, Eq(R(n) ** 2, W(n))))
one_unit = ForAll(n, Implication(n <= N, Eq(distance(n) ** 2, r(n))))
one_cell = {
    "A": Lambda(n, 1),
    "B": Lambda(n, 0),
    "S": Lambda(n, 1),
    "R": Lambda(n, 1),
    "r": Lambda(n, 1),
    "W": Lambda(n, 1),
    "h": Lambda((n, s), exp(-((s - half) ** 2) / 2)),
}


def loss(n, mean=rho, variance=2 * rho):
    """That the loss of the cells up to a place, whose budgets add up to two times rho, is normal."""
    normal = AllOf(Eq(R(n) ** 2, variance), ForAll(s, Eq(h(n, s), bell(s, mean, R(n)))))
    return ForAll(n, Implication(AllOf(n <= N, Eq(W(n), 2 * rho)), normal))


normal_loss = loss(n).args[1].args[1]
all_queries = Theorem(
    title="The loss of continuous Gaussian answers to all queries",
    source=whole_of("kifer.x-gauss-compose"),
    given=(first_answer, start, added, noise, *budgets),
    claim=loss(n),
    derivation=(
        have(
            one_unit,
            "a cell changes by one",
            derivation=(
                specialise(noise, {n: n}, "this cell"),
                have(Implication(n <= N, Eq(Abs(A(n) - B(n)) ** 2, 1)), "a square"),
            ),
        ),
        have(
            of_sums,
            "cell by cell",
            derivation=induction(
                n,
                first=(
                    specialise(one_unit, {n: zero}, "the first cell"),
                    have(Eq(distance(zero) ** 2, r(zero)), "the first cell"),
                    Chain(R(zero) ** 2)
                    .eq(distance(zero) ** 2, "the first cell")
                    .eq(r(zero), "one unit")
                    .eq(W(zero), "the first budget"),
                ),
                then=have(
                    Implication(n + 1 <= N, Eq(R(n + 1) ** 2, W(n + 1))),
                    "the next cell",
                    derivation=(
                        have(Eq(R(n) ** 2, W(n)), "the cells so far"),
                        specialise(one_unit, {n: n + 1}, "the next cell"),
                        specialise(added, {n: n}, "the next cell"),
                        specialise(next_budget, {n: n}, "the next budget"),
                        have(Eq(distance(n + 1) ** 2, r(n + 1)), "the next cell"),
                        Chain(R(n + 1) ** 2)
                        .eq(R(n) ** 2 + distance(n + 1) ** 2, "the squares add up")
                        .eq(W(n) + r(n + 1), "the cells so far, and the next one")
                        .eq(W(n + 1), "the next budget"),
                    ),
                ),
            ),
        ),
        have(every_sum(is_loss), "the loss of many answers", by=law_of_the_loss),
        have(
            loss(n),
            "all cells",
            derivation=(
                have(
                    Implication(AllOf(n <= N, Eq(W(n), 2 * rho)), normal_loss),
                    "these cells",
                    derivation=(
                        specialise(every_sum(is_loss), {n: n}, "these cells"),
                        specialise(of_sums, {n: n}, "these cells"),
                        have(Eq(R(n) ** 2, 2 * rho), "the budgets add up"),
                        have(Eq(R(n) ** 2 / 2, rho), "half of the square"),
                        have(
                            ForAll(s, Eq(h(n, s), bell(s, rho, R(n)))),
                            "this mean",
                            derivation=(
                                specialise(is_loss(n).args[1], {s: s}, "these cells"),
                                have(
                                    Eq(
                                        -((s - R(n) ** 2 / 2) ** 2 / (2 * R(n) ** 2)),
                                        -((s - rho) ** 2 / (2 * R(n) ** 2)),
                                    ),
                                    "this mean",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({N: 0, K: 1, rho: half}, **one_cell),
    near_misses={
        "the mean the variance": variant(
            loss(n, mean=2 * rho), witness=point({N: 0, K: 1, rho: half}, **one_cell)
        ),
        "whatever the noise is": without(
            noise, witness=point({N: 0, K: 1, rho: 2}, **{**one_cell, "r": Lambda(n, 4), "W": Lambda(n, 4)})
        ),
    },
    note=(
        "A record that changes leaves one cell of a query and enters another, each by one; both have noise with one over the budget of the query as its variance. So W is two times the budget of the queries, each cell counted with the budget of its query. "
        "The loss has the budget as its mean and two times the budget as its variance, like the loss of one answer of sensitivity 1 whose noise has one over two times the budget as its variance."
    ),
)
