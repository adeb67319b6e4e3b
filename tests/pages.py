"""The pages of the library as they are once everything is proved and refuted: what the tests of pages look at."""

from __future__ import annotations

from functools import cache

from dpsym.document.page import Links, MissResult, Page, Recomputed, Tabulated
from dpsym.library import Item, load


def page_of(item: Item) -> Page:
    """The page of an entry: all near misses refuted, and numbers of some digits where it has any."""
    entry = item.entry
    misses = tuple(MissResult(n, True, v.witness) for n, v in getattr(entry, "near_misses", {}).items())
    printed = getattr(entry, "printed", None)
    numbers = tuple(
        Recomputed(v.what, v.printed, "0.1234561", "0.1234569", True) for v in getattr(entry, "values", ())
    )
    curves = tuple(
        Tabulated(c.label, tuple((str(x), "0.1234561", "0.1234569") for x in c.points))
        for c in getattr(entry, "curves", ())
    )
    result = MissResult("printed", True, printed.witness) if printed is not None else None
    return Page(item.name, entry, "proved", "all finite outputs", (), misses, result, numbers, curves)


def library_pages() -> list[Page]:
    """Those of all entries."""
    return list(map(page_of, load()))


@cache
def library_links() -> Links:
    """The references from one page of the library to another."""
    return Links.of(library_pages())
