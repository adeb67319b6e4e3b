"""Errata as a letter to the authors: what is printed, why it fails, what holds instead, what else it touches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dpsym.document.blocks import Block, Inline, Items, Maths, Para, capitalised, merge
from dpsym.document.formulas.boxes import Box, parts_of
from dpsym.document.formulas.notation import fold, named
from dpsym.document.formulas.typed import symbol
from dpsym.document.page import Page, Recomputed
from dpsym.document.tables import enclosure
from dpsym.document.words.inline import is_event, maths
from dpsym.document.words.sentences import conditions
from dpsym.document.words.wording import Wording
from dpsym.language import SEVERITIES, Erratum, Point, Theorem
from dpsym.language.entries import Words

Part = tuple[str, tuple[Block, ...]]  # a heading and what stands below it


def confirmed(page: Page, e: Erratum) -> bool:
    """Whether the check found what the erratum says: a refuted variant, numbers that disagree; a slip in wording is
    only read."""
    if e.reads is not None:
        return page.printed is not None and page.printed.refuted is True
    return all(n.agrees is False for n in rows_of(page, e))


def rows_of(page: Page, e: Erratum) -> list[Recomputed]:
    """The numbers of which an erratum speaks."""
    return [n for n in page.recomputed if n.what in e.rows]


def worded(w: Wording, words: Words) -> list[Inline]:
    """Prose with its formulas set as formulas."""
    found: list[Inline] = []
    for word in words:
        if isinstance(word, str):
            found += _prose(w, word)
        else:
            found += conditions([word]) if is_event(word) else [maths(word)]
    return found


# Names that a paper's words may have where the statement has none: p_i, eps', delta.
NAME = re.compile(r"(?<![\w\\])(?:(?:eps|delta|rho|alpha|gamma|omega)(?:_\w+)?|[A-Za-z]_\w+)(?!\w)")


def _prose(w: Wording, words: str) -> list[Inline]:
    """Prose, with the names that a paper's words have and the statement has not."""
    for name in NAME.findall(words):
        w.names.setdefault(name, symbol(name, {}) or named(name))
    w.names.setdefault("eps_p", named("eps_p"))
    return w.words(words)


def quoted(w: Wording, e: Erratum) -> list[Inline]:
    """The paper's words, in quotation marks."""
    return ["“", *worded(w, e.quote), "”"]


def parts(w: Wording, e: Erratum) -> list[Part]:
    """The parts of one item.  The paper's words stand in quotation marks; all else is ours."""
    found: list[Part] = [("Printed", (Para((*quoted(w, e), ".")),))]
    found.append(("Why it fails", tuple(merge([Para(tuple(worded(w, e.fails))), *_evidence(w, e)]))))
    if e.holds:
        found.append(("What holds", (Para(tuple(worded(w, e.holds))),)))
    found.append(("What it affects", (Para(tuple(worded(w, e.affects)) or ("Nothing else.",)),)))
    return found


def _evidence(w: Wording, e: Erratum) -> list[Block]:
    """The witness that was checked, where it is not the one that the words give, and the numbers as recomputed."""
    result = w.page.printed
    if e.reads is not None and result is not None and result.witness is not None:
        given = e.reads.witness
        if given is not None and (given.at, given.laws) == (result.witness.at, result.witness.laws):
            return []
        of = (*(e.reads.given or ()), *([e.reads.claim] if e.reads.claim is not None else []))
        place = w.at_point(result.witness, of) if is_told(w, e, result.witness) else []
        return [Para((" It was checked ", *place, "."))] if place else []
    rows = [n for n in rows_of(w.page, e) if n.low]
    said: list[Inline] = []
    for n in rows:  # what a number is may hold commas
        said += [
            "; " if said else "",
            *w.words(n.what),
            f": {enclosure(n.low, n.high)} (printed: {n.printed})",
        ]
    return [Para((" Recomputed: ", *said, "."))] if said else []


def is_told(w: Wording, e: Erratum, where: Point) -> bool:
    """Whether the words of the item say what every letter of the point stands for: one of the file alone would mean nothing
    to the authors."""
    words = [i for part in (e.quote, e.fails, e.holds) for i in worded(w, part) if isinstance(i, Maths)]
    told = {name for i in words for name in _letters(i.box)} | {named("P"), named("Q")}
    return {fold(k) for k, _ in where.at} | {named(law) for law, _ in where.laws} <= told


def _letters(box: Box) -> Iterator[Box]:
    yield box
    for part in parts_of(box):
        yield from _letters(part)


def remark(w: Wording, entry: Theorem) -> tuple[Block, ...]:
    """What the page of the repaired statement says of its printed form."""
    found: list[Block] = []
    for e in entry.errata:
        if confirmed(w.page, e):
            _, why, *_ = parts(w, e)
            found += [Para((f"{capitalised([e.where])[0]}: ", *quoted(w, e), ".")), *why[1]]
    return tuple(merge(found))


def items(pages: Sequence[Page], stem: str = "") -> list[tuple[Page, Erratum]]:
    """What was found of the pages, the gravest first; of one paper alone where the stem of its ids is given."""
    found = [(p, e) for p in pages for e in p.entry.errata if confirmed(p, e)]
    if stem:
        found = [
            (p, e) for p, e in found if any(s.startswith(f"{stem}.") for s in e.source or p.entry.source)
        ]
    return sorted(found, key=lambda f: SEVERITIES.index(f[1].severity))


Found = tuple[Page, Erratum]


def by_fault(found: Sequence[Found]) -> list[list[Found]]:
    """The items of one fault and one severity together, at the place of the first."""
    groups: dict[object, list[Found]] = {}
    for k, (page, e) in enumerate(found):
        groups.setdefault((e.fault, e.severity) if e.fault else k, []).append((page, e))
    return list(groups.values())


def parts_together(said: Sequence[tuple[Erratum, Sequence[Part]]]) -> list[Part]:
    """The parts of one item with several places: under each heading what concerns it alone, and once what concerns all."""
    found: dict[str, list[tuple[Erratum, tuple[Block, ...]]]] = {}
    for e, own in said:
        for heading, blocks in own:
            found.setdefault(heading, []).append((e, blocks))
    together: list[Part] = []
    for heading, of in found.items():
        if len({repr(blocks) for _, blocks in of}) == 1:
            together.append((heading, of[0][1]))
            continue
        rows = tuple(tuple(merge([Para((f"{e.where}: ",)), *blocks])) for e, blocks in of)
        together.append((heading, (Items(rows),)))
    return together
