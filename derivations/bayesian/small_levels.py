"""Where only tests of a small level have a small power, large losses are rare: the last step of the f-DP theorems."""

from dpsym.derivations.vocabulary import delta, quarter, y_0
from dpsym.language import *

delta = delta.ranging(above=0, at_most=1)
c = parameter(
    "c", above=0, at_most=delta, about="least level at which the trade-off function is at most 1 - delta"
)
eps = parameter("eps", about="bound on the logarithm of the ratio of the posteriors, in nats")
t = parameter("t", at_least=0, at_most=1, about="probability with which a large loss is counted")
q = parameter("q", at_least=0, about="largest ratio of the masses of an output with a large loss")

f, S = function("f"), function("S")
response = {"P": (3 * quarter, quarter), "Q": (quarter, 3 * quarter)}
threshold = log(delta / c) <= eps

# A test that P passes with probability delta or more is passed by Q with probability c or more.
levels = every_test(Implication(delta <= Mass(f(y), P), c <= Mass(f(y), Q)))


def large(y):
    """That the loss of an output is large."""
    return exp(eps) * Q(y) < P(y)


def of_masses(y):
    """The ratio of the masses at an output with a large loss, else 0."""
    return Indicator(large(y)) * Q(y) / P(y)


tail = Theorem(
    title="Large losses are rare where tests of small levels have small power",
    source="kifer.thm3",
    kind="lemma",
    given=(levels, threshold),
    claim=Probability(Loss() > eps, P) <= delta,
    derivation=(
        have(
            delta <= c * exp(eps),
            "exponential of the threshold",
            derivation=(
                have(exp(log(delta / c)) <= exp(eps), "the exponential rises"),
                have(delta / c <= exp(eps), "both lines before"),
            ),
        ),
        ArgMin(y_0, -of_masses(y_0), y, "the output with the largest ratio"),
        have(of_masses(y) <= of_masses(y_0), "the largest"),
        let(
            q,
            of_masses(y_0),
            (0 <= q, q * exp(eps) < 1, ForAll(y, of_masses(y) <= q)),
            "the largest ratio",
        ),
        have(
            Indicator(large(y)) * Q(y) <= q * (Indicator(large(y)) * P(y)),
            "multiply",
            derivation=cases(large(y), have(Q(y) / P(y) <= q, "the largest")),
        ),
        let(
            S(y),
            Indicator(large(y)),
            (
                ForAll(y, Between(0, S(y), 1)),
                ForAll(y, S(y) * Q(y) <= q * (S(y) * P(y))),
                Eq(Probability(Loss() > eps, P), Total(S(y) * P(y), y)),
            ),
            "the outputs with a large loss",
        ),
        cases(
            Total(S(y) * P(y), y) <= delta,
            (),
            (
                let(
                    t,
                    delta / Total(S(y) * P(y), y),
                    (0 <= t, t <= 1, Eq(t * Total(S(y) * P(y), y), delta)),
                    "the part of them to count",
                ),
                have(Between(0, t * S(y), 1), "a test"),
                have(delta <= Mass(t * S(y), P), "of which P gives this much"),
                specialise(levels, {f(y): t * S(y)}, "this test"),
                have(Total(S(y) * Q(y), y) <= q * Total(S(y) * P(y), y), "sum over the outputs"),
                Chain(c)
                .le(Mass(t * S(y), Q), "the supposition")
                .eq(t * Total(S(y) * Q(y), y), "a common factor")
                .le(t * (q * Total(S(y) * P(y), y)), "the line before")
                .eq(q * delta, "the part of them to count"),
            ),
        ),
    ),
    example=point({delta: Rational(3, 10), c: Rational(1, 10), eps: log(3)}, **response),
    near_misses={
        "also a loss of exactly the bound": variant(Probability(Loss() >= eps, P) <= delta),
        "below the threshold": without(threshold),
    },
)
