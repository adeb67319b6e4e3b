"""Where the mechanism is known: the probability of an output lies between its masses at possible data; the noisy count."""

from dpsym.derivations.inference.mechanisms import v
from dpsym.derivations.inference.noisy_count import eps, lower, n, upper
from dpsym.derivations.inference.noisy_count import t as count
from dpsym.derivations.inference.prior_to_posterior import J
from dpsym.derivations.vocabulary import half
from dpsym.language import *

t = Outcome("t")
l, u = (
    parameter(name, at_least=0, about=f"a {what} bound on the masses")
    for name, what in (("l", "lower"), ("u", "upper"))
)
G = function("G", about="the law of the data")
data = distribution(G(v), v)

# J: the indicator of the data that are possible with the output, or of any set outside of which it is impossible.
L = function("L", law=False, about="the probability or the density of the output, given the data")
not_negative = ForAll((v, t), 0 <= L(v, t))
masses = ForAll((v, t), AllOf(Between(0, J(v), 1), Implication(0 < J(v), Between(l, L(v, t), u))))
inside = ForAll(v, Eq(G(v) * L(v, t), J(v) * G(v) * L(v, t)))
weight = J(v) * G(v)
chance = Total(weight, v)
probability = Total(G(v) * L(v, t), v)
response = {"sizes": {"X": 2, "Y": 2}, "G": (half, half), "J": (1, 1), "L": (half, half, half, half)}

envelope = Theorem(
    title="The privatised data probability lies between the masses at possible data",
    source=of_any_spaces("bailie.x-envelope"),
    given=(data, not_negative, masses),
    claim=ForAll(t, Implication(inside, Between(l * chance, probability, u * chance))),
    derivation=(
        specialise(masses, {v: v, t: t}, "a possible data set"),
        specialise(inside, {v: v}, "impossible outside of the set"),
        have(0 <= weight, "no factor is negative"),
        have(
            AllOf(weight * l <= weight * L(v, t), weight * L(v, t) <= weight * u),
            "each data set",
            derivation=cases(0 < J(v), (), have(Eq(J(v), 0), "outside of the set")),
        ),
        have(Total(weight * l, v) <= Total(weight * L(v, t), v), "sum over the data"),
        have(Total(weight * L(v, t), v) <= Total(weight * u, v), "sum over the data"),
        have(Eq(probability, Total(weight * L(v, t), v)), "only data of the set count"),
    ),
    example=point({l: half, u: half}, **response),
    tight=point({l: half, u: half}, **response),
    near_misses={
        "the lower bound alone": variant(
            ForAll(t, Implication(inside, probability <= l * chance)),
            witness=point({l: 0, u: 1}, **response),
        ),
        "of any masses": without(masses, witness=point({l: 1, u: 1}, **response)),
    },
)  # fmt: skip

q = function("q", law=False, about="the number of ones in a data set")
counts = ForAll(v, Between(0, q(v), n))
density = eps / 2 * exp(-eps * Abs(count - q(v)))
one = {"sizes": {"X": 2}, "G": (half, half), "q": (0, 1)}

count_of_any_model = Theorem(
    title="The density of a noisy count under any model of the records",
    source=whole_of("bailie.ex4.4"),
    given=(data, counts),
    claim=Between(lower, Total(G(v) * density, v), upper),
    define={function("N")(v): density},
    derivation=(
        specialise(counts, {v: v}, "a count"),
        have(Abs(count - q(v)) <= Abs(count - n / 2) + n / 2, "the farthest count"),
        have(Abs(count - n / 2) - n / 2 <= Abs(count - q(v)), "the nearest count"),
        have(Abs(count - q(v)) <= Max(n, Abs(count - n / 2) + n / 2), "the farthest count"),
        have(eps * Abs(count - q(v)) <= eps * Max(n, Abs(count - n / 2) + n / 2), "times the loss"),
        have(eps * (Abs(count - n / 2) - n / 2) <= eps * Abs(count - q(v)), "times the loss"),
        have(
            exp(-eps * Max(n, Abs(count - n / 2) + n / 2)) <= exp(-eps * Abs(count - q(v))),
            "the exponential is increasing",
        ),
        have(
            exp(-eps * Abs(count - q(v))) <= exp(eps * n - eps * (Abs(count - n / 2) + n / 2)),
            "the exponential is increasing",
        ),
        have(lower <= density, "a positive factor"),
        have(density <= upper, "a positive factor"),
        have(G(v) * lower <= G(v) * density, "weighted"),
        have(G(v) * density <= G(v) * upper, "weighted"),
        have(Total(G(v) * lower, v) <= Total(G(v) * density, v), "sum over the data"),
        have(Total(G(v) * density, v) <= Total(G(v) * upper, v), "sum over the data"),
    ),
    example=point({eps: log(2), n: 1, count: 0}, **one),
    near_misses={
        "counts of any size": without(
            counts, witness=point({eps: log(2), n: 1, count: 9}, **{**one, "q": (9, 9)})
        ),
    },
    note=(
        "q(v) is the number of ones among the n records of the data set v. The bounds are those that the figure draws. The density of the noise is positive "
        "at every output, so that every data set of the model is possible with every output: the set of Theorem 4.1 is the support of the model "
        "whatever output is held fixed, no output is left out, and what is asked is that this support is connected."
    ),
)
