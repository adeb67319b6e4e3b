"""f-differential privacy makes large moves of the posterior rare, given the true record, for every prior."""

from dpsym.derivations.bayesian.attacker import M, d, r, s, t
from dpsym.derivations.bayesian.f_dp_known_rest import least, u
from dpsym.derivations.bayesian.small_levels import c, delta
from dpsym.derivations.bayesian.unknown_rest import C, W, first, model, second
from dpsym.language import *

# B(d): the power of a test given the true record; E(d, s), L(d): its level for the record s, and for a fresh one.
F, f, B, E, L = (function(name) for name in "FfBEL")
falling = trade_off(F).args[1]
x_1, x_2 = falling.args[0]
l = parameter("l", at_least=0, at_most=1, about="weight of the first of two levels")
convex = ForAll((l, x_1, x_2), F(l * x_1 + (1 - l) * x_2) <= l * F(x_1) + (1 - l) * F(x_2))
s_0 = Outcome("s_0", "X")
private = ForAll((d, r, s), FDP(F).on(Pair(M(d, s, y), M(d, r, y))))

tests = every_test(Implication(delta <= Mass(f(y), first), c <= Mass(f(y), second)))

small_levels = Theorem(
    title="Tests of the true record against a fresh one, under f-differential privacy",
    source="kifer.x-fdp-arbitrary",
    kind="lemma",
    given=(*model, falling, convex, least, private),
    claim=ForAll(t, tests),
    derivation=(
        have(0 <= f(y) * M(d, s, y), "no factor is negative"),
        have(f(y) * M(d, s, y) <= M(d, s, y), "a test rejects at most surely"),
        have(Mass(f(y), M(d, s, y)) <= 1, "the masses add up to 1"),
        instance(private, {d: d, r: t, s: s, f(y): f(y)}, "this test, of two records of the target"),
        let(
            B(d),
            Mass(f(y), M(d, t, y)),
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
        have(0 <= C(d, s) * E(d, s), "no factor is negative"),
        have(0 <= C(d, s) * (1 - E(d, s)), "no factor is negative"),
        have(0 <= C(d, s) * (1 - F(E(d, s)) - B(d)), "no factor is negative"),
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
        have(0 <= Total(C(d, s) * E(d, s), s), "a sum of products"),
        have(0 <= Total(C(d, s) * (1 - E(d, s)), s), "a sum of products"),
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
        have(0 <= W(d) * (1 - B(d) - F(L(d))), "no factor is negative"),
        have(0 <= W(d) * L(d), "no factor is negative"),
        have(0 <= Total(W(d) * L(d), d), "a sum of products"),
        Chain(F(Total(W(d) * L(d), d)))
        .le(Total(W(d) * F(L(d)), d), "Jensen's inequality")
        .le(Total(W(d) * (1 - B(d)), d), "the other records known")
        .eq(1 - Total(W(d) * B(d), d), "the weights add up to 1")
        .eq(1 - Mass(f(y), first), "the power")
        .le(1 - delta, "at least delta"),
        cases(
            c <= Total(W(d) * L(d), d),
            (),
            instance(least.args[1], {u: Total(W(d) * L(d), d)}, "a smaller level"),
        ),
        Chain(c)
        .le(Total(W(d) * L(d), d), "the least level with such a value")
        .eq(Mass(f(y), second), "the level"),
    ),
)
