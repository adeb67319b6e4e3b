"""Example 4.5: the probability of the output of a mechanism that factors over the records, near that for any one data set."""

from dpsym.derivations.inference.mechanisms import eps, v
from dpsym.derivations.inference.privatised_data_probability import (
    G,
    L,
    data,
    densities,
    density,
    q,
    r,
    response,
    t,
    two_sided,
)
from dpsym.derivations.vocabulary import fifth
from dpsym.language import *

n = parameter("n", above=0, integer=True, about="number of records")

# The data have n answers each, so that the Hamming distance of any two of them is at most n.
private = ForAll(v, AllOf(Between(0, r(v), n), two_sided))
reference = {x: z for x, z in response.items() if x != "J"}

of_a_local_mechanism = Theorem(
    title="The privatised data probability of a mechanism that factors over the records",
    source=of_any_spaces("bailie.ex4.5"),
    cites="bailie2024",
    given=(data, densities, private),
    claim=ForAll(t, Between(exp(-(n * eps)) * q(t), density, exp(n * eps) * q(t))),
    derivation=(
        specialise(data.args[0], {v: v}, "a probability"),
        specialise(densities.args[0], {v: v, t: t}, "no density is negative"),
        specialise(densities.args[1], {t: t}, "no density is negative"),
        specialise(private, {v: v}, "privacy"),
        specialise(two_sided, {t: t}, "this output"),
        have(r(v) * eps <= n * eps, "the number of records"),
        have(exp(r(v) * eps) <= exp(n * eps), "the exponential is increasing"),
        have(exp(r(v) * eps) * q(t) <= exp(n * eps) * q(t), "no density is negative"),
        have(exp(r(v) * eps) * L(v, t) <= exp(n * eps) * L(v, t), "no density is negative"),
        have(L(v, t) <= exp(n * eps) * q(t), "both"),
        have(exp(-(n * eps)) * q(t) <= exp(-(n * eps)) * (exp(n * eps) * L(v, t)), "a positive factor"),
        have(exp(-(n * eps)) * q(t) <= L(v, t), "both"),
        have(G(v) * L(v, t) <= G(v) * (exp(n * eps) * q(t)), "weighted"),
        have(G(v) * (exp(-(n * eps)) * q(t)) <= G(v) * L(v, t), "weighted"),
        have(density <= Total(G(v) * (exp(n * eps) * q(t)), v), "sum over the data"),
        have(Total(G(v) * (exp(-(n * eps)) * q(t)), v) <= density, "sum over the data"),
    ),
    example=point({eps: log(4), n: 1}, **reference),
    near_misses={
        "without privacy": variant(
            given=(data, densities, ForAll(v, Between(0, r(v), n))), witness=point({eps: 0, n: 1}, **reference)
        ),
        "as if the records were one": variant(
            ForAll(t, density <= exp(eps) * q(t)),
            witness=point({eps: log(2), n: 2}, **{**reference, "G": (0, 1), "L": (fifth, 4 * fifth, 4 * fifth, fifth), "q": (fifth, 4 * fifth), "r": (0, 2)}),
        ),
    },
    note=(
        "Where the output has one answer for each record, T = (T_1, ..., T_n), the output tells the number n of records, so the data that are "
        "possible with it have n records each: for the Hamming distance no two are farther apart than n. The bounds hold with every data set "
        "of n records in the place of x, in the support of the model or not."
    ),
)  # fmt: skip
