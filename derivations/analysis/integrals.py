"""The integral of a falling function over an interval: two numbers for every part that are squeezed by its values are the same."""

from dpsym.language import *

c = parameter("c", about="the lower end of an interval")
d = parameter("d", about="its upper end")
u = parameter("u", about="a point of the interval")
v = parameter("v", about="a later point")
w = parameter("w", about="a still later point")
m = parameter("m", about="the point in the middle of two others")
k = parameter("k", integer=True, about="how often a part of the interval is halved")

D = function("D", law=False, about="a number for every part of the interval")
J = function("J", law=False, about="a number for every part of the interval, which adds up")
F = function("F", law=False, about="a number for every point of the interval")
f = function("f", law=False, about="a falling function on the interval")


def additive(J, c=c, d=d):
    """That the numbers of two neighbouring parts of the interval from c to d add up."""
    return ForAll(
        (u, v, w), Implication(AllOf(c <= u, u <= v, v <= w, w <= d), Eq(J(u, w), J(u, v) + J(v, w)))
    )


def part(body, c=c, d=d):
    """The same for every part of the interval from c to d."""
    return ForAll((u, v), Implication(AllOf(c <= u, u <= v, v <= d), body))


def squeezed(number, f, c=c, d=d):
    """That the number of every part lies between its length times the values of a falling function at its ends."""
    return part(Between((v - u) * f(v), number, (v - u) * f(u)), c, d)


def rise(F):
    """How much a function rises on a part."""
    return F(v) - F(u)


bound = (v - u) * (f(u) - f(v))  # the length of a part times how far f falls on it
inside = AllOf(c <= u, u <= v, v <= d)

at_most_halved = Theorem(
    title="A number for every part of an interval that adds up, and is at most small to second order, is as small as wanted",
    kind="lemma",
    given=(additive(D), part(D(u, v) <= bound)),
    claim=ForAll(k, part((k + 1) * D(u, v) <= bound)),
    derivation=(
        have(
            ForAll(k, part((k + 1) * D(u, v) <= bound)),
            "halve the part",
            derivation=induction(
                k,
                first=specialise(part(D(u, v) <= bound), {u: u, v: v}, "as supposed"),
                then=(
                    have(
                        Implication(inside, (k + 2) * D(u, v) <= bound),
                        "halve the part",
                        derivation=(
                            let(
                                m,
                                (u + v) / 2,
                                (
                                    AllOf(Eq(2 * (m - u), v - u), Eq(2 * (v - m), v - u)),
                                    Implication(u <= v, AllOf(u <= m, m <= v)),
                                ),
                                "the point in the middle",
                            ),
                            specialise(part((k + 1) * D(u, v) <= bound), {u: u, v: m}, "the first half"),
                            specialise(part((k + 1) * D(u, v) <= bound), {u: m, v: v}, "the second half"),
                            specialise(part(D(u, v) <= bound), {u: u, v: v}, "as supposed"),
                            specialise(additive(D), {u: u, v: m, w: v}, "both halves"),
                            have(
                                Implication(
                                    inside,
                                    AllOf(
                                        (k + 1) * D(u, m) <= (v - u) / 2 * (f(u) - f(m)),
                                        (k + 1) * D(m, v) <= (v - u) / 2 * (f(m) - f(v)),
                                    ),
                                ),
                                "half the length",
                            ),
                            have(
                                Implication(inside, (2 * k + 2) * D(u, v) <= bound),
                                "both halves",
                            ),
                            cases(
                                0 <= D(u, v),
                                have((k + 2) * D(u, v) <= (2 * k + 2) * D(u, v), "a larger factor"),
                                have((k + 2) * D(u, v) <= D(u, v), "a factor of at least 1"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({c: 0, d: 1}, D=Lambda((u, v), 0), f=Lambda(u, 0)),
    near_misses={
        "numbers that do not add up": without(
            additive(D), witness=point({c: 0, d: 1}, D=Lambda((u, v), (v - u) ** 2), f=Lambda(u, -u))
        ),
        "numbers of any size": without(
            part(D(u, v) <= bound), witness=point({c: 0, d: 1}, D=Lambda((u, v), v - u), f=Lambda(u, 0))
        ),
    },
)

small = part(Abs(D(u, v)) <= bound)

halved = Theorem(
    title="A number for every part of an interval that adds up, and is small to second order, is as small as wanted",
    kind="lemma",
    given=(additive(D), small),
    claim=ForAll(k, part((k + 1) * Abs(D(u, v)) <= bound)),
    derivation=(
        have(
            part(D(u, v) <= bound),
            "either sign",
            derivation=(specialise(small, {u: u, v: v}), have(D(u, v) <= Abs(D(u, v)))),
        ),
        have(
            part(-D(u, v) <= bound),
            "either sign",
            derivation=(specialise(small, {u: u, v: v}), have(-D(u, v) <= Abs(D(u, v)))),
        ),
        have(
            ForAll(k, part((k + 1) * D(u, v) <= bound)),
            "halve the part, again and again",
            by=at_most_halved,
        ),
        have(
            ForAll(k, part((k + 1) * -D(u, v) <= bound)),
            "halve the part, again and again",
            by=at_most_halved.at(D=Lambda((u, v), -D(u, v))),
        ),
        have(
            ForAll(k, part((k + 1) * Abs(D(u, v)) <= bound)),
            "either sign",
            derivation=(
                specialise(ForAll(k, part((k + 1) * D(u, v) <= bound)), {k: k, u: u, v: v}),
                specialise(ForAll(k, part((k + 1) * -D(u, v) <= bound)), {k: k, u: u, v: v}),
            ),
        ),
    ),
    example=point({c: 0, d: 1}, D=Lambda((u, v), 0), f=Lambda(u, 0)),
    near_misses={
        "numbers that do not add up": without(
            additive(D), witness=point({c: 0, d: 1}, D=Lambda((u, v), (v - u) ** 2), f=Lambda(u, -u))
        ),
        "numbers of any size": without(
            small, witness=point({c: 0, d: 1}, D=Lambda((u, v), v - u), f=Lambda(u, 0))
        ),
    },
)

gap = J(u, v) - rise(F)


I = parameter("I", about="how much the function F rises on the interval")
g = parameter("g", about="the length of the interval times how far the function f falls on it")


def same(number, value=I, bound=g):
    """That two numbers differ by at most a bound divided by k + 1, for every k."""
    return ForAll(k, (k + 1) * Abs(number - value) <= bound)


ends = (Eq(F(d) - F(c), I), Eq((d - c) * (f(c) - f(d)), g))
falls = {"J": Lambda((u, v), v - u - (v**2 - u**2) / 2), "F": Lambda(u, u - u**2 / 2), "f": Lambda(u, 1 - u)}

integral = Theorem(
    title="The integral of a falling function over an interval",
    given=(c <= d, additive(J), squeezed(J(u, v), f), squeezed(rise(F), f), *ends),
    claim=same(J(c, d)),
    derivation=(
        have(
            part(Abs(gap) <= (v - u) * (f(u) - f(v))),
            "both lie between the same bounds",
        ),
        have(
            ForAll(k, part((k + 1) * Abs(gap) <= (v - u) * (f(u) - f(v)))),
            "halve the part, again and again",
            by=halved.at(D=Lambda((u, v), gap)),
        ),
        have(
            same(J(c, d)),
            "the whole interval",
            derivation=(
                specialise(
                    ForAll(k, part((k + 1) * Abs(gap) <= (v - u) * (f(u) - f(v)))), {k: k, u: c, v: d}
                ),
                have((k + 1) * Abs(J(c, d) - (F(d) - F(c))) <= (d - c) * (f(c) - f(d)), "the whole interval"),
                have(Eq(Abs(J(c, d) - (F(d) - F(c))), Abs(J(c, d) - I)), "how much F rises"),
                have((k + 1) * Abs(J(c, d) - I) <= g, "in these numbers"),
            ),
        ),
    ),
    example=point({c: 0, d: 1, I: Rational(1, 2), g: 1}, **falls),
    near_misses={
        "numbers that do not add up": without(
            additive(J),
            witness=point(
                {c: 0, d: 1, k: 1, I: Rational(1, 2), g: 1},
                **{**falls, "J": Lambda((u, v), (v - u) * (1 - u))},
            ),
        ),
        "a function that is not squeezed": without(
            squeezed(rise(F), f),
            witness=point({c: 0, d: 1, k: 1, I: 0, g: 1}, **{**falls, "F": Lambda(u, 0)}),
        ),
    },
    note=(
        "J is the integral of f over a part of the interval: of integrals two facts are used, that those over two neighbouring parts add up and that the one over a part lies between its length times the least and "
        "the greatest value there. The bound holds for every k, so that the integral over the whole interval is I."
    ),
)

r = parameter("r", at_least=0, about="the slope of a line, downwards")
h = parameter("h", about="its value at 0")


def line(u):
    """A line that does not rise."""
    return h - r * u


half_line = {"J": Lambda((u, v), v - u - (v**2 - u**2) / 2)}

middle = (Eq((d - c) * (h - r * (c + d) / 2), I), Eq((d - c) * (r * (d - c)), g))
of_one = {c: 0, d: 1, r: 1, h: 1, I: Rational(1, 2), g: 1}
linear = Theorem(
    title="The integral of a line that falls",
    kind="lemma",
    given=(c <= d, additive(J), squeezed(J(u, v), line), *middle),
    claim=same(J(c, d)),
    derivation=(
        have(
            squeezed(h * v - r * v**2 / 2 - (h * u - r * u**2 / 2), line),
            "the value in the middle",
            derivation=have(Implication(u <= v, 0 <= r * (v - u) * (v - u)), "factors that are not negative"),
        ),
        have(
            same(J(c, d)),
            "the integral",
            by=integral.at(f=Lambda(u, line(u)), F=Lambda(u, h * u - r * u**2 / 2)),
        ),
    ),
    example=point(of_one, **half_line),
    near_misses={
        "the value at the lower end": without(
            middle,
            instead=(Eq((d - c) * (h - r * c), I), middle[1]),
            witness=point({**of_one, I: 1, k: 9}, **half_line),
        ),
        "numbers that do not add up": without(
            additive(J), witness=point({**of_one, k: 9}, J=Lambda((u, v), (v - u) * (1 - u)))
        ),
    },
)
