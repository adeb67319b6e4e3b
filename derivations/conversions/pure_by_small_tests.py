"""Pure DP is bounded DP by tests of a small level with every positive probability of failure."""

from dpsym.derivations.conversions.bounded_by_small_tests import exchanged, small_tests
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.testing.pure_error_rates import pure_error_rates
from dpsym.derivations.vocabulary import delta, eps, half
from dpsym.language import *

eps = eps.ranging(above=0)
delta = delta.ranging(above=0, at_most=1)
a = parameter("a", at_least=0, at_most=1, about="probability of an event under one law")
b = parameter("b", at_least=0, at_most=1, about="probability of the event under the other law")

every_failure = ForAll(delta, small_tests(eps, delta))

forward = Theorem(
    title="Pure DP bounds the power of tests of a small level",
    source=of_any_spaces("kifer.thmA-pure-54"),
    given=PureDP(eps),
    claim=every_failure,
    derivation=(
        have(
            AllOf(level <= exp(eps) * power, power <= exp(eps) * level),
            "the errors of the test",
            by=pure_error_rates.at(f=f(y)),
        ),
    ),
)


def between(a, b):
    """A failure probability between the two sides of the inequality that fails."""
    return (exp(eps) * a + b) / 2


failure = Theorem(
    title="A failure probability between the two sides",
    source="kifer.thmA-pure-54",
    kind="lemma",
    given=exp(eps) * a < b,
    claim=AllOf(0 < between(a, b), between(a, b) <= 1, exp(eps) * a <= between(a, b), between(a, b) < b),
    errata=erratum(
        "wrong step",
        "Appendix A, proof of the theorem announced in Remark 5.5, second direction",
        "Setting delta = e^eps P(A(M(D_1)) = 1)",
        fails="Where the event has no probability on D_1 this is delta = 0, which Definition 5.4 excludes.",
        holds="Any number between the two sides of the inequality that fails will do, for instance their mean.",
        affects="Nothing else; the theorem stands.",
        reads=variant(
            AllOf(0 < exp(eps) * a, exp(eps) * a <= 1, exp(eps) * a < b),
            witness=point({eps: log(2), a: 0, b: half}),
            note="The paper's proof takes the smaller side itself, which is no positive probability where the event has none under the one law.",
        ),
    ),
    near_misses={
        "the smaller side": variant(0 < exp(eps) * a),
    },
)

chosen = between(Mass(S(y), Q), Mass(S(y), P))

backward = Theorem(
    title="Tests of every small level have a small power only under pure DP",
    source="kifer.thmA-pure-54",
    given=every_failure,
    claim=PureDP(eps),
    derivation=(
        cases(
            exp(eps) * Mass(S(y), Q) < Mass(S(y), P),
            (
                have(0 <= Mass(S(y), Q), "no mass is negative"),
                have(0 < chosen, "between the two sides"),
                have(S(y) * P(y) <= P(y), "an event"),
                have(Mass(S(y), P) <= 1, "a probability"),
                have(chosen <= 1, "between the two sides"),
                specialise(every_failure, {delta: chosen, f(y): S(y)}, "the event as a test"),
                have(exp(-eps) * exp(eps) * Mass(S(y), Q) <= exp(-eps) * chosen, "a small level"),
            ),
        ),
    ),
    near_misses={
        "in one order only": variant(given=[ForAll(delta, exchanged(eps, delta))]),
    },
    note="The paper's proof overlooks an event that has no probability under one law; the statement holds.",
)
