"""A standalone appendix: fragments, dpsym.sty, a subset of the bibliography, and the PDF made from them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dpsym.document.blocks import Cite
from dpsym.document.errata import items
from dpsym.document.latex import LAYOUTS, Context, fragment
from dpsym.document.letter import listing
from dpsym.document.page import Links, MissResult, Page
from dpsym.document.spelling import escape_latex
from dpsym.document.templates import fill, templates_directory
from dpsym.version import __version__

CLASSES: Mapping[str, tuple[str, str]] = {  # options, bibliography style
    "article": ("", "plain"),
    "acmart": ("sigconf,nonacm", "ACM-Reference-Format"),
    "IEEEtran": ("conference", "IEEEtran"),
    "llncs": ("orivec", "splncs04"),
}


class MissingProgram(RuntimeError):
    """A program that is needed is not installed; the message names it and how to get it."""


class BadDocument(RuntimeError):
    """LaTeX refused the document; the message holds its first error."""


# ------------------------------------------------------------------------------------------- bibliography
def bib_entries(text: str) -> dict[str, str]:
    """The entries of a .bib file by key, each as it stands."""
    found: dict[str, str] = {}
    for start in re.finditer(r"@(\w+)\s*\{\s*([^\s,{}]+)\s*,", text):
        if start[1].lower() in ("comment", "preamble", "string"):
            continue
        depth, end = 0, start.end()
        for position in range(start.start(), len(text)):
            depth += {"{": 1, "}": -1}.get(text[position], 0)
            if depth == 0 and text[position] == "}":
                end = position + 1
                break
        found[start[2]] = text[start.start() : end]
    return found


def bib_subset(entries: Mapping[str, str], keys: Iterable[str]) -> str:
    """The named entries, in alphabetical order of their keys."""
    return "\n\n".join(entries[k] for k in sorted(set(keys)) if k in entries) + "\n"


PLACES = {
    "thm": "Theorem", "lem": "Lemma", "cor": "Corollary", "prop": "Proposition",
    "def": "Definition", "ex": "Example",
    "fig": "Figure", "tab": "Table", "eq": "equation", "rem": "Remark", "sec": "Section", "asm": "Assumption",
}  # fmt: skip


def cite_of(source: str, keys: Iterable[str]) -> Cite:
    """A catalogue id `paper.thm3.9` or a bib key as a citation; the paper's key is the id's stem or begins
    with it."""
    keys = sorted(keys)
    if source in keys:
        return Cite(source)
    paper, _, item = source.partition(".")
    key = paper if paper in keys else next((k for k in keys if k.lower().startswith(paper.lower())), paper)
    found = re.fullmatch(r"([a-z]+)([A-Z]?\.?\d[\w.]*)", item)
    place = ""
    if found and found[1] in PLACES:
        part = re.fullmatch(r"(\w+\.\d+)\.(\d+)", found[2])  # thm3.5.2 is Theorem 3.5(2)
        place = f"{PLACES[found[1]]} {f'{part[1]}({part[2]})' if part else found[2]}"
    return Cite(key, place)


def _partly(cite: Cite, missing: str) -> Cite:
    """The citation, with "in part" where something of the item is missing."""
    return Cite(cite.key, f"{cite.place}, in part".removeprefix(", ")) if missing else cite


def source_line(page: Page, keys: Iterable[str]) -> tuple[str, list[str]]:
    """The line that says where an entry comes from, as LaTeX, and the bib keys it cites."""
    keys = list(keys)
    carries = page.entry.carries
    cites = [_partly(cite_of(s, keys), carries.get(s, "")) for s in page.entry.source]
    cites += [Cite(k) for k in page.entry.cites]
    known = [c for c in cites if c.key in keys]
    shown = [rf"\cite{f'[{escape_latex(c.place)}]' if c.place else ''}{{{c.key}}}" for c in known]
    used = [c.key for c in known]
    used += [k for k in getattr(page.entry, "cited", ()) if k in keys]
    return ("Source: " + ", ".join(dict.fromkeys(shown)) + "." if shown else ""), used


# ----------------------------------------------------------------------------------------------- appendix
def file_name(page: Page) -> str:
    """The fragment's file name without folder or ending."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", page.name).replace(".", "-")


@dataclass(frozen=True)
class Outline:
    """How an appendix is made of its pages.

    sections   maps a heading to names of pages (None: one section by folder of the name)
    words      maps a heading to the text below it; an empty heading to the text below the title
    plots      maps a page to a graphics file below the directory
    errata     whether a section lists the printed forms that were found false
    """

    document_class: str = "article"
    bibliography: Path | None = None
    title: str = "Derivations"
    verdicts: bool = True
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
    """Write appendix.tex, fragments/*.tex, dpsym.sty and references.bib; the paths written, in order.

    Two calls with equal pages write equal bytes.  A page that cannot be set because of an internal error is told to
    `failed`, and the document says so in its place; ValueError where two pages have one name.
    """
    outline = outline or Outline()
    names = [p.name for p in pages]
    if twice := sorted({n for n in names if names.count(n) > 1}):
        raise ValueError(f"two pages have the name {twice[0]}")
    directory = Path(directory)
    (directory / "fragments").mkdir(parents=True, exist_ok=True)
    text = outline.bibliography.read_text(encoding="utf-8") if outline.bibliography else ""
    entries = bib_entries(text)
    links = Links.of(pages)
    context = Context(LAYOUTS[outline.document_class], frozenset(names), frozenset(entries), explained=True)
    cited = {key for page in pages for key in source_line(page, entries)[1]}
    written = _fragments(pages, directory, context, links, failed)
    found = items(pages) if outline.errata else []
    if found:
        written.append(directory / "errata.tex")
        written[-1].write_text(errata_section(pages, context, links), encoding="utf-8")
    written.append(directory / "appendix.tex")
    written[-1].write_text(_frame(outline, pages, context, bool(found), bool(cited)), encoding="utf-8")
    written.append(directory / "dpsym.sty")
    shutil.copyfile(templates_directory() / "latex" / "dpsym.sty", written[-1])
    if cited:
        written.append(directory / "references.bib")
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
        verdicts=outline.verdicts,
        preface=PREFACE,
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
    return f"\\section{{Errata}}\n\\begin{{dpsymtext}}[{form}]\n" + body + "\\end{dpsymtext}\n"


def compile_pdf(directory: Path, name: str = "appendix") -> Path:
    """The PDF of `directory/appendix.tex`, the same bytes on every run.

    Raises MissingProgram when latexmk or pdflatex is absent, BadDocument when LaTeX stops.
    """
    directory = Path(directory)
    for program in ("latexmk", "pdflatex"):
        if shutil.which(program) is None:
            raise MissingProgram(
                f"{program} is not installed; on Debian: apt-get install latexmk texlive-latex-extra"
            )
    settings = os.environ | {
        "SOURCE_DATE_EPOCH": "0",
        "FORCE_SOURCE_DATE": "1",
        "max_print_line": "1000",
        "TZ": "UTC",
    }
    command = [
        "latexmk",
        "-norc",
        "-pdf",
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-file-line-error",
        f"{name}.tex",
    ]
    done = subprocess.run(
        command, cwd=directory, env=settings, capture_output=True, text=True, errors="replace"
    )
    pdf = directory / f"{name}.pdf"
    if done.returncode or not pdf.exists():
        lines = [li for li in done.stdout.splitlines() if re.match(r"(\S+:\d+: |! )", li)]
        raise BadDocument(lines[0] if lines else (done.stderr or done.stdout)[-600:])
    return pdf


COMPLAINTS = re.compile(
    r"^(?:(?:LaTeX|Package|Class)\b.*Warning:|(?:Over|Under)full \\hbox|LaTeX Font Warning:).*"
)


def complaints(directory: Path, name: str = "appendix") -> list[str]:
    """The warnings and bad boxes in the log of the last run of LaTeX."""
    log = (Path(directory) / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    return [line for line in log.splitlines() if COMPLAINTS.match(line)]


__all__ = [
    "CLASSES", "BadDocument", "MissResult", "MissingProgram", "Outline", "bib_entries", "bib_subset",
    "cite_of", "compile_pdf",
    "complaints", "errata_section", "write_appendix",
]  # fmt: skip
