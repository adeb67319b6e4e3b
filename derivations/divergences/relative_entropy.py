"""The relative entropy (Kullback-Leibler divergence) of two laws: its tangents, and that it is not negative."""

from dpsym.derivations.analysis.entropy_tangents import part, tangent_of_parts
from dpsym.derivations.vocabulary import equal
from dpsym.language import *

finite = ForAll(y, Implication(Eq(Q(y), 0), Eq(P(y), 0)))


relative_entropy = Total(part(P(y), Q(y)), y)

gibbs = Theorem(
    title="The relative entropy is not negative",
    source="kullbackleibler1951",
    given=finite,
    claim=0 <= relative_entropy,
    derivation=(
        have(
            P(y) * (1 + 0) - Q(y) * exp(0) <= part(P(y), Q(y)),
            "above the tangent at equal masses",
            by=tangent_of_parts.at(u=P(y), v=Q(y), c=0),
        ),
        Chain(relative_entropy).ge(Total(P(y) - Q(y), y), "at every outcome").eq(0, "both laws have mass 1"),
    ),
    tight=point(**equal),
    near_misses={
        "with infinite losses left out": without(finite),
    },
)
