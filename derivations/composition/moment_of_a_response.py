"""The exponential moment of the loss of a truthful answer, bounded as for a bounded random variable (Hoeffding)."""

from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss of the answer, in nats")
r = parameter("r", at_least=0, about="order of the moment, times the privacy loss")
w = parameter("w", at_least=0, about="a number up to r")
z = parameter("z", about="a number between 0 and r")

u = exp(eps)
cosine, sine = exp(r) + exp(-r), exp(r) - exp(-r)


def gap(w):
    """Twice w cosh w - sinh w."""
    return w * (exp(w) + exp(-w)) - (exp(w) - exp(-w))


sinh_below = ForAll(w, 0 <= gap(w))

moment_of_a_response = Theorem(
    title="The exponential moment of a truthful answer",
    source="kazan.thm2.8.2",
    cites=("dwork2010", "kairouz2015"),
    kind="lemma",
    claim=(u * exp(r) + exp(-r)) / (1 + u) <= exp(r * (u - 1) + r**2 / 2),
    derivation=(
        have(
            sinh_below,
            "the hyperbolic sine against the cosine",
            derivation=monotonic(
                gap(z), z, 0, w, derivation=have(exp(-z) <= exp(z), "a number that is not negative")
            ),
        ),
        monotonic(
            -exp(-(z**2) / 2) * (exp(z) + exp(-z)),
            z,
            0,
            r,
            "by the line before",
            derivation=specialise(sinh_below, {w: z}),
        ),
        have(cosine <= 2 * exp(r**2 / 2), "the ends of the last interval"),
        specialise(sinh_below, {w: r}),
        have(sine <= r * cosine, "the first interval"),
        have(1 + r * (u - 1) <= exp(r * (u - 1)), "the tangent of the exponential"),
        Chain((u * exp(r) + exp(-r)) / (1 + u))
        .eq((cosine + (u - 1) / (u + 1) * sine) / 2, "even and odd part")
        .le((cosine + (u - 1) / (u + 1) * (r * cosine)) / 2, "the hyperbolic sine")
        .le(cosine / 2 * (1 + r * (u - 1)), "the denominator is at least 1")
        .le(exp(r**2 / 2) * exp(r * (u - 1)), "the hyperbolic cosine and the tangent")
        .eq(exp(r * (u - 1) + r**2 / 2), "exponential of a sum"),
    ),
    tight=(point({r: 0}), point({eps: 0, r: 0})),
    near_misses={
        "without the square": variant(
            (u * exp(r) + exp(-r)) / (1 + u) <= exp(r * (u - 1)), witness=point({eps: 0, r: log(2)})
        ),
        "without the mean": variant((u * exp(r) + exp(-r)) / (1 + u) <= exp(r**2 / 2)),
    },
    note=(
        "The mean of the loss is at most its bound times tanh(eps/2); the theorem of the paper has the larger factor e^eps - 1."
    ),
)
