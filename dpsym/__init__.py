"""dpsym: a symbolic proof-and-derivation assistant for the semantics of differential privacy.

    dpsym.claim("for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)")     settles a claim
    dpsym.show("divergences.pinsker")                                 the page of a theorem
    dpsym.evaluate("gaussian.delta", sigma=1, eps=1)                  a number with its error

Nothing is imported until it is asked for: the kernel, which imports this package, needs no other file of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpsym.api import check, claim, evaluate, necessary, refute, show, tightest
    from dpsym.version import __version__

__all__ = ["__version__", "check", "claim", "evaluate", "necessary", "refute", "show", "tightest"]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "__version__":
        return import_module("dpsym.version").__version__
    if name in __all__:
        return getattr(import_module("dpsym.api"), name)
    raise AttributeError(f"module 'dpsym' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
