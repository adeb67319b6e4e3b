"""The LaTeX of errata: the items, and the letter to the authors of a paper that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dpsym.document.blocks import Inline, Link, Para, capitalised, merge
from dpsym.document.errata import items, parts, worded
from dpsym.document.formulas.spelling import escape_latex
from dpsym.document.media.latex import Context, Setter
from dpsym.document.media.templates import STYLES, fill, style
from dpsym.document.page import Links, Page
from dpsym.document.words.wording import Wording
from dpsym.language import SEVERITIES, Erratum, Theorem
from dpsym.version import __version__


def listing(found: Iterable[tuple[Page, Erratum]], context: Context, links: Links) -> str:
    """The items as LaTeX."""
    found = list(found)
    setter = Setter(context, prefixes={page.name: page.label for page, _ in found})
    rows = []
    for page, e in found:
        w = Wording(page, links)
        said = parts(w, e)
        if page.name in context.known and isinstance(page.entry, Theorem):
            repair: tuple[Inline, ...] = ("Here it is ", Link(page.name, page.entry.title), ".")
            said = [(h, (*b, Para((" ", *repair)))) if h == "What holds" else (h, b) for h, b in said]
        place = setter.line(tuple(capitalised(worded(w, (e.where.rstrip("."),)))))
        lines = [rf"\dpsymErratum{{{place}}}{{{e.severity}}}"]
        lines += [rf"\dpsymRemark{{{heading}}}{setter.section(tuple(merge(b)))}" for heading, b in said]
        rows.append("\n".join(lines))
    return "\n".join(rows) + "\n"


PLURALS = {s: s.replace("slip", "slips") if s.startswith("slip") else f"{s}s" for s in SEVERITIES}


@dataclass(frozen=True)
class Recipients:
    """The authors of a paper, its title and year, and the stem of the ids of its items."""

    authors: str
    title: str
    year: str
    stem: str


def write_letter(pages: Sequence[Page], directory: Path, to: Recipients) -> list[Path]:
    """Write errata.tex, a letter to the authors, and the style files; the paths written."""
    found = items(pages, to.stem)
    context = Context()
    body = listing(found, context, Links.of(pages))
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    letter = directory / "errata.tex"
    counts = [(s, sum(1 for _, e in found if e.severity == s)) for s in SEVERITIES]
    letter.write_text(
        fill(
            "latex/errata.tex",
            version=__version__,
            authors=escape_latex(" and ".join(to.authors.rsplit(", ", 1))),
            title=escape_latex(to.title),
            year=to.year,
            counts=", ".join(f"{n} {s if n == 1 else PLURALS[s]}" for s, n in counts if n),
            number=len(found),
            items=body,
        ),
        encoding="utf-8",
    )
    for name in STYLES:
        (directory / name).write_text(style(name), encoding="utf-8")
    return [letter, *(directory / name for name in STYLES)]
