"""What a copula of two outputs adds to the loss of k outputs, whatever the noise (Proposition 2)."""

from dpsym.derivations.vocabulary import half
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
positive = ForAll(
    (y, z, o),
    AllOf(0 < K(y), 0 < L(z), 0 < M(o), 0 < A(y), 0 < B(z), 0 < C(o), 0 < G(y, z), 0 < H(y, z)),
)
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
    given=positive,
    claim=ForAll((y, z, o), Eq(loss, uncoupled + of_copula)),
    derivation=(
        specialise(positive, {y: y, z: z, o: o}),
        have(0 < G(y, z) / H(y, z), "positive densities"),
        have(Eq(first / second, G(y, z) / H(y, z) * (K(y) / A(y)) * (L(z) / B(z)) * (M(o) / C(o))), "expand"),
        have(
            Eq(log(G(y, z) / H(y, z) * (K(y) / A(y)) * (L(z) / B(z)) * (M(o) / C(o))), uncoupled + of_copula),
            "logarithm of a product",
        ),
    ),
    example=point({}, **one, G=(1,)),
    near_misses={
        "with the two densities of the copula exchanged": variant(
            ForAll((y, z, o), Eq(loss, uncoupled - of_copula)), witness=point({}, **one, G=(2,))
        ),
        "without the copula": variant(
            ForAll((y, z, o), Eq(loss, uncoupled)), witness=point({}, **one, G=(2,))
        ),
        "as if both states were one": variant(
            ForAll((y, z, o), Eq(first / second, 1)), given=[], witness=point({}, **one, G=(2,))
        ),
    },
    note=(
        "y and z are the two coupled outputs and o the list of all others, so that the number of mechanisms is any. Where each state has one data set, the joint density given "
        "the state is that of the copula at the distribution functions of both coupled outputs, times the densities of all outputs: this is what the theorem after this one says of noise that can be read back, and no law of the noise is asked for. The paper's "
        "display of the copula term has its numerator and denominator exchanged, and where the data vary given the state the proposition fails."
    ),
)

v, w = Outcome("v", "V"), Outcome("w", "W")
N = function("N", law=False, about="the law of the first noise")
O = function("O", law=False, about="the law of the second noise")
D = function(
    "D", law=False, about="the density of the copula at two noises: their joint law over the product of both"
)
J = function("J", law=False, about="the same density at the noises that two outputs are read back to")
U = function("U", law=False, about="1 where a noise gives a first output, else 0")
X = function("X", law=False, about="1 where a noise gives a second output, else 0")
outputs = AllOf(ForAll((y, v), 0 <= U(y, v)), ForAll((z, w), 0 <= X(z, w)))
read_back = ForAll((y, z, v, w), Implication(AllOf(0 < U(y, v), 0 < X(z, w)), Eq(D(v, w), J(y, z))))
both, single, another = (
    Total(U(y, v) * X(z, w) * (D(v, w) * (N(v) * O(w))), v, w),
    Total(U(y, v) * N(v), v),
    Total(X(z, w) * O(w), w),
)
term = (U(y, v) * N(v)) * (X(z, w) * O(w))
coins = {
    "sizes": {"Y": 2, "Z": 2, "V": 2, "W": 2}, "N": (half, half), "O": (half, half), "D": (2, 0, 0, 2),
    "U": (0, 1, 1, 0), "X": (1, 0, 0, 1), "J": (0, 2, 2, 0),
}  # fmt: skip

density = Theorem(
    title="Outputs made of coupled noises that can be read back have the density of the copula of the noises",
    source=("zhang.prop2", "zhang.fix-prop2"),
    given=(outputs, read_back),
    claim=ForAll((y, z), Eq(both, J(y, z) * single * another)),
    derivation=(
        specialise(outputs.args[0], {y: y, v: v}, "1 or 0"),
        specialise(outputs.args[1], {z: z, w: w}, "1 or 0"),
        specialise(read_back, {y: y, z: z, v: v, w: w}, "read back"),
        have(
            Eq(U(y, v) * X(z, w) * (D(v, w) * (N(v) * O(w))), J(y, z) * term),
            "noise by noise",
            derivation=cases(
                0 < U(y, v),
                cases(
                    0 < X(z, w),
                    have(Eq(D(v, w), J(y, z)), "read back"),
                    have(Eq(X(z, w), 0), "another noise"),
                ),
                have(Eq(U(y, v), 0), "another noise"),
            ),
        ),
        Chain(both)
        .eq(Total(J(y, z) * term, v, w), "noise by noise")
        .eq(J(y, z) * single * another, "common factors"),
    ),
    example=point({}, **coins),
    near_misses={
        "of maps that forget the noise": variant(
            given=[outputs],
            witness=point({}, **{**coins, "U": (1, 1, 0, 0), "X": (1, 1, 0, 0), "J": (2, 2, 2, 2)}),
        ),
        "as if the noises were independent": variant(
            ForAll((y, z), Eq(both, single * another)), witness=point({}, **coins)
        ),
    },
    note=(
        "The data are fixed. N and O are the laws of the two noises, D the density of their joint law against the product of both, such as that of the Gaussian copula, and J the same density at the noises that two outputs are read back to, which is one number where "
        "an output is made by one noise alone. The sums are the laws of the outputs, together and singly: so the joint law of both is the copula of the noises times the single laws. Where the data vary given the state, the joint law given the state is the mean of these over the data."
    ),
)
