"""What an attacker answers best: the posterior under the logarithmic score, its mean under squared error (Lemma 7, Appendices B, H)."""

from dpsym.derivations.vocabulary import fifth, half, quarter
from dpsym.language import *

s = Outcome("s", "S")
# A(s, y): the joint law of the state and the output; U(y, s): what the attacker answers on an output, a law of the state.
A = function("A", law=False, about="the joint law of the state and the output")
U = function("U", law=False, about="the law of the state that an attacker answers on an output")
masses = ForAll((s, y), 0 < A(s, y))
answers = ForAll(y, AllOf(ForAll(s, 0 < U(y, s)), Eq(Total(U(y, s), s), 1)))
r = Outcome("r", "S")
q = parameter("q", about="the probability of the output")
seen = ForAll(y, 0 < Total(A(r, y), r))


def posterior(s, y):
    """The probability of the state given the output."""
    return A(s, y) / Total(A(r, y), r)


fair = {"sizes": {"S": 2, "Y": 1}, "A": (3 * quarter, quarter)}

Z, V = function("Z", law=False), function("V", law=False)
answer = AllOf(ForAll(s, 0 < V(s)), Eq(Total(V(s), s), 1))
even = {"Z": (3 * quarter, quarter)}

apart = sqrt(V(s)) - sqrt(Z(s) / q)
gap = Total(apart**2, s)

at_one_output = Theorem(
    title="How much another answer loses at least under the logarithmic score, for one output",
    kind="lemma",
    given=(ForAll(s, 0 < Z(s)), 0 < q, Eq(q, Total(Z(s), s)), answer),
    claim=AllOf(0 <= q * gap, Total(Z(s) * log(V(s)), s) + q * gap <= Total(Z(s) * log(Z(s) / q), s)),
    derivation=(
        specialise(ForAll(s, 0 < Z(s)), {s: s}),
        specialise(ForAll(s, 0 < V(s)), {s: s}),
        have(0 < Z(s) / q, "a quotient"),
        have(0 < sqrt(V(s)), "root of a positive number"),
        have(0 < sqrt(Z(s) / q), "root of a positive number"),
        have(Eq(sqrt(V(s)) ** 2, V(s)), "squared again"),
        have(Eq(sqrt(Z(s) / q) ** 2, Z(s) / q), "squared again"),
        have(0 < sqrt(V(s)) / sqrt(Z(s) / q), "a quotient"),
        have(log(sqrt(V(s)) / sqrt(Z(s) / q)) <= sqrt(V(s)) / sqrt(Z(s) / q) - 1, "below the tangent"),
        have(Eq(log(sqrt(V(s)) / sqrt(Z(s) / q)), log(sqrt(V(s))) - log(sqrt(Z(s) / q))), "logarithm of a quotient"),
        have(Eq(log(V(s)), 2 * log(sqrt(V(s)))), "logarithm of a square", derivation=have(Eq(log(sqrt(V(s)) ** 2), 2 * log(sqrt(V(s)))))),
        have(
            Eq(log(Z(s) / q), 2 * log(sqrt(Z(s) / q))),
            "logarithm of a square",
            derivation=have(Eq(log(sqrt(Z(s) / q) ** 2), 2 * log(sqrt(Z(s) / q)))),
        ),
        have(Z(s) * (log(V(s)) - log(Z(s) / q)) <= Z(s) * (2 * (sqrt(V(s)) / sqrt(Z(s) / q) - 1)), "weighted"),
        have(
            Eq(Z(s) * (2 * (sqrt(V(s)) / sqrt(Z(s) / q) - 1)), q * V(s) - Z(s) - q * apart**2),
            "expand",
            derivation=have(Eq(Z(s), q * sqrt(Z(s) / q) ** 2)),
        ),
        Chain(Z(s) * (log(V(s)) - log(Z(s) / q)))
        .le(Z(s) * (2 * (sqrt(V(s)) / sqrt(Z(s) / q) - 1)), "weighted")
        .eq(q * V(s) - Z(s) - q * apart**2, "expand"),
        have(
            Eq(Z(s) * (log(V(s)) - log(Z(s) / q)), Z(s) * log(V(s)) - Z(s) * log(Z(s) / q)),
            "expand",
        ),
        have(
            Z(s) * log(V(s)) + q * apart**2 <= Z(s) * log(Z(s) / q) + (q * V(s) - Z(s)),
            "state by state",
        ),
        have(
            0 <= apart**2,
            "a square",
            derivation=cases(0 <= apart, have(0 <= apart * apart), have(0 <= (-apart) * (-apart))),
        ),
        have(0 <= gap, "a sum"),
        have(0 <= q * gap, "a product"),
        Chain(Total(Z(s) * log(V(s)), s) + q * gap)
        .eq(Total(Z(s) * log(V(s)) + q * apart**2, s), "one sum")
        .le(Total(Z(s) * log(Z(s) / q) + (q * V(s) - Z(s)), s), "state by state")
        .eq(Total(Z(s) * log(Z(s) / q), s) + (q * Total(V(s), s) - Total(Z(s), s)), "three sums")
        .eq(Total(Z(s) * log(Z(s) / q), s), "both masses are that of the output"),
    ),
    example=point({q: 1}, **even, V=(half, half)),
    tight=point({q: 1}, **even, V=(3 * quarter, quarter)),
    near_misses={
        "of any numbers": variant(
            given=(ForAll(s, 0 < Z(s)), 0 < q, Eq(q, Total(Z(s), s)), ForAll(s, 0 < V(s))), witness=point({q: 1}, **even, V=(1, 1))
        ),
    },
    note="So an answer that loses nothing is the posterior at each output: a sum of squares is 0 only where each of them is.",
)  # fmt: skip

lost = Total(A(r, y), r) * Total((sqrt(U(y, s)) - sqrt(posterior(s, y))) ** 2, s)

log_score = Theorem(
    title="The posterior, and no other answer, is best under the logarithmic score",
    source=(
        of_any_spaces("zhang.eq-CELg", "states that some outputs rule out"),
        of_any_spaces("zhang.lem7"),
        of_any_spaces("zhang.eq-J2"),
        of_any_spaces("zhang.ex-log"),
        "zhang.def-proper",
        "zhang.ex-cel",
    ),
    given=(masses, seen, answers),
    claim=AllOf(
        Total(A(s, y) * log(U(y, s)), s, y) <= Total(A(s, y) * log(posterior(s, y)), s, y),
        Total(A(s, y) * log(U(y, s)), s, y) + Total(lost, y) <= Total(A(s, y) * log(posterior(s, y)), s, y),
    ),
    derivation=(
        have(
            AllOf(0 <= lost, Total(A(s, y) * log(U(y, s)), s) + lost <= Total(A(s, y) * log(posterior(s, y)), s)),
            "at this output",
            derivation=(
                specialise(masses, {s: s, y: y}),
                specialise(answers, {y: y}),
                specialise(seen, {y: y}),
                have(
                    AllOf(0 <= lost, Total(A(s, y) * log(U(y, s)), s) + lost <= Total(A(s, y) * log(posterior(s, y)), s)),
                    "at this output",
                    by=at_one_output.at(Z=A(s, y), V=U(y, s), q=Total(A(r, y), r)),
                ),
            ),
        ),
        have(0 <= lost),
        have(
            Total(A(s, y) * log(U(y, s)), s) + lost <= Total(A(s, y) * log(posterior(s, y)), s)
        ),
        Chain(Total(A(s, y) * log(U(y, s)), s, y) + Total(lost, y))
        .eq(Total(Total(A(s, y) * log(U(y, s)), s) + lost, y), "one sum")
        .le(Total(Total(A(s, y) * log(posterior(s, y)), s), y), "output by output")
        .eq(Total(A(s, y) * log(posterior(s, y)), s, y), "one sum"),
        have(0 <= Total(lost, y), "a sum"),
        have(
            Total(A(s, y) * log(U(y, s)), s, y) <= Total(A(s, y) * log(posterior(s, y)), s, y),
            "less is not more",
        ),
    ),
    example=point({}, **fair, U=(half, half)),
    tight=point({}, **fair, U=(3 * quarter, quarter)),
    errata=erratum(
        "wrong step",
        "proof of Lemma 7, first display, and Appendix H.5",
        "CEL(J_{1,2}) - CEL(J_{[2]}) = - [...] × log J_{[2]}(s|y_1, y_2)/J_{1,2}(s|y_1, y_2)",
        fails=(
            "The minus is one too many: the difference is the mean of the logarithm of this ratio, and not less it. With two states of probability 3/4 and 1/4 and the "
            "answer 1/2 to both, the left side is log(2) - 0.562, above 0, and the right side below 0."
        ),
        holds="Without the minus; the relative entropy that follows is right, and so is the lemma.",
        reads=variant(
            Eq(
                Total(A(s, y) * log(posterior(s, y)), s, y) - Total(A(s, y) * log(U(y, s)), s, y),
                Total(A(s, y) * log(U(y, s)), s, y) - Total(A(s, y) * log(posterior(s, y)), s, y),
            ),
            witness=point({}, **fair, U=(half, half)),
        ),
        source=("zhang.lem7", "zhang.eq-CELg"),
    ),
    near_misses={
        "strictly": variant(
            Total(A(s, y) * log(U(y, s)), s, y) < Total(A(s, y) * log(posterior(s, y)), s, y),
            witness=point({}, **fair, U=(3 * quarter, quarter)),
        ),
        "of any numbers": variant(
            given=(masses, seen, ForAll((s, y), 0 < U(y, s))), witness=point({}, **fair, U=(1, 1))
        ),
    },
    note=(
        "The cross-entropy of an answer is the first sum with its sign changed. What another answer loses is at least the weighted sum of squares, "
        "which is 0 for the posterior alone. With both outputs together for y this is Lemma 7: under the joint law the "
        "joint posterior has at most the cross-entropy of the posterior of the product. It compares two answers under one law, and not the "
        "risks of two mechanisms, so that Lemma 8 does not follow."
    ),
)  # fmt: skip

p = parameter("p", above=0, below=1, about="prior of the first state")
j = parameter("j", above=0, below=1, about="posterior of the first state")
u = parameter("u", above=0, below=1, about="what the attacker answers for the first state")
weighted = p * j / (p * j + (1 - p) * (1 - j))


def entropy_loss(answer):
    """The expected loss of the main text, which has the prior as a weight as well."""
    return -(p * j * log(answer) + (1 - p) * (1 - j) * log(1 - answer))


prior_twice = Theorem(
    title="With the prior as a weight too the best answer is the tilted posterior",
    source=whole_of("zhang.ex-cel"),
    claim=entropy_loss(weighted) <= entropy_loss(u),
    derivation=(
        have(0 < p * j, "a product"),
        have(0 < (1 - p) * (1 - j), "a product"),
        have(0 < weighted, "a quotient"),
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
    near_misses={
        "strictly": variant(
            entropy_loss(weighted) < entropy_loss(u),
            witness=point({p: half, j: half, u: half}),
        ),
    },
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
    derivation=(
        have(0 <= t * (1 - t), "a product"),
        have(0 <= t * (1 - t) * ((a - c) - (b - d)) ** 2, "a square"),
        have(
            Eq(
                between(squared(a, c), squared(b, d)) - squared(between(a, b), between(c, d)),
                t * (1 - t) * ((a - c) - (b - d)) ** 2,
            ),
            "expand",
        ),
    ),
    example=point({a: 0, b: 1, c: 1, d: 1, t: half}),
    near_misses={
        "strictly in both": variant(
            squared(between(a, b), between(c, d)) < between(squared(a, c), squared(b, d)),
            witness=point({a: 0, b: 1, c: 0, d: 1, t: half}),
        ),
    },
    note="The last identity mirrors the answer at the state. So the loss is of the class of Appendix B.1.",
)

i = Outcome("i", "I")
X = function("X", law=False)
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

U = function("U", law=False)


def error_of(state, answer):
    return Total((state(i) - answer(i)) ** 2, i) / n


gap = Total(((X(i) - V(i)) - (U(i) - Z(i))) ** 2, i) / n
mixed_error = error_of(lambda i: t * X(i) + (1 - t) * U(i), lambda i: t * V(i) + (1 - t) * Z(i))
states_apart = {"X": (0, 0), "U": (1, 1), "V": (1, 0), "Z": (0, 1)}

mean_squared_error_of_both = Theorem(
    title="Mean squared error is convex in the state and the answer together",
    source=whole_of("zhang.ex-mse"),
    claim=AllOf(
        Eq(t * error_of(X, V) + (1 - t) * error_of(U, Z) - mixed_error, t * (1 - t) * gap),
        0 <= t * (1 - t) * gap,
    ),
    derivation=(
        have(Eq(t * error_of(X, V) + (1 - t) * error_of(U, Z) - mixed_error, t * (1 - t) * gap), "entry by entry"),
        have(0 <= t * (1 - t), "factors that are not negative"),
        have(0 <= ((X(i) - V(i)) - (U(i) - Z(i))) ** 2, "a square"),
        have(0 <= Total(((X(i) - V(i)) - (U(i) - Z(i))) ** 2, i), "a sum of squares"),
        have(0 <= gap, "divided by the number of entries"),
    ),
    example=point({t: half, n: 2}, **states_apart),
    near_misses={
        "strictly": variant(
            0 < t * (1 - t) * gap, witness=point({t: half, n: 2}, X=(0, 0), U=(1, 1), V=(0, 0), Z=(1, 1))
        ),
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
        have(0 <= t * (1 - t), "a product"),
        have(0 <= t * (1 - t) * ((a - c) - (b - d)) ** 2, "a square"),
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
        "the best answer is the mean": variant(
            j * squared(1, j) + (1 - j) * squared(0, j) + k * j**2 <= j * squared(1, c) + (1 - j) * squared(0, c) + k * c**2,
            witness=point({j: 7 * Rational(1, 10), k: half, c: 7 * Rational(1, 15)}),
        ),
    },
    note="Its strict convexity in the answer is there without the penalty, by which the text explains it.",
)  # fmt: skip

sampled = 2 * j * (1 - j)
point_answer = Min(j, 1 - j)

mean_best = Theorem(
    title="Under squared error the mean is best, one state next, and a draw from the posterior worst",
    source=(whole_of("zhang.claim-H4"), whole_of("zhang.cx-h4")),
    claim=AllOf(j * (1 - j) <= point_answer, point_answer <= sampled),
    derivation=(
        have(0 < j * (1 - j), "a product"),
        cases(
            j <= 1 - j,
            (have(Eq(point_answer, j), "the smaller"), have(0 <= j * (1 - 2 * j), "a product")),
            (
                have(Eq(point_answer, 1 - j), "the smaller"),
                have(0 <= (1 - j) * (2 * j - 1), "a product"),
            ),
        ),
    ),
    example=point({j: 7 * Rational(1, 10)}),
    errata=erratum(
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
    near_misses={
        "the mean is strictly worse": variant(
            point_answer <= j * (1 - j), witness=point({j: 7 * Rational(1, 10)})
        ),
    },
)

proper = Background(
    title="Proper scoring rules",
    source="zhang.def-proper",
    restates=(log_score,),
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
