"""The standard normal distribution function: it rises, takes every value between 0 and 1, and has a vanishing tail."""

from dpsym.derivations.vocabulary import half, x
from dpsym.language import *

s = parameter("s", about="another point")
t = parameter("t", about="a third point")
v = parameter("v", about="a point, in other units")
eta = parameter("eta", above=0, about="a positive number")
a = parameter("a", above=0, below=1, about="a probability")
k = parameter("k", above=0, about="a distance")


between = Theorem(
    title="Every value of the normal distribution function lies between 0 and 1",
    kind="lemma",
    claim=AllOf(0 < Phi(x), Phi(x) < 1),
    near_misses={
        "at most a half": variant(Phi(x) <= half),
        "at least a half": variant(Phi(x) >= half, witness=point({x: -1})),
    },
)

reflected = Theorem(
    title="The normal distribution function at the opposite point",
    kind="lemma",
    claim=Eq(Phi(-x), 1 - Phi(x)),
    near_misses={
        "even": variant(Eq(Phi(-x), Phi(x))),
        "odd": variant(Eq(Phi(-x), -Phi(x))),
    },
)

rises = Theorem(
    title="The normal distribution function rises",
    kind="lemma",
    claim=Implication(s <= t, Phi(s) <= Phi(t)),
    near_misses={
        "in any order": variant(Phi(s) <= Phi(t), witness=point({s: 1, t: 0})),
        "strictly": variant(Implication(s <= t, Phi(s) < Phi(t))),
    },
)

same_value = Theorem(
    title="The normal distribution function has one value at a point",
    kind="lemma",
    claim=Implication(Eq(s, t), Eq(Phi(s), Phi(t))),
)

slowly = Theorem(
    title="The normal distribution function rises by no more than its argument",
    kind="lemma",
    claim=Implication(s <= t, Phi(t) - Phi(s) <= t - s),
    near_misses={
        "in any order": variant(Phi(t) - Phi(s) <= t - s, witness=point({s: 1, t: 0})),
        "not at all": variant(Implication(s <= t, Phi(t) - Phi(s) <= 0), witness=point({s: 0, t: 1})),
    },
)

rises_strictly = Theorem(
    title="The normal distribution function rises strictly",
    kind="lemma",
    claim=Implication(s < t, Phi(s) < Phi(t)),
    near_misses={
        "also at one point": variant(Implication(s <= t, Phi(s) < Phi(t))),
    },
)

takes_every_value = Theorem(
    title="The normal distribution function takes every value between 0 and 1",
    kind="lemma",
    claim=Exists((t,), Eq(Phi(t), a)),
    derivation=(
        obtain(Exists((v,), Eq(erf(v), 2 * a - 1)), "the error function is continuous, from -1 to 1"),
        exhibit({t: sqrt(2) * v}, "in standard deviations"),
        have(Eq(erf(sqrt(2) * v / sqrt(2)), 2 * a - 1), "the same point"),
    ),
    near_misses={
        "at the number itself": variant(Eq(Phi(a), a)),
        "at every point": variant(ForAll(t, Eq(Phi(t), a))),
    },
)

falls_below = Theorem(
    title="The normal distribution function falls below every positive number",
    kind="lemma",
    claim=Exists((s,), AllOf(s <= x, Phi(s) <= eta)),
    derivation=(
        let(k, Abs(x) + 1 + 1 / eta, (k >= 1, -k <= x, 1 / eta <= k), "far enough"),
        exhibit({s: -k}, "a point so far to the left"),
        have(1 <= eta * k, "far enough", hints=(eta * (k - 1 / eta) >= 0,)),
        have(k <= eta * k**2, "times the distance", hints=(k * (eta * k - 1) >= 0,)),
        have(1 + k**2 / 2 <= exp(k**2 / 2), "the tangent of the exponential"),
        have(Phi(-k) <= exp(-(k**2) / 2) / 2, "the tail of the normal law"),
        Chain(k**2 * Phi(-k))
        .le(k**2 * exp(-(k**2) / 2) / 2, "the tail")
        .le(exp(-(k**2) / 2) * exp(k**2 / 2), "the tangent")
        .eq(1, "reciprocals")
        .le(eta * k**2, "far enough"),
        have(Phi(-k) <= eta, "divided by the square", hints=(k**2 > 0,)),
    ),
    near_misses={
        "at the point itself": variant(Phi(x) <= eta),
        "at every point before": variant(ForAll(s, Implication(s <= x, Phi(s) <= eta))),
    },
)

H = function("H")
rising_to_x = ForAll(s, Implication(s <= x, H(s) <= H(x)))
above_tail = ForAll(s, -k * Phi(s) <= H(s))

vanishing = Theorem(
    title="A function that rises and lies above a negative multiple of a tail",
    kind="lemma",
    given=(rising_to_x, above_tail),
    claim=0 <= H(x),
    derivation=cases(
        0 <= H(x),
        (),
        (
            let(
                eta,
                -H(x) / (2 * k),
                (eta > 0, Eq(2 * k * eta, -H(x))),
                "half of what it lacks, by the multiple",
            ),
            obtain(Exists((s,), AllOf(s <= x, Phi(s) <= eta)), "the tail falls below it", by=falls_below),
            specialise(rising_to_x, {s: s}, "it rises"),
            specialise(above_tail, {s: s}, "the tail"),
            have(k * Phi(s) <= k * eta, "the tail is small"),
        ),
    ),
    example=point({x: 0, k: 1}, H=Lambda(s, Integer(0))),
    near_misses={
        "above no tail": without(above_tail, witness=point({x: 0, k: 1}, H=Lambda(s, Integer(-1)))),
    },
    note="The tail vanishes far to the left, and from there the function does not fall: this is its limit, without a limit.",
)
