"""The hockey stick as an integral over the tail of the loss, on finitely many outputs: the very number, since the tail has finitely many jumps."""

from dpsym.derivations.divergences.hockey_stick_integral import (
    I,
    K,
    additive,
    at_levels,
    beyond,
    by_levels,
    certain,
    left,
    of_the_loss,
    squeezed,
    tail,
    u,
    v,
    w,
    width,
)
from dpsym.derivations.vocabulary import eps, half
from dpsym.language import *

D = function("D", law=False, about="a number for every interval of levels")
t = function("t", law=False, about="a probability for every level, which falls at finitely many levels")
J = function("J", law=False, about="the levels at which it falls")
m = parameter("m", about="a level close before a jump")
x = parameter("x", about="the number up to that level, without its sign")
z_0, z_1 = (
    parameter("z_0", about="the last jump before"),
    parameter("z_1", about="the first level at which it is not 0"),
)
y_0, y_1 = Outcome("y_0"), Outcome("y_1")

probability = ForAll(u, Between(0, t(u), 1))
small = at_levels(u, v, Abs(D(u, v)) <= width(u, v) * (t(u) - t(v)))
flat = at_levels(u, v, Implication(ForAll(y, Implication(J(y) <= v, J(y) <= u)), Eq(t(u), t(v))))
nothing = at_levels(u, v, Abs(D(u, v)) <= 0)

E = function(
    "E", law=False, about="the absolute value of the number up to a jump between both levels, else 0"
)
F = function("F", law=False, about="1 at a jump before z_1, else 0")


def first(y):
    """Least at the first jump up to which the number is not 0."""
    return Piecewise((J(y), 0 < E(y)), (v + 1, True))


def last(y):
    """Least at the last jump before z_1."""
    return Piecewise((-J(y), 0 < F(y)), (-u + 1, True))


def nothing_before(z):
    """That the number is 0 up to all jumps before a level."""
    return ForAll(y, Implication(AllOf(u < J(y), J(y) < z), Abs(D(u, J(y))) <= 0))


up_to = Indicator(u < J(y)) * Indicator(J(y) <= v) * Abs(D(u, J(y)))
earlier = Indicator(u < J(y)) * Indicator(J(y) < z_1)
up_to_jumps = ForAll(
    y,
    AllOf(
        Implication(0 < E(y), AllOf(u < J(y), J(y) <= v, 0 < Abs(D(u, J(y))))),
        Implication(AllOf(u < J(y), J(y) <= v, E(y) <= 0), Abs(D(u, J(y))) <= 0),
    ),
)
jumps_before = ForAll(
    y,
    AllOf(
        Implication(0 < F(y), AllOf(u < J(y), J(y) < z_1)),
        Implication(AllOf(u < J(y), J(y) < z_1), 0 < F(y)),
    ),
)
found = AllOf(u <= z_1, z_1 <= v, 0 < Abs(D(u, z_1)), nothing_before(z_1))
no_jump = ForAll(y, Implication(J(y) < z_1, J(y) <= z_0))
before = AllOf(u <= z_0, z_0 < z_1, Abs(D(u, z_0)) <= 0, no_jump)
the_first = ForAll(y, Implication(0 < E(y), first(y_1) <= J(y)))
the_last = ForAll(y, Implication(0 < F(y), last(y_0) <= -J(y)))

contradiction = (
    let(E(y), up_to, (ForAll(y, Eq(E(y), up_to)),), "up to a jump between both levels"),
    have(
        up_to_jumps,
        "as named",
        derivation=(
            specialise(ForAll(y, Eq(E(y), up_to)), {y: y}, "as named"),
            cases(
                u < J(y),
                cases(J(y) <= v, have(Eq(E(y), Abs(D(u, J(y)))), "a jump"), have(Eq(E(y), 0), "no jump")),
                have(Eq(E(y), 0), "no jump"),
            ),
        ),
    ),
    ArgMin(y_1, first(y_1), y, "the first jump up to which the number is not 0"),
    have(first(y_1) <= first(y), "the first"),
    have(the_first, "the first"),
    have(
        Exists((z_1,), found),
        "the first level at which it is not 0, of the jumps and the end",
        derivation=cases(
            0 < E(y_1),
            (
                have(Eq(first(y_1), J(y_1)), "a jump"),
                specialise(up_to_jumps, {y: y_1}, "this jump"),
                have(J(y_1) <= v, "a jump"),
                have(
                    nothing_before(J(y_1)),
                    "the first",
                    derivation=(
                        specialise(up_to_jumps, {y: y}, "another jump"),
                        specialise(the_first, {y: y}, "the first"),
                        have(Implication(0 < E(y), J(y_1) <= J(y)), "the first"),
                        have(
                            Implication(J(y) < J(y_1), E(y) <= 0),
                            "the first",
                            derivation=cases(0 < E(y), have(J(y_1) <= J(y), "the first")),
                        ),
                        have(
                            Implication(
                                AllOf(u < J(y), J(y) < J(y_1)), AllOf(u < J(y), J(y) <= v, E(y) <= 0)
                            ),
                            "the first",
                        ),
                    ),
                ),
                exhibit({z_1: J(y_1)}, "this jump"),
            ),
            (
                have(Eq(first(y_1), v + 1), "no jump"),
                have(
                    nothing_before(v),
                    "there is none",
                    derivation=(
                        specialise(up_to_jumps, {y: y}, "any jump"),
                        specialise(the_first, {y: y}, "the first"),
                        have(
                            Implication(J(y) < v, E(y) <= 0),
                            "there is none",
                            derivation=cases(0 < E(y), have(v + 1 <= J(y), "the first")),
                        ),
                        have(
                            Implication(AllOf(u < J(y), J(y) < v), AllOf(u < J(y), J(y) <= v, E(y) <= 0)),
                            "there is none",
                        ),
                    ),
                ),
                exhibit({z_1: v}, "the end"),
            ),
        ),
    ),
    obtain(Exists((z_1,), found), "the first level at which it is not 0"),
    specialise(small, {u: u, v: u}, "an interval without length"),
    have(Abs(D(u, u)) <= 0, "an interval without length"),
    have(
        u < z_1,
        "it is not 0",
        derivation=cases(
            u < z_1,
            (),
            (
                have(Eq(u, z_1), "otherwise"),
                have(Eq(exp(-u), exp(-z_1)), "otherwise"),
                specialise(small, {u: u, v: z_1}, "an interval without length"),
                have(Eq(width(u, z_1) * (t(u) - t(z_1)), 0), "no width"),
            ),
        ),
    ),
    let(F(y), earlier, (ForAll(y, Eq(F(y), earlier)),), "a jump before this level"),
    have(
        jumps_before,
        "as named",
        derivation=(
            specialise(ForAll(y, Eq(F(y), earlier)), {y: y}, "as named"),
            cases(
                u < J(y),
                cases(J(y) < z_1, have(Eq(F(y), 1), "a jump"), have(Eq(F(y), 0), "no jump")),
                have(Eq(F(y), 0), "no jump"),
            ),
        ),
    ),
    ArgMin(y_0, last(y_0), y, "the last jump before it"),
    have(last(y_0) <= last(y), "the last"),
    have(the_last, "the last"),
    have(
        Exists((z_0,), before),
        "the last level at which it is 0, of the jumps and the start",
        derivation=cases(
            0 < F(y_0),
            (
                have(Eq(last(y_0), -J(y_0)), "a jump"),
                specialise(jumps_before, {y: y_0}, "this jump"),
                specialise(nothing_before(z_1), {y: y_0}, "this jump"),
                have(
                    ForAll(y, Implication(J(y) < z_1, J(y) <= J(y_0))),
                    "the last",
                    derivation=(
                        specialise(jumps_before, {y: y}, "another jump"),
                        specialise(the_last, {y: y}, "the last"),
                        cases(
                            u < J(y),
                            cases(J(y) < z_1, (have(0 < F(y), "a jump"), have(J(y) <= J(y_0), "the last"))),
                            have(J(y) <= J(y_0), "a jump after the start"),
                        ),
                    ),
                ),
                exhibit({z_0: J(y_0)}, "this jump"),
            ),
            (
                have(Eq(last(y_0), -u + 1), "no jump"),
                have(
                    ForAll(y, Implication(J(y) < z_1, J(y) <= u)),
                    "there is none",
                    derivation=(
                        specialise(jumps_before, {y: y}, "any jump"),
                        specialise(the_last, {y: y}, "the last"),
                        cases(
                            u < J(y),
                            cases(J(y) < z_1, (have(0 < F(y), "a jump"), have(J(y) <= u - 1, "the last"))),
                        ),
                    ),
                ),
                exhibit({z_0: u}, "the start"),
            ),
        ),
    ),
    obtain(Exists((z_0,), before), "the last level at which it is 0"),
    let(x, Abs(D(u, z_1)), (0 < x, Eq(x, Abs(D(u, z_1)))), "the number, without its sign"),
    let(
        w,
        -log(exp(-z_1) + x / 2),
        (Eq(exp(-w), exp(-z_1) + x / 2), w < z_1),
        "a level close before",
    ),
    let(m, Max(z_0, w), (z_0 <= m, w <= m, m < z_1), "and not before the last jump"),
    have(exp(-m) <= exp(-w), "the exponential is increasing"),
    have(
        Eq(t(z_0), t(m)),
        "no jump between both",
        derivation=(
            have(
                ForAll(y, Implication(J(y) <= m, J(y) <= z_0)),
                "no jump between both",
                derivation=specialise(no_jump, {y: y}, "this jump"),
            ),
            specialise(flat, {u: z_0, v: m}, "so the tail is the same"),
        ),
    ),
    specialise(small, {u: z_0, v: m}, "from the last jump to this level"),
    have(Eq(width(z_0, m) * (t(z_0) - t(m)), 0), "the tail is the same"),
    Chain(Abs(D(z_0, m)))
    .le(width(z_0, m) * (t(z_0) - t(m)), "from the last jump to this level")
    .eq(0, "the tail is the same"),
    specialise(small, {u: m, v: z_1}, "from there to the next"),
    specialise(probability, {u: m}, "a probability"),
    specialise(probability, {u: z_1}, "a probability"),
    have(0 <= width(m, z_1), "the exponential is increasing"),
    have(width(m, z_1) * (t(m) - t(z_1)) <= width(m, z_1), "two probabilities differ by at most 1"),
    have(width(m, z_1) <= x / 2, "close before"),
    Chain(Abs(D(m, z_1)))
    .le(width(m, z_1) * (t(m) - t(z_1)), "from there to the next")
    .le(width(m, z_1), "two probabilities differ by at most 1")
    .le(x / 2, "close before"),
    specialise(additive(D), {u: u, v: z_0, w: z_1}, "the parts"),
    specialise(additive(D), {u: z_0, v: m, w: z_1}, "the parts"),
    have(Abs(D(u, z_1)) <= Abs(D(u, z_0)) + Abs(D(z_0, m)) + Abs(D(m, z_1)), "triangle inequality"),
    have(x <= x / 2, "together"),
)

jumps = Theorem(
    title="A number for every interval that adds up, and is small, is 0 where there are finitely many jumps",
    kind="lemma",
    given=(additive(D), probability, small, flat),
    claim=nothing,
    derivation=cases(
        u <= v,
        cases(
            0 < Abs(D(u, v)),
            contradiction,
            (),
        ),
    ),
    example=point(D=Lambda((u, v), 0), t=Lambda(u, 1), J=(0,)),
    near_misses={
        "numbers that do not add up": without(
            additive(D),
            witness=point(
                {u: -log(2), v: 0},
                D=Lambda((u, v), (exp(-u) - exp(-v)) * (Indicator(u < 0) - Indicator(v < 0))),
                t=Lambda(u, Indicator(u < 0)),
                J=(0,),
            ),
        ),
        "numbers of any size": without(
            small, witness=point({u: 0, v: 1}, D=Lambda((u, v), v - u), t=Lambda(u, 1), J=(0,))
        ),
    },
    note=(
        "Up to the first jump after which it is not 0 the number is 0, as it is between two jumps; and across one jump it is small. So it is 0 at all. Nothing is halved here, as it is where the levels at which the tail falls may be any."
    ),
)

gap = K(u, v) - (left(HockeyStick(u), u) - left(HockeyStick(v), v))
loss_of = log(P(y)) - log(Q(y))
both = AllOf(0 < P(y), 0 < Q(y))
level_of = Piecewise((loss_of, both), (Integer(0), True))
h = function("h", law=False, about="a number for every level, the hockey stick")
of_numbers = K(u, v) - (left(h(u), u) - left(h(v), v))
no_gap = at_levels(u, v, Abs(of_numbers) <= 0)
at_most = ForAll(u, Between(0, left(h(u), u), exp(-u)))

up_to_there = of_numbers.xreplace({u: eps, v: m})

at_the_end = Theorem(
    title="A number that falls by the integral up to every level is the integral",
    kind="lemma",
    given=(beyond, no_gap, at_most),
    claim=Eq(exp(eps) * I, h(eps)),
    derivation=(
        let(x, Abs(I - left(h(eps), eps)), (0 <= x, Eq(x, Abs(I - left(h(eps), eps)))), "the difference"),
        have(
            x <= 0,
            "far up nothing is left",
            derivation=cases(
                0 < x,
                (
                    let(w, -log(x / 4), (Eq(exp(-w), x / 4),), "a level far up"),
                    let(m, Max(eps, w), (eps <= m, w <= m), "above both"),
                    have(exp(-m) <= exp(-w), "the exponential is increasing"),
                    specialise(beyond, {v: m}, "beyond it"),
                    specialise(no_gap, {u: eps, v: m}, "up to it"),
                    specialise(at_most, {u: m}, "what is left"),
                    have(Between(K(eps, m), I, K(eps, m) + exp(-m)), "beyond it"),
                    have(Between(0, left(h(m), m), exp(-m)), "what is left"),
                    have(up_to_there <= 0, "up to it", derivation=have(up_to_there <= Abs(up_to_there))),
                    have(0 <= up_to_there, "up to it", derivation=have(-up_to_there <= Abs(up_to_there))),
                    have(I - left(h(eps), eps) <= exp(-m), "together"),
                    have(-exp(-m) <= I - left(h(eps), eps), "together"),
                    have(Abs(I - left(h(eps), eps)) <= exp(-m), "together"),
                    Chain(x).eq(Abs(I - left(h(eps), eps)), "as named").le(exp(-m), "together"),
                    have(x <= x / 4, "a level far up"),
                ),
            ),
        ),
        have(Eq(I, left(h(eps), eps)), "no difference"),
        Chain(exp(eps) * I)
        .eq(exp(eps) * (exp(-eps) * h(eps)), "no difference")
        .eq(h(eps), "exponential of a sum"),
    ),
    example=point({eps: 0, I: 1}, K=Lambda((u, v), exp(-u) - exp(-v)), h=Lambda(u, 1)),
    near_misses={
        "without the end": without(
            beyond, witness=point({eps: 0, I: 9}, K=Lambda((u, v), exp(-u) - exp(-v)), h=Lambda(u, 1))
        ),
    },
)

losses = ForAll(y, Implication(both, Eq(J(y), loss_of)))
none_between = ForAll(y, Implication(J(y) <= v, J(y) <= u))
above_u, above_v = Indicator(exp(u) * Q(y) < P(y)), Indicator(exp(v) * Q(y) < P(y))

between_losses = Theorem(
    title="Between two losses of the outputs the tail of the loss is the same",
    kind="lemma",
    given=(u <= v, losses, none_between),
    claim=Eq(tail(u), tail(v)),
    derivation=(
        have(exp(u) <= exp(v), "the exponential is increasing"),
        specialise(losses, {y: y}, "the loss"),
        specialise(none_between, {y: y}, "no loss between both levels"),
        have(
            Eq(above_u * P(y), above_v * P(y)),
            "output by output",
            derivation=cases(
                0 < P(y),
                cases(
                    0 < Q(y),
                    (
                        have(Eq(exp(J(y)), P(y) / Q(y)), "the loss"),
                        have(Eq(exp(J(y)) * Q(y), P(y)), "the loss"),
                        cases(
                            J(y) <= v,
                            (
                                have(exp(J(y)) <= exp(u), "the exponential is increasing"),
                                have(P(y) <= exp(u) * Q(y), "a small loss"),
                                have(P(y) <= exp(v) * Q(y), "a small loss"),
                            ),
                            (
                                have(exp(v) < exp(J(y)), "the exponential is increasing"),
                                have(exp(v) * Q(y) < P(y), "a large loss"),
                                have(exp(u) * Q(y) < P(y), "a large loss"),
                            ),
                        ),
                    ),
                    (
                        have(Eq(Q(y), 0), "an infinite loss"),
                        have(exp(v) * Q(y) < P(y), "an infinite loss"),
                        have(exp(u) * Q(y) < P(y), "an infinite loss"),
                    ),
                ),
                have(Eq(P(y), 0), "no mass"),
            ),
        ),
        have(Eq(tail(u), tail(v)), "sum over the outputs"),
    ),
    example=point({u: 0, v: 0}, P=(1,), Q=(1,), J=(0,)),
    near_misses={
        "with a loss between both": without(
            none_between, witness=point({u: -log(2), v: 0}, P=(1,), Q=(1,), J=(0,))
        ),
    },
)

exactly = Theorem(
    title="The hockey stick as an integral over the tail of the loss, of finitely many outputs",
    cites="canonne2020",
    given=(beyond, additive(K), squeezed(tail)),
    claim=Eq(exp(eps) * I, HockeyStick(eps)),
    derivation=(
        have(of_the_loss.claim, "the hockey stick by levels", by=of_the_loss),
        have(
            at_levels(u, v, Abs(gap) <= width(u, v) * (tail(u) - tail(v))),
            "both lie between the same bounds",
            derivation=(
                specialise(squeezed(tail), {u: u, v: v}, "this interval"),
                specialise(by_levels(tail, HockeyStick), {u: u, v: v}, "this interval"),
            ),
        ),
        let(J(y), level_of, (losses,), "the losses"),
        have(
            at_levels(u, v, Implication(ForAll(y, Implication(J(y) <= v, J(y) <= u)), Eq(tail(u), tail(v)))),
            "between two losses the tail is the same",
            derivation=cases(
                u <= v,
                cases(
                    none_between,
                    have(Eq(tail(u), tail(v)), "between two losses", by=between_losses.at(J=J(y))),
                ),
            ),
        ),
        have(
            at_levels(u, v, Abs(gap) <= 0),
            "finitely many losses",
            by=jumps.at(D=Lambda((u, v), gap), t=Lambda(u, tail(u)), J=J(y)),
        ),
        have(
            Eq(exp(eps) * I, HockeyStick(eps)),
            "far up nothing is left",
            by=at_the_end.at(h=Lambda(u, HockeyStick(u))),
        ),
    ),
    example=point({eps: 0, I: 1}, **certain),
    near_misses={
        "without the end": without(beyond, witness=point({eps: 0, I: 9}, **certain)),
        "times e to minus the loss": variant(
            Eq(exp(-eps) * I, HockeyStick(eps)),
            witness=point({eps: log(2), I: half}, **certain),
        ),
    },
    note=(
        "On any outputs the difference of both sides is at most 3/(k + 1) for every k, by the theorem on all of them, and so it is 0: no positive number is that small. Here that is shown, since a tail of finitely many outputs has finitely many jumps."
    ),
)
