"""Logarithmic scores and the entropy of a coin."""

from dpsym.derivations.analysis.loss_at_one_output import E, p, q
from dpsym.derivations.vocabulary import eps, half, third
from dpsym.language import *

a = parameter("a", above=0, about="probability of the output and the first state")
b = parameter("b", above=0, about="probability of the output and the second state")
g = parameter("g", above=0, below=1, about="the answer: a probability of the first state")


def of_posterior(first, second):
    """The logarithmic score of the posterior, times the probability of the output."""
    return -first * log(first / (first + second)) - second * log(second / (first + second))


posterior_best = Theorem(
    title="No answer has a lower logarithmic score than the posterior",
    kind="lemma",
    claim=of_posterior(a, b) <= -a * log(g) - b * log(1 - g),
    derivation=(
        have(log(g / (a / (a + b))) <= g / (a / (a + b)) - 1, "below the tangent"),
        have(log((1 - g) / (b / (a + b))) <= (1 - g) / (b / (a + b)) - 1, "below the tangent"),
        have(Eq(log(g / (a / (a + b))), log(g) - log(a / (a + b))), "logarithm of a quotient"),
        have(Eq(log((1 - g) / (b / (a + b))), log(1 - g) - log(b / (a + b))), "logarithm of a quotient"),
        have(a * (log(g) - log(a / (a + b))) <= a * (g / (a / (a + b)) - 1), "weighted"),
        have(b * (log(1 - g) - log(b / (a + b))) <= b * ((1 - g) / (b / (a + b)) - 1), "weighted"),
        have(Eq(a * (g / (a / (a + b)) - 1) + b * ((1 - g) / (b / (a + b)) - 1), 0), "expand"),
    ),
    tight=point({a: 1, b: 2, g: third}),
)

more, less = of_posterior(p * E, q), of_posterior(p, q * E)


def entropy(x):
    """The entropy of a coin, in nats."""
    return -x * log(x) - (1 - x) * log(1 - x)


coin = E / (1 + E)
flipped = p * coin + q * (1 - coin)
h = function("h")

a_1, b_1 = (
    parameter("a", about="probability of the truth"),
    parameter("b", about="probability of the first answer"),
)

named = {
    a_1: coin,
    b_1: flipped,
    h(p): entropy(p),
    h(a_1): entropy(coin),
    h(b_1): entropy(flipped),
    parameter("c"): more,
    parameter("d"): less,
}

same = Theorem(
    title="What randomised response leaves of the entropy of the state",
    kind="lemma",
    claim=Eq((more + less) / (1 + E), entropy(p) + entropy(coin) - entropy(flipped)),
    define=named,
    derivation=(
        have(0 < p * E + q, "a sum"),
        have(Eq(log(p * E / (p * E + q)), log(p) + eps - log(p * E + q)), "logarithm of a quotient"),
        have(Eq(log(q / (p * E + q)), log(q) - log(p * E + q)), "logarithm of a quotient"),
        have(Eq(log(p / (p + q * E)), log(p) - log(p + q * E)), "logarithm of a quotient"),
        have(Eq(log(q * E / (p + q * E)), log(q) + eps - log(p + q * E)), "logarithm of a quotient"),
        have(Eq(log(coin), eps - log(1 + E)), "logarithm of a quotient"),
        have(Eq(1 - coin, 1 / (1 + E)), "one denominator"),
        have(Eq(log(1 - coin), -log(1 + E)), "logarithm of a quotient"),
        have(Eq(flipped, (p * E + q) / (1 + E)), "one denominator"),
        have(Eq(1 - flipped, (p + q * E) / (1 + E)), "one denominator"),
        have(Eq(log(flipped), log(p * E + q) - log(1 + E)), "logarithm of a quotient"),
        have(Eq(log(1 - flipped), log(p + q * E) - log(1 + E)), "logarithm of a quotient"),
    ),
    example=point({p: half, eps: log(2)}),
)
