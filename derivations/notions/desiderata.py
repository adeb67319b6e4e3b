"""What a definition of privacy should have: it holds for published mechanisms, after any analysis, and for mixtures."""

from dpsym.derivations.census.unaffected_query import same_power
from dpsym.derivations.composition import mixtures
from dpsym.derivations.composition.pure_composition import adaptive
from dpsym.derivations.conversions.post_processing import approximate, pure
from dpsym.derivations.mechanisms.two_randomized_responses import tail
from dpsym.language import *

post_processing = Background(
    title="Closed under post-processing",
    source="kifer.def4-postprocessing",
    cites="kiferlin2012",
    restates=(pure, approximate, tail),
    note=(
        "A definition is closed under post-processing when a mechanism that satisfies it satisfies it with the same parameters after "
        "every secondary analysis of the output, drawn at random or not. Pure and approximate DP are; a bound on the "
        "probability of a large loss is not."
    ),
)

convexity = Background(
    title="Convexity",
    source="kifer.def4-convexity",
    cites="kiferlin2012",
    restates=(mixtures.pure, mixtures.approximate, adaptive),
    note=(
        "A definition is convex when the mechanism that runs one of two mechanisms that satisfy it, chosen at random without looking at "
        "the data, satisfies it with the same parameters. Pure and approximate DP are. The choice may be revealed: it is then "
        "adaptive composition after a mechanism that gives away nothing."
    ),
)

transparency = Background(
    title="Transparency",
    source="kifer.def4-transparency",
    restates=(same_power,),
    note=(
        "The attacker is supposed to know the mechanism; only its random draws are unknown. So a mechanism may append its own name to "
        "its output: what has the same law on both databases changes the level and the power of no test."
    ),
)
