"""Group privacy: a guarantee for neighbours is one, with a larger budget, for databases two steps apart."""

from dpsym.derivations.vocabulary import delta, eps, eps_1, eps_2, half, third
from dpsym.language import *
from dpsym.language.combined import R

eps, eps_1, eps_2, delta = eps.ranging(), eps_1.ranging(), eps_2.ranging(), delta.ranging()
first, second = Pair(P(y), R(y)), Pair(R(y), Q(y))
one, between, other = Mass(S(y), P), Mass(S(y), R), Mass(S(y), Q)
laws = {"P": (2 * third, third), "R": (half, half), "Q": (third, 2 * third)}

pure = Theorem(
    title="Pure DP in two steps",
    source="dwork2006b",
    given=(PureDP(eps_1).on(first), PureDP(eps_2).on(second)),
    claim=PureDP(eps_1 + eps_2),
    derivation=(
        have(Eq(exp(eps_1 + eps_2), exp(eps_1) * exp(eps_2)), "exponential of a sum"),
        specialise(PureDP(eps_1).on(first), {S(y): S(y)}, "the first step"),
        specialise(PureDP(eps_2).on(second), {S(y): S(y)}, "the second step"),
        have(exp(eps_1) * between <= exp(eps_1) * (exp(eps_2) * other), "both"),
        have(exp(eps_2) * between <= exp(eps_2) * (exp(eps_1) * one), "both, the other way"),
    ),
    example=point({eps_1: log(2), eps_2: log(2)}, **laws),
    near_misses={
        "with the larger of the two losses": variant(
            PureDP(Max(eps_1, eps_2)), witness=point({eps_1: log(3 * half), eps_2: log(3 * half)}, **laws)
        ),
    },
)

approximate = Theorem(
    title="Approximate DP in two steps",
    source="dwork2006a",
    given=(ApproxDP(eps, delta).on(first), ApproxDP(eps, delta).on(second)),
    claim=ApproxDP(2 * eps, (1 + exp(eps)) * delta),
    derivation=(
        specialise(ApproxDP(eps, delta).on(first), {S(y): S(y)}, "the first step"),
        specialise(ApproxDP(eps, delta).on(second), {S(y): S(y)}, "the second step"),
        have(exp(eps) * between <= exp(eps) * (exp(eps) * other + delta), "both"),
        have(exp(eps) * between <= exp(eps) * (exp(eps) * one + delta), "both, the other way"),
    ),
    example=point({eps: log(2), delta: 0}, **laws),
    near_misses={
        "the deltas add up": ApproxDP(2 * eps, 2 * delta),
    },
)
