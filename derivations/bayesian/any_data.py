"""The two worlds for any data and any outputs: the posterior of a set of records of the target, given an event of outputs."""

from dpsym.derivations.bayesian.attacker import A, C, M, d, model, others, outputs, r, records, s, t
from dpsym.derivations.bayesian.pure_posterior_ratio import pointwise
from dpsym.derivations.vocabulary import eps, fifth, half, quarter, tenth
from dpsym.language import *

# R: a set of records of the target; E: an event of outputs, which is seen; with single ones, {r} and {y}. L(d, s): the likelihood of what is
# seen, given the other records d and the record s of the target.
R = function("R", law=False, about="1 for the records of the set, else 0")
E = function("E", law=False, about="1 for the outputs of the event that is seen, else 0")
L = function(
    "L", law=False, about="the likelihood of what is seen, given the other records and the target's record"
)
of_records = ForAll(s, AnyOf(Eq(R(s), 0), Eq(R(s), 1)))
of_outputs = ForAll(y, AnyOf(Eq(E(y), 0), Eq(E(y), 1)))


def seen(d, s):
    """The probability of the event, given the other records d and the record s of the target."""
    return Total(E(y) * M(d, s, y), y)


def outside(s):
    """1 for the records that are not in the set."""
    return 1 - R(s)


def within(R):
    """The probability that the target's record is in the set, given the other records."""
    return Total(C(d, s) * R(s), s)


def joint_of(like):
    """The probability that the target's record is in the set and the event is seen."""
    return Total(A(d) * Total(C(d, s) * R(s) * like(d, s), s), d)


def fresh(like):
    """The likelihood for a fresh record of the target, given the other records."""
    return Total(C(d, t) * like(d, t), t)


def fresh_joint_of(like, R):
    """The probability that the target's record is in the set and the event is seen for a fresh record."""
    return Total(A(d) * (within(R) * fresh(like)), d)


def marginal_of(like):
    """The probability of the event."""
    return Total(A(d) * Total(C(d, s) * like(d, s), s), d)


prior = Total(A(d) * within(R), d)
joint, marginal = joint_of(seen), marginal_of(seen)
fresh_joint, fresh_outside = fresh_joint_of(seen, R), fresh_joint_of(seen, outside)
fresh_marginal = fresh_joint + fresh_outside
share = (joint / marginal) / (fresh_joint / fresh_marginal)
by_prior = (joint / prior) / (fresh_joint / prior)
# The posterior probabilities of the set in the actual world, and in the counterfactual one.
actual, counterfactual = parameter("p_a"), parameter("p_c")
posteriors = {actual: joint / marginal, counterfactual: fresh_joint / fresh_marginal}

response = (4 * fifth, fifth, fifth, 4 * fifth)
certain = (1, 0, 0, 1)
sizes = {"sizes": {"D": 2, "X": 2, "Y": 2}}
answers = {**sizes, "A": (half, half), "C": (half,) * 4, "M": response * 2, "R": (1, 0), "E": (1, 0)}
likely = {"sizes": {"D": 2, "X": 2}, "A": (half, half), "C": (half,) * 4, "R": (1, 0), "L": response[:2] * 2}
F, H, J, N = (function(name, law=False) for name in "FHJN")
no_negative_likelihood = ForAll((d, s), 0 <= L(d, s))
laws = (others, records, of_records, no_negative_likelihood)
parts = (
    specialise(ForAll(s, 0 <= C(d, s)), {s: t}, "a probability"),
    specialise(of_records, {s: s}, "in the set or not"),
)

one_law = Theorem(
    title="What is seen is equally likely in both worlds, for sets of records",
    kind="lemma",
    given=laws,
    claim=AllOf(
        Eq(fresh_joint_of(L, R) + fresh_joint_of(L, outside), marginal_of(L)),
        Between(0, fresh_joint_of(L, R), marginal_of(L)),
    ),
    derivation=(
        *parts,
        have(Between(0, C(d, s) * R(s), C(d, s)), "a set of records"),
        have(Between(0, within(R), Total(C(d, s), s)), "sum over the records"),
        have(within(R) <= 1, "the record has a law"),
        have(Eq(within(R) + within(outside), Total(C(d, s), s)), "in the set or not"),
        have(Eq(within(R) + within(outside), 1), "in the set or not"),
        have(
            Eq(A(d) * (within(R) * fresh(L)) + A(d) * (within(outside) * fresh(L)), A(d) * fresh(L)),
            "in the set or not",
        ),
        let(
            F(d),
            within(R),
            (ForAll(d, Between(0, F(d), 1)), Eq(fresh_joint_of(L, R), Total(A(d) * (F(d) * fresh(L)), d))),
            "the probability of the set",
        ),
        let(
            N(d),
            fresh(L),
            (
                ForAll(d, 0 <= N(d)),
                Eq(fresh_joint_of(L, R), Total(A(d) * (F(d) * N(d)), d)),
                Eq(marginal_of(L), Total(A(d) * N(d), d)),
            ),
            "the likelihood for a fresh record",
        ),
        have(Between(0, F(d) * N(d), N(d)), "a probability"),
        have(Between(0, A(d) * (F(d) * N(d)), A(d) * N(d)), "weighted"),
        have(Between(0, Total(A(d) * (F(d) * N(d)), d), Total(A(d) * N(d), d)), "sum over the other records"),
    ),
    example=point(**likely),
    near_misses={
        "for the records of the set alone": variant(
            Eq(fresh_joint_of(L, R), joint_of(L)), witness=point(**{**likely, "L": (1, 0, 1, 0)})
        ),
        "records without a law": variant(
            Eq(fresh_joint_of(L, R) + fresh_joint_of(L, outside), marginal_of(L)),
            given=(others, of_records, no_negative_likelihood),
            witness=point(**{**likely, "C": (quarter,) * 4}),
        ),
    },
)

close = ForAll((d, s, t), L(d, s) <= exp(eps) * L(d, t))
within_factor = AllOf(
    joint_of(L) <= exp(eps) * fresh_joint_of(L, R), fresh_joint_of(L, R) <= exp(eps) * joint_of(L)
)
part = C(d, s) * R(s)

factor = Theorem(
    title="Likelihoods within a factor, for sets of records",
    kind="lemma",
    given=(*laws, close),
    claim=within_factor,
    derivation=(
        *parts,
        specialise(close, {d: d, s: s, t: t}, "two records of the target"),
        specialise(close, {d: d, s: t, t: s}, "two records of the target"),
        have(C(d, t) * L(d, s) <= C(d, t) * (exp(eps) * L(d, t)), "weighted"),
        have(C(d, t) * L(d, t) <= C(d, t) * (exp(eps) * L(d, s)), "weighted"),
        have(Eq(Total(C(d, t) * L(d, s), t), L(d, s)), "the fresh record has a law"),
        have(L(d, s) <= exp(eps) * fresh(L), "sum over the fresh record"),
        have(fresh(L) <= exp(eps) * L(d, s), "sum over the fresh record"),
        let(
            N(d),
            fresh(L),
            (
                ForAll((d, s), AllOf(L(d, s) <= exp(eps) * N(d), N(d) <= exp(eps) * L(d, s))),
                Eq(fresh_joint_of(L, R), Total(A(d) * (within(R) * N(d)), d)),
            ),
            "the likelihood for a fresh record",
        ),
        specialise(
            ForAll((d, s), AllOf(L(d, s) <= exp(eps) * N(d), N(d) <= exp(eps) * L(d, s))),
            {d: d, s: s},
            "a fresh record",
        ),
        have(part * L(d, s) <= part * (exp(eps) * N(d)), "weighted"),
        have(part * N(d) <= part * (exp(eps) * L(d, s)), "weighted"),
        have(Total(part * L(d, s), s) <= exp(eps) * (within(R) * N(d)), "sum over the set"),
        have(within(R) * N(d) <= exp(eps) * Total(part * L(d, s), s), "sum over the set"),
        let(
            J(d),
            Total(part * L(d, s), s),
            (
                ForAll(d, AllOf(J(d) <= exp(eps) * (within(R) * N(d)), within(R) * N(d) <= exp(eps) * J(d))),
                Eq(joint_of(L), Total(A(d) * J(d), d)),
            ),
            "the likelihood together with the set",
        ),
        let(
            F(d),
            within(R),
            (
                ForAll(d, AllOf(J(d) <= exp(eps) * (F(d) * N(d)), F(d) * N(d) <= exp(eps) * J(d))),
                Eq(fresh_joint_of(L, R), Total(A(d) * (F(d) * N(d)), d)),
            ),
            "the probability of the set",
        ),
        specialise(
            ForAll(d, AllOf(J(d) <= exp(eps) * (F(d) * N(d)), F(d) * N(d) <= exp(eps) * J(d))),
            {d: d},
            "given the other records",
        ),
        have(A(d) * J(d) <= A(d) * (exp(eps) * (F(d) * N(d))), "weighted"),
        have(A(d) * (F(d) * N(d)) <= A(d) * (exp(eps) * J(d)), "weighted"),
        have(
            Total(A(d) * J(d), d) <= exp(eps) * Total(A(d) * (F(d) * N(d)), d), "sum over the other records"
        ),
        have(
            Total(A(d) * (F(d) * N(d)), d) <= exp(eps) * Total(A(d) * J(d), d), "sum over the other records"
        ),
    ),
    example=point({eps: log(4)}, **likely),
    near_misses={
        "of likelihoods that are not close": variant(
            given=laws, witness=point({eps: 0}, **{**likely, "L": (1, 0, 1, 0)})
        ),
        "records without a law": without(
            laws,
            instead=(others, of_records, no_negative_likelihood),
            witness=point({eps: 0}, **{**likely, "C": (quarter,) * 4, "L": (half,) * 4}),
        ),
    },
)

of_events = (
    specialise(outputs, {d: d, r: s}, "the output has a law"),
    specialise(of_outputs, {y: y}, "in the event or not"),
)
in_both_worlds = have(
    AllOf(Eq(fresh_marginal, marginal), Between(0, fresh_joint, marginal)),
    "in both worlds",
    by=one_law.at(L=seen(d, s)),
)

worlds = Theorem(
    title="The posteriors of the two worlds, for any data and outputs",
    source=(
        of_any_spaces("kifer.eq-counterfactual-posterior"),
        of_any_spaces("kifer.lem-marginal-equality"),
        of_any_spaces("kifer.eq-posterior-ratio"),
    ),
    define=posteriors,
    given=(*model, of_records, of_outputs),
    claim=AllOf(
        Eq(fresh_marginal, marginal),
        Implication(
            AllOf(0 < prior, 0 < fresh_joint),
            AllOf(0 < marginal, Eq(share, joint / fresh_joint), Eq(share, by_prior)),
        ),
    ),
    derivation=(
        *of_events,
        in_both_worlds,
    ),
    note=(
        "p_a and p_c are the posterior probabilities of the set in the actual and in the counterfactual world. "
        "The other records d, the target's record s and the output are of any spaces; A and C are the attacker's laws of the other records, and of the "
        "target's record given them. With the set of one record and the event of one output, where records and outputs are discrete, these are the "
        "posteriors and their ratio as the paper writes them. In the counterfactual world the probability of the event is the sum over the set and its complement."
    ),
    example=point(**answers),
    near_misses={
        "set by set": variant(Eq(fresh_joint, joint), witness=point(**{**answers, "M": certain * 2})),
        "always 1": variant(
            Implication(AllOf(0 < prior, 0 < fresh_joint), Eq(share, 1)),
            witness=point(**{**answers, "M": certain * 2}),
        ),
        "records without a law": without(
            model,
            claim=Eq(fresh_marginal, marginal),
            instead=(others, outputs),
            witness=point(**{**answers, "C": (quarter,) * 4}),
        ),
    },
)

moved_from_prior = (joint / marginal) / prior
told_by_the_rest = {**answers, "C": (1, 0, 0, 1), "M": (1, 0, 1, 0, 0, 1, 0, 1)}
private = ForAll((d, s, t), PureDP(eps).on(Pair(M(d, s, y), M(d, t, y))))
between = Between(exp(-eps), share, exp(eps))

pure = Theorem(
    title="Pure DP bounds the ratio of the posteriors, for any data and outputs",
    source=of_any_spaces("kifer.thm7.3"),
    define=posteriors,
    given=(*model, private, of_records, of_outputs),
    claim=AllOf(Implication(0 < joint, 0 < fresh_joint), Implication(0 < fresh_joint, between)),
    derivation=(
        *of_events,
        specialise(private, {d: d, s: s, t: t}, "two records of the target"),
        have(
            AllOf(M(d, s, y) <= exp(eps) * M(d, t, y), M(d, t, y) <= exp(eps) * M(d, s, y)),
            "pure DP",
            by=pointwise.at(P=M(d, s, y), Q=M(d, t, y), y_0=y),
        ),
        have(E(y) * M(d, s, y) <= E(y) * (exp(eps) * M(d, t, y)), "an event"),
        have(ForAll((d, s, t), seen(d, s) <= exp(eps) * seen(d, t)), "sum over the event"),
        in_both_worlds,
        have(
            AllOf(joint <= exp(eps) * fresh_joint, fresh_joint <= exp(eps) * joint),
            "every likelihood within a factor",
            by=factor.at(L=seen(d, s)),
        ),
        have(
            Implication(0 < fresh_joint, between),
            "the likelihoods cancel",
            derivation=(
                have(0 < marginal, "an event that is possible"),
                have(Eq(share, joint / fresh_joint), "the likelihoods cancel"),
                have(share <= exp(eps), "divide"),
                have(exp(-eps) * fresh_joint <= joint, "multiply"),
                have(exp(-eps) <= share, "divide"),
            ),
        ),
    ),
    note=(
        "p_a and p_c are the posterior probabilities of the set in the actual and in the counterfactual world. "
        "For every prior, right or wrong, any set of records, any event of outputs, and data of any spaces. Where the event is possible together "
        "with the set it is so in the counterfactual world, and the ratio has a value wherever it is possible there. The next theorem says when that is so of every set of a positive prior."
    ),
    example=point({eps: log(4)}, **answers),
    near_misses={
        "against the prior": variant(
            Implication(0 < fresh_joint, Between(exp(-eps), moved_from_prior, exp(eps))),
            witness=point({eps: 0}, **told_by_the_rest),
        ),
        "without pure DP": without(private, witness=point({eps: 0}, **{**answers, "M": certain * 2})),
    },
)

# q(k): the probability of the event on the data set with the number k on a path of neighbours.
k, j = (parameter(name, integer=True, about="the number of a data set on a path") for name in "kj")
q = function("q", law=False, about="the probability of the event on the data set with the number")
of_neighbours = ForAll(k, q(k) <= exp(eps) * q(k + 1))
reached = ForAll(j, Implication(0 < q(0), 0 < q(j)))

along_a_path = Theorem(
    title="Pure DP keeps a possible event possible along a path of neighbours",
    source="kifer.thm7.3",
    kind="lemma",
    given=[of_neighbours],
    claim=reached,
    derivation=have(
        reached,
        "by induction along the path",
        derivation=induction(
            j,
            first=(),
            then=(
                specialise(of_neighbours, {k: j}, "one more step"),
                cases(q(j + 1) <= 0, have(exp(eps) * q(j + 1) <= 0, "a positive factor")),
            ),
        ),
    ),
    example=point({eps: log(2)}, q=Lambda(k, half)),
    near_misses={
        "without pure DP": variant(given=(), witness=point({eps: 0}, q=Lambda(k, 1 - k))),
        "no less likely": variant(
            ForAll(j, q(0) <= q(j)), witness=point({eps: log(2)}, q=Lambda(k, exp(-k * log(2))))
        ),
    },
    note=(
        "Two data sets with the same number of records are the ends of a path of neighbours, one step for each record in which they differ. So an "
        "event that is possible on one of them is possible on each of them."
    ),
)

possible_everywhere = ForAll((d, s), 0 < seen(d, s))
d_0, s_0 = Outcome("d_0", "D"), Outcome("s_0", "X")
possible_for_a_fresh_record = (
    *parts,
    have(
        0 < fresh(seen),
        "the least likelihood is positive",
        derivation=(
            ArgMin(s_0, seen(d, s_0), s, "the record for which the event is least likely"),
            specialise(possible_everywhere, {d: d, s: s_0}, "possible for every data set"),
            have(C(d, s) * seen(d, s_0) <= C(d, s) * seen(d, s), "the least"),
            Chain(seen(d, s_0))
            .eq(Total(C(d, s) * seen(d, s_0), s), "the record has a law")
            .le(fresh(seen), "sum over the record"),
        ),
    ),
    let(
        N(d),
        fresh(seen),
        (ForAll(d, 0 < N(d)), Eq(fresh_joint, Total(A(d) * (within(R) * N(d)), d))),
        "the likelihood for a fresh record",
    ),
    ArgMin(d_0, N(d_0), d, "the other records for which the event is least likely"),
    specialise(ForAll(d, 0 < N(d)), {d: d_0}, "possible for every data set"),
    have(A(d) * within(R) * N(d_0) <= A(d) * (within(R) * N(d)), "the least"),
    have(prior * N(d_0) <= fresh_joint, "sum over the other records"),
    have(0 < prior * N(d_0), "no factor is 0"),
)

every_data_set = Theorem(
    title="Where every data set can give the event, the bounds hold of every possible set of records",
    source="kifer.thm7.3",
    define=posteriors,
    given=(*model, private, of_records, of_outputs, possible_everywhere, 0 < prior),
    claim=AllOf(0 < fresh_joint, between),
    defined=(*possible_for_a_fresh_record, in_both_worlds),
    derivation=(
        *possible_for_a_fresh_record,
        have(
            AllOf(Implication(0 < joint, 0 < fresh_joint), Implication(0 < fresh_joint, between)),
            "the bounds",
            by=pure,
        ),
    ),
    note=(
        "p_a and p_c are the posterior probabilities of the set in the actual and in the counterfactual world. "
        "By the theorem on paths an event that is possible for one data set is possible on each one with the same number of records."
    ),
    example=point({eps: log(4)}, **answers),
    near_misses={
        "where some data sets cannot give the event": without(
            possible_everywhere,
            claim=0 < fresh_joint,
            witness=point({eps: 0}, **{**told_by_the_rest, "R": (0, 1)}),
        ),
        "of an impossible set of records": without(
            0 < prior, claim=0 < fresh_joint, witness=point({eps: log(4)}, **{**answers, "R": (0, 0)})
        ),
    },
)

K = function("K", about="the law of the output with the default record, given the other records")
with_default = ForAll(d, distribution(K(d, y)))
default_seen = Total(E(y) * K(d, y), y)
default_joint = Total(A(d) * (within(R) * default_seen), d)
default_marginal = Total(A(d) * default_seen, d)
default_share = (joint / marginal) / (default_joint / default_marginal)
with_the_default = parameter("p_d")  # the posterior probability of the set with the default record
far_apart = {
    **answers, "A": (tenth, 9 * tenth), "C": (1, 0, 0, 1), "K": (quarter, 3 * quarter) * 2,
    "M": (half, half, quarter, 3 * quarter, quarter, 3 * quarter, half * quarter, 7 * half * quarter),
}  # fmt: skip
close_to_default = ForAll((d, s), PureDP(eps).on(Pair(M(d, s, y), K(d, y))))

default_near = ForAll((d, s), AllOf(0 <= N(d), L(d, s) <= exp(eps) * N(d), N(d) <= exp(eps) * L(d, s)))
default_joint_of, default_marginal_of = Total(A(d) * (within(R) * N(d)), d), Total(A(d) * N(d), d)
summed = (
    *parts,
    specialise(default_near, {d: d, s: s}, "a factor at most"),
    have(Between(0, part, C(d, s)), "a set of records"),
    have(Between(0, within(R), Total(C(d, s), s)), "sum over the records"),
)


def over_records(weight, total):
    """The likelihoods weighted and summed, over the records of a weight and then over the other records."""
    here = ForAll(d, AllOf(J(d) <= exp(eps) * (total * N(d)), total * N(d) <= exp(eps) * J(d)))
    chance, named = total, ()
    if total != 1:
        chance = F(d)
        near = ForAll(d, AllOf(J(d) <= exp(eps) * (F(d) * N(d)), F(d) * N(d) <= exp(eps) * J(d)))
        same_sum = Eq(Total(A(d) * (total * N(d)), d), Total(A(d) * (F(d) * N(d)), d))
        named = (
            let(F(d), total, (near, same_sum), "the probability of the set"),
            specialise(near, {d: d}, "given the other records"),
        )
    return (
        have(weight * L(d, s) <= weight * (exp(eps) * N(d)), "weighted"),
        have(weight * N(d) <= weight * (exp(eps) * L(d, s)), "weighted"),
        have(Total(weight * L(d, s), s) <= exp(eps) * (total * N(d)), "sum over the records"),
        have(total * N(d) <= exp(eps) * Total(weight * L(d, s), s), "sum over the records"),
        let(
            J(d),
            Total(weight * L(d, s), s),
            (here, Eq(Total(A(d) * Total(weight * L(d, s), s), d), Total(A(d) * J(d), d))),
            "the likelihood together with the set",
        ),
        specialise(here, {d: d}, "given the other records"),
        *named,
        have(A(d) * J(d) <= A(d) * (exp(eps) * (chance * N(d))), "weighted"),
        have(A(d) * (chance * N(d)) <= A(d) * (exp(eps) * J(d)), "weighted"),
        have(
            Total(A(d) * J(d), d) <= exp(eps) * Total(A(d) * (chance * N(d)), d), "sum over the other records"
        ),
        have(
            Total(A(d) * (chance * N(d)), d) <= exp(eps) * Total(A(d) * J(d), d), "sum over the other records"
        ),
    )


def within_a_factor(one, other):
    """Each at most e^eps times the other."""
    return AllOf(one <= exp(eps) * other, other <= exp(eps) * one)


factor_of_default = Theorem(
    title="Likelihoods near that for the default record, for sets of records",
    kind="lemma",
    given=(*laws, default_near),
    claim=AllOf(
        within_a_factor(joint_of(L), default_joint_of),
        within_a_factor(marginal_of(L), default_marginal_of),
        default_joint_of <= default_marginal_of,
    ),
    derivation=(
        *summed,
        have(within_a_factor(joint_of(L), default_joint_of), derivation=over_records(part, within(R))),
        have(
            within_a_factor(marginal_of(L), default_marginal_of), derivation=over_records(C(d, s), Integer(1))
        ),
        let(
            H(d),
            within(R),
            (ForAll(d, H(d) <= 1), Eq(default_joint_of, Total(A(d) * (H(d) * N(d)), d))),
            "the probability of the set",
        ),
        have(H(d) * N(d) <= N(d), "a probability"),
        have(A(d) * (H(d) * N(d)) <= A(d) * N(d), "weighted"),
        have(Total(A(d) * (H(d) * N(d)), d) <= default_marginal_of, "sum over the other records"),
    ),
    example=point({eps: log(4)}, **likely, N=(half, half)),
    near_misses={
        "of likelihoods that are not near that for the default": variant(
            given=laws, witness=point({eps: 0}, **likely, N=(0, 0))
        ),
        "of likelihoods that are not far above that for the default": variant(
            given=(*laws, ForAll((d, s), AllOf(0 <= N(d), L(d, s) <= exp(eps) * N(d)))),
            witness=point({eps: 0}, **{**likely, "L": (0,) * 4}, N=(1, 1)),
        ),
    },
)

default_close = (
    *of_events,
    specialise(close_to_default, {d: d, s: s}, "a record and the default"),
    have(
        AllOf(M(d, s, y) <= exp(eps) * K(d, y), K(d, y) <= exp(eps) * M(d, s, y)),
        "pure DP",
        by=pointwise.at(P=M(d, s, y), Q=K(d, y), y_0=y),
    ),
    have(E(y) * M(d, s, y) <= E(y) * (exp(eps) * K(d, y)), "an event"),
    have(E(y) * K(d, y) <= E(y) * (exp(eps) * M(d, s, y)), "an event"),
    have(
        ForAll(
            (d, s),
            AllOf(
                0 <= default_seen,
                seen(d, s) <= exp(eps) * default_seen,
                default_seen <= exp(eps) * seen(d, s),
            ),
        ),
        "sum over the event",
    ),
    have(
        AllOf(
            within_a_factor(joint, default_joint),
            within_a_factor(marginal, default_marginal),
            default_joint <= default_marginal,
        ),
        "every likelihood within a factor",
        by=factor_of_default.at(L=seen(d, s), N=default_seen),
    ),
)

fixed_default = Theorem(
    title="A fixed default record, for any data and outputs",
    source=of_any_spaces("kifer.fn13"),
    kind="remark",
    define={actual: joint / marginal, with_the_default: default_joint / default_marginal},
    given=(*model, with_default, close_to_default, of_records, of_outputs),
    claim=Implication(
        0 < default_joint, AllOf(exp(-2 * eps) <= default_share, default_share <= exp(2 * eps))
    ),
    defined=(*default_close,),
    derivation=(
        *default_close,
        have(0 < default_marginal, "the event is possible for the default"),
        have(0 < marginal, "so it is possible"),
        have(joint * default_marginal <= exp(2 * eps) * default_joint * marginal, "multiply"),
        have(default_joint * marginal <= exp(2 * eps) * joint * default_marginal, "multiply"),
        have(default_share <= exp(2 * eps), "divide"),
        have(exp(-2 * eps) <= default_share, "divide"),
    ),
    note=(
        "p_a and p_d are the posterior probabilities of the set in the actual world, and with the default record. The outputs of both worlds are not equally likely, "
        "and the second factor is lost there."
    ),
    example=point({eps: log(4)}, **answers, K=(half,) * 4),
    near_misses={
        "as for a fresh record": variant(
            Implication(0 < default_joint, default_share <= exp(eps)),
            witness=point({eps: log(2)}, **far_apart),
        ),
        "without pure DP": without(close_to_default, witness=point({eps: 0}, **far_apart)),
    },
)
