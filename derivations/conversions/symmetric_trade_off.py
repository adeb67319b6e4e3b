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

t = parameter("t", at_least=0, at_most=1)
# J(x) is such a level itself: F is continuous.
attained = ForAll(x, AllOf(Between(0, J(x), 1), F(J(x)) <= x))
shape, of_inverse = trade_off(F), trade_off(J)
range_of, falling, convex = shape.args


kinked = Lambda(x, Max(0, 1 - 2 * x))


def both(x):
    """The larger of the function and its inverse."""
    return Max(F(x), J(x))


complement = (
    specialise(FDP(F), {f(y): f(y)}, "this test"),
    have((1 - f(y)) * Q(y) <= Q(y), "a test rejects with a probability that is not negative"),
    have(0 <= (1 - f(y)) * Q(y), "a test rejects with probability at most 1"),
    have(0 <= missed, "no mass is negative"),
    have(missed <= 1, "the masses add up to 1"),
    have(Eq(Total((1 - f(y)) * P(y), y), 1 - level), "the masses add up to 1"),
    let(z, missed, (0 <= z, z <= 1, Eq(z, 1 - power), Eq(F(z), F(missed))), "an error of type II"),
    specialise(FDP(F), {f(y): 1 - f(y)}, "the complement of the test, laws exchanged"),
    Chain(1 - level)
    .eq(Total((1 - f(y)) * P(y), y), "the masses add up to 1")
    .le(1 - F(z), "f-differential privacy"),
)

with_inverse = Theorem(
    title="A trade-off function and its inverse",
    source=(of_any_spaces("kifer.rem5.8b"), "zhang.ext-dong"),
    cites="dong2022",
    given=(inverse, FDP(F)),
    claim=larger,
    derivation=(
        *complement,
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        specialise(inverse, {x_1: level, x_2: z}, "the inverse at the level"),
        have(J(level) <= 1 - power, "the inverse at the level"),
    ),
    example=point(F=diagonal, J=diagonal, **equal),
    near_misses={
        "whatever the inverse": without(inverse, witness=point(F=diagonal, J=Lambda(x, Integer(1)), **equal)),
    },
)

inverse_is_one = Theorem(
    title="The inverse of a trade-off function is a trade-off function",
    source="kifer.rem5.8b",
    kind="lemma",
    given=(shape, inverse, attained),
    claim=of_inverse,
    derivation=(
        have(
            of_inverse.args[0],
            "at most 1 less the level",
            derivation=(
                specialise(range_of, {x: 1 - x}, "at the other probability"),
                specialise(attained, {x: x}, "a level"),
                specialise(inverse, {x_1: x, x_2: 1 - x}, "the inverse there"),
            ),
        ),
        have(
            of_inverse.args[1],
            "nonincreasing",
            derivation=(
                specialise(attained, {x: x_1}, "at the smaller value"),
                specialise(inverse, {x_1: x_2, x_2: J(x_1)}, "the inverse at the larger value"),
            ),
        ),
        have(
            of_inverse.args[2],
            "convex",
            derivation=(
                specialise(attained, {x: x_1}, "at the one value"),
                specialise(attained, {x: x_2}, "at the other value"),
                have(Between(0, t * x_1 + (1 - t) * x_2, 1), "a value between them"),
                have(Between(0, t * J(x_1) + (1 - t) * J(x_2), 1), "a level between both levels"),
                specialise(convex, {t: t, x_1: J(x_1), x_2: J(x_2)}, "convex"),
                have(t * F(J(x_1)) <= t * x_1, "at the one value"),
                have((1 - t) * F(J(x_2)) <= (1 - t) * x_2, "at the other value"),
                specialise(
                    inverse,
                    {x_1: t * x_1 + (1 - t) * x_2, x_2: t * J(x_1) + (1 - t) * J(x_2)},
                    "the inverse between both values",
                ),
            ),
        ),
    ),
    example=point(F=diagonal, J=diagonal),
    near_misses={
        "at any level with such a value": without(
            inverse, witness=point(F=diagonal, J=Lambda(x, Integer(1)))
        ),
        "below every level with such a value": without(attained, witness=point(F=diagonal, J=Lambda(x, -x))),
    },
    note="A convex function is continuous at all levels between 0 and 1.",
)

symmetric = Theorem(
    title="The larger of a trade-off function and its inverse is a trade-off function that is its own inverse",
    source="kifer.rem5.8b",
    given=(shape, inverse, attained),
    claim=AllOf(*trade_off(both).args, ForAll((x_1, x_2), Implication(both(x_2) <= x_1, both(x_1) <= x_2))),
    derivation=(
        have(of_inverse, "so is the inverse", by=inverse_is_one),
        have(
            trade_off(both).args[0],
            "at most 1 less the level",
            derivation=(
                specialise(range_of, {x: x}, "the function"),
                specialise(of_inverse.args[0], {x: x}, "its inverse"),
            ),
        ),
        have(
            trade_off(both).args[1],
            "nonincreasing",
            derivation=(
                specialise(falling, {x_1: x_1, x_2: x_2}, "the function"),
                specialise(of_inverse.args[1], {x_1: x_1, x_2: x_2}, "its inverse"),
            ),
        ),
        have(
            trade_off(both).args[2],
            "convex",
            derivation=(
                specialise(convex, {t: t, x_1: x_1, x_2: x_2}, "the function"),
                specialise(of_inverse.args[2], {t: t, x_1: x_1, x_2: x_2}, "its inverse"),
                have(t * F(x_1) <= t * both(x_1), "at most the larger"),
                have(t * J(x_1) <= t * both(x_1), "at most the larger"),
                have((1 - t) * F(x_2) <= (1 - t) * both(x_2), "at most the larger"),
                have((1 - t) * J(x_2) <= (1 - t) * both(x_2), "at most the larger"),
            ),
        ),
        have(
            ForAll((x_1, x_2), Implication(both(x_2) <= x_1, both(x_1) <= x_2)),
            "its own inverse",
            derivation=(
                specialise(attained, {x: x_2}, "a level with this value"),
                specialise(falling, {x_1: J(x_2), x_2: x_1}, "the function"),
                specialise(inverse, {x_1: x_1, x_2: x_2}, "its inverse"),
                have(AllOf(F(x_2) <= both(x_2), J(x_2) <= both(x_2)), "at most the larger"),
                cases(
                    both(x_2) <= x_1,
                    (
                        have(AllOf(F(x_2) <= x_1, J(x_2) <= x_1), "at most the larger"),
                        have(AllOf(F(x_1) <= x_2, J(x_1) <= x_2), "the function and its inverse"),
                    ),
                ),
            ),
        ),
    ),
    example=point(F=diagonal, J=diagonal),
    near_misses={
        "the function alone": without(
            inverse, attained, claim=Implication(F(half) <= 0, F(Integer(0)) <= half), witness=point(F=kinked)
        ),
        "with any function below the inverse": without(
            attained,
            claim=Implication(both(half) <= 0, both(Integer(0)) <= half),
            witness=point(F=kinked, J=Lambda(x, -x)),
        ),
    },
    note=(
        "So a definition by a trade-off function may be taken to be one by a function that is its own inverse: the two theorems "
        "beside this one say that they are the same definition. Where F is continuous the inverse is the least level at which it has "
        "such a value."
    ),
)

without_inverse = Theorem(
    title="A larger trade-off function says more",
    source="kifer.rem5.8b",
    given=larger,
    claim=FDP(F),
    derivation=(
        specialise(larger, {f(y): f(y)}, "this test"),
        have(F(level) <= Max(F(level), J(level)), "the larger"),
        Chain(power).le(1 - Max(F(level), J(level)), "f-differential privacy").le(1 - F(level), "the larger"),
    ),
    example=point(F=diagonal, J=diagonal, **equal),
    near_misses={
        "the larger instead of the smaller": variant(
            larger, given=[FDP(F)], witness=point(F=diagonal, J=Lambda(x, Integer(1)), **equal)
        ),
        "without privacy": without(larger, witness=point(F=diagonal, **apart)),
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
    note="The function alone would allow every power at the level one half. It is reached at every level by a mechanism with the definition only where the function is its own inverse.",
)
