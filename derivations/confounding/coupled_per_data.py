"""Two outputs that are coupled for each data set, before the data are mixed: the joint law given the state (Proposition 2)."""

from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

s = Outcome("s", "S")
x = Outcome("x", "X")
z = Outcome("z", "Z")

o = Outcome("o", "O")

C = function("C", law=False, about="the law of the data given the state")
K = function("K", law=False, about="the law of the first output given the data")
L = function("L", law=False, about="the law of the second output given the data")
M = function("M", law=False, about="the law of both outputs together given the data")
A = function(
    "A", law=False, about="1 where, of both outputs, the one of this mechanism lies in the event, else 0"
)
H = function("H", law=False, about="the probability of the event under the mechanism alone, given the data")
data = ForAll(s, distribution(C(s, x), x))
together = ForAll(x, distribution(M(x, o), o))
in_event, by_itself = ForAll(o, Between(0, A(o), 1)), ForAll(x, Between(0, H(x), 1))
kept = ForAll(x, Eq(Total(M(x, o) * A(o), o), H(x)))


def joint(s, o):
    """Of both outputs, given the state."""
    return Total(C(s, x) * M(x, o), x)


# two bits: the pairs (0, 0), (0, 1), (1, 0), (1, 1); the event that the first of them is 0
pairs = {
    "sizes": {"S": 2, "X": 2, "O": 4}, "C": (1, 0, 0, 1), "M": (half, 0, 0, half, 0, half, half, 0), "A": (1, 1, 0, 0),
    "H": (half, half),
}  # fmt: skip

keeps = Theorem(
    title="Coupling for each data set keeps the laws of the single outputs given the state",
    source=(of_any_spaces("zhang.fix-prop2"), "zhang.thm3", "zhang.eq-Dg"),
    given=(data, together, in_event, by_itself, kept),
    claim=ForAll(s, Eq(Total(joint(s, o) * A(o), o), Total(C(s, x) * H(x), x))),
    derivation=(
        specialise(kept, {x: x}),
        have(Eq(C(s, x) * Total(M(x, o) * A(o), o), C(s, x) * H(x)), "given the data"),
        Chain(Total(joint(s, o) * A(o), o))
        .eq(Total(C(s, x) * Total(M(x, o) * A(o), o), x), "the other sum first")
        .eq(Total(C(s, x) * H(x), x), "given the data"),
    ),
    example=point(**pairs),
    near_misses={
        "with a coupling that does not keep the single law": without(
            kept, witness=point(**{**pairs, "H": (half, 1)})
        ),
        "one law whatever the state": variant(
            ForAll(s, Eq(Total(joint(s, o) * A(o), o), half)),
            witness=point(**{**pairs, "M": (1, 0, 0, 0, 0, 0, 0, 1), "H": (1, 0)}),
        ),
    },
    note=(
        "The event is any event of the outputs of one mechanism, which is one of both outputs, o. So each mechanism keeps its privacy by itself: this is what the first part of Theorem 3 says, for any "
        "coupling. The copula stands inside the sum over the data; put outside, with the laws given the state, it is the joint "
        "law of another release."
    ),
)

# G(y, z): the density of the joint law of the noises, at the outputs, against the product; the same for all data.
G = function(
    "G", law=False, about="the density of the joint law of the noises, against the product of theirs"
)
w = Outcome("w", "X")
unvaried = ForAll((s, x, w, y), Implication(AllOf(0 < C(s, x), 0 < C(s, w)), Eq(K(x, y), K(w, y))))
mixed = Total(C(s, x) * (G(y, z) * K(x, y) * L(x, z)), x)
first, second = Total(C(s, x) * K(x, y), x), Total(C(s, x) * L(x, z), x)
bits = {
    "sizes": {"S": 2, "X": 2, "Y": 2, "Z": 2}, "C": (1, 0, 0, 1), "K": (half,) * 4, "L": (half,) * 4, "G": (2, 0, 0, 2),
}  # fmt: skip
noisy = (3 * quarter, quarter, quarter, 3 * quarter)
copies = {
    "sizes": {"S": 1, "X": 2, "Y": 2, "Z": 2}, "C": (half, half), "K": noisy, "L": noisy, "G": (1,) * 4,
}  # fmt: skip
q = parameter("q", about="the probability of the first output given the state")
other = C(s, x) * C(s, w) * (K(x, y) * L(x, z))

outside = Theorem(
    title="A copula that is the same for all data sets, and a mechanism that does not vary over those of a state",
    source="zhang.cx-prop2",
    given=(data, unvaried),
    claim=ForAll((s, y, z), Eq(mixed, G(y, z) * first * second)),
    derivation=(
        have(
            Eq(other, C(s, x) * C(s, w) * (K(w, y) * L(x, z))),
            "the same law",
            derivation=(
                specialise(unvaried, {s: s, x: x, w: w, y: y}),
                specialise(ForAll(x, 0 <= C(s, x)), {x: w}),
                cases(
                    0 < C(s, x),
                    cases(
                        0 < C(s, w),
                        have(Eq(K(x, y), K(w, y)), "the same law"),
                        have(Eq(C(s, w), 0), "no mass is negative"),
                    ),
                    have(Eq(C(s, x), 0), "no mass is negative"),
                ),
            ),
        ),
        have(
            Eq(C(s, x) * (K(x, y) * L(x, z)), C(s, x) * L(x, z) * Total(C(s, w) * K(w, y), w)),
            "sum over the other data set",
            derivation=have(Eq(Total(other, w), Total(C(s, x) * C(s, w) * (K(w, y) * L(x, z)), w))),
        ),
        let(
            q,
            first,
            (Eq(q, first), ForAll(x, Eq(C(s, x) * (K(x, y) * L(x, z)), C(s, x) * L(x, z) * q))),
            "the law of the first output",
        ),
        have(Eq(C(s, x) * (K(x, y) * L(x, z)), C(s, x) * L(x, z) * q), "the law of the first output"),
        Chain(mixed)
        .eq(G(y, z) * Total(C(s, x) * (K(x, y) * L(x, z)), x), "a common factor")
        .eq(G(y, z) * Total(C(s, x) * L(x, z) * q, x), "the law of the first output")
        .eq(G(y, z) * q * second, "a common factor"),
        have(Eq(mixed, G(y, z) * first * second)),
    ),
    example=point(**bits),
    errata=erratum(
        "missing condition",
        "proof of Proposition 2, before Lemma 9",
        "Ξ_{i}(v_i) = [...] = Ψ_{i}(A(v_i)|s)",
        fails=(
            "The noise is turned into an output by a map that depends on the data; the law of an output given the state is a mixture of them, and the outputs "
            "depend on each other through the data as well. Let the data be a bit, 0 or 1 with probability 1/2, and each output the bit with noise of its own that "
            "changes it with probability 1/4. The noises are independent, so that each pair of outputs would have 1/4; the pair (0, 0) has "
            "(9/16 + 1/16)/2 = 5/16."
        ),
        holds="So it is where one of the two mechanisms has one law over the data of a state; in particular where each state has one data set.",
        affects="Lemma 9, Proposition 2, and the optimisation (9).",
        reads=variant(given=[data], witness=point(**copies)),
        source=("zhang.prop2", "zhang.lem9", "zhang.cx-prop2"),
    ),
    near_misses={
        "with any data": without(unvaried, witness=point(**copies)),
        "without the copula": variant(ForAll((s, y, z), Eq(mixed, first * second)), witness=point(**bits)),
    },
)

told = {key: pairs[key] for key in ("sizes", "C", "M")}
inside = {
    "sizes": {"S": 1, "X": 2, "Y": 2, "Z": 2, "O": 1}, "C": (half, half), "K": (1, 0, 0, 1), "L": (1, 0, 0, 1),
    "G": (1, 3, 1, 1), "M": (1, 1),
}  # fmt: skip
printed = G(y, z) * Total(C(s, x) * (K(x, y) * L(x, z)), x)
equal_bits = {
    "sizes": {"S": 1, "X": 2, "Y": 2, "Z": 2}, "C": (half, half), "K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "G": (2, 0, 0, 2),
}  # fmt: skip
noisy_pairs = {**told, "M": (quarter,) * 8}

law_of_both = Theorem(
    title="The joint law of outputs that are coupled for each data set",
    source=of_any_spaces("zhang.eq-Dg"),
    given=(data, together),
    claim=ForAll(s, Eq(Total(joint(s, o), o), 1)),
    derivation=(
        have(Eq(Total(C(s, x) * M(x, o), o), C(s, x)), "both outputs have a law"),
        Chain(Total(joint(s, o), o))
        .eq(Total(Total(C(s, x) * M(x, o), o), x), "the other sum first")
        .eq(Total(C(s, x), x), "both outputs have a law")
        .eq(1, "the data have a law"),
    ),
    example=point({}, **noisy_pairs),
    errata=erratum(
        "wrong result",
        "Appendix H.4, the display of the perturbed joint law",
        "D_{[k]}^{g}(y_{[k]}|s) = ∫ c_{ρ}^{g}(y_1, y_2|s) [the product of all γ_{i}(y_i|x)] p_{θ}(s,x)/p_{θS}(s) dx",
        fails=(
            "The density of the copula, taken at the laws of the outputs given the state, stands beside laws given the data; outputs of one data set depend on each other already. "
            "Let the data be a bit with probability 1/2 and both outputs the bit, and let the copula make two equal outputs certain, with the density 2 at (0, 0) and (1, 1): the probabilities that are printed add up to 2."
        ),
        holds="With the copula of the outputs given the data, inside the sum over the data.",
        affects="The posterior in both parts of Appendix H, whose denominator is no probability.",
        reads=variant(
            ForAll(s, Eq(Total(printed, y, z), 1)),
            given=[
                data,
                ForAll((s, y), Eq(Total(G(y, z) * second, z), 1)),
                ForAll((s, z), Eq(Total(G(y, z) * first, y), 1)),
            ],
            witness=point({}, **equal_bits),
        ),
    ),
    near_misses={
        "with the copula outside, given the state": variant(
            ForAll(s, Eq(Total(G(y, z) * first * second, y, z), 1)),
            given=[data, ForAll(s, Eq(Total(mixed, y, z), 1))],
            witness=point({}, **inside),
        ),
        "without a law of both outputs": without(
            together,
            claim=ForAll(s, Eq(Total(joint(s, o), o), 1)),
            witness=point({}, **{**noisy_pairs, "M": (half,) * 8}),
        ),
    },
    note=(
        "The posterior of the state is the one by the rule of Bayes from this joint law given each state, which has a theorem of its own; it is the attacker's best answer under a proper score. "
        "The copula acts on the data set, before data are mixed."
    ),
)
