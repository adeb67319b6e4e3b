"""Approximate differential privacy: what (eps, delta)-DP, both ways round, implies; each is attained.

Merging outcomes keeps the guarantee, so two or three outcomes give every worst case:

    loss above eps2    t = P(A), Q(A) < e^-eps2 t: t <= delta/(1 - e^(eps - eps2)) from the event A if eps < eps2,
                       t <= (e^eps - 1 + delta)/(e^eps - e^-eps2) from its complement with the laws exchanged
    loss beyond +-eps2 two tails t and e^-eps2 t: delta (1 + e^-eps2)/(1 - e^(eps - eps2)), at most 1
    power at a level   min(e^eps alpha + delta, 1 - e^-eps (1 - delta - alpha), 1)
    correct answers    at the prior p of the second law, p power + (1 - p)(1 - level) is largest at a corner of that curve
    squared error      the pair whose outputs have the ratios e^eps, e^-eps, 0 and oo only leaves of p (1 - p), whatever the
                       prior p, (1 - delta)/(1 + 4 p (1 - p) sinh(eps/2)^2)
    logarithmic score  by the same pair: 1 - delta of what randomised response gains, and delta of the entropy
    area               the curve has the corners (0, delta), (a, 1 - a), (1 - delta, 1), a = (1 - delta)/(1 + e^eps), and above
                       it is the area of two triangles, (1 - delta) a together
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.numbers.balls import Answer, Number, ball
from dpsym.numbers.registry import (
    Infeasible,
    between,
    choice,
    declared,
    evaluator,
    nonnegative,
    of_tradeoff,
    renamed,
)
from dpsym.reals.balls import Undecided

EPS = nonnegative("privacy loss of the guarantee, in nats")
DELTA = between(0, 1, "delta of the guarantee")
EPS2 = nonnegative("a larger privacy loss, in nats")


def _larger(eps: Number, eps2: Number) -> None:
    if not eps2 > eps:
        raise ValueError(f"the value {eps2} of eps2 is outside its domain: eps < eps2, where eps is {eps}")


@evaluator(
    "approx_dp.loss_tail",
    "The largest probability that the loss of an (eps, delta)-DP mechanism exceeds eps2.",
    eps=EPS,
    delta=DELTA,
    eps2=nonnegative("privacy loss, in nats; more than eps in the published form"),
    form=choice("the least bound, or the published one, delta/(1 - e^(eps - eps2))", "optimum", "published"),
)
def loss_tail(eps: Number, delta: Number, eps2: Number, form: str) -> Answer:
    """The optimum is the lesser of both bounds above (the first needs eps < eps2); all are capped at 1."""
    if form == "published":
        _larger(eps, eps2)
    if delta == 0 and eps2 >= eps:
        return 0
    d, e, f = ball(delta), ball(eps), ball(eps2)
    found = arb(1)
    if eps2 > eps:
        found = (-d / (e - f).expm1()).min(found)
    if form == "published" or (eps == 0 == eps2):
        return found
    return found.min((e.expm1() + d) / (e.exp() - (-f).exp()))


def quantile(eps: Number, delta: Number, delta2: Number) -> Answer:
    """The smallest eps2 that the loss exceeds with probability at most delta2."""
    if delta2 == 1 or eps == 0 == delta:
        return 0
    if not delta2 > delta and delta != 0:
        raise Infeasible(
            f"no eps2 serves delta2 = {delta2}: it has to exceed delta, which is {delta}, because a loss may be "
            "infinite with probability delta"
        )
    d, d2 = Fraction(delta), Fraction(delta2)
    e = ball(eps)
    first = e if d == 0 else e - ball((d2 - d) / d2).log()
    rest = (ball(1 - d) - e.exp() * ball(1 - d2)) / (ball(d2) if d2 else 1)
    if not rest > 0:  # only the first bound serves, or this precision cannot tell and the first is close
        if rest < 0 or d2 == 0:
            return first
        raise Undecided("the two bounds of the loss cannot be told apart")
    return first.min(-rest.log())


@evaluator(
    "approx_dp.loss_quantile",
    "The smallest eps2 that the loss of every (eps, delta)-DP mechanism exceeds with probability at most delta2.",
    eps=EPS,
    delta=between(0, 1, "delta of the guarantee", "high"),
    delta2=between(0, 1, "probability with which the loss may be larger"),
)
def loss_quantile(eps: Number, delta: Number, delta2: Number) -> Answer:
    """The lesser of eps - log(1 - delta/delta2) and -log[(1 - delta - e^eps (1 - delta2))/delta2]."""
    return quantile(eps, delta, delta2)


@evaluator(
    "approx_dp.probabilistic",
    "The largest probability that the loss of an (eps, delta)-DP mechanism leaves [-eps2, eps2].",
    eps=EPS,
    delta=DELTA,
    eps2=EPS2,
)
def probabilistic(eps: Number, delta: Number, eps2: Number) -> Answer:
    """delta (1 + e^-eps2)/(1 - e^(eps - eps2)), at most 1."""
    _larger(eps, eps2)
    if delta == 0:
        return 0
    f = ball(eps2)
    return (-ball(delta) * (1 + (-f).exp()) / (ball(eps) - f).expm1()).min(arb(1))


@evaluator(
    "approx_dp.probabilistic_epsilon",
    "The smallest eps2 such that the loss of every (eps, delta)-DP mechanism is within [-eps2, eps2] with "
    "probability at least 1 - delta2.",
    eps=EPS,
    delta=between(0, 1, "delta of the guarantee", "high"),
    delta2=between(0, 1, "probability with which the loss may leave the interval", "low"),
)
def probabilistic_epsilon(eps: Number, delta: Number, delta2: Number) -> Answer:
    """log((delta2 e^eps + delta)/(delta2 - delta)); 0 at delta2 = 1."""
    if delta2 == 1:
        return 0
    if delta == 0:
        return eps
    if not delta2 > delta:
        raise Infeasible(
            f"no eps2 serves delta2 = {delta2}: it has to exceed delta, which is {delta}; a loss may be infinite "
            "with probability delta"
        )
    e, d, d2 = ball(eps), ball(delta), ball(delta2)
    return e + ((d2 + d * (-e).exp()) / (d2 - d)).log()


@evaluator(
    "approx_dp.power",
    "The largest power of a test at level alpha against any (eps, delta)-DP mechanism.",
    eps=EPS,
    delta=DELTA,
    alpha=between(0, 1, "level: the probability of rejecting wrongly"),
)
def power(eps: Number, delta: Number, alpha: Number) -> Answer:
    """min(e^eps alpha + delta, 1 - e^-eps (1 - delta - alpha), 1)."""
    x, d = Fraction(alpha), Fraction(delta)
    if x == 0:
        return d
    if x + d >= 1:
        return 1
    e = ball(eps)
    return (e.exp() * ball(x) + ball(d)).min(1 - (-e).exp() * ball(1 - d - x))


@evaluator(
    "approx_dp.tradeoff",
    "The trade-off function of (eps, delta)-DP: the smallest probability of missing at level alpha.",
    eps=EPS,
    delta=DELTA,
    alpha=between(0, 1, "level: the probability of rejecting wrongly"),
)
def tradeoff(eps: Number, delta: Number, alpha: Number) -> Answer:
    """max(1 - delta - e^eps alpha, e^-eps (1 - delta - alpha), 0)."""
    x, d = Fraction(alpha), Fraction(delta)
    if x + d >= 1:
        return 0
    if x == 0:
        return 1 - d
    e = ball(eps)
    return (ball(1 - d) - e.exp() * ball(x)).max((-e).exp() * ball(1 - d - x))


@evaluator(
    "approx_dp.advantage",
    "The largest membership advantage (total variation distance) of any (eps, delta)-DP mechanism.",
    eps=EPS,
    delta=DELTA,
)
def advantage(eps: Number, delta: Number) -> Answer:
    """(e^eps - 1 + 2 delta)/(e^eps + 1) = tanh(eps/2) + 2 delta/(e^eps + 1)."""
    if eps == 0:
        return delta
    e = ball(eps)
    return (e * 0.5).tanh() + 2 * ball(delta) / (1 + e.exp())


@evaluator(
    "approx_dp.accuracy",
    "The largest probability of a correct answer of an attack on two laws, over all (eps, delta)-DP mechanisms.",
    rests=("zhang.ext-auc",),
    eps=EPS,
    delta=DELTA,
    p=between(
        0, 1, "prior probability of the second law; at 1/2 it is also the area of a pooled membership attack"
    ),
)
def accuracy(eps: Number, delta: Number, p: Number) -> Answer:
    """max((e^eps + delta)/(1 + e^eps), 1 - p + p delta, p + (1 - p) delta); the extremal pair attains it."""
    prior, d = Fraction(p), Fraction(delta)
    unaware = max(prior, 1 - prior) + min(prior, 1 - prior) * d
    if eps == 0 or d == 1 or prior in (0, 1):
        return unaware
    return (1 - ball(1 - d) / (1 + ball(eps).exp())).max(ball(unaware))


@evaluator(
    "approx_dp.auc",
    "The largest area under the power curve of two laws, over all (eps, delta)-DP mechanisms.",
    eps=EPS,
    delta=DELTA,
)
def auc(eps: Number, delta: Number) -> Answer:
    """1 - (1 - delta)^2/(1 + e^eps); no score of the outputs has a larger area than the power curve."""
    rest = (1 - Fraction(delta)) ** 2
    return 1 - rest / 2 if eps == 0 or rest == 0 else 1 - ball(rest) / (1 + ball(eps).exp())


PRIOR = between(0, 1, "prior probability of the first state")


@evaluator(
    "approx_dp.squared_gain",
    "The most by which a release of an (eps, delta)-DP mechanism lowers the mean squared error of a guess of one of two "
    "states, 1 and 0.",
    rests=("zhang.def-proper", "zhang.ex-mse"),
    eps=EPS,
    delta=DELTA,
    p=PRIOR,
)
def squared_gain(eps: Number, delta: Number, p: Number) -> Answer:
    """p (1 - p) (1 - (1 - delta)/(1 + 4 p (1 - p) sinh(eps/2)^2)); randomised response attains it."""
    prior, d = Fraction(p), Fraction(delta)
    spread = prior * (1 - prior)
    if eps == 0 or d == 1 or spread == 0:
        return spread * d
    return ball(spread) * (1 - ball(1 - d) / (1 + ball(4 * spread) * (ball(eps) / 2).sinh() ** 2))


@evaluator(
    "approx_dp.logarithmic_gain",
    "The most by which a release of an (eps, delta)-DP mechanism lowers the mean logarithmic score of a guess of one of "
    "two states: the most that it tells about the state, in nats.",
    rests=("zhang.def-proper", "zhang.ex-log"),
    eps=EPS,
    delta=DELTA,
    p=PRIOR,
)
def logarithmic_gain(eps: Number, delta: Number, p: Number) -> Answer:
    """delta h(p) + (1 - delta) (h(p a + (1 - p)(1 - a)) - h(a)), a = 1/(1 + e^-eps), h the entropy of a coin."""
    prior, d = Fraction(p), Fraction(delta)
    if prior in (0, 1) or (d == 0 and eps == 0):
        return 0
    revealed = ball(d) * _entropy(ball(prior)) if d else arb(0)
    if eps == 0 or d == 1:
        return revealed
    truth = 1 / (1 + (-ball(eps)).exp())
    said = ball(prior) * truth + ball(1 - prior) * (1 - truth)
    return revealed + ball(1 - d) * (_entropy(said) - _entropy(truth))


def _entropy(x: arb) -> arb:
    """The entropy of a coin that shows its face with this probability, in nats."""
    return -x * x.log() - (1 - x) * (1 - x).log()


level, pbdp_epsilon = of_tradeoff("approx_dp", delta="delta2")
pbdp = renamed(
    "approx_dp.pbdp",
    "approx_dp.loss_tail",
    "The smallest delta for which every (eps, delta)-DP mechanism is (eps2, delta)-probabilistically bounded, under "
    "all post-processing.",
    lambda eps, delta, eps2: (eps, delta, eps2, "optimum"),
    eps=EPS,
    delta=DELTA,
    eps2=nonnegative("privacy loss of the bound, in nats"),
)


__all__ = declared(__name__)
