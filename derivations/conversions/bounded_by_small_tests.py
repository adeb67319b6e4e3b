"""Bounded DP by tests of a small level: the paper's third definition, and that it agrees with the second."""

from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import delta, eps, half, one_way
from dpsym.language import *

eps = eps.ranging(above=0)
delta = delta.ranging(above=0, at_most=1)
gamma = parameter("gamma", above=0, at_most=1, about="probability of asking the test at all")


def small_test(eps, delta):
    """A test of level at most e^-eps delta has power at most delta."""
    return every_test(Implication(level <= exp(-eps) * delta, power <= delta))


def exchanged(eps, delta):
    """The same with the laws exchanged."""
    return every_test(Implication(power <= exp(-eps) * delta, level <= delta))


def small_tests(eps, delta):
    """That in both orders of the laws."""
    return AllOf(small_test(eps, delta), exchanged(eps, delta))


by_small_tests = Definition(
    title="Bounded DP by tests of a small level",
    source=whole_of("kifer.def5.4"),
    defines=PBDP(eps, delta),
    body=small_test(eps, delta),
    note=(
        "For a positive probability of failure this is the same notion. The large probability is under the second law here, and under the "
        "first in the definition by the loss of a test."
    ),
)

forward = Theorem(
    title="Bounded DP bounds the power of tests of a small level",
    source=of_any_spaces("kifer.thmA-53-54"),
    given=PBDP(eps, delta),
    claim=small_tests(eps, delta),
    derivation=(
        specialise(PBDP(eps, delta), {f(y): f(y)}, "this test"),
        cases(
            power > exp(eps) * level,
            (),
            have(power <= exp(eps) * (exp(-eps) * delta), "a small level"),
            "a large loss of the test is rare",
        ),
    ),
    near_misses={
        "a level of delta": variant(every_test(Implication(level <= delta, power <= delta))),
        "in one order only": variant(
            given=[PBDP(eps, delta).one_order(Pair())],
            witness=point({eps: log(2), delta: Rational(1, 4)}, **one_way),
        ),
    },
)

backward = Theorem(
    title="Tests of a small level have a small power only under bounded DP",
    source="kifer.thmA-53-54",
    given=small_tests(eps, delta),
    claim=PBDP(eps, delta),
    derivation=(
        cases(
            power <= exp(-eps) * delta,
            specialise(exchanged(eps, delta), {f(y): f(y)}, "this test has a small level"),
            (
                have(0 < power, "the level is not small"),
                have(0 < 1 / power, "the level is not small"),
                let(
                    gamma,
                    exp(-eps) * delta / power,
                    (0 < gamma, gamma <= 1, Eq(gamma * power, exp(-eps) * delta)),
                    "the level is not small",
                ),
                have(gamma * f(y) <= 1, "a probability"),
                specialise(exchanged(eps, delta), {f(y): gamma * f(y)}, "ask the test with this probability"),
                have(gamma * level <= delta, "the thinned test has a small level"),
                Chain(delta)
                .eq(exp(eps) * (gamma * power), "cancel")
                .lt(gamma * level, "the loss of the test is large"),
            ),
        ),
    ),
    near_misses={
        "in one order only": variant(
            given=[small_test(eps, delta)],
            witness=point({eps: log(2), delta: Rational(1, 4)}, P=(half, half), Q=(1, 0)),
        ),
    },
    note="Where its level is too large, the test is asked with a small probability only: so tests must be drawn at random.",
)
