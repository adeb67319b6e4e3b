"""Ratios of two masses, and shares of their sum."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

k = parameter("k", at_least=0, about="threshold of the ratio of the second law to the first")
s = parameter("s", at_least=0, below=1, about="the same threshold as a share of the sum of both laws")
p = parameter("p", at_least=0, at_most=1, about="a mass under the first law")
q = parameter("q", at_least=0, at_most=1, about="the mass under the second law")
w = parameter("w", at_least=0, below=1, about="its share")

as_ratio = Theorem(
    title="Ratios and shares",
    kind="lemma",
    given=(Eq(k * (1 - s), s), Implication(0 < p, Eq(w * (p + q), q))),
    claim=AllOf(
        Eq(Indicator(k * p < q) * p, Indicator(s < w) * p),
        Eq(Indicator(Eq(k * p, q)) * p, Indicator(Eq(w, s)) * p),
    ),
    derivation=cases(
        0 < p,
        (
            have(Eq((1 - s) * (k * p - q), (s - w) * (p + q)), "as named"),
            have(0 < p + q, "a positive mass"),
            cases(
                k * p < q,
                (
                    have(0 < (1 - s) * (q - k * p), "both factors are positive"),
                    have(0 < (w - s) * (p + q), "as named"),
                ),
                cases(
                    q < k * p,
                    (have(0 < (s - w) * (p + q), "as named"),),
                    (
                        have(Eq(k * p, q), "the third case"),
                        have(Eq((w - s) * (p + q), 0), "as named"),
                        have(w <= s, "divide"),
                        have(s <= w, "divide"),
                    ),
                ),
            ),
        ),
    ),
    example=point({p: half, q: half, w: half, k: 1, s: half}),
)
