"""The reference: every word has a meaning and an example, and every example does what it says."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import dpsym.language as language
from dpsym.claims import words
from dpsym.cli import main
from dpsym.reference import WORDS, Word, entries, settled
from dpsym.reference.examples import EXAMPLES


def test_every_word_of_the_language_is_listed_once() -> None:
    assert sorted(e.name for e in entries()) == sorted(language.__all__)
    assert set(EXAMPLES) == set(language.__all__), "a name without an example, or an example without a name"


@pytest.mark.parametrize("e", entries(), ids=lambda e: e.name)
def test_a_word_has_a_meaning_and_its_example_runs(e: object) -> None:
    assert len(e.about.split()) >= 2 and e.about[0] != " "  # type: ignore[attr-defined]
    assert e.first.rstrip()[-1] in '.:)`"=' or len(e.first) > 40, e.first  # type: ignore[attr-defined]
    e.result()  # type: ignore[attr-defined]


def test_every_word_of_a_claim_is_listed() -> None:
    listed = {w.name for w in WORDS}
    known = {*words.FUNCTIONS, *words.NOTIONS, *words.FUNCTIONALS, *words.MECHANISMS, *words.GRAMMAR}
    assert known - {"natural"} <= listed
    assert all(w.name in w.example or w.name in ("?", "k") for w in WORDS), "an example without its word"


@pytest.mark.parametrize("w", WORDS, ids=lambda w: w.usage)
def test_the_example_of_a_word_has_the_verdict_that_is_given(w: Word) -> None:
    assert settled(w).verdict == w.verdict


def test_the_terminal_shows_the_words() -> None:
    run = CliRunner().invoke
    listed = run(main, ["language"])
    assert listed.exit_code == 0 and "Notions of privacy" in listed.output and "HockeyStick" in listed.output
    one = run(main, ["language", "hockeystick"])
    assert one.exit_code == 0 and ">>> HockeyStick(eps)" in one.output
    data = json.loads(run(main, ["language", "Loss", "--json"]).output)
    assert data["name"] == "Loss" and data["printed"]
    unknown = run(main, ["language", "HockyStick"])
    assert unknown.exit_code == 2 and "HockeyStick" in unknown.output
    shown = run(main, ["claim", "--words"])
    assert shown.exit_code == 0 and all(w.usage in shown.output for w in WORDS)
