"""Claims on a dask cluster: workers search, the caller settles each claim with what they send.

What counts is what the caller finds: a worker's certificates stand in the store of the caller's sessions, where the kernel
checks whatever is taken.  Only one word of a worker is taken as it is, that it could not decide a claim; it claims nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.claims.answers import Answer
from dpsym.claims.reading.syntax import NotAClaim
from dpsym.claims.sessions import suggesting
from dpsym.claims.settle import settle
from dpsym.claims.ways.theorems import Theorems, with_folders
from dpsym.keeping.store import Nowhere
from dpsym.kernel.terms import Json
from dpsym.reals.precision import alone

if TYPE_CHECKING:
    from distributed import Client, Future


@dataclass(frozen=True)
class Sent:
    """What a worker sends of a claim: its verdict and what it tried, and what its search put into a store."""

    verdict: str
    method: str
    tried: tuple[str, ...]
    entries: tuple[tuple[str, str], ...]


@cache
def known_in(folders: tuple[str, ...]) -> Theorems | None:
    """The theorems of the library and these folders, read once by each process; None for the library's."""
    return with_folders(*map(Path, folders)) if folders else None


@alone
def search(text: str, folders: tuple[str, ...]) -> Sent:
    """Settle a claim on a worker; what is no claim the caller finds out for itself."""
    store = Nowhere()
    try:
        with suggesting(store):
            found = settle(text, known_in(folders))
    except NotAClaim:
        return Sent("not a claim", "", (), ())
    entries = tuple((key, json.dumps(kept)) for key, kept in store.kept.items())
    return Sent(found.verdict, found.method, found.tried, entries)


class Asked:
    """The claims of a run, all submitted at once."""

    def __init__(self, client: Client, texts: Sequence[str], folders: Sequence[str] = ()) -> None:
        self.asked: dict[str, Future] = {}
        for text in texts:
            if text not in self.asked:
                self.asked[text] = client.submit(search, text, tuple(folders), pure=False)

    def settle(self, text: str, known: Theorems | None = None) -> Answer:
        """The answer to a claim; NotAClaim as for `settle`.  What no worker brought is searched for here."""
        try:
            sent = self.asked[text].result()
            kept = dict(entries_of(sent))
        except Exception:  # whatever went wrong there
            return settle(text, known)
        if sent.verdict == "undecided":
            return Answer(text, "undecided", method=sent.method, tried=sent.tried)
        store = Nowhere()
        store.kept |= kept
        with suggesting(store):
            return settle(text, known)


def entries_of(sent: Sent) -> Iterator[tuple[str, Json]]:
    """What was sent, as far as it is what a store keeps."""
    for key, text in sent.entries:
        kept = json.loads(text)
        if isinstance(key, str) and isinstance(kept, dict):
            yield key, kept
