"""Differential privacy: no event is much more probable on one of two neighbouring databases than on the other."""

from dpsym.derivations.vocabulary import delta, eps
from dpsym.language import *

approximate = Definition(
    title="Differential privacy",
    source=(of_any_spaces("kazan.def2.1"), whole_of("kifer.def5.1"), whole_of("zhang.def1")),
    cites="dwork2006a",
    defines=ApproxDP(eps, delta),
    note=(
        "The two laws are those of the output on two neighbouring databases: in Kazan et al. "
        "one has one observation more than the other, in Kifer et al. and in Zhang et al. they differ in the record of one individual. "
        "The inequality is asked for in both orders. Kazan et al. print that S is an element of the range; it is a subset. "
        "With delta 0 one speaks of pure, with a positive delta of approximate differential privacy."
    ),
)

pure = Definition(
    title="Pure differential privacy",
    source=("kazan.def2.1", whole_of("kifer.def4.8")),
    cites="dwork2006a",
    defines=PureDP(eps),
    note="Differential privacy with delta 0.",
)
