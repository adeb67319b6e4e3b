"""Numbers far above or below a mean of two others."""

from dpsym.derivations.vocabulary import a, delta, eps, half
from dpsym.language import *

p, q, r, m = (parameter(name, about="a probability of rejecting") for name in "pqrm")


def rare(u, v):
    """That a probability that is more than e^eps times another one is at most delta."""
    return Implication(exp(eps) * v < u, u <= delta)


of_numbers = Theorem(
    title="A probability far above, or below, a mean of two others",
    kind="lemma",
    given=(rare(p, q), rare(p, r), rare(q, p), rare(r, p), Eq(m, a * q + (1 - a) * r)),
    claim=AllOf(rare(p, m), rare(m, p)),
    derivation=(
        have(
            rare(p, m),
            "it is far above one of both",
            derivation=cases(
                exp(eps) * q < p,
                (),
                cases(
                    exp(eps) * r < p,
                    (),
                    (
                        have(a * p <= a * (exp(eps) * q), "weighted"),
                        have((1 - a) * p <= (1 - a) * (exp(eps) * r), "weighted"),
                        have(Eq(exp(eps) * m, exp(eps) * (a * q + (1 - a) * r)), "the mean"),
                        have(p <= exp(eps) * m, "together"),
                    ),
                ),
            ),
        ),
        have(
            rare(m, p),
            "the mean is at most the larger of both",
            derivation=cases(
                q <= r,
                (have(a * q <= a * r, "weighted"), have(m <= r, "the larger")),
                (have((1 - a) * r <= (1 - a) * q, "weighted"), have(m <= q, "the larger")),
            ),
        ),
    ),
    example=point({eps: log(2), delta: half, a: half, p: half, q: half, r: half, m: half}),
    near_misses={
        "a number beyond both": without(
            Eq(m, a * q + (1 - a) * r),
            witness=point({eps: log(2), delta: half, a: half, p: 1, q: 1, r: 1, m: 0}),
        ),
    },
)
