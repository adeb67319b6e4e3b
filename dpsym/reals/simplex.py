"""The exact simplex method: whether linear relations have a common solution, and the largest value of a linear form.

One dictionary serves rational numbers and the values of `dpsym.reals.real` (germs of a parameter, algebraic numbers): the
arithmetic is passed, and every sign that is read is exact.  Pivots follow Bland's rule (of all variables that would do
the first by number), so that no cycle occurs; a common solution is found in the manner of Dutertre and de Moura (2006):
a basic variable below 0 changes places with one that can raise it, and where there is none its row shows that the
relations contradict each other.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from dpsym.reals.exact import Quotient, exact, fraction

CONSTANT = -1  # the key of a row's constant
PIVOTS = 20_000
ZERO, ONE = fmpq(0), fmpq(1)

Number = Any  # a coefficient: an fmpq, or a `Value` of `dpsym.reals.real`, whose arithmetic is passed
Line = dict[int, Number]  # variable -> coefficient, CONSTANT -> constant; what is 0 is left out


class TooLong(Exception):
    """More pivots than are allowed."""


@dataclass(frozen=True)
class Arithmetic:
    """How the coefficients are computed with; `sign` is exact, or raises."""

    plus: Callable[[Number, Number], Number]
    times: Callable[[Number, Number], Number]
    over: Callable[[Number, Number], Number]
    sign: Callable[[Number], int]


def _sign(q: fmpq) -> int:
    return (1 if q > ZERO else -1) if q else 0


RATIONAL = Arithmetic(operator.add, operator.mul, operator.truediv, _sign)


@dataclass(frozen=True)
class Row:
    """The relation of coefficients . x + constant to 0: ">", ">=" or "="."""

    coefficients: tuple[Number, ...]
    constant: Number
    kind: str


@dataclass(frozen=True)
class Maximum:
    """What came of a linear program.

    status   "optimal", "infeasible" or "unbounded"
    x        a point at which the largest value is taken
    basis    the basic columns there; `width + i` for a row i that the other rows imply
    """

    status: str
    x: tuple[Fraction, ...] = ()
    basis: tuple[int, ...] = ()


def _nothing(v: Number) -> bool:
    return type(v) is fmpq and not v


class Dictionary:
    """Each basic variable as a constant plus multiples of the cobasic ones; all but the `free` ones are at least 0."""

    def __init__(self, arithmetic: Arithmetic = RATIONAL, free: Collection[int] = ()) -> None:
        self.of, self.free = arithmetic, set(free)
        self.rows: dict[int, Line] = {}
        self.goal: Line = {}
        self.pivots = 0

    def reduced(self, line: Mapping[int, Number]) -> Line:
        """A linear form in the cobasic variables alone."""
        found: Line = {}
        for k, v in line.items():
            row = self.rows.get(k)
            if row is None and k not in found:
                if not _nothing(v):
                    found[k] = v
            else:
                self._add(found, v, {k: ONE} if row is None else row)
        return found

    def _add(self, line: Line, scale: Number, other: Mapping[int, Number]) -> None:
        """line + scale * other, in place."""
        plus, times = self.of.plus, self.of.times
        for k, v in other.items():
            term, old = times(scale, v), line.get(k)
            new = term if old is None else plus(old, term)
            if type(new) is not fmpq or new:  # of other values it is not known whether they are 0
                line[k] = new
            elif old is not None:
                del line[k]

    def _solve_for(self, line: Line, variable: int) -> None:
        """Make `variable` basic by the equation line = 0; elsewhere it is replaced."""
        self.pivots += 1
        if self.pivots > PIVOTS:
            raise TooLong
        p = line.pop(variable)
        scale = self.of.over(-ONE, p)
        new = {k: self.of.times(scale, v) for k, v in line.items()}
        for row in (*self.rows.values(), self.goal):
            if variable in row:
                self._add(row, row.pop(variable), new)
        self.rows[variable] = new

    def pivot(self, leaving: int, entering: int) -> None:
        """Exchange a basic and a cobasic variable."""
        line = self.rows.pop(leaving)
        line[leaving] = -ONE
        self._solve_for(line, entering)

    def equation(self, line: Mapping[int, Number]) -> bool | None:
        """Add line = 0: True, or None where the other equations imply it, or False where they contradict it."""
        found = self.reduced(line)
        signs = {k: self.of.sign(v) for k, v in found.items()}
        constant = signs.pop(CONSTANT, 0)
        useful = [k for k, s in signs.items() if s]
        if not useful:
            return None if constant == 0 else False
        free = [k for k in useful if k in self.free]
        raised = [k for k in useful if signs[k] != constant]
        if not free and not raised:  # a sum of terms of one sign is 0, and its constant is not
            return False
        self._solve_for(found, min(free or raised))
        return True

    def release(self) -> None:
        """Make every free variable basic that occurs in the row of another, where its value can be read off."""
        for variable in sorted(self.free - self.rows.keys()):
            for basic in sorted(self.rows.keys() - self.free):
                if variable in self.rows[basic] and self.of.sign(self.rows[basic][variable]):
                    self.pivot(basic, variable)
                    break

    def repair(self) -> bool:
        """Reach a dictionary in which all constants are at least 0, or find that there is none."""
        sign = self.of.sign
        while True:
            below = [
                k for k, row in self.rows.items()
                if k not in self.free and CONSTANT in row and sign(row[CONSTANT]) < 0
            ]  # fmt: skip
            if not below:
                return True
            leaving = min(below)
            raising = [k for k, v in self.rows[leaving].items() if k != CONSTANT and sign(v) > 0]
            if not raising:
                return False
            self.pivot(leaving, min(raising))

    def maximise(self) -> bool:
        """Make the goal as large as possible; False where it has no bound."""
        sign = self.of.sign
        while True:
            better = [
                k
                for k, v in self.goal.items()
                if k != CONSTANT and (sign(v) if k in self.free else sign(v) > 0)
            ]
            if not better:
                return True
            entering = min(better)
            leaving = None if entering in self.free else self._first_to_vanish(entering)
            if leaving is None:
                return False
            self.pivot(leaving, entering)

    def _first_to_vanish(self, entering: int) -> int | None:
        """The basic variable that falls to 0 first as a cobasic one rises: of equals the first by number."""
        found, least = None, ZERO
        for basic in sorted(self.rows.keys() - self.free):
            row = self.rows[basic]
            if entering in row and self.of.sign(row[entering]) < 0:
                ratio = self.of.over(row.get(CONSTANT, ZERO), self.of.times(-ONE, row[entering]))
                if found is None or self.of.sign(self.of.plus(ratio, self.of.times(-ONE, least))) < 0:
                    found, least = basic, ratio
        return found

    def value(self, variable: int) -> Number:
        """The value of a variable where all cobasic ones are 0."""
        return self.rows.get(variable, {}).get(CONSTANT, ZERO)


# ------------------------------------------------------------------------------------------------- what is asked
def feasible(rows: Sequence[Row], arithmetic: Arithmetic = RATIONAL) -> bool:
    """Whether some real vector satisfies all rows.

    The least of the strict rows is made as large as possible, at most 1: it is positive at a common solution.
    """
    if not rows:
        return True
    size = len(rows[0].coefficients)
    least = size  # the variable below all strict rows
    table = Dictionary(arithmetic, free=set(range(size)) - _nonnegative(rows))
    for row in rows:
        if row.kind == "=" and table.equation(_line(row)) is False:
            return False
    for i, row in enumerate(rows):
        if row.kind != "=":
            said = _line(row) | ({least: -ONE} if row.kind == ">" else {})
            table.rows[size + 2 + i] = table.reduced(said)
    table.rows[size + 1] = {CONSTANT: ONE, least: -ONE}
    table.release()
    if not table.repair():
        return False
    if all(row.kind != ">" for row in rows):
        return True
    table.goal = table.reduced({least: ONE})
    return table.maximise() and arithmetic.sign(table.value(least)) > 0


def _line(row: Row) -> Line:
    line = {j: c for j, c in enumerate(row.coefficients) if not _nothing(c)}
    return line if _nothing(row.constant) else {**line, CONSTANT: row.constant}


def _nonnegative(rows: Sequence[Row]) -> set[int]:
    """The variables of which some row says no more than that they are at least 0."""
    found = set()
    for row in rows:
        line = _line(row)
        (j, c), *more = line.items() or ((CONSTANT, None),)
        if row.kind == ">=" and not more and j != CONSTANT and isinstance(c, fmpq) and c > 0:
            found.add(j)
    return found


def solution(
    equations: Iterable[Mapping[int, fmpq]],
    free: Collection[int] = (),
    positive: Collection[int] | None = None,
) -> dict[int, fmpq] | None:
    """Rational x with every equation (coefficients and a CONSTANT) equal to 0 and x >= 0 but for the free ones; with
    the sum over `positive` above 0, where it is given.  None where there is none; what is left out of it is 0.
    """
    lines = [dict(line) for line in equations]
    last = max((k for line in (*lines, free, positive or ()) for k in line), default=0)
    table = Dictionary(free=free)
    for line in sorted(lines, key=len):
        if table.equation(line) is False:
            return None
    if positive is not None:
        least = last + 1  # a number below their sum, and at most 1
        table.rows[last + 2] = table.reduced({**dict.fromkeys(positive, ONE), least: -ONE})
        table.rows[last + 3] = {CONSTANT: ONE, least: -ONE}
        table.goal = {least: ONE}
    table.release()
    if not table.repair():
        return None
    table.maximise()
    if positive is not None and not table.value(least) > 0:
        return None
    return {k: row[CONSTANT] for k, row in table.rows.items() if CONSTANT in row and k <= last}


def maximum(
    rows: Sequence[Sequence[Quotient]], right: Sequence[Quotient], cost: Sequence[Quotient]
) -> Maximum:
    """The largest cost . x over the rational x >= 0 with rows . x = right."""
    width, table = len(cost), Dictionary()
    implied = []
    for i, (row, b) in enumerate(zip(rows, right, strict=True)):
        line = {j: exact(c) for j, c in enumerate(row) if c}
        said = table.equation({**line, CONSTANT: -exact(b)} if b else line)
        if said is False:
            return Maximum("infeasible")
        if said is None:
            implied.append(width + i)
    if not table.repair():
        return Maximum("infeasible")
    table.goal = table.reduced({j: exact(c) for j, c in enumerate(cost) if c})
    if not table.maximise():
        return Maximum("unbounded")
    x = (table.value(j) for j in range(width))
    return Maximum("optimal", tuple(map(fraction, x)), (*sorted(table.rows), *implied))
