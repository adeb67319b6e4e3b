"""What one answer may take: steps, which are counted, and, as the last resort, processor time.

All searches for an answer draw from one ledger of steps: the same ones on each machine, so that a slow one gives the same
answer.  A step is one of the kernel's arithmetic, about a microsecond; whatever else is counted is worth as many of them as
its time is, roughly.  What is read or settled once for all claims does not count.

The bound of processor time is a net for what no count has foreseen, far above what the counts allow: an answer that ends in
it says so.  What counts its steps gives up there.  What does not, in a long loop of other people's code say, is
interrupted a little later, in the main thread and where the system has a timer of processor time.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from types import FrameType

NET = 300  # seconds of processor time for an answer
# what is worth so many steps
CANDIDATE = 500  # a candidate in the search for theorems
PLAN = 1200  # a relation on its ways backwards, besides
SOLVING = 800  # a relation that is solved for a part of it there
PROGRAM = 1500  # a linear program of the plain search
EVALUATION = 100  # of a simple relation, exactly
CONDITION = 50  # a look at the conditions on parameters at a point
DIVERGENCE = 300  # the divergence of two listed laws at an order, compared with a bound
GRACE = 1.0  # seconds that `spend` may come late
EVERY = 0.25  # seconds between two looks at the time of what does not ask
ENTERED = {"__enter__", "__exit__"}  # not interrupted: what is set for a while has to be put back
LOADING = "<frozen importlib"  # nor is the loading of a module, which nobody repeats


class GivenUp(Exception):
    """A search has taken what it may take."""


class OutOfTime(GivenUp):
    """The processor time that an answer may take is used up."""


class OutOfSteps(GivenUp):
    """The steps that an answer, or a part of the search for it, may take are used up."""


@dataclass
class Ledger:
    """The steps that all searches for one answer have taken, and how many they may have taken."""

    taken: float = 0
    most: float = inf


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
_ledger: ContextVar[Ledger | None] = ContextVar("ledger", default=None)


# ------------------------------------------------------------------------------------------------ steps
@contextmanager
def steps(most: float) -> Iterator[Ledger]:
    """For a while, `spend` raises OutOfSteps where so many more are taken; an outer bound stays in force."""
    ledger = _ledger.get() or Ledger()
    token, before = _ledger.set(ledger), ledger.most
    ledger.most = min(before, ledger.taken + most)
    try:
        yield ledger
    finally:
        ledger.most = before
        _ledger.reset(token)


@contextmanager
def share(most: float) -> Iterator[None]:
    """A block that may take so many steps and is left when they are taken; OutOfSteps where no more are left outside of it
    either."""
    try:
        with steps(most):
            yield
    except OutOfSteps:
        spend(0)


def spend(taken: float) -> None:
    """Count steps; OutOfSteps where these are too many, OutOfTime where the processor time is used up."""
    if _is_over():
        raise OutOfTime
    ledger = _ledger.get()
    if ledger is not None:
        ledger.taken += taken
        if ledger.taken > ledger.most:
            raise OutOfSteps


def taken() -> float:
    """The steps that were taken so far for the answer at hand."""
    ledger = _ledger.get()
    return 0 if ledger is None else ledger.taken


# ------------------------------------------------------------------------------------------------ processor time


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """For a while, `spend` raises OutOfTime after so many seconds of processor time; an outer bound stays in force."""
    token = _clocks.set((*_clocks.get(), Clock(time.thread_time() + seconds)))
    armed = _arm()
    try:
        yield
    finally:
        if armed:
            signal.setitimer(signal.ITIMER_PROF, 0)
        _clocks.reset(token)


@contextmanager
def answer(most: float) -> Iterator[None]:
    """For a while, an answer is worked on: it may take so many steps, and the processor time of the net."""
    with at_most(NET), steps(most):
        yield


@contextmanager
def uncounted() -> Iterator[None]:
    """For a while, neither steps nor time count."""
    start, clocks = time.thread_time(), _clocks.get()
    token, ledger = _clocks.set(()), _ledger.set(None)
    try:
        yield
    finally:
        _ledger.reset(ledger)
        _clocks.reset(token)
        for clock in clocks:
            clock.end += time.thread_time() - start


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
