"""The kernel refuses false proofs; and a kernel with a seeded bug is found out."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import kernel_attacks
import pytest
from kernel_mutants import MUTANTS

import dpsym.kernel

HERE = Path(__file__).parent
KERNEL = Path(dpsym.kernel.__file__).parent
QUICK = sorted(MUTANTS)[::9]


def test_no_attack_gets_through():
    assert len(kernel_attacks.ATTACKS) >= 45
    assert kernel_attacks.survivors() == []


def found_out(name, folder):
    """Whether the attacks, the values or the enclosures show the bug, tried in a process of its own."""
    file, old, new = MUTANTS[name]
    package = folder / "dpsym"
    package.mkdir()
    shutil.copy(KERNEL.parent / "__init__.py", package)
    shutil.copytree(KERNEL, package / "kernel", ignore=shutil.ignore_patterns("__pycache__"))
    source = (package / "kernel" / file).read_text(encoding="utf-8")
    assert old in source, f"the mutant {name} does not fit the source any more"
    (package / "kernel" / file).write_text(source.replace(old, new), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{HERE}"}
    for script in ("kernel_attacks.py", "more_attacks.py", "kernel_model.py", "kernel_values.py"):
        try:
            run = subprocess.run(
                [sys.executable, HERE / script], env=env, cwd=folder, capture_output=True, timeout=120
            )
        except subprocess.TimeoutExpired:
            return f"{script}: timeout"
        if run.returncode:
            return f"{script}: {run.stdout.decode()[:300]} {run.stderr.decode()[-300:]}"
    return ""


@pytest.mark.parametrize("name", QUICK)
def test_seeded_bug(name, tmp_path):
    assert found_out(name, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(MUTANTS) - set(QUICK)))
def test_other_seeded_bug(name, tmp_path):
    assert found_out(name, tmp_path)
