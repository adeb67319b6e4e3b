"""What a copula of two outputs adds to the loss of k outputs, whatever the noise (Proposition 2)."""

from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

z, o = Outcome("z", "Z"), Outcome("o", "O")
# The laws of the two coupled outputs and of all others, in the first state and in the second; each state has one data set.
K = function("K", law=False, about="the law of the first output in the first state")
L = function("L", law=False, about="that of the second output in the first state")
M = function("M", law=False, about="that of all others in the first state")
A = function("A", law=False, about="the law of the first output in the second state")
B = function("B", law=False, about="that of the second output in the second state")
C = function("C", law=False, about="that of all others in the second state")
G = function("G", law=False, about="the density of the copula at both outputs, in the first state")
H = function("H", law=False, about="the density of the copula at both outputs, in the second state")
first, second = G(y, z) * (K(y) * L(z) * M(o)), H(y, z) * (A(y) * B(z) * C(o))
positive = AllOf(0 < K(y), 0 < L(z), 0 < M(o), 0 < A(y), 0 < B(z), 0 < C(o), 0 < G(y, z), 0 < H(y, z))
loss = log(first / second)
uncoupled = log(K(y) / A(y)) + log(L(z) / B(z)) + log(M(o) / C(o))
of_copula = log(G(y, z) / H(y, z))
one = {
    "sizes": {"Y": 1, "Z": 1, "O": 1},
    "K": (half,),
    "L": (half,),
    "M": (half,),
    "A": (half,),
    "B": (half,),
    "C": (half,),
    "H": (1,),
}

added = Theorem(
    title="The loss of k outputs of which two are coupled: that of the copula and those of all outputs",
    source=of_any_spaces("zhang.prop2"),
    claim=ForAll((y, z, o), Implication(positive, Eq(loss, uncoupled + of_copula))),
    derivation=have(
        Implication(positive, Eq(loss, uncoupled + of_copula)),
        "logarithm of a product",
        derivation=cases(
            positive,
            (
                have(0 < G(y, z) / H(y, z), "positive densities"),
                have(
                    Eq(
                        log(G(y, z) / H(y, z) * (K(y) / A(y)) * (L(z) / B(z)) * (M(o) / C(o))),
                        uncoupled + of_copula,
                    ),
                    "logarithm of a product",
                ),
            ),
        ),
    ),
    example=point({}, **one, G=(1,)),
    near_misses={
        "with the two densities of the copula exchanged": variant(
            ForAll((y, z, o), Implication(positive, Eq(loss, uncoupled - of_copula))),
            witness=point({}, **one, G=(2,)),
        ),
        "as if both states were one": variant(
            ForAll((y, z, o), Implication(positive, Eq(loss, 0))), witness=point({}, **one, G=(2,))
        ),
    },
    note=(
        "y and z are the two coupled outputs and o the list of all others, so that the number of mechanisms is any. Where each state has one data set, the joint density given "
        "the state is that of the copula at the distribution functions of both coupled outputs, times the densities of all outputs: this is what the theorem after this one says of noise that can be read back, and no law of the noise is asked for. The paper's "
        "display of the copula term has its numerator and denominator exchanged, and where the data vary given the state the proposition fails."
    ),
)

s, x, v = Outcome("s", "S"), Outcome("x", "X"), Outcome("v", "V")
W = function("W", law=False, about="the law of the data, given the state")
N = function("N", law=False, about="the law of all noises, of which the first two are coupled")
O = function("O", law=False, about="the law of all noises when they are independent, each with its own law")
D = function(
    "D",
    law=False,
    about="the density of the first of these laws against the second, by the two coupled noises",
)
first_noise = function("G", law=False, about="the value of the first noise")
second_noise = function("E", law=False, about="the value of the second noise")
first_query = function("F", law=False, about="the value of the first query on the data")
second_query = function("H", law=False, about="the value of the second query on the data")
K = function("K", law=False, about="the first output, by the value of its query and that of its noise")
L = function("L", law=False, about="the second output, by the value of its query and that of its noise")
J = function(
    "J",
    law=False,
    about="the density at the noises that two outputs are read back to, by the values of their queries and both outputs",
)
T = function("T", law=False, about="how likely a test of all outputs rejects, by the data and all noises")
a, b = parameter("a", about="the value of a query"), parameter("b", about="a value of a noise, or an output")
h, k = (
    parameter("h", about="the value of the second query"),
    parameter("k", about="a value of the second noise"),
)
data = ForAll(s, distribution(W(s, x), x))
of_coupled = ForAll(v, Eq(N(v), D(first_noise(v), second_noise(v)) * O(v)))
noises = (distribution(N(v), v), distribution(O(v), v), of_coupled)
not_negative, test = ForAll((a, h, b, k), 0 <= J(a, h, b, k)), ForAll((x, v), Between(0, T(x, v), 1))
read_back = ForAll((a, h, b, k), Eq(D(b, k), J(a, h, K(a, b), L(h, k))))
queries, values = (first_query(x), second_query(x)), (first_noise(v), second_noise(v))
of_outputs = J(*queries, K(queries[0], values[0]), L(queries[1], values[1]))


def rejected(law):
    """How often the test rejects given the state, where all noises have this law."""
    return Total(W(s, x) * Total(T(x, v) * law, v), x)


# The pairs (0, 0), (0, 1), (1, 0), (1, 1) of two bits, which are equal where they are coupled, and queries that they are added to.
add = Lambda((a, b), a + b)
bits = {
    "sizes": {"S": 1, "X": 2, "V": 4}, "W": (half, half), "N": (half, 0, 0, half), "O": (quarter,) * 4,
    "G": (0, 0, 1, 1), "E": (0, 1, 0, 1), "F": (0, 5), "H": (0, 7), "T": (1, 0, 0, 0, 0, 0, 0, 0),
    "D": Lambda((b, k), 2 * Indicator(Eq(b, k))), "K": add, "L": add,
    "J": Lambda((a, h, b, k), 2 * Indicator(Eq(b - a, k - h))),
}  # fmt: skip

density = Theorem(
    title="Outputs made of coupled noises that can be read back have the density of the copula of the noises, for each data set",
    source=(of_any_spaces("zhang.fix-prop2"), "zhang.prop2"),
    given=(data, *noises, not_negative, test, read_back),
    claim=ForAll(s, Eq(rejected(N(v)), rejected(of_outputs * O(v)))),
    derivation=(
        specialise(read_back, dict(zip((a, h, b, k), (*queries, *values), strict=True)), "read back"),
        specialise(of_coupled, {v: v}, "the density of the noises"),
        have(Eq(T(x, v) * N(v), T(x, v) * (of_outputs * O(v))), "noise by noise"),
        have(Eq(rejected(N(v)), rejected(of_outputs * O(v))), "noise by noise"),
    ),
    example=point({}, **bits),
    near_misses={
        "of maps that forget the noise": without(
            read_back,
            witness=point(
                {}, **{**bits, "K": Lambda((a, b), a), "L": Lambda((a, b), a), "T": (0, 1, *(0,) * 6)}
            ),
        ),
        "as if the noises were independent": variant(
            ForAll(s, Eq(rejected(N(v)), rejected(O(v)))), witness=point({}, **bits)
        ),
    },
    note=(
        "The outputs of each data set are made of its queries and all noises, of which the first two are coupled, so that a test of the outputs is one of the data and the noises, and their number is any. Where the noises are independent, each output has the law that its mechanism has on the data, and the outputs are independent given the data: "
        "so J is the density of all outputs given the data against the product of the single laws, and the law given the state is the mean of these over the data. The copula stands inside of this mean. "
        "If the value of a noise is the probability that it is at most so large, D is the density of the copula; where the outputs rise with their noises, J is it at the distribution functions of both outputs given the data, which are those of the noises by the theorem on increasing maps. Where each state has one data set there is one term, and the loss is that of the theorem before."
    ),
)
