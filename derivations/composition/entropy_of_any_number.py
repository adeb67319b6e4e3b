"""Any number of mechanisms, each chosen by the transcript of those before: their relative entropies add up."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.composition.relative_entropy import no_entropy, two_mechanisms
from dpsym.derivations.composition.same_guarantee import each, grown, made, moved, still
from dpsym.derivations.composition.transcripts import A, B, K, L, after, k, law_of_next, transcript, zero
from dpsym.derivations.vocabulary import n
from dpsym.language import *
from dpsym.language.combined import running, x

gamma_0 = parameter("gamma_0", at_least=0, about="bound on the relative entropy of each mechanism, in nats")
last = transcript(running)
bounded = AllOf(distribution(A(k, y)), distribution(B(k, y)), KLDP(k * gamma_0).on(transcript(k)))
one_more = two_mechanisms.at(
    gamma_1=k * gamma_0,
    gamma_2=gamma_0,
    A=Lambda(y, A(k, y)),
    B=Lambda(y, B(k, y)),
    K=Lambda((x, y), K(k, x, y)),
    L=Lambda((x, y), L(k, x, y)),
    P=Lambda(y, A(k + 1, y)),
    Q=Lambda(y, B(k + 1, y)),
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
                start=(
                    have(Eq(A(zero, y), B(zero, y)), "nothing is released at the start"),
                    no_entropy(A(zero, y), B(zero, y)),
                    no_entropy(B(zero, y), A(zero, y)),
                ),
                then=(
                    specialise(grown, {running: k}, "the next mechanism"),
                    specialise(each(KLDP(gamma_0)), {running: k}, "its bound"),
                    *law_of_next(A, K, after(k).a),
                    *law_of_next(B, L, after(k).b),
                    have(0 <= k * gamma_0, "no factor is negative"),
                    have(
                        KLDP(k * gamma_0 + gamma_0).on(transcript(k + 1)),
                        "one more mechanism",
                        by=one_more,
                    ),
                ),
            ),
        ),
        obtain(made.facts[-1], "the number of mechanisms"),
        specialise(ForAll(k, bounded), {k: running}, "all mechanisms"),
        have(Eq(n * gamma_0, running * gamma_0), "the number of mechanisms"),
        have(
            Eq(part(P(y), Q(y)), part(last.a, last.b)),
            "the laws of the whole",
            split=(0 < P(y), 0 < Q(y)),
        ),
        have(
            Eq(part(Q(y), P(y)), part(last.b, last.a)),
            "the laws of the whole",
            split=(0 < P(y), 0 < Q(y)),
        ),
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
