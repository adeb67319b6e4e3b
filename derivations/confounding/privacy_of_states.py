"""The notions of Section 2: Pufferfish privacy and confounding privacy, for a class of laws and a set of pairs."""

from dpsym.derivations.vocabulary import delta, eps, half
from dpsym.language import *

c = Outcome("c", "C")
s, s_2 = Outcome("s", "T"), Outcome("s_2", "T")
x = Outcome("x", "X")
F = function("F", law=False, about="the law of the data under the member c of the class")
W = function("W", law=False, about="the prior of the state under the member c of the class")
A = function(
    "A",
    law=False,
    about="the law of the data given the state, so that W(c, s) A(c, s, x) is the joint law of state and data",
)
Z = function("Z", law=False, about="1 where the data x are in the secret s, else 0")
R = function("R", law=False, about="1 where a pair of secrets or states is to be protected, else 0")
K = function("K", law=False, about="the law of the output of the mechanism given the data")


def held(c, s):
    """The probability that the data are in a secret."""
    return Total(Z(s, x) * F(c, x), x)


def given_secret(c, s):
    """The law of the output given a secret, under a law of the class."""
    return Total(Z(s, x) * F(c, x) * K(x, y), x) / held(c, s)


def given_state(c, s):
    """The law of the output given a state, under a law of the class."""
    return Total(W(c, s) * A(c, s, x) * K(x, y), x) / W(c, s)


def bounded(law, c, s, s_2):
    """The inequality for every event, of one law and an ordered pair."""
    return EveryEvent(S(y), Mass(S(y), law(c, s)) <= exp(eps) * Mass(S(y), law(c, s_2)) + delta)


def for_class(law, probability):
    """The inequality for every law of the class and every pair of possible secrets of the set, for every event."""
    return ForAll(
        (c, s, s_2),
        Implication(
            AllOf(Eq(R(s, s_2), 1), 0 < probability(c, s), 0 < probability(c, s_2)),
            bounded(law, c, s, s_2),
        ),
    )


swapped = ForAll((s, s_2), Implication(Eq(R(s, s_2), 1), Eq(R(s_2, s), 1)))
sizes = {"sizes": {"C": 1, "T": 2, "X": 2, "Y": 2}}
told = {**sizes, "F": (half, half), "Z": (1, 0, 0, 1), "K": (1, 0, half, half)}
drawn = {**sizes, "A": (1, 0, 0, 1), "W": (half, half), "K": (1, 0, half, half)}
one_order, both_orders = (0, 1, 0, 0), (0, 1, 1, 0)


outputs = ForAll(x, distribution(K(x, y), y))
data = ForAll(c, distribution(F(c, x), x))
secrets = ForAll((s, x), AnyOf(Eq(Z(s, x), 0), Eq(Z(s, x), 1)))
data_of_states = ForAll((c, s), distribution(A(c, s, x), x))


def protects(laws, law, probability, title, source, cites, at, note):
    """That the notion is approximate DP of the laws given two secrets where the set has each pair in both orders."""
    wanted = ForAll(
        (c, s, s_2),
        Implication(
            AllOf(Eq(R(s, s_2), 1), 0 < probability(c, s), 0 < probability(c, s_2)),
            ApproxDP(eps, delta).on(Pair(law(c, s), law(c, s_2))),
        ),
    )
    return Theorem(
        title=title,
        source=of_any_spaces(source),
        cites=cites,
        given=(*laws, for_class(law, probability), swapped),
        claim=wanted,
        derivation=(
            specialise(swapped, {s: s, s_2: s_2}, "the set has the pair in both orders"),
            specialise(for_class(law, probability), {c: c, s: s, s_2: s_2}, "the definition"),
            specialise(for_class(law, probability), {c: c, s: s_2, s_2: s}, "the definition"),
            specialise(bounded(law, c, s, s_2), {S(y): S(y)}, "this event"),
            specialise(bounded(law, c, s_2, s), {S(y): S(y)}, "this event"),
        ),
        example=point({eps: 0, delta: half}, **at, R=both_orders),
        near_misses={
            "of a set with a pair in one order": without(
                swapped, witness=point({eps: log(2), delta: 0}, **at, R=one_order)
            ),
            "of pairs that the set does not have": variant(
                ForAll((c, s, s_2), ApproxDP(eps, delta).on(Pair(law(c, s), law(c, s_2)))),
                given=(
                    *laws,
                    for_class(law, probability),
                    swapped,
                    ForAll((c, s), 0 < probability(c, s)),
                ),
                witness=point({eps: 0, delta: 0}, **at, R=(0, 0, 0, 0)),
            ),
        },
        note=note,
    )


pufferfish = protects(
    (outputs, data, secrets),
    given_secret,
    held,
    "Pufferfish privacy with a delta, for a class of laws and a set of pairs",
    "zhang.def2",
    "kifermachanavajjhala2014",
    told,
    "The definition is the hypothesis on every law of the class, every pair of the set whose secrets are possible, and every event. The pairs "
    "are ordered, and the paper does not say that the set has each of them in both orders.",
)
confounding = protects(
    (outputs, data_of_states),
    given_state,
    W,
    "Confounding privacy, for a class of laws and a set of pairs",
    "zhang.def3",
    (),
    drawn,
    "The definition is the hypothesis on every law of the class, every pair of the set whose states are possible, and every event. The state and the data "
    "are drawn together, and the output from the data; the prior is the margin of the joint law. The paper asks for a delta below 1, which no proof uses.",
)
