"""A ball of the multiplicative distance is an interval of measures; intervals by events and by densities; odds in one."""

from dpsym.derivations.inference.measures import T, b, ball, c, in_interval, m, n, pair, positive, t
from dpsym.derivations.vocabulary import half, third, two_thirds, y_0
from dpsym.language import *

apart = {"m": (1, 2), "n": (2, 1)}
s = function("s", law=False, about="a further measure")
a = parameter("a", at_least=0, at_most=1, about="weight of the first measure")
mixed = a * t(y) + (1 - a) * s(y)

convex = Theorem(
    title="An interval of measures is convex",
    source="bailie.def3.1",
    given=(in_interval(m(y), t(y), n(y)), in_interval(m(y), s(y), n(y))),
    claim=in_interval(m(y), mixed, n(y)),
    derivation=(
        specialise(in_interval(m(y), t(y), n(y)), {T(y): T(y)}, "this event"),
        specialise(in_interval(m(y), s(y), n(y)), {T(y): T(y)}, "this event"),
        have(Eq(Mass(T(y), mixed), a * Mass(T(y), t(y)) + (1 - a) * Mass(T(y), s(y))), "a mean of two"),
        have(a * Mass(T(y), m(y)) <= a * Mass(T(y), t(y)), "weighted"),
        have((1 - a) * Mass(T(y), m(y)) <= (1 - a) * Mass(T(y), s(y)), "weighted"),
        have(a * Mass(T(y), t(y)) <= a * Mass(T(y), n(y)), "weighted"),
        have((1 - a) * Mass(T(y), s(y)) <= (1 - a) * Mass(T(y), n(y)), "weighted"),
    ),
    example=point({a: half}, m=(0, 0), t=(1, 0), s=(0, 1), n=(1, 1)),
    near_misses={
        "without the second measure": without(
            in_interval(m(y), s(y), n(y)), witness=point({a: 0}, m=(0, 0), t=(1, 0), s=(0, 2), n=(1, 1))
        ),
        "the sum of two of its measures": variant(
            in_interval(m(y), t(y) + s(y), n(y)),
            witness=point({a: half}, m=(0, 0), t=(1, 1), s=(1, 1), n=(1, 1)),
        ),
    },
    note=(
        "The measures between a lower and an upper one, event by event, are an interval of measures; the laws among them are its "
        "credal set. It is the class of densities between the densities of its ends."
    ),
)

distance_to_interval = Theorem(
    title="A ball of the multiplicative distance is an interval of measures",
    source=("bailie.lem3.4", "bailie.rem3.7"),
    given=(positive(m, n), Multiplicative(b).on(pair)),
    claim=ball(b, m, n),
    derivation=(
        specialise(Multiplicative(b).on(pair), {S(y): T(y)}, "this event"),
        have(exp(-b) * Mass(T(y), m(y)) <= exp(-b) * (exp(b) * Mass(T(y), n(y))), "a positive factor"),
    ),
    example=point({b: log(2)}, **apart),
    tight=point({b: log(2)}, **apart),
    near_misses={
        "of one side only": variant(
            given=(positive(m, n), EveryEvent(S(y), Mass(S(y), m(y)) <= exp(b) * Mass(S(y), n(y)))),
            witness=point({b: 0}, m=(1, 1), n=(2, 1)),
        ),
    },
)

interval_to_distance = Theorem(
    title="An interval of measures around a measure is a ball of the multiplicative distance",
    source=of_any_spaces("bailie.lem3.4"),
    given=(positive(m, n), ball(b, m, n)),
    claim=Multiplicative(b).on(pair),
    derivation=(
        specialise(ball(b, m, n), {T(y): S(y)}, "this event"),
        have(exp(b) * (exp(-b) * Mass(S(y), m(y))) <= exp(b) * Mass(S(y), n(y)), "a positive factor"),
    ),
    example=point({b: log(2)}, **apart),
    near_misses={
        "without an upper end": without(
            ball(b, m, n),
            instead=EveryEvent(T(y), exp(-b) * Mass(T(y), m(y)) <= Mass(T(y), n(y))),
            witness=point({b: 0}, m=(1, 1), n=(2, 1)),
        ),
    },
    note=(
        "So a larger radius gives a larger interval, and the measures at a distance are so from each other: the multiplicative "
        "distance is symmetric. The radius has to be finite."
    ),
)

larger_radius = Theorem(
    title="A larger radius gives a larger interval of measures",
    source="bailie.lem3.4",
    given=(positive(m, n), b <= c, Multiplicative(b).on(pair)),
    claim=Multiplicative(c).on(pair),
    derivation=(
        specialise(Multiplicative(b).on(pair), {S(y): S(y)}, "this event"),
        have(exp(b) <= exp(c), "the exponential is increasing"),
        have(0 <= S(y) * m(y), "no factor is negative"),
        have(0 <= S(y) * n(y), "no factor is negative"),
        have(0 <= Mass(S(y), m(y)), "a sum of masses"),
        have(0 <= Mass(S(y), n(y)), "a sum of masses"),
        have(exp(b) * Mass(S(y), m(y)) <= exp(c) * Mass(S(y), m(y)), "no factor is negative"),
        have(exp(b) * Mass(S(y), n(y)) <= exp(c) * Mass(S(y), n(y)), "no factor is negative"),
    ),
    example=point({b: log(2), c: log(2)}, **apart),
    near_misses={
        "a smaller radius": without(b <= c, witness=point({b: log(2), c: 0}, **apart)),
    },
)

by_densities = Theorem(
    title="Masses between bounds give a measure between them",
    source=("bailie.propE.19", "bailie.def-dbc"),
    given=ForAll(y, Between(m(y), t(y), n(y))),
    claim=in_interval(m(y), t(y), n(y)),
    derivation=(
        have(T(y) * m(y) <= T(y) * t(y), "where the event occurs"),
        have(T(y) * t(y) <= T(y) * n(y), "where the event occurs"),
    ),
    example=point(m=(0, 1), t=(1, 1), n=(1, 2)),
    near_misses={
        "without an upper bound": variant(
            given=[ForAll(y, m(y) <= t(y))], witness=point(m=(0, 0), t=(1, 1), n=(0, 0))
        ),
        "strictly inside": variant(
            EveryEvent(T(y), Mass(T(y), m(y)) < Mass(T(y), n(y))), witness=point(m=(1, 1), t=(1, 1), n=(1, 1))
        ),
    },
    note="The densities are those for counting; for another measure without null outcomes both sides are divided by its masses.",
)

to_densities = Theorem(
    title="A measure between two others has its masses between theirs",
    source=(
        "bailie.propE.19",
        "bailie.def-dbc",
    ),
    given=in_interval(m(y), t(y), n(y)),
    claim=ForAll(y_0, Between(m(y_0), t(y_0), n(y_0))),
    derivation=specialise(in_interval(m(y), t(y), n(y)), {T(y): Eq(y, y_0)}, "one outcome"),
    example=point(m=(0, 1), t=(1, 1), n=(1, 2)),
    near_misses={
        "of the whole only": variant(
            given=[Between(Total(m(y), y), Total(t(y), y), Total(n(y), y))],
            witness=point(m=(1, 0), t=(0, 1), n=(1, 1)),
        ),
        "strictly": variant(ForAll(y_0, m(y_0) < n(y_0)), witness=point(m=(1, 1), t=(1, 1), n=(1, 1))),
    },
)

u, v, w, z = (parameter(name, above=0, about="a measure of an event") for name in ("u", "v", "w", "z"))
p, q = (parameter(name, above=0, about="a measure of an event, between its bounds") for name in "pq")

odds = Theorem(
    title="Odds in an interval of measures",
    source=whole_of("bailie.eq-odds-iom"),
    given=(Between(u, p, v), Between(w, q, z)),
    claim=Between(u / z, p / q, v / w),
    derivation=(have(u * q <= p * z), have(p * w <= v * q)),
    tight=point({u: 1, p: 1, v: 1, w: 1, q: 1, z: 1}),
    near_misses={
        "the lower bounds alone": variant(Between(u / w, p / q, v / z)),
        "without the lower bound of the first": without(Between(u, p, v), instead=p <= v),
    },
)

mass = parameter("a", at_least=0, at_most=1, about="probability of an event under the law in the middle")
above = Min(exp(b) * mass, 1 - exp(-b) * (1 - mass))

reachable = Theorem(
    title="The largest probability of an event in a ball of laws",
    source="bailie.x-ball-envelope",
    given=Multiplicative(b).on(Pair(P(y), Q(y))),
    claim=EveryEvent(
        S(y),
        AllOf(Mass(S(y), Q) <= exp(b) * Mass(S(y), P), Mass(S(y), Q) <= 1 - exp(-b) * (1 - Mass(S(y), P))),
    ),
    derivation=(
        specialise(Multiplicative(b).on(Pair(P(y), Q(y))), {S(y): S(y)}, "this event"),
        specialise(Multiplicative(b).on(Pair(P(y), Q(y))), {S(y): 1 - S(y)}, "the other outcomes"),
        have(exp(-b) * (1 - Mass(S(y), P)) <= exp(-b) * (exp(b) * (1 - Mass(S(y), Q))), "a positive factor"),
    ),
    example=point({b: log(2)}, P=(third, two_thirds), Q=(two_thirds, third)),
    tight=point({b: log(2)}, P=(third, two_thirds), Q=(two_thirds, third)),
    near_misses={
        "without a bound on the distance": variant(given=(), witness=point({b: 0}, P=(1, 0), Q=(0, 1))),
    },
)

attained = Theorem(
    title="Two outcomes reach it",
    source=whole_of("bailie.x-ball-envelope"),
    claim=AllOf(
        Between(0, above, 1),
        Between(exp(-b) * mass, above, exp(b) * mass),
        Between(exp(-b) * (1 - mass), 1 - above, exp(b) * (1 - mass)),
    ),
    derivation=(
        have(1 <= exp(b), "the radius is not negative"),
        have(exp(-b) <= 1, "the radius is not negative"),
        have(mass <= exp(b) * mass, "no factor is negative"),
        have(exp(-b) * (1 - mass) <= 1 - mass, "no factor is negative"),
        have(exp(-b) * mass <= mass, "no factor is negative"),
        have(1 - mass <= exp(b) * (1 - mass), "no factor is negative"),
        have(0 <= exp(-b) * (1 - mass), "no factor is negative"),
        cases(exp(b) * mass <= 1 - exp(-b) * (1 - mass)),
    ),
    tight=point({b: 0, mass: half}),
    near_misses={
        "the first bound alone": variant(Between(0, exp(b) * mass, 1)),
        "the second bound alone": variant(1 - exp(-b) * (1 - mass) <= exp(b) * mass),
    },
    note=(
        "So the ends of the interval of measures around a law need not be reached by laws. At (9/10, 1/10) and log 2 the laws of the "
        "ball are those between (4/5, 1/20) and (19/20, 1/5), of which the ratios, 19/16 and 4, differ: a credal set may be a ball "
        "although its lower and upper measure are not the multiples of one law by a factor and by its inverse."
    ),
)
