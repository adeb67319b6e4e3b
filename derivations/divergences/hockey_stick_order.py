"""The hockey stick falls with the loss, not too fast, and lies between known bounds."""

from dpsym.derivations.vocabulary import apart, eps, eps_s, equal, half, truthful
from dpsym.language import *

eps = eps.ranging()
eps_s = eps_s.ranging(at_least=eps)


between = Theorem(
    title="The hockey stick is a probability, and at least that of equal laws",
    source="canonne2020",
    claim=AllOf(0 <= HockeyStick(eps), 1 - exp(eps) <= HockeyStick(eps), HockeyStick(eps) <= 1),
    derivation=(
        have(0 <= HockeyStick(eps), "a sum of numbers that are not negative"),
        have(P(y) - exp(eps) * Q(y) <= Max(0, P(y) - exp(eps) * Q(y)), "a positive part"),
        have(Max(0, P(y) - exp(eps) * Q(y)) <= P(y), "a mass is subtracted", split=(P(y) > exp(eps) * Q(y),)),
        Chain(1 - exp(eps))
        .eq(Total(P(y) - exp(eps) * Q(y), y), "both laws have mass 1")
        .le(HockeyStick(eps), "at every outcome"),
        Chain(HockeyStick(eps)).le(Total(P(y), y), "at every outcome").eq(1, "mass 1"),
        have(
            AllOf(0 <= HockeyStick(eps), 1 - exp(eps) <= HockeyStick(eps), HockeyStick(eps) <= 1), "together"
        ),
    ),
    near_misses={
        "at most a half": variant(HockeyStick(eps) <= half, witness=point({eps: 0}, **apart)),
        "at least a half": variant(half <= HockeyStick(eps), witness=point({eps: 0}, **equal)),
    },
)

falls = Theorem(
    title="The hockey stick falls with the loss, by at most what the exponential rises",
    source="canonne2020",
    claim=AllOf(
        HockeyStick(eps_s) <= HockeyStick(eps), HockeyStick(eps) <= HockeyStick(eps_s) + exp(eps_s) - exp(eps)
    ),
    derivation=(
        have(exp(eps) <= exp(eps_s), "the exponential rises"),
        have(exp(eps) * Q(y) <= exp(eps_s) * Q(y), "the exponential rises"),
        have(
            Max(0, P(y) - exp(eps_s) * Q(y)) <= Max(0, P(y) - exp(eps) * Q(y)),
            "more is subtracted",
            split=(P(y) > exp(eps_s) * Q(y),),
        ),
        have(
            Max(0, P(y) - exp(eps) * Q(y))
            <= Max(0, P(y) - exp(eps_s) * Q(y)) + (exp(eps_s) - exp(eps)) * Q(y),
            "what more is subtracted",
            split=(P(y) > exp(eps) * Q(y), P(y) > exp(eps_s) * Q(y)),
        ),
        Chain(HockeyStick(eps_s)).le(HockeyStick(eps), "at every outcome"),
        Chain(HockeyStick(eps))
        .le(Total(Max(0, P(y) - exp(eps_s) * Q(y)) + (exp(eps_s) - exp(eps)) * Q(y), y), "at every outcome")
        .eq(HockeyStick(eps_s) + exp(eps_s) - exp(eps), "the second law has mass 1"),
        have(
            AllOf(
                HockeyStick(eps_s) <= HockeyStick(eps),
                HockeyStick(eps) <= HockeyStick(eps_s) + exp(eps_s) - exp(eps),
            ),
        ),
    ),
    tight=point({eps: 0, eps_s: 0}, **truthful),
    near_misses={
        "at the same number": variant(
            HockeyStick(eps) <= HockeyStick(eps_s), witness=point({eps: 0, eps_s: log(2)}, **truthful)
        ),
        "by at most half of it": variant(
            HockeyStick(eps) <= HockeyStick(eps_s) + (exp(eps_s) - exp(eps)) / 5,
            witness=point({eps: 0, eps_s: log(2)}, **truthful),
        ),
    },
)
