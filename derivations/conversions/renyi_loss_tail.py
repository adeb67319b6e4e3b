"""Rényi DP makes a large privacy loss rare, also after any secondary analysis."""

from dpsym.derivations.divergences.renyi_moment_tail import renyi_moment_tail
from dpsym.derivations.vocabulary import alpha, eps, gamma, truthful
from dpsym.language import *

eps = eps.ranging()

bound = exp((alpha - 1) * (gamma - eps))

renyi_loss_tail = Theorem(
    title="The tail of the loss under Rényi DP",
    source=of_any_spaces("kifer.lem5-tail-rdp"),
    cites="bunsteinke2016",
    given=RenyiDP(alpha, gamma),
    claim=Probability(Loss() > eps, P) <= bound,
    derivation=(
        Chain(exp((alpha - 1) * eps) * Probability(Loss() > eps, P))
        .le(RenyiMoment(alpha), "Markov's inequality", by=renyi_moment_tail)
        .le(exp((alpha - 1) * gamma), "Rényi DP"),
        Chain(Probability(Loss() > eps, P))
        .le(
            exp(-(alpha - 1) * eps) * exp((alpha - 1) * gamma),
            "divide",
            hints=(exp(-(alpha - 1) * eps) > 0,),
        )
        .eq(bound, "collect the exponents"),
    ),
    near_misses={
        "with the order as exponent": variant(
            Probability(Loss() > eps, P) <= exp(alpha * (gamma - eps)),
            witness=point({alpha: 2, gamma: log(Rational(3, 2)), eps: log(Rational(19, 10))}, **truthful),
        ),
    },
    evaluate={"failure probability": bound},
    note="The paper writes the exponential of eps where the loss is compared with eps itself.",
    errata=erratum(
        "slip in wording",
        'Appendix A, proof that Definitions 5.2 and 5.3 are equivalent; Section 5.3, the display before "Bun and Steinke (Lemma 3.5, [14]) proved that" and the two bounds after it',
        "P(L > e^eps)",
        fails="The loss is a logarithm: it is compared with eps, as everywhere else.",
        holds="The bounds for the event that the loss exceeds eps.",
    ),
)
