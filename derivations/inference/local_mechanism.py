"""Example 4.5: the probability of the output of a mechanism that factors over the records, near that for any one data set."""

from dpsym.derivations.inference.mechanisms import eps
from dpsym.derivations.inference.privatised_data_probability import (
    D,
    apart,
    around,
    chance,
    data,
    densities,
    density,
    indicator,
    private,
    q,
    response,
    t,
    weighted,
    wherever,
)
from dpsym.derivations.vocabulary import fifth
from dpsym.language import *

n = parameter("n", above=0, integer=True, about="number of records that the output shows")

# J is 1 on the data of n records: by the Hamming distance any two of these are at most n apart, and no path joins them to others.
given = (data, densities, indicator, private, around.xreplace({D: n}))


def between(weight):
    """Between the bounds from the data set x, times a weight."""
    return wherever(Between(exp(-(n * eps)) * weight * q(t), density, exp(n * eps) * weight * q(t)))


of_a_local_mechanism = Theorem(
    title="The privatised data probability of a mechanism that factors over the records",
    source="bailie.ex4.5",
    given=given,
    claim=between(chance),
    derivation=have(between(chance), "the number of records for the distance", by=weighted.at(D=n)),
    example=point({eps: log(4), n: 1}, **response),
    near_misses={
        "without privacy": variant(
            given=(data, densities, indicator, around.xreplace({D: n})), witness=point({eps: 0, n: 1}, **response)
        ),
        "as if the records were one": variant(
            wherever(density <= exp(eps) * q(t)),
            witness=point({eps: log(2), n: 2}, **{**response, "G": (0, 1), "L": (fifth, 4 * fifth, 4 * fifth, fifth), "q": (fifth, 4 * fifth), "r": (0, 2)}),
        ),
        "where the number of records is random, without its probability": variant(
            between(1), witness=point({eps: 0, n: 1}, **apart)
        ),
    },
    note=(
        "An output with one answer for each record shows the number n of records, and is impossible with data of another number: for J take "
        "1 on the data of n records. By the Hamming distance no two of these are farther apart than n. The factor is the probability of that "
        "number of records: it is 1 where the model has a fixed number. Where the number is random the paper's bounds, which have no factor, "
        "fail from below. The bounds hold with every data set of n records in the place of x, in the support of the model or not."
    ),
)  # fmt: skip
