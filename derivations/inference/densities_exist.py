"""Measures that another one bounds have densities, and between the densities of their bounds at every outcome."""

from dpsym.derivations.inference.measures import T, b, in_interval, m, n, t
from dpsym.derivations.inference.mechanisms import eps
from dpsym.derivations.vocabulary import half, y_0
from dpsym.language import *

# A: the measure for which densities are taken. f, g: the densities of the lower and the upper measure; p: that of the one between.
A = function("A", law=False, about="the measure to which densities refer")
f, g, p = (
    function("f", law=False, about="a density of the lower measure"),
    function("g", law=False, about="a density of the upper measure"),
    function("p", law=False, about="a density of the measure between the two"),
)
no_negative = ForAll(y, 0 <= A(y))


def density_of(m, f):
    """m is the measure with the density f: its measure of every event is the integral of f over the event."""
    return EveryEvent(T(y), Eq(Mass(T(y), m), Mass(T(y), f * A(y))))


bounds = ForAll(y, f(y) <= g(y))
in_class = ForAll(y, Between(f(y), p(y), g(y)))
apart = {"m": (0, 1, 0), "n": (2, 2, 0), "t": (1, 2, 0), "A": (1, 2, 0), "f": (0, half, 0), "g": (2, 1, 1)}


def quotient(y):
    """The quotient of the measure between and the reference, and the lower density where there is none."""
    return Indicator(0 < A(y)) * (t(y) / A(y)) + (1 - Indicator(0 < A(y))) * f(y)


between = Theorem(
    title="A measure between two measures with densities has a density between theirs at every outcome",
    source=of_any_spaces("bailie.propE.19"),
    given=(
        no_negative,
        bounds,
        density_of(m(y), f(y)),
        density_of(n(y), g(y)),
        in_interval(m(y), t(y), n(y)),
    ),
    claim=Exists((p(y),), AllOf(in_class, density_of(t(y), p(y)))),
    derivation=(
        specialise(density_of(m(y), f(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(density_of(n(y), g(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(in_interval(m(y), t(y), n(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(bounds, {y: y_0}, "the bounds"),
        specialise(no_negative, {y: y_0}, "no mass is negative"),
        have(
            ForAll(y_0, AllOf(Between(f(y_0), quotient(y_0), g(y_0)), Eq(t(y_0), quotient(y_0) * A(y_0)))),
            "the quotient, or the lower bound where the measure is 0",
            derivation=cases(
                0 < A(y_0),
                (
                    have(f(y_0) * A(y_0) / A(y_0) <= t(y_0) / A(y_0), "divide"),
                    have(t(y_0) / A(y_0) <= g(y_0) * A(y_0) / A(y_0), "divide"),
                ),
                have(Eq(A(y_0), 0), "no mass"),
            ),
        ),
        specialise(
            ForAll(y_0, AllOf(Between(f(y_0), quotient(y_0), g(y_0)), Eq(t(y_0), quotient(y_0) * A(y_0)))),
            {y_0: y},
            "every outcome",
        ),
        exhibit({p(y): quotient(y)}, "the quotient, or the lower bound where the measure is 0"),
    ),
    example=point(**apart),
    near_misses={
        "of a measure that is not between": without(
            in_interval(m(y), t(y), n(y)), witness=point(m=(0,), n=(0,), t=(1,), A=(0,), f=(0,), g=(1,))
        ),
        "of another density": variant(
            density_of(t(y), f(y)), witness=point(m=(0,), n=(1,), t=(1,), A=(1,), f=(0,), g=(1,))
        ),
    },
    note=(
        "Where A is 0 the density is that of the lower measure, so that it lies between the bounds there too: null sets are mended. Let A be the upper "
        "measure: it has the density 1, the lower measure one between 0 and 1 by this theorem with 0 for the lower measure, and every measure "
        "between the two has a density between these. With two multiples of one measure for the bounds, the densities are the multiples of its density. "
        "For any A for which the null sets of A are null for the upper measure, this has a density by the next theorem, and the lower measure "
        "one between 0 and it."
    ),
)

of_null_sets = Theorem(
    title="A measure for which the null sets of another are null has a density",
    source="bailie.propE.19",
    given=(
        no_negative,
        EveryEvent(T(y), 0 <= Mass(T(y), n(y))),
        ForAll(y, Implication(Eq(A(y), 0), Eq(n(y), 0))),
    ),
    claim=Exists((g(y),), AllOf(ForAll(y, 0 <= g(y)), density_of(n(y), g(y)))),
    derivation=(
        specialise(EveryEvent(T(y), 0 <= Mass(T(y), n(y))), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(no_negative, {y: y_0}, "no mass is negative"),
        specialise(ForAll(y, Implication(Eq(A(y), 0), Eq(n(y), 0))), {y: y_0}, "null sets"),
        have(
            ForAll(
                y_0,
                AllOf(
                    0 <= n(y_0) / A(y_0) * Indicator(0 < A(y_0)),
                    Eq(n(y_0), n(y_0) / A(y_0) * Indicator(0 < A(y_0)) * A(y_0)),
                ),
            ),
            "the quotient",
            derivation=cases(
                0 < A(y_0), have(0 <= n(y_0) / A(y_0), "divide"), have(Eq(A(y_0), 0), "no mass")
            ),
        ),
        specialise(
            ForAll(
                y_0,
                AllOf(
                    0 <= n(y_0) / A(y_0) * Indicator(0 < A(y_0)),
                    Eq(n(y_0), n(y_0) / A(y_0) * Indicator(0 < A(y_0)) * A(y_0)),
                ),
            ),
            {y_0: y},
            "every outcome",
        ),
        exhibit({g(y): n(y) / A(y) * Indicator(0 < A(y))}, "the quotient"),
    ),
    example=point(n=(1, 2, 0), A=(1, 1, 0)),
    near_misses={
        "of a measure with other null sets": without(
            ForAll(y, Implication(Eq(A(y), 0), Eq(n(y), 0))), witness=point(n=(1,), A=(0,))
        ),
        "that is 1": variant(density_of(n(y), Integer(1)), witness=point(n=(2,), A=(1,))),
    },
    note=(
        "The theorem of Radon and Nikodym. On any space the two measures have densities for their sum, and the quotient of these is the density of "
        "the one for the other."
    ),
)

bounded_class = Definition(
    title="Density bounded class",
    source=whole_of("bailie.def-dbc"),
    defines=parameter("B", about="1 where the density p is in the class, else 0"),
    body=in_class,
    note=(
        "For one measure and two densities with respect to it, the densities that lie between these at every outcome. It is an interval of measures: "
        "every density in the class is that of a measure between the two, and every measure between the two has one, where "
        "the upper measure is sigma-finite."
    ),
)

from_the_class = Theorem(
    title="A density between two densities is that of a measure between theirs",
    source=("bailie.propE.19", "bailie.def-dbc"),
    given=(no_negative, in_class, density_of(m(y), f(y)), density_of(n(y), g(y)), density_of(t(y), p(y))),
    claim=in_interval(m(y), t(y), n(y)),
    derivation=(
        specialise(density_of(m(y), f(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(density_of(n(y), g(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(density_of(t(y), p(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(in_class, {y: y_0}, "the bounds"),
        specialise(no_negative, {y: y_0}, "no mass is negative"),
        have(ForAll(y_0, Between(m(y_0), t(y_0), n(y_0))), "no mass is negative"),
        specialise(ForAll(y_0, Between(m(y_0), t(y_0), n(y_0))), {y_0: y}, "this outcome"),
        have(T(y) * m(y) <= T(y) * t(y), "where the event occurs"),
        have(T(y) * t(y) <= T(y) * n(y), "where the event occurs"),
    ),
    example=point(**apart, p=(1, 1, 0)),
    near_misses={
        "of a density outside of the class": without(
            in_class, witness=point(m=(0,), n=(1,), t=(2,), A=(1,), f=(0,), g=(1,), p=(2,))
        ),
        "of a measure with another density": without(
            density_of(t(y), p(y)), witness=point(m=(0,), n=(1,), t=(2,), A=(1,), f=(0,), g=(1,), p=(1,))
        ),
    },
    note="The lower and the upper measure may be defined by their densities in this way, as integrals over events.",
)

c_1 = parameter("c_1", at_least=0, about="a multiple of the measure that is not above the other one")
c_2 = parameter("c_2", at_least=c_1, about="a multiple of the measure that is not below the other one")
density_given = (no_negative, ForAll(y, 0 <= f(y)), density_of(m(y), f(y)))
between_multiples = ForAll(y, Between(c_1 * f(y), p(y), c_2 * f(y)))
a_multiple = specialise(density_of(m(y), f(y)), {T(y): T(y)}, "this event")

of_multiples = Theorem(
    title="A measure between two multiples of one with a density has a density between the multiples of it",
    source=(
        of_any_spaces("bailie.lemF.7"),
        of_any_spaces("bailie.lemF.11"),
        "bailie.propE.19",
        "bailie.thm4.1",
        "bailie.thm6.2",
    ),
    given=(*density_given, in_interval(c_1 * m(y), n(y), c_2 * m(y))),
    claim=Exists((p(y),), AllOf(between_multiples, density_of(n(y), p(y)))),
    derivation=(
        have(ForAll(y, c_1 * f(y) <= c_2 * f(y)), "no density is negative"),
        have(density_of(c_1 * m(y), c_1 * f(y)), "a multiple", derivation=a_multiple),
        have(density_of(c_2 * m(y), c_2 * f(y)), "a multiple", derivation=a_multiple),
        have(
            Exists((p(y),), AllOf(between_multiples, density_of(n(y), p(y)))),
            "between two multiples",
            by=between.at(m=c_1 * m(y), n=c_2 * m(y), t=n(y), f=c_1 * f(y), g=c_2 * f(y)),
        ),
    ),
    example=point({c_1: half, c_2: 2}, m=(1, 2, 0), n=(2, 1, 0), A=(1, 1, 0), f=(1, 2, 1)),
    near_misses={
        "of a measure that is not between": variant(
            given=density_given, witness=point({c_1: 1, c_2: 1}, m=(0,), n=(1,), A=(0,), f=(0,))
        ),
        "of the measure itself": variant(
            density_of(n(y), f(y)), witness=point({c_1: half, c_2: 2}, m=(1,), n=(2,), A=(1,), f=(1,))
        ),
    },
    note=(
        "Let m be the law of the output on one data set x, and n the privatised data probability of those outputs that are impossible with data outside "
        "of the set: by the theorem on this probability, read for events, it is between two multiples of m, which are the probability of the "
        "set times e^(-D eps) and e^(D eps). So it has a density, with respect to any measure for which that law has one, and the bounds hold "
        "at every output. The same is so of the prior predictive probability. Of the laws of the output on other data no density is supposed. Read the other "
        "way round, with n/c for m and the law on any data set of the set for n, it gives this law a density for which the bounds hold at every output "
        "with one and the same density of the privatised data probability: so with suitable densities of the laws they hold with every data set together."
    ),
)

around = ForAll(y, Between(exp(-b) * f(y), p(y), exp(b) * f(y)))

of_a_close_measure = Theorem(
    title="A measure that is close to one with a density has a density that is close",
    source=("bailie.thm3.5", "bailie.thm8.1"),
    given=(*density_given, in_interval(exp(-b) * m(y), n(y), exp(b) * m(y))),
    claim=Exists((p(y),), AllOf(around, density_of(n(y), p(y)))),
    derivation=(
        have(exp(-b) <= exp(b), "the exponential is increasing"),
        have(
            Exists((p(y),), AllOf(around, density_of(n(y), p(y)))),
            "between two multiples",
            by=of_multiples.at(c_1=exp(-b), c_2=exp(b)),
        ),
    ),
    example=point({b: log(2)}, m=(1, 2, 0), n=(2, 1, 0), A=(1, 1, 0), f=(1, 2, 1)),
    near_misses={
        "of measures that are not close": variant(
            given=density_given, witness=point({b: 0}, m=(0,), n=(1,), A=(0,), f=(0,))
        ),
        "that is the same": variant(
            density_of(n(y), f(y)), witness=point({b: log(2)}, m=(1,), n=(2,), A=(1,), f=(1,))
        ),
    },
    note=(
        "The fourth form of privacy from the third: m is the law of the output on a data set, n that on a connected one, and b the privacy loss times "
        "their distance. The density exists, with respect to any measure for which the first law has one, and the bound holds at "
        "every output. With the first law itself for the measure, its density is 1, and integrals over an event give the third form back."
    ),
)

back = ForAll(y, Between(exp(-b), p(y), exp(b)))

from_the_law_itself = Theorem(
    title="A density that is close to 1 is that of a measure that is close",
    source=("bailie.thm3.5", "bailie.thm8.1"),
    given=(ForAll(y, 0 <= m(y)), back, EveryEvent(T(y), Eq(Mass(T(y), n(y)), Mass(T(y), p(y) * m(y))))),
    claim=in_interval(exp(-b) * m(y), n(y), exp(b) * m(y)),
    derivation=(
        specialise(
            EveryEvent(T(y), Eq(Mass(T(y), n(y)), Mass(T(y), p(y) * m(y)))), {T(y): Eq(y, y_0)}, "one outcome"
        ),
        specialise(back, {y: y_0}, "the bounds"),
        specialise(ForAll(y, 0 <= m(y)), {y: y_0}, "no mass is negative"),
        have(ForAll(y_0, Between(exp(-b) * m(y_0), n(y_0), exp(b) * m(y_0))), "no mass is negative"),
        specialise(ForAll(y_0, Between(exp(-b) * m(y_0), n(y_0), exp(b) * m(y_0))), {y_0: y}, "this outcome"),
        have(T(y) * (exp(-b) * m(y)) <= T(y) * n(y), "where the event occurs"),
        have(T(y) * n(y) <= T(y) * (exp(b) * m(y)), "where the event occurs"),
    ),
    example=point({b: log(2)}, m=(1, 2), n=(2, 1), p=(2, half)),
    near_misses={
        "of any density": without(back, witness=point({b: 0}, m=(1,), n=(2,), p=(2,))),
        "of a measure with another density": variant(
            given=(ForAll(y, 0 <= m(y)), back), witness=point({b: 0}, m=(1,), n=(2,), p=(1,))
        ),
    },
    note="The third form of privacy from the fourth, with the law on the one data set for the measure to which densities refer.",
)

# i: a data set of the set; D(i): the largest distance of data of the set from it; F(i, .): a density of the law of the output on it. n: the privatised
# data probability, with the density p; c: the probability of the set. l and u: the essential supremum and infimum of the bounds, which are the
# densities of the lower and the upper measure. A relation of densities holds at almost every outcome where it holds times A.
i = Outcome("i", "I")
D = function("D", law=False, about="the largest distance of data of the set from a data set of it")
F = function("F", law=False, about="a density of the law of the output, given a data set of the set")
l, u = (
    function("l", law=False, about="the essential supremum of the lower bounds"),
    function("u", law=False, about="the essential infimum of the upper bounds"),
)
c = parameter("c", above=0, at_most=1, about="the probability of the set of data")
low, high = exp(-(D(i) * eps)) * F(i, y), exp(D(i) * eps) * F(i, y)


def almost(f, g):
    """The one density is at most the other at almost every outcome, for the measure to which densities refer."""
    return (f * A(y) <= g * A(y)).xreplace({y: y_0})


def between_densities(f, n, g):
    """c times the measure with the one density is at most n, and c times that with the other at least n."""
    return EveryEvent(T(y), Between(c * Mass(T(y), f * A(y)), Mass(T(y), n), c * Mass(T(y), g * A(y))))


from_each = ForAll(i, between_densities(low, n(y), high))
all_below, all_above = ForAll((i, y_0), almost(low, p(y) / c)), ForAll((i, y_0), almost(p(y) / c, high))
least_above, largest_below = ForAll(y_0, almost(l(y), p(y) / c)), ForAll(y_0, almost(p(y) / c, u(y)))
suprema = AllOf(ForAll((i, y_0), almost(low, l(y))), Implication(all_below, least_above))
infima = AllOf(ForAll((i, y_0), almost(u(y), high)), Implication(all_above, largest_below))
between_best = Between(c * (l(y_0) * A(y_0)), n(y_0), c * (u(y_0) * A(y_0)))
two = {
    "sizes": {"I": 2}, "D": (1, 1), "F": (Rational(1, 4), half, half, half), "n": (half, half), "p": (half, half), "A": (1, 1),
    "l": (Rational(1, 4), Rational(1, 4)), "u": (half, 1),
}  # fmt: skip
one = {"sizes": {"I": 1}, "D": (0,), "F": (1,), "n": (1,), "p": (1,), "A": (1,), "l": (1,), "u": (1,)}


def from_one_data_set(said):
    """The step for a bound on the density of the privatised data probability that holds with every data set of the set."""
    return have(
        said,
        "the bound from each data set",
        derivation=(
            specialise(density_of(n(y), p(y)), {T(y): Eq(y, y_0)}, "one outcome"),
            specialise(from_each, {i: i}, "this data set"),
            specialise(from_each.args[1], {T(y): Eq(y, y_0)}, "one outcome"),
        ),
    )


best_bounds = Theorem(
    title="The privatised data probability lies between the best of the bounds from all data sets",
    source=(
        of_any_spaces("bailie.thm4.1"),
        of_any_spaces("bailie.thm4.1-gen"),
        of_any_spaces("bailie.thm6.2"),
        of_any_spaces("bailie.eq47"),
    ),
    given=(no_negative, density_of(n(y), p(y)), from_each, suprema, infima),
    claim=between_densities(l(y), n(y), u(y)),
    derivation=(
        from_one_data_set(all_below),
        from_one_data_set(all_above),
        specialise(no_negative, {y: y_0}, "no mass is negative"),
        specialise(least_above, {y_0: y_0}, "the least density above all of them"),
        specialise(largest_below, {y_0: y_0}, "the largest density below all of them"),
        specialise(density_of(n(y), p(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        have(c * (l(y_0) * A(y_0)) <= c * (p(y_0) / c * A(y_0)), "multiply"),
        have(c * (p(y_0) / c * A(y_0)) <= c * (u(y_0) * A(y_0)), "multiply"),
        have(ForAll(y_0, between_best), "multiply"),
        specialise(ForAll(y_0, between_best), {y_0: y}, "this outcome"),
        have(T(y) * (c * (l(y) * A(y))) <= T(y) * n(y), "where the event occurs"),
        have(T(y) * n(y) <= T(y) * (c * (u(y) * A(y))), "where the event occurs"),
    ),
    example=point({eps: log(2), c: 1}, **two),
    near_misses={
        "without a bound from each data set": without(
            from_each, witness=point({eps: 0, c: 1}, **{**one, "n": (0,), "p": (0,)})
        ),
        "of a density above all of them that is not the least": without(
            suprema, instead=suprema.args[0], witness=point({eps: 0, c: 1}, **{**one, "l": (2,)})
        ),
        "without the probability of the set": variant(
            EveryEvent(T(y), Mass(T(y), l(y) * A(y)) <= Mass(T(y), n(y))),
            witness=point({eps: 0, c: half}, **{**one, "n": (half,), "p": (half,)}),
        ),
    },
    note=(
        "Outcomes are the outputs that are impossible with data outside of the set. The bound from each data set is the theorem on the "
        "privatised data probability near that of any one data set, read for events of them; the density of the privatised data probability, and those of the laws of the output, are from the theorem on multiples. The lower measure is that "
        "whose density l is the essential supremum of the lower bounds: at least each of them at almost every output, and at most every density "
        "that is so, here that of the privatised data probability divided by the probability of the set. The upper measure has the essential "
        "infimum for its density. For any set of data sets there are an essential supremum and infimum, as is shown in the section on any "
        "outputs. The set is that of the data that are possible with a given "
        "output, or a larger one without unconnected data. Where some D is infinite the bounds from that data set say nothing. "
        "The same holds of the prior predictive probability, with the mean of the probabilities of the set."
    ),
)

# h: a value of the parameter; E: an event of outputs. C(h): the probability of the set, M(h, .): the privatised data probability, K(h, .): the
# lower measure; L: a measure below all of them.
h, E = Outcome("h", "H"), Outcome("E", "F")
L = function("L", law=False, about="a measure of events of outputs that is at most each of the lower bounds")
C = function("C", law=False, about="the probability of the set of data, given the parameter")
M = function(
    "M", law=False, about="the privatised data probability of an event of outputs, given the parameter"
)
K = function("K", law=False, about="the lower measure, given the parameter")
lower_bounds = ForAll((h, E), C(h) * K(h, E) <= M(h, E))
below_all = ForAll((h, E), L(E) <= C(h) * K(h, E))
some_models = {
    "sizes": {"H": 2, "F": 1},
    "C": (1, half),
    "K": (half, half),
    "M": (half, half),
    "L": (Rational(1, 4),),
}

free_of_the_parameter = Theorem(
    title="A lower bound on the privatised data probability for all values of the parameter",
    source=of_any_spaces("bailie.rem-free"),
    given=(lower_bounds, below_all),
    claim=ForAll((h, E), L(E) <= M(h, E)),
    derivation=(
        specialise(lower_bounds, {h: h, E: E}, "for this value of the parameter"),
        specialise(below_all, {h: h, E: E}, "below all of them"),
    ),
    example=point(**some_models),
    near_misses={
        "of one value of the parameter": without(
            below_all,
            instead=ForAll(E, Exists((h,), L(E) <= C(h) * K(h, E))),
            witness=point(**{**some_models, "M": (half, Rational(1, 4)), "L": (half,)}),
        ),
        "without the lower bounds": without(lower_bounds, witness=point(**{**some_models, "M": (0, 0)})),
    },
    note=(
        "The lower measure depends on the model through the set of possible data alone: where this set is one for every value of the parameter so is the "
        "measure. Otherwise take the measure whose density is the essential infimum, over the values of the parameter, of the densities of "
        "the lower bounds: it is below all of them, and free of the parameter. With the paper's bounds, which miss the probability of the set, "
        "it would be none."
    ),
)

# q(x): the probability of one event of outputs on the data set x, of any set of data sets.
x, v, w = (Outcome(name, "X") for name in "xvw")
d = graph_distance(
    "d", "X", about="the distance of two data sets in a graph of neighbours, below 0 where no path joins them"
)
x_1, x_2, x_3 = d.names
k = parameter("k", integer=True, about="a distance of data sets: how many edges of the graph join them")
q = function("q", law=False, about="the probability of the event on a data set")


def at_distance(k):
    """The bound of privacy on the probabilities on any two data sets at a distance."""
    return ForAll((v, w), Implication(d.at(k, v, w), q(v) <= exp(k * eps) * q(w)))


between_neighbours = ForAll((v, w), Implication(d.neighbours(v, w), q(v) <= exp(eps) * q(w)))
at_every_distance = ForAll(k, at_distance(k + 1))
last_step = Exists((x_3,), AllOf(d.at(k + 1, v, x_3), d.neighbours(x_3, w)))
path_of_three = {"sizes": {"X": 3}, "d": (0, 1, 2, 1, 0, 1, 2, 1, 0), "q": (1, half, Rational(1, 4))}

along_a_path = Theorem(
    title="Privacy between neighbours is group privacy, at any distance",
    source=(of_any_spaces("bailie.thm3.5"), of_any_spaces("bailie.thm8.1")),
    given=(d.paths, between_neighbours),
    claim=at_every_distance,
    derivation=have(
        at_every_distance,
        "by induction along a shortest path",
        derivation=induction(
            k,
            first=specialise(between_neighbours, {v: v, w: w}, "one step"),
            then=(
                specialise(d.paths, {k: k, x_1: v, x_2: w}, "a shortest path"),
                obtain(last_step, "the last but one"),
                specialise(at_distance(k + 1), {v: v, w: x_3}, "up to the last but one"),
                specialise(between_neighbours, {v: x_3, w: w}, "the last step"),
                have(
                    exp((k + 1) * eps) * q(x_3) <= exp((k + 1) * eps) * (exp(eps) * q(w)), "a positive factor"
                ),
            ),
        ),
    ),
    example=point({eps: log(2)}, **path_of_three),
    near_misses={
        "with the loss of one step": variant(
            ForAll(k, ForAll((v, w), Implication(d.at(k + 1, v, w), q(v) <= exp(eps) * q(w)))),
            witness=point({eps: log(2)}, **path_of_three),
        ),
        "where the distance is no shortest path": without(
            d.paths, witness=point({eps: 0}, sizes={"X": 2}, d=(0, 2, 2, 0), q=(1, 0))
        ),
    },
    note=(
        "The second form of privacy gives the first, on any set of data sets and for each event of outputs. The distance is the length of a shortest path in a "
        "graph: at a distance of two or more some neighbour of the second data set is one step nearer to the first. So the multiplicative distance "
        "of the laws is at most the distance of the data times the privacy loss; at the distance 0 the data are the same, and at an infinite distance nothing is asked. The first form gives the second at the distance 1, and "
        "is the third by the theorem on balls and intervals. Of Pufferfish the data sets are laws of the data, and an edge joins the laws "
        "given two competing conjectures."
    ),
)
