"""What a copula of two outputs adds to the loss of k outputs, whatever the noise (Proposition 2)."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

z, o = Outcome("z", "Z"), Outcome("o", "O")
# The laws of the two coupled outputs and of all others, in the first state and in the second; each state has one data set.
K, L, M = (function(n, law=False) for n in "KLM")
A, B, C = (function(n, law=False) for n in "ABC")
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
    source=whole_of("zhang.prop2"),
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
        "the state is that of the copula at the distribution functions of both coupled outputs, times the densities of all outputs: no law of the noise is asked for. The paper's "
        "display of the copula term has its numerator and denominator exchanged, and where the data vary given the state the proposition fails."
    ),
)
