"""Claims typed by a user: read, settled, shown, sharpened.  `settle("for eps >= 0: ...")` gives an Answer."""

from dpsym.claims.answers import Answer, Witness
from dpsym.claims.best.bounds import Best
from dpsym.claims.best.sharpen import Dropped, Necessary, necessary, tightest, tightest_of_each
from dpsym.claims.reading.syntax import NotAClaim
from dpsym.claims.settle import settle
from dpsym.claims.ways.theorems import with_folders

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
