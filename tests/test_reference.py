"""The reference: every word has a meaning and an example, and every example does what it says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from siblings import one_in

import dpsym.language as language
from dpsym.claims.reading import words
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


@pytest.mark.parametrize(
    "w",
    one_in(8, WORDS, lambda w: w.usage, dear=("independent(PureDP(a), PureDP(b))", "RenyiDP(alpha, eps)")),
)
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


# --------------------------------------------------------------------------------------------------- search
def found(text: str) -> list[str]:
    done = CliRunner().invoke(main, ["find", text, "--json"])
    return [row["name"] for row in json.loads(done.output)] if done.exit_code == 0 else []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("tanh(eps/4)", "posterior.largest_difference.upper"),
        ("tanh(t/4)", "posterior.largest_difference.upper"),  # whatever the letters
        ("kazan.lem3.4", "posterior.largest_difference.lower"),
        ("pinsker", "divergences.pinsker"),
        ("largest increase", "posterior.largest_difference.upper"),
        ("tanh", "posterior.largest_difference.upper"),
        ("ZCDP ApproxDP", "conversions.zero_concentrated_to_approximate"),
        pytest.param(
            "sqrt(rho*log(1/delta))", "conversions.zero_concentrated_to_approximate", marks=pytest.mark.slow
        ),
        ("smallest noise gaussian", "gaussian.sigma"),  # the meaning of an evaluator
        ("gaussian epsilon", "gaussian.epsilon"),  # its name
    ],
)
def test_an_entry_is_found(text: str, name: str) -> None:
    names = [x.partition("(")[0] for x in found(text)]
    assert any(x == name or x.startswith(name + ".") for x in names), names[:5]


def test_an_evaluator_is_found_by_a_formula_of_what_it_rests_on() -> None:
    from types import SimpleNamespace

    from dpsym.numbers.registry import every
    from dpsym.reference.search import Hit, numbers

    e = next(e for e in every() if e.rests)
    entry: Any = SimpleNamespace(name="some.entry", entry=SimpleNamespace(source=(e.rests[0],)))
    by = {n.evaluator.name: n.where for n in numbers("tanh(eps/4)", [Hit(entry, "statement")])}
    assert by[e.name] == "statement of some.entry"
    assert e.name not in {
        n.evaluator.name for n in numbers("tanh(eps/4)", [Hit(entry, "derivation")])
    }  # a formula on the way is not what it computes


def test_what_cannot_have_a_formula_is_passed_over_only_then() -> None:
    from dpsym.reference.search import lasting, occurs, term

    for whole, part in (
        ("1 + 1/exp(x)", "exp(-x)"),
        ("1 - tanh(-x)", "tanh(x)"),
        ("e**x + 1", "exp(x)"),
        ("x*log(x)", "log(x)"),
    ):
        w, p = term(whole), term(part)
        assert w is not None and p is not None
        assert occurs(p, w) and lasting(p) <= lasting(w), (whole, part)


def test_a_formula_that_is_nowhere_is_not_found() -> None:
    assert not found("tanh(eps/1234567)")
    done = CliRunner().invoke(main, ["find", "no such words anywhere"])
    assert done.exit_code == 2 and "nothing is found" in done.output


def test_different_letters_of_a_formula_stay_different() -> None:
    from dpsym.reference.search import matches, term

    two, one = term("x*exp(z) + z"), term("x*exp(x) + x")
    assert two is not None and one is not None
    assert next(matches(two, two, {}), None) is not None
    assert next(matches(two, one, {}), None) is None
    assert next(matches(one, two, {}), None) is None


# ----------------------------------------------------------------------------------------------- the terminal
def test_the_help_names_every_command_once_and_cuts_no_line() -> None:
    from dpsym.cli.frame import SECTIONS

    text = CliRunner().invoke(main, ["--help"]).output
    assert "..." not in text.partition("Look things up")[2] and "More:" not in text
    placed = [n for names in SECTIONS.values() for n in names]
    assert len(placed) == len(set(placed)) and set(main.commands) <= set(placed)


@pytest.mark.parametrize("room", [20, 40, 79])
def test_a_line_is_cut_to_the_terminal_with_its_colours(room: int) -> None:
    import click

    from dpsym.cli.frame import fitted

    line = "proved  " + click.style("a long name " * 9, fg="green") + " end"
    cut = fitted(line, room)
    assert len(click.unstyle(cut)) == room and click.unstyle(cut).endswith("…")
    assert fitted(line, 0) == line and fitted("short", room) == "short"
