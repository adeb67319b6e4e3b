"""A relation brought to a simpler one, searches that are under way, and budgets."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from dpsym import deadline
from dpsym.prove.proof.polynomials import pmul
from dpsym.prove.proof.script import Poly, Stuck, Term

UNIT: tuple = ("@M",)
PENDING: tuple[int, int, Poly] = (0, 0, {})  # an inverse whose sign is being proved
CONST: Poly = {UNIT: 1}
HITS = 600  # products in which an atom is replaced: a power takes one for each time it is multiplied


@dataclass
class Reduced:
    """`poly` such that  original * (product of times) = poly + sum multiplier * equation."""

    poly: Poly
    times: list[int] = field(default_factory=list)
    factor: Poly = field(default_factory=lambda: dict(CONST))
    eqs: list[tuple[int, Poly]] = field(default_factory=list)

    def multiply(self, line: int, m: Poly) -> None:
        """Multiply by a polynomial that the line shows to be positive."""
        self.poly, self.factor = pmul(self.poly, m), pmul(self.factor, m)
        self.eqs = [(j, pmul(q, m)) for j, q in self.eqs]
        self.times.append(line)


@dataclass
class Guard:
    """Searches under way that do not begin one another again, in the children too.

    discharging  premises of implications that are being proved
    summing      sums whose line at an outcome is looked for
    unlogging    whether the sign of a logarithm's argument is looked at
    factoring    products whose factors' signs are looked for
    cancelling   whether x (1/x) goes in exponents
    """

    discharging: int = 0
    summing: int = 0
    unlogging: bool = False
    factoring: int = 0
    cancelling: bool = False


class Budget:
    """Work allowed for one obligation, counted in linear programs, so that a slow machine gets the same answer."""

    def __init__(self, programs: int = 1500) -> None:
        self.left = programs

    def spend(self) -> None:
        """Count one linear program; Stuck where none is left."""
        deadline.spend(deadline.PROGRAM)
        self.left -= 1
        if self.left < 0:
            raise Stuck("the budget of linear programs is used up")


def show(term: Term) -> str:
    """A term in short plain text, for messages."""
    if isinstance(term, Fraction | str | int):
        return str(term)
    if term[0] in ("+", "-", "*", "/", "<=", "<", "=", "and", "or", "->", "^") and len(term) > 2:
        text = f" {term[0]} ".join(show(t) for t in term[1:])
        return text if term[0] in ("<=", "<", "=") else f"({text})"
    return f"{term[0]}({', '.join(show(t) for t in term[1:])})"
