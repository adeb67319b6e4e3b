"""dpsym: a symbolic proof-and-derivation assistant for the semantics of differential privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpsym.claims import Answer
    from dpsym.version import __version__

__all__ = ["__version__", "claim"]


def claim(text: str) -> Answer:
    """Settle a claim typed as text: proved, refuted with a witness, or undecided.

    The answer has `verdict`, `scope`, `method`, `witness` and `certificate`, and shows itself in a notebook.
    Raises `dpsym.claims.NotAClaim` (a ValueError) with the character at which the text stops being a claim.
    """
    from dpsym.claims import settle

    return settle(text)


def __getattr__(name: str) -> Any:
    """The version, read when it is asked for: the kernel, which imports this package, needs no other file of it."""
    if name == "__version__":
        from dpsym.version import __version__

        return __version__
    raise AttributeError(f"module 'dpsym' has no attribute {name!r}")
