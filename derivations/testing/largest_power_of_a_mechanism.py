"""The largest power that a mechanism leaves between neighbours, level by level: no secondary analysis raises it."""

from dpsym.derivations.conversions.f_dp_post_processing import as_test_of_the_output, g
from dpsym.derivations.divergences.renyi_post_processing import analysed, answers, keep, w
from dpsym.derivations.testing.error_rates import f
from dpsym.derivations.vocabulary import a, apart, equal, half
from dpsym.language import *

N = function("N", law=False, about="another analysis: the law of its result on each output")
p = parameter("p", at_least=0, at_most=1, about="a bound on the power at this level")


def at_most(pair):
    """No test of level a between the two laws has a power above p: p bounds the largest power at this level."""
    return every_test(Implication(Mass(f(y), pair.a) <= a, Mass(f(y), pair.b) <= p))


secondary_analysis = Theorem(
    title="No secondary analysis raises the largest power",
    source=of_any_spaces("kifer.def6-g"),
    given=(answers, at_most(Pair())),
    claim=at_most(analysed),
    derivation=(
        *as_test_of_the_output(),
        specialise(at_most(Pair()), {f(y): g(y)}, "this test"),
    ),
    example=point({a: half, p: half}, **equal, **keep),
    near_misses={
        "whatever the tests of the output are": without(
            at_most(Pair()), witness=point({a: 0, p: half}, **apart, **keep)
        ),
        "where the analysis sees the data": variant(
            at_most(Pair(analysed.a, Total(Q(w) * N(w, y), w))),
            witness=point({a: half, p: half}, **equal, G=(half, half, half, half), N=(1, 0, 1, 0)),
        ),
    },
    note=(
        "The largest power of a mechanism at a level is the least number p that bounds the power of all its tests of this level, between any two neighbours, and that of a definition "
        "is the least number that bounds it for each mechanism with the definition. P and Q are the laws of the output on two neighbours, in either order; what is said of any two of them holds of the supremum over all. "
        "A test of the result is a test of the output, which makes the analysis itself. So the largest power "
        "of the mechanism with the analysis is no larger, and a definition that keeps its parameters under post-processing loses nothing where analyses are counted as mechanisms."
    ),
)

# m: a mechanism of the definition; i: two neighbours with a test of the level, and W(m, i) its power on the mechanism m.
m, i = Outcome("m", "U"), Outcome("i", "V")
d = parameter("d", above=0, about="how near the largest power")
b = parameter("b", about="a bound on the largest powers of all mechanisms")
W = function("W", law=False, about="the power of a test between two neighbours on a mechanism")
H = function("H", law=False, about="the largest power of a mechanism at this level")
K = parameter("K", about="the largest power of the definition at this level")

above_each = ForAll((m, i), W(m, i) <= H(m))
above_all = ForAll((m, i), W(m, i) <= K)
near_each = ForAll((m, d), Exists((i,), H(m) - d <= W(m, i)))
near_all = ForAll(d, Exists((m, i), K - d <= W(m, i)))
silent = {"sizes": {"U": 1, "V": 1}, "W": (0,), "H": (0,)}

of_mechanisms = Theorem(
    title="The largest power of a definition is the supremum of those of its mechanisms",
    source="kifer.def6-g",
    given=(above_each, near_each, above_all, near_all),
    claim=AllOf(ForAll(m, H(m) <= K), Implication(ForAll(m, H(m) <= b), K <= b)),
    derivation=(
        have(
            ForAll(m, H(m) <= K),
            "a bound for each",
            derivation=cases(
                K < H(m),
                (
                    let(d, (H(m) - K) / 2, (0 < d, d < H(m) - K), "half of the gap"),
                    specialise(near_each, {m: m, d: d}, "nearly its largest power"),
                    obtain(Exists((i,), H(m) - d <= W(m, i)), "this test"),
                    specialise(above_all, {m: m, i: i}, "this test"),
                    have(H(m) - d <= K, "nearly its largest power"),
                ),
                (),
            ),
        ),
        have(
            Implication(ForAll(m, H(m) <= b), K <= b),
            "and the least one",
            derivation=cases(
                b < K,
                (
                    let(d, (K - b) / 2, (0 < d, d < K - b), "half of the gap"),
                    specialise(near_all, {d: d}, "nearly the largest power"),
                    obtain(Exists((m, i), K - d <= W(m, i)), "this mechanism and test"),
                    specialise(above_each, {m: m, i: i}, "this test"),
                    specialise(ForAll(m, H(m) <= b), {m: m}, "this mechanism"),
                    have(K - d <= b, "nearly the largest power"),
                ),
                (),
            ),
        ),
    ),
    example=point({K: 0, b: 0}, **silent),
    near_misses={
        "for any bounds of the mechanisms": without(
            near_each, claim=ForAll(m, H(m) <= K), witness=point({K: 0}, **{**silent, "H": (1,)})
        ),
        "for any bound of the definition": without(
            near_all, claim=Implication(ForAll(m, H(m) <= b), K <= b), witness=point({K: 1, b: 0}, **silent)
        ),
    },
    note="m ranges over the mechanisms with the definition, and i over all pairs of neighbours with a test of the level: both are any sets.",
)
