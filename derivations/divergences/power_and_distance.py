"""The power of a test exceeds its level by at most the total variation distance."""

from dpsym.derivations.vocabulary import truthful
from dpsym.language import *

f = function("f")
level, power = Mass(f(y), Q), Mass(f(y), P)

power_and_distance = Theorem(
    title="The power of a test and the total variation distance",
    source="tsybakov2009",
    claim=every_test(power <= level + HockeyStick(0)),
    derivation=(
        have(f(y) * (P(y) - Q(y)) <= Max(0, P(y) - Q(y)), "a test rejects with probability at most 1"),
        Chain(power)
        .eq(level + Total(f(y) * (P(y) - Q(y)), y), "collect")
        .le(level + HockeyStick(0), "at every outcome"),
    ),
    tight=point(**truthful),
)
