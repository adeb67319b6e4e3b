"""A trade-off function that is its own inverse is reached: at every level by a mechanism with two outputs."""

from dpsym.derivations.analysis.ratios_and_shares import k
from dpsym.derivations.conversions.f_dp_by_levels import F, convex, diagonal, falling, range_of, x_1, x_2
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.testing.every_level import best, c, no_better_than, rejects
from dpsym.derivations.vocabulary import a, equal, half, quarter
from dpsym.language import *

g = function("g", about="the test that rejects at the first output")
x = LEVEL
b = parameter("b", at_least=0, at_most=1, about="trade-off function at this level")
u = parameter("u", at_least=0, at_most=1, about="probability of rejecting at the first output")
v = parameter("v", at_least=0, at_most=1, about="probability of rejecting at the second output")
t = parameter("t", at_least=0, at_most=1)
z = parameter("z", at_least=0, at_most=1)

own_inverse = ForAll((x_1, x_2), Implication(F(x_2) <= x_1, F(x_1) <= x_2))
doubled = Lambda(x, Max(0, 1 - 2 * x))

at, inner = a * u + (1 - a) * v, t * a
between = v * 1 + (1 - v) * inner

chords = Theorem(
    title="A trade-off function lies below its chords through the level",
    source="kifer.rem5.8c",
    kind="lemma",
    given=(range_of, falling, convex, Eq(F(a), b)),
    claim=(1 - b) * u + b * v <= 1 - F(at),
    derivation=(
        have(Between(0, at, 1), "a level"),
        specialise(range_of, {x: a}, "at this level"),
        specialise(range_of, {x: Integer(0)}, "at level 0"),
        specialise(range_of, {x: Integer(1)}, "at level 1"),
        specialise(range_of, {x: at}, "at the level of the test"),
        cases(
            v <= u,
            cases(
                v < 1,
                (
                    let(t, (u - v) / (1 - v), (0 <= t, t <= 1, Eq(t * (1 - v), u - v)), "what is left of 1"),
                    have(Between(0, inner, 1), "a level"),
                    have(Eq(t * (1 - v) * a, (u - v) * a), "as chosen"),
                    have(Eq(between, at), "as chosen"),
                    specialise(convex, {t: t, x_1: a, x_2: Integer(0)}, "a chord"),
                    have(F(inner) <= t * F(a) + (1 - t) * 1, "a chord"),
                    specialise(convex, {t: v, x_1: Integer(1), x_2: inner}, "another chord"),
                    have((1 - v) * F(inner) <= (1 - v) * (t * b + (1 - t)), "a chord"),
                    have(F(between) <= (u - v) * b + (1 - u), "both chords"),
                    specialise(falling, {x_1: between, x_2: at}, "nonincreasing"),
                ),
                (
                    have(Eq(v, 1), "it rejects always"),
                    have(Eq(u, 1), "it rejects always"),
                    have(Eq((1 - b) * u + b * v, 1), "it rejects always"),
                ),
            ),
            have(b * (v - u) <= (1 - a) * (v - u), "at most 1 less the level"),
        ),
    ),
    example=point({a: half, b: half, u: 1, v: 0}, F=diagonal),
    near_misses={
        "without convexity": without(
            convex,
            witness=point(
                {a: half, b: 0, u: half, v: 0}, F=Lambda(x, Piecewise((1 - x, x < half), (0, True)))
            ),
        ),
    },
)

# What a test does at the first of two outputs, and at the second.
first, second = Total(g(y) * f(y), y), Total((1 - g(y)) * f(y), y)
two_outputs = {P: (a, 1 - a), Q: (1 - b, b), g: (1, 0)}
shape = (range_of, falling, convex)

one_order = Theorem(
    title="Two outputs on a trade-off function",
    source="kifer.rem5.8c",
    kind="lemma",
    given=(*shape, Eq(F(a), b), Eq(Mass(g(y), P), a)),
    claim=FDP(F).one_order(Pair()),
    where=two_outputs,
    derivation=(
        have(
            (1 - b) * first + b * second <= 1 - F(a * first + (1 - a) * second),
            "chords",
            by=chords.at(u=first, v=second),
        ),
        have(Eq(level, a * first + (1 - a) * second), "its level"),
        have(power <= 1 - F(level), "its level"),
    ),
    example=point({a: half, b: half}, F=diagonal, **equal, g=(1, 0)),
    near_misses={
        "any power": without(Eq(F(a), b), witness=point({a: half, b: 0}, F=diagonal)),
    },
)

missed, kept = Mass(1 - f(y), Q), Mass(1 - f(y), P)

one_order_enough = Theorem(
    title="One order suffices for a self-inverse trade-off function",
    source="kifer.rem5.8c",
    given=(own_inverse, FDP(F).one_order(Pair())),
    claim=FDP(F).one_order(Pair(Q(y), P(y))),
    derivation=(
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        have(f(y) * Q(y) <= Q(y), "a test rejects with probability at most 1"),
        have(0 <= 1 - f(y), "a test rejects with probability at most 1"),
        let(z, kept, (0 <= z, z <= 1, Eq(z, 1 - level), Eq(F(z), F(kept))), "the other test's level"),
        specialise(FDP(F).one_order(Pair()), {f(y): 1 - f(y)}, "the test with its answers exchanged"),
        have(F(z) <= power, "as named"),
        specialise(own_inverse, {x_1: power, x_2: z}, "its own inverse"),
    ),
    example=point(F=diagonal, **equal),
    near_misses={
        "whatever the function": without(own_inverse, witness=point(F=doubled, P=(half, half), Q=(1, 0))),
        "without the other order": without(
            FDP(F).one_order(Pair()), witness=point(F=diagonal, P=(half, half), Q=(1, 0))
        ),
    },
)

attained = AllOf(Eq(Mass(g(y), P), a), Eq(Mass(g(y), Q), 1 - b), FDP(F))

trade_off_attained = Theorem(
    title="A trade-off function that is its own inverse is reached at every level",
    source=(
        "kifer.rem5.8c",
        whole_of("zhang.def6"),
    ),
    cites="dong2022",
    given=(*shape, own_inverse, Eq(F(a), b)),
    claim=attained,
    where=two_outputs,
    derivation=(
        have(Eq(Mass(g(y), P), a), "its level"),
        have(FDP(F).one_order(Pair()), "between two outputs", by=one_order),
        have(FDP(F).one_order(Pair(Q(y), P(y))), "its own inverse", by=one_order_enough),
        have(attained, "its level and its power"),
    ),
    example=point({a: half, b: half}, F=diagonal, **equal, g=(1, 0)),
    near_misses={
        "more power": without(
            Eq(F(a), b), claim=FDP(F), instead=F(a) / 2 <= b, witness=point({a: half, b: quarter}, F=diagonal)
        ),
        "a function that is not its own inverse": without(
            own_inverse, claim=FDP(F), witness=point({a: half, b: 0}, F=doubled)
        ),
    },
    note=(
        "The test rejects at the first of two outputs. It has this level, and the largest power that the trade-off function allows at it; so the "
        "inequality of the definition is an equality. The function may always be replaced by the larger of itself and its inverse, which "
        "is its own inverse. A pair of laws that reaches a curved function at all levels at once needs infinitely many outputs, and is stated apart."
    ),
)


d = parameter("d", at_least=0, at_most=1, about="a bound on the power at the level")
its_level, its_power = Mass(rejects, P), Mass(rejects, Q)
bounds = FDP(F).one_order(Pair())
no_smaller = ForAll(
    d, Implication(every_test(Implication(level <= its_level, power <= d)), 1 - F(its_level) <= d)
)
at_half = {k: 1, c: half}

all_levels = Theorem(
    title="Two laws on finitely many outputs reach their own trade-off function at every level",
    given=(bounds, no_smaller),
    claim=Eq(its_power, 1 - F(its_level)),
    derivation=(
        have(rejects * Q(y) <= Q(y), "a test rejects with probability at most 1"),
        specialise(bounds, {f(y): rejects}, "this test"),
        have(no_better_than(rejects), "the best test of its level", by=best),
        let(
            d,
            its_power,
            (0 <= d, d <= 1, Eq(d, its_power), every_test(Implication(level <= its_level, power <= d))),
            "its power",
        ),
        specialise(no_smaller, {d: d}, "no smaller bound"),
    ),
    example=point(at_half, F=diagonal, **equal),
    near_misses={
        "where a smaller bound holds": without(
            no_smaller, witness=point(at_half, F=Lambda(x, (1 - x) / 2), **equal)
        ),
        "the power is the level": without(
            no_smaller,
            claim=Eq(its_power, its_level),
            witness=point({k: 1, c: 0}, F=doubled, P=(half, half), Q=(1, 0)),
        ),
    },
    note=(
        "A likelihood-ratio test reaches every level, so that a pair of laws on finitely many outputs reaches its own trade-off function at all levels. "
        "That a given polygon is the trade-off function of such a pair is not proved here."
    ),
)
