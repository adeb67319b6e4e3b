"""The printed proof of a typed claim: what it cites has a page, its lines are the kernel's, nothing is said twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sympy import Integer, Le, Lt

from dpsym.claims import settle, with_folders
from dpsym.claims.printing import page_of
from dpsym.claims.readable import proved_lines, readable, tidy
from dpsym.document.formulas.spelling import escape_latex
from dpsym.language import Chain, HockeyStick, P, PureDP, Q, Theorem, as_written, exp, have, parameter, y
from dpsym.language.steps import Have, number_of_steps, used_in
from dpsym.prove.session import Session
from dpsym.prove.verdict import LineVerdict

TRUE = [c for c in (Path(__file__).parent / "true.txt").read_text(encoding="utf-8").splitlines() if "=>" in c]
SOME = TRUE[::12]
AT_ONCE = [
    "for eps >= 0: ApproxDP(eps, 0) => PureDP(eps)",
    "for eps >= 0, 0 <= delta <= 1: ProbDP(eps, delta) => Tail(eps) <= delta",
    "for eps > 0: RandomizedResponse(eps) => Tail(-eps) = exp(eps)/(1 + exp(eps))",
    "PBDP(log(2), 1/10) => TV <= 2/5",
]
eps, x = parameter("eps", at_least=0), parameter("x", above=0)


@pytest.mark.parametrize("text", AT_ONCE + [pytest.param(c, marks=pytest.mark.slow) for c in SOME])
def test_a_printed_proof_cites_what_a_reader_finds(text: str) -> None:
    answer = settle(text.split("#")[0].strip())
    page = page_of(answer) if answer.verdict == "proved" else None
    if page is None:  # true, and yet not proved as it stands: no proof is printed
        assert text not in AT_ONCE
        assert answer.verdict in ("undecided", "cited") or answer.reduced
        return
    titles = {escape_latex(t.title) for _, t in with_folders().items}
    proof = re.findall(r"\\begin\{proof\}(.*?)\\end\{proof\}", answer.latex(), flags=re.DOTALL)
    assert len(proof) == 1
    cited = {re.sub(r"\s+", " ", t) for t in re.findall(r"``(.*?)''", proof[0], flags=re.DOTALL)}
    assert cited <= titles, "a theorem is cited that is on no page"
    assert len(page.lines) == number_of_steps(page.entry.derivation)  # type: ignore[union-attr]
    assert all(line.verdict == "proved" for line in page.lines)
    facts = [s.fact for s in page.entry.derivation if isinstance(s, Have) and not s.derivation]  # type: ignore[union-attr]
    assert len(facts) == len(set(facts))


def test_a_proof_by_cases_cites_what_a_reader_finds() -> None:
    """Inside a case as well: what each alternative rests on, and no claim that the search made for itself."""
    printed = settle("TV <= 1/4 or KL <= 1/8 => Power(1/2) <= 3/4").latex()
    assert "Pinsker's inequality" in printed and "``claim''" not in printed
    assert "In either case, in each" not in printed


def test_a_bound_of_a_theorem_and_one_of_numbers_are_one_chain() -> None:
    page = page_of(settle("for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)"))
    assert page is not None and isinstance(page.entry, Theorem)
    (chain,) = page.entry.derivation
    assert isinstance(chain, Chain) and [line.relation for line in chain.lines] == ["<=", "="]
    assert [len(line.by) for line in chain.lines] == [1, 0]


def test_lines_that_only_feed_the_search_go() -> None:
    with as_written():
        distance = HockeyStick(0)
        idle = have(Le(0, exp(eps)), "an idle line")
        theorem = Theorem(title="A range", given=(PureDP(eps),), claim=Le(distance, 1), derivation=(idle,))
        wrong = Theorem(title="Wrong", given=(PureDP(eps),), claim=Lt(distance, 0), derivation=(idle,))
    session = Session()
    kept = (LineVerdict("proved"),)
    found, lines = readable(theorem, kept, session, lambda t: True)
    assert found.derivation == () and lines == ()
    assert proved_lines(wrong, session) is None
    assert readable(wrong, kept, session, lambda t: True) == (wrong, kept)


def test_without_steps_the_proof_stays_and_cites_only_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpsym.claims.readable.STEPS", 0)
    answer = settle("for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)")
    page = page_of(answer)
    assert page is not None and isinstance(page.entry, Theorem)
    assert len(page.entry.derivation) > 1 and len(page.lines) == number_of_steps(page.entry.derivation)
    pages = {id(t) for _, t in with_folders().items}
    assert all(id(u.theorem) in pages for u in used_in(page.entry.derivation))


def test_what_an_instance_leaves_is_worked_out() -> None:
    with as_written():
        said = tidy(P(y) <= exp(0 * x) * Q(y) + 0 / x)
        assert said == (P(y) <= Q(y))
        assert (
            tidy(Integer(1) ** 2 / (2 * x)) == 1 / (2 * x)
            or str(tidy(Integer(1) ** 2 / (2 * x))) == "1/(2*x)"
        )
        assert tidy(x**1 + (x + 1) ** 0) == x + 1


def test_a_lemma_of_the_search_gives_way_to_what_it_rests_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpsym.claims.readable.STEPS", 10**9)
    page = page_of(settle("for sigma > 0: Gaussian(sigma, 1) => TV <= 2*Phi(1/(2*sigma)) - 1"))
    assert page is not None and isinstance(page.entry, Theorem)
    *_, last = page.entry.derivation
    assert isinstance(last, Chain)
    assert [[u.theorem.title for u in line.by] for line in last.lines] == [
        ["Approximate DP bounds the hockey stick"]
    ]
