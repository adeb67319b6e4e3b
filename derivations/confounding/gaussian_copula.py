"""The Gaussian copula (Definition 9): two normal numbers with a correlation, their margins, their copula and its density."""

from dpsym.derivations.analysis.correlated_normals import c, completed, given_first, quadratic, r, x, z
from dpsym.derivations.analysis.normal_tails import rises, rises_strictly
from dpsym.derivations.analysis.sum_of_squares import K
from dpsym.derivations.mechanisms.normal_sums import bell
from dpsym.derivations.vocabulary import fifth, half, m
from dpsym.language import *

k = parameter("k", about="a multiple")
d = parameter("d", above=0, about="a standard deviation")
joint = exp(-quadratic / (2 * c**2)) / (c * K**2)
N = function(
    "N",
    law=False,
    about="the integral over z of k times the normal density with mean m and standard deviation d, by k, m and d",
)
of_multiples = ForAll((k, m, d), Eq(N(k, m, d), k))
one, zero = Integer(1), Integer(0)
standard = bell(x, zero, one)
here = {x: 0, z: 0, r: 3 * fifth, c: 4 * fifth, K: 1}


of_the_rest = Theorem(
    title="The joint density of two normal numbers with a correlation: that of the first, times that of the second given it",
    source="zhang.def9",
    given=given_first,
    claim=Eq(joint, standard * bell(z, r * x, c)),
    derivation=(
        have(
            Eq(quadratic / (2 * c**2), x**2 / 2 + (z - r * x) ** 2 / (2 * c**2)),
            "complete the square",
            by=completed,
        ),
        have(
            Eq(exp(-quadratic / (2 * c**2)), exp(-(x**2 / 2)) * exp(-((z - r * x) ** 2 / (2 * c**2)))),
            "the exponential of a sum",
        ),
    ),
    example=point(here),
    near_misses={
        "as if the second number did not depend on the first": variant(
            Eq(joint, standard * bell(z, zero, one)), witness=point(here)
        ),
    },
    note="K is the root of 2 pi. Given the first number the second has the mean r x.",
)

margin = Theorem(
    title="Two normal numbers with a correlation: each is normal by itself",
    source="zhang.def9",
    given=(given_first, of_multiples),
    claim=AllOf(Eq(joint, standard * bell(z, r * x, c)), Eq(N(standard, r * x, c), standard)),
    derivation=(
        have(Eq(joint, standard * bell(z, r * x, c)), "given the first number", by=of_the_rest),
        specialise(of_multiples, {k: standard, m: r * x, d: c}, "a multiple of a normal density"),
    ),
    example=point(here, N=Lambda((k, m, d), k)),
    near_misses={
        "of an integral that is not linear": without(
            of_multiples, witness=point(here, N=Lambda((k, m, d), 2 * k))
        ),
        "the law given the first number": variant(
            AllOf(Eq(joint, standard * bell(z, r * x, c)), Eq(N(standard, r * x, c), one)),
            witness=point({**here, K: 2}, N=Lambda((k, m, d), k)),
        ),
    },
    note=(
        "K is the root of 2 pi. By the first equation the integral of the joint density over z is that of a multiple of a normal density; of integrals this is used: that it is the multiple. Exchanging both numbers exchanges x and z, so that the second number has the same law by itself."
    ),
)

of_copula = (r**2 * (x**2 + z**2) - 2 * r * x * z) / (2 * c**2)

copula_density = Theorem(
    title="The density of the Gaussian copula is the joint density against the product of the single ones",
    source="zhang.def9",
    given=given_first,
    claim=Eq(joint, exp(-of_copula) / c * (standard * bell(z, zero, one))),
    derivation=(
        have(Eq(quadratic, r**2 * (x**2 + z**2) - 2 * r * x * z + c**2 * (x**2 + z**2)), "the correlation"),
        Chain(quadratic / (2 * c**2))
        .eq((r**2 * (x**2 + z**2) - 2 * r * x * z + c**2 * (x**2 + z**2)) / (2 * c**2), "the correlation")
        .eq(of_copula + (x**2 / 2 + z**2 / 2), "divide"),
        have(
            Eq(exp(-quadratic / (2 * c**2)), exp(-of_copula) * (exp(-(x**2 / 2)) * exp(-(z**2 / 2)))),
            "the exponential of a sum",
        ),
    ),
    example=point(here),
    near_misses={
        "the root in front left out": variant(
            Eq(joint, exp(-of_copula) * (standard * bell(z, zero, one))), witness=point(here)
        ),
    },
    note="c is the root of 1 - r^2, and K that of 2 pi. The density of the copula at two probabilities is what stands before the two normal densities, at their quantiles x and z.",
)

s, t = (
    parameter(n, about=f"the normal quantile of the {which} probability")
    for n, which in (("s", "first"), ("t", "second"))
)
X = function("X", law=False, about="a standard normal number")
Z = function("Z", law=False, about="another one, independent of the first")
H = function(
    "H",
    law=False,
    about="the distribution function of two jointly normal numbers of mean 0, variance 1 and correlation r",
)
O = function("O", about="the law of both standard normal numbers together")
other = r * X(y) + sqrt(1 - r**2) * Z(y)  # the second of the two numbers that depend on each other


def likely(*conditions):
    """How likely all of the conditions are."""
    return Total(Indicator(AllOf(*conditions) if len(conditions) > 1 else conditions[0]) * O(y), y)


first, second = Phi(X(y)) <= Phi(s), Phi(other) <= Phi(t)
numbers = (
    Eq(likely(X(y) <= s), Phi(s)),
    Eq(likely(other <= t), Phi(t)),
    Eq(likely(X(y) <= s, other <= t), H(s, t)),
)
even = {"O": (half, half), "X": (-1, 1), "Z": (-1, 1), "H": Lambda((x, z), half)}


def same_event(number, place):
    """That a number is at most a place where its probability is at most that of the place."""
    below, at_most = Phi(number) <= Phi(place), number <= place
    return have(
        ForAll(y, Eq(Indicator(below), Indicator(at_most))),
        "one event",
        derivation=cases(
            at_most,
            have(below, "it rises", by=rises.at(s=number, t=place)),
            have(Phi(place) < Phi(number), "it rises strictly", by=rises_strictly.at(s=place, t=number)),
        ),
    )


gaussian_copula = Theorem(
    title="The Gaussian copula: a distribution function whose margins are uniform",
    source=of_any_spaces("zhang.def9"),
    given=numbers,
    claim=AllOf(
        Eq(likely(first, second), H(s, t)),
        Eq(likely(first), Phi(s)),
        Eq(likely(second), Phi(t)),
        Eq(likely(first, Phi(other) <= 1), Phi(s)),
        Eq(likely(Phi(X(y)) <= 1, second), Phi(t)),
    ),
    derivation=(
        same_event(X(y), s),
        same_event(other, t),
        specialise(ForAll(y, Eq(Indicator(first), Indicator(X(y) <= s))), {y: y}, "one event"),
        specialise(ForAll(y, Eq(Indicator(second), Indicator(other <= t))), {y: y}, "one event"),
        have(AllOf(Phi(X(y)) <= 1, Phi(other) <= 1), "probabilities"),
        have(Eq(likely(first), likely(X(y) <= s)), "one event"),
        have(Eq(likely(second), likely(other <= t)), "one event"),
        have(Eq(likely(first, second), likely(X(y) <= s, other <= t)), "both events"),
        have(Eq(likely(first, Phi(other) <= 1), likely(first)), "the other one is always so"),
        have(Eq(likely(Phi(X(y)) <= 1, second), likely(second)), "the other one is always so"),
    ),
    example=point({s: 0, t: 0, r: 3 * fifth}, **even),
    near_misses={
        "as if both were independent": variant(
            Eq(likely(first, second), Phi(s) * Phi(t)), witness=point({s: 0, t: 0, r: 3 * fifth}, **even)
        ),
        "of a number that is not normal": variant(
            given=numbers[1:], witness=point({s: 0, t: 0, r: 3 * fifth}, **{**even, "X": (-1, -1)})
        ),
    },
    note=(
        "Definition 9: X and r X plus the root of 1 - r^2 times Z are the two jointly normal numbers; at two probabilities Phi(s) and Phi(t) the copula is their distribution function H at s and t, and every pair of probabilities between 0 and 1 has such a place. "
        "Where one probability is 1 the value is the other one: the margins are uniform. That the second number is normal by itself is the theorem on the margins, and the one on sums of normal numbers."
    ),
)
