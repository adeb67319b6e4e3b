"""How the exponential moments of a transcript grow: they multiply, mechanism by mechanism."""

from dpsym.derivations.analysis.power_tangents import never_alone, part
from dpsym.derivations.composition.next_never_alone import next_never_alone
from dpsym.derivations.composition.one_more_renyi import one_more_renyi
from dpsym.derivations.composition.transcripts import (
    A,
    B,
    K,
    L,
    after,
    k,
    law_of_next,
    less,
    more,
    nothing_released,
    of_next,
    start_is_law,
    transcript,
    zero,
)
from dpsym.derivations.divergences.equal_masses import equal_masses
from dpsym.derivations.divergences.power_of_sums import x
from dpsym.derivations.vocabulary import alpha, n
from dpsym.language import *

z = Outcome("z")
# h(k): the bound on the logarithm of the moment of the next mechanism. H(k): the sum of those so far.
h = function("h", about="a bound on the logarithm of the moment of the loss of the next mechanism")
H = function("H")


def next_law(k):
    """What is supposed of the mechanism that runs after k others, but its privacy."""
    return AllOf(
        ForAll(x, distribution(K(k, x, y))),
        ForAll(x, distribution(L(k, x, y))),
        ForAll(y, Eq(A(k + 1, y), after(k).a)),
        ForAll(y, Eq(B(k + 1, y), after(k).b)),
    )


def private(k, bound=h(k)):
    """That the next mechanism has a bounded moment, whatever the transcript: e to the bound."""
    return AllOf(
        ForAll(x, ForAll(y, never_alone(K(k, x, y), L(k, x, y)))),
        ForAll(x, RenyiMoment(alpha, Pair(K(k, x, y), L(k, x, y))) <= exp(bound)),
    )


def bounded(k, y=y, bound=H):
    """That the transcript of k mechanisms has a bounded moment: e to the bound."""
    return AllOf(ForAll(y, never_alone(A(k, y), B(k, y))), RenyiMoment(alpha, transcript(k)) <= exp(bound(k)))


def so_far(k):
    """The invariant of the induction."""
    return AllOf(distribution(A(k, y)), distribution(B(k, y)), bounded(k))


never_alone_after = have(
    ForAll(y, never_alone(A(k + 1, y), B(k + 1, y))), "the next transcript", by=next_never_alone.at(**of_next)
)
growing = ForAll(k, AllOf(next_law(k), private(k)))
sums = ForAll(k, Eq(H(k + 1), H(k) + h(k)))
start = Eq(H(zero), 0)
first = transcript(zero)

transcript_moments = Theorem(
    title="The exponential moments of a transcript",
    source=("kazan.thm2.9", "kifer.prop5-rdp-composition"),
    cites=("bunsteinke2016", "mironov2017"),
    kind="lemma",
    given=(start_is_law, nothing_released, growing, start, sums),
    claim=ForAll(n, bounded(n, z)),
    derivation=(
        have(
            ForAll(k, so_far(k)),
            "one more mechanism multiplies the moment",
            derivation=induction(
                k,
                first=(
                    have(
                        Eq(part(first.a, first.b), first.a),
                        "nothing has been released",
                        by=equal_masses.at(a=first.a, b=first.b),
                    ),
                    have(part(first.a, first.b) <= first.a, "so it is at most that"),
                    have(Eq(exp(H(zero)), 1), "no mechanism has run"),
                    Chain(RenyiMoment(alpha, first))
                    .le(Total(first.a, y), "nothing has been released")
                    .eq(exp(H(zero)), "the masses add up to 1"),
                ),
                then=(
                    specialise(growing, {k: k}, "the next mechanism"),
                    specialise(sums, {k: k}),
                    *law_of_next(A, K, after(k).a),
                    *law_of_next(B, L, after(k).b),
                    never_alone_after,
                    have(
                        RenyiMoment(alpha, transcript(k + 1))
                        <= RenyiMoment(alpha, transcript(k)) * exp(h(k)),
                        "one more mechanism",
                        by=one_more_renyi.at(m=exp(h(k)), **of_next),
                    ),
                    Chain(RenyiMoment(alpha, transcript(k + 1)))
                    .le(RenyiMoment(alpha, transcript(k)) * exp(h(k)), "one more mechanism")
                    .le(exp(H(k)) * exp(h(k)), "those so far")
                    .eq(exp(H(k + 1)), "exponential of a sum"),
                ),
            ),
        ),
        specialise(ForAll(k, so_far(k)), {k: n}, "all mechanisms"),
    ),
    near_misses={
        "where something else is released at the start": without(
            nothing_released,
            witness=point({alpha: 2}, A=less, B=more, h=(0,), H=(0,), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
        ),
    },
    example=point({alpha: 2}, A=less, B=less, h=(0,), H=(0,), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
)
