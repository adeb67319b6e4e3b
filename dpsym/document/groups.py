"""Several entries printed as one statement with parts: what a paper states as one theorem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpsym.document.bibliography import sources_of
from dpsym.document.blocks import Block, Inline, Maths, Para, sentence
from dpsym.document.formulas import indices_in, names_in
from dpsym.document.latex import ENVIRONMENTS, Context, Setter, with_notation
from dpsym.document.named_terms import with_names
from dpsym.document.page import Links, Page
from dpsym.document.setting import ranges
from dpsym.document.spelling import escape_latex
from dpsym.document.templates import fill
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
    every = [blocks_of(page, links) for page in pages]
    shared, statements = setting_of_all(pages, [b.statement for b in every])
    opening, rests = common(statements)
    opening = (*shared, *opening)
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
            proofs.append({"part": numeral(k), "text": setter.section(blocks.proof, proof=k == last)})
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
    """The sentence on the sets and laws, where it is the same in all statements, and the statements without it: it is said
    once also where each begins with parameters of its own."""
    words = [
        tuple(p if isinstance(p, str) else Maths(p) for p in ranges(page.entry, page.scope))
        if isinstance(page.entry, Theorem)
        else ()
        for page in pages
    ]
    said, left = words[0], list(statements)
    if not said or len(pages) < 2 or any(w != said for w in words):
        return (), left
    rests: list[tuple[Block, ...]] = []
    for first, *others in left:
        items = first.items if isinstance(first, Para) else ()
        at = next((k for k in range(len(items)) if items[k : k + len(said)] == said), None)
        if at is None:
            return (), left
        after = items[at + len(said) :]
        rests.append((Para((*items[:at], *(after[1:] if after[:1] == (" ",) else after))), *others))
    return (*said, " "), rests


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
