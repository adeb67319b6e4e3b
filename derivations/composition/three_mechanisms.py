"""Three mechanisms, each chosen by the outputs of those before: two are composed, and then one more."""

from dpsym.derivations.composition import relative_entropy, two_mechanisms, two_moments
from dpsym.derivations.composition.two_mechanisms import (
    delta_1,
    delta_2,
    eps_1,
    eps_2,
    gamma_1,
    gamma_2,
    rho_1,
    rho_2,
)
from dpsym.derivations.vocabulary import alpha, half
from dpsym.language import *
from dpsym.language.combined import composed_in_turn, in_turn, so_far

eps_1, eps_2 = eps_1.ranging(at_least=0), eps_2.ranging(at_least=0)
delta_1, delta_2 = delta_1.ranging(at_least=0), delta_2.ranging(at_least=0)
gamma_1, gamma_2 = gamma_1.ranging(at_least=0), gamma_2.ranging(at_least=0)
rho_1, rho_2 = rho_1.ranging(at_least=0), rho_2.ranging(at_least=0)
eps_3 = parameter("eps_3", at_least=0, about="bound on the loss of the third mechanism, in nats")
delta_3 = parameter("delta_3", at_least=0, about="delta of the third mechanism")
gamma_3 = parameter("gamma_3", at_least=0, about="bound on the divergence of the third mechanism, in nats")
rho_3 = parameter("rho_3", at_least=0, about="budget of the third mechanism, in nats")

made = composed_in_turn(3)
# A_2, B_2: the laws of the outputs of the first two. K_2, L_2 and K_3, L_3: the laws of what follows.
A_2, B_2 = so_far(2)
(K_2, L_2), (K_3, L_3) = ((pair.a.func, pair.b.func) for pair in map(in_turn, (2, 3)))
first_two = {"P": Lambda(y, A_2(y)), "Q": Lambda(y, B_2(y)), "K": K_2, "L": L_2}
one_more = {"A": Lambda(y, A_2(y)), "B": Lambda(y, B_2(y)), "K": K_3, "L": L_3}
both = Pair(A_2(y), B_2(y))

alike, sure, other = (half, half), (1, 0), (0, 1)
keep = (1, 0, 0, 1)
families = dict.fromkeys(("K_2", "L_2", "K_3", "L_3"), keep)
still = {**dict.fromkeys(("A", "B", "A_2", "B_2", "P", "Q"), alike), **families}
first_tells = {
    **families, **dict.fromkeys(("A", "A_2", "P"), sure), **dict.fromkeys(("B", "B_2", "Q"), other),
}  # fmt: skip
third_tells = {
    **still, "K_3": (1, 0, 1, 0), "L_3": (0, 1, 0, 1), "P": sure, "Q": other,
}  # fmt: skip


def composition(title, source, notions, derivation, claim, values):
    """That three mechanisms with these notions have another one."""
    said = made.of(*notions)[-3:]
    return Theorem(
        title=f"Composition of three {title}, each chosen by the outputs of those before",
        source=source,
        given=made.of(*notions),
        claim=claim,
        derivation=derivation,
        example=point(values, **still),
        near_misses={
            "the third mechanism unprotected": variant(
                given=(*made.facts, *said[:-1]), witness=point(values, **third_tells)
            ),
            "the first mechanism unprotected": variant(
                given=(*made.facts, *said[1:]), witness=point(values, **first_tells)
            ),
        },
    )


approximate = composition(
    "mechanisms",
    "dwork2006a",
    (ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2), ApproxDP(eps_3, delta_3)),
    (
        have(
            ApproxDP(eps_1 + eps_2, delta_1 + delta_2).on(both),
            "the first two",
            by=two_mechanisms.approximate.at(**first_two),
        ),
        have(
            ApproxDP((eps_1 + eps_2) + eps_3, (delta_1 + delta_2) + delta_3),
            "one more",
            by=two_mechanisms.approximate.at(
                eps_1=eps_1 + eps_2, delta_1=delta_1 + delta_2, eps_2=eps_3, delta_2=delta_3, **one_more
            ),
        ),
    ),
    ApproxDP(eps_1 + eps_2 + eps_3, delta_1 + delta_2 + delta_3),
    {eps_1: 0, eps_2: 0, eps_3: 0, delta_1: 0, delta_2: 0, delta_3: 0},
)

pure = composition(
    "purely private mechanisms",
    "dwork2006a",
    (PureDP(eps_1), PureDP(eps_2), PureDP(eps_3)),
    (
        have(PureDP(eps_1 + eps_2).on(both), "the first two", by=two_mechanisms.pure.at(**first_two)),
        have(
            PureDP((eps_1 + eps_2) + eps_3),
            "one more",
            by=two_mechanisms.pure.at(eps_1=eps_1 + eps_2, eps_2=eps_3, **one_more),
        ),
    ),
    PureDP(eps_1 + eps_2 + eps_3),
    {eps_1: 0, eps_2: 0, eps_3: 0},
)

renyi = composition(
    "mechanisms with Rényi DP",
    "mironov2017",
    (RenyiDP(alpha, gamma_1), RenyiDP(alpha, gamma_2), RenyiDP(alpha, gamma_3)),
    (
        have(
            RenyiDP(alpha, gamma_1 + gamma_2).on(both), "the first two", by=two_moments.renyi.at(**first_two)
        ),
        have(
            RenyiDP(alpha, (gamma_1 + gamma_2) + gamma_3),
            "one more",
            by=two_moments.renyi.at(gamma_1=gamma_1 + gamma_2, gamma_2=gamma_3, **one_more),
        ),
    ),
    RenyiDP(alpha, gamma_1 + gamma_2 + gamma_3),
    {alpha: 2, gamma_1: 0, gamma_2: 0, gamma_3: 0},
)

concentrated = composition(
    "zero-concentrated mechanisms",
    "bunsteinke2016",
    (ZCDP(rho_1), ZCDP(rho_2), ZCDP(rho_3)),
    (
        have(ZCDP(rho_1 + rho_2).on(both), "the first two", by=two_moments.concentrated.at(**first_two)),
        have(
            ZCDP((rho_1 + rho_2) + rho_3),
            "one more",
            by=two_moments.concentrated.at(rho_1=rho_1 + rho_2, rho_2=rho_3, **one_more),
        ),
    ),
    ZCDP(rho_1 + rho_2 + rho_3),
    {rho_1: 0, rho_2: 0, rho_3: 0},
)

entropy = composition(
    "mechanisms with bounds on their relative entropies",
    "kullbackleibler1951",
    (KLDP(gamma_1), KLDP(gamma_2), KLDP(gamma_3)),
    (
        have(
            KLDP(gamma_1 + gamma_2).on(both),
            "the first two",
            by=relative_entropy.two_mechanisms.at(**first_two),
        ),
        have(
            KLDP((gamma_1 + gamma_2) + gamma_3),
            "one more",
            by=relative_entropy.two_mechanisms.at(gamma_1=gamma_1 + gamma_2, gamma_2=gamma_3, **one_more),
        ),
    ),
    KLDP(gamma_1 + gamma_2 + gamma_3),
    {gamma_1: 0, gamma_2: 0, gamma_3: 0},
)
