"""Mixtures of pairs of laws are no easier to tell apart than the pairs: the moments of the loss are jointly convex."""

from dpsym.derivations.analysis.power_tangents import a, b, line, part, power, tangent_of_parts
from dpsym.derivations.vocabulary import alpha, half, third
from dpsym.language import *

k = parameter("k", about="the logarithm of the ratio of two masses")

# W: the weights of mixtures of the laws F(d, .) and of the laws H(d, .).
s, d = Outcome("s", "X"), Outcome("d", "D")
V = function("V", about="the attacker's prior for the record of the target")
G = function("G", about="the law of the output, record by record")
W = function("W", about="the law by which the mixtures are weighted")
F = function("F", about="a law of the output, for each of the data d")
H = function("H", about="another law of the output, for each of the data d")


touches = Theorem(
    title="The tangent of a product of powers of masses touches it",
    source="kifer.lem-renyi-joint",
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

apart_laws = {
    "W": (half, half), "F": (2 * third, third, third, 2 * third), "H": (third, 2 * third, 2 * third, third),
}  # fmt: skip
same_laws = {"W": (half, half), "F": (2 * third, third) * 2, "H": (third, 2 * third) * 2}
wrong_laws = {"W": (half, half), "F": (1, 0, half, half), "H": (0, 1, half, half)}
apart, same, wrong = (point({alpha: 2}, **laws) for laws in (apart_laws, same_laws, wrong_laws))

# N(d), U(d): the masses of one output under the laws of each pair; p_1, p_2: their means.
N = function("N", law=False, about="the mass of an output under the first law of each pair")
U = function("U", law=False, about="the mass of the output under the second law of each pair")
p_1, p_2 = (
    parameter("p_1", about="mean of the first masses"),
    parameter("p_2", about="mean of the second masses"),
)
masses = ForAll(d, AllOf(0 <= N(d), 0 <= U(d), Implication(Eq(U(d), 0), Eq(N(d), 0))))
means = (Eq(Total(W(d) * N(d), d), p_1), Eq(Total(W(d) * U(d), d), p_2))
at_output = {"W": (half, half), "N": (half, 1), "U": (1, half)}

at_one_output = Theorem(
    title="What one output adds to the moment is jointly convex, for any mixtures",
    source="kifer.lem-renyi-joint",
    given=(laws[0], masses, *means),
    claim=part(p_1, p_2) <= Total(W(d) * part(N(d), U(d)), d),
    derivation=(
        specialise(masses, {d: d}, "masses of the output"),
        have(0 <= W(d) * N(d), "no factor is negative"),
        have(0 <= W(d) * U(d), "no factor is negative"),
        *by_tangents(W(d), d, N(d), p_1, U(d), p_2),
    ),
    example=point({alpha: 2, p_1: 3 * half / 2, p_2: 3 * half / 2}, **at_output),
    tight=point(
        {alpha: 2, p_1: half, p_2: half / 2}, W=(half, half), N=(third, 2 * third), U=(third / 2, third)
    ),
    near_misses={
        "of other means": without(
            means, witness=point({alpha: 2, p_1: 2, p_2: 1}, W=(half, half), N=(1, 1), U=(1, 1))
        ),
        "the other way round": variant(
            Total(W(d) * part(N(d), U(d)), d) <= part(p_1, p_2),
            witness=point({alpha: 2, p_1: 3 * half / 2, p_2: 3 * half / 2}, **at_output),
        ),
    },
)

pointwise = Theorem(
    title="What an output adds to the moment is jointly convex",
    cites="kifer2022",
    kind="lemma",
    given=(*laws, finite),
    claim=ForAll(y, part(first, second) <= added),
    derivation=(
        *(specialise(law, {d: d}, "a law of the output") for law in laws[1:]),
        *(specialise(ForAll(y, 0 <= M(d, y)), {y: y}, "a probability") for M in (F, H)),
        specialise(finite, {d: d, y: y}, "no infinite loss"),
        have(
            part(first, second) <= added,
            "one output",
            by=at_one_output.at(N=F(d, y), U=H(d, y), p_1=first, p_2=second),
        ),
    ),
    example=apart,
    tight=same,
    near_misses={
        "also with infinite losses": variant(given=laws, witness=wrong),
    },
)

joint = Theorem(
    title="The moments of the loss are jointly convex",
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

reveal_laws = {"V": (half, half), "P": (1, 0), "G": (0, 1, half, half)}
keep_laws = {"V": (half, half), "P": (2 * third, third), "G": (third, 2 * third) * 2}
reveal, keep = (point({alpha: 2}, **laws) for laws in (reveal_laws, keep_laws))

mixture = Theorem(
    title="The moment of the loss against a mixture",
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
        "also with infinite losses": without(one_sided, witness=reveal),
    },
    note="The mixture is the law of the output when the target's record is drawn at random. It is at most the largest of the moments.",
)

# E: bounds on the moments, one for each pair of a mixture; c: their mean.
E = function("E", law=False, about="a bound on the moment of the loss of each pair")
c = parameter("c", about="the mean of these bounds")


def with_mean(weight, index):
    """That no bound is negative, and that their mean is c."""
    return ForAll(index, 0 <= E(index)), Eq(Total(weight * E(index), index), c)


def by_weights(weight, index, moment):
    """The steps from the convexity of the moments to the mean of the bounds."""
    return (
        specialise(ForAll(index, moment <= E(index)), {index: index}, "the bound of this pair"),
        have(weight * moment <= weight * E(index), "weighted"),
    )


pair_moment, one_moment = Total(part(F(d, y), H(d, y)), y), Total(part(P(y), G(s, y)), y)

mean_of_bounds = Theorem(
    title="The moment of mixtures is at most the mean of the moments, for any mixtures and outputs",
    source=of_any_spaces("kifer.lem-renyi-joint"),
    given=(*laws, finite, ForAll(d, pair_moment <= E(d)), *with_mean(W(d), d)),
    claim=Total(part(first, second), y) <= c,
    derivation=(
        *by_weights(W(d), d, pair_moment),
        Chain(Total(part(first, second), y))
        .le(moments, "convexity", by=joint)
        .le(Total(W(d) * E(d), d), "sum over the mixture")
        .eq(c, "the mean of the bounds"),
    ),
    example=point({alpha: 2, c: 3 * half}, **apart_laws, E=(3 * half, 3 * half)),
    tight=point({alpha: 2, c: 3 * half}, **same_laws, E=(3 * half, 3 * half)),
    near_misses={
        "also with infinite losses": without(
            finite, witness=point({alpha: 2, c: half}, **wrong_laws, E=(0, 1))
        ),
        "of pairs without a bound": without(
            ForAll(d, pair_moment <= E(d)), witness=point({alpha: 2, c: 0}, **same_laws, E=(0, 0))
        ),
    },
    note=(
        "With the moments themselves for E this is the convexity of the moments; with their largest value for every E, a bound by the largest moment."
    ),
)

mean_of_bounds_against = Theorem(
    title="The moment against a mixture is at most the mean of the moments, for any mixture and outputs",
    source=of_any_spaces("kifer.lem-renyi-mixture"),
    given=(weights, other_laws, one_sided, ForAll(s, one_moment <= E(s)), *with_mean(V(s), s)),
    claim=Total(part(P(y), other), y) <= c,
    derivation=(
        *by_weights(V(s), s, one_moment),
        Chain(Total(part(P(y), other), y))
        .le(one_moments, "convexity", by=mixture)
        .le(Total(V(s) * E(s), s), "sum over the mixture")
        .eq(c, "the mean of the bounds"),
    ),
    example=point({alpha: 2, c: 3 * half}, **keep_laws, E=(3 * half, 3 * half)),
    tight=point({alpha: 2, c: 3 * half}, **keep_laws, E=(3 * half, 3 * half)),
    near_misses={
        "also with infinite losses": without(
            one_sided, witness=point({alpha: 2, c: 1}, **reveal_laws, E=(0, 2))
        ),
        "of laws without a bound": without(
            ForAll(s, one_moment <= E(s)), witness=point({alpha: 2, c: 0}, **keep_laws, E=(0, 0))
        ),
    },
    note="Rényi DP against each record is Rényi DP against their mixture.",
)
