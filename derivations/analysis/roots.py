"""Roots of squares."""

from dpsym.language import *

number, its_square = (
    parameter(n, above=0, about=what) for n, what in (("k", "a number"), ("n", "its square"))
)

positive_root = Theorem(
    title="A positive number is the root of its square",
    kind="lemma",
    given=Eq(number**2, its_square),
    claim=Eq(number, sqrt(its_square)),
    derivation=(
        have(Eq((number - sqrt(its_square)) * (number + sqrt(its_square)), 0), "a difference of squares"),
        have(Eq(number - sqrt(its_square), 0), "a positive factor"),
    ),
    example=point({number: 2, its_square: 4}),
)

x = parameter("x", about="the sum of both quantiles, in its standard deviations")
q = parameter("q", above=0, about="a variance")
p_0 = parameter("p", about="a number")

of_root = Theorem(
    title="The square of a number in standard deviations",
    kind="lemma",
    given=Eq(p_0, sqrt(q) * x),
    claim=Eq(p_0**2, q * x**2),
    derivation=Chain(p_0**2).eq((sqrt(q) * x) ** 2, "in units").eq(q * x**2, "the square of a root"),
    example=point({q: 4, x: 1, p_0: 2}),
    near_misses={
        "in variances": variant(given=[Eq(p_0, q * x)], witness=point({q: 4, x: 1, p_0: 4})),
        "the root kept": variant(Eq(p_0**2, sqrt(q) * x**2), witness=point({q: 4, x: 1, p_0: 2})),
    },
)
