"""A bound of processor time for one answer: what takes longer is given up, and the answer says so.

Searches are bounded by counts first, so that a slow machine gives the same answer; this is the last resort for what no
count has foreseen.  Time in which something is read or settled once for all claims does not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfTime(Exception):
    """The processor time that an answer may take is used up."""


class Clock:
    """When the processor time of this thread is used up, in seconds of `time.thread_time`."""

    def __init__(self, end: float) -> None:
        self.end = end


_clocks: ContextVar[tuple[Clock, ...]] = ContextVar("clocks", default=())


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """For a while, `check` raises OutOfTime after so many seconds of processor time; an outer bound stays in force."""
    token = _clocks.set((*_clocks.get(), Clock(time.thread_time() + seconds)))
    try:
        yield
    finally:
        _clocks.reset(token)


@contextmanager
def uncounted() -> Iterator[None]:
    """For a while, time does not count."""
    start, clocks = time.thread_time(), _clocks.get()
    token = _clocks.set(())
    try:
        yield
    finally:
        _clocks.reset(token)
        for clock in clocks:
            clock.end += time.thread_time() - start


def check() -> None:
    """OutOfTime where the processor time is used up."""
    clocks = _clocks.get()
    if clocks and time.thread_time() > min(clock.end for clock in clocks):
        raise OutOfTime
