"""Whether every term of a statement is seen to have a value at a point."""

from __future__ import annotations

from sympy import Basic, Integer, Pow

from dpsym.language import Point, StatementError, Theorem
from dpsym.language.definedness import Need, needs
from dpsym.language.expressions import parts_of
from dpsym.prove import decide


def lacking(whole: Theorem, at: Point, every: bool = False) -> Need | None:
    """A need that is not seen to hold at the point; None where each does.

    Asked for are roots and powers, which are positive numbers to the kernel also where they have no value: of another
    term without a value the kernel supposes nothing, and what it shows of it holds whatever the value is taken to be.
    `every` asks for all terms.
    """
    formulas = (*whole.given, whole.claim)
    if not every and not any(map(has_root, formulas)):
        return None
    for need in needs(whole).needs:
        if every or (isinstance(need.term, Pow) and not is_integer(need.term.args[1])):
            try:
                holds = decide.truth_of(need.closed())(decide.environment(at))
            except (StatementError, ArithmeticError, ValueError, KeyError):
                holds = None
            if holds is not True:
                return need
    return None


def has_root(formula: Basic) -> bool:
    """Whether a power with an exponent that is no integer stands in the formula."""
    return any(not is_integer(p.args[1]) for p in parts_of(formula, Pow))


def is_integer(exponent: Basic) -> bool:
    """Whether the exponent is written as an integer."""
    return isinstance(exponent, Integer)
