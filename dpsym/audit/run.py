"""The audit of a source: read, judged line by line, with the true lines near those that fail.

An internal error at a line ends nothing: the line has the verdict `error`, and the others are judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from dpsym.audit.judging import ERROR, FAILS, Judge, Judged
from dpsym.audit.nearest import around_of, nearest
from dpsym.audit.reading import Line, Reading, read
from dpsym.audit.report import Found
from dpsym.audit.scope import Side
from dpsym.faults import fault_of


def audit(text: str, file: str = "", side: Side | None = None, suggest: bool = True) -> list[Found]:
    """Every relation of the displays of a LaTeX source with its judgement; NotRead where the source is too long.

    `file` names the source in what is shown, `side` has declarations besides those in the source, `suggest` asks for the
    true lines near those that fail.
    """
    return list(found_in(read(text, file, side), suggest=suggest))


def found_in(reading: Reading, suggest: bool = True) -> Iterator[Found]:
    """The findings on the lines of a source in order."""
    judge, judged = Judge(), list[Judged]()
    for k, line in enumerate(reading.lines):
        judged.append(judged_or_error(line, judge))
        if k:
            yield found(judged, k - 1, judge, suggest)
    if judged:
        yield found(judged, len(judged) - 1, judge, suggest)


def judged_or_error(line: Line, judge: Judge) -> Judged:
    """The judgement on a line, or the internal error that it ended in."""
    try:
        return judge.line(line)
    except Exception as e:
        return failed(line, e)


def failed(line: Line, error: Exception) -> Judged:
    """What stands for a judgement that an internal error prevents."""
    fault = fault_of(
        error, f"{line.file}:{line.line}:{line.column}: {line.left} {line.relation} {line.right}"
    )
    return Judged(line, ERROR, reason=str(fault), fault=fault)


def found(judged: list[Judged], k: int, judge: Judge, suggest: bool) -> Found:
    """The finding on a line whose neighbours are judged; where the search for true lines breaks, that is an error too."""
    if not suggest or judged[k].verdict != FAILS:
        return Found(judged[k])
    try:
        return Found(judged[k], tuple(nearest(judged[k].line, judge, around_of(judged, k))))
    except Exception as e:
        return Found(failed(judged[k].line, e))
