"""The largest power of a test of a level, between two laws: it is reached, and what bounds it."""

from dpsym.derivations.analysis.ratios_and_shares import k
from dpsym.derivations.conversions.tests_and_losses import event as excess_of_test
from dpsym.derivations.conversions.tests_and_losses import loss
from dpsym.derivations.divergences.relative_entropy import finite
from dpsym.derivations.divergences.second_moment import excess_squared, power_squared
from dpsym.derivations.testing.every_level import best, c, every_level
from dpsym.derivations.vocabulary import a, eighth, half, quarter, sixth, third
from dpsym.language import *

f, g, h, r = (function(name) for name in ("f", "g", "h", "r"))
one, other = function("g_1"), function("g_2")
b = parameter("b", at_least=0, at_most=1, about="level of another test")
e = parameter("e", at_least=0, at_most=1, about="a level between")
s = parameter("s", at_least=0, at_most=1, about="weight of a test in a mixture")
t = parameter("t", about="the total variation distance")
q = parameter("q", at_least=0, at_most=1, about="level of the test for the larger mass")

three = {"P": (half, third, sixth), "Q": (sixth, third, half)}
truthful = {"P": (2 * third, third), "Q": (third, 2 * third)}

level, power = Mass(f(y), Q), Mass(f(y), P)


def no_more(a, p):
    """No test of level a has a power above p."""
    return every_test(Implication(level <= a, power <= p))


def largest(g, a):
    """No test of level a has more power than g, which has this level."""
    return AllOf(ForAll(y, Between(0, g, 1)), Eq(Mass(g, Q), a), no_more(a, Mass(g, P)))


def for_best(body, *tests):
    """`body`, for all tests of the largest power at their levels."""
    return ForAll(tuple(g for g, _ in tests), Implication(AllOf(*(largest(*t) for t in tests)), body))


rejects = Indicator(k * Q(y) < P(y)) + c * Indicator(Eq(k * Q(y), P(y)))

best_test = Theorem(
    title="A test of the largest power at each level",
    claim=Exists((g(y),), largest(g(y), a)),
    derivation=(
        obtain(
            Exists((k, c), Eq(Mass(rejects, Q), a)),
            "a likelihood-ratio test",
            by=every_level.at(a=a, swapped=True),
        ),
        have(
            every_test(Implication(level <= Mass(rejects, Q), power <= Mass(rejects, P))),
            "the lemma of Neyman and Pearson",
            by=best.swapped(),
        ),
        have(
            no_more(a, Mass(rejects, P)),
            "the same level",
            derivation=specialise(
                every_test(Implication(level <= Mass(rejects, Q), power <= Mass(rejects, P))), {f(y): f(y)}
            ),
        ),
        exhibit({g(y): rejects}, "this test"),
    ),
    near_misses={
        "a power of at most a half": variant(no_more(a, half)),
        "a power of at most the level": variant(
            no_more(a, a), witness=point({a: third}, f=(1, 0), **truthful)
        ),
    },
    note="So the largest power at a level is a number, and not only a bound that is approached.",
)

never_less = Theorem(
    title="The largest power is between the level and 1",
    source="kifer.def6-test",
    kind="lemma",
    claim=for_best(AllOf(a <= Mass(g(y), P), Mass(g(y), P) <= 1), (g(y), a)),
    derivation=(
        have(g(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        specialise(no_more(a, Mass(g(y), P)), {f(y): a}, "the test that does not look at the output"),
        have(Eq(Mass(a, P), a), "the masses add up to 1"),
    ),
    near_misses={
        "at most the level": variant(
            for_best(Mass(g(y), P) <= a, (g(y), a)), witness=point({a: third}, g=(1, 0), **truthful)
        ),
        "at most a half": variant(
            for_best(Mass(g(y), P) <= half, (g(y), a)), witness=point({a: third}, g=(1, 0), **truthful)
        ),
    },
)

rises = Theorem(
    title="The largest power rises with the level",
    source="kifer.prop5-necessary-f",
    kind="lemma",
    given=a <= b,
    claim=for_best(Mass(g(y), P) <= Mass(h(y), P), (g(y), a), (h(y), b)),
    derivation=specialise(no_more(b, Mass(h(y), P)), {f(y): g(y)}, "the same test"),
    near_misses={
        "at any two levels": without(
            a <= b, witness=point({a: half, b: sixth}, g=(1, 1, 0), h=(1, 0, 0), **three)
        ),
        "strictly": variant(
            for_best(Mass(g(y), P) < Mass(h(y), P), (g(y), a), (h(y), b)),
            witness=point({a: third, b: third}, g=(1, 0), h=(1, 0), **truthful),
        ),
    },
)

mixed = s * g(y) + (1 - s) * h(y)

concave = Theorem(
    title="The largest power is concave in the level",
    source="kifer.thmB-concave",
    kind="lemma",
    given=s * a + (1 - s) * b <= e,
    claim=for_best(
        s * Mass(g(y), P) + (1 - s) * Mass(h(y), P) <= Mass(r(y), P), (g(y), a), (h(y), b), (r(y), e)
    ),
    derivation=(
        have(Eq(Mass(mixed, Q), s * a + (1 - s) * b), "its level"),
        specialise(no_more(e, Mass(r(y), P)), {f(y): mixed}, "the mixture of the two tests"),
        have(Eq(Mass(mixed, P), s * Mass(g(y), P) + (1 - s) * Mass(h(y), P)), "its power"),
    ),
    near_misses={
        "at the second level": variant(
            for_best(s * Mass(g(y), P) + (1 - s) * Mass(h(y), P) <= Mass(h(y), P), (g(y), a), (h(y), b)),
            given=[],
            witness=point({s: half, a: half, b: sixth}, g=(1, 1, 0), h=(1, 0, 0), **three),
        ),
        "strictly": variant(
            for_best(
                s * Mass(g(y), P) + (1 - s) * Mass(h(y), P) < Mass(r(y), P), (g(y), a), (h(y), b), (r(y), e)
            ),
            witness=point({s: 1, a: third, b: third, e: third}, g=(1, 0), h=(1, 0), r=(1, 0), **truthful),
        ),
    },
)

less_often = Theorem(
    title="A test that is used less often",
    source="kifer.thmB-concave",
    kind="lemma",
    given=s * a <= b,
    claim=for_best(s * Mass(g(y), P) <= Mass(h(y), P), (g(y), a), (h(y), b)),
    derivation=(
        have(Eq(Mass(s * g(y), Q), s * a), "its level"),
        specialise(no_more(b, Mass(h(y), P)), {f(y): s * g(y)}, "else never reject"),
        have(Eq(Mass(s * g(y), P), s * Mass(g(y), P)), "its power"),
    ),
    near_misses={
        "at any level": variant(
            given=[], witness=point({s: 1, a: half, b: sixth}, g=(1, 1, 0), h=(1, 0, 0), **three)
        ),
        "strictly": variant(
            for_best(s * Mass(g(y), P) < Mass(h(y), P), (g(y), a), (h(y), b)),
            witness=point({s: 1, a: third, b: third}, g=(1, 0), h=(1, 0), **truthful),
        ),
    },
)

more_often = Theorem(
    title="A test that also rejects when it is not used",
    source="kifer.thmB-concave",
    kind="lemma",
    given=s * a + 1 - s <= b,
    claim=for_best(s * Mass(g(y), P) + 1 - s <= Mass(h(y), P), (g(y), a), (h(y), b)),
    derivation=(
        have(Eq(Mass(s * g(y) + 1 - s, Q), s * a + 1 - s), "its level"),
        specialise(no_more(b, Mass(h(y), P)), {f(y): s * g(y) + 1 - s}, "else always reject"),
        have(Eq(Mass(s * g(y) + 1 - s, P), s * Mass(g(y), P) + 1 - s), "its power"),
    ),
    near_misses={
        "at any level": variant(
            given=[], witness=point({s: 1, a: half, b: sixth}, g=(1, 1, 0), h=(1, 0, 0), **three)
        ),
        "strictly": variant(
            for_best(s * Mass(g(y), P) + 1 - s < Mass(h(y), P), (g(y), a), (h(y), b)),
            witness=point({s: 1, a: third, b: third}, g=(1, 0), h=(1, 0), **truthful),
        ),
    },
)

slopes = Theorem(
    title="The largest power over the level falls, and so does the rest over the rest",
    source="kifer.thmB-concave",
    kind="lemma",
    given=a <= b,
    claim=for_best(
        AllOf(
            a * Mass(other(y), P) <= b * Mass(one(y), P),
            (1 - b) * Mass(one(y), P) + b - a <= (1 - a) * Mass(other(y), P),
        ),
        (one(y), a),
        (other(y), b),
    ),
    derivation=(
        have(one(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        have(other(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        have(
            a * Mass(other(y), P) <= b * Mass(one(y), P),
            "a test that is used less often",
            derivation=cases(
                0 < b,
                (
                    let(s, a / b, (0 <= s, s <= 1, Eq(s * b, a)), "how often"),
                    have(
                        s * Mass(other(y), P) <= Mass(one(y), P),
                        "else never reject",
                        by=less_often.at(a=b, b=a, g=other(y), h=one(y)),
                    ),
                ),
            ),
        ),
        have(
            (1 - b) * Mass(one(y), P) + b - a <= (1 - a) * Mass(other(y), P),
            "a test that also rejects when it is not used",
            derivation=cases(
                a < 1,
                (
                    let(s, (1 - b) / (1 - a), (0 <= s, s <= 1, Eq(s * (1 - a), 1 - b)), "how often"),
                    have(
                        s * Mass(one(y), P) + 1 - s <= Mass(other(y), P),
                        "else always reject",
                        by=more_often.at(g=one(y), h=other(y)),
                    ),
                ),
            ),
        ),
    ),
    near_misses={
        "at any two levels": without(
            a <= b, witness=point({a: half, b: sixth}, g_1=(1, 1, 0), g_2=(1, 0, 0), **three)
        ),
        "the other way round": variant(
            for_best(b * Mass(one(y), P) <= a * Mass(other(y), P), (one(y), a), (other(y), b)),
            witness=point({a: third, b: 1}, g_1=(1, 0), g_2=(1, 1), **truthful),
        ),
    },
)

larger = Indicator(Q(y) < P(y))

above_distance = Theorem(
    title="The largest power exceeds the level by a part of the total variation distance",
    source="kifer.thmB-concave",
    kind="lemma",
    claim=for_best(
        AllOf(
            a + HockeyStick(0) * Min(a, 1 - a) <= Mass(g(y), P),
            a + HockeyStick(0) * a * (1 - a) <= Mass(g(y), P),
        ),
        (g(y), a),
    ),
    derivation=(
        have(Eq(Max(0, P(y) - exp(0) * Q(y)), larger * P(y) - larger * Q(y)), "the larger mass"),
        have(Eq(HockeyStick(0), Mass(larger, P) - Mass(larger, Q)), "sum over the outputs"),
        have(larger * Q(y) <= Q(y), "a test rejects with probability at most 1"),
        have(0 <= Mass(larger, Q), "no mass is negative"),
        let(
            t,
            HockeyStick(0),
            (0 <= t, Eq(HockeyStick(0), t), Eq(Mass(larger, P) - Mass(larger, Q), t)),
            "the distance",
        ),
        let(
            q,
            Mass(larger, Q),
            (0 <= q, q <= 1, Eq(Mass(larger, Q), q), Eq(Mass(larger, P), q + t)),
            "the level of the test for the larger mass",
        ),
        have(
            AllOf(a + t * Min(a, 1 - a) <= Mass(g(y), P), a + t * a * (1 - a) <= Mass(g(y), P)),
            "this test, mixed with one that does not look",
            derivation=cases(
                q <= a,
                cases(
                    q < 1,
                    (
                        let(
                            s,
                            (1 - a) / (1 - q),
                            (0 <= s, s <= 1, 1 - a <= s, Eq(s * (1 - q), 1 - a)),
                            "how often",
                        ),
                        have(Between(0, s * larger + 1 - s, 1), "a probability"),
                        have(Eq(Mass(s * larger + 1 - s, Q), s * q + 1 - s), "its level"),
                        specialise(
                            no_more(a, Mass(g(y), P)), {f(y): s * larger + 1 - s}, "else always reject"
                        ),
                        have(Eq(Mass(s * larger + 1 - s, P), s * (q + t) + 1 - s), "its power"),
                        have(a + s * t <= Mass(g(y), P), "its power"),
                        have(t * (1 - a) <= t * s, "how often"),
                        have(t * Min(a, 1 - a) <= t * (1 - a), "the smaller of both"),
                        have(t * a * (1 - a) <= t * (1 - a), "a smaller factor"),
                    ),
                    (
                        have(Eq(a, 1), "surely"),
                        specialise(
                            no_more(a, Mass(g(y), P)), {f(y): a}, "the test that does not look at the output"
                        ),
                        have(Eq(Mass(a, P), a), "the masses add up to 1"),
                        have(Eq(t * Min(a, 1 - a), 0), "nothing is added"),
                        have(Eq(t * a * (1 - a), 0), "nothing is added"),
                    ),
                ),
                (
                    let(s, a / q, (0 <= s, s <= 1, a <= s, Eq(s * q, a)), "how often"),
                    have(Between(0, s * larger, 1), "a probability"),
                    have(Eq(Mass(s * larger, Q), s * q), "its level"),
                    specialise(no_more(a, Mass(g(y), P)), {f(y): s * larger}, "else never reject"),
                    have(Eq(Mass(s * larger, P), s * (q + t)), "its power"),
                    have(a + s * t <= Mass(g(y), P), "its power"),
                    have(t * a <= t * s, "how often"),
                    have(t * Min(a, 1 - a) <= t * a, "the smaller of both"),
                    have(t * a * (1 - a) <= t * a, "a smaller factor"),
                ),
            ),
        ),
    ),
    near_misses={
        "the whole distance": variant(
            for_best(a + HockeyStick(0) <= Mass(g(y), P), (g(y), a)),
            witness=point({a: 1}, g=(1, 1), **truthful),
        ),
    },
)

far_apart = Theorem(
    title="The largest power at a level that the larger mass leaves",
    source="kifer.def6-test",
    kind="lemma",
    claim=for_best(Implication(1 - HockeyStick(0) <= a, HockeyStick(0) <= Mass(g(y), P)), (g(y), a)),
    derivation=(
        have(Eq(Max(0, P(y) - exp(0) * Q(y)), larger * P(y) - larger * Q(y)), "the larger mass"),
        have(Eq(HockeyStick(0), Mass(larger, P) - Mass(larger, Q)), "sum over the outputs"),
        have(larger * P(y) <= P(y), "a test rejects with probability at most 1"),
        Chain(Mass(larger, Q))
        .eq(Mass(larger, P) - HockeyStick(0), "the excess of the event")
        .le(1 - HockeyStick(0), "the masses add up to 1")
        .le(a, "as supposed"),
        specialise(no_more(a, Mass(g(y), P)), {f(y): larger}, "the test for the larger mass"),
        Chain(HockeyStick(0))
        .eq(Mass(larger, P) - Mass(larger, Q), "the excess of the event")
        .le(Mass(larger, P), "no mass is negative")
        .le(Mass(g(y), P), "the largest power"),
    ),
    near_misses={
        "at any level": variant(
            for_best(HockeyStick(0) <= Mass(g(y), P), (g(y), a)),
            witness=point(
                {a: eighth}, P=(3 * eighth, 3 * eighth, quarter), Q=(eighth, eighth, 3 * quarter), g=(1, 0, 0)
            ),
        ),
    },
)

no_distance = Theorem(
    title="Where the largest power is the level the laws are equal",
    source="kifer.def6-test",
    kind="lemma",
    given=(0 < a, a < 1),
    claim=for_best(Implication(Mass(g(y), P) <= a, HockeyStick(0) <= 0), (g(y), a)),
    derivation=(
        have(
            a + HockeyStick(0) * a * (1 - a) <= Mass(g(y), P),
            "a part of the distance",
            by=above_distance.at(g=g(y)),
        ),
        have(0 < a * (1 - a), "both factors are positive"),
    ),
    near_misses={
        "at level 1": without(a < 1, witness=point({a: 1}, g=(1, 1), **truthful)),
    },
)

within_hockey_stick = Theorem(
    title="The largest power and the hockey stick",
    source="canonne2020",
    kind="lemma",
    claim=for_best(Mass(g(y), P) <= exp(loss) * a + HockeyStick(loss), (g(y), a)),
    derivation=have(
        Mass(g(y), P) - exp(loss) * Mass(g(y), Q) <= HockeyStick(loss),
        "the excess of a test",
        by=excess_of_test.at(f=g(y)),
    ),
    near_misses={
        "without the level": variant(for_best(Mass(g(y), P) <= HockeyStick(loss), (g(y), a))),
    },
)

within_moment = Theorem(
    title="The largest power and the moment of order 2",
    source="langlois2014",
    kind="lemma",
    given=finite,
    claim=for_best(
        AllOf(
            Mass(g(y), P) ** 2 <= RenyiMoment(2) * a,
            (Mass(g(y), P) - a) ** 2 <= (RenyiMoment(2) - 1) * a * (1 - a),
        ),
        (g(y), a),
    ),
    derivation=(
        have(
            Mass(g(y), P) ** 2 <= RenyiMoment(2) * Mass(g(y), Q),
            "the power of a test",
            by=power_squared.at(f=g(y)),
        ),
        have(
            (Mass(g(y), P) - Mass(g(y), Q)) ** 2
            <= (RenyiMoment(2) - 1) * Mass(g(y), Q) * (1 - Mass(g(y), Q)),
            "how far it is from the level",
            by=excess_squared.at(f=g(y)),
        ),
    ),
    near_misses={
        "with infinite losses left out": without(
            finite, witness=point({a: 0}, P=(half, half), Q=(0, 1), g=(1, 0))
        ),
    },
)
