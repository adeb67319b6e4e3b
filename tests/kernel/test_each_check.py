"""Each check of the kernel is missed when it is taken out: an attack gets through, or is refused for another reason."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dpsym.kernel

HERE = Path(__file__).parent
KERNEL = Path(dpsym.kernel.__file__).parent
FILES = (
    "rules.py",
    "reading.py",
    "analysis.py",
    "terms.py",
    "normal.py",
    "certificate.py",
    "notions.py",
    "enclosure.py",
    "evaluation.py",
)


def checks(source):
    """Where `need(...)` stands as a statement, and `raise Refused` as all that an `if` does (but in `need` itself)."""
    tree = ast.parse(source)
    own = {id(n) for f in ast.walk(tree) if getattr(f, "name", "") == "need" for n in ast.walk(f)}
    for n in ast.walk(tree):
        if id(n) in own:
            continue
        if (
            isinstance(n, ast.Expr)
            and isinstance(n.value, ast.Call)
            and getattr(n.value.func, "id", "") == "need"
        ):
            yield n
        elif isinstance(n, ast.If) and not n.orelse and len(n.body) == 1 and isinstance(n.body[0], ast.Raise):
            yield n.body[0]


def deletions():
    """(file, what stands there, the source without it)."""
    for file in FILES:
        source = (KERNEL / file).read_text(encoding="utf-8")
        lines = source.split("\n")
        for n in sorted(checks(source), key=lambda n: n.lineno):
            said = " ".join(x.strip() for x in lines[n.lineno - 1 : n.end_lineno])
            rest = lines[n.end_lineno - 1][n.end_col_offset :]
            there = [
                *lines[: n.lineno - 1],
                lines[n.lineno - 1][: n.col_offset] + "pass" + rest,
                *lines[n.end_lineno :],
            ]
            yield file, said, "\n".join(there)


ALL = list(deletions())
QUICK = range(7, len(ALL), 37)
# what no certificate can reach: another check stands before it
BEHIND = (
    'need(isinstance(op, str) and op not in OPS, "not a term")',  # terms are sorted before they are normalised
    'need(op in ("all", "ex"), "not a formula")',  # and formulas
    'need(abs(z) <= Fraction(1, 3), "argument reduction")',  # true of every positive number
    'need(extra <= EXPONENT, "number out of range")',  # the result is rounded, within the same bound
)


def missed(k, folder):
    """Whether the attacks show that the check is gone, tried in a process of its own."""
    file, _, source = ALL[k]
    package = folder / "dpsym"
    package.mkdir()
    shutil.copy(KERNEL.parent / "__init__.py", package)
    shutil.copytree(KERNEL, package / "kernel", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "kernel" / file).write_text(source, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{HERE}"}
    for script in ("more_attacks.py", "kernel_attacks.py"):
        try:
            run = subprocess.run(
                [sys.executable, HERE / script], env=env, cwd=folder, capture_output=True, timeout=60
            )
        except subprocess.TimeoutExpired:  # a limit is gone
            return True
        if run.returncode:
            return True
    return False


def test_all_checks_are_found():
    assert len(ALL) > 140
    assert {file for file, _, _ in ALL} == set(FILES)


@pytest.mark.parametrize("k", QUICK, ids=lambda k: f"{ALL[k][0]} {k}")
def test_a_check_is_missed(k, tmp_path):
    assert missed(k, tmp_path) != (ALL[k][1] in BEHIND), ALL[k][:2]


@pytest.mark.slow
@pytest.mark.parametrize("k", sorted(set(range(len(ALL))) - set(QUICK)), ids=lambda k: f"{ALL[k][0]} {k}")
def test_another_check_is_missed(k, tmp_path):
    assert missed(k, tmp_path) != (ALL[k][1] in BEHIND), ALL[k][:2]
