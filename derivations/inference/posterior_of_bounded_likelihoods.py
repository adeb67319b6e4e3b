"""Likelihoods with a bounded ratio, relative to weights: the posterior is near the tilted prior."""

from dpsym.language import *

h, g = Outcome("h", "H"), Outcome("g", "H")
B = function("B", law=False, about="the prior of the parameter")
F, K = function("F", law=False), function("K", law=False)
c = parameter("c", above=0, about="bound on the ratio of two likelihoods")
p, q = parameter("p"), parameter("q")

weights = ForAll(g, 0 <= B(g))
i, j = Outcome("i", "H"), Outcome("j", "H")
ratios = ForAll((i, j), F(i) * K(j) <= c * K(i) * F(j))
seen, kept = Total(B(g) * F(g), g), Total(B(g) * K(g), g)

bounded_likelihoods = Theorem(
    title="Likelihoods with a bounded ratio",
    kind="lemma",
    given=(weights, ratios, 0 < kept, 0 < seen),
    example=point({c: 2}, B=(1, 1), F=(1, 2), K=(2, 2)),
    near_misses={
        "without a bound on the ratio": without(ratios, witness=point({c: 1}, B=(1, 1), F=(1, 0), K=(1, 1))),
    },
    claim=ForAll(h, Between(B(h) * K(h) / kept / c, B(h) * F(h) / seen, c * (B(h) * K(h) / kept))),
    derivation=(
        specialise(weights, {g: h}),
        specialise(ratios, {i: h, j: g}),
        specialise(ratios, {i: g, j: h}),
        have(B(g) * (F(h) * K(g)) <= B(g) * (c * K(h) * F(g)), "weighted"),
        have(B(g) * (F(g) * K(h)) <= B(g) * (c * K(g) * F(h)), "weighted"),
        have(Total(B(g) * (F(h) * K(g)), g) <= Total(B(g) * (c * K(h) * F(g)), g), "sum"),
        have(Total(B(g) * (F(g) * K(h)), g) <= Total(B(g) * (c * K(g) * F(h)), g), "sum"),
        have(F(h) * kept <= c * K(h) * seen),
        have(seen * K(h) <= c * kept * F(h)),
        let(q, seen, (Eq(q, seen), 0 < q, F(h) * kept <= c * K(h) * q, q * K(h) <= c * kept * F(h))),
        let(p, kept, (Eq(p, kept), 0 < p, F(h) * p <= c * K(h) * q, q * K(h) <= c * p * F(h))),
        have(F(h) / q <= c * (K(h) / p)),
        have(K(h) / p / c <= F(h) / q),
        have(B(h) * (F(h) / q) <= B(h) * (c * (K(h) / p))),
        have(B(h) * (K(h) / p / c) <= B(h) * (F(h) / q)),
    ),
)
