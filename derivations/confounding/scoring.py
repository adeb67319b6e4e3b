"""What an attacker answers best: the mean of the posterior under squared error, and losses that are convex (Appendices B, H)."""

from dpsym.derivations.confounding.logarithmic_score import best
from dpsym.derivations.vocabulary import fifth, half
from dpsym.language import *

p = parameter("p", above=0, below=1, about="prior of the first state")
j = parameter("j", above=0, below=1, about="posterior of the first state")
u = parameter("u", above=0, below=1, about="what the attacker answers for the first state")
weighted = p * j / (p * j + (1 - p) * (1 - j))


def entropy_loss(answer):
    """The expected loss of the main text, which has the prior as a weight as well."""
    return -(p * j * log(answer) + (1 - p) * (1 - j) * log(1 - answer))


prior_twice = Theorem(
    title="With the prior as a weight too the best answer is the tilted posterior",
    source=of_any_spaces("zhang.ex-cel"),
    claim=entropy_loss(weighted) <= entropy_loss(u),
    derivation=(
        have(Eq(1 - weighted, (1 - p) * (1 - j) / (p * j + (1 - p) * (1 - j))), "one denominator"),
        have(0 < 1 - weighted, "a quotient"),
        have(log(u / weighted) <= u / weighted - 1, "below the tangent"),
        have(log((1 - u) / (1 - weighted)) <= (1 - u) / (1 - weighted) - 1, "below the tangent"),
        have(Eq(log(u / weighted), log(u) - log(weighted)), "logarithm of a quotient"),
        have(Eq(log((1 - u) / (1 - weighted)), log(1 - u) - log(1 - weighted)), "logarithm of a quotient"),
        have(p * j * (log(u) - log(weighted)) <= p * j * (u / weighted - 1), "weighted"),
        have(
            (1 - p) * (1 - j) * (log(1 - u) - log(1 - weighted))
            <= (1 - p) * (1 - j) * ((1 - u) / (1 - weighted) - 1),
            "weighted",
        ),
        have(
            Eq(p * j * (u / weighted - 1) + (1 - p) * (1 - j) * ((1 - u) / (1 - weighted) - 1), 0),
            "expand",
        ),
    ),
    example=point({p: 4 * fifth, j: 3 * fifth, u: half}),
    errata=erratum(
        "slip in wording",
        "Section 3, cross-entropy loss",
        "ℓ_{p}(s, ŝ) ≡ -p_{θS}(s) log(σ(ŝ|y))",
        fails=(
            "In the expected loss, a mean over states, the prior counts twice: with prior 4/5 and posterior 3/5 the best answer is 6/7 and not the posterior. The "
            "loss is also to be taken at the true state."
        ),
        holds="The loss of Appendix H, less the logarithm of the answer at the true state.",
        reads=variant(
            entropy_loss(j) <= entropy_loss(u),
            witness=point({p: 4 * fifth, j: 3 * fifth, u: 6 * Rational(1, 7)}),
        ),
    ),
)

a, b, c, d = (parameter(n, about="a state or an answer") for n in "abcd")
t = parameter("t", at_least=0, at_most=1, about="weight of the first of two answers")
k = parameter("k", above=0, about="weight of the penalty")


def squared(state, answer):
    return (state - answer) ** 2


def between(first, second):
    return t * first + (1 - t) * second


convex = Theorem(
    title="Squared error is convex in the state and the answer together, and strictly in the answer",
    source=(
        whole_of("zhang.ex-mse2"),
        "zhang.ex-mse",
        "zhang.def-jcscp",
    ),
    claim=AllOf(
        squared(between(a, b), between(c, d)) <= between(squared(a, c), squared(b, d)),
        Eq(between(squared(a, c), squared(a, d)) - squared(a, between(c, d)), t * (1 - t) * (c - d) ** 2),
        Eq(squared(a, 2 * a - c), squared(a, c)),
    ),
    derivation=have(
        Eq(
            between(squared(a, c), squared(b, d)) - squared(between(a, b), between(c, d)),
            t * (1 - t) * ((a - c) - (b - d)) ** 2,
        ),
        "expand",
    ),
    example=point({a: 0, b: 1, c: 1, d: 1, t: half}),
    near_misses={
        "strictly in both": variant(
            squared(between(a, b), between(c, d)) < between(squared(a, c), squared(b, d))
        ),
    },
    note="The last identity mirrors the answer at the state. So the loss is of the class of Appendix B.1.",
)

i = Outcome("i", "I")
X = function("X", law=False, about="an entry of the state")
V = function("V", law=False, about="that of an answer")
Z = function("Z", law=False, about="that of another answer")
n = parameter("n", above=0, about="how many entries a state has")


def mean_square(answer):
    return Total((X(i) - answer(i)) ** 2, i) / n


mean_squared_error = Theorem(
    title="Mean squared error is strictly convex in the answer",
    source="zhang.ex-mse",
    claim=Eq(
        t * mean_square(V) + (1 - t) * mean_square(Z) - mean_square(lambda i: t * V(i) + (1 - t) * Z(i)),
        t * (1 - t) * (Total((V(i) - Z(i)) ** 2, i) / n),
    ),
    example=point({t: half, n: 2}, X=(0, 0), V=(1, 0), Z=(0, 1)),
    near_misses={
        "with no gap": variant(
            Eq(t * mean_square(V) + (1 - t) * mean_square(Z), mean_square(lambda i: t * V(i) + (1 - t) * Z(i))),
            witness=point({t: half, n: 2}, X=(0, 0), V=(1, 0), Z=(0, 1)),
        ),
    },
    note="The gap is positive for two answers that differ, where t is neither 0 nor 1.",
)  # fmt: skip

U = function("U", law=False, about="an entry of another state")


def error_of(state, answer):
    return Total((state(i) - answer(i)) ** 2, i) / n


gap = Total(((X(i) - V(i)) - (U(i) - Z(i))) ** 2, i) / n
mixed_error = error_of(lambda i: t * X(i) + (1 - t) * U(i), lambda i: t * V(i) + (1 - t) * Z(i))
states_apart = {"X": (0, 0), "U": (1, 1), "V": (1, 0), "Z": (0, 1)}

mean_squared_error_of_both = Theorem(
    title="Mean squared error is convex in the state and the answer together",
    source=of_any_spaces("zhang.ex-mse", finite=("I",)),
    claim=AllOf(
        Eq(t * error_of(X, V) + (1 - t) * error_of(U, Z) - mixed_error, t * (1 - t) * gap),
        0 <= t * (1 - t) * gap,
    ),
    derivation=(
        have(Eq(t * error_of(X, V) + (1 - t) * error_of(U, Z) - mixed_error, t * (1 - t) * gap), "entry by entry"),
        have(0 <= t * (1 - t), "factors that are not negative"),
        have(0 <= Total(((X(i) - V(i)) - (U(i) - Z(i))) ** 2, i), "a sum of squares"),
        have(0 <= gap, "divided by the number of entries"),
    ),
    example=point({t: half, n: 2}, **states_apart),
    near_misses={

        "the gap of the answers alone": variant(
            Eq(
                t * error_of(X, V) + (1 - t) * error_of(U, Z) - mixed_error,
                t * (1 - t) * (Total((V(i) - Z(i)) ** 2, i) / n),
            ),
            witness=point({t: half, n: 2}, X=(0, 0), U=(1, 1), V=(0, 0), Z=(1, 1)),
        ),
    },
    note="The gap is the mean square of the difference of the errors, so that it is 0 where both answers err in the same way.",
)  # fmt: skip

regularised = Theorem(
    title="Squared error with a penalty: convex, and its best answer shrinks the mean",
    source=whole_of("zhang.ex-regse"),
    claim=AllOf(
        squared(between(a, b), between(c, d)) + k * between(c, d) ** 2
        <= between(squared(a, c) + k * c**2, squared(b, d) + k * d**2),
        Eq(
            j * squared(1, c) + (1 - j) * squared(0, c) + k * c**2,
            j * squared(1, j / (1 + k)) + (1 - j) * squared(0, j / (1 + k)) + k * (j / (1 + k)) ** 2
            + (1 + k) * (c - j / (1 + k)) ** 2,
        ),
    ),
    derivation=(
        have(0 <= k * (t * (1 - t) * (c - d) ** 2), "a square", derivation=have(0 <= t * (1 - t) * (c - d) ** 2)),
        have(
            Eq(
                between(squared(a, c) + k * c**2, squared(b, d) + k * d**2)
                - (squared(between(a, b), between(c, d)) + k * between(c, d) ** 2),
                t * (1 - t) * ((a - c) - (b - d)) ** 2 + k * (t * (1 - t) * (c - d) ** 2),
            ),
            "expand",
        ),
    ),
    example=point({a: 0, b: 1, c: 1, d: 1, t: half, k: half, j: 7 * Rational(1, 10)}),
    near_misses={
        "the best answer is the mean": variant(j * squared(1, j) + (1 - j) * squared(0, j) + k * j**2 <= j * squared(1, c) + (1 - j) * squared(0, c) + k * c**2),
    },
    note="Its strict convexity in the answer is there without the penalty, by which the text explains it.",
)  # fmt: skip

sampled = 2 * j * (1 - j)
point_answer = Min(j, 1 - j)

mean_best = Theorem(
    title="Under squared error the mean is best, one state next, and a draw from the posterior worst",
    source=(whole_of("zhang.claim-H4"), whole_of("zhang.cx-h4")),
    claim=AllOf(j * (1 - j) <= point_answer, point_answer <= sampled),
    derivation=cases(
        j <= 1 - j,
        have(Eq(point_answer, j), "the smaller"),
        have(Eq(point_answer, 1 - j), "the smaller"),
    ),
    example=point({j: 7 * Rational(1, 10)}),
    errata=(
        erratum(
            "wrong result",
            "Appendix H.4",
            "is minimized when σ(ŝ|y_{[k]}) = J_{[k]}^{g}(ŝ|y_{[k]})",
            fails=(
                "A state of 0 or 1 whose posterior probability of 1 is 7/10: a draw from the posterior has squared error 21/50, the answer 1 has "
                "3/10, and the mean 7/10 has 21/100. The risk is linear in the law of the answer, so that one answer is best."
            ),
            holds="The answer with the least expected loss, under squared error the mean of the posterior.",
            affects="The use of the posterior as the best response under squared error.",
            reads=variant(sampled <= point_answer, witness=point({j: 7 * Rational(1, 10)})),
        ),
        erratum(
            "slip in wording",
            "Appendix H.4, after the display of the expected loss",
            "is also strictly convex in ŝ, which implies that the minimizer of",
            fails="What is said to be strictly convex is the derivative of the expected loss by the answer; under squared error it is a linear function.",
            holds="The expected loss itself is strictly convex, so that at most one answer is best.",
            source="zhang.claim-H4",
        ),
    ),
    near_misses={
        "the mean is strictly worse": variant(point_answer <= j * (1 - j)),
    },
)

proper = Background(
    title="Proper scoring rules",
    source="zhang.def-proper",
    restates=(best,),
    note=(
        "A score is a loss of an answered law at the true state. It is proper where no answer has a lower mean, under any law, than that law itself; "
        "strictly, where every other answer has a higher one. The logarithmic score is."
    ),
)

jointly_convex = Background(
    title="Losses that are jointly convex, and strictly convex in the answer",
    source="zhang.def-jcscp",
    restates=(convex, mean_squared_error, regularised),
    note="The class of Appendix B.1; the best answer is one point, and not a law.",
)
