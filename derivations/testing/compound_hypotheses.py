"""Tests between hypotheses about one record while the others are random, and the largest power of a definition."""

from dpsym.derivations.testing.approximate_error_rates import power_between as approximate
from dpsym.derivations.testing.pure_error_rates import power_between as pure
from dpsym.language import *

hypotheses = Background(
    title="Compound hypotheses",
    source="kifer.def6-generic-test",
    cites="kifer2022",
    note=(
        "The records of all but the target follow any law, dependence allowed. The null hypothesis puts one record of the target beside "
        "them, the alternative another. The two laws of the output are then mixtures of those for fixed other records. The "
        "paper's statement numbers the two records from 0 in the definition and from 1 in the theorem."
    ),
)

largest_power = Background(
    title="The largest power of a definition",
    source="kifer.def6-g",
    cites="kifer2022",
    restates=(pure, approximate),
    note=(
        "For a level, the supremum of the power of all tests of at most that level between neighbours, over all mechanisms that satisfy "
        "a definition with given parameters. A test of a secondary analysis is a test of the output."
    ),
)

symmetry = Background(
    title="Symmetry of a definition",
    source="kifer.def6-symmetry",
    cites="kifer2022",
    note=(
        "A definition is symmetric when relabelling the records of every individual one to one, perhaps differently for each, before "
        "the mechanism runs keeps its parameters. Such a map keeps neighbours neighbours, and it cannot move a change "
        "in one individual's record to another individual: the paper's concavity theorem needs that it can."
    ),
)

choice = Background(
    title="Choice of a curve",
    source="kifer.prop5-openquestion",
    cites="kifer2022",
    note=(
        "No rule is given for choosing a trade-off function; the census used the one that its budget of zero-concentrated DP implies."
    ),
)
