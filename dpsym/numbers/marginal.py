"""The probability of a release under any model of the data, from the mechanism's law at one data set, or at all.

S is the set of data sets that are possible with the release, `kept` its probability under the model, and `distance` the
largest one from a data set in S to the one whose law is known.  An eps-DP mechanism has at every data set of S a density
within e^(+-eps distance) of the known one, and the density of the release is kept times a mean of them (the paper's lower
bound lacks the factor, and fails without it).  Of an event the masses of its complement are bounded as well, which is
sharper.  Where the mechanism is known at every data set, its least and largest density there bound the mean: the
envelope, which is never wider.

A noisy count (n records of 0 or 1, Laplace noise of scale 1/eps) and n randomised responses are worked out.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from dpsym.numbers.balls import Answer, Number, ball
from dpsym.numbers.registry import (
    Argument,
    Options,
    between,
    declared,
    evaluator,
    lazily,
    natural,
    nonnegative,
    positive,
    real,
)

EPS = nonnegative("bound on the privacy loss between neighbours, in nats")
DISTANCE = nonnegative("largest distance from a possible data set to the one whose law is known", default=1)
KEPT = between(0, 1, "probability of the data sets that are possible with the release", default=1)
DENSITY = nonnegative("density or probability of the release at the known data set")
EVENT = between(0, 1, "probability of the event at the known data set")
N = natural("number of records, each 0 or 1")
T = real("the release")
WEIGHTED, ENVELOPE, COUNT, ANSWERS = (
    ("bailie.x-weighted",), ("bailie.x-envelope",), ("bailie.ex4.4", "bailie.x-weighted"), ("bailie.ex4.5",)
)  # fmt: skip


def _bits(_: Number, eps: Number, distance: Number, *__: object) -> int:
    return 40 + int(Fraction(eps) * Fraction(distance)).bit_length()


def _at_distance(name: str, p: Argument = DENSITY, rests: tuple[str, ...] = WEIGHTED) -> Options:
    return {
        "arrays": lazily("distances", name), "array_guarantee": "relative error at most 2^-47", "bits": _bits,
        "rests": rests, "p": p, "eps": EPS, "distance": DISTANCE, "kept": KEPT,
    }  # fmt: skip


@evaluator(
    "marginal.density_lower",
    "The least density of a release under a model of the data.",
    **_at_distance("marginal_lower"),
)
def density_lower(p: Number, eps: Number, distance: Number, kept: Number) -> Answer:
    """kept p e^(-eps distance)."""
    return ball(Fraction(kept) * Fraction(p)) * ball(-Fraction(eps) * Fraction(distance)).exp()


@evaluator(
    "marginal.density_upper",
    "The largest density of a release under a model of the data.",
    **_at_distance("marginal_upper"),
)
def density_upper(p: Number, eps: Number, distance: Number, kept: Number) -> Answer:
    """kept p e^(eps distance); of an event marginal.event_upper is sharper."""
    return ball(Fraction(kept) * Fraction(p)) * ball(Fraction(eps) * Fraction(distance)).exp()


@evaluator(
    "marginal.event_lower",
    "The least probability of an event that only the possible data sets can lead to.",
    **{
        **_at_distance("event_lower", EVENT, (*WEIGHTED, "bailie.x-ball-envelope")),
        "array_guarantee": "error stated entry by entry, at most 2^-47 of the value and 2^-49 of kept (1 - p) e^x",
    },
)
def event_lower(p: Number, eps: Number, distance: Number, kept: Number) -> Answer:
    """kept max(p e^-x, 1 - (1 - p) e^x), x = eps distance."""
    a, x = Fraction(p), Fraction(eps) * Fraction(distance)
    if a in (0, 1) or x == 0 or kept == 0:
        return a * Fraction(kept)
    e = ball(x)
    return ball(kept) * (ball(a) * (-e).exp()).max(1 - ball(1 - a) * e.exp())


@evaluator(
    "marginal.event_upper",
    "The largest probability of an event that only the possible data sets can lead to.",
    **_at_distance("event_upper", EVENT, (*WEIGHTED, "bailie.x-ball-envelope")),
)
def event_upper(p: Number, eps: Number, distance: Number, kept: Number) -> Answer:
    """kept min(p e^x, 1 - (1 - p) e^-x), x = eps distance."""
    a, x = Fraction(p), Fraction(eps) * Fraction(distance)
    if a in (0, 1) or x == 0 or kept == 0:
        return a * Fraction(kept)
    e = ball(x)
    return ball(kept) * (ball(a) * e.exp()).min(-(-e).expm1() + ball(a) * (-e).exp())


# ------------------------------------------------------------------------------------------------- a noisy count
def _of_count(name: str, rests: tuple[str, ...]) -> Options:
    return {
        "arrays": lazily("distances", name), "array_guarantee": "relative error at most 2^-46", "rests": rests,
        "bits": lambda eps, n, t: 40 + int(Fraction(eps) * (n + abs(Fraction(t)))).bit_length(),
        "eps": positive("privacy of the count: Laplace noise of scale 1/eps"), "n": N, "t": T,
    }  # fmt: skip


def _beside(n: int, t: Fraction) -> Fraction:
    """Distance from t to the nearest of the counts 0..n."""
    nearest = min(max(math.floor(t + Fraction(1, 2)), 0), n)
    return abs(t - nearest)


def _farthest(n: int, t: Fraction) -> Fraction:
    """Distance from t to the farthest of the counts 0..n."""
    return max(abs(t), abs(t - n))


def _laplace(eps: Number, away: Fraction) -> arb:
    e = Fraction(eps)
    return ball(e / 2) * ball(-e * away).exp()


@evaluator(
    "marginal.count_lower",
    "The least density of a noisy count under any model of n records, from the bound at one data set.",
    **_of_count("count_lower", COUNT),
)
def count_lower(eps: Number, n: int, t: Number) -> Answer:
    """(eps/2) e^(-eps (n + distance of t to the nearest count))."""
    return _laplace(eps, n + _beside(n, Fraction(t)))


@evaluator(
    "marginal.count_upper",
    "The largest density of a noisy count under any model of n records, from the bound at one data set.",
    **_of_count("count_upper", COUNT),
)
def count_upper(eps: Number, n: int, t: Number) -> Answer:
    """(eps/2) e^(eps (n - distance of t to the farthest count))."""
    return _laplace(eps, _farthest(n, Fraction(t)) - n)


@evaluator(
    "marginal.count_least",
    "The least density of a noisy count under any model of n records: the envelope of the known mechanism.",
    **_of_count("count_least", ENVELOPE),
)
def count_least(eps: Number, n: int, t: Number) -> Answer:
    """(eps/2) e^(-eps (distance of t to the farthest count))."""
    return _laplace(eps, _farthest(n, Fraction(t)))


@evaluator(
    "marginal.count_greatest",
    "The largest density of a noisy count under any model of n records: the envelope of the known mechanism.",
    **_of_count("count_greatest", ENVELOPE),
)
def count_greatest(eps: Number, n: int, t: Number) -> Answer:
    """(eps/2) e^(-eps (distance of t to the nearest count))."""
    return _laplace(eps, _beside(n, Fraction(t)))


# ---------------------------------------------------------------------------------------------------- randomised bits
@evaluator(
    "marginal.responses_lower",
    "The least probability of n given randomised responses under any model of n bits (also the envelope's).",
    rests=ANSWERS,
    eps=EPS,
    n=N,
)
def responses_lower(eps: Number, n: int) -> Answer:
    """(1 + e^eps)^-n."""
    low = (-ball(eps)).exp()
    return (low / (1 + low)) ** n


@evaluator(
    "marginal.responses_upper",
    "The largest probability of n given randomised responses under any model of n bits (also the envelope's).",
    rests=ANSWERS,
    eps=EPS,
    n=N,
)
def responses_upper(eps: Number, n: int) -> Answer:
    """(1 + e^-eps)^-n."""
    return 1 / (1 + (-ball(eps)).exp()) ** n


__all__ = declared(__name__)
