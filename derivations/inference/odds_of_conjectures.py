"""Pufferfish and the posterior odds of two conjectures, whatever the laws of the outputs: three laws, and how they come from data."""

from dpsym.derivations.inference.mechanisms import v
from dpsym.derivations.inference.multiplicative_distance import to_masses
from dpsym.derivations.inference.posterior_odds import A, G, attacker
from dpsym.derivations.vocabulary import apart, eps, half, third, two_thirds, y_0
from dpsym.language import *

# p(v, t): the probability, given the data v, that the output is in the cell t of a partition of the outputs into countably many events.
t = Outcome("t")
p = function("p", law=False, about="the probability of a cell of outputs, given the data")
of_cells = ForAll(v, distribution(p(v, t), t))
event = ForAll(v, AnyOf(Eq(A(v), 0), Eq(A(v), 1)))
prior_of_conjecture = Total(A(v) * G(v), v)
with_conjecture = Total(A(v) * G(v) * p(v, t), v)
told = {
    "sizes": {"X": 2, "Y": 2},
    "G": (half, half),
    "A": (1, 0),
    "p": (two_thirds, third, third, two_thirds),
}

given_a_conjecture = Theorem(
    title="The law of the output given a conjecture",
    source=("bailie.propE.31", "bailie.eq17"),
    given=(attacker, of_cells, event, 0 < prior_of_conjecture),
    claim=AllOf(
        ForAll(t, Between(0, with_conjecture, Total(G(v) * p(v, t), v))),
        Eq(Total(with_conjecture / prior_of_conjecture, t), 1),
    ),
    derivation=(
        specialise(event, {v: v}, "a conjecture"),
        have(0 <= G(v) * p(v, t), "no factor is negative"),
        have(Between(0, A(v) * G(v) * p(v, t), G(v) * p(v, t)), "a conjecture"),
        have(Eq(Total(A(v) * G(v) * p(v, t), t), A(v) * G(v)), "the outputs have a law"),
        have(Eq(Total(Total(A(v) * G(v) * p(v, t), t), v), prior_of_conjecture), "sum over the data"),
        have(Eq(Total(with_conjecture, t), prior_of_conjecture), "exchange the sums"),
    ),
    example=point(**told),
    near_misses={
        "of a conjecture that is no event": without(event, witness=point(**{**told, "A": (2, 2)})),
        "before it is divided": variant(Eq(Total(with_conjecture, t), 1), witness=point(**told)),
    },
    note=(
        "The probability that the data are in a set and the output in a cell is that of the data in the set, times the probability of the "
        "cell given that they are. The cells are countably many events, whatever the laws of the outputs: so given the conjecture the output has "
        "a law, and the joint probability is at most that of the output."
    ),
)

# P and Q: the laws of the output given the two conjectures, whose prior probabilities are a and b; N: the law of the output.
N = function("N", about="the law of the output")
a, b = (
    parameter(name, above=0, at_most=1, about=f"prior probability of the {which} conjecture")
    for name, which in (("a", "first"), ("b", "second"))
)
joint = ForAll(y, AllOf(a * P(y) <= N(y), b * Q(y) <= N(y)))
first, second = a * P(y) / N(y), b * Q(y) / N(y)
odds = ForAll(
    y,
    Implication(
        0 < P(y) + Q(y),
        AllOf(0 < N(y), 0 < second, Between(exp(-eps), first / second / (a / b), exp(eps))),
    ),
)
guarded = Multiplicative(eps).on(Pair(P(y), Q(y)))
by_masses = ForAll(y_0, AllOf(P(y_0) <= exp(eps) * Q(y_0), Q(y_0) <= exp(eps) * P(y_0)))
laws = {"P": (two_thirds, third), "Q": (third, two_thirds), "N": (half, half)}

bounded_odds = Theorem(
    title="Pufferfish bounds the change of the odds, for any laws of the outputs",
    source=(of_any_spaces("bailie.propE.31"), of_any_spaces("bailie.eq17")),
    cites="kifermachanavajjhala2014",
    given=(joint, guarded),
    claim=odds,
    derivation=(
        have(by_masses, "at each output", by=to_masses.at(b=eps, m=P(y), n=Q(y))),
        specialise(by_masses, {y_0: y}, "this output"),
        specialise(joint, {y: y}, "this output"),
        cases(
            0 < Q(y),
            (
                have(exp(-eps) * Q(y) <= exp(-eps) * (exp(eps) * P(y)), "a positive factor"),
                have(exp(-eps) * Q(y) <= P(y), "a positive factor"),
                have(0 < exp(-eps) * Q(y), "positive"),
                have(0 < P(y), "possible with both"),
                have(0 < b * Q(y), "possible with both"),
                have(0 < N(y), "possible"),
                have(P(y) / Q(y) <= exp(eps), "divide"),
                have(exp(-eps) <= P(y) / Q(y), "divide"),
            ),
            (have(Eq(Q(y), 0), "excluded by the second"), have(P(y) <= 0, "excluded by both")),
        ),
    ),
    example=point({eps: log(2), a: half, b: half}, **laws),
    near_misses={
        "where the law of the output is another": without(
            joint, witness=point({eps: log(2), a: half, b: half}, **{**laws, "N": (0, 1)})
        ),
    },
    note=(
        "The posterior probability of a conjecture given the output is a P/N, the density of the joint probability with respect to the law of "
        "the output, which is Bayes' rule. It is asked for at almost every output that is possible with one of the two, for every attacker and "
        "every two competing conjectures that have a positive probability: where one has the probability 0 the odds of the paper's display have no "
        "value, though the law given it may be defined. The three laws have densities with respect to their sum, whatever "
        "they are; no more is asked for."
    ),
)

by_bayes = (
    have(0 < N(y), "possible"),
    have(0 < Q(y), "possible with the second", derivation=cases(0 < Q(y), (), have(Eq(Q(y), 0)))),
    have(Eq(first / second / (a / b), P(y) / Q(y)), "Bayes' rule"),
)

from_odds = Theorem(
    title="A bound on the change of the odds is Pufferfish, for any laws of the outputs",
    source=("bailie.propE.31", "bailie.eq17"),
    cites="kifermachanavajjhala2014",
    given=(joint, odds),
    claim=guarded,
    derivation=(
        specialise(odds, {y: y}, "this output"),
        have(
            P(y) <= exp(eps) * Q(y),
            "the odds",
            derivation=cases(
                0 < P(y) + Q(y),
                (
                    *by_bayes,
                    have(P(y) / Q(y) <= exp(eps), "the odds"),
                ),
                have(Eq(P(y), 0), "impossible with both"),
            ),
        ),
        have(
            Q(y) <= exp(eps) * P(y),
            "the odds",
            derivation=cases(
                0 < P(y) + Q(y),
                (
                    *by_bayes,
                    have(exp(-eps) <= P(y) / Q(y), "the odds"),
                    have(exp(-eps) * Q(y) <= P(y), "multiply"),
                    have(exp(eps) * (exp(-eps) * Q(y)) <= exp(eps) * P(y), "a positive factor"),
                ),
                have(Eq(Q(y), 0), "impossible with both"),
            ),
        ),
        have(S(y) * P(y) <= S(y) * (exp(eps) * Q(y)), "where the event occurs"),
        have(S(y) * Q(y) <= S(y) * (exp(eps) * P(y)), "where the event occurs"),
    ),
    example=point({eps: log(2), a: half, b: half}, **laws),
    near_misses={
        "at outputs that are possible with both only": without(
            odds,
            instead=ForAll(
                y,
                Implication(
                    AllOf(0 < P(y), 0 < Q(y)), Between(exp(-eps), first / second / (a / b), exp(eps))
                ),
            ),
            witness=point({eps: 0, a: half, b: half}, **apart, N=(half, half)),
        ),
    },
    note="Where the bound holds, an output that is possible with one of the conjectures is possible with the other.",
)
