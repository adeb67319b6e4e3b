"""Of many siblings `make test` asks a few, and `make test-all` all of them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def one_in(
    share: int,
    siblings: Iterable[Any],
    name: Callable[[Any], str] | None = None,
    dear: Collection[Any] = (),
) -> list[ParameterSet]:
    """The siblings as parameters of a test, of which all but one in `share`, drawn by their names, are slow.

    `name` says how each is called, where the test is to be called by it too; else their text draws them.  A tuple has the
    values of several parameters.  The `dear` are slow in any case, by what draws them: they take seconds where others of
    their kind take a fraction of one.
    """
    listed = list(siblings)

    def parameter(one: Any) -> ParameterSet:
        if isinstance(one, ParameterSet):  # slow by itself
            return one
        called = str(one) if name is None else name(one)
        fast = zlib.crc32(called.encode()) % share == 0 and (one if name is None else called) not in dear
        marks = () if fast else (pytest.mark.slow,)
        values = one if isinstance(one, tuple) else (one,)
        return pytest.param(*values, marks=marks, id=None if name is None else called)

    known = listed if name is None else [name(one) for one in listed]
    assert all(one in known for one in dear), "what is dear is no sibling"
    found = list(map(parameter, listed))
    assert not all(p.marks for p in found), "none is left for `make test`"
    return found
