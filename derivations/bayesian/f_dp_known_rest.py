"""f-differential privacy makes large moves of the posterior rare, given the true record, when the other records are known."""

from dpsym.derivations.bayesian.known_rest_tails import G, V, law_of_output, other, r, s
from dpsym.derivations.bayesian.known_rest_tails import model as known
from dpsym.derivations.bayesian.large_ratios import exchange_strictly
from dpsym.derivations.bayesian.post_processing import K, analysed, analysis, law_of_answer
from dpsym.derivations.bayesian.post_processing import w as x
from dpsym.derivations.bayesian.small_levels import c, delta, eps, tail, threshold
from dpsym.derivations.conversions.f_dp_post_processing import post_processing as kept
from dpsym.derivations.vocabulary import F, half, quarter, tenth, z
from dpsym.language import *

f, E = function("f"), function("E")
u = parameter("u", at_least=0, below=c, about="a smaller level")
c_0 = c.ranging(at_least=0, at_most=1)
tenths = Rational(3, 10)
response = {
    "V": (0, 1),
    "G": (3 * quarter, quarter, quarter, 3 * quarter),
    "F": Lambda(LEVEL, Max(0, 1 - 3 * LEVEL, (1 - LEVEL) / 3)),
}

# c is the inverse of the trade-off function at 1 - delta.
least = AllOf(F(c) <= 1 - delta, ForAll(u, 1 - delta < F(u)))
private = ForAll((r, s), FDP(F).on(Pair(G(s, y), G(r, y))))


def moved(eps):
    """The probability, given the true record, that its posterior is more than e^eps times the prior."""
    return Probability(Loss(G(r, y), other) > eps, G(r, y))


known_rest = Theorem(
    title="Large moves of the posterior under f-differential privacy when the other records are known",
    source=of_any_spaces("kifer.thm3"),
    errata=(
        erratum(
            "missing condition",
            "Section 7.4.1, Theorem 3",
            "for any r and δ ∈ [0, 1], if ε ≥ log(δ/f^{-1}(1 - δ))",
            fails="The value f(y) is at most 1 already at y = 0. So the inverse at 1 is 0, and for a probability of 0 the threshold is the logarithm of 0/0.",
            holds="The theorem for a positive probability. For 0 the bound is that of pure DP, where the mechanism has it.",
            reads=variant(
                0 < c_0,
                given=[F(c_0) <= 1],
                witness=point({c_0: 0}, F=Lambda(LEVEL, 1 - LEVEL)),
                note="The logarithm of delta over the inverse needs an inverse that is positive; at 1 it is not.",
            ),
        ),
        erratum(
            "slip in wording",
            "Section 7.4.1, proof of Theorem 3",
            "P(L_{M*, D_1}^{D_2} > ε) ≤ δ",
            fails="Everywhere else, and in the sentence before, the mechanism stands above and the two data sets below.",
            holds="The same for the privacy loss of the mechanism between D_1 and D_2.",
        ),
    ),
    given=(*known, least, private, threshold),
    claim=ForAll(r, moved(eps) <= delta),
    derivation=(
        *law_of_output,
        have(
            every_test(Implication(delta <= Mass(f(y), G(r, y)), c <= Mass(f(y), other))),
            "tests of a small level have a small power",
            derivation=(
                specialise(private, {r: r, s: s, f(y): f(y)}, "two records of the target, and this test"),
                Chain(F(Mass(f(y), G(s, y))))
                .le(1 - Mass(f(y), G(r, y)), "f-differential privacy")
                .le(1 - delta, "its power is at least delta"),
                let(
                    E(s),
                    Mass(f(y), G(s, y)),
                    (
                        ForAll(s, 0 <= E(s)),
                        ForAll(s, F(E(s)) <= 1 - delta),
                        Eq(Total(V(s) * E(s), s), Mass(f(y), other)),
                    ),
                    "its levels",
                ),
                have(
                    c <= E(s),
                    "the least level with such a value",
                    derivation=cases(c <= E(s), (), specialise(least.args[1], {u: E(s)}, "a smaller level")),
                ),
                have(0 <= V(s) * (E(s) - c), "no factor is negative"),
                Chain(c)
                .eq(Total(V(s) * c, s), "the weights add up to 1")
                .le(Total(V(s) * E(s), s), "sum over the records")
                .eq(Mass(f(y), other), "the level of the mixture"),
            ),
        ),
        Chain(moved(eps)).le(delta, "small levels", by=tail.at(P=G(r, y), Q=other)),
    ),
    example=point({delta: tenths, c: tenth, eps: log(3)}, **response),
    near_misses={
        "also a ratio of exactly the bound": variant(
            ForAll(r, Probability(Loss(G(r, y), other) >= eps, G(r, y)) <= delta),
            witness=point({delta: tenths, c: tenth, eps: log(3)}, **response),
        ),
        "below the threshold": without(
            threshold, witness=point({delta: tenths, c: tenth, eps: log(2)}, **response)
        ),
        "without f-differential privacy": without(
            private, witness=point({delta: tenths, c: tenth, eps: log(3)}, **{**response, "G": (1, 0, 0, 1)})
        ),
    },
    note=(
        "The probability is strictly positive: at 0 the threshold of the paper is the logarithm of 0/0. Where the trade-off function at 0 is "
        "1 - delta or less, its inverse is 0 and no bound is promised. The ratio is strictly above the bound: randomised response has "
        "the ratio of the bound itself with a large probability. With one possible record the ratio is 1. The mixture needs no convexity here: "
        "some record has a level of at most the mean."
    ),
)

v = parameter("v", at_least=0, at_most=1, about="a level")
b = parameter("b", at_least=0, at_most=1, about="inverse of the trade-off function at z")
w = parameter("w", at_least=0, below=b, about="a smaller level")
falling = trade_off(F).args[1]
x_1, x_2 = falling.args[0]
inverse = AllOf(F(b) <= z, ForAll(w, z < F(w)))

left_inverse = Theorem(
    title="The inverse of a trade-off function is the least level with a value of at most z",
    source=whole_of("kifer.def-finv"),
    given=(falling, inverse),
    claim=ForAll(v, AllOf(Implication(F(v) <= z, b <= v), Implication(b <= v, F(v) <= z))),
    derivation=(
        specialise(falling, {x_1: b, x_2: v}, "nonincreasing"),
        cases(b <= v, (), specialise(inverse.args[1], {w: v}, "a smaller level")),
    ),
    example=point({z: half, b: quarter}, F=Lambda(LEVEL, Max(0, 1 - 2 * LEVEL))),
    near_misses={
        "at any level": without(
            inverse, witness=point({z: half, b: half}, F=Lambda(LEVEL, Max(0, 1 - 2 * LEVEL)))
        ),
        "of a function that rises again": without(
            falling, witness=point({z: half, b: quarter}, F=Lambda(LEVEL, Abs(1 - 2 * LEVEL)))
        ),
    },
    note=(
        "Where the function is continuous there is such a level: the value there is z, or the value at 0 if that is less, and then the level is 0."
    ),
)

mixed = Total(V(s) * analysed(G(s, x)), s)
moved_after = Probability(Loss(analysed(G(r, x)), mixed) > eps, analysed(G(r, x)))
certain = (1, 0, 0, 1)

after_analysis = Theorem(
    title="Large moves of the posterior after a secondary analysis, under f-differential privacy",
    given=(analysis, *known, least, private, threshold),
    claim=ForAll(r, moved_after <= delta),
    derivation=(
        specialise(private, {r: r, s: s}, "two records of the target"),
        have(
            ForAll((r, s), FDP(F).on(Pair(analysed(G(s, x)), analysed(G(r, x))))),
            "the analysis keeps f-differential privacy",
            by=kept.at(P=G(s, y), Q=G(r, y), G=K(x, y)),
        ),
        *law_of_answer(G(s, x)),
        Chain(moved_after).le(delta, "the bound for the answer", by=known_rest.at(G=analysed(G(s, x)))),
    ),
    example=point({delta: tenths, c: tenth, eps: log(3)}, **response, K=certain),
    near_misses={
        "below the threshold": without(
            threshold, witness=point({delta: tenths, c: tenth, eps: log(2)}, **response, K=certain)
        ),
        "without f-differential privacy": without(
            private,
            witness=point({delta: tenths, c: tenth, eps: log(3)}, **{**response, "G": certain}, K=certain),
        ),
    },
)

moved_of_any = Probability(Loss(G(r, y), other) > eps, other)

as_believed = Theorem(
    title="Large moves of the posterior under f-differential privacy, the record drawn as the attacker believes",
    source=of_any_spaces("kifer.x-factor-e-eps"),
    given=(*known, least, private, threshold),
    claim=ForAll(r, moved_of_any <= exp(-eps) * delta),
    derivation=(
        *law_of_output,
        have(moved(eps) <= delta, "given the record", by=known_rest),
        have(
            exp(eps) * moved_of_any <= moved(eps),
            "rarer by a factor",
            by=exchange_strictly.at(P=G(r, y), Q=other),
        ),
        Chain(moved_of_any)
        .eq(exp(-eps) * (exp(eps) * moved_of_any), "exponential of a sum")
        .le(exp(-eps) * moved(eps), "rarer by a factor")
        .le(exp(-eps) * delta, "given the record"),
    ),
    example=point({delta: tenths, c: tenth, eps: log(3)}, **response),
    near_misses={
        "also a ratio of exactly the bound": variant(
            ForAll(r, Probability(Loss(G(r, y), other) >= eps, other) <= exp(-eps) * delta),
            witness=point({delta: tenths, c: tenth, eps: log(3)}, **response),
        ),
        "below the threshold": without(
            threshold, witness=point({delta: tenths, c: tenth, eps: log(2)}, **response)
        ),
        "without f-differential privacy": without(
            private,
            witness=point(
                {delta: tenths, c: tenth, eps: log(3)},
                **{**response, "G": certain, "V": (quarter, 3 * quarter)},
            ),
        ),
    },
    note=(
        "In the same way the bounds for known other records are those given the true record, times e to minus the bound on the ratio."
    ),
)
