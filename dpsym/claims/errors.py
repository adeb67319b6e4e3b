"""Claims of the grammar that have no meaning here yet."""

from __future__ import annotations

from dpsym.claims.syntax import NotAClaim


class NotSupported(NotAClaim):
    """A claim of the grammar whose meaning cannot be expressed yet."""


class ValueUnseen(NotSupported):
    """A claim with a term that may have no value for some pairs, such as log(TV)."""
