"""Pure DP keeps every test from telling two neighbouring databases apart: four bounds on its errors, and its power."""

from dpsym.derivations.testing.approximate_error_rates import approximate_error_rates
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import a, apart, eps, one_way
from dpsym.language import *

response = {"P": (Rational(1, 5), Rational(4, 5)), "Q": (Rational(4, 5), Rational(1, 5))}
in_one_order = variant(given=[PureDP(eps).one_order(Pair())], witness=point({eps: log(2)}, **one_way))

errors = AllOf(
    level <= exp(eps) * power,
    power <= exp(eps) * level,
    1 - level <= exp(eps) * (1 - power),
    1 - power <= exp(eps) * (1 - level),
)

pure_error_rates = Theorem(
    title="Pure DP bounds the errors of every test",
    source=of_any_spaces("kifer.thm6.1"),
    cites="wassermanzhou2010",
    given=PureDP(eps),
    claim=every_test(errors),
    derivation=have(
        errors, "approximate DP with delta 0", by=approximate_error_rates.at(f=f(y), delta=Integer(0))
    ),
    tight=point({eps: log(4)}, **response),
    near_misses={
        "without pure DP": variant(given=[], witness=point({eps: 0}, **apart)),
        "in one order only": in_one_order,
    },
)

highest = Min(exp(eps) * level, 1 - exp(-eps) * (1 - level))
lowest = Max(exp(-eps) * level, 1 - exp(eps) * (1 - level))

power_between = Theorem(
    title="Pure DP bounds the power of every test of a level",
    source=of_any_spaces("kifer.eq6-4"),
    cites="wassermanzhou2010",
    given=PureDP(eps),
    claim=every_test(Between(lowest, power, highest)),
    derivation=(
        have(errors, "the errors of the test", by=pure_error_rates.at(f=f(y))),
        Chain(exp(-eps) * level).le(exp(-eps) * (exp(eps) * power), "the first error").eq(power, "cancel"),
        Chain(exp(-eps) * (1 - level))
        .le(exp(-eps) * (exp(eps) * (1 - power)), "the first error of the complement")
        .eq(1 - power, "cancel"),
    ),
    tight=point({eps: log(4)}, **response),
    near_misses={
        "a lower power from above": variant(every_test(power <= 1 - exp(-eps / 2) * (1 - level))),
        "without pure DP": variant(given=[], witness=point({eps: 0}, **apart)),
        "in one order only": in_one_order,
    },
    note="Neither bound leaves the interval from 0 to 1, so that no cap is needed.",
)

ends = Min(exp(eps) * a, 1 - exp(-eps) * (1 - a))
gap = (exp(eps) - 1) / (exp(eps) + 1)

largest_gain = Theorem(
    title="The most that the power bound exceeds the level",
    source="kifer.prop6-noninformative",
    kind="lemma",
    claim=ends - a <= gap,
    derivation=(
        have(
            Eq(gap - (exp(eps) * a - a), (exp(eps) - 1) * (1 - (1 + exp(eps)) * a) / (exp(eps) + 1)),
            "common denominator",
        ),
        have(
            Eq(
                gap - (1 - exp(-eps) * (1 - a) - a),
                exp(-eps) * (exp(eps) - 1) * ((1 + exp(eps)) * a - 1) / (exp(eps) + 1),
            ),
            "common denominator",
        ),
        have(0 <= (exp(eps) - 1) / (exp(eps) + 1), "the loss is not negative"),
        have(0 <= exp(-eps) * (exp(eps) - 1) / (exp(eps) + 1), "the loss is not negative"),
        cases((1 + exp(eps)) * a <= 1),
    ),
    tight=point({a: 1 / (1 + exp(eps))}),
    near_misses={
        "the gain at the even level": variant(ends - a <= (1 - exp(-eps)) / 2),
    },
    evaluate={"gain": gap, "level": 1 / (1 + exp(eps)), "power": exp(eps) / (1 + exp(eps))},
)

nearly_uninformative = Theorem(
    title="Under pure DP power and level differ little",
    source=of_any_spaces("kifer.prop6-noninformative"),
    kind="corollary",
    given=PureDP(eps),
    claim=every_test(Within(power - level, gap)),
    derivation=(
        have(Between(lowest, power, highest), "the power of the test", by=power_between.at(f=f(y))),
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        Chain(power - level).le(highest - level).le(gap, "the largest gain", by=largest_gain.at(a=level)),
        have(f(y) * Q(y) <= Q(y), "a test rejects with probability at most 1"),
    ),
    tight=point({eps: log(4)}, **response),
    note="A test is not informative when its power is its level; without any loss no test is informative.",
)
