"""How often the posterior moves far, given the true record: Rényi and zero-concentrated DP, for every prior."""

from dpsym.derivations.analysis.power_tangents import part
from dpsym.derivations.bayesian import posterior_ratio
from dpsym.derivations.bayesian.attacker import (
    A,
    C,
    M,
    counterfactual_joint,
    counterfactual_marginal,
    d,
    joint,
    marginal,
    prior,
    r,
    s,
    t,
)
from dpsym.derivations.bayesian.attacker import model as attacker
from dpsym.derivations.bayesian.large_ratios import under_first
from dpsym.derivations.bayesian.posterior_ratio import product, share
from dpsym.derivations.bayesian.unknown_rest import (
    K,
    W,
    answers,
    apart,
    close_to_true,
    first,
    law_of_fresh,
    model,
    moment,
    sampled,
    second,
)
from dpsym.derivations.divergences.renyi_post_processing import alpha
from dpsym.derivations.vocabulary import gamma, half, rho, third
from dpsym.language import *

eps = parameter("eps", about="bound on the logarithm of the ratio of the posteriors, in nats")
eps_c = parameter("eps", above=rho, about="bound on the logarithm of the ratio of the posteriors, in nats")

# L(y): the ratio of the posteriors at the output y.
L = function("L")
bound = exp((alpha - 1) * (gamma - eps))


def far(eps):
    """The probability, given the true record, of an output e^eps times as likely as for a fresh record."""
    return Total(Indicator(exp(eps) * second <= first) * first, y)


def moved(eps, strictly=False):
    """The probability, given the true record, that its posterior is e^eps times the counterfactual one or more."""
    large = exp(eps) < share if strictly else exp(eps) <= share
    return Probability(large, joint(r, y) / prior(r))


private = ForAll((d, r, s), RenyiDP(alpha, gamma).on(Pair(M(d, r, y), M(d, s, y))))


def whatever_the_record(fact):
    """The fact for every record that the attacker holds possible."""
    return ForAll(r, Implication(0 < prior(r), fact))


given_record = Theorem(
    title="Outputs far from those for a fresh record under Rényi DP",
    source="kifer.thm7.4.2-rdp",
    kind="lemma",
    given=(*model, close_to_true),
    claim=far(eps) <= bound,
    derivation=(
        have(
            AllOf(
                ForAll(y, Implication(Eq(second, 0), Eq(first, 0))),
                Total(part(first, second), y) <= exp((alpha - 1) * gamma),
            ),
            "Rényi DP of both worlds",
            by=moment,
        ),
        have(Eq(Total(W(d) * K(d, y), y), W(d)), "the output has a law"),
        have(Eq(Total(first, y), 1), "a mixture of laws"),
        *law_of_fresh,
        have(Eq(Total(W(d) * sampled(d, y), y), W(d)), "so has that for a fresh record"),
        Chain(Total(second, y))
        .eq(Total(W(d) * sampled(d, y), d, y), "sum over the outputs and the other records")
        .eq(Total(W(d), d), "the output for a fresh record has a law")
        .eq(1, "so have the other records"),
        Chain(exp((alpha - 1) * eps) * far(eps))
        .le(
            Total(part(first, second), y),
            "Markov's inequality",
            by=under_first.at(P=first, Q=second),
        )
        .le(exp((alpha - 1) * gamma), "Rényi DP of both worlds"),
        Chain(far(eps))
        .le(
            exp(-(alpha - 1) * eps) * exp((alpha - 1) * gamma),
            "divide",
            hints=(exp(-(alpha - 1) * eps) > 0,),
        )
        .eq(bound, "collect the exponents"),
    ),
    example=point({alpha: 2, gamma: log(Rational(3, 2)), eps: log(2)}, **answers),
    near_misses={
        "as if the other records were known and the law the attacker's": variant(
            far(eps) <= exp(-(eps - gamma) * alpha - gamma),
            witness=point(
                {alpha: 2, gamma: log(Rational(3, 2)), eps: log(2)}, **{**answers, "C": (0, 1, 0, 1)}
            ),
        ),
        "without Rényi DP": variant(given=model, witness=point({alpha: 2, gamma: 0, eps: log(2)}, **apart)),
    },
)


# P, Q: the laws of the output given the record, in the two worlds.
weight = A(d) * C(d, r) / prior(r)
actual, fresh = joint(r, y) / prior(r), counterfactual_joint(r, y) / prior(r)


# The posterior and the counterfactual one, of an output that is possible given the record, are quotients of positive numbers.
possible_outputs = (
    have(0 <= joint(r, y), "a sum of products of masses"),
    have(0 < joint(r, y), "the output is possible", derivation=cases(joint(r, y) <= 0)),
    have(product.claim, "so it is for a fresh record", by=product),
    have(0 < counterfactual_joint(r, y), "so it is for a fresh record"),
    have(
        AllOf(0 < marginal(y), 0 < counterfactual_marginal(y)),
        "in both worlds",
        by=posterior_ratio.possible_outputs.at(r=r, y=y),
    ),
)


def as_loss(eps, bound, use, private, strictly=False):
    """The steps from the law of the output given the record, of which `use` speaks, to the posteriors, of a private mechanism."""

    def large(a, b):
        """That e^eps times b is at most a, or below it."""
        return exp(eps) * b < a if strictly else exp(eps) * b <= a

    def large_loss(a, b):
        return Total(Indicator(large(a, b)) * a, y)

    counted = Indicator(exp(eps) < L(y) if strictly else exp(eps) <= L(y))
    ratio_at_output = Implication(
        0 < joint(r, y),
        AllOf(0 < counterfactual_joint(r, y), Eq(L(y) * counterfactual_joint(r, y), joint(r, y))),
    )
    return (
        have(Eq(Total(weight, d), 1), "the other records have a law, given the record"),
        specialise(private, {d: d, r: r, s: s}, "two records of the target"),
        have(ForAll((d, s), private.args[1]), "whatever the other records and the fresh one"),
        have(
            large_loss(actual, fresh) <= bound,
            "the output given the record",
            by=use.at(W=weight, K=M(d, r, y)),
        ),
        have(0 <= fresh, "a sum of products of masses"),
        have(product.claim, "the outputs cancel", by=product),
        let(
            L(y),
            share,
            (ForAll(y, ratio_at_output), Eq(moved(eps, strictly), Total(counted * actual, y))),
            "the ratio of the posteriors",
        ),
        let(
            P(y),
            actual,
            (
                ForAll(y, 0 <= P(y)),
                ForAll(y, Eq(prior(r) * P(y), joint(r, y))),
                Eq(moved(eps, strictly), Total(counted * P(y), y)),
                large_loss(P(y), fresh) <= bound,
            ),
            "the law of the output given the record",
        ),
        let(
            Q(y),
            fresh,
            (
                ForAll(y, 0 <= Q(y)),
                ForAll(y, Eq(prior(r) * Q(y), counterfactual_joint(r, y))),
                large_loss(P(y), Q(y)) <= bound,
            ),
            "the law of the output for a fresh record",
        ),
        have(
            ForAll(y, Implication(0 < P(y), AllOf(0 < Q(y), Eq(L(y) * Q(y), P(y))))),
            "divide by the prior of the record",
            derivation=(
                have(0 < prior(r) * P(y), "no factor is 0"),
                have(Eq(L(y) * counterfactual_joint(r, y), joint(r, y)), "the ratio of the posteriors"),
                Chain(Q(y))
                .eq(1 / prior(r) * counterfactual_joint(r, y), "divide by the prior")
                .gt(0, "no factor is 0"),
                Chain(L(y) * Q(y))
                .eq(1 / prior(r) * (L(y) * counterfactual_joint(r, y)), "divide by the prior")
                .eq(1 / prior(r) * joint(r, y), "the ratio of the posteriors")
                .eq(P(y), "divide by the prior"),
            ),
        ),
        have(
            counted * P(y) <= Indicator(large(P(y), Q(y))) * P(y),
            "a large ratio is a large loss",
            derivation=cases(
                0 < P(y),
                cases(counted.args[0], have(large(L(y) * Q(y), Q(y)), "multiply")),
                have(Eq(P(y), 0), "it is not negative"),
            ),
        ),
        Chain(moved(eps, strictly))
        .eq(Total(counted * P(y), y), "the ratio of the posteriors")
        .le(large_loss(P(y), Q(y)), "is the ratio of the masses")
        .le(bound, "the output given the record"),
    )


loss = log(Rational(19, 10))
rare = {
    "A": (half, half),
    "C": (Rational(1, 100), Rational(99, 100)) * 2,
    "M": (2 * third, third, third, 2 * third) * 2,
}

# Other records far apart, the likely ones of which exclude the record: outputs of theirs move its posterior. Between the
# rare and the likely ones lie others, so that the mechanism is private for all neighbours: the probability of the output
# is that of its place for one record of the target and that of the next place for the other.
d_2 = Outcome("d_2", "D")
N = function("N", law=False, about="1 for other records that differ in one of them, else 0")
others_private = ForAll(
    (d, d_2, r), Implication(0 < N(d, d_2), RenyiDP(alpha, gamma).on(Pair(M(d, r, y), M(d_2, r, y))))
)
places = (
    Rational(2, 5), Rational(3, 5), Rational(3, 4), Rational(7, 8), Rational(19, 20), Rational(99, 100), Rational(999, 1000),
)  # fmt: skip
of_record = (*places[1:], places[-1])
far_apart = {
    "sizes": {"D": 7, "X": 2, "Y": 2},
    "A": (Rational(1, 100), 0, 0, 0, 0, 0, Rational(99, 100)),
    "C": (half, half, *(0, 1) * 6),
    "M": tuple(m for both in zip(of_record, places, strict=True) for p in both for m in (p, 1 - p)),
    "N": tuple(int(abs(i - j) == 1) for i in range(7) for j in range(7)),
}
chances = (places[1], places[0], places[-1])

renyi = Theorem(
    title="Large moves of the posterior under Rényi DP, for every prior",
    source=whole_of("kifer.x-ctr-marginal"),
    given=(*attacker, private),
    claim=whatever_the_record(moved(eps) <= bound),
    defined=possible_outputs,
    derivation=as_loss(eps, bound, given_record, private),
    example=point({alpha: 2, gamma: log(Rational(3, 2)), eps: loss}, **rare),
    near_misses={
        "as if the other records were known and the record drawn": variant(
            whatever_the_record(moved(eps) <= exp(-(eps - gamma) * alpha - gamma)),
            witness=point({alpha: 2, gamma: log(Rational(3, 2)), eps: loss}, **rare),
        ),
        "known or not, under the law of the output itself": variant(
            whatever_the_record(
                Total(Indicator(exp(eps) <= share) * marginal(y), y) <= exp(-(eps - gamma) * alpha - gamma)
            ),
            given=(*attacker, private, others_private),
            witness=point({alpha: 2, gamma: log(Rational(7, 6)), eps: log(Rational(6, 5))}, **far_apart),
        ),
        "without Rényi DP": variant(
            given=attacker,
            witness=point({alpha: 2, gamma: 0, eps: log(2)}, **{**rare, "M": (1, 0, 0, 1) * 2}),
        ),
    },
    evaluate={"failure probability": bound},
    note=(
        "For every prior, dependent records included, and every record with a positive prior probability; the data are drawn from the "
        "prior given the record. Under the law of the output itself the bound for known other records fails, even where the mechanism is private "
        "for neighbours that differ in another record too: take seven lists of other records, each a neighbour of the next, of which the attacker holds the first and the last possible. Randomised response comes close when the other records are known and the prior of the record tends to 0."
    ),
)

order = (eps_c + rho) / (2 * rho)
tail = exp(-((eps_c - rho) ** 2) / (4 * rho))
neighbours = Pair(M(d, r, y), M(d, s, y))
two_records = Pair(M(d, t, y), M(d, s, y))
concentrated = ForAll((d, r, s), ZCDP(rho).on(neighbours))
uneven = {
    "A": (1, 0),
    "C": (Rational(1, 1000), Rational(999, 1000)) * 2,
    "M": (Rational(1, 4), Rational(3, 4), Rational(1, 16), Rational(15, 16)) * 2,
}

order_2 = ForAll((d, r, s), RenyiDP(2, 2 * rho).on(neighbours))

zero_concentrated = Theorem(
    title="Large moves of the posterior under zero-concentrated DP, for every prior",
    cites="kifer2022",
    given=(*attacker, concentrated),
    claim=whatever_the_record(moved(eps_c) <= tail),
    defined=possible_outputs,
    derivation=(
        have(1 < order, "the bound exceeds the budget"),
        specialise(concentrated, {d: d, r: t, s: s}, "two records of the target"),
        specialise(ZCDP(rho).on(two_records), {alpha: order}, "the best order"),
        have(ForAll((d, t, s), RenyiDP(order, order * rho).on(two_records)), "Rényi DP of the best order"),
        have(
            Eq((order - 1) * (order * rho - eps_c), -((eps_c - rho) ** 2) / (4 * rho)),
            "the exponent at the best order",
        ),
        Chain(moved(eps_c))
        .le(
            exp((order - 1) * (order * rho - eps_c)),
            "Rényi DP of the best order",
            by=renyi.at(alpha=order, gamma=order * rho, eps=eps_c),
        )
        .eq(tail, "the exponent at the best order"),
    ),
    example=point({rho: 1, eps_c: 2}, A=(1,), C=(1,), M=(1,)),
    near_misses={
        "as if the other records were known and the record drawn": variant(
            whatever_the_record(moved(eps_c) <= exp(-((eps_c + rho) ** 2) / (4 * rho))),
            given=(*attacker, order_2),
            witness=point({rho: log(Rational(8, 5)) / 2, eps_c: log(Rational(39, 10))}, **uneven),
        ),
        "without zero-concentrated DP": variant(
            given=attacker,
            witness=point({rho: Rational(1, 10), eps_c: log(2)}, **{**rare, "M": (1, 0, 0, 1) * 2}),
        ),
    },
    evaluate={"order": order, "failure probability": tail},
    note="For bounds up to the budget the best order would be 1 or less, where only the trivial bound 1 is left.",
)
