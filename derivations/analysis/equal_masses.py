"""Masses that add no more to the relative entropy than their difference."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.vocabulary import u, v
from dpsym.language import *

a, b = parameter("a", about="the root of the first mass"), parameter("b", about="the root of the second")

no_gap = Theorem(
    title="Masses whose part of the relative entropy is on the tangent are equal",
    kind="lemma",
    given=(Implication(Eq(v, 0), Eq(u, 0)), part(u, v) <= u - v),
    claim=Eq(u, v),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                have(Eq(part(u, v), u * log(u / v)), "both are positive"),
                let(a, sqrt(u), (0 < a, Eq(a**2, u)), "the root"),
                let(b, sqrt(v), (0 < b, Eq(b**2, v)), "the root"),
                have(log(b / a) <= b / a - 1, "below the tangent"),
                have(Eq(log(b / a), log(b) - log(a)), "logarithm of a quotient"),
                have(
                    Eq(log(u), 2 * log(a)),
                    "logarithm of a square",
                    derivation=have(Eq(log(a**2), 2 * log(a))),
                ),
                have(
                    Eq(log(v), 2 * log(b)),
                    "logarithm of a square",
                    derivation=have(Eq(log(b**2), 2 * log(b))),
                ),
                have(Eq(log(u / v), log(u) - log(v)), "logarithm of a quotient"),
                have(u * log(b / a) <= u * (b / a - 1), "weighted"),
                have(Eq(u * (b / a - 1), a * b - a**2), "one root is left"),
                have((a - b) ** 2 <= 0, "collect"),
                have(Eq(a, b), "a square"),
            ),
            (
                have(Eq(v, 0), "no mass is negative"),
                have(Eq(u, 0), "then the first is 0 too"),
                have(Eq(u, v), "both are 0"),
            ),
        ),
        (
            have(Eq(u, 0), "no mass is negative"),
            have(Eq(part(u, v), 0), "no mass"),
            have(Eq(v, 0), "no mass is left"),
            have(Eq(u, v), "both are 0"),
        ),
    ),
    example=point({u: 1, v: 1}),
    near_misses={
        "where only the second mass is 0": without(
            Implication(Eq(v, 0), Eq(u, 0)), witness=point({u: 1, v: 0})
        ),
    },
)
