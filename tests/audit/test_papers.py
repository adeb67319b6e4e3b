"""Displays of two papers as they are printed: nothing of them fails, and most of what is read is proved.

The sources hold the displays that the papers' texts keep whole and that speak of numbers or of a pair and its loss, with
the papers' letters declared.  `python tests/audit/test_papers.py` prints the figures.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dpsym.audit.judging import FAILS, FOLLOWS, NOT_READ, PROVED, UNDECIDED, Judge
from dpsym.audit.reading import read
from dpsym.claims.sessions import suggesting
from dpsym.keeping.store import Certificates

SOURCES = sorted((Path(__file__).parent / "papers").glob("*.tex"))
TRUE_LINES = 0.6  # of those that are read, proved
HEAD = r"""
% dpsym all: eps > 0, 0 < p < 1
% dpsym pair: P, Q
% dpsym loss: Z
% dpsym probability: P
% dpsym positive: P, Q
"""


def counted(path: Path) -> Counter[str]:
    """How many relations of a source are proved, fail, are undecided or not read."""
    judge, counts = Judge(), Counter[str]()
    with suggesting(Certificates()):
        for line in read(path.read_text(encoding="utf-8"), path.stem).lines:
            j = judge.line(line)
            counts[j.evidence if j.verdict == FOLLOWS else j.verdict] += 1
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_what_papers_print_follows(path: Path) -> None:
    counts = counted(path)
    assert counts[FAILS] == 0 and counts[NOT_READ] == 0, counts
    assert counts[PROVED] >= TRUE_LINES * sum(counts.values()), counts


def judged(display: str, declared: str = "") -> tuple[str, str]:
    """The verdict on the one relation of a display, and the reason."""
    text = f"{HEAD}{declared}\n\\begin{{equation}}\n{display}\n\\end{{equation}}\n"
    (line,) = read(text, "one").lines
    j = Judge().line(line)
    return j.verdict, j.reason


def test_events_about_the_loss_are_read_as_a_paper_writes_them() -> None:
    assert judged(r"P[-\varepsilon \le Z \le \varepsilon] \le P[e^{-Z} \le e^{\varepsilon}]")[0] == FOLLOWS
    let = "% dpsym let: X := p/(p + (1-p)*exp(-Z))"
    same = r"P\left[X \le \frac{p}{p+(1-p)e^{-\varepsilon}}\right] = \Pr[Z \le \varepsilon]"
    assert judged(same, let)[0] == FOLLOWS
    assert judged(same.replace(r"Z \le", r"Z <"), let)[0] == FAILS
    assert judged(same.replace(r"\Pr[", r"\Pr_{y\sim Q}["), let)[0] in (FAILS, UNDECIDED)
    assert judged(same.replace(r"\Pr[", r"\Pr_{y\sim Q}["), let)[0] == FAILS


@pytest.mark.parametrize(
    ("display", "why"),
    [
        (r"Z \le \varepsilon", "loss"),
        (r"P[Z \le \varepsilon \ge 0] \le 1", "both directions"),
        (r"P[Z = \varepsilon] \le 1", "inequalities"),
        (r"P[Z] \le 1", "inequalities"),
        (r"P[Z > 0, Z < 1] \le 1", ""),
    ],
)
def test_what_is_no_event_is_not_read(display: str, why: str) -> None:
    verdict, reason = judged(display)
    assert verdict in (NOT_READ, UNDECIDED) and why in reason


def test_an_abbreviation_of_the_loss_stands_in_events_only() -> None:
    verdict, reason = judged(r"X \le 1", "% dpsym let: X := exp(-Z)")
    assert verdict == UNDECIDED and "outside of an event" in reason


if __name__ == "__main__":
    for source in SOURCES:
        print(source.stem, dict(counted(source)))
