"""The laws in a table of exact numbers: masses in a row or in a column, which add up to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dpsym.numbers.balls import round_to
from dpsym.sheets import BadTable, Sheet


def law_of_row(
    sheet: Sheet, line: int, row: Mapping[str, str], columns: Sequence[str]
) -> tuple[Fraction, ...]:
    """The masses in these columns of a row, which add up to 1."""
    masses = tuple(sheet.number(line, row, c) for c in columns)
    if sum(masses) != 1:
        raise BadTable(
            f"{sheet.name}, line {line}, columns {columns[0]} to {columns[-1]}: the row is no law, its "
            f"probabilities add up to {_shown(sum(masses, Fraction(0)))}"
        )
    return masses


def law_of_column(sheet: Sheet, column: str) -> tuple[Fraction, ...]:
    """The masses in a column, which add up to 1."""
    masses = tuple(sheet.number(line, row, column) for line, row in sheet.rows)
    if sum(masses) != 1:
        lines = f"lines {sheet.rows[0][0]} to {sheet.rows[-1][0]}"
        raise BadTable(
            f"{sheet.name}, {lines}, column {column}: the column is no law, its probabilities add up to "
            f"{_shown(sum(masses, Fraction(0)))}"
        )
    return masses


def _shown(x: Fraction) -> str:
    """A sum that is not 1, so that it does not look like 1 either."""
    if len(str(x)) < 40:
        return str(x)
    short = f"{float(x):.12g}"
    return short if short != "1" else f"1 {'+' if x > 1 else '-'} {round_to(abs(x - 1), 3)}"


__all__ = ["law_of_column", "law_of_row"]
