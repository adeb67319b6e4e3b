"""What an audit writes is proved when it is read again, with the steps that the judge found."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dpsym.audit.export import files
from dpsym.audit.judging import Judge
from dpsym.audit.reading import read
from dpsym.cli import main

HERE = Path(__file__).parent
SOURCES = {p.stem: p for folder in ("corpus", "papers") for p in sorted((HERE / folder).glob("*.tex"))}
SAMPLE = {"57-affinity": 2, "58-chi-square-sum": 1, "52-entropy-bounds": 3}  # how many theorems come of them
EVENTS = r"""
% dpsym all: eps > 0, 0 < u < 1
% dpsym pair: P, Q
% dpsym loss: Z
% dpsym positive: P, Q
\[ u \sum_y \frac{P(y)^2}{Q(y)} \ge u \]
% dpsym probability: P
% dpsym positive: P, Q
\[ P[-\varepsilon \le Z \le \varepsilon] \le P[e^{-Z} \le e^{\varepsilon}] \]
"""


def written(source: Path, folder: Path, code: int | None = 0) -> int:
    """How many theorem files an audit of the source writes; all of them are proved."""
    command = ["audit", str(source), "--write", str(folder), "--no-nearest"]
    done = CliRunner().invoke(main, command)
    assert code is None or done.exit_code == code, done.output
    made = sorted(folder.glob("*.py"))
    if made:
        checked = CliRunner().invoke(main, ["check", str(folder), "--jobs", "1"])
        assert checked.exit_code == 0, checked.output
        assert "unknown" not in checked.output and checked.stdout.count("proved") >= len(made)
    return len(made)


@pytest.mark.parametrize("name", SAMPLE)
def test_what_is_written_of_a_sample_is_proved(name: str, tmp_path: Path) -> None:
    assert written(SOURCES[name], tmp_path / "audited") == SAMPLE[name]


def test_steps_at_every_outcome_are_written(tmp_path: Path) -> None:
    source = tmp_path / "events.tex"
    source.write_text(EVENTS, encoding="utf-8")
    assert written(source, tmp_path / "audited") == 2
    for made in (tmp_path / "audited").glob("*.py"):
        assert "'at every outcome', by=" in made.read_text(encoding="utf-8")


def test_a_file_that_is_not_proved_alone_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dpsym.audit.export as export

    monkeypatch.setattr(export, "steps_of", lambda *_: ("", []))
    source = tmp_path / "events.tex"
    source.write_text(EVENTS, encoding="utf-8")
    done = CliRunner().invoke(main, ["audit", str(source), "--write", str(tmp_path / "audited")])
    assert done.exit_code == 0, done.output
    assert "is not written: check does not prove it alone" in done.output
    assert len(list((tmp_path / "audited").glob("*.py"))) < 2


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_what_is_written_is_proved(name: str, tmp_path: Path) -> None:
    judge = Judge()
    lines = read(SOURCES[name].read_text(encoding="utf-8"), SOURCES[name].name).lines
    could, _ = files([judge.line(line) for line in lines], name)
    assert 2 * written(SOURCES[name], tmp_path / "audited", None) >= len(could)
