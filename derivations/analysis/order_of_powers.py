"""How powers of a ratio of masses change with the order."""

from dpsym.derivations.analysis.entropy_tangents import part as part_of_entropy
from dpsym.derivations.vocabulary import alpha, beta, gamma, half, u, v
from dpsym.language import *

gamma = gamma.ranging()
a = parameter("a", above=0, about="a mass under the first law")
k = parameter("k", about="a relative entropy, in nats")
r = parameter("r", at_least=0, at_most=1, about="a ratio of orders")
s = parameter("s", about="a difference of logarithms")
x = parameter("x", above=0, about="an exponential moment")


def power(a, b, order):
    """a^order b^(1 - order)."""
    return exp(order * log(a) + (1 - order) * log(b))


def part(u, v, order):
    """What masses u and v add to an exponential moment: 0 where either is 0."""
    return Indicator(AllOf(0 < u, 0 < v)) * power(u, v, order)


entropy_tangent = Theorem(
    title="A power of masses lies above a line in what they add to the relative entropy",
    kind="lemma",
    given=Implication(Eq(v, 0), Eq(u, 0)),
    claim=exp((alpha - 1) * k) * (u + (alpha - 1) * (part_of_entropy(u, v) - k * u)) <= part(u, v, alpha),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                have(
                    1 + (alpha - 1) * (log(u) - log(v) - k) <= exp((alpha - 1) * (log(u) - log(v) - k)),
                    "the tangent of the exponential",
                ),
                Chain(exp((alpha - 1) * k) * (u + (alpha - 1) * (part_of_entropy(u, v) - k * u)))
                .eq(
                    exp((alpha - 1) * k) * u * (1 + (alpha - 1) * (log(u) - log(v) - k)),
                    "the logarithm of a quotient",
                )
                .le(exp((alpha - 1) * k) * u * exp((alpha - 1) * (log(u) - log(v) - k)), "the tangent")
                .eq(
                    exp((alpha - 1) * k) * exp(log(u)) * exp((alpha - 1) * (log(u) - log(v) - k)),
                    "exponential of a logarithm",
                )
                .eq(power(u, v, alpha), "exponential of a sum")
                .eq(part(u, v, alpha), "both masses are positive"),
            ),
        ),
    ),
    tight=point({alpha: 2, u: 1, v: 1, k: 0}),
    near_misses={
        "where the second mass is 0 alone": variant(
            Implication(Eq(v, 0), exp((alpha - 1) * k) * u <= 0),
            given=(),
            witness=point({alpha: 2, u: 1, v: 0, k: 0}),
        ),
        "a higher line": variant(
            exp((alpha - 1) * k) * (2 * u + (alpha - 1) * (part_of_entropy(u, v) - k * u))
            <= part(u, v, alpha),
            witness=point({alpha: 2, u: 1, v: 1, k: 0}),
        ),
    },
)

exponents = Theorem(
    title="The exponential rises",
    kind="lemma",
    given=(0 < u, exp(u * k) <= exp(u * gamma)),
    claim=k <= gamma,
    tight=point({u: 1, k: 0, gamma: 0}),
)

from_logarithm = Theorem(
    title="A moment from its logarithm",
    kind="lemma",
    given=log(x) / (alpha - 1) <= gamma,
    claim=x <= exp((alpha - 1) * gamma),
    tight=point({alpha: 2, x: 1, gamma: 0}),
)

below_chord = Theorem(
    title="A power of a number with an exponent below 1 lies below its tangent",
    kind="lemma",
    claim=exp(r * s) <= 1 - r + r * exp(s),
    tight=(point({r: 0, s: 1}), point({r: 1, s: log(2)})),
    near_misses={
        "a lower line": variant(exp(r * s) <= half - r + r * exp(s), witness=point({r: half, s: 0})),
    },
)

order_tangent = Theorem(
    title="A power of masses lies below a line in a higher power",
    kind="lemma",
    claim=(beta - 1) * part(u, v, alpha)
    <= exp((alpha - 1) * gamma)
    * ((beta - alpha) * u + (alpha - 1) * exp(-(beta - 1) * gamma) * part(u, v, beta)),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                let(
                    s,
                    log(u) - log(v) - gamma,
                    (
                        Eq(
                            exp(alpha * log(u) + (1 - alpha) * log(v)),
                            exp(log(u)) * exp((alpha - 1) * gamma) * exp((alpha - 1) * s),
                        ),
                        Eq(
                            exp(-(beta - 1) * gamma) * exp(beta * log(u) + (1 - beta) * log(v)),
                            exp(log(u)) * exp((beta - 1) * s),
                        ),
                    ),
                    "how far the loss is from the bound",
                ),
                let(
                    r,
                    (alpha - 1) / (beta - 1),
                    (0 <= r, r <= 1, Eq(r * (beta - 1), alpha - 1)),
                    "the ratio of the orders",
                ),
                have(
                    exp(r * ((beta - 1) * s)) <= 1 - r + r * exp((beta - 1) * s),
                    "below the tangent",
                    by=below_chord.at(s=(beta - 1) * s),
                ),
                have(Eq(exp(r * ((beta - 1) * s)), exp((alpha - 1) * s)), "the ratio of the orders"),
                have(
                    (beta - 1) * exp((alpha - 1) * s) <= (beta - 1) * (1 - r + r * exp((beta - 1) * s)),
                    "a positive factor",
                ),
                have(
                    (beta - 1) * exp((alpha - 1) * s) <= beta - alpha + (alpha - 1) * exp((beta - 1) * s),
                    "the ratio of the orders",
                ),
                Chain((beta - 1) * part(u, v, alpha))
                .eq(
                    (beta - 1) * (u * exp((alpha - 1) * gamma) * exp((alpha - 1) * s)), "exponential of a sum"
                )
                .le(
                    u * exp((alpha - 1) * gamma) * (beta - alpha + (alpha - 1) * exp((beta - 1) * s)),
                    "below the tangent",
                )
                .eq(
                    exp((alpha - 1) * gamma)
                    * ((beta - alpha) * u + (alpha - 1) * (exp(-(beta - 1) * gamma) * power(u, v, beta))),
                    "exponential of a sum",
                )
                .eq(
                    exp((alpha - 1) * gamma)
                    * ((beta - alpha) * u + (alpha - 1) * exp(-(beta - 1) * gamma) * part(u, v, beta)),
                    "both masses are positive",
                ),
            ),
            have(0 <= exp((alpha - 1) * gamma) * ((beta - alpha) * u), "no factor is negative"),
        ),
    ),
    tight=point({alpha: 2, beta: 3, u: 1, v: 1, gamma: 0}),
    near_misses={
        "without the first mass": variant(
            (beta - 1) * part(u, v, alpha)
            <= exp((alpha - 1) * gamma) * (alpha - 1) * exp(-(beta - 1) * gamma) * part(u, v, beta),
            witness=point({alpha: 2, beta: 3, u: 1, v: 1, gamma: 0}),
        ),
    },
)
