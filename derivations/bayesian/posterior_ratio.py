"""The posterior in the actual world over that in the counterfactual: the outputs are equally likely in both, and cancel."""

from dpsym.derivations.bayesian.attacker import (
    A,
    C,
    M,
    counterfactual_joint,
    counterfactual_marginal,
    counterfactual_posterior,
    d,
    joint,
    marginal,
    model,
    others,
    outputs,
    posterior,
    prior,
    r,
    s,
    sampled,
    t,
)
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

even = {"A": (half, half), "C": (half,) * 4, "M": (half,) * 8}
revealing = (1, 0, 0, 1, 1, 0, 0, 1)

marginal_equality = Theorem(
    title="Every output is equally likely in both worlds",
    cites="kifer2022",
    kind="lemma",
    given=model,
    claim=ForAll(y, Eq(counterfactual_marginal(y), marginal(y))),
    derivation=(
        have(
            Eq(Total(A(d) * C(d, t) * sampled(d, y), t), A(d) * sampled(d, y)),
            "given the other records, the output has nothing to do with the target's record",
        ),
        Chain(counterfactual_marginal(y))
        .eq(Total(A(d) * sampled(d, y), d), "sum over the target's record first")
        .eq(marginal(y), "the same sum"),
    ),
    example=point(**even),
    near_misses={
        "record by record": variant(
            ForAll((r, y), Eq(counterfactual_joint(r, y), joint(r, y))),
            witness=point(A=(1, 0), C=(half,) * 4, M=revealing),
        ),
        "records without a law": variant(
            given=[others, outputs], witness=point(A=(1, 0), C=(quarter,) * 4, M=revealing)
        ),
    },
    note="Only the joint law of record and output differs between the worlds.",
)

shorter = counterfactual_joint(r, y) / Total(A(d) * sampled(d, y), d)

short_form = Theorem(
    title="The posterior in the counterfactual world, with one sum less",
    cites="kifer2022",
    given=model,
    claim=ForAll((r, y), Implication(0 < marginal(y), Eq(counterfactual_posterior(r, y), shorter))),
    derivation=(
        have(Eq(counterfactual_marginal(y), marginal(y)), "the outputs of both worlds", by=marginal_equality),
        have(Eq(Total(A(d) * sampled(d, y), d), marginal(y)), "the same sum"),
    ),
    example=point(**even),
    near_misses={
        "the prior instead": variant(
            ForAll((r, y), Implication(0 < marginal(y), Eq(counterfactual_posterior(r, y), prior(r)))),
            witness=point(A=(half, half), C=(1, 0, half, half), M=(1, 0, 1, 0, 0, 1, 0, 1)),
        ),
        "records without a law": variant(
            given=[others, outputs], witness=point(A=(1, 0), C=(quarter,) * 4, M=revealing)
        ),
    },
    note="The output may tell something of the other records, and through them of the target's.",
)

possible = AllOf(0 < prior(r), 0 < counterfactual_joint(r, y))


def wherever_possible(fact):
    """The fact for every record and output that are possible together in the counterfactual world."""
    return ForAll((r, y), Implication(possible, fact))


share = posterior(r, y) / counterfactual_posterior(r, y)
by_record = (joint(r, y) / prior(r)) / (counterfactual_joint(r, y) / prior(r))

cancelled = (
    have(counterfactual_joint(r, y) <= Total(A(d) * sampled(d, y), d), "sum over the other records"),
    have(Eq(Total(A(d) * sampled(d, y), d), marginal(y)), "the same sum"),
    have(Eq(counterfactual_marginal(y), marginal(y)), "in both worlds", by=marginal_equality),
)

possible_outputs = Theorem(
    title="An output that is possible together with a record has the same positive probability in both worlds",
    cites="kifer2022",
    kind="lemma",
    given=model,
    claim=wherever_possible(
        AllOf(0 < marginal(y), Eq(counterfactual_marginal(y), marginal(y)), 0 < counterfactual_marginal(y))
    ),
    derivation=cancelled,
    example=point(**even),
    near_misses={
        "whatever the record": variant(
            ForAll((r, y), 0 < marginal(y)), witness=point(A=(1, 0), C=(half,) * 4, M=(1, 0) * 4)
        ),
        "certain": variant(wherever_possible(1 <= marginal(y)), witness=point(**even)),
        "records without a law": variant(
            given=[others, outputs],
            witness=point(A=(1, 0), C=(quarter,) * 4, M=revealing),
        ),
    },
)

ratio = Theorem(
    title="The ratio of the posteriors in the two worlds",
    cites="kifer2022",
    given=model,
    claim=wherever_possible(AllOf(Eq(share, joint(r, y) / counterfactual_joint(r, y)), Eq(share, by_record))),
    derivation=cancelled,
    example=point(**even),
    near_misses={
        "always 1": variant(
            wherever_possible(Eq(share, 1)),
            witness=point(A=(1, 0), C=(half,) * 4, M=revealing),
        ),
        "records without a law": variant(
            given=[others, outputs], witness=point(A=(1, 0), C=(quarter,) * 4, M=revealing)
        ),
    },
    note=(
        "The last form is the probability of the output given the record, in the actual world over the counterfactual. "
        "The ratio takes the place of the exponential of the privacy loss."
    ),
)

# The term of the record itself, and of the other records with the largest term.
d_0 = Outcome("d_0", "D")
H, J = function("H"), function("J")
largest = A(d_0) * C(d_0, r) * M(d_0, r, y)
squared = A(d) * C(d, r) * C(d, r) * M(d, r, y)

# What is possible with a record is possible with a fresh one.
also_fresh = (
    let(
        J(d, s),
        Indicator(Eq(s, r)),
        (
            ForAll((d, s), Between(0, J(d, s), 1)),
            ForAll(d, Eq(Total(J(d, s) * C(d, s) * M(d, s, y), s), C(d, r) * M(d, r, y))),
        ),
        "the record itself",
    ),
    have(C(d, r) * M(d, r, y) <= sampled(d, y), "a fresh record may be the same"),
    have(0 <= A(d) * C(d, r) * (sampled(d, y) - C(d, r) * M(d, r, y)), "no factor is negative"),
    have(Total(squared, d) <= counterfactual_joint(r, y), "sum over the other records"),
    ArgMin(d_0, -A(d_0) * C(d_0, r) * M(d_0, r, y), d, "the other records with the largest term"),
    have(A(d) * C(d, r) * M(d, r, y) <= largest, "the largest"),
    cases(
        largest <= 0,
        (
            have(A(d) * C(d, r) * M(d, r, y) <= 0, "the largest"),
            Chain(Integer(0))
            .lt(joint(r, y), "it is possible")
            .le(0, "sum over the other records")
            .le(counterfactual_joint(r, y), "a sum of products of masses"),
        ),
        (
            have(
                0 < C(d_0, r),
                "no factor of the largest term is 0",
                derivation=cases(C(d_0, r) <= 0, have(Eq(C(d_0, r), 0), "no probability is negative")),
            ),
            let(
                H(d),
                Indicator(Eq(d, d_0)),
                (
                    ForAll(d, Between(0, H(d), 1)),
                    Eq(Total(H(d) * squared, d), largest * C(d_0, r)),
                ),
                "these other records",
            ),
            Chain(Integer(0))
            .lt(largest * C(d_0, r), "no factor is 0")
            .eq(Total(H(d) * squared, d), "one term")
            .le(Total(squared, d), "the other terms are not negative")
            .le(counterfactual_joint(r, y), "sum over the other records"),
        ),
    ),
)

product = Theorem(
    title="The ratio of the posteriors takes one joint probability to the other",
    cites="kifer2022",
    kind="lemma",
    given=model,
    claim=ForAll(
        (r, y),
        Implication(
            0 < joint(r, y),
            AllOf(0 < counterfactual_joint(r, y), Eq(share * counterfactual_joint(r, y), joint(r, y))),
        ),
    ),
    derivation=(
        have(0 < counterfactual_joint(r, y), "a fresh record may be the same", derivation=also_fresh),
        *cancelled,
    ),
    example=point(**even),
    near_misses={
        "the other way round": variant(
            ForAll((r, y), Implication(0 < counterfactual_joint(r, y), 0 < joint(r, y))),
            witness=point(A=(1, 0), C=(half,) * 4, M=revealing),
        ),
        "records without a law": variant(
            given=[others, outputs], witness=point(A=(1, 0), C=(quarter,) * 4, M=revealing)
        ),
    },
)
