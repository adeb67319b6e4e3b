"""The power of a test between two models of the data, by a coupling of the models: any level, test, mechanism, distance."""

from dpsym.derivations.inference.mechanisms import M, d, eps, v, w
from dpsym.derivations.inference.two_means import two_means
from dpsym.derivations.vocabulary import fifth, half, third, two_thirds
from dpsym.language import *

D = parameter("D", at_least=0, about="largest distance of two data sets that are coupled")
A, B = function("A", about="the law of the data in one model"), function("B", about="that in the other model")
R = function("R", about="the joint law of both data sets")
f, L, E = function("f"), function("L"), function("E")
p = parameter("p", at_least=0, about="a level that is not less than the size of the test")
coupling = AllOf(
    ForAll((v, w), 0 <= R(v, w)),
    ForAll(v, Eq(Total(R(v, w), w), A(v))),
    ForAll(w, Eq(Total(R(v, w), v), B(w))),
)
near = ForAll((v, w), Implication(0 < R(v, w), d.within(D, v, w)))
private = ForAll((v, w), Implication(d.connected(v, w), ForAll(y, M(w, y) <= exp(d(v, w) * eps) * M(v, y))))


def level(v):
    return Total(f(y) * M(v, y), y)


sizes = {"X": 2, "Y": 2}
response = {
    "sizes": sizes,
    "A": (1, 0),
    "B": (0, 1),
    "R": (0, 1, 0, 0),
    "d": (0, 1, 1, 0),
    "M": (4 * fifth, fifth, fifth, 4 * fifth),
}
coupled_models = Theorem(
    title="Power of a test between two models that are coupled",
    cites="bailie2024",
    given=(M.laws, distribution(A(v), v), coupling, near, private),
    claim=every_test(Total(B(w) * level(w), w) <= exp(D * eps) * Total(A(v) * level(v), v)),
    example=point({eps: log(4), D: 1}, **response),
    near_misses={
        "without privacy": without(private, witness=point({eps: 0, D: 1}, **response)),
    },
    note=(
        "The coupling is a joint law of data from the first and from the second model under which the two are never farther apart than D: "
        "the least such D is the infinite Wasserstein distance of the models. Records that have one law under both hypotheses are kept "
        "by the coupling, so that only the records of the hypotheses count. With the product of the models D is the largest distance of "
        "data of one model from data of the other. The binomial models 1/2 and 11/20 with 10 trials are at distance 1."
    ),
    derivation=(
        have(
            R(v, w) * level(w) <= R(v, w) * (exp(D * eps) * level(v)),
            "privacy, for coupled data sets",
            derivation=cases(
                0 < R(v, w),
                (
                    specialise(near, {v: v, w: w}),
                    specialise(private, {v: v, w: w}),
                    specialise(ForAll(y, M(w, y) <= exp(d(v, w) * eps) * M(v, y)), {y: y}),
                    have(d(v, w) * eps <= D * eps),
                    have(exp(d(v, w) * eps) <= exp(D * eps)),
                    have(exp(d(v, w) * eps) * M(v, y) <= exp(D * eps) * M(v, y)),
                    have(M(w, y) <= exp(D * eps) * M(v, y)),
                    have(f(y) * M(w, y) <= f(y) * (exp(D * eps) * M(v, y)), "where the test rejects"),
                    have(level(w) <= exp(D * eps) * level(v), "sum over the outputs"),
                ),
                have(Eq(R(v, w), 0)),
            ),
        ),
        let(
            L(v),
            level(v),
            (
                ForAll((v, w), R(v, w) * L(w) <= R(v, w) * (exp(D * eps) * L(v))),
                Eq(Total(B(w) * L(w), w), Total(B(w) * level(w), w)),
                Eq(Total(A(v) * L(v), v), Total(A(v) * level(v), v)),
            ),
            "the level at each data set",
        ),
        specialise(ForAll((v, w), R(v, w) * L(w) <= R(v, w) * (exp(D * eps) * L(v))), {v: v, w: w}),
        have(
            Total(R(v, w) * L(w), w) <= Total(R(v, w) * (exp(D * eps) * L(v)), w), "sum over the second model"
        ),
        specialise(coupling.args[1], {v: v}),
        specialise(coupling.args[2], {w: w}),
        have(Eq(Total(R(v, w) * L(w), v), B(w) * L(w)), "the coupling's second law"),
        have(Eq(Total(R(v, w) * L(v), w), A(v) * L(v)), "the coupling's first law"),
        Chain(Total(R(v, w) * L(w), w))
        .le(Total(R(v, w) * (exp(D * eps) * L(v)), w), "sum over the second model")
        .eq(exp(D * eps) * (A(v) * L(v)), "the coupling's first law"),
        let(
            E(v),
            Total(R(v, w) * L(w), w),
            (
                ForAll(v, E(v) <= exp(D * eps) * (A(v) * L(v))),
                Eq(Total(E(v), v), Total(B(w) * L(w), w)),
            ),
            "the coupled level",
        ),
        have(E(v) <= exp(D * eps) * (A(v) * L(v))),
        have(Total(E(v), v) <= Total(exp(D * eps) * (A(v) * L(v)), v), "sum over the first model"),
    ),
)


first, second = distribution(A(v), v), distribution(B(w), w)
far = ForAll((v, w), Implication(AllOf(0 < A(v), 0 < B(w)), d.within(D, v, w)))
joint = A(v) * B(w)
two_points = {k: x for k, x in response.items() if k != "R"}

power = Theorem(
    title="Power of a test between two models",
    source=of_any_spaces("bailie.thm5.1"),
    given=(M.laws, first, second, far, private),
    claim=every_test(Total(B(w) * level(w), w) <= exp(D * eps) * Total(A(v) * level(v), v)),
    derivation=(
        have(ForAll((v, w), 0 <= joint), "independent data"),
        have(ForAll(v, Eq(Total(joint, w), A(v))), "the second has a law"),
        have(ForAll(w, Eq(Total(joint, v), B(w))), "the first has a law"),
        have(
            ForAll((v, w), Implication(0 < joint, d.within(D, v, w))),
            "no two are farther apart",
            derivation=(
                cases(
                    0 < A(v),
                    cases(0 < B(w), specialise(far, {v: v, w: w}, "possible data"), have(Eq(B(w), 0))),
                    have(Eq(A(v), 0)),
                ),
            ),
        ),
        have(
            every_test(Total(B(w) * level(w), w) <= exp(D * eps) * Total(A(v) * level(v), v)),
            "the models coupled as independent",
            by=coupled_models.at(R=joint),
        ),
    ),
    example=point({eps: log(4), D: 1}, **two_points),
    near_misses={
        "without privacy": without(private, witness=point({eps: 0, D: 1}, **two_points)),
        "at an infinite distance": without(
            far, witness=point({eps: 0, D: 1}, **{**two_points, "d": (0, -1, -1, 0), "M": (1, 0, 0, 1)})
        ),
    },
    note=(
        "The test is of the model A against the model B, any randomized one: its power is at most the exponential of the privacy loss "
        "times its level. The largest distance is one of data of the first model from data of the second."
    ),
)

# A test of the first records, with the others as nuisance: A is their law, the same under both hypotheses. K(v, .) and M(v, .) are the
# laws of the output where the others are v and the first are as the one and the other hypothesis has them.
K = family("K", over=v)
r = function(
    "r", law=False, about="the distance of the data sets of the two hypotheses, given the other records"
)
same_nuisance = ForAll(v, AllOf(Between(0, r(v), D), ForAll(y, M(v, y) <= exp(r(v) * eps) * K(v, y))))
mixed, mixed_there = Total(A(v) * Total(f(y) * K(v, y), y), v), Total(A(v) * Total(f(y) * M(v, y), y), v)
kept = {
    "sizes": sizes,
    "A": (half, half),
    "K": (4 * fifth, fifth) * 2,
    "M": (fifth, 4 * fifth) * 2,
    "r": (1, 1),
}

nuisance_records = Theorem(
    title="Power of a test of some records, with the others as nuisance, or of two models whose data are drawn together",
    source=(of_any_spaces("bailie.fn-nuisance"), of_any_spaces("bailie.x-winf")),
    given=(M.laws, K.laws, first, same_nuisance),
    claim=every_test(mixed_there <= exp(D * eps) * mixed),
    derivation=(
        specialise(same_nuisance, {v: v}, "privacy"),
        specialise(ForAll(y, M(v, y) <= exp(r(v) * eps) * K(v, y)), {y: y}, "this output"),
        have(r(v) * eps <= D * eps, "the largest distance"),
        have(exp(r(v) * eps) <= exp(D * eps), "the exponential is increasing"),
        have(exp(r(v) * eps) * K(v, y) <= exp(D * eps) * K(v, y), "a probability"),
        have(M(v, y) <= exp(D * eps) * K(v, y), "both"),
        have(f(y) * M(v, y) <= f(y) * (exp(D * eps) * K(v, y)), "where the test rejects"),
        have(Total(f(y) * M(v, y), y) <= exp(D * eps) * Total(f(y) * K(v, y), y), "sum over the outputs"),
        have(
            A(v) * Total(f(y) * M(v, y), y) <= A(v) * (exp(D * eps) * Total(f(y) * K(v, y), y)),
            "weighted by the law of the other records",
        ),
    ),
    example=point({eps: log(4), D: 1}, **kept),
    near_misses={
        "without privacy": without(
            same_nuisance, instead=ForAll(v, Between(0, r(v), D)), witness=point({eps: 0, D: 1}, **kept)
        ),
        "where the other records have another law": variant(
            every_test(Total(B(v) * Total(f(y) * M(v, y), y), v) <= exp(D * eps) * mixed),
            given=(M.laws, K.laws, first, distribution(B(v), v), same_nuisance),
            witness=point(
                {eps: 0, D: 1}, **{**kept, "A": (1, 0), "B": (0, 1), "K": (1, 0, 0, 1), "M": (1, 0, 0, 1)}
            ),
        ),
    },
    note=(
        "The power is at most e^(D eps) times the level, where D is the largest distance of two data sets that differ in the tested "
        "records only: with the Hamming distance, the number of records in which the hypotheses differ. Where the other records have another "
        "law under each hypothesis, the bound is that of two models, with the distance of all records. For v may also stand a pair of coupled data sets of any "
        "space, drawn from the two models together, with A for the law of the pairs, and K and M for the laws of the output on the first and on the second: the means are then "
        "the level under the first model and the power under the second, and D is the largest distance of two that are coupled."
    ),
)

c = parameter("c", above=0, about="the exponential of the privacy loss times the distance")
N = function("N", law=False, about="the level of a test at a data set")
loss = exp(D * eps)


def within(c, g, v, w):
    """Two numbers of data sets, each at most c times the other."""
    return AllOf(g(w) <= c * g(v), g(v) <= c * g(w))


def close_levels(c, g):
    """The levels of a test at data of the one and of the other model, and what they leave of 1, differ by at most a factor of c."""
    pair = AllOf(within(c, g, v, w), within(c, lambda x: 1 - g(x), v, w))
    return ForAll((v, w), Implication(AllOf(0 < A(v), 0 < B(w)), pair))


def four(c, size, power):
    """From below and from above, by the size of the test and by what it leaves of 1."""
    return AllOf(Between(size / c, power, c * size), Between(1 - c * (1 - size), power, 1 - (1 - size) / c))


def weighted(one, other, g):
    """A mean over pairs of data of the one and of the other model, of a bound on the levels."""
    return ForAll((v, w), one(v) * other(w) * g(v) <= one(v) * other(w) * (c * g(w)))


def mean(law, g):
    return Total(law(v) * g(v), v)


def summed(one, other, g):
    """The bound between the means of the two models, from the one for each pair."""
    rest = lambda x: g(x)  # noqa: E731
    return have(
        mean(one, rest) <= c * mean(other, rest),
        "independent data of the two models",
        by=two_means.at(c=c, U=one(v), V=other(w), F=rest(v)),
    )


levels_of_models = Theorem(
    title="Four bounds on the mean level under one model by that under another",
    kind="lemma",
    given=(first, second, close_levels(c, N)),
    claim=four(c, mean(A, N), mean(B, N)),
    derivation=(
        specialise(first.args[0], {v: w}, "a probability"),
        specialise(second.args[0], {w: v}, "a probability"),
        specialise(close_levels(c, N), {v: v, w: w}, "one order"),
        specialise(close_levels(c, N), {v: w, w: v}, "the other order"),
        *(
            have(
                AllOf(weighted(A, B, g).args[1], weighted(B, A, g).args[1]),
                derivation=(
                    have(
                        A(v) * B(w) * g(v) <= A(v) * B(w) * (c * g(w)),
                        "weighted",
                        derivation=cases(0 < A(v), cases(0 < B(w), (), have(Eq(B(w), 0))), have(Eq(A(v), 0))),
                    ),
                    have(
                        B(v) * A(w) * g(v) <= B(v) * A(w) * (c * g(w)),
                        "weighted",
                        derivation=cases(0 < A(w), cases(0 < B(v), (), have(Eq(B(v), 0))), have(Eq(A(w), 0))),
                    ),
                ),
            )
            for g in (N, lambda x: 1 - N(x))
        ),
        summed(A, B, N),
        summed(B, A, N),
        summed(A, B, lambda x: 1 - N(x)),
        summed(B, A, lambda x: 1 - N(x)),
        have(Eq(mean(A, lambda x: 1 - N(x)), 1 - mean(A, N)), "the data have a law"),
        have(Eq(mean(B, lambda x: 1 - N(x)), 1 - mean(B, N)), "the data have a law"),
        have(mean(A, N) / c <= mean(B, N), "divide"),
        have((1 - mean(A, N)) / c <= 1 - mean(B, N), "divide"),
    ),
    example=point({c: 2}, sizes={"X": 2}, A=(1, 0), B=(0, 1), N=(third, two_thirds)),
    near_misses={
        "without a bound on what they leave of 1": variant(
            given=(first, second, ForAll((v, w), within(c, N, v, w))),
            witness=point({c: 2}, sizes={"X": 2}, A=(1, 0), B=(0, 1), N=(half, 1)),
        ),
    },
)

both_orders = ForAll(
    (v, w),
    Implication(
        d.connected(v, w),
        ForAll(y, AllOf(M(w, y) <= exp(d(v, w) * eps) * M(v, y), M(v, y) <= exp(d(v, w) * eps) * M(w, y))),
    ),
)
size, power_of_test = Total(A(v) * level(v), v), Total(B(v) * level(v), v)
near_outputs = AllOf(M(w, y) <= loss * M(v, y), M(v, y) <= loss * M(w, y))

four_bounds = Theorem(
    title="Four bounds on the power of a test of a given size",
    source=(of_any_spaces("bailie.cor5.3"), "bailie.x-power-complement"),
    given=(M.laws, first, second, far, both_orders),
    claim=every_test(four(loss, size, power_of_test)),
    derivation=(
        specialise(M.laws, {v: w}, "a law"),
        have(Eq(Total((1 - f(y)) * M(v, y), y), 1 - level(v)), "the outputs have a law"),
        have(Eq(Total((1 - f(y)) * M(w, y), y), 1 - level(w)), "the outputs have a law"),
        have(
            close_levels(loss, level),
            "privacy, for possible data",
            derivation=(
                specialise(far, {v: v, w: w}, "the largest distance"),
                specialise(both_orders, {v: v, w: w}, "privacy"),
                specialise(both_orders.args[1].args[1], {y: y}, "this output"),
                have(d(v, w) * eps <= D * eps, "the largest distance"),
                have(exp(d(v, w) * eps) <= loss, "the exponential is increasing"),
                have(exp(d(v, w) * eps) * M(v, y) <= loss * M(v, y), "a probability"),
                have(exp(d(v, w) * eps) * M(w, y) <= loss * M(w, y), "a probability"),
                have(near_outputs, "both"),
                have(f(y) * M(w, y) <= f(y) * (loss * M(v, y)), "where the test rejects"),
                have(f(y) * M(v, y) <= f(y) * (loss * M(w, y)), "where the test rejects"),
                have((1 - f(y)) * M(w, y) <= (1 - f(y)) * (loss * M(v, y)), "where it does not"),
                have((1 - f(y)) * M(v, y) <= (1 - f(y)) * (loss * M(w, y)), "where it does not"),
                have(level(w) <= loss * level(v), "sum over the outputs"),
                have(level(v) <= loss * level(w), "sum over the outputs"),
                have(
                    Total((1 - f(y)) * M(w, y), y) <= loss * Total((1 - f(y)) * M(v, y), y),
                    "sum over the outputs",
                ),
                have(
                    Total((1 - f(y)) * M(v, y), y) <= loss * Total((1 - f(y)) * M(w, y), y),
                    "sum over the outputs",
                ),
            ),
        ),
        let(
            N(v),
            level(v),
            (close_levels(loss, N), Eq(mean(A, N), size), Eq(mean(B, N), power_of_test)),
            "the level at each data set",
        ),
        have(four(loss, mean(A, N), mean(B, N)), "means over the two models", by=levels_of_models.at(c=loss)),
    ),
    example=point({eps: log(4), D: 1}, **two_points),
    near_misses={
        "with privacy in one order only": without(
            both_orders,
            instead=private,
            witness=point({eps: log(2), D: 1}, **{**two_points, "d": (0, 1, -1, 0), "M": (half, half, 1, 0)}),
        ),
        "without privacy": without(both_orders, witness=point({eps: 0, D: 1}, **two_points)),
        "for a level that is not attained": variant(
            every_test(ForAll(p, Implication(AllOf(size <= p, p <= 1), p / loss <= power_of_test))),
            witness=point({eps: 0, D: 1}, **{**two_points, "M": (half,) * 4}),
        ),
    },
    note=(
        "A is the model of the hypothesis and B that of the alternative. The bounds are Theorem 5.1 for each of the two as the hypothesis, and "
        "for the complement of the rejection region. The paper was read in a text without its displays: this one has two or four of these. The lower bounds are for "
        "tests of exactly this size."
    ),
)
