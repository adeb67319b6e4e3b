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
        "the other sign": variant(c <= 0),
    },
)

u, v = parameter("u", about="a number"), parameter("v", about="a number")
w = parameter("w", at_least=0, about="a number that is not negative")

multiply = Theorem(
    title="A factor that is not negative keeps an inequality",
    kind="lemma",
    given=u <= v,
    claim=u * w <= v * w,
)
