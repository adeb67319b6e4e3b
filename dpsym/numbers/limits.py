"""What the best test of two data sets at distance k reaches, over all eps-DP mechanisms: power and total variation.

One step of privacy takes a test of level f to one of power at most h(f) = min(e^eps f, 1 - e^-eps (1 - f)); along a
shortest path of k steps the bounds compose, and a mechanism with two outputs attains the k-fold iterate h^k(alpha).  The
larger slope first is the least of all orders of the two pieces, so that

    h^k(alpha) = min over j = 0..k of 1 - e^(-(k - j) eps) + alpha e^((2j - k) eps),

which is least at the first j with alpha e^(j eps) (1 + e^eps) >= 1, or at j = k.  It is the power curve of one pair of
laws with k + 1 outputs: losses (k - 2i) eps, and under the first law the masses of `extremal`.

k is a distance of data sets, or of two models whose data can be coupled within it (Wasserstein-infinity).
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from dpsym.numbers.balls import Answer, Number, approximate, ball
from dpsym.numbers.registry import between, evaluator, lazily, natural, nonnegative, of_tradeoff
from dpsym.reals.balls import Undecided

EPS = nonnegative("bound on the privacy loss between neighbours, in nats")
K = natural("distance of the two data sets: steps from a neighbour to the next", low=0)
ALPHA = between(0, 1, "level of the test")
CHAIN = ("bailie.x-power-chain",)
RELATIVE = "relative error at most 2^-47"


def _bits(eps: Number, k: int, _alpha: Number) -> int:
    """k eps is an exponent, and where it is small so may be the power's distance from alpha."""
    return 40 + max(k * Fraction(eps), Fraction(1)).__ceil__().bit_length()


def _steps(eps: Number, k: int, alpha: Number) -> list[int]:
    """The j at which the least is taken: one, or two that cannot be told apart at this precision."""
    e, a = ball(eps), ball(alpha)
    whole = 1 + e.exp()

    def reached(j: int) -> bool | None:
        """alpha e^(j eps) (1 + e^eps) >= 1."""
        x = a * (e * j).exp() * whole
        return True if x >= 1 else False if x < 1 else None

    far = -(approximate_log(alpha) + math.log1p(math.exp(min(approximate(eps), 700.0))))
    if approximate(eps) > 700:
        far = -approximate_log(alpha) - approximate(eps)
    guess = far / max(approximate(eps), 5e-324)
    j = k if guess >= k else 0 if guess <= 0 else math.ceil(guess)
    for _ in range(200):
        here, before = (True if j == k else reached(j)), (False if j == 0 else reached(j - 1))
        if here and before is False:
            return [j]
        if before is True:
            j -= 1
        elif here is False:
            j += 1
        elif before is None and here:
            return [j - 1, j]
        elif here is None and before is False:
            return [j, j + 1]
        else:
            raise Undecided("which piece of the power is the least one")
    raise Undecided("which piece of the power is the least one")


def approximate_log(x: Number) -> float:
    """A double near log x, for guesses, however small x is."""
    q = Fraction(x)
    return math.log(q.numerator) - math.log(q.denominator)


def _piece(eps: Number, k: int, alpha: Number, j: int) -> arb:
    """1 - e^(-(k - j) eps) + alpha e^((2j - k) eps): no term is negative."""
    e = ball(eps)
    return -(e * (j - k)).expm1() + ball(alpha) * (e * (2 * j - k)).exp()


@evaluator(
    "limits.power",
    "The largest power of a test at level alpha between data sets at distance k, over all eps-DP mechanisms.",
    bits=_bits,
    arrays=lazily("distances", "power"),
    array_guarantee=RELATIVE,
    rests=CHAIN,
    eps=EPS,
    k=K,
    alpha=ALPHA,
)
def power(eps: Number, k: int, alpha: Number) -> Answer:
    """h^k(alpha), h(f) = min(e^eps f, 1 - e^-eps (1 - f)); attained by a mechanism with two outputs."""
    if alpha in (0, 1) or k == 0 or eps == 0:
        return Fraction(alpha)
    found = [_piece(eps, k, alpha, j) for j in _steps(eps, k, alpha)]
    return found[0] if len(found) == 1 else found[0].min(found[1])


@evaluator(
    "limits.tradeoff",
    "The smallest probability that a test at level alpha misses, over all eps-DP mechanisms, at distance k.",
    bits=_bits,
    rests=CHAIN,
    eps=EPS,
    k=K,
    alpha=ALPHA,
)
def tradeoff(eps: Number, k: int, alpha: Number) -> Answer:
    """1 - h^k(alpha) = max over j of e^(-(k - j) eps) - alpha e^((2j - k) eps); its own inverse."""
    if alpha in (0, 1) or k == 0 or eps == 0:
        return 1 - Fraction(alpha)
    e = ball(eps)
    found = []
    for j in _steps(eps, k, alpha):
        if j == 0:  # the last piece: (1 - alpha) e^(-k eps), which loses nothing
            found.append(ball(1 - Fraction(alpha)) * (e * -k).exp())
        else:
            found.append((e * (j - k)).exp() - ball(alpha) * (e * (2 * j - k)).exp())
    return found[0] if len(found) == 1 else found[0].max(found[1])


level, pbdp_epsilon = of_tradeoff("limits")


@evaluator(
    "limits.simple_power",
    "The simpler bound on the power at level alpha and distance k: of the whole distance at once.",
    bits=_bits,
    rests=("bailie.thm5.1", "bailie.x-power-complement"),
    eps=EPS,
    k=nonnegative("distance of the two data sets, or the largest one of coupled data sets"),
    alpha=ALPHA,
)
def simple_power(eps: Number, k: Number, alpha: Number) -> Answer:
    """min(alpha e^(k eps), 1 - (1 - alpha) e^(-k eps)); the largest power where k is 1, no less elsewhere."""
    x = Fraction(eps) * Fraction(k)
    if alpha in (0, 1) or x == 0:
        return Fraction(alpha)
    a, e = Fraction(alpha), ball(x)
    return (ball(a) * e.exp()).min(-(-e).expm1() + ball(a) * (-e).exp())


@evaluator(
    "limits.advantage",
    "The largest total variation of the outputs on data sets at distance k, over all eps-DP mechanisms.",
    bits=lambda eps, k: 40 + max(k * Fraction(eps), Fraction(1)).__ceil__().bit_length(),
    arrays=lazily("distances", "advantage"),
    array_guarantee=RELATIVE,
    rests=CHAIN,
    eps=EPS,
    k=K,
)
def advantage(eps: Number, k: int) -> Answer:
    """1 - e^(-k eps/2) for k even, 1 - 2 e^(-(k - 1) eps/2)/(1 + e^eps) for k odd: power less level of the best test."""
    if k == 0 or eps == 0:
        return 0
    e = ball(eps)
    whole = e * -(k // 2)
    return -whole.expm1() if k % 2 == 0 else -whole.expm1() + whole.exp() * (e / 2).tanh()


def overlap(eps: Number, k: int) -> arb:
    """1 less the largest total variation: sum of the smaller masses of the extremal pair."""
    e = ball(eps)
    whole = (e * -(k // 2)).exp()
    return whole if k % 2 == 0 else 2 * whole * (-e).exp() / (1 + (-e).exp())


def extremal(eps: Number, k: int) -> tuple[list[arb], list[arb]]:
    """The two laws whose power curve is h^k, as masses of k + 1 outputs from loss k eps (of the second law against the
    first) down to -k eps: every pair of laws that an eps-DP mechanism has at distance k is a post-processing of them.
    """
    if k == 0:
        return [arb(1)], [arb(1)]
    e = ball(eps)
    shrink, part = (-e).exp(), (e / 2).tanh()  # (e^eps - 1)/(1 + e^eps) is the tanh
    last = shrink / (1 + shrink)  # 1/(1 + e^eps)
    first = [(e * (1 - k)).exp() * last, *((e * -j).exp() * part for j in range(k - 1, 0, -1)), 1 - last]
    first[-1] = 1 / (1 + shrink)
    return first, first[::-1]


__all__ = [
    "advantage", "extremal", "level", "overlap", "pbdp_epsilon", "power", "simple_power", "tradeoff",
]  # fmt: skip
