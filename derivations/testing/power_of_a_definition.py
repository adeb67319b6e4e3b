"""The largest power that a definition of privacy leaves, level by level: mixtures of mechanisms force its shape."""

from dpsym.derivations.vocabulary import a, half
from dpsym.language import *

# i, j, k: a mechanism of the definition with two neighbours and a test of its output; L(i), W(i): the level and the power of the test.
i, j, k = (Outcome(name, "V") for name in "ijk")
L = function("L", law=False, about="the level of a test")
W = function("W", law=False, about="its power")
B = function("B", law=False, about="positive where two tests are between the same neighbours")
G = function("G", about="the largest power, level by level")
t = parameter("t", at_least=0, at_most=1)
b = parameter("b", at_least=0, at_most=1, about="another level")
z = parameter("z", at_least=0, at_most=1)
d = parameter("d", above=0, at_most=1)
x_1, x_2 = (parameter(name, at_least=0, at_most=1) for name in ("x_1", "x_2"))


def near(z, d, i):
    """Some test of at most the level z has a power within d of the largest."""
    return Exists((i,), AllOf(L(i) <= z, G(z) - d <= W(i)))


def with_values(i, level, power):
    """Some test has this level and this power."""
    return AllOf(Eq(L(i), level), Eq(W(i), power))


bounded = ForAll((i, z), Implication(L(i) <= z, W(i) <= G(z)))
approached = ForAll((z, d), near(z, d, i))
ranges = ForAll(i, AllOf(Between(0, L(i), 1), Between(0, W(i), 1)))
alike = ForAll((i, j), Exists((k,), AllOf(0 < B(i, k), with_values(k, L(j), W(j)))))
mixed = ForAll(
    (t, i, j),
    Implication(
        0 < B(i, j),
        Exists((k,), with_values(k, t * L(i) + (1 - t) * L(j), t * W(i) + (1 - t) * W(j))),
    ),
)
one_test = {"sizes": {"V": 1}, "L": (0,), "W": (0,), "B": (1,), "G": Lambda(z, 0)}
sure_test = {"sizes": {"V": 1}, "L": (1,), "W": (0,), "B": (1,)}


def without_relation(values):
    """The values for a statement that does not ask which neighbours are the same."""
    return {name: x for name, x in values.items() if name != "B"}


nowhere_falling = Theorem(
    title="The largest power of a definition does not fall with the level",
    source=(
        of_any_spaces("kifer.prop5-necessary-f"),
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
                obtain(near(a, d, i), "this test"),
                have(L(i) <= b, "a level"),
                specialise(bounded, {i: i, z: b}, "the same test"),
            ),
        ),
    ),
    example=point({a: 0, b: 1}, **without_relation(one_test)),
    near_misses={
        "without tests that come near it": without(
            approached, witness=point({a: 0, b: 1}, **{**without_relation(sure_test), "G": Lambda(z, 1 - z)})
        ),
        "without a bound on the powers": without(
            bounded,
            witness=point({a: 0, b: 1}, **{**without_relation(one_test), "W": (1,), "G": Lambda(z, 1 - z)}),
        ),
    },
)

between = t * a + (1 - t) * b
chord = t * G(a) + (1 - t) * G(b)
l = Outcome("l", "V")
level, power = t * L(i) + (1 - t) * L(j), t * W(i) + (1 - t) * W(j)

concave = Theorem(
    title="Mixtures of mechanisms make the largest power of a definition concave",
    source=("kifer.thmB-concave", "kifer.prop5-necessary-f"),
    cites="kiferlin2012",
    given=(ranges, bounded, approached, alike, mixed),
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
                obtain(near(a, d, i), "this test"),
                specialise(approached, {z: b, d: d}, "nearly the largest power at the second level"),
                obtain(near(b, d, k), "this test"),
                specialise(alike, {i: i, j: k}, "the second test, between the neighbours of the first"),
                obtain(Exists((j,), AllOf(0 < B(i, j), with_values(j, L(k), W(k)))), "this test"),
                specialise(mixed, {t: t, i: i, j: j}, "the mixture of both mechanisms"),
                obtain(Exists((l,), with_values(l, level, power)), "the test of the mixture"),
                have(t * L(i) <= t * a, "the first level"),
                have((1 - t) * L(j) <= (1 - t) * b, "the second level"),
                have(L(l) <= between, "a level"),
                specialise(bounded, {i: l, z: between}, "its power"),
                have(t * (G(a) - d) <= t * W(i), "nearly the largest power"),
                have((1 - t) * (G(b) - d) <= (1 - t) * W(j), "nearly the largest power"),
                have(chord - d <= power, "nearly the largest power"),
            ),
        ),
    ),
    example=point({t: half, a: 0, b: 1}, **one_test),
    near_misses={
        "without tests that come near it": without(
            approached, witness=point({t: half, a: 0, b: 1}, **{**sure_test, "G": Lambda(z, z**2)})
        ),
        "without a bound on the powers": without(
            bounded, witness=point({t: half, a: 0, b: 1}, **{**one_test, "W": (1,), "G": Lambda(z, z**2)})
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
jump = Lambda(z, Piecewise((Integer(0), z < half), (1, True)))

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
    example=point({a: half, b: 1}, G=Lambda(z, Min(1, z))),
    near_misses={
        "without concavity": without(above_chords, witness=point({a: Rational(1, 4), b: half}, G=jump)),
    },
    note="So close levels have close powers. At level 0 the curve may jump: some outputs may be impossible on one of the inputs.",
)
