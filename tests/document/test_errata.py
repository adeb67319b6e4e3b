"""Errata as a letter: quoted, grave first, with evidence; what was not found is not said; tables keyed by place."""

from __future__ import annotations

import re

import pytest

from dpsym.document.errata import confirmed, items
from dpsym.document.media.letter import Recipients, write_letter
from dpsym.document.page import MissResult, Page, Recomputed
from dpsym.document.tables import enclosure
from dpsym.document.writer import blocks_of
from dpsym.language import (
    Example,
    StatementError,
    Theorem,
    erratum,
    parameter,
    point,
    value,
    variant,
)
from dpsym.library import load, papers
from dpsym.numbers import recompute

p = parameter("p", at_least=0, at_most=1, about="a prior")
WITNESS = point({p: 1})


def entry(severity: str, source: str = "kazan.thm3.2") -> Theorem:
    return Theorem(
        title="A prior",
        source=source,
        claim=p <= 1,
        errata=erratum(
            severity,
            "Section 1, line 2",
            ("p is less than ", p**2),
            fails="At 1 both are 10^-6 apart.",
            holds="At most 1.",
            affects="Section 2.",
            reads=variant(p < p**2, witness=WITNESS),
        ),
    )


def page(thing: Theorem, refuted: bool = True) -> Page:
    return Page("a.b", thing, "proved", printed=MissResult("as printed", refuted, WITNESS))


def test_the_letter_quotes_sorts_and_leaves_out_what_was_not_found(tmp_path) -> None:
    grave, slight = page(entry("wrong result")), page(entry("slip in wording"))
    other, open_ = page(entry("wrong step", "kifer.thm6.1")), page(entry("wrong step"), refuted=False)
    found = items([slight, open_, other, grave], "kazan")
    assert [e.severity for _, e in found] == ["wrong result", "slip in wording"]
    assert not confirmed(open_, open_.entry.errata[0])
    written = write_letter([slight, grave, other], tmp_path, Recipients("A, B", "On Priors", "2025", "kazan"))
    text = written[0].read_text(encoding="utf-8")
    for words in (
        "``$p$ is less than $p^{2}$''",
        "10^{-6}",
        "Section 1, line 2",
        "1 wrong result, 1 slip in wording",
    ):
        assert words in text, words
    assert "The source has" not in text and text.index("wrong result}") < text.index("slip in wording}")


def test_one_fault_in_several_places_is_one_item(tmp_path) -> None:
    """With each place, what is printed there and why it fails; what holds of all is said once."""

    def printed_at(where: str, of: str = "all of them") -> Page:
        fails, reads = f"At 1 it fails in {where}.", variant(p < p**2, witness=WITNESS)
        found = erratum("wrong number", where, where, fails=fails, holds="At most 1.", reads=reads, fault=of)
        return page(Theorem(title="A prior", source="kazan.thm3.2", claim=p <= 1, errata=found))

    pages = [
        printed_at("line 1"),
        printed_at("line 2"),
        printed_at("line 3", "another one"),
        page(entry("wrong step")),
    ]
    text = write_letter(pages, tmp_path, Recipients("A", "On Priors", "2025", "kazan"))[0].read_text("utf-8")
    assert "1 wrong step, 2 wrong numbers" in text and text.count("\\dpsymErratum{") == 3
    joined = text[text.index("{All of them}") : text.index("{Line 3}")]
    assert joined.count("it fails in") == 2 and joined.count("At most 1.") == 1
    assert joined.index("line 1") < joined.index("line 2")
    assert "another one" not in text


def test_scripts_of_a_quoted_formula_are_set_as_scripts(tmp_path) -> None:
    quoted = "for all σ ∈ Σ_{[k]}, OPT_{delta_g}(b_{s_0}) ≤ Ψ_{1}^{-1}(eps_{g}') e^{-eps}"
    thing = Theorem(
        title="A prior",
        source="kazan.thm3.2",
        claim=p <= 1,
        errata=erratum(
            "wrong result", "line 2", quoted, fails="1 is 1.", reads=variant(p < p**2, witness=WITNESS)
        ),
    )
    written = write_letter([page(thing)], tmp_path, Recipients("A", "On Priors", "2025", "kazan"))
    text = written[0].read_text(encoding="utf-8")
    shown = text[text.index("Printed") :].split("\n\n")[0]
    assert r"\_" not in shown and r"\{" not in shown, shown
    for formula in (
        r"\mathrm{OPT}_{\delta_{g}}",
        r"b_{s_{0}}",
        r"\Psi_{1}^{-1}",
        r"e^{-\varepsilon}",
        r"(\varepsilon_{g}')",
    ):
        assert formula in shown, (formula, shown)


def test_an_erratum_says_what_was_checked_of_it() -> None:
    with pytest.raises(StatementError, match="what is checked"):
        erratum("wrong result", "page 1", "a", fails="b")
    with pytest.raises(StatementError, match="a severity is one of"):
        erratum("bad", "page 1", "a", fails="b")
    assert erratum("slip in wording", "page 1", "mu", fails="It is nu.").reads is None
    with pytest.raises(StatementError, match="no number"):
        Example(
            title="T",
            values=(value("a", p),),
            errata=erratum("wrong number", "p. 1", "2", fails="No.", rows="b"),
        )
    with pytest.raises(StatementError, match="two numbers"):
        Example(title="T", values=(value("a", p), value("a", p)))


NUMBERS = [i for i in load() if any(v.printed for v in getattr(i.entry, "values", ()))]


@pytest.mark.parametrize("paper", sorted(papers()))
def test_every_number_that_disagrees_has_its_erratum(paper: str) -> None:
    """In the letter to the authors; and no erratum speaks of a number that agrees."""
    stem = papers()[paper].prefix + "."
    for item in NUMBERS:
        if not any(s.startswith(stem) for s in item.entry.source):
            continue
        wrong = {v.what for v in item.entry.values if v.expected == "disagrees"}
        assert wrong == {r for e in item.entry.errata for r in e.rows}, item.name


def test_tables_are_keyed_by_place() -> None:
    """Each row of a printed table shows its own enclosure, whatever it is called."""
    for item in NUMBERS[::3]:
        values = item.entry.values
        found = []
        for v in values:
            got = recompute(v)
            low, high = got.decimals()
            found.append(Recomputed(v.what, v.printed, low, high, got.agrees if v.printed else None))
        shown = blocks_of(Page(item.name, item.entry, "enclosed", recomputed=tuple(found)))
        grids = [b for b in shown.statement if type(b).__name__ == "Grid" and ("printed",) in b.header]
        for v, row, got in zip(values, grids[-1].rows, found, strict=True):
            assert row[1] == (v.printed,) and row[2] == (enclosure(got.low, got.high),), (item.name, v.what)


def test_a_table_with_a_row_not_computed() -> None:
    thing = Example(title="T", values=(value("a", p, {p: 1}, "1"), value("b", p, {p: 0}, "0")))
    shown = blocks_of(Page("a.t", thing, "enclosed", recomputed=(Recomputed("a", "1", "1", "1", True),)))
    grid = next(b for b in shown.statement if type(b).__name__ == "Grid")
    assert [r[2] for r in grid.rows] == [("1",), ("",)]


def test_a_quoted_logarithm_of_a_quotient_has_brackets() -> None:
    """`log A/B` is read, and set, as a quotient of a logarithm; a logarithm of a fraction has brackets."""
    bare = re.compile(r"\b(?:log|ln|exp) (?!\().*/")
    assert bare.search("× log J_{1}(s|y)/J_{2}(s|y)") and not bare.search(
        "log(J_{1}/J_{2}) and w ≥ 2 log(2/δ)"
    )
    quoted = {(i.name, "".join(map(str, e.quote))) for i in load() for e in i.entry.errata}
    assert len(quoted) > 80
    assert [name for name, words in quoted if bare.search(words)] == []
