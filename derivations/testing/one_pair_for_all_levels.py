"""One pair of laws that reaches a trade-off function at every level: the uniform law, and the law whose tails the function gives."""

from dpsym.derivations.conversions.f_dp_by_levels import F, diagonal, falling, range_of, x_1, x_2
from dpsym.derivations.testing.trade_off_attained import doubled, own_inverse
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *
from dpsym.language.integration import T, masses_of_test

z = parameter("z", above=0, below=1, about="an output")
t = parameter("t", above=0, below=1, about="a cut")
c, s = (parameter(name, above=0, below=1, about="a level") for name in ("c", "s"))
a = parameter("a", above=0, below=1, about="another level")
l = parameter("l", at_least=0, at_most=1, about="the level of the test")
b = parameter("b", at_least=0, at_most=1, about="the power of the test")
g = parameter("g", above=0, about="a positive number")
E = function("E", law=False, about="the mass of T under the uniform law, up to a cut")
D = function("D", law=False, about="the mass of T under the other law, up to a cut")
r = function("r", law=False, about="the slope of a line under the function, with its sign reversed")
N = function(
    "N", law=False, about="a level between 0 and 1 at which the function has nearly its value at level 0"
)


def density(z):
    """The density of the second law at an output below 1; the first law is uniform."""
    return r(1 - z)


def with_masses(level, power, rejects=T, masses=(E, D)):
    """What integrals say of the level and the power of a test."""
    beyond = (lambda t: 1 - t, lambda t: 1 - F(1 - t))
    return masses_of_test(
        lambda z: Integer(1), density, density, beyond, level, power, rejects, masses, over=(z, z), cut=t
    )


# a convex function has a line through its value at each level between 0 and 1 and under it
supported = ForAll((c, x_1), F(c) - r(c) * (x_1 - c) <= F(x_1))
slopes_fall = ForAll((s, c), Implication(s <= c, r(c) <= r(s)))
continuous = ForAll(g, AllOf(0 < N(g), N(g) < 1, F(Integer(0)) - g <= F(N(g))))
test = with_masses(l, b)

uniform = {
    "r": Lambda(c, 1),
    "F": diagonal,
    "T": Lambda(z, half),
    "E": Lambda(t, t / 2),
    "D": Lambda(t, t / 2),
}
nothing = {**uniform, "E": Lambda(t, Integer(0)), "D": Lambda(t, Integer(0))}
whole = {**uniform, "N": Lambda(g, g / (1 + g))}
# F = max(0, 1 - 2 x): under the second law the outputs are uniform beyond a half; the test rejects the others.
of_doubled = {
    "F": doubled,
    "r": Lambda(c, Piecewise((Integer(2), c < half), (0, True))),
    "N": Lambda(g, g / (2 + 2 * g)),
    "T": Lambda(z, Piecewise((Integer(1), z <= half), (0, True))),
    "E": Lambda(t, Min(t, half)),
    "D": Lambda(t, Integer(0)),
}
READ = (
    "The outputs are the numbers from 0 to 1. The first law is uniform; under the second an output is at most x with the probability F(1 - x) for x below 1, and what is left lies at 1. So its density below 1 is the slope r(1 - x). "
    "l is the level of the test and b its power. T is any measurable test, and its masses are integrals, of which only the comparisons before a cut and beyond it are used. A convex function has such lines at all levels between 0 and 1."
)
rejecting, up_to, from_on = test
by_level = b <= 1 - F(l)

at_cut = Theorem(
    title="What a test between these two laws gains at a cut",
    kind="lemma",
    given=(slopes_fall, *test),
    claim=b - r(a) * l <= 1 - F(a) - r(a) * a,
    derivation=(
        let(t, 1 - a, (0 < t, t < 1, Eq(1 - t, a), Eq(r(1 - t), r(a)), Eq(F(1 - t), F(a))), "the cut"),
        have(
            ForAll(z, Implication(z <= t, T(z) * density(z) <= density(t) * (T(z) * 1))),
            "up to the cut the density is smaller",
            derivation=(
                specialise(rejecting, {z: z}, "a probability"),
                specialise(slopes_fall, {s: 1 - t, c: 1 - z}, "the slopes fall"),
                have(Implication(z <= t, 0 <= T(z) * (density(t) - density(z))), "factors"),
            ),
        ),
        have(
            ForAll(z, Implication(t <= z, density(t) * ((1 - T(z)) * 1) <= (1 - T(z)) * density(z))),
            "from the cut on it is larger",
            derivation=(
                specialise(rejecting, {z: z}, "a probability"),
                specialise(slopes_fall, {s: 1 - z, c: 1 - t}, "the slopes fall"),
                have(Implication(t <= z, 0 <= (1 - T(z)) * (density(z) - density(t))), "factors"),
            ),
        ),
        specialise(up_to, {t: t}, "the masses up to the cut"),
        specialise(from_on, {t: t}, "the masses beyond it"),
        have(b - density(t) * l <= 1 - F(1 - t) - density(t) * (1 - t), "both"),
        have(Eq(density(t) * l, r(a) * l), "at this level"),
        have(Eq(density(t) * (1 - t), r(a) * a), "at this level"),
    ),
    example=point({l: half, b: half, a: half}, **uniform),
    near_misses={
        "no masses beyond a cut": without(
            test, instead=(rejecting, up_to), witness=point({l: 0, b: 1, a: half}, **nothing)
        ),
        "no masses up to a cut": without(
            test,
            instead=(rejecting, from_on),
            witness=point(
                {l: 0, b: 1, a: half}, **{**nothing, "E": Lambda(t, t - 1), "D": Lambda(t, 1 * t + 0)}
            ),
        ),
    },
)

x = LEVEL
no_slope_rises = Theorem(
    title="No line under a function that falls to 0 rises",
    kind="lemma",
    given=(range_of, supported),
    claim=0 <= r(a),
    derivation=(
        specialise(supported, {c: a, x_1: Integer(1)}, "at level 1"),
        specialise(range_of, {x: Integer(1)}, "at level 1"),
        specialise(range_of, {x: a}, "at this level"),
        have(0 <= r(a) * (1 - a), "the line"),
        have(
            0 <= r(a),
            "divided by a positive number",
            derivation=cases(r(a) < 0, have(0 < -r(a) * (1 - a), "factors"), ()),
        ),
    ),
    example=point({a: half}, F=diagonal, r=Lambda(c, 1)),
    near_misses={
        "any slopes": without(supported, witness=point({a: half}, F=diagonal, r=Lambda(c, -1))),
    },
)

shape = (range_of, falling, supported, slopes_fall, continuous)
near_zero = b - r(N(g)) * l <= 1 - F(N(g)) - r(N(g)) * N(g)
one_order = Theorem(
    title="No test of a uniform law against one with a trade-off function has more power than it allows",
    source="kifer.rem5.8c",
    given=(*shape, *test),
    claim=by_level,
    derivation=(
        specialise(range_of, {x: l}, "at its level"),
        cases(
            0 < l,
            cases(l < 1, have(b - r(l) * l <= 1 - F(l) - r(l) * l, "at this cut", by=at_cut.at(a=l)), ()),
            (
                specialise(falling, {x_1: Integer(0), x_2: l}, "nonincreasing"),
                cases(
                    1 - F(Integer(0)) < b,
                    (
                        let(
                            g,
                            (b - 1 + F(Integer(0))) / 2,
                            (0 < g, g < b - 1 + F(Integer(0))),
                            "half of the gap",
                        ),
                        specialise(continuous, {g: g}, "close to level 0"),
                        have(near_zero, "at this cut", by=at_cut.at(a=N(g))),
                        have(0 <= r(N(g)), "no line rises", by=no_slope_rises.at(a=N(g))),
                        have(Eq(r(N(g)) * l, 0), "level 0"),
                        have(0 <= r(N(g)) * N(g), "no factor is negative"),
                    ),
                    (),
                ),
            ),
        ),
    ),
    example=point({l: half, b: half}, **whole),
    near_misses={
        "no masses beyond a cut": without(
            test, instead=(rejecting, up_to), witness=point({l: 0, b: 1}, **{**whole, **nothing})
        ),
        "strictly": variant(b < 1 - F(l), witness=point({l: half, b: half}, **whole)),
    },
    note=READ,
)

missing = {
    "T": Lambda(z, 1 - T(z)),
    "E": Lambda(t, t - E(t)),
    "D": Lambda(t, F(1 - t) - D(t)),
    "l": 1 - l,
    "b": 1 - b,
}
complement = with_masses(1 - l, 1 - b, lambda z: 1 - T(z), (lambda t: t - E(t), lambda t: F(1 - t) - D(t)))

# The same of the outputs at which the test does not reject before a cut, and of those at which it does beyond it.
not_rejected = ForAll(
    t,
    Implication(
        ForAll(z, Implication(z <= t, (1 - T(z)) * density(z) <= density(t) * (1 - T(z)))),
        F(1 - t) - D(t) <= density(t) * (t - E(t)),
    ),
)
rejected = ForAll(
    t,
    Implication(
        ForAll(z, Implication(t <= z, density(t) * T(z) <= T(z) * density(z))),
        density(t) * (l - E(t)) <= b - D(t),
    ),
)

both_orders = Theorem(
    title="One pair of laws for a trade-off function at all levels",
    source=of_any_spaces("kifer.rem5.8c"),
    cites="dong2022",
    given=(*shape, own_inverse, *test, not_rejected, rejected),
    claim=AllOf(by_level, l <= 1 - F(b), l <= 1 - F(l)),
    derivation=(
        have(by_level, "the two laws in this order", by=one_order),
        have(complement[0], "a test", derivation=specialise(rejecting, {z: z}, "a probability")),
        have(
            complement[2],
            "beyond a cut",
            derivation=(
                have(
                    Implication(
                        complement[2].args[1].args[0],
                        ForAll(z, Implication(t <= z, density(t) * T(z) <= T(z) * density(z))),
                    ),
                    "where it rejects",
                    derivation=specialise(complement[2].args[1].args[0], {z: z}, "an output"),
                ),
                specialise(rejected, {t: t}, "beyond a cut"),
            ),
        ),
        have(1 - b <= 1 - F(1 - l), "the test with its answers exchanged", by=one_order.at(**missing)),
        specialise(own_inverse, {x_1: b, x_2: 1 - l}, "its own inverse"),
        specialise(range_of, {x: l}, "at its level"),
    ),
    example=point({l: half, b: half}, **whole),
    near_misses={
        "a function that is not its own inverse": without(
            own_inverse, claim=l <= 1 - F(b), witness=point({l: half, b: 0}, **of_doubled)
        ),
        "no masses beyond a cut": without(
            test, instead=(rejecting, up_to), witness=point({l: 0, b: 1}, **{**whole, **nothing})
        ),
    },
    note=READ
    + (
        " The first line is about the two laws in this order, the second in the other, and the third about two equal laws. So the mechanism that has the second law on one data set and the first law on all others satisfies the definition for any neighbours, "
        "and between this data set and a neighbour the half-lines of outputs make its inequality an equality, at every level. The function may always be replaced by the larger of itself and its inverse, which is its own "
        "inverse; in both orders no other can be reached."
    ),
)

w = parameter("w", at_least=0, at_most=1, about="a level")


def up_to_cut(mass):
    """The mass of the outputs beyond 1 - w up to a cut."""
    return lambda t: Piecewise((Integer(0), t <= 1 - w), (mass(t), True))


half_line = with_masses(
    w,
    1 - F(w),
    lambda z: Indicator(z > 1 - w),
    (up_to_cut(lambda t: t - (1 - w)), up_to_cut(lambda t: F(1 - t) - F(w))),
)
reached = Theorem(
    title="Rejecting the outputs beyond a cut reaches the trade-off function at its level",
    source="kifer.rem5.8c",
    given=(supported,),
    claim=AllOf(*half_line),
    derivation=(
        have(half_line[0], "a test"),
        have(
            half_line[1],
            "up to a cut",
            derivation=(
                specialise(supported, {c: 1 - t, x_1: w}, "the line at this level"),
                cases(t <= 1 - w, (), ()),
            ),
        ),
        have(
            half_line[2],
            "beyond a cut",
            derivation=(
                specialise(supported, {c: 1 - t, x_1: w}, "the line at this level"),
                cases(t <= 1 - w, (), ()),
            ),
        ),
    ),
    example=point({w: half}, F=diagonal, r=Lambda(c, 1)),
    near_misses={
        "any slopes": variant(
            half_line[1].args[1], given=[], witness=point({w: 1, t: half}, F=diagonal, r=Lambda(c, half))
        ),
        "slopes that are too steep": variant(
            half_line[2].args[1],
            given=[],
            witness=point({w: quarter, t: half}, F=diagonal, r=Lambda(c, 2)),
        ),
    },
    note=(
        "The test rejects the outputs beyond 1 - w, and 1 itself, so that its level is w and its power 1 - F(w). At level 0 it rejects 1 alone, which is impossible under the first law. Shown is that these masses meet the conditions; that they are the integrals up to a cut is taken from the theory of integrals."
    ),
)
