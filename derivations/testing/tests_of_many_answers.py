"""Every test on a vector of answers with Gaussian noise: what it gains is what the law of the privacy loss gives, in either order."""

from dpsym.derivations.analysis.normal_tails import rises
from dpsym.derivations.mechanisms.gaussian_delta import delta_at, grows_with_distance
from dpsym.derivations.mechanisms.gaussian_with_many_values import (
    A,
    B,
    O,
    apart,
    density,
    in_each_coordinate,
    k,
    of_answers,
    v,
)
from dpsym.derivations.testing.tests_of_gaussian import a, b, delta, l
from dpsym.derivations.testing.tests_of_gaussian import bounded as bounded_of_one
from dpsym.derivations.testing.tests_of_gaussian import error as error_of_one
from dpsym.derivations.testing.tests_of_gaussian import profile as profile_of_one
from dpsym.derivations.vocabulary import eps, half, rho
from dpsym.language import *
from dpsym.language.integration import masses_of_test, t, z

i = Outcome("i", "I")
d = parameter(
    "d",
    above=0,
    about="the distance of the two vectors of inputs: the root of the sum of the squares of their differences, each in standard deviations of its noise",
)
mu = parameter("mu", above=0, about="the largest such distance of neighbours")
f = function("f", law=False, about="how likely the test rejects a vector of answers")

zero, one = Integer(0), Integer(1)
place = (of_answers + d**2 / 2) / d  # the loss of a vector, less its mean on the second database and in standard deviations


def ratio(t):
    """The ratio of the densities where this number is t."""
    return exp(d * t - d**2 / 2)


beyond = (lambda t: Phi(-t), lambda t: Phi(d - t))
test = masses_of_test(
    lambda v: density(B), lambda v: density(A), ratio, beyond, l, b, rejects=f, over=(v, place)
)
rejecting, up_to, from_on = test
one_answer = {"A": (1,), "B": (0,), "S": (1,), "O": (1,)}
nothing = {**one_answer, "f": Lambda(v, half), "E": Lambda(t, zero), "D": Lambda(t, zero)}
squared = Eq(d**2, Total(apart**2, i))
vectors = (in_each_coordinate, squared)

p_v, q_v = density(B), density(A)
likelihood = Theorem(
    title="The ratio of the densities of a vector of answers",
    kind="lemma",
    given=in_each_coordinate,
    claim=ForAll(v, AllOf(0 < p_v, Eq(q_v, ratio(place) * p_v))),
    example=point({d: 1, k: 1, v: 0}, **one_answer),
    near_misses={
        "the inputs exchanged": variant(
            ForAll(v, Eq(p_v, ratio(place) * q_v)), witness=point({d: 1, k: 1, v: 0}, **one_answer)
        ),
        "the loss in the place of its distance from the mean": variant(
            ForAll(v, Eq(q_v, ratio(of_answers) * p_v)), witness=point({d: 1, k: 1, v: 0}, **one_answer)
        ),
    },
)

before, after = up_to.args[1].args[1], from_on.args[1].args[1]
compared = Theorem(
    title="What a test on a vector of answers gains before a cut and beyond it",
    kind="lemma",
    given=(*vectors, *test),
    claim=ForAll(t, AllOf(before, after)),
    derivation=(
        have(ForAll(v, AllOf(0 < p_v, Eq(q_v, ratio(place) * p_v))), "the ratio", by=likelihood),
        have(
            ForAll(v, Implication(place <= t, f(v) * q_v <= ratio(t) * (f(v) * p_v))),
            "up to the cut the ratio is smaller",
            derivation=(
                specialise(ForAll(v, AllOf(0 < p_v, Eq(q_v, ratio(place) * p_v))), {v: v}),
                specialise(rejecting, {v: v}, "a probability"),
                have(Implication(place <= t, d * place - d**2 / 2 <= d * t - d**2 / 2), "a positive factor"),
                have(Implication(place <= t, ratio(place) <= ratio(t)), "it rises"),
                have(0 <= f(v) * p_v, "factors that are not negative"),
                have(Implication(place <= t, 0 <= (f(v) * p_v) * (ratio(t) - ratio(place))), "factors"),
            ),
        ),
        have(
            ForAll(v, Implication(t <= place, ratio(t) * ((1 - f(v)) * p_v) <= (1 - f(v)) * q_v)),
            "from the cut on it is larger",
            derivation=(
                specialise(ForAll(v, AllOf(0 < p_v, Eq(q_v, ratio(place) * p_v))), {v: v}),
                specialise(rejecting, {v: v}, "a probability"),
                have(Implication(t <= place, d * t - d**2 / 2 <= d * place - d**2 / 2), "a positive factor"),
                have(Implication(t <= place, ratio(t) <= ratio(place)), "it rises"),
                have(0 <= (1 - f(v)) * p_v, "factors that are not negative"),
                have(Implication(t <= place, 0 <= ((1 - f(v)) * p_v) * (ratio(place) - ratio(t))), "factors"),
            ),
        ),
        specialise(up_to, {t: t}, "the masses up to the cut"),
        specialise(from_on, {t: t}, "the masses beyond it"),
    ),
    example=point({d: 1, k: 1, l: half, b: 0}, **nothing),
    near_misses={},
)

on_the_line = have(ForAll(t, AllOf(before, after)), "the masses before a cut and beyond it", by=compared)
# The same masses are those of a test on one answer at the distance d with noise of deviation 1: what is said of its masses is said of these.
of_one = {"sigma": one, "x_1": d, "x_2": zero, "T": Lambda(z, half)}
near = d <= mu
vector = (*vectors, near, *test)
named = {function("r", law=False)(t): ratio(t)}

trade_off = Theorem(
    title="The trade-off function of many answers with Gaussian noise",
    source=whole_of("kifer.ex5.10-f"),
    cites="dong2022",
    given=(*vector, l <= a),
    claim=Phi(Phi_inv(1 - a) - mu) <= 1 - b,
    derivation=(
        on_the_line,
        have(Phi(Phi_inv(1 - a) - d) <= 1 - b, "the two laws of the loss", by=error_of_one.at(**of_one)),
        have(
            Phi(Phi_inv(1 - a) - mu) <= Phi(Phi_inv(1 - a) - d),
            "the distribution function rises",
            by=rises.at(s=Phi_inv(1 - a) - mu, t=Phi_inv(1 - a) - d),
        ),
    ),
    example=point({d: 1, mu: 1, k: 1, l: half, b: 0, a: half}, **nothing),
    near_misses={},
)
