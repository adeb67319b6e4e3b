"""The appendices of whole papers as LaTeX sets them: nothing stands out of its column, in one column or in two."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from pages import library_pages

from dpsym.document.media.appendix import Outline, write_appendix
from dpsym.document.media.compile import compile_pdf, complaints
from dpsym.document.page import Page
from dpsym.library import paper, select
from dpsym.library.arrangement import arranged

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("latexmk"), reason="no LaTeX"),
]
WIDEST = 2.0  # pt by which a line may be too long: less is not seen


def overfull(directory: Path) -> list[str]:
    """The lines that stand out, by more than is seen."""
    found = [c for c in complaints(directory) if c.startswith(r"Overfull \hbox")]
    return [c for c in found if float(re.search(r"\(([\d.]+)pt", c)[1]) > WIDEST]  # type: ignore[index]


@pytest.mark.parametrize(
    ("key", "document_class"),
    [("kazan2025", "article"), ("kifer2022", "article"), ("kazan2025", "acmart")],
)
def test_nothing_stands_out_of_its_column(key: str, document_class: str, tmp_path: Path) -> None:
    known = {p.name: p for p in library_pages()}
    of = paper(key)
    library, sections = arranged(select((), of).paper(of.key), of)
    pages = [known.get(i.name, Page(i.name, i.entry, "proved")) for i in library]
    assert len(pages) > 50
    write_appendix(pages, tmp_path, Outline(sections=sections, document_class=document_class))
    compile_pdf(tmp_path)
    assert overfull(tmp_path) == []
