"""What lets one simulation stand for the largest power against discrete Gaussian noise on many queries."""

from dpsym.language import *

simulation_of_power = Background(
    title="Reductions behind the simulation of the power",
    source="kifer.prop6-dgm-observations",
    cites="kifer2022",
    note=(
        "The largest power at a level is that of the likelihood-ratio test against the worst pair of neighbours. Only pairs for which the most "
        "queries change need to be looked at: where fewer cells change, the answers are those to a pair of that kind with some of them dropped "
        "or left as they are, which is a secondary analysis and has no more power. All pairs of that kind have one curve of power by "
        "level: in each query that changes one cell rises by 1 and one falls by 1, and the noise of all cells is independent and symmetric."
    ),
)
