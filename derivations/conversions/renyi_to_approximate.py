"""Rényi DP implies approximate DP: through the tail of the loss."""

from dpsym.derivations.conversions.probabilistic_to_approximate import one_sided
from dpsym.derivations.conversions.renyi_loss_tail import renyi_loss_tail
from dpsym.derivations.vocabulary import alpha, eps, gamma
from dpsym.language import *

tail = exp((alpha - 1) * (gamma - eps))

renyi_to_approximate = Theorem(
    title="Approximate DP from Rényi DP",
    source=of_any_spaces("kifer.conv5-rdp-adp"),
    cites="mironov2017",
    given=RenyiDP(alpha, gamma),
    claim=ApproxDP(eps, tail),
    derivation=(
        have(Probability(Loss(P(y), Q(y)) > eps, P) <= tail, "the tail of the loss", by=renyi_loss_tail),
        have(
            Probability(Loss(Q(y), P(y)) > eps, Q) <= tail,
            "the tail of the loss, laws exchanged",
            by=renyi_loss_tail.swapped(),
        ),
        have(ApproxDP(eps, tail), "a bound on both upper tails", by=one_sided.at(delta=tail)),
    ),
    near_misses={
        "with twice the order": variant(
            ApproxDP(eps, exp(2 * alpha * (gamma - eps))),
            witness=point(
                {alpha: 2, gamma: log(Rational(20, 11)), eps: log(5)},
                P=(Rational(1, 10), Rational(9, 10)),
                Q=(Rational(1, 100), Rational(99, 100)),
            ),
        ),
    },
    evaluate={"delta": tail},
    note="Not the best delta. The paper mentions that such conversions exist and gives none.",
)
