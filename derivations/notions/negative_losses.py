"""No bound on the loss below 0 holds with a failure probability below 1."""

from dpsym.derivations.vocabulary import delta, eps, equal
from dpsym.language import *

eps, delta = eps.ranging(), delta.ranging()
f = function("f")

probabilistic = Theorem(
    title="Probabilistic DP with a negative loss fails always",
    source="kazan.def2.4",
    kind="lemma",
    given=(ProbDP(eps, delta), eps < 0),
    claim=1 <= delta,
    derivation=(
        have(exp(eps) < 1, "the exponential of a negative number"),
        have(0 <= (1 - exp(eps)) * P(y), "no factor is negative"),
        have(0 <= (1 - exp(eps)) * Q(y), "no factor is negative"),
        have(
            Indicator(Within(Loss(P(y), Q(y)), eps)) * P(y) <= 0,
            "no loss lies between a positive number and a negative one",
            split=(P(y) > exp(eps) * Q(y), Q(y) > exp(eps) * P(y)),
        ),
        have(Probability(Within(Loss(P(y), Q(y)), eps), P(y), y) <= 0, "sum over the outputs"),
    ),
    tight=point({eps: -1, delta: 1}, **equal),
    near_misses={
        "with no loss": without(eps < 0, witness=point({eps: 0, delta: 0}, **equal)),
    },
)

bounded = Theorem(
    title="Probabilistically bounded DP with a negative loss fails always",
    source="kifer.def5.3",
    kind="lemma",
    given=(PBDP(eps, delta), eps < 0),
    claim=1 <= delta,
    derivation=(
        have(exp(eps) < 1, "the exponential of a negative number"),
        specialise(PBDP(eps, delta).one_order(Pair()), {f(y): Integer(1)}, "the test that always rejects"),
        have(exp(eps) * Mass(Integer(1), Q(y), y) < Mass(Integer(1), P(y), y), "both laws have mass 1"),
        have(Mass(Integer(1), P(y), y) <= delta, "the test that always rejects"),
    ),
    tight=point({eps: -1, delta: 1}, **equal),
    near_misses={
        "with no loss": without(eps < 0, witness=point({eps: 0, delta: 0}, **equal)),
    },
)
