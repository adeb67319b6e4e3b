"""A survey of a hundred yes-or-no answers, released with privacy loss 1/2: what can be learnt of its mean at best."""

from dpsym.derivations.inference.risk_of_estimators import absolute_error, at_two_steps, squared_error
from dpsym.derivations.mechanisms.laplace import pure as laplace_mechanism
from dpsym.derivations.posterior.pure_posterior_interval import forward as posterior_interval
from dpsym.derivations.testing.pure_error_rates import power_between, pure_error_rates
from dpsym.language import *

people = 100
loss = Rational(1, 2)
level = Rational(1, 20)
k = parameter("k", above=0, integer=True, about="number of people whose answers differ")
groups = tuple(Integer(j) for j in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20))


def differ(j):
    """How many answers differ, in words."""
    return "1 answer differs" if j == 1 else f"{j} answers differ"


def power(k):
    """Of the best test of two surveys that differ in k answers, over all mechanisms with this privacy loss."""
    return Evaluated("limits.power", eps=loss, k=k, alpha=level)


def error(k):
    """The least root mean squared error of an estimate of the mean, at the worse of two surveys that differ in k answers."""
    return sqrt(Evaluated("estimate.squared", eps=loss, k=k, gap=k / Integer(people)))


def absolute(k):
    """The least mean absolute error, likewise."""
    return Evaluated("estimate.absolute", eps=loss, k=k, gap=k / Integer(people))


def proportion(gap):
    """The least root mean squared error of an estimate of the population's proportion, at the worse of two that are so far apart."""
    return sqrt(Evaluated("estimate.proportion", eps=loss, n=people, gap=gap, loss="squared"))


one_person = Example(
    title="What the survey tells of one person",
    cites="bailie2024",
    values=(
        value("largest power of a test at level 0.05", power(1)),
        value("largest posterior probability of an answer, prior 0.1", Evaluated("posterior.highest", p=Rational(1, 10), eps=loss, distance=1)),
        value("largest posterior probability of an answer, prior 0.5", Evaluated("posterior.highest", p=Rational(1, 2), eps=loss, distance=1)),
        value("the same, two people of whom one answers as the other does", Evaluated("posterior.highest", p=Rational(1, 2), eps=loss, distance=2)),
    ),
    uses=(pure_error_rates, power_between, posterior_interval),
    note=(
        "Whatever the statistic, and whatever the noise. The attacker of the last line knows that the two answers are the same: "
        "two data sets that are possible then differ in both, at distance 2."
    ),
)  # fmt: skip

tests = Example(
    title="Telling two surveys apart",
    cites="bailie2024",
    kind="table",
    values=(
        *(value(f"largest power at level 0.05, {differ(j)}", power(Integer(j))) for j in (1, 2, 5, 10, 20)),
        *(
            value(f"largest total variation, {differ(j)}", Evaluated("limits.advantage", eps=loss, k=j))
            for j in (1, 2, 5, 10, 20)
        ),
    ),
    uses=(pure_error_rates, power_between),
    note="The power is reached by a mechanism with two answers, made for these two surveys and this level.",
)

mean = Example(
    title="The mean of the hundred answers",
    cites="bailie2024",
    kind="table",
    values=(
        *(value(f"root mean squared error, at least, {differ(j)}", error(Integer(j))) for j in (1, 2, 4, 6, 8, 10, 16)),
        value("mean absolute error, at least, 4 answers differ", absolute(Integer(4))),
        value("root mean squared error of Laplace noise", sqrt(2) / (loss * people)),
    ),
    uses=(squared_error, at_two_steps, absolute_error, laplace_mechanism),
    note=(
        "For one answer and for two the squared error is that of the theorems; for more, that of the two laws whose power is the largest one. No estimator from "
        "any output with this privacy loss, of the mean or of all answers, has a smaller root mean squared error at every survey than the "
        "largest of these; the noise that is usual has less than twice as much. The error is all due to privacy: the mean of the answers is known without any."
    ),
)  # fmt: skip

population = Example(
    title="The proportion in the population",
    cites="bailie2024",
    kind="table",
    values=(
        *(
            value(f"root mean squared error, at least, proportions {said} apart", proportion(gap))
            for said, gap in (("0.02", Rational(1, 50)), ("0.05", Rational(1, 20)), ("0.08", Rational(2, 25)), ("0.1", Rational(1, 10)))
        ),
        value("standard deviation of the mean, at proportion one half", Rational(1, 20)),
    ),
    uses=(squared_error,),
    note=(
        "Two populations whose proportions differ by as much are coupled answer by answer, so that the number of answers that differ is "
        "binomial; the bound is the mean of those for each number. It is about privacy alone: whoever sees the hundred answers still "
        "has the error of the last line, at a proportion of one half."
    ),
)  # fmt: skip

by_distance = Figure(
    title="Error of the mean, by how many answers differ",
    cites="bailie2024",
    curves=(
        curve("root mean squared error, at least", error(k), k, groups),
        curve("mean absolute error, at least", absolute(k), k, groups),
    ),
    uses=(squared_error, at_two_steps, absolute_error),
    note="The largest value of a curve is the bound: surveys that differ in few answers have close means, those that differ in many are told apart.",
)
