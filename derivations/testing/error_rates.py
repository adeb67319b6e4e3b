"""A test that tells two neighbouring databases apart from the output: its level and its power."""

from dpsym.language import *

f = function("f")

level, power = Mass(f(y), P), Mass(f(y), Q)

level_of_test = Definition(
    title="Level of a test",
    source=(
        of_any_spaces("kifer.def6-test"),
        whole_of("zhang.eq-err"),
        "kifer.not-mechanism",
    ),
    defines=level,
    note=(
        "A randomised test f rejects the first of two databases with probability f(y) when it sees the output y: it is a secondary "
        "analysis of the output with two answers. P and Q are the laws of the output on the first and on the second database. The "
        "level is the probability of an error of type I: the input is the first database, and the test rejects it."
    ),
)

power_of_test = Definition(
    title="Power of a test",
    source=("kifer.def6-test", "zhang.eq-err"),
    defines=power,
    note=(
        "The probability that the test rejects when the input is the second database. The probability of an error of type II "
        "is 1 less the power."
    ),
)
