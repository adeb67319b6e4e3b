"""Composition of pure and approximate differential privacy: optimal, in closed form or exactly, basic and advanced.

The worst mechanism with (eps0, delta0) is randomised response with delta0 of infinite loss, so the optimal delta
of a composition is that of the product of such pairs.

**k equal parts** (Kairouz, Oh and Viswanath): with p = e^{eps0}/(1 + e^{eps0}), A(l) and B(l) the probabilities
that a binomial count of k trials of p, or of 1 - p, is at least l,

    delta(eps) = 1 - (1 - delta0)^k (1 - S),   S = max over l of A(l) - e^eps B(l),

and the largest is l = floor((eps/eps0 + k)/2) + 1.  The terms of A fall away from their mode on both sides at
least as fast as the geometric series of the next ratio, so what is not added up is enclosed by one; the terms of
B are those of A times e^{(k-2l) eps0}.  Balls have exponents without limit, so nothing
overflows; the cost grows with the root of k.

**Different parts** (Murtagh and Vadhan): the losses of the parts are +-eps_i; `finite_pairs` adds them up
exactly while the distinct sums are few, and encloses the value between two bounds beyond.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from dpsym.numbers.balls import Answer, Enclosure, Input, Number, approximate, ball, exact_rational
from dpsym.numbers.envelope import root_of_lines
from dpsym.numbers.finite_pairs import Part, exact_delta, halves, two_sided, within
from dpsym.numbers.gaussian import log_ball, log_of, quantile
from dpsym.numbers.registry import (
    Argument,
    Infeasible,
    between,
    choice,
    evaluator,
    of_tradeoff,
    positive,
    renamed,
)  # fmt: skip
from dpsym.reals.balls import Undecided, bounds
from dpsym.reals.precision import working_bits

EPS0 = between(Fraction(1, 10**9), 10**6, "eps of each part, in nats")
DELTA0 = between(0, 1, "delta of each part", open_ends="high")
PARTS = Argument("number of parts", lower=1, upper=10**7, integer=True)
EPS = between(0, 10**9, "privacy loss of the composition, in nats")


# ------------------------------------------------------------------------------------------ k equal parts
class _Counts:
    """The tails A(l) and B(l) of the module's closed form, at the precision in force."""

    def __init__(self, eps0: Number, k: int) -> None:
        self.k, self.eps0, self.eps0f = k, ball(eps0), approximate(eps0)
        self.nats = 0.6932 * max(working_bits() - _bits(eps0, 0, k, 0) + 8, 16)
        self.log_whole = k * (self.eps0 + (-self.eps0).exp().log1p())  # k log(1 + e^eps0)

    def tails(self, l: int) -> tuple[arb, arb]:
        """A(l) and B(l)."""
        return self.tail(l, 1), self.tail(l, -1)

    def tail(self, l: int, sign: int) -> arb:
        """P(count >= l) for k trials of e^{x}/(1 + e^{x}), x = sign eps0."""
        k = self.k
        p = 1 / (1 + math.exp(-sign * self.eps0f)) if sign * self.eps0f > -700 else 0.0
        mode = min(k, int((k + 1) * p))
        width = int(1.1 * math.sqrt(2 * self.nats * k * p * (1 - p)) + self.nats) + 2
        x = sign * self.eps0
        odds, log_whole = x.exp(), self.log_whole - (k * self.eps0 if sign < 0 else 0)

        def term(j: int) -> arb:
            return arb.bin_uiui(k, j) * (x * j - log_whole).exp()

        j = low = max(l, mode - width)
        here, total, small = term(low), arb(0), arb(2) ** -int(self.nats / 0.6931 + 1)
        while j <= k:
            total = total + here
            here = here * odds * (k - j) / (j + 1)
            j += 1
            if j & 15 == 0 and j > mode and here < total * small:
                ratio = odds * (k - j) / (j + 1)
                if ratio < 1:
                    total = total + _up_to(here / (1 - ratio))
                    break
        if low > l:
            ratio = (low - 1) / (odds * (k - low + 2))
            if not ratio < 1:
                raise Undecided("a binomial tail was cut before its terms fall")
            total = total + _up_to(term(low - 1) / (1 - ratio))
        return total


def _up_to(x: arb) -> arb:
    """A ball around [0, x]."""
    half = x.upper() / 2
    return half + arb(0, half.upper())


def _bits(eps0: Number, _delta0: Number, k: int, eps: Number) -> int:
    return (
        30
        + 2 * k.bit_length()
        + max(0, math.frexp(1 / approximate(eps0))[1])
        + math.frexp(approximate(eps) + 1)[1]
    )


@evaluator(
    "optimal_composition.delta",
    "The smallest delta of k mechanisms, each (eps0, delta0)-differentially private, composed adaptively.",
    bits=lambda eps0, delta0, k, eps: _bits(eps0, delta0, k, eps),
    eps0=EPS0,
    delta0=DELTA0,
    k=PARTS,
    eps=EPS,
)
def delta(eps0: Number, delta0: Number, k: int, eps: Number) -> arb | Number:
    """1 - (1 - delta0)^k (1 - A(l) + e^eps B(l)), l = floor((eps/eps0 + k)/2) + 1."""
    l = _line(Fraction(eps0), k, Fraction(eps))
    if l > k:
        return _either(Fraction(delta0), k)
    a, b = _Counts(eps0, k).tails(l)
    pure = a - ball(eps).exp() * b
    if delta0 == 0:
        return pure
    lone = k * (-ball(delta0)).log1p()
    return lone.exp() * pure - lone.expm1()


def _line(eps0: Fraction, k: int, eps: Fraction) -> int:
    return math.floor((eps / eps0 + k) / 2) + 1


def _either(delta0: Fraction, k: int) -> arb | int:
    """1 - (1 - delta0)^k."""
    return -(k * (-ball(delta0)).log1p()).expm1() if delta0 else 0


@evaluator(
    "optimal_composition.epsilon",
    "The smallest eps of k mechanisms, each (eps0, delta0)-differentially private, composed adaptively.",
    bits=lambda eps0, delta0, k, delta: 20 + _bits(eps0, delta0, k, 0),
    eps0=EPS0,
    delta0=DELTA0,
    k=PARTS,
    delta=between(0, 1, "the delta to be reached", open_ends="high"),
)
def epsilon(eps0: Number, delta0: Number, k: int, delta: Number) -> arb | Number:
    """The root of the largest of the lines of `delta`; infeasible where delta is below 1 - (1 - delta0)^k,
    which no eps reaches.  At that very value it is k eps0.
    """
    e, d, d0 = Fraction(eps0), Fraction(delta), Fraction(delta0)
    least = _either(d0, k)
    if d == least or (k <= 64 and 1 - d == (1 - d0) ** k):
        return k * e
    if ball(d) < least:
        raise Infeasible(
            f"no eps reaches the delta {delta}: with delta0 {delta0} it is at least 1 - (1 - delta0)^{k}"
        )
    # the part of delta left to the outcomes of finite loss
    level = ball(d) if d0 == 0 else ((ball(d) - least) * (-k * (-ball(d0)).log1p()).exp())
    if not level > 0:
        raise Undecided("delta cannot be told from the least that any eps reaches")
    counts, first = _Counts(eps0, k), _line(e, k, Fraction(0))

    def root(l: int) -> arb | None:
        a, b = counts.tails(l)
        above = a - level
        if above > 0:
            return (above / b).log()
        if above < 0:
            return None
        raise Undecided("a tail cannot be told from delta")

    x = approximate(eps0)
    spread = math.sqrt(k) * x
    about = k * x * math.tanh(x / 2) + spread * math.sqrt(max(-2 * math.log(max(float(level), 1e-300)), 0.0))
    guess = min(k, _line(e, k, Fraction(about)))
    return root_of_lines(root, lambda l: (2 * l - k) * e, lambda eps: min(k, _line(e, k, eps)), first, guess)


def _test(eps0: Number, delta0: Number, k: int, alpha: Number) -> tuple[Answer, Answer]:
    """Power and 1 - power of the best test at a level.

    Infinite losses are rejected first, at no cost; then counts from k down, l of them in part, where
    B(l + 1) <= alpha/(1 - delta0)^k <= B(l).  A count below l has the probability B(k - l + 1) under P.
    """
    e, d0 = Fraction(eps0), Fraction(delta0)
    keeps = (k * (-ball(d0)).log1p()).exp() if d0 else arb(1)
    if alpha == 0:
        return _either(d0, k), keeps
    level = ball(alpha) / keeps
    if alpha == 1 or (k <= 64 and alpha >= (1 - d0) ** k) or level >= 1:
        return 1, 0
    if not level < 1:
        raise Undecided("alpha cannot be told from the level at which all is rejected")
    counts, x = _Counts(eps0, k), approximate(eps0)
    share, log_level = 1 / (1 + math.exp(min(x, 700.0))), min(log_ball(level), -1e-9)
    z = quantile(log_level) if log_level < -0.7 else 0.0
    guess = int(k * share + z * math.sqrt(k * share * (1 - share)))
    low, high = 0, k + 1  # B(low) >= level > B(high)
    for probe in (guess - 3, guess + 4, None):
        while high - low > 1:
            m = (low + high) // 2 if probe is None else probe
            if not low < m < high:
                break
            found = counts.tail(m, -1)
            if found > level:
                low = m
            elif found < level:
                high = m
            else:
                raise Undecided("alpha cannot be told from the level of a test that is not randomised")
            if probe is not None:
                break
    part = (level - counts.tail(high, -1)) * ball((2 * low - k) * e).exp()
    power = _either(d0, k) + keeps * (counts.tail(high, 1) + part)
    return power, keeps * (counts.tail(k - low, -1) - part)


def _test_bits(eps0: Number, delta0: Number, k: int, alpha: Number) -> int:
    return 20 + _bits(eps0, delta0, k, 0) + (int(-1.5 * log_of(alpha)) if alpha else 0)


ALPHA = between(0, 1, "level: the probability of rejecting wrongly")


@evaluator(
    "optimal_composition.power",
    "The largest power, at a level, of a test against k mechanisms, each (eps0, delta0)-differentially private.",
    bits=_test_bits,
    eps0=EPS0,
    delta0=DELTA0,
    k=PARTS,
    alpha=ALPHA,
)
def power(eps0: Number, delta0: Number, k: int, alpha: Number) -> Answer:
    """The randomised Neyman-Pearson test of the worst pair, which is the same at every level."""
    return _test(eps0, delta0, k, alpha)[0]


@evaluator(
    "optimal_composition.tradeoff",
    "The trade-off function: the smallest probability of missing, of a test at level alpha; its own inverse.",
    bits=_test_bits,
    eps0=EPS0,
    delta0=DELTA0,
    k=PARTS,
    alpha=ALPHA,
)
def tradeoff(eps0: Number, delta0: Number, k: int, alpha: Number) -> Answer:
    """1 - power, with full relative accuracy where the power is near 1."""
    return _test(eps0, delta0, k, alpha)[1]


advantage = renamed(
    "optimal_composition.advantage",
    "optimal_composition.delta",
    "The largest membership advantage (total variation distance) of k mechanisms, each (eps0, delta0)-differentially "
    "private.",
    lambda eps0, delta0, k: (eps0, delta0, k, 0),
    eps0=EPS0,
    delta0=DELTA0,
    k=PARTS,
)
level, pbdp_epsilon = of_tradeoff("optimal_composition")


# --------------------------------------------------------------------------------------- different parts
def read_numbers(value: Input, name: str) -> tuple[Fraction, ...]:
    """A list of exact numbers, or their text with commas between them."""
    if isinstance(value, str):
        value = value.strip("[] ").split(",")
    several = isinstance(value, list | tuple) or (hasattr(value, "__array_interface__") and value.ndim)
    rows = list(value) if several else [value]
    found = tuple(
        Fraction(exact_rational(x.item() if hasattr(x, "item") else x, f"an entry of {name}")) for x in rows
    )
    if not found:
        raise ValueError(f"the value of {name} holds no number")
    return found


def _read_eps0s(value: object, name: str) -> tuple[Fraction, ...]:
    found = read_numbers(value, name)
    for x in found:
        if not 0 <= x <= 10**6:
            raise ValueError(f"the entry {x} of {name} is outside its domain: 0 <= eps0 <= 1000000")
    return found


def _read_delta0s(value: object, name: str) -> tuple[Fraction, ...]:
    found = read_numbers(value, name)
    for x in found:
        if not 0 <= x < 1:
            raise ValueError(f"the entry {x} of {name} is outside its domain: 0 <= delta0 < 1")
    return found


@evaluator(
    "optimal_composition.heterogeneous",
    "The smallest delta of mechanisms that are (eps_i, delta_i)-differentially private, composed.",
    guarantee="exact to the digits asked for while the distinct sums of losses are few; else two bounds `error` apart",
    array_guarantee="error stated entry by entry: what the sum or the two bounds leave",
    bits=lambda eps0s, eps, delta0s, error: 40 + math.frexp(approximate(eps) + 1)[1],
    eps0s=Argument("the eps of the parts", read=_read_eps0s, shape="numbers >= 0, with commas between them"),
    eps=EPS,
    delta0s=Argument(
        "the delta of the parts, or one for all", read=_read_delta0s, shape="numbers in [0, 1)", default=0
    ),
    error=positive(
        "width that is asked of the bounds where there are too many sums for the exact value", 1e-6
    ),
)
def heterogeneous(
    eps0s: tuple[Fraction, ...], eps: Number, delta0s: tuple[Fraction, ...], error: Number
) -> arb | Number | Enclosure:
    """1 - prod(1 - delta_i) (1 - delta of the randomised responses): their losses are +-eps_i, with masses
    e^{eps_i}/(1 + e^{eps_i}) and 1/(1 + e^{eps_i}), the other way round under Q.
    """
    if len(delta0s) not in (1, len(eps0s)):
        raise ValueError(f"the value of delta0s has {len(delta0s)} entries; eps0s has {len(eps0s)}")
    times = len(eps0s) if len(delta0s) == 1 else 1
    alone = sum(((-ball(d)).log1p() * times for d in delta0s if d), arb(0)) if any(delta0s) else None
    e, total = Fraction(eps), sum(eps0s)
    if e >= total:
        pure: Answer = 0
    else:
        scale = math.lcm(*(x.denominator for x in eps0s))
        parts = []
        for x in eps0s:
            if x:
                up = ball(x).exp()
                key, p, q = int(x * scale), up / (1 + up), 1 / (1 + up)
                parts.append(Part(((key, p, q), (-key, q, p)), arb(0)))
        found = halves(parts, 0, int.__add__)
        if found is None:
            low, high = two_sided(parts, e, float(error))
            if alone is not None:
                least, most = bounds(alone.exp())
                low, high = 1 - most * (1 - low), 1 - least * (1 - high)
            return within("optimal_composition.heterogeneous", (low, high), error)
        limit = math.floor(e * scale)
        pure = exact_delta(*found, lambda x, y: x + y > limit, ball(e).exp())
    return pure if alone is None else alone.exp() * ball(pure) - alone.expm1()


# ------------------------------------------------------------------------------------ basic and advanced
@evaluator(
    "optimal_composition.basic",
    "The eps of basic composition: k eps0 (with delta k delta0).",
    eps0=EPS0,
    k=PARTS,
)
def basic(eps0: Number, k: int) -> Number:
    """k mechanisms that are (eps0, delta0)-differentially private are (k eps0, k delta0)-differentially private."""
    return k * Fraction(eps0)


@evaluator(
    "optimal_composition.advanced",
    "The eps of advanced composition of k mechanisms, with delta k delta0 + delta.",
    eps0=EPS0,
    k=PARTS,
    delta=between(0, 1, "what the composition adds to k delta0", open_ends="both"),
    form=choice("whose bound", "dwork-rothblum-vadhan", "kairouz-oh-viswanath"),
)
def advanced(eps0: Number, k: int, delta: Number, form: str) -> arb:
    """Dwork, Rothblum and Vadhan: eps0 sqrt(2k log(1/delta)) + k eps0 (e^{eps0} - 1).  Kairouz, Oh and
    Viswanath: the least of k eps0 and k eps0 tanh(eps0/2) + eps0 sqrt(2k log x), x = 1/delta or
    x = e + sqrt(k) eps0/delta; there the composition has 1 - (1 - delta0)^k (1 - delta).
    """
    e, s = ball(eps0), ball(delta)
    if form == "dwork-rothblum-vadhan":
        return e * (-2 * k * s.log()).sqrt() + k * e * e.expm1()
    mean = k * e * (e / 2).tanh()
    other = (arb(1).exp() + arb(k).sqrt() * e / s).log()
    return (k * e).min(mean + e * (2 * k * other).sqrt()).min(mean + e * (-2 * k * s.log()).sqrt())


__all__ = ["advanced", "basic", "delta", "epsilon", "heterogeneous"]
