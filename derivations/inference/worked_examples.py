"""Worked examples and figures of the limits of inference: the binary sum, randomized response, power at a level."""

from dpsym.derivations.inference.privatised_data_probability import weighted
from dpsym.derivations.inference.tests_of_models import power
from dpsym.derivations.vocabulary import eps as loss
from dpsym.language import *

eps = loss.ranging(above=0)
n = parameter("n", at_least=0, about="number of records")
t = parameter("t", about="the published sum")
lower = eps / 2 * exp(-eps * Max(n, Abs(t - n / 2) + n / 2))
upper = eps / 2 * exp(eps * n / 2 - eps * Abs(t - n / 2))
tenth, quarter = Rational(1, 10), Rational(1, 4)
ends = tuple(Rational(k, 2) for k in (-45, -30, -10, 0, 5, 10, 15, 20, 30, 50, 65))

binary_sum = Figure(
    title="Bounds on the density of a privatised binary sum",
    source=(
        whole_of("bailie.fig2"),
        part_of("bailie.ex4.4", "the derivation from the densities of the Laplace mechanism"),
    ),
    uses=(weighted,),
    curves=(
        curve("lower bound at 1/10", lower, t, ends, {n: 10, eps: tenth}),
        curve("upper bound at 1/10", upper, t, ends, {n: 10, eps: tenth}),
        curve("lower bound at 1/4", lower, t, ends, {n: 10, eps: quarter}),
        curve("upper bound at 1/4", upper, t, ends, {n: 10, eps: quarter}),
    ),
    values=(
        value("plateau of the lower bound at 1/10", lower, {n: 10, eps: tenth, t: 5}, "0.0183939720586"),
        value("largest upper bound at 1/10", upper, {n: 10, eps: tenth, t: 5}, "0.0824360635350"),
        value("plateau of the lower bound at 1/4", lower, {n: 10, eps: quarter, t: 5}, "0.0102606248280"),
        value("largest upper bound at 1/4", upper, {n: 10, eps: quarter, t: 5}, "0.436292869683"),
    ),
    note=(
        "Ten binary records, the Laplace mechanism, and 10 as the distance of every data set from its opposite: so it is with the Hamming "
        "distance and a fixed number of records, not with at most ten records. The numbers of the paper are lost in the text that we have; "
        "these are of the curves that its figure code draws, in which the count is a real number. Between 0 and 10 the masses of the "
        "possible data themselves bound the density more closely."
    ),
)

reading = Example(
    title="What the bounds on a binary sum say",
    source=whole_of("bailie.eq-sec6-fig2"),
    uses=(weighted,),
    values=(
        value("lower bound on [0, 10] at 1/10", lower, {n: 10, eps: tenth, t: 3}, "0.0184"),
        value("largest upper bound at 1/10", upper, {n: 10, eps: tenth, t: 5}, "0.0824"),
        value("upper bound at 5 and 1/4", upper, {n: 10, eps: quarter, t: 5}, "0.436"),
    ),
)

k = parameter("k", integer=True, about="number of bits")
least, most = (1 + exp(eps)) ** (-k), (1 + exp(-eps)) ** (-k)

local = Theorem(
    title="The bounds for randomized response are those of the answers themselves",
    source="bailie.ex4.5",
    claim=AllOf(
        Eq(exp(-eps) * (1 / (1 + exp(-eps))), 1 / (1 + exp(eps))),
        Eq(exp(eps) * (1 / (1 + exp(eps))), 1 / (1 + exp(-eps))),
    ),
    derivation=(have(0 < 1 + exp(-eps)), have(0 < 1 + exp(eps))),
    near_misses={
        "without the factor": variant(
            Eq(1 / (1 + exp(-eps)), 1 / (1 + exp(eps))), witness=point({eps: log(2)})
        )
    },
    note="For each bit; with k bits both are raised to the power k, so that the bound from any one data set is a bound by the extreme ones.",
)

gap = Theorem(
    title="The gap between the bounds is the same for one and for two bits",
    source=whole_of("bailie.ex4.5"),
    claim=AllOf(
        Eq(1 / (1 + exp(-eps)) + 1 / (1 + exp(eps)), 1),
        Eq((1 / (1 + exp(-eps))) ** 2 - (1 / (1 + exp(eps))) ** 2, 1 / (1 + exp(-eps)) - 1 / (1 + exp(eps))),
    ),
    derivation=(
        have(0 < 1 + exp(-eps)),
        have(0 < 1 + exp(eps)),
        have(Eq(1 / (1 + exp(-eps)) + 1 / (1 + exp(eps)), 1), "truth and lie"),
    ),
    near_misses={
        "and for three": variant(
            Eq(
                (1 / (1 + exp(-eps))) ** 3 - (1 / (1 + exp(eps))) ** 3,
                1 / (1 + exp(-eps)) - 1 / (1 + exp(eps)),
            ),
            witness=point({eps: log(2)}),
        ),
    },
    note=(
        "The paper says that the bounds tend to 0 and that their gap narrows with the number of bits: it does not from one to two. Where "
        "the number of bits is random, the lower bound needs the factor of its probability."
    ),
)

bits = tuple(range(1, 11))
randomized_response = Figure(
    title="Bounds on the probability of an answer of randomized response",
    source=whole_of("bailie.fig3"),
    uses=(local,),
    curves=(curve("lower bound", least, k, bits, {eps: 1}), curve("upper bound", most, k, bits, {eps: 1})),
    values=(
        value("lower bound, one bit", least, {k: 1, eps: 1}, "0.268941421370"),
        value("upper bound, one bit", most, {k: 1, eps: 1}, "0.731058578630"),
        value("lower bound, ten bits", least, {k: 10, eps: 1}, "0.00000197959778025"),
        value("upper bound, ten bits", most, {k: 10, eps: 1}, "0.0436035427941"),
    ),
)

at_level = Example(
    title="The power of an attacker's test at level 1/20",
    source=whole_of("bailie.eq-sec8-level"),
    uses=(power,),
    values=tuple(
        value(f"largest power at {size}", exp(eps) / 20, {eps: Rational(size)}, printed)
        for size, printed in (
            ("1/10", "0.0552585459038"),
            ("1/2", "0.0824360635350"),
            ("1", "0.135914091423"),
            ("2", "0.369452804947"),
        )
    ),
)
