"""The logarithm of a quotient of exponentials."""

from dpsym.derivations.vocabulary import u, v
from dpsym.language import *

x, g, h = (parameter(n, about="a number") for n in "xgh")

of_exponentials = Theorem(
    title="The logarithm of a quotient of exponentials with a common factor",
    kind="lemma",
    given=(0 < u, 0 < v, Eq(u, x * exp(g)), Eq(v, x * exp(h))),
    claim=Eq(log(u / v), g - h),
    derivation=(
        have(Eq(u / v, exp(g) / exp(h)), "cancel"),
        have(Eq(exp(g) / exp(h), exp(g - h)), "one exponential"),
        Chain(log(u / v)).eq(log(exp(g - h)), "cancel").eq(g - h, "logarithm of an exponential"),
    ),
    example=point({u: 1, v: 1, x: 1, g: 0, h: 0}),
    near_misses={
        "of the product": variant(Eq(log(u * v), g + h), witness=point({u: 2, v: 2, x: 2, g: 0, h: 0})),
    },
)
