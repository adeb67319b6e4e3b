"""Property tests: a statement evaluated exactly at random points, and a point that satisfies its hypotheses.

The points come from `hypothesis`: parameters in their domains, laws of two to five outcomes with zero masses,
infinite losses and ratios near the thresholds e^eps and e^-eps.  Levels that stand in a hypothesis are often
set to the least value that the laws allow, so that rare hypotheses are met and met tightly.  A test proves
       nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flint import fmpq
from hypothesis import HealthCheck, Phase, Verbosity, assume, settings
from hypothesis import given as property_of
from hypothesis import seed as seeded
from hypothesis import strategies as st

from dpsym.language import expressions as e
from dpsym.language.statements import Point, Theorem, free_functions
from dpsym.prove import decide
from dpsym.prove import refute_numbers as n
from dpsym.prove import refute_points as candidates
from dpsym.prove.decide import Env
from dpsym.prove.refute import completions, least_level
from dpsym.prove.refute_numbers import ONE, ZERO, Value
from dpsym.prove.refute_points import Task

SMALL = st.sampled_from(candidates.rationals("1/2 1 1/3 2 1/10 3/2 9/4 4 1/100"))
SCALE = st.sampled_from([0, 0, 0, 1, -1, -2, -4])
WIDE = st.builds(lambda a, b, k: fmpq(a, b) * fmpq(10) ** k, st.integers(1, 60), st.integers(1, 30), SCALE)
NUMBERS = st.one_of(SMALL, WIDE)
MASS = st.one_of(st.just(ZERO), st.builds(fmpq, st.integers(1, 12), st.sampled_from([1, 1, 2, 10, 100])))


@dataclass(frozen=True)
class Sampled:
    """What a property test saw.

    tried      points that satisfied every hypothesis and at which the claim was decided; only these count
    satisfied  points that satisfied every hypothesis
    against    a point at which the claim is false, or None
    drawn      all points drawn
    """

    tried: int
    satisfied: int
    against: Point | None
    drawn: int = 0

    @property
    def passed(self) -> bool:
        """Some point was tried and none was against."""
        return self.tried > 0 and self.against is None


class Against(Exception):
    """The claim fails at the point drawn."""


def property_test(theorem: Theorem, examples: int = 200, seed: int = 0) -> Sampled:
    """Evaluate a theorem at random exact points until `examples` of them satisfied its hypotheses (or ten
    times as many were drawn).  The same seed gives the same points."""
    return sample_statement(
        theorem.given, theorem.claim, theorem.parameters, theorem.laws, examples, seed_=seed
    )


def sample_statement(
    given: Sequence[Any],
    claim: Any,
    parameters: Sequence[e.Parameter],
    laws: Sequence[str],
    examples: int = 200,
    seed_: int = 0,
) -> Sampled:
    """`property_test` for a statement that is not wrapped in a theorem."""
    task = Task(tuple(given), claim, tuple(parameters), tuple(laws))
    functions = {k: f.args for k, f in free_functions((*given, claim)).items() if k not in laws}
    laws_only = all(getattr(f.func, "law", True) for f in free_functions((*given, claim)).values())
    if not laws_only or not all(isinstance(a, e.Outcome) for args in functions.values() for a in args):
        return Sampled(
            0, 0, None
        )  # sequences, functions of numbers and functions that are no laws are not drawn
    families = {k: len(args) for k, args in functions.items()}
    counts = {"drawn": 0, "satisfied": 0, "tried": 0}
    last: list[Env] = []

    @seeded(seed_)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        report_multiple_bugs=False,
    )
    @property_of(st.data())
    def run(data: Any) -> None:
        env: Any = _draw(task, data, families)
        searching = not last
        counts["drawn"] += searching
        assume(env is not None and task.admissible(env, None))
        assume(decide.laws_are_distributions(env, task.laws))
        assume(task.satisfied(env))
        counts["satisfied"] += searching
        assume(
            counts["tried"] or counts["satisfied"] <= examples
        )  # else exact evaluation leaves the claim open
        try:
            holds = task.conclusion(env)
        except n.NotRational:
            holds = None
        assume(holds is not None)
        counts["tried"] += searching
        if holds is False and task.point(env) is not None:
            last.append(Env(env.values, env.laws))
            raise Against

    try:
        run()
    except Against:
        pass
    except Exception as problem:  # hypothesis: nothing satisfied the assumptions
        if type(problem).__name__ not in ("Unsatisfiable", "FlakyFailure", "Flaky"):
            raise
    against = task.point(last[-1]) if last else None
    return Sampled(counts["tried"], counts["satisfied"], against, counts["drawn"])


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


def find_example(theorem: Theorem, limit: int = 400) -> Point | None:
    """A point that satisfies all hypotheses, simplest first; None when none was found (which says nothing)."""
    return next(examples(theorem, limit), None)


def examples(theorem: Theorem, limit: int = 400, patience: float = math.inf) -> Iterator[Point]:
    """Points that satisfy all hypotheses, simplest first; OutOfWork when `patience` evaluations were not enough."""
    task = Task(theorem.given, theorem.claim, theorem.parameters, theorem.laws)
    task.patience = patience
    yield from examples_of(task, limit)


def examples_of(task: Task, limit: int = 400) -> Iterator[Point]:
    """The same for a task."""
    if not task.laws:
        if not task.parameters:
            yield Point()
        for env in candidates.parameter_points(task, Env({}, {}), limit) if task.parameters else ():
            if task.satisfied(env) and (at := task.point(env)) is not None:
                yield at
        return
    for laws in islice(candidates.law_tuples(task.laws), limit):
        if any(set(masses) == {ZERO, ONE} for masses in laws.values()):
            continue  # a law on one outcome makes a poor example
        yield from _fitted(task, laws)


def equal_laws(theorem: Theorem, patience: float = math.inf) -> Iterator[Iterator[Point]]:
    """Points that satisfy all hypotheses and at which all laws agree: on two outputs, and on one."""
    task = Task(theorem.given, theorem.claim, theorem.parameters, theorem.laws)
    task.patience = patience
    if task.laws:
        for masses in ([ONE / 2, ONE / 2], [ONE / 3, 2 * ONE / 3], [ONE]):
            yield _fitted(task, {name: list(masses) for name in task.laws})


def _fitted(task: Task, laws: dict[str, list[fmpq]]) -> Iterator[Point]:
    """The laws with parameters that fit them."""
    for env in completions(task, Env({}, laws), 4, want=task.satisfied):
        at = task.point(env)
        if at is not None:
            yield at
