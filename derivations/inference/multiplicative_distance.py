"""The multiplicative distance of measures: a metric, read off the masses, added up over products, quasi-convex."""

from dpsym.derivations.inference.measures import b, c, m, n, pair, positive, t
from dpsym.derivations.vocabulary import half, y_0
from dpsym.language import *

apart = {"m": (1, 2), "n": (2, 1)}
by_masses = ForAll(y_0, AllOf(m(y_0) <= exp(b) * n(y_0), n(y_0) <= exp(b) * m(y_0)))

triangle = Theorem(
    title="Triangle inequality of the multiplicative distance",
    source="bailie.lemC.3",
    given=(Multiplicative(b).on(pair), Multiplicative(c).on(Pair(n(y), t(y)))),
    claim=Multiplicative(b + c).on(Pair(m(y), t(y))),
    derivation=(
        specialise(Multiplicative(b).on(pair), {S(y): S(y)}, "this event"),
        specialise(Multiplicative(c).on(Pair(n(y), t(y))), {S(y): S(y)}, "this event"),
        have(exp(b) * Mass(S(y), n(y)) <= exp(b) * (exp(c) * Mass(S(y), t(y))), "a positive factor"),
        have(exp(c) * Mass(S(y), n(y)) <= exp(c) * (exp(b) * Mass(S(y), m(y))), "a positive factor"),
    ),
    example=point({b: log(2), c: log(2)}, m=(1, 4), n=(2, 2), t=(4, 1)),
    tight=point({b: log(2), c: log(2)}, m=(1, 4), n=(2, 2), t=(4, 1)),
    near_misses={
        "the larger of the two": variant(
            Multiplicative(Max(b, c)).on(Pair(m(y), t(y))),
            witness=point({b: log(2), c: log(2)}, m=(1, 4), n=(2, 2), t=(4, 1)),
        ),
        "without the second distance": without(
            Multiplicative(c).on(Pair(n(y), t(y))), witness=point({b: 0, c: 0}, m=(1, 1), n=(1, 1), t=(2, 1))
        ),
    },
)

larger = Theorem(
    title="A larger bound on the multiplicative distance",
    source="bailie.def-dmult",
    given=(positive(m, n), Multiplicative(b).on(pair), b <= c),
    claim=Multiplicative(c).on(pair),
    derivation=(
        have(AllOf(0 <= S(y) * m(y), 0 <= S(y) * n(y)), "no factor is negative"),
        specialise(Multiplicative(b).on(pair), {S(y): S(y)}, "this event"),
        have(exp(b) * Mass(S(y), n(y)) <= exp(c) * Mass(S(y), n(y)), "the exponential is increasing"),
        have(exp(b) * Mass(S(y), m(y)) <= exp(c) * Mass(S(y), m(y)), "the exponential is increasing"),
    ),
    example=point({b: log(2), c: log(2)}, **apart),
    near_misses={
        "in no order": variant(
            given=[positive(m, n), Multiplicative(b).on(pair)],
            witness=point({b: log(2), c: 0}, **apart),
        ),
    },
)

definite = Theorem(
    title="Measures at a multiplicative distance of 0 are equal",
    source="bailie.lemC.3",
    given=Multiplicative(Integer(0)).on(pair),
    claim=ForAll(y_0, Eq(m(y_0), n(y_0))),
    derivation=specialise(Multiplicative(Integer(0)).on(pair), {S(y): Eq(y, y_0)}, "one outcome"),
    example=point(m=(1, 2), n=(1, 2)),
    near_misses={
        "at a positive distance": variant(
            given=[Multiplicative(b).on(pair)], witness=point({b: log(2)}, **apart)
        ),
    },
    note=(
        "The distance is symmetric, as its definition speaks of both orders, and is infinite where one measure of an event is 0 and the "
        "other is not. On finitely many outcomes every measure is finite."
    ),
)

from_masses = Theorem(
    title="The multiplicative distance, from the masses",
    source=("bailie.propE.3", "bailie.def-dmult", "bailie.ex2.2"),
    given=by_masses,
    claim=Multiplicative(b).on(pair),
    derivation=(
        specialise(by_masses, {y_0: y}, "this outcome"),
        have(S(y) * m(y) <= S(y) * (exp(b) * n(y)), "where the event occurs"),
        have(S(y) * n(y) <= S(y) * (exp(b) * m(y)), "where the event occurs"),
    ),
    example=point({b: log(2)}, **apart),
    tight=point({b: log(2)}, **apart),
    near_misses={
        "of the whole only": variant(
            given=[Eq(Total(m(y), y), Total(n(y), y))], witness=point({b: 0}, **apart)
        ),
    },
)

to_masses = Theorem(
    title="The multiplicative distance is that of the masses",
    source=(
        of_any_spaces("bailie.propE.3"),
        "bailie.def-dmult",
    ),
    given=Multiplicative(b).on(pair),
    claim=by_masses,
    derivation=specialise(Multiplicative(b).on(pair), {S(y): Eq(y, y_0)}, "one outcome"),
    example=point({b: log(2)}, **apart),
    near_misses={
        "without a bound on the distance": variant(given=(), witness=point({b: 0}, **apart)),
    },
)

# p: a bound on the ratio of the first measure to the second, event by event or outcome by outcome.
p = parameter("p", at_least=0, about="a bound on the ratio of two measures")
ratio_of_events = EveryEvent(S(y), Mass(S(y), m(y)) <= p * Mass(S(y), n(y)))
ratio_of_masses = ForAll(y_0, m(y_0) <= p * n(y_0))

of_one_order = Theorem(
    title="The largest ratio of two measures is that of their densities",
    source=of_any_spaces("bailie.lemE.4"),
    claim=AllOf(Implication(ratio_of_masses, ratio_of_events), Implication(ratio_of_events, ratio_of_masses)),
    derivation=(
        have(
            Implication(ratio_of_masses, ratio_of_events),
            "sum over the event",
            derivation=(
                specialise(ratio_of_masses, {y_0: y}, "this outcome"),
                have(S(y) * m(y) <= S(y) * (p * n(y)), "where the event occurs"),
            ),
        ),
        have(
            Implication(ratio_of_events, ratio_of_masses),
            "for the event of one outcome",
            derivation=specialise(ratio_of_events, {S(y): Eq(y, y_0)}, "one outcome"),
        ),
    ),
    example=point({p: 2}, **apart),
    near_misses={
        "from the whole": variant(
            Implication(Total(m(y), y) <= p * Total(n(y), y), ratio_of_masses), witness=point({p: 1}, **apart)
        ),
        "in the other order": variant(
            Implication(ratio_of_masses, ForAll(y_0, n(y_0) <= p * m(y_0))),
            witness=point({p: 1}, m=(0, 1), n=(1, 1)),
        ),
    },
    note=(
        "A number bounds the ratio of the masses of every event where it bounds the ratio of the densities at almost every outcome, and only "
        "there. So the supremum over events is the essential supremum over outcomes, and is infinite where no number is a bound."
    ),
)

null_outcomes = Theorem(
    title="Measures with different null outcomes are at an infinite multiplicative distance",
    source="bailie.lemE.6",
    claim=ForAll((y, b), Implication(AllOf(0 < n(y), Eq(m(y), 0)), exp(b) * m(y) < n(y))),
    example=point(m=(0, 1), n=(1, 0)),
    near_misses={
        "where both have a mass": variant(
            ForAll((y, b), Implication(0 < n(y), exp(b) * m(y) < n(y))),
            witness=point({b: log(2)}, m=(1, 1), n=(1, 1)),
        ),
        "where both are 0": variant(
            ForAll((y, b), Implication(Eq(m(y), 0), exp(b) * m(y) < n(y))),
            witness=point({b: 0}, m=(0, 0), n=(0, 0)),
        ),
    },
    note="No bound on the ratio of the masses holds, whatever the distance.",
)

r = function("r", law=False, about="a measure of the second outcome")
s = function("s", law=False, about="another measure of the second outcome")
z = Outcome("z", "Z")
second = ForAll(z, AllOf(0 <= r(z), 0 <= s(z)))
close_second = ForAll(z, AllOf(r(z) <= exp(c) * s(z), s(z) <= exp(c) * r(z)))
close_first = ForAll(y, AllOf(m(y) <= exp(b) * n(y), n(y) <= exp(b) * m(y)))
product_pair = Pair(m(y) * r(z), n(y) * s(z), y, z)
E_YZ = function("S_YZ")

products = Theorem(
    title="Multiplicative distances of product measures add up",
    source=of_any_spaces("bailie.propE.9"),
    given=(positive(m, n), second, close_first, close_second),
    claim=Multiplicative(b + c).on(product_pair),
    derivation=(
        have(m(y) * r(z) <= exp(b) * n(y) * r(z), "the first factor"),
        have(exp(b) * n(y) * r(z) <= exp(b) * n(y) * (exp(c) * s(z)), "the second factor"),
        have(n(y) * s(z) <= exp(b) * m(y) * s(z), "the first factor"),
        have(exp(b) * m(y) * s(z) <= exp(b) * m(y) * (exp(c) * r(z)), "the second factor"),
        have(
            E_YZ(y, z) * (m(y) * r(z)) <= E_YZ(y, z) * (exp(b + c) * (n(y) * s(z))), "where the event occurs"
        ),
        have(
            E_YZ(y, z) * (n(y) * s(z)) <= E_YZ(y, z) * (exp(b + c) * (m(y) * r(z))), "where the event occurs"
        ),
    ),
    example=point({b: log(2), c: log(2)}, m=(1, 2), n=(2, 1), r=(1, 2), s=(2, 1), sizes={"Y": 2, "Z": 2}),
    near_misses={
        "the larger of the two": variant(
            Multiplicative(Max(b, c)).on(product_pair),
            witness=point(
                {b: log(2), c: log(2)}, m=(1, 2), n=(2, 1), r=(1, 2), s=(2, 1), sizes={"Y": 2, "Z": 2}
            ),
        ),
        "without the second distance": without(
            close_second,
            witness=point({b: 0, c: 0}, m=(1, 1), n=(1, 1), r=(1, 2), s=(2, 1), sizes={"Y": 2, "Z": 2}),
        ),
    },
    note="With the distances of the factors given by their masses. The density ratio distance adds up exactly.",
)

a = parameter("a", at_least=0, at_most=1, about="weight of the first law")
mixed = a * n(y) + (1 - a) * t(y)

quasi_convex = Theorem(
    title="The multiplicative distance is quasi-convex",
    source=(
        "bailie.proofD.4",
        "bailie.claim-desiderata",
    ),
    given=(Multiplicative(b).on(pair), Multiplicative(b).on(Pair(m(y), t(y)))),
    claim=Multiplicative(b).on(Pair(m(y), mixed)),
    derivation=(
        specialise(Multiplicative(b).on(pair), {S(y): S(y)}, "this event"),
        specialise(Multiplicative(b).on(Pair(m(y), t(y))), {S(y): S(y)}, "this event"),
        have(Eq(Mass(S(y), mixed), a * Mass(S(y), n(y)) + (1 - a) * Mass(S(y), t(y))), "a mean of two"),
        have(a * Mass(S(y), m(y)) <= a * (exp(b) * Mass(S(y), n(y))), "weighted"),
        have((1 - a) * Mass(S(y), m(y)) <= (1 - a) * (exp(b) * Mass(S(y), t(y))), "weighted"),
        have(a * Mass(S(y), n(y)) <= a * (exp(b) * Mass(S(y), m(y))), "weighted"),
        have((1 - a) * Mass(S(y), t(y)) <= (1 - a) * (exp(b) * Mass(S(y), m(y))), "weighted"),
    ),
    example=point({b: log(2), a: half}, m=(1, 2), n=(2, 1), t=(2, 1)),
    near_misses={
        "without the second distance": without(
            Multiplicative(b).on(Pair(m(y), t(y))), witness=point({b: 0, a: 0}, m=(1, 1), n=(1, 1), t=(2, 1))
        ),
    },
)
