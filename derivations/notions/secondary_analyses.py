"""Mechanisms and secondary analyses: what is done to an output is a mechanism again, whose law is a mixture of the analysis's."""

from dpsym.derivations.vocabulary import half, third, two_thirds
from dpsym.language import *

x, z = Outcome("x", "X"), Outcome("z", "Z")
M = function("M", law=False, about="the mechanism: the law of its output on each data set")
K = function("K", law=False, about="a secondary analysis: the law of its result on each output")


def mechanism(M, x, y):
    """That there is a law for each input."""
    return ForAll(x, distribution(M(x, y), y))


analysed = Total(M(x, y) * K(y, z), y)
inputs = (mechanism(M, x, y), mechanism(K, y, z))
certain = {"sizes": {"X": 2, "Y": 2, "Z": 2}, "M": (1, 0, 0, 1), "K": (half, half, third, two_thirds)}

h, j = Outcome("h", "H"), Outcome("j", "J")
C = function("C", law=False, about="1 where the record of an individual in a data set names a county, else 0")

query = Definition(
    title="A query and its components",
    source="kifer.not-mechanism",
    defines=function("q")(x, j),
    body=Total(C(x, h, j), h),
    note=(
        "A data set x is a collection of records, one of each individual h. A query q is any function of the data set; where its value is a vector it has a component for each j. This is "
        "the component j of one such query, the population of each county: of the individuals, those are counted whose record names the county j."
    ),
)

secondary_analyses = Theorem(
    title="A secondary analysis of a mechanism's output is a mechanism",
    source=of_any_spaces("kifer.not-mechanism"),
    given=inputs,
    claim=ForAll(x, distribution(analysed, z)),
    derivation=(
        have(ForAll((y, z), 0 <= M(x, y) * K(y, z)), "probabilities"),
        have(ForAll(z, 0 <= analysed), "a sum of probabilities"),
        have(
            ForAll(y, Eq(Total(M(x, y) * K(y, z), z), M(x, y))),
            "the analysis has a law on each output",
            derivation=(
                Chain(Total(M(x, y) * K(y, z), z))
                .eq(M(x, y) * Total(K(y, z), z), "a factor of every term")
                .eq(M(x, y), "the law of the result"),
            ),
        ),
        Chain(Total(analysed, z))
        .eq(Total(Total(M(x, y) * K(y, z), z), y), "the sums exchanged")
        .eq(Total(M(x, y), y), "the analysis has a law on each output")
        .eq(1, "the mechanism has a law"),
    ),
    example=point(**certain),
    near_misses={
        "an analysis that may give no result": variant(
            given=[inputs[0]], witness=point(**{**certain, "K": (half, 0, third, two_thirds)})
        ),
        "a mechanism that may give no output": variant(
            given=[inputs[1]], witness=point(**{**certain, "M": (half, 0, 0, 1)})
        ),
    },
    note=(
        "A mechanism M gives each data set x a law of its output y. A secondary analysis "
        "sees the output alone, and has randomness of its own; the result of both is the mechanism with this law. Without the record of the individual in question a data set is "
        "what remains; the prior of an attacker is a law on data sets. All logarithms are natural."
    ),
)
