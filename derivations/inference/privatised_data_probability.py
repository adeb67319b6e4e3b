"""The probability of an output under a model of the data, near that of any one data set: as printed (false), and weighted."""

from dpsym.derivations.inference.mechanisms import M, d, eps, everywhere, v, w, x
from dpsym.derivations.vocabulary import fifth, half, tenth
from dpsym.language import *

D = parameter(
    "D",
    at_least=0,
    about="largest distance from the reference data to data that are possible with the output",
)
t, t_0 = Outcome("t"), Outcome("t_0")

G = function("G", about="the law of the data, for one value of the parameter")
data = distribution(G(v), v)
back = ForAll((v, w), Implication(d.connected(v, w), ForAll(y, M(w, y) <= exp(d(v, w) * eps) * M(v, y))))
hypotheses = (data, M.laws, everywhere, back)


def possible(v, t):
    """The data v are possible, and the output t with them."""
    return 0 < G(v) * M(v, t)


connected = ForAll(v, Implication(possible(v, t_0), d.within(D, v, x)))
of_one_component = ForAll(v, Implication(possible(v, t), possible(v, t_0)))
probability = Total(G(v) * M(v, t), v)
term = Indicator(possible(v, t_0)) * G(v)
chance = Total(term, v)


def wherever(claim):
    """For all outputs t, t_0 and data x that are possible with t_0, with the data of t among those of t_0."""
    return ForAll((t_0, t, x), Implication(AllOf(possible(x, t_0), connected, of_one_component), claim))


sizes = {"X": 2, "Y": 2}
response = {"sizes": sizes, "G": (half, half), "M": (4 * fifth, fifth, fifth, 4 * fifth), "d": (0, 1, 1, 0)}
nine_tenths = Rational(9, 10)
apart = {"sizes": sizes, "G": (tenth, nine_tenths), "M": (1, 0, 0, 1), "d": (0, -1, -1, 0)}

marginal = Definition(
    title="Privatised data probability",
    source=(
        part_of("bailie.eq6", "only finitely many data sets"),
        of_any_spaces("bailie.propE.25"),
    ),
    cites="bailie2024",
    defines=function("N")(t),
    body=probability,
    note="The law of the output when the data are drawn from the model: for each value of the parameter a mixture of the laws of the data sets.",
)

support = Definition(
    title="Data that are possible with an output",
    source=(
        part_of("bailie.def-supp0", "topological supports of laws on infinite spaces"),
        part_of("bailie.defA", "topological supports of laws on infinite spaces"),
    ),
    cites="bailie2024",
    defines=function("K", law=False)(v, t),
    body=Indicator(possible(v, t)),
    note=(
        "The data sets of the model's support under which the output has a positive probability. The footnote on empty supports needs a "
        "law without point masses, not only uncountably many data sets."
    ),
)

law_of_output = Theorem(
    title="The privatised data probability is a law",
    source="bailie.propE.25",
    given=(data, M.laws),
    claim=AllOf(ForAll(t, 0 <= probability), Eq(Total(probability, t), 1)),
    derivation=(
        specialise(data.args[0], {v: v}, "a probability"),
        specialise(M.laws, {v: v}, "a law"),
        have(0 <= G(v) * M(v, t), "no factor is negative"),
        have(Eq(Total(G(v) * M(v, t), t), G(v)), "the outputs have a law"),
        have(Eq(Total(Total(G(v) * M(v, t), t), v), 1), "the data have a law"),
        have(Eq(Total(probability, t), Total(Total(G(v) * M(v, t), t), v)), "exchange the sums"),
    ),
    example=point(sizes=sizes, G=(half, half), M=(1, 0, 0, 1)),
    near_misses={
        "every output is possible": variant(
            ForAll(t, 0 < probability), witness=point(sizes=sizes, G=(1, 0), M=(1, 0, 0, 1))
        ),
        "where the outputs have none": variant(
            Eq(Total(probability, t), 1),
            given=[data],
            witness=point(sizes=sizes, G=(half, half), M=(half, 0, 0, half)),
        ),
    },
)

one_data_set = have(
    AllOf(
        Eq(G(v) * M(v, t), term * M(v, t)),
        term * M(v, t) <= term * (exp(D * eps) * M(x, t)),
        term * (exp(-(D * eps)) * M(x, t)) <= term * M(v, t),
    ),
    "privacy, for each of them",
    derivation=cases(
        possible(v, t_0),
        (
            have(Eq(Indicator(possible(v, t_0)), 1)),
            specialise(connected, {v: v}, "connected"),
            specialise(everywhere, {v: v, w: x}, "privacy"),
            specialise(back, {v: v, w: x}, "privacy"),
            specialise(ForAll(y, M(v, y) <= exp(d(v, x) * eps) * M(x, y)), {y: t}, "this output"),
            specialise(ForAll(y, M(x, y) <= exp(d(v, x) * eps) * M(v, y)), {y: t}, "this output"),
            have(d(v, x) * eps <= D * eps, "the largest distance"),
            have(exp(d(v, x) * eps) <= exp(D * eps), "the exponential is increasing"),
            have(exp(d(v, x) * eps) * M(x, t) <= exp(D * eps) * M(x, t), "a probability"),
            have(exp(d(v, x) * eps) * M(v, t) <= exp(D * eps) * M(v, t), "a probability"),
            have(M(v, t) <= exp(D * eps) * M(x, t), "both"),
            have(M(x, t) <= exp(D * eps) * M(v, t), "both"),
            have(
                exp(-(D * eps)) * M(x, t) <= exp(-(D * eps)) * (exp(D * eps) * M(v, t)), "a positive factor"
            ),
            have(exp(-(D * eps)) * M(x, t) <= M(v, t), "a positive factor"),
            have(G(v) * M(v, t) <= G(v) * (exp(D * eps) * M(x, t)), "weighted"),
            have(G(v) * (exp(-(D * eps)) * M(x, t)) <= G(v) * M(v, t), "weighted"),
        ),
        (
            have(Eq(Indicator(possible(v, t_0)), 0)),
            have(
                Eq(G(v) * M(v, t), 0),
                "impossible with this output too",
                derivation=cases(
                    possible(v, t), specialise(of_one_component, {v: v}, "impossible with the first output")
                ),
            ),
        ),
    ),
)
laws = (
    specialise(data.args[0], {v: v}, "a probability"),
    specialise(M.laws, {v: v}, "a law"),
    specialise(ForAll(y, 0 <= M(v, y)), {y: t}, "a probability"),
)

weighted = Theorem(
    title="The privatised data probability near that of any one data set",
    source=(
        of_any_spaces("bailie.thm4.1"),
        of_any_spaces("bailie.lemF.7"),
        of_any_spaces("bailie.lemF.3", "topological supports"),
        of_any_spaces("bailie.lemF.5"),
        whole_of("bailie.x-weighted"),
        of_any_spaces("bailie.rem-free"),
        of_any_spaces("bailie.eq47", "essential suprema"),
    ),
    given=hypotheses,
    claim=wherever(Between(exp(-(D * eps)) * chance * M(x, t), probability, exp(D * eps) * chance * M(x, t))),
    derivation=(
        *laws,
        one_data_set,
        have(Eq(probability, Total(term * M(v, t), v)), "only data of the component count"),
        have(Total(term * M(v, t), v) <= Total(term * (exp(D * eps) * M(x, t)), v), "sum over the data"),
        have(Total(term * (exp(-(D * eps)) * M(x, t)), v) <= Total(term * M(v, t), v), "sum over the data"),
    ),
    errata=erratum(
        "wrong result",
        "Theorem 4.1 and Lemma F.7; the words are those after the theorem",
        "Surprisingly, the interval of measures in (7) depends on the data-generating distribution ... only through ...",
        fails=(
            "The lower bound misses the probability that the data are possible with the output: publish which of two components the data "
            "are in, where the first has the probability 1/10. The display is lost in the text that we have and is given as its proof has "
            "it; the error does not hang on that, as every lower bound that depends on the model through its support alone is 0."
        ),
        holds="The lower bound with the factor: the probability that the data are possible with the output.",
        reads=variant(
            wherever(Between(exp(-(D * eps)) * M(x, t), probability, exp(D * eps) * M(x, t))),
            witness=point({eps: 0, D: 0}, **apart),
        ),
    ),
    example=point({eps: log(4), D: 1}, **response),
    near_misses={
        "without privacy": variant(
            given=(data, M.laws),
            witness=point({eps: 0, D: 0}, **{**response, "M": (1, 0, half, half), "d": (0, 0, 0, 0)}),
        ),
    },
    note=(
        "For every data set x that is possible with the output, so the best of these bounds is the largest lower and the smallest upper one. "
        "The factor is the probability that the data are possible with the output: it is 1 where the model's support is connected."
    ),
)

a = parameter("a", above=0, below=1, about="probability of the first of two data sets that no path joins")
L = parameter("L", about="a lower bound on the probability that the first is published")

no_lower_bound = Theorem(
    title="A lower bound that depends on the model through its support alone is no bound",
    source=("bailie.thm4.1", "bailie.thm6.2"),
    claim=ForAll(L, Implication(ForAll(a, L <= a * 1 + (1 - a) * 0), L <= 0)),
    derivation=(
        cases(
            0 < L,
            (
                have(0 < L / (1 + L), "positive"),
                have(L / (1 + L) < 1, "less than 1"),
                specialise(ForAll(a, L <= a * 1 + (1 - a) * 0), {a: L / (1 + L)}, "a small probability"),
                have(L / (1 + L) < L, "a smaller number"),
            ),
        ),
    ),
    near_misses={
        "for one model": variant(
            ForAll((L, a), Implication(L <= a, L <= 0)), witness=point({L: half, a: half})
        ),
    },
    note=(
        "Two data sets in different components, and the mechanism that publishes the component: it loses nothing. Its output says that "
        "the data are the first with the probability a that they are, whatever that is; the supports are the same for every a. This is how "
        "publishing the component, which the paper recommends, brings about the case in which the printed lower bounds fail."
    ),
)

low = parameter("l", at_least=0, about="smallest mass at possible data")
p = parameter("p", at_least=0, about="largest mass at possible data")

closer = Theorem(
    title="Where the mechanism is known, the bounds by one data set add nothing",
    source="bailie.x-envelope",
    given=(
        p <= exp(D * eps) * low,
        low <= p,
    ),
    claim=AllOf(p <= exp(D * eps) * low, exp(-(D * eps)) * p <= low),
    derivation=have(exp(-(D * eps)) * p <= exp(-(D * eps)) * (exp(D * eps) * low), "a positive factor"),
    near_misses={
        "without privacy": variant(given=[low <= p], witness=point({p: 1, low: 0, D: 0, eps: 0})),
    },
    note="The bound from the data with the largest mass is no less than that mass, and so for the smallest.",
)
