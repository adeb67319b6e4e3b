"""f-differential privacy: a trade-off function bounds the power of every test by its level."""

from dpsym.derivations.vocabulary import F
from dpsym.language import *

f_dp = Definition(
    title="f-differential privacy",
    source=(whole_of("kifer.def5.7"), "zhang.def6"),
    cites="dong2022",
    defines=FDP(F),
    note=(
        "The function F is a trade-off function: on the levels from 0 to 1 it is continuous, convex and nonincreasing, with values from 0 to 1 "
        "less the level. A test f rejects the first law with probability f(y) when it sees the output y; 1 - F is the largest power that a test "
        "of a level may have."
    ),
)
