"""No notion of privacy has a budget below the least: equal laws satisfy each with the budget 0 and not with less."""

from dpsym.derivations.divergences.relative_entropy import finite
from dpsym.derivations.divergences.renyi_order import moment_above_one
from dpsym.derivations.vocabulary import alpha, delta, eps, equal, half, quarter, rho
from dpsym.language import *

eps, delta, rho = eps.ranging(), delta.ranging(), rho.ranging()

always = {S(y): Le(Integer(0), Integer(0))}

approximate = Theorem(
    title="The least delta of approximate DP",
    source="dwork2006a",
    given=ApproxDP(eps, delta),
    claim=1 - exp(eps) <= delta,
    derivation=specialise(ApproxDP(eps, delta), always, "the event that always occurs"),
    tight=point({eps: log(1 - quarter), delta: quarter}, **equal),
    near_misses={
        "a larger delta": variant(1 - exp(eps) + half <= delta, witness=point({eps: 0, delta: 0}, **equal)),
    },
)

pure = Theorem(
    title="The loss of pure DP is not negative",
    source="dwork2006b",
    given=PureDP(eps),
    claim=0 <= eps,
    derivation=(
        specialise(PureDP(eps), always, "the event that always occurs"),
        have(1 <= exp(eps), "both laws have mass 1"),
    ),
    tight=point({eps: 0}, **equal),
)

renyi = Theorem(
    title="The loss of Rényi DP is not negative",
    source="mironov2017",
    given=RenyiDP(alpha, eps),
    claim=0 <= eps,
    derivation=(
        have(finite, "no loss is infinite"),
        have(1 <= RenyiMoment(alpha), "Jensen's inequality", by=moment_above_one),
        have(1 <= exp((alpha - 1) * eps), "the bound of the moment"),
        cases(0 <= eps, (), have((alpha - 1) * eps < 0, "a positive and a negative factor")),
    ),
    tight=point({alpha: 2, eps: 0}, **equal),
)

concentrated = Theorem(
    title="The budget of zero-concentrated DP is not negative",
    source="bunsteinke2016",
    given=ZCDP(rho),
    claim=0 <= rho,
    derivation=(
        specialise(ZCDP(rho), {alpha: 2}, "the order 2"),
        have(1 <= RenyiMoment(2), "Jensen's inequality", by=moment_above_one.at(alpha=2)),
        have(1 <= exp(2 * (2 - 1) * rho), "the bound of the moment"),
    ),
    tight=point({rho: 0}, **equal),
)

probabilistic = Theorem(
    title="The failure probability of probabilistic DP is not negative",
    source="kazan.def2.4",
    given=ProbDP(eps, delta),
    claim=0 <= delta,
    derivation=have(Probability(Within(Loss(), eps), P) <= 1, "a probability is at most 1"),
    example=point({eps: 0, delta: quarter}, **equal),
)
