"""The theorems: in a wheel they lie beside this file, in a checkout in ../../derivations.

A derivation file is read with sympy's automatic evaluation off, so that what is written is what is printed.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

_checkout = Path(__file__).parents[2] / "derivations"
if _checkout.is_dir():
    __path__.append(str(_checkout))


class AsWrittenLoader(importlib.machinery.SourceFileLoader):
    """Runs a derivation file with sympy's automatic evaluation off."""

    def exec_module(self, module: ModuleType) -> None:
        from dpsym.language import as_written

        with as_written():
            super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> Any:
        if not fullname.startswith(__name__ + "."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = AsWrittenLoader(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, _Finder())
