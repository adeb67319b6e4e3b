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
        of_any_spaces("kifer.eq-true-record"),
    ),
    given=(others, records, likelihoods),
    claim=when_known(
        Eq(posterior, C(d, r) * L(d, r) / fresh),
        Eq(counterfactual_posterior, C(d, r)),
        Eq(posterior / counterfactual_posterior, posterior / C(d, r)),
        Eq(posterior / C(d, r), L(d, r) / fresh),
        Eq(A(d) * C(d, r) * L(d, r) / (A(d) * C(d, r)), L(d, r)),
    ),
    derivation=(
        have(Eq(Total(A(d) * C(d, s) * L(d, s), s), A(d) * fresh), "a common factor"),
        have(Eq(Total(A(d) * C(d, t) * fresh, t), A(d) * fresh), "the record has a law"),
        have(AllOf(0 < A(d) * fresh, 0 < A(d) * C(d, r)), "no factor is 0"),
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
        "records without a law": variant(
            given=[others, likelihoods], witness=point({c: 1}, **{**attacker, "C": (quarter,) * 4})
        ),
    },
    note=(
        "The counterfactual posterior is what was believed before: posterior to posterior and posterior to prior are the same comparison. "
        "The ratio of the masses has a meaning also for a record with prior probability 0, as long as the output is possible. Given the "
        "true record, the output has the mechanism's law: the last equation."
    ),
)

predictive = Definition(
    title="The law of the output when the other records are known",
    source=whole_of("kifer.def-gen-known"),
    cites="kifer2022",
    defines=function("N")(d, y),
    body=sampled(d, y),
    note=(
        "The attacker is sure of the other records, and they are right. The target's record is drawn from the attacker's law given them, and "
        "the output from the mechanism: so the prior is correct. The output for a fresh record has the same law."
    ),
)
