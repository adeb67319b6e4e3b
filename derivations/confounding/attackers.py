"""Attackers of a pair of states (Section 3): what they lose at least, and which mechanisms keep every one of them above a bound."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

s_0, s_1, r = Outcome("s_0", "S"), Outcome("s_1", "S"), Outcome("r", "S")
c = function("c", law=False, about="the law of the output")
A = function(
    "A", law=False, about="the mean loss of an answer, a state, given the output, where that is above 0"
)
B = function("B", law=False, about="the mean gain of an answer given the output, where its loss is below 0")
n = function("n", law=False, about="the mean of what giving one answer always loses, where it loses")
k = function("k", law=False, about="the mean of what it gains, where it gains")
U = function("U", law=False, about="how likely an attacker answers the first state of a pair on an output")
E = function("E", law=False, about="1 for a pair of states that is protected, else 0")
m = parameter("m", about="a bound on the loss of attackers")
outputs = distribution(c(y), y)
parts = ForAll((r, y), AllOf(0 <= A(r, y), 0 <= B(r, y)))
means = AllOf(
    ForAll(r, Eq(Total(c(y) * A(r, y), y), n(r))),
    ForAll(r, Eq(Total(c(y) * B(r, y), y), k(r))),
)
is_attacker = ForAll(y, Between(0, U(y), 1))


def D(answer, y):
    """The mean loss of an answer given the output."""
    return A(answer, y) - B(answer, y)


def at_output(first, second, likely):
    """What an attacker loses at an output, times the probability of the output."""
    lost = likely * c(y) * A(first, y) + (1 - likely) * c(y) * A(second, y)
    gained = likely * c(y) * B(first, y) + (1 - likely) * c(y) * B(second, y)
    return lost - gained


def loss(first, second, likely=U(y)):
    """The expected loss of an attacker of this pair, who answers the first state so likely."""
    return Total(at_output(first, second, likely), y)


best_response = Indicator(D(s_0, y) <= D(s_1, y))
least = loss(s_0, s_1, best_response)
is_least = ForAll(
    (s_0, s_1), AllOf(least <= loss(s_0, s_1), least <= n(s_0) - k(s_0), least <= n(s_1) - k(s_1))
)
told = {
    "sizes": {"S": 2, "Y": 2},
    "c": (half, half),
    "A": (0, 1, 1, 0),
    "B": (0, 0, 0, 0),
    "n": (half, half),
    "k": (0, 0),
}
protected = {**told, "E": (0, 1, 1, 0)}


def no_better(other, first=None, second=None):
    """The step that something else loses no less at an output than the better answer, with what is left of it in both cases."""
    return have(
        at_output(s_0, s_1, best_response) <= other,
        "the better answer at each output",
        derivation=cases(
            D(s_0, y) <= D(s_1, y),
            (
                have(Eq(best_response, 1), "the first answer"),
                have(0 <= c(y) * (D(s_1, y) - D(s_0, y)), "a product"),
                *([have(0 <= first * (c(y) * (D(s_1, y) - D(s_0, y))), "a product")] if first else []),
            ),
            (
                have(Eq(best_response, 0), "the second answer"),
                have(0 <= c(y) * (D(s_0, y) - D(s_1, y)), "a product"),
                *([have(0 <= second * (c(y) * (D(s_0, y) - D(s_1, y))), "a product")] if second else []),
            ),
        ),
    )


least_loss = Theorem(
    title="What the best attacker of a pair of states loses",
    source="zhang.def-attack",
    given=(outputs, parts, means, is_attacker),
    claim=is_least,
    derivation=(
        *(specialise(m, {r: answer}, "one answer") for m in means.args for answer in (s_0, s_1)),
        no_better(at_output(s_0, s_1, U(y)), 1 - U(y), U(y)),
        *(no_better(c(y) * A(answer, y) - c(y) * B(answer, y)) for answer in (s_0, s_1)),
        *(
            Chain(least)
            .le(Total(c(y) * A(answer, y) - c(y) * B(answer, y), y), "output by output")
            .eq(n(answer) - k(answer), "one answer")
            for answer in (s_0, s_1)
        ),
        have(is_least, "any pair"),
    ),
    example=point({}, **told, U=(0, 1)),
    tight=point({}, **told, U=(1, 0)),
    near_misses={
        "of any weights": without(is_attacker, witness=point({}, **told, U=(2, -1))),
        "as of the other state": variant(
            ForAll((s_0, s_1), loss(s_0, s_1, 1 - best_response) <= loss(s_0, s_1)),
            witness=point({}, **told, U=(1, 0)),
        ),
        "of an attacker who does not look at the output": variant(
            ForAll((s_0, s_1), Min(n(s_0) - k(s_0), n(s_1) - k(s_1)) <= loss(s_0, s_1)),
            witness=point({}, **told, U=(1, 0)),
        ),
    },
    note="The attacker that gives the better of both answers at each output is one of them. So this is the least loss, and it is attained.",
)

bound = ForAll((s_0, s_1), Implication(0 < E(s_0, s_1), m <= least))

all_attackers = Theorem(
    title="The mechanisms that keep the best attacker above a bound keep all attackers there",
    source=of_any_spaces("zhang.def-attack"),
    given=(outputs, parts, means, bound, is_attacker),
    claim=ForAll((s_0, s_1), Implication(0 < E(s_0, s_1), m <= loss(s_0, s_1))),
    derivation=(
        have(is_least, "the best attacker", by=least_loss),
        have(
            Implication(0 < E(s_0, s_1), m <= loss(s_0, s_1)),
            "a protected pair",
            derivation=(
                specialise(is_least, {s_0: s_0, s_1: s_1}, "the best attacker"),
                specialise(bound, {s_0: s_0, s_1: s_1}, "the bound"),
            ),
        ),
        have(ForAll((s_0, s_1), Implication(0 < E(s_0, s_1), m <= loss(s_0, s_1))), "any pair"),
    ),
    example=point({m: 0}, **protected, U=(0, 1)),
    near_misses={
        "without the bound": without(bound, witness=point({m: 1}, **protected, U=(1, 0))),
        "for weights of any sign": without(is_attacker, witness=point({m: 0}, **protected, U=(2, -1))),
    },
    note=(
        "The attacker of a pair of states answers one of the two, at random or not, and its expected loss runs over all states, as in the paper, or over the two alone, with the law of the output then. What an answer loses given the output is A - B, of any sign, and its mean is a number. So the least loss of all attackers of all protected pairs "
        "is that of the best answer at each output, for the worst pair; the mechanisms that keep it above a bound are one set of the paper, and those that are private the other. Of two states in all, "
        "squared error is the 0-1 loss times a number, since the answer is one of them: to gain by squared error the attacker has to answer a number, or a law of the state. That a mechanism is private is Definition 3."
    ),
)
