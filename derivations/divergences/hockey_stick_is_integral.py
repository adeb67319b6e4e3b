"""The hockey stick is the integral over the tail of the privacy loss: the number itself, of any outputs."""

from dpsym.derivations.divergences.hockey_stick_integral import (
    I,
    K,
    additive,
    at_levels,
    beyond,
    by_levels,
    certain,
    flat,
    h,
    left,
    of_the_loss,
    ranges,
    squeezed,
    t,
    tail,
    u,
    v,
    width,
)
from dpsym.derivations.divergences.hockey_stick_integral_finite import at_the_end, no_gap
from dpsym.derivations.vocabulary import eps, half
from dpsym.language import *

J = function("J", law=False, about="numbers for the intervals of levels")


def the_only_one(t):
    """That no other numbers than K add up and are so squeezed: the lower and the upper integral are one."""
    between_sums = at_levels(u, v, Between(width(u, v) * t(v), J(u, v), width(u, v) * t(u)))
    same = at_levels(u, v, Eq(J(u, v), K(u, v)))
    return ForAll(J(u, v), Implication(AllOf(additive(J), between_sums), same))


def is_integral(t):
    """That K is the integral of e^(-z) t(z) over intervals, and I the one over all z above eps."""
    return (additive(K), squeezed(t), the_only_one(t), beyond)


def down(u, v):
    """How far the number at a level, times e^(-z), falls on an interval."""
    return left(h(u), u) - left(h(v), v)


no_other = Theorem(
    title="What falls on every interval as an integral may is the integral",
    source="kazan.thmA.2",
    kind="lemma",
    given=(the_only_one(t), by_levels(t, h)),
    claim=no_gap,
    derivation=(
        have(additive(down), "differences add up"),
        specialise(the_only_one(t), {J(u, v): down(u, v)}, "no other numbers do"),
        have(at_levels(u, v, Eq(down(u, v), K(u, v))), "no other numbers do"),
        have(
            no_gap,
            "no other numbers do",
            derivation=cases(
                u <= v,
                (
                    specialise(at_levels(u, v, Eq(down(u, v), K(u, v))), {u: u, v: v}, "this interval"),
                    have(Eq(K(u, v) - down(u, v), 0), "this interval"),
                    have(Abs(K(u, v) - down(u, v)) <= 0, "this interval"),
                ),
            ),
        ),
    ),
    example=point(**flat),
    near_misses={
        "of one of many": without(the_only_one(t), witness=point({u: 0, v: 1}, **{**flat, "K": Lambda((u, v), 0)})),
        "of other numbers": without(by_levels(t, h), witness=point({u: 0, v: 1}, **{**flat, "h": Lambda(u, 0)})),
    },
)  # fmt: skip

ends = ForAll(u, Between(0, left(h(u), u), exp(-u)))

of_numbers = Theorem(
    title="What falls as an integral does, and to 0, is the integral",
    source="kazan.thmA.2",
    kind="lemma",
    given=(the_only_one(t), beyond, by_levels(t, h), ranges(t, h)),
    claim=Eq(exp(eps) * I, h(eps)),
    derivation=(
        have(no_gap, "no other numbers do", by=no_other),
        have(ends, "far up", derivation=specialise(ranges(t, h), {u: u}, "this level")),
        have(Eq(exp(eps) * I, h(eps)), "far up nothing is left", by=at_the_end),
    ),
    example=point({eps: 0, I: 1}, **flat),
    near_misses={
        "without the end": without(beyond, witness=point({eps: 0, I: 9}, **flat)),
        "any numbers": without(
            the_only_one(t), witness=point({eps: 0, I: 0}, **{**flat, "K": Lambda((u, v), 0)})
        ),
    },
)

hockey_stick_is_integral = Theorem(
    title="The hockey stick is the integral over the tail of the loss",
    source=of_any_spaces("kazan.thmA.2"),
    cites="canonne2020",
    given=is_integral(tail),
    claim=Eq(exp(eps) * I, HockeyStick(eps)),
    derivation=(
        have(of_the_loss.claim, "the hockey stick by levels", by=of_the_loss),
        have(
            Eq(exp(eps) * I, HockeyStick(eps)),
            "what falls as the integral does",
            by=of_numbers.at(t=Lambda(u, tail(u)), h=Lambda(u, HockeyStick(u))),
        ),
    ),
    example=point({eps: 0, I: 1}, **certain),
    near_misses={
        "without the end": variant(
            given=(additive(K), squeezed(tail), the_only_one(tail)),
            witness=point({eps: 0, I: 9}, **certain),
        ),
        "times e to minus the loss": variant(
            Eq(exp(-eps) * I, HockeyStick(eps)), witness=point({eps: log(2), I: half}, **certain)
        ),
    },
    note=(
        "K is the integral as Darboux has it: it adds up over intervals, it lies between the width of an interval times the least and the largest tail there, and no other numbers do, which says that the lower and the upper integral are one, "
        "as they are of every function that falls. Beyond a level v it is at most e^(-v), for no probability is above 1. That they are as near as one wants is another theorem, where K need not be the only one."
    ),
)
