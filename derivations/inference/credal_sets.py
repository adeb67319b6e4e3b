"""The laws in an interval of measures on two outcomes, and when they are a ball of the multiplicative distance."""

from dpsym.derivations.inference.measures import b
from dpsym.derivations.vocabulary import half, quarter
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
r = parameter("r", at_least=0, about="a distance of measures, in nats")
in_interval = AllOf(Between(l_1, c, u_1), Between(l_2, 1 - c, u_2))
one_set = ForAll(c, AllOf(Implication(in_ball, in_interval), Implication(in_interval, in_ball)))
symmetric = (Eq(l_1, exp(-b) * p), Eq(u_1, exp(b) * p), Eq(l_2, exp(-b) * (1 - p)), Eq(u_2, exp(b) * (1 - p)))
# Whatever is a bound on the distance of the upper measure from the law in the middle is one for the lower measure.
equidistant = Implication(
    AllOf(Between(exp(-r) * p, u_1, exp(r) * p), Between(exp(-r) * (1 - p), u_2, exp(r) * (1 - p))),
    AllOf(exp(-r) * p <= l_1, exp(-r) * (1 - p) <= l_2),
)

credal_sets = Theorem(
    title="The laws in a symmetric interval of measures are a ball",
    source=of_any_spaces("bailie.rem3.7"),
    given=symmetric,
    claim=one_set,
    errata=erratum(
        "slip in wording",
        "Remark 3.7",
        "... is a distortion model only when ... is symmetric in the sense that the lower and upper measures are equidistant from a central (nucleus) probability ...",
        fails=(
            "It is true of the set of laws, which for a ball is that of the symmetric interval, and not of the two measures, which need not "
            "be the ends of that interval. The laws within log(2) of (1/2, 1/2) are those between (1/4, 1/4) and (3/4, 3/4), where some law "
            "reaches each bound: the lower measure is at the distance log(2) from the centre, the upper at log(3/2)."
        ),
        holds=(
            "A set of laws is a ball of the multiplicative distance only when it is that of some interval whose ends are equidistant from "
            "a law; other intervals may have the same laws."
        ),
        reads=variant(
            equidistant,
            given=[one_set],
            witness=point(
                {
                    b: log(2),
                    p: half,
                    l_1: quarter,
                    u_1: Rational(3, 4),
                    l_2: quarter,
                    u_2: Rational(3, 4),
                    r: log(Rational(3, 2)),
                }
            ),
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
        "On two outcomes; on any space the laws in a symmetric interval are the ball around its centre, by the theorems on intervals of measures. It is convex, as the "
        "multiplicative distance is quasi-convex, and closed in the supremum norm."
    ),
)

at_0 = AllOf(exp(-b) * p <= 0, 1 <= exp(b) * (1 - p))
at_half = AllOf(half <= exp(b) * p, exp(-b) * (1 - p) <= half)

no_ball = Theorem(
    title="An interval of measures whose laws are no ball",
    source="bailie.rem3.7",
    claim=ForAll((b, p), NotSo(AllOf(at_0, at_half))),
    derivation=cases(
        exp(-b) * p <= 0,
        (
            have(exp(b) * (exp(-b) * p) <= exp(b) * 0, "a positive factor"),
            have(exp(b) * p <= 0, "the centre excludes the first outcome"),
        ),
    ),
    near_misses={
        "of the first of the two laws": variant(ForAll((b, p), NotSo(at_0))),
        "of the second of them": variant(ForAll((b, p), NotSo(at_half))),
    },
    note=(
        "On two outcomes the laws between (0, 1/2) and (1/2, 1) hold the law that excludes the first outcome and the law that gives it the probability "
        "1/2. A ball around the law (p, 1 - p) with both of them would exclude the first outcome and would not. So an interval of measures "
        "is in general no ball of the multiplicative distance."
    ),
)
