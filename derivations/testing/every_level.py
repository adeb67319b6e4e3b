"""Likelihood-ratio tests reach every level, and the power of the best test of each level."""

from dpsym.derivations.analysis.ratios_and_shares import as_ratio, k, s
from dpsym.derivations.divergences.ratios_at_a_limit import falls, rises
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import a, apart, half
from dpsym.language import *

c = parameter("c", at_least=0, at_most=1, about="probability of rejecting at the threshold")
r, h = function("r"), function("h")
v, v_0, v_1, v_2 = (Outcome(name) for name in ("v", "v_0", "v_1", "v_2"))

rejects = Indicator(k * P(y) < Q(y)) + c * Indicator(Eq(k * P(y), Q(y)))


def no_better_than(test):
    """Every test whose level is at most that of `test` has at most its power."""
    return every_test(Implication(level <= Mass(test, P), power <= Mass(test, Q)))


# r(y): the share of the second law in the sum of both, where the first law is positive.
share = Piecewise((Q(y) / (P(y) + Q(y)), 0 < P(y)), (Integer(0), True))
shares = ForAll(y, Implication(0 < P(y), Eq(r(y) * (P(y) + Q(y)), Q(y))))


def from_there(v):
    """The probability of a share of at least that at v."""
    return Total(Indicator(r(v) <= r(y)) * P(y), y)


def beyond(s):
    """The probability of a share above s."""
    return Total(Indicator(s < r(y)) * P(y), y)


def there(s):
    """The probability of the share s."""
    return Total(Indicator(Eq(r(y), s)) * P(y), y)


named = ForAll(v, Eq(h(v), from_there(v)))


def enough(v):
    """Least where the share is largest among those from which on there is enough."""
    return Piecewise((-r(v), a <= h(v)), (Integer(1), True))


def next_share(v):
    """Least at the least share above that at v_0."""
    return Piecewise((r(v), r(v_0) < r(v)), (Integer(2), True))


shared = Exists((s,), AllOf(beyond(s) <= a, a <= beyond(s) + there(s)))

splitting = Theorem(
    title="A share that splits a law at any probability",
    kind="lemma",
    claim=ForAll(r(y), Implication(ForAll(y, AllOf(0 <= r(y), r(y) < 1)), shared)),
    derivation=(
        let(h(v), from_there(v), (named,), "as named"),
        ArgMin(v_1, r(v_1), v, "the least share"),
        have(Eq(Indicator(r(v_1) <= r(y)) * P(y), P(y)), "the least share"),
        have(Eq(from_there(v_1), Total(P(y), y)), "the least share"),
        specialise(named, {v: v_1}, "as named"),
        Chain(h(v_1))
        .eq(from_there(v_1), "as named")
        .eq(Total(P(y), y), "the least share")
        .eq(1, "the masses add up to 1"),
        ArgMin(v_0, enough(v_0), v, "the largest share from which on there is enough"),
        have(enough(v_0) <= enough(v_1), "the least share is one"),
        have(enough(v_1) <= 0, "the least share is one"),
        have(
            a <= h(v_0),
            "the least share is one",
            derivation=cases(a <= h(v_0), (), have(Eq(enough(v_0), 1), "otherwise")),
        ),
        have(Eq(enough(v_0), -r(v_0)), "there is enough"),
        have(
            Implication(a <= h(v), r(v) <= r(v_0)),
            "the largest",
            derivation=(
                have(Eq(enough(v), -r(v)), "there is enough"),
                have(enough(v_0) <= enough(v), "the largest"),
            ),
        ),
        specialise(named, {v: v_0}, "as named"),
        have(
            beyond(r(v_0)) <= a,
            "otherwise there were a larger one",
            derivation=cases(
                a < beyond(r(v_0)),
                (
                    ArgMin(v_2, next_share(v_2), v, "the next share"),
                    cases(
                        r(v_0) < r(v_2),
                        (
                            have(Eq(next_share(v_2), r(v_2)), "a larger share"),
                            have(
                                Implication(r(v_0) < r(v), r(v_2) <= r(v)),
                                "the next share",
                                derivation=(
                                    have(Eq(next_share(v), r(v)), "a larger share"),
                                    have(next_share(v_2) <= next_share(v), "the next share"),
                                ),
                            ),
                            have(
                                Indicator(r(v_0) < r(y)) * P(y) <= Indicator(r(v_2) <= r(y)) * P(y),
                                "the next share",
                            ),
                            have(beyond(r(v_0)) <= from_there(v_2), "sum over the outputs"),
                            specialise(named, {v: v_2}, "as named"),
                        ),
                        (
                            have(Eq(next_share(v_2), 2), "no larger share"),
                            have(Eq(Indicator(r(v_0) < r(y)) * P(y), 0), "no larger share"),
                            have(Eq(beyond(r(v_0)), 0), "no larger share"),
                        ),
                    ),
                ),
            ),
        ),
        have(
            Eq(Indicator(r(v_0) <= r(y)), Indicator(r(v_0) < r(y)) + Indicator(Eq(r(y), r(v_0)))),
            "at least it",
        ),
        have(Eq(from_there(v_0), beyond(r(v_0)) + there(r(v_0))), "sum over the outputs"),
        have(a <= beyond(r(v_0)) + there(r(v_0)), "as chosen"),
        exhibit({s: r(v_0)}, "this share"),
    ),
    near_misses={
        "at any share": variant(beyond(s) <= a, witness=point({a: 0, s: 0}, P=(half, half), r=(half, half))),
        "at any share from below": variant(a <= beyond(s) + there(s)),
    },
    note="Finite outputs are essential for probability 0: shares that are uniform on the interval from 0 to 1 exceed every share below 1 with positive probability.",
)


every_level = Theorem(
    title="A likelihood-ratio test of every level",
    claim=Exists((k, c), Eq(Mass(rejects, P), a)),
    derivation=(
        let(r(y), share, (ForAll(y, AllOf(0 <= r(y), r(y) < 1)), shares), "the share of the second law"),
        obtain(shared, "a share that splits the first law there", by=splitting.at(r=r(y))),
        let(k, s / (1 - s), (0 <= k, Eq(k * (1 - s), s)), "as a ratio"),
        have(
            Eq(Indicator(k * P(y) < Q(y)) * P(y), Indicator(s < r(y)) * P(y)),
            "the same outputs",
            by=as_ratio.at(p=P(y), q=Q(y), w=r(y)),
        ),
        have(
            Eq(Indicator(Eq(k * P(y), Q(y))) * P(y), Indicator(Eq(r(y), s)) * P(y)),
            "the same outputs",
            by=as_ratio.at(p=P(y), q=Q(y), w=r(y)),
        ),
        cases(
            0 < there(s),
            let(
                c,
                (a - beyond(s)) / there(s),
                (0 <= c, c <= 1, Eq(c * there(s), a - beyond(s))),
                "what is missing",
            ),
            let(c, Integer(0), (0 <= c, c <= 1, Eq(c * there(s), a - beyond(s))), "nothing is missing"),
        ),
        have(Eq(Mass(rejects, P), beyond(s) + c * there(s)), "sum over the outputs"),
        exhibit({k: k, c: c}, "this test"),
    ),
    near_misses={
        "at any threshold": variant(Eq(Mass(rejects, P), a), witness=point({a: half, k: 1, c: 0}, **apart)),
        "without a draw at the threshold": variant(Eq(Mass(Indicator(k * P(y) < Q(y)), P), a)),
    },
    note=(
        "The threshold is the last share of the second law, in the sum of both, from which on the first law has at least this probability. At the "
        "threshold the test draws. Finite outputs are essential at level 0: for two normal laws of variance 1 with means 0 and 1 every finite threshold has a positive level."
    ),
)

best = Theorem(
    title="No test has more power than the likelihood-ratio test of its level",
    source=(of_any_spaces("kifer.def4-lrt"), of_any_spaces("kifer.prop6-dgm-observations")),
    claim=no_better_than(rejects),
    derivation=(
        have(
            0 <= (rejects - f(y)) * (Q(y) - k * P(y)),
            "both factors have the same sign",
            split=(k * P(y) < Q(y), Q(y) < k * P(y)),
        ),
        have(
            Total(f(y) * (Q(y) - k * P(y)), y) <= Total(rejects * (Q(y) - k * P(y)), y),
            "sum over the outputs",
        ),
        have(power - k * level <= Mass(rejects, Q) - k * Mass(rejects, P), "power and level of both tests"),
    ),
    near_misses={
        "tests of any level": variant(every_test(power <= Mass(rejects, Q))),
        "rejecting where the first law is larger": variant(no_better_than(Indicator(Q(y) < k * P(y)))),
    },
    note=(
        "The lemma of Neyman and Pearson. So the largest power at a level, between two laws on finitely many outputs, is reached: by a test that rejects where the ratio of the "
        "second law to the first is above a threshold. Its logarithm is minus a privacy loss; the threshold 0 rejects whatever the second law can give."
    ),
)

k_0 = parameter(
    "k_0", above=0, about="the threshold of a level: the least one above which no level is larger"
)
w = parameter("w", above=k_0, about="a larger threshold")
u = parameter("u", above=1 / k_0, about="such a ratio of a smaller threshold")
beyond_it = Probability(k_0 * P(y) < Q(y), P)
at_it = Probability(Eq(k_0 * P(y), Q(y)), P)
larger = ForAll(w, Probability(w * P(y) < Q(y), P) <= a)
smaller = ForAll(u, a <= Probability(P(y) <= u * Q(y), P))
rejects_there = Indicator(k_0 * P(y) < Q(y)) + c * Indicator(Eq(k_0 * P(y), Q(y)))

at_the_threshold = Theorem(
    title="At the threshold of a level a likelihood-ratio test has this level",
    source="kifer.prop6-dgm-observations",
    given=(larger, smaller),
    claim=Exists(c, Eq(Mass(rejects_there, P), a)),
    derivation=(
        have(beyond_it <= a, "the limit from above", by=rises.at(P=Q(y), Q=P(y), V=P(y), k=k_0, b=a)),
        have(
            a <= Probability(P(y) <= Q(y) / k_0, P),
            "the limit from below",
            by=falls.at(V=P(y), k=1 / k_0, b=a),
        ),
        have(
            Eq(Indicator(P(y) <= Q(y) / k_0), Indicator(k_0 * P(y) < Q(y)) + Indicator(Eq(k_0 * P(y), Q(y)))),
            "one of both",
            derivation=(
                cases(
                    k_0 * P(y) <= Q(y),
                    have(P(y) <= Q(y) / k_0, "divide"),
                    have(Q(y) / k_0 < P(y), "divide"),
                ),
            ),
        ),
        have(a <= beyond_it + at_it, "sum over the outputs"),
        cases(
            0 < at_it,
            let(
                c, (a - beyond_it) / at_it, (0 <= c, c <= 1, Eq(c * at_it, a - beyond_it)), "what is missing"
            ),
            let(c, Integer(0), (0 <= c, c <= 1, Eq(c * at_it, a - beyond_it)), "nothing is missing"),
        ),
        have(Eq(Mass(rejects_there, P), beyond_it + c * at_it), "sum over the outputs"),
        exhibit({c: c}, "this probability"),
    ),
    example=point({a: half, k_0: 1}, P=(half, half), Q=(half, half)),
    near_misses={
        "without a draw at the threshold": variant(Eq(beyond_it, a)),
        "with a draw above the threshold only": variant(Exists(c, Eq(c * beyond_it, a))),
    },
    note=(
        "For a level a above 0 let k_0 be the greatest lower bound of the thresholds at which the level is at most a. There are some, on any outputs, for the level at a threshold w is at most 1/w. "
        "If k_0 is not 0, both suppositions hold of it, and the test that draws at the threshold k_0 is the likelihood-ratio test of the level. If it is 0, the outputs that the second law can give have a probability of at most a under the first law; "
        "the test with threshold 0 rejects all of these, and draws among the others. "
        "No test of the level has more power, by the lemma of Neyman and Pearson. At level 0 that test has most power which rejects what only the second law can give."
    ),
)
