"""Integrals over intervals by their Darboux sums: what adds up, and lies between bounds that are near, is one number."""

from dpsym.derivations.analysis.integrals import additive, halved, k, part
from dpsym.derivations.analysis.integrals import u as a
from dpsym.derivations.analysis.integrals import v as b
from dpsym.derivations.analysis.square_of_noise import (
    between_two,
    on_one_interval,
    square,
    u,
    v,
)
from dpsym.derivations.inference.noise_integrals import eps, height, mass_of_an_interval, noise
from dpsym.language import *

d = parameter("d", at_least=0, about="the largest noise that is looked at")
K = function("K", law=False, about="the integral over an interval")
start = Integer(0)


def on_intervals(body):
    """A fact for every interval of noise from 0 to d."""
    return part(body, start, d)


adds_up = additive(K, start, d)
length = b - a


def tail(x):
    """The probability of noise above a number that is not negative."""
    return noise.tail(x)


between_ends = on_intervals(Between(height(b) * length, K(a, b), height(a) * length))
gap = K(a, b) - (tail(a) - tail(b))
of_interval = Between(height(b) * length, tail(a) - tail(b), height(a) * length)
ends = on_intervals(of_interval)
is_the_integral = ForAll(k, on_intervals((k + 1) * Abs(gap) <= length * (height(a) - height(b))))

of_log_2 = exp(-u * log(2)) - exp(-v * log(2))

mass_is_the_integral = Theorem(
    title="The probability of an interval of noise is the integral of the density over it",
    source=("bailie.tight5.1", "bailie.tight8.7"),
    given=(adds_up, between_ends),
    claim=is_the_integral,
    derivation=(
        have(
            ends,
            "the density falls",
            derivation=cases(
                start <= a,
                cases(a <= b, have(of_interval, "the density falls", by=mass_of_an_interval.at(x=a, z=b))),
            ),
        ),
        have(
            on_intervals(Abs(gap) <= length * (height(a) - height(b))),
            "both lie between the same bounds",
            derivation=(
                specialise(between_ends, {a: a, b: b}, "this interval"),
                specialise(ends, {a: a, b: b}, "this interval"),
            ),
        ),
        have(
            is_the_integral,
            "halve the interval, again and again",
            by=halved.at(c=start, d=d, D=Lambda((a, b), gap), f=Lambda(a, height(a))),
        ),
    ),
    example=point({eps: log(2)}, K=Lambda((u, v), of_log_2 / 2)),
    near_misses={
        "any numbers that add up": without(
            between_ends, witness=point({eps: log(2), d: 1}, K=Lambda((u, v), 0))
        ),
        "of another density": variant(
            on_intervals(8 * Abs(gap) <= length * (height(a) - height(b))),
            given=(adds_up, on_intervals(Between(height(b) * length, 2 * K(a, b), height(a) * length))),
            witness=point({eps: log(2), d: 1}, K=Lambda((u, v), of_log_2 / 4)),
        ),
    },
    note=(
        "K is the integral of the density over intervals: it adds up, and it lies between the length of an interval times the least and the largest density there. The bound "
        "holds for every k, so that the probability of noise in an interval is the integral; and what lies beyond v goes to 0 as v grows."
    ),
)


near_its_start = on_intervals(Within(K(a, b) - square.xreplace({u: a}) * length, 4 * length**2))
square_gap = K(a, b) - between_two(a, b)
is_the_square = ForAll(k, on_intervals((k + 1) * Abs(square_gap) <= 6 * length * length))


beyond_one = Within(between_two(a, b) - square.xreplace({u: a}) * length, 2 * length**2)

variance_is_the_integral = Theorem(
    title="The variance of Laplace noise is the integral of its square",
    source="bailie.ex2.2",
    given=(adds_up, near_its_start),
    claim=is_the_square,
    derivation=(
        have(
            on_intervals(beyond_one),
            "what lies beyond",
            derivation=cases(
                start <= a,
                cases(a <= b, have(beyond_one, "what lies beyond", by=on_one_interval.at(u=a, v=b))),
            ),
        ),
        have(
            on_intervals(Abs(square_gap) <= length * (-6 * a - -6 * b)),
            "both are near the square at the start times the length",
            derivation=(
                specialise(near_its_start, {a: a, b: b}, "this interval"),
                specialise(
                    on_intervals(beyond_one),
                    {a: a, b: b},
                    "this interval",
                ),
            ),
        ),
        have(
            is_the_square,
            "halve the interval, again and again",
            by=halved.at(c=start, d=d, D=Lambda((a, b), square_gap), f=Lambda(a, -6 * a)),
        ),
    ),
    example=point(K=Lambda((u, v), between_two(u, v))),
    near_misses={
        "any numbers that add up": without(
            near_its_start,
            claim=on_intervals(64 * Abs(square_gap) <= 6 * length * length),
            witness=point({d: 1}, K=Lambda((u, v), 0)),
        ),
        "numbers that do not add up": without(
            adds_up,
            claim=on_intervals(64 * Abs(square_gap) <= 6 * length * length),
            witness=point({d: 1}, K=Lambda((u, v), u**2 * exp(-u) * (v - u))),
        ),
    },
    note=(
        "K is the integral of s^2 e^(-s), twice the square of the noise times its density, over intervals: it adds up, and as the integrand changes by no more than 4 times the length on an interval, "
        "it is that near to its value at the start times the length. The bound holds for every k, so that the integral is what lies beyond the one end and not beyond the other."
    ),
)
