"""Every printed line has a goal in the certificate that the kernel checked, or is shown as not checked."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sympy import Eq, Le, Lt

from dpsym.document.media.html import html
from dpsym.document.media.latex import fragment
from dpsym.document.media.markdown import markdown
from dpsym.document.media.terminal import text
from dpsym.document.page import LineVerdict, Page
from dpsym.kernel import check, run
from dpsym.language import (
    AllOf,
    Chain,
    ForAll,
    Integer,
    Outcome,
    P,
    Q,
    RenyiDP,
    Theorem,
    cases,
    exp,
    function,
    have,
    let,
    parameter,
    y,
)
from dpsym.language.expressions import Implication, as_written
from dpsym.language.steps import number_of_steps
from dpsym.library import File, Item, Library, load
from dpsym.prove.lines.steps import Reader, Record, lines_needed, reports, stating
from dpsym.prove.lines.tactic import Prover
from dpsym.prove.session import Session
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.verdict import NOT_CHECKED
from dpsym.reports import Reporter, line_verdicts, step_lines

LIBRARY = load()
THEOREMS = [i for i in LIBRARY if isinstance(i.entry, Theorem) and not i.entry.cited]

x, z = parameter("x", at_least=0), parameter("z")
with as_written():
    SQUARE = Theorem(title="A square", claim=Le(0, z**2))
    FALSE_LINE = replace(SQUARE, derivation=(have(Eq(z, 1), "obvious"),))
    UNUSED = Theorem(
        title="A line that nothing needs",
        claim=Le(0, x**2),
        derivation=(have(Le(0, x**3), "unused"), have(Le(0, x**2), "used")),
    )


# --------------------------------------------------------------------------------------------- what a line states
def stated(theorem: Theorem, certificate: dict[str, Any], steps: Any = None) -> list[str]:
    """The verdicts on the steps by this certificate, whose claim is that of the theorem."""
    statement = Session().statement(theorem)
    checker, _ = run(certificate, {})
    return [r.verdict for r in reports(theorem, statement, checker, steps)]


def test_a_line_that_nothing_needs_stays_in_the_certificate() -> None:
    found = Session().theorem(UNUSED)
    assert [line.verdict for line in found.lines] == ["proved", "proved"]
    certificate = found.certificate or {}
    assert check(certificate) is not None
    assert stated(UNUSED, certificate) == ["proved", "proved"], "also without being told where"
    last = {**certificate, "lines": lines_needed(certificate)}
    assert len(last["lines"]) < len(certificate["lines"]), "the last line does not need it"


SQUARE_LINE = {"rule": "arith", "is": ["<=", 0, ["^", "z", 2]], "terms": [[1, [], "z"]]}


@pytest.mark.parametrize(
    "more",
    [
        [],
        [{"rule": "hyp", "is": ["=", "z", 1]}],
        [{"rule": "hyp", "is": ["=", "z", 1]}, {"rule": "have", "from": [0], "is": ["=", ["-", "z", 1], 0]}],
        [{"rule": "hyp", "is": ["and", ["=", "z", 1], ["=", "z", 1]]}, {"rule": "and_e", "from": [0], "part": 1}],
        [{"rule": "hyp", "is": ["=", "z", 1]}, {"rule": "imp_i", "from": [0], "is": ["=", "z", 1]}],
        [{"rule": "hyp", "is": ["all", "z", ["=", "z", 1]]}, {"rule": "all_e", "from": [0], "at": "z"}],
        [{"rule": "hyp", "is": ["<", 0, 0]}],
        [
            {"rule": "hyp", "is": ["<", 0, 0]},
            {"rule": "have", "from": [0], "is": ["not", ["<=", 0, 0]]},
            {"rule": "arith", "is": ["<=", 0, 0], "terms": []},
            {"rule": "absurd", "from": [2, 1], "is": ["=", "z", 1]},
        ],
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "numbers", [None, [[0]], [[1]], [[2]], [[3]], [[0, 1, 2, 3]], [[-1]], [[True]], [["0"]], 5]
)
def test_a_line_that_rests_on_something_else_states_nothing(more: list[dict[str, Any]], numbers: Any) -> None:
    certificate = {"sig": {"z": "R"}, "claim": ["<=", 0, ["^", "z", 2]], "lines": [*more, SQUARE_LINE]}
    assert check(certificate) is not None, "the kernel accepts it: its last line is the claim"
    assert stated(FALSE_LINE, certificate, numbers) == [NOT_CHECKED]


def test_a_line_may_rest_on_what_the_step_stands_under() -> None:
    """x = 1 under the case x = 1 and in no other."""
    with as_written():
        inside = replace(SQUARE, derivation=(cases(Eq(z, 1), then=have(Eq(z, 1))),))
        after = replace(SQUARE, derivation=(cases(Eq(z, 1)), have(Eq(z, 1))))
        otherwise = replace(SQUARE, derivation=(cases(Eq(z, 1), otherwise=have(Eq(z, 1))),))
        supposed = Theorem(title="T", given=Eq(z, 1), claim=Le(0, z**2), derivation=have(Eq(z, 1)))
        within = Theorem(
            title="T", claim=Implication(Eq(z, 1), Le(0, z**2)), derivation=have(Eq(z, 1), "supposed")
        )
        elsewhere = Theorem(
            title="T", claim=Implication(Eq(z, 2), Le(0, z**2)), derivation=have(Eq(z, 1), "supposed")
        )
        of_another = replace(SQUARE, derivation=have(ForAll((z,), Implication(Eq(z, 1), Eq(z, 2)))))
    hypothesis = {"rule": "hyp", "is": ["=", "z", 1]}
    plain = {"sig": {"z": "R"}, "claim": ["<=", 0, ["^", "z", 2]], "lines": [hypothesis, SQUARE_LINE]}
    assert stated(inside, plain)[1] == "proved"
    assert stated(after, plain)[1] == NOT_CHECKED
    assert stated(otherwise, plain)[1] == NOT_CHECKED
    assert stated(of_another, plain) == [NOT_CHECKED]
    for theorem, verdict in ((supposed, "proved"), (within, "proved"), (elsewhere, NOT_CHECKED)):
        (antecedent,) = [2 if theorem is elsewhere else 1]
        lines = [hypothesis, SQUARE_LINE, {"rule": "imp_i", "from": [1], "is": ["=", "z", antecedent]}]
        claim = ["->", ["=", "z", antecedent], ["<=", 0, ["^", "z", 2]]]
        assert stated(theorem, {"sig": {"z": "R"}, "claim": claim, "lines": lines}) == [verdict]


def test_a_step_after_a_case_distinction_is_stated_in_both_cases() -> None:
    with as_written():
        split = replace(SQUARE, derivation=(cases(Le(0, z)), have(Le(0, z * z))))
        wrong = replace(SQUARE, derivation=(cases(Le(0, z)), have(Le(0, z))))
    found = Session().theorem(split)
    assert [r.verdict for r in found.lines] == ["proved", "proved"]
    lines = [{"rule": "hyp", "is": ["<=", 0, "z"]}, SQUARE_LINE]
    certificate = {"sig": {"z": "R"}, "claim": ["<=", 0, ["^", "z", 2]], "lines": lines}
    assert stated(wrong, certificate) == ["proved", NOT_CHECKED]


def test_the_name_of_a_definition_is_not_the_one_of_the_author() -> None:
    """P(y) = 0 under Q(y) = 0: for the author's own y where the conclusion supposes it, not for that of a definition."""
    with as_written():
        given = RenyiDP(Integer(2), z)
        vanish = ForAll((y,), Implication(Eq(Q(y), 0), Eq(P(y), 0)))
        step = have(Eq(P(y), 0))
    for claim, wanted in ((vanish, True), (given, False)):
        theorem = Theorem(title="T", given=given, claim=claim)
        prover = Prover(theorem, {}, Session().key)
        prover.run()
        hypotheses = prover.statement.hypotheses
        known = ProofState(prover.s)
        known.assume(("and", *hypotheses))
        known.assume(("=", ("Q", "y"), Fraction(0)))
        number = known.prove(("=", ("P", "y"), Fraction(0)))
        reader = Reader(replace(theorem, derivation=(step,)), prover.statement)
        (read,) = reader.read()
        record = Record(prover.s.kernel, reader)
        assert (stating(record, read, [number]) is not None) is wanted


def test_what_one_part_of_the_conclusion_supposes_is_not_supposed_for_the_other() -> None:
    """(x < x implies x = 1) and 0 <= x^2: a step x = 1 holds for the first part only, and is not stated."""
    with as_written():
        first, second = Implication(Lt(x, x), Eq(x, 1)), Le(0, x**2)
        for claim in (AllOf(first, second), AllOf(second, first)):
            theorem = Theorem(title="T", claim=claim, derivation=(have(second), have(Eq(x, 1), "obvious")))
            found = Session().theorem(theorem)
            assert found.status == "unknown" or [r.verdict for r in found.lines] == ["proved", NOT_CHECKED]
        only = Theorem(title="T", claim=first, derivation=(have(Eq(x, 1)),))
        assert [r.verdict for r in Session().theorem(only).lines] == ["proved"]


def test_a_name_that_the_conclusion_binds_and_leaves_free() -> None:
    """A step about z is about the free one: what is supposed of the bound one does not count."""
    with as_written():
        claim = AllOf(ForAll((z,), Implication(Lt(5, z), Lt(4, z))), Le(z, z))
        theorem = Theorem(title="T", claim=claim, derivation=(have(Lt(1, z)),))
    found = Session().theorem(theorem)
    assert found.status == "unknown" or [r.verdict for r in found.lines] == [NOT_CHECKED]


def test_a_let_and_what_follows_from_it() -> None:
    q = parameter("q")
    with as_written():
        theorem = Theorem(
            title="T",
            claim=Lt(0, x + 1),
            derivation=(
                let(q, x + 1, (q >= 1,), "a name"),
                have(Lt(0, q), "positive"),
                Chain(x + 1).ge(1).gt(0),
            ),
        )
    found = Session().theorem(theorem)
    assert found.status == "proved"
    assert [r.verdict for r in found.lines] == ["proved"] * 4
    statement = Session().statement(theorem)
    reader = Reader(theorem, statement)
    steps = reader.read()
    checker, _ = run(found.certificate or {}, {})
    record = Record(checker, reader)
    every = range(len(checker.lines))
    for step in steps:
        own = stating(record, step, every)
        assert own is not None
        assert stating(record, step, [n for n in every if n not in own]) is None or len(own) == 1


def test_a_step_written_once_may_stand_at_two_places() -> None:
    with as_written():
        again = have(Le(0, z * z), "a square")
        theorem = replace(SQUARE, derivation=(cases(Le(0, z), then=again, otherwise=again), again))
    found = Session().theorem(theorem)
    assert [r.verdict for r in found.lines] == ["proved"] * 4


def test_an_instance_that_would_capture_a_name() -> None:
    h = function("h")
    w = Outcome("w")
    with as_written():
        given = ForAll((y,), ForAll((w,), Le(h(y), h(w))))
        theorem = Theorem(title="T", given=given, claim=given, derivation=have(given))
    assert [r.verdict for r in Session().theorem(theorem).lines] == ["proved"]


def test_two_theorems_with_one_claim_have_their_own_steps() -> None:
    """The steps of the one say nothing about those of the other."""
    session = Session()
    with as_written():
        plain = Theorem(title="T", claim=Le(0, x**2))
        true, other = (replace(plain, derivation=(have(f),)) for f in (Le(0, x**3), Lt(0, exp(x))))
        false = replace(plain, derivation=(have(Eq(x, 1)),))
    assert [session.theorem(t).status for t in (true, false, other, plain)] == [
        "proved", "unknown", "proved", "proved",
    ]  # fmt: skip
    assert [len(session.theorem(t).lines) for t in (true, other, plain)] == [1, 1, 0]


# ------------------------------------------------------------------------------------------------------- the page
def test_a_page_says_of_each_kind_of_step_that_it_is_not_checked() -> None:
    """One mark for each step of the library's derivations, in every form of the page."""
    kinds: dict[str, Any] = {}
    for item in THEOREMS:
        for step in item.entry.derivation:
            kinds.setdefault(type(step).__name__, item)
    assert len(kinds) >= 9, kinds.keys()
    for item in kinds.values():
        count = number_of_steps(item.entry.derivation)
        page = Page(item.name, item.entry, "proved", lines=(LineVerdict(NOT_CHECKED),) * count)
        good = replace(page, lines=(LineVerdict("proved"),) * count)
        for form in (text, markdown, html, fragment):
            shown = form(page).replace("\n", " ").replace(f'data-verdict="{NOT_CHECKED}"', "")
            assert 1 <= shown.count(NOT_CHECKED) <= count
            assert NOT_CHECKED not in form(good)


def test_check_says_of_a_theorem_which_steps_are_not_checked() -> None:
    found = Session().theorem(UNUSED)
    with_fewer = replace(found, lines=(found.lines[0], replace(found.lines[1], verdict=NOT_CHECKED)))
    assert [s[1] for s in step_lines(UNUSED, with_fewer)] == ["proved", NOT_CHECKED]
    assert line_verdicts(UNUSED, replace(found, lines=())) == [NOT_CHECKED] * 2
    item = Item("own.unused", UNUSED, File(Path(__file__), "own", "own", Path(__file__).parent))
    reporter = Reporter(Library((item,)))
    reporter.session.own[reporter.session.store_key(UNUSED)] = with_fewer
    finding = reporter.finding(item, steps=False)
    assert finding.verdict == "proved" and "1 of 2 steps not checked" in finding.remarks[0]
