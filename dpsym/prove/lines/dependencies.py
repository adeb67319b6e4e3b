"""Which steps of a derivation a step rests on, read off the lines of the certificate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dpsym.kernel.terms import Json

if TYPE_CHECKING:
    from dpsym.kernel.rules import Checker


def rests_on(
    own: Sequence[Sequence[int] | None], lines: Sequence[Json], checker: Checker
) -> tuple[tuple[int, ...], ...]:
    """For each step the numbers of those that it rests on and no step between does: `own` are the lines that state it.

    A line that says what a step says, under other hypotheses, stands for that step too: one fact is often stated by
    several lines.
    """
    stated: dict[int, set[int]] = {}
    by_goal: dict[object, set[int]] = {}
    for step, numbers in enumerate(own):
        for n in numbers or ():
            by_goal.setdefault(checker.lines[n].goal, set()).add(step)
            for part in parts_of(n, lines):
                stated.setdefault(part, set()).add(step)
    reached: list[set[int]] = []  # of each line, the steps that are stated nearest above it
    for line in lines:
        found: set[int] = set()
        for premise in line.get("from", ()):
            found |= stated.get(premise) or by_goal.get(checker.lines[premise].goal) or reached[premise]
        reached.append(found)
    return tuple(
        tuple(
            sorted({s for n in numbers or () for part in parts_of(n, lines) for s in reached[part]} - {step})
        )
        for step, numbers in enumerate(own)
    )


MADE_OF = ("and_i", "antisym", "all_i", "imp_i")  # rules of which the lines say what those they come from say
GIVEN = ("hyp", "and_e", "all_e")


def parts_of(number: int, lines: Sequence[Json]) -> Iterator[int]:
    """The line, and those of which it is made up: the facts of a conjunction, both inequalities of an equation."""
    yield number
    line = lines[number]
    if line["rule"] in MADE_OF:
        for premise in line["from"]:
            if lines[premise]["rule"] not in GIVEN:  # what is supposed is no step
                yield from parts_of(premise, lines)
