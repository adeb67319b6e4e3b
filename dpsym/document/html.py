"""A page as static HTML: formulas are MathML from our own fold, nothing is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from pathlib import Path

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
from dpsym.document.boxes import Box, Glyph
from dpsym.document.page import Links, Page
from dpsym.document.spelling import write_mathml
from dpsym.document.templates import fill
from dpsym.document.writer import blocks_of
from dpsym.version import __version__


def maths(box: Box, display: bool = False) -> str:
    """One <math> element."""
    mode = ' display="block"' if display else ""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"{mode}>{write_mathml(box)}</math>'


class Setter:
    """Sets blocks as HTML; `known` holds the names that have a page."""

    def __init__(self, known: Collection[str] = ()) -> None:
        self.known = known

    def inline(self, item: Inline) -> str:
        if isinstance(item, str):
            return escape(item, quote=False)
        if isinstance(item, Maths):
            return maths(item.box)
        if isinstance(item, Link):
            if item.name in self.known:
                return f'<a href="{escape(item.name)}.html">{escape(item.title)}</a>'
            return f"“{escape(item.title)}”"
        if isinstance(item, Cite):
            return f"<cite>[{escape(item.key)}{', ' + escape(item.place) if item.place else ''}]</cite>"
        if isinstance(item, Emphasis):
            return f"<em>{escape(item.words)}</em>"
        raise TypeError(item)

    def items(self, items: tuple[Inline, ...]) -> str:
        return "".join(map(self.inline, items)).strip()

    def block(self, block: Block) -> str:
        if isinstance(block, Para):
            return f"<p>{self.items(block.items)}</p>"
        if isinstance(block, Display):
            return f'<div class="display">{maths(block.box, True)}{escape(block.stop)}</div>'
        if isinstance(block, Derivation):
            rows = []
            for index, line in enumerate(block.lines):
                start = maths(block.start, True) if index == 0 else ""
                sign, right = maths(Glyph(line.relation)), maths(line.right, True)
                verdict = f' data-verdict="{escape(line.verdict)}"' if line.verdict else ""
                rows.append(
                    f'<tr{verdict}><td class="left">{start}</td><td>{sign}</td><td>{right}</td>'
                    f'<td class="reason">{self.items(line.reason)}</td></tr>'
                )
            return '<div class="display"><table class="chain">' + "".join(rows) + "</table></div>"
        if isinstance(block, Facts):
            rows = []
            for fact in block.facts:
                left, sign, right = (maths(part, True) for part in fact.halves)
                rows.append(
                    f'<tr><td class="left">{left}</td><td>{sign}</td><td>{right}</td>'
                    f'<td class="reason">{self.items(fact.reason)}</td></tr>'
                )
            return '<div class="display"><table class="chain">' + "".join(rows) + "</table></div>"
        if isinstance(block, Items):
            return "<ul>" + "".join(f"<li>{self.blocks(item)}</li>" for item in block.items) + "</ul>"
        if isinstance(block, Grid):
            head = "".join(f"<th>{self.items(c)}</th>" for c in block.header)
            rows = [
                "<tr>" + "".join(f"<td>{self.items(c)}</td>" for c in row) + "</tr>" for row in block.rows
            ]
            table = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
            return f'<div class="display"><table class="values">{table}</table></div>'
        raise TypeError(block)

    def blocks(self, blocks: tuple[Block, ...]) -> str:
        return "\n".join(map(self.block, blocks))


def html(
    page: Page, links: Links | None = None, known: Mapping[str, str] | Collection[str] = (), extra: str = ""
) -> str:
    """A complete HTML page.  `known` are names with a page in the same folder; `extra` is HTML put at the
    end."""
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
        proof=Markup(setter.blocks(blocks.proof)),
        remarks=[(heading, Markup(setter.blocks(b))) for heading, b in blocks.remarks],
        uses=[(n, n in known) for n in page.uses],
        rests_on=list(page.rests_on),
        extra=Markup(extra),
    )


def cell(page: Page, links: Links | None = None) -> str:
    """The page as one block for the cell of a notebook: MathML, no links, nothing of its surroundings."""
    blocks, setter = blocks_of(page, links), Setter()
    badge = escape(", ".join(x for x in (page.status, page.reach) if x))
    parts = [f"<p><strong>{escape(page.entry.title)}</strong> [{badge}]</p>"]
    parts.append(setter.blocks(blocks.statement + blocks.notation))
    if blocks.proof:
        parts.append(f"<details open><summary>Proof</summary>{setter.blocks(blocks.proof)}</details>")
    for heading, said in blocks.remarks:
        parts.append(f"<details><summary>{escape(heading)}</summary>{setter.blocks(said)}</details>")
    return f'<div class="dpsym-page">{"".join(parts)}</div>'


def index(pages: Sequence[Page], title: str = "dpsym") -> str:
    """The index of the given pages, by the first part of their names."""
    groups: dict[str, list[Page]] = {}
    for page in pages:
        groups.setdefault(page.name.split(".")[0].replace("_", " "), []).append(page)
    return fill("html/index.html", version=__version__, title=title, groups=list(groups.items()))


def write_site(pages: Sequence[Page], directory: Path, title: str = "dpsym") -> list[Path]:
    """One HTML file a page and index.html; the folder works offline.  The paths written, index first."""
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    links, known = Links.of(pages), frozenset(p.name for p in pages)
    written = [directory / "index.html"]
    written[0].write_text(index(pages, title), encoding="utf-8")
    for page in pages:
        path = directory / f"{page.name}.html"
        path.write_text(html(page, links, known), encoding="utf-8")
        written.append(path)
    return written
