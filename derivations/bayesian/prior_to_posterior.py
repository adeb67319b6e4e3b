"""Posterior against prior: no bound when the records of all are tied together; posterior against posterior: nothing is learned."""

from dpsym.derivations.bayesian.attacker import (
    A,
    C,
    M,
    counterfactual_joint,
    counterfactual_marginal,
    d,
    joint,
    marginal,
    model,
    prior,
    r,
    s,
    sampled,
)
from dpsym.derivations.bayesian.attacker import posterior as posterior_of_record
from dpsym.derivations.bayesian.posterior_ratio import possible_outputs, ratio, share, wherever_possible
from dpsym.derivations.vocabulary import half
from dpsym.language import *

eps = parameter("eps", above=0, about="privacy loss of the count, in nats")
p = parameter("p", above=0, below=1, about="prior probability that all records are 1; else all are 0")
n = parameter("n", integer=True, about="number of records")
t = parameter("t", above=0, about="what is given up of the largest ratio, relative to it")


# The output n of the count: no noise if all records are 1, geometric noise n if all are 0.
no_noise = (1 - exp(-eps)) / (1 + exp(-eps))
noise = no_noise * exp(-eps * n)
posterior = p * no_noise / (p * no_noise + (1 - p) * noise)

unbounded = Theorem(
    title="The posterior may be as far from the prior as it can be, with any privacy loss",
    source=whole_of("kifer.claim-prior-post-unbounded"),
    claim=AllOf(
        Eq(posterior / p, 1 / (p + (1 - p) * exp(-n * eps))),
        Implication((1 - p) * exp(-n * eps) <= t * p, 1 / (p * (1 + t)) <= posterior / p),
    ),
    derivation=(
        have(exp(-eps) < 1, "the loss is positive"),
        have(Eq(posterior / p, 1 / (p + (1 - p) * exp(-n * eps))), "cancel the common factor"),
    ),
    define={parameter("g_n"): noise, parameter("g_0"): no_noise, parameter("X_n"): posterior},
    near_misses={
        "bounded by e to the loss": variant(posterior / p <= exp(eps)),
        "bounded by twice the loss": variant(posterior / p <= exp(2 * eps)),
    },
    evaluate={"ratio of posterior and prior": 1 / (p + (1 - p) * exp(-n * eps))},
    note=(
        "The attacker believes that all records are 1 or all are 0; the mechanism counts the ones and adds geometric noise, and the output is the "
        "number of records. With many records the ratio of posterior and prior comes as close as wanted to the inverse of the prior, which "
        "may be anything, whatever the privacy loss. Between the posteriors of the two worlds the same prior gives the ratio 1: the next theorem. "
        "The paper quotes the remark without a formula."
    ),
)

# The record of the target is known from the others: its probabilities given them are 0 and 1.
tied = ForAll((d, r), Eq(C(d, r) * (1 - C(d, r)), 0))
H = function("H")
known = {"A": (half, half), "C": (1, 0, 0, 1), "M": (1, 0, 1, 0, 0, 1, 0, 1)}
doubt = {"A": (1, 0), "C": (half,) * 4, "M": (1, 0, 0, 1) * 2}
rest = (1 - H(s)) * C(d, s)

same_output = Theorem(
    title="Where the other records tell the target's, a fresh record is the same",
    source="kifer.claim-prior-post-unbounded",
    kind="lemma",
    given=(*model, tied),
    claim=ForAll((d, r, y), Eq(C(d, r) * sampled(d, y), C(d, r) * M(d, r, y))),
    derivation=(
        let(
            H(s),
            Indicator(Eq(s, r)),
            (
                ForAll(s, Between(0, H(s), 1)),
                Eq(Total(H(s) * C(d, s) * M(d, s, y), s), C(d, r) * M(d, r, y)),
                Eq(Total(H(s) * C(d, s), s), C(d, r)),
            ),
            "the record itself",
        ),
        have(0 <= rest * (1 - M(d, s, y)), "no factor is negative"),
        have(Eq(Total(rest, s), 1 - C(d, r)), "the record has a law"),
        have(Eq(C(d, r) * Total(rest, s), 0), "it is certain or impossible"),
        have(C(d, r) * Total(rest * M(d, s, y), s) <= 0, "both add up to 0"),
        have(Eq(C(d, r) * C(d, r), C(d, r)), "it is 0 or 1"),
        Chain(C(d, r) * sampled(d, y))
        .eq(
            C(d, r) * (C(d, r) * M(d, r, y)) + C(d, r) * Total(rest * M(d, s, y), s),
            "the record itself and the others",
        )
        .eq(C(d, r) * (C(d, r) * M(d, r, y)), "the others are impossible")
        .eq(C(d, r) * M(d, r, y), "the record is certain or impossible"),
    ),
    example=point(**known),
    near_misses={
        "also for an impossible record": variant(
            ForAll((d, r, y), Eq(sampled(d, y), M(d, r, y))),
            witness=point(**{**known, "M": (1, 0, 0, 1) * 2}),
        ),
        "where a record is in doubt": variant(given=model, witness=point(**doubt)),
    },
)

tied_records = Theorem(
    title="Where the other records tell the target's, the posteriors of the two worlds are equal",
    source="kifer.claim-prior-post-unbounded",
    given=(*model, tied),
    claim=wherever_possible(Eq(share, 1)),
    defined=have(
        AllOf(0 < marginal(y), 0 < counterfactual_marginal(y)),
        "the output is possible",
        by=possible_outputs.at(r=r, y=y),
    ),
    derivation=(
        have(
            ForAll((d, r, y), Eq(C(d, r) * sampled(d, y), C(d, r) * M(d, r, y))),
            "a fresh record is the same",
            by=same_output,
        ),
        have(A(d) * C(d, r) * sampled(d, y) <= A(d) * C(d, r) * M(d, r, y), "weighted"),
        have(A(d) * C(d, r) * M(d, r, y) <= A(d) * C(d, r) * sampled(d, y), "weighted"),
        have(counterfactual_joint(r, y) <= joint(r, y), "sum over the other records"),
        have(joint(r, y) <= counterfactual_joint(r, y), "sum over the other records"),
        have(Eq(share, joint(r, y) / counterfactual_joint(r, y)), "the outputs cancel", by=ratio),
    ),
    example=point(**known),
    near_misses={
        "so nothing is learned": variant(
            wherever_possible(Eq(posterior_of_record(r, y), prior(r))), witness=point(**known)
        ),
        "where a record is in doubt": variant(given=model, witness=point(**doubt)),
    },
    note="The target's record, being a copy of what the others' tell, is not what the attacker learned it from.",
)
