"""The curve of the moment of two normal laws and its tangents."""

from dpsym.derivations.analysis.normal_tails import reflected, s, t, vanishing, x
from dpsym.derivations.vocabulary import alpha, d, half
from dpsym.language import *

w = parameter("w", about="the logarithm of a ratio of probabilities")
z = parameter("z", about="a point between two others")

moment = exp(alpha * (alpha - 1) * d**2 / 2)


def moment_up_to(x):
    """What the moment of the densities has in excess of a tangent, to the left of x."""
    return (
        moment * Phi(x - (1 - alpha) * d)
        - alpha * exp((alpha - 1) * w) * Phi(x)
        + (alpha - 1) * exp(alpha * w) * Phi(x - d)
    )


loss = d**2 / 2 - d * x  # at the output x

tangents = Theorem(
    title="Two tangents of the exponential",
    kind="lemma",
    claim=alpha <= exp((alpha - 1) * s) + (alpha - 1) * exp(-s),
    near_misses={
        "strictly": variant(
            alpha < exp((alpha - 1) * s) + (alpha - 1) * exp(-s), witness=point({alpha: 2, s: 0})
        ),
    },
)

first_density = alpha * exp((alpha - 1) * w) * exp(-(x**2) / 2)
second_density = (alpha - 1) * exp(alpha * w) * exp(-((x - d) ** 2) / 2)
moment_density = moment * exp(-((x - (1 - alpha) * d) ** 2) / 2)

densities = Theorem(
    title="The moment of the two densities lies above its tangents",
    kind="lemma",
    claim=first_density <= moment_density + second_density,
    derivation=(
        have(
            alpha <= exp((alpha - 1) * (loss - w)) + (alpha - 1) * exp(-(loss - w)),
            "the two tangents",
            by=tangents.at(s=loss - w),
        ),
        Chain(first_density)
        .le(
            (exp((alpha - 1) * (loss - w)) + (alpha - 1) * exp(-(loss - w)))
            * exp((alpha - 1) * w)
            * exp(-(x**2) / 2),
            "times this density",
        )
        .eq(moment_density + second_density, "complete the squares"),
    ),
    near_misses={
        "the second density left out": variant(
            first_density <= moment_density, witness=point({alpha: 2, d: 0, w: 0, x: 0})
        ),
    },
    note="Up to the normaliser that all three normal densities share; equality holds at the output whose loss is w.",
)

rising_curve = Theorem(
    title="The excess over a tangent rises",
    kind="lemma",
    claim=Implication(s <= t, moment_up_to(s) <= moment_up_to(t)),
    derivation=monotonic(
        moment_up_to(z),
        z,
        s,
        t,
        "the moment of the densities lies above its tangents",
        derivation=have(densities.claim.subs(x, z), "the densities", by=densities.at(x=z)),
    ),
    near_misses={
        "in any order": variant(
            moment_up_to(s) <= moment_up_to(t), witness=point({alpha: 2, d: 0, w: 1, s: 1, t: 0})
        ),
        "strictly": variant(
            Implication(s <= t, moment_up_to(s) < moment_up_to(t)),
            witness=point({alpha: 2, d: 0, w: 0, s: 0, t: 0}),
        ),
    },
)

multiple = alpha * exp((alpha - 1) * w)
total = moment - multiple + (alpha - 1) * exp(alpha * w)

positive = Theorem(
    title="The excess over a tangent is not negative",
    kind="lemma",
    claim=0 <= moment_up_to(x),
    derivation=(
        have(
            ForAll(s, Implication(s <= x, moment_up_to(s) <= moment_up_to(x))),
            "it rises",
            by=rising_curve.at(t=x),
        ),
        have(ForAll(s, 0 <= (alpha - 1) * exp(alpha * w) * Phi(s - d)), "no probability is negative"),
        have(ForAll(s, -multiple * Phi(s) <= moment_up_to(s)), "two parts left out"),
        have(
            0 <= moment_up_to(x),
            "the tail vanishes",
            by=vanishing.at(H=Lambda(t, moment_up_to(t)), k=multiple),
        ),
    ),
    near_misses={
        "the last part left out": variant(
            0 <= moment * Phi(x - (1 - alpha) * d) - multiple * Phi(x),
            witness=point({alpha: 2, d: 0, w: 0, x: 0}),
        ),
    },
)

complement = Theorem(
    title="The excess over a tangent",
    kind="lemma",
    claim=moment_up_to(x) <= total,
    derivation=(
        have(0 <= moment_up_to(-x).xreplace({d: -d}), "the laws reflected", by=positive.at(d=-d, x=-x)),
        have(Eq(Phi(-x), 1 - Phi(x)), "reflected"),
        have(
            Eq(Phi(-x + (1 - alpha) * d), 1 - Phi(x - (1 - alpha) * d)),
            "reflected",
            by=reflected.at(x=x - (1 - alpha) * d),
        ),
        have(Eq(Phi(-x + d), 1 - Phi(x - d)), "reflected", by=reflected.at(x=x - d)),
        have(moment_up_to(x) <= total, "the rest"),
    ),
    near_misses={
        "less than it": variant(moment_up_to(x) < total),
    },
)

u = parameter("u", above=0, about="a power of a ratio of probabilities")
p = parameter("p", at_least=0, about="a probability under the first law")
q = parameter("q", at_least=0, about="the probability under the second law")
g = parameter("g", about="a number")
lies_above = ForAll(w, multiple * p - (alpha - 1) * exp(alpha * w) * q <= g)

power = exp(alpha * log(p) + (1 - alpha) * log(q))
no_infinite_loss = Implication(Eq(q, 0), Eq(p, 0))
below_g = Implication(AllOf(0 < p, 0 < q), power <= g)
far_up = log(u) / (alpha - 1)

from_tangents = Theorem(
    title="A number above all tangents of a power of a ratio",
    kind="lemma",
    given=lies_above,
    claim=AllOf(no_infinite_loss, below_g),
    derivation=(
        have(
            no_infinite_loss,
            "else the tangents grow beyond every number",
            derivation=cases(
                0 < p,
                (
                    specialise(lies_above, {w: 0}, "the tangent at the ratio 1"),
                    let(
                        u, g / (alpha * p) + 1, (u > 0, Eq(alpha * p * u, g + alpha * p)), "beyond the number"
                    ),
                    specialise(lies_above, {w: far_up}, "the tangent far up"),
                    have(alpha * u * p <= g, "too large"),
                ),
            ),
        ),
        have(
            below_g,
            "the tangent at the ratio itself",
            derivation=(
                specialise(lies_above, {w: log(p) - log(q)}, "the tangent at the ratio"),
                have(Eq(exp((alpha - 1) * (log(p) - log(q))) * p, power), "one power"),
                have(Eq(exp(alpha * (log(p) - log(q))) * q, power), "the same power"),
            ),
        ),
    ),
    example=point({alpha: 2, p: half, q: half, g: half}),
)
