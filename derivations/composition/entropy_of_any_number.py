"""Any number of mechanisms, each chosen by the transcript of those before: their relative entropies add up."""

from dpsym.derivations.analysis.entropy_tangents import no_entropy, part
from dpsym.derivations.composition.relative_entropy import two_mechanisms
from dpsym.derivations.composition.same_guarantee import each, grown, made, moved, still
from dpsym.derivations.composition.transcripts import A, B, K, L, after, k, law_of_next, transcript, zero
from dpsym.derivations.vocabulary import D, n
from dpsym.language import *
from dpsym.language.combined import running, x

gamma_0 = parameter("gamma_0", about="bound on the relative entropy of each mechanism, in nats")
last = transcript(running)
bounded = AllOf(distribution(A(k, y)), distribution(B(k, y)), KLDP(k * gamma_0).on(transcript(k)))
gamma_1 = parameter("gamma_1", about="bound for the transcript so far, in nats")
# F, G: the laws of the next output, given the transcript. C, D: the laws of the next transcript.
F = function("F", about="the law of the next transcript on the first database, given the transcript so far")
G = function("G", about="its law on the neighbouring database")
C = function("C", about="the law of the transcript with the next output, on the first database")
follows = Pair(F(x, y), G(x, y))
growing = (
    ForAll(y, Eq(C(y), Total(P(x) * F(x, y), x))),
    ForAll(y, Eq(D(y), Total(Q(x) * G(x, y), x))),
    ForAll(x, distribution(F(x, y))),
    ForAll(x, distribution(G(x, y))),
)
alike = (Rational(1, 2), Rational(1, 2))
silent = {"P": alike, "Q": alike, "F": (1, 0, 0, 1), "G": (1, 0, 0, 1), "C": alike, "D": alike}
telling = {"P": (1, 0), "Q": (1, 0), "F": (1, 0, 1, 0), "G": (0, 1, 0, 1), "C": (1, 0), "D": (0, 1)}

one_more = Theorem(
    title="One more mechanism adds its relative entropy",
    source="kullbackleibler1951",
    kind="lemma",
    given=(*growing, KLDP(gamma_1), ForAll(x, KLDP(gamma_0).on(follows))),
    claim=KLDP(gamma_1 + gamma_0).on(Pair(C(y), D(y))),
    derivation=have(
        KLDP(gamma_1 + gamma_0).on(Pair(C(y), D(y))),
        "two mechanisms",
        by=two_mechanisms.at(
            gamma_2=gamma_0,
            A=Lambda(y, P(y)),
            B=Lambda(y, Q(y)),
            K=F,
            L=G,
            P=Lambda(y, C(y)),
            Q=Lambda(y, D(y)),
        ),
    ),
    example=point({gamma_1: 0, gamma_0: 0}, **silent),
    near_misses={
        "the new mechanism unprotected": without(
            ForAll(x, KLDP(gamma_0).on(follows)), witness=point({gamma_1: 0, gamma_0: 0}, **telling)
        ),
        "a smaller bound": variant(
            KLDP(gamma_1 + gamma_0 - 1).on(Pair(C(y), D(y))),
            witness=point({gamma_1: 0, gamma_0: 0}, **silent),
        ),
    },
)


def same_entropy(one, other, first, second):
    """That the laws of the whole are those of the transcript of all mechanisms, and so is their relative entropy."""
    return have(
        Eq(part(one, other), part(first, second)),
        "the laws of the whole",
        derivation=(
            have(Eq(one, first), "the laws of the whole"),
            have(Eq(other, second), "the laws of the whole"),
            cases(
                0 < one,
                cases(
                    0 < other,
                    (
                        have(Eq(one / other, first / second), "the same ratio"),
                        have(Eq(log(one / other), log(first / second)), "the same logarithm"),
                    ),
                ),
            ),
        ),
    )


entropy_of_all = Theorem(
    title="The relative entropies of any number of mechanisms add up",
    source="kullbackleibler1951",
    given=made.of(KLDP(gamma_0)),
    claim=KLDP(n * gamma_0),
    derivation=(
        have(
            ForAll(k, bounded),
            "by induction",
            derivation=induction(
                k,
                first=(
                    have(Eq(A(zero, y), B(zero, y)), "nothing is released at the start"),
                    no_entropy(A(zero, y), B(zero, y)),
                    no_entropy(B(zero, y), A(zero, y)),
                ),
                then=(
                    specialise(grown, {running: k}, "the next mechanism"),
                    specialise(each(KLDP(gamma_0)), {running: k}, "its bound"),
                    *law_of_next(A, K, after(k).a),
                    *law_of_next(B, L, after(k).b),
                    have(
                        KLDP(k * gamma_0 + gamma_0).on(transcript(k + 1)),
                        "one more mechanism",
                        by=one_more.at(
                            gamma_1=k * gamma_0,
                            P=Lambda(y, A(k, y)),
                            Q=Lambda(y, B(k, y)),
                            F=Lambda((x, y), K(k, x, y)),
                            G=Lambda((x, y), L(k, x, y)),
                            C=Lambda(y, A(k + 1, y)),
                            D=Lambda(y, B(k + 1, y)),
                        ),
                    ),
                ),
            ),
        ),
        obtain(made.facts[-1], "the number of mechanisms"),
        specialise(ForAll(k, bounded), {k: running}, "all mechanisms"),
        have(KLDP(running * gamma_0).on(last), "all mechanisms"),
        have(Eq(n * gamma_0, running * gamma_0), "the number of mechanisms"),
        same_entropy(P(y), Q(y), last.a, last.b),
        same_entropy(Q(y), P(y), last.b, last.a),
    ),
    example=point({gamma_0: 0, n: 1}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(KLDP(gamma_0))[2:]),
            witness=point({gamma_0: 0, n: 1}, **moved),
        ),
        "the mechanisms unprotected, something released at the start": variant(
            given=(made.facts[0], *made.facts[2:]), witness=point({gamma_0: 0, n: 3}, **moved)
        ),
    },
)
