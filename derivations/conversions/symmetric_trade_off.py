"""A trade-off function may be replaced by the larger of itself and its inverse."""

from dpsym.derivations.conversions.f_dp_by_levels import F, apart, diagonal, equal, x_1, x_2
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

J = function("J", about="its inverse")
x = LEVEL
z = parameter("z", at_least=0, at_most=1, about="probability of an error of type II")

# J(x): the inverse of F at x, the infimum of the levels at which F is at most x.
inverse = ForAll((x_1, x_2), Implication(F(x_2) <= x_1, J(x_1) <= x_2))
larger = FDP(Max(F(x), J(x)))
missed = Total((1 - f(y)) * Q(y), y)

complement = (
    specialise(FDP(F), {f(y): f(y)}, "this test"),
    have((1 - f(y)) * Q(y) <= Q(y), "a test rejects at least never"),
    have(0 <= (1 - f(y)) * Q(y), "a test rejects at most surely"),
    have(0 <= missed, "no mass is negative"),
    have(missed <= 1, "the masses add up to 1"),
    have(Eq(Total((1 - f(y)) * P(y), y), 1 - level), "the masses add up to 1"),
    let(z, missed, (0 <= z, z <= 1, Eq(z, 1 - power), Eq(F(z), F(missed))), "an error of type II"),
    specialise(FDP(F), {f(y): 1 - f(y)}, "the complement of the test, laws exchanged"),
    Chain(1 - level)
    .eq(Total((1 - f(y)) * P(y), y), "the masses add up to 1")
    .le(1 - F(missed), "f-differential privacy")
    .eq(1 - F(z), "as named"),
)

with_inverse = Theorem(
    title="A trade-off function and its inverse",
    source=of_any_spaces("kifer.rem5.8b"),
    cites="dong2022",
    given=(inverse, FDP(F)),
    claim=larger,
    derivation=(
        *complement,
        have(f(y) * P(y) <= P(y), "a test rejects at most surely"),
        specialise(inverse, {x_1: level, x_2: z}, "the inverse at the level"),
        have(J(level) <= 1 - power, "the inverse at the level"),
    ),
    example=point(F=diagonal, J=diagonal, **equal),
    near_misses={
        "whatever the inverse": variant(
            given=[FDP(F)], witness=point(F=diagonal, J=Lambda(x, Integer(1)), **equal)
        ),
    },
)

without_inverse = Theorem(
    title="A larger trade-off function says more",
    source="kifer.rem5.8b",
    given=larger,
    claim=FDP(F),
    derivation=(
        specialise(larger, {f(y): f(y)}, "this test"),
        have(F(level) <= Max(F(level), J(level)), "the larger"),
        Chain(power).le(1 - Max(F(level), J(level)), "the larger").le(1 - F(level), "the larger"),
    ),
    example=point(F=diagonal, J=diagonal, **equal),
    near_misses={
        "the larger instead of the smaller": variant(
            larger, given=[FDP(F)], witness=point(F=diagonal, J=Lambda(x, Integer(1)), **equal)
        ),
        "without privacy": variant(given=[], witness=point(F=diagonal, **apart)),
    },
)

doubled = Max(0, 1 - 2 * x)

not_reached = Theorem(
    title="A trade-off function that is not its own inverse is not reached",
    source="kifer.rem5.8b",
    kind="example",
    given=FDP(doubled),
    claim=every_test(Implication(level <= half, power <= Rational(3, 4))),
    derivation=(
        specialise(FDP(doubled), {f(y): 1 - f(y)}, "the complement of the test, laws exchanged"),
        Chain(1 - level)
        .eq(Total((1 - f(y)) * P(y), y), "the masses add up to 1")
        .le(1 - Max(0, 1 - 2 * missed), "f-differential privacy")
        .le(2 * missed, "the larger")
        .eq(2 * (1 - power), "the masses add up to 1"),
    ),
    example=point(**equal),
    tight=point(P=(half, half), Q=(quarter, 3 * quarter)),
    near_misses={
        "in one order only": variant(
            given=[FDP(doubled).one_order(Pair())], witness=point(P=(half, half), Q=(0, 1))
        ),
    },
    note="The function alone would allow every power at the level one half. It is reached at every level by a mechanism with the definition only where the function is its own inverse.",
)
