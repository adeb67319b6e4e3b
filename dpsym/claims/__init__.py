"""Claims typed by a user: read, settled, shown, sharpened.  `settle("for eps >= 0: ...")` gives an Answer."""

from dpsym.claims.answers import Answer, Witness
from dpsym.claims.settle import settle
from dpsym.claims.sharpen import Best, Dropped, Necessary, necessary, tightest
from dpsym.claims.syntax import NotAClaim
from dpsym.claims.theorems import with_folders

__all__ = [
    "Answer",
    "Best",
    "Dropped",
    "Necessary",
    "NotAClaim",
    "Witness",
    "necessary",
    "settle",
    "tightest",
    "with_folders",
]
