"""Measures event by event, of any size: the multiplicative distance and intervals where an event may have an infinite measure."""

from dpsym.derivations.inference.measures import b, c
from dpsym.derivations.vocabulary import half
from dpsym.language import *

# A: an event, of the sigma-algebra F. A measure is a function of events; no density and no countable cover is asked for.
A = Outcome("A", "F")
m, n, t, s, h = (
    function(name, law=False, about=f"{what}, by events: below 0 where it is infinite")
    for name, what in (
        ("m", "the first measure"), ("n", "the second measure"), ("t", "the third measure"), ("s", "the fourth measure"),
        ("h", "the mixture"),
    )
)  # fmt: skip
a = parameter("a", above=0, below=1, about="weight of the second measure")
events = {"sizes": {"F": 2}}


def finite(m):
    """The measure of the event is a number."""
    return 0 <= m(A)


def infinite(m):
    """The measure of the event is infinite."""
    return m(A) < 0


def at_most(m, n):
    """The one measure of the event is at most the other, which may be infinite."""
    return Implication(finite(n), Between(0, m(A), n(A)))


def close(b, m, n):
    """The logarithm of the ratio of the measures of the event is between -b and b, where 0/0 and the ratio of infinities are 1."""
    return AllOf(
        Implication(infinite(m), infinite(n)),
        Implication(infinite(n), infinite(m)),
        Implication(AllOf(finite(m), finite(n)), AllOf(m(A) <= exp(b) * n(A), n(A) <= exp(b) * m(A))),
    )


def equal(m, n):
    """The two measures of the event are equal."""
    return AllOf(
        Implication(infinite(m), infinite(n)),
        Implication(infinite(n), infinite(m)),
        Implication(AllOf(finite(m), finite(n)), Eq(m(A), n(A))),
    )


def every(fact):
    """For every event."""
    return ForAll(A, fact)


distance = Definition(
    title="Multiplicative distance of measures of any size",
    source=of_any_spaces("bailie.def-dmult"),
    defines=function(
        "d", law=False, about="1 where b is the multiplicative distance of the two measures, else 0"
    )(b),
    body=least(b, every(close(b, m, n))),
    note=(
        "A is an event, and a measure that is infinite has a value below 0 here. The least b of this kind is the supremum over all events of |log(m(A)/n(A))|; the distance is infinite where there is none. Where an "
        "event has the measure 0 under both, or is infinite under both, the ratio is taken to be 1; where it is so under one only, the "
        "logarithm is infinite and no b is of this kind."
    ),
)

near = {**events, "m": (1, 2), "n": (2, 1)}
same = {**events, "m": (1, -1), "n": (1, -1)}

zero_means_equal = Implication(every(close(0, m, n)), every(equal(m, n)))
equal_means_zero = Implication(every(equal(m, n)), every(close(0, m, n)))
symmetric = Implication(every(close(b, m, n)), every(close(b, n, m)))
triangle = Implication(AllOf(every(close(b, m, n)), every(close(c, n, t))), every(close(b + c, m, t)))


def unless_infinite(m, n, then):
    """The step for two measures of an event that are both numbers; where one is infinite the other is."""
    return cases(infinite(m), cases(infinite(n)), cases(infinite(n), (), then))


metric = Theorem(
    title="The multiplicative distance is a metric on all measures",
    source=(of_any_spaces("bailie.lemC.3"), "bailie.claim-desiderata"),
    claim=AllOf(zero_means_equal, equal_means_zero, symmetric, triangle),
    derivation=(
        have(
            zero_means_equal,
            "both orders",
            derivation=(
                specialise(every(close(0, m, n)), {A: A}, "this event"),
                unless_infinite(m, n, have(Eq(m(A), n(A)), "both orders")),
            ),
        ),
        have(
            equal_means_zero,
            "equal measures",
            derivation=(
                specialise(every(equal(m, n)), {A: A}, "this event"),
                unless_infinite(m, n, have(Eq(m(A), n(A)), "equal measures")),
            ),
        ),
        have(
            symmetric,
            "both orders",
            derivation=(
                specialise(every(close(b, m, n)), {A: A}, "this event"),
                unless_infinite(m, n, ()),
            ),
        ),
        have(
            triangle,
            "event by event",
            derivation=(
                specialise(every(close(b, m, n)), {A: A}, "this event"),
                specialise(every(close(c, n, t)), {A: A}, "this event"),
                cases(
                    infinite(n),
                    cases(infinite(m), cases(infinite(t)), cases(infinite(t))),
                    unless_infinite(
                        m,
                        t,
                        (
                            have(exp(b) * n(A) <= exp(b) * (exp(c) * t(A)), "a positive factor"),
                            have(exp(c) * n(A) <= exp(c) * (exp(b) * m(A)), "a positive factor"),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({b: log(2), c: log(2)}, **events, m=(1, -1), n=(2, -1), t=(4, -1)),
    near_misses={
        "at a distance above 0": variant(
            Implication(every(close(b, m, n)), every(equal(m, n))), witness=point({b: log(2)}, **near)
        ),
        "the larger of the two": variant(
            Implication(AllOf(every(close(b, m, n)), every(close(c, n, t))), every(close(Max(b, c), m, t))),
            witness=point({b: log(2), c: log(2)}, **events, m=(1, 1), n=(2, 2), t=(4, 4)),
        ),
        "without the second distance": variant(
            Implication(every(close(b, m, n)), every(close(b, m, t))),
            witness=point({b: 0}, **same, t=(1, 1)),
        ),
    },
    note=(
        "The first and the second say that the distance is 0 from a measure to itself and to no other. A distance that is infinite has no bound, "
        "so that nothing is asked where a distance on the right is infinite."
    ),
)

# h: the mixture of t and s with the weights a and 1 - a, which is infinite where one of them is.
mixture = every(
    AllOf(
        Implication(infinite(t), infinite(h)),
        Implication(infinite(s), infinite(h)),
        Implication(AllOf(finite(t), finite(s)), Eq(h(A), a * t(A) + (1 - a) * s(A))),
    )
)


quasi_convex = Theorem(
    title="The multiplicative distance of measures of any size is quasi-convex",
    source=(of_any_spaces("bailie.proofD.4"), "bailie.claim-desiderata"),
    given=(mixture, every(close(b, m, t)), every(close(b, m, s))),
    claim=every(close(b, m, h)),
    derivation=(
        specialise(mixture, {A: A}, "this event"),
        specialise(every(close(b, m, t)), {A: A}, "this event"),
        specialise(every(close(b, m, s)), {A: A}, "this event"),
        cases(
            infinite(m),
            cases(infinite(t), cases(infinite(h))),
            cases(
                infinite(t),
                (),
                cases(
                    infinite(s),
                    (),
                    (
                        have(a * m(A) <= a * (exp(b) * t(A)), "weighted"),
                        have((1 - a) * m(A) <= (1 - a) * (exp(b) * s(A)), "weighted"),
                        have(a * t(A) <= a * (exp(b) * m(A)), "weighted"),
                        have((1 - a) * s(A) <= (1 - a) * (exp(b) * m(A)), "weighted"),
                        have(Eq(h(A), a * t(A) + (1 - a) * s(A)), "a mean of two"),
                        have(0 <= a * t(A), "no factor is negative"),
                        have(0 <= (1 - a) * s(A), "no factor is negative"),
                        have(0 <= h(A), "a mean of two"),
                    ),
                ),
            ),
        ),
    ),
    example=point({b: log(2), a: half}, **events, m=(1, -1), t=(2, -1), s=(1, -1), h=(3 * half, -1)),
    near_misses={
        "without the second distance": without(
            every(close(b, m, s)),
            witness=point({b: 0, a: half}, **events, m=(1, 1), t=(1, 1), s=(3, 3), h=(2, 2)),
        ),
        "of a measure that is no mixture": without(
            mixture, witness=point({b: 0, a: half}, **events, m=(1, 1), t=(1, 1), s=(1, 1), h=(-1, -1))
        ),
    },
    note="Each radius that both measures keep to is kept to by their mixture. With a weight of 0 or 1 the mixture is one of the two.",
)

interval = every(AllOf(at_most(m, t), at_most(t, n)))

intervals = Definition(
    title="Interval of measures of any size",
    source="bailie.def3.1",
    defines=parameter("I", about="1 where t is in the interval of measures from m to n, else 0"),
    body=interval,
    note="A is an event, and a measure that is infinite has a value below 0 here. The one measure is at most the other where this is so for every event. The lower and the upper measure are m and n.",
)

convex = Theorem(
    title="An interval of measures of any size is convex",
    source=of_any_spaces("bailie.def3.1"),
    given=(mixture, interval, every(AllOf(at_most(m, s), at_most(s, n)))),
    claim=every(AllOf(at_most(m, h), at_most(h, n))),
    derivation=(
        specialise(mixture, {A: A}, "this event"),
        specialise(interval, {A: A}, "this event"),
        specialise(every(AllOf(at_most(m, s), at_most(s, n))), {A: A}, "this event"),
        cases(
            infinite(t),
            cases(infinite(n)),
            cases(
                infinite(s),
                cases(infinite(n)),
                (
                    have(a * m(A) <= a * t(A), "weighted"),
                    have((1 - a) * m(A) <= (1 - a) * s(A), "weighted"),
                    have(Eq(h(A), a * t(A) + (1 - a) * s(A)), "a mean of two"),
                    have(m(A) <= h(A), "weighted"),
                    have(0 <= h(A), "weighted"),
                    cases(
                        infinite(n),
                        (),
                        (
                            have(a * t(A) <= a * n(A), "weighted"),
                            have((1 - a) * s(A) <= (1 - a) * n(A), "weighted"),
                            have(h(A) <= n(A), "weighted"),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({a: half}, **events, m=(0, 0), t=(1, -1), s=(2, 3), h=(3 * half, -1), n=(2, -1)),
    near_misses={
        "without the second measure": variant(
            given=(mixture, interval),
            witness=point({a: half}, **events, m=(0, 0), t=(1, 1), s=(3, 3), h=(2, 2), n=(1, 1)),
        ),
        "of a measure that is no mixture": without(
            mixture, witness=point({a: half}, **events, m=(0, 0), t=(1, 1), s=(1, 1), h=(-1, -1), n=(1, 1))
        ),
    },
    note="With a weight of 0 or 1 the mixture is one of the two.",
)


def ratio(b, m, n):
    """The logarithm of the ratio of the first measure of the event to the second is at most b."""
    return AllOf(
        Implication(infinite(m), infinite(n)), Implication(AllOf(finite(m), finite(n)), m(A) <= exp(b) * n(A))
    )


def null_for(m, n):
    """Whatever is null for the first measure is null for the second."""
    return every(Implication(Eq(m(A), 0), Eq(n(A), 0)))


both_null = AllOf(null_for(m, n), null_for(n, m))
both_ratios = AllOf(every(ratio(b, m, n)), every(ratio(b, n, m)))

null_events = Theorem(
    title="Measures with different null events have ratios without bound",
    source=of_any_spaces("bailie.lemE.6"),
    given=both_ratios,
    claim=both_null,
    derivation=(
        specialise(every(ratio(b, m, n)), {A: A}, "this event"),
        specialise(every(ratio(b, n, m)), {A: A}, "this event"),
        have(
            Implication(Eq(m(A), 0), Eq(n(A), 0)),
            "null for the first measure",
            derivation=cases(infinite(n), have(infinite(m)), have(n(A) <= exp(b) * m(A))),
        ),
        have(
            Implication(Eq(n(A), 0), Eq(m(A), 0)),
            "null for the second measure",
            derivation=cases(infinite(m), have(infinite(n)), have(m(A) <= exp(b) * n(A))),
        ),
    ),
    example=point({b: 0}, **events, m=(0, 1), n=(0, 1)),
    near_misses={
        "where one ratio has a bound": variant(
            given=[every(ratio(b, m, n))], witness=point({b: 0}, **events, m=(0, 1), n=(1, 1))
        ),
        "and infinite events of both are none": variant(
            every(finite(m)), witness=point({b: 0}, **events, m=(0, -1), n=(0, -1))
        ),
    },
    note=(
        "Said the other way round: where an event is null for one of two measures only, no b bounds both log-ratios at all events, so that "
        "the larger of their suprema is infinite. The event may be infinite under the other measure."
    ),
)
