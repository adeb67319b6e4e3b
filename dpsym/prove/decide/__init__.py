"""Exact three-valued evaluation of statements at a point: True, False, or None where it is undefined or undecided.

Numbers are rationals wherever possible: with eps = log(r) the exponential e^eps is the rational r, and losses are
compared without logarithms.  What is not rational is a ball whose sign is decided at rising precision.
"""

from dpsym.prove.decide import formulas, numbers, quantifiers  # what they decide is registered
from dpsym.prove.decide.cells import bounds_of, counter_value, in_domain, smart_values
from dpsym.prove.decide.closures import (
    EVENTS,
    Closure,
    Env,
    factors_of,
    multiple_of,
    number_of,
    truth_of,
)
from dpsym.prove.decide.formulas import sides
from dpsym.prove.decide.looks import gap_of, look_of
from dpsym.prove.decide.points import environment, laws_are_distributions, number, outward, truth

__all__ = [
    "EVENTS", "Closure", "Env", "bounds_of", "counter_value", "environment", "factors_of", "formulas", "gap_of", "in_domain",
    "laws_are_distributions", "look_of", "multiple_of", "number", "number_of", "numbers", "outward", "quantifiers",
    "sides", "smart_values", "truth", "truth_of",
]  # fmt: skip
