"""Posteriors below 1: no output rules a world out, so no test decides without error, and the two laws overlap."""

from dpsym.derivations.vocabulary import half, p, third, truthful, y_0
from dpsym.language import *
from dpsym.language.notions import absolutely_continuous

f = function("f")
p = p.ranging(above=0, below=1)
b = parameter("b", at_most=1, about="a bound that no posterior reaches")

finite = absolutely_continuous(Pair())
one_sided = {"P": (half, half), "Q": (1, 0)}  # only the first law gives the second output


def posterior(one, other):
    """The probability of the first law after an output."""
    return (p * one(y)) / (p * one(y) + (1 - p) * other(y))


def at_each(said):
    """What is said of the posterior, at every output that is possible."""
    return ForAll(y, Implication(0 < P(y) + Q(y), said))


def possible(said):
    """The steps from this of the posterior to the fact that the second law gives what the first does."""
    certain = (
        have(0 < P(y) + Q(y), "the output is possible"),
        have(said, "the posterior is not 1"),
        have(Eq(Q(y), 0), "the second law does not give it"),
        have(Eq(p * P(y) + (1 - p) * Q(y), p * P(y)), "only the first law is left"),
        have(Eq(posterior(P, Q), 1), "the posterior is 1"),
    )
    return have(
        Implication(0 < P(y), 0 < Q(y)),
        "else the posterior would be 1",
        derivation=cases(Q(y) <= 0, certain),
    )


below = posterior(P, Q) < b
by_bound = Theorem(
    title="Posteriors below a bound of at most 1 rule no output out",
    given=at_each(below),
    claim=finite,
    derivation=possible(below),
    example=point({p: half, b: 1}, **truthful),
    near_misses={
        "with a posterior of 1": variant(given=[at_each(posterior(P, Q) <= b)]),
        "the posterior of the other law": variant(
            given=[at_each(posterior(Q, P) < b)], witness=point({p: half, b: 1}, **one_sided)
        ),
    },
)

uncertain = Ne(posterior(P, Q), 1)
by_doubt = Theorem(
    title="Posteriors other than 1 rule no output out",
    given=at_each(uncertain),
    claim=finite,
    derivation=possible(uncertain),
    example=point({p: half}, **truthful),
    near_misses={
        "the posterior of the other law": variant(
            given=[at_each(Ne(posterior(Q, P), 1))], witness=point({p: half}, **one_sided)
        ),
    },
)

level, power = Mass(f(y), Q), Mass(f(y), P)
rejected = f(y_0) * P(y_0)
no_level_no_power = every_test(power <= Indicator(0 < level))
no_sure_test = Theorem(
    title="Where no output rules a law out, a test without errors under it never rejects",
    given=finite,
    claim=no_level_no_power,
    derivation=cases(
        level <= 0,
        (
            have(
                Eq(rejected, 0),
                "the test does not reject where the first law gives anything",
                derivation=(
                    Chain(f(y_0) * Q(y_0))
                    .eq(Total(Indicator(Eq(y, y_0)) * f(y) * Q(y), y), "one output")
                    .le(level, "a part of the sum")
                    .le(0, "no level"),
                    specialise(finite, {y: y_0}, "at this output"),
                    cases(0 < Q(y_0), have(Eq(f(y_0), 0), "a factor"), have(Eq(P(y_0), 0), "no mass")),
                ),
            ),
            Chain(power).eq(0, "a sum of zeros"),
        ),
        Chain(power).le(Total(P(y), y), "f is at most 1").eq(1, "the mass of a law"),
    ),
    example=point(**truthful),
    near_misses={
        "where an output rules the second law out": without(finite),
        "laws exchanged": variant(
            given=[absolutely_continuous(Pair().swapped)], witness=point(**one_sided, f=(0, 1))
        ),
    },
    note="A level is 0 or positive: what is said is that the power is 0 where the level is.",
)

larger = Q(y) < P(y)
excess = Probability(larger, P) - Probability(larger, Q)
overlap = Theorem(
    title="Where no output rules a law out, the laws overlap",
    given=finite,
    claim=HockeyStick(0) < 1,
    derivation=(
        have(
            Probability(larger, P) <= Indicator(0 < Probability(larger, Q)),
            "the outputs that the first law gives more often, as a test",
            by=no_sure_test.at(f=Indicator(larger)),
        ),
        have(Probability(larger, P) <= 1, "a probability"),
        have(0 <= Probability(larger, Q), "a probability"),
        have(
            excess < 1,
            "the second law gives them, or neither does",
            derivation=cases(Probability(larger, Q) <= 0, have(Probability(larger, P) <= 0, "no power")),
        ),
        Chain(HockeyStick(0)).eq(excess, "output by output").lt(1, "as shown"),
    ),
    example=point(**truthful),
    near_misses={
        "where outputs rule the laws out": without(finite),
        "overlap by two thirds": variant(
            HockeyStick(0) <= third,
            witness=point(P=(Rational(3, 4), Rational(1, 4)), Q=(Rational(1, 4), Rational(3, 4))),
        ),
    },
)
