"""Losses that are convex in the state and the answer together, and strictly in the answer (Appendix B.1)."""

from dpsym.derivations.confounding.proper_scores import no_term_left
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

m = parameter("m", about="a bound on the mean losses of both answers, such as the least of all answers")
n = parameter("n", about="the mass of the law")
O = function("O", about="the law of the state, such as the posterior given an output")
zero, one = Integer(0), Integer(1)

# What two answers and the answer half way between them lose at a state, and their means.
C = function("C", law=False, about="the loss of one answer at a state")
D = function("D", law=False, about="the loss of another answer at a state")
M = function("M", law=False, about="the loss at a state of the answer half way between both")
i = parameter("i", about="the mean loss of the one answer")
j = parameter("j", about="the mean loss of the other answer")
k = parameter("k", about="the mean loss of the answer half way between both")
answers = ((C, i), (D, j), (M, k))
not_negative = tuple(ForAll(y, 0 <= loss(y)) for loss, _ in answers)
means = tuple(Eq(Total(O(y) * loss(y), y), number) for loss, number in answers)
strictly = ForAll(y, M(y) < (C(y) + D(y)) / 2)
saved = O(y) * ((C(y) + D(y)) / 2 - M(y))
even = {"O": (half, half)}

one_best = Theorem(
    title="Under a loss that is strictly convex in the answer no two answers are best",
    source="zhang.def-jcscp",
    given=(strictly, *not_negative, *means, i <= m, j <= m),
    claim=k < m,
    derivation=cases(
        k < m,
        (),
        (
            specialise(strictly, {y: y}, "half way"),
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
    example=point({m: half, i: half, j: half, k: quarter}, **even, C=(0, 1), D=(1, 0), M=(quarter, quarter)),
    near_misses={
        "without strict convexity": without(
            strictly, witness=point({m: 0, i: 0, j: 0, k: 0}, **even, C=(0, 0), D=(0, 0), M=(0, 0))
        ),
        "where the second is not as good": without(
            j <= m,
            witness=point({m: half, i: half, j: 5 * half, k: half}, **even, C=(0, 1), D=(4, 1), M=(1, 0)),
        ),
    },
    note=(
        "Strict convexity is asked half way between two different answers, at every state; the answers may be numbers, vectors or anything that can be mixed. The mean losses of both answers and of the one between them are numbers: "
        "where the mean of an answer is infinite, it is not best."
    ),
)

# A segment from a pair of a state and an answer, at 0, to any other pair, at 1, in whatever space they lie.
G = function("G", law=False, about="the loss along the segment between two pairs of a state and an answer")
w = parameter("w", above=0, about="how far along the segment the first pair is the best")
u = parameter("u", at_least=0, at_most=1, about="how far a place on the segment is from the first pair")
on_segment = ForAll(u, G(u) <= (1 - u) * G(zero) + u * G(one))
local = ForAll(u, Implication(u <= w, G(zero) <= G(u)))
near = Min(w, one)

global_minimum = Theorem(
    title="Under a loss that is convex in both a local minimum is the least value",
    source=of_any_spaces("zhang.def-jcscp"),
    given=(on_segment, local),
    claim=G(zero) <= G(one),
    derivation=(
        have(AllOf(0 < near, near <= w, near <= 1), "near the minimum", split=[w <= 1]),
        specialise(on_segment, {u: near}, "near the minimum"),
        specialise(local, {u: near}, "near the minimum"),
        have(0 <= near * (G(one) - G(zero)), "the mean is no smaller"),
        have(G(zero) <= G(one), "a positive factor"),
    ),
    example=point({w: 1}, G=Lambda(u, 2 * u)),
    near_misses={
        "where the first pair is no local minimum": without(local, witness=point({w: 1}, G=Lambda(u, 1 - u))),
        "of a loss that is not convex": without(
            on_segment, witness=point({w: half}, G=Lambda(u, -Indicator(half < u)))
        ),
    },
    note=(
        "Joint convexity, at the two ends of the segment, is the first hypothesis: the loss at the place that mixes both pairs with the weights 1 - u and u is at most the mean of theirs. A local minimum is one along every segment from it, "
        "so that no pair has a smaller loss; states and answers may be numbers, vectors or anything that can be mixed. Joint convexity is what the text says of minima; strict convexity gives at most one best answer, and no more: the loss exp(answer) is of the class and has "
        "no least value, where the text says that there is a unique minimum. Squared error and squared error with a penalty are of the class: both have a theorem of their own."
    ),
)
