"""The joint model of state and data with two mechanisms: the laws of one output and of both, given the state."""

from dpsym.derivations.vocabulary import quarter
from dpsym.language import *

# s, s_2: states; x, x_2: data; y, z: outputs of the two mechanisms, independent given the data.
s, s_2 = Outcome("s", "S"), Outcome("s_2", "S")
x, x_2 = Outcome("x", "X"), Outcome("x_2", "X")
z = Outcome("z", "Z")
W = function("W", about="the prior of the state")
C = function("C", about="the law of the data given the state")
K = function("K", about="the law of the first output given the data")
L = function("L", about="the law of the second output given the data")

states = distribution(W(s), s)
data = ForAll(s, distribution(C(s, x), x))
first_outputs = ForAll(x, distribution(K(x, y), y))
second_outputs = ForAll(x, distribution(L(x, z), z))
outputs = (data, first_outputs, second_outputs)


def one(s, y):
    """The probability of an output of the first mechanism, given the state."""
    return Total(C(s, x) * K(x, y), x)


def other(s, z):
    """The same of the second mechanism."""
    return Total(C(s, x) * L(x, z), x)


def joint(s, y, z):
    """Both outputs, on the same data."""
    return Total(C(s, x) * K(x, y) * L(x, z), x)


def product(s, y, z):
    """The outputs as if each had data of its own."""
    return one(s, y) * other(s, z)


def stick(eps, law, *outcomes):
    """The hockey stick of the laws given the states s and s_2."""
    return HockeyStick(eps, Pair(law(s, *outcomes), law(s_2, *outcomes), *outcomes))


# two copies of one noisy bit: the data agree with the state with probability 3/4, and both mechanisms release them
copies = {
    "sizes": {"S": 2, "X": 2, "Y": 2, "Z": 2}, "C": (3 * quarter, quarter, quarter, 3 * quarter), "K": (1, 0, 0, 1),
    "L": (1, 0, 0, 1),
}  # fmt: skip

# D, N: laws of the data and of the outputs of all mechanisms but one; M(x, y): the probability of an event y of its outputs.
D = function("D", law=False, about="the law of the data given the state")
M = function("M", law=False, about="the probability of an event of one mechanism's outputs, given the data")
N = function("N", law=False, about="the law of the outputs of all others, given the data")
given_events = (
    ForAll(s, distribution(D(s, x), x)),
    ForAll((x, y), Between(0, M(x, y), 1)),
    ForAll(x, distribution(N(x, z), z)),
)
in_event = Total(D(s, x) * M(x, y), x)
with_others = Total(D(s, x) * M(x, y) * N(x, z), x)
shared_bit = {"sizes": copies["sizes"], "D": copies["C"], "M": copies["K"], "N": copies["L"]}

margin = Theorem(
    title="What the outputs of all mechanisms say of one of them is its law given the state",
    source=(of_any_spaces("zhang.eq5"), of_any_spaces("zhang.eq-psi")),
    given=given_events,
    claim=ForAll((s, y), Eq(Total(with_others, z), in_event)),
    derivation=(
        have(Eq(Total(D(s, x) * M(x, y) * N(x, z), z), D(s, x) * M(x, y)), "the other outputs have a law"),
        Chain(Total(with_others, z))
        .eq(Total(Total(D(s, x) * M(x, y) * N(x, z), z), x), "the other sum first")
        .eq(in_event, "the other outputs have a law"),
    ),
    example=point(**shared_bit),
    near_misses={
        "where the other outputs have no law": variant(
            given=given_events[:2], witness=point(**{**shared_bit, "N": (quarter, quarter, quarter, quarter)})
        ),
        "and every one of the other outputs alone says as much": variant(
            ForAll((s, y, z), Eq(with_others, in_event)), witness=point(**shared_bit)
        ),
    },
    note=(
        "An event y of the outputs of one mechanism, with the probability M(x, y) given the data, and any outputs z of the others, of any number, with the product of their laws for N. "
        "The joint law given the state is the sum over the data: (5), which for one mechanism alone is its law given the state."
    ),
    errata=erratum(
        "slip in wording",
        "Section 5, condition (ii) of inverse composition, and the end of Section 4.1",
        "Each marginal ψ_{i} of b coincides with γ_{i}, i.e., [...]",
        fails=(
            "The first is a law given the state, the second one given the data. The formula that follows, and the one of Section 4.1, has the product of all "
            "mechanisms under the integral, where it is to be the single one."
        ),
        holds="The single law is that of Section 4: the mean of the mechanism over the data of the state.",
        source=("zhang.def-invcomp", "zhang.eq-psi"),
    ),
)  # fmt: skip

marginals = Theorem(
    title="The laws of single outputs are margins of the joint law",
    kind="lemma",
    given=outputs,
    claim=AllOf(
        ForAll((s, y), Eq(Total(joint(s, y, z), z), one(s, y))),
        ForAll((s, z), Eq(Total(joint(s, y, z), y), other(s, z))),
    ),
    derivation=(
        have(Eq(Total(C(s, x) * K(x, y) * L(x, z), z), C(s, x) * K(x, y)), "the second output has a law"),
        have(Eq(Total(C(s, x) * K(x, y) * L(x, z), y), C(s, x) * L(x, z)), "the first output has a law"),
        Chain(Total(joint(s, y, z), z))
        .eq(Total(Total(C(s, x) * K(x, y) * L(x, z), z), x), "the other sum first")
        .eq(one(s, y), "the second output has a law"),
        Chain(Total(joint(s, y, z), y))
        .eq(Total(Total(C(s, x) * K(x, y) * L(x, z), y), x), "the other sum first")
        .eq(other(s, z), "the first output has a law"),
    ),
    example=point(**copies),
    near_misses={
        "where the second output has no law": variant(
            ForAll((s, y), Eq(Total(joint(s, y, z), z), one(s, y))),
            given=(data, first_outputs),
            witness=point(**{**copies, "L": (quarter, quarter, quarter, quarter)}),
        ),
        "and the joint law their product": variant(
            ForAll((s, y, z), Eq(joint(s, y, z), product(s, y, z))), witness=point(**copies)
        ),
    },
)
