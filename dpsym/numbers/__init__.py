"""Numbers with a proof: enclosures of expressions, arrays with an error bound, printed digits recomputed.

The named evaluators are in one module a family (`from dpsym.numbers import gaussian; gaussian.delta(1, 1)`);
`dpsym eval --list` and `registry.table()` say what each takes and guarantees.

Nothing heavy is imported until it is used.
"""

from __future__ import annotations

from typing import Any

_HOME = {
    "Enclosure": "balls", "enclose": "expressions.enclosure", "holds": "expressions.enclosure",
    "evaluate_array": "expressions.arrays",
    "Recomputed": "printed", "agrees": "printed", "recompute": "printed", "tabulate": "printed",
}  # fmt: skip

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
