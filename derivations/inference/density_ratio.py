"""The density ratio distance of measures: it compares odds, separates measures up to their scale, and bounds the other."""

from dpsym.derivations.inference.measures import b, c, i, j, m, n, pair, positive, t
from dpsym.derivations.vocabulary import half, quarter, third, two_thirds, y_0
from dpsym.language import *

A = function("A", law=False, about="a measure to which densities refer")
T = function("T")
k = parameter("k", above=0, about="a scale")
p, q = (parameter(name, about="the measure of an event") for name in "pq")
apart = {"m": (1, 2), "n": (2, 1)}
laws = {"P": (third, two_thirds), "Q": (two_thirds, third)}


def ratios(b, m, n):
    """m(i) n(j) <= e^b n(i) m(j) for all outcomes."""
    return ForAll((i, j), m(i) * n(j) <= exp(b) * (n(i) * m(j)))


def same_null(m, n):
    """Each is 0 where the other is."""
    return ForAll(y, AllOf(Implication(Eq(m(y), 0), Eq(n(y), 0)), Implication(Eq(n(y), 0), Eq(m(y), 0))))


triangle = Theorem(
    title="Triangle inequality of the density ratio distance",
    source=("bailie.lemC.5", "bailie.propC.7"),
    given=(positive(m, n, t), same_null(m, n), same_null(n, t), ratios(b, m, n), ratios(c, n, t)),
    claim=ratios(b + c, m, t),
    derivation=(
        specialise(ratios(b, m, n), {i: i, j: j}, "these outcomes"),
        specialise(ratios(c, n, t), {i: i, j: j}, "these outcomes"),
        specialise(positive(m, n, t), {y: i}, "no mass is negative"),
        specialise(positive(m, n, t), {y: j}, "no mass is negative"),
        specialise(same_null(m, n), {y: i}, "the same null outcomes"),
        specialise(same_null(n, t), {y: j}, "the same null outcomes"),
        cases(
            0 < n(i),
            cases(
                0 < n(j),
                (
                    have(m(i) * n(j) * (n(i) * t(j)) <= exp(b) * (n(i) * m(j)) * (n(i) * t(j)), "both"),
                    have(
                        exp(b) * (n(i) * m(j)) * (n(i) * t(j))
                        <= exp(b) * (n(i) * m(j)) * (exp(c) * (t(i) * n(j))),
                        "both",
                    ),
                    have(m(i) * t(j) * (n(i) * n(j)) <= exp(b + c) * (t(i) * m(j)) * (n(i) * n(j)), "both"),
                    have(0 < n(i) * n(j), "positive masses"),
                ),
                (
                    have(Eq(n(j), 0)),
                    have(Eq(t(j), 0)),
                ),
            ),
            (
                have(Eq(n(i), 0)),
                have(Eq(m(i), 0)),
            ),
        ),
    ),
    example=point({b: log(2), c: log(2)}, m=(1, 2), n=(2, 2), t=(2, 1)),
    near_misses={
        "the larger of the two": variant(
            ratios(Max(b, c), m, t), witness=point({b: log(2), c: log(2)}, m=(1, 2), n=(2, 2), t=(2, 1))
        ),
        "without the second distance": without(
            ratios(c, n, t), witness=point({b: 0, c: 0}, m=(1, 1), n=(1, 1), t=(1, 2))
        ),
    },
)

triangle_of_measures = Theorem(
    title="Two steps in density ratio distance",
    source=("bailie.lemC.5", "bailie.propC.7"),
    given=(positive(m, n, t), DensityRatio(b).on(pair), DensityRatio(c).on(Pair(n(y), t(y)))),
    claim=DensityRatio(b + c).on(Pair(m(y), t(y))),
    derivation=(
        have(same_null(m, n), "the same null outcomes"),
        have(same_null(n, t), "the same null outcomes"),
        have(ratios(b, m, n), "the first step"),
        have(ratios(c, n, t), "the second step"),
        have(ratios(b + c, m, t), "both steps", by=triangle),
        have(ratios(b, n, m), "the first step, in the other order"),
        have(ratios(c, t, n), "the second step, in the other order"),
        have(ratios(b + c, t, m), "both steps", by=triangle.at(m=t, t=m, b=c, c=b)),
    ),
    example=point({b: log(2), c: log(2)}, m=(1, 2), n=(2, 2), t=(2, 1)),
    near_misses={
        "the larger of the two": variant(
            DensityRatio(Max(b, c)).on(Pair(m(y), t(y))),
            witness=point({b: log(2), c: log(2)}, m=(1, 2), n=(2, 2), t=(2, 1)),
        ),
        "without the second distance": variant(
            given=(positive(m, n, t), DensityRatio(b).on(pair)),
            witness=point({b: 0, c: 0}, m=(1, 1), n=(1, 1), t=(1, 2)),
        ),
    },
)

larger = Theorem(
    title="A larger bound on the density ratio distance",
    source="bailie.def8.4",
    given=(DensityRatio(b).on(pair), b <= c, positive(m, n)),
    claim=DensityRatio(c).on(pair),
    example=point({b: log(4), c: log(4)}, **apart),
    near_misses={
        "in no order": variant(
            given=[DensityRatio(b).on(pair), positive(m, n)], witness=point({b: log(4), c: 0}, **apart)
        ),
    },
)

symmetric = Theorem(
    title="The density ratio distance is symmetric",
    source="bailie.propC.7",
    given=ratios(b, m, n),
    claim=ratios(b, n, m),
    derivation=specialise(ratios(b, m, n), {i: j, j: i}, "the outcomes exchanged"),
    example=point({b: log(4)}, **apart),
    near_misses={
        "without a bound on the distance": variant(given=(), witness=point({b: 0}, **apart)),
    },
)

scale = Theorem(
    title="The density ratio distance does not see the scale of a measure",
    source=(
        whole_of("bailie.eq29"),
        of_any_spaces("bailie.propC.7"),
        of_any_spaces("bailie.def8.4"),
    ),
    claim=DensityRatio(Integer(0)).on(Pair(m(y), k * m(y))),
    derivation=have(Implication(Eq(k * m(y), 0), Eq(m(y), 0)), "a positive factor"),
    example=point({k: 2}, m=(1, 2)),
    near_misses={
        "of any other measure": variant(
            DensityRatio(Integer(0)).on(Pair(m(y), n(y))), witness=point(m=(1, 1), n=(1, 2))
        ),
        "so the two are equal": variant(ForAll(y, Eq(m(y), k * m(y))), witness=point({k: 2}, m=(1, 1))),
        "so they are at no multiplicative distance": variant(
            Multiplicative(Integer(0)).on(Pair(m(y), k * m(y))), witness=point({k: 2}, m=(1, 1))
        ),
    },
    note="On measures it is a distance between rays only: a pseudo-metric. On laws it is a metric.",
)

shares = ForAll(
    y_0,
    AllOf(
        m(y_0) * Total(n(j), j) <= exp(b) * (n(y_0) * Total(m(j), j)),
        n(y_0) * Total(m(j), j) <= exp(b) * (m(y_0) * Total(n(j), j)),
    ),
)

shares_of_measures = Theorem(
    title="The density ratio distance bounds the ratio of shares",
    kind="lemma",
    given=ratios(b, m, n),
    claim=shares,
    derivation=(
        specialise(ratios(b, m, n), {i: y_0, j: j}, "one outcome and any other"),
        have(Total(m(y_0) * n(j), j) <= Total(exp(b) * (n(y_0) * m(j)), j), "sum over the other"),
        specialise(ratios(b, m, n), {i: j, j: y_0}, "any other outcome and this"),
        have(n(y_0) * m(j) <= exp(b) * (m(y_0) * n(j)), "in another order"),
        have(Total(n(y_0) * m(j), j) <= Total(exp(b) * (m(y_0) * n(j)), j), "sum over the other"),
    ),
    example=point({b: log(4)}, **apart),
    near_misses={
        "without a bound on the distance": variant(given=(), witness=point({b: 0}, **apart)),
    },
)

at_most_ratio = Theorem(
    title="The multiplicative distance of laws is at most the density ratio distance",
    source=("bailie.propE.17", "bailie.eq2"),
    given=ratios(b, P, Q),
    claim=ForAll(y_0, AllOf(P(y_0) <= exp(b) * Q(y_0), Q(y_0) <= exp(b) * P(y_0))),
    derivation=(
        have(
            shares.xreplace({m(j): P(j), n(j): Q(j), m(y_0): P(y_0), n(y_0): Q(y_0)}),
            "ratios of shares",
            by=shares_of_measures.at(m=P(y), n=Q(y)),
        ),
        have(P(y_0) <= exp(b) * Q(y_0), "the masses add up to 1"),
        have(Q(y_0) <= exp(b) * P(y_0), "the masses add up to 1"),
    ),
    example=point({b: log(4)}, **laws),
    near_misses={
        "of measures": variant(
            ForAll(y_0, m(y_0) <= exp(b) * n(y_0)),
            given=(positive(m, n), ratios(b, m, n)),
            witness=point({b: 0}, m=(2, 2), n=(1, 1)),
        ),
        "as if the multiplicative distance were no more than it must be": variant(
            ForAll(y_0, P(y_0) <= exp(b / 2) * Q(y_0))
        ),
    },
    note=(
        "Of unequal laws at a finite distance the first is strictly less: for (1/3, 2/3) and (2/3, 1/3) the distances are log 2 and log 4. "
        "Where both are infinite they are equal."
    ),
)

definite = Theorem(
    title="Laws at a density ratio distance of 0 are equal",
    source=of_any_spaces("bailie.lemC.5"),
    given=ratios(Integer(0), P, Q),
    claim=ForAll(y_0, Eq(P(y_0), Q(y_0))),
    derivation=have(
        ForAll(y_0, AllOf(P(y_0) <= exp(Integer(0)) * Q(y_0), Q(y_0) <= exp(Integer(0)) * P(y_0))),
        "at no multiplicative distance",
        by=at_most_ratio.at(b=Integer(0)),
    ),
    example=point(P=(third, two_thirds), Q=(third, two_thirds)),
    near_misses={
        "of measures": variant(
            ForAll(y_0, Eq(m(y_0), n(y_0))),
            given=(positive(m, n), ratios(Integer(0), m, n)),
            witness=point(m=(2, 2), n=(1, 1)),
        ),
    },
)

both_ways = ForAll(y_0, AllOf(m(y_0) <= exp(b) * n(y_0), n(y_0) <= exp(c) * m(y_0)))

sum_of_suprema = Theorem(
    title="The density ratio distance is at most the sum of the two largest log-ratios",
    source="bailie.propE.11",
    given=(positive(m, n), both_ways),
    claim=ratios(b + c, m, n),
    derivation=(
        specialise(both_ways, {y_0: i}, "the first outcome"),
        specialise(both_ways, {y_0: j}, "the second outcome"),
        specialise(positive(m, n), {y: i}, "no mass is negative"),
        specialise(positive(m, n), {y: j}, "no mass is negative"),
        have(m(i) * n(j) <= m(i) * (exp(c) * m(j)), "the second outcome"),
        have(m(i) * (exp(c) * m(j)) <= exp(b) * n(i) * (exp(c) * m(j)), "the first outcome"),
    ),
    example=point({b: log(2), c: log(2)}, **apart),
    tight=point({b: log(2), c: log(2)}, **apart),
    near_misses={
        "the larger of the two": variant(
            ratios(Max(b, c), m, n), witness=point({b: log(2), c: log(2)}, **apart)
        ),
        "without a bound on the first": without(
            both_ways,
            instead=ForAll(y_0, n(y_0) <= exp(c) * m(y_0)),
            witness=point({b: 0, c: 0}, m=(2, 1), n=(1, 1)),
        ),
    },
)

twice = Theorem(
    title="The density ratio distance is at most twice the multiplicative distance",
    source=(
        of_any_spaces("bailie.propE.17"),
        of_any_spaces("bailie.eq2"),
    ),
    given=(positive(m, n), both_ways.xreplace({c: b})),
    claim=ratios(2 * b, m, n),
    derivation=have(ratios(b + b, m, n), "the sum of two log-ratios", by=sum_of_suprema.at(c=b)),
    example=point({b: log(2)}, **apart),
    tight=point({b: log(2)}, **apart),
    near_misses={
        "the distance itself": variant(ratios(b, m, n), witness=point({b: log(2)}, **apart)),
        "a bound on one side": variant(
            given=(positive(m, n), ForAll(y_0, m(y_0) <= exp(b) * n(y_0))),
            witness=point({b: 0}, m=(0, 1), n=(1, 1)),
        ),
    },
    note=(
        "For measures too. Equality for (1/3, 2/3) and (2/3, 1/3), where the distances are log 2 and log 4; strict by the next theorem. "
        "The lower bound is an equality for laws only where both are 0 or infinite."
    ),
)

between_both = Pair(P(y), Q(y))
both_strict = Theorem(
    title="Laws of which the density ratio distance is strictly between the multiplicative distance and twice it",
    source="bailie.propE.17",
    claim=AllOf(
        Multiplicative(log(3 * half)).on(between_both),
        Exists((y_0,), exp(log(3 * half)) * Q(y_0) <= P(y_0)),
        DensityRatio(log(2)).on(between_both),
        Exists((i, j), 2 * (Q(i) * P(j)) <= P(i) * Q(j)),
        log(3 * half) < log(2),
        log(2) < 2 * log(3 * half),
    ),
    where={P: (half, quarter, quarter), Q: (third, third, third)},
    near_misses={
        "at a multiplicative distance of log(4/3)": variant(Multiplicative(log(4 * third)).on(between_both)),
        "at a density ratio distance of log(3/2)": variant(DensityRatio(log(3 * half)).on(between_both)),
    },
    note="The multiplicative distance is log(3/2), reached at the first outcome, the density ratio distance log 2, reached at the first and another.",
)

x_1, x_2 = (parameter(name, above=0, below=1, about="a number between 0 and 1") for name in ("x_1", "x_2"))
both_large = AllOf(exp(b) * (2 * x_1) < 1, exp(b) * (2 * x_1) < 2 * x_2)

both_infinite = Theorem(
    title="Two laws with all null sets in common, at an infinite distance for both distances",
    source="bailie.propE.17",
    claim=ForAll((b, x_1, x_2), Implication(AllOf(x_1 <= exp(-b) / 4, half <= x_2), both_large)),
    derivation=(have(exp(b) * (2 * x_1) <= exp(b) * (2 * (exp(-b) / 4)), "small numbers"),),
    example=point({b: 0, x_1: quarter, x_2: half}),
    near_misses={
        "at every number": variant(ForAll((b, x_1), exp(b) * (2 * x_1) < 1)),
        "at every two numbers": variant(ForAll((b, x_1, x_2), exp(b) * (2 * x_1) < 2 * x_2)),
        "whatever the first": variant(ForAll((b, x_1, x_2), Implication(half <= x_2, both_large))),
    },
    note=(
        "On the numbers between 0 and 1 the uniform law has the density 1, and another one the density 2x: it is positive, so the two have the "
        "same null sets. The ratio of 1 to 2x exceeds every e^b on an interval, and the ratio of two such ratios exceeds it on two: both "
        "distances are infinite, and the first inequality is an equality. For unequal laws at a finite distance it is strict."
    ),
)

extreme = ForAll(j, n(i) / m(i) <= n(j) / m(j))
masses = ForAll(y, AllOf(0 < m(y), 0 < n(y)))


def parts_of(b):
    """At an outcome where the ratio of the first to the second is largest, this and what is left bound both ratios."""
    here = m(i) / n(i)
    both = AllOf(m(y_0) <= here * n(y_0), here * n(y_0) <= exp(b) * m(y_0))
    return ForAll(i, Implication(extreme, ForAll(y_0, both)))


split = Theorem(
    title="A density ratio distance splits into two log-ratios",
    source="bailie.propE.11",
    given=(masses, ratios(b, m, n)),
    claim=parts_of(b),
    derivation=(
        specialise(masses, {y: i}, "positive masses"),
        specialise(masses, {y: y_0}, "positive masses"),
        specialise(ratios(b, m, n), {i: i, j: y_0}, "this and any other outcome"),
        specialise(extreme, {j: y_0}, "the largest ratio"),
        have(n(i) * m(y_0) <= n(y_0) * m(i), "the largest ratio"),
    ),
    example=point({b: log(4)}, **apart),
    near_misses={
        "without a bound on the distance": without(ratios(b, m, n), witness=point({b: 0}, **apart)),
    },
    note=(
        "The first is the largest log-ratio of the first measure to the second, the second that of the second to the first, over events "
        "that are not null for both. With the conventions 0/0 = 1 for events the formula would be wrong for measures: at a scale of 2 it "
        "would say log 2 for a distance of 0."
    ),
)

events = Theorem(
    title="The density ratio distance, by events",
    source=("bailie.corE.13", "bailie.corE.15", "bailie.rem8.9"),
    given=ratios(b, P, Q),
    claim=EveryEvent(
        S(y),
        EveryEvent(
            T(y), Mass(S(y), P(y)) * Mass(T(y), Q(y)) <= exp(b) * (Mass(S(y), Q(y)) * Mass(T(y), P(y)))
        ),
    ),
    derivation=(
        specialise(ratios(b, P, Q), {i: i, j: j}, "two outcomes"),
        have(
            S(i) * T(j) * (P(i) * Q(j)) <= S(i) * T(j) * (exp(b) * (Q(i) * P(j))), "where both events occur"
        ),
        have(
            S(i) * P(i) * Mass(T(y), Q(y)) <= S(i) * (exp(b) * Q(i) * Mass(T(y), P(y))), "sum over the second"
        ),
        let(
            p,
            Mass(T(y), Q(y)),
            (
                Eq(p, Mass(T(y), Q(y))),
                ForAll(i, S(i) * P(i) * p <= S(i) * (exp(b) * Q(i) * Mass(T(y), P(y)))),
            ),
            "the second event under the second measure",
        ),
        let(
            q,
            Mass(T(y), P(y)),
            (Eq(q, Mass(T(y), P(y))), ForAll(i, S(i) * P(i) * p <= S(i) * (exp(b) * Q(i) * q))),
            "the second event under the first measure",
        ),
        have(Total(S(i) * P(i) * p, i) <= Total(S(i) * (exp(b) * Q(i) * q), i), "sum over the first"),
        have(Mass(S(y), P(y)) * p <= exp(b) * (Mass(S(y), Q(y)) * q), "common factors"),
    ),
    example=point({b: log(4)}, **laws),
    near_misses={
        "at less than the distance": variant(
            EveryEvent(
                S(y),
                EveryEvent(
                    T(y),
                    Mass(S(y), P(y)) * Mass(T(y), Q(y)) <= exp(b / 2) * (Mass(S(y), Q(y)) * Mass(T(y), P(y))),
                ),
            ),
            witness=point({b: log(4)}, **laws),
        ),
    },
    note=(
        "A finite measure that is not 0 is a law times its total, and the totals are factors of both sides: the bound is one for such measures."
    ),
)

u, z = (parameter(name, above=0, about="a measure of an event") for name in "uz")
v, w = (parameter(name, at_least=0, about="a measure of an event") for name in "vw")

odds_ratio = Theorem(
    title="The constant odds ratio and the density ratio distance",
    source=(
        of_any_spaces("bailie.corE.15"),
        of_any_spaces("bailie.rem8.9"),
    ),
    claim=AllOf(
        Implication(u * z <= exp(b) * (v * w), 1 - v * w / (u * z) <= 1 - exp(-b)),
        Implication(1 - v * w / (u * z) <= 1 - exp(-b), u * z <= exp(b) * (v * w)),
    ),
    derivation=cases(
        u * z <= exp(b) * (v * w),
        have(exp(-b) * (u * z) <= exp(-b) * (exp(b) * (v * w)), "a positive factor"),
        have(
            1 - exp(-b) < 1 - v * w / (u * z),
            "the other relation",
            derivation=have(exp(-b) * (exp(b) * (v * w)) < exp(-b) * (u * z)),
        ),
    ),
    near_misses={
        "with the distance itself": variant(
            Implication(u * z <= exp(b) * (v * w), 1 - v * w / (u * z) <= 1 - exp(-b / 2))
        ),
    },
    note=(
        "Over all pairs of events for which the quotient has a value; where its denominator is 0 the bound on the products says nothing. The supremum "
        "over pairs of events is the density ratio distance by the theorems on two events: the distorting function of the constant odds ratio model is 1 - e^-d for the density ratio distance d, "
        "whose balls are the density ratio neighbourhoods. The paper was read in a text without its displays; this reading is the only one that agrees "
        "with the corollary."
    ),
)

f = function("f", law=False, about="the density of m")
g = function("g", law=False, about="the density of n")
referred = ForAll(y, AllOf(0 <= A(y), Eq(m(y), f(y) * A(y)), Eq(n(y), g(y) * A(y))))
of_densities = ForAll((i, j), Implication(AllOf(0 < A(i), 0 < A(j)), f(i) * g(j) <= exp(b) * (g(i) * f(j))))

chain_rule = (
    have(Eq(A(i) * A(j) * (f(i) * g(j)), m(i) * n(j)), "the chain rule"),
    have(Eq(A(i) * A(j) * (exp(b) * (g(i) * f(j))), exp(b) * (n(i) * m(j))), "the chain rule"),
)

densities = Theorem(
    title="The density ratio distance does not depend on what the densities refer to",
    source=of_any_spaces("bailie.propB.1"),
    given=[referred],
    claim=AllOf(Implication(ratios(b, m, n), of_densities), Implication(of_densities, ratios(b, m, n))),
    derivation=(
        specialise(referred, {y: i}, "the chain rule"),
        specialise(referred, {y: j}, "the chain rule"),
        have(
            Implication(ratios(b, m, n), of_densities),
            "divide",
            derivation=(
                specialise(ratios(b, m, n), {i: i, j: j}, "these outcomes"),
                have(0 < A(i) * A(j), "positive densities"),
                *chain_rule,
                have(A(i) * A(j) * (f(i) * g(j)) <= A(i) * A(j) * (exp(b) * (g(i) * f(j))), "the chain rule"),
            ),
        ),
        have(
            Implication(of_densities, ratios(b, m, n)),
            "multiply",
            derivation=cases(
                0 < A(i),
                cases(
                    0 < A(j),
                    (
                        specialise(of_densities, {i: i, j: j}, "these outcomes"),
                        *chain_rule,
                        have(
                            A(i) * A(j) * (f(i) * g(j)) <= A(i) * A(j) * (exp(b) * (g(i) * f(j))), "multiply"
                        ),
                    ),
                    have(Eq(A(j), 0), "no mass"),
                ),
                have(Eq(A(i), 0), "no mass"),
            ),
        ),
    ),
    example=point({b: log(4)}, A=(1, 2), f=(1, 1), g=(2, half), **apart),
    near_misses={
        "of other measures than those of the densities": variant(
            given=[ForAll(y, 0 <= A(y))],
            witness=point({b: 0}, A=(1, 1), f=(1, 2), g=(1, 1), m=(1, 1), n=(1, 1)),
        ),
        "of outcomes that the reference measure does not see": variant(
            Implication(ratios(b, m, n), ForAll((i, j), f(i) * g(j) <= exp(b) * (g(i) * f(j)))),
            witness=point({b: 0}, A=(1, 0), f=(1, 1), g=(1, 2), m=(1, 0), n=(1, 0)),
        ),
        "without a bound on the distance": variant(
            of_densities, witness=point({b: 0}, A=(1, 2), f=(1, 1), g=(2, half), **apart)
        ),
    },
    note=(
        "m and n are densities with respect to one measure, f and g with respect to another one that has the density A: by the chain rule m is "
        "f A. Where A is 0 the measures have no mass, and what f and g are there does not count. For any two reference measures take their sum for "
        "the first."
    ),
)
