"""Without a failure probability, the bound on rare answers only asks that no output is impossible under one law alone."""

from dpsym.derivations.testing.error_rates import level, power
from dpsym.derivations.vocabulary import eps, eps_s
from dpsym.language import *

eps_s = eps_s.ranging(above=eps)

more, less = exp(eps_s) / (1 + exp(eps_s)), 1 / (1 + exp(eps_s))
at = point({eps: 0, eps_s: log(2)})


def rare(one, other):
    """An answer that the first law surely does not give, the second does not give either."""
    return every_test(Implication(one <= 0, other <= 0))


rare_answers_not_pure = Theorem(
    title="A bound on rare answers without failure probability is not pure DP",
    source=of_any_spaces("kifer.rem5.5"),
    claim=AllOf(rare(level, power), rare(power, level), 0 < HockeyStick(eps)),
    where={P: (more, less), Q: (less, more)},
    example=at,
    derivation=(
        have(exp(eps) < exp(eps_s), "the exponential is increasing"),
        have(exp(eps) * less < more, "the loss of the first output is larger"),
    ),
    near_misses={
        "at the loss itself": variant(0 < HockeyStick(eps_s), witness=at),
        "pure DP at the smaller loss": variant(PureDP(eps), witness=at),
    },
    note=(
        "The hockey stick is positive, so that the pair is not purely private with the smaller loss. With a failure "
        "probability of 0 the third definition of bounded DP would ask this alone; the paper excludes the value for "
        "that reason. This is the first half of the remark; that the first two definitions with failure probability "
        "0 are pure DP is its second half."
    ),
)
