"""The section with the reduction lemma: in every appendix that has a scope which names it, and in no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dpsym.document.media.appendix import Outline, write_appendix
from dpsym.document.page import Page
from dpsym.language import Theorem, as_written, parameter
from dpsym.lift import LEMMA

x = parameter("x", at_least=0)
with as_written():
    THEOREM = Theorem(title="A bound", claim=x <= x + 1)
PAGE = Page("bound", THEOREM, "proved", "all finite outputs")
LIFTED = replace(PAGE, scope=f"all finite outputs; any outputs {LEMMA}")


@pytest.mark.parametrize(
    ("page", "outline", "there"),
    [
        (PAGE, Outline(), False),
        (LIFTED, Outline(), True),
        (LIFTED, Outline(verdicts=False), True),
        (LIFTED, Outline(document_class="IEEEtran"), True),
    ],
)
def test_it_is_there_where_a_scope_names_it(
    page: Page, outline: Outline, there: bool, tmp_path: Path
) -> None:
    written = write_appendix([page], tmp_path, outline)
    section = tmp_path / "any-outputs.tex"
    assert (section in written) is section.exists() is there
    assert (r"\input{any-outputs}" in (tmp_path / "appendix.tex").read_text(encoding="utf-8")) is there
    if there:
        text = section.read_text(encoding="utf-8")
        assert (
            r"\label{lem:richter}" in text and text.count(r"\begin{proof}") == text.count(r"\end{proof}") >= 2
        )
