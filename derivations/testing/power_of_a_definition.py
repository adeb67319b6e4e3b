"""The largest power that a definition of privacy leaves, level by level: mixtures of mechanisms force its shape."""

from dpsym.derivations.vocabulary import a, half
from dpsym.language import *

S = function(
    "S",
    about="at least 0 for the neighbours i, the level x and the power p where some mechanism of the definition has such a test "
    "between these neighbours, else negative",
)
G = function("G", about="the largest power, level by level")
X = function("X", about="the level of a test of at most the level z whose power is within d of the largest")
W = function("W", about="the power of this test")
I = function("I", about="the neighbours between which it is one")
i, j = parameter("i", about="two neighbours"), parameter("j", about="two other neighbours")
x, x_1, x_2 = (parameter(name, at_least=0, at_most=1) for name in ("x", "x_1", "x_2"))
p, p_1, p_2 = (parameter(name, at_least=0, at_most=1) for name in ("p", "p_1", "p_2"))
t = parameter("t", at_least=0, at_most=1)
b = parameter("b", at_least=0, at_most=1, about="another level")
z = parameter("z", at_least=0, at_most=1)
d = parameter("d", above=0, at_most=1)


def had(i, x, p):
    """That some mechanism has such a test."""
    return 0 <= S(i, x, p)


bounded = ForAll((i, z, x, p), Implication(AllOf(had(i, x, p), x <= z), p <= G(z)))
approached = ForAll(
    (z, d),
    AllOf(
        Between(0, X(z, d), z),
        Between(0, W(z, d), 1),
        had(I(z, d), X(z, d), W(z, d)),
        G(z) - d <= W(z, d),
    ),
)
alike = ForAll((i, j, x, p), Implication(had(i, x, p), had(j, x, p)))
mixed = ForAll(
    (t, i, x_1, p_1, x_2, p_2),
    Implication(
        AllOf(had(i, x_1, p_1), had(i, x_2, p_2)),
        had(i, t * x_1 + (1 - t) * x_2, t * p_1 + (1 - t) * p_2),
    ),
)
identity = Lambda(x, Min(1, x))
first, zero = Lambda((z, d), z), (0,)
nothing = Lambda((i, x, p), x - p)

nowhere_falling = Theorem(
    title="The largest power of a definition does not fall with the level",
    source=(
        whole_of("kifer.prop5-necessary-f"),
        "kifer.def6-g",
    ),
    given=(bounded, approached, a <= b),
    claim=G(a) <= G(b),
    derivation=(
        cases(
            G(b) < G(a),
            (
                let(d, Min(1, (G(a) - G(b)) / 2), (0 < d, d <= 1, d < G(a) - G(b)), "half of the gap"),
                specialise(approached, {z: a, d: d}, "nearly the largest power"),
                have(X(a, d) <= b, "a level"),
                specialise(bounded, {i: I(a, d), z: b, x: X(a, d), p: W(a, d)}, "the same test"),
            ),
        ),
    ),
    example=point({a: 0, b: 1}, S=nothing, G=identity, X=first, W=first, I=zero),
    near_misses={
        "without tests that come near it": variant(
            given=[bounded, a <= b],
            witness=point({a: 0, b: 1}, S=(-1,), G=Lambda(x, 1 - x)),
        ),
        "at any two levels": variant(
            given=[bounded, approached],
            witness=point({a: 1, b: 0}, S=nothing, G=identity, X=first, W=first, I=zero),
        ),
    },
)

between = t * a + (1 - t) * b
chord = t * G(a) + (1 - t) * G(b)
level, power = t * X(a, d) + (1 - t) * X(b, d), t * W(a, d) + (1 - t) * W(b, d)

concave = Theorem(
    title="Mixtures of mechanisms make the largest power of a definition concave",
    source=("kifer.thmB-concave", "kifer.prop5-necessary-f"),
    cites="kiferlin2012",
    given=(bounded, approached, alike, mixed),
    claim=chord <= G(between),
    derivation=(
        have(Between(0, between, 1), "a level"),
        cases(
            G(between) < chord,
            (
                let(
                    d,
                    Min(1, (chord - G(between)) / 2),
                    (0 < d, d <= 1, d < chord - G(between)),
                    "half of the gap",
                ),
                specialise(approached, {z: a, d: d}, "nearly the largest power at the first level"),
                specialise(approached, {z: b, d: d}, "nearly the largest power at the second level"),
                specialise(
                    alike,
                    {i: I(b, d), j: I(a, d), x: X(b, d), p: W(b, d)},
                    "the second test, between the neighbours of the first",
                ),
                specialise(
                    mixed,
                    {t: t, i: I(a, d), x_1: X(a, d), p_1: W(a, d), x_2: X(b, d), p_2: W(b, d)},
                    "the mixture of both mechanisms",
                ),
                have(Between(0, level, 1), "a level"),
                have(Between(0, power, 1), "a power"),
                have(t * X(a, d) <= t * a, "the first level"),
                have((1 - t) * X(b, d) <= (1 - t) * b, "the second level"),
                have(level <= between, "a level"),
                specialise(bounded, {i: I(a, d), z: between, x: level, p: power}, "its power"),
                have(t * (G(a) - d) <= t * W(a, d), "nearly the largest power"),
                have((1 - t) * (G(b) - d) <= (1 - t) * W(b, d), "nearly the largest power"),
                have(chord - d <= power, "nearly the largest power"),
            ),
        ),
    ),
    example=point({t: half, a: 0, b: 1}, S=nothing, G=identity, X=first, W=first, I=zero),
    near_misses={
        "without tests that come near it": variant(
            given=[bounded, alike, mixed],
            witness=point({t: half, a: 0, b: 1}, S=(-1,), G=Lambda(x, x**2)),
        ),
    },
    note=(
        "The mixture that reveals which mechanism ran has, with the pair of both tests, the weighted level and the weighted power; a definition that "
        "mixtures and post-processing keep has it. The paper moves every pair of neighbours to one pair by relabelling records, which cannot "
        "move a change from one individual to another: that all pairs are alike has to be supposed, and holds for every definition that treats "
        "individuals alike. A single point of bounded DP is not kept by mixtures, and its largest power is not concave."
    ),
)

falls_nowhere = ForAll((x_1, x_2), Implication(x_1 <= x_2, G(x_1) <= G(x_2)))
above_chords = ForAll((t, x_1, x_2), t * G(x_1) + (1 - t) * G(x_2) <= G(t * x_1 + (1 - t) * x_2))
jump = Lambda(x, Piecewise((Integer(0), x < half), (1, True)))

continuous = Theorem(
    title="A concave curve that does not fall is continuous at positive levels",
    source="kifer.prop5-necessary-f",
    given=(0 <= G(Integer(0)), 0 < a, a <= b, falls_nowhere, above_chords),
    claim=Between(0, a * (G(b) - G(a)), (b - a) * G(a)),
    derivation=(
        specialise(falls_nowhere, {x_1: a, x_2: b}, "nowhere falling"),
        let(t, a / b, (0 <= t, t <= 1, Eq(t * b, a)), "a part of the level"),
        specialise(above_chords, {t: t, x_1: b, x_2: Integer(0)}, "above the chord"),
        have(0 <= (1 - t) * G(Integer(0)), "no power is negative"),
        have(Eq(t * b + (1 - t) * 0, a), "a part of the level"),
        specialise(falls_nowhere, {x_1: t * b + (1 - t) * 0, x_2: a}, "nowhere falling"),
        have(t * G(b) <= G(a), "above the chord"),
        have(b * (t * G(b)) <= b * G(a), "multiply"),
        have(a * G(b) <= b * G(a), "a part of the level"),
        have(0 <= a * (G(b) - G(a)), "nowhere falling"),
    ),
    example=point({a: half, b: 1}, G=identity),
    near_misses={
        "without concavity": variant(
            given=(0 <= G(Integer(0)), 0 < a, a <= b, falls_nowhere),
            witness=point({a: Rational(1, 4), b: half}, G=jump),
        ),
    },
    note="So close levels have close powers. At level 0 the curve may jump: some outputs may be impossible on one of the inputs.",
)
