"""f-differential privacy says what it does to tests: both errors of every test are bounded by the trade-off function."""

from dpsym.derivations.conversions.f_dp_by_levels import F, apart, diagonal, equal
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import one_way
from dpsym.language import *

x = LEVEL

f_dp_error_rates = Theorem(
    title="f-differential privacy bounds the errors of every test",
    source=of_any_spaces("kifer.eq6-fdp-semantics"),
    given=FDP(F),
    claim=every_test(AllOf(power <= 1 - F(level), level <= 1 - F(power))),
    derivation=specialise(FDP(F), {f(y): f(y)}, "this test, in both orders of the laws"),
    example=point(F=diagonal, **equal),
    near_misses={
        "the inverse of the level": variant(
            every_test(power <= 1 - F(1 - level)),
            witness=point(F=Lambda(x, Max(0, 1 - 2 * x)), **equal),
        ),
        "without f-differential privacy": without(FDP(F), witness=point(F=diagonal, **apart)),
        "in one order only": variant(
            given=[FDP(F).one_order(Pair())], witness=point(F=Lambda(x, (1 - x) / 2), **one_way)
        ),
    },
    note="The power is 1 less the probability of an error of type II. A whole curve of bounded DP carries the same information.",
)
