"""The attacker knows all records but the target's: the counterfactual posterior is the prior."""

from dpsym.derivations.bayesian.attacker import A, C, d, others, r, records, s, sampled, t
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

# L(d, s): the likelihood of the output that is seen, given the other records and the target's: a probability or a density.
L = function(
    "L", law=False, about="the likelihood of the output, given the other records and the target's record"
)
fresh = Total(C(d, s) * L(d, s), s)
c = parameter("c", at_least=0, about="a bound on the likelihood for a fresh record")
likelihoods = AllOf(ForAll((d, s), 0 <= L(d, s)), ForAll(d, fresh <= c))

# The posteriors of an attacker who knows that the other records are d.
posterior = A(d) * C(d, r) * L(d, r) / Total(A(d) * C(d, s) * L(d, s), s)
counterfactual_posterior = A(d) * C(d, r) * fresh / Total(A(d) * C(d, t) * fresh, t)


def when_known(*facts):
    """The facts for all possible records of the others, and every record of the target that is possible with them."""
    possible = AllOf(0 < A(d), 0 < C(d, r), 0 < fresh)
    return ForAll((d, r), Implication(possible, AllOf(*facts)))


attacker = {"A": (half, half), "C": (half,) * 4, "L": (3 * quarter, quarter) * 2}

posteriors = Theorem(
    title="The posteriors when the other records are known",
    source=(
        of_any_spaces("kifer.eq-known-actual"),
        of_any_spaces("kifer.eq-known-cf"),
        of_any_spaces("kifer.eq-known-ratio"),
    ),
    given=(others, records, likelihoods),
    claim=when_known(
        Eq(posterior, C(d, r) * L(d, r) / fresh),
        Eq(counterfactual_posterior, C(d, r)),
        Eq(posterior / counterfactual_posterior, posterior / C(d, r)),
        Eq(posterior / C(d, r), L(d, r) / fresh),
    ),
    derivation=(
        have(Eq(Total(A(d) * C(d, s) * L(d, s), s), A(d) * fresh), "a common factor"),
        have(Eq(Total(A(d) * C(d, t) * fresh, t), A(d) * fresh), "the record has a law"),
        have(Eq(posterior, C(d, r) * L(d, r) / fresh), "cancel"),
        have(Eq(counterfactual_posterior, C(d, r)), "cancel"),
    ),
    example=point({c: 1}, **attacker),
    near_misses={
        "the actual posterior for the prior": variant(
            when_known(Eq(posterior, C(d, r))), witness=point({c: 1}, **attacker)
        ),
        "the prior of the record left out": variant(
            when_known(Eq(posterior, L(d, r) / fresh)), witness=point({c: 1}, **attacker)
        ),
        "records without a law": without(records, witness=point({c: 1}, **{**attacker, "C": (quarter,) * 4})),
    },
    note=(
        "The counterfactual posterior is what was believed before: posterior to posterior and posterior to prior are the same comparison. "
        "The ratio of the masses has a meaning also for a record with prior probability 0, as long as the output is possible."
    ),
)

# Of one record of the target: J(d) its prior given the other records, G(d) the likelihood of the output on the data set of both.
J = function(
    "J", law=False, about="the attacker's prior for the target's true record, given the other records"
)
G = function(
    "G", law=False, about="the likelihood of the output, given the other records and the true record"
)
x = parameter("x", at_least=0, about="the likelihood of the output on the known records and the true record")
of_one_record = ForAll(d, AllOf(Between(0, J(d), c), Between(0, G(d), c)))
sure = ForAll(d, Implication(0 < A(d), Eq(G(d), x)))
with_record = Total(A(d) * J(d), d)
one_record = {"A": (1, 0), "J": (half, quarter), "G": (3 * quarter, quarter)}


def given_record(likelihood):
    """The likelihood of the output given the true record, if that is possible."""
    return Implication(0 < with_record, Eq(Total(A(d) * (J(d) * G(d)), d) / with_record, likelihood))


true_record = Theorem(
    title="The output given the true record when the other records are known",
    source=of_any_spaces("kifer.eq-true-record"),
    given=(others, of_one_record, sure),
    claim=given_record(x),
    derivation=(
        have(
            Eq(A(d) * (J(d) * G(d)), x * (A(d) * J(d))),
            "only the known records are possible",
            derivation=cases(
                0 < A(d),
                specialise(sure, {d: d}, "the known records"),
                have(Eq(A(d), 0), "no mass is negative"),
            ),
        ),
        have(Eq(Total(A(d) * (J(d) * G(d)), d), x * with_record), "sum over the other records"),
    ),
    example=point({c: 1, x: 3 * quarter}, **one_record),
    near_misses={
        "without certainty": without(
            sure, witness=point({c: 1, x: 3 * quarter}, **{**one_record, "A": (half, half)})
        ),
        "the output without regard to the record": variant(
            Eq(Total(A(d) * (J(d) * G(d)), d), x), witness=point({c: 1, x: 3 * quarter}, **one_record)
        ),
    },
    note=(
        "Where the attacker is sure of the other records, all that have positive probability give the output the same likelihood: that of the "
        "mechanism on the known records and the true one, x."
    ),
)

predictive = Definition(
    title="The law of the output when the other records are known",
    source=whole_of("kifer.def-gen-known"),
    defines=function("N")(d, y),
    body=sampled(d, y),
    note=(
        "The attacker is sure of the other records, and they are right. The target's record is drawn from the attacker's law given them, and "
        "the output from the mechanism: so the prior is correct. The output for a fresh record has the same law."
    ),
)
