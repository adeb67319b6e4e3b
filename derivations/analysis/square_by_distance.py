"""The square of a mass over another mass."""

from dpsym.derivations.analysis.order_of_powers import part
from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.vocabulary import eps, u, v
from dpsym.language import *

power = exp(2 * log(u) + (1 - 2) * log(v))
above = 2 * u - v + (exp(eps) - 1) * Max(0, u - v) + (1 - exp(-eps)) * Max(0, v - u)

square_by_distance = Theorem(
    title="A mass squared over another one in a bounded ratio, against their difference",
    kind="lemma",
    given=(u <= exp(eps) * v, v <= exp(eps) * u),
    claim=part(u, v, 2) <= above,
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                have(exp(-eps) * v <= u, "divide by the exponential"),
                cases(
                    v <= u,
                    (
                        have(0 <= (u - v) * ((exp(eps) - 1) * v - (u - v)), "no factor is negative"),
                        have(0 <= v * (above - power), "multiply by the mass"),
                    ),
                    (
                        have(0 <= (v - u) * ((1 - exp(-eps)) * v - (v - u)), "no factor is negative"),
                        have(0 <= v * (above - power), "multiply by the mass"),
                    ),
                ),
                have(0 <= above - power, "divide", by=divide.at(a=v, c=above - power)),
            ),
            (have(Eq(v, 0), "no mass"), have(Eq(u, 0), "no mass")),
        ),
        (have(Eq(u, 0), "no mass"), have(Eq(v, 0), "no mass")),
    ),
    tight=point({eps: log(2), u: 2, v: 1}),
    near_misses={
        "without the ratio": variant(given=[]),
        "without the first difference": variant(
            part(u, v, 2) <= 2 * u - v + (1 - exp(-eps)) * Max(0, v - u),
            witness=point({eps: log(2), u: 2, v: 1}),
        ),
    },
)
