"""A standalone appendix: fragments, dpsym.sty, a subset of the bibliography, and the PDF made from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dpsym.document.bibliography import BIBLIOGRAPHY, bib_subset, cited_keys, source_line
from dpsym.document.errata import items
from dpsym.document.latex import LAYOUTS, Context, fragment, with_notation
from dpsym.document.letter import listing
from dpsym.document.page import Links, Page
from dpsym.document.spelling import escape_latex
from dpsym.document.templates import STYLES, fill, style
from dpsym.version import __version__

CLASSES: Mapping[str, tuple[str, str]] = {  # options, bibliography style
    "article": ("", "plain"),
    "acmart": ("sigconf,nonacm", "ACM-Reference-Format"),
    "IEEEtran": ("conference", "IEEEtran"),
    "llncs": ("orivec", "splncs04"),
}


# ----------------------------------------------------------------------------------------------- appendix
def file_name(page: Page) -> str:
    """The fragment's file name without folder or ending."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", page.name).replace(".", "-")


@dataclass(frozen=True)
class Outline:
    """How an appendix is made of its pages.

    bibliography  the entries that may be cited, by key
    verdicts   whether verdicts are printed
    coq        whether a footnote at a verdict says what Coq said of the statement
    sections   maps a heading to names of pages (None: one section by folder of the name)
    words      maps a heading to the text below it; an empty heading to the text below the title
    plots      maps a page to a graphics file below the directory
    errata     whether a section lists the printed forms that were found false
    """

    document_class: str = "article"
    bibliography: Mapping[str, str] = field(default_factory=dict)
    title: str = "Derivations"
    verdicts: bool = True
    coq: bool = True
    sections: Mapping[str, Sequence[str]] | None = None
    errata: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    plots: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.document_class not in CLASSES:
            raise ValueError(f"document_class is one of {', '.join(CLASSES)}, not {self.document_class!r}")

    def headed(self, pages: Sequence[Page]) -> Mapping[str, Sequence[str]]:
        """The names of the pages by heading."""
        if self.sections is not None:
            return self.sections
        grouped: dict[str, list[str]] = {}
        for page in pages:
            folder = page.name.rpartition(".")[0].partition(".")[0]
            grouped.setdefault(folder or "statements", []).append(page.name)
        return grouped


def write_appendix(
    pages: Sequence[Page],
    directory: Path,
    outline: Outline | None = None,
    failed: Callable[[Page, Exception], None] | None = None,
) -> list[Path]:
    """Write appendix.tex, fragments/*.tex, dpsym.sty with its notation and dpsym.bib; the paths written, in order.

    Two calls with equal pages write equal bytes.  A page that cannot be set because of an internal error is told to
    `failed`, and the document says so in its place; ValueError where two pages have one name.
    """
    outline = outline or Outline()
    names = [p.name for p in pages]
    if twice := sorted({n for n in names if names.count(n) > 1}):
        raise ValueError(f"two pages have the name {twice[0]}")
    directory = Path(directory)
    (directory / "fragments").mkdir(parents=True, exist_ok=True)
    entries = outline.bibliography
    links = Links.of(pages)
    context = Context(LAYOUTS[outline.document_class], frozenset(names), frozenset(entries), explained=True)
    cited = cited_keys(pages, entries)
    written = _fragments(pages, directory, context, links, failed)
    found = items(pages) if outline.errata else []
    if found:
        written.append(directory / "errata.tex")
        written[-1].write_text(errata_section(pages, context, links), encoding="utf-8")
    written.append(directory / "appendix.tex")
    written[-1].write_text(_frame(outline, pages, context, bool(found), bool(cited)), encoding="utf-8")
    for name in STYLES:
        written.append(directory / name)
        written[-1].write_text(style(name), encoding="utf-8")
    if cited:
        written.append(directory / BIBLIOGRAPHY)
        written[-1].write_text(bib_subset(entries, cited), encoding="utf-8")
    return written


def _fragments(
    pages: Sequence[Page],
    directory: Path,
    context: Context,
    links: Links,
    failed: Callable[[Page, Exception], None] | None,
) -> list[Path]:
    """Write a fragment a page."""
    labels = {p.name: p.label for p in pages}
    written = []
    for page in pages:
        try:
            text = fragment(page, links, context, source_line(page, context.keys)[0], labels)
        except Exception as error:
            if failed is None:
                raise
            failed(page, error)
            text = f"\\par\\noindent\\emph{{{escape_latex(page.name)} is not printed: dpsym failed.}}\\par\n"
        written.append(directory / "fragments" / f"{file_name(page)}.tex")
        written[-1].write_text(text, encoding="utf-8")
    return written


def _frame(outline: Outline, pages: Sequence[Page], context: Context, errata: bool, cited: bool) -> str:
    """The text of appendix.tex."""
    files = {page.name: f"fragments/{file_name(page)}" for page in pages}
    options, style = CLASSES[outline.document_class]
    sections = [
        {
            "title": escape_latex(_heading(heading)),
            "words": escape_latex(outline.words.get(heading, "")),
            "files": [{"text": files[n], "plot": outline.plots.get(n, "")} for n in members],
        }
        for heading, members in outline.headed(pages).items()
        if members
    ]
    return fill(
        "latex/appendix.tex",
        version=__version__,
        document_class=outline.document_class,
        options=options,
        style=style,
        title=escape_latex(outline.title),
        preface=with_notation(PREFACE),
        bibliography=BIBLIOGRAPHY.removesuffix(".bib"),
        switches=",".join(
            off for off, on in (("noverdicts", outline.verdicts), ("nocoq", outline.coq)) if not on
        ),
        opening=escape_latex(outline.words.get("", "")),
        plots=bool(outline.plots),
        width="wide" if context.layout.beside else "narrow",
        sections=sections,
        errata=errata,
        cited=cited,
    )


PREFACE = (
    r"\noindent Throughout, $P$ and $Q$ are the laws of the output of a mechanism~$\dpsymMechanism$ "
    r"on two neighbouring inputs, and $Y$ is a random output. A statement about $\dpsymMechanism$ is a "
    r"statement about all such pairs, and a pair of laws satisfies a notion of privacy when it does so in both "
    r"orders. The privacy loss is "
    r"$\dpsymLoss = \log(P(Y)/Q(Y))$, $\dpsymLoss'$ is that of the laws exchanged "
    r"and $\dpsymLoss_{A \| B}$ that of the laws $A$ and~$B$; "
    r"$\dpsymHockeyStick{\varepsilon}{P}{Q} = \sum_y \max\{0, P(y) - e^{\varepsilon} Q(y)\}$ is the "
    r"hockey-stick divergence; $\dpsymPosterior$ is the posterior probability that the target is in the data, "
    r"with the prior as its index where that is not~$p$, and is the prior itself where that is 0 or~1; "
    r"$P(S)$ is the probability of an event~$S$ and $P(f)$ the mean of a test~$f$; $G(r, \cdot)$ is the law with "
    r"the mass $G(r, y)$ at~$y$, and $G(r, S)$ its probability of~$S$; the mean of a power of the ratio of two "
    r"laws counts no output at which one of them is~0; "
    r"$\dpsymIndicator[\,\cdot\,]$ is 1 where its condition holds and 0 elsewhere."
)


def _heading(words: str) -> str:
    text = words.replace("_", " ")
    return text[:1].upper() + text[1:]


def errata_section(pages: Sequence[Page], context: Context | None = None, links: Links | None = None) -> str:
    """A section with what does not hold as printed, the gravest first."""
    context = context or Context()
    found = items(pages)
    body = listing(found, context, links or Links.of(pages)) if found else "None was found.\n"
    form = "wide" if context.layout.beside else "narrow"
    return f"\\section{{Errata}}\n\\begin{{dpsymtext}}[{form}]\n" + with_notation(body) + "\\end{dpsymtext}\n"


__all__ = ["CLASSES", "Outline", "errata_section", "write_appendix"]
