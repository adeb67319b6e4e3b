"""Each notion of privacy with a larger budget follows from itself with a smaller one."""

from dpsym.derivations.vocabulary import F, alpha, delta, eps, equal, rho, truthful
from dpsym.language import *

eps, delta, rho = eps.ranging(), delta.ranging(), rho.ranging()
eps_2 = parameter("eps_2", about="a larger loss, in nats")
delta_2 = parameter("delta_2", about="a larger delta")
rho_2 = parameter("rho_2", about="a larger budget, in nats")
J = function("J", about="a smaller trade-off function")
f = function("f")
level, power = Mass(f(y), Q), Mass(f(y), P)


def larger(title, source, small, large, *derivation, no_order=None, less=None):
    """That a notion with one budget gives it with every budget that is at least as large, number by number.

    `no_order` and `less` are witnesses against the near misses, where the search finds none that the kernel confirms.
    """
    order = [a <= b for a, b in zip(small.budget, large.budget, strict=True) if a != b]
    least = [b if a == b else b - 1 for a, b in zip(small.budget, large.budget, strict=True)]
    return Theorem(
        title=title,
        source=source,
        given=(small, *order),
        claim=large,
        derivation=derivation,
        near_misses={
            "in no order": variant(given=[small, *order[1:]], witness=no_order),
            "with less than the larger budget": variant(type(large)(*least), witness=less),
        },
    )


smaller = point({eps: log(2), delta: 0, eps_2: 0, delta_2: 0}, **truthful)
approximate = larger(
    "A larger budget of approximate DP",
    "dwork2006b",
    ApproxDP(eps, delta),
    ApproxDP(eps_2, delta_2),
    no_order=smaller,
)
pure = larger("A larger budget of pure DP", "dwork2006b", PureDP(eps), PureDP(eps_2))
probabilistic = larger(
    "A larger budget of probabilistic DP",
    "dwork2006b",
    ProbDP(eps, delta),
    ProbDP(eps_2, delta_2),
    no_order=smaller,
)
bounded = larger(
    "A larger budget of probabilistically bounded DP",
    "kifer2022",
    PBDP(eps, delta),
    PBDP(eps_2, delta_2),
    have(exp(eps) * level <= exp(eps_2) * level, "the exponential is increasing"),
    have(exp(eps) * power <= exp(eps_2) * power, "the exponential is increasing"),
    specialise(PBDP(eps, delta), {f(y): f(y)}, "this test"),
    no_order=smaller,
)
renyi = larger(
    "A larger budget of Rényi DP",
    "mironov2017",
    RenyiDP(alpha, eps),
    RenyiDP(alpha, eps_2),
    have((alpha - 1) * eps <= (alpha - 1) * eps_2, "times a positive number"),
    have(exp((alpha - 1) * eps) <= exp((alpha - 1) * eps_2), "the exponential is increasing"),
)
concentrated = larger(
    "A larger budget of zero-concentrated DP",
    "bunsteinke2016",
    ZCDP(rho),
    ZCDP(rho_2),
    specialise(ZCDP(rho), {alpha: alpha}, "at this order"),
    have(alpha * (alpha - 1) * rho <= alpha * (alpha - 1) * rho_2, "times a positive number"),
    have(exp(alpha * (alpha - 1) * rho) <= exp(alpha * (alpha - 1) * rho_2), "the exponential is increasing"),
    no_order=point({rho: 0, rho_2: -1}, **equal),
    less=point({rho: 0, rho_2: 0}, **equal),
)
entropy = larger(
    "A larger bound on the relative entropy",
    "kullbackleibler1951",
    KLDP(rho),
    KLDP(rho_2),
    no_order=point({rho: 1, rho_2: 0}, **truthful),
    less=point({rho: 0, rho_2: 0}, **equal),
)

diagonal = Lambda(LEVEL, 1 - LEVEL)
lower = ForAll(LEVEL, J(LEVEL) <= F(LEVEL))
trade_off = Theorem(
    title="f-differential privacy with a lower trade-off function",
    source="dong2022",
    given=(FDP(F), lower),
    claim=FDP(J),
    derivation=(
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        have(AllOf(0 <= power, power <= 1), "a probability"),
        specialise(FDP(F), {f(y): f(y)}, "this test"),
        specialise(lower, {LEVEL: power}, "at its level"),
    ),
    example=point(F=diagonal, J=diagonal, **equal),
    near_misses={
        "with any trade-off function": without(
            lower, witness=point(F=diagonal, J=Lambda(LEVEL, Integer(1)), **equal)
        ),
        "with a higher trade-off function": variant(
            FDP(J(LEVEL) + 1), witness=point(F=diagonal, J=diagonal, **equal)
        ),
    },
)
