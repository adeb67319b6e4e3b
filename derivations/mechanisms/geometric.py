"""The geometric mechanism: its probabilities, its privacy loss, and pure differential privacy output by output."""

from dpsym.derivations.vocabulary import eps_0, t
from dpsym.language import *

eps = parameter("eps", above=0, about="privacy loss between inputs at distance 1, in nats")
Delta = parameter(
    "Delta", at_least=1, integer=True, about="sensitivity: the counts of neighbours differ by at most this"
)
x = parameter("x", about="input: the true count on one database")
x_2 = parameter("x_2", about="the true count on a neighbouring database")
q = parameter("q", about="a factor that does not depend on the output")
k = parameter("k", at_least=0, integer=True, about="amount of the noise")

geometric = Geometric(eps, Delta)
near = geometric.neighbours(x, x_2)
one, other = geometric.density(t, x), geometric.density(t, x_2)
count = Geometric(eps)  # sensitivity 1

mechanism = Definition(
    title="Geometric mechanism",
    source="kifer.ex4.4",
    cites="ghosh2009",
    defines=one,
    note=(
        "The probability of the output t on the input x, both integers. The paper does not exclude the privacy loss 0, at "
        "which these numbers are all 0."
    ),
)

pure = Theorem(
    title="The geometric mechanism is purely private, output by output",
    source="kifer.ex4.4",
    cites="ghosh2009",
    given=near,
    claim=one <= exp(eps * Delta) * other,
    derivation=(
        have(Abs(t - x_2) <= Abs(t - x) + Delta, "triangle inequality"),
        have(eps * Abs(t - x_2) <= eps * Abs(t - x) + eps * Delta, "multiply by the loss"),
        have(
            exp(-(eps * Abs(t - x))) <= exp(eps * Delta - eps * Abs(t - x_2)), "the exponential is increasing"
        ),
        Chain(one)
        .eq((1 - exp(-eps)) / (1 + exp(-eps)) * exp(-(eps * Abs(t - x))), "the probability")
        .le((1 - exp(-eps)) / (1 + exp(-eps)) * exp(eps * Delta - eps * Abs(t - x_2)), "by the line before")
        .eq(exp(eps * Delta) * other, "exponential of a sum"),
    ),
    tight=point({eps: log(2), Delta: 1, x: 1, x_2: 0, t: 1}),
    note=(
        "Proved for real outputs and inputs, of which the integers are a case. The probability of an event is the sum of those "
        "of its outputs, so that the bound holds for every event."
    ),
)

loss = Theorem(
    title="The privacy loss of the geometric mechanism",
    note="Read for the mass of a single output; a sum over all outputs is no part of the certificate.",
    source="kifer.ex4.4",
    claim=Eq(log(one / other), geometric.loss(t, x, x_2)),
    derivation=(
        let(q, (1 - exp(-eps)) / (1 + exp(-eps)), q > 0, "the first factor"),
        Chain(one / other)
        .eq(exp(-(eps * Abs(t - x))) / exp(-(eps * Abs(t - x_2))), "the first factors cancel")
        .eq(exp(geometric.loss(t, x, x_2)), "exponential of a difference"),
        Chain(log(one / other))
        .eq(log(exp(geometric.loss(t, x, x_2))), "take the logarithm")
        .eq(geometric.loss(t, x, x_2), "of an exponential"),
    ),
    near_misses={
        "the inputs exchanged": variant(
            Eq(log(one / other), geometric.loss(t, x_2, x)), witness=point({eps: log(2), x: 1, x_2: 0, t: 1})
        ),
        "the whole loss at every output": variant(Eq(log(one / other), eps), given=[Eq(x - x_2, 1)]),
    },
)

two_values = Theorem(
    title="The privacy loss of the geometric mechanism between counts that differ by 1",
    source="kifer.ex4.4",
    claim=AllOf(Eq(count.loss(x + k, x, x - 1), eps), Eq(count.loss(x - 1 - k, x, x - 1), -eps)),
    derivation=(
        have(AllOf(Eq(Abs(x + k - x), k), Eq(Abs(x + k - (x - 1)), k + 1)), "above both counts"),
        have(AllOf(Eq(Abs(x - 1 - k - x), k + 1), Eq(Abs(x - 1 - k - (x - 1)), k)), "below both counts"),
    ),
    near_misses={
        "counts that differ by 2": variant(Eq(count.loss(x + k, x, x - 2), eps)),
        "the signs exchanged": variant(Eq(count.loss(x + k, x, x - 1), -eps)),
    },
    note="Every integer is at or above the greater count, or at or below the smaller one.",
)

tail = Theorem(
    title="The masses of the geometric mechanism's noise telescope",
    source="kifer.ex4.4",
    claim=AllOf(
        Eq(count.density(x + k, x), count.tail(k) - count.tail(k + 1)),
        Eq(count.density(x - k, x), count.tail(k) - count.tail(k + 1)),
        Eq(count.tail(0) + count.tail(1), 1),
    ),
    define={function("T")(k): count.tail(k)},
    derivation=(
        have(Eq(exp(-(eps * Abs(x + k - x))), exp(-(eps * k))), "above the input"),
        have(Eq(exp(-(eps * Abs(x - k - x))), exp(-(eps * k))), "below the input"),
        have(Eq(exp(-(eps * (k + 1))), exp(-(eps * k)) * exp(-eps)), "exponential of a sum"),
        Chain(count.density(x + k, x))
        .eq((1 - exp(-eps)) / (1 + exp(-eps)) * exp(-(eps * k)), "the probability")
        .eq(count.tail(k) - count.tail(k + 1), "insert"),
        Chain(count.density(x - k, x))
        .eq((1 - exp(-eps)) / (1 + exp(-eps)) * exp(-(eps * k)), "the probability")
        .eq(count.tail(k) - count.tail(k + 1), "insert"),
    ),
    near_misses={
        "one step off": variant(Eq(count.density(x + k, x), count.tail(k + 1) - count.tail(k + 2))),
        "equal halves": variant(Eq(count.tail(0), Rational(1, 2))),
    },
    note=(
        "The probabilities of the noise k, k + 1 and so on telescope, and the tail vanishes far away: their sum is the tail at "
        "k. Both tails together, from 0 on upwards and from 1 on downwards, have probability 1. "
        "The infinite sums are no part of the certificate."
    ),
)

loss_law = Theorem(
    title="Two tails of geometric noise are the probabilities of randomised response",
    claim=AllOf(Eq(count.tail(0), exp(eps) / (1 + exp(eps))), Eq(count.tail(1), 1 / (1 + exp(eps)))),
    near_misses={
        "equally likely": variant(Eq(count.tail(0), count.tail(1)), witness=point({eps: log(2)})),
        "of the exchanged pair": variant(Eq(count.tail(0), 1 / (1 + exp(eps)))),
    },
    note=(
        "Between counts that differ by 1 the loss is eps when the noise is at least 0 and minus eps when it is negative: the law of "
        "randomised response. The law of the loss does not determine the mechanism. "
        "The certificate has the two equalities of numbers."
    ),
    evaluate={"probability": count.tail(0), "delta": count.profile(parameter("eps_p", at_least=0))},
)

positive = Theorem(
    title="Every output of the geometric mechanism has a positive mass",
    source="kifer.ex4.4",
    claim=0 < one,
    near_misses={
        "by more than a hundredth": variant(
            Rational(1, 100) < one, witness=point({eps: log(2), t: 10, x: 0})
        ),
        "perhaps loss 0": variant(0 < (1 - exp(-eps_0)) / (1 + exp(-eps_0)) * exp(-(eps_0 * Abs(t - x)))),
    },
)
