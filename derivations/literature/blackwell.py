"""The theorem of Blackwell for two states: an output that no test tells apart better than another one is a coarsening of it."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

z = Outcome("z", "Z")
r = parameter("r", at_least=0, about="a weight of the first state")

A = function("A", about="the law of the other output in the first state")
B = function("B", about="its law in the second state")
K = function("K", law=False, about="the law of the other output, given the output")

laws = (distribution(A(z), z), distribution(B(z), z))
gain = Total(Max(0, Q(y) - r * P(y)), y)
other_gain = Total(Max(0, B(z) - r * A(z)), z)
drawn = AllOf(
    ForAll(y, distribution(K(y, z), z)),
    ForAll(z, Eq(Total(P(y) * K(y, z), y), A(z))),
    ForAll(z, Eq(Total(Q(y) * K(y, z), y), B(z))),
)
same = {"sizes": {"Y": 1, "Z": 1}, "P": (1,), "Q": (1,), "A": (1,), "B": (1,)}
nothing = {"sizes": {"Y": 1, "Z": 2}, "P": (1,), "Q": (1,), "A": (1, 0), "B": (0, 1)}

blackwell = Theorem(
    title="An output that gives no test a larger gain than another one is made of that one",
    source=of_any_spaces("zhang.ext-dong"),
    cited=("blackwell1951", "dong2022"),
    given=(*laws, ForAll(r, other_gain <= gain)),
    claim=Exists((K(y, z),), drawn),
    example=point({}, **same),
    near_misses={
        "of any two outputs: not even the total variation is in this order": variant(
            Total(Max(0, B(z) - A(z)), z) <= Total(Max(0, Q(y) - P(y)), y),
            given=laws,
            witness=point({}, **nothing),
        ),
        "at one weight alone: nor is it at the others": variant(
            other_gain <= gain,
            given=(*laws, Total(Max(0, B(z) - 2 * A(z)), z) <= Total(Max(0, Q(y) - 2 * P(y)), y)),
            witness=point({r: 1}, **{**nothing, "A": (half, half), "B": (1, 0)}),
        ),
    },
    note=(
        "The gain at a weight r is the most that a test has of power less r times its level. These gains are in this order where the trade-off functions are: where each test of the other output is matched by one of the output, "
        "with at most its level and at least its power. This is Theorem 2.10 of the second source, of two laws; the converse is proved, in the file on tests of a coarser output."
    ),
)
