"""A page turned into blocks: the statement, what its signs stand for, the proof, the remarks."""

from __future__ import annotations

from functools import singledispatch

from dpsym.document.blocks import Blocks, Para
from dpsym.document.glossary import notation
from dpsym.document.page import Links, Page
from dpsym.document.proof import proof
from dpsym.document.remarks import remarks
from dpsym.document.statement import definition, statement
from dpsym.document.tables import background, figure, numbers
from dpsym.document.wording import Wording
from dpsym.language import statements as st


def blocks_of(page: Page, links: Links | None = None) -> Blocks:
    """What the page says; raises SpellingError for a node without a spelling."""
    return _blocks(page.entry, Wording(page, links or Links.of([page])))


@singledispatch
def _blocks(entry: st.Entry, w: Wording) -> Blocks:
    return Blocks(w.prose(entry) or (Para((entry.title + ".",)),))


@_blocks.register
def _(entry: st.Theorem, w: Wording) -> Blocks:
    notes = notation(entry)
    said, notation_ = statement(w, entry), (Para(tuple(notes)),) if notes else ()
    if not w.page.shown.proof:
        return Blocks(said, notation=notation_)
    assert isinstance(w.read, st.Theorem)
    return Blocks(said, tuple(proof(w, w.read)), tuple(remarks(w, w.read)), notation_)


@_blocks.register
def _(entry: st.Definition, w: Wording) -> Blocks:
    return definition(w, entry)


@_blocks.register
def _(entry: st.Example, w: Wording) -> Blocks:
    return Blocks(numbers(w, entry.values, entry.uses) + w.prose(entry))


@_blocks.register
def _(entry: st.Figure, w: Wording) -> Blocks:
    return figure(w, entry)


@_blocks.register
def _(entry: st.Background, w: Wording) -> Blocks:
    return Blocks(background(w, entry))
