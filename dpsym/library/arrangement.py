"""How entries are put in the order of an appendix: by subject, a statement for each theorem of a paper, lemmas last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dpsym.document.media.appendix import Group, Section
from dpsym.language import Chapter, Theorem
from dpsym.library import Item, Library, Paper, catalogue, chapters, is_helper, of_paper, with_pages
from dpsym.library.reading import in_reading_order, with_lemmas

LEMMAS = "Lemmas and their proofs"
FURTHER = "Further statements"
WORDS = {
    LEMMAS: "What the proofs above cite, each with its own proof.",
    FURTHER: "What the source does not print, and what follows from the same derivations.",
}


def arranged(library: Library, of: Paper | None = None) -> tuple[Library, tuple[Section, ...]]:
    """The entries with all that they cite, and the sections in which they are read.

    What carries an item of the paper stands in the section of its subject, the entries of one item as one statement with
    parts; lemmas stand in a last section unless an item has no other entry, and so do facts that the proofs cite, and
    statements that the paper does not print.
    """
    whole = Library(tuple(in_reading_order(with_lemmas(with_pages(library)))), library.broken)
    wanted = {id(i.entry) for i in library}
    ids = {id(i.entry): item_of(i, of) for i in whole}
    leading = {ids[id(i.entry)] for i in whole if i.entry.kind != "lemma"}
    main: list[Item] = []
    further: list[Item] = []
    lemmas: list[Item] = []
    for item in whole:
        carried = ids[id(item.entry)]
        lemma = item.entry.kind == "lemma" and (carried in leading or not carried)
        if id(item.entry) not in wanted or lemma or is_helper(item.entry):
            lemmas.append(item)
        else:
            (main if carried or of is None else further).append(item)
    if not main:
        main, lemmas = lemmas, []
    sections = by_subject(main, ids)
    for title, items in ((FURTHER, further), (LEMMAS, lemmas)):
        if items:
            groups = tuple(Group((i.name,)) for i in items)
            sections.append(Section(title, groups, WORDS[title]))
    return whole, tuple(sections)


def item_of(item: Item, of: Paper | None) -> str:
    """The first item of the paper (of any paper) that an entry carries and that the paper prints; or nothing."""
    sources = item.entry.source if of is None else of_paper(item.entry.source, of)
    known = catalogue()
    return next((s for s in sources if s in known and known[s].in_paper), "")


def by_subject(items: Sequence[Item], ids: dict[int, str]) -> list[Section]:
    """A section for each subject, with the paper's order in it."""
    subjects = chapters()
    found: dict[str, list[Group]] = {}
    for group in groups(items, ids):
        folder = group.names[0].rpartition(".")[0].partition(".")[0]
        found.setdefault(folder, []).append(group)

    def place(folder: str) -> tuple[int, str]:
        return (subjects[folder].place if folder in subjects else len(subjects) + 1, folder)

    def section(folder: str) -> Section:
        known = subjects.get(folder)
        title = known.title if known is not None else (folder or "statements").replace("_", " ").capitalize()
        return Section(title, tuple(found[folder]), known.opening if known is not None else "")

    return [section(folder) for folder in sorted(found, key=place)]


def groups(items: Iterable[Item], ids: dict[int, str]) -> list[Group]:
    """The theorems of one item of a paper together, where the first of them stands; everything else alone."""
    found: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        carried = ids.get(id(item.entry), "")
        together = carried and isinstance(item.entry, Theorem)
        found.setdefault((carried, "") if together else ("", item.name), []).append(item)
    return [_group(carried, members) for (carried, _), members in found.items()]


def _group(carried: str, members: Sequence[Item]) -> Group:
    names = tuple(i.name for i in members)
    if len(members) == 1:
        return Group(names)
    listed = catalogue()[carried].kind
    kind = (
        listed if listed in ("theorem", "lemma", "corollary", "remark", "example") else members[0].entry.kind
    )
    return Group(names, "", kind)  # each part has its title; that of one of them would not be that of all


def of_chapter(library: Library, found: Chapter) -> tuple[Section, ...]:
    """The sections of a chapter with parts, in its own order."""
    names = {id(i.entry): i.name for i in library}
    return tuple(
        Section(part.heading, tuple(Group((names[id(e)],)) for e in part.entries), part.text)
        for part in found.parts
    )
