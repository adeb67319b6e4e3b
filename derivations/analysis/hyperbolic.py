"""Hyperbolic functions, and the moment of a response."""

from dpsym.derivations.divergences.pure_divergences import moment
from dpsym.derivations.vocabulary import alpha, eps, half
from dpsym.language import *

w = parameter("w", at_least=0, about="a number")
x = parameter("x", at_least=0, about="a number")
h = parameter("h", at_least=x, about="a larger number")
z = parameter("z", about="a number in between")


def cosine(x):
    """Twice the hyperbolic cosine."""
    return exp(x) + exp(-x)


def gap(w):
    """Twice w cosh w - sinh w."""
    return w * cosine(w) - (exp(w) - exp(-w))


sine_below = Theorem(
    title="The hyperbolic sine against the hyperbolic cosine",
    kind="lemma",
    claim=0 <= gap(w),
    derivation=monotonic(
        gap(z), z, 0, w, "from 0 upwards", derivation=have(exp(-z) <= exp(z), "a number that is not negative")
    ),
    tight=point({w: 0}),
    near_misses={
        "half the cosine": variant(0 <= gap(w) - w * cosine(w) / 2, witness=point({w: log(2)})),
        "positive": variant(0 < gap(w), witness=point({w: 0})),
    },
)

cosines = Theorem(
    title="The hyperbolic cosine grows slower than the exponential of half the square",
    kind="lemma",
    claim=cosine(h) <= cosine(x) * exp((h**2 - x**2) / 2),
    derivation=(
        monotonic(
            -exp(-(z**2) / 2) * cosine(z),
            z,
            x,
            h,
            "by the hyperbolic sine",
            derivation=have(0 <= gap(z), by=sine_below.at(w=z)),
        ),
        have(Eq(exp(h**2 / 2) * exp(-(h**2) / 2), 1), "exponential of a sum"),
        have(Eq(exp(h**2 / 2) * exp(-(x**2) / 2), exp((h**2 - x**2) / 2)), "exponential of a sum"),
        Chain(cosine(h))
        .eq(exp(h**2 / 2) * (exp(-(h**2) / 2) * cosine(h)), "exponential of a sum")
        .le(
            exp(h**2 / 2) * (exp(-(x**2) / 2) * cosine(x)),
            "the ends of the interval",
            hints=(exp(h**2 / 2) > 0,),
        )
        .eq(cosine(x) * exp((h**2 - x**2) / 2), "exponential of a sum"),
    ),
    tight=point({x: 0, h: 0}),
    near_misses={
        "without the factor": variant(cosine(h) <= cosine(x), witness=point({x: 0, h: log(2)})),
        "half the bound": variant(
            cosine(h) <= cosine(x) * exp((h**2 - x**2) / 2) / 2, witness=point({x: 0, h: 0})
        ),
    },
)

of_response = Theorem(
    title="The exponential moment of randomised response",
    kind="lemma",
    claim=moment <= exp((alpha - 1) * (alpha * eps**2 / 2)),
    derivation=(
        have(0 <= (alpha - 1) * eps, "no factor is negative"),
        have(
            cosine((alpha - half) * eps)
            <= cosine(eps / 2) * exp((((alpha - half) * eps) ** 2 - (eps / 2) ** 2) / 2),
            "the hyperbolic cosines",
            by=cosines.at(x=eps / 2, h=(alpha - half) * eps),
        ),
        have(
            Eq(
                exp((((alpha - half) * eps) ** 2 - (eps / 2) ** 2) / 2),
                exp((alpha - 1) * (alpha * eps**2 / 2)),
            ),
            "the same exponent",
        ),
        have(
            Eq(exp(eps / 2) * cosine((alpha - half) * eps), exp(alpha * eps) + exp((1 - alpha) * eps)),
            "exponential of a sum",
        ),
        have(Eq(exp(eps / 2) * cosine(eps / 2), 1 + exp(eps)), "exponential of a sum"),
        Chain(exp(alpha * eps) + exp((1 - alpha) * eps))
        .eq(exp(eps / 2) * cosine((alpha - half) * eps), "exponential of a sum")
        .le(
            exp(eps / 2) * (cosine(eps / 2) * exp((alpha - 1) * (alpha * eps**2 / 2))),
            "the hyperbolic cosines",
            hints=(exp(eps / 2) > 0,),
        )
        .eq((1 + exp(eps)) * exp((alpha - 1) * (alpha * eps**2 / 2)), "exponential of a sum"),
    ),
    tight=point({alpha: 2, eps: 0}),
    near_misses={
        "a quarter of the square": variant(
            moment <= exp((alpha - 1) * (alpha * eps**2 / 8)), witness=point({alpha: 2, eps: log(2)})
        ),
        "half the bound": variant(
            moment <= exp((alpha - 1) * (alpha * eps**2 / 2)) / 2, witness=point({alpha: 2, eps: 0})
        ),
    },
)
