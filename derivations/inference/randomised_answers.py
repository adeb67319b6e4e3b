"""Example 4.5 and Figure 3: bounds on the probability of randomised answers, under any model of the true ones."""

from dpsym.derivations.inference.local_mechanism import of_a_local_mechanism
from dpsym.derivations.mechanisms.randomized_response import pure
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss of one answer, in nats")
p, q = (parameter(name, about="the probability of one answer") for name in "pq")
n = parameter("n", above=0, integer=True, about="number of answers")
lower = (1 + exp(eps)) ** (-n)
upper = (1 + exp(-eps)) ** (-n)
counts = tuple(Integer(k) for k in range(1, 11))

one_lie, one_truth = 1 / (1 + exp(eps)), 1 / (1 + exp(-eps))

local = Theorem(
    title="The bounds for randomised answers are those of the answers themselves",
    source="bailie.ex4.5",
    claim=AllOf(Eq(exp(-eps) * one_truth, one_lie), Eq(exp(eps) * one_lie, one_truth)),
    derivation=(have(0 < 1 + exp(-eps), "positive"), have(0 < 1 + exp(eps), "positive")),
    near_misses={
        "without the factor": variant(Eq(one_truth, one_lie)),
        "with half the loss": variant(Eq(exp(-eps / 2) * one_truth, one_lie)),
    },
    note=(
        "For each answer; with more of them both sides are raised to their number, so that the lower bound from the likeliest data is the "
        "probability under the least likely, and the upper bound from these is the probability under the likeliest."
    ),
)  # fmt: skip


def gap_of(k):
    """The upper bound less the lower one, for k answers."""
    return one_truth**k - one_lie**k


gap = Theorem(
    title="The gap between the bounds is the same for one answer and for two",
    source="bailie.ex4.5",
    claim=AllOf(Eq(gap_of(2), gap_of(1)), gap_of(3) <= gap_of(2)),
    derivation=(
        have(Eq(one_truth + one_lie, 1), "truth and lie"),
        have(one_lie <= one_truth, "the truth is likelier", derivation=have(1 + exp(-eps) <= 1 + exp(eps))),
        let(p, one_truth, (Eq(p, one_truth), Eq(p + one_lie, 1), one_lie <= p), "the truth"),
        let(q, one_lie, (Eq(q, one_lie), Eq(p + q, 1), q <= p, 0 < q), "the lie"),
        have(Eq(p, 1 - q), "truth and lie"),
        have(Eq(p**2 - q**2, p - q), "multiply out"),
        have(p**3 - q**3 <= p**2 - q**2, "multiply out"),
    ),
    errata=erratum(
        "slip in wording",
        "Example 4.5, after display (8)",
        "As more records are released ..., both bounds tend to zero with a narrowing gap.",
        fails="The gap is the same for one record and for two, whatever the privacy loss: the two bounds for one record add up to 1.",
        holds="The gap is the same for one record and for two, and no wider for three.",
        reads=variant(gap_of(2) < gap_of(1), witness=point({eps: log(2)})),
    ),
    near_misses={
        "and for three": variant(Eq(gap_of(3), gap_of(1))),
        "none at all": variant(gap_of(1) <= 0),
    },
    note="Where the number of records is random, the lower bound needs the probability of that number as a factor.",
)

k = parameter("k", at_least=1, about="number of answers")
j = parameter("j", at_least=0, at_most=k, about="number of true answers among them")
truth, lie = log(1 + exp(-eps)), log(1 + exp(eps))


def likeliest(k):
    """The probability of k answers that are all true: the probability of the truth to the power k."""
    return exp(-(k * truth))


def least_likely(k):
    """The probability of k answers that are all lies."""
    return exp(-(k * lie))


given_data = exp(-(j * truth) - (k - j) * lie)

many_answers = Theorem(
    title="The bounds for many randomised answers, how fast they tend to 0, and that they draw nearer",
    source=of_any_spaces("bailie.ex4.5"),
    claim=AllOf(
        Eq(exp(-truth), one_truth),
        Eq(exp(-lie), one_lie),
        Between(least_likely(k), given_data, likeliest(k)),
        Eq(exp(-(k * eps)) * likeliest(k), least_likely(k)),
        Eq(exp(k * eps) * least_likely(k), likeliest(k)),
        least_likely(k) <= likeliest(k),
        likeliest(k) * (1 + k * truth) <= 1,
        likeliest(k + 1) - least_likely(k + 1) <= likeliest(k) - least_likely(k),
    ),
    derivation=(
        have(Eq(lie, eps + truth), "take the logarithm"),
        have(0 <= (k - j) * eps, "no factor is negative"),
        have(-(j * truth) - (k - j) * lie <= -(k * truth), "lies are not likelier"),
        have(-(k * lie) <= -(j * truth) - (k - j) * lie, "lies are not likelier"),
        have(Eq(exp(-(k * eps)) * likeliest(k), least_likely(k)), "exponential of a sum"),
        have(least_likely(k) <= likeliest(k), "lies are not likelier"),
        have(1 + k * truth <= exp(k * truth), "the exponential is above its tangent"),
        have(likeliest(k) * (1 + k * truth) <= likeliest(k) * exp(k * truth), "a positive factor"),
        have(Eq(likeliest(k + 1), one_truth * likeliest(k)), "one more answer"),
        have(Eq(least_likely(k + 1), one_lie * least_likely(k)), "one more answer"),
        have(Eq(one_truth + one_lie, 1), "truth and lie"),
        have(Eq(exp(-eps) * one_truth, one_lie), "the odds of the truth"),
        have(0 <= k * eps - eps, "no factor is negative", derivation=have(0 <= (k - 1) * eps)),
        have(1 <= exp(k * eps - eps), "the exponential is increasing"),
        have(
            one_truth * least_likely(k) <= one_truth * least_likely(k) * exp(k * eps - eps),
            "a positive factor",
        ),
        have(
            Eq(one_lie * likeliest(k), one_truth * least_likely(k) * exp(k * eps - eps)),
            "the odds of the truth",
        ),
        have(one_truth * least_likely(k) <= one_lie * likeliest(k), "from one answer on"),
    ),
    example=point({eps: log(2), k: 2, j: 1}),
    near_misses={
        "a gap that is wider for more answers": variant(
            likeliest(k) - least_likely(k) <= likeliest(k + 1) - least_likely(k + 1),
            witness=point({eps: log(2), k: 2, j: 0}),
        ),
        "bounds that meet": variant(
            likeliest(k) <= least_likely(k), witness=point({eps: log(2), k: 1, j: 0})
        ),
    },
    note=(
        "Given the data, an output of k answers of which j are true has the probability of the truth to the power j times that of the lie to the "
        "power k - j. It is largest for the data that the answers say, and least for their opposites; from the first of these comes the lower bound, from "
        "the others the upper bound, by the theorem on mechanisms that factor over the records. Both are at most 1/(1 + k log(1 + e^-eps)), so that "
        "they tend to 0, and the gap does not grow from one answer on."
    ),
)

figure_3 = Figure(
    title="Bounds on the probability of randomised answers (Figure 3)",
    source=whole_of("bailie.fig3"),
    curves=(
        curve("lower", lower, n, counts, {eps: 1}),
        curve("upper", upper, n, counts, {eps: 1}),
    ),
    values=(
        value("gap for one answer", upper - lower, {eps: 1, n: 1}),
        value("gap for two answers", upper - lower, {eps: 1, n: 2}),
        value("gap for three answers", upper - lower, {eps: 1, n: 3}),
    ),
    uses=(pure, of_a_local_mechanism, local),
    note=(
        "The gap is the same for one answer and for two, as the two bounds for one answer add up to 1, and falls from then on. The "
        "model has a fixed number of answers; where their number is random, the lower bound has its probability as a factor."
    ),
)
