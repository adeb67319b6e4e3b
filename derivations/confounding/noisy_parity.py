"""The joint law of two noisy bits given their parity: the sum over the data sets with this parity."""

from dpsym.derivations.composition.two_mechanisms import approximate, marks
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *
from dpsym.language.combined import composed

rho = parameter("r", at_least=0, below=1, about="correlation of each output with its bit")
s = parameter("s", about="the state, that is the product of the two bits")
J = function("J", law=False, about="the probability of both outputs given the state")
v = parameter("v", about="the first output, 1 or -1")
w = parameter("w", about="the second output, 1 or -1")


# The sum over the two of the four data sets whose bits have the product s, each with probability 1/2 given the state.
one_set = (1 + rho * v) * (1 + rho * (s * w)) / 8
other_set = (1 - rho * v) * (1 - rho * (s * w)) / 8
both = ForAll((v, w), Eq(J(v, w), one_set + other_set))
law = ForAll((v, w), Eq(J(v, w), quarter * (1 + rho**2 * s * v * w)))
even = AllOf(ForAll(v, Eq(J(v, 1) + J(v, -1), half)), ForAll(w, Eq(J(1, w) + J(-1, w), half)))

here = point({rho: half, s: 1}, J=Lambda((v, w), quarter + v * w / 16))
noisy_parity = Theorem(
    title="The joint law of two noisy bits given their parity",
    source=whole_of("zhang.cx-xor"),
    given=both,
    claim=AllOf(law, even),
    derivation=(
        have(
            law, "multiply out: the terms of first degree cancel", derivation=specialise(both, {v: v, w: w})
        ),
        specialise(law, {v: v, w: 1}, "the second output 1"),
        specialise(law, {v: v, w: -1}, "the second output -1"),
        have(even.args[0], "either second output"),
        specialise(law, {v: 1, w: w}, "the first output 1"),
        specialise(law, {v: -1, w: w}, "the first output -1"),
        have(even.args[1], "either first output"),
    ),
    example=here,
    near_misses={
        "the correlation of one output": variant(
            ForAll((v, w), Eq(J(v, w), quarter * (1 + rho * s * v * w))), witness=here
        ),
        "one data set": variant(
            law,
            given=[ForAll((v, w), Eq(J(v, w), 2 * one_set))],
            witness=point({rho: half, s: 1}, J=Lambda((v, w), 2 * ((1 + v / 2) * (1 + w / 2) / 8))),
        ),
        "independent given the state": variant(
            ForAll((v, w), Eq(J(v, w), (J(v, 1) + J(v, -1)) * (J(1, w) + J(-1, w)))), witness=here
        ),
    },
    note=(
        "Two independent uniform bits, each 1 or -1, are released with noise: v and w, each 1 or -1, are the outputs, each of which is its bit with probability (1 + r)/2. The state s is the product of the bits. "
        "Given the state there are two data sets, each with probability 1/2, over which J(v, w) sums. Each output alone is uniform in either state, so that it tells nothing. Both together agree with the parity "
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
