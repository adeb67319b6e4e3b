"""Weighted geometric means of two masses."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.vocabulary import u, v
from dpsym.language import *

a = parameter("a", above=0, about="a mass under the first law")
b = parameter("b", above=0, about="the mass under the second law")
k = parameter("k", about="a relative entropy, in nats")
w = parameter("w", above=0, about="1 and the total variation distance")
q = parameter("q", about="a weight")
r = parameter("r", about="a root of a mass")
s = parameter("s", about="a root of the other mass")


def root(a):
    """The square root of a mass."""
    return exp(log(a) / 2)


def larger(u, v):
    """By how much the first mass is larger."""
    return Max(0, u - v)


roots = Theorem(
    title="The product of two roots lies above its tangents",
    kind="lemma",
    claim=exp(-k / 2) * (2 * a + k * a - a * log(a / b)) <= 2 * root(a) * root(b),
    derivation=(
        have(Eq(log(a / b), log(a) - log(b)), "the logarithm of a quotient"),
        have(
            1 + (log(b) - log(a) + k) / 2 <= exp((log(b) - log(a) + k) / 2), "the tangent of the exponential"
        ),
        have(Eq(exp(log(a)), a), "exponential of a logarithm"),
        have(
            Eq(exp(log(a)) * exp(-k / 2) * exp((log(b) - log(a) + k) / 2), root(a) * root(b)),
            "exponential of a sum",
        ),
        have(0 < a * exp(-k / 2), "no factor is 0"),
        have(
            a * exp(-k / 2) * (1 + (log(b) - log(a) + k) / 2)
            <= a * exp(-k / 2) * exp((log(b) - log(a) + k) / 2),
            "a positive factor",
        ),
        Chain(exp(-k / 2) * (2 * a + k * a - a * log(a / b)))
        .eq(2 * (a * exp(-k / 2) * (1 + (log(b) - log(a) + k) / 2)), "the logarithm of a quotient")
        .le(2 * (a * exp(-k / 2) * exp((log(b) - log(a) + k) / 2)), "the tangent")
        .eq(2 * root(a) * root(b), "exponential of a sum"),
    ),
    tight=point({a: 1, b: 1, k: 0}),
    near_misses={
        "one product": variant(
            exp(-k / 2) * (2 * a + k * a - a * log(a / b)) <= root(a) * root(b),
            witness=point({a: 1, b: 1, k: 0}),
        ),
        "a higher line": variant(
            exp(-k / 2) * (3 * a + k * a - a * log(a / b)) <= 2 * root(a) * root(b),
            witness=point({a: 1, b: 1, k: 0}),
        ),
    },
)

means = Theorem(
    title="The weighted mean of the smaller and the larger square is at least the product",
    kind="lemma",
    claim=2 * w * q * r * s <= w**2 * (r**2 - larger(r**2, s**2)) + q**2 * (s**2 + larger(r**2, s**2)),
    derivation=cases(
        r**2 <= s**2,
        (have(Eq(larger(r**2, s**2), 0), "the smaller one"), have(0 <= (w * r - q * s) ** 2, "a square")),
        (
            have(Eq(larger(r**2, s**2), r**2 - s**2), "the larger one"),
            have(0 <= (w * s - q * r) ** 2, "a square"),
        ),
    ),
    tight=point({w: 1, q: 1, r: 1, s: 1}),
    near_misses={
        "three times the product": variant(
            3 * w * q * r * s <= w**2 * (r**2 - larger(r**2, s**2)) + q**2 * (s**2 + larger(r**2, s**2)),
            witness=point({w: 1, q: 1, r: 1, s: 1}),
        ),
        "one weight": variant(
            2 * w * q * r * s <= w**2 * (r**2 - larger(r**2, s**2)) + w**2 * (s**2 + larger(r**2, s**2)),
            witness=point({w: 1, q: 4, r: 1, s: 1}),
        ),
    },
)

weighted = Theorem(
    title="Two masses, weighted, against their relative entropy",
    kind="lemma",
    claim=w * exp(-k) * (2 * a + k * a - a * log(a / b))
    <= w**2 * (a - larger(a, b)) + exp(-k) * (b + larger(a, b)),
    derivation=(
        have(
            exp(-k / 2) * (2 * a + k * a - a * log(a / b)) <= 2 * root(a) * root(b),
            "the product of the roots",
            by=roots,
        ),
        have(0 < w * exp(-k / 2), "no factor is 0"),
        have(
            w * exp(-k / 2) * (exp(-k / 2) * (2 * a + k * a - a * log(a / b)))
            <= w * exp(-k / 2) * (2 * root(a) * root(b)),
            "a positive factor",
        ),
        have(Eq(exp(log(a)), a), "exponential of a logarithm"),
        have(Eq(exp(log(b)), b), "exponential of a logarithm"),
        have(
            2 * w * exp(-k / 2) * root(a) * root(b)
            <= w**2 * (root(a) ** 2 - larger(root(a) ** 2, root(b) ** 2))
            + exp(-k / 2) ** 2 * (root(b) ** 2 + larger(root(a) ** 2, root(b) ** 2)),
            "a square is not negative",
            by=means.at(q=exp(-k / 2), r=root(a), s=root(b)),
        ),
        have(Eq(root(a) ** 2, a), "the square of a root"),
        have(Eq(root(b) ** 2, b), "the square of a root"),
        have(Eq(exp(-k / 2) ** 2, exp(-k)), "exponential of a sum"),
        Chain(w * exp(-k) * (2 * a + k * a - a * log(a / b)))
        .eq(w * exp(-k / 2) * (exp(-k / 2) * (2 * a + k * a - a * log(a / b))), "exponential of a sum")
        .le(2 * w * exp(-k / 2) * root(a) * root(b), "the roots")
        .le(
            w**2 * (root(a) ** 2 - larger(root(a) ** 2, root(b) ** 2))
            + exp(-k / 2) ** 2 * (root(b) ** 2 + larger(root(a) ** 2, root(b) ** 2)),
            "the square",
        )
        .eq(w**2 * (a - larger(a, b)) + exp(-k) * (b + larger(a, b)), "the squares of the roots"),
    ),
    tight=point({a: 1, b: 1, k: 0, w: 1}),
    near_misses={
        "without the square": variant(
            w * exp(-k) * (2 * a + k * a - a * log(a / b))
            <= w * (a - larger(a, b)) + exp(-k) * (b + larger(a, b)),
            witness=point({a: 1, b: 1, k: 0, w: 2}),
        ),
        "a higher line": variant(
            w * exp(-k) * (3 * a + k * a - a * log(a / b))
            <= w**2 * (a - larger(a, b)) + exp(-k) * (b + larger(a, b)),
            witness=point({a: 1, b: 1, k: 0, w: 1}),
        ),
    },
)

weighted_parts = Theorem(
    title="Two masses, weighted, against what they add to the relative entropy",
    kind="lemma",
    given=Implication(Eq(v, 0), Eq(u, 0)),
    claim=w * exp(-k) * (2 * u + k * u - part(u, v))
    <= w**2 * (u - larger(u, v)) + exp(-k) * (v + larger(u, v)),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            have(
                w * exp(-k) * (2 * u + k * u - u * log(u / v))
                <= w**2 * (u - larger(u, v)) + exp(-k) * (v + larger(u, v)),
                "where both are positive",
                by=weighted.at(a=u, b=v),
            ),
        ),
        (have(Eq(larger(u, v), 0), "no first mass"), have(0 <= exp(-k) * v, "no factor is negative")),
    ),
    tight=point({u: 1, v: 1, k: 0, w: 1}),
    near_misses={
        "where the second mass is 0 alone": variant(
            Implication(Eq(v, 0), w * exp(-k) * (2 * u + k * u) <= 0),
            given=(),
            witness=point({u: 1, v: 0, k: 0, w: 1}),
        ),
        "a higher line": variant(
            w * exp(-k) * (3 * u + k * u - part(u, v))
            <= w**2 * (u - larger(u, v)) + exp(-k) * (v + larger(u, v)),
            witness=point({u: 1, v: 1, k: 0, w: 1}),
        ),
    },
)
