"""What two masses add to the relative entropy when both are mixed with the same mass."""

from dpsym.derivations.analysis.entropy_tangents import no_entropy, part, tangent_of_parts
from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.vocabulary import c, half, q, u, v
from dpsym.language import *

r = parameter("r", at_least=0, about="a mass under both laws of a mixture")
one, another = r + q * (u - r), r + q * (v - r)

entropy_of_a_mean = Theorem(
    title="What two masses add to the relative entropy, both mixed with the same mass",
    kind="lemma",
    given=never_alone(u, v),
    claim=part(one, another) <= q * part(u, v),
    define={parameter("w"): log(one / another)},
    derivation=(
        no_entropy(r),
        have(0 <= u * (1 + 0) - v * exp(0) + v - u, "the tangent at equal masses"),
        cases(
            0 < one,
            cases(
                0 < another,
                (
                    let(
                        c,
                        log(one / another),
                        (Eq(part(one, another), one * c), Eq(another * exp(c), one)),
                        "where the tangent touches it",
                    ),
                    have(
                        u * (1 + c) - v * exp(c) <= part(u, v),
                        "above the tangent",
                        by=tangent_of_parts.at(u=u, v=v),
                    ),
                    have(
                        r * (1 + c) - r * exp(c) <= part(r, r),
                        "above the tangent",
                        by=tangent_of_parts.at(u=r, v=r),
                    ),
                    Chain(part(one, another))
                    .eq(one * c, "the tangent touches it")
                    .eq(one * (1 + c) - another * exp(c), "the exponential of the logarithm of the ratio")
                    .eq(
                        (1 - q) * (r * (1 + c) - r * exp(c)) + q * (u * (1 + c) - v * exp(c)),
                        "a tangent is linear",
                    )
                    .le((1 - q) * part(r, r) + q * part(u, v), "above the tangents")
                    .eq(q * part(u, v), "equal masses"),
                ),
                have(
                    AllOf(Eq((1 - q) * r, 0), Eq(q * v, 0), Eq(q * u, 0)),
                    "no mass is left",
                    split=(0 < q, 0 < v),
                ),
            ),
            (have(Eq(q * u, 0), "no mass is left"), have(Eq(q * part(u, v), 0), "nothing is added")),
        ),
    ),
    example=point({q: half, r: 1, u: 1, v: 1}),
    tight=(point({q: half, r: 1, u: 1, v: 1}), point({q: 1, r: 1, u: 2, v: 1})),
    near_misses={
        "with a share squared": variant(part(one, another) <= q**2 * part(u, v)),
        "where the second mass is 0 alone": variant(given=(), witness=point({q: half, r: 1, u: 3, v: 0})),
    },
)
