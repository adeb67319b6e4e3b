"""Two means of values with a bounded ratio."""

from dpsym.language import *

v, w = Outcome("v", "X"), Outcome("w", "X")
U, V, F = (function(name, law=False) for name in ("U", "V", "F"))
c = parameter("c", about="bound on the ratio of two values")
p, q = parameter("p"), parameter("q")

two_means = Theorem(
    title="Means of values with a bounded ratio",
    kind="lemma",
    given=ForAll((v, w), U(v) * V(w) * F(v) <= U(v) * V(w) * (c * F(w))),
    example=point({c: 2}, U=(1, 1), V=(1, 1), F=(1, 2)),
    near_misses={
        "without a bound on the ratio": variant(
            given=(), witness=point({c: 1}, U=(1, 0), V=(0, 1), F=(2, 1))
        ),
    },
    claim=Total(U(v) * F(v), v) * Total(V(w), w) <= c * Total(U(v), v) * Total(V(w) * F(w), w),
    derivation=(
        specialise(ForAll((v, w), U(v) * V(w) * F(v) <= U(v) * V(w) * (c * F(w))), {v: v, w: w}),
        have(U(v) * F(v) * Total(V(w), w) <= U(v) * (c * Total(V(w) * F(w), w)), "sum over one"),
        let(
            q,
            Total(V(w) * F(w), w),
            (Eq(q, Total(V(w) * F(w), w)), ForAll(v, U(v) * F(v) * Total(V(w), w) <= U(v) * (c * q))),
        ),
        let(p, Total(V(w), w), (Eq(p, Total(V(w), w)), ForAll(v, U(v) * F(v) * p <= U(v) * (c * q)))),
        have(U(v) * F(v) * p <= U(v) * (c * q)),
        have(Total(U(v) * F(v) * p, v) <= Total(U(v) * (c * q), v), "sum over the other"),
        have(Total(U(v) * F(v), v) * p <= c * Total(U(v), v) * q),
    ),
)
