"""The tables of the page on claims: written by one command between their marks, and refused where there is no place."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "tables.py"
spec = importlib.util.spec_from_file_location("tables_of_claims", FILE)
assert spec is not None and spec.loader is not None
tables = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tables)
PAGE = "before\n<!-- table: harness -->\nold\n<!-- end -->\nbetween\n<!-- table: solvers -->\n<!-- end -->\nafter\n"


def test_each_table_goes_to_its_place() -> None:
    page = tables.replaced(PAGE, "harness", "| a |\n| --- |\n")
    assert page == PAGE.replace("old\n", "| a |\n| --- |\n")
    once = tables.replaced(PAGE, "solvers", "z3 \\1 2\n")
    assert "<!-- table: solvers -->\n```\nz3 \\1 2\n```\n<!-- end -->" in once and "old" in once
    assert tables.replaced(once, "solvers", "z3 \\1 2\n") == once


@pytest.mark.parametrize(("name", "printed"), [("mutants", "| a |"), ("harness", ""), ("solvers", "\n")])
def test_without_a_place_or_a_table_nothing_is_written(name: str, printed: str) -> None:
    with pytest.raises(ValueError, match="one place"):
        tables.replaced(PAGE, name, printed)


def test_the_page_has_a_place_for_each() -> None:
    page = tables.PAGE.read_text(encoding="utf-8")
    for name in ("harness", "solvers"):
        assert "| new |" in tables.replaced(page, name, "| new |")
