"""A page in the terminal: the same words as on paper, formulas as one line of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from dpsym.document.blocks import Cite, Derivation, Display, Emphasis, Facts, Grid, Items, Link, Maths, Para
from dpsym.document.formulas.boxes import (
    Binomial,
    Box,
    Choices,
    Fence,
    Fraction,
    Glyph,
    Limits,
    Macro,
    Name,
    Number,
    Radical,
    Row,
    Script,
    Text,
    Times,
)
from dpsym.document.formulas.spelling import write_plain
from dpsym.document.page import Links, Page
from dpsym.document.writer import blocks_of
from dpsym.language import Theorem

SIGNS = {"<=": "≤", ">=": "≥"}


FACTORS = (Text(""), Text("·"))  # what stands between factors, the second between numbers
LOOSE = {Glyph(k) for k in ("+", "-", "=", "<=", ">=", "<", ">")}


def _flat(box: Box) -> Box:
    """The box on one line: fractions with a slash, roots and sums by name, brackets where they are needed."""
    match box:
        case Row((one,)):
            return _flat(one)
        case Row(items):
            return Row(tuple(_part(item, items[k + 1 :]) for k, item in enumerate(items)))
        case Fence(kind, body, after_name):
            return Fence(kind, _flat(body), after_name)
        case Fraction(above, below):
            top = Fence("(", _flat(above)) if _is_big(above) else _factor(_flat(above))
            return Row((top, Glyph("/"), _factor(_flat(below), True)))
        case Script(base, lower, upper):
            raised = None if upper is None else _flat(upper)
            if raised is not None and not isinstance(raised, Number | Name | Glyph | Fence):
                raised = Fence("(", raised)
            return Script(_flat(base), lower if lower is None else _flat(lower), raised)
        case Limits(operator, under, over):
            return Row(
                (Script(_flat(operator), _flat(under), over if over is None else _flat(over)), Text(""))
            )
        case Radical(body):
            return Row((Name("sqrt", "sqrt"), Fence("(", _flat(body), True)))
        case Binomial(above, below):
            return Row((Name("choose", "choose"), Fence("(", Row((_flat(above), Glyph(","), _flat(below))))))
        case Choices(rows):
            return Choices(tuple((_flat(v), _flat(c)) for v, c in rows))
        case Macro(_, _, meaning):
            return _flat(meaning)
    return box


def _part(item: Box, after: tuple[Box, ...]) -> Box:
    """A part of a formula on one line: factors stand side by side, a fraction before another factor in brackets, as is what
    has a slash: with `a/b c` a reader could not know what is below."""
    if isinstance(item, Times):
        return FACTORS[item.visible]
    flat = _flat(item)
    if isinstance(item, Fraction) and after[:1] and isinstance(after[0], Times):
        return Fence("(", flat)
    return flat


def _is_applied(box: Row) -> bool:
    """Whether it is a name with what it is applied to, `D(y)`."""
    name, *rest = box.items
    return (
        isinstance(name, Name | Script | Glyph)
        and len(rest) == 1
        and isinstance(rest[0], Fence)
        and rest[0].after_name
    )


def _is_big(box: Box) -> bool:
    """Whether the box is, or ends with, a sum or a minimum, whose range has no end on a line of text."""
    return isinstance(box, Limits) or (isinstance(box, Row) and any(map(_is_big, box.items)))


def _factor(box: Box, below: bool = False) -> Box:
    if isinstance(box, Number | Name | Glyph | Fence | Script):
        return box
    if isinstance(box, Row):
        if len(box.items) == 1:
            return _factor(box.items[0], below)
        if _is_applied(box):
            return box
        if not below and not any(i in LOOSE or (isinstance(i, Text) and i not in FACTORS) for i in box.items):
            return box
    return Fence("(", box)


def _line(box: Box) -> str:
    return write_plain(_flat(box))


def _words(items: Sequence[object]) -> str:
    parts = []
    for item in items:
        if isinstance(item, str):
            parts.append(item)
        elif isinstance(item, Maths):
            parts.append(_line(item.displayed or item.box).replace(" ", "\u00a0"))
        elif isinstance(item, Link):
            said = f"{_words(item.said)}, by " if item.said else ""
            parts.append(said + (item.name or f"“{item.title}”"))
        elif isinstance(item, Cite):
            parts.append(f"[{item.key}{', ' + item.place if item.place else ''}]")
        elif isinstance(item, Emphasis):
            parts.append(item.words)
        else:
            raise TypeError(item)
    return "".join(parts).strip()


def _filled(words: str, columns: int, indent: str = "") -> list[str]:
    lines = wrap(
        words,
        columns,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\u00a0", " ") for line in lines]


def _reasoned(text: str, reason: Sequence[object], columns: int) -> list[str]:
    """A relation with its reason beside it, or below where there is no room."""
    words = _words(reason).replace("\u00a0", " ")
    if words and len(text) + len(words) + 6 <= columns:
        return [f"{text}    ({words})"]
    return [text, *(_filled(f"({words})", columns, " " * 12) if words else [])]


def _block(block: object, columns: int) -> list[str]:
    if isinstance(block, Para):
        return _filled(_words(block.items), columns)
    if isinstance(block, Display):
        return [f"    {_line(block.box)}{block.stop}"]
    if isinstance(block, Derivation):
        lines = [f"    {_line(block.start)}"]
        for line in block.lines:
            text = f"      {SIGNS.get(line.relation, line.relation)} {_line(line.right)}"
            lines += _reasoned(text, line.reason, columns)
        return lines
    if isinstance(block, Facts):
        return [x for f in block.facts for x in _reasoned(f"    {_line(f.box)}", f.reason, columns)]
    if isinstance(block, Items):
        lines = []
        for item in block.items:
            inner = [line for b in item for line in _block(b, columns - 2)]
            lines += [("- " if k == 0 else "  ") + line for k, line in enumerate(inner)]
        return lines
    if isinstance(block, Grid):
        cells = [[_words(c).replace("\u00a0", " ") for c in row] for row in (block.header, *block.rows)]
        widths = [max(len(row[k]) for row in cells) for k in range(len(block.header))]
        return [
            "    " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells
        ]
    raise TypeError(block)


def _blocks(blocks: Iterable[object], columns: int) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        lines += _block(block, columns)
    return lines


def text(page: Page, links: Links | None = None, columns: int = 88) -> str:
    """The page as text of at most `columns` columns where formulas allow."""
    blocks = blocks_of(page, links)
    entry = page.entry
    lines = [f"{entry.kind.capitalize()}: {entry.title}", page.name]
    if page.badge:
        scope = f", {page.reach}" if page.reach else ""
        lines.append(
            f"{page.status}{scope}" + (f"; source {', '.join(entry.source)}" if entry.source else "")
        )
    lines += ["", *_blocks(blocks.notation + blocks.statement, columns)]
    if blocks.proof:
        lines += ["", "Proof", *_blocks(blocks.whole_proof, columns)]
    for heading, remark in blocks.remarks:
        lines += ["", heading, *_blocks(remark, columns)]
    if page.uses and isinstance(entry, Theorem):  # the table of an example or a figure says it itself
        lines += ["", "Rests on", *(f"    {name}" for name in page.uses)]
    return "\n".join(line.rstrip() for line in lines) + "\n"
