"""What the paper on the limits of inference says without a formula of its own, and where it is proved here."""

from dpsym.derivations.inference.density_ratio import definite, split
from dpsym.derivations.inference.group_privacy import (
    densities_from_neighbours,
    groups_from_densities,
    neighbours_from_groups,
)
from dpsym.derivations.inference.largest_power import largest_power
from dpsym.derivations.inference.lipschitz import lipschitz, neighbours_from_lipschitz
from dpsym.derivations.inference.prior_to_posterior import prior_to_posterior
from dpsym.derivations.inference.privatised_data_probability import weighted
from dpsym.derivations.inference.tests_of_models import power
from dpsym.language import *

four_forms = Background(
    title="The four forms of privacy on a graph are one",
    source="bailie.thm3.5",
    restates=(
        densities_from_neighbours,
        groups_from_densities,
        neighbours_from_groups,
        lipschitz,
        neighbours_from_lipschitz,
    ),
    note=(
        "From neighbours to densities, to intervals of measures, and back to neighbours, in a circle; and from neighbours to the "
        "Lipschitz condition, and back."
    ),
)

same_as_metric = Background(
    title="The assumption on the distance of data sets",
    source=whole_of("bailie.asm3.3"),
    restates=(lipschitz,),
    note=(
        "The distance is the length of a shortest path in a graph of neighbours, and infinite where there is none: its axioms here are "
        "symmetry, that it is 0 from an element to itself and to no other, and that a distance above 1 has a last step."
    ),
)

chain_rule = Background(
    title="Chain rule of densities",
    source="bailie.lemB.2",
    restates=(split,),
    note="A textbook fact on densities of measures; on finitely many outcomes it is the rule for a ratio of ratios.",
)

sigma_finite = Background(
    title="When a measure with a density is sigma-finite",
    source="bailie.lemE.1",
    restates=(split,),
    note="Measure theory: on finitely many outcomes every measure with finite masses is finite.",
)

measurable = Background(
    title="A function of a measurable function",
    source="bailie.lemE.27",
    restates=(weighted,),
    note="Measure theory, used for the probability of an output to be one; sums over finitely many data sets need no such lemma.",
)

distorting = Background(
    title="Distorting functions and distortion models",
    source="bailie.defD.1",
    restates=(definite,),
    note=(
        "A distorting function compares two measures, and a distortion model is the set of the laws near a nucleus. The multiplicative and "
        "the density ratio distance are two such functions; no theorem here speaks of all of them."
    ),
)

earlier_bound = Background(
    title="An earlier bound on the power of an attacker's test",
    source="bailie.eq-wz",
    cites="wassermanzhou2010",
    restates=(power,),
    note="Wasserman and Zhou bound the power for one record under independence; with k records the distance is at most k.",
)

encodings = Background(
    title="What has to be checked on finitely many data sets and outputs",
    source="bailie.x-encoding",
    restates=(densities_from_neighbours, largest_power, prior_to_posterior),
    note="The reductions to finite tables with which the statements were looked at before they were proved; not in the paper.",
)
