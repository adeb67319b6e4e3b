"""Least thresholds that fall strictly: at a smaller privacy loss some mechanism has a larger risk, by a margin (two states, an even prior)."""

from dpsym.derivations.analysis.part_of_entropy import part_of_entropy
from dpsym.derivations.confounding.bound_consistent_loss import entropy
from dpsym.derivations.confounding.largest_risk import D, c, concave, h, known, merged, of_two, x
from dpsym.derivations.confounding.steepness_of_losses import (
    a,
    at_none,
    at_rest,
    at_smaller_loss,
    b,
    best,
    d,
    first_part,
    highest,
    intercept,
    larger_loss,
    missed,
    mixed_with_nothing,
    p,
    risk_at_larger,
    smaller,
    u,
    w,
    weight,
    y_1,
)
from dpsym.derivations.vocabulary import half, quarter, tenth
from dpsym.language import *

squared = {"h": Lambda(x, Max(0, x * (1 - x))), "D": Lambda(x, 1 - 2 * x)}
m = parameter("m", above=0, about="a small number")
r = parameter(
    "r",
    at_least=0,
    about="how fast the part of the other output rises with the probability of the event, at most",
)
soft = ForAll(x, h(x) <= m / 2 + x / m)
feasible = w * b + d <= 1
rises_slowly = -((w + 1) * intercept + D(at_rest)) <= r
both = w * b + d + b

near_none = Theorem(
    title="The risk of an event that the second state hardly gives is near that of one that it never gives",
    kind="lemma",
    given=(concave, *known, soft, feasible, rises_slowly),
    claim=risk_at_larger <= at_none + m / 2 + b / (2 * m) + b * r / 2,
    define={first_part(b): merged(*missed), parameter("i"): intercept},
    derivation=(
        have(b < 1, "delta is positive", derivation=have(b <= w * b, "a factor of at least 1")),
        have(AllOf(0 < both, both <= 2), "a sum"),
        have(AllOf(0 < larger_loss, 1 - b <= larger_loss), "the other output"),
        have(Between(0, b / both, 1), "a posterior"),
        have(Between(0, (1 - b) / larger_loss, 1), "a posterior"),
        have(AllOf(0 < at_rest, at_rest < 1), "a posterior"),
        specialise(soft, {x: b / both}, "near a state that is ruled out"),
        have(both / 2 * h(b / both) <= both / 2 * (m / 2 + b / both / m), "weighted"),
        have(Eq(both / 2 * (m / 2 + b / both / m), both / 2 * (m / 2) + b / (2 * m)), "cancel"),
        have(both / 2 * (m / 2) <= m / 2, "at most 1"),
        specialise(concave, {c: at_rest, x: (1 - b) / larger_loss}, "the line"),
        have(
            larger_loss / 2 * h((1 - b) / larger_loss)
            <= larger_loss / 2 * (h(at_rest) + D(at_rest) * ((1 - b) / larger_loss - at_rest)),
            "weighted",
        ),
        have(
            Eq(
                larger_loss / 2 * (h(at_rest) + D(at_rest) * ((1 - b) / larger_loss - at_rest)),
                larger_loss / 2 * intercept + (1 - b) / 2 * D(at_rest),
            ),
            "cancel",
        ),
        have(b * (-((w + 1) * intercept + D(at_rest))) <= b * r, "weighted"),
        *(specialise(fact, {x: Integer(0)}, "the state is known") for fact in known),
        have(Eq(merged(d, 0), 0), "the state is known"),
        have(Eq(merged(1 - d, 1), (2 - d) / 2 * h(at_rest)), "the other output"),
        have(Eq((2 - d) / 2 * h(at_rest), (2 - d) / 2 * intercept + D(at_rest) / 2), "cancel"),
        have(Eq(at_none, (2 - d) / 2 * intercept + D(at_rest) / 2), "the state is known"),
        Chain(risk_at_larger)
        .le(m / 2 + b / (2 * m) + larger_loss / 2 * intercept + (1 - b) / 2 * D(at_rest), "both outputs")
        .le(at_none + m / 2 + b / (2 * m) + b * r / 2, "by the lines before"),
    ),
    example=point({u: 1, w: 2, d: tenth, b: 0, m: 1, r: 0}, **squared),
    near_misses={
        "of a loss that no line touches": without(
            concave,
            witness=point(
                {u: 1, w: 2, d: tenth, b: Rational(1, 100), m: quarter, r: 0},
                h=Lambda(x, quarter * Indicator(Eq(x, Rational(9, 17)))),
                D=Lambda(x, Integer(0)),
            ),
        ),
        "at most that one": variant(
            risk_at_larger <= at_none,
            witness=point({u: 1, w: 2, d: tenth, b: Rational(1, 40), m: 1, r: 0}, **squared),
        ),
    },
)

nearer = half - d / 4  # the posterior at the event is at most this
margin = d / 2 * (best - h(nearer))

told = Theorem(
    title="A mechanism that misses the guarantee has less than the largest risk, by a margin",
    kind="lemma",
    given=(concave, highest, feasible),
    claim=AllOf(0 < margin, risk_at_larger <= best - margin),
    define={
        first_part(b): merged(1 - missed[0], 1 - missed[1]),
        function("L", law=False)(b): merged(*missed),
    },
    derivation=(
        have(b < 1, "delta is positive", derivation=have(b <= w * b, "a factor of at least 1")),
        have(AllOf(0 < both, both <= 2, d <= both), "a sum"),
        have(0 < larger_loss, "the other output"),
        have(Between(0, b / both, 1), "a posterior"),
        have(Between(0, (1 - b) / larger_loss, 1), "a posterior"),
        have(AllOf(0 < nearer, nearer < half), "away from even odds"),
        have(
            b / both <= nearer,
            "away from even odds",
            derivation=have(0 <= nearer * both - b, derivation=(have(b <= w * b), have(0 <= d * (2 - both)))),
        ),
        specialise(highest, {x: nearer}, "away from even odds"),
        specialise(highest, {x: (1 - b) / larger_loss}, "at most the largest"),
        specialise(concave, {c: nearer, x: half}, "the line at even odds"),
        specialise(concave, {c: nearer, x: b / both}, "the line at the event"),
        have(0 < D(nearer), "it rises", derivation=have(0 < D(nearer) * (d / 4))),
        have(D(nearer) * (b / both - nearer) <= 0, "it rises"),
        have(h(b / both) <= h(nearer), "it rises"),
        have(both / 2 * h(b / both) <= both / 2 * h(nearer), "weighted"),
        have(larger_loss / 2 * h((1 - b) / larger_loss) <= larger_loss / 2 * best, "weighted"),
        have(d / 2 * (best - h(nearer)) <= both / 2 * (best - h(nearer)), "weighted"),
        have(0 < margin, "a product"),
        have(risk_at_larger <= best - margin, "both outputs"),
    ),
    example=point({u: 1, w: 2, d: tenth, b: 0}, **squared),
    near_misses={
        "of a loss that is largest at many odds": without(
            highest,
            witness=point({u: 1, w: 2, d: tenth, b: 0}, h=Lambda(x, Integer(1)), D=Lambda(x, Integer(0))),
        ),
    },
)

t = parameter("t", above=0, about="a probability of the event from which on the mechanism is used")
used = (w - u) * t / (d + w - 1)  # how often nothing is told, at least

likely_event = Theorem(
    title="At a smaller privacy loss a mechanism that just misses the guarantee may have a larger risk, by a margin",
    kind="lemma",
    given=(concave, *known, highest, u < w, t <= b, feasible),
    claim=AllOf(
        0 <= at_smaller_loss,
        Eq(smaller[0], u * at_smaller_loss + d),
        smaller[0] <= 1,
        risk_at_larger + used * margin <= of_two(*smaller),
    ),
    define={first_part(b): risk_at_larger, parameter("v"): used * margin},
    derivation=(
        have(b < 1, "delta is positive", derivation=have(b <= w * b, "a factor of at least 1")),
        have(AllOf(0 < (w - u) * t, (w - u) * t <= (w - u) * b), "a product"),
        have(AllOf(b <= w * b, b < w * b + d, 0 < w * b + d), "a factor of at least 1"),
        have(0 < d + u - 1, "delta is positive"),
        have(AllOf(0 < weight, weight < 1), "a probability"),
        have(Eq(smaller[0], u * at_smaller_loss + d), "the guarantee is just missed"),
        have(0 <= weight * b, "a product"),
        have(0 <= weight * (1 - (w * b + d)), "a product"),
        have(AllOf(0 < margin, risk_at_larger <= best - margin), "something is told", by=told),
        have(
            weight * risk_at_larger + (1 - weight) * best <= of_two(*smaller),
            "else nothing is told",
            by=mixed_with_nothing.at(p=w * b + d, q=b, l=weight),
        ),
        have(
            used <= 1 - weight,
            "how often nothing is told",
            derivation=(
                have(Eq(1 - weight, (w - u) * b / (d + (w - u) * b + u - 1)), "one denominator"),
                have((w - u) * b <= w - u, "a probability"),
                have(
                    (w - u) * b / (d + w - 1) <= (w - u) * b / (d + (w - u) * b + u - 1),
                    "a smaller denominator",
                ),
                have(used <= (w - u) * b / (d + w - 1), "a likelier event"),
            ),
        ),
        have(used * margin <= (1 - weight) * margin, "weighted"),
        have((1 - weight) * margin <= (1 - weight) * (best - risk_at_larger), "weighted"),
        Chain(risk_at_larger + used * margin)
        .le(risk_at_larger + (1 - weight) * (best - risk_at_larger), "weighted")
        .eq(weight * risk_at_larger + (1 - weight) * best, "collect")
        .le(of_two(*smaller), "else nothing is told"),
    ),
    example=point({u: 1, w: 2, d: tenth, b: tenth, t: tenth}, **squared),
    near_misses={
        "of an event that is less likely": without(
            t <= b, witness=point({u: 1, w: 2, d: tenth, b: 0, t: tenth}, **squared)
        ),
    },
)

o = parameter(
    "o", at_least=0, about="the probability in the second state of an event at the smaller privacy loss"
)
j = parameter(
    "j",
    above=0,
    about="how far the risk of this event is above that of one which the second state never gives",
)
g = parameter("g", above=0, about="a margin")
other = (u * o + d, o)
small_terms = m / 2 + t / (2 * m) + t * r / 2
l = parameter("l", about="a number above the risks of all events at the smaller privacy loss")
at_most = ForAll((p, a), Implication(AllOf(Eq(p, u * a + d), p <= 1), of_two(p, a) <= l))
at_two = {
    u: 1, w: 2, d: tenth, o: Rational(1, 40), j: Rational(1, 250), m: Rational(1, 1000), r: 0, t: Rational(1, 10**6), g: Rational(1, 10**11),
}  # fmt: skip

either = Theorem(
    title="What is above the risk of every event at a smaller privacy loss is above that of an event at a larger one, by a margin",
    source="zhang.fix-bcpl",
    given=(
        concave, *known, highest, soft, u < w, rises_slowly, other[0] <= 1,
        at_none + j <= of_two(*other), small_terms + g <= j, g <= used * margin, at_most, feasible,
    ),
    claim=risk_at_larger + g <= l,
    define={first_part(b): risk_at_larger, function("L", law=False)(o): of_two(*other), parameter("v"): used * margin},
    derivation=cases(
        t <= b,
        (
            have(
                AllOf(
                    0 <= at_smaller_loss,
                    Eq(smaller[0], u * at_smaller_loss + d),
                    smaller[0] <= 1,
                    risk_at_larger + used * margin <= of_two(*smaller),
                ),
                "the event is likely",
                by=likely_event,
            ),
            have(0 < smaller[0], "delta is positive", derivation=have(0 <= u * at_smaller_loss)),
            specialise(at_most, {p: smaller[0], a: at_smaller_loss}, "this event"),
            Chain(risk_at_larger + g)
            .le(risk_at_larger + used * margin, "the margin")
            .le(of_two(*smaller), "the event is likely")
            .le(l, "this event"),
        ),
        (
            have(risk_at_larger <= at_none + m / 2 + b / (2 * m) + b * r / 2, "the event is unlikely", by=near_none),
            have(b / (2 * m) <= t / (2 * m), "a smaller probability"),
            have(b * r <= t * r, "a smaller probability"),
            have(risk_at_larger + g <= of_two(*other), "the other event"),
            have(0 < other[0], "delta is positive", derivation=have(0 <= u * o)),
            specialise(at_most, {p: other[0], a: o}, "this event"),
            Chain(risk_at_larger + g).le(of_two(*other), "the other event").le(l, "this event"),
        ),
    ),
    example=point({**at_two, b: 0, l: 1}, **squared),
    near_misses={
        "of any number": without(at_most, witness=point({**at_two, b: 0, l: 0}, **squared)),
    },
    note=(
        "l is any number above the risks of all events at the smaller privacy loss u; the margin g is the same for every event at the larger one w. So the least threshold at w, which is the least upper bound of its risks, is below that at u by g at least. "
        "The event with the probability o is the one that a steep loss has, by the lemma on it; m, t and g there are by the next theorem, with the last bound over t for v, which is above 0 by the lemma on the margin. The logarithmic loss has all that is supposed here: its lines are shown beside, and its bend at certainty in the last theorem."
    ),
)  # fmt: skip

rate = parameter("v", above=0, about="the margin of a likely event, over its least probability")

some_margin = Theorem(
    title="A margin below two bounds, of which one is the smaller for likely events and the other for unlikely ones",
    source="zhang.fix-bcpl",
    claim=Exists((m, t, g), AllOf(small_terms + g <= j, g <= rate * t)),
    derivation=(
        let(m, j / 2, (0 < m, Eq(m, j / 2)), "a small number"),
        let(
            t, (j / 4) / (1 / (2 * m) + r / 2), (0 < t, t / (2 * m) + t * r / 2 <= j / 4), "an unlikely event"
        ),
        let(g, Min(j / 2, rate * t), (0 < g, g <= j / 2, g <= rate * t), "the margin"),
        have(small_terms + g <= j, "small terms"),
        exhibit({m: m, t: t, g: g}, "these numbers"),
    ),
    example=point({j: Rational(1, 250), r: 0, rate: 1}),
    near_misses={
        "any numbers": variant(small_terms + g <= j),
        "any margin": variant(g <= rate * t),
    },
)

root = parameter("q", about="the root of twice a probability")

entropy_bends = Theorem(
    title="The entropy of a coin is below the root of twice the probability, and so below every line that touches it",
    source="zhang.fix-bcpl",
    claim=entropy(y_1) <= m / 2 + y_1 / m,
    derivation=(
        let(root, sqrt(2 * y_1), (0 < root, Eq(root**2, 2 * y_1)), "the root"),
        have(
            -y_1 * log(y_1) - y_1 * log(2) <= root - 2 * y_1,
            "one state",
            by=part_of_entropy.at(z=y_1, r=root),
        ),
        have(log(1 / (1 - y_1)) <= 1 / (1 - y_1) - 1, "below the tangent"),
        have(Eq(log(1 / (1 - y_1)), -log(1 - y_1)), "logarithm of a quotient"),
        have((1 - y_1) * (-log(1 - y_1)) <= (1 - y_1) * (1 / (1 - y_1) - 1), "weighted"),
        have(Eq((1 - y_1) * (1 / (1 - y_1) - 1), y_1), "cancel"),
        have(log(2) <= 1, "a number"),
        have(y_1 * log(2) <= y_1, "weighted"),
        have(entropy(y_1) <= root, "both states"),
        have(root <= m / 2 + root**2 / (2 * m), "a square", derivation=have(0 <= (root - m) ** 2 / (2 * m))),
    ),
    example=point({y_1: half, m: 1}),
)
