"""Mixtures of pairs of laws are no easier to tell apart than the pairs: the moments of the loss are jointly convex."""

from dpsym.derivations.divergences.power_of_sums import a, alpha, b, c, power, tangent_of_masses
from dpsym.language import *

half, third = Rational(1, 2), Rational(1, 3)
k = parameter("k", about="the logarithm of the ratio of two masses")

# V: the weights of a mixture of the laws G(s, .). W: those of mixtures of the laws F(d, .) and of the laws H(d, .).
s, d = Outcome("s", "X"), Outcome("d", "D")
V, W, F, G, H = (function(name) for name in "VWFGH")


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


def by_tangents(weight, index, p, one, q, other):
    """The steps that bound what an output adds to the moment when p, q are mixed to the masses one, other."""
    ratio = log(one) - log(other)
    line = tangent_at(k, p, q)
    before = term(p, q)
    return (
        have(0 <= before, "an exponential", split=(0 < p, 0 < q)),
        have(0 <= weight * before, "no factor is negative"),
        have(0 <= Total(weight * before, index), "a sum of them"),
        have(
            term(one, other) <= Total(weight * before, index),
            "one output",
            derivation=cases(
                0 < one,
                cases(
                    0 < other,
                    (
                        have(
                            Eq(power(one, other), tangent_at(ratio, one, other)),
                            "the tangent touches it",
                            by=touches.at({a: one, b: other}),
                        ),
                        let(
                            k,
                            ratio,
                            Eq(power(one, other), tangent_at(k, one, other)),
                            "the logarithm of the ratio of the masses",
                        ),
                        have(
                            line <= before,
                            "above the tangent",
                            derivation=cases(
                                0 < p,
                                cases(
                                    0 < q,
                                    have(
                                        line <= power(p, q),
                                        "the tangent",
                                        by=tangent_of_masses.at({a: p, b: q, c: k}),
                                    ),
                                ),
                                have(0 <= (alpha - 1) * exp(alpha * k) * q, "no factor is negative"),
                            ),
                        ),
                        have(0 <= weight * (before - line), "no factor is negative"),
                        Chain(term(one, other))
                        .eq(power(one, other), "both laws give it")
                        .eq(tangent_at(k, one, other), "the tangent touches it")
                        .eq(Total(weight * line, index), "sum over the mixture")
                        .le(Total(weight * before, index), "above the tangent in every part"),
                    ),
                ),
            ),
        ),
    )


def summed(weight, index, p, one, q, other):
    """The steps from one output to the moment."""
    return (
        Chain(Total(term(one, other), y))
        .le(Total(Total(weight * term(p, q), index), y), "sum over the outputs")
        .eq(Total(weight * Total(term(p, q), y), index), "the other sum first"),
    )


first, second = Total(W(d) * F(d, y), d), Total(W(d) * H(d, y), d)
laws = (distribution(W(d), d), ForAll(d, distribution(F(d, y))), ForAll(d, distribution(H(d, y))))
finite = ForAll((d, y), Implication(Eq(H(d, y), 0), Eq(F(d, y), 0)))

added = Total(W(d) * term(F(d, y), H(d, y)), d)
moments = Total(W(d) * Total(term(F(d, y), H(d, y)), y), d)
both = (W(d), d, F(d, y), first, H(d, y), second)

apart = point(
    {alpha: 2}, W=(half, half), F=(2 * third, third, third, 2 * third), H=(third, 2 * third, 2 * third, third)
)
same = point({alpha: 2}, W=(half, half), F=(half,) * 4, H=(half,) * 4)
wrong = point({alpha: 2}, W=(half, half), F=(1, 0, half, half), H=(0, 1, half, half))

pointwise = Theorem(
    title="What an output adds to the moment is jointly convex",
    source="kifer.lem-renyi-joint",
    kind="lemma",
    given=(*laws, finite),
    claim=ForAll(y, term(first, second) <= added),
    derivation=by_tangents(*both),
    example=apart,
    tight=same,
    near_misses={
        "half of it": variant(ForAll(y, term(first, second) <= added / 2), witness=same),
        "also with infinite losses": variant(given=laws, witness=wrong),
    },
)

joint = Theorem(
    title="The moments of the loss are jointly convex",
    source="kifer.lem-renyi-joint",
    cites="kifer2022",
    kind="lemma",
    given=(*laws, finite),
    claim=Total(term(first, second), y) <= moments,
    derivation=(
        have(ForAll(y, term(first, second) <= added), "output by output", by=pointwise),
        *summed(*both),
    ),
    example=apart,
    tight=same,
    near_misses={
        "half of it": variant(Total(term(first, second), y) <= moments / 2, witness=same),
        "also with infinite losses": variant(given=laws, witness=wrong),
    },
    note="So the moment of the mixtures is at most the largest moment of the pairs.",
)

weights, other_laws = distribution(V(s), s), ForAll(s, distribution(G(s, y)))
other = Total(V(s) * G(s, y), s)
one_sided = ForAll((s, y), Implication(Eq(G(s, y), 0), Eq(P(y), 0)))
one_added = Total(V(s) * term(P(y), G(s, y)), s)
one_moments = Total(V(s) * Total(term(P(y), G(s, y)), y), s)
against = (V(s), s, P(y), P(y), G(s, y), other)

reveal = point({alpha: 2}, V=(half, half), P=(1, 0), G=(0, 1, half, half))
keep = point({alpha: 2}, V=(half, half), P=(half, half), G=(half,) * 4)

mixture = Theorem(
    title="The moment of the loss against a mixture",
    source="kifer.lem-renyi-mixture",
    cites="kifer2022",
    kind="lemma",
    given=(weights, other_laws, one_sided),
    claim=Total(term(P(y), other), y) <= one_moments,
    derivation=(
        have(Eq(Total(V(s) * P(y), s), P(y)), "the weights add up to 1"),
        have(ForAll(y, term(P(y), other) <= one_added), "output by output", derivation=by_tangents(*against)),
        *summed(*against),
    ),
    example=keep,
    tight=keep,
    near_misses={
        "half of it": variant(Total(term(P(y), other), y) <= one_moments / 2, witness=keep),
        "also with infinite losses": variant(given=(weights, other_laws), witness=reveal),
    },
    note="The mixture is the law of the output when the target's record is drawn at random. It is at most the largest of the moments.",
)
