"""Likelihoods with a bounded ratio, relative to weights: the posterior is near the tilted prior."""

from dpsym.language import *

h, g = Outcome("h", "H"), Outcome("g", "H")
B = function("B", law=False, about="the prior of the parameter")
L, K = function("L", law=False), function("K", law=False)
c = parameter("c", above=0, about="bound on the ratio of two likelihoods")
p, q = parameter("p"), parameter("q")

weights = ForAll(g, 0 <= B(g))
i, j = Outcome("i", "H"), Outcome("j", "H")
ratios = ForAll((i, j), L(i) * K(j) <= c * K(i) * L(j))
below = ForAll(g, L(g) <= K(g))
seen, kept = Total(B(g) * L(g), g), Total(B(g) * K(g), g)

bounded_likelihoods = Theorem(
    title="Likelihoods with a bounded ratio",
    kind="lemma",
    given=(weights, ratios, below, 0 < seen),
    example=point({c: 2}, B=(1, 1), L=(1, 2), K=(2, 2)),
    near_misses={
        "without a bound on the ratio": variant(
            given=(weights, below, 0 < seen), witness=point({c: 1}, B=(1, 1), L=(1, 0), K=(1, 1))
        ),
    },
    claim=ForAll(h, Between(B(h) * K(h) / kept / c, B(h) * L(h) / seen, c * (B(h) * K(h) / kept))),
    derivation=(
        specialise(weights, {g: g}),
        specialise(weights, {g: h}),
        specialise(below, {g: g}),
        specialise(ratios, {i: h, j: g}),
        specialise(ratios, {i: g, j: h}),
        have(B(g) * L(g) <= B(g) * K(g)),
        have(seen <= kept, "sum"),
        have(0 < kept),
        have(B(g) * (L(h) * K(g)) <= B(g) * (c * K(h) * L(g)), "weighted"),
        have(B(g) * (L(g) * K(h)) <= B(g) * (c * K(g) * L(h)), "weighted"),
        have(Total(B(g) * (L(h) * K(g)), g) <= Total(B(g) * (c * K(h) * L(g)), g), "sum"),
        have(Total(B(g) * (L(g) * K(h)), g) <= Total(B(g) * (c * K(g) * L(h)), g), "sum"),
        have(L(h) * kept <= c * K(h) * seen),
        have(seen * K(h) <= c * kept * L(h)),
        let(q, seen, (Eq(q, seen), 0 < q, L(h) * kept <= c * K(h) * q, q * K(h) <= c * kept * L(h))),
        let(p, kept, (Eq(p, kept), 0 < p, L(h) * p <= c * K(h) * q, q * K(h) <= c * p * L(h))),
        have(L(h) / q <= c * (K(h) / p)),
        have(K(h) / p / c <= L(h) / q),
        have(B(h) * (L(h) / q) <= B(h) * (c * (K(h) / p))),
        have(B(h) * (K(h) / p / c) <= B(h) * (L(h) / q)),
    ),
)
