"""The working precision of FLINT: the only file that reads or sets it, under one guard.

FLINT keeps one precision for the whole process.  Whoever computes with balls says how many bits with `precision`,
`at_precision` or `with_bits`; each holds the guard until the precision is as it was, so that threads with different
precisions take turns and every answer is the one that is found alone.  A generator must not hold the guard while it
yields: it would lend its precision to its callers.

`alone` is for the whole of a search that uses what is one for the process besides: sympy's cache, which forgets
whether an expression was to be kept as written, and the context of the SMT solver.  Searches take turns with searches,
while evaluators take turns with their single steps only.  It is never entered from within a precision, so that two
threads cannot wait for each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

from flint import ctx

A = ParamSpec("A")
R = TypeVar("R")

_guard = threading.RLock()
_search = threading.RLock()


def working_bits() -> int:
    """The working precision in force, in bits."""
    return ctx.prec


def at_precision(bits: int, f: Callable[..., R], values: Iterable[object] = ()) -> R:
    """f(*values) with `bits` bits: what `with precision(bits)` does, for one call, in half the time."""
    _guard.acquire()
    before = ctx.prec
    try:
        ctx.prec = bits
        return f(*values)
    finally:
        ctx.prec = before
        _guard.release()


class precision:
    """`with precision(bits):` works with `bits` bits, and puts back what was in force."""

    __slots__ = ("before", "bits")

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        _guard.acquire()
        self.before = ctx.prec
        try:
            ctx.prec = self.bits
        except BaseException:  # no number of bits: nobody leaves what was not entered
            _guard.release()
            raise

    def __exit__(self, *_: object) -> None:
        ctx.prec = self.before
        _guard.release()


def with_bits(bits: int) -> Callable[[Callable[A, R]], Callable[A, R]]:
    """A decorator: the function works with `bits` bits whatever is in force where it is called."""

    def decorate(function: Callable[A, R]) -> Callable[A, R]:
        @wraps(function)
        def run(*args: A.args, **named: A.kwargs) -> R:
            with precision(bits):
                return function(*args, **named)

        return run

    return decorate


def alone(function: Callable[A, R]) -> Callable[A, R]:
    """A decorator: one such call at a time in the process.  RuntimeError where a precision is held at the call."""

    @wraps(function)
    def run(*args: A.args, **named: A.kwargs) -> R:
        if _guard._is_owned() and not _search._is_owned():  # type: ignore[attr-defined]  # noqa: SLF001
            raise RuntimeError(f"{function.__name__} is called from within a precision")
        with _search:
            return function(*args, **named)

    return run


__all__ = ["alone", "at_precision", "precision", "with_bits", "working_bits"]
