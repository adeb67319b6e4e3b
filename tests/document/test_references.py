"""A reason that refers to a page with a long title: the author's words are the link, and no form of the page loses them."""

from __future__ import annotations

import pytest

from dpsym.document.blocks import Link
from dpsym.document.media.html import html
from dpsym.document.media.latex import fragment
from dpsym.document.media.markdown import markdown
from dpsym.document.media.terminal import text
from dpsym.document.page import Links, Page
from dpsym.document.writer import blocks_of
from dpsym.language import Chain, Theorem, parameter, tanh

eps, d = parameter("eps", at_least=0), parameter("d", at_least=0)
LONG = "A title of so many words that nobody would read it as a reason"


def pages(title: str) -> tuple[Page, Links]:
    """A page that uses an entry of this title for the reason `by a tangent of eps`, and the links of both."""
    used = Theorem(title=title, claim=tanh(eps) <= d)
    user = Theorem(
        title="A bound",
        claim=tanh(eps) <= d,
        derivation=Chain(tanh(eps)).le(d, "the tangent of eps", by=used),
    )
    page = Page("a.bound", user)
    return page, Links.of([page, Page("a.fact", used)])


@pytest.mark.parametrize("form", [html, fragment, markdown, text])
def test_no_form_loses_the_words(form):
    page, links = pages(LONG)
    assert "the tangent of" in form(page, links).lower()


def test_the_words_are_the_link_and_the_name_is_there():
    page, links = pages(LONG)
    said = html(page, links, {"a.fact": "a.fact", "a.bound": "a.bound"})
    assert f'<a href="a.fact.html" title="{LONG}">' in said and f">{LONG}<" not in said
    assert "](a.fact.md)" in markdown(page, links) and LONG not in markdown(page, links)
    assert "a.fact" in text(page, links) and f"``{LONG}''" in fragment(page, links)


def test_a_short_title_is_a_reason():
    page, links = pages("A tangent")
    found = [i for b in blocks_of(page, links).proof for i in getattr(b, "items", ()) if isinstance(i, Link)]
    assert [i.said for i in found] == [()] and "[A tangent](a.fact.md)" in markdown(page, links)
