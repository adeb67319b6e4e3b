"""What an attacker loses at least who guesses one of two states from a release, under any score, at any prior."""

from dpsym.derivations.analysis.loss_at_one_output import E, at_no_loss, at_one_output, c, d, kept, mean, q
from dpsym.derivations.vocabulary import delta, eps, equal, half, one_way, p, third, two_thirds
from dpsym.language import *

p = p.ranging(above=0, below=1)

R = function("R", law=False, about="what the answer to an output loses where the first state is the true one")
T = function("T", law=False, about="what it loses where the second state is")


balanced = AllOf(c <= E * d, d <= E * c)
ninth = Rational(1, 9)
extremal = {
    "P": (third, 4 * ninth, 2 * ninth, 0),
    "Q": (0, 2 * ninth, 4 * ninth, third),
    "R": (0, ninth, 4 * ninth, 1),
    "T": (1, 4 * ninth, ninth, 0),
}


costs = ForAll(y, AllOf(0 <= R(y), 0 <= T(y), c <= mean(E, 1, R(y), T(y)), d <= mean(1, E, R(y), T(y))))
loss = Total(mean(P(y), Q(y), R(y), T(y)), y)


first, second = Total(Max(0, P(y) - E * Q(y)), y), Total(Max(0, Q(y) - E * P(y)), y)

balanced_score = Theorem(
    title="What an answer on a release loses at least, where neither output is much worse",
    kind="lemma",
    given=(ApproxDP(eps, delta), costs, balanced),
    claim=(1 - delta) * (c + d) / (1 + E) <= loss,
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): Loss(P(y), Q(y)) > eps}, "the best event"),
        have(first <= delta, "the hockey stick"),
        specialise(ApproxDP(eps, delta), {S(y): Loss(Q(y), P(y)) > eps}, "the best event, laws exchanged"),
        have(second <= delta, "the hockey stick, laws exchanged"),
        specialise(costs, {y: y}, "the losses at an output"),
        cases(
            0 < eps,
            (
                have(
                    (E * c - d) * kept(P(y), Q(y)) + (E * d - c) * kept(Q(y), P(y))
                    <= (E**2 - 1) * mean(P(y), Q(y), R(y), T(y)),
                    "at one output",
                    by=at_one_output.at(u=P(y), v=Q(y), r=R(y), s=T(y)),
                ),
                have(1 < E, "a positive exponent"),
                have(0 <= (E * c - d) * (delta - first), "a product"),
                have(0 <= (E * d - c) * (delta - second), "a product"),
                Chain((E - 1) * ((1 - delta) * (c + d)))
                .eq((E * c - d) * (1 - delta) + (E * d - c) * (1 - delta), "rearranged")
                .le((E * c - d) * (1 - first) + (E * d - c) * (1 - second), "both hockey sticks")
                .eq(Total((E * c - d) * kept(P(y), Q(y)) + (E * d - c) * kept(Q(y), P(y)), y), "one sum")
                .le(Total((E**2 - 1) * mean(P(y), Q(y), R(y), T(y)), y), "output by output")
                .eq((E - 1) * ((1 + E) * loss), "a common factor"),
                have((1 - delta) * (c + d) <= (1 + E) * loss, "a positive factor"),
                have((1 - delta) * (c + d) / (1 + E) <= loss, "divided"),
            ),
            (
                have(Eq(eps, 0), "no loss"),
                have(Eq(E, 1), "the exponential of 0"),
                have(Eq(c, d), "each at most the other"),
                have(
                    c * (P(y) - Max(0, P(y) - Q(y))) <= mean(P(y), Q(y), R(y), T(y)),
                    "at one output",
                    by=at_no_loss.at(u=P(y), v=Q(y), r=R(y), s=T(y)),
                ),
                have(Eq(Max(0, P(y) - E * Q(y)), Max(0, P(y) - Q(y))), "no factor"),
                Chain(Total(Max(0, P(y) - Q(y)), y)).eq(first, "no factor").le(delta, "the hockey stick"),
                have(0 <= c * (delta - Total(Max(0, P(y) - Q(y)), y)), "a product"),
                Chain(c * (1 - Total(Max(0, P(y) - Q(y)), y)))
                .eq(Total(c * (P(y) - Max(0, P(y) - Q(y))), y), "one sum")
                .le(loss, "output by output"),
                have(c * (1 - delta) <= loss, "the hockey stick"),
                have(Eq((1 - delta) * (c + d) / (1 + E), c * (1 - delta)), "both are the same"),
            ),
        ),
    ),
    example=point(
        {p: half, eps: log(2), delta: 0, c: third, d: third},
        **equal,
        R=(half, half),
        T=(half, half),
    ),
    near_misses={
        "as under pure DP": variant(
            (c + d) / (1 + E) <= loss,
            witness=point({p: half, eps: log(2), delta: third, c: third, d: third}, **extremal),
        ),
        "in one order only": variant(
            given=(ApproxDP(eps, delta).one_order(Pair()), costs, balanced),
            witness=point(
                {p: half, eps: log(2), delta: 0, c: third, d: third},
                **one_way,
                R=(0, two_thirds),
                T=(two_thirds, 0),
            ),
        ),
    },
)


def raised(low, high):
    """The steps where one bound is more than e^eps times the other, which may then be larger."""
    at = {low.name: high / E}
    return (
        have(low <= high / E, "divided", derivation=have(E * low <= high)),
        have(
            high / E <= (mean(E, 1, R(y), T(y)) if low == c else mean(1, E, R(y), T(y))),
            "one output is at most e^eps times as bad as the other",
        ),
        have(high / E <= E * high, "divided and multiplied"),
        have(
            (1 - delta) * (high / E + high) / (1 + E) <= loss,
            "neither is much worse now",
            by=balanced_score.at(**at),
        ),
        have(0 <= (1 - delta) * (high / E - low), "a product"),
        have((1 - delta) * (c + d) <= (1 - delta) * (high / E + high), "a larger bound"),
        have((1 - delta) * (c + d) / (1 + E) <= (1 - delta) * (high / E + high) / (1 + E), "divided"),
    )


any_score = Theorem(
    title="What an answer on a release loses at least, under any score",
    source="zhang.def-proper",
    given=(ApproxDP(eps, delta), costs),
    claim=(1 - delta) * (c + d) / (1 + E) <= loss,
    define={parameter("m"): (1 - delta) * (c + d) / (1 + E)},
    derivation=(
        specialise(costs, {y: y}, "the losses at an output"),
        have(1 <= E, "an exponential"),
        have(0 <= (E - 1) * (E + 1) * p * R(y), "a product"),
        have(0 <= (E - 1) * (E + 1) * q * T(y), "a product"),
        cases(
            d <= E * c,
            cases(
                c <= E * d,
                have((1 - delta) * (c + d) / (1 + E) <= loss, "neither is much worse", by=balanced_score),
                raised(d, c),
            ),
            raised(c, d),
        ),
    ),
    example=point(
        {p: half, eps: log(2), delta: 0, c: third, d: third},
        **equal,
        R=(half, half),
        T=(half, half),
    ),
    tight=point({p: half, eps: log(2), delta: third, c: third, d: third}, **extremal),
    near_misses={
        "as under pure DP": variant(
            (c + d) / (1 + E) <= loss,
            witness=point({p: half, eps: log(2), delta: third, c: third, d: third}, **extremal),
        ),
        "in one order only": variant(
            given=(ApproxDP(eps, delta).one_order(Pair()), costs),
            witness=point(
                {p: half, eps: log(2), delta: 0, c: third, d: third},
                **one_way,
                R=(0, two_thirds),
                T=(two_thirds, 0),
            ),
        ),
    },
    note=(
        "R(y) and T(y) are what the answer to y loses in the first and in the second state. c and d bound from below what any answer loses, in the mean over the "
        "states, at an output that is e^eps times as likely in one state as in the other: the least such numbers are those of the best answer there. Randomised response "
        "that reveals the state with probability delta has no other outputs, so that the bound is attained."
    ),
)
