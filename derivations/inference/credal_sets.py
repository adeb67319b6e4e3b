"""The laws in an interval of measures on two outcomes, and when they are a ball of the multiplicative distance."""

from dpsym.derivations.inference.measures import b
from dpsym.derivations.vocabulary import fifth, half, twentieth
from dpsym.language import *

c = parameter("c", at_least=0, at_most=1, about="probability of the first outcome")
p = parameter(
    "p", at_least=0, at_most=1, about="probability of the first outcome under the law in the middle"
)
l_1, l_2 = (
    parameter(name, at_least=0, about=f"lower bound on the {k} mass")
    for name, k in (("l_1", "first"), ("l_2", "second"))
)
u_1, u_2 = (
    parameter(name, at_least=0, about=f"upper bound on the {k} mass")
    for name, k in (("u_1", "first"), ("u_2", "second"))
)

in_ball = AllOf(Between(exp(-b) * p, c, exp(b) * p), Between(exp(-b) * (1 - p), 1 - c, exp(b) * (1 - p)))
in_interval = AllOf(Between(l_1, c, u_1), Between(l_2, 1 - c, u_2))
one_set = ForAll(c, AllOf(Implication(in_ball, in_interval), Implication(in_interval, in_ball)))
symmetric = (Eq(l_1, exp(-b) * p), Eq(u_1, exp(b) * p), Eq(l_2, exp(-b) * (1 - p)), Eq(u_2, exp(b) * (1 - p)))
middle = {b: log(2), p: 1 - fifth * half}

credal_sets = Theorem(
    title="The laws in a symmetric interval of measures are a ball",
    source=whole_of("bailie.rem3.7"),
    given=symmetric,
    claim=one_set,
    errata=erratum(
        "wrong result",
        "Remark 3.7",
        "... is a distortion model only when ... is symmetric in the sense that the lower and upper measures are equidistant from a central (nucleus) probability ...",
        fails=(
            "The bounds need not be reached by laws. The laws within log(2) of (9/10, 1/10) are those between (4/5, 1/20) and (19/20, 1/5), "
            "whose ratios 19/16 and 4 differ: these two measures are at equal distances of no law, and the laws between them are a ball."
        ),
        holds="An interval whose ends are equidistant from a law has for its laws a ball; the converse fails.",
        reads=variant(
            Eq(u_1 * l_2, u_2 * l_1),
            given=[one_set],
            witness=point({**middle, l_1: 4 * fifth, u_1: 1 - twentieth, l_2: twentieth, u_2: fifth}),
        ),
    ),
    example=point({b: log(2), p: half, l_1: half / 2, u_1: 1, l_2: half / 2, u_2: 1}),
    near_misses={
        "with other bounds": variant(
            given=(),
            witness=point({b: 0, p: half, l_1: 0, u_1: 1, l_2: 0, u_2: 1}),
        ),
    },
    note=(
        "On two outcomes; on any number of them the ball is an interval of measures by the theorem on these. It is convex, as the "
        "multiplicative distance is quasi-convex, and closed in the supremum norm."
    ),
)
