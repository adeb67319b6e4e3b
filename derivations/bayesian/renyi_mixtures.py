"""Mixtures of pairs of laws are no easier to tell apart than the pairs: the moments of the loss are jointly convex."""

from dpsym.derivations.divergences.renyi_post_processing import (
    a,
    alpha,
    b,
    c,
    power,
    tangent_of_masses,
)
from dpsym.language import *

half, third = Rational(1, 2), Rational(1, 3)

# V: the weights of a mixture; F(s, .), G(s, .): the laws that are mixed.
s = Outcome("s", "X")
V, F, G = function("V"), function("F"), function("G")

one, other = Total(V(s) * F(s, y), s), Total(V(s) * G(s, y), s)
mixed = Pair(one, other)
weights = distribution(V(s), s)
laws, other_laws = ForAll(s, distribution(F(s, y))), ForAll(s, distribution(G(s, y)))
finite = ForAll((s, y), Implication(Eq(G(s, y), 0), Eq(F(s, y), 0)))


def term(p, q):
    """What an output adds to the moment, when the laws give it these masses."""
    return Indicator(AllOf(0 < p, 0 < q)) * power(p, q)


def tangent_at(r, p, q):
    """The tangent, at the logarithm r of a ratio of masses, to the product of powers of the masses p and q."""
    return alpha * exp((alpha - 1) * r) * p - (alpha - 1) * exp(alpha * r) * q


touches = Theorem(
    title="The tangent of a product of powers of masses touches it",
    source="kifer.lem-renyi-joint",
    kind="lemma",
    claim=Eq(power(a, b), tangent_at(log(a) - log(b), a, b)),
    derivation=(
        have(Eq(exp(log(a)), a), "exponential of a logarithm"),
        have(Eq(exp(log(b)), b), "exponential of a logarithm"),
        Chain(power(a, b))
        .eq(tangent_at(log(a) - log(b), exp(log(a)), exp(log(b))), "exponential of a sum")
        .eq(tangent_at(log(a) - log(b), a, b), "exponential of a logarithm"),
    ),
    tight=point({a: 1, b: 1}),
    near_misses={
        "at another ratio": variant(
            Eq(power(a, b), tangent_at(0, a, b)), witness=point({alpha: 2, a: 2, b: 1})
        ),
        "half the first term": variant(
            Eq(power(a, b), tangent_at(log(a) - log(b), a / 2, b)), witness=point({alpha: 2, a: 1, b: 1})
        ),
    },
)


def by_tangents(one, p):
    """The steps that bound what an output adds when the first law gives it the mass one, the mixture of p(s)."""
    ratio = log(one) - log(other)
    line = tangent_at(ratio, p, G(s, y))
    before = term(p, G(s, y))
    return (
        have(0 <= before, "an exponential", split=(0 < p, 0 < G(s, y))),
        have(0 <= V(s) * before, "no factor is negative"),
        have(0 <= Total(V(s) * before, s), "a sum of them"),
        have(
            Implication(AllOf(0 < one, 0 < other), V(s) * line <= V(s) * before),
            "above the tangent",
            derivation=have(
                line <= before,
                "above the tangent",
                derivation=cases(
                    0 < p,
                    cases(
                        0 < G(s, y),
                        have(
                            line <= power(p, G(s, y)),
                            "the tangent",
                            by=tangent_of_masses.at({a: p, b: G(s, y), c: ratio}),
                        ),
                    ),
                    have(0 <= (alpha - 1) * exp(alpha * ratio) * G(s, y), "no factor is negative"),
                ),
            ),
        ),
        have(
            term(one, other) <= Total(V(s) * before, s),
            "one output",
            derivation=cases(
                0 < one,
                cases(
                    0 < other,
                    Chain(term(one, other))
                    .eq(power(one, other), "both laws give it")
                    .eq(
                        tangent_at(ratio, one, other),
                        "the tangent touches it",
                        by=touches.at({a: one, b: other}),
                    )
                    .eq(Total(V(s) * line, s), "sum over the mixture")
                    .le(Total(V(s) * before, s), "above the tangent in every part"),
                ),
            ),
        ),
    )


def summed(one, p):
    """The steps from one output to the moment."""
    added = Total(V(s) * term(p, G(s, y)), s)
    return (
        Chain(RenyiMoment(alpha, Pair(one, other)))
        .le(Total(added, y), "sum over the outputs")
        .eq(Total(V(s) * Total(term(p, G(s, y)), y), s), "the other sum first"),
    )


half_half = {"V": (half, half)}
apart = {"F": (2 * third, third, third, 2 * third), "G": (third, 2 * third, 2 * third, third)}
same = {"F": (half,) * 4, "G": (half,) * 4}
added = Total(V(s) * term(F(s, y), G(s, y)), s)
moments = Total(V(s) * Total(term(F(s, y), G(s, y)), y), s)
wrong = point({alpha: 2}, **half_half, F=(1, 0, half, half), G=(0, 1, half, half))

pointwise = Theorem(
    title="What an output adds to the moment is jointly convex",
    source="kifer.lem-renyi-joint",
    kind="lemma",
    given=(weights, laws, other_laws, finite),
    claim=ForAll(y, term(one, other) <= added),
    derivation=by_tangents(one, F(s, y)),
    example=point({alpha: 2}, **half_half, **apart),
    tight=point({alpha: 2}, **half_half, **same),
    near_misses={
        "half of it": variant(
            ForAll(y, term(one, other) <= added / 2), witness=point({alpha: 2}, **half_half, **same)
        ),
        "also with infinite losses": variant(given=(weights, laws, other_laws), witness=wrong),
    },
)

joint = Theorem(
    title="The moments of the loss are jointly convex",
    source="kifer.lem-renyi-joint",
    cites="kifer2022",
    kind="lemma",
    given=(weights, laws, other_laws, finite),
    claim=RenyiMoment(alpha, mixed) <= moments,
    derivation=(
        have(ForAll(y, term(one, other) <= added), "output by output", by=pointwise),
        *summed(one, F(s, y)),
    ),
    example=point({alpha: 2}, **half_half, **apart),
    tight=point({alpha: 2}, **half_half, **same),
    near_misses={
        "half of it": variant(
            RenyiMoment(alpha, mixed) <= moments / 2, witness=point({alpha: 2}, **half_half, **same)
        ),
        "also with infinite losses": variant(given=(weights, laws, other_laws), witness=wrong),
    },
    note="So the moment of the mixtures is at most the largest moment of the pairs.",
)

to_mixture = Pair(P(y), other)
one_sided = ForAll((s, y), Implication(Eq(G(s, y), 0), Eq(P(y), 0)))
one_added = Total(V(s) * term(P(y), G(s, y)), s)
one_moments = Total(V(s) * Total(term(P(y), G(s, y)), y), s)
reveal = point({alpha: 2}, **half_half, P=(1, 0), G=(0, 1, half, half))
keep = {**half_half, "P": (half, half), "G": (half,) * 4}

mixture = Theorem(
    title="The moment of the loss against a mixture",
    source="kifer.lem-renyi-mixture",
    cites="kifer2022",
    kind="lemma",
    given=(weights, other_laws, one_sided),
    claim=RenyiMoment(alpha, to_mixture) <= one_moments,
    derivation=(
        have(Eq(Total(V(s) * P(y), s), P(y)), "the weights add up to 1"),
        have(
            ForAll(y, term(P(y), other) <= one_added), "output by output", derivation=by_tangents(P(y), P(y))
        ),
        *summed(P(y), P(y)),
    ),
    example=point({alpha: 2}, **half_half, P=(half, half), G=apart["G"]),
    tight=point({alpha: 2}, **keep),
    near_misses={
        "half of it": variant(
            RenyiMoment(alpha, to_mixture) <= one_moments / 2, witness=point({alpha: 2}, **keep)
        ),
        "also with infinite losses": variant(given=(weights, other_laws), witness=reveal),
    },
    note="The mixture is the law of the output when the target's record is drawn at random. It is at most the largest of the moments.",
)
