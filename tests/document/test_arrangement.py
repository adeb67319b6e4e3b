"""An appendix in order: by subject, one statement for each theorem of a paper, what is cited in it, lemmas last."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dpsym.document.blocks import Display, Maths, Para
from dpsym.document.formulas.boxes import Name, Number
from dpsym.document.groups import common, grouped
from dpsym.document.media.appendix import Outline, with_references, write_appendix
from dpsym.document.media.latex import Context
from dpsym.document.page import Links, Page
from dpsym.language import AllOf, ApproxDP, Implication, P, PureDP, Theorem, Total, as_written, parameter, y
from dpsym.library import Library, catalogue, paper, select
from dpsym.library.arrangement import FURTHER, LEMMAS, arranged
from dpsym.library.reading import cites, in_reading_order, with_lemmas

CHOSEN = (
    "posterior.posterior_interval",
    "posterior.difference_bound",
    "notions.approximate_dp",
    "conversions.pure_as_bounded_loss",
    "composition.basic_composition",
)


@pytest.fixture(scope="module")
def kazan() -> tuple[Library, tuple]:
    of = paper("kazan2025")
    return arranged(select((), of).paper(of.key), of)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, str]]:
    """The frame of an appendix of a few entries, and its fragments."""
    folder: Path = tmp_path_factory.mktemp("appendix")
    library, sections = arranged(select(CHOSEN))
    write_appendix([Page(i.name, i.entry, "proved") for i in library], folder, Outline(sections=sections))
    texts = {p.stem: p.read_text() for p in sorted((folder / "fragments").glob("*.tex"))}
    return (folder / "appendix.tex").read_text(), texts


def test_every_entry_stands_in_one_statement(kazan) -> None:
    library, sections = kazan
    names = [n for s in sections for g in s.groups for n in g.names]
    assert sorted(names) == sorted(i.name for i in library) and len(names) == len(set(names))


def test_a_theorem_of_the_paper_is_one_statement(kazan) -> None:
    library, sections = kazan
    last = [s.title for s in sections[-2:]]
    assert last == [FURTHER, LEMMAS]
    of, known = paper("kazan2025"), catalogue()
    printed = {
        i.name: [s for s in i.entry.source if s.startswith(of.prefix) and known[s].in_paper] for i in library
    }
    seen: set[str] = set()
    for section in sections[:-2]:
        for group in section.groups:
            assert all(printed[n] for n in group.names), "the main part is what the paper prints"
            if len(group.names) > 1:
                (item,) = {printed[n][0] for n in group.names}
                assert item not in seen, f"{item} is two statements"
                seen.add(item)
    carried = {s for names in printed.values() for s in names}
    main = {s for sec in sections[:-2] for g in sec.groups for n in g.names for s in printed[n]}
    assert main == carried, "no statement of the paper is among the lemmas only"


def test_what_is_cited_is_there_and_comes_before(kazan) -> None:
    library, _ = kazan
    known = {id(i.entry) for i in library}
    for item in library:
        assert all(id(used) in known for used in cites(item.entry)), item.name
    order = {id(i.entry): k for k, i in enumerate(with_lemmas(select(CHOSEN)))}
    for item in with_lemmas(select(CHOSEN)):
        assert all(order[id(used)] < order[id(item.entry)] for used in cites(item.entry))
    kinds = [i.entry.kind for i in in_reading_order(library)]
    assert "definition" not in kinds[kinds.count("definition") :], "definitions come first"


def test_references_lead_somewhere(written) -> None:
    frame, texts = written
    whole = frame + "".join(texts.values())
    labels = re.findall(r"\\label\{([^}]*)\}", whole)
    assert len(labels) == len(set(labels)) > 10
    assert set(re.findall(r"\\ref\{([^}]*)\}", whole)) <= set(labels)
    assert frame.count(r"\input{fragments/") == len(texts)
    assert r"\tableofcontents" in frame and "hyperref" in frame and r"\author{}" in frame


def test_a_statement_with_parts_has_one_proof_and_one_verdict(written) -> None:
    _, texts = written
    group = next(t for t in texts.values() if r"\begin{dpsymparts}" in t and "posterior_interval" in t)
    assert group.count(r"\begin{theorem}") == 1 and group.count(r"\item\label{") == 3
    assert group.count(r"\begin{proof}") == 1 and r"\dpsymPart{i}" in group
    assert "each part proved" in group


def test_only_whole_sentences_are_shared() -> None:
    eps, two = Maths(Name(r"\varepsilon", "eps")), Maths(Number("2"))
    a = (Para(("Let ", eps, " be finite. ", "Then ", two, ".")),)
    b = (Para(("Let ", eps, " be finite. ", "Then ", eps, ".")), Display(Number("1")))
    opening, rests = common([a, b])
    assert opening == ("Let ", eps, " be finite. ")
    assert rests == [(Para(("Then ", two, ".")),), (Para(("Then ", eps, ".")), Display(Number("1")))]
    assert common([a, (Display(Number("1")),)]) == ((), [a, (Display(Number("1")),)])
    same = common([a, a])[1]
    assert all(rest[0].items for rest in same), "something is left of each part"
    shown = (Para(("Let ", eps, " be finite. ", "Then ")), Display(Number("1")))
    assert common([shown, shown])[1] == [(Para(()), Display(Number("1")))] * 2


def test_a_reference_in_prose_goes_where_its_entry_is_not_in_the_document() -> None:
    library = select(["posterior.difference_bound"])
    pages = {i.name: Page(i.name, i.entry) for i in library}
    words = "A bound ({posterior.difference_bound}), and another ({posterior.posterior_interval.forward})."
    assert with_references(words, Context(), pages) == (
        r"A bound (Theorem~\ref{thm:posterior.difference_bound}), and another."
    )


def test_the_setting_of_all_parts_is_said_once():
    """Also where each part begins with parameters of its own; not where the parts range over different sets."""
    a, c = parameter("a", at_least=0), parameter("c", above=0)
    with as_written():
        one = Theorem(title="One", given=PureDP(a), claim=ApproxDP(a, c))
        two = Theorem(title="Two", given=PureDP(c), claim=ApproxDP(c, c))
        three = Theorem(title="Three", claim=Total(P(y), y) <= a, where={P: (1, 0)})
    scope = "all finite outputs; any outputs by the reduction lemma"
    pages = [Page(f"a.{e.title}", e, "proved", scope) for e in (one, two)]
    links = Links.of(pages)
    shown = grouped(pages, "Both", "theorem", links, Context(explained=True), {})
    assert shown.count("the reduction lemma it may") == 1
    assert shown.index("the reduction lemma it may") < shown.index("One.")
    partly = [pages[0], replace(pages[1], scope="all finite outputs")]
    farther = grouped(partly, "Both", "theorem", links, Context(explained=True), {})
    assert farther.count("the output set be finite") == 1 and farther.count("c > 0") == 1
    assert farther.index("the reduction lemma the output set may") > farther.index("One.")
    apart = grouped([pages[0], Page("a.Three", three, "proved")], "T", "theorem", links, Context(), {})
    assert apart.index("the reduction lemma it may") > apart.index("One.")


def test_what_a_part_counts_has_no_numbers_of_parts_and_no_then_is_left_in_front():
    """A part (i) that claims several things counts them by letters; a title is followed by no `Then`."""
    a, b, c = (parameter(n, above=0) for n in "abc")
    with as_written():
        many = AllOf(Implication(a <= b, a * c <= b * c), Implication(b <= c, a * b <= a * c))
        one = Theorem(title="Two cases", claim=many)
        two = Theorem(title="One case", claim=a + b + c > 0)
        other = Theorem(title="Another", claim=a + b > 0)
    pages = [Page(f"a.{k}", e, "proved") for k, e in enumerate((one, two, other))]
    shown = grouped(pages, "All", "theorem", Links.of(pages), Context(explained=True), {})
    assert "(a) " in shown and "(i) " not in shown.replace(r"\dpsymPart{i}", "")
    assert not re.search(r"textup\{[^}]*\} Then", shown) and re.search(r"Another\.} We have\s", shown)
    whole = grouped([replace(p, entry=replace(p.entry, title="All")) for p in pages[1:]], "All", "theorem",
                    Links.of(pages), Context(explained=True), {})  # fmt: skip
    assert "Another" not in whole and "We have" not in whole
