"""The product of two normal densities: one of the sum and one of the rest."""

from dpsym.language import *

a = parameter("a", above=0, about="the standard deviation of the first number")
b = parameter("b", above=0, about="the standard deviation of the second number")
r = parameter("r", above=0, about="the root of the sum of both variances")
K = parameter("K", above=0, about="the constant that makes the total of a standard normal density 1")
x = parameter("x", about="the mean of the first number")
w = parameter("w", about="the mean of the second number")
u = parameter("u", about="the mean of the sum")
s = parameter("s", about="a value of the sum")
z = parameter("z", about="a value of the first number")


def normal(deviation):
    """The normal density of this standard deviation."""
    return Gaussian(deviation, 1, deviation * K)


given_first = a * b / r  # the standard deviation of the first number, given the sum
centre = (b**2 * x + a**2 * (s - w)) / r**2  # and its mean
both = normal(a).density(z, x) * normal(b).density(s - z, w)
of_sum = normal(r).density(s, u)
variances = AllOf(Eq(r**2, a**2 + b**2), Eq(u, x + w))
here = {a: 3, b: 4, r: 5, K: 1, x: 0, w: 0, u: 0, s: 0, z: 0}

square = Theorem(
    title="Two squares over variances as one over their sum and one over the rest",
    kind="lemma",
    given=variances,
    claim=Eq(
        (z - x) ** 2 / (2 * a**2) + (s - z - w) ** 2 / (2 * b**2),
        (s - u) ** 2 / (2 * r**2) + (z - centre) ** 2 / (2 * given_first**2),
    ),
    example=point(here),
    near_misses={
        "deviations that add up": variant(
            given=[Eq(r, a + b), Eq(u, x + w)], witness=point({**here, r: 7, s: 1})
        ),
    },
)

product = Theorem(
    title="The product of two normal densities as one of the sum and one of the rest",
    kind="lemma",
    given=variances,
    claim=Eq(both, of_sum * normal(given_first).density(z, centre)),
    derivation=(
        have(
            Eq(
                (z - x) ** 2 / (2 * a**2) + (s - z - w) ** 2 / (2 * b**2),
                (s - u) ** 2 / (2 * r**2) + (z - centre) ** 2 / (2 * given_first**2),
            ),
            "complete the square",
            by=square,
        ),
        have(
            Eq(
                exp(-((z - x) ** 2 / (2 * a**2))) * exp(-((s - z - w) ** 2 / (2 * b**2))),
                exp(-((s - u) ** 2 / (2 * r**2))) * exp(-((z - centre) ** 2 / (2 * given_first**2))),
            ),
            "the exponential of a sum",
        ),
    ),
    example=point(here),
    near_misses={
        "deviations that add up": variant(
            given=[Eq(r, a + b), Eq(u, x + w)], witness=point({**here, r: 7, s: 1})
        ),
        "the deviation of the one number": variant(
            Eq(both, of_sum * normal(a).density(z, centre)), witness=point(here)
        ),
    },
)
