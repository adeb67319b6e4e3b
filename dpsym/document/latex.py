"""LaTeX of a page: a fragment that can be \\input, laid out for the width of the column it goes into."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import dpsym
from dpsym.document.boxes import GLYPHS, Box
from dpsym.document.page import (
    INLINE,
    Block,
    Cite,
    Derivation,
    Display,
    Emphasis,
    Grid,
    Inline,
    Items,
    Link,
    Links,
    Maths,
    Page,
    Para,
    blocks_of,
)
from dpsym.document.spelling import escape_latex, width, write_latex
from dpsym.document.templates import fill

ENVIRONMENTS = {
    "theorem": "theorem", "lemma": "lemma", "corollary": "corollary", "proposition": "proposition",
    "definition": "definition", "example": "example", "figure": "example", "table": "example", "background": "remark",
    "remark": "remark",
}  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """The room a fragment has.  `room`: column width in em of the text font; `beside`: reasons in a column of their own."""

    room: float = 34.0
    beside: bool = True


LAYOUTS: Mapping[str, Layout] = {
    "article": Layout(41.0),
    "llncs": Layout(34.0),
    "acmart": Layout(25.0, beside=False),
    "IEEEtran": Layout(24.5, beside=False),
}


@dataclass(frozen=True)
class Context:
    """What a fragment may refer to: the layout, names of pages in the same document, keys of the bibliography."""

    layout: Layout = Layout()
    known: Collection[str] = ()
    keys: Collection[str] = ()


class Setter:
    """Sets blocks as LaTeX."""

    def __init__(self, context: Context, room: float | None = None, prefixes: Mapping[str, str] | None = None) -> None:
        self.context = context
        self.room = room or context.layout.room
        self.labels = prefixes or {}

    # ---- text
    def inline(self, item: Inline) -> str:
        if isinstance(item, str):
            return escape_latex(item)
        if isinstance(item, Maths):
            return f"${write_latex(item.box)}$"
        if isinstance(item, Link):
            if item.name in self.context.known:
                return rf"\ref{{{self.labels.get(item.name, 'thm:' + item.name)}}}"
            return f"``{escape_latex(item.title)}''"
        if isinstance(item, Cite):
            if item.key not in self.context.keys:
                return escape_latex(f"[{item.key}{', ' + item.place if item.place else ''}]")
            return rf"\cite{f'[{escape_latex(item.place)}]' if item.place else ''}{{{item.key}}}"
        if isinstance(item, Emphasis):
            return rf"\emph{{{escape_latex(item.words)}}}"
        raise TypeError(item)

    def line(self, items: tuple[Inline, ...]) -> str:
        """Items run together; a formula too wide for the text is displayed."""
        text = ""
        for index, item in enumerate(items):
            if isinstance(item, Link) and item.name in self.context.known:
                text += ("Theorem~" if not text.endswith("~") else "") + self.inline(item)
            elif isinstance(item, Maths) and width(item.box) > min(2.2 * INLINE, 0.6 * self.room):
                rest = items[index + 1 :]
                stop = ""
                if rest and isinstance(rest[0], str) and rest[0][:1] in ",.;":
                    stop = rest[0][0]
                    items = (*items[: index + 1], rest[0][1:].lstrip(), *rest[1:])
                after = self.line(items[index + 1 :]).lstrip()
                return text.rstrip() + "\n" + self.display(item.displayed or item.box, stop) + ("\n" + after if after else "")
            else:
                text += self.inline(item)
        return text

    # ---- displays
    def display(self, box: Box, stop: str) -> str:
        return f"\\[\n  {write_latex(box, self.room - 1.0)}{stop}\n\\]"

    def chain(self, chain: Derivation, last: bool = False) -> str:
        lines = chain.lines
        rights = [width(line.right) for line in lines]
        left, widest = width(chain.start), max(rights)
        reasons = [self.line(line.reason) for line in lines]
        longest = max((_text_width(r) for r in reasons), default=0.0)
        room = self.room - (2.2 if last else 0.8)
        sign = 1.4
        gap = 1.6
        any_reason = any(reasons)
        if self.context.layout.beside or not any_reason:
            for alone in (False, True):
                used = (1.0 if alone else left) + sign + widest + gap
                spare = room - used if any_reason else longest
                fits = used - gap <= room if not any_reason else spare >= min(longest, 9.0) and spare >= 0.4 * longest
                if fits and (not alone or left <= room):
                    return self._beside(chain, reasons, alone, min(spare, longest + 0.3), last)
        return self._noted(chain, reasons, room)

    def _beside(self, chain: Derivation, reasons: list[str], alone: bool, column: float, last: bool) -> str:
        start = write_latex(chain.start)
        rows = []
        for index, (line, reason) in enumerate(zip(chain.lines, reasons, strict=True)):
            sign = GLYPHS[line.relation][0]
            shown = rf" && \dpsymReason{{{column:.1f}em}}{{{reason}}}" if reason else ""
            stop = ("." + (r"\dpsymQed" if last else "")) if index == len(reasons) - 1 else ""
            lead = start + " " if index == 0 and not alone else ""
            rows.append(f"  {lead}&{sign} {write_latex(line.right)}{stop}{shown}")
        if alone:
            rows = [f"  &\\hspace{{-1em}}{start}", *rows]
        return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"

    def _noted(self, chain: Derivation, reasons: list[str], room: float) -> str:
        """Letters over the relations, the reasons beneath: for narrow columns and long lines."""
        left = width(chain.start)
        widest = max(width(line.right) for line in chain.lines)
        alone = left + 2.0 + widest > room
        inner = room - 3.4 if alone else room - left - 2.0
        start = write_latex(chain.start, room if alone else None)
        rows, notes = [], []
        for index, (line, reason) in enumerate(zip(chain.lines, reasons, strict=True)):
            sign = GLYPHS[line.relation][0]
            if reason:
                letter = "abcdefghijklmnopqrstuvwxyz"[len(notes) % 26] * (1 + len(notes) // 26)
                sign = rf"\dpsymBy{{{letter}}}{{{sign}}}"
                notes.append(f"({letter})~{reason}")
            stop = "," if index == len(reasons) - 1 and notes else "." if index == len(reasons) - 1 else ""
            lead = start + " " if index == 0 and not alone else ""
            rows.append(f"  {lead}&{sign} {write_latex(line.right, inner)}{stop}")
        if alone:
            rows = [f"  &\\hspace{{-1em}}{start}", *rows]
        text = "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"
        return text + ("\nwhere " + "; ".join(notes) + "." if notes else "")

    # ---- blocks
    def block(self, block: Block) -> str:
        if isinstance(block, Para):
            return self.line(block.items).strip()
        if isinstance(block, Display):
            return self.display(block.box, block.stop)
        if isinstance(block, Derivation):
            return self.chain(block)
        if isinstance(block, Items):
            inner = Setter(self.context, self.room - 2.6, self.labels)
            rows = ["\\item " + inner.blocks(item) for item in block.items]
            return "\\begin{itemize}\n" + "\n".join(rows) + "\n\\end{itemize}"
        if isinstance(block, Grid):
            return self.grid(block)
        raise TypeError(block)

    def grid(self, grid: Grid) -> str:
        columns = len(grid.header)
        cells = [[self.line(c) for c in row] for row in (grid.header, *grid.rows)]
        needs = [max(_text_width(row[k]) for row in cells) for k in range(columns)]
        spare = self.room - 1.0 - sum(needs) - 1.3 * (columns - 1)
        form = "l" * columns
        if spare < 0:
            first = max(6.0, needs[0] + spare - 0.5)
            form = rf"p{{{first:.1f}em}}" + "l" * (columns - 1)
        rows = [" & ".join(row) + r" \\" for row in cells]
        table = "\n".join(("\\hline", rows[0], "\\hline", *rows[1:], "\\hline"))
        return f"\\begin{{center}}\\footnotesize\\setlength\\tabcolsep{{.6em}}\n\\begin{{tabular}}{{@{{}}{form}@{{}}}}\n{table}\n\\end{{tabular}}\n\\end{{center}}"

    def blocks(self, blocks: tuple[Block, ...], proof: bool = False) -> str:
        """The blocks; at the end of a `proof` the box stands in the last displayed line."""
        found = []
        for index, block in enumerate(blocks):
            last = proof and index == len(blocks) - 1
            found.append(self.chain(block, last) if last and isinstance(block, Derivation) else self.block(block))
        return "\n".join(found)


def _text_width(latex: str) -> float:
    """A rough width in em of a piece of footnotesize text with formulas in it."""
    bare = re.sub(r"\\(?:ref|cite)(?:\[[^]]*\])?\{[^{}]*\}", "0.0", latex)
    bare = re.sub(r"\\(?:text|emph|ensuremath|frac)", "", bare)
    bare = re.sub(r"\\[A-Za-z]+", "x", re.sub(r"[{}$]", "", bare))
    return 0.43 * len(bare)


def fragment(page: Page, links: Links | None = None, context: Context | None = None, source: str = "",
             labels: Mapping[str, str] | None = None) -> str:  # fmt: skip
    """The page as a LaTeX fragment for `context` (column width, pages and bib keys that can be referred to)."""
    context = context or Context()
    blocks = blocks_of(page, links)
    setter = Setter(context, prefixes=labels)
    entry = page.entry
    scope = f", {page.scope}" if page.scope else ""
    return fill(
        "latex/fragment.tex",
        version=dpsym.__version__,
        sha256=page.sha256,
        name=page.name,
        environment=ENVIRONMENTS.get(entry.kind, "proposition"),
        title=escape_latex(entry.title),
        label=page.label,
        statement=setter.blocks(blocks.statement),
        verdict=escape_latex(page.status),
        scope=escape_latex(scope),
        source=source,
        proof=setter.blocks(blocks.proof, proof=True),
        remarks=[(escape_latex(h), setter.blocks(b)) for h, b in blocks.remarks],
    )
