"""Mixtures of pairs of laws are no easier to tell apart than the pairs: the moments of the loss are jointly convex."""

from dpsym.derivations.analysis.power_tangents import a, b, line, part, power, tangent_of_parts
from dpsym.derivations.vocabulary import alpha, half, third
from dpsym.language import *

k = parameter("k", about="the logarithm of the ratio of two masses")

# W: the weights of mixtures of the laws F(d, .) and of the laws H(d, .).
s, d = Outcome("s", "X"), Outcome("d", "D")
V = function(
    "V", about="the law by which a mixture is weighted: the attacker's prior for the record of the target"
)
G = function("G", about="the law of the output, record by record")
W = function("W")
F = function("F", about="a law of the output, for each of the data d")
H = function("H", about="another law of the output, for each of the data d")


touches = Theorem(
    title="The tangent of a product of powers of masses touches it",
    source=whole_of("kifer.lem-renyi-joint"),
    kind="lemma",
    claim=Eq(power(a, b), line(a, b, log(a) - log(b))),
    derivation=(
        Chain(power(a, b))
        .eq(line(exp(log(a)), exp(log(b)), log(a) - log(b)), "exponential of a sum")
        .eq(line(a, b, log(a) - log(b)), "exponential of a logarithm"),
    ),
    example=point({a: 1, b: 1}),
    near_misses={
        "at another ratio": variant(Eq(power(a, b), line(a, b, 0)), witness=point({alpha: 2, a: 2, b: 1})),
    },
)


def by_tangents(weight, index, p, one, q, other):
    """The steps that bound what an output adds to the moment when p, q are mixed to the masses one, other."""
    ratio = log(one) - log(other)
    below = line(p, q, k)
    before = part(p, q)
    return (
        have(0 <= before, "an exponential", split=(0 < p, 0 < q)),
        have(0 <= weight * before, "no factor is negative"),
        have(0 <= Total(weight * before, index), "a sum of them"),
        have(
            part(one, other) <= Total(weight * before, index),
            "one output",
            derivation=cases(
                0 < one,
                cases(
                    0 < other,
                    (
                        have(
                            Eq(power(one, other), line(one, other, ratio)),
                            "the tangent touches it",
                            by=touches.at(a=one, b=other),
                        ),
                        let(
                            k,
                            ratio,
                            Eq(power(one, other), line(one, other, k)),
                            "the logarithm of the ratio of the masses",
                        ),
                        have(
                            below <= before,
                            "above the tangent",
                            by=tangent_of_parts.at(u=p, v=q, c=k),
                        ),
                        have(0 <= weight * (before - below), "no factor is negative"),
                        Chain(part(one, other))
                        .eq(power(one, other), "both laws give it")
                        .eq(line(one, other, k), "the tangent touches it")
                        .eq(Total(weight * below, index), "sum over the mixture")
                        .le(Total(weight * before, index), "above the tangent in every part"),
                    ),
                ),
            ),
        ),
    )


def summed(weight, index, p, one, q, other):
    """The steps from one output to the moment."""
    return (
        Chain(Total(part(one, other), y))
        .le(Total(Total(weight * part(p, q), index), y), "sum over the outputs")
        .eq(Total(weight * Total(part(p, q), y), index), "the other sum first"),
    )


first, second = Total(W(d) * F(d, y), d), Total(W(d) * H(d, y), d)
laws = (distribution(W(d), d), ForAll(d, distribution(F(d, y))), ForAll(d, distribution(H(d, y))))
finite = ForAll((d, y), Implication(Eq(H(d, y), 0), Eq(F(d, y), 0)))

added = Total(W(d) * part(F(d, y), H(d, y)), d)
moments = Total(W(d) * Total(part(F(d, y), H(d, y)), y), d)
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
    claim=ForAll(y, part(first, second) <= added),
    derivation=by_tangents(*both),
    example=apart,
    tight=same,
    near_misses={
        "also with infinite losses": variant(given=laws, witness=wrong),
    },
)

joint = Theorem(
    title="The moments of the loss are jointly convex",
    source="kifer.lem-renyi-joint",
    cites="kifer2022",
    kind="lemma",
    given=(*laws, finite),
    claim=Total(part(first, second), y) <= moments,
    derivation=(
        have(ForAll(y, part(first, second) <= added), "output by output", by=pointwise),
        *summed(*both),
    ),
    example=apart,
    tight=same,
    near_misses={
        "also with infinite losses": variant(given=laws, witness=wrong),
    },
    note="So the moment of the mixtures is at most the largest moment of the pairs.",
)

weights, other_laws = distribution(V(s), s), ForAll(s, distribution(G(s, y)))
other = Total(V(s) * G(s, y), s)
one_sided = ForAll((s, y), Implication(Eq(G(s, y), 0), Eq(P(y), 0)))
one_added = Total(V(s) * part(P(y), G(s, y)), s)
one_moments = Total(V(s) * Total(part(P(y), G(s, y)), y), s)
against = (V(s), s, P(y), P(y), G(s, y), other)

reveal = point({alpha: 2}, V=(half, half), P=(1, 0), G=(0, 1, half, half))
keep = point({alpha: 2}, V=(half, half), P=(half, half), G=(half,) * 4)

mixture = Theorem(
    title="The moment of the loss against a mixture",
    source=whole_of("kifer.lem-renyi-mixture"),
    cites="kifer2022",
    kind="lemma",
    given=(weights, other_laws, one_sided),
    claim=Total(part(P(y), other), y) <= one_moments,
    derivation=(
        have(Eq(Total(V(s) * P(y), s), P(y)), "the weights add up to 1"),
        have(ForAll(y, part(P(y), other) <= one_added), "output by output", derivation=by_tangents(*against)),
        *summed(*against),
    ),
    example=keep,
    tight=keep,
    near_misses={
        "also with infinite losses": variant(given=(weights, other_laws), witness=reveal),
    },
    note="The mixture is the law of the output when the target's record is drawn at random. It is at most the largest of the moments.",
)
