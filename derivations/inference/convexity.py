"""Convexity and continuity of distances of laws: what they ask, which distances have them, and where they fail."""

from dpsym.derivations.inference.measures import b, c, m, n, t
from dpsym.derivations.inference.multiplicative_distance import a, mixed, triangle
from dpsym.derivations.vocabulary import fifth, half, tenth, third, y_0
from dpsym.language import *

u, v, w = (parameter(name, at_least=0, about=f"the distance of {what}") for name, what in (
    ("u", "the first law"), ("v", "the second law"), ("w", "their mixture")
))  # fmt: skip

quasi = Theorem(
    title="Convex distances are quasi-convex",
    source=whole_of("bailie.def-qc"),
    given=w <= a * u + (1 - a) * v,
    claim=w <= Max(u, v),
    derivation=(
        have(a * u <= a * Max(u, v), "the larger of the two"),
        have((1 - a) * v <= (1 - a) * Max(u, v), "the larger of the two"),
    ),
    tight=point({a: half, u: 1, v: 1, w: 1}),
    near_misses={
        "the smaller of the two": variant(w <= Min(u, v), witness=point({a: half, u: 0, v: 2, w: 1})),
        "a mean of the two from the larger one": variant(
            w <= a * u + (1 - a) * v, given=[w <= Max(u, v)], witness=point({a: half, u: 0, v: 1, w: 1})
        ),
    },
    note=(
        "A distance of laws from one law, as a function of the other law, is convex where the distance of a mixture is at most the mean of "
        "the distances, and quasi-convex where it is at most the larger of them. The second says less, and is what the study of distortion "
        "models asks: with continuity it makes the ball the credal set of its lower envelope."
    ),
)

mean = half * P(y) + half * Q(y)
A = function("A", about="the mixture of P and Q in equal parts")
nearer = Multiplicative(log(9 * fifth) / 2).on(Pair(P(y), A(y)))
three = {P: (third,) * 3, Q: (3 * fifth, fifth, fifth)}

not_convex = Theorem(
    title="The multiplicative distance is not convex",
    source="bailie.remD.3",
    claim=AllOf(
        Multiplicative(log(9 * fifth)).on(Pair(P(y), Q(y))),
        ForAll(y, Eq(A(y), mean)),
        NotSo(nearer),
    ),
    where={**three, A: (7 * third * fifth, 4 * third * fifth, 4 * third * fifth)},
    derivation=(
        have(exp(log(9 * fifth) / 2) < 7 * fifth, "the square root of 9/5"),
        have(Exists((y_0,), exp(log(9 * fifth) / 2) * P(y_0) < A(y_0)), "the first outcome"),
        cases(nearer, specialise(nearer, {S(y): exp(log(9 * fifth) / 2) * P(y) < A(y)}, "where that holds")),
    ),
    near_misses={
        "at half of its distance": variant(Multiplicative(log(9 * fifth) / 2).on(Pair(P(y), Q(y)))),
    },
    note=(
        "P is at distance 0 from itself and at most log(9/5) from Q. The mixture of both in equal parts has the mass 7/15 at the first outcome, where P "
        "has 1/3, so that it is at distance log(7/5) or more from P: more than log(9/5)/2, the mean of the two distances. The paper has numbers of its own, on ten outcomes, which the text in which it was read leaves out."
    ),
)


def linear_vacuous(b, m, n):
    """The linear-vacuous distance of n from m is at most b: n(S) - m(S) <= b n(S) for every event S."""
    return EveryEvent(S(y), Mass(S(y), n) - Mass(S(y), m) <= b * Mass(S(y), n))


vacuous_quasi_convex = Theorem(
    title="The linear-vacuous distance is quasi-convex",
    source="bailie.remD.3",
    given=(linear_vacuous(b, m(y), n(y)), linear_vacuous(b, m(y), t(y))),
    claim=linear_vacuous(b, m(y), mixed),
    derivation=(
        specialise(linear_vacuous(b, m(y), n(y)), {S(y): S(y)}, "this event"),
        specialise(linear_vacuous(b, m(y), t(y)), {S(y): S(y)}, "this event"),
        have(Eq(Mass(S(y), mixed), a * Mass(S(y), n(y)) + (1 - a) * Mass(S(y), t(y))), "a mean of two"),
        have(a * (Mass(S(y), n(y)) - Mass(S(y), m(y))) <= a * (b * Mass(S(y), n(y))), "weighted"),
        have((1 - a) * (Mass(S(y), t(y)) - Mass(S(y), m(y))) <= (1 - a) * (b * Mass(S(y), t(y))), "weighted"),
    ),
    example=point({b: half, a: half}, m=(1, 1), n=(2, 1), t=(1, 2)),
    near_misses={
        "without the second distance": without(
            linear_vacuous(b, m(y), t(y)), witness=point({b: 0, a: 0}, m=(1, 1), n=(1, 1), t=(2, 1))
        ),
    },
)

two = {P: (half, half), Q: (7 * tenth, 3 * tenth), A: (3 * fifth, 2 * fifth)}
within_mean = linear_vacuous(Rational(1, 7), P(y), A(y))
vacuous_not_convex = Theorem(
    title="The linear-vacuous distance is not convex",
    source=part_of(
        "bailie.remD.3",
        "the mild assumption, which the source does not state, under which a definition is convex in the sense of Kifer et al. where its distorting function is "
        "quasi-convex: the other direction holds, and this one fails without any; the numbers of its second example, which the text in which it was read leaves out",
    ),
    claim=AllOf(
        linear_vacuous(Rational(2, 7), P(y), Q(y)), ForAll(y, Eq(A(y), mean)), NotSo(within_mean)
    ),
    where=two,
    derivation=(
        have(Exists((y_0,), A(y_0) / 7 < A(y_0) - P(y_0)), "the first outcome"),
        cases(within_mean, specialise(within_mean, {S(y): A(y) / 7 < A(y) - P(y)}, "where that holds")),
    ),
    near_misses={"at half of its distance": variant(linear_vacuous(Rational(1, 7), P(y), Q(y)))},
    note="The linear-vacuous distance of a law n from a law m is the least b with n(S) - m(S) ≤ b n(S) for every event S. From P, the law P is at distance 0 and Q at most 2/7. The mixture of both in equal parts has the mass 3/5 at the first outcome, where P has 1/2, so that its distance is at least 1/6: more than 1/7, the mean of the two.",
)  # fmt: skip

l, k = (
    parameter("l", above=0, about="a mass that no outcome is below"),
    parameter("k", above=0, about="a change of a mass"),
)
close = ForAll(y, Within(t(y) - n(y), l * (1 - exp(-b))))

near_in_norm = Theorem(
    title="Masses that are near give measures that are near",
    source="bailie.propD.7",
    given=(ForAll(y, l <= n(y)), close),
    claim=Multiplicative(b).on(Pair(n(y), t(y))),
    derivation=(
        have(exp(-b) <= 1, "a distance is not negative"),
        have(2 - exp(-b) <= exp(b), "a number and its inverse", derivation=have(0 <= exp(b) * (1 - exp(-b)) ** 2)),
        have(l * (1 - exp(-b)) <= n(y) * (1 - exp(-b)), "the smallest mass"),
        have(exp(-b) * n(y) <= t(y), "not much less"),
        have(t(y) <= (2 - exp(-b)) * n(y), "not much more"),
        have((2 - exp(-b)) * n(y) <= exp(b) * n(y), "no mass is negative"),
        have(exp(b) * (exp(-b) * n(y)) <= exp(b) * t(y), "a positive factor"),
        have(S(y) * n(y) <= S(y) * (exp(b) * t(y)), "where the event occurs"),
        have(S(y) * t(y) <= S(y) * (exp(b) * n(y)), "where the event occurs"),
    ),
    example=point({b: log(2), l: 1}, n=(1, 2), t=(half, 2)),
    near_misses={
        "of a smallest mass that is none": variant(
            given=[close], witness=point({b: log(2), l: 1}, n=(half, 1), t=(0, 1))
        ),
        "within the mass itself": without(close, instead=ForAll(y, Within(t(y) - n(y), l)), witness=point({b: log(2), l: 1}, n=(1, 1), t=(0, 1))),
    },
)  # fmt: skip

continuous = Theorem(
    title="The multiplicative distance is continuous where no mass is 0",
    source=(whole_of("bailie.propD.7"), "bailie.rem3.7", "bailie.claim-desiderata"),
    given=(ForAll(y, l <= n(y)), close, Multiplicative(c).on(Pair(m(y), n(y)))),
    claim=Multiplicative(c + b).on(Pair(m(y), t(y))),
    derivation=(
        have(Multiplicative(b).on(Pair(n(y), t(y))), "near in the norm", by=near_in_norm),
        have(
            Multiplicative(c + b).on(Pair(m(y), t(y))),
            "triangle inequality",
            by=triangle.at(b=c, c=b),
        ),
    ),
    example=point({b: log(2), c: log(2), l: 1}, m=(2, 2), n=(1, 2), t=(half, 2)),
    near_misses={
        "where a mass may be 0": without(
            ForAll(y, l <= n(y)), witness=point({b: log(2), c: 0, l: 1}, m=(half, 1), n=(half, 1), t=(0, 1))
        ),
    },
    note=(
        "On finitely many outcomes a measure without null outcomes has a smallest mass l, and measures nearer than l (1 - e^-b) in the "
        "supremum norm are at a distance of at most b from it. So the distance from any third measure changes by at most b, and the ball "
        "around a measure holds its limits: it is closed in the supremum norm."
    ),
)

discontinuous = Theorem(
    title="Where masses may be small the multiplicative distance is not continuous",
    source=("bailie.exD.8a", "bailie.claim-desiderata"),
    claim=ForAll(
        y_0,
        Implication(
            AllOf(m(y_0) <= k * exp(-b), Eq(n(y_0), m(y_0) + k)), exp(b) * m(y_0) < n(y_0)
        ),
    ),
    derivation=(
        have(exp(b) * m(y_0) <= exp(b) * (k * exp(-b)), "a positive factor"),
        cases(0 < m(y_0), (), have(exp(b) * m(y_0) <= m(y_0), "no mass")),
    ),
    example=point({b: log(2), k: 1}, m=(0, 1), n=(1, 1)),
    near_misses={
        "of a larger mass": variant(
            ForAll(y_0, Implication(Eq(n(y_0), m(y_0) + k), exp(b) * m(y_0) < n(y_0))),
            witness=point({b: log(2), k: 1}, m=(2, 1), n=(3, 2)),
        ),
        "by a smaller change": variant(
            ForAll(
                y_0,
                Implication(AllOf(m(y_0) <= k * exp(-b), Eq(n(y_0), m(y_0) + k / 4)), exp(b) * m(y_0) < n(y_0)),
            ),
            witness=point({b: log(2), k: 4}, m=(2, 1), n=(3, 2)),
        ),
    },
    note=(
        "However small the change k and however large the distance b: where an outcome has a mass of at most k e^-b, which may be 0, a "
        "measure with k more there is within k of it in the supremum norm and farther than b from it multiplicatively. "
        "So both conditions are needed, finitely many outcomes and no null outcomes. The text in which the paper was read leaves out the numbers of its two examples."
    ),
)  # fmt: skip

q = parameter("q", at_least=0, about="the mass of all outcomes, or more")

small_masses = Theorem(
    title="A measure of finite mass has small masses where there are many outcomes",
    source=(whole_of("bailie.exD.8a"), whole_of("bailie.claim-desiderata")),
    given=(Total(m(y), y) <= q, q < k * Total(Integer(1), y)),
    claim=NotSo(ForAll(y, k <= m(y))),
    derivation=cases(
        ForAll(y, k <= m(y)),
        (
            specialise(ForAll(y, k <= m(y)), {y: y}, "no small mass"),
            have(Total(k, y) <= Total(m(y), y), "add up"),
        ),
    ),
    example=point({q: 1, k: 1}, m=(half, half)),
    near_misses={
        "of few outcomes": without(q < k * Total(Integer(1), y), witness=point({q: 2, k: 1}, m=(1, 1))),
        "of a measure of infinite mass": without(Total(m(y), y) <= q, witness=point({q: 1, k: 1}, m=(1, 1))),
    },
    note=(
        "On infinitely many outcomes, take as many of them as are needed: a measure whose mass is at most q has a mass below k among any more than q/k "
        "outcomes, however small k is. So by the theorem before, in the supremum norm of masses, no measure of finite mass on infinitely many outcomes, and "
        "no measure that has a null outcome, is one at which the multiplicative distance is continuous: near it are measures as far from it as "
        "wanted, and near a law are laws, by the next theorem. There are measures of infinite mass at which it is continuous on infinitely many "
        "outcomes, that for counting for one; and in the norm of densities for another measure there may be laws at which it is continuous, as the "
        "uniform one on an interval for Lebesgue measure: it is not so at a law whose density comes as near to 0 as wanted."
    ),
)

masses = ForAll(y, Between(0, m(y), 1))
moved = (m(y) + k * Indicator(Eq(y, y_0))) / (1 + k)

laws_far = Theorem(
    title="Near a law with small masses are laws at a large multiplicative distance",
    source=("bailie.exD.8a", "bailie.claim-desiderata"),
    given=[masses],
    claim=ForAll(
        y_0,
        Implication(
            m(y_0) * (1 + k) * exp(b) <= k,
            AllOf(
                ForAll(y, AllOf(0 <= moved, Abs(moved - m(y)) <= k)),
                exp(b) * m(y_0) < (m(y_0) + k) / (1 + k),
            ),
        ),
    ),
    derivation=(
        specialise(masses, {y: y_0}, "a probability"),
        have(0 <= moved, "divide"),
        have((1 + k) * (moved - m(y)) <= (1 + k) * k, "multiply"),
        have(-(1 + k) * k <= (1 + k) * (moved - m(y)), "multiply"),
        have(moved - m(y) <= k, "divide"),
        have(-k <= moved - m(y), "divide"),
        have((1 + k) * (exp(b) * m(y_0)) < m(y_0) + k, "a small mass", derivation=cases(0 < m(y_0))),
        have(exp(b) * m(y_0) < (m(y_0) + k) / (1 + k), "divide"),
    ),
    example=point({b: log(2), k: 1}, m=(0, 1)),
    near_misses={
        "of a larger mass": variant(
            ForAll(y_0, exp(b) * m(y_0) < (m(y_0) + k) / (1 + k)), witness=point({b: log(2), k: 1}, m=(1,))
        ),
        "of masses that are those of no law": without(
            masses, claim=ForAll((y_0, y), Abs(moved - m(y)) <= k), witness=point({b: 0, k: 1}, m=(0, 4))
        ),
    },
    note=(
        "The law with k more at one outcome is divided by its total 1 + k, so that it is a law again, on finitely or infinitely many outcomes. It is "
        "within k of the first one in the supremum norm, however small k is, and farther than b from it where the mass of the outcome is small "
        "enough, which may be 0."
    ),
)
