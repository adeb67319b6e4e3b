"""Whether linear relations over exact values have a common solution, by the simplex method.

A row is (coefficients, constant, kind) and says: coefficients . x + constant is > 0, >= 0 or = 0.  The arithmetic is that
of `refute_numbers`, so that coefficients may be germs of a parameter too; every sign that is read is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from dpsym.prove import refute_numbers as n
from dpsym.prove.refute_numbers import ONE, ZERO, Value

PIVOTS = 2000


class Undecided(Exception):
    """A sign, a value or the form of a statement that is not known."""


@dataclass(frozen=True)
class Row:
    """coefficients . x + constant, and what is said of it: ">", ">=" or "="."""

    coefficients: tuple[Value, ...]
    constant: Value
    kind: str


def sign(x: Value) -> int:
    """The sign of a value; Undecided where it is not known."""
    s = n.sign(x)
    if s is None or isinstance(x, n.Inf):
        raise Undecided
    return s


def feasible(rows: Sequence[Row]) -> bool:
    """Whether some real vector satisfies all rows.

    The smallest of the strict rows is made as large as possible, at most 1: it is positive at a common solution.
    """
    if not rows:
        return True
    size = len(rows[0].coefficients)
    least = _nonnegative(rows, size)
    free = [j for j in range(size) if j not in least]
    columns = [(j, ONE) for j in range(size)] + [(j, -ONE) for j in free]
    strict = any(row.kind == ">" for row in rows)
    table: list[list[Value]] = []  # -coefficients . x + t [row is strict] <= constant, for x, t >= 0
    for row in rows:
        for side in (1, -1) if row.kind == "=" else (1,):
            line = [n.times(fmpq(-side) * unit, row.coefficients[j]) for j, unit in columns]
            table.append([*line, ONE if row.kind == ">" else ZERO, n.times(fmpq(side), row.constant)])
    table.append([ZERO] * len(columns) + [ONE, ONE])
    return _positive(table, len(columns), strict)


def _nonnegative(rows: Sequence[Row], size: int) -> set[int]:
    """The variables of which some row says no more than that they are at least 0."""
    found = set()
    for row in rows:
        support = [
            j for j in range(size) if not (isinstance(row.coefficients[j], fmpq) and row.coefficients[j] == 0)
        ]
        if row.kind != ">=" or len(support) != 1 or not isinstance(row.constant, fmpq) or row.constant != 0:
            continue
        c = row.coefficients[support[0]]
        if isinstance(c, fmpq) and c > 0:
            found.add(support[0])
    return found


def _positive(rows: list[list[Value]], goal: int, strict: bool) -> bool:
    """Whether rows . x <= right, x >= 0 has a solution, with x[goal] > 0 where `strict`; x[goal] has a bound."""
    table = Dictionary(rows)
    if not table.solve():
        return False
    return not strict or table.largest(goal)


class Dictionary:
    """The simplex dictionary: basic variable i is right_i - row_i . (cobasic variables), all variables >= 0.

    The variables are x_0, x_1, ..., then one slack a row, then the artificial one.
    """

    def __init__(self, rows: list[list[Value]]) -> None:
        width = len(rows[0]) - 1
        self.table = rows
        self.cobasic = list(range(width))
        self.basic = [width + i for i in range(len(rows))]
        self.steps = 0

    def pivot(self, leaving: int, entering: int) -> None:
        self.steps += 1
        if self.steps > PIVOTS:
            raise Undecided
        p = self.table[leaving][entering]
        line = [n.over(v, p) for v in self.table[leaving]]
        line[entering] = n.over(ONE, p)
        for i, row in enumerate(self.table):
            q = row[entering]
            if i != leaving and not (isinstance(q, fmpq) and q == 0):
                new = [n.minus(v, n.times(q, w)) for v, w in zip(row, line, strict=True)]
                new[entering] = n.times(fmpq(-1), n.times(q, line[entering]))
                self.table[i] = new
        self.table[leaving] = line
        if leaving < len(self.basic):
            self.basic[leaving], self.cobasic[entering] = self.cobasic[entering], self.basic[leaving]

    def climb(self) -> None:
        """Make the last row of the table, which is no variable, as large as possible; then it is removed."""
        while True:
            better = [j for j in range(len(self.cobasic)) if sign(self.table[-1][j]) < 0]
            if not better:
                self.table.pop()
                return
            entering = min(better, key=lambda j: self.cobasic[j])
            leaving = self.first_to_vanish(entering)
            if leaving is None:
                raise Undecided  # without a bound
            self.pivot(leaving, entering)

    def first_to_vanish(self, entering: int) -> int | None:
        """The basic variable that falls to 0 first as a cobasic one rises: of equals the first by number (Bland)."""
        found, least = None, ZERO
        for i, variable in enumerate(self.basic):
            row = self.table[i]
            if sign(row[entering]) > 0:
                ratio = n.over(row[-1], row[entering])
                s = -1 if found is None else sign(n.minus(ratio, least))
                if s < 0 or (s == 0 and found is not None and variable < self.basic[found]):
                    found, least = i, ratio
        return found

    def solve(self) -> bool:
        """Reach a dictionary whose right sides are at least 0, or find that there is none."""
        worst = 0
        for i, row in enumerate(self.table):
            if sign(n.minus(row[-1], self.table[worst][-1])) < 0:
                worst = i
        if sign(self.table[worst][-1]) >= 0:
            return True
        # an artificial variable a makes rows . x - a <= right solvable: how small can it be?
        artificial = len(self.cobasic) + len(self.basic)
        for row in self.table:
            row.insert(-1, -ONE)
        self.table.append([ZERO] * len(self.cobasic) + [ONE, ZERO])
        self.cobasic.append(artificial)
        self.pivot(worst, len(self.cobasic) - 1)
        self.climb()
        if artificial in self.basic:
            i = self.basic.index(artificial)
            if sign(self.table[i][-1]) > 0:
                return False
            self.pivot(i, next(j for j in range(len(self.cobasic)) if sign(self.table[i][j])))
        c = self.cobasic.index(artificial)
        self.cobasic.pop(c)
        for row in self.table:
            row.pop(c)
        return True

    def largest(self, goal: int) -> bool:
        """Whether the largest value of a variable is positive."""
        if goal in self.cobasic:
            self.table.append([-ONE if v == goal else ZERO for v in self.cobasic] + [ZERO])
        else:
            self.table.append(list(self.table[self.basic.index(goal)]))
        self.climb()
        return goal in self.basic and sign(self.table[self.basic.index(goal)][-1]) > 0
