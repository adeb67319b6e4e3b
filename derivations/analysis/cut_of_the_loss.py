"""Bounds on the normal tail: at half of an exponential, and beyond the cut of a loss."""

from dpsym.derivations.analysis.normal_tails import between, rises
from dpsym.derivations.vocabulary import eps, half
from dpsym.language import *

eps = eps.ranging(above=0, at_most=1)
u = parameter("u", at_least=0, about="standard deviations from the mean")

c = parameter(
    "c", above=0, about="the standard deviation of the noise times the loss, over the distance of the inputs"
)

tail = Theorem(
    title="Half of the square exponential bounds the normal tail",
    kind="lemma",
    claim=Phi(-u) <= exp(-(u**2) / 2) / 2,
    near_misses={
        "the other tail": variant(Phi(u) <= exp(-(u**2) / 2) / 2, witness=point({u: 1})),
    },
)

slope = Theorem(
    title="The normal distribution function rises less than its argument",
    kind="lemma",
    claim=Phi(u) <= half + u,
    near_misses={
        "from 0": variant(Phi(u) <= u, witness=point({u: 0})),
        "the other tail": variant(Phi(u) <= half - u, witness=point({u: 1})),
    },
)

cut = eps / (2 * c) - c

beyond = Theorem(
    title="The normal tail beyond the cut of the loss",
    kind="lemma",
    claim=Phi(cut) <= Rational(5, 4) * exp(-(c**2) / 2),
    derivation=cases(
        1 <= Rational(5, 4) * exp(-(c**2) / 2),
        have(Phi(cut) <= 1, "a probability", by=between.at(x=cut)),
        cases(
            eps <= 2 * c**2,
            (
                have(0 <= c - eps / (2 * c), "the cut lies below the mean"),
                have(
                    Phi(-(c - eps / (2 * c))) <= exp(-((c - eps / (2 * c)) ** 2) / 2) / 2,
                    "the tail",
                    by=tail.at(u=c - eps / (2 * c)),
                ),
                have(
                    exp(-((c - eps / (2 * c)) ** 2) / 2) / 2 <= Rational(5, 4) * exp(-(c**2) / 2),
                    "the square of the cut is at least that of c, less eps",
                ),
                have(Eq(Phi(cut), Phi(-(c - eps / (2 * c)))), "the same cut"),
            ),
            (
                have(Rational(2, 3) <= c, "five quarters of the exponential is below 1"),
                have(c**2 <= Rational(1, 2), "eps is at most 1"),
                have(cut <= Rational(1, 10), "near the mean"),
                have(
                    Phi(cut) <= Phi(Rational(1, 10)), "the tail rises", by=rises.at(s=cut, t=Rational(1, 10))
                ),
                have(
                    Phi(Rational(1, 10)) <= half + Rational(1, 10),
                    "its slope is below 1",
                    by=slope.at(u=Rational(1, 10)),
                ),
                have(exp(-Rational(1, 4)) <= exp(-(c**2) / 2), "the exponential rises"),
                have(Rational(24, 25) <= Rational(5, 4) * exp(-Rational(1, 4)), "its value"),
            ),
        ),
    ),
    near_misses={
        "the cut at the mean of the loss": variant(
            Phi(eps / (2 * c)) <= Rational(5, 4) * exp(-(c**2) / 2), witness=point({eps: 1, c: 2})
        ),
        "a loss of 10": variant(Phi(5 / c - c) <= Rational(5, 4) * exp(-(c**2) / 2)),
    },
)
