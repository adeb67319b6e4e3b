"""A task on each of many entries, in this process or in several."""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpsym.document.page import Page
from dpsym.faults import Fault, fault_of
from dpsym.keeping.store import Certificates, Nowhere, cache_directory
from dpsym.kernel.terms import Json
from dpsym.language import StatementError, Theorem
from dpsym.language.steps import number_of_steps
from dpsym.library import Item, Library, library_files
from dpsym.prove.session import SettledElsewhere, Store
from dpsym.reports.records import Finding, not_computed
from dpsym.reports.reporter import Reporter, used_by

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Result = Any  # of a task: a Finding, the Numbers of an example, or a Page
Done = tuple[Result, SettledElsewhere | None, list[Fault]]

_shared: dict[str, Reporter] = {}


def _begin(library: Library | None, files: tuple[str, ...], directory: str | None, shipped: bool) -> None:
    if library is None:  # a fresh process: read the same files
        from dpsym.library import load, user_files

        known = {str(f.path): f for f in library_files()}
        found = [known[p] if p in known else user_files(Path(p))[0] for p in files]
        library = load(found)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupt ends a worker without a word
    store: Store = Nowhere() if directory is None else Certificates(Path(directory), shipped=shipped)
    _shared["reporter"] = Reporter(library, store)
    gc.freeze()  # the library stays to the end


def _do(task: str, name: str, options: Json, before: Sequence[SettledElsewhere] = ()) -> Done:
    """The result, what other processes need to know of a theorem that was settled for it, and internal errors."""
    reporter: Reporter = _shared["reporter"]
    item = reporter.library.get(name)
    if item is None:
        raise LookupError(name)
    reporter.faults.clear()
    if task != "finding":  # a page shows what its lemmas rest on
        return done(task, reporter, item, options), None, reporter.faults
    entry, session = item.entry, reporter.session
    own = ""
    if isinstance(entry, Theorem):  # what it uses may state the same claim
        with suppress(StatementError):  # it comes again, and is told, when the entry is settled
            own = session.key(entry)
    session.vouched |= {v.key: v for v in before}
    session.vouched.pop(own, None)
    result = done(task, reporter, item, options)
    return (
        result,
        session.settled_elsewhere(entry) if isinstance(entry, Theorem) and own else None,
        reporter.faults,
    )


def done(task: str, reporter: Reporter, item: Item, options: Json) -> Result:
    """The result of a task, also where it ended in an internal error."""
    try:
        return TASKS[task](reporter, item, **options)
    except Exception as error:
        return failed(task, item, reporter.fault(error, item.name))


# CPython keeps the frames of calls in blocks of 16 kB that it asks of the system, and gives back at once. A search that
# goes up and down over the end of one asked for a million of them. A first frame of this size has room for all above it.
done.__code__ = done.__code__.replace(co_stacksize=70_000)


def failed(task: str, item: Item, fault: Fault) -> Result:
    """What stands for the result of a task that ended in an internal error."""
    entry = item.entry
    if task == "finding":
        return Finding(
            item.name, entry.title, entry.source, entry.kind, "error", "", False, 0.0, tried=str(fault)
        )
    if task == "numbers":
        return [not_computed(item.name, entry.source, v, str(fault)) for v in getattr(entry, "values", ())]

    return Page(item.name, None, "error")  # type: ignore[arg-type]


def _page(reporter: Reporter, item: Item) -> Page:
    """The page without its entry, which stays in the process that sets the document."""
    return replace(reporter.page(item), entry=None)  # type: ignore[arg-type]


TASKS: dict[str, Callable[..., Result]] = {
    "finding": Reporter.finding,
    "numbers": Reporter.numbers,
    "page": _page,
}


def run(
    library: Library,
    task: str,
    items: Sequence[Item],
    *,
    jobs: int = 2,
    directory: Path | None = None,
    keep: bool = True,
    faults: list[Fault] | None = None,
    dask: str | None = None,
    note: Callable[[str], None] = lambda words: None,
    **options: bool | int | str | None,
) -> Iterator[Result]:
    """The results of a task on each item, in the order given, from `jobs` processes.

    An item starts when those it uses are done, so that certificates are found rather than searched for twice.
    `directory` is the cache directory (None: the user's); with keep=False nothing earlier is used or kept.
    Internal errors, of which the results say `error`, are put into `faults`.  With the address of a dask scheduler its
    workers search, and this process checks what they send; `note` is called with what went wrong there.
    """
    temporary = None
    if not keep:
        temporary = tempfile.TemporaryDirectory(prefix="dpsym-")
        directory = Path(temporary.name)
    directory = directory or cache_directory()
    faults = [] if faults is None else faults
    try:
        if dask is not None:
            yield from _on_cluster(
                dask, library, task, items, Certificates(directory, shipped=keep), options, faults, note
            )
            return
        if jobs <= 1 or len(items) <= 1:
            reporter = Reporter(library, Certificates(directory, shipped=keep), faults)
            for item in items:
                yield done(task, reporter, item, options)
            return
        yield from _in_parallel(Pool(library, task, items, jobs, directory, keep, options, faults))
    finally:
        if temporary is not None:
            temporary.cleanup()


def waits_of(items: Sequence[Item]) -> dict[int, set[int]]:
    """For each item the places of those that it uses."""
    places = {id(i.entry): k for k, i in enumerate(items)}
    return {
        k: {places[id(t)] for t in used_by(i.entry) if id(t) in places} - {k} for k, i in enumerate(items)
    }


def _on_cluster(
    address: str, library: Library, task: str, items: Sequence[Item], store: Store, options: Json,
    faults: list[Fault], note: Callable[[str], None],
) -> Iterator[Result]:  # fmt: skip
    """The results in order, each settled here with what the workers of a cluster found."""
    from dpsym.reports.cluster import Searched, connected

    reporter = Reporter(library, store, faults)
    with connected(address) as client:
        searched = Searched(client, items, waits_of(items), reporter.session, library, options, note)
        for k, item in enumerate(items):
            searched.bring(k)
            yield done(task, reporter, item, options)
        if searched.missing > 1:
            note(f"{searched.missing} entries were searched for here")


@dataclass
class Pool:
    """Items that are settled in processes of their own, each after those that it waits for.

    results            by the item's place, as they come in
    settled_elsewhere  what other processes are told of an item that is done
    """

    library: Library
    task: str
    items: Sequence[Item]
    jobs: int
    directory: Path
    shipped: bool
    options: Json
    faults: list[Fault]
    results: dict[int, Result] = field(default_factory=dict)
    settled_elsewhere: dict[int, SettledElsewhere | None] = field(default_factory=dict)
    running: dict[Future[Done], int] = field(default_factory=dict)
    processes: ProcessPoolExecutor | None = None

    def __post_init__(self) -> None:
        self.waits = waits_of(self.items)

    def started(self, count: int) -> ProcessPoolExecutor:
        """So many processes that know the library."""
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        forked = "fork" in multiprocessing.get_all_start_methods() and os.name == "posix"
        files = tuple(dict.fromkeys(str(i.file.path) for i in self.library))
        begin = (self.library if forked else None, files, str(self.directory), self.shipped)
        context = multiprocessing.get_context("fork" if forked else "spawn")
        return ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=begin)

    def all_started(self) -> ProcessPoolExecutor:
        """The processes for all items."""
        self.processes = self.started(min(self.jobs, len(self.items)))
        return self.processes

    def ask(self, pool: ProcessPoolExecutor, k: int) -> Future[Done]:
        """Give an item to a process."""
        before = [v for j in sorted(self.waits[k]) if (v := self.settled_elsewhere.get(j)) is not None]
        return pool.submit(_do, self.task, self.items[k].name, self.options, before)

    def take(self, k: int, future: Future[Done]) -> None:
        """The result of an item; BrokenExecutor where a process is dead."""
        from concurrent.futures import BrokenExecutor

        try:
            self.results[k], self.settled_elsewhere[k], found = future.result()
        except BrokenExecutor:
            raise
        except Exception as error:  # a result that cannot cross processes
            self.give_up(k, error)
        else:
            self.faults.extend(found)

    def give_up(self, k: int, error: Exception) -> None:
        """Nothing is found out of an item: why, for the report."""
        self.faults.append(fault_of(error, self.items[k].name))
        self.results[k], self.settled_elsewhere[k] = failed(self.task, self.items[k], self.faults[-1]), None

    def step(self, pool: ProcessPoolExecutor, ready: Sequence[int]) -> None:
        """Give processes what is ready, as far as they have room, and take what is done."""
        from concurrent.futures import FIRST_COMPLETED, wait

        for k in ready[: max(0, 2 * self.jobs - len(self.running))]:
            self.running[self.ask(pool, k)] = k
        for future in wait(self.running, return_when=FIRST_COMPLETED).done:
            self.take(self.running[future], future)
            del self.running[future]

    def one_by_one(self) -> None:
        """What was running when a process died, each in a process of its own: so it shows which item killed it."""
        from concurrent.futures import BrokenExecutor

        for k in sorted(self.running.values()):
            with self.started(1) as alone:
                try:
                    self.take(k, self.ask(alone, k))
                except BrokenExecutor as error:
                    self.give_up(k, error)
        self.running.clear()

    def run(self) -> Iterator[Result]:
        """The results in the order of the items."""
        from concurrent.futures import BrokenExecutor

        pool, shown = self.all_started(), 0
        rank = _ranks(self.items, self.waits)
        waiting = sorted(range(len(self.items)), key=lambda k: -rank[k])
        while waiting or self.running:
            ready = [k for k in waiting if self.waits[k] <= self.results.keys()]
            if not ready and not self.running:
                ready = waiting[:1]  # a circle is reported by the session
            try:
                self.step(pool, ready)
            except BrokenExecutor:
                pool.shutdown()
                self.one_by_one()
                pool = self.all_started()
            begun = {*self.results, *self.running.values()}
            waiting = [k for k in waiting if k not in begun]
            while shown in self.results:
                yield self.results[shown]
                shown += 1


def _in_parallel(pool: Pool) -> Iterator[Result]:
    """The results of all items; the processes end with it, also where nobody waits for the rest."""
    try:
        yield from pool.run()
    except BaseException:
        processes = pool.processes._processes if pool.processes is not None else None  # noqa: SLF001
        for process in list((processes or {}).values()):
            process.terminate()
        raise
    finally:
        if pool.processes is not None:
            pool.processes.shutdown(cancel_futures=True)


def _ranks(items: Sequence[Item], waits: Mapping[int, set[int]]) -> list[int]:
    """The steps of each item and of the longest chain of items that wait for it: the longest begins first."""
    rank = [1 + number_of_steps(getattr(i.entry, "derivation", ())) for i in items]
    after: dict[int, set[int]] = {k: set() for k in waits}
    for k, before in waits.items():
        for j in before:
            after[j].add(k)
    left = {k: len(later) for k, later in after.items()}
    ends = [k for k, count in left.items() if count == 0]
    while ends:  # from what nothing waits for to what all begins with; a circle keeps its own steps
        k = ends.pop()
        rank[k] += max((rank[j] for j in after[k]), default=0)
        for j in waits[k]:
            left[j] -= 1
            if left[j] == 0:
                ends.append(j)
    return rank
