"""The probability of an output under a model of the data, near that of any one data set: as printed (false), and weighted."""

from dpsym.derivations.inference.mechanisms import M, eps, v
from dpsym.derivations.vocabulary import fifth, half, tenth
from dpsym.language import *

D = parameter(
    "D", at_least=0, about="largest distance from the data set x to data that are possible with the output"
)
t = Outcome("t")

G = function("G", about="the law of the data, for one value of the parameter")
J = function(
    "J",
    law=False,
    about="1 on a set of data outside of which the output is impossible, else 0, or any weight",
)
data = distribution(G(v), v)
indicator = ForAll(v, Between(0, J(v), 1))

# One data set x is held fixed: q is the law of its output, and r(v) the distance of v from it. L(v, .) and q have densities.
L = function("L", law=False, about="the probability or the density of the output, given the data")
q = function("q", law=False, about="the probability or the density of the output, given the data set x")
p = function("p", law=False, about="the probability of the event, given the data")
r = function("r", law=False, about="the distance of a data set from x, below 0 where no path joins them")
densities = AllOf(ForAll((v, t), 0 <= L(v, t)), ForAll(t, 0 <= q(t)))
two_sided = ForAll(t, AllOf(L(v, t) <= exp(r(v) * eps) * q(t), q(t) <= exp(r(v) * eps) * L(v, t)))
private = ForAll(v, Implication(0 <= r(v), two_sided))
around = ForAll(v, Implication(0 < J(v), Between(0, r(v), D)))
hypotheses = (data, densities, indicator, private, around)

only_inside = ForAll(v, Eq(G(v) * L(v, t), J(v) * G(v) * L(v, t)))
probability = Total(G(v) * M(v, t), v)
density = Total(G(v) * L(v, t), v)
weight = J(v) * G(v)
chance = Total(weight, v)


def wherever(claim):
    """For all outputs that are impossible with data outside of the set."""
    return ForAll(t, Implication(only_inside, claim))


sizes = {"X": 2, "Y": 2}
nine_tenths = Rational(9, 10)
# The data set x is the first of two.
response = {
    "sizes": sizes, "G": (half, half), "L": (4 * fifth, fifth, fifth, 4 * fifth), "q": (4 * fifth, fifth), "r": (0, 1),
    "J": (1, 1),
}  # fmt: skip
apart = {"sizes": sizes, "G": (tenth, nine_tenths), "L": (1, 0, 0, 1), "q": (1, 0), "r": (0, -1), "J": (1, 0)}

marginal = Definition(
    title="Privatised data probability",
    source=(
        "bailie.eq6",
        "bailie.propE.25",
    ),
    defines=function("N")(t),
    body=probability,
    note="The law of the output when the data are drawn from the model: for each value of the parameter a mixture of the laws of the data sets.",
)

support = Definition(
    title="Data that are possible with an output",
    source=(
        "bailie.def-supp0",
        "bailie.defA",
    ),
    defines=function("K", law=False)(v, t),
    body=Indicator(0 < G(v) * M(v, t)),
    note=(
        "The data sets of the model's support under which the output has a positive probability. The footnote on empty supports needs a "
        "law without point masses, not only uncountably many data sets."
    ),
)

of_events = EveryEvent(S(t), Eq(Total(S(t) * probability, t), Total(G(v) * Total(S(t) * M(v, t), t), v)))

law_of_output = Theorem(
    title="The privatised data probability is a law",
    source=("bailie.eq6", "bailie.propE.25"),
    given=(data, M.laws),
    claim=AllOf(ForAll(t, 0 <= probability), Eq(Total(probability, t), 1), of_events),
    derivation=(
        have(Eq(Total(G(v) * M(v, t), t), G(v)), "the outputs have a law"),
        have(Eq(Total(Total(G(v) * M(v, t), t), v), 1), "the data have a law"),
        have(Eq(Total(probability, t), Total(Total(G(v) * M(v, t), t), v)), "exchange the sums"),
    ),
    example=point(sizes=sizes, G=(half, half), M=(1, 0, 0, 1)),
    near_misses={
        "every output is possible": variant(
            ForAll(t, 0 < probability), witness=point(sizes=sizes, G=(1, 0), M=(1, 0, 0, 1))
        ),
        "where the outputs have none": without(
            M.laws,
            claim=Eq(Total(probability, t), 1),
            witness=point(sizes=sizes, G=(half, half), M=(half, 0, 0, half)),
        ),
    },
    note="The probability of an event is the mean, over the data, of its probability given the data.",
)

# Supports, of the model and of the output given the data: sets on which these laws live. F: an event of outputs.
A = function("A", law=False, about="1 on the support of the model, else 0")
B = function("B", law=False, about="1 where the output is in the support of its law given the data, else 0")
F = function("F", law=False, about="1 where the output is in an event, else 0")


def either(*arguments):
    """0 or 1 at each argument."""
    return AllOf(*(ForAll(tuple(f.args), AnyOf(Eq(f, 0), Eq(f, 1))) for f in arguments))


on_supports = ForAll(v, Eq(Total((1 - B(v, t)) * M(v, t), t), 0))
data_on_support = Eq(Total((1 - A(v)) * G(v), v), 0)
possible_in_set = ForAll((v, t), Implication(AllOf(Eq(A(v), 1), Eq(B(v, t), 1), Eq(F(t), 1)), Eq(J(v), 1)))
sets = either(A(v), J(v), B(v, t), F(t))
supports = (M.laws, on_supports, sets, possible_in_set)
given_data = Total(F(t) * M(v, t), t)
told = {"sizes": sizes, "M": (1, 0, 0, 1), "B": (1, 0, 0, 1), "A": (1, 1), "J": (1, 0), "F": (1, 0)}
impossible = ForAll(v, Implication(AllOf(Eq(A(v), 1), Eq(J(v), 0)), Eq(given_data, 0)))

outside_of_the_set = Theorem(
    title="Data of the model outside of a set do not put out what is possible inside of it only",
    source=of_any_spaces("bailie.lemF.3"),
    given=supports,
    claim=impossible,
    derivation=(
        specialise(ForAll(y, 0 <= M(v, y)), {y: t}, "a probability"),
        specialise(on_supports, {v: v}, "the law lives on its support"),
        specialise(possible_in_set, {v: v, t: t}, "possible with data of the set only"),
        have(
            F(t) * M(v, t) <= (1 - B(v, t)) * M(v, t),
            "an output of the event is outside of the support",
            derivation=(
                specialise(sets.args[2], {v: v, t: t}, "0 or 1"),
                specialise(sets.args[3], {t: t}, "0 or 1"),
                cases(
                    Eq(F(t), 1),
                    cases(Eq(B(v, t), 1), (), have(Eq(B(v, t), 0))),
                    (have(Eq(F(t), 0)), cases(Eq(B(v, t), 1), (), have(Eq(B(v, t), 0)))),
                ),
            ),
        ),
        have(
            0 <= F(t) * M(v, t),
            "no factor is negative",
            derivation=specialise(sets.args[3], {t: t}, "0 or 1"),
        ),
        have(given_data <= Total((1 - B(v, t)) * M(v, t), t), "sum over the outputs"),
        have(0 <= given_data, "no term is negative"),
    ),
    example=point(**told),
    near_misses={
        "outside of the support of the model": variant(
            ForAll(v, Implication(Eq(J(v), 0), Eq(given_data, 0))),
            witness=point(**{**told, "A": (1, 0), "F": (0, 1)}),
        ),
        "where a law does not live on its support": variant(
            given=(M.laws, sets, possible_in_set), witness=point(**{**told, "B": (0,) * 4, "F": (0, 1)})
        ),
        "of outputs that are possible outside of the set": variant(
            given=(M.laws, on_supports, sets), witness=point(**{**told, "F": (0, 1)})
        ),
    },
    note=(
        "With topologies on data and outputs, the support of a law is the smallest closed set of probability 1; where the topology has a "
        "countable base the law lives on it, which is display (24) and all that is used. The data that are possible with a given output "
        "are then those of the model's support under which it is in the support of the output: for J take these, or more."
    ),
)

only_the_set_counts = Theorem(
    title="Of what is possible inside of a set of data only, the probability is that from data of the set",
    source=of_any_spaces("bailie.lemF.5"),
    given=(data, data_on_support, *supports),
    claim=Eq(Total(G(v) * given_data, v), Total(J(v) * G(v) * given_data, v)),
    derivation=(
        have(impossible, "outside of the set", by=outside_of_the_set),
        specialise(impossible, {v: v}, "outside of the set"),
        specialise(ForAll(y, 0 <= M(v, y)), {y: t}, "a probability"),
        have(
            AllOf(0 <= F(t) * M(v, t), F(t) * M(v, t) <= M(v, t)),
            "an event",
            derivation=specialise(sets.args[3], {t: t}, "0 or 1"),
        ),
        have(0 <= given_data, "no term is negative"),
        have(given_data <= Total(M(v, t), t), "sum over the outputs"),
        have(given_data <= 1, "a probability"),
        let(
            p(v),
            given_data,
            (
                ForAll(v, Implication(AllOf(Eq(A(v), 1), Eq(J(v), 0)), Eq(p(v), 0))),
                ForAll(v, Between(0, p(v), 1)),
                Eq(Total(G(v) * given_data, v), Total(G(v) * p(v), v)),
                Eq(Total(J(v) * G(v) * given_data, v), Total(J(v) * G(v) * p(v), v)),
            ),
            "the probability given the data",
        ),
        specialise(ForAll(v, Implication(AllOf(Eq(A(v), 1), Eq(J(v), 0)), Eq(p(v), 0))), {v: v}),
        have(
            AllOf(0 <= (1 - J(v)) * (G(v) * p(v)), (1 - J(v)) * (G(v) * p(v)) <= (1 - A(v)) * G(v)),
            "outside of the set: impossible with the output, or with the model",
            derivation=(
                specialise(sets.args[0], {v: v}, "0 or 1"),
                specialise(sets.args[1], {v: v}, "0 or 1"),
                have(0 <= G(v) * p(v)),
                have(G(v) * p(v) <= G(v)),
                cases(
                    Eq(J(v), 1),
                    cases(Eq(A(v), 1), (), have(Eq(A(v), 0))),
                    (have(Eq(J(v), 0)), cases(Eq(A(v), 1), (), have(Eq(A(v), 0)))),
                ),
            ),
        ),
        have(Total((1 - J(v)) * (G(v) * p(v)), v) <= Total((1 - A(v)) * G(v), v), "sum over the data"),
        have(0 <= Total((1 - J(v)) * (G(v) * p(v)), v), "no term is negative"),
        have(Eq(Total((1 - J(v)) * (G(v) * p(v)), v), 0), "the model lives on its support"),
        have(Eq(Total(G(v) * p(v), v), Total(J(v) * G(v) * p(v), v)), "inside and outside"),
    ),
    example=point(**told, G=(half, half)),
    near_misses={
        "where the model does not live on its support": without(
            data_on_support, witness=point(**{**told, "A": (1, 0), "F": (0, 1)}, G=(half, half))
        ),
        "of all outputs": without(
            supports,
            instead=(M.laws, on_supports, sets),
            witness=point(**{**told, "F": (1, 1)}, G=(half, half)),
        ),
    },
    note="For every event of outputs that are possible with data of the set only.",
)


def one_data_set(weight):
    """The step from privacy to the probability of an output on each data set of the set, times a weight that is 0 outside."""
    return have(
        AllOf(
            weight * L(v, t) <= weight * (exp(D * eps) * q(t)),
            weight * (exp(-(D * eps)) * q(t)) <= weight * L(v, t),
        ),
        "privacy, for each of them",
        derivation=cases(
            0 < J(v),
            (
                specialise(around, {v: v}, "near the data set"),
                specialise(private, {v: v}, "privacy"),
                specialise(two_sided, {t: t}, "this output"),
                have(r(v) * eps <= D * eps, "the largest distance"),
                have(exp(r(v) * eps) <= exp(D * eps), "the exponential is increasing"),
                have(exp(r(v) * eps) * q(t) <= exp(D * eps) * q(t), "no density is negative"),
                have(exp(r(v) * eps) * L(v, t) <= exp(D * eps) * L(v, t), "no density is negative"),
                have(L(v, t) <= exp(D * eps) * q(t), "both"),
                have(q(t) <= exp(D * eps) * L(v, t), "both"),
                have(
                    exp(-(D * eps)) * q(t) <= exp(-(D * eps)) * (exp(D * eps) * L(v, t)), "a positive factor"
                ),
                have(exp(-(D * eps)) * q(t) <= L(v, t), "a positive factor"),
            ),
            have(Eq(J(v), 0), "outside of the set"),
        ),
    )


weighted = Theorem(
    title="The privatised data probability near that of any one data set",
    source=(
        "bailie.thm4.1",
        "bailie.lemF.7",
        "bailie.thm4.1-gen",
        whole_of("bailie.x-weighted"),
        "bailie.rem-free",
        "bailie.eq47",
    ),
    given=hypotheses,
    claim=wherever(Between(exp(-(D * eps)) * chance * q(t), density, exp(D * eps) * chance * q(t))),
    derivation=(
        have(0 <= weight, "no factor is negative"),
        one_data_set(weight),
        have(Eq(density, Total(weight * L(v, t), v)), "only data of the set count"),
        have(Total(weight * L(v, t), v) <= Total(weight * (exp(D * eps) * q(t)), v), "sum over the data"),
        have(Total(weight * (exp(-(D * eps)) * q(t)), v) <= Total(weight * L(v, t), v), "sum over the data"),
    ),
    errata=erratum(
        "wrong result",
        "Theorem 4.1 and Lemma F.7; the words are those after the theorem",
        "Surprisingly, the interval of measures in (7) depends on the data-generating distribution ... only through ...",
        fails=(
            "The lower bound misses the probability that the data are possible with the output: publish which of two components the data "
            "are in, where the first has the probability 1/10. We read the paper in a text without its displays, and take this one from its "
            "proof; the error does not hang on that, as every lower bound that depends on the model through its support alone is 0."
        ),
        holds="The lower bound with the factor: the probability that the data are possible with the output.",
        reads=variant(
            wherever(Between(exp(-(D * eps)) * q(t), density, exp(D * eps) * q(t))),
            witness=point({eps: 0, D: 0}, **apart),
        ),
    ),
    example=point({eps: log(4), D: 1}, **response),
    near_misses={
        "without privacy": variant(
            given=(data, densities, indicator, around),
            witness=point({eps: 0, D: 1}, **{**response, "L": (1, 0, half, half), "q": (1, 0)}),
        ),
        "with an output that is possible outside of the set": variant(
            ForAll(t, density <= exp(D * eps) * chance * q(t)), witness=point({eps: 0, D: 0}, **apart)
        ),
        "with data of another component": variant(
            given=(data, densities, indicator, private),
            witness=point({eps: 0, D: 0}, **{**apart, "J": (1, 1)}),
        ),
    },
    note=(
        "An output t may also be an event, and L(v, t) its probability given the data: no density is asked for then. J is the set of data that are possible with the output, or any larger set: with a larger one D is larger, and more outputs are "
        "impossible outside of it. The bounds hold with every data set x, so the best of them is the largest lower and the smallest upper "
        "one; of infinitely many data sets these are an essential supremum and infimum. The factor is the probability that the data are in the set: it is 1 where the model's support is connected. The sum is a "
        "density of the privatised data probability, with respect to the measure to which the densities of the outputs refer."
    ),
)

a = parameter("a", above=0, below=1, about="probability of the first of two data sets that no path joins")
m = parameter("m", about="a lower bound on the probability that the first is published")

no_lower_bound = Theorem(
    title="A lower bound that depends on the model through its support alone is no bound",
    source=("bailie.thm4.1", "bailie.thm6.2"),
    claim=ForAll(m, Implication(ForAll(a, m <= a * 1 + (1 - a) * 0), m <= 0)),
    derivation=(
        cases(
            0 < m,
            (
                have(0 < m / (1 + m), "positive"),
                have(m / (1 + m) < 1, "less than 1"),
                specialise(ForAll(a, m <= a * 1 + (1 - a) * 0), {a: m / (1 + m)}, "a small probability"),
                have(m / (1 + m) < m, "a smaller number"),
            ),
        ),
    ),
    near_misses={
        "for one model": variant(ForAll((m, a), Implication(m <= a, m <= 0))),
    },
    note=(
        "Two data sets in different components, and the mechanism that publishes the component: it loses nothing. Its output says that "
        "the data are the first with the probability a that they are, whatever that is; the supports are the same for every a. This is how "
        "publishing the component, which the paper recommends, brings about the case in which the printed lower bounds fail."
    ),
)

low = parameter("l", at_least=0, about="smallest mass at possible data")
high = parameter("u", at_least=0, about="largest mass at possible data")

closer = Theorem(
    title="Where the mechanism is known, the bounds by one data set add nothing",
    source="bailie.x-envelope",
    given=(
        high <= exp(D * eps) * low,
        low <= high,
    ),
    claim=AllOf(high <= exp(D * eps) * low, exp(-(D * eps)) * high <= low),
    derivation=have(exp(-(D * eps)) * high <= exp(-(D * eps)) * (exp(D * eps) * low), "a positive factor"),
    note="The bound from the data with the largest mass is no less than that mass, and so for the smallest.",
)
