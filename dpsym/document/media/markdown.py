"""A page as Markdown with $...$ formulas, for notebooks and README files."""

from __future__ import annotations

import re

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
from dpsym.document.formulas.boxes import GLYPHS, Box
from dpsym.document.formulas.spelling import write_latex
from dpsym.document.page import Links, Page
from dpsym.document.writer import blocks_of

# dpsym.sty's macros, spelt out: a Markdown reader does not know them.
MACROS = {
    r"\dpsymMechanism": r"\mathcal{M}", r"\dpsymIndicator": r"\mathbf{1}", r"\dpsymReals": r"\mathbb{R}",
    r"\dpsymNaturals": r"\mathbb{N}", r"\dpsymArgmin": r"\operatorname*{arg\,min}",
    r"\dpsymRoot": r"\operatorname*{root}",
    r"\dpsymPosterior": "X", r"\dpsymLoss": "Z", r"\dpsymPr": r"\Pr\nolimits_", r"\dpsymE": r"\mathbb{E}_",
}  # fmt: skip


def spelt_out(latex: str) -> str:
    """LaTeX without the macros of dpsym.sty."""
    part = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
    latex = re.sub(
        r"\\dpsymHockeyStick" + part * 3, lambda m: f"H_{{{m[1]}}}({m[2]}\\,\\|\\,{m[3]})", latex
    )  # fmt: skip
    latex = re.sub(r"\\dpsymTotalVariation" + part * 2, lambda m: rf"\mathrm{{TV}}({m[1]}, {m[2]})", latex)
    latex = re.sub(
        r"\\dpsymRelativeEntropy" + part * 2, lambda m: rf"\mathrm{{KL}}({m[1]}\,\|\,{m[2]})", latex
    )
    for macro, meaning in sorted(MACROS.items(), key=lambda m: -len(m[0])):
        latex = re.sub(re.escape(macro) + r"(?![A-Za-z])", meaning.replace("\\", "\\\\"), latex)
    return latex


def formula(box: Box) -> str:
    """A formula as LaTeX text with every macro of dpsym.sty spelt out."""
    return spelt_out(write_latex(box))


def escape(words: str) -> str:
    """Prose for Markdown: characters that would start markup or a formula are made harmless."""
    return "".join("\\" + c if c in r"\`*_{}[]<>#|$" else c for c in words)


def _inline(item: Inline) -> str:
    if isinstance(item, str):
        return escape(item)
    if isinstance(item, Maths):
        return f"${formula(item.box)}$"
    if isinstance(item, Link):
        said = _items(item.said)
        if item.name:
            return f"[{said or escape(item.title)}]({item.name}.md)"
        return f"{said}, by “{escape(item.title)}”" if said else f"“{escape(item.title)}”"
    if isinstance(item, Cite):
        return f"[{escape(item.key)}{', ' + escape(item.place) if item.place else ''}]"
    if isinstance(item, Emphasis):
        said = item.words.strip()  # a star beside a space opens and closes nothing
        before, after = item.words.split(said, 1) if said else (item.words, "")
        return f"{before}*{escape(said)}*{after}" if said else before
    raise TypeError(item)


def _items(items: tuple[Inline, ...]) -> str:
    return "".join(map(_inline, items)).strip()


def _lined(rows: list[str], reasons: list[tuple[Inline, ...]]) -> str:
    """Formulas one below the other, and their reasons as a numbered list."""
    maths = "$$\n\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}\n$$"
    notes = [f"{k}. {_items(reason)}" for k, reason in enumerate(reasons, 1) if reason]
    return maths + ("\n\n" + "\n".join(notes) if notes else "")


def _block(block: Block) -> str:
    if isinstance(block, Para):
        return _items(block.items)
    if isinstance(block, Display):
        return f"$$\n{formula(block.box)}{block.stop}\n$$"
    if isinstance(block, Derivation):
        rows = []
        for index, line in enumerate(block.lines):
            start = formula(block.start) + " " if index == 0 else ""
            rows.append(f"{start}&{GLYPHS[line.relation][0]} {formula(line.right)}")
        return _lined(rows, [line.reason for line in block.lines])
    if isinstance(block, Facts):
        rows = []
        for fact in block.facts:
            left, sign, right = fact.halves
            rows.append(f"{formula(left)} &{GLYPHS[sign.key][0]} {formula(right)}")
        return _lined(rows, [fact.reason for fact in block.facts])
    if isinstance(block, Items):
        rows = []
        for item in block.items:
            text = text_of(item).replace("\n", "\n  ")
            rows.append("- " + text)
        return "\n".join(rows)
    if isinstance(block, Grid):
        lines = [" | ".join(_items(c) for c in row) for row in (block.header, *block.rows)]
        lines.insert(1, " | ".join("---" for _ in block.header))
        return "\n".join(f"| {line} |" for line in lines)
    raise TypeError(block)


def text_of(blocks: tuple[Block, ...]) -> str:
    """The text of some blocks."""
    return "\n\n".join(map(_block, blocks))


def markdown(page: Page, links: Links | None = None) -> str:
    """The page as Markdown; formulas between $ and $$ need no macro package."""
    blocks = blocks_of(page, links)
    kind = page.entry.kind.capitalize()
    parts = [f"## {kind}: {escape(page.entry.title)}", text_of(blocks.notation + blocks.statement)]
    if page.badge and page.badge not in ("defined", "context"):
        parts.append(f"*{escape(page.status)}{', ' + escape(page.reach) if page.reach else ''}*")
    if page.entry.source:
        parts.append("Source: " + ", ".join(map(escape, page.entry.source)) + ".")
    if blocks.proof:
        parts += ["### Proof", text_of(blocks.whole_proof)]
    for heading, remark in blocks.remarks:
        parts += [f"### {escape(heading)}", text_of(remark)]
    return "\n\n".join(parts) + "\n"
