"""The sessions in which claims are proved: they work within bounds, and keep nothing unless a store is suggested."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from dpsym.kernel.terms import Json
from dpsym.prove.session import Resisted, Session, Store
from dpsym.prove.strategy import FULL

WORK = 1_700_000  # steps of the kernel's arithmetic while a proof is searched

_VALUES: dict[str, Json] = {}  # certificates that terms have values, accepted in this process
_STEPS: dict[str, float] = {}  # what the searches for these took
_RESISTED: dict[tuple, Resisted] = {}  # searches that found nothing: the same one finds nothing again
KEPT = 5000  # of each of them
_suggested: ContextVar[Store | None] = ContextVar("suggested", default=None)


@contextmanager
def suggesting(store: Store) -> Iterator[None]:
    """For a while, sessions for claims look into the store first and put into it what they find.  The kernel checks
    whatever they take from it."""
    before = _suggested.set(store)
    try:
        yield
    finally:
        _suggested.reset(before)


def session_for_claims(work: int = WORK) -> Session:
    """A session that keeps nothing, unless a store is suggested, and works within bounds."""
    session = Session(_suggested.get())
    session.effort = FULL.within(work)
    for kept in (_VALUES, _STEPS, _RESISTED):
        if len(kept) > KEPT:
            kept.clear()
    session.asks_values = False  # whoever asks has looked at the values of the claim before
    session.shown_values, session.value_steps, session.resisted = _VALUES, _STEPS, _RESISTED
    return session
