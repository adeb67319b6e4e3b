"""Tests between hypotheses about one record while the others are random, and the largest power of a definition."""

from dpsym.derivations.conversions.f_dp_post_processing import post_processing
from dpsym.derivations.notions.neighbours import relabelled
from dpsym.derivations.testing.largest_power_of_a_mechanism import secondary_analysis
from dpsym.derivations.testing.power_of_a_definition import concave, nowhere_falling
from dpsym.derivations.testing.random_other_records import null
from dpsym.language import *

hypotheses = Definition(
    title="Compound hypotheses",
    source=whole_of("kifer.def6-generic-test"),
    defines=function("N")(y),
    body=null,
    note=(
        "The records of all but the target follow any law W, dependence allowed; A is the law of the output when they are v and the target has one record. "
        "This is the law of the output under the null hypothesis; the alternative puts another record of the target beside the others, and has the law B in "
        "the place of A. The paper's statement numbers the two records from 0 in the definition and from 1 in the theorem."
    ),
)

largest_power = Background(
    title="The largest power of a definition",
    source="kifer.def6-g",
    errata=erratum(
        "slip in wording",
        "Section 6.4, the compound trade-off function g*",
        "maximizing over all distributions F, pairs of records r_1, r_2",
        fails="The hypotheses just before are about the records r_0 and r_1; no r_2 occurs in them.",
        holds="The supremum is over all pairs of records r_0, r_1.",
    ),
    restates=(nowhere_falling, concave, post_processing, secondary_analysis),
    note=(
        "For a level, the supremum of the power of all tests of at most that level between neighbours, over all mechanisms that satisfy "
        "a definition with given parameters: the least bound that holds for each of them. It does not fall with the level; where all pairs of neighbours "
        "are alike and mixtures keep the definition, it is concave. A test of a secondary analysis is a test of the output, so that a bound for a "
        "mechanism is one for its analyses."
    ),
)

symmetry = Background(
    title="Symmetry of a definition",
    source="kifer.def6-symmetry",
    errata=erratum(
        "slip in wording",
        "Section 6.4, the symmetry property",
        "For example, μ might toggle the ethnicity attribute for Alice",
        fails="The function on records that the sentence before introduces, and that the property is about, is called ν.",
        holds="The example is one of ν.",
    ),
    restates=(relabelled,),
    note=(
        "A definition is symmetric when relabelling the records of every individual one to one, perhaps differently for each, before "
        "the mechanism runs keeps its parameters. Such a map keeps neighbours neighbours, and it cannot move a change "
        "in one individual's record to another individual: the paper's concavity theorem needs that it can."
    ),
)

choice = Background(
    title="Choice of a curve",
    source="kifer.prop5-openquestion",
    note=(
        "No rule is given for choosing a trade-off function; the census used the one that its budget of zero-concentrated DP implies."
    ),
)
