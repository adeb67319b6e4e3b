"""The wheel: derivations, templates and data are in it, and the program runs from elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dpsym.keeping.make_pack import pack
from dpsym.keeping.pack import SHIPPED
from dpsym.keeping.store import Certificates
from dpsym.library import library_files, load

ROOT = Path(__file__).parents[2]


PACKED = (
    "posterior.largest_difference",
    "divergences.pinsker",
    "testing.trade_off_attained",  # with laws of which its near misses do not speak
)  # files whose certificates the wheel carries here


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this tree, with the certificates of a few files."""
    target = tmp_path_factory.mktemp("wheel")
    tree = target / "tree"
    away = shutil.ignore_patterns(".git", ".venv*", "build", "dist", "__pycache__", "*.pack", "tests")
    shutil.copytree(ROOT, tree, ignore=away)
    library = load([f for f in library_files() if f.name in PACKED])
    assert pack(library, tree / "dpsym" / "data" / SHIPPED.name, Certificates(shipped=False)) == []
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check"]
    if (
        subprocess.run([sys.executable, "-c", "import hatchling, editables"], capture_output=True).returncode
        == 0
    ):
        command.append("--no-build-isolation")
    subprocess.run([*command, "-w", str(target), str(tree)], check=True, timeout=600)
    (found,) = target.glob("*.whl")
    return found


@pytest.mark.slow
def test_the_wheel_holds_the_library(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for file in (ROOT / "derivations").rglob("*.py"):
        assert f"dpsym/derivations/{file.relative_to(ROOT / 'derivations').as_posix()}" in names
    for file in (*(ROOT / "templates").rglob("*.*"), *(ROOT / "dpsym" / "data").glob("*.[!p]*")):
        relative = file.relative_to(ROOT / "dpsym" if "data" in file.parts else ROOT)
        assert f"dpsym/{relative.as_posix()}" in names
    assert "dpsym/derivations/references.bib" in names and f"dpsym/data/{SHIPPED.name}" in names
    assert len(names) == len(set(names)), "a file is in the wheel twice"


@pytest.mark.slow
def test_the_installed_program_runs_elsewhere(wheel: Path, tmp_path: Path) -> None:
    target, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*install, "--target", str(target), str(wheel)], check=True, timeout=600)
    environment = os.environ | {"PYTHONPATH": str(target), "DPSYM_CACHE": str(tmp_path / "cache")}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "dpsym", *arguments],
            cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = "import dpsym, sys; print(dpsym.__file__)"
    place = subprocess.run(
        [sys.executable, "-P", "-c", where], cwd=elsewhere, env=environment, capture_output=True, text=True
    )
    assert place.stdout.startswith(str(target)), "the installed copy is the one that is tested"
    assert "posterior.difference_bound" in run("list")
    listed = {row["name"]: row for row in json.loads(run("list", "--json"))}
    assert listed["divergences.pinsker"]["verdict_of_the_build"] == "proved"
    assert "verdict" not in listed["divergences.pinsker"]
    # a first check in an empty cache searches for nothing: the kernel accepts what the wheel carries
    watched = (
        "import sys; from dpsym.prove.session import Session; import dpsym.cli\n"
        "def searched(self, prover): raise AssertionError(prover.theorem.title)\n"
        "Session.search = searched\n"
        "sys.argv = ['dpsym', 'check', '--jobs', '1', *sys.argv[1:]]; dpsym.cli.main()"
    )
    for name in PACKED:
        done = subprocess.run(
            [sys.executable, "-P", "-c", watched, name],
            cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        assert done.returncode == 0 and "proved" in done.stdout, done.stderr
    kept = [p.name for p in (tmp_path / "cache").rglob("*")]
    assert kept == ["titles.json"], "what `list` has read of the files, and no certificate"
    assert "proved" in run("check", "posterior.largest_difference.upper")
    assert "\\begin" in run("render", "posterior.largest_difference.upper", "--to", "tex")
    assert "<math" in run("render", "posterior.largest_difference.upper", "--to", "html")
