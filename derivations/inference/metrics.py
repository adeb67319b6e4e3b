"""Metrics that may be infinite: distances to a third element, connected elements, strong equivalence, continuity."""

from dpsym.derivations.inference.mechanisms import d, v, w, x, x_1, x_2, x_3
from dpsym.language import *

# A distance that is infinite has no value here: 0 <= d(v, w) says that it is finite.
triangle = ForAll(
    (x_1, x_2, x_3),
    Implication(
        AllOf(d.connected(x_1, x_3), d.connected(x_3, x_2)),
        Between(0, d(x_1, x_2), d(x_1, x_3) + d(x_3, x_2)),
    ),
)
metric = (d.identity, d.symmetry, triangle)
path = {"sizes": {"X": 3}, "d": (0, 1, 2, 1, 0, 1, 2, 1, 0)}
# Two elements at the distance 5 though both are at 1 from the second one.
no_metric = {"sizes": {"X": 3}, "d": (0, 1, 5, 1, 0, 1, 5, 1, 0)}

third_element = Theorem(
    title="The distances of two elements from a third one",
    source=(whole_of("bailie.defC.1"), "bailie.lemD.5"),
    given=metric,
    claim=ForAll(
        (v, w, x),
        Implication(AllOf(d.connected(v, w), d.connected(v, x)), Within(d(v, x) - d(w, x), d(v, w))),
    ),
    derivation=(
        specialise(d.symmetry, {x_1: v, x_2: w}, "the distance back"),
        specialise(triangle, {x_1: v, x_2: x, x_3: w}, "from the first by the second"),
        specialise(triangle, {x_1: w, x_2: x, x_3: v}, "from the second by the first"),
    ),
    example=point(**path),
    near_misses={
        "without the triangle inequality": variant(
            given=(d.identity, d.symmetry), witness=point(**no_metric)
        ),
        "a difference less than the distance": variant(
            ForAll(
                (v, w, x),
                Implication(AllOf(d.connected(v, w), d.connected(v, x)), d(v, x) - d(w, x) < d(v, w)),
            ),
            witness=point(**path),
        ),
    },
    note=(
        "An infinite distance has no value here: that d(v, w) is at least 0 says that the distance is finite. "
        "The hypotheses are the definition of a metric that may be infinite: it is 0 from an element to itself and to no other, symmetric, "
        "and no detour is shorter. Of a premetric only the distance of 0 from each element to itself is asked."
    ),
)

connectedness = Theorem(
    title="Connected data sets",
    source=whole_of("bailie.def3.2"),
    given=metric,
    claim=AllOf(
        ForAll(v, d.connected(v, v)),
        ForAll((v, w), Implication(d.connected(v, w), d.connected(w, v))),
        ForAll((v, w, x), Implication(AllOf(d.connected(v, w), d.connected(w, x)), d.connected(v, x))),
    ),
    derivation=(
        specialise(d.identity.args[0], {x_1: v}, "no distance from itself"),
        specialise(d.symmetry, {x_1: v, x_2: w}, "the distance back"),
        specialise(triangle, {x_1: v, x_2: x, x_3: w}, "a detour"),
    ),
    example=point(**path),
    near_misses={
        "all data sets are": variant(
            ForAll((v, w), d.connected(v, w)), witness=point(sizes={"X": 2}, d=(0, -1, -1, 0))
        ),
        "without the triangle inequality": variant(
            given=(d.identity, d.symmetry), witness=point(sizes={"X": 3}, d=(0, 1, -1, 1, 0, 1, -1, 1, 0))
        ),
    },
    note=(
        "That d(v, w) is at least 0 says that the distance is finite. "
        "Data sets at a finite distance are connected, and each is a connection of the other. This is an equivalence: its classes, the "
        "connected components, are a partition of the data sets. A set of data sets is connected where any two of its elements are; its "
        "component is the union of theirs. Privacy bounds the laws within a component and says nothing of two components: so it is with "
        "the number of records under the Hamming distance, and with any fact that is published as it is."
    ),
)

f = function("f", law=False, about="a distance between two elements")
g = function("g", law=False, about="another distance between them")
c_1 = parameter("c_1", above=0, about="the smaller constant")
c_2 = parameter("c_2", at_least=c_1, about="the larger constant")


def bounds(low, middle, high):
    """A distance lies between two others, for all elements."""
    return ForAll((v, w), Between(low, middle, high))


strong_equivalence = Theorem(
    title="Strong equivalence of two distances",
    source=whole_of("bailie.defC.2"),
    given=bounds(c_1 * f(v, w), g(v, w), c_2 * f(v, w)),
    claim=bounds(g(v, w) / c_2, f(v, w), g(v, w) / c_1),
    derivation=(
        specialise(bounds(c_1 * f(v, w), g(v, w), c_2 * f(v, w)), {v: v, w: w}, "these elements"),
        have(c_1 * f(v, w) / c_1 <= g(v, w) / c_1, "divide"),
        have(g(v, w) / c_2 <= c_2 * f(v, w) / c_2, "divide"),
    ),
    example=point({c_1: 1, c_2: 2}, sizes={"X": 2}, f=(0, 1, 1, 0), g=(0, 2, 2, 0)),
    near_misses={
        "with the same constants": variant(
            bounds(c_1 * g(v, w), f(v, w), c_2 * g(v, w)),
            witness=point({c_1: 3, c_2: 3}, sizes={"X": 2}, f=(0, 1, 1, 0), g=(0, 3, 3, 0)),
        ),
        "bounded on one side": variant(
            given=[ForAll((v, w), c_1 * f(v, w) <= g(v, w))],
            witness=point({c_1: 1, c_2: 1}, sizes={"X": 2}, f=(0, 1, 1, 0), g=(0, 2, 2, 0)),
        ),
    },
    note=(
        "Two distances are strongly equivalent where such positive constants exist, the same for every two elements of the set; the theorem says that it "
        "does not matter which of the two comes first. Equivalent distances are infinite together."
    ),
)

# N: the distance of the supremum norm; e and k: the change that is allowed, and how near is near enough.
N = function("N", law=False, about="the distance in the norm")
e = parameter("e", above=0, about="a change of the distance")
k = parameter("k", above=0, about="how near is near enough for it")


def near_enough(w):
    """Elements nearer than k to w in the norm are at a distance below e from it."""
    return ForAll(x, Implication(N(w, x) < k, AllOf(d.connected(w, x), d(w, x) < e)))


def changes_less(v, w):
    """Where an element comes nearer than k to w, its distance from v differs by less than e from that of w."""
    closer = AllOf(d.connected(v, x), d(v, w) - d(v, x) < e, d(v, x) - d(v, w) < e)
    return ForAll(x, Implication(AllOf(N(w, x) < k, d.connected(v, w)), closer))


continuity = Theorem(
    title="A metric that is small near an element is continuous there",
    source=(
        of_any_spaces("bailie.lemD.5"),
        "bailie.def-cont",
    ),
    given=metric,
    claim=ForAll(w, Implication(near_enough(w), ForAll(v, changes_less(v, w)))),
    derivation=(
        specialise(near_enough(w), {x: x}, "an element near by"),
        specialise(triangle, {x_1: v, x_2: x, x_3: w}, "a detour"),
        specialise(d.symmetry, {x_1: w, x_2: x}, "the distance back"),
        specialise(triangle, {x_1: v, x_2: w, x_3: x}, "a detour"),
    ),
    example=point({e: 2, k: 1}, sizes={"X": 2}, d=(0, 1, 1, 0), N=(0, 0, 0, 0)),
    near_misses={
        "where it is not small near it": variant(
            ForAll((w, v), changes_less(v, w)),
            witness=point({e: 1, k: 1}, sizes={"X": 2}, d=(0, 1, 1, 0), N=(0, 0, 0, 0)),
        ),
        "without the triangle inequality": variant(
            given=(d.identity, d.symmetry),
            witness=point({e: 2, k: 1}, **no_metric, N=(0, 1, 1, 1, 0, 0, 1, 0, 0)),
        ),
    },
    note=(
        "Continuity in the second argument: for every change e, and every pair of elements v and w at a finite distance, there is a k such "
        "that elements nearer than k to w in the supremum norm are at a distance from v that differs by less than e from that of w. The "
        "theorem says that one k serves for every v, if it does for w itself. Continuity is uniform where it serves for every w."
    ),
)

# The elements are measures with densities for one of them: m(v, y) is the density of v.
m = function(
    "m", law=False, about="the density of a measure, with respect to one that all of them have densities for"
)
r = parameter("r", at_least=0, about="a bound on the difference of two densities")


def nearer(k, v, w):
    """The supremum norm of the difference of the densities is below k: some smaller number bounds it at almost every outcome."""
    return Exists((r,), AllOf(r < k, ForAll(y, Within(m(v, y) - m(w, y), r))))


def changes_little(v, w, k):
    """Where a measure comes nearer than k to w in the norm, its distance from v differs by less than e from that of w."""
    alike = AllOf(d.connected(v, x), d(v, w) - d(v, x) < e, d(v, x) - d(v, w) < e)
    return ForAll(x, Implication(nearer(k, w, x), alike))


continuous = Definition(
    title="Continuity in the second argument with respect to the supremum norm",
    source=whole_of("bailie.def-cont"),
    defines=function("C", law=False, about="1 where the distance is continuous, else 0")(v, w),
    body=Implication(d.connected(v, w), ForAll(e, Exists((k,), changes_little(v, w, k)))),
    note=(
        "m(v, y) is the density of the measure v at y, and d(v, w) the distance. The measures have densities with respect to one sigma-finite measure; the supremum norm of a difference is the essential supremum of the "
        "difference of the densities. The distance is continuous where this holds for every v and every w: for every change e there is a number "
        "k, which may depend on all three, such that for measures that are nearer than k to w the distance from v changes by less than e. "
        "Nothing is asked where the distance of v and w is infinite, as a difference of infinities has no value. Continuity is uniform where k "
        "depends neither on v nor on w."
    ),
)
