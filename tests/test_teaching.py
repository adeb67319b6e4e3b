"""Exercises and quizzes: a right line is proved, a wrong one refuted at a point, answers are kept apart from questions."""

from __future__ import annotations

import json
import os
import random
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dpsym.claims import NotAClaim
from dpsym.cli import main
from dpsym.document.blocks import Derivation
from dpsym.document.media.compile import compile_pdf
from dpsym.document.page import Links, Page
from dpsym.keeping.store import Certificates
from dpsym.language import Theorem, as_written, exp, parameter, variant
from dpsym.library import File, Item, Library, find
from dpsym.numbers import enclose
from dpsym.reports import Reporter, said
from dpsym.teaching import Judge, exercise_of, typable
from dpsym.teaching.exercise import BLANK, PART, sheet
from dpsym.teaching.quiz import question

NAME = "posterior.largest_difference.upper"
OF_LAWS = "conversions.probabilistic_to_approximate"  # whose lines hold sums, which nobody types
NEXT = "= p*(1 - p)*(exp(eps) - 1)/(p*exp(eps) + 1 - p)"


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=typed)


@pytest.fixture(scope="module")
def task():
    return exercise_of(find(NAME).entry, 3)


def judge(task) -> Judge:
    return Judge(task, task.gaps()[0])


# --------------------------------------------------------------------------------------------------- judging
def test_levels_leave_out_more_and_never_the_last_line() -> None:
    counts = []
    for level in (1, 2, 3):
        found = exercise_of(find(NAME).entry, level)
        counts.append(len(found.hidden))
        assert len(found.lines) - 1 not in found.hidden
        assert sum(len(gap.lines) for gap in found.gaps()) == len(found.hidden)
    assert counts == sorted(counts) and counts[0] == 1 and counts[2] == len(found.lines) - 1


def test_the_authors_own_lines_are_right(task) -> None:
    sits = judge(task)
    for k, line in enumerate(task.lines[:-1]):
        before = sits.current
        found = sits._settled(line.relation, before, line.right)
        assert found.verdict == "right", k
        sits.current = line.right


@pytest.mark.parametrize(
    "more", ["+ 0*log(p - 1)", "+ 0/p", "+ sqrt(-1 - eps)*0", "+ 0*Phi_inv(2*p)", "*(eps - 1)/(eps - 1)"]
)
def test_a_line_with_a_term_that_has_no_value_is_wrong_whatever_it_is_multiplied_by(task, more: str) -> None:
    found = judge(task).answer(f"{NEXT}{more}")
    assert found.verdict == "wrong" and found.point and "no value" in found.why
    assert judge(task).answer(f"{NEXT} + 0*sqrt(eps)").verdict == "right"


def test_a_right_line_is_proved_and_becomes_the_left_side(task) -> None:
    sits = judge(task)
    assert sits.answer(NEXT).verdict == "right"
    assert sits.answer(NEXT).verdict == "no step forward"
    assert sits.answer("<= tanh(eps/4)").verdict == "right"


def test_a_wrong_line_fails_at_the_point_that_is_shown(task) -> None:
    found = judge(task).answer("= p*(1 - p)*(exp(eps) - 1)/(1 - p*exp(eps) + p + 7)")
    assert found.verdict in ("wrong", "undecided")  # this one may have no value somewhere
    found = judge(task).answer("<= tanh(eps/8)")
    assert found.verdict == "wrong" and Fraction(found.left) > Fraction(found.right) and "eps" in found.point


def test_the_values_shown_are_those_of_the_sides(task) -> None:
    sits = judge(task)
    _, value, _ = sits.read("<= tanh(eps/8)")
    found = sits._settled("<=", sits.current, value)
    at = {}
    for part in found.point.split(", "):
        name, _, text = part.partition(" = ")
        at[name] = text
    from dpsym.evaluation import number

    exact = {k: number(v, k) for k, v in at.items()}
    for side, shown in ((sits.current, found.left), (value, found.right)):
        known = {k: v for k, v in exact.items() if k in {s.name for s in side.free_symbols}}
        assert enclose(side, known, 6).decimal(6)[0] == shown


def test_a_true_line_from_which_the_end_does_not_follow_is_no_answer(task) -> None:
    sits = judge(task)
    found = sits.answer("<= 2")
    assert found.verdict == "too far" and Fraction(found.left) > Fraction(found.right)
    assert sits.current == task.chain.start  # it is not taken


@pytest.mark.parametrize("text", ["", "p", "<= q", "<= (", "= 1/0", "<= TV", "<= 1 <= 2", "for x: x <= 1"])
def test_what_is_no_line_is_told(task, text: str) -> None:
    sits = judge(task)
    with pytest.raises(NotAClaim):
        sits.answer(text)
    assert sits.current == task.chain.start


def test_a_line_in_the_other_direction_is_wrong(task) -> None:
    found = judge(task).answer(">= 0")
    assert found.verdict == "wrong" and found.why


# --------------------------------------------------------------------------------------------------- commands
def test_the_terminal_takes_lines_until_the_derivation_is_complete() -> None:
    done = run("exercise", NAME, typed=f"<= 2\nhint\nnonsense\n{NEXT}\n")
    assert done.exit_code == 0, done.output
    for words in (
        "does not follow",
        "complete the square",
        "a line begins with",
        "right: proved",
        "complete.",
    ):
        assert words in done.output


def test_what_cannot_be_typed_is_offered_as_a_sheet() -> None:
    assert not typable(exercise_of(find(OF_LAWS).entry).chain)
    refused = run("exercise", OF_LAWS)
    assert refused.exit_code == 2 and "--to tex" in refused.output


def test_a_definition_is_no_exercise() -> None:
    refused = run("exercise", "notions.approximate_dp.approximate")
    assert refused.exit_code == 2 and "not a theorem" in refused.output


@pytest.mark.parametrize("to", ["tex", "html"])
def test_answers_are_kept_apart(tmp_path: Path, to: str) -> None:
    done = run("exercise", NAME, OF_LAWS, "--to", to, "--level", "2", "-o", str(tmp_path))
    assert done.exit_code == 0, done.output
    sheet, answers = ((tmp_path / f"{name}.{to}").read_text() for name in ("exercises", "answers"))
    blank = "......................"
    assert blank in sheet and blank not in answers
    assert len(answers) > len(sheet)
    data = json.loads(run("exercise", NAME, "--level", "2", "--json").output)[0]
    assert [k for k, line in enumerate(data["lines"], 1) if line["right"] is None] == [
        int(k) for k in data["answers"]
    ]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_chain_that_its_page_folds_is_set_line_by_line(level: int) -> None:
    """Each theorem with a chain has a sheet: on its page, or by itself with its last line, and the answers have every line."""
    folded = 0
    for name in ("divergences.pinsker", "testing.renyi_error_rates.one_answer", NAME):
        item = find(name)
        task = exercise_of(item.entry, level)
        page = Page(name, item.entry, "proved")
        found = sheet(task, page, Links.of([page]))
        lines = [b.lines for b in found.proof if isinstance(b, Derivation)]
        blanks = [line for chain in lines for line in chain if line.right == BLANK]
        assert len(blanks) == len(task.hidden) and blanks
        solved = [line for b in found.solution if isinstance(b, Derivation) for line in b.lines]
        assert all(line.right != BLANK for line in solved)
        assert {line.right for line in task.lines} <= {line.thing for line in solved}
        folded += PART in found.proof
    assert folded == 2


def test_the_numbers_of_a_chain_have_their_domains() -> None:
    """A letter of which only the proof speaks is no riddle to whom types a line."""
    assert [str(c) for c in exercise_of(find("divergences.pinsker").entry).numbers] == ["0 < a", "0 < b"]
    assert exercise_of(find(NAME).entry).numbers == ()


def test_a_sheet_and_its_answers_compile(tmp_path: Path) -> None:
    if not (shutil.which("latexmk") and shutil.which("pdflatex")):
        assert os.environ.get("CI", "").lower() != "true", "latexmk and pdflatex are needed in CI"
        pytest.skip("latexmk or pdflatex is not installed")
    long_terms = "testing.renyi_error_rates.one_answer"  # which get names on a sheet with blanks too
    done = run("exercise", NAME, OF_LAWS, long_terms, "--to", "tex", "-o", str(tmp_path))
    assert done.exit_code == 0, done.output
    for name in ("exercises", "answers"):
        assert compile_pdf(tmp_path, name).read_bytes().startswith(b"%PDF")


def test_a_quiz_has_true_and_false_questions_with_reasons() -> None:
    asked = json.loads(run("quiz", "PureDP", "--count", "6", "--seed", "3", "--json").output)
    assert len(asked) == 6 and {q["true"] for q in asked} == {True, False}
    assert all(q["because"] and q["statement"] for q in asked)
    again = json.loads(run("quiz", "PureDP", "--count", "6", "--seed", "3", "--json").output)
    assert again == asked
    typed = "".join("t\n" if q["true"] else "f\n" for q in asked)
    done = run("quiz", "PureDP", "--count", "6", "--seed", "3", typed=typed)
    assert done.exit_code == 0 and "6 of 6 right" in done.output
    assert run("quiz", "no such word").exit_code == 2


def test_a_false_question_is_asked_where_the_file_has_no_near_miss_that_fails(tmp_path: Path) -> None:
    """Of a computed neighbour, with a point at which it fails; never of what is true after all."""
    x = parameter("x", at_least=0)
    with as_written():
        own = Theorem(title="Own", claim=1 + x <= exp(x))
        wrong = replace(own, near_misses={"true after all": variant(x <= exp(x))})
    file = File(Path(__file__), "own", "own", Path(__file__).parent)
    items = [Item(name, entry, file) for name, entry in (("own", own), ("wrong", wrong))]
    reporter = Reporter(Library(tuple(items)), Certificates(tmp_path))
    for item in items:
        asked = question(reporter, item, False, random.Random(0))
        assert asked is not None and not asked.true and asked.because
        assert said(own) != asked.statement != said(own, variant(x <= exp(x)))
