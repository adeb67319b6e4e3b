"""Two mechanisms, the second chosen by the output of the first: Rényi DP and zero-concentrated DP of both outputs."""

from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.analysis.signs import multiply
from dpsym.derivations.composition.next_never_alone import next_never_alone
from dpsym.derivations.composition.one_more_renyi import one_more_renyi
from dpsym.derivations.composition.two_mechanisms import gamma_1, gamma_2, marks, rho_1, rho_2
from dpsym.derivations.divergences.renyi_order import private
from dpsym.derivations.vocabulary import alpha, beta
from dpsym.language import *
from dpsym.language.combined import A, B, K, L, composed, first, follows, x

gamma_1, gamma_2 = gamma_1.ranging(at_least=0), gamma_2.ranging(at_least=0)
rho_1, rho_2 = rho_1.ranging(at_least=0), rho_2.ranging(at_least=0)
renamed = {
    "P": Lambda(y, A(y)),
    "Q": Lambda(y, B(y)),
    "F": K,
    "G": L,
    "C": Lambda(y, P(y)),
    "D": Lambda(y, Q(y)),
}
even = log(Rational(3, 2))  # the divergence of order 2 of what `marks` lists
# The first mechanism says nothing, the second all.
revealed = {
    "A": (1, 0), "B": (1, 0), "K": (1, 0, 0, 1), "L": (0, 1, 0, 1), "P": (1, 0), "Q": (0, 1),
}  # fmt: skip


def moment_of_both(bound_1, bound_2):
    """The moment of both outputs, where those of the two mechanisms have these bounds."""
    return (
        have(RenyiMoment(alpha, first) <= exp(bound_1), "the first mechanism"),
        have(
            ForAll(y, never_alone(P(y), Q(y))), "no loss becomes infinite", by=next_never_alone.at(**renamed)
        ),
        have(
            RenyiMoment(alpha) <= RenyiMoment(alpha, first) * exp(bound_2),
            "one more mechanism",
            by=one_more_renyi.at(m=exp(bound_2), **renamed),
        ),
        have(
            RenyiMoment(alpha, first) * exp(bound_2) <= exp(bound_1) * exp(bound_2),
            "the first mechanism",
            by=multiply.at(u=RenyiMoment(alpha, first), v=exp(bound_1), w=exp(bound_2)),
        ),
        Chain(RenyiMoment(alpha))
        .le(RenyiMoment(alpha, first) * exp(bound_2), "the moments multiply")
        .le(exp(bound_1) * exp(bound_2), "the first mechanism")
        .eq(exp(bound_1 + bound_2), "exponential of a sum"),
    )


renyi = Theorem(
    title="Composition of two mechanisms with Rényi DP, the second chosen by the output of the first",
    source="mironov2017",
    given=composed.of(RenyiDP(alpha, gamma_1), RenyiDP(alpha, gamma_2)),
    claim=RenyiDP(alpha, gamma_1 + gamma_2),
    derivation=(
        specialise(ForAll(x, RenyiDP(alpha, gamma_2).on(follows)), {x: x}, "after each first output"),
        *moment_of_both((alpha - 1) * gamma_1, (alpha - 1) * gamma_2),
    ),
    example=point({alpha: 2, gamma_1: even, gamma_2: even}, **marks),
    near_misses={
        "the larger of the bounds": variant(
            RenyiDP(alpha, Max(gamma_1, gamma_2)),
            witness=point({alpha: 2, gamma_1: even, gamma_2: even}, **marks),
        ),
        "the second mechanism unprotected": variant(
            given=composed.of(RenyiDP(alpha, gamma_1), RenyiDP(alpha, gamma_2))[:-1],
            witness=point({alpha: 2, gamma_1: even, gamma_2: 0}, **marks),
        ),
    },
    note="The second mechanism may be chosen by the output of the first, as long as its order and bound are fixed.",
)

concentrated = Theorem(
    title="Composition of two zero-concentrated mechanisms, the second chosen by the output of the first",
    source="bunsteinke2016",
    given=composed.of(ZCDP(rho_1), ZCDP(rho_2)),
    claim=ZCDP(rho_1 + rho_2),
    derivation=(
        specialise(ZCDP(rho_1).on(first), {alpha: alpha}, "one order"),
        have(
            ForAll(x, RenyiDP(alpha, alpha * rho_2).on(follows)),
            "the same order",
            derivation=(
                specialise(ForAll(x, ZCDP(rho_2).on(follows)), {x: x}, "after each first output"),
                specialise(ZCDP(rho_2).on(follows), {alpha: alpha}, "the same order"),
            ),
        ),
        have(
            RenyiDP(alpha, alpha * rho_1 + alpha * rho_2),
            "order by order",
            by=renyi.at(gamma_1=alpha * rho_1, gamma_2=alpha * rho_2),
        ),
    ),
    example=point({rho_1: 1, rho_2: 1}, **marks),
    near_misses={
        "the second mechanism unprotected": variant(
            given=composed.of(ZCDP(rho_1), ZCDP(rho_2))[:-1], witness=point({rho_1: 1, rho_2: 1}, **revealed)
        ),
        "the first mechanism's budget alone": variant(
            RenyiMoment(2) <= exp(2 * rho_1),
            given=composed.of(RenyiDP(2, 2 * rho_1), RenyiDP(2, 2 * rho_2)),
            witness=point({rho_1: even / 2, rho_2: even / 2}, **marks),
        ),
    },
    note="The second mechanism may be chosen by the output of the first, as long as its budget is fixed.",
)

told = {"A": (1, 0), "B": (0, 1), "K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "P": (1, 0), "Q": (0, 1)}
still = {"A": (1, 0), "B": (1, 0), "K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "P": (1, 0), "Q": (1, 0)}

larger_order_second = Theorem(
    title="Composition of two mechanisms with Rényi DP, the second of a larger order",
    source="mironov2017",
    given=composed.of(RenyiDP(alpha, gamma_1), RenyiDP(beta, gamma_2)),
    claim=RenyiDP(alpha, gamma_1 + gamma_2),
    derivation=(
        have(
            ForAll(x, RenyiDP(alpha, gamma_2).on(follows)),
            "the smaller order",
            derivation=(
                *(specialise(ForAll(x, distribution(law)), {x: x}, "a law") for law in (K(x, y), L(x, y))),
                specialise(ForAll(x, RenyiDP(beta, gamma_2).on(follows)), {x: x}, "after each first output"),
                have(
                    RenyiDP(alpha, gamma_2).on(follows),
                    "the smaller order",
                    by=private.at(gamma=gamma_2, P=Lambda(y, K(x, y)), Q=Lambda(y, L(x, y))),
                ),
            ),
        ),
        have(RenyiDP(alpha, gamma_1 + gamma_2), "of the same order", by=renyi),
    ),
    example=point({alpha: 2, beta: 3, gamma_1: 0, gamma_2: 0}, **still),
    near_misses={
        "the second mechanism unprotected": variant(
            given=composed.of(RenyiDP(alpha, gamma_1), RenyiDP(beta, gamma_2))[:-1],
            witness=point({alpha: 2, beta: 3, gamma_1: 0, gamma_2: 0}, **revealed),
        ),
        "the bound of the first alone": variant(
            RenyiDP(alpha, gamma_1 - gamma_2),
            witness=point({alpha: 2, beta: 3, gamma_1: 0, gamma_2: 1}, **still),
        ),
    },
    note="A bound of a larger order is one of all smaller orders.",
)

larger_order_first = Theorem(
    title="Composition of two mechanisms with Rényi DP, the first of a larger order",
    source="mironov2017",
    given=composed.of(RenyiDP(beta, gamma_1), RenyiDP(alpha, gamma_2)),
    claim=RenyiDP(alpha, gamma_1 + gamma_2),
    derivation=(
        have(
            RenyiDP(alpha, gamma_1).on(first),
            "the smaller order",
            by=private.at(gamma=gamma_1, P=Lambda(y, A(y)), Q=Lambda(y, B(y))),
        ),
        have(RenyiDP(alpha, gamma_1 + gamma_2), "of the same order", by=renyi),
    ),
    example=point({alpha: 2, beta: 3, gamma_1: 0, gamma_2: 0}, **still),
    near_misses={
        "the first mechanism unprotected": variant(
            given=(*composed.facts, composed.of(RenyiDP(beta, gamma_1), RenyiDP(alpha, gamma_2))[-1]),
            witness=point({alpha: 2, beta: 3, gamma_1: 0, gamma_2: 0}, **told),
        ),
        "the bound of the second alone": variant(
            RenyiDP(alpha, gamma_2 - gamma_1),
            witness=point({alpha: 2, beta: 3, gamma_1: 1, gamma_2: 0}, **still),
        ),
    },
)
