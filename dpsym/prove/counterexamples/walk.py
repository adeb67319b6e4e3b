"""Points at which a statement about numbers fails, or nearly does: simple ones by rank, ends of domains, what z3 proposes,
random ones, the edges of the conditions, and downhill from those that come nearest to failing.
"""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations, islice, pairwise, product

import sympy
from flint import arb, fmpq
from sympy import Basic
from sympy.core.relational import Relational

from dpsym.language import expressions as e
from dpsym.language.statements import Theorem
from dpsym.prove import decide
from dpsym.prove.counterexamples import refute_points as candidates
from dpsym.prove.counterexamples.budget import Budget
from dpsym.prove.counterexamples.refute_points import Task
from dpsym.prove.decide import Env
from dpsym.reals import real as n
from dpsym.reals.real import ONE, Value

FIRST = 300  # simple points before z3 is asked
STARTS = 6  # points from which a way leads downhill
FINEST = fmpq(1, 4096)  # part of a value by which it is changed there
SHORT = 80  # bits of a value there
LINE = sorted({*candidates.POSITIVE, *candidates.UNIT})  # between which an edge is looked for
HALVED = 30  # times that a stretch with an edge is
BESIDE = (fmpq(1, 10**3), fmpq(1, 10**5))  # of a value at an edge, how far beside it another is looked at

BITS = 200  # of a gap

Values = dict[Basic, Value]


@dataclass(frozen=True)
class Near:
    """A point at which a statement about numbers nearly fails.

    at        values of the names
    relative  how far it is from failing, as a part of the sides of the relation, as floats see it
    gap       the same as a number: how far the larger side is above the other
    """

    at: Values
    relative: float
    gap: arb


@dataclass
class Nearest:
    """The points that come nearest to failing, of those that were looked at: by the gap that floats see, as a part of the
    sides of the relation.  A guide; nothing is decided by it."""

    task: Task
    found: list[tuple[float, int, Values]] = field(default_factory=list)
    seen: int = 0

    def __post_init__(self) -> None:
        self.gap = decide.gap_of(self.task.claim)

    def at(self, env: Env) -> float | None:
        """The gap at a point; None where floats see none."""
        return None if self.gap is None else self.gap(env)

    def note(self, env: Env) -> None:
        """Look at a point that the conditions admit."""
        gap = self.at(env)
        if gap is None or (len(self.found) == STARTS and gap >= self.found[-1][0]):
            return
        self.seen += 1
        insort(self.found, (gap, self.seen, dict(env.values)))
        del self.found[STARTS:]


def stages(task: Task, budget: Budget) -> Iterator[tuple[str, Iterator[Env]]]:
    """The searches for a statement about numbers, cheapest first: the name of each and the points at which it fails."""
    env, nearest = Env({}, {}), Nearest(task)
    if not task.parameters:
        yield "evaluation", iter([env] if task.admissible(env, None) and task.fails(env) else [])
        return
    simple = candidates.parameter_points(task, env, max(FIRST, budget.grid))
    yield "simple values", failing(nearest, islice(simple, FIRST))
    if task.claim.has(sympy.Lt, sympy.Gt):
        yield "simple values", (at for at in candidates.corner_points(task, 200) if task.fails(at))
    yield "z3", proposed(task, budget, 1)
    yield "simple values", failing(nearest, simple)
    yield "random values", failing(nearest, random_points(task, budget))
    yield "edges of the conditions", failing(nearest, along_edges(task, budget))
    yield "descent", downhill(nearest, budget)


def failing(nearest: Nearest, points: Iterable[Env]) -> Iterator[Env]:
    """Those of the points at which the statement fails."""
    for env in points:
        if nearest.task.fails(env):
            yield env
        else:
            nearest.note(env)


def proposed(task: Task, budget: Budget, size: int) -> Iterator[Env]:
    """What z3 proposes at which the statement fails, with laws on so many outcomes."""
    from dpsym.prove.counterexamples.refute_smt import models  # z3 is loaded only when it is needed

    for env in models(task, size, budget.rlimit, budget.queries):
        if decide.laws_are_distributions(env, task.laws) and task.admissible(env, None) and task.fails(env):
            yield env


def random_points(task: Task, budget: Budget) -> Iterator[Env]:
    """Random points that the conditions admit; the same ones each time."""
    rng = random.Random(7)
    for _ in range(budget.random):
        env = Env({}, {})
        if candidates.random_parameters(task, env, rng):
            yield env


def closest(whole: Theorem, budget: Budget) -> Near | None:
    """Where a statement about numbers comes nearest to failing, of the points that are looked at and do not show it to be
    false; None where nothing is seen of its gap."""
    task = Task(whole.given, whole.claim, whole.parameters, ())
    task.patience, task.counts_all = budget.patience, True
    nearest = Nearest(task)
    with suppress(candidates.OutOfWork):
        if not task.parameters:
            nearest.note(Env({}, {}))
        else:
            simple = candidates.parameter_points(task, Env({}, {}), budget.grid)
            for points in (failing(nearest, simple), downhill(nearest, budget)):
                for _ in points:
                    pass
    return near_at(whole.claim, Env(nearest.found[0][2], {})) if nearest.found else None


def relations(claim: Basic) -> Iterator[Basic]:
    """The relations that a claim says together."""
    while isinstance(claim, e.DefinedFormula):
        claim = claim.definition()
    if isinstance(claim, e.AllOf | sympy.And):
        for part in claim.args:
            yield from relations(part)
    else:
        yield claim


def near_at(claim: Basic, env: Env) -> Near | None:
    """How near a claim is to failing at a point: the one of its relations with the least gap."""
    seen = [(of(env), part) for part in relations(claim) if (of := decide.gap_of(part)) is not None]
    gap, part = min(((gap, part) for gap, part in seen if gap is not None), key=lambda x: x[0])
    left, right = (side(env) for side in decide.sides(part))
    up = n.compare(left, right) == -1 if isinstance(part, sympy.Ne) else isinstance(part, sympy.Le | sympy.Lt)
    d = n.minus(right, left) if up else n.minus(left, right)
    return None if d is None or isinstance(d, n.Inf) else Near(dict(env.values), gap, n.enclosed(d, BITS))


# ------------------------------------------------------------------------------------------------- downhill
def downhill(nearest: Nearest, budget: Budget) -> Iterator[Env]:
    """From the points with the least gap, change one value at a time as long as the gap falls."""
    task = nearest.task
    for gap, _, values in list(nearest.found):
        step = ONE / 2
        for _ in range(budget.steps):
            better = lower(nearest, gap, moves(task, values, step, 1)) or lower(
                nearest, gap, moves(task, values, step, 2)
            )
            if better is None:
                step = step / 2
                if step < FINEST:
                    break
                continue
            gap, values = better
            env = Env(values, {})
            if gap < 0 and task.fails(env):
                yield env
                break
            nearest.note(env)


def lower(nearest: Nearest, gap: float, points: Iterable[Values]) -> tuple[float, Values] | None:
    """The least gap below this one at points that the conditions admit, and where; None where there is none."""
    best = None
    for values in points:
        env = Env(values, {})
        found = nearest.at(env)
        if found is not None and found < gap and nearest.task.admissible(env, None):
            gap, best = found, (found, values)
    return best


def moves(task: Task, values: Values, step: fmpq, many: int) -> Iterator[Values]:
    """The points beside a point: so many values a little larger or smaller, as where a condition keeps one from moving
    alone."""
    for symbols in combinations(task.parameters, many):
        for ways in product((True, False), repeat=many):
            moved = {**values}
            for symbol, up in zip(symbols, ways, strict=True):
                if symbol.integer_valued:
                    moved[symbol] = n.plus(values[symbol], ONE if up else -ONE)
                else:
                    moved[symbol] = n.times(values[symbol], 1 + step if up else 1 / (1 + step))
            if all(not isinstance(v, fmpq) or v.height_bits() <= SHORT for v in moved.values()):
                yield moved


# ---------------------------------------------------------------------------------------------------- edges
def along_edges(task: Task, budget: Budget) -> Iterator[Env]:
    """Points at which a condition nearly ends: on a line along each name, between the places at which the two sides of a
    condition are equal, and a little beside these."""
    conditions = [c for c in (*task.given, *(c for s in task.parameters for c in s.conditions))
                  if isinstance(c, Relational)]  # fmt: skip
    for symbol in task.parameters:
        about = [c for c in conditions if symbol in c.free_symbols]
        for base in bases(task, symbol, budget.edges):
            ends = sorted(x for c in about for x in crossings(c, symbol, base))
            for value in whole_beside(ends) if symbol.integer_valued else beside(task, symbol, ends):
                env = Env({**base, symbol: value}, {})
                if task.admissible(env, None):
                    yield env


def whole_beside(ends: list[fmpq]) -> list[Value]:
    """The whole numbers next to the places at which conditions end."""
    return candidates.unique(fmpq(x.floor() + k) for x in ends for k in (0, 1, -1, 2))


def beside(task: Task, symbol: e.Parameter, ends: list[fmpq]) -> Iterator[Value]:
    """Values of a name between the places at which conditions end, and a little beside these."""
    spans = [(a + (b - a) / 4, b - (b - a) / 4) for a, b in pairwise(ends)]
    spans += [(x * (1 + s * h), x * (1 + s * 2 * h)) for x in ends for h in BESIDE for s in (1, -1)]
    for span in spans:
        yield between(task, symbol, min(span), max(span))


def bases(task: Task, symbol: e.Parameter, most: int) -> Iterator[Values]:
    """Values of the other names by rank, whatever the conditions say of them."""
    others = [s for s in task.order if s != symbol]
    if not others:
        yield from [{}][:most]
        return
    count, rank = 0, 0
    while count < most:
        for places in candidates.partitions(rank, len(others)):
            env = Env({}, {})
            for s, k in zip(others, places, strict=True):
                values = candidates.simple_values(task, s, env) or candidates.POSITIVE
                env.values[s] = values[min(k, len(values) - 1)]
            yield dict(env.values)
            count += 1
            if count >= most:
                return
        rank += 1


def crossings(condition: Relational, symbol: e.Parameter, base: Values) -> list[fmpq]:
    """Numbers that are nearly those of a name at which the sides of a condition are equal."""
    left, right = decide.sides(condition)

    def sign(x: fmpq) -> int | None:
        env = Env({**base, symbol: x}, {})
        return n.compare(left(env), right(env))

    found = []
    signs = [(x, sign(x)) for x in LINE]
    for (low, first), (high, last) in pairwise([(x, s) for x, s in signs if s is not None]):
        if first == last or 0 in (first, last):
            found += [x for x, s in ((low, first), (high, last)) if s == 0 and x not in found]
            continue
        for _ in range(HALVED):
            middle = (low + high) / 2
            low, high = (middle, high) if sign(middle) == first else (low, middle)
        found.append((low + high) / 2)
    return found


def between(task: Task, symbol: e.Parameter, low: fmpq, high: fmpq) -> Value:
    """A simple value between two numbers: of a name that stands in exponents, one of which the exponential is simple."""
    if symbol in task.scales and low < high:
        ends = [n.exponential(x / task.scales[symbol]) for x in (low, high)]
        if any(candidates.fraction_near(x) is None for x in ends):
            return n.simplest_between(low, high)
        below, above = n.enclosed(ends[0], 64).upper().fmpq(), n.enclosed(ends[1], 64).lower().fmpq()
        if 0 < below < above:
            return candidates.log_of(n.simplest_between(below, above), task.scales[symbol])
    return n.simplest_between(low, high) if low < high else low


__all__ = [
    "Near",
    "Nearest",
    "along_edges",
    "closest",
    "downhill",
    "failing",
    "proposed",
    "random_points",
    "stages",
]
