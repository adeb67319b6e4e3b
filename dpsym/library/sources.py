"""Where an entry says that it comes from: an item of the catalogue, or a key of a bibliography.

The bibliographies are the library's references.bib and every .bib file in the folder of a user's theorem file.
"""

from __future__ import annotations

import difflib
from functools import cache
from pathlib import Path

from dpsym.library import Broken, Item, Library, LibraryError, catalogue
from dpsym.library.files import roots


@cache
def keys_of(folder: Path) -> frozenset[str]:
    """The keys of the .bib files of a folder."""
    from dpsym.document.bibliography import bib_entries

    found: set[str] = set()
    for path in sorted(folder.glob("*.bib")):
        try:
            found |= set(bib_entries(path.read_text(encoding="utf-8", errors="replace")))
        except OSError as e:
            raise LibraryError(f"{path} cannot be read: {e.strerror or e}") from e
    return frozenset(found)


def known_to(item: Item) -> set[str]:
    """What the source of an entry may be."""
    folders = (*roots(), item.file.root, item.file.path.parent)
    return set(catalogue()).union(*map(keys_of, folders))


def unknown_sources(item: Item) -> str:
    """Why the sources of an entry cannot be right, with the nearest that exist; empty where all are known."""
    known = known_to(item)
    wrong = [s for s in item.entry.source if s not in known]
    if not wrong:
        return ""
    said = []
    for source in wrong:
        near = difflib.get_close_matches(source, sorted(known), 3, 0.6)
        near = near or difflib.get_close_matches(source.partition(".")[0], sorted(known), 3, 0.6)
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        said.append(f"{source[:80]!r} is neither an id of the catalogue nor a key of a bibliography{meant}")
    return f"{item.file.path}, line {item.line}: the source of {item.name}: {'; '.join(said)}"


def with_known_sources(library: Library) -> Library:
    """The library without the entries whose source is unknown; each of them is reported as a broken file is."""
    wrong = {id(i.entry): Broken(i.file, reason) for i in library if (reason := unknown_sources(i))}
    if not wrong:
        return library
    kept = tuple(i for i in library if id(i.entry) not in wrong)
    return Library(kept, (*library.broken, *wrong.values()))


def of_known_source(item: Item) -> Item:
    """The entry; LibraryError where its source is unknown."""
    if reason := unknown_sources(item):
        raise LibraryError(reason)
    return item
