"""The least loss over all joint laws with given laws of the single outputs: what a dual solution proves, and of a next mechanism."""

from dpsym.derivations.vocabulary import eps, half, quarter
from dpsym.language import *

z = Outcome("z", "Z")
x, o = Outcome("x", "X"), Outcome("o", "O")

# A, B: the joint laws in two states; K, L and M, N: the laws of the single outputs in the first state and in the second.
# w: a test; u, v and f, g: numbers for the single outputs (potentials) in the first state and in the second.
A = function("A", law=False, about="the joint law of the outputs in the first state")
B = function("B", law=False, about="their joint law in the second state")
K = function("K", law=False, about="the law of the first output in the first state")
L = function("L", law=False, about="that of the second output in the first state")
M = function("M", law=False, about="that of the first output in the second state")
N = function("N", law=False, about="that of the second output in the second state")
w = function("w", law=False, about="a test of both outputs")
u = function("u", law=False, about="a number for each value of the first output, in the first state")
v = function("v", law=False, about="one for each value of the second output, in the first state")
f = function("f", law=False, about="a number for each value of the first output, in the second state")
g = function("g", law=False, about="one for each value of the second output, in the second state")
masses = ForAll((y, z), AllOf(0 <= A(y, z), 0 <= B(y, z)))
margins = AllOf(
    ForAll(y, Eq(Total(A(y, z), z), K(y))), ForAll(z, Eq(Total(A(y, z), y), L(z))),
    ForAll(y, Eq(Total(B(y, z), z), M(y))), ForAll(z, Eq(Total(B(y, z), y), N(z))),
)  # fmt: skip
test = ForAll((y, z), Between(0, w(y, z), 1))
below = ForAll((y, z), AllOf(u(y) + v(z) <= w(y, z), f(y) + g(z) <= -w(y, z)))
dual = (
    Total(u(y) * K(y), y) + Total(v(z) * L(z), z) + exp(eps) * (Total(f(y) * M(y), y) + Total(g(z) * N(z), z))
)
loss = Total(Max(0, A(y, z) - exp(eps) * B(y, z)), y, z)
copies = {
    "sizes": {"Y": 2, "Z": 2}, "A": (3 * quarter, 0, 0, quarter), "B": (quarter, 0, 0, 3 * quarter), "K": (3 * quarter, quarter),
    "L": (3 * quarter, quarter), "M": (quarter, 3 * quarter), "N": (quarter, 3 * quarter), "w": (1, 1, 0, 0), "u": (1, 0), "v": (0, 0),
    "f": (-1, 0), "g": (0, 0),
}  # fmt: skip

weak_duality = Theorem(
    title="A dual solution bounds the loss of every joint law with given laws of the single outputs",
    source=part_of(
        "zhang.lp-coupling",
        "more than two outputs and both orders at once, which the evaluator takes; that the best dual solution is attained",
    ),
    given=(masses, margins, test, below),
    claim=dual <= loss,
    derivation=(
        specialise(masses, {y: y, z: z}),
        specialise(test, {y: y, z: z}),
        specialise(below, {y: y, z: z}),
        specialise(ForAll(y, Eq(Total(A(y, z), z), K(y))), {y: y}),
        specialise(ForAll(z, Eq(Total(A(y, z), y), L(z))), {z: z}),
        specialise(ForAll(y, Eq(Total(B(y, z), z), M(y))), {y: y}),
        specialise(ForAll(z, Eq(Total(B(y, z), y), N(z))), {z: z}),
        have(
            w(y, z) * (A(y, z) - exp(eps) * B(y, z)) <= Max(0, A(y, z) - exp(eps) * B(y, z)), "a test",
            derivation=cases(
                0 <= A(y, z) - exp(eps) * B(y, z),
                have(w(y, z) * (A(y, z) - exp(eps) * B(y, z)) <= A(y, z) - exp(eps) * B(y, z), "at most 1"),
                have(w(y, z) * (A(y, z) - exp(eps) * B(y, z)) <= 0, "at least 0"),
            ),
        ),
        have((u(y) + v(z)) * A(y, z) <= w(y, z) * A(y, z), "a mass"),
        have(0 <= exp(eps) * B(y, z), "a mass"),
        have((f(y) + g(z)) * (exp(eps) * B(y, z)) <= -w(y, z) * (exp(eps) * B(y, z)), "a mass"),
        have(
            (u(y) + v(z)) * A(y, z) + exp(eps) * ((f(y) + g(z)) * B(y, z)) <= Max(0, A(y, z) - exp(eps) * B(y, z)),
            "outcome by outcome",
        ),
        have(Eq(Total(u(y) * A(y, z), y, z), Total(u(y) * K(y), y)), "the law of the first output",
             derivation=have(Eq(u(y) * Total(A(y, z), z), u(y) * K(y)))),
        have(Eq(Total(v(z) * A(y, z), y, z), Total(v(z) * L(z), z)), "the law of the second output",
             derivation=have(Eq(v(z) * Total(A(y, z), y), v(z) * L(z)))),
        have(Eq(Total(f(y) * B(y, z), y, z), Total(f(y) * M(y), y)), "the law of the first output",
             derivation=have(Eq(f(y) * Total(B(y, z), z), f(y) * M(y)))),
        have(Eq(Total(g(z) * B(y, z), y, z), Total(g(z) * N(z), z)), "the law of the second output",
             derivation=have(Eq(g(z) * Total(B(y, z), y), g(z) * N(z)))),
        Chain(dual)
        .eq(
            Total(u(y) * A(y, z), y, z) + Total(v(z) * A(y, z), y, z)
            + exp(eps) * (Total(f(y) * B(y, z), y, z) + Total(g(z) * B(y, z), y, z)),
            "the laws of the single outputs",
        )
        .eq(Total((u(y) + v(z)) * A(y, z) + exp(eps) * ((f(y) + g(z)) * B(y, z)), y, z), "one sum")
        .le(loss, "outcome by outcome"),
    ),
    example=point({eps: 0}, **copies),
    tight=point({eps: 0}, **copies),
    near_misses={
        "of another joint law": variant(
            given=(masses, test, below), witness=point({eps: 0}, **{**copies, "A": (0, 0, 0, 0)})
        ),
        "with a test above 1": variant(
            given=(masses, margins, below),
            witness=point({eps: 0}, **{**copies, "w": (2, 2, 0, 0), "u": (2, 0), "f": (-2, 0)}),
        ),
    },
    note="The multipliers are compared with finitely many numbers: this is the certificate of the least loss.",
)  # fmt: skip

above = ForAll((y, z), AllOf(w(y, z) <= u(y) + v(z), f(y) + g(z) <= w(y, z)))
covers = {**copies, "u": (1, 0), "v": (0, 0), "f": (1, 0), "g": (0, 0)}

mass_of_event = Theorem(
    title="Potentials bound the mass of an event from above in one state and from below in the other",
    source="zhang.lp-coupling",
    given=(masses, margins, above),
    claim=AllOf(
        Total(w(y, z) * A(y, z), y, z) <= Total(u(y) * K(y), y) + Total(v(z) * L(z), z),
        Total(f(y) * M(y), y) + Total(g(z) * N(z), z) <= Total(w(y, z) * B(y, z), y, z),
    ),
    derivation=(
        specialise(masses, {y: y, z: z}),
        specialise(above, {y: y, z: z}),
        specialise(ForAll(y, Eq(Total(A(y, z), z), K(y))), {y: y}),
        specialise(ForAll(z, Eq(Total(A(y, z), y), L(z))), {z: z}),
        specialise(ForAll(y, Eq(Total(B(y, z), z), M(y))), {y: y}),
        specialise(ForAll(z, Eq(Total(B(y, z), y), N(z))), {z: z}),
        have(w(y, z) * A(y, z) <= (u(y) + v(z)) * A(y, z), "a mass"),
        have((f(y) + g(z)) * B(y, z) <= w(y, z) * B(y, z), "a mass"),
        have(
            Eq(Total(u(y) * A(y, z), y, z), Total(u(y) * K(y), y)), "the law of the first output",
            derivation=have(Eq(u(y) * Total(A(y, z), z), u(y) * K(y))),
        ),
        have(
            Eq(Total(v(z) * A(y, z), y, z), Total(v(z) * L(z), z)), "the law of the second output",
            derivation=have(Eq(v(z) * Total(A(y, z), y), v(z) * L(z))),
        ),
        have(
            Eq(Total(f(y) * B(y, z), y, z), Total(f(y) * M(y), y)), "the law of the first output",
            derivation=have(Eq(f(y) * Total(B(y, z), z), f(y) * M(y))),
        ),
        have(
            Eq(Total(g(z) * B(y, z), y, z), Total(g(z) * N(z), z)), "the law of the second output",
            derivation=have(Eq(g(z) * Total(B(y, z), y), g(z) * N(z))),
        ),
        Chain(Total(w(y, z) * A(y, z), y, z))
        .le(Total((u(y) + v(z)) * A(y, z), y, z), "outcome by outcome")
        .eq(Total(u(y) * A(y, z), y, z) + Total(v(z) * A(y, z), y, z), "expand")
        .eq(Total(u(y) * K(y), y) + Total(v(z) * L(z), z), "the laws of the single outputs"),
        Chain(Total(f(y) * M(y), y) + Total(g(z) * N(z), z))
        .eq(Total(f(y) * B(y, z), y, z) + Total(g(z) * B(y, z), y, z), "the laws of the single outputs")
        .eq(Total((f(y) + g(z)) * B(y, z), y, z), "one sum")
        .le(Total(w(y, z) * B(y, z), y, z), "outcome by outcome"),
    ),
    example=point(**covers),
    tight=point(**covers),
    near_misses={
        "of another joint law": variant(
            given=(masses, above), witness=point(**{**covers, "K": (0, 0), "L": (0, 0)})
        ),
        "without the potentials": variant(
            given=(masses, margins), witness=point(**{**covers, "u": (0, 0)})
        ),
    },
    note=(
        "The two states are coupled independently of each other: over all events the largest of the one less e^eps times the other is the "
        "greatest loss. By Strassen's theorem potentials of 0 and 1 suffice."
    ),
)  # fmt: skip

# D(x, y): what a data set adds to the difference of the two states at an output of what runs already; H(x, .): the law of the next
# mechanism; c(x): numbers for the data sets.
D = function("D", law=False, about="what a data set adds to the difference of the two states at an output")
H = function("H", law=False, about="the law of the output of the next mechanism, for each data set")
c = function("c", law=False, about="a number for each data set")
laws = ForAll(x, Eq(Total(H(x, o), o), 1))
bounded = ForAll(o, Total(Max(0, Total(D(x, y) * H(x, o), x)), y) <= Total(c(x) * H(x, o), x))
bit = {
    "sizes": {"X": 2, "Y": 1, "O": 2},
    "D": (half, -half),
    "H": (3 * quarter, quarter, quarter, 3 * quarter),
    "c": (half, -half * half),
}

next_mechanism = Theorem(
    title="Numbers for the data sets that bound the loss with one more mechanism",
    source="zhang.def-invcomp",
    given=(laws, bounded),
    claim=Total(Max(0, Total(D(x, y) * H(x, o), x)), y, o) <= Total(c(x), x),
    derivation=(
        specialise(laws, {x: x}),
        specialise(bounded, {o: o}),
        have(Eq(c(x) * Total(H(x, o), o), c(x)), "a law"),
        Chain(Total(Max(0, Total(D(x, y) * H(x, o), x)), y, o))
        .le(Total(Total(c(x) * H(x, o), x), o), "output by output")
        .eq(Total(c(x) * Total(H(x, o), o), x), "the other sum first")
        .eq(Total(c(x), x), "a law"),
    ),
    example=point(sizes={"X": 2, "Y": 1, "O": 2}, D=(half, -half), H=(half, half, half, half), c=(half, 0)),
    near_misses={
        "without the bound": variant(
            given=[laws],
            witness=point(sizes={"X": 2, "Y": 1, "O": 2}, D=(half, -half), H=(1, 0, 0, 1), c=(0, 0)),
        ),
    },
    note=(
        "For a mechanism with a bounded loss between data sets the bound is asked at vectors of two levels alone, as each of its outputs is a sum of "
        "multiples of them and the left side is convex."
    ),
)
