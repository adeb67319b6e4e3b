"""Approximate DP implies probabilistic DP at every larger loss, with an explicit failure probability."""

from dpsym.derivations.conversions.approximate_loss_tail import above, below
from dpsym.derivations.vocabulary import delta, eps, truthful
from dpsym.language import *

eps_p = parameter("eps_p", above=eps, about="a larger bound on the privacy loss, in nats")


def failure_probability(eps, delta, eps_p):
    """How often the loss of an (eps, delta)-DP mechanism may fail to keep between -eps_p and eps_p."""
    return delta * (1 + exp(-eps_p)) / (1 - exp(eps - eps_p))


approximate_to_probabilistic_at_loss = Theorem(
    title="Approximate DP implies probabilistic DP at every larger loss",
    source=of_any_spaces("kazan.eq-zhao"),
    cites="zhao2019",
    given=ApproxDP(eps, delta),
    claim=ProbDP(eps_p, failure_probability(eps, delta, eps_p)),
    derivation=Chain(1 - Probability(Within(Loss(), eps_p), P))
    .eq(Probability(Loss() > eps_p, P) + Probability(Loss() < -eps_p, P), "two tails")
    .le(delta / (1 - exp(eps - eps_p)) + Probability(Loss() < -eps_p, P), "the upper tail", by=above)
    .le(
        delta / (1 - exp(eps - eps_p)) + exp(-eps_p) * delta / (1 - exp(eps - eps_p)),
        "the lower tail",
        by=below,
    )
    .eq(failure_probability(eps, delta, eps_p), "collect"),
    near_misses={
        "one tail": variant(
            ProbDP(eps_p, delta / (1 - exp(eps - eps_p))),
        ),
        "the delta itself": variant(
            ProbDP(eps_p, delta),
            witness=point(
                {eps: 0, delta: Rational(1, 3), eps_p: log(Rational(3, 2))},
                **truthful,
            ),
        ),
    },
    evaluate={"delta_p": failure_probability(eps, delta, eps_p)},
    note=(
        "Where the failure probability is at most 1 no smaller one will do: extremal pairs of a loss a little larger come as close to it "
        "as one likes."
    ),
)
