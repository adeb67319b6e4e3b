"""The power of a test between two models of the data, by a coupling of the models: any level, test, mechanism, distance."""

from dpsym.derivations.inference.mechanisms import M, d, eps, v, w
from dpsym.derivations.vocabulary import fifth, half
from dpsym.language import *

D = parameter("D", at_least=0, about="largest distance of two data sets that are coupled")
A, B = function("A", about="the law of the data in one model"), function("B", about="that in the other model")
R = function("R", about="the joint law of both data sets")
f, L, E = function("f"), function("L"), function("E")
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
    source=(
        whole_of("bailie.x-winf"),
        of_any_spaces("bailie.fn-nuisance"),
        "bailie.thm5.1",
    ),
    given=(M.laws, distribution(A(v), v), coupling, near, private),
    claim=every_test(Total(B(w) * level(w), w) <= exp(D * eps) * Total(A(v) * level(v), v)),
    example=point({eps: log(4), D: 1}, **response),
    near_misses={
        "without privacy": variant(
            given=(M.laws, distribution(A(v), v), coupling, near), witness=point({eps: 0, D: 1}, **response)
        ),
    },
    note=(
        "The coupling is a joint law of data from the first and from the second model under which the two are never farther apart than D: "
        "the least such D is the infinite Wasserstein distance of the models. Records that have one law under both hypotheses are kept "
        "by the coupling, so that only the records of the hypotheses count. With the product of the models D is the largest distance of "
        "data of one model from data of the other. The binomial models 1/2 and 11/20 with 10 trials are at distance 1."
    ),
    derivation=(
        specialise(coupling.args[0], {v: v, w: w}),
        have(
            R(v, w) * level(w) <= R(v, w) * (exp(D * eps) * level(v)),
            "privacy, for coupled data sets",
            derivation=cases(
                0 < R(v, w),
                (
                    specialise(near, {v: v, w: w}),
                    specialise(private, {v: v, w: w}),
                    specialise(ForAll(y, M(w, y) <= exp(d(v, w) * eps) * M(v, y)), {y: y}),
                    specialise(M.laws, {v: v}),
                    specialise(ForAll(y, 0 <= M(v, y)), {y: y}),
                    have(d(v, w) * eps <= D * eps),
                    have(exp(d(v, w) * eps) <= exp(D * eps)),
                    have(exp(d(v, w) * eps) * M(v, y) <= exp(D * eps) * M(v, y)),
                    have(M(w, y) <= exp(D * eps) * M(v, y)),
                    have(f(y) * M(w, y) <= f(y) * (exp(D * eps) * M(v, y)), "where the test rejects"),
                    have(level(w) <= exp(D * eps) * level(v), "sum over the M.laws"),
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
        specialise(first.args[0], {v: v}, "a probability"),
        specialise(second.args[0], {w: w}, "a probability"),
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
        "without privacy": variant(
            given=(M.laws, first, second, far), witness=point({eps: 0, D: 1}, **two_points)
        ),
        "at an infinite distance": variant(
            given=(M.laws, first, second, private),
            witness=point({eps: 0, D: 1}, **{**two_points, "d": (0, -1, -1, 0), "M": (1, 0, 0, 1)}),
        ),
    },
    note=(
        "The test is of the model A against the model B, any randomized one: its power is at most the exponential of the privacy loss "
        "times its level. The largest distance is one of data of the first model from data of the second."
    ),
)

alpha_, power_ = (
    parameter("a", at_least=0, at_most=1, about="size of the test"),
    parameter("p", at_least=0, at_most=1, about="its power"),
)
c = parameter("c", at_least=1, about="the exponential of the privacy loss times the distance")

four_bounds = Theorem(
    title="Four bounds on the power of a test of a given size",
    source=(
        part_of(
            "bailie.cor5.3",
            "the four bounds between size and power are supposed: they are Theorem 5.1 for either order of the models and for the complement of the test",
        ),
        "bailie.x-power-complement",
    ),
    given=(
        power_ <= c * alpha_,
        alpha_ <= c * power_,
        1 - power_ <= c * (1 - alpha_),
        1 - alpha_ <= c * (1 - power_),
    ),
    claim=AllOf(
        Between(alpha_ / c, power_, c * alpha_), Between(1 - c * (1 - alpha_), power_, 1 - (1 - alpha_) / c)
    ),
    derivation=(
        have(0 < c),
        have(alpha_ / c <= power_, "divide"),
        have((1 - alpha_) / c <= 1 - power_, "divide"),
    ),
    tight=point({c: 1, alpha_: half, power_: half}),
    near_misses={
        "for a level that is not attained": variant(
            given=(power_ <= c * alpha_, 1 - power_ <= c * (1 - alpha_)),
        ),
    },
    note=(
        "The bound on the power holds for each of the two models as the hypothesis, and for the complement of the rejection region. The "
        "display of the paper is lost: it has two or four of these. The lower bounds are for tests of exactly this size."
    ),
)
