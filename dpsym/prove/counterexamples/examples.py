"""Points that satisfy the hypotheses of a statement: exact values of its parameters and exact laws, simplest first."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

from flint import fmpq

from dpsym.language.statements import Point, Theorem
from dpsym.prove.counterexamples import refute_points as candidates
from dpsym.prove.counterexamples.refute import completions
from dpsym.prove.counterexamples.refute_points import Task
from dpsym.prove.decide import Env
from dpsym.reals.real import ONE, ZERO


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
