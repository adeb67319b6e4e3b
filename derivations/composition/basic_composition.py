"""Basic composition: losses add, slacks add."""

from dpsym.language import *

eps_1 = parameter("eps_1", at_least=0, about="bound on the privacy loss of the first mechanism, in nats")
eps_2 = parameter("eps_2", at_least=0, about="bound on the privacy loss of the second mechanism, in nats")
eps_3 = parameter("eps_3", at_least=0, about="bound on the privacy loss of the third mechanism, in nats")
delta_1 = parameter("delta_1", at_least=0, about="slack of the first mechanism")
delta_2 = parameter("delta_2", at_least=0, about="slack of the second mechanism")
delta_3 = parameter("delta_3", at_least=0, about="slack of the third mechanism")

# The laws of the outputs of two mechanisms with independent randomness, on the same two neighbouring databases.
A, B, C, D = function("A"), function("B"), function("C"), function("D")
z = Outcome("z", "Z")
first, second = Pair(A(y), B(y), y), Pair(C(z), D(z), z)
both = Pair(A(y) * C(z), B(y) * D(z), y, z)

W = event(y, z)
h_1 = Max(0, A(y) - exp(eps_1) * B(y))
h_2 = Max(0, C(z) - exp(eps_2) * D(z))

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
            hints=(h_1 >= 0, h_2 >= 0, h_1 <= A(y), h_2 <= C(z), A(y) - h_1 <= exp(eps_1) * B(y), C(z) - h_2 <= exp(eps_2) * D(z)),
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
            witness=point({eps_1: log(2), eps_2: log(2), delta_1: 0, delta_2: 0}, A=less, B=more, C=less, D=more),
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
