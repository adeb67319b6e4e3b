"""Rényi DP keeps every test from telling two neighbouring databases apart: the moment of its two answers is bounded."""

from dpsym.derivations.analysis.power_tangents import line, part, tangent_of_parts
from dpsym.derivations.analysis.power_tangents import power as product
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import alpha, gamma, rho, truthful
from dpsym.language import *

l = parameter("l", about="level of the test")
q = parameter("q", about="power of the test")

ratio = log(l) - log(q)
at_output = part(P(y), Q(y))
below = line(P(y), Q(y), ratio)
finite = ForAll(y, Implication(Eq(Q(y), 0), Eq(P(y), 0)))


def moment(one, other):
    """The moment of the two answers of a test, when the laws say yes with these probabilities."""
    return part(one, other) + part(1 - one, 1 - other)


one_answer = Theorem(
    title="One answer of a test in the moment of the loss",
    source="kifer.thm6.3",
    kind="lemma",
    given=finite,
    claim=every_test(
        ForAll(
            (l, q), Implication(AllOf(Eq(level, l), Eq(power, q)), part(l, q) <= Total(f(y) * at_output, y))
        )
    ),
    derivation=(
        cases(
            0 < l,
            cases(
                0 < q,
                (
                    have(
                        below <= at_output,
                        "above the tangent",
                        by=tangent_of_parts.at(u=P(y), v=Q(y), c=ratio),
                    ),
                    have(f(y) * below <= f(y) * at_output, "weighted with the test"),
                    Chain(part(l, q))
                    .eq(product(l, q), "both laws give it")
                    .eq(
                        alpha * exp((alpha - 1) * ratio) * exp(log(l))
                        - (alpha - 1) * exp(alpha * ratio) * exp(log(q)),
                        "the tangent touches it",
                    )
                    .eq(
                        alpha * exp((alpha - 1) * ratio) * l - (alpha - 1) * exp(alpha * ratio) * q,
                        "exponential of a logarithm",
                    )
                    .eq(Total(f(y) * below, y), "sum over the outputs")
                    .le(Total(f(y) * at_output, y), "above the tangent at every output"),
                ),
            ),
        ),
    ),
    example=point({alpha: 2}, **truthful),
    near_misses={
        "also with infinite losses": without(finite),
    },
)

bound = exp((alpha - 1) * gamma)

renyi_error_rates = Theorem(
    title="The errors of every test under Rényi DP",
    source=of_any_spaces("kifer.thm6.3"),
    cites="balle2020",
    given=RenyiDP(alpha, gamma),
    claim=every_test(AllOf(moment(level, power) <= bound, moment(power, level) <= bound)),
    derivation=(
        have(
            part(level, power) <= Total(f(y) * at_output, y),
            "the answer yes",
            by=one_answer.at(f=f(y), l=level, q=power),
        ),
        have(Between(0, 1 - f(y), 1), "the other answer is a test too"),
        have(
            part(1 - level, 1 - power) <= Total((1 - f(y)) * at_output, y),
            "the answer no",
            by=one_answer.at(f=1 - f(y), l=1 - level, q=1 - power),
        ),
        Chain(moment(level, power))
        .le(Total(f(y) * at_output, y) + Total((1 - f(y)) * at_output, y), "both answers")
        .eq(RenyiMoment(alpha), "every output has one of the answers")
        .le(bound, "Rényi DP"),
    ),
    example=point({alpha: 2, gamma: log(Rational(3, 2))}, **truthful),
    tight=point({alpha: 2, gamma: log(Rational(3, 2))}, **truthful),
    near_misses={
        "without Rényi DP": variant(given=[], witness=point({alpha: 2, gamma: 0}, **truthful)),
    },
)

rho = rho.ranging(at_least=0)
zero_concentrated = Theorem(
    title="Zero-concentrated DP bounds the errors of every test",
    source=of_any_spaces("kifer.cor6.3-zcdp"),
    kind="corollary",
    given=ZCDP(rho),
    claim=every_test(
        AllOf(
            moment(level, power) <= exp(alpha * (alpha - 1) * rho),
            moment(power, level) <= exp(alpha * (alpha - 1) * rho),
        )
    ),
    derivation=(
        specialise(ZCDP(rho), {alpha: alpha}, "the same order"),
        have(RenyiDP(alpha, alpha * rho), "Rényi DP of this order"),
        Chain(moment(level, power))
        .le(
            exp((alpha - 1) * (alpha * rho)),
            "the errors under Rényi DP",
            by=renyi_error_rates.at(f=f(y), gamma=alpha * rho),
        )
        .eq(exp(alpha * (alpha - 1) * rho), "the same exponent"),
        Chain(moment(power, level))
        .le(
            exp((alpha - 1) * (alpha * rho)),
            "the errors under Rényi DP, laws exchanged",
            by=renyi_error_rates.at(f=f(y), gamma=alpha * rho),
        )
        .eq(exp(alpha * (alpha - 1) * rho), "the same exponent"),
    ),
    near_misses={
        "without zero-concentrated DP": variant(
            given=[], witness=point({alpha: 2, rho: Rational(1, 100)}, **truthful)
        ),
    },
    note="At every order above 1, and so in the limit of order 1 for the relative entropies of the two answers.",
)
