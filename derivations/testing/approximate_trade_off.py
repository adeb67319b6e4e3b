"""The trade-off function of approximate DP: its tests, the area under it, and the delta of every other loss."""

from dpsym.derivations.analysis.integrals import J, additive, k, linear, same, squeezed, u, v
from dpsym.derivations.analysis.two_lines import equal, error, left, pieces, w
from dpsym.derivations.testing.approximate_error_rates import approximate_error_rates, bounds
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import a, delta, eps, half, third
from dpsym.language import *

t = parameter("t", at_least=0, about="another loss")
fixed = parameter("a_0", about="the level that is its own error")
zero, one = Integer(0), Integer(1)


reversed_test = AllOf(error(level) <= 1 - power, error(power) <= 1 - level)

reveal = {"P": (third, 2 * third, 0), "Q": (0, 2 * third, third)}

above_curve = Theorem(
    title="Under approximate DP the errors of every test lie above its trade-off function, in both orders",
    source="zhang.ext-fed",
    cites="kairouz2015",
    given=ApproxDP(eps, delta),
    claim=every_test(reversed_test),
    derivation=(
        have(bounds(eps, delta), "the errors of the test", by=approximate_error_rates.at(f=f(y))),
        have(AllOf(0 < exp(-eps), Eq(exp(-eps) * exp(eps), 1)), "a reciprocal"),
        have(
            exp(-eps) * (left - level) <= 1 - power,
            "divided",
            derivation=have(
                exp(-eps) * (1 - level) <= exp(-eps) * (exp(eps) * (1 - power) + delta), "a positive factor"
            ),
        ),
        have(
            exp(-eps) * (left - power) <= 1 - level,
            "divided",
            derivation=have(
                exp(-eps) * (1 - power) <= exp(-eps) * (exp(eps) * (1 - level) + delta), "a positive factor"
            ),
        ),
        have(AllOf(0 <= 1 - power, 0 <= 1 - level), "probabilities"),
    ),
    tight=point({eps: log(2), delta: third}, **reveal),
    near_misses={
        "in one order only": variant(given=[ApproxDP(eps, delta).one_order(Pair())]),
    },
)

one_order = every_test(error(level) <= 1 - power)
of_event, seen = Mass(S(y), P), Mass(S(y), Q)
off_event, seen_off = Mass(1 - S(y), P), Mass(1 - S(y), Q)
from_curve = Theorem(
    title="Where the errors of every test lie above the trade-off function of approximate DP, in one order, it holds",
    source="zhang.ext-fed",
    cites="dong2022",
    given=one_order,
    claim=ApproxDP(eps, delta),
    derivation=(
        specialise(one_order, {f(y): S(y)}, "the test that rejects on an event"),
        have(error(of_event) <= 1 - seen, "this test"),
        have(left - exp(eps) * of_event <= error(of_event), "a maximum"),
        specialise(one_order, {f(y): 1 - S(y)}, "the test that rejects off it"),
        have(error(off_event) <= 1 - seen_off, "this test"),
        have(exp(-eps) * (left - off_event) <= error(off_event), "a maximum"),
        have(AllOf(Eq(off_event, 1 - of_event), Eq(seen_off, 1 - seen)), "the rest"),
        have(exp(-eps) * (left - (1 - of_event)) <= seen, "the rest"),
        have(exp(eps) * (exp(-eps) * (left - (1 - of_event))) <= exp(eps) * seen, "a positive factor"),
        have(of_event <= exp(eps) * seen + delta, "rearranged"),
    ),
    example=point({eps: log(2), delta: third}, **reveal),
    near_misses={
        "above the first line alone": variant(given=[every_test(left - exp(eps) * level <= 1 - power)]),
    },
    note="One order is enough: the trade-off function is its own inverse.",
)


F = function("F", law=False, about="a curve over the levels that is made of two lines")
l = parameter("l", at_least=0, at_most=1, about="the level from which on the curve is 0")
m = parameter(
    "m", at_least=0, at_most=l, about="the level at which the two lines meet, which is the value there"
)
b, c = (
    parameter("b", at_least=0, about="the slope of the first line, downwards"),
    parameter("c", at_least=0, about="the slope of the second line, downwards"),
)
lines = (
    ForAll(w, Implication(w <= m, Eq(F(w), l - b * w))),
    ForAll(w, Implication(AllOf(m <= w, w <= l), Eq(F(w), c * (l - w)))),
    ForAll(w, Implication(l <= w, Eq(F(w), 0))),
)
meet = (Eq(b * m, l - m), Eq(c * (l - m), m))


def of_line(low, high, slope, start, told, total, fall):
    """The integral over one piece, on which the curve is a line."""
    body = Between((v - u) * (start - slope * v), J(u, v), (v - u) * (start - slope * u))
    inside = AllOf(low <= u, u <= v, v <= high)
    return (
        have(
            ForAll((u, v), Implication(inside, body)),
            "a line",
            derivation=(
                specialise(told, {w: u}),
                specialise(told, {w: v}),
                specialise(squeezed(J(u, v), F, zero, one), {u: u, v: v}),
                have(
                    Implication(inside, AllOf(Eq(F(u), start - slope * u), Eq(F(v), start - slope * v))),
                    "a line",
                ),
            ),
        ),
        have(
            AllOf(
                Eq((high - low) * (start - slope * (low + high) / 2), total),
                Eq((high - low) * (slope * (high - low)), fall),
            ),
            "where the lines meet",
        ),
        have(
            same(J(low, high), total, fall),
            "the integral of a line",
            by=linear.at(c=low, d=high, r=slope, h=start, I=total, g=fall),
        ),
    )


straight = {"F": Lambda(w, Max(0, 1 - w)), "J": Lambda((u, v), v - u - (v**2 - u**2) / 2)}
two_lines = Theorem(
    title="The area under two lines",
    kind="lemma",
    given=(*meet, *lines, additive(J, zero, one), squeezed(J(u, v), F, zero, one)),
    claim=same(J(zero, one), l * m, l),
    derivation=(
        *of_line(zero, m, b, l, lines[0], m * (l + m) / 2, m * (l - m)),
        *of_line(m, l, c, c * l, lines[1], m * (l - m) / 2, m * (l - m)),
        specialise(lines[2], {w: l}),
        specialise(lines[2], {w: one}),
        specialise(squeezed(J(u, v), F, zero, one), {u: l, v: one}, "beyond the lines"),
        have(Eq(J(l, one), 0), "beyond the lines"),
        specialise(additive(J, zero, one), {u: zero, v: l, w: one}),
        specialise(additive(J, zero, one), {u: zero, v: m, w: l}),
        have(Eq(J(zero, one), J(zero, m) + J(m, l)), "the three parts"),
        have(
            same(J(zero, one), l * m, l),
            "both lines",
            derivation=(
                specialise(same(J(zero, m), m * (l + m) / 2, m * (l - m)), {k: k}),
                specialise(same(J(m, l), m * (l - m) / 2, m * (l - m)), {k: k}),
                have(
                    Abs(J(zero, one) - l * m)
                    <= Abs(J(zero, m) - m * (l + m) / 2) + Abs(J(m, l) - m * (l - m) / 2),
                    "triangle inequality",
                ),
                have(
                    (k + 1) * Abs(J(zero, one) - l * m)
                    <= (k + 1) * (Abs(J(zero, m) - m * (l + m) / 2) + Abs(J(m, l) - m * (l - m) / 2)),
                    "times a number that is not negative",
                ),
                have(2 * (m * (l - m)) <= l, "a product", derivation=have(0 <= (2 * m - l) ** 2, "a square")),
                have((k + 1) * Abs(J(zero, one) - l * m) <= l, "together"),
            ),
        ),
    ),
    example=point({l: 1, m: half, b: 1, c: 1}, **straight),
    near_misses={
        "the square of where they meet": variant(
            same(J(zero, one), m**2, l), witness=point({l: 1, m: half, b: 1, c: 1, k: 9}, **straight)
        ),
        "parts that do not add up": without(
            additive(J, zero, one),
            witness=point(
                {l: 1, m: half, b: 1, c: 1, k: 9},
                **{**straight, "J": Lambda((u, v), (v - u) * Max(0, 1 - u))},
            ),
        ),
    },
)


def up_to_half(t):
    """The area up to a level where nothing but delta = 1/2 is known."""
    return Min(t, half) / 2 - Min(t, half) ** 2 / 2


area = Theorem(
    title="The area under the trade-off function of approximate DP",
    source=of_any_spaces("zhang.ext-fed"),
    cites="dong2022",
    given=(additive(J, zero, one), squeezed(J(u, v), error, zero, one)),
    define={fixed: equal},
    claim=AllOf(Eq(error(equal), equal), same(J(zero, one), left**2 / (1 + exp(eps)), left)),
    derivation=(
        have(
            AllOf(0 <= equal, equal <= left, left <= 1, Eq(equal * (1 + exp(eps)), left)),
            "the level that is its own error",
        ),
        have(
            AllOf(Eq(exp(eps) * equal, left - equal), Eq(exp(-eps) * (left - equal), equal)),
            "the lines meet there",
        ),
        have(pieces.claim.xreplace({w: equal}), "the pieces", by=pieces.at(w=equal)),
        have(Eq(error(equal), equal), "the lines meet there"),
        have(ForAll(w, pieces.claim), "the pieces", by=pieces),
        have(
            same(J(zero, one), left * equal, left),
            "two lines",
            by=two_lines.at(F=Lambda(w, error(w)), l=left, m=equal, b=exp(eps), c=exp(-eps)),
        ),
    ),
    example=point({eps: 0, delta: 0}, J=straight["J"]),
    near_misses={
        "the delta counted once": variant(
            same(J(zero, one), left / (1 + exp(eps)), left),
            witness=point({eps: 0, delta: half, k: 9}, J=Lambda((u, v), up_to_half(v) - up_to_half(u))),
        ),
        "parts that do not add up": without(
            additive(J, zero, one),
            witness=point({eps: 0, delta: 0, k: 9}, J=Lambda((u, v), (v - u) * Max(0, 1 - u))),
        ),
    },
    note=(
        "J is the integral of the trade-off function over an interval of levels. The bound holds for every k, so that the area is the square of 1 - delta over 1 + e^eps. Its first line falls from 1 - delta with the slope e^eps, "
        "the second to 0 at 1 - delta; they meet at the level that is its own error."
    ),
)

of_loss = delta + left * Max(0, exp(eps) - exp(t)) / (1 + exp(eps))
gain = 1 - exp(t) * a - error(a)

conjugate = Theorem(
    title="The delta of every other loss under approximate DP, as the conjugate of its trade-off function",
    source="zhang.ext-fed",
    cites="dong2022",
    define={fixed: equal},
    claim=AllOf(
        gain <= of_loss,
        Implication(t <= eps, Eq(gain.xreplace({a: equal}), of_loss)),
        Implication(eps <= t, Eq(gain.xreplace({a: zero}), of_loss)),
    ),
    derivation=(
        have(
            AllOf(0 <= equal, equal <= left, Eq(equal * (1 + exp(eps)), left)),
            "the level that is its own error",
        ),
        have(AllOf(0 < exp(-eps), Eq(exp(-eps) * exp(eps), 1)), "a reciprocal"),
        have(pieces.claim.xreplace({w: equal}), "the pieces", by=pieces.at(w=equal)),
        have(pieces.claim.xreplace({w: zero}), "the pieces", by=pieces.at(w=zero)),
        have(AllOf(Eq(error(equal), left - exp(eps) * equal), Eq(error(zero), left)), "the first piece"),
        have(AllOf(left - exp(eps) * a <= error(a), exp(-eps) * (left - a) <= error(a)), "a maximum"),
        cases(
            t <= eps,
            (
                have(exp(t) <= exp(eps), "the exponential rises"),
                have(
                    gain <= delta + equal * (exp(eps) - exp(t)),
                    "on either line",
                    derivation=cases(
                        a <= equal,
                        have(0 <= (equal - a) * (exp(eps) - exp(t)), "factors"),
                        (
                            have(AllOf(1 <= exp(t), exp(-eps) <= 1), "exponentials"),
                            have(0 <= (a - equal) * (exp(t) - exp(-eps)), "factors"),
                            have(Eq(exp(-eps) * (left - equal), equal), "the lines meet there"),
                            have(Eq(exp(eps) * equal, left - equal), "the lines meet there"),
                        ),
                    ),
                ),
            ),
            (
                have(exp(eps) <= exp(t), "the exponential rises"),
                have(0 <= a * (exp(t) - exp(eps)), "factors"),
            ),
        ),
    ),
    near_misses={
        "at a loss that is not below": variant(
            Eq(gain.xreplace({a: equal}), of_loss), witness=point({eps: 0, delta: 0, t: 1, a: 0})
        ),
        "the delta alone": variant(gain <= delta, witness=point({eps: 1, delta: 0, t: 0, a: half})),
    },
    note=(
        "The supremum over the levels a of -e^t a less the trade-off function is its conjugate at -e^t, and 1 more than it the delta at the loss t of a pair with this trade-off function; it is attained at the level that is its own error, or at 0. "
        "The response with four outcomes attains it, so that it is the least delta at t that follows from the guarantee."
    ),
)
