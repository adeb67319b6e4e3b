"""Pure confounding privacy bounds the posterior of each single state, however many there are."""

from dpsym.derivations.vocabulary import eps, half, quarter
from dpsym.language import *

v = Outcome("v", "S")
A = function("A", law=False, about="the probability of the output in another state")
U = function("U", law=False, about="the prior of the other states, given that it is one of them")
p = parameter("p", at_least=0, at_most=1, about="the prior of one state")
a = parameter("a", at_least=0, about="the probability of the output in this state")
q = parameter("q", about="the probability of the output, given that the state is another one")
prior = distribution(U(v), v)
positive = ForAll(v, 0 <= A(v))
others = Eq(Total(U(v) * A(v), v), q)
close = ForAll(v, AllOf(a <= exp(eps) * A(v), A(v) <= exp(eps) * a))
total = p * a + (1 - p) * q  # the probability of the output

interval_of_one_state = Theorem(
    title="Pure confounding privacy bounds the posterior of each state",
    source="zhang.fix-lem5",
    given=(prior, positive, others, close),
    claim=AllOf(a * (p + (1 - p) * exp(-eps)) <= total, total <= a * (p + (1 - p) * exp(eps))),
    derivation=(
        specialise(close, {v: v}, "this pair"),
        have(U(v) * a <= U(v) * (exp(eps) * A(v)), "times a probability"),
        have(U(v) * A(v) <= U(v) * (exp(eps) * a), "times a probability"),
        Chain(a)
        .eq(Total(U(v) * a, v), "the probabilities add up to 1")
        .le(Total(U(v) * (exp(eps) * A(v)), v), "state by state")
        .eq(exp(eps) * q, "a common factor"),
        Chain(q)
        .eq(Total(U(v) * A(v), v), "the other states")
        .le(Total(U(v) * (exp(eps) * a), v), "state by state")
        .eq(exp(eps) * a, "the probabilities add up to 1"),
        have(a * exp(-eps) <= q, "divide"),
        have((1 - p) * (a * exp(-eps)) <= (1 - p) * q, "times a probability"),
        have((1 - p) * q <= (1 - p) * (exp(eps) * a), "times a probability"),
    ),
    example=point({eps: 0, p: half, a: half, q: half}, sizes={"S": 1}, A=(half,), U=(1,)),
    tight=point({eps: log(2), p: half, a: half, q: quarter}, sizes={"S": 1}, A=(quarter,), U=(1,)),
    near_misses={
        "outputs of any likelihood": without(
            close, witness=point({eps: 0, p: half, a: half, q: 0}, sizes={"S": 1}, A=(0,), U=(1,))
        ),
        "the bound of the prior alone": variant(
            a <= total,
            witness=point({eps: log(2), p: half, a: half, q: quarter}, sizes={"S": 1}, A=(quarter,), U=(1,)),
        ),
    },
    note=(
        "The posterior of a state is its prior times the output's probability in it, over the output's probability. So the ratio of posterior to prior lies between the reciprocals of these two factors; where"
        " there are two states, both intervals together are the guarantee again. Of a state that has no prior of its own, as on a continuum, p is 0."
    ),
)


r = parameter("r", above=0, below=1, about="the prior of the first state")
b_1 = parameter("b_1", at_least=0, about="the probability of the output in the first state")
b_2 = parameter("b_2", at_least=0, about="the probability of the output in the second state")
both_intervals = Theorem(
    title="With two states the intervals of both are pure confounding privacy",
    source="zhang.fix-lem5",
    given=(
        b_1 * (r + (1 - r) * exp(-eps)) <= r * b_1 + (1 - r) * b_2,
        b_2 * (1 - r + r * exp(-eps)) <= r * b_1 + (1 - r) * b_2,
    ),
    claim=AllOf(b_1 <= exp(eps) * b_2, b_2 <= exp(eps) * b_1),
    derivation=(
        have((1 - r) * (b_1 * exp(-eps)) <= (1 - r) * b_2, "the first state's own part taken away"),
        have(r * (b_2 * exp(-eps)) <= r * b_1, "and the second's"),
        have(b_1 * exp(-eps) <= b_2, "divided by the prior"),
        have(b_2 * exp(-eps) <= b_1, "divided by the prior"),
        have(exp(eps) * (b_1 * exp(-eps)) <= exp(eps) * b_2, "multiplied"),
        have(exp(eps) * (b_2 * exp(-eps)) <= exp(eps) * b_1, "multiplied"),
    ),
    example=point({eps: 0, r: half, b_1: half, b_2: half}),
)
