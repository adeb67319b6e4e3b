"""A single point of bounded DP is not convex: two mechanisms that have it, and a mixture of them that has not."""

from dpsym.derivations.conversions.bounded_by_small_tests import exchanged, small_test
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import half, hundredth, twentieth
from dpsym.language import *

loss, failure = Rational(101, 100), Rational(1, 50)
c = parameter(
    "c",
    at_least=Rational(27, 10),
    at_most=Rational(68, 25),
    about="odds of a true answer of the first mechanism: the number e in the paper",
)
more, less = c / (1 + c), 1 / (1 + c)
at = {c: Rational(27, 10)}
responding = point(at, P=(Rational(27, 37), Rational(10, 37)), Q=(Rational(10, 37), Rational(27, 37)))
revealing = point(P=(0, 1), Q=(hundredth, 1 - hundredth))
the_number = Theorem(
    title="The number e lies in the range of the odds",
    source="kifer.ex5.6",
    kind="lemma",
    claim=Between(Rational(27, 10), exp(Integer(1)), Rational(68, 25)),
    near_misses={
        "below 2.7": variant(exp(Integer(1)) <= Rational(27, 10)),
        "above 2.72": variant(exp(Integer(1)) >= Rational(68, 25)),
    },
)

response = Theorem(
    title="Randomised response of loss 1 is bounded",
    source=whole_of("kifer.ex5.6"),
    kind="example",
    claim=PBDP(loss, failure),
    where={P: (more, less), Q: (less, more)},
    derivation=(
        have(Rational(68, 25) <= exp(loss), "in numbers"),
        have(P(y) <= exp(loss) * Q(y), "output by output"),
        have(f(y) * P(y) <= exp(loss) * (f(y) * Q(y)), "weighted with the test"),
        Chain(level)
        .le(exp(loss) * power, "sum over the outputs")
        .lt(level, "if the loss of the test were large"),
    ),
    near_misses={
        "with half the loss": variant(PBDP(half, failure), witness=responding),
        "with nine tenths of the loss": variant(PBDP(Rational(9, 10), failure), witness=responding),
    },
)

rare = Theorem(
    title="Revealing with probability one hundredth is bounded",
    source="kifer.ex5.6",
    kind="example",
    claim=small_test(loss, failure),
    where={P: (0, 1), Q: (hundredth, 1 - hundredth)},
    derivation=(
        have(f(y) * Q(y) <= Indicator(P(y) <= 0) * Q(y) + f(y) * P(y), "output by output"),
        Chain(power)
        .le(hundredth + level, "sum over the outputs")
        .le(hundredth + exp(-loss) * failure, "a small level")
        .le(failure, "in numbers"),
    ),
    near_misses={
        "with a tenth of the probability": variant(small_test(loss, failure / 10), witness=revealing),
        "with half the probability": variant(small_test(loss, hundredth / 2), witness=revealing),
    },
)

rare_exchanged = Theorem(
    title="Revealing with probability one hundredth is bounded, laws exchanged",
    source="kifer.ex5.6",
    kind="example",
    claim=exchanged(loss, failure),
    where={P: (0, 1), Q: (hundredth, 1 - hundredth)},
    derivation=(
        have((1 - hundredth) * (f(y) * P(y)) <= f(y) * Q(y), "output by output"),
        Chain((1 - hundredth) * level)
        .le(power, "sum over the outputs")
        .le(exp(-loss) * failure, "a small level")
        .le((1 - hundredth) * failure, "in numbers"),
    ),
    near_misses={
        "whatever the level": variant(every_test(level <= failure)),
        "a large level": variant(
            every_test(Implication(power <= 1 - hundredth, level <= failure)), witness=revealing
        ),
    },
)

asks = Indicator(P(y) <= 0) + twentieth * Indicator(AllOf(P(y) < Q(y), 0 < P(y)))

mixture = Theorem(
    title="The even mixture of the two is not bounded",
    source="kifer.ex5.6",
    kind="example",
    claim=NotSo(small_test(loss, failure)),
    where={
        P: (more / 2, less / 2, 0, half),
        Q: (less / 2, more / 2, hundredth / 2, (1 - hundredth) / 2),
    },
    derivation=(
        have(less < more, "the odds exceed 1"),
        have(Eq(Mass(asks, P), twentieth * less / 2), "its level"),
        have(Eq(Mass(asks, Q), twentieth * more / 2 + hundredth / 2), "its power"),
        have(twentieth * less / 2 < Rational(68, 10000), "in numbers"),
        have(Rational(68, 10000) < exp(-loss) * failure, "in numbers"),
        have(Rational(23, 1000) < twentieth * more / 2 + hundredth / 2, "in numbers"),
        cases(
            small_test(loss, failure),
            (
                specialise(small_test(loss, failure), {f(y): asks}, "the test of the paper"),
                have(Mass(asks, Q) <= failure, "a small level"),
            ),
        ),
    ),
    near_misses={
        "a level that is not small": variant(exp(-loss) * failure <= Mass(asks, P), witness=point(at)),
        "a power of one fiftieth": variant(Mass(asks, Q) <= failure, witness=point(at)),
    },
    note="Both mechanisms answer with different outputs, so that the mixture reveals which of them ran.",
)

true_answer, untrue = exp(Integer(1)) / (1 + exp(Integer(1))), 1 / (1 + exp(Integer(1)))
u = exp(loss)
after = 1 - hundredth  # how much the power rises with the level beyond the two outputs with a large loss
least_failures = Example(
    title="The least failure probabilities of the two mechanisms and of their mixture",
    source="kifer.ex5.6",
    values=(
        value("level of the paper's test of the mixture", twentieth * untrue / 2),
        value("level below which bounded DP bounds the power", failure / u),
        value("power of the paper's test of the mixture", twentieth * true_answer / 2 + hundredth / 2),
        value("least failure probability of the second mechanism", u * hundredth / (u - after)),
        value(
            "least failure probability of the mixture",
            u * (true_answer / 2 + hundredth / 2 - after * untrue / 2) / (u - after),
        ),
    ),
    uses=(the_number, response, rare, mixture),
    note=(
        "The first mechanism needs no failure probability at this loss. The least failure probabilities are where the power of the best "
        "test meets the line: that of the mixture is far above one fiftieth."
    ),
)
