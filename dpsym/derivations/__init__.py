"""The theorems: in a wheel they lie beside this file, in a checkout in ../../derivations.

A derivation file is read with sympy's automatic evaluation off, so that what is written is what is printed. What it
defines, and does not import, is known when it has been run: the files that it imports have ended before.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpsym.language.statements import Entry

_checkout = Path(__file__).parents[2] / "derivations"
if _checkout.is_dir():
    __path__.append(str(_checkout))


_defined: dict[int, Entry] = {}  # every entry of a file that has been run, by its id


class AsWrittenLoader(importlib.machinery.SourceFileLoader):
    """Runs a derivation file with sympy's automatic evaluation off, and lists its entries as `__entries__`."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the file; the entries that are its own become its `__entries__`."""
        from dpsym.language import as_written
        from dpsym.language.statements import Entry

        with as_written():
            super().exec_module(module)
        own: dict[str, Entry] = {}
        for name, value in vars(module).items():
            if isinstance(value, Entry) and id(value) not in _defined:
                own[name] = _defined[id(value)] = value
        module.__entries__ = dict(sorted(own.items(), key=lambda e: e[1].made))  # type: ignore[attr-defined]


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith(__name__ + "."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = AsWrittenLoader(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, _Finder())
