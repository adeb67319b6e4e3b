"""Of all approximately private pairs, the extremal response has the largest hockey stick, at every ratio of the laws."""

from dpsym.derivations.vocabulary import delta, eps, half, quarter
from dpsym.language import *

a = parameter("a", at_least=0, about="weight of the first law")
b = parameter("b", at_least=0, about="weight of the second law")
p = parameter("p", about="probability, under the first law, of the outputs that count")
q = parameter("q", about="probability, under the second law, of the outputs that count")

u = exp(eps)
counts = a * P(y) > b * Q(y)
excess = Total(Max(0, a * P(y) - b * Q(y)), y)


def largest_excess(a, b, eps, delta):
    """The excess of a times the first law over b times the second, for the extremal response.

    It gives the target away with probability delta; else it is truthful with odds e^eps : 1.
    """
    u = exp(eps)
    return delta * a + (1 - delta) * (u * Max(0, a - exp(-eps) * b) + Max(0, a - u * b)) / (1 + u)


response = {"P": (quarter, half, quarter, 0), "Q": (0, quarter, half, quarter)}

largest_hockey_stick = Theorem(
    title="No hockey stick is larger than that of the extremal response",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    given=ApproxDP(eps, delta),
    claim=excess <= largest_excess(a, b, eps, delta),
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): counts}, "the outputs that count"),
        specialise(ApproxDP(eps, delta), {S(y): a * P(y) <= b * Q(y)}, "all other outputs"),
        let(q, Probability(counts, Q), (q >= 0, Eq(q, Probability(counts, Q)))),
        let(
            p,
            Probability(counts, P),
            (p <= 1, p <= u * q + delta, 1 - q <= u * (1 - p) + delta, Eq(excess, a * p - b * q)),
        ),
        have(u >= 1, "the exponential of a number that is not negative"),
        cases(
            a <= exp(-eps) * b,
            have(a * p - b * q <= delta * a, "approximate DP", hints=((exp(-eps) * b - a) * (u * q) >= 0,)),
            cases(
                a <= u * b,
                (
                    have((u - 1) * ((u + 1) * a) > 0, "so is eps", hints=(u * u * (a - exp(-eps) * b) > 0,)),
                    have(u > 1, "the exponential of a positive number"),
                    have(
                        (u - 1) * (1 + u) * (a * p - b * q) <= (u - 1) * (delta * (a + b) + u * a - b),
                        "add the two inequalities with the weights that give the left side",
                        hints=(
                            (u * b - a) * (u * q + delta - p) >= 0,
                            u * (a - exp(-eps) * b) * (u * (1 - p) + delta - 1 + q) >= 0,
                        ),
                    ),
                    have((1 + u) * (a * p - b * q) <= delta * (a + b) + u * a - b, "divide"),
                ),
                have(
                    a * p - b * q <= a - b + delta * b,
                    "approximate DP of all other outputs",
                    hints=((a - u * b) * (1 - p) >= 0,),
                ),
            ),
        ),
    ),
    tight=(
        point({eps: log(2), delta: quarter, a: 1, b: 1}, **response),
        point({eps: log(2), delta: quarter, a: 4, b: 1}, **response),
    ),
    near_misses={
        "without delta": variant(excess <= largest_excess(a, b, eps, 0)),
        "in one order only": variant(given=[ApproxDP(eps, delta).one_order(Pair())]),
    },
    note=(
        "For weights 1 and e^t the excess is the hockey stick at the loss t. Hypothesis testing says the same: the extremal "
        "response is the easiest to tell apart. Any number of outcomes, any weights: so it can be used once for each output "
        "of the mechanisms that ran before."
    ),
)
