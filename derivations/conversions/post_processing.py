"""No secondary analysis loses pure or approximate DP: both are closed under post-processing."""

from dpsym.derivations.divergences.renyi_post_processing import G, analysed, answers, keep, w
from dpsym.derivations.testing.approximate_error_rates import approximate_error_rates
from dpsym.derivations.vocabulary import apart, delta, eps, equal
from dpsym.language import *

# The probability that the analysis answers with an element of S when it sees the output w.
z = Outcome("z")
chosen = Total(S(z) * G(w, z), z)

approximate = Theorem(
    title="Approximate DP is kept by every secondary analysis",
    source=("kifer.prop4-pure-postproc", "zhang.fix-sandwich", "zhang.thm2"),
    kind="lemma",
    cites="dwork2006a",
    given=(answers, ApproxDP(eps, delta)),
    claim=ApproxDP(eps, delta).on(analysed),
    derivation=(
        have(S(y) * G(w, y) <= G(w, y), "an event is a part of the answers"),
        have(0 <= chosen, "a sum of masses"),
        have(chosen <= 1, "the answers have a law"),
        have(Eq(Total(chosen * P(w), w), Mass(S(y), analysed.a)), "exchange the sums"),
        have(Eq(Total(chosen * Q(w), w), Mass(S(y), analysed.b)), "exchange the sums"),
        Chain(Mass(S(y), analysed.a))
        .eq(Total(chosen * P(w), w), "exchange the sums")
        .le(
            exp(eps) * Total(chosen * Q(w), w) + delta,
            "approximate DP for the test that answers in S",
            by=approximate_error_rates.at(f=Lambda(w, chosen)),
        )
        .eq(exp(eps) * Mass(S(y), analysed.b) + delta, "exchange the sums"),
    ),
    example=point({eps: 0, delta: 0}, **equal, **keep),
    near_misses={
        "without approximate DP": without(
            ApproxDP(eps, delta), witness=point({eps: 0, delta: 0}, **apart, **keep)
        ),
    },
)

pure = Theorem(
    title="Pure DP is kept by every secondary analysis",
    source=of_any_spaces("kifer.prop4-pure-postproc"),
    cites="dwork2006a",
    given=(answers, PureDP(eps)),
    claim=PureDP(eps).on(analysed),
    derivation=(
        have(
            ApproxDP(eps, Integer(0)).on(analysed),
            "approximate DP with delta 0",
            by=approximate.at(delta=Integer(0)),
        ),
    ),
    example=point({eps: 0}, **equal, **keep),
    near_misses={
        "without pure DP": without(PureDP(eps), witness=point({eps: 0}, **apart, **keep)),
    },
    note="The analysis sees the output only; its answers may be drawn at random.",
)
