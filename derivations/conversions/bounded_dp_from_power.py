"""Bounded DP read off the power of tests: the last level at which the power exceeds e^eps times the level."""

from dpsym.derivations.analysis.ratios_and_shares import k
from dpsym.derivations.conversions.bounded_by_small_tests import small_test
from dpsym.derivations.divergences.ratios_at_a_limit import falls as limit_of_ratios
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.testing.every_level import best, c, no_better_than, rejects
from dpsym.derivations.vocabulary import apart, delta, delta_p, eps, equal, half, quarter
from dpsym.language import *

eps = eps.ranging(above=0)
delta = delta.ranging(above=0, at_most=1)
delta_p = delta_p.ranging(at_least=delta, at_most=1)
gamma = parameter("gamma", above=0, at_most=1, about="probability of asking the test at all")
x_0 = exp(-eps) * delta
x = parameter("x", above=x_0, at_most=1, about="a larger level")


def below_the_line(x):
    """A test of level at most x has power at most e^eps x."""
    return every_test(Implication(level <= x, power <= exp(eps) * x))


beyond = ForAll(x, below_the_line(x))
z = parameter("z", about="a level between the two powers, divided by e^eps")
middle = exp(-eps) * (power + delta) / 2

sufficient = Theorem(
    title="Where the power stays below the line beyond a level, bounded DP holds there",
    source=of_any_spaces("kifer.x-pbdp-roc"),
    given=beyond,
    claim=small_test(eps, delta),
    derivation=(
        have(exp(-eps) < 1, "the loss is positive"),
        have(f(y) * Q(y) <= Q(y), "a test rejects with probability at most 1"),
        cases(
            delta < power,
            (
                have(exp(-eps) * ((power + delta) / 2) <= (power + delta) / 2, "the loss is positive"),
                let(
                    z,
                    middle,
                    (x_0 < z, z <= 1, Eq(exp(eps) * z, (power + delta) / 2)),
                    "between the two powers",
                ),
                specialise(beyond, {x: z, f(y): f(y)}, "at a level in between"),
                have(level <= z, "a small level"),
                have(power <= exp(eps) * z, "the power at this level"),
            ),
        ),
    ),
    example=point({eps: log(2), delta: 1}, **equal),
)

necessary = Theorem(
    title="Beyond the level of bounded DP the power stays below the line",
    source="kifer.x-pbdp-roc",
    given=small_test(eps, delta),
    claim=beyond,
    derivation=(
        have(0 < x, "a larger level"),
        let(gamma, x_0 / x, (0 < gamma, gamma <= 1, Eq(gamma * x, x_0)), "the level is larger"),
        have(gamma * level <= gamma * x, "the level of the test"),
        specialise(small_test(eps, delta), {f(y): gamma * f(y)}, "ask the test with this probability"),
        have(gamma * power <= delta, "the thinned test has a small level"),
        have(Eq(gamma * (exp(eps) * x), delta), "cancel"),
        have(gamma * power <= gamma * (exp(eps) * x), "as named"),
    ),
    example=point({eps: log(2), delta: 1}, **equal),
    near_misses={
        "strictly below": variant(
            ForAll(x, every_test(Implication(level <= x, power < exp(eps) * x))),
            note="a pair whose power runs along the line for a while needs no probability of failure",
        ),
        "at smaller levels too": variant(below_the_line(exp(-eps) * delta / 2)),
        "whatever the power": variant(AllOf(0 < delta, beyond), given=[]),
    },
    note=(
        "So for one order of the laws the least failure probability is e^eps times the last level at which some test has a power strictly "
        "above the line, and 0 where there is none."
    ),
)

larger = Theorem(
    title="Bounded DP holds with every larger probability of failure",
    source="kifer.x-pbdp-roc",
    given=small_test(eps, delta),
    claim=small_test(eps, delta_p),
    derivation=(
        let(
            gamma,
            delta / delta_p,
            (0 < gamma, gamma <= 1, Eq(gamma * delta_p, delta)),
            "the probability of failure is larger",
        ),
        have(gamma * level <= gamma * (exp(-eps) * delta_p), "the level of the test"),
        specialise(small_test(eps, delta), {f(y): gamma * f(y)}, "ask the test with this probability"),
        have(gamma * power <= gamma * delta_p, "the thinned test has a small level"),
    ),
    example=point({eps: log(2), delta: half, delta_p: 1}, **equal),
    near_misses={
        "the smaller one from the larger": variant(small_test(eps, delta), given=[small_test(eps, delta_p)]),
    },
)

impossible = Probability(P(y) <= 0, Q)
r = parameter("r", at_least=0, about="a ratio of the second law to the first")
large = r * P(y) < Q(y)

lower_limit = Theorem(
    title="What only the second law can give is a lower bound on the failure probability",
    source="kifer.x-pbdp-roc",
    given=small_test(eps, delta),
    claim=impossible <= delta,
    derivation=(
        have(Eq(Indicator(P(y) <= 0) * P(y), 0), "such outputs have no mass", split=[P(y) <= 0]),
        have(Eq(Total(Indicator(P(y) <= 0) * P(y), y), 0), "such outputs have no mass"),
        have(Total(Indicator(P(y) <= 0) * P(y), y) <= x_0, "a small level"),
        specialise(
            small_test(eps, delta), {f(y): Indicator(P(y) <= 0)}, "reject what the first law cannot give"
        ),
    ),
    example=point({eps: log(2), delta: 1}, **equal),
)

upper_limit = Theorem(
    title="For a large loss the failure probability comes close to what only the second law can give",
    source="kifer.x-pbdp-roc",
    given=Probability(large, Q) + r * (exp(-eps) * delta) <= delta,
    claim=small_test(eps, delta),
    derivation=(
        have(f(y) * Q(y) <= Q(y), "a test rejects with probability at most 1"),
        have(
            f(y) * Q(y) <= Indicator(large) * Q(y) + r * (f(y) * P(y)),
            "output by output",
            derivation=cases(large, (), have(f(y) * Q(y) <= f(y) * (r * P(y)), "a smaller ratio")),
        ),
        Chain(power).le(Probability(large, Q) + r * level, "sum over the outputs"),
        have(r * level <= r * (exp(-eps) * delta), "a small level"),
    ),
    example=point({eps: log(2), delta: 1, r: 1}, **equal),
    near_misses={
        "what only the second law can give": variant(
            given=[impossible + r * (exp(-eps) * delta) <= delta],
            witness=point({eps: log(2), delta: half, r: 0}, P=(Rational(1, 10), Rational(9, 10)), Q=(1, 0)),
        ),
    },
    note="As r grows, the probability of a larger ratio falls to that of what only the second law can give, by the next theorem.",
)

w = parameter("w", above=0, about="a ratio of the first law to the second")
b = parameter("b", about="a lower bound on the probability of a ratio of at most w, whatever w is")
at_every_ratio = ForAll(w, b <= Probability(P(y) <= w * Q(y), Q))

falls = Theorem(
    title="The probability of a small ratio falls to that of what only the second law can give",
    source="kifer.x-pbdp-roc",
    given=at_every_ratio,
    claim=b <= impossible,
    derivation=have(b <= impossible, "the limit at 0", by=limit_of_ratios.at(k=0, V=Q(y))),
    example=point({b: 0}, P=(half, half), Q=(half, half)),
    near_misses={
        "at one ratio": variant(given=[b <= Probability(P(y) <= Q(y), Q)]),
        "of what only the first law can give": variant(b <= Probability(Q(y) <= 0, P)),
    },
    note=(
        "So a number above the probability of what only the second law can give is above the probability that the ratio of the first law to the "
        "second is at most w, for some w. With r = 1/w in the theorem before, bounded DP holds with this number as probability of failure, whenever the loss is large "
        "enough: as it grows, the least probability of failure tends to that of what only the second law can give."
    ),
)

d = parameter("d", above=0, at_most=1, about="another probability of failure")
least = ForAll(d, Implication(small_test(eps, d), delta <= d))
its_level, its_power = Mass(rejects, P), Mass(rejects, Q)

eighth = Rational(1, 8)
apart_by_three = {
    "P": (eighth, eighth, 3 * quarter),
    "Q": (3 * eighth, 3 * eighth, quarter),
    "f": (1, 0, 0),
}

above_the_power = Theorem(
    title="A probability above the power of the best test at a larger level bounds the failure too",
    source="kifer.x-pbdp-roc",
    given=(Eq(its_level, x_0), d <= delta, its_power <= d),
    claim=small_test(eps, d),
    derivation=(
        have(no_better_than(rejects), "the best test of this level", by=best),
        have(exp(-eps) * d <= x_0, "a smaller level"),
        have(Implication(level <= exp(-eps) * d, level <= its_level), "a smaller level"),
        specialise(no_better_than(rejects), {f(y): f(y)}, "this test"),
        have(Implication(level <= its_level, power <= its_power), "the best test"),
    ),
    example=point({eps: log(2), delta: 1, d: 1, k: 0, c: half}, **apart),
    near_misses={
        "below the power": without(
            its_power <= d,
            witness=point({eps: log(2), delta: half, d: quarter, k: 3, c: 1}, **apart_by_three),
        ),
        "beyond the level": without(
            d <= delta,
            witness=point(
                {eps: log(2), delta: eighth, d: quarter, k: 3, c: quarter},
                **apart_by_three,
            ),
        ),
    },
    note=(
        "So the least probability of failure is the power of a likelihood-ratio test whose level is that probability times e to minus the loss: no smaller "
        "one will do, by this test itself, and every one between will do."
    ),
)

on_the_line = Theorem(
    title="At the least failure probability the power of the best test is this probability",
    given=(Eq(its_level, x_0), small_test(eps, delta), least),
    claim=Eq(its_power, delta),
    derivation=(
        have(exp(-eps) <= 1, "the loss is positive"),
        have(x_0 <= delta, "the loss is positive"),
        specialise(small_test(eps, delta), {f(y): rejects}, "this test"),
        have(its_power <= delta, "a small level"),
        have(
            delta <= its_power,
            "otherwise a smaller probability would do",
            derivation=cases(
                its_power < delta,
                (
                    have(0 <= its_power, "no mass is negative"),
                    let(
                        d,
                        (its_power + delta) / 2,
                        (0 < d, d <= 1, d < delta, its_power <= d),
                        "between the two",
                    ),
                    have(
                        small_test(eps, d),
                        "no test of a smaller level has more power",
                        by=above_the_power,
                    ),
                    specialise(least, {d: d}, "the least probability"),
                ),
            ),
        ),
    ),
    example=point({eps: log(2), delta: 1, k: 0, c: half}, **apart),
    near_misses={
        "when a smaller probability would do": variant(given=[small_test(eps, delta), Eq(its_level, x_0)]),
        "the power twice the level": variant(
            Eq(its_power, 2 * its_level),
            given=[small_test(eps, delta), Eq(its_level, x_0)],
            witness=point({eps: log(2), delta: 1, k: 1, c: half}, **equal),
        ),
    },
    note=(
        "There is such a test of every level. So the curve of bounded DP is the curve of power by level in other coordinates, wherever the "
        "probability is positive."
    ),
)

small_loss = Theorem(
    title="A probability below the power of a test of this level asks for a loss",
    source="kifer.x-pbdp-roc",
    given=small_test(eps, delta),
    claim=every_test(Implication(level <= delta, power <= exp(eps) * delta)),
    derivation=(
        have(exp(-eps) <= 1, "the loss is positive"),
        have(exp(-eps) * level <= x_0, "a small level"),
        specialise(small_test(eps, delta), {f(y): exp(-eps) * f(y)}, "ask the test with this probability"),
        have(exp(-eps) * power <= delta, "the thinned test has a small level"),
        have(power <= exp(eps) * delta, "cancel"),
    ),
    example=point({eps: log(2), delta: 1}, **equal),
    near_misses={
        "at any level": variant(every_test(power <= exp(eps) * delta)),
        "without the hypothesis": variant(given=[]),
    },
    note=(
        "So where some test of this level has more power than level, the loss is at least the logarithm of their ratio. If there is one at every level "
        "between 0 and 1, then as the loss tends to 0 the least failure probability tends to 1."
    ),
)
