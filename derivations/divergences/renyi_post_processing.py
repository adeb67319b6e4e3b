"""No secondary analysis raises an exponential moment of the privacy loss: Rényi DP is closed under post-processing."""

from dpsym.derivations.analysis.power_tangents import never_alone, part, power
from dpsym.derivations.divergences.power_of_sums import power_of_sums, sums_never_alone
from dpsym.derivations.vocabulary import alpha, apart, equal, gamma, half, truthful
from dpsym.language import *

# G(w, y): the probability that a secondary analysis answers y when it sees the output w.
G = function("G", about="the law of the answer of a secondary analysis, given the output")
w = Outcome("w")
answers = ForAll(w, distribution(G(w, y), y))
one, other = Total(P(w) * G(w, y), w), Total(Q(w) * G(w, y), w)
analysed = Pair(one, other)
finite = ForAll(w, never_alone(P(w), Q(w)))
before = part(P(w), Q(w))
of_answer = part(P(w) * G(w, y), Q(w) * G(w, y))
keep = {"G": (1, 0, 0, 1)}

post_processing = Theorem(
    title="No secondary analysis raises an exponential moment of the loss",
    source=of_any_spaces("kifer.prop5-rdp-postproc"),
    cites="mironov2017",
    given=(answers, finite),
    claim=RenyiMoment(alpha, analysed) <= RenyiMoment(alpha),
    derivation=(
        have(
            never_alone(P(w) * G(w, y), Q(w) * G(w, y)),
            "a product is 0 when a factor is",
            derivation=cases(0 < Q(w), cases(0 < G(w, y), have(0 < Q(w) * G(w, y), "no factor is 0"))),
        ),
        have(
            Implication(
                AllOf(0 < P(w), 0 < Q(w), 0 < G(w, y)),
                Eq(power(P(w) * G(w, y), Q(w) * G(w, y)), G(w, y) * power(P(w), Q(w))),
            ),
            "powers of products",
            derivation=(
                have(Eq(log(P(w) * G(w, y)), log(P(w)) + log(G(w, y))), "logarithm of a product"),
                have(Eq(log(Q(w) * G(w, y)), log(Q(w)) + log(G(w, y))), "logarithm of a product"),
                Chain(power(P(w) * G(w, y), Q(w) * G(w, y)))
                .eq(exp(log(G(w, y))) * power(P(w), Q(w)), "logarithms of products")
                .eq(G(w, y) * power(P(w), Q(w)), "exponential of a logarithm"),
            ),
        ),
        have(
            Eq(of_answer, G(w, y) * before),
            "where an output is impossible, both sides are 0",
            derivation=cases(0 < P(w), cases(0 < Q(w), cases(0 < G(w, y)))),
        ),
        have(0 <= before, "an exponential", split=(0 < P(w), 0 < Q(w))),
        have(0 <= G(w, y) * before, "no factor is negative"),
        have(
            part(one, other) <= Total(G(w, y) * before, w),
            "one answer",
            derivation=(
                have(
                    part(one, other) <= Total(of_answer, w),
                    "the power of a sum",
                    by=power_of_sums.at(U=Lambda(w, P(w) * G(w, y)), V=Lambda(w, Q(w) * G(w, y))),
                ),
                Chain(part(one, other))
                .le(Total(of_answer, w), "the power of a sum")
                .eq(Total(G(w, y) * before, w), "powers of products"),
            ),
        ),
        have(Eq(Total(G(w, y) * before, y), before), "the answers have a law"),
        Chain(RenyiMoment(alpha, analysed))
        .le(Total(G(w, y) * before, w, y), "sum over the answers")
        .eq(Total(before, w), "the answers have a law")
        .eq(RenyiMoment(alpha), "the moment before"),
    ),
    example=point({alpha: 2}, **equal, **keep),
    tight=point({alpha: 2}, **truthful, **keep),
    near_misses={
        "also with infinite losses": without(
            finite,
            claim=RenyiMoment(2, analysed) <= RenyiMoment(2),
            witness=point(P=(half, half), Q=(0, 1), G=(1, 0, 1, 0)),
        ),
    },
)

given_off = ForAll(y, Implication(Eq(other, 0), Eq(one, 0)))

finite_kept = Theorem(
    title="No secondary analysis makes a loss infinite",
    source="kifer.prop5-rdp-postproc",
    kind="lemma",
    given=(answers, finite),
    claim=given_off,
    derivation=(
        have(
            never_alone(P(w) * G(w, y), Q(w) * G(w, y)),
            "a product is 0 when a factor is",
            derivation=cases(0 < Q(w), cases(0 < G(w, y), have(0 < Q(w) * G(w, y), "no factor is 0"))),
        ),
        have(
            never_alone(one, other),
            "a ratio of masses has a bound",
            by=sums_never_alone.at(U=Lambda(w, P(w) * G(w, y)), V=Lambda(w, Q(w) * G(w, y))),
        ),
    ),
    example=point(**equal, **keep),
    near_misses={
        "where a loss was infinite": without(finite, witness=point(**apart, **keep)),
        "nothing is impossible": variant(ForAll(y, 0 < other), witness=point(**equal, G=(1, 0, 1, 0))),
    },
)

both = RenyiDP(alpha, gamma)

renyi = Theorem(
    title="Every secondary analysis keeps Rényi DP",
    source=("kifer.prop5-rdp-postproc", "kifer.prop-postproc-known", "kifer.prop-postproc-arbitrary"),
    cites="mironov2017",
    given=(answers, both),
    claim=both.on(analysed),
    derivation=(
        have(given_off, "no loss becomes infinite", by=finite_kept),
        Chain(RenyiMoment(alpha, analysed))
        .le(RenyiMoment(alpha), "the moment is not raised", by=post_processing)
        .le(exp((alpha - 1) * gamma), "Rényi DP"),
    ),
    example=point({alpha: 2, gamma: 0}, **equal, **keep),
    near_misses={
        "without Rényi DP": without(both, witness=point({alpha: 2, gamma: 0}, **apart, **keep)),
    },
)
