"""Pinsker's inequality: the relative entropy is at least twice the square of the total variation distance."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.divergences.total_variation import as_distance
from dpsym.derivations.vocabulary import b, equal
from dpsym.language import *

a = parameter("a", above=0, about="a mass under the first law")
c, r, s = parameter("c"), parameter("r"), parameter("s")
t = parameter("t", at_least=0, about="a distance of two laws")


def difference(s):
    """The two sides' difference for masses whose ratio has this logarithm, over the square of the second mass."""
    return 2 * s * exp(2 * s) - 5 * exp(2 * s) + 4 * s * exp(s) + 4 * exp(s) + 1


def slope(s):
    """The derivative of the difference over 4 exp(s)."""
    return s * (exp(s) + 1) - 2 * (exp(s) - 1)


def weight(u, v):
    """Of which the sum over the outcomes is 6."""
    return 2 * u + 4 * v


def under_line(u, v):
    """What two masses add to a line in the distance, up to terms that add up to 0."""
    return 2 * t * Abs(u - v) - t**2 * weight(u, v) / 3 + u - v


above = P(y) * log(P(y) / Q(y)) - under_line(P(y), Q(y))
rising = have(0 <= 1 - (1 - r) * exp(r), "as 1 - r is at most e^(-r)")
phi, psi = function("phi", law=False), function("psi", law=False)

signs = have(
    ForAll(s, AllOf(Implication(0 <= s, 0 <= slope(s)), Implication(s <= 0, slope(s) <= 0))),
    "the second rises through 0",
    derivation=cases(
        0 <= s,
        monotonic(slope(r), r, 0, s, derivation=rising),
        monotonic(slope(r), r, s, 0, derivation=rising),
    ),
)
positive = have(
    ForAll(s, 0 <= difference(s)),
    "so the first falls up to 0, where it is 0, and rises from there",
    derivation=cases(
        0 <= s,
        monotonic(difference(r), r, 0, s, derivation=have(0 <= 4 * exp(r) * slope(r), "its derivative")),
        monotonic(-difference(r), r, s, 0, derivation=have(0 <= -4 * exp(r) * slope(r), "its derivative")),
    ),
)

masses = have(
    ForAll((a, b), 3 * (a - b) ** 2 <= (2 * a + 4 * b) * (a * log(a / b) - a + b)),
    "what two masses add to both sides",
    derivation=(
        let(c, log(a / b), (Eq(a, b * exp(c)),), "the logarithm of the ratio"),
        Chain((2 * a + 4 * b) * (a * log(a / b) - a + b) - 3 * (a - b) ** 2)
        .eq(b**2 * difference(c), "the logarithm put in")
        .ge(0, "the function is not negative"),
    ),
)

pinsker = Theorem(
    title="Pinsker's inequality",
    source="pinsker1964",
    cites=("csiszar1967", "tsybakov2009"),
    given=finite,
    claim=2 * HockeyStick(0) ** 2 <= relative_entropy,
    define={phi(s): difference(s), psi(s): slope(s)},
    derivation=(
        signs,
        positive,
        masses,
        let(t, HockeyStick(0), (Eq(HockeyStick(0), t), 0 <= t), "the total variation distance"),
        have(
            under_line(P(y), Q(y)) <= part(P(y), Q(y)),
            "at every outcome",
            derivation=cases(
                0 < P(y),
                (
                    specialise(masses.fact, {a: P(y), b: Q(y)}, "these masses"),
                    have(
                        2 * t * weight(P(y), Q(y)) * Abs(P(y) - Q(y)) - t**2 * weight(P(y), Q(y)) ** 2 / 3
                        <= 3 * (P(y) - Q(y)) ** 2,
                        "the difference is a third of a square",
                    ),
                    have(0 <= above, "divide by the weight", by=divide.at(a=weight(P(y), Q(y)), c=above)),
                ),
                (
                    have(Eq(Abs(P(y) - Q(y)), Q(y)), "no first mass"),
                    have(0 <= (1 - t) ** 2 * Q(y), "no factor is negative"),
                    Chain(under_line(P(y), Q(y)))
                    .eq(-((1 - t) ** 2) * Q(y) - t**2 * Q(y) / 3, "no first mass")
                    .le(0, "no square is negative"),
                ),
            ),
        ),
        have(Eq(Total(Abs(P(y) - Q(y)), y), 2 * t), "the distance", by=as_distance),
        Chain(relative_entropy)
        .ge(Total(under_line(P(y), Q(y)), y), "add over the outcomes")
        .eq(2 * t * Total(Abs(P(y) - Q(y)), y) - 2 * t**2, "both laws have mass 1")
        .eq(2 * t * (2 * t) - 2 * t**2, "the distance")
        .eq(2 * HockeyStick(0) ** 2, "collect"),
    ),
    tight=point(**equal),
    near_misses={
        "with infinite losses left out": without(finite),
    },
)
