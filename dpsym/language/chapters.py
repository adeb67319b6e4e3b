"""A chapter: entries of the library in one order, with a few words between them."""

from __future__ import annotations

from dataclasses import dataclass

from dpsym.language.errors import StatementError
from dpsym.language.statements import Entry


@dataclass(frozen=True, kw_only=True)
class Part:
    """A section of a chapter: its heading, the words that lead to its entries, and the entries."""

    heading: str
    text: str
    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        _prose(self.heading, self.text)
        for entry in self.entries:
            if not isinstance(entry, Entry):
                raise StatementError(f"the part {self.heading!r} holds {entry!r}, which is not an entry")


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """A subject of the library: the entries of a folder, in their order or in parts with words between them.

    A file `derivations/FOLDER/chapter.py` holds it; `dpsym appendix --section FOLDER` prints it.

    opening  what its entries show; `({name})` is set as the number of an entry where that is in the document
    place    where the subject stands among the others; definitions come first
    parts    the entries in the order in which they are read, each in one part only; without parts all of the folder
    """

    title: str
    opening: str
    place: int = 99
    parts: tuple[Part, ...] = ()

    def __post_init__(self) -> None:
        _prose(self.title, self.opening)
        seen: set[int] = set()
        for entry in self.entries:
            if id(entry) in seen:
                raise StatementError(f"{entry.title!r} stands in the chapter {self.title!r} twice")
            seen.add(id(entry))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries in order."""
        return tuple(entry for part in self.parts for entry in part.entries)


def _prose(*texts: str) -> None:
    for text in texts:
        if not text or "$" in text:
            raise StatementError(f"words without formulas (no $) are needed, not {text!r}")


__all__ = ["Chapter", "Part"]
