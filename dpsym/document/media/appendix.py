"""A standalone appendix: its sections, its statements, the lists of what is false, the bibliography."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dpsym.document.bibliography import BIBLIOGRAPHY, bib_subset, cited_keys, source_line
from dpsym.document.blocks import Items
from dpsym.document.errata import items
from dpsym.document.formulas.shapes import indices_in
from dpsym.document.formulas.spelling import escape_latex
from dpsym.document.groups import environment_of, grouped
from dpsym.document.media.latex import LAYOUTS, Context, Setter, fragment, with_notation
from dpsym.document.media.letter import listing
from dpsym.document.media.templates import STYLES, fill, style
from dpsym.document.page import Links, Page
from dpsym.document.remarks import neighbours
from dpsym.document.words.wording import Wording
from dpsym.language import statements as st
from dpsym.lift import LEMMA
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
class Group:
    """One statement of an appendix: the names of the pages that are its parts, and for several of them its title and what
    kind of statement it is."""

    names: tuple[str, ...]
    title: str = ""
    kind: str = "theorem"


@dataclass(frozen=True)
class Section:
    """A section of an appendix: its heading, its statements, the words below the heading."""

    title: str
    groups: tuple[Group, ...]
    words: str = ""


@dataclass(frozen=True)
class Outline:
    """How an appendix is made of its pages.

    bibliography  the entries that may be cited, by key
    opening       the text below the title
    verdicts      whether verdicts are printed
    coq           whether a footnote at a verdict says what Coq said of the statement
    sections      in order; empty: one by folder of the name, a statement a page
    near_misses   whether a section lists the near misses
    errata        whether a section lists the printed forms that were found false
    paper         the stem of the ids of the paper that the appendix is of, whose errata are listed alone; "" for no such
    plots         maps a page to a graphics file below the directory
    """

    document_class: str = "article"
    bibliography: Mapping[str, str] = field(default_factory=dict)
    title: str = "Derivations"
    opening: str = ""
    verdicts: bool = True
    coq: bool = True
    sections: tuple[Section, ...] = ()
    near_misses: bool = True
    errata: bool = False
    plots: Mapping[str, str] = field(default_factory=dict)
    paper: str = ""

    def __post_init__(self) -> None:
        if self.document_class not in CLASSES:
            raise ValueError(f"document_class is one of {', '.join(CLASSES)}, not {self.document_class!r}")

    def filled(self, pages: Sequence[Page]) -> tuple[Section, ...]:
        """The sections; one by folder where none are given."""
        if self.sections:
            return self.sections
        grouped: dict[str, list[Group]] = {}
        for page in pages:
            folder = page.name.rpartition(".")[0].partition(".")[0]
            grouped.setdefault(folder or "statements", []).append(Group((page.name,)))
        return tuple(Section(_heading(folder), tuple(groups)) for folder, groups in grouped.items())


Failed = Callable[[Page, Exception], None]


def write_appendix(
    pages: Sequence[Page], directory: Path, outline: Outline | None = None, failed: Failed | None = None
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
    links, sections = Links.of(pages), outline.filled(pages)
    several = {
        name: environment_of(g.kind)
        for s in sections
        for g in s.groups
        if len(g.names) > 1
        for name in g.names
    }
    context = Context(LAYOUTS[outline.document_class], frozenset(names), frozenset(entries), True, several)
    cited = cited_keys(pages, entries)
    written = _fragments(pages, sections, directory, context, links, failed)
    lists = _lists(pages, outline, context, links, failed)
    for name, text in lists.items():
        written.append(directory / f"{name}.tex")
        written[-1].write_text(text, encoding="utf-8")
    written.append(directory / "appendix.tex")
    written[-1].write_text(_frame(outline, pages, sections, context, lists, bool(cited)), encoding="utf-8")
    for name in STYLES:
        written.append(directory / name)
        written[-1].write_text(style(name), encoding="utf-8")
    if cited:
        written.append(directory / BIBLIOGRAPHY)
        written[-1].write_text(bib_subset(entries, cited), encoding="utf-8")
    return written


def _lists(
    pages: Sequence[Page], outline: Outline, context: Context, links: Links, failed: Failed | None
) -> dict[str, str]:
    """The sections at the end, by the name of their file: the reduction lemma where a scope names it, what is false."""
    found = {}
    if any(LEMMA in page.scope for page in pages):
        form = "wide" if context.layout.beside else "narrow"
        found["any-outputs"] = fill("latex/any-outputs.tex", width=form)
    if outline.near_misses and (text := near_misses_section(pages, context, links, failed)):
        found["near-misses"] = text
    if outline.errata and items(pages, outline.paper):
        found["errata"] = errata_section(pages, context, links, outline.paper)
    return found


def _fragments(
    pages: Sequence[Page],
    sections: Sequence[Section],
    directory: Path,
    context: Context,
    links: Links,
    failed: Failed | None,
) -> list[Path]:
    """Write a fragment a statement; near misses stand elsewhere."""
    labels = {p.name: p.label for p in pages}
    found = {p.name: replace(p, shown=replace(p.shown, near_misses=False)) for p in pages}

    def alone(page: Page) -> str:
        try:
            return fragment(page, links, context, source_line(page, context.keys)[0], labels)
        except Exception as error:
            if failed is None:
                raise
            failed(page, error)
            return f"\\par\\noindent\\emph{{{escape_latex(page.name)} is not printed: dpsym failed.}}\\par\n"

    def text(group: Group, members: Sequence[Page]) -> str:
        if len(members) > 1:
            try:
                return grouped(members, group.title, group.kind, links, context, labels)
            except Exception as error:
                if failed is None:
                    raise
                failed(members[0], error)  # each is printed alone
        return "".join(map(alone, members))

    written = []
    for group in (g for s in sections for g in s.groups):
        members = [found[name] for name in group.names]
        written.append(directory / "fragments" / f"{file_name(members[0])}.tex")
        written[-1].write_text(text(group, members), encoding="utf-8")
    return written


def _frame(
    outline: Outline,
    pages: Sequence[Page],
    sections: Sequence[Section],
    context: Context,
    lists: Collection[str],
    cited: bool,
) -> str:
    """The text of appendix.tex."""
    by_name = {page.name: page for page in pages}
    options, style = CLASSES[outline.document_class]

    def shown(section: Section) -> dict[str, object]:
        files = []
        for group in section.groups:
            page = by_name[group.names[0]]
            plots = [outline.plots[n] for n in group.names if n in outline.plots]
            title = bookmark(group.title or page.entry.title)
            text = f"fragments/{file_name(page)}"
            files.append({"text": text, "plots": plots, "title": title, "name": file_name(page)})
        words = with_references(section.words, context, by_name)
        return {"title": escape_latex(section.title), "words": words, "files": files}

    return fill(
        "latex/appendix.tex",
        version=__version__,
        document_class=outline.document_class,
        options=options,
        style=style,
        title=escape_latex(outline.title),
        switches=",".join(
            off for off, on in (("noverdicts", outline.verdicts), ("nocoq", outline.coq)) if not on
        ),
        preface=with_notation(PREFACE),
        bibliography=BIBLIOGRAPHY.removesuffix(".bib"),
        opening=with_references(outline.opening, context, by_name),
        plots=bool(outline.plots),
        width="wide" if context.layout.beside else "narrow",
        sections=[shown(s) for s in sections if s.groups],
        lists=list(lists),
        contents=len(sections) + len(lists) > 1,
        cited=cited,
    )


def bookmark(title: str) -> str:
    """A title as plain text for the outline of a PDF."""
    return re.sub(r"[\\{}$%#&_^~]", "", title)


def with_references(words: str, context: Context, pages: Mapping[str, Page]) -> str:
    """Prose as LaTeX; `({name}, {name})` is what these entries are called in the document, and goes where none is there."""

    def numbered(found: re.Match[str]) -> str:
        names = [n for n in re.findall(r"\{([\w.]+)\}", found[0]) if n in pages]
        shown = [rf"{context.word(n, pages[n].entry.kind)}~\ref{{{pages[n].label}}}" for n in names]
        return f" ({', '.join(shown)})" if shown else ""

    parts, at = [], 0
    for found in re.finditer(r" ?\((?:\{[\w.]+\}(?:, )?)+\)", words):
        parts += [escape_latex(words[at : found.start()]), numbered(found)]
        at = found.end()
    return "".join((*parts, escape_latex(words[at:])))


PREFACE = (
    r"\noindent Throughout, $P$ and $Q$ are the laws of the output of a mechanism~$\dpsymMechanism$ "
    r"on two neighbouring inputs, and $Y$ is a random output. A statement about $\dpsymMechanism$ is a "
    r"statement about all such pairs, and a pair of laws satisfies a notion of privacy when it does so in both "
    r"orders. The privacy loss is "
    r"$\dpsymLoss = \log(P(Y)/Q(Y))$, $\dpsymLoss'$ is that of the laws exchanged "
    r"and $\dpsymLoss_{A \| B}$ that of the laws $A$ and~$B$; "
    r"$\dpsymHockeyStick{\varepsilon}{P}{Q} = \sum_y \max\{0, P(y) - e^{\varepsilon} Q(y)\}$ is the "
    r"hockey-stick divergence; "
    r"$\dpsymTotalVariation{P}{Q} = \sum_y \max\{0, P(y) - Q(y)\}$ is the total variation distance; "
    r"$\dpsymRelativeEntropy{P}{Q} = \sum_y P(y) \log(P(y)/Q(y))$ is the relative entropy, a term counting as 0 where one "
    r"of the laws is~0; $\dpsymPosterior$ is the posterior probability that the target is in the data, "
    r"with the prior as its index where that is not~$p$, and is the prior itself where that is 0 or~1; "
    r"$P(S)$ is the probability of an event~$S$ and $P(f)$ the mean of a test~$f$; $G(r, \cdot)$ is the law with "
    r"the mass $G(r, y)$ at~$y$, and $G(r, S)$ its probability of~$S$; the mean of a power of the ratio of two "
    r"laws counts no output at which one of them is~0; a product of powers counts as 0 where one of its bases is~0, and "
    r"$u \log(u/v)$ where $u$ or~$v$ is~0; at an output that neither law gives, every number is a loss, so that a relation "
    r"$\le$, $\ge$ or $=$ with it holds there; "
    r"$\dpsymIndicator[\,\cdot\,]$ is 1 where its condition holds and 0 elsewhere."
)


def _heading(words: str) -> str:
    text = words.replace("_", " ")
    return text[:1].upper() + text[1:]


def near_misses_section(
    pages: Sequence[Page], context: Context, links: Links, failed: Failed | None = None
) -> str:
    """A section that says of each statement which of its neighbours are false; empty where there are none."""
    setter = Setter(context, context.layout.room - 2.6)
    rows = []
    for page in pages:
        if not isinstance(page.entry, st.Theorem):
            continue
        try:
            with (own := indices_in(page.entry)).apply():
                w = Wording(page, links)
                assert isinstance(w.read, st.Theorem)
                told = neighbours(w, w.read)  # by the names that the statement has given
            setter.indices = own
            text = setter.section(told) if any(isinstance(b, Items) for b in told) else ""
        except Exception as error:
            if failed is None:
                raise
            failed(page, error)
            continue
        if text:
            head = rf"\item {context.word(page.name, page.entry.kind)}~\ref{{{page.label}}}. "
            rows.append(head + text)
    if not rows:
        return ""
    body = (
        "\\noindent The statements below are near to those above, with a hypothesis left out or a bound changed, and false, "
        "each at the point that is given.\n\\begin{dpsymmisses}\n"
        + "\n".join(rows)
        + "\n\\end{dpsymmisses}\n"
    )
    form = "wide" if context.layout.beside else "narrow"
    return f"\\section{{What cannot be changed}}\n\\begin{{dpsymtext}}[{form}]\n{with_notation(body)}\\end{{dpsymtext}}\n"


def errata_section(
    pages: Sequence[Page], context: Context | None = None, links: Links | None = None, paper: str = ""
) -> str:
    """A section with what does not hold as printed, the gravest first; of one paper alone where its stem is given."""
    context = context or Context()
    found = items(pages, paper)
    body = listing(found, context, links or Links.of(pages)) if found else "None was found.\n"
    form = "wide" if context.layout.beside else "narrow"
    return f"\\section{{Errata}}\n\\begin{{dpsymtext}}[{form}]\n" + with_notation(body) + "\\end{dpsymtext}\n"


__all__ = ["CLASSES", "Group", "Outline", "Section", "errata_section", "write_appendix"]
