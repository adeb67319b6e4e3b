"""Lemma 2: one symmetric trade-off function gives the delta of both orders of two states, at every loss."""

from dpsym.derivations.analysis.larger_of_two import common, m, x
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import a, half
from dpsym.language import *

zero = Integer(0)
F = function("F", law=False, about="the trade-off function of both orders")
k = parameter("k", at_least=0, about="a factor, e^eps")
b = parameter("b", at_least=0, at_most=1, about="another level")
t = parameter("t", at_least=0, at_most=1, about="a weight")
c = parameter("c", about="a number above all lines at a level")


def one_way(k, p=P, q=Q):
    """How much the one law exceeds k times the other: the delta of one order where k is e^eps."""
    return Total(Max(0, p(y) - k * q(y)), y)


H = function("H", law=False, about="the delta of both orders, by the factor")


def larger(k):
    """The larger of the deltas of both orders."""
    return Max(one_way(k), one_way(k, Q, P))


def line(k, a):
    """The line below the trade-off functions of both orders that the delta at k gives."""
    return 1 - H(k) - k * a


K = function("K", law=False, about="a factor whose line is that near the highest, by the level and how near")
e = parameter("e", above=0, about="how near a line is to the highest")
supremum = AllOf(
    ForAll((a, k), line(k, a) <= F(a)),
    ForAll((a, e), AllOf(0 <= K(a, e), F(a) - e <= line(K(a, e), a))),
)
apart = {
    "P": (1, 0),
    "Q": (0, 1),
    "F": Lambda(a, Integer(0)),
    "H": Lambda(k, Integer(1)),
    "K": Lambda((a, e), Integer(0)),
}


gains = Theorem(
    title="The delta of both orders bounds what every test gains",
    source="zhang.lem2",
    claim=every_test(AllOf(power - k * level <= larger(k), level - k * power <= larger(k))),
    derivation=(
        have(
            f(y) * (Q(y) - k * P(y)) <= Max(0, Q(y) - k * P(y)), "output by output", split=[Q(y) > k * P(y)]
        ),
        have(
            f(y) * (P(y) - k * Q(y)) <= Max(0, P(y) - k * Q(y)), "output by output", split=[P(y) > k * Q(y)]
        ),
        have(power - k * level <= one_way(k, Q, P), "sum over the outputs"),
        have(level - k * power <= one_way(k), "sum over the outputs"),
        have(AllOf(one_way(k) <= larger(k), one_way(k, Q, P) <= larger(k)), "a maximum"),
    ),
    example=point({k: 1}, P=(1, 0), Q=(0, 1)),
    near_misses={
        "the level not counted": variant(every_test(power <= larger(k))),
        "of one order alone": variant(every_test(level - k * power <= one_way(k, Q, P))),
    },
)


def no_line_above(level, number, *steps):
    """The step that shows a bound on the curve at a level: no line is above it there."""
    excess = (F(level) - number) / 2
    return have(
        F(level) <= number,
        "no line is above it",
        derivation=(
            have(ForAll(k, line(k, level) <= number), "no line is above it", derivation=steps),
            cases(
                F(level) <= number,
                (),
                (
                    have(0 < excess, "else the curve is above it"),
                    specialise(supremum.args[1], {a: level, e: excess}, "a line that is near the highest"),
                    specialise(
                        ForAll(k, line(k, level) <= number), {k: K(level, excess)}, "no line is above it"
                    ),
                ),
            ),
        ),
    )


l = parameter("l", at_least=0, at_most=1, about="the level of a test")
o = parameter("o", at_least=0, at_most=1, about="its power")
gained = ForAll(k, AllOf(o - k * l <= H(k), l - k * o <= H(k)))

below_tests = Theorem(
    title="The highest of the lines of the deltas lies below the errors of every test, in both orders",
    source=("zhang.lem2", "zhang.ext-dong"),
    given=(gained, supremum),
    claim=AllOf(F(l) <= 1 - o, F(o) <= 1 - l),
    derivation=(
        no_line_above(l, 1 - o, specialise(gained, {k: k})),
        no_line_above(o, 1 - l, specialise(gained, {k: k})),
    ),
    example=point({l: 0, o: 1}, **{key: apart[key] for key in "FHK"}),
    near_misses={
        "above them": variant(
            1 - o <= F(l), witness=point({l: 0, o: half}, **{key: apart[key] for key in "FHK"})
        ),
        "of any number above the lines": variant(
            given=(gained, supremum.args[0]),
            witness=point({l: 0, o: 1}, F=Lambda(a, Integer(1)), H=apart["H"]),
        ),
    },
    note="The level and the power of a test of any of the pairs of states: what it gains is at most the delta of the pair, and so the largest one.",
)

mixed = t * a + (1 - t) * b


turned = Theorem(
    title="The delta of both orders at a factor and at its reciprocal",
    source="zhang.lem2",
    claim=Eq(x * larger(1 / x), larger(x) + x - 1),
    derivation=(
        have(
            AllOf(
                Eq(x * Max(0, P(y) - 1 / x * Q(y)), Max(0, Q(y) - x * P(y)) + x * P(y) - Q(y)),
                Eq(x * Max(0, Q(y) - 1 / x * P(y)), Max(0, P(y) - x * Q(y)) + x * Q(y) - P(y)),
            ),
            "output by output",
            split=[Q(y) > x * P(y), P(y) > x * Q(y)],
        ),
        Chain(x * one_way(1 / x))
        .eq(Total(Max(0, Q(y) - x * P(y)) + x * P(y) - Q(y), y), "output by output")
        .eq(one_way(x, Q, P) + x - 1, "both are laws"),
        Chain(x * one_way(1 / x, Q, P))
        .eq(Total(Max(0, P(y) - x * Q(y)) + x * Q(y) - P(y), y), "output by output")
        .eq(one_way(x) + x - 1, "both are laws"),
        have(
            Eq(x * larger(1 / x), larger(x) + x - 1),
            "a common term",
            by=common.at(
                p=one_way(1 / x),
                q=one_way(1 / x, Q, P),
                g=one_way(x),
                h=one_way(x, Q, P),
                m=larger(1 / x),
                n=larger(x),
            ),
        ),
    ),
    example=point({x: 2}, P=(1, 0), Q=(0, 1)),
    near_misses={
        "at the factor itself": variant(Eq(x * larger(x), larger(x) + x - 1)),
        "of one order alone": variant(Eq(x * one_way(1 / x), one_way(x) + x - 1)),
    },
)

not_small = Theorem(
    title="The delta of both orders is not negative, and not below 1 less the factor; at the factor 0 it is 1",
    source="zhang.lem2",
    claim=AllOf(1 - k <= larger(k), 0 <= larger(k), Eq(larger(zero), 1)),
    derivation=(
        have(one_way(k) <= larger(k), "a maximum"),
        have(AllOf(P(y) - k * Q(y) <= Max(0, P(y) - k * Q(y)), 0 <= Max(0, P(y) - k * Q(y))), "a maximum"),
        Chain(1 - k).eq(Total(P(y) - k * Q(y), y), "both are laws").le(one_way(k), "output by output"),
        have(0 <= one_way(k), "no term is negative"),
        Chain(one_way(zero)).eq(Total(P(y), y), "no mass is negative").eq(1, "a law"),
        Chain(one_way(zero, Q, P)).eq(Total(Q(y), y), "no mass is negative").eq(1, "a law"),
        have(Eq(larger(zero), 1), "both are 1"),
    ),
    example=point({k: 2}, P=(1, 0), Q=(0, 1)),
    near_misses={
        "equal to 1 less the factor": variant(Eq(larger(k), 1 - k)),
    },
)

r = parameter("r", at_least=0, about="the factor e^eps of a loss")
first_gains, second_gains = Indicator(r * Q(y) < P(y)), Indicator(r * P(y) < Q(y))


def line_at(test, one, other):
    """That the delta of both orders lies above its tangent at r, of the level of the best event there, where the delta of this
    order is the larger one."""
    seen = Mass(test, other)
    tangent = larger(r) + (r - k) * seen <= larger(k)
    return Implication(one_way(r, other, one) <= one_way(r, one, other), AllOf(Between(0, seen, 1), tangent))


def tangent_of(test, one, other):
    """The steps that show it."""
    kept, seen = Mass(test, one), Mass(test, other)
    return have(
        line_at(test, one, other),
        "the best event",
        derivation=(
            have(
                AllOf(0 <= seen, seen <= 1),
                "a probability",
                derivation=have(AllOf(0 <= test * other(y), test * other(y) <= other(y)), "an event"),
            ),
            have(test * (one(y) - k * other(y)) <= Max(0, one(y) - k * other(y)), "output by output"),
            have(kept - k * seen <= one_way(k, one, other), "sum over the outputs"),
            have(one_way(k, one, other) <= larger(k), "the larger of both orders"),
            have(Eq(kept - r * seen, one_way(r, one, other)), "the best event"),
            cases(
                one_way(r, other, one) <= one_way(r, one, other),
                have(Eq(larger(r), one_way(r, one, other)), "the larger one"),
            ),
        ),
    )


best_event = Theorem(
    title="The delta of both orders lies above a line through each of its points, of the level of the best event there",
    source="zhang.lem2",
    claim=AllOf(line_at(first_gains, P, Q), line_at(second_gains, Q, P)),
    derivation=(tangent_of(first_gains, P, Q), tangent_of(second_gains, Q, P)),
    example=point({r: 1, k: 2}, P=(1, 0), Q=(0, 1)),
    near_misses={
        "of the level of another event": variant(
            larger(r) + (r - k) * Mass(1 - first_gains, Q) <= larger(k),
            witness=point({r: 1, k: 0}, P=(1, 0), Q=(0, 1)),
        ),
        "strictly": variant(larger(r) + (r - k) * Mass(first_gains, Q) < larger(k)),
    },
)

# Several pairs of states at once: G(i, k) is the delta of both orders of the pair i at the factor k, and A(i, k) the level of its
# best event there.  What is supposed of each pair is said by the theorems before.
pair = Outcome("i", "I")
G = function("G", law=False, about="the delta of both orders of a pair of states, by the factor")
A = function("A", law=False, about="the level of the best event of the pair, at the factor")
of_pairs = AllOf(
    ForAll(pair, Eq(G(pair, zero), 1)),
    ForAll(pair, ForAll(x, Eq(x * G(pair, 1 / x), G(pair, x) + x - 1))),
    ForAll(pair, ForAll(k, AllOf(0 <= G(pair, k), 1 - k <= G(pair, k)))),
)
tangents = ForAll(
    pair,
    ForAll(
        r,
        AllOf(Between(0, A(pair, r), 1), ForAll(k, G(pair, r) + (r - k) * A(pair, r) <= G(pair, k))),
    ),
)
above_pairs = ForAll(pair, ForAll(k, G(pair, k) <= H(k)))
least_above = ForAll((k, e), Exists(pair, H(k) - e <= G(pair, k)))
largest = (above_pairs, least_above)
one_pair = {"sizes": {"I": 1}, "G": (1,), **{key: apart[key] for key in "FHK"}}


def here(fact, number, value):
    """The steps that read a fact about each pair at a number."""
    return (specialise(fact, {pair: pair}), specialise(fact.args[1], {number: value}))


def no_pair_above(factor, number, *steps):
    """The step that shows a bound on the largest delta at a factor: no pair is above it."""
    excess = (H(factor) - number) / 2
    near = Exists(pair, H(factor) - excess <= G(pair, factor))
    return have(
        H(factor) <= number,
        "no pair is above it",
        derivation=(
            have(ForAll(pair, G(pair, factor) <= number), "no pair is above it", derivation=steps),
            cases(
                H(factor) <= number,
                (),
                (
                    have(0 < excess, "else the largest is above it"),
                    have(
                        near,
                        "a pair that is near the largest",
                        derivation=specialise(least_above, {k: factor, e: excess}),
                    ),
                    obtain(near, "this pair"),
                    specialise(ForAll(pair, G(pair, factor) <= number), {pair: pair}, "no pair is above it"),
                    have(H(factor) - excess <= number, "no pair is above it"),
                ),
            ),
        ),
    )


of_largest = Theorem(
    title="The largest delta of several pairs of states has what each of them has",
    kind="lemma",
    given=(of_pairs, *largest),
    claim=AllOf(
        Eq(H(zero), 1), ForAll(x, Eq(x * H(1 / x), H(x) + x - 1)), ForAll(k, AllOf(0 <= H(k), 1 - k <= H(k)))
    ),
    derivation=(
        have(
            Eq(H(zero), 1),
            "each is 1",
            derivation=(
                specialise(of_pairs.args[0], {pair: pair}, "at the factor 0"),
                *here(above_pairs, k, zero),
                no_pair_above(zero, Integer(1), specialise(of_pairs.args[0], {pair: pair})),
            ),
        ),
        have(
            ForAll(x, Eq(x * H(1 / x), H(x) + x - 1)),
            "at the reciprocal",
            derivation=(
                no_pair_above(
                    1 / x, (H(x) + x - 1) / x, *here(of_pairs.args[1], x, x), *here(above_pairs, k, x),
                    have(x * G(pair, 1 / x) <= H(x) + x - 1, "each pair"),
                ),
                no_pair_above(
                    x,
                    x * H(1 / x) - x + 1,
                    *here(of_pairs.args[1], x, x),
                    *here(above_pairs, k, 1 / x),
                    have(x * G(pair, 1 / x) <= x * H(1 / x), "a positive factor"),
                ),
                have(x * H(1 / x) <= H(x) + x - 1, "a positive factor"),
            ),
        ),
        have(
            ForAll(k, AllOf(0 <= H(k), 1 - k <= H(k))),
            "above each",
            derivation=(*here(of_pairs.args[2], k, k), *here(above_pairs, k, k)),
        ),
    ),
    example=point({}, **{key: one_pair[key] for key in ("sizes", "G", "H")}),
    near_misses={
        "of any curves": variant(
            given=largest, witness=point({}, sizes={"I": 1}, G=(0,), H=Lambda(k, Integer(0)))
        ),
        "of any number above them": without(largest, instead=above_pairs, witness=point({}, sizes={"I": 1}, G=(1,), H=Lambda(k, Integer(2)))),
    },
)  # fmt: skip

shape = AllOf(
    ForAll(a, AllOf(0 <= F(a), F(a) <= 1 - a)),
    ForAll((a, b), Implication(a <= b, F(b) <= F(a))),
    ForAll((a, b, t), F(mixed) <= t * F(a) + (1 - t) * F(b)),
    ForAll((a, b), Implication(F(b) <= a, F(a) <= b)),
)
facts = of_largest.claim


symmetric = Theorem(
    title="The highest of the lines of the deltas of all pairs is a symmetric trade-off function",
    source="zhang.lem2",
    given=(of_pairs, *largest, supremum),
    claim=shape,
    derivation=(
        have(facts, "the largest delta", by=of_largest),
        have(
            shape.args[0],
            "between 0 and 1 less the level",
            derivation=(
                specialise(supremum.args[0], {a: a, k: zero}, "the line at the factor 0"),
                no_line_above(
                    a,
                    1 - a,
                    specialise(facts.args[2], {k: k}),
                    cases(k <= 1, have(0 <= (1 - k) * (1 - a), "factors"), have(0 <= (k - 1) * a, "factors")),
                ),
            ),
        ),
        have(
            shape.args[1],
            "it falls",
            derivation=have(
                Implication(a <= b, F(b) <= F(a)),
                derivation=cases(
                    a <= b,
                    no_line_above(
                        b,
                        F(a),
                        specialise(supremum.args[0], {a: a, k: k}),
                        have(0 <= k * (b - a), "factors"),
                    ),
                ),
            ),
        ),
        have(
            shape.args[2],
            "convex",
            derivation=(
                have(Between(0, mixed, 1), "a level"),
                no_line_above(
                    mixed,
                    t * F(a) + (1 - t) * F(b),
                    specialise(supremum.args[0], {a: a, k: k}),
                    specialise(supremum.args[0], {a: b, k: k}),
                    have(t * line(k, a) <= t * F(a), "a weight"),
                    have((1 - t) * line(k, b) <= (1 - t) * F(b), "a weight"),
                    have(Eq(line(k, mixed), t * line(k, a) + (1 - t) * line(k, b)), "a line"),
                ),
            ),
        ),
        have(
            shape.args[3],
            "its own inverse",
            derivation=have(
                Implication(F(b) <= a, F(a) <= b),
                derivation=cases(
                    F(b) <= a,
                    no_line_above(
                        a,
                        b,
                        cases(
                            0 < k,
                            (
                                specialise(facts.args[1], {x: k}, "at the reciprocal"),
                                specialise(supremum.args[0], {a: b, k: 1 / k}, "the line at the reciprocal"),
                                have(k * line(1 / k, b) <= k * F(b), "a positive factor"),
                                have(k * F(b) <= k * a, "a positive factor"),
                                have(Eq(k * line(1 / k, b), 1 - H(k) - b), "at the reciprocal"),
                            ),
                            (
                                have(Eq(k, 0), "no factor is negative"),
                                specialise(facts.args[2], {k: k}, "at least 1 less the factor"),
                                have(Eq(k * a, 0), "no factor is negative"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({}, **one_pair),
    near_misses={
        "any deltas": without(
            of_pairs,
            witness=point(
                {a: 1},
                sizes={"I": 1},
                G=(-1,),
                H=Lambda(k, Integer(-1)),
                F=Lambda(a, Integer(2)),
                K=apart["K"],
            ),
        ),
        "any number above the lines": without(
            supremum,
            instead=supremum.args[0],
            witness=point({a: 1}, **{**one_pair, "F": Lambda(a, Integer(1))}),
        ),
    },
    note=(
        "That it is continuous is the theorem after this one. The last part says that it is its own inverse. "
        "The curve at a level is the supremum of the lines there, which is at most 1; a highest line there need not be."
    ),
)

u = parameter("u", at_least=0, at_most=1, about="one level")
v = parameter("v", at_least=u, at_most=1, about="a level that is not below it")
weight = (v - u) / v
d = parameter("d", above=0, about="how little the curve may fall")
from_right = F(u) - d - K(u, d) * (v - u) <= F(v)
from_left = Implication(0 < v, F(u) <= F(v) + weight)
between_bounds = shape.args[0]

continuous = Theorem(
    title="The highest of the lines of the deltas is continuous at every level",
    source="zhang.lem2",
    given=(between_bounds, supremum),
    claim=AllOf(from_right, from_left),
    derivation=(
        specialise(supremum.args[1], {a: u, e: d}, "a line that is near the highest"),
        specialise(supremum.args[0], {a: v, k: K(u, d)}, "the same line, at the other level"),
        have(Eq(line(K(u, d), v), line(K(u, d), u) - K(u, d) * (v - u)), "a line"),
        have(from_right, "from the right"),
        have(
            from_left,
            "from the left",
            derivation=cases(
                0 < v,
                (
                    have(Between(0, weight, 1), "a quotient"),
                    specialise(between_bounds, {a: zero}, "at most 1"),
                    specialise(between_bounds, {a: v}, "not negative"),
                    have(0 <= weight * F(v), "a product"),
                    no_line_above(
                        u,
                        F(v) + weight,
                        specialise(supremum.args[0], {a: zero, k: k}, "the line at 0"),
                        specialise(supremum.args[0], {a: v, k: k}, "the line at the other level"),
                        have(weight * line(k, zero) <= weight, "at most 1"),
                        have((1 - weight) * line(k, v) <= (1 - weight) * F(v), "at most the curve"),
                        have(Eq(line(k, u), weight * line(k, zero) + (1 - weight) * line(k, v)), "a line"),
                        have(line(k, u) <= F(v) + weight, "between"),
                    ),
                ),
            ),
        ),
    ),
    example=point({u: 0, v: 1, d: 1}, **{key: apart[key] for key in "FHK"}),
    near_misses={
        "of a curve that is not the highest of the lines": without(
            supremum,
            claim=from_right,
            instead=supremum.args[0],
            witness=point(
                {u: 0, v: 1, d: half},
                F=Lambda(c, 1 - c),
                H=Lambda(k, Integer(1)),
                K=Lambda((c, m), Integer(0)),
            ),
        ),
        "of any curve below that of guessing": without(
            supremum,
            claim=from_left,
            witness=point({u: half, v: Rational(3, 4)}, F=Lambda(c, (1 - c) * Indicator(c <= half))),
        ),
    },
    note=(
        "The curve falls, by the theorem before. So from u to a level v a little above it falls by little more than d, which is any positive number; and from a level u a little below v it falls by at most the share of v that lies between them."
    ),
)

lines = ForAll(a, 1 - r * a - F(a) <= H(r))
no_less = ForAll(c, Implication(ForAll(a, 1 - r * a - F(a) <= c), H(r) <= c))

delta_of_curve = Theorem(
    title="One symmetric trade-off function gives the largest delta of all pairs and both orders at every loss",
    source=(of_any_spaces("zhang.lem2"), "zhang.ext-dong"),
    cites="dong2022",
    given=(tangents, *largest, supremum),
    claim=AllOf(lines, no_less),
    derivation=(
        have(lines, "below the curve", derivation=specialise(supremum.args[0], {a: a, k: r})),
        have(
            no_less,
            "at the level of the best event",
            derivation=have(
                Implication(ForAll(a, 1 - r * a - F(a) <= c), H(r) <= c),
                derivation=cases(
                    ForAll(a, 1 - r * a - F(a) <= c),
                    (
                        no_pair_above(
                            r,
                            c,
                            *here(tangents, r, r),
                            let(
                                b,
                                A(pair, r),
                                (0 <= b, b <= 1, ForAll(k, G(pair, r) + (r - k) * b <= G(pair, k))),
                                "the level of the best event",
                            ),
                            let(m, 1 - G(pair, r) - r * b, Eq(G(pair, r), 1 - m - r * b), "its error"),
                            no_line_above(
                                b,
                                m,
                                specialise(ForAll(k, G(pair, r) + (r - k) * b <= G(pair, k)), {k: k}),
                                *here(above_pairs, k, k),
                            ),
                            specialise(ForAll(a, 1 - r * a - F(a) <= c), {a: b}),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({r: 1}, **one_pair, A=(0,)),
    near_misses={
        "at any level": variant(
            ForAll(a, Eq(1 - r * a - F(a), H(r))), witness=point({r: 1, a: 1}, **one_pair, A=(0,))
        ),
        "any number above the lines": without(
            supremum,
            claim=no_less,
            instead=supremum.args[0],
            witness=point({r: 1, c: 0}, **{**one_pair, "F": Lambda(a, Integer(1))}, A=(0,)),
        ),
    },
    note=(
        "With r = e^eps the largest delta of all pairs of states and both orders at eps is 1 more than the supremum over the levels a of -r a - F(a): the conjugate of the curve at -e^eps, which for one pair is attained at the level of the best event. "
        "By the theorems before, the curve is a symmetric trade-off function and lies below the errors of every test in both orders, and each pair has what is supposed here. So a mechanism has this delta at every eps, with delta = 1 allowed."
    ),
)
