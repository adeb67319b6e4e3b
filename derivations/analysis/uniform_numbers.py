"""The product of two numbers between 0 and 1: how often it is small, and the integrals of that."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

x = parameter("x", above=0, below=1, about="a bound on the product")
a = parameter("a", above=0, about="a positive number")
b = parameter("b", at_least=a, about="a larger number")
zero, one = Integer(0), Integer(1)

slopes = Theorem(
    title="The logarithm rises between two numbers by no more than its slope at the one, and no less than that at the other",
    kind="lemma",
    claim=AllOf((b - a) / b <= log(b) - log(a), log(b) - log(a) <= (b - a) / a),
    derivation=(
        have(log(a / b) <= a / b - 1, "below the tangent"),
        have(log(b / a) <= b / a - 1, "below the tangent"),
        have(
            AllOf(Eq(log(a / b), log(a) - log(b)), Eq(log(b / a), log(b) - log(a))), "logarithm of a quotient"
        ),
    ),
    near_misses={
        "the slopes exchanged": variant((b - a) / a <= log(b) - log(a)),
    },
)


def second_at_most(t):
    """The probability that the product is at most x where the first number is t: that the second is at most x/t."""
    return x / Max(t, x)


def up_to(t):
    """The probability that the product is at most x and the first number at most t."""
    return Min(t, x) + x * (log(Max(t, x)) - log(x))


p = parameter("p", at_least=0, about="a value of the first number")
q = parameter("q", at_least=p, about="a larger value")
low, cap = Max(p, x), Max(q, x)
below = Min(q, x) - Min(p, x)  # the length of what lies below x

between = Theorem(
    title="The probability that the product is at most x and the first number lies between two values",
    kind="lemma",
    claim=Between((q - p) * second_at_most(q), up_to(q) - up_to(p), (q - p) * second_at_most(p)),
    derivation=(
        have(AllOf(0 < low, low <= cap), "the larger number"),
        have(
            AllOf((cap - low) / cap <= log(cap) - log(low), log(cap) - log(low) <= (cap - low) / low),
            "the slopes of the logarithm",
            by=slopes.at(a=low, b=cap),
        ),
        have(Eq(q - p, below + (cap - low)), "below x and beyond it"),
        have(0 <= below, "a length"),
        have(x / cap <= 1, "a probability"),
        have(below * (x / cap) <= below, "a probability"),
        have(
            below <= below * (x / low),
            "a length, or 0",
            derivation=cases(
                p <= x, have(Eq(x / low, 1), "the larger number"), have(Eq(below, 0), "nothing")
            ),
        ),
        have(Eq((q - p) * (x / cap), below * (x / cap) + x * ((cap - low) / cap)), "both parts"),
        have(Eq((q - p) * (x / low), below * (x / low) + x * ((cap - low) / low)), "both parts"),
    ),
    near_misses={
        "the ends exchanged": variant(
            (q - p) * second_at_most(p) <= up_to(q) - up_to(p), witness=point({x: half, p: half, q: 1})
        ),
    },
)

s = parameter("s", above=0, at_most=1, about="a number between 0 and 1")


def beyond(t):
    """The probability that the product of two numbers that are uniform from -1 to 1 exceeds t, for t from 0 to 1."""
    return Piecewise((half, t <= 0), ((1 - t + t * log(t)) / 2, True))


def area(t):
    """The integral of this probability from 0 to t."""
    return Piecewise((zero, t <= 0), (t / 2 - 3 * t**2 / 8 + t**2 * log(t) / 4, True))


g = parameter("g", above=0, at_most=1, about="a positive bound on the product")
h = parameter("h", at_least=g, at_most=1, about="a larger bound")


def formula(t):
    """The probability at a positive number."""
    return (1 - t + t * log(t)) / 2


def primitive(t):
    """Its integral up to a positive number."""
    return t / 2 - 3 * t**2 / 8 + t**2 * log(t) / 4


falls = Theorem(
    title="The probability that the product exceeds a bound falls with the bound",
    kind="lemma",
    claim=formula(h) <= formula(g),
    derivation=(
        have(
            AllOf((h - g) / h <= log(h) - log(g), log(h) - log(g) <= (h - g) / g),
            "the slopes of the logarithm",
            by=slopes.at(a=g, b=h),
        ),
        have(g * (log(h) - log(g)) <= h - g, "times a positive number"),
        have(log(h) <= h - 1, "below the tangent"),
        have((h - g) * log(h) <= 0, "factors"),
    ),
)

under = Theorem(
    title="The integral of the probability that the product exceeds a bound, between two bounds",
    kind="lemma",
    claim=Between((h - g) * formula(h), primitive(h) - primitive(g), (h - g) * formula(g)),
    derivation=(
        have(
            primitive(h) - primitive(g) <= (h - g) * formula(g),
            "the derivative is the probability",
            derivation=monotonic(
                s * formula(g) - primitive(s),
                s,
                g,
                h,
                "the probability falls",
                derivation=have(formula(s) <= formula(g), "it falls", by=falls.at(h=s)),
            ),
        ),
        have(
            (h - g) * formula(h) <= primitive(h) - primitive(g),
            "the derivative is the probability",
            derivation=monotonic(
                primitive(s) - s * formula(h),
                s,
                g,
                h,
                "the probability falls",
                derivation=have(formula(h) <= formula(s), "it falls", by=falls.at(g=s)),
            ),
        ),
    ),
    near_misses={
        "with the values exchanged": variant(
            (h - g) * formula(g) <= primitive(h) - primitive(g), witness=point({g: half, h: 1})
        ),
    },
)

a_0 = parameter("a", at_least=0, at_most=1, about="a bound on the product")
b_0 = parameter("b", at_least=a_0, at_most=1, about="a larger bound")

squeeze = Theorem(
    title="The integral of the probability that the product exceeds a bound, from 0 on",
    kind="lemma",
    claim=Between((b_0 - a_0) * beyond(b_0), area(b_0) - area(a_0), (b_0 - a_0) * beyond(a_0)),
    derivation=cases(
        0 < a_0,
        have(
            Between((b_0 - a_0) * formula(b_0), primitive(b_0) - primitive(a_0), (b_0 - a_0) * formula(a_0)),
            "from a positive bound on",
            by=under.at(g=a_0, h=b_0),
        ),
        cases(
            0 < b_0,
            (
                have(log(b_0) <= b_0 - 1, "below the tangent"),
                have(b_0**2 * log(b_0) <= 0, "factors"),
                have(b_0 * formula(b_0) <= primitive(b_0), "expand"),
                have(primitive(b_0) <= b_0 / 2, "expand"),
            ),
        ),
    ),
    near_misses={
        "with the values exchanged": variant(
            (b_0 - a_0) * beyond(a_0) <= area(b_0) - area(a_0), witness=point({a_0: 0, b_0: 1})
        ),
    },
)
