"""f-differential privacy need only be checked on events: tests that are not drawn at random."""

from dpsym.derivations.conversions.f_dp_by_levels import F, apart, diagonal, equal, falling, x_1, x_2
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import half, one_way
from dpsym.language import *

K = function("K", about="the slope of a line under the trade-off function, with its sign reversed")
x = LEVEL
z = parameter("z", at_least=0, at_most=1, about="another level")
r = parameter("r", at_least=0, about="slope of a line")
p = parameter("p", above=0, at_most=1, about="level of the test")
one = Lambda(x, Integer(1))
steep = Lambda(x, Piecewise((Integer(0), x <= 0), (Integer(1), True)))  # at level 0 any line will do

# K(x): the slope, downwards, of a line that touches F from below at the level x.
supported = ForAll((p,), AllOf(0 <= K(p), ForAll((z,), F(p) - K(p) * (z - p) <= F(z))))


def on_events(one, other):
    """The bound for events only."""
    return EveryEvent(S(y), Mass(S(y), other) <= 1 - F(Mass(S(y), one)))


events = AllOf(on_events(P, Q), on_events(Q, P))
chosen = Probability(Q(y) > r * P(y), P)


# The outputs on which a test gains, by the line at its level, and those that the first law cannot give.
gaining, impossible = Q(y) > K(level) * P(y), P(y) <= 0


def keeps(event):
    """That the event keeps to the bound."""
    return Probability(event, Q) <= 1 - F(Probability(event, P))


of_two_events = Theorem(
    title="A test keeps to the bound where two events do",
    source=of_any_spaces("kifer.rem5.9"),
    given=(falling, supported),
    claim=every_test(Implication(AllOf(keeps(gaining), keeps(impossible)), power <= 1 - F(level))),
    derivation=(
        have(0 <= level, "no mass is negative"),
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        have(level <= 1, "the masses add up to 1"),
        cases(
            0 < level,
            (
                let(
                    p,
                    level,
                    (0 < p, p <= 1, Eq(p, level), Eq(F(p), F(level)), Eq(K(p), K(level))),
                    "its level",
                ),
                specialise(supported, {p: p}, "the line at this level"),
                let(
                    r,
                    K(p),
                    (0 <= r, Eq(r, K(level)), ForAll((z,), F(p) - r * (z - p) <= F(z))),
                    "its slope",
                ),
                have(
                    Eq(Indicator(gaining) * P(y), Indicator(Q(y) > r * P(y)) * P(y)),
                    "the same outputs",
                    split=[gaining, Q(y) > r * P(y)],
                ),
                have(
                    Eq(Indicator(gaining) * Q(y), Indicator(Q(y) > r * P(y)) * Q(y)),
                    "the same outputs",
                    split=[gaining, Q(y) > r * P(y)],
                ),
                have(0 <= chosen, "no mass is negative"),
                have(Indicator(Q(y) > r * P(y)) * P(y) <= P(y), "an event"),
                have(chosen <= 1, "the masses add up to 1"),
                have(Eq(Probability(gaining, P), chosen), "the same outputs"),
                have(Eq(Probability(gaining, Q), Probability(Q(y) > r * P(y), Q)), "the same outputs"),
                let(
                    z,
                    Probability(gaining, P),
                    (0 <= z, z <= 1, Eq(z, chosen), Eq(F(z), F(Probability(gaining, P)))),
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
                .eq(Probability(Q(y) > r * P(y), Q) - r * z, "expand"),
                have(Eq(r * level, r * p), "its level"),
                have(
                    Implication(keeps(gaining), Probability(Q(y) > r * P(y), Q) <= 1 - F(z)),
                    "the first event",
                ),
                have(Implication(keeps(gaining), power <= 1 - F(p)), "above the line"),
            ),
            (
                have(Eq(level, 0), "the other case"),
                Chain(f(y) * P(y)).le(level, "one term of a sum").eq(0, "the other case"),
                have(Eq(Indicator(impossible) * P(y), 0), "no mass there", split=[impossible]),
                have(Eq(Probability(impossible, P), 0), "no mass there"),
                have(Probability(impossible, P) <= level, "no mass there"),
                specialise(falling, {x_1: Probability(impossible, P), x_2: level}, "nonincreasing"),
                have(F(level) <= F(Probability(impossible, P)), "nonincreasing"),
                have(
                    f(y) * Q(y) <= Indicator(impossible) * Q(y),
                    "it rejects nothing else",
                    derivation=cases(
                        0 < P(y),
                        (
                            have(P(y) * f(y) <= P(y) * 0, "one term of a sum"),
                            have(f(y) <= 0, "divide"),
                            have(Eq(f(y) * Q(y), 0), "no level"),
                        ),
                        (
                            have(Eq(Indicator(impossible), 1), "the first law cannot give it"),
                            have(f(y) * Q(y) <= Q(y), "a test rejects with probability at most 1"),
                        ),
                    ),
                ),
                have(power <= Probability(impossible, Q), "sum over the outputs"),
            ),
        ),
    ),
    example=point(F=diagonal, K=one, **equal),
    near_misses={
        "a line of any slope": without(
            supported,
            witness=point(
                F=diagonal,
                K=Lambda(x, Integer(3)),
                P=(half, half),
                Q=(3 * half / 2, half / 2),
                f=(1, 0),
            ),
        ),
        "the outputs on which it gains alone": variant(
            every_test(Implication(keeps(gaining), power <= 1 - F(level))),
            witness=point(F=diagonal, K=steep, **one_way, f=(0, 1)),
        ),
    },
    note=(
        "So f-differential privacy need only be checked on events: a test keeps to the bound where two events do. The line is "
        "what convexity gives at every positive level. A test gains on the outputs where the second law exceeds the multiple of the first, and no more than their event "
        "does; at level 0 it rejects only what the first law cannot give."
    ),
    errata=erratum(
        "slip in wording",
        "Remark 5.9, the condition for sets S",
        "1 - f(P(M(D_1)) ∈ S) ≥ P(M(D_2) ∈ S)",
        fails="A bracket is in the wrong place: f is taken of whether a law is in S.",
        holds="The condition with f of the probability that the output on D_1 is in S.",
    ),
)

by_events = Theorem(
    title="Events suffice for f-differential privacy",
    given=(falling, supported, events),
    claim=FDP(F),
    derivation=(
        have(of_two_events.claim, "a test keeps to the bound where two events do", by=of_two_events),
        specialise(of_two_events.claim, {f(y): f(y)}, "this test"),
        specialise(events, {S(y): gaining}, "the outputs on which it gains"),
        specialise(events, {S(y): impossible}, "the outputs that the first law cannot give"),
    ),
    example=point(F=diagonal, K=one, **equal),
    near_misses={
        "events in one order only": without(
            events,
            instead=on_events(P, Q),
            witness=point(F=Lambda(x, (1 - x) / 2), K=Lambda(x, half), **one_way),
        ),
    },
)

of_events = Theorem(
    title="f-differential privacy of events",
    source="kifer.rem5.9",
    given=FDP(F),
    claim=events,
    derivation=specialise(FDP(F), {f(y): S(y)}, "the event as a test"),
    example=point(F=diagonal, **equal),
    near_misses={
        "without f-differential privacy": without(FDP(F), witness=point(F=diagonal, **apart)),
    },
)
