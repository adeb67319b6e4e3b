"""Basic composition: losses add, slacks add."""

from dpsym.language import *

eps_1 = parameter("eps_1", at_least=0, about="bound on the privacy loss of the first mechanism, in nats")
eps_2 = parameter("eps_2", at_least=0, about="bound on the privacy loss of the second mechanism, in nats")
eps_3 = parameter("eps_3", at_least=0, about="bound on the privacy loss of the third mechanism, in nats")
delta_1 = parameter("delta_1", at_least=0, about="slack of the first mechanism")
delta_2 = parameter("delta_2", at_least=0, about="slack of the second mechanism")
delta_3 = parameter("delta_3", at_least=0, about="slack of the third mechanism")

# The laws of the outputs of two, or three, mechanisms with independent randomness, on the same two neighbouring databases.
A, B, C, D = function("A"), function("B"), function("C"), function("D")
z = Outcome("z", "Z")
first, second = Pair(A(y), B(y), y), Pair(C(z), D(z), z)
both = Pair(A(y) * C(z), B(y) * D(z), y, z)

E, F = function("E"), function("F")
x = Outcome("x", "X")
third = Pair(E(x), F(x), x)
all_three = Pair(A(y) * C(z) * E(x), B(y) * D(z) * F(x), y, z, x)

W, V = event(y, z), event(y, z, x)
h_1 = Max(0, A(y) - exp(eps_1) * B(y))
h_2 = Max(0, C(z) - exp(eps_2) * D(z))
h_3 = Max(0, E(x) - exp(eps_3) * F(x))

less, more = (Rational(1, 3), Rational(2, 3)), (Rational(2, 3), Rational(1, 3))

two = Theorem(
    title="Basic composition of two mechanisms",
    source="kazan.thm2.8.1",
    cites="dwork2006a",
    given=(ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second)),
    claim=ApproxDP(eps_1 + eps_2, delta_1 + delta_2).on(both),
    derivation=(
        instance(ApproxDP(eps_1, delta_1).on(first), {S(y): A(y) > exp(eps_1) * B(y)}, "its best event"),
        instance(ApproxDP(eps_2, delta_2).on(second), {event(z): C(z) > exp(eps_2) * D(z)}, "its best event"),
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
    scope="two mechanisms",
    near_misses={
        "the first loss only": variant(
            HockeyStick(eps_1, both) <= delta_1 + delta_2,
            witness=point(
                {eps_1: log(2), eps_2: log(2), delta_1: 0, delta_2: 0}, A=less, B=more, C=less, D=more
            ),
        ),
        "half the slack": variant(
            HockeyStick(eps_1 + eps_2, both) <= (delta_1 + delta_2) / 2,
            witness=point(
                {eps_1: 0, eps_2: 0, delta_1: Rational(1, 3), delta_2: 0}, A=less, B=more, C=less, D=less
            ),
        ),
        "the second mechanism unprotected": variant(
            HockeyStick(eps_1 + eps_2, both) <= delta_1 + delta_2,
            given=[ApproxDP(eps_1, delta_1).on(first)],
            witness=point({eps_1: 0, eps_2: 0, delta_1: 0, delta_2: 0}, A=less, B=less, C=less, D=more),
        ),
    },
    evaluate={"eps": eps_1 + eps_2, "delta": delta_1 + delta_2},
    note=(
        "For k mechanisms apply it k - 1 times, reading a pair of outputs as one output. The paper leaves implicit that the "
        "mechanisms use independent randomness on the same database."
    ),
)

mass = A(y) * C(z) * E(x)
left = (A(y) - h_1) * (C(z) - h_2) * (E(x) - h_3)
excess = C(z) * E(x) * h_1 + A(y) * E(x) * h_2 + A(y) * C(z) * h_3
difference = V * (A(y) * C(z) * E(x)) - exp(eps_1 + eps_2 + eps_3) * (V * (B(y) * D(z) * F(x)))
small = (0 <= h_1, 0 <= h_2, 0 <= h_3, h_1 <= A(y), h_2 <= C(z), h_3 <= E(x))

three = Theorem(
    title="Basic composition of three mechanisms",
    source="kazan.thm2.8.1",
    cites="dwork2006a",
    given=(ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second), ApproxDP(eps_3, delta_3).on(third)),
    claim=ApproxDP(eps_1 + eps_2 + eps_3, delta_1 + delta_2 + delta_3).on(all_three),
    derivation=(
        instance(ApproxDP(eps_1, delta_1).on(first), {S(y): A(y) > exp(eps_1) * B(y)}, "its best event"),
        instance(ApproxDP(eps_2, delta_2).on(second), {event(z): C(z) > exp(eps_2) * D(z)}, "its best event"),
        instance(ApproxDP(eps_3, delta_3).on(third), {event(x): E(x) > exp(eps_3) * F(x)}, "its best event"),
        have(Total(h_1, y) <= delta_1, "the hockey stick of the first mechanism"),
        have(Total(h_2, z) <= delta_2, "the hockey stick of the second mechanism"),
        have(Total(h_3, x) <= delta_3, "the hockey stick of the third mechanism"),
        have(
            (A(y) - h_1) * (C(z) - h_2) <= exp(eps_1 + eps_2) * (B(y) * D(z)),
            "what is left of two mechanisms has the sum of their losses",
            hints=(*small, A(y) - h_1 <= exp(eps_1) * B(y), C(z) - h_2 <= exp(eps_2) * D(z)),
        ),
        have(
            left <= exp(eps_1 + eps_2 + eps_3) * (B(y) * D(z) * F(x)),
            "what is left of three mechanisms has the sum of their losses",
            hints=(0 <= (A(y) - h_1) * (C(z) - h_2), 0 <= E(x) - h_3, E(x) - h_3 <= exp(eps_3) * F(x)),
        ),
        have(mass - left <= excess, "give up the excess of one mechanism after the other", hints=small),
        have(0 <= mass - left, "no factor grows", hints=small),
        have(difference <= mass - left, "inside the event by the loss, outside because nothing is negative"),
        have(difference <= excess, "chain the two"),
        have(Eq(Total(C(z), z) * Total(E(x), x), 1), "masses add up to 1"),
        have(Eq(Total(A(y), y) * Total(E(x), x), 1), "masses add up to 1"),
        have(Eq(Total(A(y), y) * Total(C(z), z), 1), "masses add up to 1"),
        Chain(
            Total(V * (A(y) * C(z) * E(x)), y, z, x)
            - exp(eps_1 + eps_2 + eps_3) * Total(V * (B(y) * D(z) * F(x)), y, z, x)
        )
        .le(Total(excess, y, z, x), "sum over the triples of outputs")
        .eq(
            Total(C(z), z) * Total(E(x), x) * Total(h_1, y)
            + Total(A(y), y) * Total(E(x), x) * Total(h_2, z)
            + Total(A(y), y) * Total(C(z), z) * Total(h_3, x),
            "the sums separate",
        )
        .eq(Total(h_1, y) + Total(h_2, z) + Total(h_3, x), "the masses add up to 1")
        .le(delta_1 + delta_2 + delta_3, "all hockey sticks are small"),
    ),
    scope="three mechanisms",
    near_misses={
        "two losses only": variant(
            HockeyStick(eps_1 + eps_2, all_three) <= delta_1 + delta_2 + delta_3,
            witness=point(
                {eps_1: log(2), eps_2: log(2), eps_3: log(2), delta_1: 0, delta_2: 0, delta_3: 0},
                A=less, B=more, C=less, D=more, E=less, F=more,
            ),
        ),
        "the third mechanism unprotected": variant(
            HockeyStick(eps_1 + eps_2 + eps_3, all_three) <= delta_1 + delta_2 + delta_3,
            given=[ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second)],
            witness=point(
                {eps_1: 0, eps_2: 0, eps_3: 0, delta_1: 0, delta_2: 0, delta_3: 0},
                A=less, B=less, C=less, D=less, E=less, F=more,
            ),
        ),
    },
    evaluate={"eps": eps_1 + eps_2 + eps_3, "delta": delta_1 + delta_2 + delta_3},
)  # fmt: skip
