"""A bound of processor time for one answer: what takes longer is given up, and the answer says so.

Searches are bounded by counts first, so that a slow machine gives the same answer; this is the last resort for what no
count has foreseen.  Time in which something is read or settled once for all claims does not count.

What asks `check` gives up there.  What does not, in a long loop of other people's code say, is interrupted a little later,
in the main thread and where the system has a timer of processor time.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType

GRACE = 1.0  # seconds that `check` may come late
EVERY = 0.25  # seconds between two looks at the time of what does not ask
ENTERED = {"__enter__", "__exit__"}  # not interrupted: what is set for a while has to be put back
LOADING = "<frozen importlib"  # nor is the loading of a module, which nobody repeats


class OutOfTime(Exception):
    """The processor time that an answer may take is used up."""


class Clock:
    """When the processor time of a thread is used up, in seconds of `time.thread_time`.

    To read that time asks the system, which takes longer than all else here.  A thread uses no more of it than passes on the
    wall: before the moment `early` of `time.monotonic` the time cannot be used up, and nobody has to ask.
    """

    def __init__(self, end: float) -> None:
        self.end = end
        self.thread = threading.get_ident()
        self.early = time.monotonic() + (end - time.thread_time())

    def is_over(self, grace: float) -> bool:
        """Whether the time of this thread is used up, and the grace too."""
        now = time.monotonic()
        own = self.thread == threading.get_ident()  # another thread has another time
        if own and now < self.early:
            return False
        left = self.end - time.thread_time()
        if own:
            self.early = now + left
        return left + grace < 0


_clocks: ContextVar[tuple[Clock, ...]] = ContextVar("clocks", default=())


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """For a while, `check` raises OutOfTime after so many seconds of processor time; an outer bound stays in force."""
    token = _clocks.set((*_clocks.get(), Clock(time.thread_time() + seconds)))
    armed = _arm()
    try:
        yield
    finally:
        if armed:
            signal.setitimer(signal.ITIMER_PROF, 0)
        _clocks.reset(token)


@contextmanager
def share(seconds: float) -> Iterator[None]:
    """A block that may take so many seconds of processor time and is left when they are used up; OutOfTime where an outer
    bound is used up by then too."""
    try:
        with at_most(seconds):
            yield
    except OutOfTime:
        check()


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
    if _is_over():
        raise OutOfTime


def _is_over(grace: float = 0.0) -> bool:
    for clock in _clocks.get():  # noqa: SIM110 asked in innermost loops, where a generator takes longer than the answer
        if clock.is_over(grace):
            return True
    return False


# --------------------------------------------------------------------------------------------- what does not ask
def _arm() -> bool:
    """Whether a timer was set: in the main thread, where there is one that nobody uses."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    if signal.getsignal(signal.SIGPROF) not in (signal.SIG_DFL, _interrupt):
        return False
    if signal.getitimer(signal.ITIMER_PROF)[0]:
        return False
    signal.signal(
        signal.SIGPROF, _interrupt
    )  # it stays: a signal that comes late would end the process otherwise
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    return True


def _interrupt(_number: int, frame: FrameType | None) -> None:
    """OutOfTime in whatever runs, where its time has been used up for a while; else later."""
    if _is_over(GRACE) and not _is_kept(frame):
        raise OutOfTime


def _is_kept(frame: FrameType | None) -> bool:
    """Whether something is entered, left or loaded here."""
    while frame is not None:
        code = frame.f_code
        if code.co_name in ENTERED or code.co_filename.startswith(LOADING):
            return True
        frame = frame.f_back
    return False
