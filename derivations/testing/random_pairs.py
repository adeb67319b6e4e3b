"""Pairs of neighbours at random: against their mixture a class of mechanisms leaves no more power than against each pair."""

from dpsym.derivations.testing.largest_power_of_a_class import (
    G,
    H,
    L,
    T,
    a,
    approached,
    b,
    bounded,
    c,
    concave,
    convex,
    i,
    m,
    near,
    silent,
    symmetric,
    t,
    z,
)
from dpsym.derivations.vocabulary import half
from dpsym.language import *

v, v_0 = Outcome("v", "I"), Outcome("v_0", "I")
m_1 = parameter("m_1", about="a test")
x = parameter("x", at_least=0, at_most=1, about="its level against a random pair")
few = {name: silent[name] for name in ("sizes", "L", "H", "T")}
r = parameter("r", at_least=0, about="the slope of a line above the curve")

# W(v): the probability of the pair v. X(v): the level of the test there.
W, X = (
    function("W", about="the law by which the pairs are drawn"),
    function("X", law=False, about="the level of the test at a pair"),
)
weights = distribution(W(v), v)
levels = ForAll(v, Between(0, X(v), 1))
falls_nowhere = ForAll((a, b), Implication(a <= b, G(a) <= G(b)))
above_chords = ForAll((t, a, b), t * G(a) + (1 - t) * G(b) <= G(t * a + (1 - t) * b))
level = Total(W(v) * X(v), v)


def slope(v):
    """The slope from the level z to the level of the pair v, where that is larger; 0 elsewhere."""
    return Piecewise(((G(X(v)) - G(z)) / (X(v) - z), z < X(v)), (Integer(0), True))


line = G(z) + r * (X(v) - z)
identity = Lambda(a, Min(1, a))

mean = Theorem(
    title="The mean of a concave curve that does not fall",
    kind="lemma",
    given=(weights, levels, falls_nowhere, above_chords, level <= z),
    claim=Total(W(v) * G(X(v)), v) <= G(z),
    derivation=(
        ArgMin(v_0, -slope(v_0), v, "the steepest line to a larger level"),
        specialise(levels, {v: v_0}, "a level"),
        specialise(falls_nowhere, {a: z, b: X(v_0)}, "nowhere falling"),
        specialise(falls_nowhere, {a: z, b: X(v)}, "nowhere falling"),
        specialise(falls_nowhere, {a: X(v), b: z}, "nowhere falling"),
        cases(
            z < X(v_0),
            (
                let(
                    r,
                    slope(v_0),
                    (0 <= r, Eq(r * (X(v_0) - z), G(X(v_0)) - G(z)), ForAll(v, slope(v) <= r)),
                    "its slope",
                ),
                have(
                    G(X(v)) <= line,
                    "below the line",
                    derivation=cases(
                        z < X(v),
                        (
                            have((X(v) - z) * slope(v) <= (X(v) - z) * r, "times a positive number"),
                            have(Eq((X(v) - z) * slope(v), G(X(v)) - G(z)), "its slope"),
                        ),
                        (
                            let(
                                t,
                                (X(v_0) - z) / (X(v_0) - X(v)),
                                (0 <= t, t <= 1, Eq(t * (X(v_0) - X(v)), X(v_0) - z)),
                                "the share of the smaller level",
                            ),
                            have(Eq(t * X(v) + (1 - t) * X(v_0), z), "between both levels"),
                            specialise(above_chords, {t: t, a: X(v), b: X(v_0)}, "above the chord"),
                            specialise(
                                falls_nowhere, {a: t * X(v) + (1 - t) * X(v_0), b: z}, "between both levels"
                            ),
                            have(Eq((1 - t) * (X(v_0) - X(v)), z - X(v)), "the other share"),
                            have(t * (G(X(v)) - G(z)) <= -((1 - t) * (r * (X(v_0) - z))), "above the chord"),
                            have(0 < t, "a larger level"),
                            have(
                                Eq((1 - t) * (X(v_0) - z), t * (z - X(v))),
                                "both shares",
                            ),
                            have(t * (G(X(v)) - G(z)) <= t * (r * (X(v) - z)), "both shares"),
                        ),
                    ),
                ),
                have(W(v) * G(X(v)) <= W(v) * line, "weighted"),
                Chain(Total(W(v) * G(X(v)), v))
                .le(Total(W(v) * line, v), "sum over the pairs")
                .eq(G(z) + r * (level - z), "the weights add up to 1"),
                have(0 <= r * (z - level), "factors that are not negative"),
            ),
            (
                have(slope(v) <= 0, "the steepest is level"),
                have(
                    G(X(v)) <= G(z),
                    "nowhere rising from there",
                    derivation=cases(
                        z < X(v),
                        (
                            have((X(v) - z) * slope(v) <= 0, "times a positive number"),
                            have(Eq((X(v) - z) * slope(v), G(X(v)) - G(z)), "its slope"),
                        ),
                    ),
                ),
                have(W(v) * G(X(v)) <= W(v) * G(z), "weighted"),
                Chain(Total(W(v) * G(X(v)), v))
                .le(Total(W(v) * G(z), v), "sum over the pairs")
                .eq(G(z), "the weights add up to 1"),
            ),
        ),
    ),
    example=point({z: 1}, W=(1,), X=(1,), G=identity),
    near_misses={
        "a curve that is not concave": without(
            above_chords, witness=point({z: half}, W=(half, half), X=(0, 1), G=Lambda(z, z**2))
        ),
        "of any mean level": without(level <= z, witness=point({z: 0}, W=(1,), X=(1,), G=identity)),
    },
)

# U(v): the power of the test at the pair v.
U = function("U", law=False, about="the power of the test at a pair")
powers = ForAll(v, Between(0, U(v), 1))
under = ForAll(v, U(v) <= G(X(v)))
total_power = Total(W(v) * U(v), v)

mean_power = Theorem(
    title="A concave curve over the power against each pair is over the power against a random pair",
    source=of_any_spaces("kifer.thmB-gstar"),
    given=(weights, levels, powers, falls_nowhere, above_chords, under, level <= z),
    claim=total_power <= G(z),
    derivation=(
        have(W(v) * U(v) <= W(v) * G(X(v)), "weighted"),
        Chain(total_power)
        .le(Total(W(v) * G(X(v)), v), "sum over the pairs")
        .le(G(z), "the mean of a concave curve", by=mean),
    ),
    example=point({z: 1}, W=(1,), X=(1,), U=(1,), G=identity),
    near_misses={
        "a curve that is not concave": without(
            above_chords, witness=point({z: half}, W=(half, half), X=(0, 1), U=(0, 1), G=Lambda(z, z**2))
        ),
        "of any mean level": without(level <= z, witness=point({z: 0}, W=(1,), X=(1,), U=(1,), G=identity)),
    },
    note=(
        "W is the law of the pair of neighbours: the records of others are at random, and the target's record is the one or the other. The same test is "
        "made whatever they are, so its level and power are means. The largest power that a class leaves is such a curve, as the other theorems here "
        "and that on the concave curve of a class show; so it is over the power against a random pair too, and a certain pair is a random one."
    ),
)

own = Total(W(v) * L(m_1, v), v)  # the level against the mixture, and the power
power = Total(W(v) * H(m_1, v), v)
rates = ForAll((m, i), AllOf(Between(0, L(m, i), 1), Between(0, H(m, i), 1)))
at_random = distribution(W(v), v)
i_0 = Outcome("i_0", "I")
at_level = ForAll((i, m_1), Implication(L(m_1, i) <= x, H(m_1, i) <= b))

nowhere_falling = Theorem(
    title="The largest power that a class leaves does not fall with the level",
    kind="lemma",
    given=(bounded, approached),
    claim=Implication(a <= b, G(a) <= G(b)),
    derivation=cases(
        a <= b,
        cases(
            G(b) < G(a),
            (
                let(c, (G(a) - G(b)) / 2, (0 < c, c < G(a) - G(b)), "half of the gap"),
                specialise(approached, {z: a, c: c}, "nearly the largest power"),
                obtain(near(a, c, i), "a pair"),
                specialise(bounded, {z: b, m: T(a, c), i: i}, "the same test"),
            ),
        ),
    ),
    example=point({a: 0, b: 1}, **few, G=(0,)),
    near_misses={
        "without tests that come near it": without(
            approached, witness=point({a: 0, b: 1}, **few, G=Lambda(z, 1 - z))
        ),
        "strictly": variant(Implication(a <= b, G(a) < G(b)), witness=point({a: 0, b: 1}, **few, G=(0,))),
    },
)

no_more = Theorem(
    title="The largest power of a class against a random pair of neighbours",
    given=(convex, symmetric, bounded, approached, rates, at_random, own <= x),
    claim=power <= G(x),
    derivation=(
        have(
            falls_nowhere,
            "nowhere falling",
            derivation=have(Implication(a <= b, G(a) <= G(b)), by=nowhere_falling),
        ),
        have(
            above_chords,
            "concave",
            derivation=have(t * G(a) + (1 - t) * G(b) <= G(t * a + (1 - t) * b), by=concave),
        ),
        specialise(rates, {m: m_1, i: v}, "a level and a power"),
        specialise(bounded, {z: L(m_1, v), m: m_1, i: v}, "the power against each pair"),
        have(
            power <= G(x),
            "against a random pair",
            by=mean_power.at(X=L(m_1, v), U=H(m_1, v), z=x),
        ),
    ),
    example=point({x: 1, m_1: 0}, **silent, G=(0,), W=(1,)),
    near_misses={
        "any bound on the power": without(
            bounded, approached, witness=point({x: 1, m_1: 0}, **silent, G=(-1,), W=(1,))
        ),
        "strictly": variant(power < G(x), witness=point({x: 1, m_1: 0}, **silent, G=(0,), W=(1,))),
    },
    note="The largest power that a class leaves against each pair is a concave curve that does not fall.",
)


as_much = Theorem(
    title="What bounds the power of a class against every certain pair of neighbours bounds its curve",
    source="kifer.thmB-gstar",
    given=(approached, at_level),
    claim=G(x) <= b,
    derivation=cases(
        b < G(x),
        (
            let(c, (G(x) - b) / 2, (0 < c, c < G(x) - b), "half of the gap"),
            specialise(approached, {z: x, c: c}, "nearly the largest power"),
            obtain(near(x, c, i_0), "a pair"),
            specialise(at_level, {i: i_0, m_1: T(x, c)}, "this pair"),
        ),
    ),
    example=point({x: 1, b: 0}, **few, G=(0,)),
    near_misses={
        "without tests that come near it": without(
            approached, witness=point({x: 1, b: 0}, sizes={"I": 1}, L=(0,), H=(0,), G=(1,))
        ),
    },
    note=(
        "A bound on the power against every random pair of neighbours is one against the pairs that are certain. Together: the least bound on the power "
        "against a random pair, whatever its law, is the least bound on the power against each pair."
    ),
)
