"""What Lemma 7 supposes of both posteriors: the joint law rules out a state where the product of the single laws does."""

from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

x, w = Outcome("x", "X"), Outcome("w", "X")
C = function("C", law=False, about="the law of the data given a state")
K = function("K", law=False, about="the density of one output, at a value of it, given the data")
L = function("L", law=False, about="the density of the other output, at a value of it, given the data")
data, densities = distribution(C(x), x), ForAll(x, AllOf(0 <= K(x), 0 <= L(x)))
impossible = Eq(Total(C(x) * K(x), x), 0)
j = parameter("j", about="the density of both outputs, at these values, given the state")
both = Eq(Total(C(x) * K(x) * L(x), x), j)
told = {"sizes": {"X": 2}, "C": (half, half)}

ruled_out = Theorem(
    title="Where one output is impossible given a state, so are both outputs together",
    source="zhang.lem7",
    given=(data, densities, both, impossible),
    claim=Eq(j, 0),
    derivation=(
        specialise(data.args[0], {x: w}, "a law"),
        specialise(densities, {x: w}, "densities"),
        have(0 <= C(x) * K(x), "a product"),
        have(Indicator(Eq(x, w)) * (C(x) * K(x)) <= C(x) * K(x), "one term"),
        Chain(C(w) * K(w)).le(Total(C(x) * K(x), x), "one term of the sum").le(0, "no sum is left"),
        have(0 <= C(w) * K(w), "a product"),
        have(ForAll(w, Eq(C(w) * K(w), 0)), "no term is left"),
        specialise(ForAll(w, Eq(C(w) * K(w), 0)), {w: x}, "no term is left"),
        have(Eq(C(x) * K(x) * L(x), 0), "no term is left"),
        have(Eq(Total(C(x) * K(x) * L(x), x), 0), "a sum of zeros"),
    ),
    example=point({j: 0}, **told, K=(0, 0), L=(half, 1)),
    near_misses={
        "where it is possible": without(
            impossible, witness=point({j: quarter}, **told, K=(0, half), L=(half, 1))
        ),
        "for densities of any sign": without(
            densities, witness=point({j: -quarter}, **told, K=(1, -1), L=(half, 1))
        ),
    },
    note=(
        "The data are drawn given the state and each output given the data, so that the sum that is 0 is the density of the one output, given the state. The product of the single laws is 0 only where one of them is. "
        "So the posterior of the product, by the rule of Bayes, is 0 only where that of the joint law is, and an output that is possible under the joint law is so under the product: this is what the theorem on the logarithmic score supposes of an answer, and with it Lemma 7 holds."
    ),
)
