"""Pure DP when the other records are known: the sharp bounds on the posterior for every prior of the record, and the worst ones."""

from dpsym.derivations.bayesian.any_data import E, R, of_outputs, outside
from dpsym.derivations.bayesian.known_rest_tails import G, V, model, s
from dpsym.derivations.bayesian.pure_posterior_ratio import pointwise
from dpsym.derivations.posterior.largest_difference import lower, upper
from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.derivations.vocabulary import eps, fifth, half, third
from dpsym.language import *

eps = eps.ranging(above=0)
t = Outcome("t", "X")
L = function("L", law=False, about="the likelihood of what is seen, given the record of the target")
p = parameter("p", about="the prior probability of the set of records")
q = parameter("q", about="the probability that the record is in the set and the event is seen")
m = parameter("m", about="the probability of the event")

weights, of_records = model[0], ForAll(s, AnyOf(Eq(R(s), 0), Eq(R(s), 1)))
prior = Total(V(s) * R(s), s)


def seen(s):
    """The probability of the event, given the record of the target."""
    return Total(E(y) * G(s, y), y)


def joint_of(like, R=R):
    """The probability that the record is in the set and the event is seen."""
    return Total(V(s) * R(s) * like(s), s)


def marginal_of(like):
    """The probability of the event."""
    return Total(V(s) * like(s), s)


def sharp_for(joint, marginal, prior=prior):
    """The sharp bounds, multiplied by the probability of the event."""
    return AllOf(
        (prior + (1 - prior) * exp(-eps)) * joint <= prior * marginal,
        prior * marginal <= (prior + (1 - prior) * exp(eps)) * joint,
    )


no_negative = ForAll(s, 0 <= L(s))
close = ForAll((s, t), L(s) <= exp(eps) * L(t))
response = (4 * fifth, fifth, fifth, 4 * fifth)
likely = {"sizes": {"X": 2}, "V": (third, 2 * third), "R": (1, 0), "L": response[:2]}
answers = {"sizes": {"X": 2, "Y": 2}, "V": (third, 2 * third), "G": response, "R": (1, 0), "E": (1, 0)}
certain = {**answers, "G": (1, 0, 0, 1)}

rest, joint, marginal = joint_of(L, outside), joint_of(L), marginal_of(L)
around = AllOf(
    exp(-eps) * L(s) * (1 - prior) <= rest,
    rest <= exp(eps) * L(s) * (1 - prior),
)

within = Theorem(
    title="Likelihoods within a factor, of a set of records and of the other ones",
    kind="lemma",
    given=(weights, of_records, no_negative, close),
    claim=sharp_for(joint, marginal),
    derivation=(
        specialise(ForAll(s, 0 <= V(s)), {s: t}, "a probability"),
        specialise(of_records, {s: s}, "in the set or not"),
        specialise(of_records, {s: t}, "in the set or not"),
        have(
            around,
            "against the other records",
            derivation=(
                specialise(close, {s: s, t: t}, "two records of the target"),
                specialise(close, {s: t, t: s}, "two records of the target"),
                have(exp(-eps) * L(s) <= L(t), "divide"),
                have(V(t) * (1 - R(t)) * (exp(-eps) * L(s)) <= V(t) * (1 - R(t)) * L(t), "weighted"),
                have(V(t) * (1 - R(t)) * L(t) <= V(t) * (1 - R(t)) * (exp(eps) * L(s)), "weighted"),
                have(
                    AllOf(
                        Total(V(t) * (1 - R(t)) * (exp(-eps) * L(s)), t)
                        <= Total(V(t) * (1 - R(t)) * L(t), t),
                        Total(V(t) * (1 - R(t)) * L(t), t) <= Total(V(t) * (1 - R(t)) * (exp(eps) * L(s)), t),
                    ),
                    "sum over the other records",
                ),
            ),
        ),
        let(p, prior, Eq(prior, p), "the prior of the set"),
        let(
            m,
            rest,
            (ForAll(s, AllOf(exp(-eps) * L(s) * (1 - p) <= m, m <= exp(eps) * L(s) * (1 - p))), Eq(rest, m)),
            "the other records",
        ),
        specialise(
            ForAll(s, AllOf(exp(-eps) * L(s) * (1 - p) <= m, m <= exp(eps) * L(s) * (1 - p))),
            {s: s},
            "against the other records",
        ),
        have(V(s) * R(s) * (exp(-eps) * L(s) * (1 - p)) <= V(s) * R(s) * m, "weighted"),
        have(V(s) * R(s) * m <= V(s) * R(s) * (exp(eps) * L(s) * (1 - p)), "weighted"),
        Chain(exp(-eps) * (1 - p) * joint)
        .eq(Total(V(s) * R(s) * (exp(-eps) * L(s) * (1 - p)), s), "a common factor")
        .le(Total(V(s) * R(s) * m, s), "sum over the set")
        .eq(prior * m, "a common factor")
        .eq(p * m, "the prior of the set"),
        Chain(p * m)
        .eq(prior * m, "the prior of the set")
        .eq(Total(V(s) * R(s) * m, s), "a common factor")
        .le(Total(V(s) * R(s) * (exp(eps) * L(s) * (1 - p)), s), "sum over the set")
        .eq(exp(eps) * (1 - p) * joint, "a common factor"),
        have(Eq(marginal, joint + rest), "in the set or not"),
    ),
    example=point({eps: log(4)}, **likely),
    near_misses={
        "of likelihoods that are not close": without(
            close, witness=point({eps: log(2)}, **{**likely, "L": (1, 0)})
        ),
        "without the prior": variant(
            (prior + exp(-eps)) * joint <= prior * marginal,
            witness=point({eps: log(4)}, **{**likely, "R": (1, 1)}),
        ),
    },
)

private = ForAll((s, t), PureDP(eps).on(Pair(G(s, y), G(t, y))))
joint, marginal = joint_of(seen), marginal_of(seen)
share, moved = joint / marginal / prior, joint / marginal - prior
a_probability = (
    specialise(ForAll(s, 0 <= V(s)), {s: s}, "a probability"),
    specialise(of_records, {s: s}, "in the set or not"),
    have(Between(0, V(s) * R(s), V(s)), "a set of records"),
    have(Between(0, prior, 1), "a probability"),
)
positive = (
    *a_probability,
    let(p, prior, (Between(0, p, 1), Eq(prior, p)), "the prior of the set"),
    have(0 < p + (1 - p) * exp(eps), "a mean of positive numbers", derivation=cases(p <= half)),
    have(0 < p + (1 - p) * exp(-eps), "a mean of positive numbers", derivation=cases(p <= half)),
    have(
        AllOf(0 < prior + (1 - prior) * exp(eps), 0 < prior + (1 - prior) * exp(-eps)),
        "a mean of positive numbers",
    ),
)
of_events = (
    specialise(of_outputs, {y: y}, "in the event or not"),
    specialise(private, {s: s, t: t}, "two records of the target"),
    have(
        AllOf(G(s, y) <= exp(eps) * G(t, y), G(t, y) <= exp(eps) * G(s, y)),
        "pure DP",
        by=pointwise.at(P=G(s, y), Q=G(t, y), y_0=y),
    ),
    have(E(y) * G(s, y) <= E(y) * (exp(eps) * G(t, y)), "an event"),
    have(ForAll((s, t), seen(s) <= exp(eps) * seen(t)), "sum over the event"),
    have(sharp_for(joint, marginal), "every likelihood within a factor", by=within.at(L=seen(s))),
    *a_probability,
    let(p, prior, (Between(0, p, 1), sharp_for(joint, marginal, p), Eq(prior, p)), "the prior of the set"),
    let(q, joint, (sharp_for(q, marginal, p), Eq(joint, q)), "together with the event"),
    let(m, marginal, (sharp_for(q, m, p), Eq(marginal, m)), "the event"),
)
bounds = AllOf(1 / (prior + (1 - prior) * exp(eps)) <= share, share <= 1 / (prior + (1 - prior) * exp(-eps)))
possible = AllOf(0 < prior, 0 < marginal)
by_numbers = (
    *of_events,
    have(0 < p + (1 - p) * exp(eps), "a mean of positive numbers", derivation=cases(p <= half)),
    have(0 < p + (1 - p) * exp(-eps), "a mean of positive numbers", derivation=cases(p <= half)),
)

sharp = Theorem(
    title="Sharp bounds on the ratio of the posteriors under pure DP",
    source=of_any_spaces("kifer.x-pure-sharp"),
    define={parameter("p_0"): prior, parameter("p_1"): joint / marginal},
    given=(*model, of_records, of_outputs, private),
    claim=Implication(possible, bounds),
    defined=positive,
    derivation=(
        *by_numbers,
        have(
            Implication(possible, bounds),
            "divide",
            derivation=(
                have(q / m / p <= 1 / (p + (1 - p) * exp(-eps)), "divide"),
                have(1 / (p + (1 - p) * exp(eps)) <= q / m / p, "divide"),
            ),
        ),
    ),
    example=point({eps: log(4)}, **answers),
    tight=point({eps: log(4)}, **answers),
    near_misses={
        "without the prior": variant(
            Implication(possible, AllOf(1 / (1 + exp(eps)) <= share, share <= 1 / (1 + exp(-eps)))),
            witness=point({eps: log(4)}, **answers),
        ),
        "without pure DP": without(private, witness=point({eps: log(2)}, **certain)),
    },
    note=(
        "p_0 and p_1 are the prior and the posterior probability of the set. The other records are known; V is the prior of the target's record, right or wrong, and what is seen is an event of outputs. Records and outputs are of any spaces: the set may be that of one "
        "record, and the event that of one output, where these are possible. Randomised response attains both bounds, for every prior of its two records."
    ),
)

worst = Theorem(
    title="The largest difference of posterior and prior under pure DP when the other records are known",
    source=of_any_spaces("kifer.x-worst-prior"),
    define={parameter("p_0"): prior, parameter("p_1"): joint / marginal},
    given=(*model, of_records, of_outputs, private),
    claim=Implication(possible, Between(-tanh(eps / 4), moved, tanh(eps / 4))),
    derivation=(
        *by_numbers,
        have(
            Implication(possible, Between(-tanh(eps / 4), moved, tanh(eps / 4))),
            "at the prior of the set",
            derivation=(
                have(q / m <= highest(p, eps), "divide"),
                have(lowest(p, eps) <= q / m, "divide"),
                Chain(moved)
                .eq(q / m - p, "as named")
                .le(highest(p, eps) - p, "the ratio of the posteriors")
                .le(tanh(eps / 4), "the largest increase", by=upper.at(p=p)),
                Chain(moved)
                .eq(q / m - p, "as named")
                .ge(lowest(p, eps) - p, "the ratio of the posteriors")
                .ge(-tanh(eps / 4), "the largest decrease", by=lower.at(p=p)),
            ),
        ),
    ),
    example=point({eps: log(4)}, **answers),
    tight=(
        point({eps: 2 * log(2)}, **answers),
        point({eps: 2 * log(2)}, **{**answers, "V": (2 * third, third), "E": (0, 1)}),
    ),
    near_misses={
        "the increase at the even prior": variant(
            Implication(possible, moved <= tanh(eps / 2) / 2), witness=point({eps: log(4)}, **answers)
        ),
        "without pure DP": without(private, witness=point({eps: log(4)}, **{**certain, "V": (half, half)})),
    },
    evaluate={
        "prior of the largest increase": 1 / (1 + exp(eps / 2)),
        "prior of the largest decrease": 1 / (1 + exp(-eps / 2)),
    },
    note=(
        "p_0 and p_1 are the prior and the posterior probability of the set. The increase is largest at the prior 1/(1 + e^(eps/2)), the decrease at one less it. Neither the priors nor this bound are in the paper."
    ),
)
