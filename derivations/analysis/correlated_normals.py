"""Two normal numbers with a correlation: the exponent of their density."""

from dpsym.derivations.vocabulary import fifth
from dpsym.language import *

a = parameter("a", about="shift of the first output between the two states, in standard deviations")
b = parameter("b", about="shift of the second output between the two states, in standard deviations")
r = parameter("r", above=-1, below=1, about="correlation of the two noises")
v = parameter("v", about="the first output less the mean of its two centres, in standard deviations")
w = parameter("w", about="the second output less the mean of its two centres, in standard deviations")
together = (a**2 - 2 * r * a * b + b**2) / (1 - r**2)


def exponent(v, w):
    """Twice the exponent of the density of two standard normal variables with this correlation, with its sign changed."""
    return (v**2 - 2 * r * v * w + w**2) / (1 - r**2)


first = (a - r * b) / (
    1 - r**2
)  # of the loss, by the outputs: the inverse of the correlations times the shifts

second = (b - r * a) / (1 - r**2)

x, z = (
    parameter(n, about=f"a value of the {which} of two normal numbers")
    for n, which in (("x", "first"), ("z", "second"))
)

c = parameter("c", above=0, about="the standard deviation of the second number, given the first")
given_first = Eq(c**2, 1 - r**2)
quadratic = x**2 - 2 * r * x * z + z**2
here = {x: 0, z: 0, r: 3 * fifth, c: 4 * fifth}

completed = Theorem(
    title="The exponent of two normal numbers with a correlation: that of the first, and of the second given it",
    kind="lemma",
    given=given_first,
    claim=Eq(quadratic / (2 * c**2), x**2 / 2 + (z - r * x) ** 2 / (2 * c**2)),
    derivation=(
        have(Eq(quadratic, x**2 * c**2 + (z - r * x) ** 2), "complete the square"),
        Chain(quadratic / (2 * c**2))
        .eq((x**2 * c**2 + (z - r * x) ** 2) / (2 * c**2), "complete the square")
        .eq(x**2 / 2 + (z - r * x) ** 2 / (2 * c**2), "divide"),
    ),
    example=point(here),
    near_misses={
        "the mean left out": variant(
            Eq(quadratic / (2 * c**2), x**2 / 2 + z**2 / (2 * c**2)), witness=point({**here, x: 1, z: 1})
        ),
    },
)

# Two normal outputs of this correlation, whose centres are a and b apart in the two states; v and w are measured from the middle.
along = first * v + second * w - together / 2  # the loss less its mean in the first state

across = b * (v - a / 2) - a * (w - b / 2)
apart = parameter("d", above=0, about="the distance of both outputs: the root of the variance of their loss")

sideways = parameter(
    "s", above=0, about="the standard deviation of the number that does not depend on the loss"
)

in_units = Theorem(
    title="Two correlated normal outputs as two independent normal numbers, of which one is their loss",
    kind="lemma",
    given=(Eq(apart**2, together), Eq(sideways**2, together * (1 - r**2))),
    claim=AllOf(
        Eq(exponent(v - a / 2, w - b / 2), (along / apart) ** 2 + (across / sideways) ** 2),
        Eq(
            exponent(v + a / 2, w + b / 2),
            (along / apart + apart) ** 2 + (across / sideways) ** 2,
        ),
    ),
    example=point({a: 1, b: 0, r: 0, apart: 1, sideways: 1}),
    near_misses={
        "one law in both states": variant(
            Eq(exponent(v + a / 2, w + b / 2), (along / apart) ** 2 + (across / sideways) ** 2),
            witness=point({a: 1, b: 0, r: 0, apart: 1, sideways: 1, v: 1, w: 0}),
        ),
    },
    note=(
        "The exponents of the joint densities in the two states. So the joint density is that of two independent standard normal numbers, as a linear change of the outputs multiplies areas by a constant: the loss is d times the first of them, "
        "plus d^2/2 in the first state and less d^2/2 in the second, and the other number has one law in both states."
    ),
)
