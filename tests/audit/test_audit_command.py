"""The command: exit codes, JSON as the interface has it, annotated copies, theorem files, side files."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import sympy
from click.testing import CliRunner, Result

from dpsym.audit.export import files
from dpsym.audit.judging import Judge
from dpsym.audit.reading import read
from dpsym.audit.report import annotated, harmless
from dpsym.audit.run import audit
from dpsym.audit.scope import side_of
from dpsym.cli import main
from dpsym.library import load, user_files

PAPER = r"""\documentclass{article}
\usepackage{amsmath}
\newcommand{\eps}{\varepsilon}
\begin{document}
% dpsym: 0 < p < 1, eps > 0
\begin{align}
 \frac{pe^{\eps}}{1-p+pe^{\eps}} &\le pe^{\eps} \label{eq:post} \\
 &= p\,\frac{1}{e^{-\eps}} \\
 &WRONG
\end{align}
\end{document}
"""
KEYS = ["file", "line", "column", "left", "relation", "right", "verdict", "point"]


def run(tmp_path: Path, wrong: str, *options: str) -> tuple[Result, Path]:
    path = tmp_path / "paper.tex"
    path.write_text(PAPER.replace("WRONG", wrong), encoding="utf-8")
    return CliRunner().invoke(main, ["audit", str(path), *options]), path


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (r"\le p(1+e^{\eps})", 0),
        (r"\le p(1+\eps)", 1),
        (r"\le \frac{p}{p-1/2}", 1),
        (r"\approx p", 3),
        (r"\le f(p)", 3),
    ],
)
def test_exit_codes(tmp_path: Path, wrong: str, code: int) -> None:
    found, _ = run(tmp_path, wrong, "--no-nearest")
    assert found.exit_code == code, found.output


def test_conditions_that_contradict_each_other_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.tex"
    path.write_text("% dpsym: a > 1, a < 0\n\\[ a = a \\]", encoding="utf-8")
    found = CliRunner().invoke(main, ["audit", str(path)])
    assert found.exit_code == 1 and "contradict" in found.output


def test_bad_files(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["audit", str(tmp_path / "none.tex")]).exit_code == 2
    (tmp_path / "x.tex").write_text("\\[ 1 = 1 \\]", encoding="utf-8")
    (tmp_path / "x.dpsym").write_text("all: a >", encoding="utf-8")
    assert CliRunner().invoke(main, ["audit", str(tmp_path / "x.tex")]).exit_code == 2


def test_json_has_the_keys_of_the_interface(tmp_path: Path) -> None:
    found, _ = run(tmp_path, r"\le p(1+\eps)", "--json", "--no-nearest")
    data = json.loads(found.stdout)
    assert [list(x) for x in data] == [KEYS] * 3
    assert [x["verdict"] for x in data] == ["follows", "follows", "fails"]
    assert data[0]["point"] is None and set(data[2]["point"]["values"]) == {"p", "eps"}
    assert (data[0]["line"], data[0]["relation"], data[0]["right"]) == (7, "<=", "p*exp(eps)")


def test_json_in_full_tells_the_evidence_and_the_nearest_line(tmp_path: Path) -> None:
    found, _ = run(tmp_path, r"= \frac{p}{e^{\eps}}", "--json", "--full")
    data = json.loads(found.stdout)
    assert data[0]["evidence"] == "proved" and data[0]["label"] == "eq:post"
    assert any(n["line"] == "p*(1/exp(-eps)) = p/exp(-eps)" for n in data[2]["nearest"]), data[2]["nearest"]


def test_what_follows_is_shown_when_asked_for(tmp_path: Path) -> None:
    quiet, _ = run(tmp_path, r"\le 2pe^{\eps}")
    assert quiet.stdout == ""
    loud, _ = run(tmp_path, r"\le 2pe^{\eps}", "--all")
    assert loud.stdout.count("follows") == 3


def test_a_side_file_declares_letters_and_macros(tmp_path: Path) -> None:
    path = tmp_path / "x.tex"
    path.write_text(
        "\\[ \\odd{a} \\le a \\] \\begin{equation} b < 1 \\label{eq:b} \\end{equation}", encoding="utf-8"
    )
    first = CliRunner().invoke(main, ["audit", str(path), "--init"])
    assert first.exit_code == 0 and (tmp_path / "x.dpsym").exists()
    started = (tmp_path / "x.dpsym").read_text()
    assert "[eq:b]" in started and "\\odd" in started and "# a" in started
    assert CliRunner().invoke(main, ["audit", str(path), "--init"]).exit_code == 2  # nothing is overwritten
    assert CliRunner().invoke(main, ["audit", str(path)]).exit_code == 3  # nothing of it is assumed
    (tmp_path / "x.dpsym").write_text("\\newcommand{\\odd}[1]{\\tanh(#1)}\n[#1]\na >= 0\n[eq:b]\n0 < b < 1\n")
    assert CliRunner().invoke(main, ["audit", str(path)]).exit_code == 0


def test_what_is_shown_in_the_margin_is_harmless() -> None:
    assert harmless("a_1 = 50% & $x$ {\\input}") == r"a\_1 = 50\% \& \$x\$ \{\textbackslash{}input\}"


def annotated_copy(text: str) -> str:
    return annotated(text, audit(text, "x.tex", suggest=False))


def test_the_copy_is_the_source_with_notes() -> None:
    text = PAPER.replace("WRONG", r"\le p(1+\eps)")
    copy = annotated_copy(text)
    assert "FAILS" in copy and copy.count("\\marginpar") == 1
    start, end = copy.index("\\marginpar"), copy.index("\n\\end{document}")
    assert copy[:start] + copy[end:] == text


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
@pytest.mark.parametrize(
    "wrong", [r"\le p(1+\eps)", r"\approx 50\% \#_{1} \text{ \& ~}", r"\le \frac{p}{p-1/2}"]
)
def test_annotated_copies_compile(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "x.tex").write_text(annotated_copy(PAPER.replace("WRONG", wrong)), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


WRITTEN = r"""
\newcommand{\eps}{\varepsilon}
% dpsym: 0 < p < 1, eps >= 0, k natural, k >= 1
% dpsym let: u := exp(eps)
\begin{align}
 \frac{pu}{1-p+pu} &\le pu \label{eq:one} \\ &\le pe^{2\eps} \\ &\le p e^{2k\eps}
\end{align}
% dpsym: p
\[ \sqrt{2}+\frac{2}{3}\cdot 3 > 3, \qquad |p-1| \ge 0 \]
% dpsym pair: P, Q
% dpsym: eps >= 0
% dpsym given: PureDP(eps)
\[ \sum_y \max\{P(y)-e^{\eps}Q(y),0\} \le 0 \]
"""


def test_what_is_proved_becomes_theorem_files_that_are_proved(tmp_path: Path) -> None:
    judge = Judge()
    judged = [judge.line(x) for x in read(WRITTEN, "app.tex").lines]
    written, left = files(judged, "app")
    assert not left and written[0].stem == "eq_one", left
    assert "derivation=Chain(" in written[0].text and "source='app.eq:one'" in written[0].text
    folder = tmp_path / "audited"
    path = tmp_path / "app.tex"
    path.write_text(WRITTEN, encoding="utf-8")
    done = CliRunner().invoke(main, ["audit", str(path), "--write", str(folder), "--no-nearest"])
    assert done.exit_code == 0, done.output
    checked = CliRunner().invoke(main, ["check", str(folder), "--jobs", "1"])
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.count("proved") == len(written)


NUMBERS = r"""
% dpsym: n natural
\[ n^2 + n \ge n \]
% dpsym: x > 0
\begin{align} -1/2 + x &< x + \frac{(1+2)(2+4)}{3-1} \\
 &\le x + (1+2)^{-1} + 2^{-3} + 2^{-(1+1)} + \frac{\frac{2+4}{3}}{\frac{1+1}{10}} \end{align}
"""


def test_a_file_has_exact_numbers_and_the_whole_domain(tmp_path: Path) -> None:
    (tmp_path / "n.tex").write_text(NUMBERS, encoding="utf-8")
    done = CliRunner().invoke(main, ["audit", str(tmp_path / "n.tex"), "--write", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    found = list(load(user_files(tmp_path / "out")))
    assert len(found) == 2
    for one in found:
        assert not one.entry.claim.atoms(sympy.Float)
        assert all(p.lower is not None for p in one.entry.parameters), one.entry


def test_side_files_name_displays() -> None:
    side = side_of("a > 0\n[eq:x]\nlet: b := 2*a\nskip\n[#2]\nb > 0\n")
    assert [n.word for n in side.everywhere] == ["all"] and set(side.at) == {"eq:x", "#2"}
    assert [n.word for n in side.at["eq:x"]] == ["let", "skip"]
