"""Pure confounding privacy bounds the posterior of each single state, however many there are."""

from dpsym.derivations.vocabulary import eps, half, quarter
from dpsym.language import *

s, v = Outcome("s", "S"), Outcome("v", "S")
A = function("A", law=False, about="the probability of the output in a state")
F = function("F", law=False, about="the least that a state adds to the probability of the output")
G = function("G", law=False, about="the most that it adds")
U = function("U", law=False, about="the prior")
c = parameter("c", at_least=0, about="the probability of the output in the state s")
prior = distribution(U(v), v)
total = Total(U(v) * A(v), v)  # the probability of the output
positive = ForAll(v, 0 <= A(v))
close = ForAll((s, v), A(s) <= exp(eps) * A(v))


def bound(rate):
    """Term by term: the prior times the output's probability in the state s, and times this rate of it in all others."""
    return U(v) * (rate * c + Indicator(Eq(v, s)) * (c - rate * c))


def summed(rate):
    """The sum of these terms."""
    return c * (U(s) + (1 - U(s)) * rate)


least, most = exp(-eps), exp(eps)

interval_of_one_state = Theorem(
    title="Pure confounding privacy bounds the posterior of each state",
    source="zhang.fix-lem5",
    given=(prior, positive, close),
    claim=ForAll(
        s,
        AllOf(
            A(s) * (U(s) + (1 - U(s)) * exp(-eps)) <= total,
            total <= A(s) * (U(s) + (1 - U(s)) * exp(eps)),
        ),
    ),
    derivation=(
        have(Eq(exp(eps) * exp(-eps), 1), "a reciprocal"),
        specialise(positive, {v: s}, "a probability"),
        let(c, A(s), (0 <= c, Eq(c, A(s))), "in this state"),
        have(
            bound(least) <= U(v) * A(v),
            "no state makes the output much less likely",
            derivation=(
                specialise(prior.args[0], {v: v}, "a probability"),
                specialise(close, {s: s, v: v}, "this pair"),
                have(exp(-eps) * c <= exp(-eps) * (exp(eps) * A(v)), "divide"),
                have(exp(-eps) * c <= A(v), "divide"),
                have(U(v) * (exp(-eps) * c) <= U(v) * A(v), "times a probability"),
                cases(Eq(v, s), have(Eq(A(v), c), "this state")),
            ),
        ),
        have(
            U(v) * A(v) <= bound(most),
            "or much likelier",
            derivation=(
                specialise(prior.args[0], {v: v}, "a probability"),
                specialise(close, {s: v, v: s}, "this pair"),
                have(U(v) * A(v) <= U(v) * (exp(eps) * c), "times a probability"),
                cases(Eq(v, s), have(Eq(A(v), c), "this state")),
            ),
        ),
        let(
            F(v),
            bound(least),
            (ForAll(v, F(v) <= U(v) * A(v)), Eq(Total(F(v), v), summed(least))),
            "state by state",
        ),
        let(
            G(v),
            bound(most),
            (ForAll(v, U(v) * A(v) <= G(v)), Eq(Total(G(v), v), summed(most))),
            "state by state",
        ),
        have(Total(F(v), v) <= total, "sum over the states"),
        have(total <= Total(G(v), v), "sum over the states"),
        have(summed(least) <= total, "sum over the states"),
        have(total <= summed(most), "sum over the states"),
    ),
    example=point({eps: 0}, sizes={"S": 2}, A=(half, half), U=(half, half)),
    near_misses={
        "outputs of any likelihood": variant(
            given=[prior, positive], witness=point({eps: 0}, sizes={"S": 2}, A=(half, 0), U=(half, half))
        ),
        "the bound of the prior alone": variant(
            ForAll(s, A(s) <= total),
            witness=point({eps: log(2)}, sizes={"S": 2}, A=(half, quarter), U=(half, half)),
        ),
    },
    note=(
        "The posterior of a state is its prior times the output's probability in it, over the output's probability. So the ratio of posterior to prior lies between the reciprocals of these two factors; where"
        " there are two states, both intervals together are the guarantee again."
    ),
)


p = parameter("p", above=0, below=1, about="the prior of the first state")
b_1 = parameter("b_1", at_least=0, about="the probability of the output in the first state")
b_2 = parameter("b_2", at_least=0, about="the probability of the output in the second state")
both_intervals = Theorem(
    title="With two states the intervals of both are pure confounding privacy",
    source="zhang.fix-lem5",
    given=(
        b_1 * (p + (1 - p) * exp(-eps)) <= p * b_1 + (1 - p) * b_2,
        b_2 * (1 - p + p * exp(-eps)) <= p * b_1 + (1 - p) * b_2,
    ),
    claim=AllOf(b_1 <= exp(eps) * b_2, b_2 <= exp(eps) * b_1),
    derivation=(
        have((1 - p) * (b_1 * exp(-eps)) <= (1 - p) * b_2, "the first state's own part taken away"),
        have(p * (b_2 * exp(-eps)) <= p * b_1, "and the second's"),
        have(b_1 * exp(-eps) <= b_2, "divided by the prior"),
        have(b_2 * exp(-eps) <= b_1, "divided by the prior"),
        have(Eq(exp(eps) * exp(-eps), 1), "a reciprocal"),
        have(exp(eps) * (b_1 * exp(-eps)) <= exp(eps) * b_2, "multiplied"),
        have(exp(eps) * (b_2 * exp(-eps)) <= exp(eps) * b_1, "multiplied"),
    ),
    example=point({eps: 0, p: half, b_1: half, b_2: half}),
    near_misses={
        "one interval alone": variant(
            given=[b_1 * (p + (1 - p) * exp(-eps)) <= p * b_1 + (1 - p) * b_2],
            witness=point({eps: 0, p: half, b_1: 0, b_2: 1}),
        ),
    },
)
