"""f-differential privacy need only be checked on events: tests that are not drawn at random."""

from dpsym.derivations.conversions.f_dp_by_levels import F, apart, diagonal, equal, falling, x_1, x_2
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import half, y_0
from dpsym.language import *

K = function("K", about="the slope of a line under the trade-off function, with its sign reversed")
x = LEVEL
z = parameter("z", at_least=0, at_most=1, about="another level")
r = parameter("r", at_least=0, about="slope of a line")
p = parameter("p", above=0, at_most=1, about="level of the test")
one = Lambda(x, Integer(1))

# K(x): the slope, downwards, of a line that touches F from below at the level x.
supported = ForAll((p,), AllOf(0 <= K(p), ForAll((z,), F(p) - K(p) * (z - p) <= F(z))))


def on_events(one, other):
    """The bound for events only."""
    return EveryEvent(S(y), Mass(S(y), other) <= 1 - F(Mass(S(y), one)))


events = AllOf(on_events(P, Q), on_events(Q, P))
chosen = Probability(Q(y) > r * P(y), P)


def possible(y):
    """The mass of an output that the first law can give; 1 for the others."""
    return Piecewise((P(y), 0 < P(y)), (Integer(1), True))


by_events = Theorem(
    title="Events suffice for f-differential privacy",
    source=of_any_spaces("kifer.rem5.9"),
    given=(falling, supported, events),
    claim=FDP(F),
    derivation=(
        have(0 <= level, "no mass is negative"),
        have(f(y) * P(y) <= P(y), "a test rejects at most surely"),
        have(level <= 1, "the masses add up to 1"),
        cases(
            0 < level,
            (
                let(p, level, (0 < p, p <= 1, Eq(p, level), Eq(F(p), F(level))), "its level"),
                specialise(supported, {p: p}, "the line at this level"),
                let(r, K(p), (0 <= r, ForAll((z,), F(p) - r * (z - p) <= F(z))), "its slope"),
                specialise(events, {S(y): Q(y) > r * P(y)}, "the outputs on which a test gains"),
                have(0 <= chosen, "no mass is negative"),
                have(Indicator(Q(y) > r * P(y)) * P(y) <= P(y), "an event"),
                have(chosen <= 1, "the masses add up to 1"),
                let(
                    z,
                    chosen,
                    (0 <= z, z <= 1, Eq(z, chosen), Probability(Q(y) > r * P(y), Q) <= 1 - F(z)),
                    "its probability",
                ),
                specialise(ForAll((z,), F(p) - r * (z - p) <= F(z)), {z: z}, "above the line"),
                have(
                    f(y) * (Q(y) - r * P(y)) <= Indicator(Q(y) > r * P(y)) * (Q(y) - r * P(y)),
                    "a test gains at most this",
                    split=[Q(y) > r * P(y)],
                ),
                Chain(power - r * level)
                .eq(Total(f(y) * (Q(y) - r * P(y)), y), "expand")
                .le(Total(Indicator(Q(y) > r * P(y)) * (Q(y) - r * P(y)), y), "sum over the outputs")
                .eq(Probability(Q(y) > r * P(y), Q) - r * z, "expand")
                .le(1 - F(p) - r * p, "above the line"),
                Chain(power)
                .le(r * level + 1 - F(p) - r * p, "the lines before")
                .eq(1 - F(p), "its level")
                .eq(1 - F(level), "its level"),
            ),
            (
                ArgMin(y_0, possible(y_0), y, "the least possible output"),
                have(0 < possible(y_0), "a mass", derivation=cases(0 < P(y_0))),
                have(possible(y_0) <= possible(y), "the least"),
                let(
                    r,
                    possible(y_0),
                    (0 < r, ForAll(y, Implication(0 < P(y), r <= P(y)))),
                    "the least possible output",
                ),
                have(Eq(Indicator(P(y) <= 0) * P(y), 0), "no mass there", split=[P(y) <= 0]),
                have(Eq(Probability(P(y) <= 0, P), 0), "no mass there"),
                have(Eq(level, 0), "the other case"),
                specialise(falling, {x_1: Probability(P(y) <= 0, P), x_2: level}, "nonincreasing"),
                specialise(events, {S(y): P(y) <= 0}, "the outputs that the first law cannot give"),
                have(Q(y) <= 1, "a mass is at most 1"),
                have(
                    r * (f(y) * Q(y)) <= r * (Indicator(P(y) <= 0) * Q(y)) + f(y) * P(y),
                    "output by output",
                    derivation=cases(
                        0 < P(y),
                        (
                            have(r * (f(y) * Q(y)) <= P(y) * (f(y) * Q(y)), "the least"),
                            have(P(y) * f(y) * Q(y) <= P(y) * f(y), "a mass is at most 1"),
                        ),
                    ),
                ),
                Chain(r * power).le(r * Probability(P(y) <= 0, Q) + level, "sum over the outputs"),
                have(r * power <= r * Probability(P(y) <= 0, Q), "the other case"),
                have(power <= Probability(P(y) <= 0, Q), "divide"),
            ),
        ),
    ),
    example=point(F=diagonal, K=one, **equal),
    near_misses={
        "events in one order only": variant(
            given=[falling, supported, on_events(P, Q)],
            witness=point(F=Lambda(x, (1 - x) / 2), K=Lambda(x, half), P=(1, 0), Q=(half, half)),
        ),
        "without the bound": variant(given=[falling, supported], witness=point(F=diagonal, K=one, **apart)),
    },
    note=(
        "The line is what convexity gives at every positive level. The paper's display has a bracket in the wrong place. A test gains on "
        "the outputs where the second law exceeds the multiple of the first, and no more than their event does."
    ),
)

of_events = Theorem(
    title="f-differential privacy of events",
    source="kifer.rem5.9",
    given=FDP(F),
    claim=events,
    derivation=specialise(FDP(F), {f(y): S(y)}, "the event as a test"),
    example=point(F=diagonal, **equal),
    near_misses={
        "without f-differential privacy": variant(given=[], witness=point(F=diagonal, **apart)),
    },
)
