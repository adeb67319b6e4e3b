"""Mixtures of pairs of laws that satisfy f-differential privacy satisfy it: the trade-off function is convex."""

from dpsym.derivations.vocabulary import F, half
from dpsym.language import *

d = Outcome("d", "D")
W = function("W", about="the law by which both mixtures are weighted")
G, H = (
    function("G", about="a law of the first mixture, part by part"),
    function("H", about="a law of the second mixture, part by part"),
)
E, f = function("E"), function("f")  # E(d): the level of a test of the pair d
weights = distribution(W(d), d)
laws = (ForAll(d, distribution(G(d, y))), ForAll(d, distribution(H(d, y))))
private = ForAll(d, FDP(F).on(Pair(G(d, y), H(d, y))))
one, other = Total(W(d) * G(d, y), d), Total(W(d) * H(d, y), d)
diagonal = Lambda(LEVEL, 1 - LEVEL)
convex = trade_off(F).args[2]

mixture = Theorem(
    title="Mixtures keep f-differential privacy",
    source=of_any_spaces("kifer.lem-fdp-mixture"),
    cites="dong2022",
    kind="lemma",
    given=(weights, *laws, convex, private),
    claim=FDP(F).on(Pair(one, other)),
    derivation=(
        specialise(private, {d: d, f(y): f(y)}, "this test, of every pair"),
        have(f(y) * G(d, y) <= G(d, y), "a test rejects with probability at most 1"),
        let(
            E(d),
            Mass(f(y), G(d, y)),
            (
                ForAll(d, Between(0, E(d), 1)),
                ForAll(d, Mass(f(y), H(d, y)) <= 1 - F(E(d))),
                Eq(F(Total(W(d) * E(d), d)), F(Mass(f(y), one))),
            ),
            "its levels",
        ),
        have(F(Total(W(d) * E(d), d)) <= Total(W(d) * F(E(d)), d), "Jensen's inequality"),
        have(W(d) * Mass(f(y), H(d, y)) <= W(d) * (1 - F(E(d))), "weighted"),
        Chain(Mass(f(y), other))
        .eq(Total(W(d) * Mass(f(y), H(d, y)), d), "the other sum first")
        .le(Total(W(d) * (1 - F(E(d))), d), "sum over the pairs")
        .eq(1 - Total(W(d) * F(E(d)), d), "the weights add up to 1")
        .le(1 - F(Total(W(d) * E(d), d)), "Jensen's inequality")
        .eq(1 - F(Mass(f(y), one)), "the level of the mixture"),
    ),
    example=point(W=(half, half), G=(half,) * 4, H=(half,) * 4, F=diagonal),
    near_misses={
        "without convexity": without(
            convex,
            witness=point(
                W=(half, half),
                G=(1, 0, half, half),
                H=(half, half, 0, 1),
                F=Lambda(LEVEL, Min((1 - LEVEL) / 2, Max(0, 1 - 2 * LEVEL))),
            ),
        ),
        "without f-differential privacy": without(
            private, witness=point(W=(half, half), G=(1, 0, 1, 0), H=(0, 1, 0, 1), F=diagonal)
        ),
    },
    note="In the other theorems on mixtures of f-differential privacy the mixture is revealed; here it is not.",
)
