"""Rényi and zero-concentrated DP bound the tail of the loss of every secondary analysis: they give bounded DP."""

from dpsym.derivations.conversions.renyi_loss_tail import renyi_loss_tail
from dpsym.derivations.divergences.renyi_post_processing import G, alpha, analysed, answers, keep, w
from dpsym.derivations.divergences.renyi_post_processing import renyi as kept
from dpsym.derivations.vocabulary import apart, eps, equal, gamma, rho, truthful
from dpsym.language import *

eps, eps_c = eps.ranging(), eps.ranging(above=rho)

large = Probability(Loss(analysed.a, analysed.b) > eps, analysed.a)
large_c = Probability(Loss(analysed.a, analysed.b) > eps_c, analysed.a)
bound = exp((alpha - 1) * (gamma - eps))


def law_of_answer(law, total):
    """That the answer of the analysis has a law."""
    return (
        have(0 <= law(w) * G(w, y), "no factor is negative"),
        have(0 <= total, "a sum of products of masses"),
        have(Eq(Total(law(w) * G(w, y), y), law(w)), "the answers have a law"),
        Chain(Total(total, y))
        .eq(Total(law(w) * G(w, y), w, y), "sum over the outputs and the answers")
        .eq(Total(law(w), w), "the answers have a law")
        .eq(1, "so has the output"),
    )


renyi = Theorem(
    title="The tail of the loss of every secondary analysis under Rényi DP",
    source=of_any_spaces("kifer.conv5-rdp-pbdp"),
    given=(answers, RenyiDP(alpha, gamma)),
    claim=large <= bound,
    derivation=(
        have(RenyiDP(alpha, gamma).on(analysed), "the analysis keeps it", by=kept),
        *law_of_answer(P, analysed.a),
        *law_of_answer(Q, analysed.b),
        Chain(large).le(bound, "the tail of the loss", by=renyi_loss_tail.at(P=analysed.a, Q=analysed.b)),
    ),
    example=point({alpha: 2, gamma: 0, eps: 1}, **equal, **keep),
    near_misses={
        "with the order as exponent": variant(
            large <= exp(alpha * (gamma - eps)),
            witness=point(
                {alpha: 2, gamma: log(Rational(3, 2)), eps: log(Rational(19, 10))}, **truthful, **keep
            ),
        ),
        "without Rényi DP": without(
            RenyiDP(alpha, gamma), witness=point({alpha: 2, gamma: 0, eps: log(2)}, **apart, **keep)
        ),
    },
    evaluate={"failure probability": bound},
    note=(
        "This is bounded DP with the stated probability: the analysis is any secondary analysis of the output. Where Rényi DP holds at "
        "several orders, the least of the bounds does."
    ),
)

order = (eps_c + rho) / (2 * rho)
tail = exp(-((eps_c - rho) ** 2) / (4 * rho))

zero_concentrated = Theorem(
    title="Zero-concentrated DP bounds the tail of the loss of every secondary analysis",
    source="kifer.conv5-rdp-pbdp",
    given=(answers, ZCDP(rho)),
    claim=large_c <= tail,
    derivation=(
        have(1 < order, "the bound exceeds the budget"),
        specialise(ZCDP(rho), {alpha: order}, "the best order"),
        have(RenyiDP(order, order * rho), "Rényi DP of the best order"),
        have(
            Eq((order - 1) * (order * rho - eps_c), -((eps_c - rho) ** 2) / (4 * rho)),
            "the exponent at the best order",
        ),
        Chain(large_c)
        .le(
            exp((order - 1) * (order * rho - eps_c)),
            "Rényi DP of the best order",
            by=renyi.at(alpha=order, gamma=order * rho, eps=eps_c),
        )
        .eq(tail, "the exponent at the best order"),
    ),
    example=point({rho: 1, eps_c: 2}, P=(1, 0), Q=(1, 0), **keep),
    near_misses={
        "any bound on the loss": variant(
            Probability(Loss(analysed.a, analysed.b) > eps, analysed.a)
            <= exp(-((eps - rho) ** 2) / (4 * rho)),
            witness=point({rho: 1, eps: -1}, P=(1,), Q=(1,), G=(1,)),
        ),
        "without zero-concentrated DP": without(
            ZCDP(rho), witness=point({rho: 1, eps_c: 2}, **apart, **keep)
        ),
    },
    evaluate={"order": order, "failure probability": tail},
)
