"""What two sums of masses add to the relative entropy is at most what the masses add: the log-sum inequality."""

from dpsym.derivations.analysis.entropy_tangents import part, tangent_of_parts
from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.divergences.power_of_sums import U, V, x, x_0
from dpsym.derivations.vocabulary import c, third
from dpsym.language import *

u = parameter("u", about="the sum of the masses under the first law")
v = parameter("v", about="the sum of the masses under the second law")

masses = AllOf(
    ForAll(x, 0 <= U(x)),
    ForAll(x, 0 <= V(x)),
    ForAll(x, never_alone(U(x), V(x))),
    Eq(u, Total(U(x), x)),
    Eq(v, Total(V(x), x)),
)
of_sums = ForAll(U(x), ForAll(V(x), Implication(masses, part(u, v) <= Total(part(U(x), V(x)), x))))
no_mass = tuple(specialise(said, {x: x_0}, "at an outcome") for said in masses.args[:3])
tangents = Total(U(x) * (1 + c) - V(x) * exp(c), x)

entropy_of_sums = Theorem(
    title="What sums of masses add to the relative entropy is at most what the masses add",
    source="kullbackleibler1951",
    kind="lemma",
    claim=of_sums,
    derivation=have(
        of_sums,
        "add up tangents",
        derivation=cases(
            0 < u,
            cases(
                0 < v,
                (
                    let(
                        c,
                        log(u / v),
                        (Eq(part(u, v), u * c), Eq(v * exp(c), u)),
                        "where the tangent touches it",
                    ),
                    have(
                        U(x) * (1 + c) - V(x) * exp(c) <= part(U(x), V(x)),
                        "above the tangent at every outcome",
                        by=tangent_of_parts.at(u=U(x), v=V(x)),
                    ),
                    Chain(part(u, v))
                    .eq(u * c, "the tangent touches it")
                    .eq(u * (1 + c) - v * exp(c), "the exponential of the logarithm of the ratio")
                    .eq(tangents, "sum over the outcomes")
                    .le(Total(part(U(x), V(x)), x), "above the tangent at every outcome"),
                ),
                (
                    *no_mass,
                    Chain(V(x_0))
                    .le(Total(V(x), x), "one term of the sum")
                    .eq(v, "the sum")
                    .le(0, "no sum is left"),
                    have(Eq(V(x_0), 0), "no mass is negative"),
                    have(Eq(U(x_0), 0), "neither mass is left"),
                    have(ForAll(x_0, Eq(U(x_0), 0)), "at every outcome"),
                    have(Eq(Total(U(x_0), x_0), 0), "a sum of masses that are 0"),
                ),
            ),
            (
                *no_mass,
                Chain(U(x_0))
                .le(Total(U(x), x), "one term of the sum")
                .eq(u, "the sum")
                .le(0, "no sum is left"),
                have(Eq(U(x_0), 0), "no mass is negative"),
                have(Eq(part(U(x_0), V(x_0)), 0), "a mass that is 0 adds nothing"),
                have(ForAll(x_0, Eq(part(U(x_0), V(x_0)), 0)), "at every outcome"),
                have(Eq(Total(part(U(x_0), V(x_0)), x_0), 0), "nothing is added"),
            ),
        ),
    ),
    near_misses={
        "the other way round": variant(
            Total(part(P(y), Q(y)), y) <= part(Total(P(y), y), Total(Q(y), y)),
            witness=point(P=(third, 2 * third), Q=(2 * third, third)),
        ),
        "at least, where second masses are 0": variant(0 <= Total(part(P(y), Q(y)), y)),
    },
)
