"""Claims of the grammar that have no meaning here yet."""

from __future__ import annotations

from dpsym.claims.reading.syntax import NotAClaim


class NotSupported(NotAClaim):
    """A claim of the grammar whose meaning cannot be expressed yet."""


# What sympy is known to raise when it looks at an expression that it cannot look at: it divides by 0 in some conditions of
# nested roots, compares a remainder that stays unevaluated when it asks for the sign of some hyperbolic functions, and has no
# name to rewrite a condition by where pieces have numbers only.  Whatever else it raises is a defect here, and is seen.
OF_SYMPY = (ZeroDivisionError, TypeError, KeyError)


class ValueUnseen(NotSupported):
    """A claim with a term that may have no value for some pairs, such as log(TV)."""
