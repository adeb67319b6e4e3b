"""The hockey-stick divergence as an integral over the tail of the privacy loss."""

from dpsym.derivations.divergences.hockey_stick_by_levels import far_up, hockey_stick_by_levels
from dpsym.derivations.vocabulary import apart, eps
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
        "numbers that do not add up": without(
            additive(D), witness=point(D=Lambda((u, v), (exp(-u) - exp(-v)) ** 2), f=Lambda(u, exp(-u)))
        ),
        "numbers of any size": without(small, witness=point(D=Lambda((u, v), v - u), f=Lambda(u, 0))),
    },
)

K = function(
    "K",
    law=False,
    about="the integral of e^(-z) times the probability that the loss exceeds z, over z from one level to another",
)
I = parameter(
    "I",
    about="the integral of e^(-z) times the probability that the loss exceeds z, over all z above eps",
)
t, h = (
    function("t", law=False, about="a probability for every level, the tail of the loss"),
    function("h", law=False, about="a number for every level, the hockey stick"),
)


def left(h, z):
    """A number for every level, times e^(-z)."""
    return exp(-z) * h


def at_levels(u, v, body):
    """A fact for every interval of levels."""
    return ForAll((u, v), Implication(u <= v, body))


def squeezed(t):
    """That the integral over an interval is between its width times the tails at its ends."""
    return at_levels(u, v, Between(width(u, v) * t(v), K(u, v), width(u, v) * t(u)))


def by_levels(t, h):
    """That a number for every level, times e^(-z), falls on an interval by as much as the integral may be."""
    fall = left(h(u), u) - left(h(v), v)
    return at_levels(u, v, Between(width(u, v) * t(v), fall, width(u, v) * t(u)))


def ranges(t, h):
    """That the tail is a probability, and that the number times e^(-z) is at most that."""
    return ForAll(u, AllOf(Between(0, t(u), 1), Between(0, left(h(u), u), exp(-u))))


def tail(z):
    """The probability of a loss above the level, under the first law."""
    return Probability(Loss() > z, P)


beyond = ForAll(v, Implication(eps <= v, Between(K(eps, v), I, K(eps, v) + exp(-v))))
gap = K(u, v) - (left(h(u), u) - left(h(v), v))
halved_gap = ForAll(k, at_levels(u, v, (k + 1) * Abs(gap) <= width(u, v) * (t(u) - t(v))))
close = ForAll(k, at_levels(u, v, (k + 1) * Abs(gap) <= width(u, v)))
end_gap = K(eps, v) - (left(h(eps), eps) - left(h(v), v))
flat = {"t": Lambda(u, 1), "h": Lambda(u, 1), "K": Lambda((u, v), exp(-u) - exp(-v))}
nothing = {**flat, "K": Lambda((u, v), 0)}

of_numbers = Theorem(
    title="A number that falls by the integral of a tail is that integral",
    source="kazan.thmA.2",
    kind="lemma",
    given=(beyond, additive(K), squeezed(t), by_levels(t, h), ranges(t, h)),
    claim=ForAll(k, (k + 1) * Abs(exp(eps) * I - h(eps)) <= 3),
    derivation=(
        have(
            at_levels(u, v, Abs(gap) <= width(u, v) * (t(u) - t(v))),
            "both lie between the same bounds",
            derivation=(
                specialise(squeezed(t), {u: u, v: v}, "this interval"),
                specialise(by_levels(t, h), {u: u, v: v}, "this interval"),
            ),
        ),
        have(
            halved_gap,
            "halve the interval, again and again",
            by=halved.at(D=Lambda((u, v), gap), f=Lambda(u, t(u))),
        ),
        have(
            close,
            "two probabilities differ by at most 1",
            derivation=(
                specialise(halved_gap, {k: k, u: u, v: v}, "for this interval"),
                specialise(ranges(t, h), {u: u}, "a probability"),
                specialise(ranges(t, h), {u: v}, "a probability"),
                have(Implication(u <= v, 0 <= width(u, v)), "the exponential is increasing"),
                have(
                    Implication(u <= v, width(u, v) * (t(u) - t(v)) <= width(u, v)),
                    "two probabilities differ by at most 1",
                ),
            ),
        ),
        have(
            ForAll(k, (k + 1) * Abs(exp(eps) * I - h(eps)) <= 3),
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
                specialise(ranges(t, h), {u: v}, "far up"),
                have((k + 1) * Abs(end_gap) <= exp(-eps), "up to this level"),
                have(Abs(I - left(h(eps), eps)) <= Abs(end_gap) + 2 * exp(-v), "triangle inequality"),
                have(
                    (k + 1) * Abs(I - left(h(eps), eps)) <= (k + 1) * (Abs(end_gap) + 2 * exp(-v)), "multiply"
                ),
                have((k + 1) * Abs(I - left(h(eps), eps)) <= 3 * exp(-eps), "together"),
                have(
                    Eq(exp(eps) * Abs(I - left(h(eps), eps)), Abs(exp(eps) * I - h(eps))), "a positive factor"
                ),
                have(
                    exp(eps) * ((k + 1) * Abs(I - left(h(eps), eps))) <= exp(eps) * (3 * exp(-eps)),
                    "multiply",
                ),
            ),
        ),
    ),
    example=point({eps: 0, I: 1}, **flat),
    near_misses={
        "without the end": without(beyond, witness=point({eps: 0, I: 9}, **flat)),
        "any numbers that add up": without(squeezed(t), witness=point({eps: 0, I: 0, k: 3}, **nothing)),
    },
)

of_the_loss = Theorem(
    title="The tail of the loss and the hockey stick at all levels",
    source="kazan.thmA.2",
    kind="lemma",
    claim=AllOf(by_levels(tail, HockeyStick), ranges(tail, HockeyStick)),
    derivation=(
        have(
            by_levels(tail, HockeyStick),
            "the hockey stick by levels",
            derivation=cases(
                u <= v,
                have(
                    by_levels(tail, HockeyStick).args[1].args[1],
                    "the hockey stick by levels",
                    by=hockey_stick_by_levels.at(a=u, b=v),
                ),
            ),
        ),
        have(ForAll(u, Between(0, left(HockeyStick(u), u), exp(-u))), "far up", by=far_up.at(a=u)),
        have(ForAll(u, Between(0, tail(u), 1)), "a probability"),
    ),
    near_misses={
        "the tail under the second law": variant(
            by_levels(lambda z: Probability(Loss() > z, Q), HockeyStick), witness=point(**apart)
        ),
        "a hockey stick that is positive": variant(
            ForAll(u, 0 < left(HockeyStick(u), u)), witness=point(P=(1,), Q=(1,))
        ),
    },
)

certain = {"P": (1, 0), "Q": (0, 1), "K": Lambda((u, v), exp(-u) - exp(-v))}

hockey_stick_integral = Theorem(
    title="The hockey stick as an integral over the tail of the loss, as near as wanted",
    source="kazan.thmA.2",
    cites="canonne2020",
    given=(beyond, additive(K), squeezed(tail)),
    claim=ForAll(k, (k + 1) * Abs(exp(eps) * I - HockeyStick(eps)) <= 3),
    derivation=(
        have(of_the_loss.claim, "the hockey stick by levels", by=of_the_loss),
        have(
            ForAll(k, (k + 1) * Abs(exp(eps) * I - HockeyStick(eps)) <= 3),
            "halve the interval, again and again",
            by=of_numbers.at(t=Lambda(u, tail(u)), h=Lambda(u, HockeyStick(u))),
        ),
    ),
    example=point({eps: 0, I: 1}, **certain),
    near_misses={
        "without the end": without(beyond, witness=point({eps: 0, I: 9}, **certain)),
        "the tail under the second law": without(
            squeezed(tail),
            claim=4 * Abs(exp(eps) * I - HockeyStick(eps)) <= 3,
            instead=squeezed(lambda z: Probability(Loss() > z, Q)),
            witness=point({eps: 0, I: 0}, **{**certain, "K": Lambda((u, v), 0)}),
        ),
    },
    note=(
        "The integral I, times e^eps, is the hockey stick itself, as the third form of the paper has it: of a number other than 0 the multiples are not all at most 3. Another theorem has the number itself, from what makes K the integral: that no other numbers have these properties. "
        "Of the integral three facts are used: that it adds up over intervals, that it lies between the width of an interval times the least and the largest tail there, "
        "and that beyond a level v it is at most e^(-v), for no probability is above 1."
    ),
)
