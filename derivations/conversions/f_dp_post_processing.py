"""f-differential privacy is kept by secondary analyses and by mixtures."""

from dpsym.derivations.conversions.f_dp_by_levels import F, apart, convex, diagonal, equal, x_1, x_2
from dpsym.derivations.divergences.renyi_post_processing import G, analysed, answers, keep, w
from dpsym.derivations.testing.error_rates import f
from dpsym.derivations.vocabulary import B, D, delta, eps, fifth, half
from dpsym.language import *

g, h = function("g"), function("h")


def as_test_of_the_output(*also):
    """The steps that give what a test of the analysis sees the name g: a test of the output, of which `also` holds."""
    return (
        have(f(y) * G(w, y) <= G(w, y), "a test rejects with probability at most 1"),
        let(
            g(w),
            Total(f(y) * G(w, y), y),
            (
                ForAll(w, Between(0, g(w), 1)),
                Eq(Total(g(w) * P(w), w), Mass(f(y), analysed.a)),
                Eq(Total(g(w) * Q(w), w), Mass(f(y), analysed.b)),
                *also,
            ),
            "the test of the analysis, as a test of the output",
        ),
    )


post_processing = Theorem(
    title="No secondary analysis loses f-differential privacy",
    source=(of_any_spaces("kifer.rem5.8a"), "kifer.thm3"),
    cites="dong2022",
    given=(answers, FDP(F)),
    claim=FDP(F).on(analysed),
    derivation=(
        *as_test_of_the_output(Eq(F(Total(g(w) * P(w), w)), F(Mass(f(y), analysed.a)))),
        specialise(FDP(F), {f(y): g(y)}, "this test"),
        Chain(Mass(f(y), analysed.b))
        .eq(Total(g(w) * Q(w), w), "as named")
        .le(1 - F(Total(g(w) * P(w), w)), "f-differential privacy")
        .eq(1 - F(Mass(f(y), analysed.a)), "as named"),
    ),
    example=point(F=diagonal, **equal, **keep),
    near_misses={
        "without f-differential privacy": without(FDP(F), witness=point(F=diagonal, **apart, **keep)),
    },
)

bounded = Theorem(
    title="No secondary analysis loses probabilistically bounded DP",
    source="kifer2022",
    given=(answers, PBDP(eps, delta)),
    claim=PBDP(eps, delta).on(analysed),
    derivation=(
        *as_test_of_the_output(),
        specialise(PBDP(eps, delta), {f(y): g(y)}, "this test"),
        have(
            Implication(
                exp(eps) * Mass(f(y), analysed.b) < Mass(f(y), analysed.a), Mass(f(y), analysed.a) <= delta
            ),
            "what bounded DP says of the test",
            derivation=(
                have(exp(eps) * Total(g(w) * Q(w), w) < Total(g(w) * P(w), w), "as named"),
                Chain(Mass(f(y), analysed.a))
                .eq(Total(g(w) * P(w), w), "as named")
                .le(delta, "probabilistically bounded DP"),
            ),
        ),
    ),
    example=point({eps: 0, delta: 0}, **equal, **keep),
    near_misses={
        "without bounded DP": variant(given=[answers], witness=point({eps: 0, delta: 0}, **apart, **keep)),
    },
)

t = parameter("t", at_least=0, at_most=1)
s = parameter("s", at_least=0, at_most=1, about="probability of running the first mechanism")
A = function("A", about="the law of the output of the first mechanism on one database")
C = function("C", about="the law of the output of the second mechanism on the first database")
# The two mechanisms have laws A, B and C, D; the mixture reveals which one ran: its tests are pairs of tests g, h.
one, two = Pair(A(y), B(y)), Pair(C(y), D(y))
level_of = s * Mass(g(y), A(y)) + (1 - s) * Mass(h(y), C(y))
power_of = s * Mass(g(y), B(y)) + (1 - s) * Mass(h(y), D(y))

mixture = Theorem(
    title="A mixture of mechanisms keeps f-differential privacy",
    source=("kifer.rem5.8a", "kifer.thmB-concave"),
    cites="dong2022",
    given=(convex, FDP(F).on(one), FDP(F).on(two)),
    claim=ForAll(
        (g(y),),
        Implication(
            ForAll((y,), Between(0, g(y), 1)),
            ForAll(
                (h(y),),
                Implication(ForAll((y,), Between(0, h(y), 1)), power_of <= 1 - F(level_of)),
            ),
        ),
    ),
    derivation=(
        specialise(FDP(F).on(one), {f(y): g(y)}, "its part when the first mechanism ran"),
        specialise(FDP(F).on(two), {f(y): h(y)}, "its part when the second ran"),
        have(0 <= Mass(g(y), A(y)), "no mass is negative"),
        have(g(y) * A(y) <= A(y), "a test rejects with probability at most 1"),
        have(Mass(g(y), A(y)) <= 1, "the masses add up to 1"),
        have(0 <= Mass(h(y), C(y)), "no mass is negative"),
        have(h(y) * C(y) <= C(y), "a test rejects with probability at most 1"),
        have(Mass(h(y), C(y)) <= 1, "the masses add up to 1"),
        specialise(convex, {t: s, x_1: Mass(g(y), A(y)), x_2: Mass(h(y), C(y))}, "convex"),
        Chain(power_of)
        .le(s * (1 - F(Mass(g(y), A(y)))) + (1 - s) * (1 - F(Mass(h(y), C(y)))), "each mechanism")
        .le(1 - F(level_of), "convex"),
    ),
    example=point({s: half}, F=diagonal, A=(half, half), B=(half, half), C=(half, half), D=(half, half)),
    near_misses={
        "without convexity": without(
            convex,
            witness=point(
                {s: half},
                F=Lambda(LEVEL, 1 - Max(Min(1, LEVEL + fifth), Min(1, 4 * LEVEL, 1 - (1 - LEVEL) / 4))),
                A=(fifth, 4 * fifth, 0),
                B=(0, 4 * fifth, fifth),
                C=(4 * fifth, fifth, 0),
                D=(fifth, 4 * fifth, 0),
            ),
        ),
        "where only one of them has it": without(
            FDP(F).on(two),
            witness=point({s: half}, F=diagonal, A=(half, half), B=(half, half), C=(1, 0), D=(0, 1)),
        ),
    },
    note=(
        "So a function of this shape is enough for a definition that post-processing and mixtures keep; that they force the shape is shown for "
        "the largest power of a definition. Remark 5.8 cites it as number 5.7 of Dong et al."
    ),
)
