"""Pure DP keeps the posteriors of the two worlds within a factor e^eps, for every prior and every output."""

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
    posterior,
    prior,
    r,
    s,
    sampled,
)
from dpsym.derivations.bayesian.posterior_ratio import possible_outputs, ratio, share, wherever_possible
from dpsym.derivations.vocabulary import eps, fifth, half, quarter, tenth, y_0
from dpsym.language import *

d_0, s_0 = Outcome("d_0", "D"), Outcome("s_0", "X")


neighbours = PureDP(eps).on(Pair(M(d, r, y), M(d, s, y)))
private = ForAll((d, r, s), neighbours)

certain = (1, 0, 0, 1)
response = (4 * fifth, fifth, fifth, 4 * fifth)
known = {"A": (1, 0), "C": (tenth, 9 * tenth, half, half), "M": response * 2}


def close(r, s, at):
    """That the records r and s of the target give an output masses in a ratio of at most e^eps."""
    return (
        specialise(private, {d: d, **at}, "two records of the target"),
        have(
            AllOf(M(d, r, y) <= exp(eps) * M(d, s, y), M(d, s, y) <= exp(eps) * M(d, r, y)),
            "the target's record changes the mass of an output by a factor e^eps at most",
            by=pointwise.at(P=M(d, r, y), Q=M(d, s, y), y_0=y),
        ),
    )


possible = (
    have(
        AllOf(0 < marginal(y), 0 < counterfactual_marginal(y)),
        "the output is possible",
        by=possible_outputs.at(r=r, y=y),
    ),
)

pointwise = Theorem(
    title="Pure DP bounds the ratio of the masses of every output",
    source="kifer.thm7.3",
    kind="lemma",
    given=PureDP(eps),
    claim=ForAll(y_0, AllOf(P(y_0) <= exp(eps) * Q(y_0), Q(y_0) <= exp(eps) * P(y_0))),
    derivation=(
        specialise(PureDP(eps), {S(y): Eq(y, y_0)}, "the event of one output"),
        Chain(P(y_0))
        .eq(Probability(Eq(y, y_0), P), "the event of one output")
        .le(exp(eps) * Probability(Eq(y, y_0), Q), "pure DP")
        .eq(exp(eps) * Q(y_0), "the event of one output"),
        Chain(Q(y_0))
        .eq(Probability(Eq(y, y_0), Q), "the event of one output")
        .le(exp(eps) * Probability(Eq(y, y_0), P), "pure DP, in the other order")
        .eq(exp(eps) * P(y_0), "the event of one output"),
    ),
    tight=point({eps: log(4)}, P=response[:2], Q=response[2:]),
)

pure = Theorem(
    title="Pure DP bounds the ratio of the posteriors",
    cites="kifer2022",
    given=(*model, private),
    claim=wherever_possible(AllOf(exp(-eps) <= share, share <= exp(eps))),
    defined=possible,
    derivation=(
        *close(r, s, {r: r, s: s}),
        Chain(M(d, r, y))
        .eq(Total(C(d, s) * M(d, r, y), s), "the fresh record has a law")
        .le(exp(eps) * sampled(d, y), "sum over the fresh record"),
        Chain(sampled(d, y))
        .le(exp(eps) * Total(C(d, s) * M(d, r, y), s), "sum over the fresh record")
        .eq(exp(eps) * M(d, r, y), "the fresh record has a law"),
        have(0 <= A(d) * C(d, r) * (exp(eps) * sampled(d, y) - M(d, r, y)), "no factor is negative"),
        have(0 <= A(d) * C(d, r) * (exp(eps) * M(d, r, y) - sampled(d, y)), "no factor is negative"),
        have(joint(r, y) <= exp(eps) * counterfactual_joint(r, y), "sum over the other records"),
        have(counterfactual_joint(r, y) <= exp(eps) * joint(r, y), "sum over the other records"),
        have(Eq(share, joint(r, y) / counterfactual_joint(r, y)), "the outputs cancel", by=ratio),
        have(share <= exp(eps), "divide"),
        have(exp(-eps) <= share, "divide"),
    ),
    example=point({eps: log(4)}, **known),
    near_misses={
        "without pure DP": variant(given=model, witness=point({eps: 0}, **{**known, "M": certain * 2})),
    },
    note=(
        "For every prior, right or wrong, and every output that is possible together with the record in the counterfactual world; "
        "the next theorem says when these are all. For a record that is certain the ratio is 1; the bounds are approached, by "
        "randomised response, as the prior of the record tends to 0."
    ),
)

connected = ForAll((d, s, y), Implication(0 < marginal(y), 0 < M(d, s, y)))
both = AllOf(0 < prior(r), 0 < marginal(y))

every_output = Theorem(
    title="Where one data set can give an output, so can all",
    cites="kifer2022",
    kind="lemma",
    given=(*model, connected),
    claim=ForAll((r, y), Implication(both, 0 < counterfactual_joint(r, y))),
    derivation=(
        have(
            0 < sampled(d, y),
            "the least mass is positive",
            derivation=(
                ArgMin(s_0, M(d, s_0, y), s, "the record for which the output is least likely"),
                Chain(M(d, s_0, y))
                .eq(Total(C(d, s) * M(d, s_0, y), s), "the record has a law")
                .le(sampled(d, y), "sum over the record"),
                specialise(connected, {d: d, s: s_0, y: y}, "all data sets can give the output"),
            ),
        ),
        ArgMin(d_0, sampled(d_0, y), d, "the other records for which the output is least likely"),
        have(0 < sampled(d_0, y), "the line before"),
        have(0 <= A(d) * C(d, r) * (sampled(d, y) - sampled(d_0, y)), "no factor is negative"),
        have(prior(r) * sampled(d_0, y) <= counterfactual_joint(r, y), "sum over the other records"),
    ),
    example=point(A=(half, half), C=(half,) * 4, M=(half,) * 8),
    near_misses={
        "where data sets far apart give other outputs": variant(
            given=model, witness=point(A=(half, half), C=certain, M=(0, 1, 0, 1, 1, 0, 1, 0))
        ),
        "also for an impossible record": variant(
            ForAll((r, y), Implication(0 < marginal(y), 0 < counterfactual_joint(r, y))),
            witness=point(A=(1, 0), C=(1, 0, 1, 0), M=(half,) * 8),
        ),
    },
    note=(
        "Any two data sets with the same number of records are joined by a chain of neighbours, along which pure DP keeps an impossible "
        "output impossible; so the hypothesis holds for any two data sets of one size."
    ),
)

for_all = Theorem(
    title="Pure DP bounds the ratio of the posteriors of every possible record and output",
    cites="kifer2022",
    given=(*model, private, connected),
    claim=ForAll((r, y), Implication(both, AllOf(exp(-eps) <= share, share <= exp(eps)))),
    defined=(
        have(0 < counterfactual_joint(r, y), "all data sets can give the output", by=every_output),
        *possible,
    ),
    derivation=(
        have(0 < counterfactual_joint(r, y), "all data sets can give the output", by=every_output),
        have(AllOf(exp(-eps) <= share, share <= exp(eps)), "the bounds where both are possible", by=pure),
    ),
    example=point({eps: log(4)}, **known),
    near_misses={
        "without pure DP": without(private, witness=point({eps: 0}, **known)),
    },
)

even, few = (half, half, 0), (quarter, 3 * quarter, 0)
far_apart = {
    "A": (tenth, 9 * tenth, 0),
    "C": (1, 0, 0, 0, 1, 0, 1, 0, 0),
    "M": (*even, *few, *few, *even, *few, *even, *even, *even, *even),
}

# The output for a fixed record of the target, the same for all.
default = Outcome("s_0", "X")


def default_joint(r, y):
    """The probability that the target has the record r and the output for the default record is y."""
    return Total(A(d) * C(d, r) * M(d, default, y), d)


def default_marginal(y):
    """The probability of the output y for the default record."""
    return Total(A(d) * M(d, default, y), d)


default_share = posterior(r, y) / (default_joint(r, y) / default_marginal(y))


def wherever_default_possible(fact):
    """The fact for all records, default records and outputs that are possible together."""
    return ForAll((default, r, y), Implication(0 < default_joint(r, y), fact))


twice = AllOf(exp(-2 * eps) <= default_share, default_share <= exp(2 * eps))

fixed_default = Theorem(
    title="A fixed default record costs a factor of two in the loss",
    cites="kifer2022",
    kind="remark",
    given=(*model, private),
    claim=wherever_default_possible(twice),
    derivation=(
        *close(r, default, {r: r, s: default}),
        *close(default, s, {r: default, s: s}),
        have(joint(r, y) <= exp(eps) * default_joint(r, y), "sum over the other records"),
        have(default_joint(r, y) <= exp(eps) * joint(r, y), "sum over the other records"),
        have(
            Eq(Total(A(d) * C(d, s) * M(d, default, y), s), A(d) * M(d, default, y)), "the record has a law"
        ),
        have(Eq(Total(A(d) * C(d, s) * M(d, default, y), d, s), default_marginal(y)), "the record has a law"),
        Chain(marginal(y))
        .le(exp(eps) * Total(A(d) * C(d, s) * M(d, default, y), d, s), "sum over the data")
        .eq(exp(eps) * default_marginal(y), "the record has a law"),
        Chain(default_marginal(y))
        .eq(Total(A(d) * C(d, s) * M(d, default, y), d, s), "the record has a law")
        .le(exp(eps) * marginal(y), "sum over the data"),
        have(default_joint(r, y) <= default_marginal(y), "sum over the other records"),
        have(0 < default_marginal(y), "the output is possible for the default"),
        have(0 < marginal(y), "so it is possible"),
        have(
            joint(r, y) * default_marginal(y) <= exp(2 * eps) * default_joint(r, y) * marginal(y),
            "multiply",
        ),
        have(
            default_joint(r, y) * marginal(y) <= exp(2 * eps) * joint(r, y) * default_marginal(y),
            "multiply",
        ),
        have(default_share <= exp(2 * eps), "divide"),
        have(exp(-2 * eps) <= default_share, "divide"),
    ),
    example=point({eps: log(2)}, **far_apart),
    near_misses={
        "as for a fresh record": variant(
            wherever_default_possible(default_share <= exp(eps)), witness=point({eps: log(2)}, **far_apart)
        ),
        "as for a fresh record, from below": variant(
            wherever_default_possible(exp(-eps) <= default_share), witness=point({eps: log(2)}, **far_apart)
        ),
        "without pure DP": variant(
            given=model, witness=point({eps: 0}, **{**far_apart, "M": (1, 0, 0, 0, 1, 0, 0, 0, 1) * 3})
        ),
    },
    note=(
        "For a default record the outputs of the two worlds are not equally likely, and the second factor is lost there. When the other "
        "records are known, one factor suffices."
    ),
)
