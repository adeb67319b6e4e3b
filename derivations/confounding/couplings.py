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
    source=of_any_spaces("zhang.lp-coupling", finite=("O", "X", "Y", "Z")),
    given=(masses, margins, test, below),
    claim=dual <= loss,
    derivation=(
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
        "of another joint law": without(margins, witness=point({eps: 0}, **{**copies, "A": (0, 0, 0, 0)})),
        "with a test above 1": without(test, witness=point({eps: 0}, **{**copies, "w": (2, 2, 0, 0), "u": (2, 0), "f": (-2, 0)})),
    },
    note="The multipliers are compared with finitely many numbers: this is the certificate of the least loss.",
)  # fmt: skip

T = function("T", law=False, about="a number for each pair of outputs, the variables of the program")
constraints = ForAll((y, z), AllOf(0 <= T(y, z), A(y, z) - exp(eps) * B(y, z) <= T(y, z)))
excess = Lambda((y, z), Max(0, A(y, z) - exp(eps) * B(y, z)))
told = {
    "sizes": {"Y": 2, "Z": 2}, "A": (3 * quarter, 0, 0, quarter), "B": (quarter, 0, 0, 3 * quarter),
    "T": (half, 0, 0, 0),
}  # fmt: skip

program = Theorem(
    title="The least loss of given single laws as a linear program",
    source="zhang.lp-coupling",
    given=constraints,
    claim=AllOf(loss <= Total(T(y, z), y, z), ForAll((y, z), AllOf(0 <= excess(y, z), A(y, z) - exp(eps) * B(y, z) <= excess(y, z)))),
    derivation=(
        specialise(constraints, {y: y, z: z}, "the constraints"),
        have(excess(y, z) <= T(y, z), "both constraints"),
        have(loss <= Total(T(y, z), y, z), "outcome by outcome"),
        have(ForAll((y, z), AllOf(0 <= excess(y, z), A(y, z) - exp(eps) * B(y, z) <= excess(y, z))), "a maximum"),
    ),
    example=point({eps: 0}, **told),
    tight=point({eps: 0}, **told),
    near_misses={
        "where the variables may be negative": variant(
            given=[ForAll((y, z), A(y, z) - exp(eps) * B(y, z) <= T(y, z))],
            witness=point({eps: 0}, **{**told, "T": (half, 0, 0, -half)}),
        ),
        "where they bound one sign alone": variant(
            given=[ForAll((y, z), 0 <= T(y, z))], witness=point({eps: 0}, **{**told, "T": (0, 0, 0, 0)})
        ),
    },
    note=(
        "The variables are T, which the second line shows feasible with the excess itself, and the joint laws A and B, which are not negative and have the given sums over rows and columns: all linear. The least sum of T is so the least loss in this order of the states, over all "
        "models of states and data with these single laws, as every joint law is that of some model."
    ),
)  # fmt: skip

C, D_2 = (
    function("C", law=False, about="another joint law in the first state"),
    function("D", law=False, about="another in the second state"),
)
t = parameter("t", at_least=0, at_most=1, about="a weight")
mixed_excess = Max(0, t * A(y, z) + (1 - t) * C(y, z) - exp(eps) * (t * B(y, z) + (1 - t) * D_2(y, z)))
other_excess = Max(0, C(y, z) - exp(eps) * D_2(y, z))
other_loss = Total(other_excess, y, z)
two_couplings = {
    "sizes": {"Y": 2, "Z": 1}, "A": (1, 0), "B": (0, 1), "C": (0, 1), "D": (1, 0),
}  # fmt: skip

convex = Theorem(
    title="The loss is convex in the joint laws, so that the greatest is that of vertices",
    source="zhang.lp-coupling",
    claim=Total(mixed_excess, y, z) <= t * loss + (1 - t) * other_loss,
    derivation=(
        have(
            mixed_excess <= t * excess(y, z) + (1 - t) * other_excess,
            "outcome by outcome",
            derivation=(
                have(AllOf(0 <= t * excess(y, z), 0 <= (1 - t) * other_excess), "products"),
                have(t * (A(y, z) - exp(eps) * B(y, z)) <= t * excess(y, z), "a maximum"),
                have((1 - t) * (C(y, z) - exp(eps) * D_2(y, z)) <= (1 - t) * other_excess, "a maximum"),
            ),
        ),
        Chain(Total(mixed_excess, y, z))
        .le(Total(t * excess(y, z) + (1 - t) * other_excess, y, z), "outcome by outcome")
        .eq(t * loss + (1 - t) * other_loss, "two sums"),
    ),
    example=point({eps: 0, t: half}, **two_couplings),
    near_misses={
        "as if it were linear": variant(
            t * loss + (1 - t) * other_loss <= Total(mixed_excess, y, z), witness=point({eps: 0, t: half}, **two_couplings)
        ),
        "at most the smaller of both": variant(
            Total(mixed_excess, y, z) <= Min(loss, other_loss),
            witness=point({eps: 0, t: half}, **{**two_couplings, "C": (0, 1), "D": (0, 1)}),
        ),
    },
    note=(
        "The joint laws with given single laws are a polytope, whose points are mixtures of its vertices; so no joint law loses more than the worst pair of vertices, which is found by listing them."
    ),
)  # fmt: skip

k = parameter("k", at_least=1, about="exponential of the privacy loss")
a = parameter(
    "a",
    at_least=half,
    at_most=3 * quarter,
    about="the probability that both outputs are right in the first state",
)
b = parameter(
    "b", at_least=0, at_most=quarter, about="the probability that both say the first state in the second"
)


def of_bits(a, b):
    """The loss of two outputs of one bit each, both of which are right with probability 3/4."""
    return (
        Max(0, a - k * b)
        + 2 * Max(0, 3 * quarter - a - k * (quarter - b))
        + Max(0, a - half - k * (half + b))
    )


extremes = Theorem(
    title="The least and the greatest loss of two outputs that are right with probability 3/4",
    source="zhang.lp-coupling",
    claim=AllOf(
        Max(0, (3 - k) / 4) <= of_bits(a, b),
        of_bits(a, b) <= 3 * quarter,
        Eq(of_bits(3 * quarter, quarter), Max(0, (3 - k) / 4)),
        Eq(of_bits(3 * quarter, Integer(0)), 3 * quarter),
        Eq(of_bits(9 * quarter**2, quarter**2), Max(0, (9 - k) / 16)),
    ),
    derivation=(
        have(AllOf(b <= k * b, quarter - b <= k * (quarter - b), half + b <= k * (half + b)), "a factor of at least 1"),
        have(Eq(Max(0, a - half - k * (half + b)), 0), "likelier in the second state"),
        have(
            Max(0, (3 - k) / 4) <= of_bits(a, b),
            "all that one output tells",
            derivation=have(a - k * b + (3 * quarter - a - k * (quarter - b)) <= of_bits(a, b)),
        ),
        have(of_bits(a, b) <= 3 * quarter, "case by case", split=[0 <= a - k * b, 0 <= 3 * quarter - a - k * (quarter - b)]),
        have(Eq(of_bits(3 * quarter, quarter), Max(0, (3 - k) / 4)), "copies", split=[k <= 3]),
        have(Eq(of_bits(3 * quarter, Integer(0)), 3 * quarter), "the farthest"),
        have(Eq(of_bits(9 * quarter**2, quarter**2), Max(0, (9 - k) / 16)), "independent given the state", split=[k <= 9]),
    ),
    example=point({k: 1, a: half, b: 0}),
    near_misses={
        "at least the loss of independent outputs": variant(Max(0, (9 - k) / 16) <= of_bits(a, b)),
        "at most the loss of independent outputs": variant(of_bits(a, b) <= Max(0, (9 - k) / 16)),
    },
    note=(
        "In the first state both outputs are right with probability a, each with 3/4, so that both are wrong with a - 1/2; in the second state both are wrong with b. "
        "Copies of one bit have the least loss, that of one output; the greatest is 3/4 at every privacy loss, where the errors of the second state exclude each other and those of the first coincide. With single laws that tell nothing "
        "the least is 0, and the greatest 1: two bits whose sum is the state."
    ),
)  # fmt: skip

extreme_numbers = Example(
    title="The least loss, that of independent outputs, and the greatest, of two outputs that are right with probability 3/4",
    source="zhang.lp-coupling",
    uses=(extremes,),
    values=tuple(
        value(f"{what}, {where}", term, {k: at}, printed=printed)
        for where, at, of in (
            ("at no loss", Integer(1), ("0.5", "0.5")), ("at 1/2", exp(half), ("0.337820", "0.459455")), ("at log 3", Integer(3), ("0", "0.375")),
        )
        for what, term, printed in (("least", (3 - k) / 4, of[0]), ("independent", (9 - k) / 16, of[1]))
    ),
    note="The greatest is 3/4 at each.",
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
        "of another joint law": without(margins, witness=point(**{**covers, "K": (0, 0), "L": (0, 0)})),
        "without the potentials": without(above, witness=point(**{**covers, "u": (0, 0)})),
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

next_mechanism = Theorem(
    title="Numbers for the data sets that bound the loss with one more mechanism",
    source="zhang.lp-coupling",
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
        "without the bound": without(
            bounded, witness=point(sizes={"X": 2, "Y": 1, "O": 2}, D=(half, -half), H=(1, 0, 0, 1), c=(0, 0))
        ),
    },
    note=(
        "For a mechanism with a bounded loss between data sets the bound is asked at vectors of two levels alone, as each of its outputs is a sum of "
        "multiples of them and the left side is convex."
    ),
)
