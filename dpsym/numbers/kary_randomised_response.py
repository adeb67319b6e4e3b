"""k-ary randomised response: the true one of k values with probability e^eps0/(e^eps0 + k - 1), else another.

With E = e^eps0 and n = E + k - 1 the two laws have masses E/n and 1/n at one value, 1/n and E/n at another, and
equal masses elsewhere: the loss is eps0, 0 or -eps0.  The pair is symmetric under exchanging the laws.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.numbers.balls import Answer, Number, ball
from dpsym.numbers.registry import (
    EXACT,
    Infeasible,
    between,
    declared,
    evaluator,
    lazily,
    natural,
    nonnegative,
    of_tradeoff,
    positive,
    real,
)
from dpsym.reals.balls import Undecided

EPS0 = positive("privacy loss of a response, in nats")
K = natural("number of values", low=2)
EPS = nonnegative("privacy loss, in nats")
DELTA = between(0, 1, "delta of the guarantee", "high")
ALPHA = between(0, 1, "level: the probability of rejecting wrongly")
ORDER = positive("order of the divergence; 1 gives the Kullback-Leibler divergence")


def delta_of(eps0: Number, k: int, eps: Number) -> Answer:
    """delta(eps) of the pair, both losses in nats; 0 from eps0 on."""
    if eps >= eps0:
        return 0
    e = ball(eps0)
    return -ball(Fraction(eps) - Fraction(eps0)).expm1() / (1 + (k - 1) * (-e).exp())


def curve(eps0: Number, k: int, alpha: Number) -> tuple[Answer, Answer]:
    """(power, 1 - power)."""
    x = Fraction(alpha)
    if x in (0, 1):
        return x, 1 - x
    e = ball(eps0)
    growth = e.exp()
    n = growth + k - 1
    low, first, last = ball(x) * growth, 1 / n, (k - 1) / n
    if ball(x) <= first:
        return low, 1 - low
    if ball(x) >= last:
        rest = (-e).exp() * ball(1 - x)
        return 1 - rest, rest
    if ball(x) > first and ball(x) < last:
        return (growth - 1) / n + ball(x), ball(1 - x) - (growth - 1) / n
    raise Undecided("the level cannot be told from where the curve bends")


@evaluator(
    "kary_randomised_response.delta",
    "The smallest delta for which the mechanism is (eps, delta)-differentially private.",
    arrays=lazily("closed", "response_delta"),
    array_guarantee="relative error at most 2^-47",
    eps0=EPS0,
    k=K,
    eps=EPS,
)
def delta(eps0: Number, k: int, eps: Number) -> Answer:
    """(e^eps0 - e^eps)/(e^eps0 + k - 1), at least 0."""
    return delta_of(eps0, k, eps)


@evaluator(
    "kary_randomised_response.epsilon",
    "The smallest eps for which the mechanism is (eps, delta)-differentially private.",
    eps0=EPS0,
    k=K,
    delta=DELTA,
)
def epsilon(eps0: Number, k: int, delta: Number) -> Answer:
    """log(e^eps0 - delta (e^eps0 + k - 1)), at least 0."""
    if delta == 0:
        return eps0
    e = ball(eps0)
    left = 1 - ball(delta) * (1 + (k - 1) * (-e).exp())  # e^(eps - eps0)
    found = left.log() + e if left > 0 else arb(-1) if left <= 0 else None
    if found is None:
        raise Undecided("delta cannot be told from the largest")
    return 0 if found <= 0 else found.max(arb(0))


@evaluator(
    "kary_randomised_response.eps0",
    "The largest eps0 for which the mechanism is (eps, delta)-differentially private.",
    eps=EPS,
    k=K,
    delta=DELTA,
)
def eps0(eps: Number, k: int, delta: Number) -> Answer:
    """log[(e^eps + delta (k - 1))/(1 - delta)]."""
    if delta == 0:
        if eps == 0:
            raise Infeasible("no response gives eps = 0 with delta = 0: it would have to be pure noise")
        return eps
    e, d = ball(eps), ball(delta)
    # log[(e^eps + delta (k - 1))/(1 - delta)]
    return e + (d * (k - 1) * (-e).exp()).log1p() - (-d).log1p()


@evaluator(
    "kary_randomised_response.power",
    "The largest power of a test of two values at level alpha.",
    eps0=EPS0,
    k=K,
    alpha=ALPHA,
)
def power(eps0: Number, k: int, alpha: Number) -> Answer:
    """e^eps0 alpha, (e^eps0 - 1)/n + alpha, 1 - e^-eps0 (1 - alpha), changing at 1/n and (k - 1)/n."""
    return curve(eps0, k, alpha)[0]


@evaluator(
    "kary_randomised_response.tradeoff",
    "The trade-off function: the smallest probability of missing, of a test at level alpha; its own inverse.",
    eps0=EPS0,
    k=K,
    alpha=ALPHA,
)
def tradeoff(eps0: Number, k: int, alpha: Number) -> Answer:
    """1 - power, with full relative accuracy where the power is near 1."""
    return curve(eps0, k, alpha)[1]


@evaluator(
    "kary_randomised_response.advantage",
    "The membership advantage: the total variation distance of the two output laws.",
    eps0=EPS0,
    k=K,
)
def advantage(eps0: Number, k: int) -> Answer:
    """(e^eps0 - 1)/(e^eps0 + k - 1)."""
    return delta_of(eps0, k, 0)


@evaluator(
    "kary_randomised_response.renyi",
    "The Renyi divergence of the two output laws.",
    eps0=EPS0,
    k=K,
    order=ORDER,
)
def renyi(eps0: Number, k: int, order: Number) -> arb:
    """log[(e^(a eps0) + e^((1-a) eps0) + k - 2)/(e^eps0 + k - 1)]/(a - 1), its limit at 1."""
    e, a = ball(eps0), Fraction(order)
    n = e.exp() + k - 1
    if a == 1:
        return e * e.expm1() / n
    # sum of masses less 1: [e^(a e) - e^e + e^((1-a) e) - 1]/n = (e^(a e) - 1)(1 - e^((1-a) e))/n
    s, t = ball(a * Fraction(eps0)), ball((1 - a) * Fraction(eps0))
    return (s.expm1() * -t.expm1() / n).log1p() / ball(a - 1)


@evaluator(
    "kary_randomised_response.loss_tail",
    "The probability that the privacy loss exceeds t.",
    eps0=EPS0,
    k=K,
    t=real("privacy loss, in nats"),
)
def loss_tail(eps0: Number, k: int, t: Number) -> Answer:
    """The loss is eps0 with probability e^eps0/n, -eps0 with 1/n, else 0."""
    if t >= eps0:
        return 0
    if t < -Fraction(eps0):
        return 1
    n = ball(eps0).exp() + k - 1
    return ball(eps0).exp() / n if t >= 0 else 1 - 1 / n


@evaluator(
    "kary_randomised_response.loss_quantile",
    "The smallest privacy loss that is exceeded with probability at most q.",
    guarantee=EXACT,
    eps0=EPS0,
    k=K,
    q=between(0, 1, "probability", "both"),
)
def loss_quantile(eps0: Number, k: int, q: Number) -> Answer:
    """-eps0 for q >= 1 - 1/n, else 0 for q >= e^eps0/n and k > 2, else eps0."""
    growth, level = ball(eps0).exp(), ball(q)
    n = growth + k - 1
    for loss, above in ((-Fraction(eps0), 1 - 1 / n), (Fraction(0), growth / n)):
        if loss == 0 and k == 2:
            continue
        if level >= above:
            return loss
        if not level < above:
            raise Undecided("q cannot be told from the probability of a loss")
    return eps0


@evaluator(
    "kary_randomised_response.pbdp",
    "The smallest delta for which the mechanism is (eps, delta)-probabilistically bounded, under all "
    "post-processing.",
    eps0=EPS0,
    k=K,
    eps=positive("privacy loss, in nats"),
)
def pbdp(eps0: Number, k: int, eps: Number) -> Answer:
    """The power delta = e^eps alpha at a level alpha; 0 from eps = eps0 on."""
    if eps >= eps0:
        return 0
    e, x = ball(eps0), ball(eps)
    n = e.exp() + k - 1
    found = (-e).expm1() / (
        -(e + x)
    ).expm1()  # where the line of slope e^-eps0 has power e^eps times the level
    return found.min(-e.expm1() / n / (-x).expm1()) if k > 2 else found  # and that of slope 1


level, pbdp_epsilon = of_tradeoff("kary_randomised_response")


__all__ = declared(__name__)
