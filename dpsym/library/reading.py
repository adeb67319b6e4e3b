"""What entries cite, and the order in which they are read: definitions first, a lemma before what uses it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence

from dpsym.language.statements import Definition, Entry, Theorem
from dpsym.language.steps import used_in
from dpsym.library import Item, Library, LibraryError, entries_of, library_files, user_files


def cites(entry: Entry) -> Iterator[Theorem]:
    """The theorems to which the page of an entry refers, in the order of its text."""
    if isinstance(entry, Theorem) and entry.as_in is not None:
        yield entry.as_in
        return
    for use in used_in(getattr(entry, "derivation", ())):
        yield use.theorem


def _loaded(library: Library) -> dict[int, Item]:
    """The items of all files that are loaded; what an entry cites is among them."""
    files = [f for f in library_files() if f.module in sys.modules]
    for item in library:
        try:
            files += [f for f in user_files(item.file.root) if f.module in sys.modules]
        except LibraryError:
            continue
    found = {id(i.entry): i for file in dict.fromkeys(files) for i in entries_of(file)}
    return found | {id(i.entry): i for i in library}


def with_lemmas(library: Library) -> Library:
    """The entries and all that they cite, at any depth; each stands before what cites it.

    A cited entry of no file (one made by a program) is left out: its title stands in the text.
    """
    items, order = _loaded(library), dict[int, Item]()
    for item in library:
        for entry in _before(item.entry, set(order)):
            if id(entry) in items:
                order.setdefault(id(entry), items[id(entry)])
    return Library(tuple(order.values()), library.broken)


def _before(entry: Entry, seen: set[int]) -> Iterator[Entry]:
    """What an entry cites at any depth, and the entry last; nothing that was seen."""
    if id(entry) in seen:
        return
    seen.add(id(entry))
    for other in cites(entry):
        yield from _before(other, seen)
    yield entry


def in_reading_order(items: Iterable[Item]) -> list[Item]:
    """The items with the definitions first and otherwise as they come, but for a theorem that another one cites: it
    stands before that one."""
    items = list(items)
    items.sort(key=lambda i: not isinstance(i.entry, Definition))
    among = {id(i.entry): i for i in items}
    seen: set[int] = set()
    return [among[id(e)] for i in items for e in _before(i.entry, seen) if id(e) in among]


def with_its_lemmas(items: Sequence[Item], wanted: Iterable[Item]) -> list[tuple[Item, list[Item]]]:
    """Each wanted item with those of the others that are read before it, each of them once."""
    chosen = {id(i.entry) for i in wanted}
    found: list[tuple[Item, list[Item]]] = []
    waiting: list[Item] = []
    for item in items:
        if id(item.entry) in chosen:
            found.append((item, waiting))
            waiting = []
        else:
            waiting.append(item)
    return found


__all__ = ["cites", "in_reading_order", "with_its_lemmas", "with_lemmas"]
