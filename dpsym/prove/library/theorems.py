"""The theorems that a search may use, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dpsym.language import Theorem
from dpsym.prove.library.best_tests import BestTests
from dpsym.prove.library.rules import Index
from dpsym.prove.session import Session
from dpsym.prove.verdict import Verdict


@dataclass(frozen=True)
class Library:
    """Theorems by shape, where they are settled, and how a session for a claim is made.

    session  gives a session with one part in so many of the work that one claim may cost
    """

    index: Index
    tests: BestTests
    reporter: Session
    session: Callable[[int], Session]

    def settled(self, theorem: Theorem) -> bool:
        """Whether the kernel accepts a proof of a theorem of the library."""
        return self.reporter.settle(theorem).status == "proved"

    def use_in(self, session: Session) -> None:
        """Give a session the theorems that were settled."""
        session.library.update(self.reporter.library)
        session.verdicts.update(self.reporter.verdicts)


def library_of(
    items: Sequence[tuple[str, Theorem]], reporter: Session, session: Callable[[int], Session]
) -> Library:
    """The library of named theorems, those without a proof left out."""
    proved = [(name, theorem) for name, theorem in items if not theorem.cited]
    return Library(Index(proved), BestTests(proved), reporter, session)


@dataclass(frozen=True)
class Found:
    """A proof: the verdict on the claim as it stands, the derivation, and the session in which the kernel accepted it."""

    verdict: Verdict
    derivation: tuple[Any, ...]
    session: Session
