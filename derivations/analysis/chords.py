"""Entropies and powers of a ratio that is bounded on both sides lie below chords."""

from dpsym.derivations.analysis.entropy_tangents import part as part_of_entropy
from dpsym.derivations.analysis.order_of_powers import part
from dpsym.derivations.vocabulary import alpha, eps, u, v
from dpsym.language import *

h = parameter("h", about="the upper end of an interval")
s = parameter("s", about="a difference of logarithms")
ratios = AllOf(u <= exp(eps) * v, v <= exp(eps) * u)

chord = Theorem(
    title="The exponential lies below its chord",
    kind="lemma",
    given=(-eps <= s, s <= eps),
    claim=2 * eps * exp(-s) <= (eps - s) * exp(eps) + (eps + s) * exp(-eps),
    derivation=(
        have(1 + (eps + s) <= exp(eps + s), "the tangent of the exponential"),
        have(1 + (s - eps) <= exp(s - eps), "the tangent of the exponential"),
        have(
            (eps - s) * exp(-s) * (1 + (eps + s)) <= (eps - s) * exp(-s) * exp(eps + s),
            "a factor that is not negative",
        ),
        have(
            (eps + s) * exp(-s) * (1 + (s - eps)) <= (eps + s) * exp(-s) * exp(s - eps),
            "a factor that is not negative",
        ),
        Chain(2 * eps * exp(-s))
        .eq((eps - s) * exp(-s) * (1 + (eps + s)) + (eps + s) * exp(-s) * (1 + (s - eps)), "the same")
        .le((eps - s) * exp(-s) * exp(eps + s) + (eps + s) * exp(-s) * exp(s - eps), "the tangents")
        .eq((eps - s) * exp(eps) + (eps + s) * exp(-eps), "exponential of a sum"),
    ),
    tight=point({eps: log(2), s: log(2)}),
)

upper_chord = Theorem(
    title="The exponential lies below its chord from 0 upwards",
    kind="lemma",
    given=(0 <= s, s <= eps),
    claim=eps * exp(s) <= eps + s * (exp(eps) - 1),
    tight=point({eps: log(2), s: log(2)}),
)

half_chord = Theorem(
    title="The exponential lies below its chord from 0 downwards",
    kind="lemma",
    given=(0 <= s, s <= eps),
    claim=eps * exp(-s) <= eps - s + s * exp(-eps),
    tight=point({eps: log(2), s: log(2)}),
)

logarithms = Theorem(
    title="Masses in a bounded ratio have close logarithms",
    kind="lemma",
    given=(ratios, 0 < u, 0 < v),
    claim=AllOf(-eps <= log(u) - log(v), log(u) - log(v) <= eps),
    tight=point({eps: 0, u: 1, v: 1}),
)

close_logarithms = (
    have(Eq(log(u / v), log(u) - log(v)), "the logarithm of a quotient"),
    have(
        AllOf(-eps <= log(u) - log(v), log(u) - log(v) <= eps),
        "close logarithms",
        by=logarithms,
    ),
)
ratio_of_masses = (have(Eq(u * exp(-(log(u) - log(v))), v), "the ratio of the masses"),)

entropy_chord = Theorem(
    title="What masses in a bounded ratio add to the relative entropy",
    kind="lemma",
    given=ratios,
    claim=AllOf(
        part_of_entropy(u, v) * (exp(eps) - exp(-eps)) <= eps * ((exp(eps) + exp(-eps)) * u - 2 * v),
        part_of_entropy(u, v) <= eps * u,
    ),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                *close_logarithms,
                have(
                    2 * eps * exp(-(log(u) - log(v)))
                    <= (eps - (log(u) - log(v))) * exp(eps) + (eps + (log(u) - log(v))) * exp(-eps),
                    "below the chord",
                    by=chord.at(s=log(u) - log(v)),
                ),
                *ratio_of_masses,
            ),
        ),
    ),
    tight=point({eps: 0, u: 1, v: 1}),
)

by_distance = Theorem(
    title="What masses in a bounded ratio add to the relative entropy, against their difference",
    kind="lemma",
    given=ratios,
    claim=part_of_entropy(u, v) * (exp(eps) - 1) <= eps * (exp(eps) * Max(0, u - v) - Max(0, v - u)),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                *close_logarithms,
                *ratio_of_masses,
                cases(
                    u >= v,
                    (
                        have(log(v) <= log(u), "the logarithm rises"),
                        have(
                            eps * exp(-(log(u) - log(v)))
                            <= eps - (log(u) - log(v)) + (log(u) - log(v)) * exp(-eps),
                            "below the chord from 0",
                            by=half_chord.at(s=log(u) - log(v)),
                        ),
                    ),
                    (
                        have(log(u) <= log(v), "the logarithm rises"),
                        have(
                            eps * exp(log(v) - log(u)) <= eps + (log(v) - log(u)) * (exp(eps) - 1),
                            "below the chord from 0",
                            by=upper_chord.at(s=log(v) - log(u)),
                        ),
                    ),
                ),
            ),
        ),
        have(Eq(v, 0), "no mass"),
    ),
    tight=point({eps: 0, u: 1, v: 1}),
)

power_below = Theorem(
    title="A power of a number against another one",
    kind="lemma",
    claim=exp(alpha * s) + alpha * exp((alpha - 1) * s) * (exp(h) - exp(s)) <= exp(alpha * h),
    tight=point({alpha: 2, s: 0, h: 0}),
    near_misses={
        "a higher line": variant(
            2 * exp(alpha * s) + alpha * exp((alpha - 1) * s) * (exp(h) - exp(s)) <= exp(alpha * h),
            witness=point({alpha: 2, s: 0, h: 0}),
        ),
    },
)

power_chord = Theorem(
    title="A power lies below its chord",
    kind="lemma",
    given=(-eps <= s, s <= eps),
    claim=exp(alpha * s) * (exp(eps) - exp(-eps))
    <= (exp(s) - exp(-eps)) * exp(alpha * eps) + (exp(eps) - exp(s)) * exp(-alpha * eps),
    derivation=(
        have(
            exp(alpha * s) + alpha * exp((alpha - 1) * s) * (exp(eps) - exp(s)) <= exp(alpha * eps),
            "the upper end",
            by=power_below.at(h=eps),
        ),
        have(
            exp(alpha * s) + alpha * exp((alpha - 1) * s) * (exp(-eps) - exp(s)) <= exp(alpha * (-eps)),
            "the lower end",
            by=power_below.at(h=-eps),
        ),
        have(
            (exp(s) - exp(-eps)) * (exp(alpha * s) + alpha * exp((alpha - 1) * s) * (exp(eps) - exp(s)))
            <= (exp(s) - exp(-eps)) * exp(alpha * eps),
            "a factor that is not negative",
        ),
        have(
            (exp(eps) - exp(s)) * (exp(alpha * s) + alpha * exp((alpha - 1) * s) * (exp(-eps) - exp(s)))
            <= (exp(eps) - exp(s)) * exp(-alpha * eps),
            "a factor that is not negative",
        ),
    ),
    tight=point({alpha: 2, eps: log(2), s: log(2)}),
)

moment_chord = Theorem(
    title="What masses in a bounded ratio add to an exponential moment",
    kind="lemma",
    given=ratios,
    claim=AllOf(
        part(u, v, alpha) * (exp(eps) - exp(-eps))
        <= (u - exp(-eps) * v) * exp(alpha * eps) + (exp(eps) * v - u) * exp(-alpha * eps),
        part(u, v, alpha) <= exp((alpha - 1) * eps) * u,
    ),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                have(
                    AllOf(-eps <= log(u) - log(v), log(u) - log(v) <= eps),
                    "close logarithms",
                    by=logarithms,
                ),
                have(
                    exp(alpha * (log(u) - log(v))) * (exp(eps) - exp(-eps))
                    <= (exp(log(u) - log(v)) - exp(-eps)) * exp(alpha * eps)
                    + (exp(eps) - exp(log(u) - log(v))) * exp(-alpha * eps),
                    "below the chord",
                    by=power_chord.at(s=log(u) - log(v)),
                ),
                let(
                    s,
                    log(u) - log(v),
                    (
                        -eps <= s,
                        s <= eps,
                        Eq(v * exp(s), u),
                        Eq(v * exp(alpha * s), exp(alpha * log(u) + (1 - alpha) * log(v))),
                        Eq(u * exp((alpha - 1) * s), exp(alpha * log(u) + (1 - alpha) * log(v))),
                        exp(alpha * s) * (exp(eps) - exp(-eps))
                        <= (exp(s) - exp(-eps)) * exp(alpha * eps) + (exp(eps) - exp(s)) * exp(-alpha * eps),
                    ),
                    "the loss",
                ),
                have(
                    v * (exp(alpha * s) * (exp(eps) - exp(-eps)))
                    <= v
                    * ((exp(s) - exp(-eps)) * exp(alpha * eps) + (exp(eps) - exp(s)) * exp(-alpha * eps)),
                    "a positive factor",
                ),
                have((alpha - 1) * s <= (alpha - 1) * eps, "a positive factor"),
                have(exp((alpha - 1) * s) <= exp((alpha - 1) * eps), "the exponential rises"),
                have(u * exp((alpha - 1) * s) <= u * exp((alpha - 1) * eps), "a positive factor"),
            ),
        ),
        (have(Eq(v, 0), "no mass"),),
    ),
    tight=point({alpha: 2, eps: 0, u: 1, v: 1}),
    near_misses={
        "without the ratio": without(ratios, witness=point({alpha: 2, eps: 0, u: 2, v: 1})),
    },
)
