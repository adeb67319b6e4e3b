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

from flint import arb

from dpsym.numbers.balls import Answer, Number, ball
from dpsym.numbers.registry import Infeasible, between, evaluator, find, natural, nonnegative, positive, real
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


def _root(x: Fraction) -> Answer:
    return Fraction(0) if x == 0 else ball(x).sqrt()


@evaluator(
    "correlated.mu",
    "The distance, in standard deviations, of two outputs together whose normal noises are correlated.",
    rests=GAUSS,
    a=A,
    b=B,
    correlation=R,
)
def mu(a: Number, b: Number, correlation: Number) -> Answer:
    """The root of (a^2 - 2 r a b + b^2)/(1 - r^2)."""
    return _root(square(a, b, correlation))


@evaluator(
    "correlated.least_mu",
    "The least distance of two outputs together over all correlations of their noises.",
    rests=GAUSS,
    a=A,
    b=B,
)
def least_mu(a: Number, b: Number) -> Answer:
    """max(|a|, |b|): taken at the smaller over the larger, and where |a| = |b| > 0 only approached."""
    return max(abs(Fraction(a)), abs(Fraction(b)))


@evaluator(
    "correlated.best_r",
    "The correlation at which two outputs together have their least distance.",
    rests=GAUSS,
    a=A,
    b=B,
)
def best_r(a: Number, b: Number) -> Answer:
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
def r_for(a: Number, b: Number, mu: Number) -> Answer:
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
def latent_r(rho: Number, variance: Number) -> Answer:
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
def next_mu(eps: Number, delta: Number, spent: Number) -> Answer:
    """The root of mu_g^2 - spent, where mu_g is the distance with delta(eps) = delta: exact, as the losses are normal."""
    whole = calibrated(eps, delta)
    left = whole * whole - ball(spent)
    if left < 0:
        raise Infeasible(
            f"no budget is left: what exists has mu^2 = {float(spent):.6g}, and the guarantee allows {float(whole * whole):.6g}"
        )
    if not left > 0:
        raise Undecided("what is left cannot be told from 0")
    return left.sqrt()


# ------------------------------------------------------------------------------------- calibrated mechanisms
EPS0 = nonnegative("eps of each mechanism that exists already")
DELTA0 = between(0, 1, "delta of each mechanism that exists already", "both")


def calibrated(eps: Number, delta: Number) -> arb:
    """The distance mu of normal noise with delta(eps) = delta exactly, at the precision in force."""
    known = find("gaussian.sigma")
    assert known is not None
    return 1 / ball(known.answer(eps, delta, 1))


def epsilon_at(mu: arb, delta: Number) -> Answer:
    """The smallest eps for normal laws at the distance mu."""
    known = find("gaussian.epsilon")
    assert known is not None
    return known.answer(1 / mu, delta, 1)


EXISTING = natural("number of mechanisms that exist already", low=0)


@evaluator(
    "correlated.redesign_mu",
    "The distance of one more normal output beside k that are calibrated, such that together they meet a guarantee exactly.",
    rests=("zhang.alg-gaussredesign",),
    eps=EPS,
    delta=DELTA,
    eps0=EPS0,
    delta0=DELTA0,
    existing=EXISTING,
)
def redesign_mu(eps: Number, delta: Number, eps0: Number, delta0: Number, existing: int) -> Answer:
    """The root of mu_g^2 - existing mu_0^2."""
    left = calibrated(eps, delta) ** 2 - existing * calibrated(eps0, delta0) ** 2
    if left < 0:
        raise Infeasible(
            f"no budget is left: {existing} such mechanisms are beyond the guarantee by themselves"
        )
    if not left > 0:
        raise Undecided("what is left cannot be told from 0")
    return left.sqrt()


@evaluator(
    "correlated.redesign_epsilon",
    "The eps of that one more output by itself, at the delta of the guarantee.",
    rests=("zhang.alg-gaussredesign",),
    eps=EPS,
    delta=DELTA,
    eps0=EPS0,
    delta0=DELTA0,
    existing=EXISTING,
)
def redesign_epsilon(eps: Number, delta: Number, eps0: Number, delta0: Number, existing: int) -> Answer:
    """The smallest eps at the distance of correlated.redesign_mu."""
    return epsilon_at(redesign_body(eps, delta, eps0, delta0, existing), delta)


def redesign_body(eps: Number, delta: Number, eps0: Number, delta0: Number, existing: int) -> arb:
    """correlated.redesign_mu as a ball at the precision in force."""
    known = find("correlated.redesign_mu")
    assert known is not None
    return ball(known.answer(eps, delta, eps0, delta0, existing))


@evaluator(
    "correlated.tight_r",
    "The correlation of two of k calibrated normal outputs such that all together meet a guarantee exactly.",
    rests=("zhang.alg-gausscop",),
    eps=EPS,
    delta=DELTA,
    eps0=EPS0,
    delta0=DELTA0,
    k=natural("number of mechanisms", low=2),
)
def tight_r(eps: Number, delta: Number, eps0: Number, delta0: Number, k: int) -> Answer:
    """2 mu_0^2/(mu_g^2 - (k - 2) mu_0^2) - 1, for equal shifts."""
    one = calibrated(eps0, delta0) ** 2
    left = calibrated(eps, delta) ** 2 - (k - 2) * one
    if left <= one:
        raise Infeasible(f"no correlation serves: {k - 1} such mechanisms reach the guarantee by themselves")
    if not left > one:
        raise Undecided("what is left cannot be told from one mechanism")
    return 2 * one / left - 1


@evaluator(
    "correlated.epsilon",
    "The smallest eps of k calibrated normal outputs of which two have correlated noises.",
    rests=(*GAUSS, "zhang.cx-thm3"),
    eps0=EPS0,
    delta0=DELTA0,
    k=natural("number of mechanisms", low=2),
    correlation=R,
    delta=DELTA,
)
def epsilon(eps0: Number, delta0: Number, k: int, correlation: Number, delta: Number) -> Answer:
    """At the distance mu with mu^2 = (k - 2) mu_0^2 + 2 mu_0^2/(1 + r), for equal shifts."""
    one = calibrated(eps0, delta0) ** 2
    return epsilon_at(((k - 2) * one + 2 * one / ball(1 + Fraction(correlation))).sqrt(), delta)


__all__ = [
    "best_r", "calibrated", "epsilon", "epsilon_at", "latent_r", "least_mu", "mu", "next_mu", "r_for", "redesign_epsilon",
    "redesign_mu", "square", "tight_r",
]  # fmt: skip
