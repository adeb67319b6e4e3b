"""A secondary analysis of the output of a private mechanism, as a mechanism of its own."""

from dpsym.derivations.analysis.power_tangents import part
from dpsym.derivations.analysis.powers import equal_powers
from dpsym.derivations.conversions.f_dp_post_processing import bounded as bounded_kept
from dpsym.derivations.conversions.post_processing import approximate as approximate_kept
from dpsym.derivations.divergences.renyi_post_processing import finite_kept
from dpsym.derivations.divergences.renyi_post_processing import renyi as renyi_kept
from dpsym.derivations.testing.error_rates import f
from dpsym.derivations.vocabulary import alpha, delta, eps, gamma, rho, third, two_thirds
from dpsym.language import *
from dpsym.language.combined import A, B, K, first, processed, x

truth, lie = (two_thirds, third), (third, two_thirds)
same = {"A": truth, "B": lie, "P": truth, "Q": lie, "K": (1, 0, 0, 1)}
told = {"A": (1, 0), "B": (0, 1), "P": (1, 0), "Q": (0, 1), "K": (1, 0, 0, 1)}
analysed = Pair(Total(A(x) * K(x, y), x), Total(B(x) * K(x, y), x))
renamed = {"P": Lambda(y, A(y)), "Q": Lambda(y, B(y)), "G": K}

approximate = Theorem(
    title="A secondary analysis is as private as what it sees",
    source="dwork2006a",
    given=processed.of(ApproxDP(eps, delta)),
    claim=ApproxDP(eps, delta),
    derivation=(
        have(
            ApproxDP(eps, delta).on(analysed),
            "approximate DP is kept",
            by=approximate_kept.at(**renamed),
        ),
        specialise(ApproxDP(eps, delta).on(analysed), {S(y): S(y)}, "this event"),
        have(Eq(S(y) * P(y), S(y) * analysed.a), "the law of the answer"),
        have(Eq(S(y) * Q(y), S(y) * analysed.b), "the law of the answer"),
        have(Eq(Mass(S(y), P), Mass(S(y), analysed.a)), "sum over the answers"),
        have(Eq(Mass(S(y), Q), Mass(S(y), analysed.b)), "sum over the answers"),
        have(Mass(S(y), P) <= exp(eps) * Mass(S(y), Q) + delta, "the lines before"),
    ),
    example=point({eps: log(2), delta: 0}, **same),
    near_misses={
        "the mechanism unprotected": variant(
            given=processed.facts, witness=point({eps: 0, delta: 0}, **same)
        ),
    },
)

pure = Theorem(
    title="A secondary analysis is as purely private as what it sees",
    source="dwork2006a",
    given=processed.of(PureDP(eps)),
    claim=PureDP(eps),
    derivation=(
        have(ApproxDP(eps, Integer(0)).on(first), "pure DP"),
        have(ApproxDP(eps, Integer(0)), "the same with delta 0", by=approximate.at(delta=Integer(0))),
    ),
    example=point({eps: log(2)}, **same),
    near_misses={
        "the mechanism unprotected": variant(given=processed.facts, witness=point({eps: 0}, **same)),
    },
)

rho = rho.ranging(at_least=0)
even = log(Rational(3, 2))  # the divergence of order 2 of what `same` lists


def moment_of_answer(bound):
    """The moment of the answer, where that of what the analysis sees has this bound."""
    return (
        have(
            ForAll(y, Implication(Eq(analysed.b, 0), Eq(analysed.a, 0))),
            "no loss becomes infinite",
            by=finite_kept.at(**renamed),
        ),
        have(
            Implication(Eq(Q(y), 0), Eq(P(y), 0)),
            "so it is with the answer",
            derivation=(
                Chain(analysed.b).eq(Q(y), "the law of the answer").eq(0, "supposed"),
                Chain(P(y)).eq(analysed.a, "the law of the answer").eq(0, "no loss becomes infinite"),
            ),
        ),
        have(
            Eq(part(P(y), Q(y)), part(analysed.a, analysed.b)),
            "equal masses",
            by=equal_powers.at(a=P(y), b=Q(y), c=analysed.a, d=analysed.b),
        ),
        Chain(RenyiMoment(alpha))
        .eq(RenyiMoment(alpha, analysed), "the law of the answer")
        .le(exp(bound), "Rényi DP is kept"),
    )


renyi = Theorem(
    title="A secondary analysis keeps Rényi DP",
    source="mironov2017",
    given=processed.of(RenyiDP(alpha, gamma)),
    claim=RenyiDP(alpha, gamma),
    derivation=(
        have(RenyiDP(alpha, gamma).on(analysed), "Rényi DP is kept", by=renyi_kept.at(**renamed)),
        *moment_of_answer((alpha - 1) * gamma),
    ),
    example=point({alpha: 2, gamma: even}, **same),
    near_misses={
        "the mechanism unprotected": variant(
            given=processed.facts, witness=point({alpha: 2, gamma: 0}, **same)
        ),
    },
)

concentrated = Theorem(
    title="A secondary analysis keeps zero-concentrated DP",
    source=("bunsteinke2016", "kifer.prop-postproc-known", "kifer.prop-postproc-arbitrary"),
    given=processed.of(ZCDP(rho)),
    claim=ZCDP(rho),
    derivation=(
        specialise(ZCDP(rho).on(first), {alpha: alpha}, "one order"),
        have(RenyiDP(alpha, alpha * rho), "Rényi DP is kept", by=renyi.at(gamma=alpha * rho)),
    ),
    example=point({rho: 1}, **same),
    near_misses={
        "the mechanism unprotected": variant(given=processed.facts, witness=point({rho: 1}, **told)),
    },
)

bounded = Theorem(
    title="A secondary analysis keeps probabilistically bounded DP",
    source="kifer2022",
    given=processed.of(PBDP(eps, delta)),
    claim=PBDP(eps, delta),
    derivation=(
        have(PBDP(eps, delta).on(analysed), "bounded DP is kept", by=bounded_kept.at(**renamed)),
        specialise(PBDP(eps, delta).on(analysed), {f(y): f(y)}, "this test"),
        have(Eq(f(y) * P(y), f(y) * analysed.a), "the law of the answer"),
        have(Eq(f(y) * Q(y), f(y) * analysed.b), "the law of the answer"),
        have(Eq(Mass(f(y), P), Mass(f(y), analysed.a)), "sum over the answers"),
        have(Eq(Mass(f(y), Q), Mass(f(y), analysed.b)), "sum over the answers"),
        have(
            Implication(exp(eps) * Mass(f(y), Q) < Mass(f(y), P), Mass(f(y), P) <= delta),
            "what bounded DP says of the test",
            derivation=(
                have(exp(eps) * Mass(f(y), analysed.b) < Mass(f(y), analysed.a), "the law of the answer"),
                Chain(Mass(f(y), P))
                .eq(Mass(f(y), analysed.a), "the law of the answer")
                .le(delta, "probabilistically bounded DP"),
            ),
        ),
    ),
    example=point({eps: log(2), delta: 0}, **same),
    near_misses={
        "the mechanism unprotected": variant(
            given=processed.facts, witness=point({eps: 0, delta: 0}, **same)
        ),
    },
)
