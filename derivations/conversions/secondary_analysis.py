"""A secondary analysis of the output of a private mechanism, as a mechanism of its own."""

from dpsym.derivations.conversions.post_processing import approximate as approximate_kept
from dpsym.derivations.vocabulary import delta, eps, third, two_thirds
from dpsym.language import *
from dpsym.language.combined import A, B, K, first, processed, x

truth, lie = (two_thirds, third), (third, two_thirds)
same = {"A": truth, "B": lie, "P": truth, "Q": lie, "K": (1, 0, 0, 1)}
loud, quiet = (Rational(4, 5), Rational(1, 5)), (Rational(1, 5), Rational(4, 5))
louder = {"A": loud, "B": quiet, "P": loud, "Q": quiet, "K": (1, 0, 0, 1)}
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
        "half the delta": variant(ApproxDP(eps, delta / 2), witness=point({eps: 0, delta: third}, **same)),
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
        "half the loss": variant(PureDP(eps / 2), witness=point({eps: 2 * log(2)}, **louder)),
        "the mechanism unprotected": variant(given=processed.facts, witness=point({eps: 0}, **same)),
    },
)
