"""Every entry of derivations/, found by importing the files, and every formula in it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sympy import Basic

import dpsym.derivations
from dpsym.language import statements as st


@cache
def entries() -> dict[str, st.Entry]:
    """name -> entry; files that cannot be imported are left to the tests of the library itself."""
    found: dict[str, st.Entry] = {}
    for root in map(Path, dpsym.derivations.__path__):
        for path in sorted(root.rglob("*.py")):
            module = ".".join(path.relative_to(root).with_suffix("").parts)
            if path.name == "__init__.py":
                continue
            try:
                loaded = importlib.import_module(f"dpsym.derivations.{module}")
            except Exception:
                continue
            for name, value in vars(loaded).items():
                if isinstance(value, st.Entry) and not any(value is other for other in found.values()):
                    found[f"{module}.{name}"] = value
    return found


def formulas(entry: Any) -> Iterator[Basic]:
    """Expressions and formulas that the page of the entry prints, used theorems left out."""
    if isinstance(entry, Basic):
        yield entry
    elif isinstance(entry, tuple | list):
        for item in entry:
            yield from formulas(item)
    elif isinstance(entry, Mapping):
        for item in entry.values():
            yield from formulas(item)
    elif hasattr(entry, "__dataclass_fields__"):
        for name in entry.__dataclass_fields__:
            if name in ("hints", "evaluate", "uses", "restates"):
                continue
            value = getattr(entry, name)
            if name == "by":
                for use in value:
                    yield from formulas(use.at)
                continue
            yield from formulas(value)
