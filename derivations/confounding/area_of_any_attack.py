"""The area under the curve of any attack on a private release, of any outputs: the integral of the power over the levels."""

from dpsym.derivations.analysis.integrals import (
    D,
    J,
    additive,
    at_most_halved,
    c,
    d,
    h,
    k,
    part,
    r,
    u,
    v,
    w,
)
from dpsym.derivations.analysis.two_lines import equal, left
from dpsym.derivations.testing.approximate_error_rates import approximate_error_rates, bounds
from dpsym.derivations.testing.approximate_trade_off import a, l
from dpsym.derivations.testing.approximate_trade_off import b as slope
from dpsym.derivations.testing.approximate_trade_off import c as other_slope
from dpsym.derivations.testing.approximate_trade_off import m as meet_at
from dpsym.derivations.testing.error_rates import f
from dpsym.derivations.vocabulary import delta, eps, half
from dpsym.language import *

zero, one = Integer(0), Integer(1)


def at_least(I, rest, c=c, d=d):
    """That the number of an interval is at least I, up to the rest divided by k + 1, for every k."""
    return ForAll(k, (k + 1) * (I - J(c, d)) <= rest)


value_there, fall = (d - c) * (h - r * (c + d) / 2), (d - c) * (r * (d - c))
above_line = part((v - u) * (h - r * v) <= J(u, v))
half_line = {"J": Lambda((u, v), v - u - (v**2 - u**2) / 2)}
line_of_one = {c: 0, d: 1, r: 1, h: 1}

over_line = Theorem(
    title="The integral of what lies above a line that falls",
    kind="lemma",
    given=(c <= d, additive(J), above_line),
    claim=at_least(value_there, fall),
    define={D(u, v): h * v - r * v**2 / 2 - (h * u - r * u**2 / 2) - J(u, v)},
    derivation=(
        have(
            part(
                h * v - r * v**2 / 2 - (h * u - r * u**2 / 2) - J(u, v) <= (v - u) * (h - r * u - (h - r * v))
            ),
            "the line in the middle of a part",
            derivation=(
                specialise(above_line, {u: u, v: v}, "above the line"),
                have(Implication(u <= v, 0 <= r * (v - u) * (v - u)), "factors that are not negative"),
            ),
        ),
        have(
            ForAll(
                k,
                part(
                    (k + 1) * (h * v - r * v**2 / 2 - (h * u - r * u**2 / 2) - J(u, v))
                    <= (v - u) * (h - r * u - (h - r * v))
                ),
            ),
            "halve the part, again and again",
            by=at_most_halved.at(
                D=Lambda((u, v), h * v - r * v**2 / 2 - (h * u - r * u**2 / 2) - J(u, v)),
                f=Lambda(u, h - r * u),
            ),
        ),
        have(
            at_least(value_there, fall),
            "the whole interval",
            derivation=(
                specialise(
                    ForAll(
                        k,
                        part(
                            (k + 1) * (h * v - r * v**2 / 2 - (h * u - r * u**2 / 2) - J(u, v))
                            <= (v - u) * (h - r * u - (h - r * v))
                        ),
                    ),
                    {k: k, u: c, v: d},
                ),
                have((k + 1) * (value_there - J(c, d)) <= fall, "the whole interval"),
            ),
        ),
    ),
    example=point(line_of_one, **half_line),
    near_misses={
        "the value at the lower end": variant(
            at_least((d - c) * (h - r * c), fall), witness=point({**line_of_one, k: 9}, **half_line)
        ),
        "numbers that do not add up": without(
            additive(J), witness=point({**line_of_one, k: 9}, J=Lambda((u, v), (v - u) * (1 - v)))
        ),
    },
)

E = function("E", law=False, about="the probability that an attack at a level does not notice the second law")
lower_sums = part((v - u) * E(v) <= J(u, v), zero, one)
both_lines = ForAll(a, AllOf(l - slope * a <= E(a), other_slope * (l - a) <= E(a), 0 <= E(a)))
meet = (Eq(slope * meet_at, l - meet_at), Eq(other_slope * (l - meet_at), meet_at))
first_line = part((v - u) * (l - slope * v) <= J(u, v), zero, meet_at)
second_line = part((v - u) * (other_slope * l - other_slope * v) <= J(u, v), meet_at, l)
first_area = at_least(meet_at * (l + meet_at) / 2, meet_at * (l - meet_at), zero, meet_at)
second_area = at_least(meet_at * (l - meet_at) / 2, meet_at * (l - meet_at), meet_at, l)


def at_this_level(low, high, line):
    """The steps for a part of an interval on which errors lie above a line."""
    here = AllOf(low <= u, u <= v, v <= high)
    return (
        specialise(lower_sums, {u: u, v: v}, "the lower sum"),
        specialise(both_lines, {a: v}, "above the lines"),
        have(Implication(here, AllOf(0 <= u, v <= 1, 0 <= v - u)), "a part of the levels"),
        have(Implication(here, line <= E(v)), "above the line"),
        have(Implication(here, (v - u) * line <= (v - u) * E(v)), "times the length"),
    )


over_two_lines = Theorem(
    title="The area under what lies above two lines",
    kind="lemma",
    given=(*meet, additive(J, zero, one), lower_sums, both_lines),
    claim=at_least(l * meet_at, l, zero, one),
    derivation=(
        have(first_line, "above the first line", derivation=at_this_level(zero, meet_at, l - slope * v)),
        have(
            second_line,
            "above the second line",
            derivation=at_this_level(meet_at, l, other_slope * l - other_slope * v),
        ),
        have(
            AllOf(
                Eq(meet_at * (l - slope * meet_at / 2), meet_at * (l + meet_at) / 2),
                Eq(meet_at * (slope * meet_at), meet_at * (l - meet_at)),
                Eq(
                    (l - meet_at) * (other_slope * l - other_slope * (meet_at + l) / 2),
                    meet_at * (l - meet_at) / 2,
                ),
                Eq((l - meet_at) * (other_slope * (l - meet_at)), meet_at * (l - meet_at)),
            ),
            "where the lines meet",
        ),
        have(first_area, "the first line", by=over_line.at(c=zero, d=meet_at, r=slope, h=l)),
        have(
            second_area,
            "the second line",
            by=over_line.at(c=meet_at, d=l, r=other_slope, h=other_slope * l),
        ),
        specialise(lower_sums, {u: l, v: one}, "beyond the lines"),
        specialise(both_lines, {a: one}, "beyond the lines"),
        have(0 <= J(l, one), "beyond the lines", derivation=have(0 <= (1 - l) * E(one))),
        specialise(additive(J, zero, one), {u: zero, v: l, w: one}),
        specialise(additive(J, zero, one), {u: zero, v: meet_at, w: l}),
        have(Eq(J(zero, one), J(zero, meet_at) + J(meet_at, l) + J(l, one)), "the three parts"),
        have(
            at_least(l * meet_at, l, zero, one),
            "the three parts",
            derivation=(
                specialise(first_area, {k: k}),
                specialise(second_area, {k: k}),
                have(0 <= (k + 1) * J(l, one), "a product"),
                have(
                    2 * (meet_at * (l - meet_at)) <= l,
                    "a product",
                    derivation=have(0 <= (2 * meet_at - l) ** 2, "a square"),
                ),
                have((k + 1) * (l * meet_at - J(zero, one)) <= l, "the three parts"),
            ),
        ),
    ),
    example=point({l: 1, meet_at: half, slope: 1, other_slope: 1}, E=Lambda(u, 1 - u), **half_line),
    near_misses={
        "errors that are smaller": without(
            both_lines,
            witness=point(
                {l: 1, meet_at: half, slope: 1, other_slope: 1, k: 9},
                E=Lambda(u, Integer(0)),
                J=Lambda((u, v), Integer(0)),
            ),
        ),
        "parts that do not add up": without(
            additive(J, zero, one),
            witness=point(
                {l: 1, meet_at: half, slope: 1, other_slope: 1, k: 9},
                E=Lambda(u, 1 - u),
                J=Lambda((u, v), (v - u) * (1 - v)),
            ),
        ),
    },
)

L = function("L", law=False, about="the level of an attack that is to have a level")


def above_both(level, missed):
    """That the error of an attack lies above both lines of the trade-off function at its level, and above 0."""
    return AllOf(left - exp(eps) * level <= missed, exp(-eps) * (left - level) <= missed, 0 <= missed)


everywhere = ForAll(a, above_both(L(a), E(a)))
at_level = ForAll(a, Eq(L(a), a))
least_area = left**2 / (1 + exp(eps))
up_to_half = Min(v, half) / 2 - Min(v, half) ** 2 / 2 - (Min(u, half) / 2 - Min(u, half) ** 2 / 2)
halves = {"L": Lambda(u, Max(u, 0)), "E": Lambda(u, Max(0, half - u)), "J": Lambda((u, v), up_to_half)}

over_curve = Theorem(
    title="The area under errors above the trade-off function of approximate DP",
    kind="lemma",
    given=(additive(J, zero, one), lower_sums, everywhere, at_level),
    claim=at_least(least_area, left, zero, one),
    derivation=(
        have(
            AllOf(0 <= equal, equal <= left, left <= 1, Eq(equal * (1 + exp(eps)), left)),
            "the level that is its own error",
        ),
        have(AllOf(0 < exp(-eps), Eq(exp(-eps) * exp(eps), 1)), "a reciprocal"),
        have(
            AllOf(Eq(exp(eps) * equal, left - equal), Eq(exp(-eps) * (left - equal), equal)),
            "the lines meet there",
        ),
        have(
            ForAll(a, above_both(a, E(a))),
            "above both lines",
            derivation=(
                specialise(everywhere, {a: a}, "above the trade-off function"),
                specialise(at_level, {a: a}, "its level"),
                have(above_both(a, E(a)), "its level"),
            ),
        ),
        have(
            at_least(left * equal, left, zero, one),
            "above two lines",
            by=over_two_lines.at(l=left, m=equal, b=exp(eps), c=exp(-eps)),
        ),
        have(
            at_least(least_area, left, zero, one),
            "the same number",
            derivation=(
                specialise(at_least(left * equal, left, zero, one), {k: k}),
                have((k + 1) * (least_area - J(zero, one)) <= left, "the same number"),
            ),
        ),
    ),
    example=point({eps: 0, delta: 0}, L=Lambda(u, Max(u, 0)), E=Lambda(u, 1 - u), **half_line),
    near_misses={
        "errors that are smaller": without(
            everywhere,
            witness=point(
                {eps: 0, delta: 0, k: 9},
                L=Lambda(u, Max(u, 0)),
                E=Lambda(u, Integer(0)),
                J=Lambda((u, v), Integer(0)),
            ),
        ),
        "the delta counted once": variant(
            at_least(left / (1 + exp(eps)), left, zero, one),
            witness=point({eps: 0, delta: half, k: 9}, **halves),
        ),
    },
)

# An attack ranks outputs by a score. It names the second law where the score is above a threshold, and with some probability
# where the score is the threshold; so each level is that of some threshold and probability.
R = function("R", law=False, about="the score of an output")
T = function("T", law=False, about="the threshold at a level")
W = function("W", law=False, about="the probability of the answer at the threshold, at a level")


def named(a):
    """The probability with which the attack names the second law, at an output."""
    return Indicator(T(a) < R(y)) + W(a) * Indicator(Eq(R(y), T(a)))


def missed(a):
    """The probability that the attack does not notice the second law."""
    return 1 - Total(named(a) * Q(y), y)


of_tests = every_test(bounds(eps, delta))
probable = ForAll(a, Between(0, W(a), 1))
level_there = Total(named(a) * P(y), y)
above_there = ForAll(a, above_both(level_there, missed(a)))
of_one = {"P": (1,), "Q": (1,), "R": (0,), "T": Lambda(a, Integer(0)), "W": Lambda(a, Max(0, Min(a, 1)))}
told = {**of_one, "P": (1, 0), "Q": (0, 1), "R": (0, 1)}

above = Theorem(
    title="The errors of an attack by a score lie above the trade-off function of approximate DP",
    kind="lemma",
    given=(ApproxDP(eps, delta), probable),
    claim=above_there,
    derivation=(
        have(of_tests, "every test", by=approximate_error_rates),
        have(
            above_there,
            "this test",
            derivation=(
                specialise(probable, {a: a}, "a probability"),
                have(Between(0, named(a), 1), "a test"),
                specialise(of_tests, {f(y): named(a)}, "this test"),
                have(AllOf(0 < exp(-eps), Eq(exp(-eps) * exp(eps), 1)), "a reciprocal"),
                have(
                    exp(-eps) * (1 - level_there) <= exp(-eps) * (exp(eps) * missed(a) + delta),
                    "a positive factor",
                ),
                have(above_both(level_there, missed(a)), "this test"),
            ),
        ),
    ),
    example=point({eps: 0, delta: 0}, **of_one),
    near_misses={
        "without a guarantee": without(ApproxDP(eps, delta), witness=point({eps: 0, delta: 0, a: 0}, **told)),
    },
)

# Half of the first law's mass is where the second has none, and the other way round; the score tells all three outputs apart.
responses = {
    "P": (half, half, 0),
    "Q": (0, half, half),
    "R": (0, 1, 2),
    "T": Lambda(a, Piecewise((1, a <= half), (0, True))),
    "W": Lambda(a, Piecewise((2 * a, a <= half), (2 * a - 1, True))),
}
levels = ForAll(a, Eq(level_there, a))
under = part((v - u) * missed(v) <= J(u, v), zero, one)

area_of_any_attack = Theorem(
    title="The area under the curve of any score of a private release, of any outputs",
    source=of_any_spaces("zhang.ext-auc"),
    given=(ApproxDP(eps, delta), probable, levels, additive(J, zero, one), under),
    claim=at_least(least_area, left, zero, one),
    derivation=(
        have(above_there, "above the trade-off function", by=above),
        have(
            at_least(least_area, left, zero, one),
            "the area under it",
            by=over_curve.at(E=Lambda(a, missed(a)), L=Lambda(a, level_there)),
        ),
    ),
    example=point({eps: 0, delta: 0}, **of_one, **half_line),
    near_misses={
        "without a guarantee": without(ApproxDP(eps, delta), witness=point({eps: 0, delta: 0, k: 9}, **told, J=Lambda((u, v), Integer(0)))),
        "the delta counted once": variant(
            at_least(left / (1 + exp(eps)), left, zero, one),
            witness=point({eps: 0, delta: half, k: 9}, **responses, J=halves["J"]),
        ),
        "parts that do not add up": without(additive(J, zero, one), witness=point({eps: 0, delta: 0, k: 9}, **of_one, J=Lambda((u, v), (v - u) * (1 - v)))),
    },
    note=(
        "The attack ranks outputs by a score; at each level it names the second law where the score is above a threshold, and with a probability where it is the threshold. J is the area under its errors between two levels, as Darboux has it: "
        "it adds up, and is at least the length times the error at the upper end, for errors fall as the level rises. The bound holds for every k, so that the area is at least (1 - delta)^2/(1 + e^eps), and the area under the curve, which is 1 less it, at most the "
        "ceiling. Responses with four outcomes reach it. Of finite outputs the theorem beside bounds by the same ceiling the probability that an output of the second law has the larger score, where ties count half; that this probability is the area is not shown here."
    ),
)  # fmt: skip
