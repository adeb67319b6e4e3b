"""Optimal composition of two mechanisms: at the full loss the deltas combine like failure probabilities."""

from dpsym.derivations.vocabulary import A, B, C, D, delta_1, delta_2, eps_1, eps_2, y_0
from dpsym.language import *

# The laws of the outputs of two mechanisms with independent randomness, on the same two neighbouring databases.
z = Outcome("z", "Z")
first, second = Pair(A(y), B(y), y), Pair(C(z), D(z), z)
both = Pair(A(y) * C(z), B(y) * D(z), y, z)

W = event(y, z)
h_1 = Max(0, A(y) - exp(eps_1) * B(y))
h_2 = Max(0, C(z) - exp(eps_2) * D(z))

less, more = (Rational(1, 3), Rational(2, 3)), (Rational(2, 3), Rational(1, 3))

full_loss = Theorem(
    title="Composition of two mechanisms at the full loss",
    source="kazan.thm2.8.3",
    cites=("kairouz2015", "murtaghvadhan2016"),
    given=(ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second)),
    claim=ApproxDP(eps_1 + eps_2, 1 - (1 - delta_1) * (1 - delta_2)).on(both),
    derivation=(
        specialise(ApproxDP(eps_1, delta_1).on(first), {S(y): A(y) > exp(eps_1) * B(y)}, "its best event"),
        specialise(
            ApproxDP(eps_2, delta_2).on(second), {event(z): C(z) > exp(eps_2) * D(z)}, "its best event"
        ),
        have(Total(h_1, y) <= delta_1, "the hockey stick of the first mechanism"),
        have(Total(h_2, z) <= delta_2, "the hockey stick of the second mechanism"),
        have(
            W * A(y) * C(z) - exp(eps_1 + eps_2) * W * B(y) * D(z)
            <= A(y) * C(z) - (A(y) - h_1) * (C(z) - h_2),
            "what is left after the excess of both mechanisms has the bounded loss",
            hints=(
                h_1 >= 0,
                h_2 >= 0,
                h_1 <= A(y),
                h_2 <= C(z),
                A(y) - h_1 <= exp(eps_1) * B(y),
                C(z) - h_2 <= exp(eps_2) * D(z),
            ),
        ),
        have(
            (1 - delta_1) * (1 - delta_2) <= (1 - Total(h_1, y)) * (1 - Total(h_2, z)),
            "both hockey sticks are small",
        ),
        Chain(Total(W * A(y) * C(z), y, z) - exp(eps_1 + eps_2) * Total(W * B(y) * D(z), y, z))
        .le(Total(A(y) * C(z) - (A(y) - h_1) * (C(z) - h_2), y, z), "sum over the pairs of outputs")
        .eq(1 - (1 - Total(h_1, y)) * (1 - Total(h_2, z)), "the sums separate, and the masses add up to 1")
        .le(1 - (1 - delta_1) * (1 - delta_2), "both hockey sticks are small"),
    ),
    near_misses={
        "the delta of the first mechanism only": variant(
            HockeyStick(eps_1 + eps_2, both) <= delta_1,
            witness=point(
                {eps_1: 0, eps_2: 0, delta_1: 0, delta_2: Rational(1, 3)}, A=less, B=less, C=less, D=more
            ),
        ),
        "the second mechanism unprotected": without(
            ApproxDP(eps_2, delta_2).on(second),
            claim=HockeyStick(eps_1 + eps_2, both) <= 1 - (1 - delta_1) * (1 - delta_2),
            witness=point({eps_1: 0, eps_2: 0, delta_1: 0, delta_2: 0}, A=less, B=less, C=less, D=more),
        ),
    },
    evaluate={"eps": eps_1 + eps_2, "delta": 1 - (1 - delta_1) * (1 - delta_2)},
    note="Better than basic composition, whose delta is the sum; the mechanisms need not have the same parameters here.",
)

eps = parameter("eps", above=0, about="bound on the privacy loss of each mechanism, in nats")
u = exp(eps)
z_0 = Outcome("z_0", "Z")

pure_without_loss = Theorem(
    title="Composition of two pure mechanisms at loss 0",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    given=(PureDP(eps).on(first), PureDP(eps).on(second)),
    claim=ApproxDP(0, (u - 1) / (u + 1)).on(both),
    derivation=(
        specialise(PureDP(eps).on(first), {S(y): Eq(y, y_0)}, "the event of one output"),
        specialise(PureDP(eps).on(second), {event(z): Eq(z, z_0)}, "the event of one output"),
        Chain(A(y_0)).eq(Probability(Eq(y, y_0), A), "the event of one output").le(u * B(y_0), "pure DP"),
        Chain(B(y_0)).eq(Probability(Eq(y, y_0), B), "the event of one output").le(u * A(y_0), "pure DP"),
        Chain(C(z_0))
        .eq(Probability(Eq(z, z_0), C(z), z), "the event of one output")
        .le(u * D(z_0), "pure DP"),
        Chain(D(z_0))
        .eq(Probability(Eq(z, z_0), D(z), z), "the event of one output")
        .le(u * C(z_0), "pure DP"),
        have(
            (u**2 - 1) * W * (A(y) * C(z) - B(y) * D(z)) <= (u * A(y) - B(y)) * (u * C(z) - D(z)),
            "inside the event and outside, the gap between the sides has two factors that are not negative",
            hints=((u * B(y) - A(y)) * (u * D(z) - C(z)) >= 0, (u * A(y) - B(y)) * (u * C(z) - D(z)) >= 0),
        ),
        Chain((u**2 - 1) * (Total(W * A(y) * C(z), y, z) - Total(W * B(y) * D(z), y, z)))
        .le(Total((u * A(y) - B(y)) * (u * C(z) - D(z)), y, z), "sum over the pairs of outputs")
        .eq(
            (u * Total(A(y), y) - Total(B(y), y)) * (u * Total(C(z), z) - Total(D(z), z)), "the sums separate"
        )
        .eq((u - 1) ** 2, "the masses add up to 1"),
    ),
    near_misses={
        "the second mechanism unprotected": without(
            PureDP(eps).on(second),
            claim=HockeyStick(0, both) <= (u - 1) / (u + 1),
            witness=point({eps: log(Rational(3, 2))}, A=less, B=less, C=less, D=more),
        ),
    },
    evaluate={"delta": (u - 1) / (u + 1)},
    note="The delta is that of one response: the two answers of two responses may disagree, and then say nothing.",
)
