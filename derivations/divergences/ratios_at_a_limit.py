"""The probability that the ratio of two laws is within a bound, or above one, as the bound falls to a limit."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

V = function("V", about="the law by which the probability is taken")
b = parameter("b", about="a bound on the probability")
k = parameter("k", at_least=0, about="the limit of the bounds on the ratio")
w = parameter("w", above=k, about="a larger bound on the ratio")
x_1 = Outcome("x_1")

near = Probability(P(y) <= w * Q(y), V)
far = Probability(w * Q(y) < P(y), V)
even = {"P": (half, half), "Q": (half, half), "V": (half, half)}


def ratio(y):
    """The ratio of the laws at an output with a ratio above the limit, a larger number at any other."""
    return Piecewise((P(y) / Q(y), AllOf(k * Q(y) < P(y), 0 < Q(y))), (k + 1, True))


# On finitely many outputs some bound above the limit is below the least ratio above it.
between = (
    ArgMin(x_1, ratio(x_1), y, "the output with the least ratio above the limit"),
    have(ratio(x_1) <= ratio(y), "the least"),
    have(
        k < ratio(x_1),
        "a ratio above the limit",
        derivation=cases(
            AllOf(k * Q(x_1) < P(x_1), 0 < Q(x_1)),
            have(Eq(P(x_1) / Q(x_1) * Q(x_1), P(x_1)), "cancel"),
        ),
    ),
    let(w, (k + ratio(x_1)) / 2, (k < w, ForAll(y, w < ratio(y))), "a bound between both"),
    have(
        Implication(k * Q(y) < P(y), w * Q(y) < P(y)),
        "no ratio lies between both bounds",
        derivation=cases(
            0 < Q(y),
            (have(Implication(k * Q(y) < P(y), w < P(y) / Q(y)), "below the least ratio"),),
        ),
    ),
)

falls = Theorem(
    title="What bounds the probabilities of all ratios from below bounds that of their limit",
    kind="lemma",
    given=ForAll(w, b <= near),
    claim=b <= Probability(P(y) <= k * Q(y), V),
    derivation=(
        *between,
        have(near <= Probability(P(y) <= k * Q(y), V), "sum over the outputs"),
        specialise(ForAll(w, b <= near), {w: w}, "at this bound"),
    ),
    example=point({b: 0, k: 0}, **even),
    near_misses={
        "at one bound": variant(
            given=[b <= Probability(P(y) <= (k + 1) * Q(y), V)], witness=point({b: 1, k: 0}, **even)
        ),
        "below the limit": variant(b <= Probability(P(y) < k * Q(y), V)),
    },
    note="As the bound falls, the events become smaller, and what is left of them is the event of the limit.",
)

rises = Theorem(
    title="What bounds the probabilities of all larger ratios bounds that of their limit",
    kind="lemma",
    given=ForAll(w, far <= b),
    claim=Probability(k * Q(y) < P(y), V) <= b,
    derivation=(
        *between,
        have(Probability(k * Q(y) < P(y), V) <= far, "sum over the outputs"),
        specialise(ForAll(w, far <= b), {w: w}, "at this bound"),
    ),
    example=point({b: 1, k: 0}, **even),
    near_misses={
        "at one bound": variant(
            given=[Probability((k + 1) * Q(y) < P(y), V) <= b], witness=point({b: 0, k: 0}, **even)
        ),
        "the limit itself": variant(
            Probability(k * Q(y) <= P(y), V) <= b, witness=point({b: 0, k: 1}, **even)
        ),
    },
    note="As the bound falls, the events become larger, and together they are the event of the limit.",
)
