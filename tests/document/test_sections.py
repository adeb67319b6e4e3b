"""Chapters: every entry once, in one order, with words between; and the appendix made of one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.cli.documents import draw_figures, section_of
from dpsym.document.media.appendix import Outline, write_appendix
from dpsym.document.page import Page
from dpsym.language import Chapter, Part, StatementError
from dpsym.library import UnknownName, chapter, library_files, load

FOLDERS = [f.name.removesuffix(".chapter") for f in library_files() if f.name.endswith(".chapter")]
CHAPTERS = [name for name in FOLDERS if chapter(name).parts]  # those with an order of their own


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_holds_every_entry_of_its_folder_once(name: str) -> None:
    library, found = load(), chapter(name)
    names = [item.name for e in found.entries if (item := library.of(e)) is not None]
    assert len(names) == len(set(names)) == len(found.entries)
    assert {i.name for i in library.inside(name)} <= set(names)
    assert all(part.text.strip().endswith(".") and part.entries for part in found.parts)


@pytest.mark.parametrize("name", CHAPTERS)
def test_what_an_entry_uses_does_not_come_after_it(name: str) -> None:
    place = {id(e): k for k, e in enumerate(chapter(name).entries)}
    for e in chapter(name).entries:
        for used in (*getattr(e, "uses", ()), *getattr(e, "restates", ())):
            assert place.get(id(used), -1) < place[id(e)], (e.title, used.title)


def test_what_a_subject_shows_refers_to_entries() -> None:
    """Every folder has its words and its place, and every `({name})` in them is an entry."""
    names, found = {i.name for i in load()}, {name: chapter(name) for name in FOLDERS}
    folders = {f.name.partition(".")[0] for f in library_files() if "." in f.name}
    assert set(found) == folders and len({c.place for c in found.values()}) == len(found)
    for name, one in found.items():
        referred = re.findall(r"\{([^}]*)\}", one.opening)
        assert set(referred) <= names, (name, set(referred) - names)
        assert 60 < len(one.opening) < 900 and one.opening.endswith(".")


def test_the_appendix_of_the_case_study_is_in_the_order_of_the_chapter(tmp_path: Path) -> None:
    library, sections, opening, title = section_of("census", "kifer2022")
    pages = [Page(item.name, item.entry, "enclosed") for item in library]
    write_appendix(pages, tmp_path, Outline(title=title, sections=sections, opening=opening))
    tex = (tmp_path / "appendix.tex").read_text()
    at = 0
    for section in sections:
        at = tex.index(f"\\section{{{section.title}}}", at)
        at = tex.index(section.words[:30], at)
        for name in (n for group in section.groups for n in group.names):
            at = tex.index("\\input{fragments/" + name.replace(".", "-").replace("_", "-") + "}", at)
    assert tex.index(opening[:40]) < tex.index("\\section{")
    assert [len(s.groups) for s in sections] == [len(p.entries) for p in chapter("census").parts]


def test_a_plot_stands_after_its_figure(tmp_path: Path) -> None:
    library, sections, opening, title = section_of("census", None)
    pages = [Page(item.name, item.entry, "enclosed") for item in library]
    drawn = {"census.curves.figure_7": "figures/seven.pdf"}
    write_appendix(pages, tmp_path, Outline(title=title, sections=sections, opening=opening, plots=drawn))
    tex = (tmp_path / "appendix.tex").read_text()
    assert tex.count("\\includegraphics") == 1 and "\\usepackage{graphicx}" in tex
    _, _, after = tex.partition("\\input{fragments/census-curves-figure-7}")
    assert after.index("{figures/seven.pdf}") < after.index("\\input{")


def test_figures_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    items = [i for i in load() if i.name in ("census.curves.figure_8", "testing.gaussian_power.curves")]
    drawn = draw_figures(items, tmp_path)
    assert list(drawn) == ["census.curves.figure_8"], "curves of different parameters have no common axes"
    assert (tmp_path / drawn["census.curves.figure_8"]).read_bytes().startswith(b"%PDF")


def test_refusals(tmp_path: Path) -> None:
    def said(*arguments: str) -> str:
        found = CliRunner().invoke(main, ["appendix", *arguments, "-o", str(tmp_path / "out")])
        assert found.exit_code == 2, found.output
        return found.stderr

    assert "the sections are" in said("--section", "cencus")
    assert "is not about kazan2025" in said("--section", "census", "--paper", "kazan2025")
    assert "give no others" in said("--section", "census", "posterior")
    with pytest.raises(UnknownName):
        chapter("posteriors")
    entry = chapter("census").entries[0]
    part = Part(heading="One", text="Words.", entries=(entry,))
    with pytest.raises(StatementError, match="twice"):
        Chapter(title="Two", opening="Words.", parts=(part, part))
    with pytest.raises(StatementError, match="words without formulas"):
        Part(heading="One", text="$x$", entries=())
    with pytest.raises(StatementError, match="not an entry"):
        Part(heading="One", text="Words.", entries=("entry",))  # type: ignore[arg-type]


def test_the_opening_of_a_chapter_refers_to_entries_by_number(tmp_path: Path) -> None:
    library, _, opening, title = section_of("inference", None)
    referred = re.findall(r"\(\{([\w.]+)\}\)", opening)
    pages = [Page(item.name, item.entry, "enclosed") for item in library if item.name in referred]
    assert pages
    write_appendix(pages, tmp_path, Outline(title=title, opening=opening))
    tex = (tmp_path / "appendix.tex").read_text()
    assert "\\{inference" not in tex and r"~\ref{thm:inference.lipschitz})" in tex
