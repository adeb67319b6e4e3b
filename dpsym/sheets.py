"""Tables of exact numbers in CSV, read with refusals that name the line and the column."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from dpsym.numerals import Bounds, NotANumber, rational

MOST_LINES, MOST_COLUMNS, LARGEST_FILE = 5000, 500, 10_000_000
LONGEST = Bounds(400, 999)


def exact_number(text: str) -> Fraction | None:
    """The number that a text such as 0, 0.25, 1e-3 or 1/3 says exactly; None where it says none, or in too many digits."""
    try:
        return rational(text, LONGEST, signs="-")
    except NotANumber:
        return None


class BadTable(ValueError):
    """A table that cannot be used; the message names the line, the column and the value."""


@dataclass(frozen=True)
class Sheet:
    """What a CSV file holds: its columns, and its rows with the lines on which they stand."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, Mapping[str, str]], ...]

    def refuse(self, line: int, column: str, value: str, why: str) -> BadTable:
        """The error that a value of the table is refused, with its line and column."""
        return BadTable(f"{self.name}, line {line}, column {column}: {value[:60]!r} {why}")

    def number(self, line: int, row: Mapping[str, str], column: str) -> Fraction:
        """The probability in a cell, exactly."""
        text = row[column]
        found = exact_number(text)
        if found is None:
            raise self.refuse(line, column, text, "is not an exact number such as 0, 0.25, 1e-3 or 1/3")
        if found < 0:
            raise self.refuse(line, column, text, "is negative: it is a probability")
        if found > 1:
            raise self.refuse(line, column, text, "is above 1: it is a probability")
        return found

    def data_sets(self) -> tuple[str, ...]:
        """The names in the column `data`, each of one row."""
        lines: dict[str, int] = {}
        for line, row in self.rows:
            name = row["data"]
            if not name:
                raise self.refuse(line, "data", "", "is not the name of a data set")
            if lines.setdefault(name, line) != line:
                raise self.refuse(line, "data", name, f"is on line {lines[name]} already")
        return tuple(lines)


def text_of(given: object, name: str) -> tuple[str, str]:
    """(text, what it is called) of a path, or of a text that holds a line break.

    ValueError: there is no such file, or it is too large or not UTF-8; BadTable is one too.
    """
    if isinstance(given, str) and "\n" in given:
        return given, "the table"
    if not isinstance(given, str | Path) or not str(given).strip():
        raise ValueError(f"the value of {name} is neither the path of a CSV file nor its text: {given!r}")
    path = Path(given)
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST_FILE + 1)  # no more, of a file that has no end either
        if len(found) > LARGEST_FILE:
            raise BadTable(f"the {name} {str(path)[:200]} is larger than {LARGEST_FILE} bytes")
        return found.decode("utf-8"), path.name
    except (OSError, UnicodeDecodeError) as e:
        why = getattr(e, "strerror", None) or "it is not UTF-8 text"
        raise BadTable(f"the {name} {str(path)[:200]} cannot be read: {why}") from e


def read_sheet(text: str, name: str, most: int = MOST_LINES) -> Sheet:
    """The cells of a CSV text, stripped.  BadTable: no header, a column twice, a row of another length, over `most` rows."""
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=None), strict=True)
    try:
        header = tuple(h.strip() for h in next(rows, []))
        _check_header(header, name)
        found: list[tuple[int, Mapping[str, str]]] = []
        for row in rows:
            line, cells = rows.line_num, [c.strip() for c in row]
            if not any(cells):
                continue
            if len(cells) != len(header):
                raise BadTable(f"{name}, line {line}: {len(cells)} values for the {len(header)} columns")
            if len(found) == most:
                raise BadTable(f"{name}, line {line}: more than {most} rows")
            found.append((line, dict(zip(header, cells, strict=True))))
    except csv.Error as e:
        why = "a quotation mark is not closed" if "unexpected end" in str(e) else str(e)
        raise BadTable(f"{name}, line {max(rows.line_num, 1)}: it is not a CSV table: {why}") from e
    if not found:
        raise BadTable(f"{name} holds no row below its header")
    return Sheet(name, header, tuple(found))


def _check_header(header: Sequence[str], name: str) -> None:
    if not any(header):
        raise BadTable(f"{name}, line 1: a header with the names of the columns is missing")
    for mark, word in ((";", "semicolons"), ("\t", "tabs")):
        if len(header) == 1 and mark in header[0]:
            raise BadTable(f"{name}, line 1: the columns are separated by {word}; separate them by commas")
    if len(header) > MOST_COLUMNS:
        raise BadTable(f"{name}, line 1: more than {MOST_COLUMNS} columns")
    for place, h in enumerate(header, 1):
        if not h:
            raise BadTable(f"{name}, line 1: column {place} has no name")
        if header.count(h) > 1:
            raise BadTable(f"{name}, line 1: the column {h} is there twice")


def kinds(
    sheet: Sheet,
    prefixes: Sequence[str],
    others: Sequence[str] = (),
    optional: bool = False,
    more: Sequence[str] = (),
) -> dict[str, tuple[str, ...]]:
    """The columns `prefix:name` by prefix; each prefix (unless `optional`) and each other column is needed, those of `more` may
    be there."""
    known = [*others, *more, *(f"{p}:NAME" for p in prefixes)]
    found: dict[str, list[str]] = {p: [] for p in prefixes}
    seen: dict[tuple[str, ...], str] = {}
    for h in sheet.columns:
        prefix, colon, rest = h.partition(":")
        if colon and prefix.strip() in found and rest.strip():
            found[prefix.strip()].append(h)
            bare = tuple(part.strip() for part in h.split(":"))
            if seen.setdefault(bare, h) != h:
                raise BadTable(f"{sheet.name}, line 1: the columns {seen[bare]!r} and {h!r} have one name")
        elif h not in (*others, *more):
            near = difflib.get_close_matches(prefix.lower(), [*prefixes, *others, *more], 1)
            hint = f"; did you mean {near[0]}{':' if near[0] in prefixes else ''}?" if near else ""
            raise BadTable(
                f"{sheet.name}, line 1: there is no column {h[:40]!r}; the columns are {', '.join(known)}{hint}"
            )
    for needed in others:
        if needed not in sheet.columns:
            raise BadTable(
                f"{sheet.name}, line 1: the column {needed} is missing; it has {', '.join(sheet.columns)}"
            )
    for prefix, columns in found.items():
        if not columns and not optional:
            raise BadTable(
                f"{sheet.name}, line 1: a column {prefix}:NAME is missing; it has {', '.join(sheet.columns)}"
            )
    return {p: tuple(columns) for p, columns in found.items()}


__all__ = ["BadTable", "Sheet", "exact_number", "kinds", "read_sheet", "text_of"]
