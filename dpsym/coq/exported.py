"""A theorem in Coq as others see it: its text, what it states and needs, and how it is cited."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from dpsym.kernel.reading import Checked


@dataclass(frozen=True)
class Exported:
    """A theorem in Coq: its text, its statement alone, what it needs, and how others cite it."""

    name: str
    module: str
    checked: Checked
    sets: tuple[str, ...]  # that the statement quantifies, in order
    names: tuple[str, ...]  # likewise, after the sets
    statement: str
    text: str
    cites: tuple[str, ...]  # names of theorems
    needs: frozenset[str]  # Analysis, Enclose, Pairs

    @property
    def proved(self) -> str:
        """The Coq name of the proof."""
        return f"{self.module}.proved"

    @property
    def digest(self) -> str:
        """What the statement says: see `digest_of`."""
        return digest_of(self.statement, self.checked.notions)


def digest_of(statement: str, notions: str | None) -> str:
    """The sha256 of a statement, spaces aside, with the digest of the pinned notions that it uses."""
    return hashlib.sha256(f"{' '.join(statement.split())} {notions or ''}".encode()).hexdigest()
