"""Measures that another one bounds have densities, and between the densities of their bounds at every outcome."""

from dpsym.derivations.inference.mechanisms import d, eps, v, w
from dpsym.derivations.inference.measures import T, b, in_interval, m, n, t
from dpsym.derivations.vocabulary import half, third, two_thirds, y_0
from dpsym.language import *

# A: the measure for which densities are taken. f, g: the densities of the lower and the upper measure; p: that of the one between.
A = function("A", law=False, about="the measure to which densities refer")
f, g, p = (
    function("f", law=False, about="a density of the lower measure"),
    function("g", law=False, about="a density of the upper measure"),
    function("p", law=False, about="a density of the measure between the two"),
)
no_negative = ForAll(y, 0 <= A(y))


def density_of(m, f):
    """m is the measure with the density f: its measure of every event is the integral of f over the event."""
    return EveryEvent(T(y), Eq(Mass(T(y), m), Mass(T(y), f * A(y))))


bounds = ForAll(y, f(y) <= g(y))
in_class = ForAll(y, Between(f(y), p(y), g(y)))
apart = {"m": (0, 1, 0), "n": (2, 2, 0), "t": (1, 2, 0), "A": (1, 2, 0), "f": (0, half, 0), "g": (2, 1, 1)}



def quotient(y):
    """The quotient of the measure between and the reference, and the lower density where there is none."""
    return Indicator(0 < A(y)) * (t(y) / A(y)) + (1 - Indicator(0 < A(y))) * f(y)


between = Theorem(
    title="A measure between two measures with densities has a density between theirs at every outcome",
    source=of_any_spaces("bailie.propE.19"),
    cites="bailie2024",
    given=(no_negative, bounds, density_of(m(y), f(y)), density_of(n(y), g(y)), in_interval(m(y), t(y), n(y))),
    claim=Exists((p(y),), AllOf(in_class, density_of(t(y), p(y)))),
    derivation=(
        specialise(density_of(m(y), f(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(density_of(n(y), g(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(in_interval(m(y), t(y), n(y)), {T(y): Eq(y, y_0)}, "one outcome"),
        specialise(bounds, {y: y_0}, "the bounds"),
        specialise(no_negative, {y: y_0}, "no mass is negative"),
        have(
            ForAll(y_0, AllOf(Between(f(y_0), quotient(y_0), g(y_0)), Eq(t(y_0), quotient(y_0) * A(y_0)))),
            "the quotient, or the lower bound where the measure is 0",
            derivation=cases(
                0 < A(y_0),
                (
                    have(f(y_0) * A(y_0) / A(y_0) <= t(y_0) / A(y_0), "divide"),
                    have(t(y_0) / A(y_0) <= g(y_0) * A(y_0) / A(y_0), "divide"),
                ),
                have(Eq(A(y_0), 0), "no mass"),
            ),
        ),
        specialise(
            ForAll(y_0, AllOf(Between(f(y_0), quotient(y_0), g(y_0)), Eq(t(y_0), quotient(y_0) * A(y_0)))),
            {y_0: y},
            "every outcome",
        ),
        exhibit({p(y): quotient(y)}, "the quotient, or the lower bound where the measure is 0"),
    ),
    example=point(**apart),
    near_misses={
        "without an upper measure": variant(
            given=(no_negative, bounds, density_of(m(y), f(y)), EveryEvent(T(y), Mass(T(y), m(y)) <= Mass(T(y), t(y)))),
            witness=point(m=(0,), t=(1,), A=(0,), f=(0,), g=(1,)),
        ),
    },
)
