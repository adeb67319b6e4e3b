"""Mutated and hostile sources are read without a crash, within bounds, and no other file is opened."""

from __future__ import annotations

import builtins
import random
import time
from pathlib import Path

import pytest

from dpsym.audit.judging import Judge
from dpsym.audit.reading import read
from dpsym.audit.report import Found, annotated
from dpsym.audit.scope import side_of
from dpsym.audit.start import start
from dpsym.audit.tokens import NotRead

CORPUS = sorted((Path(__file__).parent / "corpus").glob("[0-9]*.tex"))
BITS = [
    "{",
    "}",
    "\\\\",
    "&",
    "$",
    "$$",
    "\\begin{align}",
    "\\end{align}",
    "\\left(",
    "\\right)",
    "^",
    "_",
    "|",
    "[",
    "]",
    "\\frac",
    "\\sqrt[",
    "\\newcommand{\\x}[9]{#1#2\\x}",
    "\\x",
    "\\def\\a#1#2{\\a{#1}{#2}}",
    "\\a",
    "#1",
    "%",
    "\\verb",
    "\\verb|",
    "\\iffalse",
    "\\text{",
    "\\overset",
    "\\label",
    "\\let\\a=\\b",
    "\\DeclareMathOperator",
    "é",
    "\x00",
    "\\",
    "\\begin{cases}",
    "\\[",
    "\\]",
    "~",
    "'" * 40,
    "% dpsym: a > 0\n",
    "% dpsym let: a := a + 1\n",
    "% dpsym let: f(x) := f(f(x))\n",
    "% dpsym let: h(x) := x; h(x,y) := x\n",
    "% dpsym pair: y, y\n",
    "% dpsym pair: P, Q\n",
    "% dpsym loss: Z\n",
    "\\sum_y",
    "\\Pr",
    "\\mathbb{E}",
    "{" * 80,
    "(" * 400,
    "\\input{/etc/passwd}",
    "\\DeclarePairedDelimiter{\\n}{|}{|}",
    "\\n*[",
    "\\max",
    "\\log",
    "\\underbrace{",
    "P(y)",
    "\\hat",
    "\\mathrm{",
    "1e",
    ",",
    "\\overset{",
    "\\not",
    "\\phantom{",
    "\\(",
    "\\)",
    "²",
    "1" * 99,
]


def mutated(rng: random.Random) -> str:
    """A source of the corpus with one to six edits."""
    text = rng.choice(CORPUS).read_text(encoding="utf-8")
    for _ in range(rng.randint(1, 6)):
        a, how = rng.randrange(len(text)), rng.random()
        if how < 0.5:
            text = text[:a] + rng.choice(BITS) + text[a:]
        elif how < 0.8:
            text = text[:a] + text[a + rng.randint(1, 30) :]
        else:
            b = rng.randrange(len(text))
            text = text[:a] + text[b : b + 60] + text[a:]
    return text


def read_all(text: str) -> None:
    """Read a source, unfold its lines, write the copy and the side file; NotRead is an answer, nothing else is."""
    try:
        reading = read(text, "x.tex")
    except NotRead:
        return
    found = []
    for line in reading.lines:
        assert line.line >= 1 and line.column >= 1
        assert line.why or line.sides is not None
        if line.sides is not None:
            try:
                for side in line.sides:
                    line.scope.unfold(side)
            except NotRead as e:
                assert e.why
        found.append(Found(Judge().line(line)) if line.why else None)
    annotated(text, [f for f in found if f is not None])
    start(text, "x.tex")


def fuzz(count: int, seed: int) -> None:
    rng = random.Random(seed)
    for k in range(count):
        text = mutated(rng)
        began = time.process_time()
        try:
            read_all(text)
        except Exception as e:
            raise AssertionError(f"source {k} of seed {seed}: {type(e).__name__}: {e}") from e
        assert time.process_time() - began < 60, f"source {k} of seed {seed}"


def test_300_mutated_sources() -> None:
    fuzz(300, 1)


@pytest.mark.slow
def test_5000_mutated_sources() -> None:
    fuzz(5000, 2)


DOUBLING = "".join(f"\\newcommand{{\\{chr(97 + i)}q}}{{\\{chr(98 + i)}q\\{chr(98 + i)}q}}" for i in range(22))


@pytest.mark.parametrize(
    "text",
    [
        "\\newcommand{\\x}{\\x\\x}\\[ \\x < 1 \\]",
        DOUBLING + "\\[ \\aq < 1 \\]" * 30,
        "\\[ " + "{" * 5000 + "1" + "}" * 5000 + "<2 \\]",
        "\\[ " + "(" * 3000 + "1" + ")" * 3000 + " < 2 \\]",
        "\\[ " + "1+" * 60000 + "1 < 2 \\]",
        "\\[ " + "\\frac{1}{" * 3000 + "1" + "}" * 3000 + "<1 \\]",
        "\\[ " + "\\log" * 3000 + "2 < 1 \\]",
        "\\[ " + "-(" * 50 + "1" + ")" * 50 + " < 1 \\]",
        "\\[ " + "\\sqrt{" * 55 + "2" + "}" * 55 + " < 2 \\]",
        "$" * 9999,
        "\\begin{align}" * 500,
        "a" * 300_000,
        "% dpsym: " + "a > 0, " * 5000 + "b\n\\[ a < b \\]",
        "% dpsym let: a := b*b*b*b*b*b*b*b; b := c*c*c*c*c*c*c*c; c := d*d*d*d*d*d*d*d; d := 2\n\\[ a = a \\]",
    ],
)
def test_bombs_are_refused_in_time(text: str) -> None:
    began = time.monotonic()
    read_all(text)
    assert time.monotonic() - began < 20


def test_no_file_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError(f"opened {args}")

    monkeypatch.setattr(builtins, "open", refuse)
    monkeypatch.setattr(Path, "read_text", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    read("\\input{/etc/passwd}\\include{x}\\bibliography{y}\\[ 1 < 2 \\] \\usepackage{z}", "x.tex")


@pytest.mark.parametrize(
    "text",
    ["[", "[a]\nlet:", "all: a >", "\\newcommand{\\x", "let: x", "pair", "\x00", "[]\nskip", "a" * 9999],
)
def test_side_files_are_read_or_refused(text: str) -> None:
    try:
        side = side_of(text)
        read("\\[ 1 < 2 \\] \\begin{align} 1 < 2 \\label{a} \\end{align}", "x.tex", side)
    except NotRead as e:
        assert e.why
