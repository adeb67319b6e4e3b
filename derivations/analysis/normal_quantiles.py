"""Quantiles of the standard normal law: the inverse of its distribution function, which rises and is odd about a half."""

from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

a = parameter("a", above=0, below=1, about="a probability")
b = parameter("b", above=0, below=1, about="another probability")
t = parameter("t", about="a point of the line")

value = Theorem(
    title="The normal distribution function at a quantile",
    kind="lemma",
    claim=Eq(Phi(Phi_inv(a)), a),
    near_misses={
        "the number itself": variant(Eq(Phi(a), a), witness=point({a: half})),
        "of the opposite": variant(Eq(Phi(-Phi_inv(a)), a)),
    },
)

of_value = Theorem(
    title="The quantile at a value of the normal distribution function",
    kind="lemma",
    claim=Eq(Phi_inv(Phi(t)), t),
    near_misses={
        "at the opposite point": variant(Eq(Phi_inv(Phi(-t)), t), witness=point({t: 1})),
        "the number itself": variant(Eq(Phi_inv(Phi(t)), Phi(t)), witness=point({t: 0})),
    },
)

rises = Theorem(
    title="A normal quantile rises with the probability",
    kind="lemma",
    claim=Implication(a <= b, Phi_inv(a) <= Phi_inv(b)),
)

rises_strictly = Theorem(
    title="A normal quantile rises strictly with the probability",
    kind="lemma",
    claim=Implication(a < b, Phi_inv(a) < Phi_inv(b)),
)

below = Theorem(
    title="A normal quantile is at most a point where the distribution function is at least the probability",
    kind="lemma",
    claim=Implication(a <= Phi(t), Phi_inv(a) <= t),
    near_misses={
        "strictly": variant(Implication(a <= Phi(t), Phi_inv(a) < t)),
    },
)

above = Theorem(
    title="A normal quantile is at least a point where the distribution function is at most the probability",
    kind="lemma",
    claim=Implication(Phi(t) <= a, t <= Phi_inv(a)),
    near_misses={
        "strictly": variant(Implication(Phi(t) <= a, t < Phi_inv(a))),
    },
)

reflected = Theorem(
    title="The normal quantile at the other probability",
    kind="lemma",
    claim=Eq(Phi_inv(1 - a), -Phi_inv(a)),
    near_misses={
        "at the probability itself": variant(Eq(Phi_inv(a), -Phi_inv(a)), witness=point({a: quarter})),
    },
)

median = Theorem(
    title="The median of the standard normal law",
    kind="lemma",
    claim=Eq(Phi_inv(half), 0),
    near_misses={
        "of a quarter": variant(Eq(Phi_inv(quarter), 0)),
        "at the number itself": variant(Eq(Phi_inv(half), half), witness=point({})),
    },
)
