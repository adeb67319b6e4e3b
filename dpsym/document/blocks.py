"""What a page consists of: blocks of text and formulas, which LaTeX, HTML, Markdown and the terminal set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sympy import Basic

from dpsym.document.formulas.boxes import GLYPHS, Box, Glyph, Row, holds_cases
from dpsym.document.formulas.notation import SpellingError

# How wide a formula may be (in em) and still stand inside a line of text.
INLINE = 11.0


@dataclass(frozen=True)
class Maths:
    """A formula in the text: a box with fractions on the line, and one for the case that it has to be
    displayed; that one is `head` = `thing` where both are given, and parts of the thing may be abbreviated."""

    box: Box
    displayed: Box | None = None
    head: Box | None = None
    thing: Basic | None = None


@dataclass(frozen=True)
class Link:
    """A reference to another page; `title` stands where the page is not in the same document.

    said   the words of the sentence that refer to it: where a click leads to the page they are the link, and elsewhere
           the page is named after them
    """

    name: str
    title: str
    kind: str = "theorem"
    said: tuple[Inline, ...] = ()


@dataclass(frozen=True)
class Cite:
    """A citation: bib key, with the place in it."""

    key: str
    place: str = ""


@dataclass(frozen=True)
class Emphasis:
    """Stressed words."""

    words: str


Inline = str | Maths | Link | Cite | Emphasis
Pieces = tuple[object, ...]  # the steps, or lines of a chain, that a block of a proof tells


@dataclass(frozen=True)
class Para:
    """A paragraph, or a part of one that runs on around a display; `opens` where a new one begins with it, and `ends` where
    it ends the proof of a fact; `rests` are the links of which alone it is made, that something rests on them."""

    items: tuple[Inline, ...]
    opens: bool = False
    ends: bool = False
    rests: tuple[Link, ...] = ()
    of: Pieces = field(default=(), compare=False)


@dataclass(frozen=True)
class Display:
    """A displayed formula, with the punctuation after it."""

    box: Box
    stop: str = ""
    thing: Basic | None = None  # what the box was folded from, where parts of it may be abbreviated
    of: Pieces = field(default=(), compare=False)


@dataclass(frozen=True)
class ChainLine:
    """One line of a chain: relation sign, right side, reason, verdict."""

    relation: str
    right: Box
    reason: tuple[Inline, ...]
    verdict: str = ""
    thing: Basic | None = None


@dataclass(frozen=True)
class Derivation:
    """A chain of relations, displayed line by line."""

    start: Box
    lines: tuple[ChainLine, ...]
    thing: Basic | None = None
    of: Pieces = field(default=(), compare=False)


@dataclass(frozen=True)
class Fact:
    """A relation that holds, with the reason beside it."""

    box: Row
    thing: Basic
    reason: tuple[Inline, ...]
    of: Pieces = field(default=(), compare=False)

    @property
    def halves(self) -> tuple[Row, Glyph, Row]:
        """What stands before the first sign of relation, the sign, and what follows."""
        items = self.box.items
        for k, item in enumerate(items):
            if isinstance(item, Glyph) and GLYPHS[item.key][4] == "relation":
                return Row(items[:k]), item, Row(items[k + 1 :])
        raise SpellingError("a fact without a relation")


@dataclass(frozen=True)
class Facts:
    """Relations one below the other, each with its reason."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Items:
    """A list; each item is a row of blocks."""

    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True)
class Grid:
    """A table: header and rows of cells."""

    header: tuple[tuple[Inline, ...], ...]
    rows: tuple[tuple[tuple[Inline, ...], ...], ...]


Block = Para | Display | Derivation | Facts | Items | Grid


@dataclass(frozen=True)
class Blocks:
    """What a page says: the statement, what the signs in it stand for, the proof, and remarks with their
    headings; and, to open the proof, what the signs stand for that occur in the proof alone."""

    statement: tuple[Block, ...]
    proof: tuple[Block, ...] = ()
    remarks: tuple[tuple[str, tuple[Block, ...]], ...] = ()
    notation: tuple[Block, ...] = ()
    opening: tuple[Block, ...] = ()

    @property
    def whole_proof(self) -> tuple[Block, ...]:
        """The proof as it is read where no document has said what its signs stand for."""
        return self.opening + self.proof


def resting_on(these: Sequence[Link]) -> Para:
    """`It rests on Theorems 1 and 2.`, a paragraph of its own."""
    return Para(("It rests on ", *listed([[one] for one in these]), "."), rests=tuple(these))


def told_by(blocks: Iterable[Block], of: Pieces) -> list[Block]:
    """The blocks as those that tell these steps, but those of which it is known that they tell others."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Facts):
            block = Facts(tuple(f if f.of else replace(f, of=of) for f in block.facts))
        elif isinstance(block, Para | Display | Derivation) and not block.of:
            block = replace(block, of=of)
        found.append(block)
    return found


def listed(parts: list[list[Inline]]) -> list[Inline]:
    """`a, b and c`."""
    found: list[Inline] = []
    for index, part in enumerate(parts):
        if index:
            found.append(" and " if index == len(parts) - 1 else ", ")
        found += part
    return found


def sentence(words: str) -> str:
    """The words with a capital letter and a full stop."""
    text = words[:1].upper() + words[1:]
    return text if text.endswith((".", "?", "!")) else text + "."


def continued(lead: str, blocks: list[Block]) -> list[Block]:
    """The blocks after words that begin their first sentence; nothing where there are none."""
    if not blocks:
        return []
    begun = blocks[0]
    if isinstance(begun, Para):
        first, *rest = begun.items
        if isinstance(first, str):
            blocks = [replace(begun, items=(lowered(first), *rest), opens=False), *blocks[1:]]
        elif isinstance(first, Link) and first.said and isinstance(first.said[0], str):
            said = (lowered(first.said[0]), *first.said[1:])
            blocks = [replace(begun, items=(replace(first, said=said), *rest), opens=False), *blocks[1:]]
    return [Para((lead,)), *blocks]


NAMES = ("Bayes", "Blackwell", "Gaussian", "Laplace", "Markov", "Rényi")


def lowered(words: str) -> str:
    """Words without a capital letter in front, where none belongs there: somebody's name keeps it."""
    first = words.partition(" ")[0]
    if first.endswith(("'s", "’s")) or first.startswith(NAMES) or first[1:].lower() != first[1:]:
        return words
    return words[:1].lower() + words[1:]


def capitalised(items: Iterable[Inline]) -> list[Inline]:
    """The words with a capital letter in front."""
    found = list(items)
    if found and isinstance(found[0], str):
        found[0] = found[0][:1].upper() + found[0][1:]
    elif found and isinstance(found[0], Link) and found[0].said:
        found[0] = replace(found[0], said=tuple(capitalised(found[0].said)))
    return found


def merge(blocks: Iterable[Block]) -> list[Block]:
    """Paragraphs that follow each other run on, unless one opens anew; empty ones go, and a value by cases is displayed."""
    found: list[Block] = []
    opens = False
    for block in (part for one in blocks for part in around_cases(one)):
        if isinstance(block, Para):
            items = tuple(i for i in block.items if i != "")
            opens = opens or block.opens
            if not items:
                continue
            alone = block.rests or (found and isinstance(found[-1], Para) and found[-1].rests)
            if found and isinstance(found[-1], Para) and not opens and not alone:
                gap = () if _closed(found[-1].items[-1], items[0]) else (" ",)
                found[-1] = replace(found[-1], items=(*found[-1].items, *gap, *items))
                continue
            block = replace(block, items=items, opens=opens and bool(found))
        opens = False
        found.append(block)
    return found


def around_cases(block: Block) -> Iterator[Block]:
    """A paragraph cut at the formulas in it that hold a value by cases, which stand on lines of their own."""
    if not isinstance(block, Para):
        yield block
        return
    items, opens = block.items, block.opens
    while (
        at := next((k for k, i in enumerate(items) if isinstance(i, Maths) and holds_cases(i.box)), None)
    ) is not None:
        formula, rest, stop = items[at], items[at + 1 :], ""
        assert isinstance(formula, Maths)
        if rest and isinstance(rest[0], str) and rest[0][:1] in (",", ".", ";"):
            stop, rest = rest[0][0], (rest[0][1:].lstrip(), *rest[1:])
        yield Para(items[:at], opens)
        yield Display(formula.displayed or formula.box, stop, formula.thing if formula.head is None else None)
        items, opens = rest, False
    yield block if items is block.items else Para(items, opens)


def _closed(last: Inline, first: Inline) -> bool:
    """Whether no space is wanted between two pieces of text."""
    if isinstance(last, str) and last.endswith((" ", "(", "“")):
        return True
    return isinstance(first, str) and first.startswith((" ", ",", ".", ";", ":", ")"))
