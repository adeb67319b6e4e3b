"""A page as static HTML: formulas are MathML from our own fold, nothing is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from dpsym.document.blocks import (
    Block,
    Cite,
    Derivation,
    Display,
    Emphasis,
    Facts,
    Grid,
    Inline,
    Items,
    Link,
    Maths,
    Para,
)
from dpsym.document.formulas.boxes import GLYPHS, Box, Fence, Glyph, Name, Row, Text
from dpsym.document.formulas.notation import tall
from dpsym.document.formulas.spelling import PLAIN_BRACKETS, width, write_mathml
from dpsym.document.media.templates import fill
from dpsym.document.page import Links, Page
from dpsym.document.writer import blocks_of
from dpsym.version import __version__

# em that a page has for a formula with its reason beside it; narrower screens have reasons beneath
WIDE = 50.0
NARROW = 14.0  # em that a formula has on a telephone, with room to spare
IN_LINE = 10.0  # em that it has there in a list, in a line of text
MOVED = 'tabindex="0" role="group" aria-label="formula"'  # what is wider than its place, and has a scroll bar there
REASON = 15.0  # em that a reason may take of them


def maths(box: Box, display: bool = False, stop: str = "") -> str:
    """One <math> element; `display` sets fractions and sums at full size, `stop` is the punctuation after it."""
    mode = ' displaystyle="true"' if display else ""
    end = f"<mtext>{escape(stop)}</mtext>" if stop else ""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"{mode}>{write_mathml(box)}{end}</math>'


def displayed(box: Box, stop: str) -> str:
    """A formula on a line of its own; where the line is too narrow it is broken before its signs of relation, and what is
    wider still can be moved with the keyboard."""
    wide = max(map(width, pieces_of(box))) > NARROW
    moved = f" {MOVED}" if wide else ""
    return f'<div class="display"{moved}>{broken(box, stop, True)}</div>'


def pieces_of(box: Box) -> list[Box]:
    """The pieces of a formula between which a line may end: before its signs of relation, and where that leaves a piece too
    wide for a telephone before its sums, differences and words, in the end also those in brackets."""
    if not isinstance(box, Row) or width(box) <= WIDE / 4:
        return [box]
    return [one for piece in cut(box, ("relation",)) for one in finer(piece)]


def finer(piece: Row) -> list[Box]:
    """A piece between two signs of relation in pieces that are no wider than a telephone, as far as may be."""
    if width(piece) <= IN_LINE:
        return [piece]
    parts = cut(piece, ("relation", "operator", "words"))
    if len(parts) > 1:
        return [one for part in parts for one in finer(part)]
    opened = without_brackets(piece)
    return [piece] if opened is None else finer(opened)


def without_brackets(piece: Row) -> Row | None:
    """The piece with its widest bracket written out, so that it can be cut in it; None where there is none."""
    flat = [
        k for k, b in enumerate(piece.items) if isinstance(b, Fence) and b.kind in "([" and not tall(b.body)
    ]
    if not flat:
        return None
    at = max(flat, key=lambda k: width(piece.items[k]))
    fence = piece.items[at]
    assert isinstance(fence, Fence)
    body = fence.body.items if isinstance(fence.body, Row) else (fence.body,)
    left, right = (Name(sign, sign) for sign in PLAIN_BRACKETS[fence.kind])
    return Row((*piece.items[:at], left, *body, right, *piece.items[at + 1 :]))


def kind_of(box: Box) -> str:
    """Whether a box is a sign, and of what kind, or words."""
    return GLYPHS[box.key][4] if isinstance(box, Glyph) else "words" if isinstance(box, Text) else ""


def cut(box: Row, before: tuple[str, ...]) -> list[Row]:
    """The formula in pieces, before each sign of these kinds, but for that of a number."""
    kinds = [kind_of(b) for b in box.items]
    cuts = [
        k
        for k, kind in enumerate(kinds)
        if k and kind in before and (kind == "words" or kinds[k - 1] not in ("relation", "operator"))
    ]
    return [Row(box.items[i:j]) for i, j in zip([0, *cuts], [*cuts, len(box.items)], strict=True)]


def broken(box: Box, stop: str = "", display: bool = False) -> str:
    """A formula in pieces between which a line may end; one in a line of text that is still too wide for a telephone can be
    moved with the keyboard."""
    pieces = pieces_of(box)
    last = len(pieces) - 1
    found = []
    for k, piece in enumerate(pieces):
        shown = maths(piece, display, stop if k == last else "")
        wide = not display and width(piece) > IN_LINE
        found.append(f'<span class="wide" {MOVED}>{shown}</span>' if wide else shown)
    return " ".join(found)


@dataclass(frozen=True)
class Line:
    """A line of a chain or a fact: left side, sign, right side with its punctuation, reason, verdict."""

    left: Box | None
    sign: Box
    right: Box
    stop: str
    reason: str
    verdict: str = ""


def room_of(lines: Sequence[Line]) -> float:
    """The width in em that lines need one below the other with their reasons beside them."""
    left = max((width(x.left) for x in lines if x.left is not None), default=0.0)
    reasons = REASON if any(x.reason for x in lines) else 0.0
    return left + max(width(x.right) for x in lines) + 3.0 + reasons


def lines_of(lines: Sequence[Line]) -> str:
    """Lines one below the other, the reasons beside them where there is room, and else beneath."""
    form = "chain" if room_of(lines) <= WIDE else "chain stacked"
    rows = []
    for x in lines:
        verdict = f' data-verdict="{escape(x.verdict)}"' if x.verdict else ""
        start = maths(x.left, True) if x.left is not None else ""
        reason = f'<td class="reason">{x.reason}</td>' if x.reason else ""
        rows.append(
            f'<tr{verdict}><td class="left">{start}</td><td class="sign">{maths(x.sign)}</td>'
            f'<td class="right">{maths(x.right, True, x.stop)}</td>{reason}</tr>'
        )
    return f'<table class="{form}" role="presentation">{"".join(rows)}</table>'


def facts_of(lines: Sequence[Line]) -> str:
    """Facts, each with a left side of its own: as many together as there is room for."""
    groups: list[list[Line]] = []
    for x in lines:
        if groups and room_of([*groups[-1], x]) <= WIDE:
            groups[-1].append(x)
        else:
            groups.append([x])
    return "\n".join(map(lines_of, groups))


class Setter:
    """Sets blocks as HTML; `known` holds the names that have a page."""

    def __init__(self, known: Collection[str] = ()) -> None:
        self.known = known

    def inline(self, item: Inline) -> str:
        """A part of a paragraph as HTML."""
        if isinstance(item, str):
            return escape(item, quote=False)
        if isinstance(item, Maths):
            return broken(item.box)
        if isinstance(item, Link):
            said = self.items(item.said)
            if item.name in self.known:
                hint = f' title="{escape(item.title)}"' if said else ""
                return f'<a href="{escape(item.name)}.html"{hint}>{said or escape(item.title)}</a>'
            return f"{said}, by “{escape(item.title)}”" if said else f"“{escape(item.title)}”"
        if isinstance(item, Cite):
            return f"<cite>[{escape(item.key)}{', ' + escape(item.place) if item.place else ''}]</cite>"
        if isinstance(item, Emphasis):
            return f"<em>{escape(item.words)}</em>"
        raise TypeError(item)

    def items(self, items: tuple[Inline, ...]) -> str:
        """The parts of a paragraph as HTML."""
        return "".join(map(self.inline, items)).strip()

    def block(self, block: Block) -> str:
        """A paragraph, display, derivation or list as HTML."""
        if isinstance(block, Para):
            return f"<p>{self.items(block.items)}</p>"
        if isinstance(block, Display):
            return displayed(block.box, block.stop)
        if isinstance(block, Derivation):
            last = len(block.lines) - 1
            return lines_of(
                [
                    Line(
                        block.start if k == 0 else None,
                        Glyph(line.relation),
                        line.right,
                        "." if k == last else "",
                        self.items(line.reason),
                        line.verdict,
                    )
                    for k, line in enumerate(block.lines)
                ]
            )
        if isinstance(block, Facts):
            last = len(block.facts) - 1
            return facts_of(
                [
                    Line(*fact.halves, "." if k == last else ",", self.items(fact.reason))
                    for k, fact in enumerate(block.facts)
                ]
            )
        if isinstance(block, Items):
            return "<ul>" + "".join(f"<li>{self.blocks(item)}</li>" for item in block.items) + "</ul>"
        if isinstance(block, Grid):
            head = "".join(f"<th>{self.items(c)}</th>" for c in block.header)
            rows = [
                "<tr>" + "".join(f"<td>{self.items(c)}</td>" for c in row) + "</tr>" for row in block.rows
            ]
            table = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
            box = '<div class="display" tabindex="0" role="group" aria-label="table">'
            return f'{box}<table class="values">{table}</table></div>'
        raise TypeError(block)

    def blocks(self, blocks: tuple[Block, ...]) -> str:
        """Blocks as HTML, one below the other."""
        return "\n".join(map(self.block, blocks))


def html(page: Page, links: Links | None = None, known: Mapping[str, str] | Collection[str] = ()) -> str:
    """A complete HTML page.  `known` are names with a page in the same folder."""
    from markupsafe import Markup

    blocks = blocks_of(page, links)
    setter = Setter(known)
    entry = page.entry
    return fill(
        "html/page.html",
        version=__version__,
        sha256=page.sha256,
        name=page.name,
        kind=entry.kind.capitalize(),
        title=entry.title,
        status=page.badge,
        scope=page.reach,
        source=list(entry.source),
        statement=Markup(setter.blocks(blocks.notation + blocks.statement)),
        proof=Markup(setter.blocks(blocks.whole_proof)),
        remarks=[(heading, Markup(setter.blocks(b))) for heading, b in blocks.remarks],
        uses=[(n, n, n in known) for n in page.uses],
        rests_on=list(page.rests_on),
        indexed=len(known) > 1,
    )


def cell(page: Page, links: Links | None = None) -> str:
    """The page as one block for the cell of a notebook: MathML, no links, nothing of its surroundings."""
    blocks, setter = blocks_of(page, links), Setter()
    badge = escape(", ".join(x for x in (page.status, page.reach) if x))
    parts = [f"<p><strong>{escape(page.entry.title)}</strong> [{badge}]</p>"]
    parts.append(setter.blocks(blocks.statement + blocks.notation))
    if blocks.proof:
        parts.append(f"<details open><summary>Proof</summary>{setter.blocks(blocks.whole_proof)}</details>")
    for heading, said in blocks.remarks:
        parts.append(f"<details><summary>{escape(heading)}</summary>{setter.blocks(said)}</details>")
    return f'<div class="dpsym-page">{"".join(parts)}</div>'


def index(pages: Sequence[Page], title: str = "dpsym") -> str:
    """The index of the given pages, by the first part of their names."""
    groups: dict[str, list[Page]] = {}
    for page in pages:
        groups.setdefault(page.name.split(".")[0].replace("_", " "), []).append(page)
    return fill("html/index.html", version=__version__, title=title, groups=list(groups.items()))
