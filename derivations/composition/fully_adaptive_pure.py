"""Purely private mechanisms whose losses are chosen by the answers so far: the sum along every transcript counts."""

from dpsym.derivations.vocabulary import eps, n
from dpsym.language import *

k = parameter("k", integer=True, about="number of mechanisms that have run")

# y: the answers of all mechanisms. At a transcript all densities are numbers, and that of its law is their product.
U = function("U", about="a law of the transcript, to which the densities refer")
K = function(
    "K", law=False, about="the density of the next answer on the first database, given those before it"
)
L = function("L", law=False, about="the density of the next answer on the neighbouring database")
A = function("A", law=False, about="the density of so many answers on the first database")
B = function("B", law=False, about="the density of so many answers on the neighbouring database")
e = function("e", law=False, about="the loss of the next mechanism, given the answers so far")
E = function("E", law=False, about="the sum of the losses along a transcript")
zero = Integer(0)

nothing_answered = ForAll(y, AllOf(Eq(A(zero, y), 1), Eq(B(zero, y), 1), Eq(E(zero, y), 0)))
growing = ForAll(
    (y, k),
    AllOf(
        Eq(A(k + 1, y), A(k, y) * K(k, y)),
        Eq(B(k + 1, y), B(k, y) * L(k, y)),
        Eq(E(k + 1, y), E(k, y) + e(k, y)),
    ),
)
densities = ForAll((y, k), AllOf(0 <= K(k, y), 0 <= L(k, y)))
private = ForAll((y, k), AllOf(K(k, y) <= exp(e(k, y)) * L(k, y), L(k, y) <= exp(e(k, y)) * K(k, y)))
close = AllOf(
    0 <= A(k, y),
    0 <= B(k, y),
    A(k, y) <= exp(E(k, y)) * B(k, y),
    B(k, y) <= exp(E(k, y)) * A(k, y),
)
along = ForAll((y, k), close)


def next_answer(A, K, B, L):
    """That a density keeps to its bound with the next answer."""
    return (
        have(
            A(k, y) * K(k, y) <= exp(E(k, y)) * B(k, y) * K(k, y),
            "the answers so far",
        ),
        have(
            exp(E(k, y)) * B(k, y) * K(k, y) <= exp(E(k, y)) * B(k, y) * (exp(e(k, y)) * L(k, y)),
            "the next mechanism",
        ),
        Chain(A(k + 1, y))
        .eq(A(k, y) * K(k, y), "the next answer")
        .le(exp(E(k, y)) * B(k, y) * (exp(e(k, y)) * L(k, y)), "both lines before")
        .eq(exp(E(k, y)) * exp(e(k, y)) * (B(k, y) * L(k, y)), "collect the factors")
        .eq(exp(E(k + 1, y)) * B(k + 1, y), "exponential of a sum"),
    )


still = dict.fromkeys("ABKL", (1, 1)) | {"e": (0, 0), "E": (0, 0)}

along_transcripts = Theorem(
    title="Losses add along every transcript",
    source="kifer.prop4-pure-fully-adaptive",
    kind="lemma",
    given=(nothing_answered, growing, densities, private),
    claim=along,
    derivation=(
        have(
            along,
            "one more answer",
            derivation=induction(
                k,
                first=(specialise(nothing_answered, {y: y}, "nothing is answered"),),
                then=(
                    specialise(growing, {k: k, y: y}, "the next answer"),
                    specialise(densities, {k: k, y: y}, "densities"),
                    specialise(private, {k: k, y: y}, "it is purely private"),
                    *next_answer(A, K, B, L),
                    *next_answer(B, L, A, K),
                ),
            ),
        ),
    ),
    example=point(**still),
    near_misses={
        "where the answers before have other densities": without(
            nothing_answered, witness=point(**{**still, "A": (2, 2)})
        ),
        "no density is above 1": variant(
            ForAll((y, k), A(k, y) < 1),
            witness=point(**still),
        ),
    },
)

of_the_law = ForAll(y, AllOf(Eq(P(y), A(n, y) * U(y)), Eq(Q(y), B(n, y) * U(y))))
bounded = ForAll(y, Implication(0 < Q(y), E(n, y) <= eps))
half_half = (Rational(1, 2), Rational(1, 2))
J = function("J", law=False, about="the loss along a transcript")
one_mechanism = ForAll(y, AllOf(P(y) <= exp(J(y)) * Q(y), Q(y) <= exp(J(y)) * P(y)))
laws = {"P": half_half, "Q": half_half, "U": half_half}

fully_adaptive = Theorem(
    title="Composition of purely private mechanisms whose losses depend on the transcript",
    source=of_any_spaces("kifer.prop4-pure-fully-adaptive"),
    given=(distribution(U(y)), nothing_answered, growing, densities, private, of_the_law, bounded),
    claim=PureDP(eps),
    derivation=(
        have(along, "along every transcript", by=along_transcripts),
        specialise(along, {k: n, y: y}, "all answers"),
        specialise(of_the_law, {y: y}, "the laws of the transcript"),
        have(A(n, y) * U(y) <= exp(E(n, y)) * B(n, y) * U(y), "along the transcript"),
        have(B(n, y) * U(y) <= exp(E(n, y)) * A(n, y) * U(y), "along the transcript"),
        have(P(y) <= exp(E(n, y)) * Q(y), "along the transcript"),
        have(Q(y) <= exp(E(n, y)) * P(y), "along the transcript"),
        have(
            AllOf(P(y) <= exp(eps) * Q(y), Q(y) <= exp(eps) * P(y)),
            "transcript by transcript",
            derivation=cases(
                0 < Q(y),
                (
                    specialise(bounded, {y: y}, "the bound"),
                    have(exp(E(n, y)) <= exp(eps), "the exponential is increasing"),
                ),
                (have(Eq(Q(y), 0), "no mass is negative"), have(Eq(P(y), 0), "no mass is negative")),
            ),
        ),
        have(S(y) * P(y) <= exp(eps) * (S(y) * Q(y)), "in an event"),
        have(S(y) * Q(y) <= exp(eps) * (S(y) * P(y)), "in an event"),
    ),
    example=point({eps: 0, n: 1}, **still, **laws),
    near_misses={
        "where the answers before have other densities": without(
            nothing_answered, witness=point({eps: 0, n: 1}, **{**still, **laws, "A": (2, 0), "P": (1, 0)})
        ),
        "bounded on the average": variant(
            given=(one_mechanism, Total(Q(y) * J(y), y) <= eps),
            witness=point(
                {eps: log(Rational(3, 2))},
                P=(Rational(4, 5), Rational(1, 5)),
                Q=(Rational(9, 10), Rational(1, 10)),
                J=(log(Rational(9, 8)), log(2)),
            ),
        ),
    },
    note=(
        "The loss of each mechanism may depend on the answers before it, and so may the mechanism. A transcript has the density that is the product "
        "of those of its answers, each given those before. What the losses along a transcript add up to is bounded with probability 1; on "
        "the transcripts that the second law cannot give the first one has no mass either. The law U may be that of mechanisms that answer for either database with "
        "equal chance: both laws of every next answer have a density with respect to that."
    ),
)
