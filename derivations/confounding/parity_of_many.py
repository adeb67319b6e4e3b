"""Parity of any number of noisy bits: what all outputs together tell of it."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

k = parameter("k", integer=True, about="one less than the number of bits")
n = parameter("n", integer=True, about="one less than the number of bits")
r = parameter("r", at_least=0, below=1, about="correlation of each output with its bit")
# y is the list of all outputs, V(k, y) its entry number k, 1 or -1; numbers start at 0.
V = function("V", law=False, about="the output of this number in a list of outputs, 1 or -1")
D = function(
    "D",
    law=False,
    about="how likely so many first outputs are, given that the product of their bits is 1, against fair coins",
)
E = function("E", law=False, about="the same given that it is -1")
X = function("X", law=False, about="the product of so many first outputs")
W = function("W", law=False, about="the power of r whose exponent is the number of bits")
O = function("O", about="the law of a list of fair coins")
zero = Integer(0)
right, wrong = (
    1 + r * V(k + 1, y),
    1 - r * V(k + 1, y),
)  # of the next output, given its bit, against a fair coin
signs = ForAll((k, y), Eq(V(k, y) ** 2, 1))
powers = AllOf(Eq(W(zero), r), ForAll(k, Eq(W(k + 1), r * W(k))))
start = ForAll(
    y,
    AllOf(Eq(X(zero, y), V(zero, y)), Eq(D(zero, y), 1 + r * V(zero, y)), Eq(E(zero, y), 1 - r * V(zero, y))),
)
# One more bit is 1 or -1 with probability 1/2, and the product of the others is then the same, or the other one.
grows = ForAll(
    (k, y),
    AllOf(
        Eq(X(k + 1, y), X(k, y) * V(k + 1, y)),
        Eq(D(k + 1, y), (D(k, y) * right + E(k, y) * wrong) / 2),
        Eq(E(k + 1, y), (E(k, y) * right + D(k, y) * wrong) / 2),
    ),
)


def closed(k):
    """The closed form for k + 1 outputs."""
    return AllOf(
        Eq(X(k, y) ** 2, 1),
        Eq(D(k, y), 1 + W(k) * X(k, y)),
        Eq(E(k, y), 1 - W(k) * X(k, y)),
        0 <= W(k),
        W(k) < 1,
    )


every_number = ForAll(k, ForAll(y, closed(k)))
one_list = {"sizes": {"Y": 1}, "V": (1,), "X": (1,), "D": (1,), "E": (1,), "W": Lambda(k, zero)}

joint_law = Theorem(
    title="The joint law of any number of noisy bits given their parity",
    source="zhang.cx-parityk",
    given=(signs, powers, start, grows),
    claim=every_number,
    derivation=have(
        every_number,
        "one more bit",
        derivation=induction(
            k,
            first=(specialise(start, {y: y}, "one bit"), specialise(signs, {k: zero, y: y}, "1 or -1")),
            then=(
                specialise(signs, {k: k + 1, y: y}, "1 or -1"),
                specialise(grows, {k: k, y: y}, "one more bit"),
                specialise(powers.args[1], {k: k}, "one more factor"),
                specialise(ForAll(y, closed(k)), {y: y}, "the bits so far"),
                have(0 <= r * W(k), "a product"),
                have(r * W(k) <= W(k), "a factor below 1"),
                Chain(X(k + 1, y) ** 2)
                .eq((X(k, y) * V(k + 1, y)) ** 2, "one more output")
                .eq(X(k, y) ** 2 * V(k + 1, y) ** 2, "a square")
                .eq(1, "both are 1 or -1"),
                *(
                    Chain(law(k + 1, y))
                    .eq((law(k, y) * right + other(k, y) * wrong) / 2, "one more bit")
                    .eq(
                        ((1 + sign * W(k) * X(k, y)) * right + (1 - sign * W(k) * X(k, y)) * wrong) / 2,
                        "the bits so far",
                    )
                    .eq(1 + sign * (r * W(k)) * (X(k, y) * V(k + 1, y)), "expand")
                    .eq(1 + sign * W(k + 1) * X(k + 1, y), "one more factor")
                    for law, other, sign in ((D, E, 1), (E, D, -1))
                ),
            ),
        ),
    ),
    example=point({r: 0}, **one_list),
    near_misses={
        "as of one bit": variant(
            ForAll(k, ForAll(y, Eq(D(k, y), 1 + X(k, y)))), witness=point({r: 0}, **one_list)
        ),
        "from any start": without(start, witness=point({r: 0}, **{**one_list, "D": (2,), "E": (2,)})),
    },
)

apart = half * Total(O(y) * Max(D(n, y) - E(n, y), E(n, y) - D(n, y)), y)
bounded = ForAll(
    y, AllOf((1 - W(n)) * D(n, y) <= (1 + W(n)) * E(n, y), (1 - W(n)) * E(n, y) <= (1 + W(n)) * D(n, y))
)
attained = ForAll(y, Implication(Eq(X(n, y), 1), Eq((1 - W(n)) * D(n, y), (1 + W(n)) * E(n, y))))

every_count = ForAll(n, AllOf(Eq(apart, W(n)), bounded, attained))

all_outputs = Theorem(
    title="How far all outputs of any number of noisy bits tell their parity",
    source=whole_of("zhang.cx-parityk"),
    given=(signs, powers, start, grows),
    claim=every_count,
    derivation=(
        have(every_number, "the joint law", by=joint_law),
        have(
            every_count,
            "any number of bits",
            derivation=(
                specialise(every_number, {k: n}, "this number of bits"),
                specialise(ForAll(y, closed(n)), {y: y}, "the joint law"),
                have(0 <= W(n), "a power"),
                have(
                    AllOf(Between(-1, X(n, y), 1), Eq(Max(D(n, y) - E(n, y), E(n, y) - D(n, y)), 2 * W(n))),
                    "1 or -1",
                    derivation=(
                        have(Eq((X(n, y) - 1) * (X(n, y) + 1), 0), "1 or -1"),
                        cases(
                            0 <= X(n, y),
                            (
                                have(0 < X(n, y) + 1, "not negative"),
                                have(Eq(X(n, y) - 1, 0), "a positive factor"),
                                have(Eq(X(n, y), 1), "1"),
                                have(Eq(D(n, y) - E(n, y), 2 * W(n)), "the joint law"),
                            ),
                            (
                                have(X(n, y) - 1 < 0, "negative"),
                                have(Eq(X(n, y) + 1, 0), "a negative factor"),
                                have(Eq(X(n, y), -1), "-1"),
                                have(Eq(E(n, y) - D(n, y), 2 * W(n)), "the joint law"),
                            ),
                        ),
                    ),
                ),
                have(0 <= W(n) * (1 - X(n, y)), "a product"),
                have(0 <= W(n) * (1 + X(n, y)), "a product"),
                have(
                    AllOf(
                        (1 - W(n)) * D(n, y) <= (1 + W(n)) * E(n, y),
                        (1 - W(n)) * E(n, y) <= (1 + W(n)) * D(n, y),
                    ),
                    "the joint law",
                ),
                have(bounded, "any list"),
                have(
                    Implication(Eq(X(n, y), 1), Eq((1 - W(n)) * D(n, y), (1 + W(n)) * E(n, y))),
                    "the joint law",
                    derivation=cases(
                        Eq(X(n, y), 1),
                        (have(Eq(D(n, y), 1 + W(n)), "product 1"), have(Eq(E(n, y), 1 - W(n)), "product 1")),
                    ),
                ),
                have(attained, "any list"),
                Chain(apart).eq(half * Total(O(y) * (2 * W(n)), y), "1 or -1").eq(W(n), "a law"),
            ),
        ),
    ),
    example=point({r: 0}, **one_list, O=(1,)),
    near_misses={
        "the distance of one output and its bit": variant(
            ForAll(n, Eq(apart, 1)), witness=point({r: 0, n: 0}, **one_list, O=(1,))
        ),
        "where the powers are any numbers": without(
            powers, witness=point({r: 0, n: 0}, **{**one_list, "W": Lambda(k, Integer(1))}, O=(1,))
        ),
    },
    note=(
        "For n + 1 bits. The lists of all outputs have the law O of fair coins, and D and E are the densities of their laws against it, given either product of the bits. So the total variation distance is the power of r, "
        "and no output has a larger ratio than (1 + r^(n + 1))/(1 - r^(n + 1)), which the lists of product 1 attain. That any outputs but all tell nothing of the parity is shown of the unseen bit."
    ),
)

positive = parameter("c", above=0, below=1, about="a correlation")
power_of_it = AllOf(Eq(W(zero), positive), ForAll(k, Eq(W(k + 1), positive * W(k))))
closed_power = ForAll(k, Eq(W(k), positive ** (k + 1)))

powers_are = Theorem(
    title="A sequence that starts with a number and is multiplied by it each time",
    kind="lemma",
    given=power_of_it,
    claim=closed_power,
    derivation=have(
        closed_power,
        "one more factor",
        derivation=induction(
            k,
            then=(
                specialise(power_of_it.args[1], {k: k}, "one more factor"),
                have(Eq(positive ** (k + 2), positive * positive ** (k + 1)), "one more factor"),
            ),
        ),
    ),
    example=point({positive: half}, W=Lambda(k, half ** (k + 1))),
    near_misses={
        "with one factor less": variant(
            ForAll(k, Eq(W(k), positive**k)), witness=point({positive: half}, W=Lambda(k, half ** (k + 1)))
        ),
        "from any start": variant(
            given=[power_of_it.args[1]], witness=point({positive: half}, W=Lambda(k, zero))
        ),
    },
)

losses = Example(
    title="The loss of all outputs of two, three and four bits, at the correlation 0.8",
    source="zhang.cx-parityk",
    uses=(all_outputs,),
    values=tuple(
        value(
            f"{count} bits",
            log((1 + positive**count) / (1 - positive**count)),
            {positive: Rational(4, 5)},
            printed,
        )
        for count, printed in ((2, "1.516347"), (3, "1.130873"), (4, "0.87026"))
    ),
    note="At delta = 0: the logarithm of the largest ratio, attained by the lists of product 1.",
)
