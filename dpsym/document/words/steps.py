"""The steps of a derivation on one line of plain text each, as `dpsym check` lists them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from sympy import Basic

from dpsym.document.formulas.spelling import plain
from dpsym.language.steps import (
    ArgMin,
    Cases,
    Chain,
    Exhibit,
    Have,
    Induction,
    Let,
    Monotonic,
    Obtain,
    Specialise,
    Step,
)

Words = tuple[str, ...]  # of each piece of a step


@singledispatch
def words(step: Step) -> Words:
    """What a step says, for each of its pieces; ValueError where an expression has no spelling."""
    raise TypeError(f"no words are known for a step {type(step).__name__}")


@words.register
def _(step: Chain) -> Words:
    return tuple(map(plain, step.relations()))


@words.register
def _(step: Have) -> Words:
    return (plain(step.fact),)


@words.register
def _(step: Specialise) -> Words:
    return (f"{plain(step.of)}, read at {_values(step.at)}",)


@words.register
def _(step: ArgMin) -> Words:
    said = f"choose the outcome {plain(step.outcome)} at which {plain(step.minimises)} is least"
    return (said,)


@words.register
def _(step: Obtain) -> Words:
    return (f"take such values: {plain(step.exists)}",)


@words.register
def _(step: Let) -> Words:
    return (f"let {plain(step.name)} = {plain(step.value)}",)


@words.register
def _(step: Cases) -> Words:
    return (f"distinguish whether {plain(step.on)}",)


@words.register
def _(step: Exhibit) -> Words:
    return (f"choose {_values(step.values)}",)


@words.register
def _(step: Induction) -> Words:
    return (f"induction on {plain(step.over)}",)


@words.register
def _(step: Monotonic) -> Words:
    says = "rises" if step.strictly else "does not fall"
    between = f"between {plain(step.low)} and {plain(step.high)}"
    return (f"{plain(step.function)} {says} for {plain(step.variable)} {between}",)


def _values(at: Iterable[tuple[Basic, Basic]]) -> str:
    return ", ".join(f"{plain(k)} = {plain(v)}" for k, v in at)
