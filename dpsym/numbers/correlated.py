"""Two outputs with correlated normal noise: their distance, over all correlations, and what is left of a budget.

The outputs have shifts a and b between two states, in standard deviations of their noises, which have correlation r.
The privacy loss of both together is the linear function Delta' Sigma^-1 (y - mean) of a normal vector, and so it is
normal, N(mu^2/2, mu^2), with

    mu^2 = (a^2 - 2 r a b + b^2)/(1 - r^2)  >=  max(a^2, b^2),

with equality at r = b/a for |b| <= |a|: one output is then the other and noise.  Independent noises give a^2 + b^2, and
r lowers that exactly strictly between 0 and 2 a b/(a^2 + b^2); elsewhere it raises it, without bound towards r = +-1, or
towards r = -1 alone where a = b.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpsym.numbers.balls import Number, ball
from dpsym.numbers.registry import Infeasible, between, evaluator, find, nonnegative, positive, real
from dpsym.reals.balls import Undecided

A = real("shift of the first output, in standard deviations of its noise")
B = real("shift of the second output, in standard deviations of its noise")
R = between(-1, 1, "correlation of the noises", "both")
GAUSS = ("zhang.eq-gaussplrv",)
TARGET = nonnegative("distance mu that everything together is to have")
EPS, DELTA = nonnegative("privacy loss, in nats"), between(0, 1, "delta of the guarantee", "both")


def square(a: Number, b: Number, r: Number) -> Fraction:
    """mu^2, exactly."""
    x, y, c = Fraction(a), Fraction(b), Fraction(r)
    return (x * x - 2 * c * x * y + y * y) / (1 - c * c)


def _root(x: Fraction) -> Any:
    return Fraction(0) if x == 0 else ball(x).sqrt()


@evaluator(
    "correlated.mu",
    "The distance, in standard deviations, of two outputs together whose normal noises are correlated.",
    rests=GAUSS,
    a=A,
    b=B,
    correlation=R,
)
def mu(a: Number, b: Number, correlation: Number) -> Any:
    """The root of (a^2 - 2 r a b + b^2)/(1 - r^2)."""
    return _root(square(a, b, correlation))


@evaluator(
    "correlated.least_mu",
    "The least distance of two outputs together over all correlations of their noises.",
    rests=GAUSS,
    a=A,
    b=B,
)
def least_mu(a: Number, b: Number) -> Any:
    """max(|a|, |b|): taken at the smaller over the larger, and where |a| = |b| > 0 only approached."""
    return max(abs(Fraction(a)), abs(Fraction(b)))


@evaluator(
    "correlated.best_r",
    "The correlation at which two outputs together have their least distance.",
    rests=GAUSS,
    a=A,
    b=B,
)
def best_r(a: Number, b: Number) -> Any:
    """The shift that is smaller in size over the other one."""
    x, y = sorted((Fraction(a), Fraction(b)), key=abs)
    if abs(x) == abs(y):
        if x == 0:
            return Fraction(0)
        raise Infeasible(f"shifts of one size: the distance falls all the way to the correlation {1 if x == y else -1}, which "
                         "is not taken")  # fmt: skip
    return x / y


@evaluator(
    "correlated.r_for",
    "The correlation with which two outputs together have a given distance: the larger of the two.",
    rests=("zhang.alg-gausscop",),
    a=A,
    b=B,
    mu=TARGET,
)
def r_for(a: Number, b: Number, mu: Number) -> Any:
    """The larger root of mu^2 r^2 - 2 a b r + a^2 + b^2 - mu^2."""
    x, y, m = Fraction(a), Fraction(b), Fraction(mu)
    if m < max(abs(x), abs(y)) or (m == abs(x) == abs(y) and m):
        raise Infeasible(
            f"no correlation serves: the distance of both together is at least {float(max(abs(x), abs(y))):.6g}"
            + (", and above it" if abs(x) == abs(y) else "")
        )
    if m == 0:
        return Fraction(0)
    inner = (m * m - x * x) * (m * m - y * y)
    if inner == 0:
        return x * y / (m * m)
    if abs(x) == abs(y):  # the root is rational, and the larger one may be the excluded end 1
        first = (x * y + (m * m - x * x)) / (m * m)
        return first if abs(first) < 1 else (x * y - (m * m - x * x)) / (m * m)
    return (ball(x * y) + ball(inner).sqrt()) / ball(m * m)


@evaluator(
    "correlated.latent_r",
    "The correlation of the noises that the paper's sampler PsedR gives, from its rho and the variance of its latent noise.",
    rests=("zhang.alg-psedr",),
    rho=between(-1, 1, "parameter of the sampler", "both"),
    variance=positive("variance of the latent noise"),
)
def latent_r(rho: Number, variance: Number) -> Any:
    """rho s/(rho^2 s^2 + 1 - rho^2)^(1/2), s^2 the variance; rho itself only where that is 1."""
    p, v = Fraction(rho), Fraction(variance)
    if p == 0 or v == 1:
        return p
    size = (ball(p * p * v) / ball(p * p * v + 1 - p * p)).sqrt()
    return size if p > 0 else -size


@evaluator(
    "correlated.next_mu",
    "The largest distance of one more normal output such that everything together is (eps, delta)-private.",
    rests=("zhang.alg-gaussredesign",),
    eps=EPS,
    delta=DELTA,
    spent=nonnegative("mu^2 of the outputs that exist already, all together"),
)
def next_mu(eps: Number, delta: Number, spent: Number) -> Any:
    """The root of mu_g^2 - spent, where mu_g is the distance with delta(eps) = delta: exact, as the losses are normal."""
    calibrated = find("gaussian.sigma")
    assert calibrated is not None
    whole = 1 / ball(calibrated.body(eps, delta, 1))
    left = whole * whole - ball(spent)
    if left < 0:
        raise Infeasible(
            f"no budget is left: what exists has mu^2 = {float(spent):.6g}, and the guarantee allows {float(whole * whole):.6g}"
        )
    if not left > 0:
        raise Undecided("what is left cannot be told from 0")
    return left.sqrt()


__all__ = ["best_r", "latent_r", "least_mu", "mu", "next_mu", "r_for", "square"]
