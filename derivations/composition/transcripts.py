"""Mechanisms run one after the other, each chosen by the transcript of those before: how their hockey sticks grow."""

from dpsym.derivations.composition.one_more_mechanism import F, G, curve_after, one_more_mechanism, t
from dpsym.derivations.composition.one_more_mechanism import eps as new_eps
from dpsym.derivations.vocabulary import delta as new_delta
from dpsym.language import *

k = parameter("k", integer=True, about="number of mechanisms that have run")
x = Outcome("x")

A = function("A", about="the law of the transcript of that many mechanisms on one database")
B = function("B", about="its law on a neighbouring database")
K = function("K", about="the law of the next transcript on the first database, given the transcript so far")
L = function("L", about="its law on the neighbouring database")
e, d = function("e", about="the loss of the next mechanism"), function("d", about="its delta")
zero = Integer(0)


def transcript(k):
    """The laws of the transcript of k mechanisms."""
    return Pair(A(k, y), B(k, y))


def after(k):
    """The laws of the transcript of k mechanisms and the next."""
    return Pair(Total(A(k, x) * K(k, x, y), x), Total(B(k, x) * L(k, x, y), x))


def next_mechanism(k, eps, delta):
    """What is supposed of the mechanism that runs after k others."""
    return AllOf(
        0 <= eps,
        Between(0, delta, 1),
        ForAll(x, distribution(K(k, x, y))),
        ForAll(x, distribution(L(k, x, y))),
        ForAll(x, ApproxDP(eps, delta).on(Pair(K(k, x, y), L(k, x, y)))),
        ForAll(y, Eq(A(k + 1, y), after(k).a)),
        ForAll(y, Eq(B(k + 1, y), after(k).b)),
    )


# What stands for the letters of a theorem about one more mechanism: the laws P and Q of the transcript so far, F and G of
# the mechanism, and C and D of the next transcript.
of_mechanism = {"P": Lambda(y, A(k, y)), "Q": Lambda(y, B(k, y)), "F": K(k, x, y), "G": L(k, x, y)}
of_next = {**of_mechanism, "C": A(k + 1, y), "D": B(k + 1, y)}
start_is_law = distribution(A(zero, y))
nothing_released = ForAll(y, Eq(A(zero, y), B(zero, y)))


def mechanisms(eps, delta):
    """What is supposed of the mechanisms: their losses eps(k) and deltas delta(k), and how the transcript grows."""
    return (start_is_law, nothing_released, ForAll(k, next_mechanism(k, eps, delta)))


given = mechanisms(e(k), d(k))
growing = given[2]


def grows(k, eps, delta):
    """What the next mechanism adds to every hockey stick."""
    return ForAll(t, HockeyStick(t, transcript(k + 1)) <= curve_after(t, eps, delta, transcript(k)))


def law_of_next(law, family, total):
    """That the next transcript has a law."""
    return (
        Chain(law(k + 1, y)).eq(total, "the next transcript").ge(0, "a sum of products of masses"),
        have(
            Eq(Total(law(k, x) * family(k, x, y), y), law(k, x)), "given the transcript, the next has a law"
        ),
        Chain(Total(law(k + 1, y), y))
        .eq(Total(law(k, x) * family(k, x, y), x, y), "the next transcript")
        .eq(Total(law(k, x), x), "sum over the next transcript first")
        .eq(1, "the transcript has a law"),
    )


laws = ForAll(k, AllOf(distribution(A(k, y)), distribution(B(k, y))))
still = {"K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "e": (0,)}
less, more = (Rational(1, 3), Rational(2, 3)), (Rational(2, 3), Rational(1, 3))

have_laws = Theorem(
    title="Transcripts have laws",
    source="kazan.thm2.8.1",
    kind="lemma",
    given=given,
    claim=laws,
    derivation=(
        have(
            laws,
            "a mixture of laws is a law",
            derivation=induction(
                k,
                then=(
                    specialise(growing, {k: k}, "the next mechanism"),
                    *law_of_next(A, K, after(k).a),
                    *law_of_next(B, L, after(k).b),
                ),
            ),
        ),
    ),
    example=point(A=(1, 0), B=(1, 0), d=(0,), **still),
    near_misses={
        "where what is released at the start need not have a law": variant(
            given=(start_is_law, growing), witness=point(A=(1, 0), B=(-1, 0), d=(0,), **still)
        ),
        "no transcript is certain": variant(
            ForAll(k, ForAll(y, A(k, y) < 1)), witness=point(A=(1, 0), B=(1, 0), d=(0,), **still)
        ),
    },
    note=(
        "A transcript of k mechanisms is an element of one finite set, say of all lists of at most as many outputs as there "
        "are mechanisms; where fewer mechanisms are run, let the others release nothing. Independent mechanisms are the case "
        "that the next output does not depend on the transcript."
    ),
)

growth = Theorem(
    title="How the hockey sticks of a transcript grow",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    given=given,
    claim=ForAll(k, grows(k, e(k), d(k))),
    derivation=(
        have(laws, "a mixture of laws is a law", by=have_laws),
        have(
            ForAll(k, grows(k, e(k), d(k))),
            "one more mechanism",
            derivation=(
                specialise(growing, {k: k}, "the next mechanism"),
                specialise(laws, {k: k}, "the transcript so far"),
                have(
                    Eq(A(k + 1, y) - exp(t) * B(k + 1, y), after(k).a - exp(t) * after(k).b),
                    "the next transcript",
                ),
                have(
                    Eq(Max(0, A(k + 1, y) - exp(t) * B(k + 1, y)), Max(0, after(k).a - exp(t) * after(k).b)),
                    "the next transcript",
                ),
                Chain(HockeyStick(t, transcript(k + 1)))
                .eq(HockeyStick(t, after(k)), "the next transcript")
                .le(
                    curve_after(t, e(k), d(k), transcript(k)),
                    by=one_more_mechanism.at(eps=e(k), delta=d(k), **of_mechanism),
                ),
            ),
        ),
    ),
    example=point(A=(1, 0), B=(1, 0), d=(0,), **still),
    near_misses={
        "where what is released at the start need not have a law": variant(
            given=(start_is_law, growing),
            witness=point(A=(1, 0), B=(-1, 0), d=(Rational(1, 2),), **still),
        ),
        "as if the new mechanism had delta 0": variant(
            HockeyStick(t, Pair(Total(P(x) * F(x, y), x), Total(Q(x) * G(x, y), x)))
            <= curve_after(t, new_eps, 0, Pair()),
            given=one_more_mechanism.given,
            witness=point(
                {new_eps: 0, new_delta: 1, t: 0}, P=(1, 0), Q=(1, 0), F=(1, 0, 1, 0), G=(0, 1, 0, 1)
            ),
        ),
    },
    note="By one induction, every number of mechanisms is covered.",
)
