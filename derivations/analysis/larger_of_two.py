"""The larger of two numbers."""

from dpsym.language import *

x = parameter("x", above=0, about="a factor that is not 0")
p, q, g, h = (parameter(n, about="a sum") for n in "pqgh")
m, n = (parameter(n, about="the larger of two sums") for n in "mn")
terms = (Eq(x * p, h + x - 1), Eq(x * q, g + x - 1))

common = Theorem(
    title="The larger of two numbers with a common term",
    kind="lemma",
    given=(Eq(m, Max(p, q)), Eq(n, Max(g, h)), *terms),
    claim=Eq(x * m, n + x - 1),
    derivation=cases(
        p <= q,
        (
            have(Eq(m, q), "the larger one"),
            have(x * p <= x * q, "a positive factor"),
            have(h <= g, "a positive factor"),
            have(Eq(n, g), "the larger one"),
        ),
        (
            have(Eq(m, p), "the larger one"),
            have(x * q < x * p, "a positive factor"),
            have(g < h, "a positive factor"),
            have(Eq(n, h), "the larger one"),
        ),
    ),
    example=point({x: 1, p: 0, q: 0, g: 0, h: 0, m: 0, n: 0}),
    near_misses={
        "without the term": variant(Eq(x * m, n), witness=point({x: 2, p: 1, q: 1, g: 1, h: 1, m: 1, n: 1})),
        "of any numbers": without(terms, witness=point({x: 1, p: 1, q: 0, g: 0, h: 0, m: 1, n: 0})),
    },
)
