"""The derivations of the corpus follow; their seeded slips are found or left undecided, and none is passed.

The whole runs in the slow tests; `python tests/audit/slips.py table` prints the figures.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from slips import PER, Slip, outcome, slips, sources

from dpsym.audit.judging import FAILS, FOLLOWS, PROVED, Judge
from dpsym.audit.reading import read
from dpsym.claims.sessions import suggesting
from dpsym.keeping.store import Certificates

TRUE_LINES = 0.95  # of the corpus, proved
SAMPLE = [
    "03-renyi-composition", "08-randomised-response", "13-posterior-odds", "26-odds-and-posterior",
    "32-flawed-test-numbers", "43-subsampled-moment", "45-truncated-bound", "58-chi-square-sum",
]  # fmt: skip
BY_NAME = {p.stem: p for p in sources()}


def test_the_corpus_has_sixty_derivations_with_slips_of_every_kind() -> None:
    found = slips()
    assert len(BY_NAME) >= 60 and set(found) == set(BY_NAME)
    assert sum(len(s) == PER for s in found.values()) >= 60
    kinds = Counter(kind for s in found.values() for kind, _, _ in s)
    assert set(kinds) == {"sign", "inverted", "factor", "exponent", "constant", "dropped"}
    for name, listed in found.items():
        text = BY_NAME[name].read_text(encoding="utf-8")
        assert all(text.count(old) == 1 and old != new for _, old, new in listed), name


def follow(names: list[str]) -> None:
    judge, counts = Judge(), Counter[str]()
    with suggesting(Certificates()):
        for name in names:
            for line in read(BY_NAME[name].read_text(encoding="utf-8"), name).lines:
                j = judge.line(line)
                assert j.verdict != FAILS, (name, j)
                counts[j.evidence if j.verdict == FOLLOWS else j.verdict] += 1
    assert counts[PROVED] >= TRUE_LINES * sum(counts.values()), counts


def test_true_lines_of_a_sample_follow() -> None:
    follow(SAMPLE)


@pytest.mark.slow
def test_true_lines_of_the_corpus_follow() -> None:
    follow(list(BY_NAME))


def found(name: str, listed: list[Slip]) -> list[str]:
    judge = Judge()
    with suggesting(Certificates()):
        outcomes = [outcome(BY_NAME[name], slip, judge) for slip in listed]
    for o in outcomes:
        assert o.verdict in ("found", "undecided"), o
    return [o.verdict for o in outcomes]


@pytest.mark.parametrize("name", SAMPLE)
def test_slips_of_a_sample_are_found(name: str) -> None:
    assert found(name, slips()[name][:2]) == ["found", "found"]


@pytest.mark.slow
@pytest.mark.parametrize("name", list(BY_NAME))
def test_no_slip_is_passed(name: str) -> None:
    found(name, slips()[name])
