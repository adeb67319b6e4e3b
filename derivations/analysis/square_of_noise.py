"""The square of a number times its exponential density."""

from dpsym.language import *

# Standard Laplace noise s: its density at s >= 0 is e^-s/2, and that at -s the same.
s = parameter("s", at_least=0, about="noise, in units of its scale")
integrand = s**2 * exp(-s)


def beyond(t):
    """The integral of s^2 e^-s from t on."""
    return (t**2 + 2 * t + 2) * exp(-t)


u, v, w = (parameter(name, at_least=0, about="an end of an interval of noise") for name in "uvw")


def between_two(u, v):
    """What lies beyond one number but not beyond the other."""
    return beyond(u) - beyond(v)


square = u**2 * exp(-u)
slopes = ForAll(w, AllOf(exp(-w) * w**2 <= 4, exp(-w) * w <= 1))

small_slope = (
    have(1 + w / 2 <= exp(w / 2), "the exponential is above its tangent"),
    have((1 + w / 2) ** 2 <= exp(w), "squared"),
    have(w**2 <= 4 * exp(w), "multiply out"),
    have(w <= exp(w), "multiply out"),
    have(exp(-w) * w**2 <= exp(-w) * (4 * exp(w)), "a positive factor"),
    have(exp(-w) * w <= exp(-w) * exp(w), "a positive factor"),
)

changes_little = Theorem(
    title="The square of a number times its exponential density changes by no more than 4 times the number",
    kind="lemma",
    given=u <= s,
    claim=Within(integrand - square, 4 * (s - u)),
    derivation=(
        have(slopes, "an exponential and a square", derivation=small_slope),
        have(
            4 * u - square <= 4 * s - integrand,
            "its derivative is at most 4",
            derivation=monotonic(
                4 * w - w**2 * exp(-w),
                w,
                u,
                s,
                "its derivative is at most 4",
                derivation=specialise(slopes, {w: w}, "here"),
            ),
        ),
        have(
            4 * u + square <= 4 * s + integrand,
            "its derivative is at least -4",
            derivation=monotonic(
                4 * w + w**2 * exp(-w),
                w,
                u,
                s,
                "its derivative is at least -4",
                derivation=specialise(slopes, {w: w}, "here"),
            ),
        ),
    ),
    example=point({u: 0, s: 1}),
    near_misses={
        "by the square of the change": variant(
            Within(integrand - square, (s - u) ** 2), witness=point({u: 1, s: Rational(11, 10)})
        ),
    },
)

on_one_interval = Theorem(
    title="What lies beyond one number and not beyond another is near the first square times the length",
    kind="lemma",
    given=u <= v,
    claim=Within(between_two(u, v) - square * (v - u), 2 * (v - u) ** 2),
    derivation=(
        have(
            -beyond(u) - square * u <= -beyond(v) - square * v + 2 * (v - u) ** 2,
            "its derivative is near the square at the start",
            derivation=monotonic(
                -beyond(w) - square * w + 2 * (w - u) ** 2,
                w,
                u,
                v,
                "its derivative is near the square at the start",
                derivation=have(
                    Within(w**2 * exp(-w) - square, 4 * (w - u)),
                    "the square changes little",
                    by=changes_little.at(s=w),
                ),
            ),
        ),
        have(
            beyond(u) + square * u <= beyond(v) + square * v + 2 * (v - u) ** 2,
            "its derivative is near the square at the start",
            derivation=monotonic(
                beyond(w) + square * w + 2 * (w - u) ** 2,
                w,
                u,
                v,
                "its derivative is near the square at the start",
                derivation=have(
                    Within(w**2 * exp(-w) - square, 4 * (w - u)),
                    "the square changes little",
                    by=changes_little.at(s=w),
                ),
            ),
        ),
    ),
    example=point({u: 0, v: 1}),
    near_misses={
        "in any order": without(
            u <= v,
            claim=Within(between_two(u, v) - square * (v - u), 2 * (v - u)),
            witness=point({u: 1, v: 0}),
        ),
        "exactly": variant(Eq(between_two(u, v), square * (v - u)), witness=point({u: 0, v: 1})),
    },
)
