"""Proper scores (Appendix B.2): the posterior is a best answer under any of them, and the only one where the score is strict."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

s = Outcome("s", "S")
X = function("X", law=False, about="the number of the state")
# Every law of the state has a number for its name: L(p, x) is the probability of the state x under the law p, and T(p, x) the
# score of the answer p at that state.
p = parameter("p", about="a law of the state, by its name")
q = parameter("q", about="the law that is answered, by its name")
L = function("L", law=False, about="the probability of a state under a law")
T = function("T", law=False, about="the score, at a state, of a law that is answered")
laws = ForAll(p, distribution(L(p, X(s)), s))


def expected(p, q):
    """The mean score of the answer q where the state has the law p."""
    return Total(L(p, X(s)) * T(q, X(s)), s)


proper = ForAll((p, q), expected(p, p) <= expected(p, q))
strict = ForAll((p, q), Implication(expected(p, q) <= expected(p, p), ForAll(s, Eq(L(p, X(s)), L(q, X(s))))))

# The output has the law P, and J(y) names the posterior given y: the joint law of both is P(y) L(J(y), x).
J = function("J", law=False, about="the posterior of the state given the output, by its name")
U = function("U", law=False, about="the law that an attacker answers on the output, by its name")


def risk(answer):
    """The mean score of an attacker who answers so."""
    return Total(P(y) * (L(J(y), X(s)) * T(answer(y), X(s))), s, y)


def at_output(answer):
    """The part of one output in the risk."""
    return P(y) * expected(J(y), answer(y))


n, x = parameter("n"), parameter("x")
even, flat, falling = Lambda((n, x), half), Lambda((n, x), Integer(0)), Lambda((n, x), -n)
two = {"sizes": {"S": 2, "Y": 2}, "P": (half, half), "X": (0, 1), "L": even, "J": (0, 0), "U": (1, 1)}
named = Indicator(0 < n)  # the probability of the state 1 under the law with this name
two_laws = {
    "sizes": {"S": 2, "Y": 2},
    "P": (half, half),
    "X": (0, 1),
    "J": (0, 0),
    "U": (1, 1),
    "L": Lambda((n, x), x * named + (1 - x) * (1 - named)),
}
squared = Lambda((n, x), x * (1 - named) + (1 - x) * named)

sums = (
    Chain(risk(J)).eq(Total(at_output(J), y), "the other sum first"),
    Chain(risk(U)).eq(Total(at_output(U), y), "the other sum first"),
)

no_worse = Theorem(
    title="Under a proper score the posterior is a best answer",
    source="zhang.def-proper",
    given=(laws, proper),
    claim=risk(J) <= risk(U),
    derivation=(
        specialise(proper, {p: J(y), q: U(y)}, "the score is proper"),
        have(at_output(J) <= at_output(U), "no probability is negative"),
        Chain(risk(J))
        .eq(Total(at_output(J), y), "the other sum first")
        .le(Total(at_output(U), y), "output by output")
        .eq(risk(U), "the other sum first"),
    ),
    example=point({}, **two, T=flat),
    near_misses={
        "under any score": without(proper, witness=point({}, **two, T=falling)),
    },
)

G = function("G", law=False)
w = Outcome("w")
not_negative = ForAll(y, 0 <= G(y))

no_term_left = Theorem(
    title="Terms that are not negative and have no sum are 0",
    kind="lemma",
    given=(not_negative, Total(G(y), y) <= 0),
    claim=ForAll(w, Eq(G(w), 0)),
    derivation=(
        specialise(not_negative, {y: w}),
        have(Indicator(Eq(y, w)) * G(y) <= G(y), "one term"),
        Chain(G(w)).le(Total(G(y), y), "one term of the sum").le(0, "no sum is left"),
        have(Eq(G(w), 0), "it is not negative"),
        have(ForAll(w, Eq(G(w), 0)), "any term"),
    ),
    example=point({}, G=(0, 0)),
    near_misses={
        "of any sign": without(not_negative, witness=point({}, G=(1, -1))),
        "with a sum": without(Total(G(y), y) <= 0, witness=point({}, G=(1, 0))),
    },
)

lost = P(y) * (expected(J(y), U(y)) - expected(J(y), J(y)))
same = Eq(L(J(y), X(s)), L(U(y), X(s)))
same_law = Implication(0 < P(y), same)
alone = Theorem(
    title="Under a strictly proper score no other answer is as good",
    source=whole_of("zhang.def-proper"),
    given=(laws, proper, strict, risk(U) <= risk(J)),
    claim=ForAll((s, y), same_law),
    derivation=(
        specialise(proper, {p: J(y), q: U(y)}, "the score is proper"),
        have(0 <= lost, "no probability is negative"),
        *sums,
        have(Total(lost, y) <= 0, "the answer is as good"),
        have(ForAll(y, Eq(lost, 0)), "nothing is lost at any output", by=no_term_left.at(G=lost)),
        specialise(ForAll(y, Eq(lost, 0)), {y: y}, "nothing is lost there"),
        have(
            same_law,
            "a possible output",
            derivation=cases(
                0 < P(y),
                (
                    have(expected(J(y), U(y)) <= expected(J(y), J(y)), "a positive factor"),
                    specialise(strict, {p: J(y), q: U(y)}, "the score is strictly proper"),
                    specialise(ForAll(s, same), {s: s}, "at this state"),
                    have(same, "at this state"),
                ),
            ),
        ),
    ),
    example=point({}, **two, T=flat),
    near_misses={
        "under a score that is only proper": without(strict, witness=point({}, **two_laws, T=flat)),
        "for an answer that is worse": without(risk(U) <= risk(J), witness=point({}, **two_laws, T=squared)),
        "at impossible outputs too": variant(
            ForAll((s, y), same),
            witness=point({}, **{**two_laws, "P": (1, 0), "J": (0, 0), "U": (0, 1)}, T=squared),
        ),
    },
    note=(
        "The answer is a law of the state, and the risk its mean score; the joint law of state and output is that of the output times the posterior. "
        "So the least risk of an attacker is that of the posterior, and under a strictly proper score it has no other answer. Every law of the state "
        "may have a number for its name, and every state too. The logarithmic score is strictly proper: it has a theorem of its own."
    ),
)
