"""The audit of a source: read, judged line by line, with the true lines near those that fail."""

from __future__ import annotations

from collections.abc import Iterator

from dpsym.audit.judging import FAILS, Judge
from dpsym.audit.nearest import around_of, nearest
from dpsym.audit.reading import Reading, read
from dpsym.audit.report import Found
from dpsym.audit.scope import Side


def audit(text: str, file: str = "", side: Side | None = None, suggest: bool = True) -> list[Found]:
    """Every relation of the displays of a LaTeX source with its judgement; NotRead where the source is too long.

    `file` names the source in what is shown, `side` has declarations besides those in the source, `suggest` asks for the
    true lines near those that fail.
    """
    return list(found_in(read(text, file, side), suggest=suggest))


def found_in(reading: Reading, judge: Judge | None = None, suggest: bool = True) -> Iterator[Found]:
    """The findings on the lines of a source in order."""
    judge = judge or Judge()
    judged = []
    for k, line in enumerate(reading.lines):
        judged.append(judge.line(line))
        if k:
            yield found(judged, k - 1, judge, suggest)
    if judged:
        yield found(judged, len(judged) - 1, judge, suggest)


def found(judged: list, k: int, judge: Judge, suggest: bool) -> Found:
    """The finding on a line whose neighbours are judged."""
    if not suggest or judged[k].verdict != FAILS:
        return Found(judged[k])
    return Found(judged[k], tuple(nearest(judged[k].line, judge, around_of(judged, k))))
