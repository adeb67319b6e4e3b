"""How a budget of zero-concentrated DP is divided over the queries of a release: a table of exact numbers, read from CSV."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from dpsym.sheets import BadTable, Sheet, exact_number, kinds, read_sheet

MOST_LINES = 100_000
_NAME = re.compile(r"[^\s,:*]+(\s+[^\s,:*]+)*")


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
    absent or empty).  BadTable: a column is missing or unknown, or a value is not of its kind.
    """
    sheet = read_sheet(text, name, MOST_LINES)
    kinds(sheet, (), ("level", "query", "rho"), more=("level_share", "query_share", "cells"))
    found: dict[tuple[str, str], Allocation] = {}
    for line, row in sheet.rows:
        one = _allocation(sheet, line, row)
        before = found.setdefault((one.level, one.query), one).line
        if before != line:
            raise BadTable(
                f"{name}, line {line}: the query {one.query} of the level {one.level} is on line {before} already"
            )
    return tuple(found.values())


def _allocation(sheet: Sheet, line: int, row: Mapping[str, str]) -> Allocation:
    level, query = row["level"], "*".join(a.strip() for a in row["query"].split("*"))
    if not _NAME.fullmatch(level):
        raise sheet.refuse(
            line, "level", level, "is not the name of a level: words without comma, colon or star"
        )
    if not all(_NAME.fullmatch(a) for a in query.split("*")):
        raise sheet.refuse(line, "query", row["query"], "is not attributes joined by *, e.g. AGE*SEX")
    numbers = {}
    for column in ("rho", "level_share", "query_share"):
        text = row.get(column, "")
        if not text and column != "rho":
            continue
        value = exact_number(text)
        if value is None or value < 0:
            why = "is not an exact number, at least 0, such as 0.07, 1e-3 or 7/82"
            raise sheet.refuse(line, column, text, why)
        if column != "rho" and value > 1:
            raise sheet.refuse(line, column, text, "is above 1: it is a share")
        numbers[column] = value
    cells = row.get("cells", "")
    if cells and not (cells.isascii() and cells.isdigit() and len(cells) < 12 and int(cells) > 0):
        raise sheet.refuse(line, "cells", cells, "is not a number of cells: 1, 2, 3, ...")
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


__all__ = ["Allocation", "read_allocations", "redistricting_2020", "write_allocations"]
