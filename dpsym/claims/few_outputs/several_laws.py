"""Several laws on few outputs against a claim, by an exact linear program over their masses.

A hockey stick is the largest of the sums of a - u b over the events: a claim needs one output for each way in which an
output can lie in the events of the hockey sticks that are to be large, and those that are to be small are bounded output
by output.  Nothing here decides: what comes of it is a point, and the kernel is shown it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import sympy
from sympy import Expr
from sympy.core.function import AppliedUndef

from dpsym import deadline
from dpsym.claims.few_outputs.extreme_pairs import (
    Program,
    Unread,
    at_values,
    linear,
    point_of,
    supposed,
    value,
    violations,
)
from dpsym.language import HockeyStick, Pair, Point, StatementError, Theorem
from dpsym.language.expressions import y
from dpsym.reals.simplex import TooLong, maximum

VALUES = 24  # of the parameters
EVENTS = 3  # hockey sticks that are to be large
GRIDS = (10**4, 10**12)  # how finely a number that is no fraction is rounded
ONE, NONE = Fraction(1), Fraction(0)
Number = tuple[
    str, int
]  # a mass, by its law and the output; or one that is at least 0, by a number of its own
Row = dict[Number, Fraction]


@dataclass
class Masses:
    """The rows of a linear program over the masses of the laws, built one relation after the other.

    outputs  how many; output y lies in event j where bit j of y is set
    grid     how finely factors that are no fractions are rounded, so that what holds in the program holds
    """

    laws: Sequence[str]
    outputs: int
    grid: int
    rows: list[tuple[Row, Fraction]] = field(default_factory=list)
    events: int = 0
    slacks: int = 0

    def slack(self) -> Number:
        """A new number that is at least 0."""
        self.slacks += 1
        return ("slack", self.slacks)

    def small(self, h: HockeyStick) -> Row:
        """At least the hockey stick: for each output a number that is at least a - u b."""
        a, b, u = sides(h, self.grid, up=False)
        total: Row = {}
        for k in range(self.outputs):
            bound = self.slack()
            self.rows.append(({bound: ONE, (a, k): -ONE, (b, k): u, self.slack(): -ONE}, NONE))
            total[bound] = ONE
        return total

    def large(self, h: HockeyStick) -> Row:
        """At most the hockey stick: the sum of a - u b over an event of its own."""
        a, b, u = sides(h, self.grid, up=True)
        bit, self.events = 1 << self.events, self.events + 1
        return {t: w for k in range(self.outputs) if k & bit for t, w in (((a, k), ONE), ((b, k), -u))}

    def below(self, expr: Expr) -> tuple[Row, Fraction]:
        """Terms and a constant whose sum is at least the expression where its sums are small, by their signs."""
        found, rest = linear(expr)
        whole: Row = {}
        for h, coefficient in found.items():
            c = value(coefficient, {}, up=True)
            for t, w in (self.small(h) if c > 0 else self.large(h)).items():
                whole[t] = whole.get(t, NONE) + c * w
        return whole, value(rest, {}, up=True)


def sides(h: Expr, grid: int, up: bool) -> tuple[str, str, Fraction]:
    """The names of the laws of a hockey stick, and its factor, not above the true one (not below it, where `up`)."""
    if not isinstance(h, HockeyStick) or not isinstance(h.args[1], Pair):
        raise Unread
    laws = (h.args[1].a, h.args[1].b)
    if any(not isinstance(law, AppliedUndef) or law.args != (y,) for law in laws):
        raise Unread
    u = value(sympy.exp(h.args[0]), {}, up)
    if u.denominator > grid:
        u = Fraction((u * grid).__ceil__() if up else (u * grid).__floor__(), grid)
    return laws[0].func.__name__, laws[1].func.__name__, u


def large_in(expr: Expr, sign: int) -> int:
    """How many hockey sticks have a coefficient of the sign."""
    return sum(1 for c in linear(expr)[0].values() if value(c, {}) * sign > 0)


def worst(program: Program, laws: Sequence[str], grid: int) -> dict[str, tuple[Fraction, ...]] | None:
    """The masses at which the relation fails most, where it fails."""
    if program.fails is None or program.allowed or program.tests:
        raise Unread
    events = large_in(program.fails, -1) + sum(large_in(x, 1) for x, _ in program.least)
    if events > EVENTS:
        raise Unread
    lp = Masses(laws, 1 << max(1, events), grid)
    cost, least = lp.below(program.fails)
    for x, strict in program.least:
        deadline.spend(deadline.PROGRAM)
        row, rest = lp.below(-x)  # at most 0
        lp.rows.append(({**row, lp.slack(): ONE}, -rest - (Fraction(1, grid) if strict else NONE)))
    lp.rows += [({(law, k): ONE for k in range(lp.outputs)}, ONE) for law in laws]
    names = list(dict.fromkeys(t for row, _ in lp.rows for t in row) | dict.fromkeys(cost))
    matrix = [[row.get(t, NONE) for t in names] for row, _ in lp.rows]
    best = maximum(matrix, [b for _, b in lp.rows], [-cost.get(t, NONE) for t in names])
    if best.status != "optimal":
        return None
    at = dict(zip(names, best.x, strict=True))
    gap = least + sum((c * at[t] for t, c in cost.items()), NONE)
    if gap > 0 or (gap == 0 and not program.edge):
        return None
    kept = [k for k in range(lp.outputs) if any(at[law, k] for law in laws)]
    return {law: tuple(at[law, k] for k in kept) for law in laws}


def points(theorem: Theorem) -> Iterator[Point]:
    """Laws at which the claim may fail, at values of its parameters."""
    if theorem.where or not theorem.laws:
        return
    for at, given, claim in at_values(theorem, VALUES):
        try:
            for program in violations(supposed(Program(), given), claim):
                for grid in GRIDS:
                    masses = worst(program, theorem.laws, grid)
                    if masses is not None:
                        yield point_of(at, masses)
                        break
        except (Unread, StatementError, TooLong, sympy.PolynomialError):
            return


__all__ = ["points"]
