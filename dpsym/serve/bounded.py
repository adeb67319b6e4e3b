"""Work for one request, in a process of its own: bounded in processor time, in memory, and in how many run at once.

The process is forked from one that has loaded the library and has one thread (a fork server), so that it starts at once.
It writes no file: the system refuses it.  What comes back is JSON.
"""

from __future__ import annotations

import json
import multiprocessing
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json

PRELOADED = "dpsym.serve.warm"


class Busy(Exception):
    """Too many requests are being worked on."""


class TooLong(Exception):
    """The time or the memory that a request may take is used up."""


@dataclass(frozen=True)
class Limits:
    """What a request may take.

    seconds    of processor time; the process is ended when twice as much time has passed on the clock
    megabytes  of memory
    at_once    how many requests are worked on at the same time, and `waiting` how many more may wait
    """

    seconds: int = 30
    megabytes: int = 4096
    at_once: int = 2
    waiting: int = 8


class Workers:
    """Runs jobs by name (`dpsym.serve.jobs`), each in a process of its own."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        known = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("forkserver" if "forkserver" in known else "spawn")
        if "forkserver" in known:
            self.context.set_forkserver_preload([PRELOADED])
        self.places = threading.BoundedSemaphore(self.limits.at_once + self.limits.waiting)
        self.free = threading.BoundedSemaphore(self.limits.at_once)

    def ask(self, job: str, **given: object) -> Json:
        """What a job answers; Busy where too much waits already, TooLong where its limits are used up."""
        if not self.places.acquire(blocking=False):
            raise Busy
        try:
            if not self.free.acquire(timeout=2 * self.limits.seconds):
                raise Busy
            try:
                return self._run(job, given)
            finally:
                self.free.release()
        finally:
            self.places.release()

    def _run(self, job: str, given: Json) -> Json:
        here, there = self.context.Pipe(duplex=False)
        process: BaseProcess = self.context.Process(  # type: ignore[attr-defined]
            target=work, args=(there, job, dict(given), self.limits), daemon=True
        )
        process.start()
        there.close()
        try:
            if not here.poll(2 * self.limits.seconds):
                raise TooLong
            return dict(json.loads(here.recv_bytes()))
        except EOFError:  # it was ended before it could answer
            raise TooLong from None
        finally:
            process.kill()
            process.join()
            here.close()


def bound(limits: Limits) -> None:
    """Have the system hold this process to its limits, where it can."""
    try:
        import resource
    except ImportError:  # no such limits here: the clock ends it
        return
    size = limits.megabytes << 20
    for what, most in (
        (resource.RLIMIT_CPU, limits.seconds),
        (resource.RLIMIT_AS, size),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def work(pipe: Connection, job: str, given: Json, limits: Limits) -> None:
    """What the process does: the job, within the limits; an internal error is told as such, and is never an answer."""
    from dpsym.faults import fault_of

    bound(limits)
    try:
        from dpsym.serve.jobs import JOBS

        answer = JOBS[job](**given)
    except MemoryError:
        answer = {"over": True}
    except Exception as e:
        answer = {"fault": str(fault_of(e, f"{job} {given}"))}
    pipe.send_bytes(json.dumps(answer, ensure_ascii=False).encode())
    pipe.close()
