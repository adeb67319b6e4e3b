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
        "without the factor": variant(Eq(one_truth, one_lie), witness=point({eps: log(2)})),
        "with half the loss": variant(Eq(exp(-eps / 2) * one_truth, one_lie), witness=point({eps: 2 * log(2)})),
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
        have(0 < 1 + exp(-eps), "positive"),
        have(0 < 1 + exp(eps), "positive"),
        have(Eq(one_truth + one_lie, 1), "truth and lie"),
        have(one_lie <= one_truth, "the truth is likelier", derivation=have(1 + exp(-eps) <= 1 + exp(eps))),
        have(0 < one_lie, "positive"),
        let(p, one_truth, (Eq(p, one_truth), Eq(p + one_lie, 1), one_lie <= p), "the truth"),
        let(q, one_lie, (Eq(q, one_lie), Eq(p + q, 1), q <= p, 0 < q), "the lie"),
        have(Eq(p, 1 - q), "truth and lie"),
        have(Eq(p**2 - q**2, p - q), "multiply out"),
        have(0 <= p * q * (p - q), "no factor is negative"),
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
        "and for three": variant(Eq(gap_of(3), gap_of(1)), witness=point({eps: log(2)})),
        "none at all": variant(gap_of(1) <= 0, witness=point({eps: log(2)})),
    },
    note="Where the number of records is random, the lower bound needs the probability of that number as a factor.",
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
