"""Kullback-Leibler DP gives approximate DP, by Pinsker's inequality."""

from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.divergences.bounded_entropy import finite_losses, of_one_order
from dpsym.derivations.divergences.pinsker import pinsker
from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.vocabulary import delta, eps, half, truthful
from dpsym.language import *

distance = HockeyStick(0)
gamma = parameter("gamma", about="bound on the relative entropy, in nats")

entropy_to_approximate = Theorem(
    title="Kullback-Leibler DP implies approximate DP",
    source="pinsker1964",
    given=(KLDP(gamma), gamma <= 2 * delta**2),
    claim=ApproxDP(eps, delta),
    derivation=(
        have(finite, "no loss is infinite", by=finite_losses),
        Chain(2 * distance**2)
        .le(relative_entropy, "Pinsker's inequality", by=pinsker)
        .le(gamma, "Kullback-Leibler DP", by=of_one_order)
        .le(2 * delta**2, "supposed"),
        have(0 <= distance, "no term is negative"),
        have(
            distance <= delta,
            "neither is negative",
            derivation=cases(
                0 < delta + distance,
                have(
                    0 <= delta - distance,
                    "the difference of the squares",
                    by=divide.at(a=delta + distance, c=delta - distance),
                ),
            ),
        ),
        have(S(y) * (P(y) - Q(y)) <= Max(0, P(y) - Q(y)), "a part of what is positive"),
        have(0 <= Mass(S(y), Q), "no mass is negative"),
        Chain(Mass(S(y), P))
        .le(Mass(S(y), Q) + distance, "sum over the outputs")
        .le(Mass(S(y), Q) + delta, "the total variation distance")
        .le(exp(eps) * Mass(S(y), Q) + delta, "the loss is not negative"),
    ),
    example=point({gamma: log(2) / 3, eps: 0, delta: half}, **truthful),
    near_misses={
        "with less than half of it": without(
            gamma <= 2 * delta**2,
            instead=gamma <= 2,
            witness=point({gamma: log(2) / 3, eps: 0, delta: 0}, **truthful),
        ),
    },
    note="The delta is at least the root of half the bound; the loss does not help, as the total variation distance is bounded.",
)
