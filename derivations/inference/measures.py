"""Measures, which need not have mass 1, and their intervals: the letters of the files about distances of measures."""

from dpsym.language import *

b = parameter("b", at_least=0, about="a distance of two measures, in nats")
c = parameter("c", at_least=0, about="a distance of two measures, in nats")
m = function("m", law=False, about="a measure")
n = function("n", law=False, about="another measure")
t = function("t", law=False, about="a third measure")
i, j = Outcome("i"), Outcome("j")
T = function("T")
pair = Pair(m(y), n(y))


def positive(*measures):
    """No mass is negative."""
    return ForAll(y, AllOf(*(0 <= f(y) for f in measures)))


def in_interval(low, middle, high):
    """A measure lies in the interval of measures from the first to the last: so it is for every event."""
    return EveryEvent(T(y), Between(Mass(T(y), low), Mass(T(y), middle), Mass(T(y), high)))


def ball(b, m, n):
    """n(S) lies between e^-b m(S) and e^b m(S), for every event S."""
    return EveryEvent(T(y), Between(exp(-b) * Mass(T(y), m(y)), Mass(T(y), n(y)), exp(b) * Mass(T(y), m(y))))


neighbourhood = Definition(
    title="Density ratio neighbourhood",
    source="bailie.def8.4",
    defines=DensityRatio(b).on(pair),
    note=(
        "The measures in the neighbourhood of radius b of a measure have its null outcomes, and no two outcomes have ratios of masses that "
        "differ by more than a factor of e^b. The least such b is the density ratio distance; it is infinite for other null outcomes. On any "
        "space the ratios are those of densities, and all outcomes are those outside of a null set: it is an essential supremum."
    ),
)
