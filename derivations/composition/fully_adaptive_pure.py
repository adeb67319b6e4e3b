"""Purely private mechanisms whose losses are chosen by the transcript so far: the sum along every transcript counts."""

from dpsym.derivations.composition.transcripts import A, B, K, L, after, k, start_is_law, transcript, x, zero
from dpsym.derivations.vocabulary import n
from dpsym.language import *

eps = parameter("eps", at_least=0, about="bound on the sum of the losses along every transcript, in nats")

e = function("e", about="the loss of the next mechanism, given the transcript so far")
E = function("E", about="the sum of the losses along a transcript")

possible = 0 < L(k, x, y)
next_mechanism = AllOf(
    ForAll(x, distribution(K(k, x, y))),
    ForAll(x, distribution(L(k, x, y))),
    ForAll(y, Eq(A(k + 1, y), after(k).a)),
    ForAll(y, Eq(B(k + 1, y), after(k).b)),
)
sums = ForAll((k, x, y), Implication(possible, E(k, x) + e(k, x) <= E(k + 1, y)))
private = ForAll(
    (k, x, y),
    AllOf(K(k, x, y) <= exp(e(k, x)) * L(k, x, y), L(k, x, y) <= exp(e(k, x)) * K(k, x, y)),
)
growing = ForAll(k, next_mechanism)
nothing_released = AllOf(ForAll(y, Eq(A(zero, y), B(zero, y))), ForAll(y, Eq(E(zero, y), 0)))
close = AllOf(
    ForAll(y, 0 <= A(k, y)),
    ForAll(y, 0 <= B(k, y)),
    ForAll(y, A(k, y) <= exp(E(k, y)) * B(k, y)),
    ForAll(y, B(k, y) <= exp(E(k, y)) * A(k, y)),
)

never = have(Eq(L(k, x, y), 0), "no mass is negative")


def given_the_transcript(A, K, B, L, otherwise):
    """That a loss keeps to its bound with the next answer, if that is possible: of the laws A, next K, from B, next L."""
    return have(
        A(k, x) * K(k, x, y) <= exp(E(k + 1, y)) * (B(k, x) * L(k, x, y)),
        "given the transcript",
        derivation=cases(
            possible,
            (
                specialise(sums, {k: k, x: x, y: y}, "the sum along the transcript"),
                have(exp(E(k, x) + e(k, x)) <= exp(E(k + 1, y)), "the exponential is increasing"),
                have(Eq(exp(E(k, x) + e(k, x)), exp(E(k, x)) * exp(e(k, x))), "exponential of a sum"),
                have(A(k, x) * K(k, x, y) <= exp(E(k, x)) * B(k, x) * K(k, x, y), "the transcript so far"),
                have(0 <= exp(E(k, x)) * B(k, x), "no factor is negative"),
                have(K(k, x, y) <= exp(e(k, x)) * L(k, x, y), "the next mechanism"),
                have(
                    exp(E(k, x)) * B(k, x) * K(k, x, y)
                    <= exp(E(k, x)) * B(k, x) * (exp(e(k, x)) * L(k, x, y)),
                    "the next mechanism",
                ),
                have(
                    exp(E(k, x) + e(k, x)) * (B(k, x) * L(k, x, y))
                    <= exp(E(k + 1, y)) * (B(k, x) * L(k, x, y)),
                    "multiply",
                ),
            ),
            otherwise,
        ),
    )


stay = (1, 0, 0, 1)
still = point(A=(1, 0), B=(1, 0), K=stay, L=stay, e=(0, 0), E=(0, 0))

along_transcripts = Theorem(
    title="Losses add along every transcript",
    source="kifer.prop4-pure-fully-adaptive",
    kind="lemma",
    given=(start_is_law, nothing_released, growing, private, sums),
    claim=ForAll(k, close),
    derivation=(
        have(
            ForAll(k, close),
            "the next mechanism, given the transcript",
            derivation=induction(
                k,
                first=(
                    have(0 <= A(zero, y), "the start has a law"),
                    have(Eq(A(zero, y), B(zero, y)), "nothing is released"),
                    have(0 <= B(zero, y), "the start has a law"),
                    have(Eq(E(zero, y), 0), "no mechanism has run"),
                    have(Eq(exp(E(zero, y)), 1), "the exponential of 0"),
                    have(A(zero, y) <= exp(E(zero, y)) * B(zero, y), "nothing is released"),
                    have(B(zero, y) <= exp(E(zero, y)) * A(zero, y), "nothing is released"),
                ),
                then=(
                    specialise(growing, {k: k}, "the next mechanism"),
                    specialise(private, {k: k, x: x, y: y}, "it is purely private"),
                    have(0 <= A(k, x) * K(k, x, y), "no factor is negative"),
                    have(0 <= B(k, x) * L(k, x, y), "no factor is negative"),
                    Chain(A(k + 1, y)).eq(after(k).a, "the next transcript").ge(0, "a sum of products"),
                    Chain(B(k + 1, y)).eq(after(k).b, "the next transcript").ge(0, "a sum of products"),
                    given_the_transcript(A, K, B, L, never),
                    given_the_transcript(
                        B,
                        L,
                        A,
                        K,
                        (
                            never,
                            have(0 <= exp(E(k + 1, y)) * (A(k, x) * K(k, x, y)), "no factor is negative"),
                        ),
                    ),
                    Chain(B(k + 1, y))
                    .eq(after(k).b, "the next transcript")
                    .le(exp(E(k + 1, y)) * after(k).a, "sum over the transcripts so far")
                    .eq(exp(E(k + 1, y)) * A(k + 1, y), "the next transcript"),
                    Chain(A(k + 1, y))
                    .eq(after(k).a, "the next transcript")
                    .le(exp(E(k + 1, y)) * after(k).b, "sum over the transcripts so far")
                    .eq(exp(E(k + 1, y)) * B(k + 1, y), "the next transcript"),
                ),
            ),
        ),
    ),
    example=still,
    near_misses={
        "where something else is released at the start": variant(
            given=(start_is_law, growing, private, sums),
            witness=point(A=(1, 0), B=(0, 1), K=stay, L=stay, e=(0, 0), E=(0, 0)),
        ),
        "no transcript is certain": variant(ForAll(k, ForAll(y, A(k, y) < 1)), witness=still),
    },
)

bounded = ForAll((k, y), Implication(0 < B(k, y), E(k, y) <= eps))
pure = ForAll(n, ApproxDP(eps, zero).on(transcript(n)))

fully_adaptive = Theorem(
    title="Composition of purely private mechanisms whose losses depend on the transcript",
    source=of_any_spaces("kifer.prop4-pure-fully-adaptive"),
    given=(start_is_law, nothing_released, growing, private, sums, bounded),
    claim=pure,
    derivation=(
        have(ForAll(k, close), "along every transcript", by=along_transcripts),
        specialise(ForAll(k, close), {k: n}, "along every transcript"),
        have(
            A(n, y) <= exp(eps) * B(n, y),
            "transcript by transcript",
            derivation=cases(
                0 < B(n, y),
                (specialise(bounded, {k: n, y: y}, "the bound"),),
                have(Eq(B(n, y), 0), "no mass is negative"),
            ),
        ),
        have(
            B(n, y) <= exp(eps) * A(n, y),
            "transcript by transcript",
            derivation=cases(
                0 < B(n, y),
                (specialise(bounded, {k: n, y: y}, "the bound"),),
                (
                    have(Eq(B(n, y), 0), "no mass is negative"),
                    have(0 <= exp(eps) * A(n, y), "no mass is negative"),
                ),
            ),
        ),
        have(S(y) * A(n, y) <= exp(eps) * (S(y) * B(n, y)), "in an event"),
        have(S(y) * B(n, y) <= exp(eps) * (S(y) * A(n, y)), "in an event"),
    ),
    example=point({eps: 0}, A=(1, 0), B=(1, 0), K=stay, L=stay, e=(0, 0), E=(0, 0)),
    near_misses={
        "where something else is released at the start": variant(
            given=(start_is_law, growing, private, sums, bounded),
            witness=point({eps: 0}, A=(1, 0), B=(0, 1), K=stay, L=stay, e=(0, 0), E=(0, 0)),
        ),
        "no transcript is certain": variant(
            ForAll(k, ForAll(y, A(k, y) < 1)),
            witness=point({eps: 0}, A=(1, 0), B=(1, 0), K=stay, L=stay, e=(0, 0), E=(0, 0)),
        ),
    },
    note=(
        "The sum along a transcript is at least that along the transcript before and the loss chosen there. It is bounded "
        "along every transcript that the second law can give, which are those that the first can give."
    ),
)
