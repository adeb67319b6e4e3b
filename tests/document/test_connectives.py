"""`Hence` stands where a line rests on the one before: by the lines of the certificate, or by what is put in."""

from __future__ import annotations

import re
from shutil import which
from subprocess import run

import pytest

from dpsym.document.blocks import Link, Para, merge, resting_on
from dpsym.document.media.latex import Context, Setter
from dpsym.document.media.markdown import markdown
from dpsym.document.media.templates import style
from dpsym.document.page import Page
from dpsym.language import (
    Chain,
    Eq,
    HockeyStick,
    P,
    Pair,
    Q,
    Rational,
    Theorem,
    as_written,
    cases,
    exp,
    function,
    have,
    parameter,
    y,
)
from dpsym.prove.session import Session

a, b, c = (parameter(n, above=0) for n in "abc")


def settled(claim, *derivation):
    """The page of a theorem as the kernel has checked it, in one line, and what each step rests on."""
    theorem = Theorem(title="T", claim=claim, derivation=derivation)
    found = Session().theorem(theorem)
    assert found.status == "proved", found.tried
    page = Page("t", theorem, "proved", lines=found.lines)
    return " ".join(markdown(page).split()), [line.uses for line in found.lines]


def test_a_line_that_shares_a_term_does_not_follow():
    """Both lines speak of exp(a) (b + 1); the second is shown without the first."""
    with as_written():
        term = exp(a) * (b + 1)
        first = have(term > 1, "")
        page, uses = settled(
            term + c > 1, first, Chain(term * c).le(term * c + c, "more").le(term * c + 2 * c, "twice")
        )
    assert 0 not in {*uses[1], *uses[2]} and "Hence" not in page and "Now $$" in page


def test_a_line_that_rests_on_the_one_before_follows():
    """exp(a) > 1 is found once, and the product with b rests on it."""
    with as_written():
        first = have(exp(a) > 1 + a, "")
        second = Chain(exp(a) ** 2).ge((1 + a) * exp(a), "a product").ge((1 + a) ** 2, "and again")
        page, uses = settled(exp(a) ** 2 > 0, first, second)
    assert 0 in {*uses[1], *uses[2]} and "Hence $$" in page


def test_a_chain_with_the_laws_exchanged_is_shown_likewise():
    """The checker sees one sum in both hockey sticks and takes the second from the first; a reader is told `likewise`.  One
    that is not the first with the laws exchanged keeps its `Hence`."""
    listed = {P: (2 * a, 1 - 2 * a), Q: (1 - 2 * a, 2 * a)}
    swapped, small = Pair(Q(y), P(y)), a <= Rational(1, 8)

    def shown(of):
        first = Chain(HockeyStick(0)).eq(1 - 2 * a - 2 * a, "only one output").eq(1 - 4 * a, "collect")
        theorem = Theorem(
            title="T",
            given=small,
            claim=Eq(HockeyStick(0, swapped), 1 - 4 * a),
            where=listed,
            derivation=(first, of),
        )
        found = Session().theorem(theorem)
        assert found.status == "proved", found.tried
        page = Page("t", theorem, "proved", lines=found.lines)
        return " ".join(markdown(page).split()), {u for line in found.lines[2:] for u in line.uses}

    with as_written():
        page, uses = shown(
            Chain(HockeyStick(0, swapped)).eq(1 - 2 * a - 2 * a, "the other").eq(1 - 4 * a, "so")
        )
        assert "Likewise $$" in page and "Hence" not in page
        other, rests = shown(Chain(2 * HockeyStick(0)).eq(2 * (1 - 4 * a), "twice").eq(2 - 8 * a, "multiply"))
    assert uses & {0, 1} and rests & {0, 1} and "Hence $$" in other and "Likewise" not in other


def test_what_is_put_into_the_next_line_leads_to_it():
    """Both sides of an equation stand in the next line, also where the search has found another way."""
    with as_written():
        first = have((a**2 - b**2) / (a + b) < a, "")
        second = Chain(exp((a**2 - b**2) / (a + b))).lt(exp(a), "rising").lt(exp(a) + c, "more")
    theorem = Theorem(title="T", claim=a > 0, derivation=(first, second))
    page = " ".join(markdown(Page("t", theorem, "proved")).split())
    assert "Hence $$" in page


def test_what_is_in_another_document_is_not_listed_as_what_a_number_rests_on():
    listed = [resting_on([Link(n, n) for n in names]) for names in (("here", "far"), ("far",))]
    setter = Setter(Context(known=("here",)))
    some, none = (setter.blocks((one, Para(("After.",)))) for one in listed)
    assert "It rests on" in some and "ref{thm:here}" in some and "far" not in some
    assert none.strip() == "After." and [b.items for b in merge([*listed])] == [b.items for b in listed]


@pytest.mark.skipif(which("pdflatex") is None, reason="no LaTeX here")
def test_a_chain_longer_than_a_page_breaks(tmp_path):
    lines = r" \\ ".join(f"&\\le {k}" for k in range(90))
    (tmp_path / "dpsym.sty").write_text(style("dpsym.sty"))
    (tmp_path / "dpsym-notation.sty").write_text(style("dpsym-notation.sty"))
    (tmp_path / "long.tex").write_text(
        "\\documentclass{article}\\usepackage{amsmath,amsthm}\\usepackage{dpsym}\\begin{document}"
        "\\begin{dpsymtext}[wide]"
        + f"\\begin{{align*}} 0 {lines} \\end{{align*}}"
        + "\\end{dpsymtext}\\end{document}"
    )
    run(["pdflatex", "-interaction=nonstopmode", "long.tex"], cwd=tmp_path, capture_output=True, check=False)
    log = (tmp_path / "long.log").read_text(errors="replace")
    assert re.search(r"\(([23]) pages", log) and "Overfull \\vbox" not in log


def test_what_a_case_supposes_is_followed_by_then():
    with as_written():
        inner = Chain(a * c).le(b * c, "times c").le(b * c + 1, "more")
        split = cases(a <= b, inner, Chain(b * c).le(a * c, "times c").le(a * c + 2, "and more"))
    theorem = Theorem(title="T", claim=a + b > 0, derivation=split)
    page = " ".join(markdown(Page("t", theorem, "proved")).split())
    assert "Suppose first that $a \\le b$. Then $$" in page


def test_a_mass_that_is_not_positive_is_0():
    """Of a law and of a probability; of a function that may be negative it is not said."""
    F = function("F", law=False)
    with as_written():
        for term, said in ((P(y), "$P(y) = 0$"), (F(y), r"$F(y) \le 0$")):
            inside = (have(term * a <= b + 7, "so"), have(term * a <= c + 9, "or so"))
            split = cases(term <= 0, inside[0], inside[1])
            page = markdown(Page("t", Theorem(title="T", claim=P(y) + a > 0, derivation=split), "proved"))
            assert f"Suppose first that {said}" in page


def test_what_is_supposed_against_a_fact_is_followed_by_then():
    """Also after `Indeed`."""
    with as_written():
        against = cases(a * c > b, Chain(a * c).le(a * c + 1, "more").le(a * c + 2, "and more"))
        fact = have(a * c <= b, "so", derivation=against)
        page = markdown(Page("t", Theorem(title="T", claim=a + b > 0, derivation=fact), "proved"))
    assert "Indeed, suppose that $a c > b$. Then\n" in page
