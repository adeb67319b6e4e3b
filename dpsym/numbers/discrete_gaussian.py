"""Discrete Gaussian mechanism, alone and composed with itself: masses, delta, trade-off, Renyi divergence.

The mechanism adds X with P(X = x) proportional to exp(-x^2 / (2 sigma^2)), x an integer, to a query whose
value changes by at most the integer `sensitivity` D between neighbours; `k` such queries are answered with
fresh noise.  All losses are in nats.

Write S = X_1 + ... + X_k under P, the law of the answers minus the true ones; under Q it is S + kD.  The
privacy loss at S = x is D (2x + kD) / (2 sigma^2), so every threshold test is a threshold on S, and

    delta(eps) = P(S >= n) - e^eps P(S >= n + kD),   n the least integer whose loss exceeds eps.

Two ways lead to the tails of S; both end in a ball.

**One discrete Gaussian in place of k.**  P(S = x) = g(x) (1 + e_x), where g is the mass function of the
discrete Gaussian with parameter k sigma^2, e_x depends on x modulo k only, and, with
H = theta^k - 1, theta = sum over integers m of exp(-pi^2 sigma^2 m^2),

    (1 - H) / (1 + H) <= 1 + e_x <= (1 + H) / (1 - H).

Proof.  With c = x/k, sum y_i = x gives sum y_i^2 = sum (y_i - c)^2 + x^2/k, so P(S = x) is proportional to
exp(-x^2 / (2 k sigma^2)) A(c), A(c) the sum of exp(-sum (y_i - c)^2 / (2 sigma^2)) over integer y with
sum k c.  Write the condition on y as an integral over u in [-1/2, 1/2] of exp(2 pi i u sum(y_i - c)), apply
Poisson summation in every coordinate and unfold over the diagonal shifts: A(c) is a constant times the sum,
over integer vectors m modulo (1, ..., 1), of exp(-2 pi i c sum m) exp(-2 pi^2 sigma^2 v(m)) with
v(m) = sum m_i^2 - (sum m_i)^2 / k.  Choose representatives with |sum m_i| <= k/2; then
(sum m_i)^2 / k <= sum m_i^2 / 2, so v(m) >= sum m_i^2 / 2 and the terms other than m = 0 add up to at most H.
Normalising divides by a number in [1 - H, 1 + H].  In delta every bracket (1 + e_x)(g(x) - e^eps g(x + kD))
is >= 0, so the error is relative; in the trade-off function, which is concave and vanishes at 0, an error
in the level costs at most the same relative error again.

**Inversion on the lattice**, where H is not negligible.  With M(w) = E e^{wS}, w = c + it, d = D/sigma^2 and
k0 = exp(eps - loss(n)) <= 1, K(w) = 1/(1 - e^{-w}) - k0/(1 - e^{-w-d}),

    (1/N) sum over j of M(w_j) e^{-n w_j} K(w_j),  t_j = 2 pi j / N,  equals  sum over l of e^{clN} Phi(n + lN),

Phi(n) = delta for c > 0 and delta - 1 for -d < c < 0.  For c > 0, 0 <= Phi(m) <= P(S >= m), so the terms
l < 0 add at most e^{-cN} / (1 - e^{-cN}) and those with l > 0 at most M(b) e^{-bn} y/(1 - y), y = e^{(c-b)N},
for any b > c.  For c < 0 the same bounds hold mirrored, with -d < b < c, because
1 - Phi(m) = E min(1, k0 e^{-d (S-m)}) on both sides of m is at most E e^{b (S - m)}.
The sum stops at the first j where a bound on all further terms is small enough: on 0 <= t <= pi the modulus
of M falls, since by Jacobi's triple product M(w) is a product of factors 1 + a e^w and 1 + a e^{-w}, a > 0,
and so do 1/|1 - e^{-w}| and 1/|1 - e^{-w-d}|.  Hence the number of terms does not grow with k.

Guaranteed: every returned Enclosure contains the true value, for exact inputs.  Tested against exact sums.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from flint import acb, arb, fmpq

from dpsym.numbers.balls import Number, approximate, ball
from dpsym.numbers.envelope import root_of_lines
from dpsym.numbers.registry import EXACT, Argument, between, declared, evaluator, of_tradeoff, positive
from dpsym.reals.balls import Undecided
from dpsym.reals.precision import working_bits

SIGMA = between(
    Fraction(1, 1000),
    10**9,
    "parameter of the noise, whose masses are proportional to exp(-x^2 / (2 sigma^2))",
)
ANSWERS = Argument("number of answers", lower=1, upper=10**7, integer=True, default=1)
SENSITIVITY = Argument("sensitivity of each query", lower=1, upper=10**6, integer=True, default=1)


# ------------------------------------------------------------------------------------------------ one law
@lru_cache(maxsize=512)
def _euler_maclaurin(j: int) -> fmpq:
    """The Bernoulli number B_2j divided by (2j)!."""
    return fmpq.bernoulli(2 * j) / math.factorial(2 * j)


def _direct_tail(n: int, s2: arb, s2f: float, bits: int) -> arb:
    """sum of exp(-x^2 / (2 s2)) over x >= n >= 0: two products a term, the rest below a geometric series."""
    term = (-arb(n) * n / (2 * s2)).exp()
    ratio, square = (-(2 * arb(n) + 1) / (2 * s2)).exp(), (-1 / s2).exp()
    total = term
    for _ in range(int(math.sqrt(n * n + 1.39 * s2f * bits)) + 2 - n):
        term = term * ratio
        ratio = ratio * square
        total = total + term
    half = (term * ratio / (1 - ratio)).upper() / 2
    return total + half + arb(0, half.upper())


def _terms_needed(n: int, s: float, bits: int) -> int | None:
    """How many terms of the Euler-Maclaurin series give `bits` bits relative to its first; None: too few."""
    z = n / s
    for p in range(1, 400):
        r = (math.sqrt(z * z + 8 * p) - z) / 2
        y = z - r
        mills = math.log(2.6) if y < 0 else -y * y / 2 + 0.3
        size = (
            math.lgamma(2 * p + 1) - 2 * p * math.log(2 * math.pi * s * r) + r * r + math.log(3.3 * s) + mills
        )
        if size + z * z / 2 < -0.6932 * bits:
            return p
    return None


def tail(n: int, s2: arb, s2f: float, bits: int) -> arb:
    """sum of exp(-x^2 / (2 s2)) over the integers x >= n, for n >= 0, at the precision in force.

    s2f is a double near s2 and `bits` the accuracy aimed at.  For s2 > 144 by Euler-Maclaurin: with
    f(x) = exp(-x^2/(2 s2)), s = sqrt(s2), z = n/s, the remainder after p terms is at most
    2 zeta(2p) (2 pi)^(-2p) times the integral of |f^(2p)| over x >= n; f^(j) = (-1)^j s^-j He_j(x/s) f, and
    Cauchy's bound |He_j(y)| <= j! r^-j exp(|y| r + r^2/2), any r > 0, makes that at most
    3.3 s (2p)! (2 pi s r)^(-2p) exp(r^2) sqrt(2 pi) Q(z - r), Q the normal tail.
    """
    s = math.sqrt(s2f)
    p = _terms_needed(n, s, bits) if s > 12 else None
    if p is None:
        return _direct_tail(n, s2, s2f, bits)
    root = s2.sqrt()
    z = n / root
    f = (-z * z / 2).exp()
    rise = arb(1) / 2
    c = 1 / root
    step = c * c
    before, here = arb(1), z  # the Hermite polynomials He_(2j-2), He_(2j-1) at z
    for j in range(1, p + 1):
        rise = rise + c * here * _euler_maclaurin(j)
        if j < p:
            c = c * step
            before = z * here - (2 * j - 1) * before
            here = z * before - 2 * j * here
    r = arb((math.sqrt(n * n / s2f + 8 * p) - n / s) / 2)
    rest = (z - r) * arb(0.5).sqrt()
    remainder = (
        arb(3.3) * root * arb.fac_ui(2 * p) / (2 * arb.pi() * root * r) ** (2 * p)
        * (r * r).exp() * (arb.pi() / 2).sqrt() * rest.erfc()
    )  # fmt: skip
    return (z * arb(0.5).sqrt()).erfc() * root * (arb.pi() / 2).sqrt() + rise * f + arb(0, remainder.upper())


def normaliser(s2: arb, s2f: float, bits: int) -> arb:
    """sum of exp(-x^2 / (2 s2)) over all integers x, by the series or its Poisson dual."""
    if s2f > 0.16:
        q, factor = (-2 * arb.pi() ** 2 * s2).exp(), (2 * arb.pi() * s2).sqrt()
        decay = 19.7 * s2f
    else:
        q, factor = (-1 / (2 * s2)).exp(), arb(1)
        decay = 0.5 / s2f
    m = int(math.sqrt(0.7 * bits / decay)) + 1
    rest = (q ** ((m + 1) ** 2) / (1 - q ** (2 * m + 3))).upper()
    return factor * (1 + 2 * sum((q ** (j * j) for j in range(1, m + 1)), arb(0)) + arb(0, 2 * rest))


def _fold_error(s2: arb, k: int) -> arb:
    """H of the module's first theorem, from above."""
    q = (-(arb.pi() ** 2) * s2).exp()
    return (k * (1 + 2 * q / (1 - q**3)).log()).expm1().upper()


class _Tails:
    """P(S >= n) up to one relative error common to all tails, for k queries in place of which one will do."""

    def __init__(self, s2: Fraction, k: int) -> None:
        self.bits, v = working_bits(), k * s2
        self.v, self.vf = ball(v), float(v)
        self.whole = normaliser(self.v, self.vf, self.bits)
        self.error = arb(0)
        if k > 1:
            h = _fold_error(ball(s2), k)
            self.error = arb(0, (2 * h / (1 - h)).upper())

    def __call__(self, n: int) -> arb:
        """Not yet divided by `whole`, not yet widened by `error`."""
        if n >= 0:
            return tail(n, self.v, self.vf, self.bits)
        return self.whole - tail(1 - n, self.v, self.vf, self.bits)

    def mass(self, n: int) -> arb:
        return (-arb(n) * n / (2 * self.v)).exp()


def _folds(s2: Fraction, k: int, bits: int) -> bool:
    """Whether k queries are one to `bits` bits: H < 2^-bits."""
    return k == 1 or 9.869 * float(s2) - math.log(2.1 * k) > 0.6932 * bits


# -------------------------------------------------------------------------------- inversion on the lattice
class _Cell:
    """E e^{wX} of one discrete Gaussian at complex w, at the precision in force."""

    def __init__(self, s2: Fraction) -> None:
        self.s2, self.sf, self.bits = ball(s2), float(s2), working_bits()
        self.whole = normaliser(self.s2, self.sf, self.bits)
        self.dual = self.sf > 0.16
        if self.dual:
            self.q = (-2 * arb.pi() ** 2 * self.s2).exp()
            self.weight = (2 * arb.pi() * self.s2).sqrt() / self.whole
            self.angle = acb(0, 2) * arb.pi() * self.s2

    def __call__(self, w: acb, re: float, im: float) -> acb:
        """At w, of which re and im (in [0, pi]) are doubles nearby."""
        total, up, down = acb(1), acb(1), acb(1)
        if self.dual:  # e^{s2 w^2/2} times the sum over m of q^{m^2} e^{2 pi i m s2 w}, by Poisson summation
            step = (self.angle * w).exp()
            back, m = 1 / step, 0
            while True:
                m += 1
                up, down, power = up * step, down * back, self.q ** (m * m)
                if 19.74 * self.sf * m * (m - im / math.pi) > 0.7 * self.bits + 3:
                    bound, ratio = power * (abs(up) + abs(down)), self.q ** (2 * m + 1)
                    break
                total = total + power * (up + down)
        else:
            step = w.exp()
            back, m = 1 / step, 0
            reach = self.sf * abs(re) + math.sqrt(1.4 * self.sf * (self.bits + 3)) + 2
            while True:
                m += 1
                up, down, power = up * step, down * back, (-arb(m) * m / (2 * self.s2)).exp()
                if m > reach:
                    bound, ratio = power * (abs(up) + abs(down)), (-(2 * arb(m) + 1) / (2 * self.s2)).exp()
                    break
                total = total + power * (up + down)
        if not ratio * (abs(step) + abs(back)) < 0.5:
            raise Undecided("the series of a discrete Gaussian was cut too early")
        rest = arb(0, (2 * bound).upper())
        total = total + acb(rest, rest)
        return (self.s2 * w * w / 2).exp() * total * self.weight if self.dual else total / self.whole


def _log_moment(s2: float, c: float) -> float:
    """log E e^{cX}, for guesses."""
    if s2 > 2:
        return s2 * c * c / 2
    centre, reach = round(s2 * c), int(9 * math.sqrt(s2)) + 2
    off = centre - s2 * c  # at most 1/2; the largest term is taken out, as all may underflow
    total = sum(math.exp(-x * (x + 2 * off) / (2 * s2)) for x in range(-reach, reach + 1))
    zero = sum(math.exp(-x * x / (2 * s2)) for x in range(-reach, reach + 1))
    return centre * (c - centre / (2 * s2)) + math.log(total / zero)  # = s2 c^2/2 - off^2/(2 s2) + ...


def deviation(s2: float, k: int) -> float:
    """About the standard deviation of S, which is less than sqrt(k s2) where s2 is small."""
    if s2 > 2:
        return math.sqrt(k * s2)
    reach = int(9 * math.sqrt(s2)) + 2
    masses = [(x, math.exp(-x * x / (2 * s2))) for x in range(-reach, reach + 1)]
    return math.sqrt(k * sum(x * x * m for x, m in masses) / sum(m for _, m in masses)) + 1e-150


def _least(f: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    """About where a convex f is least on [low, high], and its value there."""
    ratio = (math.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    fa, fb = f(a), f(b)
    for _ in range(30):
        if fa <= fb:
            high, b, fb = b, a, fa
            a = high - ratio * (high - low)
            fa = f(a)
        else:
            low, a, fa = a, b, fb
            b = low + ratio * (high - low)
            fb = f(b)
        if high - low < 0.05 * abs(a):
            break
    return (a, fa) if fa <= fb else (b, fb)


def invert(s2: Fraction, k: int, n: int, d: Fraction | None, k0: arb | None, nats: float) -> arb:
    """E (1 - k0 e^{-d (S - n)}) over S >= n, or P(S >= n) when d is None, by the module's second way.

    `nats` is the accuracy aimed at, relative to the value.
    """
    sf = float(s2)
    df = float(d) if d is not None else math.inf
    sd = deviation(sf, k)
    positive_side = n > -2 * sd
    reach = (abs(n) / k + 1) / sf + 5 / math.sqrt(k * sf)

    def size(c: float) -> float:
        if d is not None:
            kernel = math.log(abs(c * (c + df)) / df or 5e-324)
        else:  # log |1 - e^-c|
            kernel = max(-c, 0.0) + math.log(-math.expm1(-abs(c)) or 5e-324)
        return k * _log_moment(sf, c) - n * c - kernel

    if positive_side:
        c, value = _least(size, 0.0, reach)
    else:
        c, value = _least(size, -min(reach, df), 0.0)
    c = float(f"{c:.6g}")
    cell, re = _Cell(s2), arb(c)
    if positive_side:
        nats += max(0.0, math.log(10 + 10 * sd) - value)
    elif k * _log_moment(sf, c) - n * c < -nats:  # 1 - value is at most E e^{c (S - n)}
        least = (cell(acb(re), c, 0.0).real ** k * (-n * re).exp()).upper()
        return 1 - least / 2 + arb(0, (least / 2).upper())
    far, b = _period(sf, k, n, c, positive_side, df, nats)
    total, rest = _mean(cell, c, k, n, far, (-ball(d)).exp() if d is not None else None, k0, nats)
    b_ball = arb(b)
    near, step = (-abs(re) * far).exp(), (-abs(b_ball - re) * far).exp()
    moment = cell(acb(b_ball), b, 0.0).real ** k * (-n * b_ball).exp()
    rest = rest + (near / (1 - near)).upper() + (moment * step / (1 - step)).upper()
    return total / far + arb(0, rest.upper()) + (0 if positive_side else 1)


def _period(
    sf: float, k: int, n: int, c: float, positive_side: bool, df: float, nats: float
) -> tuple[int, float]:
    """How far the next period must be, and the point of the Chernoff bound that says so: at n + far, or n - far."""
    far = int(nats / abs(c)) + 2
    for _ in range(200):
        where = n + far if positive_side else n - far
        top = (abs(where) / k + 1) / sf + 5 / math.sqrt(k * sf)
        low, high = (c, c + top) if positive_side else (max(c - top, -0.999 * df), c)
        b, log_bound = _least(lambda b: k * _log_moment(sf, b) - where * b, low, high)  # noqa: B023
        if log_bound + c * (where - n) < -nats:
            return far + (far & 1), float(f"{b:.6g}")
        far += far // 4 + 1
    raise Undecided("the period of the inversion was not found")


def _mean(
    cell: _Cell, c: float, k: int, n: int, far: int, decay: arb | None, k0: arb | None, nats: float
) -> tuple[arb, arb]:
    """The sum of the terms of the inversion, and a bound of what is left out of their mean."""
    re, rest, total = arb(c), arb(0), arb(0)
    angle = 2 * arb.pi() / far
    for j in range(far // 2 + 1):
        w = acb(re, angle * j)
        back = (-w).exp()
        weight = cell(w, c, 2 * math.pi * j / far) ** k * (-n * w).exp()
        kernel = 1 / (1 - back)
        if decay is not None and k0 is not None:
            other = k0 / (1 - decay * back)
            bound = abs(weight) * (abs(kernel) + abs(other))
            kernel = kernel - other
        else:
            bound = abs(weight) * abs(kernel)
        bound = bound.upper()
        if j and bound.log() < -nats:
            rest = bound  # more than the terms j, j+1, ... add to the mean of all: each is at most this
            break
        total = total + (weight * kernel).real * (1 if j in (0, far // 2) else 2)
    return total, rest


# -------------------------------------------------------------------------------------------------- delta
def threshold(s2: Fraction, eps: Fraction, k: int, d: int) -> int:
    """The least integer x whose loss d (2x + kd) / (2 s2) exceeds eps."""
    return math.floor(eps * s2 / d - Fraction(k * d, 2)) + 1


def _bits(sigma: Number, eps: Number, k: int, sensitivity: int) -> int:
    s = approximate(sigma)
    mu = sensitivity * math.sqrt(k) / s
    m = approximate(eps) / mu
    b = m + mu / 2
    lost = 2 * math.frexp((1 + b) * (1 + b))[1] + math.frexp(1 / mu + 2)[1]
    return 18 + lost + (0 if k == 1 or s > 4 else 2 * k.bit_length())


@evaluator(
    "discrete_gaussian.delta",
    "The smallest delta for which k answers with discrete Gaussian noise are (eps, delta)-differentially private.",
    bits=_bits,
    sigma=SIGMA,
    eps=between(0, 10**9, "privacy loss, in nats"),
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def delta(sigma: Number, eps: Number, k: int, sensitivity: int) -> arb:
    """Exact for one answer; for k answers by the two theorems of this module, at any k and sigma."""
    return delta_ball(sigma, eps, k, sensitivity)


def delta_ball(sigma: Number, eps: Number, k: int, sensitivity: int) -> arb:
    """delta(eps) at the precision in force."""
    s2, e, shift = Fraction(sigma) ** 2, Fraction(eps), k * sensitivity
    n = threshold(s2, e, k, sensitivity)
    if _folds(s2, k, working_bits()):
        tails = _Tails(s2, k)
        return (tails(n) - ball(e).exp() * tails(n + shift)) / tails.whole * (1 + tails.error)
    d = sensitivity / s2
    k0 = ball(e - d * (2 * n + shift) / 2).exp()
    return invert(s2, k, n, d, k0, _nats(_bits(sigma, eps, k, sensitivity)))


def _nats(spare: int) -> float:
    """The accuracy to aim at when `spare` bits are there to be lost."""
    return 0.6932 * max(working_bits() - spare + 6, 16)


def _tail_of(s2: Fraction, k: int, spare: int) -> Callable[[int], arb]:
    """n -> P(S >= n)."""
    if _folds(s2, k, working_bits()):
        tails = _Tails(s2, k)
        return lambda n: tails(n) / tails.whole * (1 + tails.error)
    return lambda n: invert(s2, k, n, None, None, _nats(spare))


# ------------------------------------------------------------------------------------------------ epsilon
def log_normal_tail(x: float) -> float:
    """log Q(x), for guesses."""
    if x < 30:
        return math.log(0.5 * math.erfc(x / math.sqrt(2)))
    return -x * x / 2 - math.log(x * math.sqrt(2 * math.pi)) - 1 / (x * x)


def normal_quantile(log_level: float) -> float:
    """The z with log Q(z) = log_level <= log(1/2), for guesses: Newton on the logarithm."""
    z = math.sqrt(max(-2 * log_level - math.log(max(-4 * math.pi * log_level, 1)), 0))
    for _ in range(40):
        slope = math.exp(log_normal_tail(z) + z * z / 2 + 0.5 * math.log(2 * math.pi))
        following = z + (log_normal_tail(z) - log_level) * slope
        if abs(following - z) <= 1e-12 * (1 + abs(z)):
            break
        z = following
    return z


def log_of(x: Number) -> float:
    """log x of an exact positive number, whatever its size."""
    x = Fraction(x)
    return math.log(x.numerator) - math.log(x.denominator)


def _gaussian_epsilon(mu: float, log_delta: float) -> float:
    """About the eps of a Gaussian mechanism: Newton on log delta, which is concave."""
    e = mu * mu / 2 + mu * math.sqrt(-2 * log_delta)
    for _ in range(60):
        a, b = e / mu - mu / 2, e / mu + mu / 2
        inner = -math.expm1(min(e + log_normal_tail(b) - log_normal_tail(a), -1e-15))
        here = math.log(inner) + log_normal_tail(a)
        following = e + (here - log_delta) * math.exp(here - e - log_normal_tail(b))
        following = following if following > 0 else e / 4
        if abs(following - e) <= 1e-9 * e or following < 1e-12:
            break
        e = following
    return e


def _epsilon_bits(sigma: Number, delta: Number, k: int, sensitivity: int) -> int:
    mu = sensitivity * math.sqrt(k) / approximate(sigma)
    eps = mu * mu / 2 + mu * math.sqrt(-2 * log_of(delta)) if delta > 0 else 1.0
    return 12 + _bits(sigma, eps, k, sensitivity)


@evaluator(
    "discrete_gaussian.epsilon",
    "The smallest eps for which k answers with discrete Gaussian noise are (eps, delta)-differentially private.",
    bits=_epsilon_bits,
    sigma=SIGMA,
    delta=between(0, 1, "the delta to be reached", open_ends="both"),
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def epsilon(sigma: Number, delta: Number, k: int, sensitivity: int) -> arb | Number:
    """delta(eps) is the largest of the lines P(S >= n) - e^eps P(S >= n + kD) in e^eps, so eps is the largest
    of log((P(S >= n) - delta) / P(S >= n + kD)).  Newton's steps move from line to line and end at the one
    whose segment holds its root.  Where delta is at least delta(0), the smallest eps is 0.
    """
    s2, shift = Fraction(sigma) ** 2, k * sensitivity
    of = _tail_of(s2, k, _epsilon_bits(sigma, delta, k, sensitivity))
    level, first = ball(delta), threshold(s2, Fraction(0), k, sensitivity)

    def loss(n: int) -> Fraction:
        return sensitivity * (2 * n + shift) / s2 / 2

    def root(n: int) -> arb | None:
        above = of(n) - level
        if above > 0:
            return (above / of(n + shift)).log()
        if above < 0:
            return None
        raise Undecided("a tail cannot be told from delta")

    mu = shift / math.sqrt(k * float(s2))
    guess = threshold(s2, Fraction(_gaussian_epsilon(mu, log_of(delta))), k, sensitivity)
    return root_of_lines(root, loss, lambda eps: threshold(s2, eps, k, sensitivity), first, guess)


# -------------------------------------------------------------------------------------------------- power
def _power_bits(sigma: Number, alpha: Number, k: int, _sensitivity: int) -> int:
    size = min(alpha, 1 - alpha)
    lost = 2 * int(-log_of(size) / 0.69).bit_length() if size > 0 else 0
    return 40 + lost + int(abs(math.log2(approximate(sigma)))) + 2 * k.bit_length()


@evaluator(
    "discrete_gaussian.power",
    "The largest power, at a level, of a test between neighbours from k answers with discrete Gaussian noise.",
    bits=_power_bits,
    sigma=SIGMA,
    alpha=between(0, 1, "level of the test"),
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def power(sigma: Number, alpha: Number, k: int, sensitivity: int) -> arb | Number:
    """The randomised Neyman-Pearson test: with P(S > n) <= alpha <= P(S >= n), the power is
    P(S > n - kD) + (alpha - P(S > n)) e^{loss}, loss = D (2n - kD) / (2 sigma^2), D the sensitivity.  The
    power is the least of these lines in alpha, so at an undecided corner the hull of two of them holds it.
    """
    return power_ball(sigma, alpha, k, sensitivity)


def _near(s2: Fraction, k: int, alpha: Number) -> int:
    """About the n with P(S >= n) = alpha."""
    if alpha <= Fraction(1, 2):
        z = normal_quantile(log_of(alpha))
    else:
        z = -normal_quantile(log_of(1 - Fraction(alpha)))
    return math.floor(z * deviation(float(s2), k) + 0.5)


def _corner(of: Callable[[int], arb], s2: Fraction, k: int, alpha: Number) -> tuple[int, arb]:
    """The n with P(S > n) <= alpha <= P(S >= n), and P(S > n); of(m) is P(S >= m)."""
    level, n = ball(alpha), _near(s2, k, alpha)
    known: dict[int, arb] = {}

    def at(m: int) -> arb:
        if m not in known:
            known[m] = of(m)
        return known[m]

    step = 1
    while at(n) < level:  # down to a tail that reaches alpha, then up to one that does not, then bisect
        n, step = n - step, 2 * step
    high, step = n + 1, 1
    while at(high) > level:
        n, high, step = high, high + step, 2 * step
    while high - n > 1:
        middle = (n + high) // 2
        if at(middle) > level:
            n = middle
        else:
            high = middle
    if not (at(n) >= level and at(n + 1) <= level):
        raise Undecided("alpha cannot be told from the level of a test that is not randomised")
    return n, at(n + 1)


def power_ball(sigma: Number, alpha: Number, k: int, sensitivity: int) -> arb | Number:
    """The power at the precision in force."""
    if alpha in (0, 1):
        return alpha
    s2, shift, level = Fraction(sigma) ** 2, k * sensitivity, ball(alpha)
    if _folds(s2, k, working_bits()):
        tails = _Tails(s2, k)
        n = _near(s2, k, alpha)
        aim, above = level * tails.whole, tails(n + 1)
        while True:  # `above` is the tail from n + 1 on
            mass = tails.mass(n)
            if above > aim:
                n, above = n + 1, above - tails.mass(n + 1)
            elif above + mass < aim:
                n, above = n - 1, above + mass
            else:
                break

        def line(m: int, beyond: arb) -> arb:
            step = (sensitivity * (2 * m - shift) * ball(1 / s2) / 2).exp()
            return (tails(m + 1 - shift) + (aim - beyond) * step) / tails.whole

        found = line(n, above)
        if not above <= aim:
            found = found.union(line(n + 1, above - tails.mass(n + 1)))
        if not above + tails.mass(n) >= aim:
            found = found.union(line(n - 1, above + tails.mass(n)))
        if k == 1:
            return found
        h = _fold_error(ball(s2), k)
        return found * (1 + arb(0, (4 * h / ((1 - h) * (1 - h))).upper()))
    of = _tail_of(s2, k, _power_bits(sigma, alpha, k, sensitivity))
    n, beyond = _corner(of, s2, k, alpha)
    return of(n + 1 - shift) + (level - beyond) * ball(sensitivity * (2 * n - shift) / s2 / 2).exp()


@evaluator(
    "discrete_gaussian.tradeoff",
    "The trade-off function: the smallest probability of missing, of a test at level alpha; its own inverse.",
    bits=_power_bits,
    sigma=SIGMA,
    alpha=between(0, 1, "level of the test"),
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def tradeoff(sigma: Number, alpha: Number, k: int, sensitivity: int) -> arb | Number:
    """f(alpha) = 1 - power(alpha), at a precision raised until enough digits of the difference are left."""
    return 1 - power_ball(sigma, alpha, k, sensitivity)


@evaluator(
    "discrete_gaussian.advantage",
    "The membership advantage: the largest difference of power and level, the total variation distance.",
    bits=lambda sigma, k, sensitivity: _bits(sigma, 0, k, sensitivity),
    sigma=SIGMA,
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def advantage(sigma: Number, k: int, sensitivity: int) -> arb:
    """delta at eps = 0."""
    return delta_ball(sigma, 0, k, sensitivity)


# ------------------------------------------------------------------------------------------- loss law
@evaluator(
    "discrete_gaussian.loss_tail",
    "The probability that the privacy loss exceeds t.",
    bits=lambda sigma, t, k, sensitivity: _bits(sigma, max(t, 0), k, sensitivity),
    sigma=SIGMA,
    t=between(-(10**9), 10**9, "privacy loss, in nats"),
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def loss_tail(sigma: Number, t: Number, k: int, sensitivity: int) -> arb:
    """P(S >= n), n the least integer whose loss exceeds t."""
    s2 = Fraction(sigma) ** 2
    n = threshold(s2, Fraction(t), k, sensitivity)
    return _tail_of(s2, k, _bits(sigma, max(t, 0), k, sensitivity))(n)


@evaluator(
    "discrete_gaussian.loss_quantile",
    "The smallest privacy loss that is exceeded with probability at most q.",
    bits=lambda sigma, q, k, sensitivity: _power_bits(sigma, q, k, sensitivity),
    guarantee=EXACT,
    sigma=SIGMA,
    q=between(0, 1, "probability", open_ends="both"),
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def loss_quantile(sigma: Number, q: Number, k: int, sensitivity: int) -> Fraction:
    """D (2n + kD)/(2 sigma^2), n the least integer with P(S > n) <= q."""
    s2 = Fraction(sigma) ** 2
    n, _ = _corner(_tail_of(s2, k, _power_bits(sigma, q, k, sensitivity)), s2, k, q)
    return sensitivity * (2 * n + k * sensitivity) / s2 / 2


# ---------------------------------------------------------------------------------------- mass and Renyi
@evaluator(
    "discrete_gaussian.pmf",
    "The probability of one integer under the discrete Gaussian law centred at 0.",
    sigma=SIGMA,
    x=Argument("the integer", integer=True),
)
def pmf(sigma: Number, x: int) -> arb:
    """exp(-x^2 / (2 sigma^2)) over its sum, which is certified by the series or its Poisson dual."""
    s2 = Fraction(sigma) ** 2
    return ball(-x * x / (2 * s2)).exp() / normaliser(ball(s2), float(s2), working_bits())


@evaluator(
    "discrete_gaussian.renyi",
    "The Renyi divergence between neighbours, of k answers with discrete Gaussian noise.",
    sigma=SIGMA,
    order=positive("order of the divergence; 1 is the Kullback-Leibler divergence"),
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def renyi(sigma: Number, order: Number, k: int, sensitivity: int) -> arb | Number:
    """k (a D^2 / (2 sigma^2) + log(N(aD) / N(0)) / (a - 1)), N(z) = sum of exp(-(x - z)^2 / (2 sigma^2)) over
    the integers x; N has period 1, so that the divergence is k a D^2 / (2 sigma^2) where aD is an integer
    and at a = 1.
    """
    s2, a = Fraction(sigma) ** 2, Fraction(order)
    leading = k * a * sensitivity**2 / (2 * s2)
    part = a * sensitivity % 1
    if a == 1 or part == 0:
        return leading
    sf = float(s2)
    shifted = _shifted(ball(s2), sf, ball(min(part, 1 - part)))
    return ball(leading) + k * (shifted / normaliser(ball(s2), sf, working_bits())).log() / ball(a - 1)


def _shifted(s2: arb, s2f: float, z: arb) -> arb:
    """sum of exp(-(x - z)^2 / (2 s2)) over the integers x, for 0 <= z <= 1/2."""
    if s2f > 0.16:
        q, m = (-2 * arb.pi() ** 2 * s2).exp(), int(math.sqrt(0.7 * working_bits() / (19.7 * s2f))) + 1
        total = sum((q ** (j * j) * (2 * j * z).cos_pi() for j in range(1, m + 1)), arb(0))
        rest = (q ** ((m + 1) ** 2) / (1 - q ** (2 * m + 3))).upper()
        return (2 * arb.pi() * s2).sqrt() * (1 + 2 * total + arb(0, 2 * rest))
    m = int(math.sqrt(1.4 * working_bits() * s2f)) + 2
    total = sum(((-((x - z) * (x - z)) / (2 * s2)).exp() for x in range(-m, m + 2)), arb(0))
    first, ratio = (-arb(m) * m / (2 * s2)).exp(), (-arb(2 * m + 1) / (2 * s2)).exp()
    return total + arb(0, (2 * first / (1 - ratio)).upper())  # both sides lie at least m away from z


def _pbdp_bits(sigma: Number, eps: Number, k: int, sensitivity: int) -> int:
    return 40 + _bits(sigma, eps, k, sensitivity) + math.frexp(1 / approximate(eps) + 1)[1]


@evaluator(
    "discrete_gaussian.pbdp",
    "The smallest delta for which the mechanism is (eps, delta)-probabilistically bounded, under all "
    "post-processing.",
    bits=_pbdp_bits,
    sigma=SIGMA,
    eps=Argument("privacy loss, in nats", lower=Fraction(1, 10**9), upper=10**9),
    k=ANSWERS,
    sensitivity=SENSITIVITY,
)
def pbdp(sigma: Number, eps: Number, k: int, sensitivity: int) -> arb:
    """The power delta = e^eps alpha at a level alpha.  P(S >= m - kD)/P(S >= m) rises with m; where it passes e^eps,
    from m = n to n + 1, the line of the power at n has (P(S > n - kD) - P(S > n) e^l)/(1 - e^(l - eps)), l its loss.
    """
    s2, shift, e = Fraction(sigma) ** 2, k * sensitivity, Fraction(eps)
    of = _tail_of(s2, k, _pbdp_bits(sigma, eps, k, sensitivity))
    growth = ball(e).exp()
    known: dict[int, tuple[arb, arb, bool]] = {}

    def at(m: int) -> tuple[arb, arb, bool]:
        """P(S >= m - kD), P(S >= m), and whether their ratio is above e^eps."""
        if m not in known:
            p, q = of(m - shift), of(m)
            if not (p > growth * q or p < growth * q):
                raise Undecided("the ratio of power and level cannot be told from e^eps")
            known[m] = p, q, bool(p > growth * q)
        return known[m]

    high = threshold(s2, e, k, sensitivity) + shift  # every loss from there on is above eps
    low, step = high - 1, 1
    while at(low)[2]:
        high, low, step = low, low - step, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if at(middle)[2] else (middle, high)
    p, q, above = at(high)
    if not above:
        raise Undecided("the ratio of power and level was not seen to pass e^eps")
    loss = ball(sensitivity * (2 * low - shift) / s2 / 2)
    return (p - q * loss.exp()) / -(loss - ball(e)).expm1()


level, pbdp_epsilon = of_tradeoff("discrete_gaussian")


__all__ = declared(__name__)
