"""Every test of a coarser output is a test of the output: the simple half of the theorem of Blackwell."""

from dpsym.derivations.literature.blackwell import A, B, K, drawn, gain, laws, nothing, other_gain, r, same, z
from dpsym.derivations.vocabulary import half
from dpsym.language import *

f = function("f", law=False, about="a test of the output")
g = function("g", law=False, about="a test of the other output")
of_coarser = Total(K(y, z) * g(z), z)
test, given_test = ForAll(y, Between(0, f(y), 1)), ForAll(z, Between(0, g(z), 1))
kernel = drawn.args[0]


def drawn_from(law):
    """The law of the coarser output, from that of the output."""
    return Total(law(y) * K(y, z), y)


def same_mass(law):
    """That the test of the output rejects as often as that of the coarser one."""
    return Eq(Total(of_coarser * law(y), y), Total(g(z) * drawn_from(law), z))


coarser = Theorem(
    title="Every test of a coarser output is a test of the output, with its level and its power",
    source="zhang.ext-dong",
    cites="dong2022",
    given=(kernel, given_test),
    claim=AllOf(ForAll(y, Between(0, of_coarser, 1)), same_mass(P), same_mass(Q)),
    derivation=(
        have(0 <= K(y, z) * g(z), "no factor is negative"),
        have(K(y, z) * g(z) <= K(y, z), "a test rejects at most surely"),
        have(Between(0, of_coarser, 1), "a mean of probabilities"),
        have(same_mass(P), "the other sum first"),
        have(same_mass(Q), "the other sum first"),
    ),
    example=point({}, sizes={"Y": 2, "Z": 1}, P=(half, half), Q=(half, half), K=(1, 1), g=(half,)),
    near_misses={
        "of numbers that are no laws": without(kernel, witness=point({}, sizes={"Y": 1, "Z": 1}, P=(1,), Q=(1,), K=(2,), g=(1,))),
        "of numbers that are no test": without(given_test, witness=point({}, sizes={"Y": 1, "Z": 1}, P=(1,), Q=(1,), K=(1,), g=(2,))),
    },
    note="The test draws the coarser output from the output, and then tests it. So no test of the coarser output is above the best ones of the output.",
)  # fmt: skip

best = Indicator(r * A(z) < B(z))
matched = AllOf(
    Total(f(y) * P(y), y) <= Total(best * A(z), z), Total(best * B(z), z) <= Total(f(y) * Q(y), y)
)

gains = Theorem(
    title="Where a test matches the best test of another output, its gain is no smaller",
    source="zhang.ext-dong",
    given=(*laws, test, matched),
    claim=other_gain <= gain,
    derivation=(
        have(Eq(Max(0, B(z) - r * A(z)), best * B(z) - r * (best * A(z))), "the best test", split=[r * A(z) < B(z)]),
        have(f(y) * Q(y) - r * (f(y) * P(y)) <= Max(0, Q(y) - r * P(y)), "a test", split=[r * P(y) < Q(y)]),
        have(r * Total(f(y) * P(y), y) <= r * Total(best * A(z), z), "weighted"),
        Chain(other_gain)
        .eq(Total(best * B(z), z) - r * Total(best * A(z), z), "the best test")
        .le(Total(f(y) * Q(y), y) - r * Total(f(y) * P(y), y), "it is matched")
        .le(gain, "output by output"),
    ),
    example=point({r: 1}, **same, f=(0,)),
    near_misses={
        "where it has no more than the level": without(matched, instead=matched.args[0], witness=point({r: 1}, **nothing, f=(0,))),
        "where it has no less than the power": without(matched, instead=matched.args[1], witness=point({r: 1}, **nothing, f=(1,))),
    },
    note="So where every test of the other output is matched, the gains are in this order at all weights, and by the theorem of Blackwell the other output is made of the output.",
)  # fmt: skip
