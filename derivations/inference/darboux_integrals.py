"""Integrals over intervals by their Darboux sums: what adds up, and lies between bounds that are near, is one number."""

from dpsym.derivations.inference.noise_integrals import (
    beyond,
    eps,
    height,
    integrand,
    mass_of_an_interval,
    noise,
)
from dpsym.language import *

u, v, w, m = (parameter(name, at_least=0, about="an end of an interval of noise") for name in "uvwm")
s = parameter("s", at_least=0, about="noise, in units of its scale")
c = parameter("c", about="a number that the integrand is not above, or not below, on the interval")
k = parameter("k", integer=True, about="how often an interval is halved")
D = function("D", law=False, about="a number for every interval")
f = function("f", law=False, about="a number for every end of an interval")
K = function("K", law=False, about="the integral over an interval")


def on_intervals(body):
    """A fact for every interval of positive numbers."""
    return ForAll((u, v), Implication(u <= v, body))


def additive(D):
    """That the numbers of two neighbouring intervals add up."""
    return ForAll((u, v, w), Implication(AllOf(u <= v, v <= w), Eq(D(u, w), D(u, v) + D(v, w))))


def smaller(k):
    """The bound to second order, divided by k + 1."""
    return on_intervals((k + 1) * Abs(D(u, v)) <= (v - u) * (f(u) - f(v)))


small = on_intervals(Abs(D(u, v)) <= (v - u) * (f(u) - f(v)))
ever_smaller = ForAll(k, smaller(k))
length = v - u

halved = Theorem(
    title="What adds up over intervals and is small to second order is as small as wanted",
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
                        Implication(u <= v, (k + 2) * Abs(D(u, v)) <= length * (f(u) - f(v))),
                        "halve the interval",
                        derivation=(
                            let(m, (u + v) / 2, (0 <= m, Eq(2 * m, u + v)), "the middle"),
                            specialise(smaller(k), {u: u, v: m}, "the first half"),
                            specialise(smaller(k), {u: m, v: v}, "the second half"),
                            specialise(additive(D), {u: u, v: m, w: v}, "both halves"),
                            have(
                                Implication(u <= v, Abs(D(u, v)) <= Abs(D(u, m)) + Abs(D(m, v))),
                                "triangle inequality",
                            ),
                            have(AllOf(Eq(m - u, length / 2), Eq(v - m, length / 2)), "half the length"),
                            have(
                                Implication(
                                    u <= v,
                                    AllOf(
                                        (k + 1) * Abs(D(u, m)) <= length / 2 * (f(u) - f(m)),
                                        (k + 1) * Abs(D(m, v)) <= length / 2 * (f(m) - f(v)),
                                    ),
                                ),
                                "half the length",
                            ),
                            have(
                                Implication(
                                    u <= v, (k + 1) * Abs(D(u, v)) <= (k + 1) * (Abs(D(u, m)) + Abs(D(m, v)))
                                ),
                                "times a number that is not negative",
                            ),
                            have(
                                Implication(u <= v, (2 * k + 2) * Abs(D(u, v)) <= length * (f(u) - f(v))),
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
            given=[small], witness=point(D=Lambda((u, v), (v - u) ** 2), f=Lambda(u, -u))
        ),
        "numbers of any size": variant(
            given=[additive(D)], witness=point(D=Lambda((u, v), v - u), f=Lambda(u, 0))
        ),
    },
)


def tail(x):
    """The probability of noise above a number that is not negative."""
    return noise.tail(x)


between_ends = on_intervals(Between(height(v) * length, K(u, v), height(u) * length))
gap = K(u, v) - (tail(u) - tail(v))
ends = on_intervals(Between(height(v) * length, tail(u) - tail(v), height(u) * length))
is_the_integral = ForAll(k, on_intervals((k + 1) * Abs(gap) <= length * (height(u) - height(v))))

of_log_2 = exp(-u * log(2)) - exp(-v * log(2))

mass_is_the_integral = Theorem(
    title="The probability of an interval of noise is the integral of the density over it",
    source=("bailie.tight5.1", "bailie.tight8.7"),
    cites="bailie2024",
    given=(additive(K), between_ends),
    claim=is_the_integral,
    derivation=(
        have(
            ends,
            "the density falls",
            derivation=cases(
                u <= v, have(ends.args[1].args[1], "the density falls", by=mass_of_an_interval.at(x=u, z=v))
            ),
        ),
        have(
            on_intervals(Abs(gap) <= length * (height(u) - height(v))),
            "both lie between the same bounds",
            derivation=(
                specialise(between_ends, {u: u, v: v}, "this interval"),
                specialise(ends, {u: u, v: v}, "this interval"),
            ),
        ),
        have(
            is_the_integral,
            "halve the interval, again and again",
            by=halved.at(D=Lambda((u, v), gap), f=Lambda(u, height(u))),
        ),
    ),
    example=point({eps: log(2)}, K=Lambda((u, v), of_log_2 / 2)),
    near_misses={
        "any numbers that add up": variant(
            given=[additive(K)], witness=point({eps: log(2)}, K=Lambda((u, v), 0))
        ),
        "of another density": variant(
            on_intervals(8 * Abs(gap) <= length * (height(u) - height(v))),
            given=(additive(K), on_intervals(Between(height(v) * length, 2 * K(u, v), height(u) * length))),
            witness=point({eps: log(2)}, K=Lambda((u, v), of_log_2 / 4)),
        ),
    },
    note=(
        "K is the integral of the density over intervals: it adds up, and it lies between the length of an interval times the least and the largest density there. The bound "
        "holds for every k, so that the probability of noise in an interval is the integral; and what lies beyond v goes to 0 as v grows."
    ),
)


def between_two(u, v):
    """What lies beyond one number but not beyond the other."""
    return beyond(u) - beyond(v)


square = u**2 * exp(-u)
near_its_start = on_intervals(Within(K(u, v) - square * length, 4 * length**2))
square_gap = K(u, v) - between_two(u, v)
is_the_square = ForAll(k, on_intervals((k + 1) * Abs(square_gap) <= 6 * length * length))

slopes = ForAll(w, AllOf(exp(-w) * w**2 <= 4, exp(-w) * w <= 1))
small_slope = (
    have(1 + w / 2 <= exp(w / 2), "the exponential is above its tangent"),
    have((1 + w / 2) ** 2 <= exp(w), "squared"),
    have(w**2 <= 4 * exp(w), "multiply out"),
    have(w <= exp(w), "multiply out"),
    have(exp(-w) * w**2 <= exp(-w) * (4 * exp(w)), "a positive factor"),
    have(exp(-w) * w <= exp(-w) * exp(w), "a positive factor"),
)

changes_little = Theorem(
    title="The square of noise times its density changes by no more than 4 times the change of the noise",
    kind="lemma",
    given=u <= s,
    claim=Within(integrand - square, 4 * (s - u)),
    derivation=(
        have(slopes, "an exponential and a square", derivation=small_slope),
        have(
            4 * u - square <= 4 * s - integrand,
            "its derivative is at most 4",
            derivation=monotonic(
                4 * w - w**2 * exp(-w),
                w,
                u,
                s,
                "its derivative is at most 4",
                derivation=specialise(slopes, {w: w}, "here"),
            ),
        ),
        have(
            4 * u + square <= 4 * s + integrand,
            "its derivative is at least -4",
            derivation=monotonic(
                4 * w + w**2 * exp(-w),
                w,
                u,
                s,
                "its derivative is at least -4",
                derivation=specialise(slopes, {w: w}, "here"),
            ),
        ),
    ),
    example=point({u: 0, s: 1}),
    near_misses={
        "in any order": variant(given=(), witness=point({u: 1, s: 0})),
        "by the square of the change": variant(
            Within(integrand - square, (s - u) ** 2), witness=point({u: 1, s: Rational(11, 10)})
        ),
    },
)

on_one_interval = Theorem(
    title="What lies beyond one number and not beyond another is near the first square times the length",
    kind="lemma",
    given=u <= v,
    claim=Within(between_two(u, v) - square * length, 2 * length**2),
    derivation=(
        have(
            -beyond(u) - square * u <= -beyond(v) - square * v + 2 * (v - u) ** 2,
            "its derivative is near the square at the start",
            derivation=monotonic(
                -beyond(w) - square * w + 2 * (w - u) ** 2,
                w,
                u,
                v,
                "its derivative is near the square at the start",
                derivation=have(
                    Within(w**2 * exp(-w) - square, 4 * (w - u)),
                    "the square changes little",
                    by=changes_little.at(s=w),
                ),
            ),
        ),
        have(
            beyond(u) + square * u <= beyond(v) + square * v + 2 * (v - u) ** 2,
            "its derivative is near the square at the start",
            derivation=monotonic(
                beyond(w) + square * w + 2 * (w - u) ** 2,
                w,
                u,
                v,
                "its derivative is near the square at the start",
                derivation=have(
                    Within(w**2 * exp(-w) - square, 4 * (w - u)),
                    "the square changes little",
                    by=changes_little.at(s=w),
                ),
            ),
        ),
    ),
    example=point({u: 0, v: 1}),
    near_misses={
        "in any order": variant(
            Within(between_two(u, v) - square * length, 2 * length), given=(), witness=point({u: 1, v: 0})
        ),
        "exactly": variant(Eq(between_two(u, v), square * length), witness=point({u: 0, v: 1})),
    },
)

variance_is_the_integral = Theorem(
    title="The variance of Laplace noise is the integral of its square",
    source="bailie.ex2.2",
    cites="bailie2024",
    given=(additive(K), near_its_start),
    claim=is_the_square,
    derivation=(
        have(
            on_intervals(Within(between_two(u, v) - square * length, 2 * length**2)),
            "what lies beyond",
            derivation=cases(v < u, (), have(on_one_interval.claim, "what lies beyond", by=on_one_interval)),
        ),
        have(
            on_intervals(Abs(square_gap) <= length * (-6 * u - -6 * v)),
            "both are near the square at the start times the length",
            derivation=(
                specialise(near_its_start, {u: u, v: v}, "this interval"),
                specialise(
                    on_intervals(Within(between_two(u, v) - square * length, 2 * length**2)),
                    {u: u, v: v},
                    "this interval",
                ),
            ),
        ),
        have(
            is_the_square,
            "halve the interval, again and again",
            by=halved.at(D=Lambda((u, v), square_gap), f=Lambda(u, -6 * u)),
        ),
    ),
    example=point(K=Lambda((u, v), between_two(u, v))),
    near_misses={
        "any numbers that add up": variant(
            on_intervals(64 * Abs(square_gap) <= 6 * length * length),
            given=[additive(K)],
            witness=point(K=Lambda((u, v), 0)),
        ),
        "numbers that do not add up": variant(
            on_intervals(64 * Abs(square_gap) <= 6 * length * length),
            given=[near_its_start],
            witness=point(K=Lambda((u, v), u**2 * exp(-u) * (v - u))),
        ),
    },
    note=(
        "K is the integral of s^2 e^(-s), twice the square of the noise times its density, over intervals: it adds up, and as the integrand changes by no more than 4 times the length on an interval, "
        "it is that near to its value at the start times the length. The bound holds for every k, so that the integral is what lies beyond the one end and not beyond the other."
    ),
)
