"""Two mechanisms, the second chosen by the output of the first: what the pair of both outputs satisfies."""

from dpsym.derivations.vocabulary import delta_1, delta_2, eps_1, eps_2, third, two_thirds
from dpsym.language import *
from dpsym.language.combined import A, B, K, L, composed, first, follows, x

eps_1, eps_2 = eps_1.ranging(at_least=0), eps_2.ranging(at_least=0)
delta_1, delta_2 = delta_1.ranging(at_least=0), delta_2.ranging(at_least=0)
gamma_1 = parameter("gamma_1", about="bound on the divergence of the first mechanism, in nats")
gamma_2 = parameter("gamma_2", about="bound on the divergence of the second mechanism, in nats")
rho_1 = parameter("rho_1", about="budget of the first mechanism, in nats")
rho_2 = parameter("rho_2", about="budget of the second mechanism, in nats")

truth, lie = (two_thirds, third), (third, two_thirds)
# Both answer at random. The outputs are the pairs of answers, 1 to 4; the first answers are called 1 and 2.
marks = {
    "A": (*truth, 0, 0),
    "B": (*lie, 0, 0),
    "K": (*truth, 0, 0, 0, 0, *truth, 1, 0, 0, 0, 1, 0, 0, 0),
    "L": (*lie, 0, 0, 0, 0, *lie, 1, 0, 0, 0, 1, 0, 0, 0),
    "P": (4 * third * third, 2 * third * third, 2 * third * third, third * third),
    "Q": (third * third, 2 * third * third, 2 * third * third, 4 * third * third),
}
t = eps_1 + eps_2
second = ForAll(x, ApproxDP(eps_2, delta_2).on(follows))
h_1 = Max(0, A(x) - exp(eps_1) * B(x))
h_2 = Max(0, K(x, y) - exp(eps_2) * L(x, y))

approximate = Theorem(
    title="Composition of two mechanisms, the second chosen by the output of the first",
    source="dwork2006a",
    given=composed.of(ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2)),
    claim=ApproxDP(eps_1 + eps_2, delta_1 + delta_2),
    derivation=(
        specialise(ApproxDP(eps_1, delta_1).on(first), {S(y): A(y) > exp(eps_1) * B(y)}, "its best event"),
        have(Total(h_1, x) <= delta_1, "the hockey stick of the first mechanism"),
        have(
            ForAll(x, Total(h_2, y) <= delta_2),
            "the hockey stick of the second mechanism",
            derivation=(
                specialise(second, {x: x}, "after each first output"),
                specialise(second.args[1], {S(y): K(x, y) > exp(eps_2) * L(x, y)}, "its best event"),
                have(Total(h_2, y) <= delta_2, "its hockey stick"),
            ),
        ),
        have(
            S(y) * (A(x) * K(x, y)) - exp(t) * (S(y) * (B(x) * L(x, y))) <= K(x, y) * h_1 + A(x) * h_2,
            "give up the excess of the first mechanism, then that of the second",
            hints=(
                h_1 >= 0,
                h_2 >= 0,
                h_1 <= A(x),
                h_2 <= K(x, y),
                A(x) - h_1 <= exp(eps_1) * B(x),
                K(x, y) - h_2 <= exp(eps_2) * L(x, y),
            ),
        ),
        have(Eq(Total(K(x, y) * h_1, y), h_1), "the second output has a law"),
        have(A(x) * Total(h_2, y) <= A(x) * delta_2, "after each first output"),
        have(Eq(S(y) * P(y), Total(S(y) * (A(x) * K(x, y)), x)), "the law of both outputs"),
        have(Eq(S(y) * Q(y), Total(S(y) * (B(x) * L(x, y)), x)), "the law of both outputs"),
        have(Eq(Mass(S(y), P), Total(S(y) * (A(x) * K(x, y)), x, y)), "sum over the outputs"),
        have(Eq(Mass(S(y), Q), Total(S(y) * (B(x) * L(x, y)), x, y)), "sum over the outputs"),
        Chain(Mass(S(y), P) - exp(t) * Mass(S(y), Q))
        .eq(
            Total(S(y) * (A(x) * K(x, y)) - exp(t) * (S(y) * (B(x) * L(x, y))), x, y),
            "the laws of both outputs",
        )
        .le(Total(K(x, y) * h_1 + A(x) * h_2, x, y), "sum over the pairs of outputs")
        .eq(Total(Total(K(x, y) * h_1, y), x) + Total(A(x) * Total(h_2, y), x), "the sums separate")
        .eq(Total(h_1, x) + Total(A(x) * Total(h_2, y), x), "the second output has a law")
        .le(Total(h_1, x) + Total(A(x) * delta_2, x), "after each first output")
        .eq(Total(h_1, x) + delta_2, "the masses add up to 1")
        .le(delta_1 + delta_2, "the first mechanism"),
    ),
    example=point({eps_1: log(2), eps_2: log(2), delta_1: 0, delta_2: 0}, **marks),
    near_misses={
        "the larger of the losses": variant(
            ApproxDP(Max(eps_1, eps_2), delta_1 + delta_2),
            witness=point({eps_1: log(2), eps_2: log(2), delta_1: 0, delta_2: 0}, **marks),
        ),
        "the second mechanism unprotected": variant(
            given=composed.of(ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2))[:-1],
            witness=point({eps_1: log(2), eps_2: 0, delta_1: 0, delta_2: 0}, **marks),
        ),
    },
    note=(
        "The second mechanism may be chosen by the output of the first, as long as its loss and delta are fixed; mechanisms "
        "with independent randomness are the case in which it is not."
    ),
)

pure = Theorem(
    title="Composition of two purely private mechanisms, the second chosen by the output of the first",
    source="dwork2006a",
    given=composed.of(PureDP(eps_1), PureDP(eps_2)),
    claim=PureDP(eps_1 + eps_2),
    derivation=(
        have(ApproxDP(eps_1, Integer(0)).on(first), "pure DP"),
        have(
            ForAll(x, ApproxDP(eps_2, Integer(0)).on(follows)),
            "pure DP",
            derivation=(
                specialise(ForAll(x, PureDP(eps_2).on(follows)), {x: x}, "for each first output"),
                have(ApproxDP(eps_2, Integer(0)).on(follows), "pure DP"),
            ),
        ),
        have(
            ApproxDP(eps_1 + eps_2, Integer(0) + Integer(0)),
            "composition with delta 0",
            by=approximate.at(delta_1=Integer(0), delta_2=Integer(0)),
        ),
    ),
    example=point({eps_1: log(2), eps_2: log(2)}, **marks),
    near_misses={
        "the larger of the losses": variant(
            PureDP(Max(eps_1, eps_2)), witness=point({eps_1: log(2), eps_2: log(2)}, **marks)
        ),
        "the second mechanism unprotected": variant(
            given=composed.of(PureDP(eps_1), PureDP(eps_2))[:-1],
            witness=point({eps_1: log(2), eps_2: 0}, **marks),
        ),
    },
)

no_delta = Integer(0)
second_pure = ForAll(x, PureDP(eps_2).on(follows))
at_no_loss = {eps_1: log(2), eps_2: 0}

pure_first = Theorem(
    title="Composition of a purely private mechanism and one with a delta",
    source="dwork2006a",
    given=composed.of(PureDP(eps_1), ApproxDP(eps_2, delta_2)),
    claim=ApproxDP(eps_1 + eps_2, delta_2),
    derivation=(
        have(ApproxDP(eps_1, no_delta).on(first), "pure DP"),
        have(ApproxDP(eps_1 + eps_2, no_delta + delta_2), "composition", by=approximate.at(delta_1=no_delta)),
    ),
    example=point({eps_1: log(2), eps_2: log(2), delta_2: 0}, **marks),
    near_misses={
        "the larger of the losses": variant(
            ApproxDP(Max(eps_1, eps_2), delta_2),
            witness=point({eps_1: log(2), eps_2: log(2), delta_2: 0}, **marks),
        ),
        "the second mechanism unprotected": variant(
            given=composed.of(PureDP(eps_1), ApproxDP(eps_2, delta_2))[:-1],
            witness=point({**at_no_loss, delta_2: 0}, **marks),
        ),
    },
)

pure_second = Theorem(
    title="Composition of a mechanism with a delta and a purely private one",
    source="dwork2006a",
    given=composed.of(ApproxDP(eps_1, delta_1), PureDP(eps_2)),
    claim=ApproxDP(eps_1 + eps_2, delta_1),
    derivation=(
        have(
            ForAll(x, ApproxDP(eps_2, no_delta).on(follows)),
            "pure DP",
            derivation=(
                specialise(second_pure, {x: x}, "for each first output"),
                have(ApproxDP(eps_2, no_delta).on(follows), "pure DP"),
            ),
        ),
        have(ApproxDP(eps_1 + eps_2, delta_1 + no_delta), "composition", by=approximate.at(delta_2=no_delta)),
    ),
    example=point({eps_1: log(2), eps_2: log(2), delta_1: 0}, **marks),
    near_misses={
        "the larger of the losses": variant(
            ApproxDP(Max(eps_1, eps_2), delta_1),
            witness=point({eps_1: log(2), eps_2: log(2), delta_1: 0}, **marks),
        ),
        "the second mechanism unprotected": variant(
            given=composed.of(ApproxDP(eps_1, delta_1), PureDP(eps_2))[:-1],
            witness=point({**at_no_loss, delta_1: 0}, **marks),
        ),
    },
)
