"""The hockey-stick divergence as an integral over the tail of the privacy loss."""

from dpsym.derivations.divergences.hockey_stick_by_levels import far_up, hockey_stick_by_levels
from dpsym.derivations.vocabulary import eps
from dpsym.language import *

u = parameter("u", about="a level of the privacy loss, in nats")
v = parameter("v", about="a higher level")
w = parameter("w", about="a still higher level")
m = parameter("m", about="a level between two others")
k = parameter("k", integer=True, about="how often an interval of levels is halved")

D = function("D", law=False, about="a number for every interval of levels")
f = function("f", law=False, about="a number for every level")


def width(u, v):
    """The integral of e^(-z) over the levels z from u to v."""
    return exp(-u) - exp(-v)


def additive(D):
    """That the numbers of two neighbouring intervals add up."""
    return ForAll((u, v, w), Implication(AllOf(u <= v, v <= w), Eq(D(u, w), D(u, v) + D(v, w))))


small = ForAll((u, v), Implication(u <= v, Abs(D(u, v)) <= width(u, v) * (f(u) - f(v))))


def smaller(k):
    """The same with the bound divided by k + 1."""
    return ForAll((u, v), Implication(u <= v, (k + 1) * Abs(D(u, v)) <= width(u, v) * (f(u) - f(v))))


ever_smaller = ForAll(k, smaller(k))
middle = -log((exp(-u) + exp(-v)) / 2)

halved = Theorem(
    title="A number for every interval that adds up, and is small to second order, is as small as wanted",
    kind="lemma",
    given=(additive(D), small),
    claim=ever_smaller,
    derivation=(
        have(
            ever_smaller,
            "halve the interval",
            derivation=induction(
                k,
                first=specialise(small, {u: u, v: v}, "as supposed"),
                then=(
                    have(
                        Implication(u <= v, (k + 2) * Abs(D(u, v)) <= width(u, v) * (f(u) - f(v))),
                        "halve the interval",
                        derivation=(
                            let(
                                m,
                                middle,
                                (
                                    Eq(exp(-m), (exp(-u) + exp(-v)) / 2),
                                    Implication(u <= v, AllOf(u <= m, m <= v)),
                                ),
                                "the level in the middle",
                            ),
                            specialise(smaller(k), {u: u, v: m}, "the first half"),
                            specialise(smaller(k), {u: m, v: v}, "the second half"),
                            specialise(additive(D), {u: u, v: m, w: v}, "both halves"),
                            have(
                                Implication(u <= v, Abs(D(u, v)) <= Abs(D(u, m)) + Abs(D(m, v))),
                                "triangle inequality",
                            ),
                            have(
                                AllOf(Eq(width(u, m), width(u, v) / 2), Eq(width(m, v), width(u, v) / 2)),
                                "half the width",
                            ),
                            have(
                                Implication(
                                    u <= v,
                                    AllOf(
                                        (k + 1) * Abs(D(u, m)) <= width(u, v) / 2 * (f(u) - f(m)),
                                        (k + 1) * Abs(D(m, v)) <= width(u, v) / 2 * (f(m) - f(v)),
                                    ),
                                ),
                                "half the width",
                            ),
                            have(
                                Implication(
                                    u <= v, (k + 1) * Abs(D(u, v)) <= (k + 1) * (Abs(D(u, m)) + Abs(D(m, v)))
                                ),
                                "times a number that is not negative",
                            ),
                            have(
                                Implication(
                                    u <= v, (2 * k + 2) * Abs(D(u, v)) <= width(u, v) * (f(u) - f(v))
                                ),
                                "both halves",
                            ),
                            have((k + 2) * Abs(D(u, v)) <= (2 * k + 2) * Abs(D(u, v)), "a larger factor"),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point(D=Lambda((u, v), 0), f=Lambda(u, 0)),
    near_misses={
        "numbers that do not add up": variant(
            given=[small],
            witness=point(D=Lambda((u, v), (exp(-u) - exp(-v)) ** 2), f=Lambda(u, exp(-u))),
        ),
        "numbers of any size": variant(
            given=[additive(D)], witness=point(D=Lambda((u, v), v - u), f=Lambda(u, 0))
        ),
    },
)

K = function(
    "K",
    law=False,
    about="the integral of e^(-z) times the probability that the loss exceeds z, over z from one level to another",
)
I = parameter(
    "I",
    about="the integral of the exponential of -z times the probability that the loss exceeds z, over all z above the bound on the loss",
)


def tail(z):
    """The probability of a loss above the level, under the first law."""
    return Probability(Loss() > z, P)


def left(z):
    """The hockey stick at a level, times e^(-z)."""
    return exp(-z) * HockeyStick(z)


squeezed = ForAll((u, v), Implication(u <= v, Between(width(u, v) * tail(v), K(u, v), width(u, v) * tail(u))))
gap = K(u, v) - (left(u) - left(v))
close = ForAll(k, ForAll((u, v), Implication(u <= v, (k + 1) * Abs(gap) <= width(u, v))))
by_levels = Between(width(u, v) * tail(v), left(u) - left(v), width(u, v) * tail(u))
halved_gap = ForAll(
    k, ForAll((u, v), Implication(u <= v, (k + 1) * Abs(gap) <= width(u, v) * (tail(u) - tail(v))))
)
certain = {"P": (1, 0), "Q": (0, 1), "K": Lambda((u, v), exp(-u) - exp(-v))}


def wrong_integrals(claim):
    """Near misses: a number in the place of the integral, and the tail under the second law."""
    nothing = {**certain, "K": Lambda((u, v), 0)}
    other = ForAll(
        (u, v),
        Implication(
            u <= v,
            Between(
                width(u, v) * Probability(Loss() > v, Q), K(u, v), width(u, v) * Probability(Loss() > u, Q)
            ),
        ),
    )
    return {
        "any numbers that add up": variant(claim, given=[additive(K)], witness=point(**nothing)),
        "the tail under the second law": variant(claim, given=[additive(K), other], witness=point(**nothing)),
    }


between_levels = Theorem(
    title="The hockey stick between two levels as an integral over the tail",
    source="kazan.thmA.2",
    cites="canonne2020",
    given=(additive(K), squeezed),
    claim=close,
    derivation=(
        have(
            ForAll((u, v), Implication(u <= v, by_levels)),
            "the hockey stick by levels",
            derivation=cases(
                u <= v, have(by_levels, "the hockey stick by levels", by=hockey_stick_by_levels.at(a=u, b=v))
            ),
        ),
        have(
            ForAll((u, v), Implication(u <= v, Abs(gap) <= width(u, v) * (tail(u) - tail(v)))),
            "both lie between the same bounds",
        ),
        have(
            halved_gap,
            "halve the interval, again and again",
            by=halved.at(D=Lambda((u, v), gap), f=Lambda(u, tail(u))),
        ),
        have(ForAll(u, Between(0, tail(u), 1)), "a probability"),
        have(
            close,
            "two probabilities differ by at most 1",
            derivation=(
                specialise(halved_gap, {k: k, u: u, v: v}, "for this interval"),
                have(Between(0, tail(u), 1), "a probability"),
                have(Between(0, tail(v), 1), "a probability"),
                have(Implication(u <= v, 0 <= width(u, v)), "the exponential is increasing"),
                have(
                    Implication(u <= v, width(u, v) * (tail(u) - tail(v)) <= width(u, v)),
                    "two probabilities differ by at most 1",
                ),
            ),
        ),
    ),
    example=point(**certain),
    near_misses=wrong_integrals(close),
    note="The bound holds for every k, so that the two are equal. Of the integral two facts are used: that it adds up over intervals, and that it lies between the width of an interval times the least and the largest tail there.",
)

beyond = ForAll(v, Implication(eps <= v, Between(K(eps, v), I, K(eps, v) + exp(-v))))
whole = ForAll(k, (k + 1) * Abs(exp(eps) * I - HockeyStick(eps)) <= 3)
end_gap = K(eps, v) - (left(eps) - left(v))

hockey_stick_integral = Theorem(
    title="The hockey stick as an integral over the tail of the loss",
    source=of_any_spaces("kazan.thmA.2"),
    cites="canonne2020",
    given=(beyond, additive(K), squeezed),
    claim=whole,
    derivation=(
        have(close, "between two levels", by=between_levels),
        have(
            whole,
            "far up nothing is left",
            derivation=(
                let(
                    v,
                    eps + log(k + 1),
                    (eps <= v, Eq((k + 1) * exp(-v), exp(-eps))),
                    "a level far up",
                ),
                specialise(close, {k: k, u: eps, v: v}, "up to this level"),
                specialise(beyond, {v: v}, "beyond it"),
                have(Between(0, left(v), exp(-v)), "far up", by=far_up.at(a=v)),
                have((k + 1) * Abs(end_gap) <= exp(-eps), "up to this level"),
                have(Abs(I - left(eps)) <= Abs(end_gap) + 2 * exp(-v), "triangle inequality"),
                have((k + 1) * Abs(I - left(eps)) <= (k + 1) * (Abs(end_gap) + 2 * exp(-v)), "multiply"),
                have((k + 1) * Abs(I - left(eps)) <= 3 * exp(-eps), "together"),
                have(Eq(exp(eps) * exp(-eps), 1), "a reciprocal"),
                have(Eq(exp(eps) * left(eps), HockeyStick(eps)), "the hockey stick"),
                have(
                    Eq(exp(eps) * Abs(I - left(eps)), Abs(exp(eps) * I - HockeyStick(eps))),
                    "a positive factor",
                ),
                have(exp(eps) * ((k + 1) * Abs(I - left(eps))) <= exp(eps) * (3 * exp(-eps)), "multiply"),
            ),
        ),
    ),
    example=point({eps: 0, I: 1}, **certain),
    near_misses={
        "without the end": variant(given=[additive(K), squeezed], witness=point({eps: 0, I: 9}, **certain)),
    },
    note=(
        "I is the integral of e^(-z) times the probability that the loss exceeds z over all z above eps. The bound holds for every k, so that e^eps times the integral is the hockey stick: the third form of the paper. "
        "Beyond a level v the integral is at most e^(-v), for no probability is above 1."
    ),
)
