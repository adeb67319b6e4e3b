"""Losses that are convex in the state and the answer together, and strictly in the answer (Appendix B.1)."""

from dpsym.derivations.confounding.proper_scores import no_term_left
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

F = function("F", law=False, about="the loss at a state of an answer, both numbers")
X = function("X", law=False, about="the number of the state")
a, b = parameter("a", about="a state"), parameter("b", about="another state")
c, d = parameter("c", about="an answer"), parameter("d", about="another answer")
m = parameter("m", about="the least mean loss of an answer")
t, z = parameter("t", about="weight of the first of two"), parameter("z", about="any answer")
n = parameter("n", about="the mass of the law")
h, g = parameter("h"), parameter("g")
O = function("O", about="the law of the state, such as the posterior given an output")


def between(first, second):
    return t * first + (1 - t) * second


# The two properties, of every two states a, b and answers c, d.
jointly = ForAll(
    t, Implication(Between(0, t, 1), F(between(a, b), between(c, d)) <= between(F(a, c), F(b, d)))
)
strictly = ForAll(
    y, ForAll(t, Implication(AllOf(0 < t, t < 1), F(X(y), between(c, d)) < between(F(X(y), c), F(X(y), d))))
)


# What the answers c and d and the answer half way between them lose at a state, and their means.
middle = (c + d) / 2
C, D, M = (function(x, law=False, about="the loss of an answer at a state") for x in "CDM")
i, j, k = (parameter(x, about="the mean loss of an answer") for x in "ijk")
answers = ((C, c, i), (D, d, j), (M, middle, k))
at_states = tuple(ForAll(y, AllOf(0 <= loss(y), Eq(F(X(y), z), loss(y)))) for loss, z, _ in answers)
means = tuple(Eq(Total(O(y) * loss(y), y), number) for loss, _, number in answers)
saved = O(y) * ((C(y) + D(y)) / 2 - M(y))
squared = Lambda((h, g), (h - g) ** 2)
flat = Lambda((h, g), Integer(0))
even = {"O": (half, half), "X": (0, 1)}

one_best = Theorem(
    title="Under a loss that is strictly convex in the answer no two answers are best",
    source="zhang.def-jcscp",
    given=(strictly, *at_states, *means, i <= m, j <= m),
    claim=k < m,
    derivation=cases(
        k < m,
        (),
        (
            specialise(strictly, {y: y}),
            specialise(strictly.args[1], {t: half}, "half way"),
            *(specialise(f, {y: y}, "the loss at a state") for f in at_states),
            have(F(X(y), middle) < (F(X(y), c) + F(X(y), d)) / 2, "half way"),
            have(M(y) < (C(y) + D(y)) / 2, "half way"),
            have(0 <= saved, "no probability is negative"),
            Chain(Total(saved, y)).eq((i + j) / 2 - k, "three sums").le(0, "no smaller mean"),
            have(ForAll(y, Eq(saved, 0)), "no term is left", by=no_term_left.at(G=saved)),
            specialise(ForAll(y, Eq(saved, 0)), {y: y}),
            have(Eq(O(y), 0), "the other factor is positive"),
            have(O(y) <= half * O(y), "no mass is left"),
            let(n, Total(O(y), y), (Eq(n, 1), n <= half * n), "the mass of a law"),
        ),
    ),
    errata=erratum(
        "slip in wording",
        "Appendix B.1, the second property of the class",
        "This property guarantees that the loss function has a unique minimum with respect to",
        fails="A loss that is the exponential of the prediction is convex in both arguments and strictly convex in the prediction: it is positive, comes as near to 0 as wanted, and has no minimum.",
        holds="No two predictions are both best, where one is; that there is one needs that the loss grows in both directions, as the squared error does.",
    ),
    example=point({c: 0, d: 1, m: half, i: half, j: half, k: quarter}, **even, F=squared, C=(0, 1), D=(1, 0), M=(quarter,) * 2),
    near_misses={
        "without strict convexity": variant(
            given=[*at_states, *means, i <= m, j <= m],
            witness=point({c: 0, d: 1, m: 0, i: 0, j: 0, k: 0}, **even, F=flat, C=(0, 0), D=(0, 0), M=(0, 0)),
        ),
        "where the second is not as good": variant(
            given=[strictly, *at_states, *means, i <= m],
            witness=point(
                {c: 0, d: 2, m: half, i: half, j: 5 * half, k: half}, **even, F=squared, C=(0, 1), D=(4, 1), M=(1, 0)
            ),
        ),
    },
    note="The mean losses of both answers and of the one between them are numbers: where the mean of an answer is infinite, it is not best.",
)  # fmt: skip

w = parameter("w", above=0, about="how near the states and answers are among which the first is best")
u = parameter("u", about="the weight of the far state and answer")
far = w + 1 + (b - a) ** 2 + (d - c) ** 2
local = ForAll((h, g), Implication(AllOf(Between(-w, h - a, w), Between(-w, g - c, w)), F(a, c) <= F(h, g)))
near_state, near_answer = (1 - u) * a + (1 - (1 - u)) * b, (1 - u) * c + (1 - (1 - u)) * d

global_minimum = Theorem(
    title="Under a loss that is convex in both a local minimum is the least value",
    source=of_any_spaces("zhang.def-jcscp"),
    given=(jointly, local),
    claim=F(a, c) <= F(b, d),
    derivation=(
        have(0 < far, "a positive number", derivation=(have(0 <= (b - a) ** 2), have(0 <= (d - c) ** 2))),
        have(0 < 1 / far, "a quotient"),
        have(
            Between(-far, b - a, far),
            "a square and 1",
            derivation=(
                have(0 <= (b - a + 1) ** 2),
                have(0 <= (b - a - 1) ** 2),
                have(0 <= (d - c) ** 2),
                have(0 <= (b - a) ** 2),
            ),
        ),
        have(
            Between(-far, d - c, far),
            "a square and 1",
            derivation=(
                have(0 <= (d - c + 1) ** 2),
                have(0 <= (d - c - 1) ** 2),
                have(0 <= (d - c) ** 2),
                have(0 <= (b - a) ** 2),
            ),
        ),
        have(w <= far, "squares", derivation=(have(0 <= (b - a) ** 2), have(0 <= (d - c) ** 2))),
        let(
            u,
            w / far,
            (0 < u, u <= 1, Eq(u * far, w)),
            "a small weight",
        ),
        have(Between(-w, u * (b - a), w), "near"),
        have(Between(-w, u * (d - c), w), "near"),
        specialise(jointly, {t: 1 - u}, "near the minimum"),
        have(Between(-w, near_state - a, w), "near the minimum"),
        have(Between(-w, near_answer - c, w), "near the minimum"),
        specialise(local, {h: near_state, g: near_answer}, "near the minimum"),
        have(0 <= u * (F(b, d) - F(a, c)), "the mean is no smaller"),
        have(F(a, c) <= F(b, d), "a positive factor"),
    ),
    example=point({a: 0, c: 0, b: 1, d: 1, w: 1}, F=flat),
    near_misses={
        "where no place is a local minimum": variant(
            given=[jointly], witness=point({a: 0, c: 0, b: -1, d: 0, w: 1}, F=Lambda((h, g), h))
        ),
        "of a loss that is not convex": variant(
            given=[local], witness=point({a: 0, c: 0, b: 9, d: 0, w: 1}, F=Lambda((h, g), -Indicator(5 < h)))
        ),
    },
    note=(
        "The class of Appendix B.1 has both properties. Joint convexity is what the text says of minima; strict convexity gives at most one best answer, and no more: the loss exp(answer) is of the class and has "
        "no least value, where the text says that there is a unique minimum. Squared error and squared error with a penalty are of the class: both have a theorem of their own."
    ),
)
