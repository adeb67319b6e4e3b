"""Pinsker's inequality with a second term."""

from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.vocabulary import half, truthful
from dpsym.language import *

equal = point(P=(half, half), Q=(half, half))
distance = HockeyStick(0)

refined_pinsker = Theorem(
    title="The inequality of Pinsker with a term of the fourth order",
    cited=("kullback1967", "topsoe2001"),
    given=finite,
    claim=2 * distance**2 + Rational(4, 9) * distance**4 <= relative_entropy,
    example=equal,
    tight=equal,
    near_misses={
        "with three squares": variant(3 * distance**2 <= relative_entropy, witness=point(**truthful)),
        "with infinite losses left out": without(finite),
    },
)
