"""What `dpsym render --to tex -o DIR` writes compiles in other people's papers: their classes, packages and commands."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from papers import PAPERS, Paper
from siblings import one_in
from test_documents import FONTS, need_latex

from dpsym.cli import main
from dpsym.document.media.compile import compile_pdf, complaints

WHOLE = "posterior.pure_difference_bound.forward"
CITED = "literature.refined_pinsker"
LABEL = "thm:posterior.pure_difference_bound.forward"
HARMLESS = re.compile(
    r"(?:Over|Under)full \\[hv]box|LaTeX Font Warning|Package biblatex Warning: Using fall-back BibTeX"
)


def dpsym(*arguments: str) -> str:
    """What a command prints; it must not fail (3: the literature is cited)."""
    result = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
    assert result.exit_code in (0, 3), result.output
    return result.stdout


def installed(paper: Paper) -> None:
    need_latex()
    for file in paper.needs:
        if subprocess.run(["kpsewhich", file], capture_output=True).returncode:
            pytest.skip(f"{file} is not installed")


def paste(paper: Paper, folder: Path, lines: list[str]) -> Path:
    """The paper with the printed lines pasted in."""
    style, *inputs = [x for x in lines if not x.startswith(r"\bibliography")]
    body = "\n".join((paper.begin, *inputs, paper.end.replace("THE-LABEL", LABEL), paper.bibliography))
    text = f"{paper.preamble}\n{style}\n{paper.packages}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (folder / "paper.tex").write_text(text)
    return compile_pdf(folder, "paper")


def words_of(pdf: Path) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    return subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, list[str]]]:
    """The fragments with what they need, by layout, and the lines that were printed."""
    found = {}
    for layout in dict.fromkeys(p.layout for p in PAPERS.values()):
        folder = tmp_path_factory.mktemp(layout)
        printed = dpsym(
            "render", WHOLE, CITED, "--with-lemmas", "--to", "tex", "--class", layout, "-o", str(folder)
        )
        found[layout] = folder, printed.splitlines()
    return found


@pytest.mark.parametrize(
    "name",
    one_in(
        2,
        PAPERS,
        dear=("article, dpsym before its theorems, short names", "article, natbib, hyperref, cleveref"),
    ),
)
def test_fragments_compile_in_a_paper(name, rendered, tmp_path):
    paper = PAPERS[name]
    installed(paper)
    folder, lines = rendered[paper.layout]
    shutil.copytree(folder, tmp_path / "paper")
    pdf = paste(paper, tmp_path / "paper", lines)
    found = [c for c in complaints(tmp_path / "paper", "paper") if not FONTS.match(c)]
    assert [c for c in found if not HARMLESS.match(c)] == []
    assert not [c for c in found if c.startswith(r"Overfull \hbox")] or paper.layout == "beamer"
    words = words_of(pdf)
    assert "??" not in words and "[?]" not in words, "a reference leads nowhere"
    assert ("P" in words) and "Proof" in words


def test_the_lines_to_paste(rendered):
    folder, lines = rendered["article"]
    assert lines[:3] == [
        r"\usepackage{dpsym}",
        rf"\input{{{WHOLE}.tex}}",
        rf"\input{{{CITED}.tex}}",
    ]
    assert lines[3].startswith(r"\input{any-outputs}") and (folder / "any-outputs.tex").is_file()
    assert lines[4].startswith(r"\bibliography{dpsym}") and r"\addbibresource{dpsym.bib}" in lines[4]
    files = {p.name for p in folder.iterdir()}
    assert files == {
        f"{WHOLE}.tex",
        f"{CITED}.tex",
        "dpsym.sty",
        "dpsym-notation.sty",
        "dpsym.bib",
        "any-outputs.tex",
    }


def test_with_lemmas_each_is_there_before_it_is_cited(rendered):
    text = (rendered["article"][0] / f"{WHOLE}.tex").read_text()
    labels = re.findall(r"\\label\{([^}]*)\}", text)
    assert labels[-1] == LABEL and len(labels) == len(set(labels)) > 2
    for reference in re.finditer(r"\\ref\{([^}]*)\}", text):
        assert f"\\label{{{reference[1]}}}" in text[: reference.start()], reference[1]
    assert "by ``" not in text, "a lemma is cited that is not there"


def test_parts_of_a_page_can_be_left_out(tmp_path):
    whole = dpsym("render", WHOLE)
    assert r"\dpsymVerdict" in whole and "Why it is stated so" in whole and r"\begin{proof}" in whole
    assert r"\dpsymVerdict" not in dpsym("render", WHOLE, "--no-verdicts")
    assert "Why it is stated so" not in dpsym("render", WHOLE, "--no-near-misses")
    bare = dpsym("render", WHOLE, "--statement-only")
    assert r"\begin{proof}" not in bare and r"\dpsymRemark{Why" not in bare and rf"\label{{{LABEL}}}" in bare
    for form, word in (("txt", "proved"), ("md", "proved"), ("html", "<b>proved</b>")):
        assert word in dpsym("render", WHOLE, "--to", form, "--no-near-misses")
        assert word not in dpsym("render", WHOLE, "--to", form, "--no-near-misses", "--no-verdicts")


def test_the_paper_keeps_its_notation(tmp_path):
    r"""A paper's own \eps and \Pr are those of the fragments; what it redefines in dpsym-notation.sty holds."""
    installed(PAPERS["article, natbib, hyperref, cleveref"])
    pdf = words = None
    dpsym("render", "conversions.probabilistic_to_approximate", "--to", "tex", "-o", str(tmp_path))
    head = r"\documentclass{article}\usepackage[T1]{fontenc}\newcommand{\eps}{\mathrm{OWN}}"
    head += r"\renewcommand{\Pr}{\mathrm{PROB}}\newcommand{\dpsymMechanism}{\mathrm{MECH}}\usepackage{dpsym}"
    head += r"\renewcommand{\dpsymDelta}{\mathrm{DEL}}\begin{document}"
    body = r"\input{conversions.probabilistic_to_approximate.tex}\end{document}"
    (tmp_path / "paper.tex").write_text(head + body)
    pdf = compile_pdf(tmp_path, "paper")
    words = words_of(pdf)
    for own in ("OWN", "MECH", "DEL"):
        assert own in words, own
    assert "ε" not in words and "δ" not in words
