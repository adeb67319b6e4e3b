"""The LaTeX of errata: the items, and the letter to the authors of a paper that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dpsym.document.blocks import Inline, Link, Para, capitalised, merge
from dpsym.document.errata import Part, by_fault, items, parts, parts_together, worded
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
    for group in by_fault(found):
        page, e = group[0]
        w = Wording(page, links)
        each = [(one, _with_repair(parts(Wording(p, links), one), p, context)) for p, one in group]
        said = each[0][1] if len(group) == 1 else parts_together(each)
        where = e.fault if len(group) > 1 else e.where
        place = setter.line(tuple(capitalised(worded(w, (where.rstrip("."),)))))
        lines = [rf"\dpsymErratum{{{place}}}{{{e.severity}}}"]
        lines += [rf"\dpsymRemark{{{heading}}}{setter.section(tuple(merge(b)))}" for heading, b in said]
        rows.append("\n".join(lines))
    return "\n".join(rows) + "\n"


def _with_repair(said: list[Part], page: Page, context: Context) -> list[Part]:
    """The parts of an item, with a link to the repaired statement where that is in the same document."""
    if page.name not in context.known or not isinstance(page.entry, Theorem):
        return said
    repair: tuple[Inline, ...] = ("Here it is ", Link(page.name, page.entry.title), ".")
    return [(h, (*b, Para((" ", *repair)))) if h == "What holds" else (h, b) for h, b in said]


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
    groups = by_fault(found)
    counts = [(s, sum(1 for (_, e), *_ in groups if e.severity == s)) for s in SEVERITIES]
    letter.write_text(
        fill(
            "latex/errata.tex",
            version=__version__,
            authors=escape_latex(" and ".join(to.authors.rsplit(", ", 1))),
            title=escape_latex(to.title),
            year=to.year,
            counts=", ".join(f"{n} {s if n == 1 else PLURALS[s]}" for s, n in counts if n),
            number=len(groups),
            items=body,
        ),
        encoding="utf-8",
    )
    for name in STYLES:
        (directory / name).write_text(style(name), encoding="utf-8")
    return [letter, *(directory / name for name in STYLES)]
