"""Neighbouring databases: one record changed, or one record added or removed."""

from dpsym.derivations.notions.approximate_dp import approximate, pure
from dpsym.language import *

bounded = Background(
    title="Bounded neighbours",
    source=("kifer.def4.1", "kifer.def4.2", "kifer.ex2-counterfactual"),
    restates=(pure, approximate),
    cites="kifer2022",
    note=(
        "Two databases of the same public size are bounded neighbours when the record of exactly one individual is changed; they are "
        "unbounded neighbours when one arises from the other by adding or removing one record. Both relations are symmetric, and a "
        "bounded step is two unbounded ones. From the definition on the paper means bounded neighbours: the actual world is the one "
        "with the record of the target, the counterfactual one has another record in its place, fixed in advance. Every "
        "statement here speaks of the two laws of the output on two neighbours and so holds for either relation."
    ),
)
