"""The theorems that a typed claim may rest on: those of the library, and of a user's own folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dpsym import library
from dpsym.claims.lemmas import Proof, certificates, reporter
from dpsym.claims.meaning import Claim
from dpsym.language import StatementError, Theorem
from dpsym.language.steps import used_in
from dpsym.prove.library.given_laws import prove
from dpsym.prove.library.theorems import library_of
from dpsym.prove.library.values import by_values
from dpsym.prove.session import Session

Named = tuple[str, Theorem]


def theorems(folders: Sequence[Path] = ()) -> list[Named]:
    """The theorems of the library and of these folders, by name; LibraryError where a folder has none."""
    own = [library.load(library.user_files(f)) for f in folders]
    for broken in (b for found in own for b in found.broken):
        raise library.LibraryError(broken.reason)
    loaded = [library.load(), *own]
    return [(i.name, i.entry) for found in loaded for i in found if isinstance(i.entry, Theorem)]


class Theorems:
    """Theorems that claims may use, with their index; `session` makes a session with a part of a claim's work."""

    def __init__(self, named: Sequence[Named], session: Callable[[int], Session]) -> None:
        self.names = {id(t): name for name, t in named}
        self.library = library_of(named, reporter(), session)

    def prove(self, claim: Claim) -> Proof | None:
        """A proof of a claim from the theorems, or None."""
        goals = [f for part in claim.parts for order, f in part.formulas if order != "Q, P"]
        try:
            found = prove(claim.theorem, goals, self.library)
        except StatementError:
            found = None
        if found is None:
            found = by_values(claim.theorem, goals, self.library)
        if found is None:
            return None
        names = tuple(dict.fromkeys(self.used(found.derivation)))
        return Proof(
            found.verdict, found.derivation, names, tuple(certificates(found.verdict, found.session))
        )

    def used(self, derivation: tuple[Any, ...]) -> Iterator[str]:
        """The names of the theorems that a derivation uses, also by way of statements that have no name."""
        for use in used_in(derivation):
            name = self.names.get(id(use.theorem))
            if name is not None:
                yield name
            else:
                yield from self.used(use.theorem.derivation)
