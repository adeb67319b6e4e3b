"""What an adversary learns: posterior against prior probability when the privacy loss is at most eps.

p is the prior probability of the fact (that the target is in the data, say), eps the largest privacy loss of
an output.  Bayes' rule adds the loss to the log odds, so each bound is attained, by an output with that loss.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.numbers.approx_dp import quantile
from dpsym.numbers.balls import Answer, Number, ball
from dpsym.numbers.registry import (
    Argument,
    Infeasible,
    Options,
    between,
    choice,
    declared,
    evaluator,
    lazily,
    nonnegative,
    positive,
)

P = between(0, 1, "prior probability")
INNER = between(0, 1, "prior probability", "both")
EPS = nonnegative("largest privacy loss, in nats")


def _arrays(name: str) -> Options:
    return {"arrays": lazily("closed", name), "array_guarantee": "relative error at most 2^-47"}


def _moved(p: Number, eps: arb) -> Answer:
    """The posterior p e^eps/(1 - p + p e^eps)."""
    if p in (0, 1):
        return p
    prior = Fraction(p)
    return 1 / (1 + ball((1 - prior) / prior) * (-eps).exp())


@evaluator(
    "posterior.bound",
    "The largest posterior probability at a prior.",
    p=P,
    eps=EPS,
    **_arrays("bound"),
)
def bound(p: Number, eps: Number) -> Answer:
    """p e^eps/(1 - p + p e^eps)."""
    return _moved(p, ball(eps))


@evaluator(
    "posterior.lower",
    "The smallest posterior probability at a prior.",
    p=P,
    eps=EPS,
    **_arrays("lower"),
)
def lower(p: Number, eps: Number) -> Answer:
    """p e^-eps/(1 - p + p e^-eps)."""
    return _moved(p, -ball(eps))


@evaluator(
    "posterior.loss",
    "The privacy loss that moves a prior to a posterior: the change of the log odds.",
    p=INNER,
    posterior=between(0, 1, "posterior probability", "both"),
)
def loss(p: Number, posterior: Number) -> arb:
    """log[posterior (1 - p)/((1 - posterior) p)]; negative for a decrease."""
    x, y = Fraction(p), Fraction(posterior)
    return ball(y * (1 - x) / ((1 - y) * x)).log()


@evaluator(
    "posterior.ratio",
    "The largest ratio of posterior and prior at a prior (at prior 0, its limit e^eps, the largest of all).",
    p=P,
    eps=EPS,
    **_arrays("ratio"),
)
def ratio(p: Number, eps: Number) -> Answer:
    """1/(p + (1 - p) e^-eps)."""
    x = Fraction(p)
    return 1 / (ball(x) + ball(1 - x) * (-ball(eps)).exp())


@evaluator(
    "posterior.lowest_ratio",
    "The smallest ratio of posterior and prior at a prior.",
    p=P,
    eps=EPS,
    **_arrays("lowest_ratio"),
)
def lowest_ratio(p: Number, eps: Number) -> Answer:
    """1/(p + (1 - p) e^eps)."""
    x = Fraction(p)
    return 1 / (ball(x) + ball(1 - x) * ball(eps).exp())


@evaluator(
    "posterior.difference",
    "The largest rise from prior to posterior at a prior.",
    p=P,
    eps=EPS,
    **_arrays("difference"),
)
def difference(p: Number, eps: Number) -> Answer:
    """p (1 - p)(e^eps - 1)/(1 - p + p e^eps): the fall at the prior 1 - p."""
    return _fall(1 - Fraction(p), eps)


@evaluator(
    "posterior.drop",
    "The largest fall from prior to posterior at a prior.",
    p=P,
    eps=EPS,
    **_arrays("drop"),
)
def drop(p: Number, eps: Number) -> Answer:
    """p (1 - p)(1 - e^-eps)/(1 - p + p e^-eps)."""
    return _fall(Fraction(p), eps)


def _fall(p: Fraction, eps: Number) -> Answer:
    if p in (0, 1) or eps == 0:
        return 0
    e = ball(-Fraction(eps))
    return ball(p * (1 - p)) * -e.expm1() / (ball(1 - p) + ball(p) * e.exp())


@evaluator(
    "posterior.largest_difference",
    "The largest rise (and fall) from prior to posterior over all priors.",
    eps=EPS,
)
def largest_difference(eps: Number) -> Answer:
    """tanh(eps/4)."""
    return (ball(eps) * 0.25).tanh()


@evaluator("posterior.worst_prior", "The prior at which the rise to the posterior is the largest.", eps=EPS)
def worst_prior(eps: Number) -> Answer:
    """1/(1 + e^(eps/2)); for the fall it is 1 minus this."""
    return 1 / (1 + (ball(eps) * 0.5).exp())


@evaluator(
    "posterior.loss_for_difference",
    "The largest privacy loss for which posterior and prior differ by at most c, whatever the prior.",
    c=between(0, 1, "largest difference allowed", "high"),
)
def loss_for_difference(c: Number) -> Answer:
    """2 log((1 + c)/(1 - c))."""
    x = Fraction(c)
    return 2 * ball((1 + x) / (1 - x)).log()


@evaluator(
    "posterior.loss_for_ratio",
    "The largest privacy loss for which the ratio of posterior and prior is at most r at a prior.",
    p=INNER,
    r=between(1, 10**400, "largest ratio allowed", "high"),
)
def loss_for_ratio(p: Number, r: Number) -> Answer:
    """log(r (1 - p)/(1 - r p)), when r < 1/p; beyond, any loss keeps the ratio."""
    x, y = Fraction(p), Fraction(r)
    if x * y >= 1:
        raise Infeasible(
            f"no largest loss exists: the ratio is below 1/p, so it never exceeds r = {r} at p = {p}"
        )
    return ball(y * (1 - x) / (1 - y * x)).log()


@evaluator(
    "posterior.disclosure_risk",
    "The posterior probability, at a prior, that an (eps, delta)-DP mechanism exceeds with probability at most "
    "delta2.",
    p=P,
    eps=EPS,
    delta=between(0, 1, "delta of the guarantee", "high"),
    delta2=between(0, 1, "probability with which the posterior may be larger"),
)
def disclosure_risk(p: Number, eps: Number, delta: Number, delta2: Number) -> Answer:
    """The posterior at the loss approx_dp.loss_quantile(eps, delta, delta2)."""
    return _moved(p, ball(quantile(eps, delta, delta2)))


# ------------------------------------------------------------------- Bayesian (eps, delta) curves, by Kifer et al. 2022
REST = choice(
    "the prior on the other records: any, the true record fixed; or known, the target drawn from the prior",
    "any",
    "known",
)


@evaluator(
    "posterior.zcdp_curve",
    "A delta for which, under any rho-zCDP mechanism, the ratio of the posterior to the counterfactual posterior "
    "reaches e^eps with probability at most delta.",
    rho=positive("zero-concentration, in nats"),
    eps=EPS,
    rest=REST,
)
def zcdp_curve(rho: Number, eps: Number, rest: str) -> Answer:
    """e^(-(eps - rho)^2/(4 rho)) for eps > rho, else 1; with the rest known e^-eps times that.  Upper bounds, the
    least over the orders of Markov's inequality.
    """
    r, e = Fraction(rho), Fraction(eps)
    gap = max(e - r, Fraction(0))
    return ball(-gap * gap / (4 * r) - (e if rest == "known" else 0)).exp()


@evaluator(
    "posterior.zcdp_curve_epsilon",
    "The eps at which posterior.zcdp_curve is delta.",
    rho=positive("zero-concentration, in nats"),
    delta=between(0, 1, "probability that the ratio reaches e^eps", "both"),
    rest=REST,
)
def zcdp_curve_epsilon(rho: Number, delta: Number, rest: str) -> Answer:
    """rho + 2 (rho log(1/delta))^(1/2); with the rest known log(1/delta) up to rho, then 2 (...)^(1/2) - rho."""
    r, big = ball(rho), -ball(delta).log()
    far = 2 * (r * big).sqrt()
    if rest == "any":
        return far + r
    return big if big <= r else far - r if big > r else big.union(far - r)


@evaluator(
    "posterior.rdp_curve",
    "A delta for which, under any mechanism with D_order <= gamma, the ratio of the posterior to the counterfactual "
    "posterior reaches e^eps with probability at most delta.",
    order=Argument("order of the divergence", lower=1, lower_open=True),
    gamma=positive("bound on the Renyi divergence, in nats"),
    eps=EPS,
    rest=REST,
)
def rdp_curve(order: Number, gamma: Number, eps: Number, rest: str) -> Answer:
    """e^((order - 1)(gamma - eps)), at most 1; with the rest known e^-eps times that.  Upper bounds."""
    gap = max(Fraction(eps) - Fraction(gamma), Fraction(0))
    return ball(-(Fraction(order) - 1) * gap - (Fraction(eps) if rest == "known" else 0)).exp()


# ------------------------------------------------------------------- models of the data, by Bailie and Gong 2024
DISTANCE = nonnegative("largest distance of two data sets that are possible with the output", default=1)
KEPT = between(
    0, 1, "probability of the data sets that are possible with the output, if the fact holds", "low", 1
)
KEPT_REST = between(0, 1, "the same probability if the fact does not hold", "low", 1)
TILTED = ("bailie.x-tilted", "bailie.x-posterior-odds")


def _after(p: Number, loss: Fraction, kept: Number, kept_rest: Number) -> Answer:
    """p c e^loss/(p c e^loss + (1 - p) c'), c and c' the probabilities of the possible data sets."""
    if p in (0, 1):
        return p
    prior = Fraction(p)
    against = (1 - prior) * Fraction(kept_rest) / (prior * Fraction(kept))
    return 1 / (1 + against) if loss == 0 else 1 / (1 + ball(against) * ball(-loss).exp())


def _distant(name: str) -> Options:
    return {
        "arrays": lazily("distances", name), "array_guarantee": "relative error at most 2^-47",
        "bits": lambda p, eps, distance, *_: 40 + int(Fraction(eps) * Fraction(distance)).bit_length(),
        "rests": TILTED, "p": P, "eps": EPS, "distance": DISTANCE, "kept": KEPT, "kept_rest": KEPT_REST,
    }  # fmt: skip


@evaluator(
    "posterior.highest",
    "The largest posterior probability of a fact about a parameter, whatever the model of the data.",
    **_distant("highest"),
)
def highest(p: Number, eps: Number, distance: Number, kept: Number, kept_rest: Number) -> Answer:
    """The prior odds, times kept/kept_rest, times e^(eps distance): the prior is that given that the data are among the
    possible ones.  Attained by two point masses.
    """
    return _after(p, Fraction(eps) * Fraction(distance), kept, kept_rest)


@evaluator(
    "posterior.lowest",
    "The smallest posterior probability of a fact about a parameter, whatever the model of the data.",
    **_distant("lowest"),
)
def lowest(p: Number, eps: Number, distance: Number, kept: Number, kept_rest: Number) -> Answer:
    """The prior odds, times kept/kept_rest, times e^(-eps distance)."""
    return _after(p, -Fraction(eps) * Fraction(distance), kept, kept_rest)


__all__ = declared(__name__)
