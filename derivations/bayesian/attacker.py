"""The attacker of the Bayesian semantics: the other records, the target's record given them, the output; a counterfactual."""

from dpsym.language import *

# d: the records of all but the target; r, s, t: records of the target; y: an output.
d = Outcome("d", "D")
r, s, t = Outcome("r", "X"), Outcome("s", "X"), Outcome("t", "X")

A = function("A", about="the attacker's prior for the records of all but the target")
C = function("C", about="the attacker's prior for the record of the target, given the other records")
M = function("M", about="the law of the output, given the other records and the record of the target")

others = distribution(A(d), d)
records = ForAll(d, distribution(C(d, r), r))
outputs = ForAll((d, r), distribution(M(d, r, y)))
model = (others, records, outputs)


def prior(r):
    """The attacker's probability that the target has the record r."""
    return Total(A(d) * C(d, r), d)


def joint(r, y):
    """The probability that the target has the record r and the output is y."""
    return Total(A(d) * C(d, r) * M(d, r, y), d)


def marginal(y):
    """The probability of the output y."""
    return Total(A(d) * C(d, s) * M(d, s, y), d, s)


def sampled(d, y):
    """The law of the output when the record of the target is drawn afresh, given the other records d."""
    return Total(C(d, s) * M(d, s, y), s)


def counterfactual_joint(r, y):
    """The probability that the target has the record r and the output for a fresh record in its place is y."""
    return Total(A(d) * C(d, r) * sampled(d, y), d)


def counterfactual_marginal(y):
    """The probability of the output y for a fresh record."""
    return Total(counterfactual_joint(t, y), t)


def posterior(r, y):
    """The attacker's probability that the target has the record r, when the output y is seen."""
    return joint(r, y) / marginal(y)


def counterfactual_posterior(r, y):
    """The same where the output was computed for a fresh record in the place of the target's."""
    return counterfactual_joint(r, y) / counterfactual_marginal(y)


attacker = Definition(
    title="The attacker's prior",
    source=(whole_of("kifer.def-bayes-setup"), "kifer.not-mechanism"),
    cites="kasiviswanathansmith2014",
    defines=function("W")(d, r),
    body=A(d) * C(d, r),
    note=(
        "The data are the records d of all but the target and the record r of the target. The prior is a law "
        "of the data: a law A of the other records, and a law of the target's record given them. Records may depend on one another. The "
        "mechanism M and its output y are public, its coins are not, and are independent of the prior. Neighbours differ in the value of "
        "one record; the number of records is public. The prior need not be correct."
    ),
)

actual = Definition(
    title="The posterior in the actual world",
    source=whole_of("kifer.eq-actual-posterior"),
    defines=function("L")(r, y),
    body=posterior(r, y),
    note="By Bayes' rule, for the outputs with a positive probability.",
)

worlds = Background(
    title="Counterfactual worlds",
    source="kifer.def-counterfactual-options",
    note=(
        "What would the attacker have learned had the mechanism not seen the target's record? Three inputs could stand for that: the other "
        "records alone, which change the public number of records; the other records with a fixed default record, or one drawn "
        "from a law that has nothing to do with the target; the other records with a fresh record, drawn from the attacker's own law "
        "of the target's record given the others. The third is taken. The attacker has the same prior in both worlds, and "
        "knows which one is the case."
    ),
)

resampled = Definition(
    title="The output for a fresh record",
    source=whole_of("kifer.def-psample"),
    defines=function("N")(d, y),
    body=sampled(d, y),
    note="It depends on the other records only: the target's own record does not enter.",
)

counterfactual = Definition(
    title="The posterior in the counterfactual world",
    source="kifer.eq-counterfactual-posterior",
    defines=function("K")(r, y),
    body=counterfactual_posterior(r, y),
    note="The attacker still asks for the target's own record, but the output was computed for a fresh one.",
)
