"""Lemma 2: one symmetric trade-off function gives the delta of both orders of two states, at every loss."""

from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import half
from dpsym.language import *

zero = Integer(0)
F = function("F", law=False, about="the trade-off function of both orders")
k = parameter("k", at_least=0, about="a factor, e^eps")
a = parameter("a", at_least=0, at_most=1, about="a level")
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


deltas = ForAll(k, Eq(H(k), larger(k)))


def line(k, a):
    """The line below the trade-off functions of both orders that the delta at k gives."""
    return 1 - H(k) - k * a


K = function("K", law=False, about="the factor of the highest line, by the level")
highest = ForAll(a, AllOf(0 <= K(a), Eq(F(a), line(K(a), a)), ForAll(k, line(k, a) <= F(a))))
apart = {
    "P": (1, 0),
    "Q": (0, 1),
    "F": Lambda(a, Integer(0)),
    "H": Lambda(k, Integer(1)),
    "K": Lambda(a, Integer(0)),
}

known = {
    "P": (half, half),
    "Q": (half, half),
    "F": Lambda(a, 1 - a),
    "H": Lambda(k, Max(0, 1 - k)),
    "K": Lambda(a, Integer(1)),
}

gains = Theorem(
    title="The delta of both orders bounds what every test gains",
    kind="lemma",
    given=deltas,
    claim=every_test(ForAll(k, AllOf(power - k * level <= H(k), level - k * power <= H(k)))),
    derivation=(
        specialise(deltas, {k: k}),
        have(
            f(y) * (Q(y) - k * P(y)) <= Max(0, Q(y) - k * P(y)), "output by output", split=[Q(y) > k * P(y)]
        ),
        have(
            f(y) * (P(y) - k * Q(y)) <= Max(0, P(y) - k * Q(y)), "output by output", split=[P(y) > k * Q(y)]
        ),
        have(power - k * level <= one_way(k, Q, P), "sum over the outputs"),
        have(level - k * power <= one_way(k), "sum over the outputs"),
        have(AllOf(one_way(k) <= larger(k), one_way(k, Q, P) <= larger(k)), "a maximum"),
        have(AllOf(one_way(k) <= H(k), one_way(k, Q, P) <= H(k)), "a maximum"),
    ),
    example=point(H=apart["H"], P=(1, 0), Q=(0, 1)),
    near_misses={
        "the level not counted": variant(
            every_test(ForAll(k, power <= H(k))),
            witness=point({k: 1}, H=known["H"], P=(half, half), Q=(half, half), f=(1, 0)),
        ),
        "any curve": variant(
            given=[], witness=point({k: 0}, H=Lambda(k, Integer(0)), P=(1, 0), Q=(0, 1), f=(0, 1))
        ),
    },
)

below_tests = Theorem(
    title="The highest of the lines of both deltas lies below the errors of every test, in both orders",
    source="zhang.lem2",
    given=(deltas, highest),
    claim=every_test(AllOf(F(level) <= 1 - power, F(power) <= 1 - level)),
    derivation=(
        have(
            AllOf(0 <= level, level <= 1, 0 <= power, power <= 1),
            "probabilities",
            derivation=have(AllOf(f(y) * P(y) <= P(y), f(y) * Q(y) <= Q(y)), "a test rejects at most surely"),
        ),
        have(
            ForAll(k, AllOf(power - k * level <= H(k), level - k * power <= H(k))),
            "what the test gains",
            by=gains.at(f=f(y)),
        ),
        specialise(highest, {a: level}, "the line at the level"),
        specialise(highest, {a: power}, "the line at the power"),
        specialise(ForAll(k, AllOf(power - k * level <= H(k), level - k * power <= H(k))), {k: K(level)}),
        specialise(ForAll(k, AllOf(power - k * level <= H(k), level - k * power <= H(k))), {k: K(power)}),
    ),
    example=point(**apart),
    near_misses={
        "above them": variant(every_test(1 - power <= F(level)), witness=point(**apart, f=(1, 0))),
        "a line that is not the highest": variant(
            given=(deltas, ForAll(a, ForAll(k, line(k, a) <= F(a)))),
            witness=point(**{**apart, "F": Lambda(a, Integer(1)), "f": (0, 1)}),
        ),
    },
)

x = parameter("x", above=0, about="a factor that is not 0")
mixed = t * a + (1 - t) * b
p, q, g, h = (parameter(n, about="a sum") for n in "pqgh")
m, n = (parameter(n, about="the larger of two sums") for n in "mn")
terms = (Eq(x * p, h + x - 1), Eq(x * q, g + x - 1))

common = Theorem(
    title="The larger of two numbers with a common term",
    kind="lemma",
    given=(Eq(m, Max(p, q)), Eq(n, Max(g, h)), *terms),
    claim=Eq(x * m, n + x - 1),
    derivation=cases(
        p <= q,
        (
            have(Eq(m, q), "the larger one"),
            have(x * p <= x * q, "a positive factor"),
            have(h <= g, "a positive factor"),
            have(Eq(n, g), "the larger one"),
        ),
        (
            have(Eq(m, p), "the larger one"),
            have(x * q < x * p, "a positive factor"),
            have(g < h, "a positive factor"),
            have(Eq(n, h), "the larger one"),
        ),
    ),
    example=point({x: 1, p: 0, q: 0, g: 0, h: 0, m: 0, n: 0}),
    near_misses={
        "without the term": variant(Eq(x * m, n), witness=point({x: 2, p: 1, q: 1, g: 1, h: 1, m: 1, n: 1})),
        "of any numbers": variant(
            given=[Eq(m, Max(p, q)), Eq(n, Max(g, h))],
            witness=point({x: 1, p: 1, q: 0, g: 0, h: 0, m: 1, n: 0}),
        ),
    },
)

turned = Theorem(
    title="The delta of both orders at a factor and at its reciprocal",
    kind="lemma",
    given=deltas,
    claim=Eq(x * H(1 / x), H(x) + x - 1),
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
        specialise(deltas, {k: x}),
        specialise(deltas, {k: 1 / x}),
        have(
            Eq(x * H(1 / x), H(x) + x - 1),
            "a common term",
            by=common.at(
                p=one_way(1 / x), q=one_way(1 / x, Q, P), g=one_way(x), h=one_way(x, Q, P), m=H(1 / x), n=H(x)
            ),
        ),
    ),
    example=point({x: 2}, H=apart["H"], P=(1, 0), Q=(0, 1)),
    near_misses={
        "at the factor itself": variant(
            Eq(x * H(x), H(x) + x - 1), witness=point({x: 2}, H=known["H"], P=(half, half), Q=(half, half))
        ),
        "any curve": variant(
            given=[], witness=point({x: 2}, H=Lambda(k, Integer(0)), P=(half, half), Q=(half, half))
        ),
    },
)

not_small = Theorem(
    title="The delta of both orders is not negative, and not below 1 less the factor",
    kind="lemma",
    given=deltas,
    claim=AllOf(1 - k <= H(k), 0 <= H(k)),
    derivation=(
        specialise(deltas, {k: k}),
        have(one_way(k) <= larger(k), "a maximum"),
        have(AllOf(P(y) - k * Q(y) <= Max(0, P(y) - k * Q(y)), 0 <= Max(0, P(y) - k * Q(y))), "a maximum"),
        Chain(1 - k).eq(Total(P(y) - k * Q(y), y), "both are laws").le(one_way(k), "output by output"),
        have(0 <= one_way(k), "no term is negative"),
        have(one_way(k) <= H(k), "a maximum"),
    ),
    example=point({k: 2}, H=apart["H"], P=(1, 0), Q=(0, 1)),
    near_misses={
        "any curve": variant(
            given=[], witness=point({k: 2}, H=Lambda(k, -1), P=(half, half), Q=(half, half))
        ),
        "strictly": variant(0 < H(k), witness=point({k: 2}, H=known["H"], P=(half, half), Q=(half, half))),
    },
)

at_zero = Theorem(
    title="The delta of both orders at the factor 0",
    kind="lemma",
    given=deltas,
    claim=Eq(H(0), 1),
    derivation=(
        Chain(one_way(zero)).eq(Total(P(y), y), "no mass is negative").eq(1, "a law"),
        Chain(one_way(zero, Q, P)).eq(Total(Q(y), y), "no mass is negative").eq(1, "a law"),
        specialise(deltas, {k: zero}),
        have(Eq(larger(zero), 1), "both are 1"),
    ),
    example=point(H=apart["H"], P=(1, 0), Q=(0, 1)),
    near_misses={
        "any curve": variant(
            given=[], witness=point(H=Lambda(k, Integer(0)), P=(half, half), Q=(half, half))
        ),
        "none": variant(Eq(H(0), 0), witness=point(H=known["H"], P=(half, half), Q=(half, half))),
    },
)

shape = AllOf(
    ForAll(a, AllOf(0 <= F(a), F(a) <= 1 - a)),
    ForAll((a, b), Implication(a <= b, F(b) <= F(a))),
    ForAll((a, b, t), F(mixed) <= t * F(a) + (1 - t) * F(b)),
    ForAll((a, b), Implication(F(b) <= a, F(a) <= b)),
)


def at(level):
    """The highest line at a level."""
    return specialise(highest, {a: level}, "the highest line there")


symmetric = Theorem(
    title="The highest of the lines of both deltas is a symmetric trade-off function",
    source="zhang.lem2",
    given=(deltas, highest),
    claim=shape,
    derivation=(
        have(Eq(H(0), 1), "at the factor 0", by=at_zero),
        have(
            shape.args[0],
            "between 0 and 1 less the level",
            derivation=(
                at(a),
                specialise(highest.args[1].args[2], {k: zero}, "the line at the factor 0"),
                have(not_small.claim.xreplace({k: K(a)}), "its delta", by=not_small.at(k=K(a))),
                cases(
                    K(a) <= 1,
                    have(0 <= (1 - K(a)) * (1 - a), "factors"),
                    have(0 <= (K(a) - 1) * a, "factors"),
                ),
            ),
        ),
        have(
            shape.args[1],
            "it falls",
            derivation=(
                at(a),
                at(b),
                specialise(highest.args[1].args[2], {k: K(b)}, "below the highest line"),
                have(Implication(a <= b, 0 <= K(b) * (b - a)), "factors"),
            ),
        ),
        have(
            shape.args[2],
            "convex",
            derivation=(
                have(Between(0, mixed, 1), "a level"),
                at(a),
                at(b),
                at(mixed),
                specialise(ForAll(k, line(k, a) <= F(a)), {k: K(mixed)}, "below the highest line"),
                specialise(ForAll(k, line(k, b) <= F(b)), {k: K(mixed)}, "below the highest line"),
                have(t * line(K(mixed), a) <= t * F(a), "a weight"),
                have((1 - t) * line(K(mixed), b) <= (1 - t) * F(b), "a weight"),
                have(Eq(F(mixed), t * line(K(mixed), a) + (1 - t) * line(K(mixed), b)), "a line"),
            ),
        ),
        have(
            shape.args[3],
            "its own inverse",
            derivation=(
                at(a),
                at(b),
                cases(
                    0 < K(a),
                    (
                        have(turned.claim.xreplace({x: K(a)}), "at the reciprocal", by=turned.at(x=K(a))),
                        specialise(
                            ForAll(k, line(k, b) <= F(b)), {k: 1 / K(a)}, "the line at the reciprocal"
                        ),
                        have(Eq(K(a) * (1 / K(a)), 1), "a reciprocal"),
                        have(K(a) * line(1 / K(a), b) <= K(a) * F(b), "a positive factor"),
                        have(Implication(F(b) <= a, K(a) * F(b) <= K(a) * a), "a positive factor"),
                        have(Eq(K(a) * line(1 / K(a), b), 1 - H(K(a)) - b), "at the reciprocal"),
                    ),
                    (
                        have(not_small.claim.xreplace({k: K(a)}), "its delta", by=not_small.at(k=K(a))),
                        have(F(a) <= 0, "the line at the factor 0"),
                    ),
                ),
            ),
        ),
    ),
    example=point(**apart),
    near_misses={
        "any deltas": variant(
            given=[highest],
            witness=point(
                {a: 1},
                F=Lambda(a, Integer(2)),
                H=Lambda(k, -1),
                K=Lambda(a, Integer(0)),
                P=(half, half),
                Q=(half, half),
            ),
        ),
        "a line that is not the highest": variant(
            given=(deltas, ForAll(a, ForAll(k, line(k, a) <= F(a)))),
            witness=point({a: 1}, **{**apart, "F": Lambda(a, Integer(1))}),
        ),
    },
    note=(
        "A convex function that rises nowhere and has the value 0 at 1 is continuous inside; at the ends it is as the largest of lines. The last part says that it is its own inverse. "
        "With finitely many outputs the deltas are made of finitely many lines in the factor, so that a highest line exists at every level."
    ),
)

r = parameter("r", at_least=0, about="the factor e^eps of a loss")
first_gains, second_gains = Indicator(r * Q(y) < P(y)), Indicator(r * P(y) < Q(y))


def at_best_event(test, one, other):
    """That the delta is reached at a level: where the delta of this order is the larger one, at the mass of its best event."""
    seen = Mass(test, other)
    return Implication(one_way(r, other, one) <= one_way(r, one, other), Eq(1 - r * seen - F(seen), H(r)))


def reached(test, one, other):
    """The steps that show it."""
    kept, seen = Mass(test, one), Mass(test, other)
    steep = K(seen)  # the factor of the highest line there
    return have(
        at_best_event(test, one, other),
        "the best event",
        derivation=(
            have(
                AllOf(0 <= seen, seen <= 1),
                "a probability",
                derivation=have(AllOf(0 <= test * other(y), test * other(y) <= other(y)), "an event"),
            ),
            specialise(highest, {a: seen}, "the highest line there"),
            specialise(deltas, {k: steep}, "its delta"),
            have(test * (one(y) - steep * other(y)) <= Max(0, one(y) - steep * other(y)), "output by output"),
            have(kept - steep * seen <= one_way(steep, one, other), "sum over the outputs"),
            have(one_way(steep, one, other) <= larger(steep), "the larger of both orders"),
            have(one_way(steep, one, other) <= H(steep), "its delta"),
            have(F(seen) <= 1 - kept, "the highest line there"),
            have(Eq(kept - r * seen, one_way(r, one, other)), "the best event"),
            specialise(deltas, {k: r}, "the delta"),
            have(larger(r) <= one_way(r, one, other), "the larger one"),
            have(H(r) <= kept - r * seen, "the larger one"),
            specialise(ForAll(k, line(k, seen) <= F(seen)), {k: r}, "the line at this factor"),
            have(H(r) <= 1 - r * seen - F(seen), "both"),
            have(1 - r * seen - F(seen) <= H(r), "the line at this factor"),
        ),
    )


lines = ForAll(a, 1 - r * a - F(a) <= H(r))

delta_of_curve = Theorem(
    title="One symmetric trade-off function gives the delta of both orders at every loss",
    source=part_of(
        "zhang.lem2",
        "that a highest line exists at every level, which is supposed; the curve of several pairs of states at once, which is said in words",
    ),
    cites="dong2022",
    given=(deltas, highest),
    claim=AllOf(lines, at_best_event(first_gains, P, Q), at_best_event(second_gains, Q, P)),
    derivation=(
        have(
            lines,
            "below the highest line",
            derivation=(specialise(highest, {a: a}), specialise(ForAll(k, line(k, a) <= F(a)), {k: r})),
        ),
        reached(first_gains, P, Q),
        reached(second_gains, Q, P),
    ),
    example=point({r: 1}, **apart),
    near_misses={
        "at any level": variant(ForAll(a, Eq(1 - r * a - F(a), H(r))), witness=point({r: 1, a: 1}, **apart)),
        "a line that is not the highest": variant(
            at_best_event(first_gains, P, Q),
            given=(deltas, ForAll(a, ForAll(k, line(k, a) <= F(a)))),
            witness=point({r: 1}, **{**apart, "F": Lambda(a, Integer(1))}),
        ),
    },
    note=(
        "With r = e^eps the delta of both orders at eps is 1 more than the supremum over the levels a of -r a - F(a): the conjugate of the curve at -e^eps, which is attained at the mass of the best event. "
        "By the theorems before, the curve is a symmetric trade-off function and lies below the errors of every test in both orders. Over all pairs of states the largest of their deltas gives one such curve in the same way."
    ),
)
