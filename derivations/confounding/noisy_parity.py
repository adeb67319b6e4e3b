"""The joint law of two noisy bits given their parity: the sum over the data sets with this parity."""

from dpsym.derivations.composition.two_mechanisms import approximate, marks
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *
from dpsym.language.combined import composed

rho = parameter("r", at_least=0, below=1, about="correlation of each output with its bit")
s = parameter("s", about="the state, the product of the two bits: 1 or -1")
v = parameter("v", about="the first output, 1 or -1")
w = parameter("w", about="the second output, 1 or -1")


def output(bit, v):
    """The probability of an output given its bit, both 1 or -1."""
    return (1 + rho * bit * v) / 2


def joint(v, w):
    """The sum over the two of the four data sets whose bits have the product s, each with probability 1/2 given the state."""
    return output(1, v) * output(s, w) / 2 + output(-1, v) * output(-s, w) / 2


here = point({rho: half, s: 1, v: 1, w: 1})
noisy_parity = Theorem(
    title="The joint law of two noisy bits given their parity",
    source=whole_of("zhang.cx-xor"),
    claim=AllOf(
        Eq(joint(v, w), quarter * (1 + rho**2 * s * v * w)),
        Eq(joint(v, 1) + joint(v, -1), half),
        Eq(joint(1, w) + joint(-1, w), half),
    ),
    derivation=(
        have(
            Eq(joint(v, w), quarter * (1 + rho**2 * s * v * w)),
            "multiply out: the terms of first degree cancel",
        ),
        have(Eq(joint(v, 1) + joint(v, -1), half), "either second output"),
        have(Eq(joint(1, w) + joint(-1, w), half), "either first output"),
    ),
    near_misses={
        "the correlation of one output": variant(
            Eq(joint(v, w), quarter * (1 + rho * s * v * w)), witness=here
        ),
        "one data set": variant(
            Eq(output(1, v) * output(s, w) / 2, quarter * (1 + rho**2 * s * v * w)), witness=here
        ),
        "independent given the state": variant(
            Eq(joint(v, w), (joint(v, 1) + joint(v, -1)) * half), witness=here
        ),
    },
    note=(
        "Two independent uniform bits, each released with noise; the state is their parity. Each output alone is uniform in either state, so that it tells nothing. Both together agree with the parity "
        "as often as one bit that is released with the square of the correlation."
    ),
)

eps = parameter("eps", at_least=0, about="a bound on the privacy loss, in nats")
agree, differ = (1 + rho**2) / 4, (1 - rho**2) / 4
delta_of_both = Theorem(
    title="The delta of two noisy bits given their parity",
    source="zhang.cx-xor",
    where={P: (agree, differ, differ, agree), Q: (differ, agree, agree, differ)},
    claim=Eq(HockeyStick(eps), Max(0, (1 + rho**2) / 2 - exp(eps) * (1 - rho**2) / 2)),
    derivation=(
        have(0 <= rho**2, "a square"),
        have(1 <= exp(eps), "an exponential"),
        have(1 - rho**2 <= 1 + rho**2, "a square"),
        have(1 + rho**2 <= exp(eps) * (1 + rho**2), "an exponential"),
        have(differ - exp(eps) * agree <= 0, "together"),
    ),
    example=point({rho: half, eps: 0}),
    near_misses={
        "of one output": variant(Eq(HockeyStick(eps), 0), witness=point({rho: half, eps: 0})),
    },
)

nothing = ApproxDP(0, 0)
sides = {"A": (half, half, 0, 0), "B": (half, half, 0, 0)}
unprotected = {
    **marks,
    **sides,
    "P": (1, 0, 0, 0),
    "Q": (0, 1, 0, 0),
    "K": (1, 0, 0, 0) * 4,
    "L": (0, 1, 0, 0) * 4,
}
told = {
    **marks, "A": (1, 0, 0, 0), "B": (0, 1, 0, 0), "K": (1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    "L": (1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), "P": (1, 0, 0, 0), "Q": (0, 1, 0, 0),
}  # fmt: skip
fair = {
    **sides,
    "K": (half, half, 0, 0) * 4,
    "L": (half, half, 0, 0) * 4,
    "P": (half, half, 0, 0),
    "Q": (half, half, 0, 0),
}

composed_guarantees = Theorem(
    title="Guarantees of no loss compose to one of no loss",
    source="zhang.cx-xor",
    given=composed.of(nothing, nothing),
    claim=nothing,
    derivation=have(
        nothing,
        "composition",
        by=approximate.at(eps_1=Integer(0), eps_2=Integer(0), delta_1=Integer(0), delta_2=Integer(0)),
    ),
    example=point({}, **fair),
    near_misses={
        "of the second alone": variant(
            given=(*composed.of(nothing, nothing)[:-2], composed.of(nothing, nothing)[-1]),
            witness=point({}, **told),
        ),
        "of the first alone": variant(
            given=composed.of(nothing, nothing)[:-1], witness=point({}, **unprotected)
        ),
    },
    note=(
        "Each of two noisy bits has no loss given their parity, so that composition with the budgets of both, the optimal one too, "
        "says 0: the outputs are composed as if they were independent given the state. Both together have the delta of the theorem before."
    ),
)
