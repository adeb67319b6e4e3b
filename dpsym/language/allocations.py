"""How a budget of zero-concentrated DP is divided over the queries of a release: a table of exact numbers, read from CSV."""

from __future__ import annotations

import csv
import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

COLUMNS = {
    "level": True,
    "query": True,
    "rho": True,
    "level_share": False,
    "query_share": False,
    "cells": False,
}
MOST_LINES = 100_000
_NUMBER = re.compile(r"(\d{1,400})(?:\.(\d{0,400}))?(?:[eE]([+-]?\d{1,3}))?|(\d{1,400})\s*/\s*(\d{1,400})")
_NAME = re.compile(r"[^\s,:*]+(\s+[^\s,:*]+)*")


class BadAllocation(ValueError):
    """A table that cannot be used; the message names the line, the column and the value."""


@dataclass(frozen=True)
class Allocation:
    """One query at one level of geography, and its part of the budget.

    level        the level at which the histogram is published, e.g. County
    query        the attributes whose combinations it counts, joined by *, e.g. VOTINGAGE*CENRACE
    base         the budget that is divided, in nats: rho of zero-concentrated DP
    level_share  the share of the level in it
    query_share  the share of the query in that of its level
    cells        how many cells the histogram has, where the table says so
    line         the line of the table
    """

    level: str
    query: str
    base: Fraction
    level_share: Fraction = Fraction(1)
    query_share: Fraction = Fraction(1)
    cells: int | None = None
    line: int = 0

    @property
    def rho(self) -> Fraction:
        """The budget of the query, in nats; 0 for a query that is not answered."""
        return self.base * self.level_share * self.query_share

    @property
    def attributes(self) -> tuple[str, ...]:
        """What the query asks of a record."""
        return tuple(self.query.split("*"))


def read_allocations(text: str, name: str = "the table") -> tuple[Allocation, ...]:
    """The rows of a CSV table with the columns level, query, rho and, where wanted, level_share, query_share, cells.

    A number is exact: 0.07, 1e-3 or 7/82.  The budget of a query is rho times the shares (1 where the column is
    absent or empty).  BadAllocation: a column is missing or unknown, or a value is not of its kind.
    """
    try:
        return _rows(text.removeprefix("\ufeff"), name)
    except csv.Error as e:
        raise BadAllocation(f"{name} is not a CSV table: {e}") from e


def _rows(text: str, name: str) -> tuple[Allocation, ...]:
    rows = csv.reader(text.splitlines())
    header = [h.strip() for h in next(rows, [])]
    _check_header(header, name)
    found: list[Allocation] = []
    seen: dict[tuple[str, str], int] = {}
    for row in rows:
        line, cells = rows.line_num, [c.strip() for c in row]
        if not any(cells):
            continue
        if len(cells) != len(header):
            raise BadAllocation(
                f"{name}, line {line}: {len(cells)} values for the {len(header)} columns {', '.join(header)}"
            )
        if len(found) == MOST_LINES:
            raise BadAllocation(f"{name}, line {line}: more than {MOST_LINES} queries")
        one = _row(dict(zip(header, cells, strict=True)), line, name)
        before = seen.setdefault((one.level, one.query), line)
        if before != line:
            raise BadAllocation(
                f"{name}, line {line}: the query {one.query} of the level {one.level} is on line {before} already"
            )
        found.append(one)
    if not found:
        raise BadAllocation(f"{name} holds no query")
    return tuple(found)


def _check_header(header: Sequence[str], name: str) -> None:
    for h in header:
        if h not in COLUMNS:
            near = difflib.get_close_matches(h.lower(), COLUMNS, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise BadAllocation(
                f"{name}, line 1: there is no column {h[:40]!r}; the columns are {', '.join(COLUMNS)}{hint}"
            )
        if header.count(h) > 1:
            raise BadAllocation(f"{name}, line 1: the column {h} is there twice")
    for column, needed in COLUMNS.items():
        if needed and column not in header:
            raise BadAllocation(
                f"{name}, line 1: the column {column} is missing; it has {', '.join(header) or 'none'}"
            )


def _row(values: dict[str, str], line: int, name: str) -> Allocation:
    def refuse(column: str, why: str) -> BadAllocation:
        return BadAllocation(f"{name}, line {line}, column {column}: {values[column][:60]!r} {why}")

    level, query = values["level"], "*".join(a.strip() for a in values["query"].split("*"))
    if not _NAME.fullmatch(level):
        raise refuse("level", "is not the name of a level: words without comma, colon or star")
    if not all(_NAME.fullmatch(a) for a in query.split("*")):
        raise refuse("query", "is not attributes joined by *, e.g. AGE*SEX")
    numbers = {}
    for column in ("rho", "level_share", "query_share"):
        text = values.get(column, "")
        if not text and column != "rho":
            continue
        found = _NUMBER.fullmatch(text)
        if found is None or (found[5] is not None and int(found[5]) == 0):
            raise refuse(column, "is not an exact number, at least 0, such as 0.07, 1e-3 or 7/82")
        numbers[column] = Fraction(text.replace(" ", ""))
        if column != "rho" and numbers[column] > 1:
            raise refuse(column, "is above 1: it is a share")
    cells = values.get("cells", "")
    if cells and not (cells.isascii() and cells.isdigit() and len(cells) < 12 and int(cells) > 0):
        raise refuse("cells", "is not a number of cells: 1, 2, 3, ...")
    one = Fraction(1)
    return Allocation(
        level, query, numbers["rho"], numbers.get("level_share", one), numbers.get("query_share", one),
        int(cells) if cells else None, line,
    )  # fmt: skip


def write_allocations(rows: Sequence[Allocation]) -> str:
    """The rows as a table that `read_allocations` reads back."""
    table = [",".join(("level", "query", "cells", "rho", "level_share", "query_share"))]
    for a in rows:
        table.append(f"{a.level},{a.query},{a.cells or ''},{a.base},{a.level_share},{a.query_share}")
    return "\n".join(table) + "\n"


@cache
def redistricting_2020() -> tuple[Allocation, ...]:
    """The 72 queries of the 2020 redistricting release, with the production settings."""
    data = files("dpsym").joinpath("data", "census_2020_redistricting.csv")
    return read_allocations(data.read_text(encoding="utf-8"), "census_2020_redistricting.csv")


__all__ = ["Allocation", "BadAllocation", "read_allocations", "redistricting_2020", "write_allocations"]
