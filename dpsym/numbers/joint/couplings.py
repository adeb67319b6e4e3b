"""The least and the greatest privacy loss of a joint release whose outputs have given laws one by one: over couplings.

For each state s the outputs y = (y_1, ..., y_k) have laws psi_i(. | s), and nothing is known of how they depend on each
other.  Every joint law b(. | s) with these marginals is the law of a composition: the data are the outputs themselves.

**Least.**  The linear program

    minimise t  subject to  t >= sum over y of (b(y | s) - E b(y | s'))^+  for all ordered pairs of states,

E = e^eps.  Its dual has a weight m(s, s') for each ordered pair, m >= 0 with sum at most 1, a test w(s, s', y) between 0
and m(s, s'), and potentials u(s, i, y_i) with

    sum over i of u(s, i, y_i) <= sum over s' of w(s, s', y) - E sum over s' of w(s', s, y)   for all s and y.

Then sum over s, i, y_i of u(s, i, y_i) psi_i(y_i | s) is at most the loss of every coupling.  `least` solves the dual
exactly at a rational E and reads a coupling off it; `Least.proves` checks both against each other with nothing but
comparisons of rationals.  The least loss falls in E, by at most 1 for each unit: that serves the E that are irrational.

**Greatest.**  The laws of two states are coupled independently of each other, so that

    greatest = max over events W of [greatest b(W | s) - E least b(W | s')].

For two outputs both are known by Strassen's theorem: greatest b(W) = 1 - max over A of (psi_1(A) - psi_2(N(A))), N(A) what
W holds next to A.  For more outputs they are linear programs.  All events are listed, so that the tables must be small.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dpsym.reals.exact import exact, fraction
from dpsym.reals.simplex import CONSTANT, ONE, Dictionary, Line, maximum

Law = tuple[Fraction, ...]
State = tuple[Law, ...]  # the law of each output, in one state
MOST_UNKNOWNS = 160  # of the dual of the least loss
MOST_EVENTS = 1 << 16  # for two outputs
MOST_PROGRAMS = 1 << 9  # events for more of them


class TooLarge(ValueError):
    """More outcomes than the program is solved for."""


def cells_of(state: State) -> list[tuple[int, ...]]:
    """The joint outcomes, the last output fastest."""
    return list(itertools.product(*(range(len(law)) for law in state)))


def stick(p: Sequence[Fraction], q: Sequence[Fraction], growth: Fraction) -> Fraction:
    """The hockey stick at e^eps = growth: sum of (p - growth q)^+."""
    return sum((max(a - growth * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))


# ------------------------------------------------------------------------------------------------------- least
@dataclass(frozen=True)
class Least:
    """The least loss over couplings, with a coupling that has it and the multipliers that show that none has less.

    value       the loss, at e^eps = growth
    coupling    for each state the joint law, in the order of `cells_of`
    tests       w(s, s', y), for each ordered pair of states
    potentials  u(s, i, y_i): for each state and output a number for each answer
    """

    growth: Fraction
    states: tuple[State, ...]
    value: Fraction
    coupling: tuple[Law, ...]
    tests: dict[tuple[int, int], Law]
    potentials: tuple[tuple[Law, ...], ...]

    def proves(self) -> bool:
        """Whether the coupling has the value and the multipliers allow no less, by comparisons alone."""
        cells = cells_of(self.states[0])
        weights = [max(w) for w in self.tests.values()]
        if min(map(min, self.tests.values())) < 0 or sum(weights) > 1:
            return False
        reached = Fraction(0)
        for s, (state, law) in enumerate(zip(self.states, self.coupling, strict=True)):
            if min(law) < 0 or any(
                sum(x for y, x in zip(cells, law, strict=True) if y[i] == a) != mass
                for i, one in enumerate(state)
                for a, mass in enumerate(one)
            ):
                return False
            for n, y in enumerate(cells):
                said = sum((u[a] for u, a in zip(self.potentials[s], y, strict=True)), Fraction(0))
                ours = sum((w[n] for (a, _), w in self.tests.items() if a == s), Fraction(0))
                theirs = sum((w[n] for (_, b), w in self.tests.items() if b == s), Fraction(0))
                if said > ours - self.growth * theirs:
                    return False
            reached += sum(
                (u * m for us, one in zip(self.potentials[s], state, strict=True)
                 for u, m in zip(us, one, strict=True)),
                Fraction(0),
            )  # fmt: skip
        found = max(stick(self.coupling[s], self.coupling[t], self.growth) for s, t in self.tests)
        return reached == found == self.value


@lru_cache(maxsize=256)
def least(states: tuple[State, ...], growth: Fraction) -> Least:
    """The least loss over couplings of the outputs, the largest of all ordered pairs of states; TooLarge."""
    cells = cells_of(states[0])
    pairs = list(itertools.permutations(range(len(states)), 2))
    names: dict[tuple[object, ...], int] = {}

    def variable(*key: object) -> int:
        return names.setdefault(key, len(names))

    for s, t in pairs:
        variable("weight", s, t)
        for n in range(len(cells)):
            variable("test", s, t, n)
    if len(names) > MOST_UNKNOWNS:
        raise TooLarge(
            f"the least loss over couplings is computed for at most {MOST_UNKNOWNS} unknowns, not {len(names)}"
        )
    free = {
        variable("potential", s, i, a)
        for s, state in enumerate(states)
        for i, law in enumerate(state)
        for a in range(len(law))
        if i == 0
        or a  # of the other outputs one potential is 0: a constant can be moved from one to the next
    }
    table = Dictionary(free=free)
    table.goal = {}
    for s, state in enumerate(states):
        for i, law in enumerate(state):
            for a, mass in enumerate(law):
                if mass and ("potential", s, i, a) in names:
                    table.goal[variable("potential", s, i, a)] = exact(mass)
    _rows(table, names, states, cells, growth)
    table.release()
    if not table.repair() or not table.maximise():
        raise AssertionError("the least loss over couplings lies between 0 and 1")
    return _read(table, names, states, cells, growth)


def _rows(
    table: Dictionary, names: dict[tuple[object, ...], int], states: tuple[State, ...],
    cells: list[tuple[int, ...]], growth: Fraction,
) -> None:  # fmt: skip
    """What the multipliers have to satisfy, one slack variable a row."""
    pairs = list(itertools.permutations(range(len(states)), 2))

    def slack(*key: object) -> int:
        return names.setdefault(("slack", *key), len(names))

    table.rows[slack("sum")] = {CONSTANT: ONE, **{names["weight", s, t]: -ONE for s, t in pairs}}
    for s, t in pairs:
        for n in range(len(cells)):
            table.rows[slack("cap", s, t, n)] = {names["weight", s, t]: ONE, names["test", s, t, n]: -ONE}
    for s in range(len(states)):
        for n, y in enumerate(cells):
            line: Line = {names["test", a, b, n]: ONE for a, b in pairs if a == s}
            line |= {names["test", a, b, n]: -exact(growth) for a, b in pairs if b == s}
            for i, a in enumerate(y):
                if ("potential", s, i, a) in names:
                    line[names["potential", s, i, a]] = -ONE
            table.rows[slack("mass", s, n)] = line


def _read(
    table: Dictionary, names: dict[tuple[object, ...], int], states: tuple[State, ...],
    cells: list[tuple[int, ...]], growth: Fraction,
) -> Least:  # fmt: skip
    """Multipliers from the values, the coupling from the reduced costs of the rows of its masses."""

    def value(*key: object) -> Fraction:
        if key not in names:
            return Fraction(0)
        return fraction(table.value(names[key]))

    def price(*key: object) -> Fraction:
        v = table.goal.get(names[("slack", *key)])
        return Fraction(0) if v is None else -fraction(v)

    top = table.goal.get(CONSTANT)
    found = Least(
        growth,
        states,
        Fraction(0) if top is None else fraction(top),
        tuple(tuple(price("mass", s, n) for n in range(len(cells))) for s in range(len(states))),
        {
            (s, t): tuple(value("test", s, t, n) for n in range(len(cells)))
            for s, t in itertools.permutations(range(len(states)), 2)
        },
        tuple(
            tuple(tuple(value("potential", s, i, a) for a in range(len(law))) for i, law in enumerate(state))
            for s, state in enumerate(states)
        ),
    )
    if not found.proves():
        raise AssertionError("a least loss over couplings whose certificate does not hold")
    return found


# ---------------------------------------------------------------------------------------------------- greatest
@lru_cache(maxsize=256)
def greatest(first: State, second: State) -> tuple[tuple[Fraction, Fraction], ...]:
    """Pairs (a, b) such that the greatest loss of the first state against the second, over couplings, is the largest
    a - E b of them, whatever E >= 1; TooLarge.
    """
    found: dict[Fraction, Fraction] = {}
    for a, b in _two(first, second) if len(first) == 2 else _more(first, second):
        if found.get(b, Fraction(-1)) < a:
            found[b] = a
    front: list[tuple[Fraction, Fraction]] = []
    for b, a in sorted(found.items()):  # what has a larger b must have a larger a
        if not front or a > front[-1][0]:
            front.append((a, b))
    return tuple(front)


def _two(first: State, second: State) -> Iterator[tuple[Fraction, Fraction]]:
    """For every event of two outputs, its greatest mass in the first state and its least in the second."""
    if len(first[0]) > len(first[1]):
        first, second = (first[1], first[0]), (second[1], second[0])
    high, wide = len(first[0]), len(first[1])
    if high * wide > 16 or 1 << high * wide > MOST_EVENTS:
        raise TooLarge(
            f"the greatest loss over couplings is computed for at most 16 joint outcomes, not {high * wide}"
        )
    full = (1 << wide) - 1

    def scaled(state: State) -> tuple[int, list[int], list[int]]:
        """A common denominator, and the sums over all sets of each output, times it."""
        bottom = math.lcm(*(x.denominator for law in state for x in law))
        sums = []
        for law in state:
            known = [0]
            for x in law:
                known += [k + int(x * bottom) for k in known]
            sums.append(known)
        return bottom, sums[0], sums[1]

    scales = scaled(first), scaled(second)

    def surplus(rows: Sequence[int], of: tuple[int, list[int], list[int]]) -> int:
        """max over A of psi_1(A) - psi_2(N(A)), for the event with these rows."""
        near, _, (_, one, other) = [0], 0, of
        for row in rows:
            near += [n | row for n in near]
        return max(one[a] - other[n] for a, n in enumerate(near))

    for rows in itertools.product(range(full + 1), repeat=high):
        kept = scales[0][0] - surplus(rows, scales[0])
        forced = surplus([full ^ row for row in rows], scales[1])
        yield Fraction(kept, scales[0][0]), Fraction(forced, scales[1][0])


def _more(first: State, second: State) -> Iterator[tuple[Fraction, Fraction]]:
    """As `_two`, for any number of outputs, by linear programs."""
    cells = cells_of(first)
    if 1 << len(cells) > MOST_PROGRAMS:
        most = MOST_PROGRAMS.bit_length() - 1
        raise TooLarge(
            f"the greatest loss over couplings of {len(first)} outputs is computed for at most {most} joint "
            f"outcomes, not {len(cells)}"
        )
    rows = [[int(y[i] == a) for y in cells] for i, law in enumerate(first) for a in range(len(law))]

    def most_of(state: State, event: Sequence[int]) -> Fraction:
        best = maximum(rows, [x for law in state for x in law], event)
        return sum((x for x, inside in zip(best.x, event, strict=True) if inside), Fraction(0))

    for event in itertools.product((0, 1), repeat=len(cells)):
        yield most_of(first, event), 1 - most_of(second, [1 - inside for inside in event])


__all__ = ["Law", "Least", "State", "TooLarge", "cells_of", "greatest", "least", "stick"]
