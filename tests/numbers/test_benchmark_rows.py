"""Every row of the benchmark: the enclosure holds the 60-digit truth, or dpsym's own narrower enclosure."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(FOLDER))
rows = pytest.importorskip("rows", reason="the benchmarks are not part of an installed package")
run = pytest.importorskip("run")
sys.path.remove(str(FOLDER))


@pytest.mark.slow
@pytest.mark.parametrize("row", rows.ROWS, ids=lambda row: row.key)
def test_row(row):
    found = run.asking(row)()
    if row.truth is None:
        assert found.contains(run.asking(row, **row.reference)())
        return
    sign, man, exp, _ = row.truth()._mpf_
    truth = Fraction(int(man)) * Fraction(2) ** exp * (1 - 2 * sign)
    slack = abs(truth) / 10**55
    low, high = run.ends(found, row)
    assert low - slack <= truth <= high + slack
    assert high - low <= 2 * abs(truth) / 10**row.digits


def test_rows_are_named_once_and_have_evaluators():
    keys = [row.key for row in rows.ROWS]
    assert len(set(keys)) == len(keys)
    for row in rows.ROWS:
        run.asking(row)


def test_a_side_of_the_truth():
    assert run.side(Fraction(1), Fraction(2), Fraction(3, 2)) == "holds"
    assert run.side(Fraction(1), Fraction(2), Fraction(3)) == "BELOW"
    assert run.side(Fraction(1), Fraction(2), Fraction(0)) == "ABOVE"
    assert run.duration(2e-5) == "20.0 us" and run.duration(0.25) == "250.00 ms"
