"""Findings do not depend on the number of processes that look for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dpsym.library import library_files, load
from dpsym.reports import run

FEW = ("divergences.power_of_sums", "divergences.equal_masses")


def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    few = load([f for f in library_files() if f.name in FEW])
    one, two = (
        [replace(f, seconds=0) for f in run(few, "finding", list(few), jobs=n, directory=tmp_path / str(n))]
        for n in (1, 2)
    )
    assert one == two
    assert len(one) > 2 and {f.verdict for f in one} == {"proved"}
