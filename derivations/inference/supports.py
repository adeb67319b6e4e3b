"""Supports of laws on spaces with a topology, and the data that are possible with an output: as the least closed sets."""

from dpsym.derivations.inference.mechanisms import d, v, w
from dpsym.derivations.vocabulary import half
from dpsym.language import *

# c: a closed set of data; k: a closed set of outputs; z: an output; h: a value of the parameter. Laws are given by the probabilities of
# closed sets. I(c, v) and J(k, z): 1 where the element is in the closed set.
c, k, z, h = Outcome("c", "C"), Outcome("k", "K"), Outcome("z", "Z"), Outcome("h", "H")
a, b, c_1 = Outcome("a", "K"), Outcome("b", "K"), Outcome("c_1", "C")
I = function("I", law=False, about="1 where the data set is in the closed set, else 0")
J = function("J", law=False, about="1 where the output is in the closed set, else 0")
G = function("G", law=False, about="the probability of a closed set of data, given the parameter")
M = function("M", law=False, about="the probability of a closed set of outputs, given the data set")
B = function("B", about="the prior law of the parameter")


def in_model(h, v):
    """The data set lies in every closed set of probability 1 under the model."""
    return ForAll(c, Implication(Eq(G(h, c), 1), Eq(I(c, v), 1)))


def in_output(v, z):
    """The output lies in every closed set of outputs of probability 1 given the data set."""
    return ForAll(k, Implication(Eq(M(v, k), 1), Eq(J(k, z), 1)))


def possible(v, z, h):
    """The data set is possible with the output and the value of the parameter."""
    return AllOf(in_output(v, z), in_model(h, v))


data_with_an_output = Definition(
    title="Data that are possible with an output and a value of the parameter",
    source=(whole_of("bailie.def-supp0"), "bailie.defA"),
    defines=function(
        "K", law=False, about="1 where the data set is in the support of x given t and the parameter, else 0"
    )(v, z, h),
    body=possible(v, z, h),
    note=(
        "M(v, k) is the probability of the closed set k of outputs given the data set v, and J(k, z) is 1 where the output z is in it; G(h, c) is the "
        "probability of the closed set c of data under the model with the parameter h, and I(c, v) is 1 where v is in it. Data sets and outputs have a topology each, of which only the closed sets are used. The support of the model is the intersection of the "
        "closed sets of data that have probability 1, the support of the output given the data set that of the closed sets of outputs that "
        "have probability 1. A data set is possible with the output where the output is in the support given the data set, and is counted "
        "where it is in the support of the model besides. Where every set is closed, with finitely many elements, these are the elements "
        "of positive probability. The topology is not that of the distance of data sets, for which supports may be empty: the paper's "
        "footnote on empty supports needs a law without point masses, not only uncountably many data sets."
    ),
)

connected_data = ForAll(
    (v, w),
    Implication(AllOf(Exists((h,), possible(v, z, h)), Exists((h,), possible(w, z, h))), d.connected(v, w)),
)

assumption = Definition(
    title="The data that are possible with the output are connected, and the prior is a law",
    source=whole_of("bailie.asm6.1"),
    defines=function("A", law=False, about="1 where what is assumed of the output holds, else 0")(z),
    body=AllOf(connected_data, distribution(B(h), h)),
    note=(
        "The data that are possible with the output are those that are so for some value of the parameter: the union of the sets of "
        "the definition before. The set J of the theorems on the prior predictive law and on the posterior is this union, or a larger one; "
        "none of its data sets is farther than some number from the one that is held fixed, so that they are connected."
    ),
)

R = function(
    "R",
    law=False,
    about="1 where the closed set is that of all outputs that show the component of the data set, else 0",
)
publishes = ForAll((v, k), Implication(Eq(R(v, k), 1), Eq(M(v, k), 1)))
one_component = ForAll(
    (v, w, a, b, z),
    Implication(AllOf(Eq(R(v, a), 1), Eq(R(w, b), 1), Eq(J(a, z), 1), Eq(J(b, z), 1)), d.connected(v, w)),
)
told = {
    "sizes": {"X": 2, "K": 2, "Z": 2}, "R": (1, 0, 0, 1), "M": (1, 0, 0, 1), "J": (1, 0, 0, 1), "d": (0, -1, -1, 0),
}  # fmt: skip

connected_support = Theorem(
    title="The data that are possible with an output that shows their component are connected",
    source=(of_any_spaces("bailie.propE.23"), of_any_spaces("bailie.rem4.3")),
    given=(publishes, one_component),
    claim=ForAll(
        (v, w, a, b, z),
        Implication(
            AllOf(Eq(R(v, a), 1), Eq(R(w, b), 1), in_output(v, z), in_output(w, z)), d.connected(v, w)
        ),
    ),
    derivation=(
        specialise(publishes, {v: v, k: a}, "the component is published"),
        specialise(publishes, {v: w, k: b}, "the component is published"),
        specialise(in_output(v, z), {k: a}, "a closed set of probability 1"),
        specialise(in_output(w, z), {k: b}, "a closed set of probability 1"),
        specialise(one_component, {v: v, w: w, a: a, b: b, z: z}, "an output shows one component"),
    ),
    example=point(**told),
    near_misses={
        "where the component is not published": without(publishes, witness=point(**{**told, "M": (0, 0, 0, 0)})),
        "of outputs that show several components": without(one_component, witness=point(**{**told, "J": (1, 1, 1, 1)})),
        "of all data sets": variant(ForAll((v, w), d.connected(v, w)), witness=point(**told)),
    },
    note=(
        "The output is that of the mechanism together with the component of the data. Its topology is the product of that of the outputs and "
        "of the discrete one of components, so that the outputs with a given component are a closed set, of probability 1 for the data of that "
        "component: the support of the output given the data lies in it. So the data that are possible with an output are of the component that it "
        "shows, for every model and every value of the parameter; where there are none, no two are unconnected."
    ),
)  # fmt: skip

# A base of the open sets of data: o is one of its sets, q(o) its probability, U(o, v) is 1 where the data set is in it. N(o, c) is 1 where the
# closed set c is the complement of o.
o = Outcome("o", "O")
U = function("U", law=False, about="1 where the data set is in the set of the base, else 0")
q = function("q", law=False, about="the probability of the set of the base")
g = function("g", law=False, about="the probability of the closed set of data")
N = function("N", law=False, about="1 where the closed set is the complement of the set of the base, else 0")
complements = ForAll(
    (o, c), Implication(Eq(N(o, c), 1), AllOf(Eq(g(c), 1 - q(o)), ForAll(w, Eq(I(c, w), 1 - U(o, w)))))
)
in_support = ForAll(c, Implication(Eq(g(c), 1), Eq(I(c, v), 1)))
base = {
    "sizes": {"X": 2, "O": 2, "C": 2},
    "U": (1, 0, 0, 1),
    "q": (1, 0),
    "g": (0, 1),
    "I": (0, 1, 1, 0),
    "N": (1, 0, 0, 1),
}

support_by_base = Theorem(
    title="No element of a support is in a null set of a base",
    source="bailie.defA",
    given=complements,
    claim=ForAll((v, o, c_1), Implication(AllOf(in_support, Eq(N(o, c_1), 1), Eq(q(o), 0)), Eq(U(o, v), 0))),
    derivation=(
        specialise(complements, {o: o, c: c_1}, "the complement"),
        have(Eq(g(c_1), 1), "the complement of a null set"),
        specialise(in_support, {c: c_1}, "in every closed set of probability 1"),
        specialise(ForAll(w, Eq(I(c_1, w), 1 - U(o, w))), {w: v}, "the complement"),
    ),
    example=point(**base),
    near_misses={
        "without the complements": variant(given=(), witness=point(**{**base, "g": (0, 0), "q": (0, 0)})),
    },
    note=(
        "The complement of a set of the base is closed; where the set is null it has probability 1, and holds the support. With the theorem after "
        "this one: the complement of the support is the union of the null sets of the base."
    ),
)

# H(o, c): 1 where the set of the base and the closed set have no element in common, so that their probabilities add up to at most 1.
H = function(
    "H", law=False, about="1 where the set of the base and the closed set have no element in common, else 0"
)
disjoint = ForAll((o, c), Implication(Eq(H(o, c), 1), AllOf(0 <= q(o), q(o) + g(c) <= 1)))
beside = {"sizes": {"O": 2, "C": 2}, "q": (1, 0), "g": (0, 1), "H": (1, 0, 0, 1)}

null_set_outside = Theorem(
    title="A set of a base outside of a closed set of probability 1 is null",
    source="bailie.defA",
    given=disjoint,
    claim=ForAll((o, c), Implication(AllOf(Eq(H(o, c), 1), Eq(g(c), 1)), Eq(q(o), 0))),
    derivation=specialise(disjoint, {o: o, c: c}, "no element in common"),
    example=point(**beside),
    near_misses={
        "of sets with elements in common": without(disjoint, witness=point(**{**beside, "q": (1, 1)})),
    },
    note=(
        "An element outside of the support is outside of some closed set of probability 1; the complement of this is open, so that some set of the base holds "
        "the element and has nothing in common with the closed set. By this theorem it is null."
    ),
)

# The null sets of a countable base, numbered: n(i) is the probability of the i-th, u(i) that of the union of those before it.
i = parameter("i", integer=True, about="the number of a null set of the base")
u = function("u", law=False, about="the probability of the union of the null sets with smaller numbers")
n = function("n", law=False, about="the probability of the null set with the number")
r = parameter("r", about="the probability of the complement of the support")
p = parameter("p", about="the probability of a measurable set")
t = parameter("t", about="the probability of what of the set is in the support")
finite_unions = AllOf(u(0) <= 0, ForAll(i, AllOf(Eq(n(i), 0), u(i + 1) <= u(i) + n(i))))
from_below = Implication(ForAll(i, u(i) <= 0), r <= 0)

lives_on_its_support = Theorem(
    title="A law lives on its support where the topology has a countable base",
    source=of_any_spaces("bailie.defA"),
    given=(finite_unions, from_below, t <= p, p <= t + r),
    claim=Eq(p, t),
    derivation=(
        have(
            ForAll(i, u(i) <= 0),
            "finite unions of null sets",
            derivation=induction(
                i,
                first=(),
                then=(specialise(finite_unions.args[1], {i: i}, "one more null set"),),
            ),
        ),
        have(r <= 0, "a union of increasing sets"),
    ),
    example=point({r: 0, p: half, t: half}, u=Lambda(i, Integer(0)), n=Lambda(i, Integer(0))),
    near_misses={
        "where the union is more than its finite parts": without(
            from_below, witness=point({r: 1, p: 1, t: 0}, u=Lambda(i, Integer(0)), n=Lambda(i, Integer(0)))
        ),
        "of a set outside of which more lies": without(
            p <= t + r, witness=point({r: 0, p: 1, t: 0}, u=Lambda(i, Integer(0)), n=Lambda(i, Integer(0)))
        ),
    },
    note=(
        "Of a probability it is used that a union of two sets has at most the sum of their probabilities, and that the probability of a union of "
        "increasing sets that are null is 0. So the complement of the support has the "
        "probability 0, and a measurable set has the probability of what of it is in the support. The same holds of the laws of outputs."
    ),
)
