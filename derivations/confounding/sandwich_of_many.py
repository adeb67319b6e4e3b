"""The sandwich for any number of outputs: one output, all of them given two states, on two data sets, and optimal composition."""

from dpsym.derivations.composition.one_more_mechanism import t
from dpsym.derivations.composition.optimal_composition import (
    c,
    curve_of_responses,
    growth_of_curve,
    of_any_number,
    start_of_curve,
)
from dpsym.derivations.vocabulary import half
from dpsym.language import *

s, s_2 = Outcome("s", "S"), Outcome("s_2", "S")
x, w = Outcome("x_1", "X"), Outcome("x_2", "X")
z = Outcome("z", "Z")
m = parameter("m", about="a bound on all pairs of data sets")
# y is the list of all outputs, of any number of mechanisms.
C = function("C", law=False, about="the law of the data given the state")
M = function("M", law=False, about="the law of all outputs given the data")
E = function("E", law=False, about="1 where an output has this value in a list of all, else 0")
data = ForAll(s, distribution(C(s, x), x))
entry = ForAll(y, AllOf(ForAll(z, 0 <= E(y, z)), Eq(Total(E(y, z), z), 1)))
F = function("F", law=False, about="the mass of all outputs in one state")
G = function("G", law=False, about="their mass in another state")
U, V = function("U", law=False), function("V", law=False)

one_term = Max(0, F(y) - exp(t) * G(y))
seen = Max(0, Total(E(y, z) * F(y), y) - exp(t) * Total(E(y, z) * G(y), y))

forgotten = Theorem(
    title="One entry of a list of outputs has no larger hockey stick than the list",
    source="zhang.fix-sandwich",
    given=entry,
    claim=Total(seen, z) <= Total(one_term, y),
    derivation=(
        specialise(entry, {y: y}, "an entry"),
        have(0 <= E(y, z), "1 or 0"),
        have(0 <= E(y, z) * one_term, "a product"),
        have(
            E(y, z) * (F(y) - exp(t) * G(y)) <= E(y, z) * one_term, "an excess is at most its positive part"
        ),
        have(
            Total(E(y, z) * F(y), y) - exp(t) * Total(E(y, z) * G(y), y) <= Total(E(y, z) * one_term, y),
            "sum",
        ),
        have(0 <= Total(E(y, z) * one_term, y), "a sum"),
        have(seen <= Total(E(y, z) * one_term, y), "both"),
        have(Eq(Total(E(y, z) * one_term, z), one_term), "one value for each list"),
        Chain(Total(seen, z))
        .le(Total(Total(E(y, z) * one_term, y), z), "value by value")
        .eq(Total(Total(E(y, z) * one_term, z), y), "the other sum first")
        .eq(Total(one_term, y), "one value for each list"),
    ),
    example=point({t: 0}, sizes={"Y": 2, "Z": 2}, E=(1, 0, 0, 1), F=(1, 0), G=(0, 1)),
    near_misses={
        "the list has no larger one than its entry": variant(
            Total(one_term, y) <= Total(seen, z),
            witness=point({t: 0}, sizes={"Y": 2, "Z": 1}, E=(1, 1), F=(1, 0), G=(0, 1)),
        ),
        "of lists with several values": variant(
            given=[], witness=point({t: 0}, sizes={"Y": 2, "Z": 2}, E=(1, 1, 0, 0), F=(1, 0), G=(0, 1))
        ),
    },
)

A = function("A", law=False, about="the value at a pair of data sets")
weights = (
    ForAll(x, 0 <= U(x)), Eq(Total(U(x), x), 1), ForAll(x, 0 <= V(x)), Eq(Total(V(x), x), 1),
)  # fmt: skip
small = ForAll((x, w), A(x, w) <= m)
mean_of_pairs = Theorem(
    title="A mean over pairs of data sets is at most the largest value",
    kind="lemma",
    given=(*weights, small),
    claim=Total(U(x) * (V(w) * A(x, w)), x, w) <= m,
    derivation=(
        specialise(ForAll(x, 0 <= U(x)), {x: x}),
        specialise(ForAll(x, 0 <= V(x)), {x: w}),
        specialise(small, {x: x, w: w}),
        have(V(w) * A(x, w) <= V(w) * m, "a weight"),
        have(Total(V(w) * A(x, w), w) <= m, "a mean"),
        have(U(x) * Total(V(w) * A(x, w), w) <= U(x) * m, "a weight"),
        Chain(Total(U(x) * (V(w) * A(x, w)), x, w))
        .eq(Total(U(x) * Total(V(w) * A(x, w), w), x), "the other sum first")
        .le(Total(U(x) * m, x), "a mean")
        .eq(m, "a mean"),
    ),
    example=point({m: 1}, U=(half, half), V=(half, half), A=(1, 1, 1, 1)),
    near_misses={
        "of any values": variant(
            given=weights, witness=point({m: 0}, U=(half, half), V=(half, half), A=(1, 1, 1, 1))
        ),
        "with weights of another mass": variant(
            given=(weights[0], *weights[2:], small),
            witness=point({m: 1}, U=(1, 1), V=(half, half), A=(1, 1, 1, 1)),
        ),
    },
)

H = function("H", law=False, about="the probability of a list of outputs, by the data")
g = parameter("g", about="the second mean")
gap = Max(0, H(x) - exp(t) * H(w))
two_means = Theorem(
    title="The excess of one mean over another is at most the mean excess of the pairs",
    kind="lemma",
    given=weights,
    claim=Max(0, Total(U(x) * H(x), x) - exp(t) * Total(V(x) * H(x), x)) <= Total(U(x) * (V(w) * gap), x, w),
    derivation=(
        specialise(ForAll(x, 0 <= U(x)), {x: x}),
        specialise(ForAll(x, 0 <= V(x)), {x: w}),
        let(
            g,
            Total(V(x) * H(x), x),
            (Eq(g, Total(V(x) * H(x), x)), Eq(g, Total(V(w) * H(w), w))),
            "the second mean",
        ),
        have(0 <= V(w) * gap, "a product"),
        have(V(w) * (H(x) - exp(t) * H(w)) <= V(w) * gap, "an excess is at most its positive part"),
        Chain(H(x) - exp(t) * g)
        .eq(Total(V(w) * (H(x) - exp(t) * H(w)), w), "a mean")
        .le(Total(V(w) * gap, w), "an excess is at most its positive part"),
        have(0 <= Total(V(w) * gap, w), "a sum"),
        have(U(x) * (H(x) - exp(t) * g) <= U(x) * Total(V(w) * gap, w), "a weight"),
        have(0 <= U(x) * Total(V(w) * gap, w), "a product"),
        Chain(Total(U(x) * H(x), x) - exp(t) * g)
        .eq(Total(U(x) * (H(x) - exp(t) * g), x), "a mean")
        .le(Total(U(x) * Total(V(w) * gap, w), x), "a weight")
        .eq(Total(U(x) * (V(w) * gap), x, w), "one sum"),
        Chain(Integer(0))
        .le(Total(U(x) * Total(V(w) * gap, w), x), "a sum")
        .eq(Total(U(x) * (V(w) * gap), x, w), "one sum"),
    ),
    example=point({t: 0}, U=(half, half), V=(half, half), H=(1, 0)),
    near_misses={
        "of equal data sets alone": variant(
            Max(0, Total(U(x) * H(x), x) - exp(t) * Total(V(x) * H(x), x))
            <= Total(U(x) * (V(x) * gap.xreplace({w: x})), x),
            witness=point({t: 0}, U=(1, 0), V=(0, 1), H=(1, 0)),
        ),
        "with weights of another mass": variant(
            given=weights[:3], witness=point({t: 0}, U=(1, 0), V=(0, 0), H=(1, 0))
        ),
    },
)


def stick(first, second):
    """The hockey stick of two laws of all outputs."""
    return HockeyStick(t, Pair(first, second))


def given_state(s, y):
    """The law of all outputs given the state."""
    return Total(C(s, x) * M(x, y), x)


worst = ForAll((x, w), stick(M(x, y), M(w, y)) <= m)
both_states = ForAll((s, s_2), stick(given_state(s, y), given_state(s_2, y)) <= m)
pairs_of_data = Total(C(s, x) * (C(s_2, w) * Max(0, M(x, y) - exp(t) * M(w, y))), x, w)

on_data_sets = Theorem(
    title="All outputs together leak at most what they do on the two worst data sets, for any number of outputs",
    source="zhang.fix-sandwich",
    given=(data, worst),
    claim=both_states,
    derivation=(
        specialise(data, {s: s}, "the data have a law"),
        specialise(data, {s: s_2}, "the data have a law"),
        have(
            Max(0, given_state(s, y) - exp(t) * given_state(s_2, y)) <= pairs_of_data,
            "list by list",
            by=two_means.at(U=Lambda(x, C(s, x)), V=Lambda(x, C(s_2, x)), H=Lambda(x, M(x, y))),
        ),
        Chain(stick(given_state(s, y), given_state(s_2, y)))
        .le(Total(pairs_of_data, y), "list by list")
        .eq(Total(C(s, x) * (C(s_2, w) * stick(M(x, y), M(w, y))), x, w), "the other sums first")
        .le(
            m,
            "the worst data sets",
            by=mean_of_pairs.at(
                U=Lambda(x, C(s, x)), V=Lambda(x, C(s_2, x)), A=Lambda((x, w), stick(M(x, y), M(w, y)))
            ),
        ),
        have(both_states, "any two states"),
    ),
    example=point({t: 0, m: 1}, sizes={"S": 2, "X": 2, "Y": 2}, C=(1, 0, 0, 1), M=(1, 0, 0, 1)),
    near_misses={
        "without a bound for the data sets": variant(
            given=[data],
            witness=point({t: 0, m: 0}, sizes={"S": 2, "X": 2, "Y": 2}, C=(1, 0, 0, 1), M=(1, 0, 0, 1)),
        ),
        "where the data have no law": variant(
            given=[worst],
            witness=point({t: 0, m: 0}, sizes={"S": 2, "X": 1, "Y": 2}, C=(1, 0), M=(half, half)),
        ),
    },
    note="The list of all outputs is y, so that the number of mechanisms is any, and their outputs need not be independent given the data.",
)

# The outputs of k mechanisms on data, as a list, and the next list given the list so far.
k = parameter("k", integer=True, about="number of mechanisms that have run")
v = Outcome("v")
N = function("N", law=False, about="the law of the list of so many outputs, given the data")
R = function("R", law=False, about="the law of the next list, given the data and the list so far")
e, d = function("e", about="the loss of the next mechanism"), function("d", about="its delta")
zero = Integer(0)
J = function("J", law=False, about="above 0 for data that are possible in some state")
possible = AllOf(0 < J(x), 0 < J(w))
start = AllOf(distribution(N(zero, x, y)), ForAll(y, Eq(N(zero, x, y), N(zero, w, y))))
run = ForAll(
    k,
    AllOf(
        0 <= e(k),
        Between(0, d(k), 1),
        ForAll(v, distribution(R(k, x, v, y))),
        ForAll(v, distribution(R(k, w, v, y))),
        ForAll(v, ApproxDP(e(k), d(k)).on(Pair(R(k, x, v, y), R(k, w, v, y)))),
        ForAll(y, Eq(N(k + 1, x, y), Total(N(k, x, v) * R(k, x, v, y), v))),
        ForAll(y, Eq(N(k + 1, w, y), Total(N(k, w, v) * R(k, w, v, y), v))),
    ),
)
starts, runs = (ForAll((x, w), Implication(possible, fact)) for fact in (start, run))
below_curve = ForAll(k, ForAll(t, HockeyStick(t, Pair(N(k, x, y), N(k, w, y))) <= c(k, t)))
any_curve = ForAll(c(k, t), Implication(curve_of_responses, below_curve))
optimal = ForAll((x, w, k, t), Implication(possible, HockeyStick(t, Pair(N(k, x, y), N(k, w, y))) <= c(k, t)))
a, b = parameter("a"), parameter("b")
coin = {
    "sizes": {"X": 2, "Y": 2}, "N": (1, 0, 1, 0), "J": (1, 1), "R": (1, 0, 0, 1, 1, 0, 0, 1), "e": (0,), "d": (0,),
}  # fmt: skip

curve_on_data = Theorem(
    title="On any two data sets so many mechanisms leak at most what optimal composition allows",
    source=whole_of("zhang.fix-sandwich"),
    given=(starts, runs, start_of_curve, growth_of_curve),
    claim=optimal,
    derivation=(
        have(
            optimal,
            "two data sets",
            derivation=cases(
                0 < J(x),
                cases(
                    0 < J(w),
                    (
                        specialise(starts, {x: x, w: w}, "the same start"),
                        specialise(runs, {x: x, w: w}, "the mechanisms"),
                        have(
                            any_curve,
                            "optimal composition",
                            by=of_any_number.at(
                                A=Lambda((k, y), N(k, x, y)),
                                B=Lambda((k, y), N(k, w, y)),
                                K=Lambda((k, v, y), R(k, x, v, y)),
                                L=Lambda((k, v, y), R(k, w, v, y)),
                            ),
                        ),
                        have(AllOf(start_of_curve, growth_of_curve), "the curve"),
                        specialise(any_curve, {c(k, t): c(k, t)}, "this curve"),
                        specialise(below_curve, {k: k}, "this number of mechanisms"),
                        specialise(below_curve.args[1], {t: t}, "this loss"),
                    ),
                ),
            ),
        ),
    ),
    example=point({}, **coin, c=Lambda((a, b), Max(0, 1 - exp(b)))),
    near_misses={
        "where something else is released at the start": variant(
            given=(runs, start_of_curve, growth_of_curve),
            witness=point({}, **{**coin, "N": (1, 0, 0, 1)}, c=Lambda((a, b), Max(0, 1 - exp(b)))),
        ),
        "on data that are possible in no state too": variant(
            ForAll((x, w), below_curve),
            witness=point(
                {}, **{**coin, "N": (1, 0, 0, 1), "J": (1, 0)}, c=Lambda((a, b), Max(0, 1 - exp(b)))
            ),
        ),
        "strictly": variant(
            ForAll(
                (x, w),
                ForAll(
                    k,
                    ForAll(t, Implication(possible, HockeyStick(t, Pair(N(k, x, y), N(k, w, y))) < c(k, t))),
                ),
            ),
            witness=point({}, **coin, c=Lambda((a, b), Max(0, 1 - exp(b)))),
        ),
    },
    note=(
        "With the two theorems before it this is the sandwich: the hockey stick of one output given two states is at most that of all of them, which is at most that on the two worst data sets, which is at most the curve of "
        "optimal composition, for any number of mechanisms with any guarantees e(k), d(k) on the data sets that are possible, and not on the states alone."
    ),
)
