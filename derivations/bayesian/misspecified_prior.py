"""Example 7.1: an attacker who is sure of wrong records of the others learns, from a count with Gaussian noise, what is wrong."""

from dpsym.derivations.bayesian.known_rest import posteriors
from dpsym.language import *

p = parameter("p", above=0, below=1, about="prior probability that the target is in the counted group")
w = parameter("w", about="the output: the count plus normal noise of variance 1")
t = parameter("t", above=0, about="what is given up of the largest ratio, relative to it")
c = parameter("c", above=0, about="the constant of the normal density")

# The attacker is sure that nobody else is in the group: the count is 1 or 0.
inside, outside = exp(-((w - 1) ** 2) / 2) / c, exp(-(w**2) / 2) / c
posterior = p * inside / (p * inside + (1 - p) * outside)
closed = 1 / (1 + (1 - p) / p * exp(Rational(1, 2) - w))

count = Theorem(
    title="The posterior after a count with normal noise, all others known to be outside",
    source=whole_of("kifer.ex7.1"),
    kind="example",
    claim=AllOf(
        Eq(posterior, closed),
        Implication((1 - p) * exp(Rational(1, 2) - w) <= t * p, 1 / (p * (1 + t)) <= posterior / p),
    ),
    derivation=(
        have(Eq(-((w - 1) ** 2) / 2, -(w**2) / 2 + w - Rational(1, 2)), "the squares"),
        have(Eq(inside * exp(Rational(1, 2) - w), outside), "exponential of a sum"),
        have(Eq(posterior, closed), "cancel the density inside"),
    ),
    near_misses={
        "without the half": variant(
            Eq(posterior, 1 / (1 + (1 - p) / p * exp(-w))), witness=point({p: Rational(1, 2), w: 0, c: 1})
        ),
        "bounded by twice the prior": variant(posterior <= 2 * p),
    },
    note=(
        "c is the constant of the normal density, w the output. At a large output the ratio of posterior and prior comes as close as wanted to the inverse of the prior: "
        "the guarantee of the known-records theorem is about outputs drawn as the attacker believes."
    ),
)

drawn = {p: Rational(1, 100), w: Rational(1013, 10)}
wrong = Example(
    title="A hundred members of a group that were believed to be at most one",
    source="kifer.ex7.1",
    values=(
        value("posterior that the target is in the group", closed, drawn, "1"),
        value("counterfactual posterior", p, drawn, "0.01"),
        value("ratio of the two", closed / p, drawn, "100", note="Printed as almost 100."),
        value("one less the posterior", (1 - p) / p * exp(Rational(1, 2) - w) * closed, drawn),
    ),
    uses=(count, posteriors),
    note=(
        "All 100 are in the group, the attacker is sure that the other 99 are not, and the noise brings the count to 101.3. The mechanism is "
        "zero-concentrated with budget 1/2."
    ),
)
