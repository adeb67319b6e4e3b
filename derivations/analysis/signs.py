"""Signs of products."""

from dpsym.language import *

a = parameter("a", above=0, about="a positive number")
c = parameter("c", about="a number")

divide = Theorem(
    title="A positive factor does not change a sign",
    kind="lemma",
    given=0 <= a * c,
    claim=0 <= c,
    near_misses={
        "the other sign": variant(c <= 0, witness=point({a: 1, c: 1})),
        "without the product": variant(given=[], witness=point({a: 1, c: -1})),
    },
)
