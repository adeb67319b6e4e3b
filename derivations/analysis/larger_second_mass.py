"""A power of two masses falls in the second one."""

from dpsym.derivations.analysis.power_tangents import never_alone, part
from dpsym.derivations.vocabulary import alpha, u, v
from dpsym.language import *

c = parameter("c", about="a logarithm of a factor")
w = parameter("w", about="another second mass")

larger_second_mass = Theorem(
    title="A larger second mass makes the power smaller",
    kind="lemma",
    given=(never_alone(u, v), Implication(0 < u, exp(c) * v <= w)),
    claim=AllOf(
        Implication(0 < u, 0 < w),
        part(u, w) <= exp((1 - alpha) * c) * part(u, v),
    ),
    derivation=cases(
        0 < u,
        (
            have(
                0 < v, "it is not alone", derivation=cases(0 < v, (), have(Eq(v, 0), "no mass is negative"))
            ),
            have(0 < w, "at least that"),
            have(Eq(log(exp(c) * v), c + log(v)), "logarithm of a product"),
            have(c + log(v) <= log(w), "the logarithm is increasing"),
            have((1 - alpha) * log(w) <= (1 - alpha) * (c + log(v)), "a negative factor"),
            have(
                alpha * log(u) + (1 - alpha) * log(w)
                <= (1 - alpha) * c + (alpha * log(u) + (1 - alpha) * log(v)),
                "the exponents",
            ),
            Chain(part(u, w))
            .eq(exp(alpha * log(u) + (1 - alpha) * log(w)), "both masses are positive")
            .le(
                exp((1 - alpha) * c + (alpha * log(u) + (1 - alpha) * log(v))),
                "the exponential is increasing",
            )
            .eq(exp((1 - alpha) * c) * exp(alpha * log(u) + (1 - alpha) * log(v)), "exponential of a sum")
            .eq(exp((1 - alpha) * c) * part(u, v), "both masses are positive"),
        ),
        (
            have(Eq(part(u, w), 0), "no first mass"),
            have(Eq(part(u, v), 0), "no first mass"),
        ),
    ),
    example=point({alpha: 2, u: 1, v: 1, w: 1, c: 0}),
    near_misses={
        "where the first mass may be alone": without(never_alone(u, v), claim=Implication(0 < u, 0 < w)),
    },
)
