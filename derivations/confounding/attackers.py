"""Attackers of a pair of states (Section 3): what they lose at least, and which mechanisms keep every one of them above a bound."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

s, s_0, s_1, r = Outcome("s", "S"), Outcome("s_0", "S"), Outcome("s_1", "S"), Outcome("r", "S")
A = function("A", law=False, about="the joint law of the state and the output")
L = function("L", law=False, about="the loss, at a state, of an answer, which is a state")
U = function("U", law=False, about="how likely an attacker answers the first state of a pair on an output")
E = function("E", law=False, about="1 for a pair of states that is protected, else 0")
D = function("D", law=False, about="what an answer loses at an output, times the probability of the output")
m = parameter("m", about="a bound on the loss of attackers")
masses = ForAll((s, y), 0 <= A(s, y))
n = parameter("n", about="the loss of the best attacker")
costs = ForAll((r, y), Eq(D(r, y), Total(A(s, y) * L(s, r), s)))
is_attacker = ForAll(y, Between(0, U(y), 1))


def cost(answer):
    """What the answer loses at an output, times the probability of the output."""
    return D(answer, y)


def loss(first, second):
    """The expected loss of an attacker of this pair, over all states."""
    return Total(U(y) * cost(first) + (1 - U(y)) * cost(second), y)


def least(first, second):
    """What the best attacker of this pair loses."""
    return Total(Min(cost(first), cost(second)), y)


best_response = Indicator(cost(s_0) <= cost(s_1))
kept = ForAll(
    (s_0, s_1), Implication(0 < E(s_0, s_1), ForAll(U(y), Implication(is_attacker, m <= loss(s_0, s_1))))
)
bound = ForAll((s_0, s_1), Implication(0 < E(s_0, s_1), m <= least(s_0, s_1)))
told = {"sizes": {"S": 2, "Y": 2}, "A": (half, 0, 0, half), "L": (0, 1, 1, 0), "D": (0, half, half, 0)}
protected = {**told, "E": (0, 1, 1, 0)}

F, G = function("F", law=False), function("G", law=False)
attacked = Total(U(y) * F(y) + (1 - U(y)) * G(y), y)
smaller = Total(Min(F(y), G(y)), y)
first_is_better = Indicator(F(y) <= G(y))

one_attacker = Theorem(
    title="Of two answers no attacker does better than the better one at each output",
    kind="lemma",
    given=is_attacker,
    claim=smaller <= attacked,
    derivation=(
        specialise(is_attacker, {y: y}, "an attacker"),
        have(
            Min(F(y), G(y)) <= U(y) * F(y) + (1 - U(y)) * G(y),
            "a mean of both",
            derivation=cases(
                F(y) <= G(y),
                (
                    have(Eq(Min(F(y), G(y)), F(y)), "the first"),
                    have(0 <= (1 - U(y)) * (G(y) - F(y)), "a product"),
                ),
                (have(Eq(Min(F(y), G(y)), G(y)), "the second"), have(0 <= U(y) * (F(y) - G(y)), "a product")),
            ),
        ),
    ),
    example=point({}, F=(0, 1), G=(1, 0), U=(0, 1)),
    near_misses={
        "of any weights": variant(given=[], witness=point({}, F=(0, 1), G=(1, 0), U=(2, 0))),
        "the worse of both": variant(
            Total(Max(F(y), G(y)), y) <= attacked, witness=point({}, F=(0, 1), G=(1, 0), U=(1, 0))
        ),
    },
)

better_answer = Theorem(
    title="The better of two answers at each output",
    kind="lemma",
    claim=Eq(Total(first_is_better * F(y) + (1 - first_is_better) * G(y), y), smaller),
    derivation=have(
        Eq(first_is_better * F(y) + (1 - first_is_better) * G(y), Min(F(y), G(y))),
        "the better one",
        split=[F(y) <= G(y)],
    ),
    example=point({}, F=(0, 1), G=(1, 0)),
    near_misses={
        "the worse one": variant(
            Eq(Total(first_is_better * G(y) + (1 - first_is_better) * F(y), y), smaller),
            witness=point({}, F=(0, 1), G=(1, 0)),
        ),
        "one answer at all outputs": variant(
            Eq(Min(Total(F(y), y), Total(G(y), y)), smaller), witness=point({}, F=(0, 1), G=(1, 0))
        ),
    },
)

attained = Eq(Total(best_response * cost(s_0) + (1 - best_response) * cost(s_1), y), least(s_0, s_1))
by_output = {"F": Lambda(y, cost(s_0)), "G": Lambda(y, cost(s_1))}
this_attacker, the_better = one_attacker.at(**by_output), better_answer.at(**by_output)
against_pair = ForAll(U(y), Implication(is_attacker, m <= loss(s_0, s_1)))

least_loss = Theorem(
    title="What the best attacker of a pair of states loses",
    source="zhang.def-attack",
    given=(costs, is_attacker),
    claim=ForAll((s_0, s_1), AllOf(least(s_0, s_1) <= loss(s_0, s_1), attained)),
    derivation=(
        have(attained, "the better answer at each output", by=the_better),
        have(least(s_0, s_1) <= loss(s_0, s_1), "this attacker", by=this_attacker),
    ),
    example=point({}, **told, U=(0, 1)),
    near_misses={
        "of any weights": variant(given=[costs], witness=point({}, **told, U=(2, -1))),
        "as of the other state": variant(
            ForAll(
                (s_0, s_1),
                Eq(Total((1 - best_response) * cost(s_0) + best_response * cost(s_1), y), least(s_0, s_1)),
            ),
            witness=point({}, **told, U=(0, 1)),
        ),
        "of an attacker who does not look at the output": variant(
            ForAll((s_0, s_1), Eq(Min(Total(cost(s_0), y), Total(cost(s_1), y)), least(s_0, s_1))),
            witness=point({}, **told, U=(0, 1)),
        ),
    },
)

only_best = Theorem(
    title="A mechanism that keeps every attacker above a bound keeps the best one",
    source="zhang.def-attack",
    given=(costs, kept),
    claim=bound,
    derivation=(
        have(
            Implication(0 < E(s_0, s_1), m <= least(s_0, s_1)),
            "the best attacker",
            derivation=cases(
                0 < E(s_0, s_1),
                (
                    specialise(kept, {s_0: s_0, s_1: s_1}, "the pair"),
                    have(attained, "the better answer at each output", by=the_better),
                    specialise(against_pair, {U(y): best_response}, "the best attacker"),
                ),
            ),
        ),
        have(bound, "any pair"),
    ),
    example=point({m: 0}, **protected),
    near_misses={
        "without the bound": variant(given=[costs], witness=point({m: 1}, **protected)),
        "for pairs that are not protected": variant(
            ForAll((s_0, s_1), m <= least(s_0, s_1)),
            witness=point({m: 1}, **{**protected, "E": (0, 0, 0, 0)}),
        ),
    },
)

all_attackers = Theorem(
    title="The mechanisms that keep the best attacker above a bound keep all attackers there",
    source=of_any_spaces("zhang.def-attack"),
    given=(costs, bound, is_attacker),
    claim=ForAll((s_0, s_1), Implication(0 < E(s_0, s_1), m <= loss(s_0, s_1))),
    derivation=(
        have(least(s_0, s_1) <= loss(s_0, s_1), "this attacker", by=this_attacker),
        have(
            Implication(0 < E(s_0, s_1), m <= loss(s_0, s_1)),
            "a protected pair",
            derivation=cases(
                0 < E(s_0, s_1),
                (
                    specialise(bound, {s_0: s_0, s_1: s_1}, "the pair"),
                    let(n, least(s_0, s_1), (m <= n, n <= loss(s_0, s_1)), "the best attacker"),
                    have(m <= loss(s_0, s_1), "this attacker"),
                ),
            ),
        ),
        have(ForAll((s_0, s_1), Implication(0 < E(s_0, s_1), m <= loss(s_0, s_1))), "any pair"),
    ),
    example=point({m: 0}, **protected, U=(0, 1)),
    near_misses={
        "without the bound": variant(
            given=[costs, is_attacker], witness=point({m: 1}, **protected, U=(0, 1))
        ),
        "for weights of any sign": variant(
            given=[costs, bound], witness=point({m: 0}, **protected, U=(2, -1))
        ),
    },
    note=(
        "The attacker of a pair of states answers one of the two, at random or not, and its expected loss runs over all states, as in the paper. So the least loss of all attackers of all protected pairs "
        "is that of the best answer at each output, for the worst pair; the mechanisms that keep it above a bound are one set of the paper, and those that are private the other. Of two states in all, "
        "squared error is the 0-1 loss times a number, since the answer is one of them: to gain by squared error the attacker has to answer a number, or a law of the state. That a mechanism is private is Definition 3."
    ),
)
