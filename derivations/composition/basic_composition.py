"""Basic composition: losses add, deltas add."""

from dpsym.derivations.composition.one_more_mechanism import t
from dpsym.derivations.composition.transcripts import (
    d,
    e,
    given,
    growing,
    grows,
    growth,
    k,
    less,
    more,
    start_is_law,
    still,
    transcript,
    zero,
)
from dpsym.derivations.vocabulary import A, B, C, D, delta_1, delta_2, eps_1, eps_2, n
from dpsym.language import *

delta_1 = delta_1.ranging(at_least=0)
delta_2 = delta_2.ranging(at_least=0)

# The laws of the outputs of two mechanisms with independent randomness, on the same two neighbouring databases.
z = Outcome("z", "Z")
first, second = Pair(A(y), B(y), y), Pair(C(z), D(z), z)
both = Pair(A(y) * C(z), B(y) * D(z), y, z)

E = function("E", about="the law of the third output on the first database")
x = Outcome("x", "X")

W = event(y, z)
h_1 = Max(0, A(y) - exp(eps_1) * B(y))
h_2 = Max(0, C(z) - exp(eps_2) * D(z))

two = Theorem(
    title="Basic composition of two mechanisms",
    source=of_any_spaces("kazan.thm2.8.1"),
    cites="dwork2006a",
    given=(ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second)),
    claim=ApproxDP(eps_1 + eps_2, delta_1 + delta_2).on(both),
    derivation=(
        specialise(ApproxDP(eps_1, delta_1).on(first), {S(y): A(y) > exp(eps_1) * B(y)}, "its best event"),
        specialise(
            ApproxDP(eps_2, delta_2).on(second), {event(z): C(z) > exp(eps_2) * D(z)}, "its best event"
        ),
        have(Total(h_1, y) <= delta_1, "the hockey stick of the first mechanism"),
        have(Total(h_2, z) <= delta_2, "the hockey stick of the second mechanism"),
        have(
            W * A(y) * C(z) - exp(eps_1 + eps_2) * W * B(y) * D(z) <= C(z) * h_1 + A(y) * h_2,
            "give up the excess of the first mechanism, then that of the second",
            hints=(
                h_1 >= 0,
                h_2 >= 0,
                h_1 <= A(y),
                h_2 <= C(z),
                A(y) - h_1 <= exp(eps_1) * B(y),
                C(z) - h_2 <= exp(eps_2) * D(z),
            ),
        ),
        Chain(Total(W * A(y) * C(z), y, z) - exp(eps_1 + eps_2) * Total(W * B(y) * D(z), y, z))
        .le(Total(C(z) * h_1 + A(y) * h_2, y, z), "sum over the pairs of outputs")
        .eq(Total(C(z), z) * Total(h_1, y) + Total(A(y), y) * Total(h_2, z), "the sums separate")
        .le(delta_1 + delta_2, "both hockey sticks are small, and the masses add up to 1"),
    ),
    near_misses={
        "the first loss only": variant(HockeyStick(eps_1, both) <= delta_1 + delta_2),
        "the second mechanism unprotected": without(
            ApproxDP(eps_2, delta_2).on(second),
            claim=HockeyStick(eps_1 + eps_2, both) <= delta_1 + delta_2,
            witness=point({eps_1: 0, eps_2: 0, delta_1: 0, delta_2: 0}, A=less, B=less, C=less, D=more),
        ),
    },
    evaluate={"eps": eps_1 + eps_2, "delta": delta_1 + delta_2},
    note=(
        "The mechanisms use independent randomness on the same database, which the paper leaves implicit; in the next theorem "
        "each may also be chosen by the outputs of those before."
    ),
)

# E(k), D(k): the sums of the losses and of the deltas of k mechanisms.
E, deltas = (
    function("E"),
    function("D"),
)
h = parameter("h", about="mean of two hockey sticks")
sums = ForAll(k, AllOf(Eq(E(k + 1), E(k) + e(k)), Eq(deltas(k + 1), deltas(k) + d(k))))
start = AllOf(Eq(E(zero), 0), Eq(deltas(zero), 0))


def small(k):
    """The hockey stick at every loss that is at least the sum of the losses."""
    return ForAll(t, Implication(E(k) <= t, HockeyStick(t, transcript(k)) <= deltas(k)))


def stick_is_small(k):
    """One step of the induction: the next mechanism adds its delta at most."""
    here = transcript(k)
    mean = (exp(e(k)) * HockeyStick(t - e(k), here) + HockeyStick(t + e(k), here)) / (1 + exp(e(k)))
    return (
        specialise(growing, {k: k}, "the next mechanism"),
        specialise(sums, {k: k}),
        specialise(ForAll(k, grows(k, e(k), d(k))), {k: k}, "how hockey sticks grow"),
        specialise(grows(k, e(k), d(k)), {t: t}),
        specialise(small(k), {t: t - e(k)}),
        specialise(small(k), {t: t + e(k)}),
        have(0 <= HockeyStick(t - e(k), here), "a sum of maxima"),
        have(exp(e(k)) * HockeyStick(t - e(k), here) <= exp(e(k)) * deltas(k), "it is small"),
        let(
            h,
            mean,
            (h <= deltas(k), HockeyStick(t, transcript(k + 1)) <= d(k) + (1 - d(k)) * h),
            "a mean of two hockey sticks that are small",
        ),
        Chain(HockeyStick(t, transcript(k + 1)))
        .le(d(k) + (1 - d(k)) * h, "the next mechanism")
        .le(d(k) + (1 - d(k)) * deltas(k), "by the line before")
        .le(deltas(k + 1), "the deltas add up"),
    )


of_any_number = Theorem(
    title="Basic composition of any number of mechanisms",
    source=("kazan.thm2.8.1", of_any_spaces("kifer.prop5-adp-composition")),
    cites="dwork2006a",
    given=(*given, start, sums),
    claim=ForAll(n, ApproxDP(E(n), deltas(n)).on(transcript(n))),
    derivation=(
        have(ForAll(k, grows(k, e(k), d(k))), "one more mechanism", by=growth),
        have(
            ForAll(k, small(k)),
            "losses and deltas add up",
            derivation=induction(
                k,
                first=have(
                    Max(0, transcript(zero).a - exp(t) * transcript(zero).b) <= 0, "nothing has been released"
                ),
                then=stick_is_small(k),
            ),
        ),
        specialise(ForAll(k, small(k)), {k: n}, "all mechanisms"),
        specialise(small(n), {t: E(n)}, "at the sum of the losses"),
        Chain(Mass(S(y), transcript(n).a) - exp(E(n)) * Mass(S(y), transcript(n).b))
        .le(HockeyStick(E(n), transcript(n)), "keep the transcripts with a positive difference")
        .le(deltas(n), "by the line before"),
    ),
    example=point(A=(1, 0), B=(1, 0), d=(0,), E=(0,), D=(0,), **still),
    near_misses={
        "where something else is released at the start": without(
            given,
            instead=(start_is_law, growing),
            witness=point(A=less, B=more, d=(0,), E=(0,), D=(0,), **still),
        ),
    },
    note=(
        "For every number of mechanisms, by induction. Each mechanism may be chosen by the transcript of those before, as long "
        "as its loss and delta are fixed in advance."
    ),
)
