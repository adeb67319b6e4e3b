"""What the last sections of the paper say besides: related work, and what the case study leaves out."""

from dpsym.derivations.bayesian.known_rest_tails import renyi as known_rest
from dpsym.derivations.bayesian.known_rest_tails import zero_concentrated as known_rest_zero_concentrated
from dpsym.derivations.bayesian.pure_posterior_ratio import for_all as pure
from dpsym.derivations.bayesian.unknown_rest_tails import renyi as any_prior
from dpsym.derivations.bayesian.unknown_rest_tails import zero_concentrated as any_prior_zero_concentrated
from dpsym.language import *

related_work = Background(
    title="Related work",
    source="kifer.sec9",
    cites=("kasiviswanathansmith2014", "kifermachanavajjhala2014"),
    note=(
        "Several variations of privacy are causal: they change a record before the mechanism runs and compare. For approximate DP and "
        "every prior, the posteriors of both worlds are close in total variation (Kasiviswanathan and Smith 2014); the bound says something "
        "only for small privacy parameters. Pufferfish (Kifer and Machanavajjhala 2014) and coupled-worlds privacy bound posteriors for "
        "restricted families of priors, and for those it matters what happens when the family is wrong. Restricted sensitivity turns this round: privacy "
        "without assumptions on the data, and accuracy under assumptions. Nothing of this section is a statement of the paper's own."
    ),
)

conclusions = Background(
    title="Conclusions, and what is left out",
    source="kifer.sec10",
    note=(
        "The case study leaves out what was published exactly: the totals of the states, the housing units of every unit of geography, and the "
        "occupied facilities of group quarters by type. A guarantee that accounts for them is not claimed, here or in the paper."
    ),
)

proofs = Background(
    title="Proofs of the Bayesian semantics",
    source="kifer.appC",
    restates=(pure, known_rest, known_rest_zero_concentrated, any_prior, any_prior_zero_concentrated),
    note="The appendix is a heading: each proof stands with its theorem, in the paper and here.",
)
