"""Several entries printed as one statement with parts: what a paper states as one theorem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sympy import Basic

from dpsym.document.bibliography import sources_of
from dpsym.document.blocks import Block, Inline, Maths, Para, sentence
from dpsym.document.formulas.boxes import Box
from dpsym.document.formulas.shapes import indices_in, names_in
from dpsym.document.formulas.spelling import escape_latex
from dpsym.document.media.latex import ENVIRONMENTS, Context, Setter, with_notation
from dpsym.document.media.templates import fill
from dpsym.document.page import Links, Page
from dpsym.document.words.domains import domains_of
from dpsym.document.words.named_terms import with_names
from dpsym.document.words.sentences import lets, setting_of
from dpsym.document.words.setting import lifted, ranges, setting
from dpsym.document.writer import blocks_of
from dpsym.language.statements import Theorem
from dpsym.version import __version__

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
         "xviii", "xix", "xx")  # fmt: skip
INDENT = 2.4  # em of the list of parts


def numeral(index: int) -> str:
    """The number of a part as it is printed, without brackets."""
    return ROMAN[index] if index < len(ROMAN) else str(index + 1)


def environment_of(kind: str) -> str:
    """The LaTeX environment of a kind of statement."""
    return ENVIRONMENTS.get(kind, "proposition")


def grouped(
    pages: Sequence[Page],
    title: str,
    kind: str,
    links: Links,
    context: Context,
    labels: Mapping[str, str],
) -> str:
    """The pages as one statement with a part each: what all of them begin with is said once, and the proofs follow in the
    order of the parts."""
    pages = [replace(page, shown=replace(page.shown, part=True)) for page in pages]
    every = [blocks_of(page, links) for page in pages]
    shared, statements = setting_of_all(pages, [b.statement for b in every])
    opening, rests = common(statements)
    opening = (*shared, *opening)
    titled = [page.entry.title != title for page in pages]
    rests = [begun_anew(rest, own) for rest, own in zip(rests, titled, strict=True)]
    setters = [
        Setter(
            context, context.layout.room - INDENT, labels, names_in(with_names(p.entry)), indices_in(p.entry)
        )
        for p in pages
    ]
    badges = {(p.badge, p.beside) for p in pages}
    one = len(badges) == 1
    parts = []
    for page, blocks, rest, setter in zip(pages, every, rests, setters, strict=True):
        said = rest + (() if context.explained else blocks.notation)
        own = escape_latex(sentence(page.entry.title)) if page.entry.title != title else ""
        parts.append(
            {"label": page.label, "title": own, "text": setter.section(said), **verdict(page, not one)}
        )
    last = max((k for k, b in enumerate(every) if b.proof), default=-1)
    proofs, remarks = [], []
    for k, (blocks, setter) in enumerate(zip(every, setters, strict=True)):
        setter.room = context.layout.room
        if blocks.proof:
            steps = blocks.proof if context.explained else blocks.whole_proof
            proofs.append({"part": numeral(k), "text": setter.section(steps, proof=k == last)})
        remarks += [(f"{escape_latex(h)}, part ({numeral(k)})", setter.section(b)) for h, b in blocks.remarks]
    text = fill(
        "latex/group.tex",
        version=__version__,
        names=[(p.name, p.sha256) for p in pages],
        environment=environment_of(kind),
        title=escape_latex(title),
        width="wide" if context.layout.beside else "narrow",
        opening=setters[0].line(opening).strip(),
        parts=parts,
        whole=verdict(pages[0], one),
        coq=escape_latex(" ".join(f"({numeral(k)}) {p.coq}" for k, p in enumerate(pages) if p.coq)),
        source=sources_of(pages, context.keys)[0],
        proofs=proofs,
        remarks=remarks,
    )
    return with_notation(text)


def verdict(page: Page, shown: bool) -> dict[str, str]:
    """What is printed of the verdict on a part, or on all of them."""
    if not shown or page.badge in ("", "defined", "context"):
        return {"verdict": "", "scope": ""}
    return {
        "verdict": escape_latex(page.badge),
        "scope": escape_latex(f", {page.beside}" if page.beside else ""),
    }


def setting_of_all(
    pages: Sequence[Page], statements: Sequence[tuple[Block, ...]]
) -> tuple[tuple[Inline, ...], list[tuple[Block, ...]]]:
    """What all statements say of parameters, sets and laws, and the statements without it: it is said once, also where each has
    parameters of its own, or is carried farther beyond finite sets."""
    left = list(statements)
    entries = [page.entry for page in pages if isinstance(page.entry, Theorem)]
    if len(entries) < len(pages) or len(pages) < 2:
        return (), left
    spoken = [maths_in(ranges(page.entry, page.scope)) for page in pages if isinstance(page.entry, Theorem)]
    everything = all(one == spoken[0] for one in spoken)  # also how far they are carried
    said, *others = [maths_in(setting(entry)) for entry in entries]
    sets = spoken[0] if everything else said if all(one == said for one in others) else []
    domains = [domains_of(entry) for entry in entries]
    numbers = [p for p in domains[0] if all(p in own for own in domains)]
    numbers = [p for p in numbers if set(bounds_of(p)) <= set(numbers)]
    if not sets and not numbers:
        return (), left
    rests: list[tuple[Block, ...]] = []
    for page, entry, parameters, blocks in zip(pages, entries, domains, left, strict=True):
        whole = without_empty(setting_of(entry, page.scope, parameters))
        first, *more = blocks
        items = first.items if isinstance(first, Para) else ()
        if items[: len(whole)] != whole:
            return (), left
        own = lets(p for p in parameters if p not in numbers)
        if not sets and setting(entry):
            own += [*maths_in(ranges(entry, page.scope)), " "]
        elif not everything and (further := beyond(entry, page.scope)):
            own += [*further, " "]
        rests.append((Para(without_empty([*own, *items[len(whole) :]])), *more))
    shared = without_empty([*lets(numbers), *sets, " "])
    return shared, [without_first(r) for r in rests]


def bounds_of(letter: Basic) -> Iterator[Basic]:
    """The letters of which the domain of a letter speaks."""
    for end in (getattr(letter, "lower", None), getattr(letter, "upper", None)):
        yield from end[0].free_symbols if end else ()


def beyond(entry: Theorem, scope: str) -> list[Inline]:
    """How far beyond finite sets a part is carried, where its sets have been named for all parts."""
    found = lifted(entry, scope)
    if found and isinstance(found[0], str) and found[0].startswith("; "):
        which = "the output set" if "the output set be finite" in setting(entry) else "this set"
        these = re.sub(r"\b(?:it|this set) may", f"{which} may", found[0][2:])
        found = [these[:1].upper() + these[1:], *found[1:]]
    elif found and isinstance(found[0], str):
        found = [found[0].lstrip(), *found[1:]]
    return maths_in(found)


def maths_in(pieces: Iterable[str | Box]) -> list[Inline]:
    """Words with their formulas."""
    return [p if isinstance(p, str) else Maths(p) for p in pieces]


def without_empty(items: Iterable[Inline]) -> tuple[Inline, ...]:
    """The items of a paragraph as `merge` leaves them."""
    return tuple(i for i in items if i != "")


def without_first(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks without a space, or an empty paragraph, in front."""
    first, *others = blocks
    if not isinstance(first, Para):
        return blocks
    items = first.items
    while items and isinstance(items[0], str) and not items[0].strip():
        items = items[1:]
    if items and isinstance(items[0], str):
        items = (items[0].lstrip(), *items[1:])
    return (Para(items), *others) if items else tuple(others)


def common(statements: Sequence[tuple[Block, ...]]) -> tuple[tuple[Inline, ...], list[tuple[Block, ...]]]:
    """The sentences with which all statements begin, and what is left of each."""
    firsts = [s[0].items if s and isinstance(s[0], Para) else () for s in statements]
    count = 0
    for k, items in enumerate(zip(*firsts, strict=False)):
        if any(item != items[0] for item in items) or any(len(f) <= k + 1 for f in firsts):
            break
        if isinstance(items[0], str) and items[0].rstrip().endswith("."):
            count = k + 1
    rests = [
        (Para(without_then(f[count:])), *s[1:]) if count else s
        for f, s in zip(firsts, statements, strict=True)
    ]
    return firsts[0][:count], rests


def begun_anew(blocks: tuple[Block, ...], titled: bool) -> tuple[Block, ...]:
    """A part without `Then` in front, which leads from what is supposed and nothing is supposed in it; after a title a
    formula has words before it."""
    first = blocks[0] if blocks else None
    if not isinstance(first, Para) or not isinstance(word := first.items[0] if first.items else "", str):
        return blocks
    if word.strip() != "Then":
        return (replace(first, items=without_then(first.items)), *blocks[1:])
    rest = first.items[1:]
    items: tuple[Inline, ...] = ("We have" + (" " if rest else ""), *rest) if titled else rest
    return (replace(first, items=items), *blocks[1:]) if items else blocks[1:]


def without_then(items: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """The beginning of a part without `Then`, where what it follows from is said before all parts; it stays before a formula
    in the line, which begins no sentence."""
    first = items[0] if items else ""
    if not isinstance(first, str) or (first != "Then" and not first.startswith("Then ")):
        return items
    left = first[4:].lstrip()
    if left:
        return (left[:1].upper() + left[1:], *items[1:])
    return items if len(items) > 1 else ()
