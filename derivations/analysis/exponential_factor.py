"""An exponential factor on the other side of an equation."""

from dpsym.language import *

u, v, x = parameter("u"), parameter("v"), parameter("x")

exchanged = Theorem(
    title="An exponential factor on the other side",
    kind="lemma",
    given=Eq(u, exp(-x) * v),
    claim=Eq(v, exp(x) * u),
    derivation=(Chain(exp(x) * u).eq(exp(x) * (exp(-x) * v), "insert").eq(v, "cancel"),),
    example=point({u: 1, v: 2, x: log(2)}),
    near_misses={
        "the sign of the exponent kept": variant(Eq(v, exp(-x) * u)),
    },
)
