"""A page turned into blocks: the statement, what its signs stand for, the proof, the remarks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, singledispatch
from typing import Generic, TypeVar

from dpsym.document.blocks import Block, Blocks, Inline, Para
from dpsym.document.formulas.shapes import indices_in
from dpsym.document.page import Links, Page
from dpsym.document.proof import proof
from dpsym.document.remarks import remarks
from dpsym.document.statement import definition, statement
from dpsym.document.tables import background, figure, fixed, numbers
from dpsym.document.words.glossary import notation, notation_of_proof
from dpsym.document.words.wording import Wording
from dpsym.language import statements as st

T = TypeVar("T")


def blocks_of(page: Page, links: Links | None = None) -> Blocks:
    """What the page says; raises SpellingError for a node without a spelling.  The last few are kept, as the same page is
    set in several forms."""
    return _kept(_Itself(page), None if links is None else _Itself(links))


@dataclass(frozen=True, eq=False)
class _Itself(Generic[T]):
    """A page or its links as a key: equal to nothing else, as to compare them takes longer than to read them."""

    thing: T

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.thing is other.thing


@lru_cache(4)
def _kept(page: _Itself[Page], links: _Itself[Links] | None) -> Blocks:
    with indices_in(page.thing.entry).apply():
        return _blocks(
            page.thing.entry, Wording(page.thing, links.thing if links else Links.of([page.thing]))
        )


@singledispatch
def _blocks(entry: st.Entry, w: Wording) -> Blocks:
    return Blocks(w.prose(entry) or (Para((entry.title + ".",)),))


@_blocks.register
def _(entry: st.Theorem, w: Wording) -> Blocks:
    said, notation_ = statement(w, entry), paragraph(notation(entry))
    if not w.page.shown.proof:
        return Blocks(said, notation=notation_)
    assert isinstance(w.read, st.Theorem)
    shown = tuple(proof(w, w.read))
    return Blocks(
        said,
        shown,
        tuple(remarks(w, w.read)),
        notation_,
        paragraph(notation_of_proof(entry)) if shown else (),
    )


def paragraph(items: list[Inline]) -> tuple[Block, ...]:
    """A paragraph, where there is something to say."""
    return (Para(tuple(items)),) if items else ()


@_blocks.register
def _(entry: st.Definition, w: Wording) -> Blocks:
    return definition(w, entry)


@_blocks.register
def _(entry: st.Example, w: Wording) -> Blocks:
    return Blocks(fixed(entry.values) + numbers(w, entry.values, entry.uses) + w.prose(entry))


@_blocks.register
def _(entry: st.Figure, w: Wording) -> Blocks:
    return figure(w, entry)


@_blocks.register
def _(entry: st.Background, w: Wording) -> Blocks:
    return Blocks(background(w, entry))
