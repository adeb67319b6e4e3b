"""Randomised response: its total variation distance, its relative entropy, and how often its loss is large."""

from dpsym.derivations.divergences.relative_entropy import relative_entropy
from dpsym.derivations.mechanisms.randomized_response import answers, at_0, eps, lie, pair, truth
from dpsym.derivations.vocabulary import eps_p
from dpsym.language import *

large = Probability(Loss() > eps_p, P)
at_loss = point({eps: log(2), eps_p: log(2)})

distance = Theorem(
    title="The total variation distance of randomised response",
    cites="kairouz2015",
    claim=Eq(HockeyStick(0), tanh(eps / 2)),
    where=pair,
    example=answers,
    near_misses={
        "of the whole loss": variant(Eq(HockeyStick(0), tanh(eps)), witness=answers),
        "the loss itself": variant(Eq(HockeyStick(0), eps), witness=answers),
    },
)

entropy = Theorem(
    title="The relative entropy of randomised response",
    cites="kairouz2015",
    claim=Eq(relative_entropy, eps * tanh(eps / 2)),
    derivation=(
        have(Eq(truth / lie, exp(eps)), "the ratio of the two answers"),
        have(Eq(log(truth / lie), eps), "its logarithm"),
        have(Eq(lie / truth, exp(-eps)), "the other ratio"),
        have(Eq(log(lie / truth), -eps), "its logarithm"),
    ),
    where=pair,
    example=answers,
    near_misses={
        "the loss itself": variant(Eq(relative_entropy, eps), witness=answers),
    },
)

below_loss = Theorem(
    title="How often randomised response has a larger loss than a smaller number",
    cites="kairouz2015",
    given=eps_p < eps,
    claim=Eq(large, exp(eps) / (1 + exp(eps))),
    where=pair,
    example=at_0,
    near_misses={
        "a lie": variant(Eq(large, 1 / (1 + exp(eps))), witness=at_0),
    },
)

above_loss = Theorem(
    title="Randomised response has no larger loss than its own",
    cites="kairouz2015",
    given=eps <= eps_p,
    claim=Eq(large, 0),
    where=pair,
    example=at_loss,
    near_misses={
        "surely": variant(Eq(large, 1), witness=at_loss),
    },
)
