"""The attacker knows all records but the target's: the counterfactual posterior is the prior."""

from dpsym.derivations.bayesian.attacker import A, C, M, d, model, others, outputs, r, s, sampled, t
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

# The posteriors of an attacker who knows that the other records are d.
posterior = A(d) * C(d, r) * M(d, r, y) / Total(A(d) * C(d, s) * M(d, s, y), s)
counterfactual_posterior = A(d) * C(d, r) * sampled(d, y) / Total(A(d) * C(d, t) * sampled(d, y), t)


def when_known(*facts):
    """The facts for all possible records of the others, and every record of the target and output possible with them."""
    possible = AllOf(0 < A(d), 0 < C(d, r), 0 < sampled(d, y))
    return ForAll((d, r, y), Implication(possible, AllOf(*facts)))


response = (3 * quarter, quarter, quarter, 3 * quarter)
attacker = {"A": (half, half), "C": (half,) * 4, "M": response * 2}

posteriors = Theorem(
    title="The posteriors when the other records are known",
    source=(
        whole_of("kifer.eq-known-actual"),
        whole_of("kifer.eq-known-cf"),
        whole_of("kifer.eq-known-ratio"),
        whole_of("kifer.eq-true-record"),
    ),
    given=model,
    claim=when_known(
        Eq(posterior, C(d, r) * M(d, r, y) / sampled(d, y)),
        Eq(counterfactual_posterior, C(d, r)),
        Eq(posterior / counterfactual_posterior, posterior / C(d, r)),
        Eq(posterior / C(d, r), M(d, r, y) / sampled(d, y)),
        Eq(A(d) * C(d, r) * M(d, r, y) / (A(d) * C(d, r)), M(d, r, y)),
    ),
    derivation=(
        have(Eq(Total(A(d) * C(d, s) * M(d, s, y), s), A(d) * sampled(d, y)), "a common factor"),
        have(Eq(Total(A(d) * C(d, t) * sampled(d, y), t), A(d) * sampled(d, y)), "the record has a law"),
        have(AllOf(0 < A(d) * sampled(d, y), 0 < A(d) * C(d, r)), "no factor is 0"),
        have(Eq(posterior, C(d, r) * M(d, r, y) / sampled(d, y)), "cancel"),
        have(Eq(counterfactual_posterior, C(d, r)), "cancel"),
    ),
    example=point(**attacker),
    near_misses={
        "the actual posterior for the prior": variant(
            when_known(Eq(posterior, C(d, r))), witness=point(**attacker)
        ),
        "the prior of the record left out": variant(
            when_known(Eq(posterior, M(d, r, y) / sampled(d, y))), witness=point(**attacker)
        ),
        "records without a law": variant(
            given=[others, outputs], witness=point(**{**attacker, "C": (quarter,) * 4})
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
