"""Property tests: a statement evaluated exactly at points that satisfy its hypotheses.

Points are drawn by `hypothesis`: parameters in their domains, laws of two to five outcomes with zero masses, infinite
losses and ratios near the thresholds e^eps and e^-eps.  Levels that stand in a hypothesis are often set to the least
value that the laws allow, so that rare hypotheses are met and met tightly.  Where a point is known that satisfies the
hypotheses the points start from it and move away.  A test proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import process_time
from typing import Any
from unittest import mock

from flint import fmpq
from hypothesis import HealthCheck, Phase, Verbosity, assume, settings
from hypothesis import given as property_of
from hypothesis import seed as seeded
from hypothesis import strategies as st

from dpsym.language import expressions as e
from dpsym.language.statements import Point, Theorem, free_functions
from dpsym.prove import decide
from dpsym.prove.counterexamples import refute_points as candidates
from dpsym.prove.counterexamples.refute import least_level
from dpsym.prove.counterexamples.refute_points import Task
from dpsym.prove.decide import Env
from dpsym.prove.definedness.instances import environments
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Value

SMALL = st.sampled_from(candidates.rationals("1/2 1 1/3 2 1/10 3/2 9/4 4 1/100"))
SCALE = st.sampled_from([0, 0, 0, 1, -1, -2, -4])
WIDE = st.builds(lambda a, b, k: fmpq(a, b) * fmpq(10) ** k, st.integers(1, 60), st.integers(1, 30), SCALE)
NUMBERS = st.one_of(SMALL, WIDE)
MASS = st.one_of(st.just(ZERO), st.builds(fmpq, st.integers(1, 12), st.sampled_from([1, 1, 2, 10, 100])))
NUDGES = candidates.rationals("1/100 1/10 1/2 1 9")  # how far a value moves, against itself
BITS = 300  # of the working precision in which numbers that are not told apart are compared
CLOSE = 100  # bits to which they then agree
BARREN = 16  # points in a row of which none satisfies the hypotheses, where one is wanted; 256 where 4 are


@dataclass(frozen=True)
class Sampled:
    """What a property test saw.

    tried      points that satisfied every hypothesis and at which the claim was decided; only these count
    agreed     points that satisfied every hypothesis and at which the claim holds if numbers that agree to 100 bits
               are equal (exact evaluation leaves open whether they are)
    satisfied  points that satisfied every hypothesis
    against    a point at which the claim is false, or None
    drawn      all points drawn
    """

    tried: int
    satisfied: int
    against: Point | None
    drawn: int = 0
    agreed: int = 0

    @property
    def passed(self) -> bool:
        """Some point was tried and none was against."""
        return self.tried + self.agreed > 0 and self.against is None


class Enough(Exception):
    """No further point is needed: the claim fails at the one drawn, or is open at many, or many satisfy no hypotheses, or
    the time is over."""


@contextmanager
def close_is_equal() -> Iterator[None]:
    """Numbers that exact evaluation cannot tell apart and that agree to 100 bits count as equal, for a while."""
    exact = n.compare

    def compare(x: Value, y: Value) -> int | None:
        found = exact(x, y)
        if found is not None:
            return found
        gap = n.minus(x, y)
        if gap is None or isinstance(gap, n.Inf | n.Germ):
            return None
        ball = n.enclosed(gap, BITS)
        return 0 if ball.is_finite() and 0 in ball and ball.rad() < 2**-CLOSE else None

    with mock.patch.object(n, "compare", compare):
        yield


def property_test(
    theorem: Theorem, examples: int = 200, seed: int = 0, start: Point | None = None, seconds: float = inf
) -> Sampled:
    """Evaluate a theorem at exact points until `examples` of them satisfied its hypotheses, or many in a row did not, or
    so many seconds of processor time have passed: at `start`, then around it and at random.  The same seed gives the same
    points in the same order."""
    return Sampling(theorem, examples, start, seconds).run(seed)


class Sampling:
    """One property test of a theorem."""

    def __init__(self, theorem: Theorem, examples: int, start: Point | None, seconds: float = inf) -> None:
        self.theorem, self.examples = theorem, examples
        self.end = process_time() + seconds
        self.task = Task(tuple(theorem.given), theorem.claim, tuple(theorem.parameters), tuple(theorem.laws))
        self.rows = [(law, [decide.number_of(m) for m in row]) for law, row in theorem.where.items()]
        self.start = None if start is None else self.placed(start)
        self.satisfied = self.tried = self.agreed = self.drawn = self.barren = 0
        self.against: Point | None = None

    def run(self, seed: int) -> Sampled:
        """Look at the start, then at points drawn."""
        if self.start is not None and self.look(self.start) is False:
            self.against = self.task.point(self.start)
        elif self.start is not None or self.drawable() is not None:
            self.draw_points(seed)
        return Sampled(self.tried, self.satisfied, self.against, self.drawn, self.agreed)

    def placed(self, start: Point) -> Env | None:
        """The point as exact values; None where it has none."""
        written = self.theorem.where  # a start that was read from a file has names of its own in its masses
        rows = tuple((law, written.get(law, row)) for law, row in start.laws)
        at = Point(start.at, rows, "", start.sizes)
        return next((env for env, _ in environments(self.theorem, at)), None)

    def drawable(self) -> dict[str, int] | None:
        """The families of laws with the number of their outcomes; None where a sequence, a function of numbers or a
        function that is no law occurs, which are not drawn but from a start."""
        found = free_functions((*self.theorem.given, self.theorem.claim))
        others = {k: f.args for k, f in found.items() if k not in self.theorem.laws}
        if self.rows or not all(getattr(f.func, "law", True) for f in found.values()):
            return None
        if not all(isinstance(a, e.Outcome) for args in others.values() for a in args):
            return None
        return {k: len(args) for k, args in others.items()}

    def draw_points(self, seed: int) -> None:
        """Points around the start, and random ones where the statement allows it; a point that is against the theorem is
        then made as simple as can be. So are some where none of several was decided: simpler ones may be."""
        self.draw_with(seed, (Phase.generate,), BARREN * self.examples**2)
        if self.against is not None or (self.examples > 1 and not (self.tried or self.agreed)):
            self.satisfied = 0
            self.draw_with(seed, (Phase.generate, Phase.shrink))

    def draw_with(self, seed: int, phases: tuple[Phase, ...], barren: float = inf) -> None:
        """Draw points in the phases of hypothesis that are given, until so many in a row satisfied no hypotheses: to shrink
        takes a hundred points and more, also where drawing stopped because the claim is open at each."""
        families = self.drawable()

        @seeded(seed)
        @settings(
            max_examples=self.examples,
            database=None,
            deadline=None,
            verbosity=Verbosity.quiet,
            phases=phases,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
            report_multiple_bugs=False,
        )
        @property_of(st.data())
        def one(data: Any) -> None:
            near = self.start is not None and (families is None or data.draw(st.booleans()))
            env = self.near(data) if near else _draw(self.task, data, families or {})
            self.drawn += self.against is None
            self.barren += 1
            if self.barren > barren:
                raise Enough
            assume(env is not None)
            holds = self.look(env)
            if holds is False and self.task.point(env) is not None:
                self.against = self.task.point(env)
                raise Enough
            if self.satisfied > self.examples and not (self.tried or self.agreed):
                raise Enough
            if process_time() > self.end and (self.tried or self.agreed):
                raise Enough
            assume(holds is not None)

        try:
            one()
        except Enough:
            pass
        except Exception as problem:  # hypothesis: nothing satisfied the assumptions
            if type(problem).__name__ not in ("Unsatisfiable", "FlakyFailure", "Flaky"):
                raise

    def look(self, env: Env) -> bool | None:
        """Whether the claim holds there; None where a hypothesis fails or where that is not decided."""
        counting = self.against is None
        task = self.task
        if not (
            task.admissible(env, None)
            and decide.laws_are_distributions(env, [law for law in self.theorem.laws if law in env.laws])
            and task.satisfied(env)
        ):
            return None
        self.satisfied += counting
        self.barren = 0
        holds = self.evaluated(env)
        self.tried += counting and holds is not None
        if holds is None:
            with close_is_equal():
                close = self.evaluated(env) is True
            self.agreed += counting and close
            return True if close else None
        return holds

    def evaluated(self, env: Env) -> bool | None:
        """Whether the claim holds, exactly."""
        try:
            return self.task.conclusion(env)
        except n.NotRational:
            return None

    # ------------------------------------------------------------------------------------------ around the start
    def near(self, data: Any) -> Env | None:
        """A point near the start: some values move, laws are mixed or an outcome of theirs is split in two."""
        assert self.start is not None
        env = Env(dict(self.start.values), self.moved_laws(data), None, self.start.sizes)
        for s in self.task.order:
            move = data.draw(st.integers(0, 3))
            if move == 0 and not _draw_value(self.task, s, env, data):
                return None
            if move == 1 and s in env.values:
                self.nudge(s, env, data)
            if move == 2 and self.listed() and (fitted := least_level(self.task, s, env)):
                env.values[s] = fitted[0]
            if s not in env.values or decide.in_domain(s, env.values[s], env) is not True:
                return None
        if not self.rows:
            return env
        rows = {law: [m(env) for m in row] for law, row in self.rows}
        return Env(env.values, {**env.laws, **rows}, None, env.sizes)

    def listed(self) -> bool:
        """Whether all laws of the start are lists of rational masses."""
        assert self.start is not None
        return all(type(m) is fmpq for row in self.start.laws.values() for m in row)

    def nudge(self, symbol: e.Parameter, env: Env, data: Any) -> None:
        """A value somewhat larger or smaller."""
        before = env.values[symbol]
        by = data.draw(st.sampled_from(NUDGES))
        factor = 1 + by if data.draw(st.booleans()) else 1 / (1 + by)
        if symbol.integer_valued:
            moved: Value = before + data.draw(st.sampled_from([fmpq(1), fmpq(2), fmpq(-1)]))
        else:
            moved = n.times(factor, before)
        env.values[symbol] = moved
        if decide.in_domain(symbol, moved, env) is not True:
            env.values[symbol] = before

    def moved_laws(self, data: Any) -> dict[str, Any]:
        """The laws of the start, all mixed with one law, or with an outcome split in two in each, or as they are."""
        assert self.start is not None
        laws = self.start.laws
        size = self.start.size
        rows = [row for row in laws.values() if len(row) > 1]
        if self.rows or not rows or not self.listed() or self.start.sizes:
            return laws
        move = data.draw(st.integers(0, 2))
        if move == 1:
            other = _draw_law(size, None, (), data)
            t = data.draw(st.sampled_from(candidates.rationals("1/100 1/2 99/100")))
            return {
                law: [(1 - t) * m + t * other[k % size] for k, m in enumerate(row)] if len(row) > 1 else row
                for law, row in laws.items()
            }
        if move == 2 and all(len(row) == size for row in rows):
            k = data.draw(st.integers(0, size - 1))
            t = data.draw(st.sampled_from(candidates.rationals("0 1/3 1/2")))
            return {
                law: [*row[:k], t * row[k], (1 - t) * row[k], *row[k + 1 :]] if len(row) > 1 else row
                for law, row in laws.items()
            }
        return laws


def _draw(task: Task, data: Any, families: Mapping[str, int]) -> Env | None:
    """A random point of the parameters' domains; None where a domain turned out empty.  A family of n outcomes is a law
    of the last for each value of the others."""
    env = Env({}, {})
    exponents = [s for s in task.order if s in task.scales]
    if not task.laws and not families:
        return env if all(_draw_value(task, s, env, data) for s in task.order) else None
    thresholds: list[fmpq] = [ONE]
    for s in exponents:
        if not all(x in env.values for c in s.conditions for x in c.free_symbols - {s}):
            continue
        if not _draw_value(task, s, env, data):
            return None
        r = n.exponential(env.values[s])
        if isinstance(r, fmpq) and r > 0:
            thresholds += [r, 1 / r, r * fmpq(101, 100), fmpq(99, 100) / r, r * fmpq(3, 2), fmpq(2, 3) / r]
    size = data.draw(st.sampled_from([2, 3, 2, 4, 5] if max(families.values(), default=0) < 3 else [2, 2, 3]))
    laws: dict[str, list[fmpq]] = {}
    near: list[fmpq] | None = None
    for k, name in enumerate(task.laws):
        laws[name] = near = _draw_law(size, near if k % 2 else None, thresholds, data)
    rows: list[list[fmpq]] = []
    for name, outcomes in families.items():
        count = size ** (outcomes - 1)
        paired = len(rows) == count and data.draw(st.booleans())  # close to the family before
        rows = [_draw_law(size, rows[i] if paired else None, thresholds, data) for i in range(count)]
        laws[name] = [mass for row in rows for mass in row]
    env = Env(env.values, laws)
    for s in task.order:
        fitted: list[Value] = []
        if s not in env.values or data.draw(st.integers(0, 1)) == 0:
            fitted = least_level(task, s, env)
        if fitted and data.draw(st.integers(0, 7)) > 0:
            slack = data.draw(st.sampled_from([ZERO, ZERO, ZERO, fmpq(1, 100), fmpq(1, 10)]))
            env.values[s] = n.plus(fitted[0], slack)
        elif s not in env.values and not _draw_value(task, s, env, data):
            return None
        if decide.in_domain(s, env.values[s], env) is not True:
            return None
    return env


def _draw_value(task: Task, symbol: e.Parameter, env: Env, data: Any) -> bool:
    low, low_strict, high, high_strict = decide.bounds_of(symbol)(env)
    if low is None or high is None:
        return False
    value: Value
    if symbol.integer_valued:
        start = low.ceil() if isinstance(low, fmpq) else 0
        value = fmpq(int(start) + data.draw(st.integers(0, 12)))
    elif symbol in task.scales:
        scale = task.scales[symbol]
        lo, hi = (candidates._rational_exp(b, scale) for b in (low, high))
        r = _between(lo, low_strict, hi, high_strict, data)
        value = candidates.log_of(r, scale) if r is not None and r > 0 else None
    else:
        value = _between(low, low_strict, high, high_strict, data)
    env.values[symbol] = value
    return value is not None and decide.in_domain(symbol, value, env) is True


def _between(low: Value, low_strict: bool, high: Value, high_strict: bool, data: Any) -> fmpq | None:
    lo, hi = candidates._rational_bound(low), candidates._rational_bound(high)
    corner = data.draw(st.integers(0, 19))
    if corner == 0 and lo is not None and not low_strict:
        return lo
    if corner == 1 and hi is not None and not high_strict:
        return hi
    z = data.draw(NUMBERS)
    if lo is not None and hi is not None:
        return lo + (hi - lo) * z / (1 + z)
    if lo is not None:
        return lo + z
    return hi - z if hi is not None else z * data.draw(st.sampled_from([1, -1]))


def _draw_law(size: int, near: list[fmpq] | None, thresholds: Sequence[fmpq], data: Any) -> list[fmpq]:
    masses = [data.draw(MASS) for _ in range(size)]
    if near is None:
        total = sum(masses, ZERO)
        return [m / total for m in masses] if total else [ONE, *([ZERO] * (size - 1))]
    planted = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    masses = [
        a * data.draw(st.sampled_from(thresholds)) if p else m
        for a, m, p in zip(near, masses, planted, strict=True)
    ]
    if data.draw(st.booleans()) and sum(masses[:-1], ZERO) <= 1:
        return [*masses[:-1], 1 - sum(masses[:-1], ZERO)]
    total = sum(masses, ZERO)
    return [m / total for m in masses] if total else [ONE, *([ZERO] * (size - 1))]
