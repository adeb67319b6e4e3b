"""Work on a dask cluster: its workers search, and the caller's kernel checks what they send.

Nothing that a worker says counts.  It sends what its search put into a store: certificates, witnesses, points.  They go into
the caller's store, where they are suggestions like any others, and the caller settles each entry itself.  So the verdicts
are those of a run without a cluster, whatever the order and whichever workers are lost on the way; what no worker brought
is searched for by the caller.  A worker needs the same theorem files under the same paths.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.keeping.store import Nowhere
from dpsym.language import Theorem
from dpsym.language.fingerprint import of_statement
from dpsym.library import Item, Library, library_files, load, user_files
from dpsym.prove.session import Session, SettledElsewhere
from dpsym.reports.reporter import Reporter

if TYPE_CHECKING:
    import distributed

    from dpsym.kernel.terms import Json


class NoCluster(Exception):
    """There is no scheduler at the address."""


class NoDask(NoCluster):
    """Dask is not installed."""


@dataclass(frozen=True)
class Sent:
    """What a worker sends of an entry.

    entries  what its search put into a store, as JSON texts by key
    settled  what other workers may take over of the theorem
    """

    entries: tuple[tuple[str, str], ...]
    settled: SettledElsewhere | None = None


@contextmanager
def connected(address: str, patience: float = 20) -> Iterator[distributed.Client]:
    """A client of the scheduler at the address; NoCluster where there is none."""
    try:
        from distributed import Client
    except ImportError as e:
        raise NoDask("dask is not installed; pip install 'dpsym[dask]'") from e
    try:
        client = Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as e:
        raise NoCluster(f"no scheduler at {address}: {e}") from e
    try:
        yield client
    finally:
        client.close(timeout=patience)


# ------------------------------------------------------------------------------------------------ on a worker
_libraries: dict[tuple[str, ...], Library] = {}
_one_at_a_time = threading.Lock()  # working precision is a property of the process


def library_of(files: tuple[str, ...]) -> Library:
    """The library of these files, read once by each process."""
    if files not in _libraries:
        known = {str(f.path): f for f in library_files()}
        _libraries[files] = load([known[p] if p in known else user_files(Path(p))[0] for p in files])
    return _libraries[files]


def search(
    name: str,
    files: tuple[str, ...],
    options: Json,
    before: Sequence[Sent | SettledElsewhere | None],
) -> Sent:
    """Settle an entry, taking over what was settled before, and send what the search found.

    After an error it sends nothing: the caller meets the error itself.
    """
    with _one_at_a_time, suppress(Exception):
        library = library_of(files)
        item = library.get(name)
        if item is None:
            raise LookupError(name)
        store = Nowhere()
        reporter = Reporter(library, store)
        told = [v.settled if isinstance(v, Sent) else v for v in before]
        reporter.session.vouched |= {v.key: v for v in told if v is not None}
        if isinstance(item.entry, Theorem):
            reporter.session.vouched.pop(reporter.session.key(item.entry), None)
        reporter.finding(item, **options)
        settled = reporter.session.settled_elsewhere(item.entry) if isinstance(item.entry, Theorem) else None
        return Sent(tuple((key, json.dumps(kept)) for key, kept in store.kept.items()), settled)
    return Sent(())


# ----------------------------------------------------------------------------------------------- at the caller
def known_here(session: Session, theorem: Theorem) -> SettledElsewhere | None:
    """What workers may suppose of a theorem whose certificate the caller's store seems to have."""
    if session.kept(session.store_key(theorem)) is None:
        return None
    return SettledElsewhere(session.key(theorem), "proved", True, of_statement(theorem), True)


class Searched:
    """The entries of one run on a cluster: asked for in the order of use, brought to the caller's store one by one."""

    def __init__(
        self, client: distributed.Client, items: Sequence[Item], waits: Mapping[int, set[int]], session: Session,
        library: Library, options: Json, note: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.client, self.items, self.waits, self.session, self.note = client, items, waits, session, note
        self.run = secrets.token_hex(8)
        self.files = tuple(dict.fromkeys(str(i.file.path) for i in library))
        self.options = {**options, "steps": False}  # the caller spells them
        self.asked: dict[int, distributed.Future | SettledElsewhere | None] = {}
        self.brought: set[int] = set()
        self.missing = 0
        for k in range(len(items)):
            self.ask(k)

    def ask(self, k: int) -> None:
        """Submit an entry, after those that it uses; what the caller's store has is not searched for again."""
        if k in self.asked:
            return
        self.asked[k] = None  # also where entries use each other in a circle, which the session reports
        for j in sorted(self.waits[k]):
            self.ask(j)
        entry = self.items[k].entry
        if not isinstance(entry, Theorem):
            return
        here = known_here(self.session, entry)
        if here is not None:
            self.asked[k] = here
            return
        before = [self.asked[j] for j in sorted(self.waits[k])]
        self.asked[k] = self.client.submit(
            search, self.items[k].name, self.files, self.options, before, key=f"dpsym-{self.run}-{k}"
        )  # fmt: skip

    def bring(self, k: int) -> None:
        """Wait for what an entry and those that it uses need, and put it into the caller's store."""
        if k in self.brought:
            return
        self.brought.add(k)
        for j in sorted(self.waits[k]):
            self.bring(j)
        future = self.asked[k]
        if future is None or isinstance(future, SettledElsewhere):
            return
        try:
            sent = future.result()
            entries = [(key, json.loads(text)) for key, text in sent.entries]
        except Exception as error:  # whatever went wrong there, the caller searches
            self.missing += 1
            if self.missing == 1:
                self.note(f"{self.items[k].name} is searched for here: {type(error).__name__}: {error}")
            return
        for key, kept in entries:
            if isinstance(key, str) and isinstance(kept, dict):
                self.session.store.put(key, kept)
        self.asked[k] = sent.settled  # the cluster may forget what it sent
