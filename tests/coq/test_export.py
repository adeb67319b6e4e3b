"""`dpsym export --coq` and `dpsym claim --coq` from the command line, with coqc or without."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.coq import build
from dpsym.coq.reader import read

OWN = '''"""A theorem of a user."""
from dpsym.language import Le, Theorem, exp, parameter, variant

x = parameter("x")
grows = Theorem(
    title="The exponential is above its tangent",
    claim=Le(1 + x, exp(x)),
    near_misses={"a steeper line": variant(Le(1 + 2 * x, exp(x))), "a steeper - line": variant(Le(1 + 3 * x, exp(x)))},
)
'''


def statements(text: str) -> list[str]:
    return re.findall(r"Definition statement : Prop := (.*?)\.\n(?=Lemma|Section)", text, re.S)


def test_without_coqc_the_packages_are_named_and_the_files_written(tmp_path, monkeypatch):
    monkeypatch.setattr(build.shutil, "which", lambda *_: None)
    arguments = ["export", "divergences.equal_masses", "--coq", "-o", str(tmp_path)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    found = CliRunner().invoke(main, [*arguments, "--run"])
    assert found.exit_code == 4
    assert all(package in found.stderr for package in build.PACKAGES.split())
    assert {p.stem for p in tmp_path.glob("*.v")} >= {*build.ORDER}
    said = [s for p in tmp_path.glob("B_*.v") for s in statements(p.read_text())]
    assert said and all(read(s) for s in said)


def test_a_folder_of_a_user_and_its_witnesses_are_exported(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "growth.py").write_text(OWN)
    arguments = [
        "export",
        str(tmp_path / "mine"),
        "--coq",
        "-o",
        str(tmp_path / "out"),
        "--near-misses",
        "--json",
    ]
    found = CliRunner().invoke(main, arguments)
    assert found.exit_code == 0, found.output
    rows = json.loads(found.stdout)
    assert len(rows) == 5 and all(row["verdict"] == "written" for row in rows.values())
    assert len({row["digest"] for row in rows.values()}) == 5
    assert sum("witness" in name and "steeper" in name for name in rows) == 2  # those of the file
    assert sum("witness" in name and "_against_with_" in name for name in rows) == 2  # computed
    said = [read(s) for p in (tmp_path / "out").glob("B_*.v") for s in statements(p.read_text())]
    assert sorted(tuple(s.sig) for s in said) == [(), (), (), (), ("x",)]
    (tmp_path / "mine" / "broken.py").write_text("from dpsym.language import nothing_like_it\n")
    assert CliRunner().invoke(main, arguments).exit_code == 2
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "broken.py").write_text("x = 1\n")
    arguments[1] = str(tmp_path / "none")
    assert CliRunner().invoke(main, arguments).exit_code == 2


@pytest.mark.parametrize(
    "claim, verdict", [("for x >= 0: 1 + x <= exp(x)", "proved"), ("for eps >= 0: PureDP(eps) => TV <= tanh(eps/3)", "refuted")]
)  # fmt: skip
def test_the_evidence_for_a_claim_is_a_coq_file(claim, verdict, tmp_path):
    path = tmp_path / "my_claim.v"
    found = CliRunner().invoke(main, ["claim", claim, "--coq", str(path), "--json"])
    assert json.loads(found.stdout)["verdict"] == verdict
    [said] = statements(path.read_text())
    assert read(said).claim[0] == ("->" if verdict == "proved" else "and")
    assert {p.stem for p in tmp_path.glob("*.v")} == {*build.ORDER, "my_claim"}
    assert "coqc" in found.stderr


def test_a_coq_file_has_a_name_of_coq(tmp_path: Path):
    found = CliRunner().invoke(
        main, ["claim", "for x >= 0: 1 + x <= exp(x)", "--coq", str(tmp_path / "my claim.v")]
    )
    assert found.exit_code == 2 and not list(tmp_path.glob("*.v"))
