"""Each notion of privacy with a larger budget follows from itself with a smaller one."""

from dpsym.derivations.vocabulary import alpha, delta, eps, rho, third
from dpsym.language import *

eps = eps.ranging()
eps_2 = parameter("eps_2", about="a larger loss, in nats")
delta = delta.ranging()
delta_2 = parameter("delta_2", about="a larger delta")
rho = rho.ranging()
rho_2 = parameter("rho_2", about="a larger budget, in nats")
S = function("S")

equal = {"P": (third, 2 * third), "Q": (third, 2 * third)}
response = {"P": (2 * third, third), "Q": (third, 2 * third)}

approximate = Theorem(
    title="A larger budget of approximate DP",
    source="dwork2006b",
    given=(ApproxDP(eps, delta), eps <= eps_2, delta <= delta_2),
    claim=ApproxDP(eps_2, delta_2),
    derivation=(
        have(exp(eps) <= exp(eps_2), "the exponential is increasing"),
        have(0 <= (exp(eps_2) - exp(eps)) * Mass(S(y), Q(y), y), "no factor is negative"),
        specialise(ApproxDP(eps, delta), {S(y): S(y)}, "this event"),
    ),
    example=point({eps: log(2), eps_2: log(3), delta: 0, delta_2: 0}, **response),
    near_misses={
        "a smaller loss": variant(
            given=[ApproxDP(eps, delta), delta <= delta_2],
            witness=point({eps: log(2), eps_2: 0, delta: 0, delta_2: 0}, **response),
        ),
        "a smaller delta": variant(
            given=[ApproxDP(eps, delta), eps <= eps_2],
            witness=point({eps: 0, eps_2: 0, delta: third, delta_2: 0}, **response),
        ),
    },
)

pure = Theorem(
    title="A larger budget of pure DP",
    source="dwork2006b",
    given=(PureDP(eps), eps <= eps_2),
    claim=PureDP(eps_2),
    derivation=(
        have(exp(eps) <= exp(eps_2), "the exponential is increasing"),
        have(0 <= (exp(eps_2) - exp(eps)) * Mass(S(y), Q(y), y), "no factor is negative"),
        specialise(PureDP(eps), {S(y): S(y)}, "this event"),
    ),
    example=point({eps: log(2), eps_2: log(3)}, **response),
    near_misses={
        "a smaller loss": variant(given=[PureDP(eps)], witness=point({eps: log(2), eps_2: 0}, **response)),
        "half the larger loss": variant(
            PureDP(eps_2 / 2), witness=point({eps: log(2), eps_2: log(2)}, **response)
        ),
    },
)

renyi = Theorem(
    title="A larger budget of Rényi DP",
    source="mironov2017",
    given=(RenyiDP(alpha, eps), eps <= eps_2),
    claim=RenyiDP(alpha, eps_2),
    derivation=(
        have((alpha - 1) * eps <= (alpha - 1) * eps_2, "times a positive number"),
        have(exp((alpha - 1) * eps) <= exp((alpha - 1) * eps_2), "the exponential is increasing"),
    ),
    example=point({alpha: 2, eps: log(2), eps_2: log(3)}, **response),
    near_misses={
        "a smaller budget": variant(
            given=[RenyiDP(alpha, eps)], witness=point({alpha: 2, eps: log(2), eps_2: 0}, **response)
        ),
        "less than the larger budget": variant(
            RenyiDP(alpha, eps_2 / 2),
            witness=point({alpha: 2, eps: log(Rational(3, 2)), eps_2: log(Rational(3, 2))}, **response),
        ),
    },
)

concentrated = Theorem(
    title="A larger budget of zero-concentrated DP",
    source="bunsteinke2016",
    given=(ZCDP(rho), rho <= rho_2),
    claim=ZCDP(rho_2),
    derivation=(
        have(
            exp(alpha * (alpha - 1) * rho) <= exp(alpha * (alpha - 1) * rho_2),
            "the exponential is increasing",
            derivation=have(0 <= alpha * (alpha - 1) * (rho_2 - rho), "no factor is negative"),
        ),
        specialise(ZCDP(rho), {alpha: alpha}, "this order"),
    ),
    example=point({rho: 0, rho_2: 1}, **equal),
    near_misses={
        "a smaller budget": variant(given=[ZCDP(rho)], witness=point({rho: 0, rho_2: -1}, **equal)),
        "less than the larger budget": variant(ZCDP(rho_2 - 1), witness=point({rho: 0, rho_2: 0}, **equal)),
    },
)
