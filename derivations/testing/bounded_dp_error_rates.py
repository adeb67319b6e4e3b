"""The largest power of a test under one guarantee of bounded DP, at each level, and that it is reached."""

from dpsym.derivations.conversions.bounded_by_small_tests import backward, exchanged, forward, small_test
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import a, delta, eps, equal, fifth, half, quarter
from dpsym.language import *

eps = eps.ranging(above=0)
delta = delta.ranging(above=0, below=1)
b = parameter("b", at_least=0, at_most=1, about="its power")
s = parameter("s", above=0, at_most=1, about="probability of asking the test at all")
t = parameter("t", at_least=0, at_most=1, about="probability of rejecting where the test does not")
x_0 = exp(-eps) * delta
h = parameter("h", above=0, at_most=x_0, about="distance of a level from that where the branches meet")


def by_rejecting_more(a):
    """The bound from the test that at times rejects where the first one does not; with more level, from one asked less often."""
    return Piecewise((1 - (1 - delta) * (1 - a) / (1 - x_0), a <= x_0), (exp(eps) * a, True))


def by_accepting_more(a):
    """The same for the test with the answers exchanged, laws exchanged."""
    return Piecewise((1 - exp(-eps) * (1 - a), a <= 1 - delta), (a * (1 - x_0) / (1 - delta), True))


def frontier(a):
    """The largest power at level a."""
    return Min(1, by_rejecting_more(a), by_accepting_more(a))


def within(level, power):
    """What the two branches of the first bound say, without quotients."""
    return AllOf(
        Implication(level <= x_0, (1 - delta) * (1 - level) <= (1 - x_0) * (1 - power)),
        Implication(x_0 <= level, power <= exp(eps) * level),
    )


numbers = {eps: log(2), delta: half}
small_level = (
    have(exp(-eps) < 1, "the loss is positive"),
    have(x_0 < 1, "both factors are below 1"),
)

mixed = Theorem(
    title="A test mixed with a constant one",
    source="kifer.x-pbdp-frontier",
    kind="lemma",
    given=small_test(eps, delta),
    claim=every_test(within(level, power)),
    derivation=(
        *small_level,
        have(0 <= level, "no mass is negative"),
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        have(level <= 1, "the masses add up to 1"),
        have(
            Implication(level <= x_0, (1 - delta) * (1 - level) <= (1 - x_0) * (1 - power)),
            "the first branch",
            derivation=(
                let(
                    t,
                    (x_0 - level) / (1 - level),
                    (0 <= t, t < 1, Eq((1 - t) * (1 - level), 1 - x_0)),
                    "what is left of the level",
                ),
                have(Between(0, f(y) + t * (1 - f(y)), 1), "a probability"),
                have(Eq(Mass(f(y) + t * (1 - f(y)), P), level + t * (1 - level)), "the masses add up to 1"),
                have(Eq(Mass(f(y) + t * (1 - f(y)), Q), power + t * (1 - power)), "the masses add up to 1"),
                have(Eq(level + t * (1 - level), x_0), "as chosen"),
                specialise(small_test(eps, delta), {f(y): f(y) + t * (1 - f(y))}, "reject more often"),
                have(1 - delta <= (1 - t) * (1 - power), "its power"),
            ),
        ),
        have(
            Implication(x_0 <= level, power <= exp(eps) * level),
            "the second branch",
            derivation=(
                have(0 < level, "the level is not small"),
                let(s, x_0 / level, (0 < s, s <= 1, Eq(s * level, x_0)), "the level is not small"),
                have(s * f(y) <= 1, "a probability"),
                specialise(small_test(eps, delta), {f(y): s * f(y)}, "ask the test with this probability"),
                have(s * power <= delta, "the thinned test has a small level"),
                have(Eq(s * (exp(eps) * level), delta), "cancel"),
                have(s * power <= s * (exp(eps) * level), "as named"),
            ),
        ),
    ),
    example=point(numbers, **equal),
    near_misses={
        "without the bound": variant(given=[]),
        "the second branch everywhere": variant(every_test(power <= exp(eps) * level)),
    },
)

missed, kept = Mass(1 - f(y), Q), Mass(1 - f(y), P)

exchanged_answers = Theorem(
    title="The test with its answers exchanged",
    source="kifer.x-pbdp-frontier",
    kind="lemma",
    given=exchanged(eps, delta),
    claim=every_test(within(1 - power, 1 - level)),
    derivation=(
        have(every_test(within(power, level)), "the other order of the laws", by=mixed.swapped()),
        have(0 <= 1 - f(y), "a test rejects with probability at most 1"),
        specialise(every_test(within(power, level)), {f(y): 1 - f(y)}, "the test with its answers exchanged"),
    ),
    example=point(numbers, **equal),
    near_misses={
        "without the bound": variant(given=[]),
        "in the same order": variant(given=[small_test(eps, delta)]),
    },
)

both = AllOf(within(a, b), within(1 - b, 1 - a))

to_frontier = Theorem(
    title="The largest power by branches",
    source="kifer.x-pbdp-frontier",
    kind="lemma",
    given=both,
    claim=AllOf(b <= by_rejecting_more(a), b <= by_accepting_more(a)),
    derivation=(
        *small_level,
        cases(
            a <= x_0,
            have((1 - delta) * (1 - a) / (1 - x_0) <= 1 - b, "divide"),
        ),
        have(b <= by_rejecting_more(a), "both branches"),
        cases(
            1 - b <= x_0,
            (
                have((1 - delta) * b <= (1 - x_0) * a, "few errors of type II"),
                cases(
                    a <= 1 - delta,
                    (
                        have((1 - x_0) * (1 - delta) <= (1 - delta) * b, "few errors of type II"),
                        have((1 - x_0) * (1 - delta) <= (1 - x_0) * a, "few errors of type II"),
                        have(Eq(a, 1 - delta), "so both hold with equality"),
                        have(b <= 1 - x_0, "so both hold with equality"),
                        have(b <= 1 - exp(-eps) * (1 - a), "so both hold with equality"),
                    ),
                    have(b <= a * (1 - x_0) / (1 - delta), "divide"),
                ),
            ),
            (
                have(1 - a <= exp(eps) * (1 - b), "many errors of type II"),
                cases(
                    a <= 1 - delta,
                    (),
                    (have((1 - delta) * (1 - x_0) <= a * (1 - x_0), "a large level"),),
                ),
            ),
        ),
        have(b <= by_accepting_more(a), "both branches"),
    ),
    example=point({**numbers, a: half, b: half}),
)

one, two = within(a, b).args
three, four = within(1 - b, 1 - a).args

from_frontier = Theorem(
    title="The branches of the largest power",
    source="kifer.x-pbdp-frontier",
    kind="lemma",
    given=(b <= by_rejecting_more(a), b <= by_accepting_more(a)),
    claim=both,
    derivation=(
        *small_level,
        have(
            one,
            "the first bound",
            derivation=(have((1 - delta) * (1 - a) / (1 - x_0) <= 1 - b, "a small level"),),
        ),
        have(
            two,
            "the first bound",
            derivation=cases(
                a <= x_0,
                (have((1 - delta) * (1 - x_0) <= (1 - x_0) * (1 - b), "where the branches meet"),),
                have(b <= exp(eps) * a, "a level that is not small"),
            ),
        ),
        have(
            three,
            "the second bound",
            derivation=cases(
                a <= 1 - delta,
                (
                    have(exp(-eps) * (1 - a) <= 1 - b, "few errors of type II"),
                    have(1 - a <= exp(eps) * (1 - b), "cancel"),
                    have(exp(eps) * (1 - b) <= exp(eps) * x_0, "few errors of type II"),
                    have(Eq(a, 1 - delta), "where the branches meet"),
                    have(exp(-eps) * delta <= 1 - b, "where the branches meet"),
                ),
                (have(b <= a * (1 - x_0) / (1 - delta), "a large level"),),
            ),
        ),
        have(
            four,
            "the second bound",
            derivation=cases(
                a <= 1 - delta,
                (have(exp(-eps) * (1 - a) <= 1 - b, "a level that is not large"),),
                have(exp(eps) * x_0 <= exp(eps) * (1 - b), "multiply"),
            ),
        ),
    ),
    example=point({**numbers, a: half, b: half}),
    near_misses={
        "from the first bound only": without(
            b <= by_accepting_more(a), witness=point({**numbers, a: half, b: 1})
        ),
        "from the second bound only": without(
            b <= by_rejecting_more(a), witness=point({**numbers, a: 0, b: half})
        ),
    },
)

# The test that rejects at the first of two outputs.
g = function("g", about="the test that rejects at the first output")
two_outputs = {P: (a, 1 - a), Q: (b, 1 - b)}

line = Theorem(
    title="Tests between laws on two outputs",
    source="kifer.x-pbdp-frontier",
    kind="lemma",
    given=(a <= b, within(a, b)),
    claim=small_test(eps, delta),
    where=two_outputs,
    derivation=(
        *small_level,
        cases(
            a <= x_0,
            (
                have(0 < 1 - a, "a small level"),
                have((1 - a) * power <= (1 - b) * level + (b - a), "output by output"),
                have((1 - b) * level <= (1 - b) * x_0, "a small level"),
                have((1 - a) * power <= (1 - a) * delta, "the first branch"),
                have(power <= delta, "divide"),
            ),
            (
                have(0 < a, "the level is not small"),
                have(a * power <= b * level, "output by output"),
                have(b * level <= b * x_0, "a small level"),
                have(b * x_0 <= exp(eps) * a * x_0, "the second branch"),
                have(a * power <= a * delta, "the second branch"),
                have(power <= delta, "divide"),
            ),
        ),
    ),
    example=point({**numbers, a: half, b: half}),
    near_misses={
        "without the branches": without(within(a, b), witness=point({**numbers, a: 0, b: 1})),
    },
)

other_line = Theorem(
    title="Tests between laws on two outputs, laws exchanged",
    source="kifer.x-pbdp-frontier",
    kind="lemma",
    given=(a <= b, within(1 - b, 1 - a)),
    claim=exchanged(eps, delta),
    where=two_outputs,
    derivation=(
        *small_level,
        cases(
            1 - b <= x_0,
            (
                have(0 < b, "few errors of type II"),
                have(b * level <= a * power + (b - a), "output by output"),
                have(a * power <= a * x_0, "a small level"),
                have(b * level <= b * delta, "the first branch"),
                have(level <= delta, "divide"),
            ),
            (
                have(0 < 1 - b, "many errors of type II"),
                have((1 - b) * level <= (1 - a) * power, "output by output"),
                have((1 - a) * power <= (1 - a) * x_0, "a small level"),
                have((1 - a) * x_0 <= exp(eps) * (1 - b) * x_0, "the second branch"),
                have((1 - b) * level <= (1 - b) * delta, "the second branch"),
                have(level <= delta, "divide"),
            ),
        ),
    ),
    example=point({**numbers, a: half, b: half}),
)

largest_power = Theorem(
    title="One guarantee of bounded DP bounds the power at every level",
    source=of_any_spaces("kifer.x-pbdp-frontier"),
    given=PBDP(eps, delta),
    claim=every_test(AllOf(power <= by_rejecting_more(level), power <= by_accepting_more(level))),
    derivation=(
        have(small_test(eps, delta), "tests of a small level", by=forward),
        have(exchanged(eps, delta), "tests of a small level", by=forward),
        have(every_test(within(level, power)), "mixed with a constant test", by=mixed),
        have(every_test(within(1 - power, 1 - level)), "its answers exchanged", by=exchanged_answers),
        specialise(every_test(within(level, power)), {f(y): f(y)}, "this test"),
        specialise(every_test(within(1 - power, 1 - level)), {f(y): f(y)}, "this test"),
        have(f(y) * Q(y) <= Q(y), "a test rejects with probability at most 1"),
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        have(power <= by_rejecting_more(level), "in each branch", by=to_frontier.at(a=level, b=power)),
        have(power <= by_accepting_more(level), "in each branch", by=to_frontier.at(a=level, b=power)),
    ),
    example=point(numbers, **equal),
    near_misses={
        "in one order only": variant(
            given=[PBDP(eps, delta).one_order(Pair())],
        ),
    },
    note="The largest power at a level is the smaller of the two bounds, and at most 1.",
)

at_the_frontier = AllOf(Eq(Mass(g(y), P), a), Eq(Mass(g(y), Q), b), PBDP(eps, delta))

reached = Theorem(
    title="The largest power under one guarantee of bounded DP is reached",
    source="kifer.x-pbdp-frontier",
    given=(a <= b, b <= by_rejecting_more(a), b <= by_accepting_more(a)),
    claim=at_the_frontier,
    where={**two_outputs, g: (1, 0)},
    derivation=(
        have(within(a, b), "the branches", by=from_frontier),
        have(within(1 - b, 1 - a), "the branches", by=from_frontier),
        have(small_test(eps, delta), "tests of a small level", by=line),
        have(exchanged(eps, delta), "tests of a small level", by=other_line),
        have(PBDP(eps, delta), "the definition by such tests", by=backward),
        have(at_the_frontier, "its level and its power"),
    ),
    example=point({**numbers, a: half, b: half}),
    near_misses={
        "above the first bound": without(
            b <= by_rejecting_more(a),
            claim=PBDP(eps, delta),
            witness=point({**numbers, a: quarter, b: 3 * fifth}),
        ),
        "above the second bound": without(
            b <= by_accepting_more(a),
            claim=PBDP(eps, delta),
            witness=point({**numbers, a: 2 * fifth, b: 4 * fifth}),
        ),
    },
    note=(
        "The test that rejects at the first of the two outputs has this level and this power. As the bound is nowhere below the level, the "
        "power may be the bound itself: it is the largest power at its level over all mechanisms with this one guarantee."
    ),
)

above_the_level = Theorem(
    title="The largest power is at least the level",
    source="kifer.x-pbdp-frontier",
    claim=a <= frontier(a),
    derivation=(
        *small_level,
        have(1 <= exp(eps), "the loss is positive"),
        have(x_0 <= delta, "the loss is positive"),
        have((1 - delta) * (1 - a) / (1 - x_0) <= 1 - a, "a factor of at most 1"),
        have(a <= exp(eps) * a, "a factor of at least 1"),
        have(exp(-eps) * (1 - a) <= 1 - a, "a factor of at most 1"),
        have(a <= a * (1 - x_0) / (1 - delta), "a factor of at least 1"),
    ),
    tight=point({**numbers, a: 1}),
)

at_kink = point({eps: log(2), delta: Rational(1, 10), h: Rational(1, 100)})


def up_to_x_0(a):
    """The first branch of the first bound."""
    return 1 - (1 - delta) * (1 - a) / (1 - x_0)


def from_x_0(a):
    """Its second branch."""
    return exp(eps) * a


not_concave = Theorem(
    title="The bound on the power under one guarantee of bounded DP is not concave",
    source="kifer.x-pbdp-frontier",
    claim=AllOf(Eq(up_to_x_0(x_0), delta), 2 * delta < up_to_x_0(x_0 - h) + from_x_0(x_0 + h)),
    derivation=(
        *small_level,
        have(AllOf(Eq(up_to_x_0(x_0), delta), Eq(from_x_0(x_0), delta)), "where the branches meet"),
        have((1 - delta) * h / (1 - x_0) < h, "a slope below 1"),
        have(Eq(up_to_x_0(x_0 - h), delta - (1 - delta) * h / (1 - x_0)), "the first branch"),
        have(1 < exp(eps), "the loss is positive"),
        have(h < exp(eps) * h, "a slope above 1"),
    ),
    example=at_kink,
    near_misses={
        "concave there": variant(up_to_x_0(x_0 - h) + from_x_0(x_0 + h) <= 2 * delta),
    },
    note=(
        "Where they meet both branches of the first bound are delta. Its slope jumps from below 1 to the factor of the loss there. Where the second bound is "
        "larger, as at the point of the near misses, the largest power itself is not concave there. So the mixture of two mechanisms with the "
        "same one guarantee need not have it."
    ),
)
