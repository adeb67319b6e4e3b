"""A model of the data that is given as a table: which data sets a release leaves possible, and how far apart they are.

A row of the table is a data set.  Its columns:

    data            the name of the data set
    model:NAME      its probability where the parameter has the value NAME; a column of them adds up to 1
    record:NAME     the value of a record (optional); data sets are as far apart as the number of records that differ
    output:NAME     the probability that the mechanism answers NAME (optional); a row of them adds up to 1
    possible:NAME   yes or no (optional): whether the answer NAME leaves the data set possible, where no more is known

S, the data sets that are possible with a release, are those of a positive probability under some value of the parameter,
and for which the release is possible: all of them where the table has no column for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from dpsym.numbers.tables import law_of_column, law_of_row
from dpsym.sheets import BadTable, Sheet, kinds, read_sheet

MOST_WORK = 5_000_000  # cells that are compared
Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class ModelTable:
    """Laws of the data by value of the parameter, with the records of each data set and what is known of the mechanism."""

    name: str
    data: tuple[str, ...]
    models: Mapping[str, Law]
    records: tuple[tuple[str, ...], ...]
    outputs: Mapping[str, Law]
    answers: Mapping[str, tuple[bool, ...]]

    def possible(self, release: str | None, values: Sequence[str]) -> list[int]:
        """The rows of the data sets that are possible with the release under some of the values of the parameter."""
        if release is not None and release not in {**self.outputs, **self.answers}:
            known = ", ".join({**self.outputs, **self.answers}) or "none"
            said = repr(release[:60])[1:-1]  # on one line
            raise BadTable(
                f"{self.name} has no column output:{said} or possible:{said}; its answers are {known}"
            )
        if release is None and (self.outputs or self.answers):
            raise BadTable(f"{self.name} has columns for answers: say which one was released")
        masses = self.outputs.get(release or "")
        allowed = self.answers.get(release or "")
        found = [
            i
            for i in range(len(self.data))
            if any(self.models[v][i] for v in values)
            and (masses is None or masses[i] > 0)
            and (allowed is None or allowed[i])
        ]
        if not found:
            raise BadTable(f"{self.name}: no data set is possible with the release {release}")
        return found

    def kept(self, value: str, rows: Sequence[int]) -> Fraction:
        """P(S): the probability of these data sets at a value of the parameter."""
        law = self.models[value]
        return sum((law[i] for i in rows), Fraction(0))

    def apart(self, i: int, j: int) -> int:
        """In how many records two data sets differ."""
        return sum(a != b for a, b in zip(self.records[i], self.records[j], strict=True))

    def farthest(self, rows: Sequence[int], centre: int | None = None) -> int:
        """The largest distance of two of these data sets, or of one of them from the data set `centre`."""
        if not self.records:
            raise BadTable(
                f"{self.name} has no column record:NAME: say the largest distance of two possible data sets"
            )
        self._check_work(rows, 1 if centre is not None else len(rows))
        if centre is not None:
            return max(self.apart(i, centre) for i in rows)
        return max((self.apart(i, j) for i, j in combinations(rows, 2)), default=0)

    def largest_ratios(self, rows: Sequence[int]) -> dict[int, tuple[Fraction | None, int, int, str]]:
        """For each distance the largest ratio of the probabilities of an answer on two of these data sets, with where it is;
        None is infinite.  Without records all are at the distance -1."""
        found: dict[int, tuple[Fraction | None, int, int, str]] = {}
        self._check_work(rows, len(rows) * (1 + len(self.outputs)))
        for i, j in combinations(rows, 2):
            k = self.apart(i, j) if self.records else -1
            for name, law in self.outputs.items():
                low, high = sorted((law[i], law[j]))
                ratio = Fraction(1) if high == 0 else high / low if low else None
                before = found.get(k, (Fraction(1), i, j, name))[0]
                if k not in found or (before is not None and (ratio is None or ratio > before)):
                    found[k] = (ratio, i, j, name)
        return found

    def _check_work(self, rows: Sequence[int], times: int) -> None:
        if (work := len(rows) * times * max(1, len(self.records[0]) if self.records else 1)) > MOST_WORK:
            raise BadTable(f"{self.name} is too large: {work} cells to compare, over {MOST_WORK}")


def read_model(text: str, name: str = "the table") -> ModelTable:
    """The model that a CSV text holds.  BadTable names the line and the column of what cannot be used."""
    sheet = read_sheet(text, name)
    found = kinds(sheet, ("model", "record", "output", "possible"), ("data",), optional=True)
    if not found["model"]:
        raise BadTable(f"{name}, line 1: a column model:NAME is missing; it has {', '.join(sheet.columns)}")
    names = sheet.data_sets()
    laws = (
        [law_of_row(sheet, line, row, found["output"]) for line, row in sheet.rows] if found["output"] else []
    )
    answers = _by_name(sheet, found["possible"])
    outputs = _by_name(sheet, found["output"])
    if both := set(answers) & set(outputs):
        raise BadTable(f"{name}, line 1: the answer {min(both)} has a column output and a column possible")
    return ModelTable(
        name,
        names,
        {v: law_of_column(sheet, c) for v, c in _by_name(sheet, found["model"]).items()},
        _records(sheet, found["record"]),
        {v: tuple(law[k] for law in laws) for k, v in enumerate(outputs)},
        {v: tuple(_yes(sheet, line, row, c) for line, row in sheet.rows) for v, c in answers.items()},
    )


def _by_name(sheet: Sheet, columns: Sequence[str]) -> dict[str, str]:
    """The columns by what stands behind the colon."""
    found: dict[str, str] = {}
    for c in columns:
        bare = c.partition(":")[2].strip()
        if bare in found:
            raise BadTable(f"{sheet.name}, line 1: the columns {found[bare]} and {c} have one name")
        found[bare] = c
    return found


def _records(sheet: Sheet, columns: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The records of each data set; () without columns for them."""
    if not columns:
        return ()
    seen: dict[tuple[str, ...], int] = {}
    for line, row in sheet.rows:
        for c in columns:
            if not row[c]:
                raise sheet.refuse(line, c, "", "is no value of a record")
        values = tuple(row[c] for c in columns)
        if seen.setdefault(values, line) != line:
            raise sheet.refuse(
                line, columns[0], values[0], f"starts the records that are on line {seen[values]} already"
            )
    return tuple(seen)


def _yes(sheet: Sheet, line: int, row: Mapping[str, str], column: str) -> bool:
    if row[column] not in ("yes", "no"):
        raise sheet.refuse(line, column, row[column], "is neither yes nor no")
    return row[column] == "yes"


__all__ = ["ModelTable", "read_model"]
