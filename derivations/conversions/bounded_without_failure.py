"""Bounded DP without a probability of failure is pure DP."""

from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.testing.pure_error_rates import pure_error_rates
from dpsym.derivations.vocabulary import delta, eps, half
from dpsym.language import *

eps = eps.ranging(above=0)


to_pure = Theorem(
    title="Bounded DP that never fails is pure DP",
    source=("kifer.thmA-52-53", "kifer.rem5.5"),
    given=PBDP(eps, Integer(0)),
    claim=PureDP(eps),
    derivation=(
        specialise(PBDP(eps, Integer(0)), {f(y): S(y)}, "the event as a test"),
        have(0 <= Mass(S(y), Q), "no mass is negative"),
        cases(
            Mass(S(y), P) > exp(eps) * Mass(S(y), Q),
            have(0 <= exp(eps) * Mass(S(y), Q), "no mass is negative"),
        ),
    ),
    near_misses={
        "with a probability of failure": variant(given=[PBDP(eps, half)]),
    },
)

from_pure = Theorem(
    title="Pure DP is bounded DP that never fails",
    source=("kifer.thmA-52-53", "kifer.rem5.5"),
    given=PureDP(eps),
    claim=PBDP(eps, delta),
    derivation=Chain(level)
    .le(exp(eps) * power, "the errors of the test", by=pure_error_rates.at(f=f(y)))
    .lt(level, "if the loss of the test were large"),
    note="With any probability of failure, and so with none.",
)
