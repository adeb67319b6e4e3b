"""Claims typed by a user: read, settled, shown, sharpened.  `settle("for eps >= 0: ...")` gives an Answer."""

from dpsym.claims.answers import Answer, Witness
from dpsym.claims.bounds import Best
from dpsym.claims.settle import settle
from dpsym.claims.sharpen import Dropped, Necessary, necessary, tightest, tightest_of_each
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
    "tightest_of_each",
    "with_folders",
]
