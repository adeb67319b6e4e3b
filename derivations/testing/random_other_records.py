"""Other records at random: a concave bound on the power against each pair bounds the power against their mixture."""

from dpsym.derivations.conversions.f_dp_by_events import K, one, p, r, supported, z
from dpsym.derivations.conversions.f_dp_by_levels import F, diagonal, falling, range_of, x_1, x_2
from dpsym.derivations.testing.error_rates import f
from dpsym.derivations.vocabulary import half
from dpsym.language import *

v, v_0 = Outcome("v"), Outcome("v_0")

q = parameter("q", at_least=0, about="the power at a level")

W = function("W", about="the law of the other records")
A = function("A", about="the law of the output with one record of the target, given the other records")
B = function("B", about="that with the other record of the target")
weights = distribution(W(v), v)
laws = AllOf(ForAll(v, distribution(A(v, y))), ForAll(v, distribution(B(v, y))))
each = ForAll(v, FDP(F).on(Pair(A(v, y), B(v, y))))
null = Total(W(v) * A(v, y), v)

even = (half, half, half, half)


def level_at(v):
    """The level of the test when the other records are v."""
    return Total(f(y) * A(v, y), y)


def power_at(v):
    """Its power when the other records are v."""
    return Total(f(y) * B(v, y), y)


level = Total(W(v) * level_at(v), v)
power = Total(W(v) * power_at(v), v)
line = 1 - F(p) + r * (level_at(v) - p)


def positive(v):
    """The level when the other records are v, where it is positive; 1 elsewhere."""
    return Piecewise((level_at(v), 0 < level_at(v)), (Integer(1), True))


random_other_records = Theorem(
    title="A bound on the power against each pair holds for random other records",
    source="kifer.thmB-gstar",
    given=(weights, laws, range_of, falling, supported, each),
    claim=every_test(power <= 1 - F(level)),
    derivation=(
        have(0 <= level_at(v), "no mass is negative"),
        have(f(y) * A(v, y) <= A(v, y), "a test rejects with probability at most 1"),
        have(level_at(v) <= 1, "the masses add up to 1"),
        have(f(y) * B(v, y) <= B(v, y), "a test rejects with probability at most 1"),
        have(power_at(v) <= 1, "the masses add up to 1"),
        specialise(each, {v: v, f(y): f(y)}, "this test, for given other records"),
        have(0 <= W(v) * level_at(v), "no factor is negative"),
        have(0 <= level, "a sum of them"),
        have(W(v) * level_at(v) <= W(v), "a probability"),
        have(level <= 1, "the weights add up to 1"),
        cases(
            0 < level,
            (
                let(p, level, (0 < p, p <= 1, Eq(p, level), Eq(F(p), F(level))), "its level"),
                specialise(supported, {p: p}, "the line at this level"),
                let(r, K(p), (0 <= r, ForAll((z,), F(p) - r * (z - p) <= F(z))), "its slope"),
                specialise(ForAll((z,), F(p) - r * (z - p) <= F(z)), {z: level_at(v)}, "above the line"),
                have(power_at(v) <= line, "above the line"),
                have(W(v) * power_at(v) <= W(v) * line, "weighted"),
                Chain(power)
                .le(Total(W(v) * line, v), "sum over the other records")
                .eq(1 - F(p) + r * (level - p), "the weights add up to 1")
                .eq(1 - F(p), "its level")
                .eq(1 - F(level), "its level"),
            ),
            (
                ArgMin(v_0, positive(v_0), v, "the least positive level"),
                have(0 < positive(v_0), "a level", derivation=cases(0 < level_at(v_0))),
                have(positive(v_0) <= positive(v), "the least"),
                let(
                    r,
                    positive(v_0),
                    (0 < r, ForAll(v, Implication(0 < level_at(v), r <= level_at(v)))),
                    "the least positive level",
                ),
                specialise(range_of, {LEVEL: level}, "level 0"),
                specialise(falling, {x_1: level_at(v), x_2: level}, "nonincreasing"),
                let(q, 1 - F(level), (0 <= q, Eq(q, 1 - F(level))), "the power at this level"),
                have(
                    r * (W(v) * power_at(v)) <= r * (W(v) * q) + W(v) * level_at(v),
                    "for given other records",
                    derivation=cases(
                        0 < level_at(v),
                        (
                            have(W(v) * power_at(v) <= W(v), "a probability"),
                            have(r * (W(v) * power_at(v)) <= r * W(v), "a probability"),
                            have(r * W(v) <= level_at(v) * W(v), "the least"),
                        ),
                        (
                            have(power_at(v) <= q, "level 0"),
                            have(0 <= r * W(v) * (q - power_at(v)), "no factor is negative"),
                            have(r * (W(v) * power_at(v)) <= r * (W(v) * q), "weighted"),
                        ),
                    ),
                ),
                Chain(r * power)
                .le(Total(r * (W(v) * q) + W(v) * level_at(v), v), "sum over the other records")
                .eq(r * q + level, "the weights add up to 1"),
                have(Eq(level, 0), "the other case"),
                have(r * power <= r * q, "the other case"),
            ),
        ),
    ),
    example=point(F=diagonal, K=one, W=(half, half), A=even, B=even),
    near_misses={
        "without the bound against each pair": without(
            each, witness=point(F=diagonal, K=one, W=(half, half), A=(1, 0, 1, 0), B=(0, 1, 0, 1))
        ),
    },
    note=(
        "So the largest power against random other records, whatever their law, is no larger than a concave bound on the power against each "
        "pair of neighbours; with one certain value of the other records it is as large. For one mechanism alone only the concave hull of "
        "its largest power is a bound. The line is what convexity gives at every positive level. The paper has this for every definition "
        "of a class that includes one whose largest power is not concave; a single point of bounded DP is not convex either."
    ),
)
