"""The largest power that a mechanism leaves between neighbours, level by level: no secondary analysis raises it."""

from dpsym.derivations.vocabulary import a, half, quarter
from dpsym.language import *

# x, w: data sets; y: the output; z: the result of the analysis
x, w = Outcome("x", "X"), Outcome("w", "X")
z = Outcome("z", "Z")
M = function("M", law=False, about="the mechanism: the law of its output on each data set")
K = function("K", law=False, about="a secondary analysis: the law of its result on each output")
R = function("R", law=False, about="1 where two data sets are neighbours, else 0")
f, g = function("f"), function("g")
N = function("N", law=False, about="an analysis that sees the data: the law of its result on each data set")
p = parameter("p", at_least=0, at_most=1, about="a bound on the power at this level")


def analysed(x, z):
    """The law of the result of the analysis on a data set."""
    return Total(M(x, y) * K(y, z), y)


def rate(law, x, test):
    """How likely a test rejects on a data set."""
    return Total(test * law(x, *test.args), *test.args)


def at_most(law, test):
    """No test of level a between two neighbours has a power above p: p bounds the largest power at this level."""
    told = Implication(rate(law, x, test) <= a, rate(law, w, test) <= p)
    return ForAll((x, w), Implication(Eq(R(x, w), 1), every_test(told, test)))


results = ForAll(y, distribution(K(y, z), z))
by_output = Total(
    K(y, z) * g(z), z
)  # the test of the output that makes the analysis and then the test of its result


def of_output(data):
    """That this test rejects as often as the test of the result."""
    return have(
        Eq(Total(by_output * M(data, y), y), rate(analysed, data, g(z))),
        "the analysis first, then the test",
        derivation=have(
            Eq(Total(by_output * M(data, y), y), Total(Total(K(y, z) * g(z) * M(data, y), y), z)),
            "the other sum first",
        ),
    )


sizes = {"X": 2, "Y": 2, "Z": 2}
response = {"sizes": sizes, "M": (half, half, half, half), "K": (1, 0, 0, 1), "R": (0, 1, 1, 0)}

secondary_analysis = Theorem(
    title="No secondary analysis raises the largest power",
    source=of_any_spaces("kifer.def6-g"),
    cites="kifer2022",
    given=(results, at_most(M, f(y))),
    claim=at_most(analysed, g(z)),
    derivation=(
        have(
            at_most(analysed, g(z)),
            "any test of the result",
            derivation=(
                have(
                    ForAll(y, Between(0, by_output, 1)),
                    "a test of the output",
                    derivation=(
                        specialise(results, {y: y}, "a law"),
                        have(0 <= K(y, z) * g(z), "probabilities"),
                        have(K(y, z) * g(z) <= K(y, z), "a probability"),
                        have(by_output <= Total(K(y, z), z), "result by result"),
                    ),
                ),
                of_output(x),
                of_output(w),
                specialise(at_most(M, f(y)), {x: x, w: w}, "these neighbours"),
                specialise(at_most(M, f(y)).args[1].args[1], {f(y): by_output}, "this test of the output"),
            ),
        ),
    ),
    example=point({a: half, p: half}, **response),
    near_misses={
        "where a result has no law": variant(
            given=[at_most(M, f(y))],
            witness=point(
                {a: 1, p: 1}, **{**response, "M": (half, half, quarter, 3 * quarter), "K": (0, 0, 0, 2)}
            ),
        ),
        "where the analysis sees the data": variant(
            ForAll(
                (x, w),
                Implication(
                    Eq(R(x, w), 1),
                    every_test(Implication(rate(N, x, g(z)) <= a, rate(N, w, g(z)) <= p), g(z)),
                ),
            ),
            witness=point({a: half, p: half}, **response, N=(1, 0, 0, 1)),
        ),
    },
    note=(
        "The largest power of a mechanism at a level is the least number p that bounds the power of all its tests of this level, between any two neighbours, and that of a definition "
        "is the least number that bounds it for each mechanism with the definition. A test of the result is a test of the output, which makes the analysis itself. So the largest power "
        "of the mechanism with the analysis is no larger, and a definition that keeps its parameters under post-processing loses nothing where analyses are counted as mechanisms."
    ),
)
