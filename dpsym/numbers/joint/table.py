"""The joint table of state and data with mechanisms, read from CSV: what each column says is in dpsym.numbers.confounding."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from dpsym.numbers.tables import law_of_column, law_of_row
from dpsym.sheets import BadTable, Sheet, exact_number, kinds, read_sheet, text_of

Law = tuple[Fraction, ...]
Lines = Sequence[tuple[int, Mapping[str, str]]]
MOST_OUTCOMES = 20_000  # joint outcomes times data sets
MOST_STATES = 50


@dataclass(frozen=True)
class Finite:
    """A mechanism with finitely many answers: for each data set their probabilities."""

    name: str
    outputs: tuple[str, ...]
    rows: tuple[Law, ...]


@dataclass(frozen=True)
class Normal:
    """A mechanism that adds normal noise to a number: for each data set the number."""

    name: str
    sigma: Fraction
    values: tuple[Fraction, ...]


@dataclass(frozen=True)
class Table:
    """States, data, the law of the data given each state, and mechanisms: all finite, or all with normal noise."""

    states: tuple[str, ...]
    data: tuple[str, ...]
    weights: tuple[Law, ...]
    mechanisms: tuple[Finite, ...]
    normal: tuple[Normal, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Of the mechanisms."""
        return (*(m.name for m in self.mechanisms), *(m.name for m in self.normal))


def read_table(given: object, name: str) -> Table:
    """A table, a path, or the text of a table."""
    return given if isinstance(given, Table) else read_text(*text_of(given, name))


def read_text(text: str, name: str = "the table") -> Table:
    """The table that a CSV text holds.  BadTable names the line, the column and the rule that is broken."""
    sheet = read_sheet(text, name)
    found = kinds(sheet, ("output", "response", "gaussian"), ("state", "data", "probability"), optional=True)
    if not any(found.values()):
        raise BadTable(
            f"{name}, line 1: there is no mechanism; write columns output:M:NAME, response:M:P or gaussian:M:SIGMA"
        )
    if found["gaussian"] and (found["output"] or found["response"]):
        raise BadTable(
            f"{name}, line 1, column {found['gaussian'][0]}: normal noise beside a mechanism with finitely many answers; "
            "give one kind in a table"
        )
    states, data, weights = _laws(sheet)
    lines = [next(one for one in sheet.rows if one[1]["data"] == x) for x in data]
    used: dict[str, str] = {}
    finite = [*_tabulated(sheet, lines, found["output"], used)]
    finite += [_response(sheet, lines, c, used) for c in found["response"]]
    order = [c.split(":")[1].strip() for c in sheet.columns if c.count(":") > 1]
    finite.sort(key=lambda m: order.index(m.name))
    normal = tuple(_normal(sheet, lines, c, used) for c in found["gaussian"])
    if normal:
        _one_data_set(sheet, states, data, weights)
    size = len(data)
    for m in finite:
        size *= len(m.outputs)
    if size > MOST_OUTCOMES:
        raise BadTable(
            f"{name} is too large: the joint outcomes times the data sets are {size}, over {MOST_OUTCOMES}"
        )
    return Table(states, data, weights, tuple(finite), normal)


def _laws(sheet: Sheet) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Law, ...]]:
    """States, data, and the law of the data given each state."""
    law_of_column(sheet, "probability")
    at: dict[tuple[str, str], int] = {}
    states: dict[str, Fraction] = {}
    data: dict[str, int] = {}
    masses: dict[tuple[str, str], Fraction] = {}
    for line, row in sheet.rows:
        for column in ("state", "data"):
            if not row[column]:
                raise sheet.refuse(
                    line, column, "", f"is not the name of a {'state' if column == 'state' else 'data set'}"
                )
        key = row["state"], row["data"]
        if at.setdefault(key, line) != line:
            raise sheet.refuse(
                line, "data", row["data"], f"is there with this state on line {at[key]} already"
            )
        masses[key] = sheet.number(line, row, "probability")
        states[key[0]] = states.get(key[0], Fraction(0)) + masses[key]
        data.setdefault(key[1], line)
    for (state, _), line in at.items():
        if not states[state]:
            raise sheet.refuse(line, "state", state, "has probability 0 in all: nothing is conditional on it")
    if len(states) < 2:
        raise BadTable(f"{sheet.name}: there is one state only, and nothing to protect; give at least two")
    if len(states) > MOST_STATES:
        raise BadTable(f"{sheet.name}: there are {len(states)} states, over {MOST_STATES}")
    weights = tuple(
        tuple(masses.get((s, x), Fraction(0)) / total for x in data) for s, total in states.items()
    )
    return tuple(states), tuple(data), weights


def _same(sheet: Sheet, column: str, read: Callable[[int, Mapping[str, str]], object]) -> None:
    """A mechanism reads the data alone: refuse a data set with two cells that are not read alike."""
    seen: dict[str, tuple[int, str, object]] = {}
    for line, row in sheet.rows:
        value = read(line, row)
        before, text, known = seen.setdefault(row["data"], (line, row[column], value))
        if value != known:
            raise sheet.refuse(
                line, column, row[column],
                f"differs from {text[:40]!r} on line {before}, for the same data: a mechanism reads the data alone",
            )  # fmt: skip


def _named(sheet: Sheet, column: str, used: dict[str, str], what: str) -> tuple[str, str]:
    """The name of a mechanism, and what stands behind it; refused where the name is taken by a column of another kind."""
    prefix, _, rest = column.partition(":")
    name, colon, more = (x.strip() for x in rest.partition(":"))
    if not name or not colon or not more:
        raise BadTable(
            f"{sheet.name}, line 1, column {column}: it is to be written {prefix.strip()}:M:{what}"
        )
    kind = prefix if prefix.strip() == "output" else column
    if used.setdefault(name, kind) != kind:
        raise BadTable(
            f"{sheet.name}, line 1, column {column}: the mechanism {name} has a column {used[name]} already"
        )
    return name, more


def _tabulated(sheet: Sheet, lines: Lines, columns: Sequence[str], used: dict[str, str]) -> list[Finite]:
    groups: dict[str, list[str]] = {}
    answers: dict[str, list[str]] = {}
    for c in columns:
        name, answer = _named(sheet, c, used, "NAME")
        groups.setdefault(name, []).append(c)
        answers.setdefault(name, []).append(answer)
        _same(sheet, c, partial(sheet.number, column=c))
    return [
        Finite(m, tuple(answers[m]), tuple(law_of_row(sheet, line, row, cs) for line, row in lines))
        for m, cs in groups.items()
    ]


def _parameter(sheet: Sheet, column: str, text: str, what: str) -> Fraction:
    found = exact_number(text)
    if found is None:
        raise BadTable(
            f"{sheet.name}, line 1, column {column}: {text[:40]!r} is not an exact number: it is {what}"
        )
    return found


def _response(sheet: Sheet, lines: Lines, column: str, used: dict[str, str]) -> Finite:
    """Randomized response on the value in the cells."""
    name, text = _named(sheet, column, used, "P")
    kept = _parameter(sheet, column, text, "the probability that the value is told")
    if not 0 <= kept <= 1:
        raise BadTable(f"{sheet.name}, line 1, column {column}: {text[:40]!r} is no probability")

    def told(line: int, row: Mapping[str, str]) -> str:
        if not row[column]:
            raise sheet.refuse(line, column, "", "is no value that could be told")
        return row[column]

    _same(sheet, column, told)
    values = tuple(dict.fromkeys(row[column] for _, row in lines))
    if len(values) == 1:
        return Finite(name, values, tuple((Fraction(1),) for _ in lines))
    rest = (1 - kept) / (len(values) - 1)
    return Finite(
        name, values, tuple(tuple(kept if v == row[column] else rest for v in values) for _, row in lines)
    )


def _normal(sheet: Sheet, lines: Lines, column: str, used: dict[str, str]) -> Normal:
    name, text = _named(sheet, column, used, "SIGMA")
    sigma = _parameter(sheet, column, text, "the standard deviation of the noise")
    if not sigma > 0:
        raise BadTable(
            f"{sheet.name}, line 1, column {column}: the standard deviation {text[:40]!r} is not above 0"
        )

    def value(line: int, row: Mapping[str, str]) -> Fraction:
        found = exact_number(row[column])
        if found is None:
            raise sheet.refuse(
                line, column, row[column], "is not an exact number such as 0, 0.25, 1e-3 or 1/3"
            )
        return found

    _same(sheet, column, value)
    return Normal(name, sigma, tuple(value(line, row) for line, row in lines))


def _one_data_set(sheet: Sheet, states: Sequence[str], data: Sequence[str], weights: Sequence[Law]) -> None:
    """Normal noise is read where each state has one data set."""
    for state, law in zip(states, weights, strict=True):
        possible = [x for x, w in zip(data, law, strict=True) if w]
        if len(possible) > 1:
            line = next(n for n, row in sheet.rows if row["state"] == state and row["data"] == possible[1])
            raise sheet.refuse(
                line, "state", state,
                "has several data sets: with normal noise the laws given the state would be mixtures, whose delta has no "
                "closed form here; give one data set for each state",
            )  # fmt: skip


__all__ = ["Finite", "Normal", "Table", "read_table", "read_text"]
