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
possible = AllOf(0 < A(y, z), 0 < B(y, z), 0 < K(y), 0 < L(z), 0 < M(y), 0 < N(z))
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

# That the outputs have these laws by themselves, in the first state; how likely their losses are at most some numbers.
margins = (
    ForAll(y, Eq(Total(A(y, z), z), K(y))),
    ForAll(z, Eq(Total(A(y, z), y), L(z))),
)
r_1, r_2 = (parameter(f"r_{i}", above=0, about="e to the power of a loss") for i in (1, 2))
small, other_small = K(y) <= r_1 * M(y), L(z) <= r_2 * N(z)


def likely(*conditions):
    """How likely all of the conditions are, in the first state."""
    return Total(Indicator(AllOf(*conditions) if len(conditions) > 1 else conditions[0]) * A(y, z), y, z)


bit, other_bit = (3 * quarter, quarter), (quarter, 3 * quarter)
one_bit_twice = {
    **even,
    "A": (3 * quarter, 0, 0, quarter),
    "K": bit,
    "L": bit,
    "M": other_bit,
    "N": other_bit,
}

decomposition = Theorem(
    title="The privacy loss of two outputs: that of their dependence and those of both",
    source=(
        "zhang.eq6",
        "zhang.def8",
    ),
    claim=ForAll((y, z), Implication(possible, Eq(loss, split))),
    derivation=have(
        Implication(possible, Eq(loss, split)),
        "logarithm of a product",
        derivation=cases(
            possible,
            (
                have(0 < first, "positive masses"),
                have(0 < second, "positive masses"),
                have(
                    Eq(log(first / second * (K(y) / M(y)) * (L(z) / N(z))), split), "logarithm of a product"
                ),
            ),
        ),
    ),
    example=point(**even),
    errata=erratum(
        "wrong step",
        "Appendix H.1, the upper bounds of Theorem 2",
        "where each element of [the losses of the single outputs] is independent of the others",
        fails=(
            "The outputs are drawn from their joint law. A bit that agrees with the state with probability 3/4, released twice: both losses are the same number, and below 0 with probability 1/4 together, not 1/16."
        ),
        holds="The losses are as dependent as the outputs; they are independent where the outputs are, given the state.",
        affects="The upper bound of Theorem 2(i), which fails.",
        reads=variant(
            Eq(likely(small, other_small), likely(small) * likely(other_small)),
            given=margins,
            witness=point({r_1: 1, r_2: 1}, **one_bit_twice),
        ),
        source="zhang.thm2",
    ),
    near_misses={
        "without the dependence": variant(
            ForAll((y, z), Implication(possible, Eq(loss, log(K(y) / M(y)) + log(L(z) / N(z))))),
            witness=point(**tied),
        ),
        "with the loss of the dependence twice": variant(
            ForAll((y, z), Implication(possible, Eq(loss, split + log(first / second)))),
            witness=point(**tied),
        ),
        "as if both states were one": variant(
            ForAll((y, z), Implication(possible, Eq(loss, 0))),
            witness=point(**tied),
        ),
    },
    note=(
        "At outputs that are possible in both states, with any dependence that is the joint law over the product of the single ones, as a copula density is on a continuum; for finite "
        "outputs no copula is settled by the joint law. The terms are functions of the same outputs. The next theorem has any number of them."
    ),
)

n = parameter("n", integer=True, about="number of outputs")
o = Outcome("o", "O")
G = function("G", law=False, about="the joint law of all outputs in the first state")
H = function("H", law=False, about="their joint law in the second state")
# At a list o of outputs: the law of the output n in both states, the products of the first n of them, the sum of their losses.
C = function("C", law=False, about="the law of the output n in the first state, at a list of outputs")
D = function("D", law=False, about="the law of the output n in the second state, at a list of outputs")
U = function("U", law=False, about="the product of the laws of the first n outputs in the first state")
V = function("V", law=False, about="the product of the laws of the first n outputs in the second state")
T = function("T", law=False, about="the sum of the losses of the first n outputs")
zero = Integer(0)
starts = ForAll(o, AllOf(Eq(U(zero, o), 1), Eq(V(zero, o), 1), Eq(T(zero, o), 0)))
grows = ForAll(
    (n, o),
    AllOf(
        Eq(U(n + 1, o), U(n, o) * C(n, o)),
        Eq(V(n + 1, o), V(n, o) * D(n, o)),
        Implication(AllOf(0 < C(n, o), 0 < D(n, o)), Eq(T(n + 1, o), T(n, o) + log(C(n, o) / D(n, o)))),
    ),
)
all_possible = AllOf(0 < G(o), 0 < H(o))
singles = ForAll((n, o), Implication(all_possible, AllOf(0 < C(n, o), 0 < D(n, o))))
k = parameter("k", integer=True, about="the outputs so far")


def products(k):
    """That the products of the first k laws are positive, and the losses add up to that of the products."""
    return AllOf(0 < U(k, o), 0 < V(k, o), Eq(T(k, o), log(U(k, o) / V(k, o))))


so_far = ForAll(o, Implication(all_possible, products(k)))
of_all = G(o) / U(n, o), H(o) / V(n, o)
their_sum = Eq(log(G(o) / H(o)), log(of_all[0] / of_all[1]) + T(n, o))
both = AllOf(0 < U(n, o), 0 < V(n, o), their_sum)
one_list = {
    "sizes": {"O": 1},
    "G": (half,),
    "H": (half,),
    "C": (1,),
    "D": (1,),
    "U": (1,),
    "V": (1,),
    "T": (0,),
}

of_any_number = Theorem(
    title="The privacy loss of any number of outputs: that of their dependence and the sum of theirs",
    source=of_any_spaces("zhang.eq6"),
    given=(starts, grows, singles),
    claim=ForAll((n, o), Implication(all_possible, both)),
    derivation=(
        have(
            ForAll(k, so_far),
            "one output after the other",
            derivation=induction(
                k,
                first=(
                    specialise(starts, {o: o}, "no output"),
                    have(Eq(log(U(zero, o) / V(zero, o)), 0), "the logarithm of 1"),
                ),
                then=(
                    specialise(grows, {n: k, o: o}, "one more output"),
                    specialise(singles, {n: k, o: o}, "it is possible"),
                    specialise(so_far, {o: o}, "the outputs so far"),
                    have(
                        Implication(all_possible, products(k + 1)),
                        "one more output",
                        derivation=cases(
                            0 < G(o),
                            cases(
                                0 < H(o),
                                (
                                    have(products(k), "the outputs so far"),
                                    have(AllOf(0 < C(k, o), 0 < D(k, o)), "it is possible"),
                                    have(
                                        Eq(T(k + 1, o), T(k, o) + log(C(k, o) / D(k, o))),
                                        "the loss of the next output",
                                    ),
                                    have(AllOf(0 < U(k + 1, o), 0 < V(k + 1, o)), "products"),
                                    have(
                                        Eq(
                                            U(k + 1, o) / V(k + 1, o), U(k, o) / V(k, o) * (C(k, o) / D(k, o))
                                        ),
                                        "products",
                                    ),
                                    have(
                                        Eq(
                                            log(U(k + 1, o) / V(k + 1, o)),
                                            log(U(k, o) / V(k, o)) + log(C(k, o) / D(k, o)),
                                        ),
                                        "the logarithm of a product",
                                    ),
                                    have(products(k + 1).args[2], "together"),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        specialise(ForAll(k, so_far), {k: n}, "the single outputs"),
        specialise(so_far.xreplace({k: n}), {o: o}, "the single outputs"),
        have(
            Implication(all_possible, both),
            "the logarithm of a product",
            derivation=cases(
                0 < G(o),
                cases(
                    0 < H(o),
                    (
                        have(products(n), "the single outputs"),
                        have(AllOf(0 < of_all[0], 0 < of_all[1]), "quotients"),
                        have(
                            Eq(log(G(o) / H(o)), log(of_all[0] / of_all[1]) + log(U(n, o) / V(n, o))),
                            "the logarithm of a product",
                        ),
                        have(their_sum, "the losses add up to that of the products"),
                    ),
                ),
            ),
        ),
    ),
    example=point({}, **one_list),
    near_misses={
        "without the dependence": variant(
            ForAll((n, o), Implication(all_possible, Eq(log(G(o) / H(o)), T(n, o)))),
            witness=point({}, **{**one_list, "H": (quarter,)}),
        ),
        "with other losses": without(starts, witness=point({}, **{**one_list, "T": (1,)})),
        "with other products": without(
            starts, instead=ForAll(o, Eq(T(zero, o), 0)), witness=point({}, **{**one_list, "U": (2,)})
        ),
    },
    note=(
        "o is a list of outputs, and n is their number; an output is possible where all of them together are. The dependence is the joint law over the product of the single ones, "
        "as a copula density is on a continuum. All terms are functions of the same outputs, and not independent of each other."
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
        specialise(ForAll(y, Eq(Total(A(y, z), z), K(y))), {y: y}),
        Chain(Total(first * L(z), z))
        .eq(Total(A(y, z), z) / K(y), "outcome by outcome")
        .eq(1, "the law of the first output"),
    ),
    example=point(A=(quarter,) * 4, K=(half, half), L=(half, half)),
    near_misses={
        "of another joint law": without(
            ForAll(y, Eq(Total(A(y, z), z), K(y))),
            witness=point(A=(half, half, half, half), K=(half, half), L=(half, half)),
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
