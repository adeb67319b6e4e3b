"""From all finite outputs to all measurable ones, and from roundings to the line: the shapes of claims to which the
reduction lemma applies."""

from dpsym.lift.by_logic import by_logic, speaks_of_sets
from dpsym.lift.instances import about_numbers, follows, follows_from_all
from dpsym.lift.reach import (
    ALMOST,
    LANES,
    LEMMA,
    LOGIC,
    ON_THE_LINE,
    OUTPUTS,
    SIGMA_FINITE,
    NoReach,
    Reach,
    reach,
    sets_of,
)

__all__ = [
    "ALMOST",
    "LANES",
    "LEMMA",
    "LOGIC",
    "ON_THE_LINE",
    "OUTPUTS",
    "SIGMA_FINITE",
    "NoReach",
    "Reach",
    "about_numbers",
    "by_logic",
    "follows",
    "follows_from_all",
    "reach",
    "sets_of",
    "speaks_of_sets",
]
