"""Linear relations over exact values, for the simplex method: germs of a parameter, algebraic numbers, logarithms."""

from __future__ import annotations

from dpsym.reals import real as n
from dpsym.reals.real import Value
from dpsym.reals.simplex import Arithmetic


class Undecided(Exception):
    """A sign, a value or the form of a statement that is not known."""


def sign(x: Value) -> int:
    """The sign of a value; Undecided where it is not known."""
    s = n.sign(x)
    if s is None or isinstance(x, n.Inf):
        raise Undecided
    return s


OVER_VALUES = Arithmetic(n.plus, n.times, n.over, sign)
