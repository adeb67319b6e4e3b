"""Claims typed by a user: read, settled, shown.  `settle("for eps >= 0: ...")` gives an Answer."""

from dpsym.claims.settle import Answer, Witness, settle
from dpsym.claims.syntax import NotAClaim

__all__ = ["Answer", "NotAClaim", "Witness", "settle"]
