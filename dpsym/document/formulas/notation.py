"""The fold from an expression or formula of the vocabulary to boxes: the author's order, the field's
notation.

`fold(thing)` is total on the vocabulary and refuses everything else with a SpellingError; it never guesses.
"""

from __future__ import annotations

from sympy import Basic

from dpsym.document.formulas import arithmetic, quantities, relations  # they fill the table of the fold
from dpsym.document.formulas.boxes import Box
from dpsym.document.formulas.fold import Fold, Indices, SpellingError, capital, commas, named, row, tall


def fold(thing: Basic, *, flat: bool = False, plain: bool = False) -> Box:
    """The boxes of an expression or a formula of the vocabulary.

    `flat` spells every fraction with a slash; `plain` is for text without any second dimension.
    Raises SpellingError for a node or function outside the vocabulary.
    """
    return Fold(flat=flat, plain=plain).spell(thing)[0]


__all__ = [
    "Fold",
    "Indices",
    "SpellingError",
    "arithmetic",
    "capital",
    "commas",
    "fold",
    "named",
    "quantities",
    "relations",
    "row",
    "tall",
]  # fmt: skip
