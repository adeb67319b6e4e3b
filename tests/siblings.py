"""Of many siblings `make test` asks a few, and `make test-all` all of them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def one_in(
    share: int, siblings: Iterable[Any], name: Callable[[Any], str] | None = None
) -> list[ParameterSet]:
    """The siblings as parameters of a test, of which all but one in `share`, drawn by their names, are slow.

    `name` says how each is called, where the test is to be called by it too; else their text draws them.  A tuple has the
    values of several parameters.
    """

    def parameter(one: Any) -> ParameterSet:
        if isinstance(one, ParameterSet):  # slow by itself
            return one
        called = str(one) if name is None else name(one)
        marks = () if zlib.crc32(called.encode()) % share == 0 else (pytest.mark.slow,)
        values = one if isinstance(one, tuple) else (one,)
        return pytest.param(*values, marks=marks, id=None if name is None else called)

    return list(map(parameter, siblings))
