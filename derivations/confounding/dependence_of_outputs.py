"""A joint law as single laws times a dependence; the loss splits into that of the dependence and those of the outputs."""

from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

z = Outcome("z", "Z")

# A, B: the joint laws of two outputs in two states; K, L and M, N: the laws of the single outputs in the first and second.
A = function("A", law=False, about="the joint law of two outputs in the first state")
B = function("B", law=False, about="their joint law in the second state")
K = function("K", law=False, about="the law of the first output in the first state")
L = function("L", law=False, about="that of the second output in the first state")
M = function("M", law=False, about="that of the first output in the second state")
N = function("N", law=False, about="that of the second output in the second state")
positive = ForAll((y, z), AllOf(0 < A(y, z), 0 < B(y, z), 0 < K(y), 0 < L(z), 0 < M(y), 0 < N(z)))
first, second = A(y, z) / (K(y) * L(z)), B(y, z) / (M(y) * N(z))
loss = log(A(y, z) / B(y, z))
split = log(first / second) + log(K(y) / M(y)) + log(L(z) / N(z))
even = {
    "A": (quarter,) * 4,
    "B": (quarter,) * 4,
    "K": (half, half),
    "L": (half, half),
    "M": (half, half),
    "N": (half, half),
}
tied = {**even, "A": (3 * Rational(1, 8), Rational(1, 8), Rational(1, 8), 3 * Rational(1, 8))}

decomposition = Theorem(
    title="The privacy loss of two outputs: that of their dependence and those of both",
    source=(
        whole_of("zhang.eq6"),
        part_of(
            "zhang.def8",
            "distribution functions on a continuum, and that each joint one is a copula of its margins",
        ),
    ),
    given=positive,
    claim=ForAll((y, z), Eq(loss, split)),
    derivation=(
        specialise(positive, {y: y, z: z}),
        have(0 < first, "positive masses"),
        have(0 < second, "positive masses"),
        have(Eq(A(y, z) / B(y, z), first / second * (K(y) / M(y)) * (L(z) / N(z))), "expand"),
        have(Eq(log(first / second * (K(y) / M(y)) * (L(z) / N(z))), split), "logarithm of a product"),
        have(Eq(loss, split), "logarithm of a product"),
    ),
    example=point(**even),
    near_misses={
        "without the dependence": variant(
            ForAll((y, z), Eq(loss, log(K(y) / M(y)) + log(L(z) / N(z)))), witness=point(**tied)
        ),
        "of any masses": variant(
            ForAll((y, z), Eq(loss, 2 * split)), given=[positive], witness=point(**tied)
        ),
        "as if both states were one": variant(
            ForAll((y, z), Eq(A(y, z) / B(y, z), 1)),
            given=[],
            witness=point(A=tied["A"], B=tied["B"], sizes={"Y": 2, "Z": 2}),
        ),
    },
    note=(
        "With any dependence that is the joint law over the product of the single ones, as a copula density is on a continuum; for finite "
        "outputs no copula is settled by the joint law. More outputs are taken in turn. The terms are functions of the same outputs, "
        "and not independent of each other, as the proof of Theorem 2 says."
    ),
)

keeps = Theorem(
    title="The dependence of two outputs has uniform margins",
    source="zhang.def8",
    given=(
        ForAll(y, 0 < K(y)),
        ForAll(z, 0 < L(z)),
        ForAll(y, Eq(Total(A(y, z), z), K(y))),
    ),
    claim=ForAll(y, Eq(Total(first * L(z), z), 1)),
    derivation=(
        specialise(ForAll(y, 0 < K(y)), {y: y}),
        specialise(ForAll(z, 0 < L(z)), {z: z}),
        specialise(ForAll(y, Eq(Total(A(y, z), z), K(y))), {y: y}),
        have(Eq(first * L(z), A(y, z) / K(y)), "positive masses"),
        Chain(Total(first * L(z), z))
        .eq(Total(A(y, z), z) / K(y), "outcome by outcome")
        .eq(1, "the law of the first output"),
    ),
    example=point(A=(quarter,) * 4, K=(half, half), L=(half, half)),
    near_misses={
        "of another joint law": variant(
            given=(ForAll(y, 0 < K(y)), ForAll(z, 0 < L(z))),
            witness=point(A=(half, half, half, half), K=(half, half), L=(half, half)),
        ),
        "a half": variant(
            ForAll(y, Eq(Total(first * L(z), z), half)),
            witness=point(A=(quarter,) * 4, K=(half, half), L=(half, half)),
        ),
    },
)

u, v = (parameter(n, at_least=0, at_most=1, about="a quantile") for n in "uv")
t = parameter("t", at_least=-1, at_most=1, about="strength of the dependence")

flat = Theorem(
    title="A dependence of two uniform outputs that is not negative",
    source="zhang.ex-fgm",
    claim=AllOf(
        0 <= 1 + t * (1 - 2 * u) * (1 - 2 * v),
        Eq((1 + t * (1 - 2 * u) * (1 - 2 * v) + 1 + t * (1 - 2 * (1 - u)) * (1 - 2 * v)) / 2, 1),
    ),
    derivation=(
        have(Between(-1, 1 - 2 * u, 1), "a quantile"),
        have(Between(-1, 1 - 2 * v, 1), "a quantile"),
        have(Between(-1, (1 - 2 * u) * (1 - 2 * v), 1), "a product"),
        have(Between(-1, t * ((1 - 2 * u) * (1 - 2 * v)), 1), "a product"),
    ),
    near_misses={
        "at any strength twice as large": variant(
            0 <= 1 + 2 * t * (1 - 2 * u) * (1 - 2 * v), witness=point({t: 1, u: 0, v: 1})
        ),
        "and at most 1": variant(1 + t * (1 - 2 * u) * (1 - 2 * v) <= 1, witness=point({t: 1, u: 0, v: 0})),
    },
    note="The copula of Farlie, Gumbel and Morgenstern: mirrored at one half its density has mean 1, so that each single output is uniform and tells nothing of the strength. What both together tell of it is the delta of two strengths, in the file on products of uniform numbers.",
)
