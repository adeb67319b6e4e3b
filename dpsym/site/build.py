"""The files of the site: a page an entry, indexes by subject, by paper and by notion, one style sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from dpsym.document.blocks import Block, Para
from dpsym.document.media.html import Setter
from dpsym.document.media.templates import fill, templates_directory
from dpsym.document.page import Links, Page
from dpsym.document.remarks import WHY
from dpsym.document.writer import blocks_of
from dpsym.library import Paper
from dpsym.site.graph import neighbourhood, overview
from dpsym.version import __version__

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json


@dataclass(frozen=True)
class Card:
    """A false neighbour as a question: the statement, and the point at which it fails, in words."""

    statement: str
    because: tuple[str, ...]


@dataclass(frozen=True)
class Worth:
    """What a bound is worth: its enclosures as one parameter moves, the others fixed.

    parameter  the one that moves, and `fixed` the values of the others, in words
    frames     its values as text, each with the quantities and their enclosures there
    pictures   a curve for each quantity, with a mark for each frame
    """

    parameter: str
    fixed: str
    frames: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    pictures: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A page with what the site shows beside it: the notions that it speaks of, its cards, numbers at its example, and as a
    parameter moves."""

    page: Page
    notions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    worth: Worth | None = None

    @property
    def subject(self) -> str:
        """The folder in which its file stands, in words."""
        return self.page.name.partition(".")[0].replace("_", " ")


def write(entries: Sequence[Entry], directory: Path, papers: Iterable[Paper] = ()) -> list[Path]:
    """All files of the site; the paths, the index first. It is opened from a folder: nothing is fetched."""
    directory.mkdir(parents=True, exist_ok=True)
    pages = [e.page for e in entries]
    links = Links.of(pages)
    titles = {p.name: p.entry.title for p in pages}
    verdicts = {p.name: p.status for p in pages}
    uses = {p.name: tuple(dict.fromkeys(n for n in p.uses if n != p.name)) for p in pages}
    files: dict[str, str] = {}
    subjects = by_subject(entries)
    graphs = {
        heading: Markup(overview([e.page.name for e in group], uses, titles, verdicts))
        for heading, group in subjects
    }
    notions = by_notion(entries)
    for name, title, groups, drawn in (
        ("index", "By subject", subjects, graphs),
        ("papers", "By paper", by_paper(entries, papers), {}),
        ("notions", "By notion", notions, {}),
    ):
        files[f"{name}.html"] = fill(
            "html/site/index.html", **around(title, name), groups=groups, graphs=drawn
        )
    for e in entries:
        files[f"{e.page.name}.html"] = one_page(e, links, titles, uses, verdicts)
    files["site.css"] = (templates_directory() / "html" / "site" / "site.css").read_text(encoding="utf-8")
    for name, text in files.items():
        (directory / name).write_text(text, encoding="utf-8")
    return [directory / name for name in files]


def around(title: str, current: str = "", served: bool = False) -> Json:
    """What every file needs; `current` is the index that it is, `served` whether a server answers questions beside it."""
    return {"version": __version__, "title": title, "current": current, "served": served}


def one_page(
    e: Entry,
    links: Links,
    titles: Mapping[str, str],
    uses: Mapping[str, Sequence[str]],
    verdicts: Mapping[str, str],
    served: bool = False,
    exercise: bool = False,
) -> str:
    """The page of an entry: the statement first, the proof hidden step by step, then questions, numbers and the graph."""
    page, setter = e.page, Setter(titles)
    blocks = blocks_of(page, links)
    users = sorted(n for n, used in uses.items() if page.name in used)
    remarks = [(h, Markup(setter.blocks(b))) for h, b in blocks.remarks if not (e.cards and h == WHY)]
    return fill(
        "html/site/page.html",
        **around(page.entry.title, served=served),
        exercise=exercise,
        kind=page.entry.kind.capitalize(),
        name=page.name,
        sha256=page.sha256,
        status=page.status,
        scope=page.reach,
        source=list(page.entry.source),
        statement=Markup(setter.blocks(blocks.notation + blocks.statement)),
        steps=[Markup(setter.blocks(step)) for step in steps_of(blocks.whole_proof, setter)],
        cards=e.cards,
        values=e.values,
        worth=e.worth,
        drawn=[Markup(x) for x in e.worth.pictures] if e.worth else [],
        remarks=remarks,
        graph=Markup(neighbourhood(page.name, uses, titles, verdicts)),
        uses=[(n, titles[n], True) for n in uses[page.name] if n in titles],
        users=[(n, titles[n]) for n in users],
        rests_on=list(page.rests_on),
    )


def steps_of(blocks: Sequence[Block], setter: Setter) -> list[tuple[Block, ...]]:
    """The blocks of a proof as steps to open one by one: words that only lead to a formula open with it."""
    found: list[tuple[Block, ...]] = []
    lead: tuple[Block, ...] = ()
    for block in blocks:
        if isinstance(block, Para) and not setter.items(block.items).endswith("."):
            lead = (*lead, block)
        else:
            found.append((*lead, block))
            lead = ()
    return [*found, lead] if lead else found


# ------------------------------------------------------------------------------------------------- indexes
Groups = list[tuple[str, list[Entry]]]


def by_subject(entries: Sequence[Entry]) -> Groups:
    """The entries by the folder in which they stand."""
    found: dict[str, list[Entry]] = {}
    for e in entries:
        found.setdefault(e.subject, []).append(e)
    return list(found.items())


def by_notion(entries: Sequence[Entry]) -> Groups:
    """The entries by the notions of privacy that they speak of."""
    found: dict[str, list[Entry]] = {}
    for e in entries:
        for notion in e.notions:
            found.setdefault(notion, []).append(e)
    return sorted(found.items())


def by_paper(entries: Sequence[Entry], papers: Iterable[Paper]) -> Groups:
    """The entries by the paper whose items they carry, in the paper's order."""
    from dpsym.library import of_paper, rank_of

    found = []
    for paper in papers:
        carried = [e for e in entries if of_paper(tuple(map(str, e.page.entry.source)), paper)]
        carried.sort(key=lambda e: rank_of(of_paper(tuple(map(str, e.page.entry.source)), paper)))
        if carried:
            found.append((f"{paper.authors}: {paper.title} ({paper.year})", carried))
    return found
