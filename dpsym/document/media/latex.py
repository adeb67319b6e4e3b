"""LaTeX of a page: a fragment that can be \\input, laid out for the width of the column it goes into."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import (
    INLINE,
    Block,
    Cite,
    Derivation,
    Display,
    Emphasis,
    Fact,
    Facts,
    Grid,
    Inline,
    Items,
    Link,
    Maths,
    Para,
    capitalised,
    resting_on,
)
from dpsym.document.formulas.boxes import (
    GLYPHS,
    Box,
    Choices,
    Fence,
    Fraction,
    Glyph,
    Macro,
    Name,
    Radical,
    Row,
    Script,
    Text,
)
from dpsym.document.formulas.notation import Fold, Indices, row, tall
from dpsym.document.formulas.shapes import indices_in, names_in
from dpsym.document.formulas.spelling import escape_latex, punctuated, width, write_latex
from dpsym.document.media.templates import fill
from dpsym.document.page import Links, Page
from dpsym.document.words.named_terms import with_names
from dpsym.document.writer import blocks_of
from dpsym.language import expressions as x
from dpsym.version import __version__

ENVIRONMENTS = {
    "theorem": "theorem", "lemma": "lemma", "corollary": "corollary", "proposition": "proposition",
    "definition": "definition", "example": "example", "figure": "example", "table": "example",
    "background": "remark",
    "remark": "remark",
}  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """The room a fragment has.  `room`: column width in em of the text font; `beside`: reasons in a column
    of their own."""

    room: float = 34.0
    beside: bool = True


SHORT = 4  # rows of a chain that is kept in one block


LAYOUTS: Mapping[str, Layout] = {
    "article": Layout(41.0),
    "llncs": Layout(34.0),
    "acmart": Layout(25.0, beside=False),
    "IEEEtran": Layout(24.5, beside=False),
    "beamer": Layout(27.0, beside=False),
}


@dataclass(frozen=True)
class Context:
    """What a fragment may refer to: the layout, names of pages in the same document, keys of the
    bibliography, whether the document has explained the notation, and the environments of the pages that are part of
    another statement."""

    layout: Layout = Layout()
    known: Collection[str] = ()
    keys: Collection[str] = ()
    explained: bool = False
    printed_as: Mapping[str, str] = field(default_factory=dict)

    def word(self, name: str, kind: str) -> str:
        """What an entry is called: Theorem."""
        return self.printed_as.get(name, ENVIRONMENTS.get(kind, "proposition")).capitalize()


# Letters for abbreviated parts of long formulas, those of the field left out.
LETTERS = "ABCDFGUVWKJT"


def shortened(
    things: list[Basic], rooms: list[float], taken: Collection[str], known: Mapping[Basic, Box] | None = None
) -> dict[Basic, Box]:
    """Parts of the expressions to name by a letter so that each fits its room; empty when breaking lines
    will do.

    A part is named only where everything in it is free in the whole, so its meaning does not depend on its
    place.
    """
    known = known or {}
    every = {part for thing in things for part in _parts(thing, thing.free_symbols)}
    aliases: dict[Basic, Box] = {part: name for part, name in known.items() if part in every}
    used = {name.plain for name in known.values() if isinstance(name, Name)}
    letters = [Name(c, c) for c in LETTERS]
    letters += [Name(f"{c}_{{{k}}}", f"{c}_{k}") for k in range(1, 10) for c in LETTERS]
    letters = [name for name in letters if name.plain not in taken and name.plain not in used]
    while letters:
        folded = Fold(aliases=aliases)
        shown = [(t, r, folded.box(t)) for t, r in zip(things, rooms, strict=True)]
        wide = [(t, r, b) for t, r, b in shown if _tangles(b) or not _breaks(b, r)]
        if not wide:
            break
        thing, room, box = wide[0]
        parts = [part for part in _parts(thing, thing.free_symbols) if part not in aliases]
        part = _untangling(thing, parts, aliases, room) if _tangles(box) else None
        part = part or _narrowing(thing, parts, aliases, room, width(box))
        if part is None:
            break
        aliases[part] = letters.pop(0)
    return aliases


def _narrowing(
    thing: Basic, parts: list[Basic], aliases: Mapping[Basic, Box], room: float, now: float
) -> Basic | None:
    """The part that a letter should stand for so that the thing, `now` wide, comes nearer to its room."""
    folded = Fold(aliases=aliases)
    good, rest = [], []
    for k, part in enumerate(parts):
        size = width(folded.box(part))
        if size < 4.5 or (size > room - 3 and size >= now - 2):
            continue
        left = width(Fold(aliases={**aliases, part: Name("A", "A")}).box(thing))
        weight = _weight(part, folded)
        if size <= room - 3 and left < now - 2:
            good.append((left <= room, weight if left <= room else now - left, -k, part))
        elif size > room - 3 and left <= room:
            rest.append((-size, -k, part))
    if any(g[0] for g in good) or (good and not rest):
        return max(good, key=lambda g: g[:3])[3]
    return max(rest, key=lambda g: g[:2])[2] if rest else None


def _untangling(thing: Basic, parts: list[Basic], aliases: Mapping[Basic, Box], room: float) -> Basic | None:
    """The part that a letter should stand for so that least is left that is hard to read."""
    folded = Fold(aliases=aliases)
    now = _tangles(folded.box(thing))
    found = []
    for k, part in enumerate(parts):
        box = folded.box(part)
        own = _tangles(box)
        if own >= now or width(box) > room - 3:
            continue
        left = _tangles(Fold(aliases={**aliases, part: Name("A", "A")}).box(thing))
        if left + own < now:
            times = sum(1 for item in sympy.preorder_traversal(thing) if item == part)
            found.append((-left - own, times * min(width(box), 12.0), -k, part))
    return max(found, key=lambda f: f[:3])[3] if found else None


# Scripts wider than this (in em, at text size) and fractions nested deeper are hard to read.
WIDEST_INDEX, WIDEST_EXPONENT, DEEPEST = 9.0, 18.0, 2


def _tangles(box: Box, depth: int = 0, top: bool = True) -> int:
    """How many places of a displayed formula are hard to read: wide scripts, fractions in fractions in
    fractions, a definition by cases inside something else."""
    match box:
        case Row(items):
            alone = not any(isinstance(b, Glyph) and GLYPHS[b.key][4] == "operator" for b in items)
            return sum(_tangles(b, depth, top and alone) for b in items)
        case Fraction(above, below):
            own = int(depth >= DEEPEST)
            return own + sum(_tangles(b, depth + 1, False) for b in (above, below))
        case Script(base, lower, upper):
            own = int(lower is not None and width(lower) > WIDEST_INDEX)
            own += int(upper is not None and width(upper) > WIDEST_EXPONENT)
            return own + _tangles(base, depth, False)
        case Macro("dpsymHockeyStick", (order, *laws), _):
            return int(width(order) > WIDEST_INDEX) + sum(_tangles(b, depth, False) for b in laws)
        case Choices(rows):
            return int(not top) + sum(_tangles(v, depth, False) for v, _ in rows)
        case Fence(_, body, _) | Radical(body):
            return _tangles(body, depth, False)
    return 0


def _breaks(box: Box, room: float) -> bool:
    """Whether the box fits the room, if need be broken between its terms and relations alone."""
    if width(box) <= room:
        return True
    if isinstance(box, Fence) and isinstance(box.body, Row):  # a list of masses is broken at its commas
        return all(width(piece) <= room - 3.2 for piece in _pieces(box.body))
    return isinstance(box, Row) and all(width(piece) <= room - 2.0 for piece in _pieces(box))


def _pieces(box: Row) -> list[Row]:
    found: list[list[Box]] = [[]]
    for item in box.items:
        if isinstance(item, Text) or (
            isinstance(item, Glyph) and GLYPHS[item.key][4] in ("operator", "relation", "punctuation")
        ):
            found.append([])
        found[-1].append(item)
    return [Row(tuple(f)) for f in found if f]


def _weight(part: Basic, folded: Fold) -> float:
    """How natural a part is as a thing with a name: short of the whole, in an exponent or an argument."""
    return -abs(width(folded.box(part)) - 9.0)


def _parts(thing: Basic, free: set[Basic]) -> list[Basic]:
    """Compound parts of an expression whose symbols are free in the whole, each once, from the outside in."""
    found: dict[Basic, None] = {}

    def visit(item: Basic, top: bool) -> None:
        if isinstance(item, x.Probability | x.Expectation | x.RenyiMoment | x.Notion | x.Pair | x.Mass):
            return
        if isinstance(item, x.HockeyStick):  # its order does not depend on the outcomes
            visit(item.args[0], False)
            return
        if isinstance(item, AppliedUndef) or not isinstance(item, sympy.Basic) or not item.args:
            return
        number = not item.free_symbols
        if not top and not number and isinstance(item, sympy.Expr) and item.free_symbols <= free:
            reciprocal = isinstance(item, sympy.Pow) and item.exp == -1
            negative = isinstance(item, sympy.Mul) and item.args[0] == -1
            if not reciprocal and not negative:
                found.setdefault(item)
        for part in item.args:
            visit(part, False)

    visit(thing, True)
    return list(found)


class Setter:
    """Sets blocks as LaTeX."""

    def __init__(
        self,
        context: Context,
        room: float | None = None,
        prefixes: Mapping[str, str] | None = None,
        reserved: Collection[str] = (),
        indices: Indices = Indices.of(()),
    ) -> None:
        self.context = context
        self.room = room or context.layout.room
        self.labels = prefixes or {}
        self.reserved = set(reserved)
        self.indices = indices
        self.memory: dict[Basic, Box] = {}  # parts named by a letter so far
        self.told: set[Basic] = set()  # those whose meaning stands in this part of the page

    # ---- text
    def inline(self, item: Inline) -> str:
        """A part of a paragraph as LaTeX."""
        if isinstance(item, str):
            return escape_latex(item)
        if isinstance(item, Maths):
            return f"${write_latex(item.box)}$"
        if isinstance(item, Link):
            before = "".join(map(self.inline, item.said)) + ", by " if item.said else ""
            if item.name in self.context.known:
                word = f"{self.context.word(item.name, item.kind)}~" if item.said else ""
                return rf"{before}{word}\ref{{{self.labels.get(item.name, 'thm:' + item.name)}}}"
            return f"{before}``{escape_latex(item.title)}''"
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
            if isinstance(item, Link) and item.name in self.context.known and not item.said:
                text += f"{self.context.word(item.name, item.kind)}~{self.inline(item)}"
            elif isinstance(item, Maths) and width(item.box) > min(2.2 * INLINE, 0.6 * self.room):
                rest = items[index + 1 :]
                stop = ""
                if rest and isinstance(rest[0], str) and rest[0][:1] in ",.;:":
                    stop = rest[0][0]
                    items = (*items[: index + 1], rest[0][1:].lstrip(), *rest[1:])
                shown = self.display(item.displayed or item.box, stop, item.thing, item.head)
                after = self.line(items[index + 1 :]).lstrip()
                return text.rstrip() + "\n" + shown + ("\n" + after if after else "")
            else:
                text += self.inline(item)
        return text

    # ---- displays
    def display(self, box: Box, stop: str, thing: Basic | None = None, head: Box | None = None) -> str:
        """A formula on lines of its own; where it is too wide, long terms get names, which are explained below
        it."""
        aliases: dict[Basic, Box] = {}
        beside = width(row(head, "=")) if head is not None else 0.0
        if thing is not None and (width(box) > self.room - 1.0 or _tangles(box)):
            aliases = self.shorten([thing], [self.room - 1.0 - beside])
            if aliases:
                box = Fold(aliases=aliases).box(thing)
                box = row(head, "=", box) if head is not None else box
        shown = f"\\[\n  {punctuated(write_latex(box, self.room - 1.0), ',' if aliases else stop)}\n\\]"
        return shown + self.where(aliases, stop)

    def taken(self, *things: Basic) -> set[str]:
        """Letters that the formulas use already."""
        found = {"P", "Q", "S", "X", "Y", "Z", "M", "E", "H"}
        for thing in things:
            found |= {a.name for a in thing.atoms(sympy.Symbol)} | {
                a.func.__name__ for a in thing.atoms(AppliedUndef)
            }
        return found

    def shorten(self, things: list[Basic], rooms: list[float]) -> dict[Basic, Box]:
        """Names for long terms of these formulas, each with the room it has in ems; remembered for the page."""
        found = shortened(things, rooms, self.taken(*things) | self.reserved, self.memory)
        self.memory.update(found)
        return found

    def where(self, aliases: Mapping[Basic, Box], stop: str) -> str:
        """The meaning of the letters in the display above."""
        if not aliases:
            return ""
        items = [(part, letter) for part, letter in aliases.items() if part not in self.told]
        self.told.update(aliases)
        if not items:
            return ""
        text = "\nwhere"
        for index, (part, letter) in enumerate(items):
            others = {k: v for k, v in aliases.items() if k != part}
            box = row(letter, "=", Fold(aliases=others).box(part))
            last = index == len(items) - 1
            lead = " and" if last and index else ""
            flat = row(letter, "=", Fold(aliases=others, flat=True).box(part))
            end = (stop or ",") if last else ","  # where the sentence runs on, a comma ends the clause
            if width(flat) <= 0.45 * self.room and not tall(flat):
                text += f"{lead} ${write_latex(flat)}${end}"
            else:
                text += f"{lead}\n\\[\n  {punctuated(write_latex(box, self.room - 1.0), end)}\n\\]\n"
        return text.rstrip("\n")

    def chain(self, chain: Derivation, last: bool = False) -> str:
        """A derivation as `align`, one line of it a line; long terms get names."""
        room = self.room - (2.2 if last else 1.0)
        aliases: dict[Basic, Box] = {}
        boxes = [chain.start, *(line.right for line in chain.lines)]
        if chain.thing is not None and (
            max(width(b) + (3.4 if k else 0.0) for k, b in enumerate(boxes)) > room
            or any(map(_tangles, boxes))
        ):
            things = [
                line.thing for line in chain.lines if line.thing is not None
            ]  # a blank of an exercise has none
            aliases = self.shorten([chain.thing, *things], [room] + [room - 3.4] * len(things))
        if aliases:
            folded = Fold(aliases=aliases)
            rows = tuple(
                line if line.thing is None else replace(line, right=folded.box(line.thing))
                for line in chain.lines
            )
            short = Derivation(folded.box(chain.thing), rows)
            meanings = self.where(aliases, ".").strip().removeprefix("where").strip()
            if not meanings:
                return self.chain(short, last)
            return (
                "With\n" + meanings.removesuffix(".") + " we have\n" + self.chain(short, last)
                if "\\[" not in meanings
                else ("Write\n" + meanings + "\nThen\n" + self.chain(short, last))
            )
        lines = chain.lines
        rights = [width(line.right) for line in lines]
        left, widest = width(chain.start), max(rights)
        reasons = [self.line(line.reason) for line in lines]
        longest = max((_text_width(r) for r in reasons), default=0.0)
        sign = 1.4
        gap = 1.6
        any_reason = any(reasons)
        if self.context.layout.beside or not any_reason:
            for alone in (False, True):
                used = (max(1.0 + sign + widest, left) if alone else left + sign + widest) + gap
                spare = room - used if any_reason else longest
                fits = (
                    used - gap <= room
                    if not any_reason
                    else spare >= min(longest + 0.5, 9.0) and spare >= 0.4 * longest
                )
                if fits and (not alone or left <= room):
                    return self._beside(chain, reasons, alone, min(spare, longest + 0.8), last)
        return self._noted(chain, reasons, room)

    def _beside(self, chain: Derivation, reasons: list[str], alone: bool, column: float, last: bool) -> str:
        start = write_latex(chain.start)
        rows = []
        for index, (line, reason) in enumerate(zip(chain.lines, reasons, strict=True)):
            sign = GLYPHS[line.relation][0]
            shown = rf" && \dpsymReason{{{column:.1f}em}}{{{reason}}}" if reason else ""
            stop = "." if index == len(reasons) - 1 else ""
            shown += r" \dpsymQed" if last and index == len(reasons) - 1 else ""
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
        start = write_latex(chain.start, room if alone else None, True)
        rows: list[str] = []
        notes: list[str] = []
        for index, (line, reason) in enumerate(zip(chain.lines, reasons, strict=True)):
            sign = GLYPHS[line.relation][0]
            if reason:
                letter = _letter(len(notes))
                sign = rf"\dpsymBy{{{letter}}}{{{sign}}}"
                notes.append(f"({letter})~{reason}")
            stop = "," if index == len(reasons) - 1 and notes else "." if index == len(reasons) - 1 else ""
            lead = start + " " if index == 0 and not alone else ""
            rows.append(f"  {lead}&{sign} {punctuated(write_latex(line.right, inner, True), stop)}")
        if alone:
            rows = [f"  &\\hspace{{-1em}}{start}", *rows]
        shown = " \\\\\n".join(rows)
        text = f"\\begin{{align*}}\n{shown}\n\\end{{align*}}"
        if (
            alone and len(rows) <= SHORT
        ):  # one block, which dpsym.sty shrinks where a part of it cannot be broken
            text = f"\\[\n\\begin{{aligned}}\n{shown}\n\\end{{aligned}}\n\\]"
        return text + ("\nwhere " + "; ".join(notes) + "." if notes else "")

    def facts(self, facts: tuple[Fact, ...], last: bool = False) -> str:
        """Facts one below the other, as many together as leave room for their reasons."""
        room = self.room - (2.2 if last else 1.0)
        beside = self.context.layout.beside
        rows = []
        for fact in facts:
            left, sign, right = fact.halves
            rows.append((fact, left, Row((sign, *right.items)), self.line(fact.reason)))
        groups: list[list[tuple[Fact, Row, Row, str]]] = []
        for item in rows:
            if groups and self._room_for([*groups[-1], item], room) >= 0:
                groups[-1].append(item)
            else:
                groups.append([item])
        found = []
        for index, group in enumerate(groups):
            ends = last and index == len(groups) - 1
            alone = self._room_for(group, room) < 0 or (not beside and len(group) == 1)
            if alone and group[0][-1]:
                found.append(self.line(tuple(capitalised(group[0][0].reason))) + ":\n")
            else:
                found.append("Moreover,\n" if index else "")
            if alone:
                found.append(self.display(group[0][0].box, ".", group[0][0].thing))
            elif beside:
                column = min(self._room_for(group, room), max(_text_width(r) for *_, r in group) + 0.8)
                found.append(self._facts_beside(group, column, ends))
            else:
                found.append(self._facts_noted(group))
        return "\n".join(f.strip("\n") for f in found if f)

    def _room_for(self, group: list[tuple[Fact, Row, Row, str]], room: float) -> float:
        """How much room facts set one below the other leave for their reasons; negative where too little."""
        if any(_tangles(fact.box) for fact, *_ in group):
            return -1.0
        spare = (
            room - max(width(left) for _, left, _, _ in group) - max(width(r) for _, _, r, _ in group) - 0.3
        )
        longest = max(_text_width(reason) for *_, reason in group)
        if longest == 0.0 or not self.context.layout.beside:
            return spare
        return spare - 1.6 if spare - 1.6 >= max(min(longest + 0.5, 9.0), 0.4 * longest) else -1.0

    def _facts_beside(self, group: list[tuple[Fact, Row, Row, str]], column: float, last: bool) -> str:
        rows = []
        for index, (_, left, right, reason) in enumerate(group):
            end = index == len(group) - 1
            shown = rf" && \dpsymReason{{{column:.1f}em}}{{{reason}}}" if reason else ""
            shown += r" \dpsymQed" if last and end else ""
            rows.append(f"  {write_latex(left)} &{write_latex(right)}{'.' if end else ','}{shown}")
        return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"

    def _facts_noted(self, group: list[tuple[Fact, Row, Row, str]]) -> str:
        letters: dict[str, str] = {}
        rows = []
        for index, (_, left, right, reason) in enumerate(group):
            sign, *rest = right.items
            assert isinstance(sign, Glyph)
            shown = GLYPHS[sign.key][0]
            if reason:
                letter = letters.setdefault(reason, _letter(len(letters)))
                shown = rf"\dpsymBy{{{letter}}}{{{shown}}}"
            stop = "." if index == len(group) - 1 and not letters else ","
            rows.append(f"  {write_latex(left)} &{shown} {write_latex(Row(tuple(rest)))}{stop}")
        text = "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"
        notes = "; ".join(f"({letter})~{reason}" for reason, letter in letters.items())
        return text + (f"\nwhere {notes}." if notes else "")

    # ---- blocks
    def block(self, block: Block) -> str:
        """A paragraph, display, derivation, list or table as LaTeX."""
        if isinstance(block, Para):
            return ("\n" if block.opens else "") + self.line(block.items).strip()
        if isinstance(block, Display):
            return self.display(block.box, block.stop, block.thing)
        if isinstance(block, Derivation):
            return self.chain(block)
        if isinstance(block, Facts):
            return self.facts(block.facts)
        if isinstance(block, Items):
            inner = Setter(self.context, self.room - 2.6, self.labels, self.reserved)
            inner.memory, inner.told = self.memory, self.told
            rows = ["\\item " + inner.blocks(item) for item in block.items]
            return "\\begin{itemize}\n" + "\n".join(rows) + "\n\\end{itemize}"
        if isinstance(block, Grid):
            return self.grid(block)
        raise TypeError(block)

    def grid(self, grid: Grid) -> str:
        """A table as wide as its words need, its columns narrowed to the room there is."""
        columns = len(grid.header)
        cells = [[self.line(c) for c in row] for row in (grid.header, *grid.rows)]
        least = [max(_unbroken_width(row[k]) for row in cells) for k in range(columns)]
        needs = [max(least[k], *(_text_width(row[k]) for row in cells)) for k in range(columns)]
        room = self.room - 1.0 - 1.3 * (columns - 1)
        caps = list(needs)
        while sum(caps) > room and (loose := [k for k in range(columns) if caps[k] > max(3.0, least[k])]):
            widest = max(loose, key=lambda k: caps[k])
            caps[widest] = max(caps[widest] - 0.5, least[widest])
        cells = [
            [
                rf"\dpsymCell{{{caps[k]:.1f}em}}{{{cell}}}" if caps[k] < needs[k] else cell
                for k, cell in enumerate(row)
            ]
            for row in cells
        ]
        form = "l" * columns
        found = []
        body = cells[1:]
        for start in range(0, len(body), 34):
            rows = [" & ".join(row) + r" \\" for row in (cells[0], *body[start : start + 34])]
            table = "\n".join(("\\hline", rows[0], "\\hline", *rows[1:], "\\hline"))
            found.append(
                f"\\begin{{dpsymtable}}\n\\begin{{tabular}}{{@{{}}{form}@{{}}}}\n{table}\n\\end{{tabular}}\n\\end{{dpsymtable}}"
            )
        return "\n".join(found)

    def section(self, blocks: tuple[Block, ...], proof: bool = False) -> str:
        """A part of the page in which every letter is explained anew."""
        self.told.clear()
        with self.indices.apply():  # long terms are spelt anew with letters in them
            return self.blocks(blocks, proof)

    def in_document(self, block: Block) -> Block | None:
        """A list of what something rests on without what is in another document, or nothing."""
        if not isinstance(block, Para) or not block.rests:
            return block
        here = [one for one in block.rests if one.name in self.context.known]
        return resting_on(here) if here else None

    def blocks(self, blocks: tuple[Block, ...], proof: bool = False) -> str:
        """The blocks; at the end of a `proof` the box stands in the last displayed line."""
        found: list[str] = []
        blocks = tuple(b for b in map(self.in_document, blocks) if b is not None)
        for index, block in enumerate(blocks):
            last = proof and index == len(blocks) - 1
            if last and isinstance(block, Derivation):
                found.append(self.chain(block, last))
            elif isinstance(block, Facts):
                text = self.facts(block.facts, last)
                lead = LEAD.search(found[-1]) if found and not text.startswith(DISPLAYS) else None
                if lead is not None:  # the reason of the first leads to it
                    found[-1] = found[-1][: lead.start()].rstrip()
                    text = text[0].lower() + text[1:] if lead[0].islower() else text
                found.append(text)
            else:
                found.append(self.block(block))
        return OPENED.sub(lambda m: f"{m[1]}, {m[2].lower()}", "\n".join(filter(None, found)))


# Words that lead to a display, before those that name parts of it first: `Hence, with A = ...`.
LEAD = re.compile(r"\b(?:We have|we have|Hence|Now|Then)\Z")
DISPLAYS = (r"\[", r"\begin{")
OPENED = re.compile(r"\b(Hence|Now|Then|so that)\s+(With|Write)(?=\n)")


def _letter(number: int) -> str:
    """a, b, ..., z, aa, bb, ..."""
    return "abcdefghijklmnopqrstuvwxyz"[number % 26] * (1 + number // 26)


def _text_width(latex: str) -> float:
    """A rough width in em of a piece of footnotesize text with formulas in it."""
    bare = re.sub(r"\\(?:ref|cite)(?:\[[^]]*\])?\{[^{}]*\}", "0.0", latex)
    bare = re.sub(r"\\(?:text|emph|ensuremath|frac)", "", bare)
    bare = re.sub(r"\\[A-Za-z]+", "x", re.sub(r"[{}$]", "", bare))
    return 0.43 * len(bare) + 0.18 * sum(
        map(len, re.findall(r"[A-Z]{3,}", bare))
    )  # words in capitals are wider


def _unbroken_width(latex: str) -> float:
    """A rough width in em of the longest word or number of a cell: no line break makes it narrower."""
    bare = re.sub(r"\\(?:ref|cite)(?:\[[^]]*\])?\{[^{}]*\}", " ", latex)
    words = re.sub(r"\$[^$]*\$|\\[A-Za-z]+|[{}]|[\d.]{2,}", " ", bare)
    numbers = re.findall(r"[\d.]{2,}", bare)
    return max((*(0.45 * len(w) for w in re.split(r"[\s-]+", words)), *(0.53 * len(n) for n in numbers)))


def with_notation(latex: str) -> str:
    """The same text with the letters on which papers differ as macros of dpsym-notation.sty."""
    latex = re.sub(r"\\varepsilon(?![A-Za-z])", r"\\dpsymEpsilon", latex)
    return re.sub(r"\\delta(?![A-Za-z])", r"\\dpsymDelta", latex)


def fragment(page: Page, links: Links | None = None, context: Context | None = None, source: str = "",
             labels: Mapping[str, str] | None = None) -> str:  # fmt: skip
    """The page as a LaTeX fragment for `context` (column width, pages and bib keys that can be referred
    to)."""
    context = context or Context()
    blocks = blocks_of(page, links)
    names = names_in(with_names(page.entry))
    setter = Setter(context, prefixes=labels, reserved=names, indices=indices_in(page.entry))
    entry = page.entry
    scope = f", {page.beside}" if page.beside else ""
    text = fill(
        "latex/fragment.tex",
        version=__version__,
        sha256=page.sha256,
        name=page.name,
        environment=ENVIRONMENTS.get(entry.kind, "proposition"),
        title=escape_latex(entry.title),
        label=page.label,
        width="wide" if context.layout.beside else "narrow",
        setting="" if context.explained else setter.section(blocks.notation),
        statement=setter.section(blocks.statement),
        verdict="" if page.badge in ("defined", "context") else escape_latex(page.badge),
        scope=escape_latex(scope),
        coq=escape_latex(page.coq),
        source=source,
        proof=setter.section(blocks.proof if context.explained else blocks.whole_proof, proof=True),
        remarks=[(escape_latex(h), setter.section(b)) for h, b in blocks.remarks],
    )
    return with_notation(text)
