"""A bound on the relative entropy in both orders: what it says, and which notions give it."""

from dpsym.derivations.divergences import pure_divergences, zero_concentrated_entropy
from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.divergences.renyi_order import entropy_below_bound
from dpsym.derivations.vocabulary import alpha, eps, equal, gamma, response, rho, truthful
from dpsym.language import *

of_order, rho = gamma.ranging(), rho.ranging(at_least=0)
gamma = parameter("gamma", about="bound on the relative entropy, in nats")

swapped = {P(y): Q(y), Q(y): P(y)}
mirrored = {"P": Lambda(y, Q(y)), "Q": Lambda(y, P(y))}

of_one_order = Theorem(
    title="The relative entropy of one order is bounded where that of both is",
    source="kullbackleibler1951",
    given=KLDP(gamma),
    claim=relative_entropy <= gamma,
    tight=point({gamma: log(2) / 3}, **truthful),
    near_misses={
        "with a smaller bound": variant(relative_entropy <= gamma - 1, witness=point({gamma: 0}, **equal)),
    },
)

finite_losses = Theorem(
    title="Where the relative entropy is bounded no loss is infinite",
    source="kullbackleibler1951",
    kind="lemma",
    given=KLDP(gamma),
    claim=finite,
)


def both_orders(bound, by):
    """The bound in one order, and with the laws exchanged in the other."""
    return (
        have(relative_entropy <= bound, "in one order", by=by),
        have(relative_entropy.xreplace(swapped) <= bound, "in the other", by=by.at(**mirrored)),
    )


pure = Theorem(
    title="Pure DP bounds the relative entropy in both orders",
    source="kairouz2015",
    given=PureDP(eps),
    claim=KLDP(eps * tanh(eps / 2)),
    derivation=(
        have(finite, "no loss is infinite", by=pure_divergences.finite_losses),
        have(
            finite.xreplace(swapped), "in the other order", by=pure_divergences.finite_losses.at(**mirrored)
        ),
        *both_orders(eps * tanh(eps / 2), pure_divergences.entropy),
    ),
    tight=point({eps: log(2)}, **truthful),
    near_misses={
        "without the loss as a factor": variant(
            KLDP(tanh(eps / 2)),
            witness=point(
                {eps: 2 * log(2)},
                **response,
            ),
        ),
    },
)

concentrated = Theorem(
    title="Zero-concentrated DP bounds the relative entropy in both orders",
    source="bunsteinke2016",
    given=ZCDP(rho),
    claim=KLDP(rho),
    derivation=(
        have(finite, "no loss is infinite", by=zero_concentrated_entropy.finite_losses),
        have(
            finite.xreplace(swapped),
            "in the other order",
            by=zero_concentrated_entropy.finite_losses.at(**mirrored),
        ),
        *both_orders(rho, zero_concentrated_entropy.entropy),
    ),
    tight=point({rho: log(2) / 3}, **truthful),
    near_misses={
        "with a smaller bound": variant(KLDP(rho - 1), witness=point({rho: 0}, **equal)),
    },
)

renyi = Theorem(
    title="Rényi DP bounds the relative entropy in both orders",
    source="mironov2017",
    given=RenyiDP(alpha, of_order),
    claim=KLDP(of_order),
    derivation=both_orders(of_order, entropy_below_bound),
    tight=point({alpha: 2, of_order: 0}, **equal),
    near_misses={
        "with a smaller bound": variant(KLDP(of_order - 1), witness=point({alpha: 2, of_order: 0}, **equal)),
    },
)
