"""The sum of independent normal numbers is normal: their variances add up."""

from dpsym.derivations.analysis.sum_of_squares import K, product, s, z
from dpsym.derivations.vocabulary import m
from dpsym.language import *

k = parameter("k", about="a multiple")


# Any number of numbers: that at the place n has the deviation D(n) and the mean X(n); R and M are the deviation and the mean of the
# sum of those up to a place, and h(n, .) is its density.
n = parameter("n", integer=True, about="the place of a number, from 0 on")
N = parameter("N", integer=True, about="the place of the last number")
d = parameter("d", above=0, about="a standard deviation")
D = function("D", law=False, about="the standard deviation of a number, by its place")
mean = function("X", law=False, about="its mean")
R = function("R", law=False, about="the standard deviation of the sum of the numbers up to a place")
M = function("M", law=False, about="the mean of this sum")
h = function("h", law=False, about="the density of this sum at a value")
zero = Integer(0)


def bell(y, centre, deviation):
    """The normal density of this mean and deviation at y."""
    return exp(-((y - centre) ** 2 / (2 * deviation**2))) / (deviation * K)


def convolved(first, second, of_sum):
    """That `of_sum` is the integral over z of the product of both, so far as this is used: where the product is a multiple of a normal
    density at every z, it is the multiple."""
    told = ForAll(z, Eq(first * second, k * bell(z, m, d)))
    return ForAll((k, m, d), Implication(told, Eq(of_sum, k)))


def sums(centre, mean_of, deviation=D, first=(), means=True):
    """That h(0, .) is the density of the first number, and h(n + 1, .) that of the sum with the next one, which is independent.

    centre, mean_of  the means of the sums and of the numbers; `deviation` is that of the numbers
    first            what holds of the next number besides
    means            that the means are said to add up
    """
    start = AllOf(0 < R(zero), ForAll(s, Eq(h(zero, s), bell(s, centre(zero), R(zero)))))
    following = AllOf(
        *first,
        0 < deviation(n + 1),
        0 < R(n + 1),
        Eq(R(n + 1) ** 2, R(n) ** 2 + deviation(n + 1) ** 2),
        *([Eq(centre(n + 1), centre(n) + mean_of(n + 1))] if means else []),
        ForAll(s, convolved(h(n, s - z), bell(z, mean_of(n + 1), deviation(n + 1)), h(n + 1, s))),
    )
    return start, ForAll(n, Implication(n + 1 <= N, following))


start, added = sums(M, mean)
next_number = added.args[1].args[1]


def is_normal(n, centre=M, deviation=R):
    """That the sum has the normal density of this mean and this deviation."""
    return AllOf(0 < R(n), ForAll(s, Eq(h(n, s), bell(s, centre(n), deviation(n)))))


def every_sum(of):
    """The same of the sums up to all places."""
    return ForAll(n, Implication(n <= N, of(n)))


rest = D(n + 1) * R(n) / R(n + 1)
middle = (R(n) ** 2 * mean(n + 1) + D(n + 1) ** 2 * (s - M(n))) / R(n + 1) ** 2
times = bell(s, M(n + 1), R(n + 1))
following = bell(z, mean(n + 1), D(n + 1))

one_number = {
    "R": Lambda(n, 1),
    "M": Lambda(n, 0),
    "D": Lambda(n, 1),
    "X": Lambda(n, 0),
    "h": Lambda((n, s), Piecewise((exp(-(s**2) / 2), n <= 0), (0, True))),
}

of_two = {name: one_number[name] for name in ("R", "M", "h")}

sum_of_many = Theorem(
    title="The sum of any number of independent normal numbers is normal",
    source="kifer.x-gauss-compose",
    given=(start, added),
    claim=every_sum(is_normal),
    derivation=(
        have(
            every_sum(is_normal),
            "one number after the other",
            derivation=induction(
                n,
                then=have(
                    Implication(n + 1 <= N, is_normal(n + 1)),
                    "the next number",
                    derivation=(
                        specialise(added, {n: n}, "the next number"),
                        have(is_normal(n), "the numbers so far"),
                        have(
                            ForAll(s, Eq(h(n + 1, s), times)),
                            "its density",
                            derivation=(
                                have(
                                    ForAll(z, Eq(h(n, s - z) * following, times * bell(z, middle, rest))),
                                    "the product of both densities",
                                    derivation=(
                                        specialise(is_normal(n).args[1], {s: s - z}, "the numbers so far"),
                                        Chain(h(n, s - z) * following)
                                        .eq(following * bell(s - z, M(n), R(n)), "the numbers so far")
                                        .eq(
                                            times * bell(z, middle, rest),
                                            "the product of two normal densities",
                                            by=product.at(
                                                a=D(n + 1),
                                                b=R(n),
                                                r=R(n + 1),
                                                x=mean(n + 1),
                                                w=M(n),
                                                u=M(n + 1),
                                            ),
                                        ),
                                    ),
                                ),
                                have(0 < rest, "a deviation"),
                                specialise(next_number.args[-1], {s: s}, "the convolution"),
                                specialise(
                                    next_number.args[-1].args[1],
                                    {k: times, m: middle, d: rest},
                                    "this multiple of a density",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({N: 0, K: 1}, **one_number),
    near_misses={
        "whatever the next number is": without(added, witness=point({N: 1, K: 1}, **of_two)),
        "the mean left out": variant(
            every_sum(lambda n: is_normal(n, centre=lambda n: zero)),
            witness=point(
                {N: 0, K: 1},
                **{**one_number, "M": Lambda(n, 1), "h": Lambda((n, s), exp(-((s - 1) ** 2) / 2))},
            ),
        ),
        "the deviation of the last number": variant(
            every_sum(lambda n: is_normal(n, deviation=D)),
            witness=point({N: 0, K: 1}, **{**one_number, "D": Lambda(n, 2)}),
        ),
    },
    note=(
        "The density of the sum of two independent numbers is the integral over z of the product of their densities, the second at z and the first at what is left. Of integrals one fact is used: where this product "
        "is a multiple of a normal density in z, whose integral is 1, the integral is the multiple. There may be any number of numbers."
    ),
)
