"""The sum of independent normal numbers is normal: their variances add up."""

from dpsym.language import *

a = parameter("a", above=0, about="the standard deviation of the first number")
b = parameter("b", above=0, about="the standard deviation of the second number")
r = parameter("r", above=0, about="the root of the sum of both variances")
K = parameter("K", above=0, about="the constant that makes the total of a standard normal density 1")
x = parameter("x", about="the mean of the first number")
w = parameter("w", about="the mean of the second number")
s = parameter("s", about="a value of the sum")
z = parameter("z", about="a value of the first number")
J = function(
    "J", law=False, about="the integral of a multiple of a normal density, by the multiple and the centre"
)
k = parameter("k", about="a multiple")
m = parameter("m", about="a centre")


def normal(deviation):
    """The normal density of this standard deviation."""
    return Gaussian(deviation, 1, deviation * K)


given_first = a * b / r  # the standard deviation of the first number, given the sum
centre = (b**2 * x + a**2 * (s - w)) / r**2  # and its mean
both = normal(a).density(z, x) * normal(b).density(s - z, w)
of_sum = normal(r).density(s, x + w)
variances = Eq(r**2, a**2 + b**2)
integrals = ForAll((k, m), Eq(J(k, m), k))
here = {a: 3, b: 4, r: 5, K: 1, x: 0, w: 0, s: 0, z: 0}

square = Theorem(
    title="Two squares over variances as one over their sum and one over the rest",
    kind="lemma",
    given=variances,
    claim=Eq(
        (z - x) ** 2 / (2 * a**2) + (s - z - w) ** 2 / (2 * b**2),
        (s - (x + w)) ** 2 / (2 * r**2) + (z - centre) ** 2 / (2 * given_first**2),
    ),
    example=point(here),
    near_misses={
        "deviations that add up": variant(given=[Eq(r, a + b)], witness=point({**here, r: 7, s: 1})),
    },
)

sum_of_two = Theorem(
    title="The sum of two independent normal numbers is normal",
    source="kifer.x-gauss-compose",
    given=(variances, integrals),
    claim=AllOf(Eq(both, of_sum * normal(given_first).density(z, centre)), Eq(J(of_sum, centre), of_sum)),
    derivation=(
        have(
            Eq(
                (z - x) ** 2 / (2 * a**2) + (s - z - w) ** 2 / (2 * b**2),
                (s - (x + w)) ** 2 / (2 * r**2) + (z - centre) ** 2 / (2 * given_first**2),
            ),
            "complete the square",
            by=square,
        ),
        have(
            Eq(
                exp(-((z - x) ** 2 / (2 * a**2))) * exp(-((s - z - w) ** 2 / (2 * b**2))),
                exp(-((s - (x + w)) ** 2 / (2 * r**2))) * exp(-((z - centre) ** 2 / (2 * given_first**2))),
            ),
            "the exponential of a sum",
        ),
        have(Eq((a * K) * (b * K), (r * K) * (given_first * K)), "the constants"),
        have(Eq(both, of_sum * normal(given_first).density(z, centre)), "divided by the constants"),
        specialise(integrals, {k: of_sum, m: centre}, "the total of a density is 1"),
    ),
    example=point(here, J=Lambda((k, m), k)),
    near_misses={
        "deviations that add up": variant(
            Eq(both, of_sum * normal(given_first).density(z, centre)),
            given=[Eq(r, a + b)],
            witness=point({**here, r: 7, s: 1}),
        ),
        "no total of 1": variant(
            Eq(J(of_sum, centre), of_sum), given=[variances], witness=point(here, J=Lambda((k, m), 2 * k))
        ),
    },
    note=(
        "The density of the sum at s is the integral over z of the product of the two densities. The product is the density of the normal law of the summed means and variances, at s, times "
        "a density in z, whose integral is 1. Of integrals this alone is used: that of a multiple of a density is the multiple. One number after the other, the sum of any "
        "number of independent normal numbers is normal."
    ),
)
