"""What keeps Gaussian DP: secondary analyses, mixtures and samples, by the tangents of the largest power."""

from dpsym.derivations.analysis.normal_curve import at_the_ends, largest, slope
from dpsym.derivations.analysis.normal_tails import t
from dpsym.derivations.analysis.two_normal_laws import mu
from dpsym.derivations.testing.gaussian_tangents import below_tangent, from_tangents, tangents, to_tangents
from dpsym.derivations.vocabulary import half, mu_1, mu_2, q
from dpsym.language import *
from dpsym.language.combined import (
    A,
    B,
    C,
    J,
    K,
    L,
    drawn,
    first,
    follows,
    mixed,
    parallel,
    processed,
    subsampled,
    x,
)  # fmt: skip

f, g = function("f"), function("g")
alike = (half, half)
told, sure, other = (1, 0, 0, 1), (1, 0), (0, 1)
seen = Total(f(y) * K(x, y), y)  # the test of the answer, as a test of what the analysis sees

post_processing = Theorem(
    title="A secondary analysis keeps Gaussian DP",
    source="dong2022",
    given=processed.of(GaussianDP(mu)),
    claim=GaussianDP(mu),
    derivation=(
        have(f(y) * K(x, y) <= K(x, y), "a test rejects with probability at most 1"),
        have(Eq(f(y) * P(y), Total(A(x) * (f(y) * K(x, y)), x)), "the law of the answer"),
        have(Eq(f(y) * Q(y), Total(B(x) * (f(y) * K(x, y)), x)), "the law of the answer"),
        let(
            g(x),
            seen,
            (
                ForAll(x, Between(0, g(x), 1)),
                Eq(Total(g(x) * A(x), x), Mass(f(y), P)),
                Eq(Total(g(x) * B(x), x), Mass(f(y), Q)),
            ),
            "the test of the answer, as a test of what the analysis sees",
        ),
        specialise(GaussianDP(mu).on(first), {t: t, f(y): g(y)}, "this test"),
    ),
    example=point({mu: 0}, A=alike, B=alike, K=told, P=alike, Q=alike),
    near_misses={
        "the mechanism unprotected": variant(
            given=processed.facts, witness=point({mu: 0}, A=sure, B=other, K=told, P=sure, Q=other)
        ),
        "a smaller budget": variant(
            GaussianDP(mu - 1), witness=point({mu: 0}, A=alike, B=alike, K=told, P=alike, Q=alike)
        ),
    },
)

by_first, by_second, by_third = (Total(f(y) * law(x, y), y) for law in (K, L, J))


at_a_cut = Theorem(
    title="The tangent of a test under Gaussian DP",
    kind="lemma",
    given=GaussianDP(mu),
    claim=every_test(below_tangent),
    derivation=(
        have(tangents, "Gaussian DP gives the tangents", by=to_tangents),
        specialise(tangents, {t: t, f(y): f(y)}, "this test, at this cut"),
    ),
    example=point({mu: 0, t: 0}, P=alike, Q=alike),
)


def tangent_of(said, pair):
    """The tangent of a pair of laws that depend on x, at this cut and for this test; Gaussian DP is said of it in one order."""
    return (
        *(specialise(ForAll(x, distribution(law)), {x: x}, "a law") for law in (pair.a, pair.b)),
        specialise(ForAll(x, GaussianDP(mu).on(said)), {x: x}, "for this x"),
        have(
            Total(f(y) * pair.a, y) - slope * Total(f(y) * pair.b, y) <= largest,
            "the tangent of this test",
            by=at_a_cut.at(P=Lambda(y, pair.a), Q=Lambda(y, pair.b), f=Lambda(y, f(y))),
        ),
    )


def by_tangents(one, other, *each):
    """From the tangents: the laws of the whole, and a bound for each x of the test under both."""
    first_mean, second_mean = one(by_first, by_second, by_third), other(by_first, by_second, by_third)
    masses = [law(*(f(y) * k(x, y) for k in (K, L, J))) for law in (one, other)]
    return (
        have(
            tangents,
            "the tangents",
            derivation=(
                have(
                    ForAll(x, C(x) * (first_mean - slope * second_mean) <= C(x) * largest),
                    "for each x, times its probability",
                    derivation=(
                        *each,
                        have(first_mean - slope * second_mean <= largest, "the tangent for this x"),
                    ),
                ),
                have(Eq(f(y) * P(y), Total(C(x) * masses[0], x)), "the law of the whole"),
                have(Eq(f(y) * Q(y), Total(C(x) * masses[1], x)), "the law of the whole"),
                have(Eq(Mass(f(y), P), Total(C(x) * first_mean, x)), "sum over the outputs"),
                have(Eq(Mass(f(y), Q), Total(C(x) * second_mean, x)), "sum over the outputs"),
                Chain(Mass(f(y), P) - slope * Mass(f(y), Q))
                .eq(Total(C(x) * (first_mean - slope * second_mean), x), "the laws of the whole")
                .le(Total(C(x) * largest, x), "for each x")
                .eq(largest, "the probabilities add up to 1"),
            ),
        ),
        have(GaussianDP(mu), "from its tangents", by=from_tangents),
    )


one_drawn = {"C": sure, "K": (*alike, *alike), "L": (*alike, *alike), "P": alike, "Q": alike}
unprotected = {"C": sure, "K": (*sure, *sure), "L": (*other, *other), "P": sure, "Q": other}

mixture = Theorem(
    title="A mixture of mechanisms keeps Gaussian DP",
    source="dong2022",
    given=mixed.of(GaussianDP(mu)),
    claim=GaussianDP(mu),
    derivation=(
        *by_tangents(lambda first, _, __: first, lambda _, second, __: second, *tangent_of(follows, follows)),
    ),
    example=point({mu: 0}, **one_drawn),
    near_misses={
        "the mechanisms unprotected": variant(given=mixed.facts, witness=point({mu: 0}, **unprotected)),
        "a smaller budget": variant(GaussianDP(mu - 1), witness=point({mu: 0}, **one_drawn)),
    },
)


def with_record(without, added, _):
    """The mean over whether the record is in the sample."""
    return without + q * (added - without)


def with_another(without, _, added):
    """The mean over whether another record is in the sample."""
    return without + q * (added - without)


# Where the record is not in the sample, both laws are the same, and a test lies below the tangents at the ends.
outside = (
    have(f(y) * K(x, y) <= K(x, y), "a test rejects with probability at most 1"),
    have(AllOf(0 <= by_first, by_first <= 1), "a probability"),
    have(AllOf(0 <= largest, 1 - slope <= largest), "the tangent at the ends", by=at_the_ends),
    have(by_first - slope * by_first <= largest, "between the ends"),
)
whole = {**one_drawn, "J": one_drawn["K"]}
with_it, replaced = Pair(L(x, y), K(x, y)), Pair(L(x, y), J(x, y))

sample = Theorem(
    title="A sample keeps Gaussian DP",
    source="dong2022",
    given=subsampled(q).of(GaussianDP(mu)),
    claim=GaussianDP(mu),
    derivation=(
        *by_tangents(
            with_record,
            lambda without, _, __: without,
            *tangent_of(follows, with_it),
            *outside,
            have(0 <= q * (largest - (by_second - slope * by_first)), "no factor is negative"),
        ),
    ),
    example=point({mu: 0, q: half}, **one_drawn),
    near_misses={
        "the mechanism unprotected": variant(
            given=subsampled(q).facts,
            witness=point({mu: 0, q: 1}, C=sure, K=(*other, *other), L=(*sure, *sure), P=sure, Q=other),
        ),
        "a smaller budget": variant(GaussianDP(mu - 1), witness=point({mu: 0, q: half}, **one_drawn)),
    },
    note="With probability 1 the record is in the sample, so that no smaller budget does for every mechanism.",
)

sample_of_fixed_size = Theorem(
    title="A sample without replacement keeps Gaussian DP",
    source="dong2022",
    given=drawn(q).of(GaussianDP(mu)),
    claim=GaussianDP(mu),
    derivation=(
        *by_tangents(
            with_record,
            with_another,
            *tangent_of(replaced, replaced),
            *outside,
            have(0 <= q * (largest - (by_second - slope * by_third)), "no factor is negative"),
        ),
    ),
    example=point({mu: 0, q: half}, **whole),
    near_misses={
        "the mechanism unprotected": variant(
            given=drawn(q).facts,
            witness=point(
                {mu: 0, q: 1},
                C=sure,
                K=(*other, *other),
                L=(*sure, *sure),
                J=(*other, *other),
                P=sure,
                Q=other,
            ),
        ),
        "a smaller budget": variant(GaussianDP(mu - 1), witness=point({mu: 0, q: half}, **whole)),
    },
)

larger = Max(mu_1, mu_2)
same_first, same_second = parallel.facts[-1].args


def at_most_larger(budget):
    """What one of the mechanisms has, and so the larger budget."""
    return (
        specialise(GaussianDP(budget), {t: t, f(y): f(y)}, "this test, at this cut"),
        have(Phi(t + budget) <= Phi(t + larger), "the distribution function rises"),
    )


disjoint = Theorem(
    title="Parallel composition of two mechanisms under Gaussian DP on disjoint parts of the records",
    source="dong2022",
    given=parallel.of(GaussianDP(mu_1), GaussianDP(mu_2)),
    claim=GaussianDP(larger),
    derivation=cases(
        same_first,
        (
            specialise(same_first, {y: x}, "the same first output"),
            have(Eq(A(x) * L(x, y), B(x) * L(x, y)), "the same first output"),
            Chain(Q(y))
            .eq(Total(B(x) * L(x, y), x), "the law of the whole")
            .eq(Total(A(x) * L(x, y), x), "the same first output"),
            have(GaussianDP(mu_2), "a mixture", by=mixture.at(mu=mu_2, C=Lambda(y, A(y)))),
            *at_most_larger(mu_2),
        ),
        (
            have(same_second, "the record is in the first part"),
            have(Eq(B(x) * K(x, y), B(x) * L(x, y)), "the same second mechanism"),
            Chain(Q(y))
            .eq(Total(B(x) * L(x, y), x), "the law of the whole")
            .eq(Total(B(x) * K(x, y), x), "the same second mechanism"),
            have(GaussianDP(mu_1), "a secondary analysis", by=post_processing.at(mu=mu_1)),
            *at_most_larger(mu_1),
        ),
    ),
    example=point({mu_1: 0, mu_2: 0}, A=alike, B=alike, K=told, L=told, P=alike, Q=alike),
    near_misses={
        "the first mechanism unprotected": variant(
            given=(*parallel.facts, parallel.of(GaussianDP(mu_1), GaussianDP(mu_2))[-1]),
            witness=point({mu_1: 0, mu_2: 0}, A=sure, B=other, K=told, L=told, P=sure, Q=other),
        ),
        "a smaller budget": variant(
            GaussianDP(larger - 1),
            witness=point({mu_1: 0, mu_2: 0}, A=alike, B=alike, K=told, L=told, P=alike, Q=alike),
        ),
    },
    note="The neighbours differ in one record more, which is in one of the parts.",
)
