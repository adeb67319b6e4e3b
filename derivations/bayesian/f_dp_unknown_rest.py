"""f-differential privacy makes large moves of the posterior rare, given the true record, for every prior."""

from dpsym.derivations.bayesian.attacker import M, d, r, s
from dpsym.derivations.bayesian.attacker import model as attacker
from dpsym.derivations.bayesian.f_dp_known_rest import least as least_level
from dpsym.derivations.bayesian.f_dp_known_rest import u
from dpsym.derivations.bayesian.small_levels import c, delta, eps, tail, threshold
from dpsym.derivations.bayesian.unknown_rest import C, K, W, first, law_of_fresh, model, sampled, second
from dpsym.derivations.bayesian.unknown_rest_tails import (
    as_loss,
    moved,
    possible_outputs,
    whatever_the_record,
)
from dpsym.derivations.vocabulary import F, third
from dpsym.language import *

# B(d): the power of a test given the true record; E(d, s), L(d): its level for the record s, and for a fresh one.
f, B, E, L = (function(name) for name in "fBEL")
a_1, a_2 = (parameter(name, at_least=0, at_most=1, about="a level") for name in ("a_1", "a_2"))
l = parameter("l", at_least=0, at_most=1, about="weight of the first of two levels")
convex = ForAll((l, a_1, a_2), F(l * a_1 + (1 - l) * a_2) <= l * F(a_1) + (1 - l) * F(a_2))
tenths, tiny = Rational(3, 10), Rational(1, 100)
response = {"M": (2 * third, third, third, 2 * third) * 2, "F": Lambda(LEVEL, Max(0, 1 - 2 * LEVEL))}
answers = {"W": (1, 0), "C": (0, 1, 0, 1), "K": response["M"][:2] * 2, **response}
priors = {"A": (1, 0), "C": (tiny, 1 - tiny) * 2, **response}
private = ForAll((d, r, s), FDP(F).on(Pair(M(d, s, y), M(d, r, y))))
close_to_true = ForAll((d, s), FDP(F).on(Pair(M(d, s, y), K(d, y))))
far_from_true = {**answers, "M": (1, 0, 0, 1) * 2, "K": (1, 0) * 2}

tests = every_test(Implication(delta <= Mass(f(y), first), c <= Mass(f(y), second)))

small_levels = Theorem(
    title="Tests of the true record against a fresh one, under f-differential privacy",
    source="kifer.x-fdp-arbitrary",
    kind="lemma",
    given=(*model, convex, least_level, close_to_true),
    claim=tests,
    derivation=(
        have(f(y) * M(d, s, y) <= M(d, s, y), "a test rejects with probability at most 1"),
        specialise(close_to_true, {d: d, s: s, f(y): f(y)}, "this test, of two records of the target"),
        let(
            B(d),
            Mass(f(y), K(d, y)),
            (
                ForAll((d, s), B(d) <= 1 - F(Mass(f(y), M(d, s, y)))),
                Eq(Mass(f(y), first), Total(W(d) * B(d), d)),
            ),
            "its powers",
        ),
        let(
            E(d, s),
            Mass(f(y), M(d, s, y)),
            (
                ForAll((d, s), Between(0, E(d, s), 1)),
                ForAll((d, s), B(d) <= 1 - F(E(d, s))),
                Eq(Mass(f(y), second), Total(W(d) * Total(C(d, s) * E(d, s), s), d)),
            ),
            "its levels",
        ),
        have(
            F(Total(C(d, s) * E(d, s), s)) <= 1 - B(d),
            "the other records known",
            derivation=(
                have(F(Total(C(d, s) * E(d, s), s)) <= Total(C(d, s) * F(E(d, s)), s), "Jensen's inequality"),
                Chain(F(Total(C(d, s) * E(d, s), s)))
                .le(Total(C(d, s) * F(E(d, s)), s), "Jensen's inequality")
                .le(Total(C(d, s) * (1 - B(d)), s), "f-differential privacy")
                .eq(1 - B(d), "the record has a law"),
            ),
        ),
        have(Total(C(d, s) * E(d, s), s) <= 1, "the record has a law"),
        let(
            L(d),
            Total(C(d, s) * E(d, s), s),
            (
                ForAll(d, Between(0, L(d), 1)),
                ForAll(d, F(L(d)) <= 1 - B(d)),
                Eq(Mass(f(y), second), Total(W(d) * L(d), d)),
            ),
            "its levels for a fresh record",
        ),
        have(F(Total(W(d) * L(d), d)) <= Total(W(d) * F(L(d)), d), "Jensen's inequality"),
        Chain(F(Total(W(d) * L(d), d)))
        .le(Total(W(d) * F(L(d)), d), "Jensen's inequality")
        .le(Total(W(d) * (1 - B(d)), d), "the other records known")
        .eq(1 - Total(W(d) * B(d), d), "the weights add up to 1")
        .eq(1 - Mass(f(y), first), "the power")
        .le(1 - delta, "at least delta"),
        cases(
            c <= Total(W(d) * L(d), d),
            (),
            specialise(least_level.args[1], {u: Total(W(d) * L(d), d)}, "a smaller level"),
        ),
        Chain(c)
        .le(Total(W(d) * L(d), d), "the least level with such a value")
        .eq(Mass(f(y), second), "the level"),
    ),
    example=point({delta: tenths, c: tenths / 2}, **answers),
    near_misses={
        "without f-differential privacy": without(
            close_to_true, witness=point({delta: tenths, c: tenths / 2}, **far_from_true)
        ),
    },
)

far = Total(Indicator(exp(eps) * second < first) * first, y)

given_record = Theorem(
    title="Outputs far from those for a fresh record under f-differential privacy",
    source="kifer.x-fdp-arbitrary",
    kind="lemma",
    given=(*model, convex, least_level, close_to_true, threshold),
    claim=far <= delta,
    derivation=(
        have(tests, "tests of a small level have a small power", by=small_levels),
        *law_of_fresh,
        have(Eq(Total(W(d) * K(d, y), y), W(d)), "the output has a law"),
        have(Eq(Total(first, y), 1), "a mixture of laws"),
        have(Eq(Total(W(d) * sampled(d, y), y), W(d)), "so has that for a fresh record"),
        Chain(Total(second, y))
        .eq(Total(W(d) * sampled(d, y), d, y), "sum over the outputs and the other records")
        .eq(Total(W(d), d), "the output for a fresh record has a law")
        .eq(1, "so have the other records"),
        Chain(far).le(delta, "small levels", by=tail.at(P=first, Q=second)),
    ),
    example=point({delta: tenths, c: tenths / 2, eps: log(2)}, **answers),
    near_misses={
        "below the threshold": without(
            threshold, witness=point({delta: tenths, c: tenths / 2, eps: log(Rational(3, 2))}, **answers)
        ),
        "without f-differential privacy": without(
            close_to_true, witness=point({delta: tenths, c: tenths / 2, eps: log(2)}, **far_from_true)
        ),
    },
)

unknown_rest = Theorem(
    title="Large moves of the posterior under f-differential privacy, for every prior",
    cites="kifer2022",
    given=(*attacker, convex, least_level, private, threshold),
    claim=whatever_the_record(moved(eps, strictly=True) <= delta),
    defined=possible_outputs,
    derivation=as_loss(eps, delta, given_record, private, strictly=True),
    example=point({delta: tenths, c: tenths / 2, eps: log(2)}, **priors),
    near_misses={
        "below the threshold": without(
            threshold, witness=point({delta: tenths, c: tenths / 2, eps: log(Rational(3, 2))}, **priors)
        ),
        "without f-differential privacy": without(
            private,
            witness=point({delta: tenths, c: tenths / 2, eps: log(2)}, **{**priors, "M": (1, 0, 0, 1) * 2}),
        ),
    },
    note=(
        "The paper states it for known other records only. Whenever the trade-off function is known it is sharper than the bound of "
        "zero-concentrated DP."
    ),
)
