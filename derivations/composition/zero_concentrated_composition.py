"""Composition of zero-concentrated mechanisms: budgets add."""

from dpsym.language import *

alpha = parameter("alpha", about="order of the Rényi divergence", above=1)
rho_1 = parameter("rho_1", above=0, about="zero-concentrated budget of the first mechanism, in nats")
rho_2 = parameter("rho_2", above=0, about="zero-concentrated budget of the second mechanism, in nats")

# The laws of the outputs of two mechanisms with independent randomness, on the same two neighbouring databases.
A, B, C, D = function("A"), function("B"), function("C"), function("D")
z = Outcome("z", "Z")
first, second = Pair(A(y), B(y), y), Pair(C(z), D(z), z)
both = Pair(A(y) * C(z), B(y) * D(z), y, z)
possible = AllOf(A(y) > 0, C(z) > 0, B(y) > 0, D(z) > 0)

less, more = (Rational(1, 3), Rational(2, 3)), (Rational(2, 3), Rational(1, 3))


def term(a, b):
    """a^alpha b^(1 - alpha)."""
    return exp(alpha * log(a) + (1 - alpha) * log(b))


# What separates the sum over both outputs into a product, for the moment of any order.
separation = (
    have(
        Implication(Eq(B(y) * D(z), 0), Eq(A(y) * C(z), 0)),
        "a product is 0 when a factor is",
        split=(B(y) > 0, D(z) > 0),
    ),
    have(RenyiMoment(alpha, first) >= 0, "a sum of exponentials"),
    have(RenyiMoment(alpha, second) >= 0, "a sum of exponentials"),
    have(Implication(possible, Eq(log(A(y) * C(z)), log(A(y)) + log(C(z)))), "logarithm of a product"),
    have(Implication(possible, Eq(log(B(y) * D(z)), log(B(y)) + log(D(z)))), "logarithm of a product"),
    have(
        Implication(possible, Eq(term(A(y) * C(z), B(y) * D(z)), term(A(y), B(y)) * term(C(z), D(z)))),
        "exponential of a sum",
    ),
    have(
        Eq(
            Indicator(AllOf(A(y) * C(z) > 0, B(y) * D(z) > 0)) * term(A(y) * C(z), B(y) * D(z)),
            Indicator(AllOf(A(y) > 0, B(y) > 0))
            * term(A(y), B(y))
            * Indicator(AllOf(C(z) > 0, D(z) > 0))
            * term(C(z), D(z)),
        ),
        "the same where an output is impossible",
        derivation=cases(A(y) > 0, cases(C(z) > 0, cases(B(y) > 0, cases(D(z) > 0)))),
    ),
)

zero_concentrated_composition = Theorem(
    title="Composition of two zero-concentrated mechanisms",
    source="kazan.thm2.9",
    cites="bunsteinke2016",
    given=(ZCDP(rho_1).on(first), ZCDP(rho_2).on(second)),
    claim=ZCDP(rho_1 + rho_2).on(both),
    derivation=(
        instance(ZCDP(rho_1).on(first), {alpha: alpha}, "the same order"),
        instance(ZCDP(rho_2).on(second), {alpha: alpha}, "the same order"),
        *separation,
        Chain(RenyiMoment(alpha, both))
        .eq(RenyiMoment(alpha, first) * RenyiMoment(alpha, second), "the sums separate")
        .le(
            exp(alpha * (alpha - 1) * rho_1) * exp(alpha * (alpha - 1) * rho_2),
            "both mechanisms are zero-concentrated",
        )
        .eq(exp(alpha * (alpha - 1) * (rho_1 + rho_2)), "exponential of a sum"),
    ),
    scope="two mechanisms",
    near_misses={
        "half the budget, at order 2": variant(
            RenyiMoment(2, both) <= exp(rho_1 + rho_2),
            given=[RenyiMoment(2, first) <= exp(2 * rho_1), RenyiMoment(2, second) <= exp(2 * rho_2)],
            witness=point(
                {rho_1: log(Rational(3, 2)) / 2, rho_2: log(Rational(3, 2)) / 2},
                A=less,
                B=more,
                C=less,
                D=more,
            ),
        ),
        "the second mechanism unprotected": variant(
            given=[ZCDP(rho_1).on(first)],
            witness=point({rho_1: 1, rho_2: 1}, A=(1, 0), B=(1, 0), C=(1, 0), D=(0, 1)),
        ),
    },
    evaluate={"rho": rho_1 + rho_2},
    note=(
        "For k mechanisms apply it k - 1 times, reading a pair of outputs as one output. The mechanisms use independent "
        "randomness on the same database."
    ),
)
