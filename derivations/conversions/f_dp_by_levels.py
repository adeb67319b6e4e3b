"""f-differential privacy level by level: tests of at most a level have at most the power that the curve allows."""

from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import F, a, half, one_way
from dpsym.language import *

x = LEVEL
x_1, x_2 = (parameter(name, at_least=0, at_most=1) for name in ("x_1", "x_2"))

shape = trade_off(F)
range_of, falling, convex = shape.args
diagonal = Lambda(x, 1 - x)
equal = {"P": (half, half), "Q": (half, half)}
apart = {"P": (1, 0), "Q": (0, 1)}


def at_level(a):
    """Tests of level at most a have power at most 1 - F(a), in both orders of the laws."""
    return AllOf(
        every_test(Implication(level <= a, power <= 1 - F(a))),
        every_test(Implication(power <= a, level <= 1 - F(a))),
    )


at_every_level = ForAll(a, at_level(a))

forward = Theorem(
    title="Level by level from f-differential privacy",
    source=of_any_spaces("kifer.eq5-curve-condition"),
    given=(falling, FDP(F)),
    claim=at_every_level,
    derivation=(
        specialise(FDP(F), {f(y): f(y)}, "this test"),
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        specialise(falling, {x_1: level, x_2: a}, "nonincreasing"),
    ),
    example=point(F=diagonal, **equal),
    near_misses={
        "in one order only": without(
            FDP(F), instead=FDP(F).one_order(Pair()), witness=point(F=Lambda(x, (1 - x) / 2), **one_way)
        ),
    },
)

backward = Theorem(
    title="Level by level to f-differential privacy",
    source="kifer.eq5-curve-condition",
    given=at_every_level,
    claim=FDP(F),
    derivation=(
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        let(a, level, (0 <= a, a <= 1, Eq(a, level), Eq(F(a), F(level))), "its level"),
        specialise(at_every_level, {a: a, f(y): f(y)}, "at its own level"),
    ),
    example=point(F=diagonal, **equal),
    near_misses={
        "without the bound": variant(given=[], witness=point(F=diagonal, **apart)),
    },
)

above_the_diagonal = Theorem(
    title="A test that ignores the output",
    source="kifer.eq5-curve-condition",
    given=at_every_level,
    claim=ForAll(a, a <= 1 - F(a)),
    derivation=(
        specialise(at_every_level, {a: a, f(y): a}, "reject with this probability whatever the output is"),
        Chain(a).eq(Total(a * Q(y), y), "the masses add up to 1").le(1 - F(a), "its power"),
    ),
    example=point(F=diagonal, **equal),
    near_misses={
        "without the bound": variant(given=[], witness=point(F=Lambda(x, Integer(1)), **equal)),
    },
)
