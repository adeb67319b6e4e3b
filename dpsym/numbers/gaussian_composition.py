"""Composition of Gaussian mechanisms with different noise: it is one Gaussian mechanism.

The loss of a part with mu_i = sensitivity/sigma is N(mu_i^2/2, mu_i^2) and losses add, so together the parts are the
Gaussian mechanism with mu^2 = sum mu_i^2.  A part is given by mu_i^2, as in discrete_gaussian_composition.  mu may be
irrational: a quantity that rises or falls with mu (a mechanism with more noise is a post-processing of one with
less) is enclosed by its values at two rational mu, one on each side, as close as the precision in force; the law of
the loss has mu as a ball.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from dpsym.numbers import gaussian
from dpsym.numbers.balls import Answer, Input, Number, ball, exact_rational
from dpsym.numbers.gaussian import HALF, tail, tail_inverse
from dpsym.numbers.registry import (
    EXACT,
    Argument,
    Call,
    Options,
    between,
    declared,
    evaluator,
    evaluators_of,
    positive,
    real,
)
from dpsym.reals.balls import hull
from dpsym.reals.precision import working_bits

Parts = tuple[tuple[Fraction, int], ...]


def read_parts(value: Input, name: str, largest: int | None = None) -> Parts:
    """[x, ...] or [[x, count], ...], or their text: "0.01, 1/300 * 4"; each x positive and at most `largest`."""
    if isinstance(value, str):
        value = [x.split("*") for x in value.strip("[] ").split(",")]
    if not isinstance(value, list | tuple):
        raise ValueError(f"the value of {name} is not a list of parts: {value!r}")
    found = []
    for row in value:
        square, count = row if isinstance(row, list | tuple) and len(row) == 2 else (row, 1)
        if isinstance(square, list | tuple) and len(square) == 1:
            square = square[0]
        square, count = (
            Fraction(exact_rational(square, f"an entry of {name}")),
            exact_rational(count, f"a count in {name}"),
        )
        if not square > 0 or (largest is not None and square > largest):
            end = "" if largest is None else f" <= {largest}"
            raise ValueError(f"the entry {square} of {name} is outside its domain: 0 < entry{end}")
        if count != int(count) or not 1 <= count <= 10**6:
            raise ValueError(f"the count {count} in {name} is outside its domain: 1 <= count <= 1000000")
        found.append((square, int(count)))
    if not found:
        raise ValueError(f"the value of {name} holds no part")
    return tuple(found)


PARTS = Argument(
    "the parts: mu^2 = (sensitivity/sigma)^2 of each answer, which is twice its rho as zCDP, with a count where repeated",
    read=read_parts,
    shape="mu^2, ... or mu^2 * count, ..., with 0 < mu^2",
)


def square_of(parts: Parts) -> Fraction:
    """mu^2."""
    return sum((square * count for square, count in parts), Fraction(0))


def sides_of(parts: Parts, bits: int) -> tuple[Fraction, Fraction]:
    """Two rational numbers around mu, equal where mu is rational, else 2^-bits apart relative to it."""
    square = square_of(parts)
    size, below = square.numerator * square.denominator, square.denominator  # mu = size^(1/2)/below
    root = math.isqrt(size)
    if root * root == size:
        return Fraction(root, below), Fraction(root, below)
    shift = max(bits - size.bit_length() // 2, 0)
    root = math.isqrt(size << 2 * shift)
    return Fraction(root, below << shift), Fraction(root + 1, below << shift)


def mu_of(parts: Parts) -> arb:
    """mu of the one Gaussian mechanism that the parts are together, as a ball."""
    return ball(square_of(parts)).sqrt()


def _declared(quantity: str) -> Call:
    """The quantity of gaussian, which rises or falls with mu."""
    other = evaluators_of(gaussian)[quantity]
    kept: Options = {a.name: a for a in other.arguments if a.name not in ("sigma", "sensitivity")}
    starts = other.bits

    def body(parts: Parts, *values: Number) -> Answer:
        less, more = (other.answer(1 / mu, *values, 1) for mu in sides_of(parts, working_bits() + 32))
        return hull(less, more) if type(less) is arb or type(more) is arb or less != more else less

    def bits(parts: Parts, *values: Number) -> int:
        assert starts is not None
        return 8 + starts(1 / sides_of(parts, 60)[0], *values, 1)

    body.__name__ = quantity
    body.__doc__ = f"{other.body.__doc__}\n\nComputed by gaussian.{quantity}."
    return evaluator(
        f"gaussian_composition.{quantity}",
        other.about.replace("the Gaussian mechanism", "the composition").replace(
            "the mechanism", "the composition"
        ),
        bits=None if starts is None else bits,
        guarantee=other.guarantee,
        parts=PARTS,
        **kept,
    )(body)


delta, epsilon = _declared("delta"), _declared("epsilon")
power, tradeoff, level = _declared("power"), _declared("tradeoff"), _declared("level")
pbdp, pbdp_epsilon = _declared("pbdp"), _declared("pbdp_epsilon")
advantage = _declared("advantage")


@evaluator(
    "gaussian_composition.loss_tail",
    "The probability that the privacy loss exceeds t.",
    parts=PARTS,
    t=real("privacy loss, in nats"),
)
def loss_tail(parts: Parts, t: Number) -> arb:
    """Q(t/mu - mu/2): the loss is N(mu^2/2, mu^2)."""
    mu = mu_of(parts)
    return tail(ball(t) / mu - mu * HALF)


@evaluator(
    "gaussian_composition.loss_quantile",
    "The privacy loss that is exceeded with probability q.",
    parts=PARTS,
    q=between(0, 1, "probability", "both"),
)
def loss_quantile(parts: Parts, q: Number) -> Answer:
    """mu^2/2 + mu Q^-1(q)."""
    if 2 * Fraction(q) == 1:
        return square_of(parts) / 2
    return ball(square_of(parts)) * HALF + mu_of(parts) * tail_inverse(q)


@evaluator(
    "gaussian_composition.renyi",
    "The Renyi divergence of the two output laws.",
    guarantee=EXACT,
    parts=PARTS,
    order=positive("order of the divergence; 1 gives the Kullback-Leibler divergence"),
)
def renyi(parts: Parts, order: Number) -> Fraction:
    """order mu^2/2."""
    return Fraction(order) * square_of(parts) / 2


@evaluator(
    "gaussian_composition.rho",
    "The zero-concentration of the composition: the smallest rho for which it is rho-zCDP.",
    guarantee=EXACT,
    parts=PARTS,
)
def rho(parts: Parts) -> Fraction:
    """mu^2/2."""
    return square_of(parts) / 2


__all__ = declared(__name__)
