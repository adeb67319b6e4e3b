"""How the guarantees may be put in words: a belief that can change only by a set amount, surely or with high probability."""

from dpsym.derivations.conversions.approximate_posterior_interval import approximate_to_interval
from dpsym.derivations.posterior.pure_posterior_interval import forward as pure_posterior_interval
from dpsym.language import *

verbal_explanations = Background(
    title="Explanations in words",
    source="kazan.rem-explanations",
    restates=(pure_posterior_interval, approximate_to_interval),
    note=(
        "Under pure DP a knowledgeable adversary's belief that a person is in the data can change by a set amount only. Under "
        "approximate DP the same holds with high probability, at a slightly larger amount; a larger change is unlikely, not "
        "impossible. Concentrated DP is explained in the same way, through its conversion to approximate DP."
    ),
)
