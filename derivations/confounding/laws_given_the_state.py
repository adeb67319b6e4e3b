"""Sections 1 and 2: the law of an output given the state, forks and chains, and pairs of states that the definition leaves out."""

from dpsym.derivations.vocabulary import equal, half, quarter
from dpsym.language import *

s = Outcome("s", "S")
x = Outcome("x", "X")
V = function("V", law=False, about="the margin of the state in the joint law of state and data")
C = function("C", law=False, about="the law of the data given the state")
G = function("G", law=False, about="the probability of a state, given the data")
W = function("W", law=False, about="the prior of the state")
K, F = (
    function("K", law=False, about="the law of the output given the data"),
    function("F", law=False, about="the law of the data"),
)
laws = ForAll(x, distribution(K(x, y), y))
data = ForAll(s, distribution(C(s, x), x))
possible = ForAll(s, 0 < W(s))
consistent = ForAll(s, Eq(V(s), W(s)))
one = Total(C(s, x) * K(x, y), x)
told = {"sizes": {"S": 2, "X": 2, "Y": 2}, "C": (1, 0, 0, 1), "K": (1, 0, 0, 1), "W": (half, half)}
told_jointly = {**told, "V": (half, half)}


def joint(margin, s, x):
    """The joint law of state and data with this margin of the state."""
    return margin(s) * C(s, x)


def given_the_state(margin):
    """The law of the output given the state, by equation (3): from a joint law with this margin, and from the prior."""
    return Total(K(x, y) * joint(margin, s, x), x) / W(s)


total_mass = Theorem(
    title="The law of the output given the state has mass 1 where the prior is a margin of the joint law",
    source=(of_any_spaces("zhang.eq3"), of_any_spaces("zhang.eq2")),
    given=(data, laws, possible, consistent),
    claim=ForAll(s, Eq(Total(given_the_state(V), y), 1)),
    derivation=(
        specialise(consistent, {s: s}),
        have(Eq(Total(K(x, y) * joint(V, s, x), y), V(s) * C(s, x)), "the output has a law"),
        Chain(Total(given_the_state(V), y))
        .eq(Total(Total(K(x, y) * joint(V, s, x), y), x) / W(s), "the other sum first")
        .eq(V(s) * Total(C(s, x), x) / W(s), "the output has a law")
        .eq(1, "the data have a law, and the prior is the margin"),
    ),
    example=point({}, **told_jointly),
    errata=erratum(
        "missing condition",
        "Section 2, equation (3) and Definition 3",
        "for all θ ∈ Θ and θ_{S} ∈ Θ_{S}",
        fails=(
            "Nothing ties the prior of the state to the joint law of state and data. Let two states have one data set each, of joint probability 1/2, and let the "
            "first have the prior 1/4: by (3) the mass of all outputs given that state is (1/2)/(1/4) = 2."
        ),
        holds="With the prior as the margin of the joint law; Definition 4 asks for it, of forks alone.",
        affects="Definition 3 compares these masses.",
        reads=variant(
            given=(data, laws, possible), witness=point({}, **{**told_jointly, "W": (quarter, 3 * quarter)})
        ),
    ),
    near_misses={
        "for mechanisms without a law": without(
            laws, witness=point({}, **{**told_jointly, "K": (1, 1, 1, 1)})
        ),
    },
    note=(
        "The state and the data are drawn together, the output from the data alone. Every joint law is its margin of the state times the law of the data given the "
        "state, where the states are possible."
    ),
)

secrets = Theorem(
    title="Given the state the output is that of Pufferfish, with the state as the secret",
    source=(of_any_spaces("zhang.rem1"), "zhang.rem-A"),
    given=(possible, data, laws),
    claim=ForAll((s, y), Eq(given_the_state(W), one)),
    derivation=(
        have(Eq(Total(K(x, y) * joint(W, s, x), x), W(s) * one), "a common factor"),
    ),
    example=point({}, **told),
    near_misses={
        "of states that are not possible": without(possible, witness=point({}, **{**told, "W": (1, 0)})),
        "for the joint law itself": variant(
            ForAll((s, y), Eq(W(s) * given_the_state(W), one)), witness=point({}, **told)
        ),
    },
    note=(
        "Every joint law factors so, where the states are possible. Confounding privacy and Pufferfish are then one notion, with a law of the data for "
        "each secret, and one mechanism is a mechanism with the state as its only record. For several mechanisms the law given the "
        "state is not the product of the single ones."
    ),
)  # fmt: skip

U = function("U", law=False, about="the law of the data")
prior = distribution(W(s), s)
likelihoods = ForAll((x, s), 0 <= C(s, x))
of_the_data = ForAll(x, Eq(Total(joint(W, s, x), s), U(x)))
posterior = joint(W, s, x) / U(x)
mixed = {"sizes": {"S": 2, "X": 2}, "C": (half, half, half, half), "W": (half, half), "U": (half, half)}

some_map = Theorem(
    title="The posterior of the state given the data is a map from the data to a state, as the model asks for",
    source="zhang.eq2",
    given=(prior, likelihoods, of_the_data, ForAll(x, 0 < U(x))),
    claim=ForAll(
        x, AllOf(distribution(posterior, s), ForAll(s, Implication(0 < joint(W, s, x), 0 < posterior)))
    ),
    derivation=(
        specialise(of_the_data, {x: x}),
        have(0 <= joint(W, s, x), "a product"),
        have(0 <= posterior, "a quotient"),
        have(Implication(0 < joint(W, s, x), 0 < posterior), "a quotient"),
        have(Eq(Total(posterior, s), Total(joint(W, s, x), s) / U(x)), "a common factor"),
        have(Eq(Total(posterior, s), 1), "the law of the data"),
        have(distribution(posterior, s), "a law"),
    ),
    example=point({}, **mixed),
    near_misses={
        "the law of the data given the state, as that of the state given the data": variant(
            ForAll(x, distribution(C(s, x), s)), witness=point({}, **{**mixed, "W": (quarter, 3 * quarter), "C": (half, half, quarter, 3 * quarter), "U": (5 * quarter / 4, 11 * quarter / 4)})
        ),
        "with another law of the data": without(of_the_data, witness=point({}, **{**mixed, "U": (quarter, 3 * quarter)})),
    },
    note=(
        "So the condition of (2), that a state which is possible with the data has a positive probability given the data, asks nothing of a joint law: there is "
        "always such a map, where it may be drawn at random. Data that are impossible are left out."
    ),
)  # fmt: skip

states = ForAll(x, distribution(G(x, s), s))
from_data = Total(G(x, s) * F(x), x)

forked = Theorem(
    title="A state that is made of the data: the prior is then the margin",
    source=of_any_spaces("zhang.def4"),
    given=(distribution(F(x), x), states),
    claim=AllOf(ForAll(s, 0 <= from_data), Eq(Total(from_data, s), 1)),
    derivation=(
        have(0 <= G(x, s) * F(x), "a product"),
        have(ForAll(s, 0 <= from_data), "a sum"),
        have(Eq(Total(G(x, s) * F(x), s), F(x)), "the data have one state"),
        Chain(Total(from_data, s))
        .eq(Total(Total(G(x, s) * F(x), s), x), "the other sum first")
        .eq(Total(F(x), x), "the data have one state")
        .eq(1, "the data have a law"),
    ),
    example=point({}, sizes={"S": 2, "X": 2}, G=(1, 0, 0, 1), F=(half, half)),
    near_misses={
        "without a state for every value of the data": without(states, witness=point({}, sizes={"S": 2, "X": 2}, G=(0, 0, 0, 1), F=(half, half))),
        "one state for each value of the data": variant(
            Eq(Total(from_data**2, s), 1), witness=point({}, sizes={"S": 2, "X": 2}, G=(1, 0, 0, 1), F=(half, half))
        ),
    },
    note=(
        "The joint law of a state and data is then the state's probability given the data times the law of the data, and the sum is its margin of the state: the paper's "
        "consistency asks that this is the prior. The output is drawn from the data alone, so that it does not depend on the state given the data. A joint law is a fork in this "
        "sense with the posterior of the state given the data for G. The paper's condition is for every s, the "
        "sum being over x, and picks out pairs of priors of states and of data. The remark after the definition, that Pufferfish privacy is no case of a fork whose map is not injective, does not hold of secrets that are "
        "sets of data without overlap: the map that takes data to their secret gives the same laws."
    ),
)  # fmt: skip

# D: the joint law of two outputs given the state; data that are both outputs, and mechanisms that publish one of them each
v, w, z = Outcome("v", "Y"), Outcome("w", "Z"), Outcome("z", "Z")
D = function("D", law=False, about="the joint law of two outputs, given the state")
inner = Total(Indicator(Eq(w, z)) * D(s, v, w), w)
published = Total(Indicator(Eq(v, y)) * inner, v)

H = function("H", law=False)

one_term = Theorem(
    title="A sum over one outcome",
    kind="lemma",
    claim=ForAll(y, Eq(Total(Indicator(Eq(v, y)) * H(v), v), H(y))),
    example=point({}, H=(1, 2)),
    near_misses={
        "all the others": variant(
            ForAll(y, Eq(Total(Indicator(Ne(v, y)) * H(v), v), H(y))), witness=point({}, H=(1, 2))
        ),
    },
)

realised = Theorem(
    title="Every joint law of two outputs given the state is that of two mechanisms",
    source=whole_of("zhang.lem-real"),
    claim=ForAll((s, y, z), Eq(published, D(s, y, z))),
    derivation=(
        have(
            Eq(published, Total(Indicator(Eq(w, z)) * D(s, y, w), w)),
            "one first output",
            by=one_term.at(H=inner),
        ),
        have(Eq(Total(Indicator(Eq(w, z)) * D(s, y, w), w), D(s, y, z)), "one second output"),
    ),
    example=point({}, sizes={"S": 1, "Y": 2, "Z": 2}, D=(half, 0, 0, half)),
    near_misses={
        "as if the outputs were independent given the state": variant(
            ForAll((s, y, z), Eq(published, Total(D(s, y, w), w) * Total(D(s, v, z), v))),
            witness=point({}, sizes={"S": 1, "Y": 2, "Z": 2}, D=(half, 0, 0, half)),
        ),
    },
    note=(
        "The data are the pair of the outputs, with that law, and each mechanism publishes one of both. So what holds for every pair of mechanisms under "
        "confounding with given single laws holds for every joint law with these margins, and the state is made of the data, as in a fork."
    ),
)

d = parameter("d", at_least=0, at_most=1, about="how far two joint laws may be apart at the same data")
shared = ForAll(y, Implication(0 < P(y) * Q(y), Between(-d, P(y) - Q(y), d)))
joint_near = ForAll(y, Between(-d, (P(y) - Q(y)) / 2, d))  # of two states with equal priors
eighth = Rational(1, 8)
distance = Total(Max(0, P(y) - Q(y)), y)
near = ForAll(y, P(y) - Q(y) <= d * P(y))

left_out = Theorem(
    title="Laws that are near each other at all data are not told apart",
    source=of_any_spaces("zhang.def-Q"),
    given=near,
    claim=distance <= d,
    derivation=(
        specialise(near, {y: y}),
        have(Max(0, P(y) - Q(y)) <= d * P(y), "both"),
        Chain(distance).le(Total(d * P(y), y), "data by data").eq(d * Total(P(y), y), "a common factor").eq(d, "a law"),
    ),
    example=point({d: half}, **equal),
    errata=erratum(
        "missing condition",
        "Section 2, the set of distinguishable pairs",
        "D(s, s'|x) ≤ d, ∀x ∈ X",
        fails=(
            "Joint probabilities are compared, and all of them are small where there are many data sets. With four data sets, of joint probabilities 3/16, "
            "3/16, 1/16, 1/16 in one state and 1/16, 1/16, 3/16, 3/16 in the other, they differ by 1/8 each time, so that the pair is left out at d = 1/8, and publishing the "
            "data tells the states apart with distance 1/2. Where the condition that both probabilities are positive restricts the data, as "
            "in the display that follows, data that one state alone has are not compared at all, against the text after the definition."
        ),
        holds="For conditional laws that differ by at most d times one of them at all data; the library protects all pairs of states.",
        affects="Definition 3, which says nothing of such a pair.",
        reads=variant(
            distance <= d, given=[joint_near], witness=point({d: eighth}, P=(3 * eighth, 3 * eighth, eighth, eighth), Q=(eighth, eighth, 3 * eighth, 3 * eighth))
        ),
    ),
    near_misses={

        "near each other at the data that both allow": variant(distance <= d, given=[shared]),
    },
)  # fmt: skip
