"""The largest power that a class of mechanisms leaves is concave in the level: convexity and symmetry of the class force it."""

from dpsym.derivations.vocabulary import a, half
from dpsym.language import *

# A test is a mechanism of the class followed by a decision; by post-processing it is itself one of the class, with two outputs.
# i, j: pairs of neighbours.  L(m, i), H(m, i): the probability that the test m rejects on the one and on the other data set of i.
i, j = Outcome("i", "I"), Outcome("j", "I")
L = function(
    "L",
    law=False,
    about="the level of a test at a pair of neighbours (how likely it rejects the one data set)",
)
H = function(
    "H",
    law=False,
    about="the power of a test at a pair of neighbours (how likely it rejects the other data set)",
)
G = function("G", law=False, about="the largest power, level by level")
J = function("J", law=False, about="the test that is the one of two with a given probability, else the other")
K = function(
    "K", law=False, about="the test that does at one pair of neighbours what another does at another pair"
)
T = function("T", law=False, about="a test of a given level whose power is nearly the largest")
m, m_2 = (parameter(name, about="a test on a mechanism of the class") for name in ("m", "m_2"))
t = parameter("t", at_least=0, at_most=1, about="the probability of the first mechanism")
b = parameter("b", at_least=0, at_most=1, about="another level")
z = parameter("z", at_least=0, at_most=1, about="a level")
c = parameter("c", above=0, about="how near the largest power")


def mixed(rate):
    """The rate of the test J(t, m, m_2), which is m with probability t, else m_2."""
    return ForAll((t, m, m_2, i), Eq(rate(J(t, m, m_2), i), t * rate(m, i) + (1 - t) * rate(m_2, i)))


def kept(rate):
    """The test K(m, i, j) does between the pair j what m does between the pair i."""
    return ForAll((m, i, j), Eq(rate(K(m, i, j), j), rate(m, i)))


convex = AllOf(
    mixed(L), mixed(H)
)  # one of two mechanisms runs; by transparency it says which, and its test is made
symmetric = AllOf(kept(L), kept(H))
# G(z) is the least bound on the power at level z: T(z, c) is a test of the level with at least the power G(z) - c.
bounded = ForAll((z, m, i), Implication(L(m, i) <= z, H(m, i) <= G(z)))


def near(z, c, i):
    """That the test T(z, c) has level z and nearly the largest power, between some pair."""
    return Exists((i,), AllOf(L(T(z, c), i) <= z, G(z) - c <= H(T(z, c), i)))


approached = ForAll((z, c), near(z, c, i))

between = t * a + (1 - t) * b
chord = t * G(a) + (1 - t) * G(b)
one, other = T(a, c), T(b, c)
moved = K(other, j, i)
mixture = J(t, one, moved)

silent = {"sizes": {"I": 1}, "L": (0,), "H": (0,), "J": (0,), "K": (0,), "T": (0,)}

concave = Theorem(
    title="The largest power under a convex and symmetric definition is concave",
    source=of_any_spaces("kifer.thmB-concave"),
    cites="kiferlin2012",
    given=(convex, symmetric, bounded, approached),
    claim=chord <= G(between),
    derivation=(
        have(Between(0, between, 1), "a level"),
        cases(
            G(between) < chord,
            (
                let(c, (chord - G(between)) / 2, (0 < c, c < chord - G(between)), "half of the gap"),
                specialise(approached, {z: a, c: c}, "nearly the largest power at the first level"),
                obtain(near(a, c, i), "a pair for the first level"),
                specialise(approached, {z: b, c: c}, "nearly the largest power at the second level"),
                obtain(near(b, c, j), "a pair for the second level"),
                have(
                    AllOf(Eq(L(moved, i), L(other, j)), Eq(H(moved, i), H(other, j))),
                    "symmetry: the second test, between the first pair",
                    derivation=(
                        specialise(kept(L), {m: other, i: j, j: i}, "its level"),
                        specialise(kept(H), {m: other, i: j, j: i}, "its power"),
                    ),
                ),
                have(
                    AllOf(
                        Eq(L(mixture, i), t * L(one, i) + (1 - t) * L(moved, i)),
                        Eq(H(mixture, i), t * H(one, i) + (1 - t) * H(moved, i)),
                    ),
                    "convexity: one of both tests, by chance",
                    derivation=(
                        specialise(mixed(L), {t: t, m: one, m_2: moved, i: i}, "its level"),
                        specialise(mixed(H), {t: t, m: one, m_2: moved, i: i}, "its power"),
                    ),
                ),
                have(t * L(one, i) <= t * a, "the first level"),
                have((1 - t) * L(moved, i) <= (1 - t) * b, "the second level"),
                have(L(mixture, i) <= between, "the level of the mixture"),
                specialise(bounded, {z: between, m: mixture, i: i}, "its power"),
                have(t * (G(a) - c) <= t * H(one, i), "nearly the largest power"),
                have((1 - t) * (G(b) - c) <= (1 - t) * H(moved, i), "nearly the largest power"),
                have(chord - c <= H(mixture, i), "nearly the largest power"),
            ),
        ),
    ),
    example=point({t: half, a: 0, b: 1}, **silent, G=(0,)),
    near_misses={
        "strictly above its chords": variant(
            chord < G(between), witness=point({t: half, a: 0, b: 1}, **silent, G=(0,))
        ),
        "for any bound on the power": without(
            approached, witness=point({t: half, a: 0, b: 1}, **silent, G=Lambda(z, z**2))
        ),
    },
    note=(
        "The class is that of all mechanisms with a definition of privacy. A test on such a mechanism is a secondary analysis with two "
        "answers, so that both together are a mechanism of the class where post-processing keeps the definition. A convex definition "
        "has with two of these that which runs the one or the other by chance: its level and its power are the means of theirs, at "
        "every pair of neighbours. Transparency allows the mechanism to say which one ran, and is not needed here. "
        "The class may have any mechanisms whose tests real numbers can number, and the data any set of pairs of neighbours. "
        "The paper's symmetry relabels the records of every individual, and keeps the individual in whom two data sets differ; that tests go over from any pair of neighbours to any other has to "
        "be supposed, and holds for every definition that treats individuals alike."
    ),
)
