"""The Gaussian mechanism: noise N(0, sigma^2) on a query of the given sensitivity, mu = sensitivity/sigma.

Q is the upper tail of the standard normal law and phi its density.  With a = eps/mu - mu/2, b = eps/mu + mu/2:

    delta(eps) = Q(a) - e^eps Q(b)        d delta/d eps = -e^eps Q(b)        d delta/d mu = phi(a)
    power(alpha) = Q(Q^-1(alpha) - mu)    loss ~ N(mu^2/2, mu^2)             Renyi(a) = a mu^2/2

Q(b) e^eps phi(b)^-1 = Q(b)/phi(a), so the difference loses log2 of Q(a)/delta <= min(1.26, 1/a) (b^2 + 3)/mu bits
(a Mills ratio R has -R' = 1 - xR > 1/(x^2 + 3)), and a, b lose log2 of a m more, erfc being a^2 times as
sensitive as its argument.  That only sets the precision to begin with: the ball holds the value whatever
happens.  Inverses are float guesses followed by certified interval Newton steps.

Far out delta = phi(a) (R(a) - R(b)) is faster, R = Q/phi by its continued fraction.  With I_n the integral of
t^n e^(-xt - t^2/2) over t > 0, x > 0, integration by parts gives x I_0 + I_1 = 1 and x I_n + I_(n+1) = n I_(n-1), so
R(x) = I_0 = 1/(x + 1/T_1) and T_n = n I_(n-1)/I_n = x + (n + 1)/T_(n+1) > x.  The convergents are N_n/M_n, both from
X_(n+1) = x X_n + n X_(n-1), N_0 = 0, M_0 = N_1 = 1, M_1 = x, where N_(n+1) M_n - N_n M_(n+1) = (-1)^n n!.  As
R = (T_n N_n + n N_(n-1))/(T_n M_n + n M_(n-1)), |R - N_n/M_n| = n!/(M_n (T_n M_n + n M_(n-1))) < n!/(x M_n^2).
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from flint import arb, arb_poly

from dpsym.numbers.balls import Answer, Number, approximate, ball, newton
from dpsym.numbers.registry import EXACT, between, declared, evaluator, lazily, nonnegative, positive, real
from dpsym.reals.balls import Undecided
from dpsym.reals.precision import precision, working_bits

HALF = arb(0.5)
STEPS = 64  # of the continued fraction: with more, FLINT's erfc is faster
SIGMA = positive("standard deviation of the noise")
EPS = nonnegative("privacy loss, in nats")
DELTA = between(0, 1, "delta of the guarantee", "both")
ALPHA = between(0, 1, "level: the probability of rejecting wrongly")
SENSITIVITY = positive("L2 sensitivity of the query", default=1)


# ------------------------------------------------------------------------------- floats, for guesses only
def log_tail(x: float) -> float:
    """log Q(x)."""
    if x < -1:  # near 0, with all its digits
        return math.log1p(-0.5 * math.erfc(-x * 0.7071067811865476))
    if x < 37:
        return math.log(0.5 * math.erfc(x * 0.7071067811865476))
    r = 1 / (x * x)
    return -x * x / 2 - math.log(x * 2.5066282746310002) + math.log1p(-r * (1 - r * (3 - r * (15 - 105 * r))))


def hazard(x: float) -> float:
    """phi(x)/Q(x)."""
    if x < 37:
        return math.exp(-x * x / 2 - 0.9189385332046727 - log_tail(x))
    r = 1 / (x * x)
    return x / (1 - r * (1 - r * (3 - r * (15 - 105 * r))))


def quantile(log_level: float) -> float:
    """Q^-1 of exp(log_level), for log_level <= log(1/2): Newton on log Q, which is concave."""
    z = math.sqrt(max(-2 * log_level - math.log(max(-4 * math.pi * log_level, 1)), 0))
    for _ in range(40):
        q = log_tail(z)
        step = (q - log_level) * math.exp(q + z * z / 2) * 2.5066282746310002
        z += step
        if abs(step) <= 1e-7 * (1 + abs(z)):  # the next step would be below the rounding
            break
    return z


def log_of(x: Number) -> float:
    """log x, also beyond the range of doubles."""
    if isinstance(x, Fraction):
        return math.log(x.numerator) - math.log(x.denominator)
    return math.log(x)


def _mu(sigma: Number, sensitivity: Number) -> float:
    return math.exp(log_of(sensitivity) - log_of(sigma)) if sensitivity != 1 else 1 / approximate(sigma)


def _log_delta(mu: float, eps: float) -> tuple[float, float]:
    """log delta and log(e^eps Q(b))."""
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    one, two = log_tail(a), eps + log_tail(b)
    return math.log(-math.expm1(min(two - one, -1e-16))) + one, two


@lru_cache(maxsize=4096)
def _steps(x: int, bits: int) -> int:
    """About which even convergent gives R(x) to `bits` bits; step n gains 2 asinh(x/(2 n^(1/2)))."""
    nats, n = bits * 0.6931, 0
    while nats > 0:
        n += 1
        nats -= 2 * math.asinh(x / (2 * math.sqrt(n)))
    return n + 1 + (n + 1 & 1)


def _lost_bits(mu: float, eps: float) -> int:
    m = eps / mu if mu else math.inf
    a, b = m - mu / 2, m + mu / 2
    if not (mu > 1e-150 and b < 1e150):
        return 1000
    lost = (b * b + 3) / (mu * (1 + a)) if a > 0 else (b * b + 3) / mu
    return 12 + math.frexp(lost + 2)[1] + math.frexp((1 + abs(a)) * b + 2)[1]


# ------------------------------------------------------------------------------------------------- balls
def tail(x: arb) -> arb:
    """Q(x)."""
    return (x * HALF.sqrt()).erfc() * HALF


@lru_cache(maxsize=256)
def _density_at_zero(_bits: int) -> arb:
    """phi(0), at the precision in force, which is `bits`."""
    return 1 / (2 * arb.pi()).sqrt()


def density(x: arb) -> arb:
    """phi(x)."""
    return (x * x * -0.5).exp() * _density_at_zero(working_bits())


def tail_inverse(level: Number | arb) -> arb:
    """Q^-1(level) for 0 < level < 1, to the precision in force."""
    p = level if isinstance(level, arb) else ball(level)
    upper = bool(p > HALF)
    if upper:
        p = 1 - p
    guess = quantile(min(log_ball(p), -0.6931471805599453))
    found = newton(lambda x: tail(x) - p, lambda x: -density(x), guess, working_bits() - 24)
    return -found if upper else found


def log_ball(x: arb) -> float:
    """A double near log x."""
    near = float(x.mid())
    return math.log(near) if 1e-300 < near < 1e300 else float(x.mid().log().mid())


def ratio(sigma: Number, sensitivity: Number) -> arb:
    """mu."""
    return ball(sensitivity) / ball(sigma)


@lru_cache(maxsize=64)
def _convergent(n: int) -> tuple[arb_poly, arb_poly, int]:
    """N_n(x)/x and M_n(x) for even n, as polynomials in x^2 with natural coefficients, and n!."""
    rows: list[list[list[int]]] = [[[0], [1]], [[1], [0, 1]]]  # N and M: of n - 1 and n
    for row in rows:
        for i in range(1, n):
            longer = [0, *row[1]]
            for j, c in enumerate(row[0]):
                longer[j] += i * c
            row[:] = row[1], longer
    return arb_poly(rows[0][1][1::2]), arb_poly(rows[1][1][::2]), math.factorial(n)


def mills_difference(a: arb, b: arb, n: int) -> arb:
    """R(a) - R(b) for 0 < a < b, R = Q/phi, from the convergents of an even order n; their errors fall in x."""
    above, below, factorial = _convergent(n)
    one, two = a * a, b * b
    m = below(one)
    error = 2 * factorial / (a * m * m)
    return a * above(one) / m - b * above(two) / below(two) + arb(0, error.upper())


def _difference(m: arb, half: arb, growth: arb) -> arb:
    """Q(a) - e^eps Q(b) from eps/mu, mu/2 (both divided by the square root of 2) and e^eps."""
    return ((m - half).erfc() - growth * (m + half).erfc()) * HALF


# -------------------------------------------------------------------------------------------- evaluators
def _delta_bits(sigma: Number, eps: Number, sensitivity: Number) -> int:
    mu, e = _mu(sigma, sensitivity), approximate(eps)
    if 1e-100 < mu < 1e100 and e < 1e100:
        m = e / mu
        a, b = m - mu / 2, m + mu / 2
        if a > 3:  # the difference of Mills ratios, and phi at a rounded a
            return 12 + math.frexp((b + 3) * (b + 3) / (mu * a) + a * m)[1]
    return _lost_bits(mu, e)


@evaluator(
    "gaussian.delta",
    "The smallest delta for which the Gaussian mechanism is (eps, delta)-differentially private.",
    bits=_delta_bits,
    arrays=lazily("gaussian", "delta"),
    array_guarantee="relative error at most 2^-42",
    sigma=SIGMA,
    eps=EPS,
    sensitivity=SENSITIVITY,
)
def delta(sigma: Number, eps: Number, sensitivity: Number) -> arb:
    """delta = Q(a) - e^eps Q(b)."""
    e, s = ball(eps), _relative(sigma, sensitivity)
    m = e * s
    near = float(m) - 0.5 / float(s)
    if not 3 < near < 1e6:
        return _by_erfc(e, s)
    steps = _steps(int(near), working_bits() & -4)
    half = 0.5 / s
    a = m - half
    if steps > STEPS or not a > 0:
        with precision(working_bits() + 2 * math.frexp((near + 1) * (float(m) + 1))[1]):
            return _by_erfc(ball(eps), _relative(sigma, sensitivity))
    return density(a) * mills_difference(a, m + half, steps)


def _relative(sigma: Number, sensitivity: Number) -> arb:
    """1/mu."""
    return ball(sigma) if sensitivity == 1 else ball(sigma) / ball(sensitivity)


def _by_erfc(e: arb, s: arb) -> arb:
    """delta at eps = e and sigma = s for sensitivity 1."""
    s = s * HALF.sqrt()
    return _difference(e * s, 0.25 / s, e.exp())


@evaluator(
    "gaussian.epsilon",
    "The smallest eps for which the Gaussian mechanism is (eps, delta)-differentially private.",
    sigma=SIGMA,
    delta=DELTA,
    sensitivity=SENSITIVITY,
)
def epsilon(sigma: Number, delta: Number, sensitivity: Number) -> Answer:
    """The root of delta(eps); exactly 0 where delta is at least erf(mu/8^(1/2)), its value at eps = 0."""
    mu, goal = _mu(sigma, sensitivity), log_of(delta)
    if not 1e-100 < mu < 1e100:
        raise ArithmeticError("the ratio of sensitivity and sigma is beyond 10^(+-100)")
    if goal > math.log(math.erf(mu * 0.35355339059327373)) - 1e-6:
        order = ball(delta) - (ratio(sigma, sensitivity) * HALF.sqrt() * HALF).erf()
        if order >= 0:
            return 0
        if not order < 0:
            raise Undecided("delta cannot be told from its value at eps = 0")
    x = mu * mu / 2 + mu * math.sqrt(-2 * goal)
    for _ in range(80):
        found, two = _log_delta(mu, x)
        new = x + (found - goal) * math.exp(min(found - two, 700))
        new = new if new > 0 else x / 4
        x, change = new, abs(new - x)
        if change <= 1e-6 * x:
            break
    aim = working_bits() - 30
    with precision(aim + _lost_bits(mu, x) + 8):
        scaled = 1 / (ratio(sigma, sensitivity) * arb(2).sqrt())
        half, d = 0.25 / scaled, ball(delta)

        def f(e: arb) -> arb:
            return _difference(e * scaled, half, e.exp()) - d

        def slope(e: arb) -> arb:
            return e.exp() * (e * scaled + half).erfc() * -0.5

        return newton(f, slope, x, aim, close=28)


@evaluator(
    "gaussian.sigma",
    "The smallest noise for which the Gaussian mechanism is (eps, delta)-differentially private.",
    eps=EPS,
    delta=DELTA,
    sensitivity=SENSITIVITY,
)
def sigma(eps: Number, delta: Number, sensitivity: Number) -> arb:
    """sensitivity/mu at the root mu of delta, which increases with it; log delta is concave in log mu."""
    e, goal = approximate(eps), log_of(delta)
    z = quantile(goal) if goal < -0.69314 else -quantile(math.log(max(float(1 - Fraction(delta)), 1e-300)))
    mu = max(2 * e / (z + math.sqrt(z * z + 2 * e)) if e and z > 0 else math.sqrt(z * z + 2 * e) - z, 0.0)
    mu = max(mu, math.exp(max(goal, -600.0)) * 2.5066)
    for _ in range(80):
        found, _ = _log_delta(mu, e)
        a = e / mu - mu / 2
        rate = mu * math.exp(min(-a * a / 2 - 0.9189385332046727 - found, 600))
        step = max(min((goal - found) / rate, 2.0), -2.0) if rate else 2.0
        mu *= math.exp(step)
        if abs(step) < 1e-6:
            break
    aim = working_bits() - 30
    with precision(aim + _lost_bits(mu, e) + 8):
        en, d, root = ball(eps), ball(delta), HALF.sqrt()
        growth, scaled = en.exp(), en * root

        def f(m: arb) -> arb:
            return _difference(scaled / m, m * root * HALF, growth) - d

        def slope(m: arb) -> arb:
            return density(en / m - m * HALF)

        return ball(sensitivity) / newton(f, slope, mu, aim, close=28)


def _shifted(sigma: Number, level: Number, sensitivity: Number, sign: int) -> Answer:
    """Q(sign (Q^-1(level) - mu)) for sign 1 and -1."""
    if level in (0, 1):
        return level if sign == 1 else 1 - level
    return tail((tail_inverse(level) - ratio(sigma, sensitivity)) * sign)


def _power_bits(sigma: Number, alpha: Number, sensitivity: Number) -> int:
    if not 0 < alpha < 1:
        return 32
    size = abs(log_of(alpha)) + (0 if alpha < 0.9 else abs(log_of(1 - Fraction(alpha))))
    mu = _mu(sigma, sensitivity)
    return 40 + math.frexp(size + (mu + 1) * (mu + 8) + 2)[1] if mu < 1e100 else 800


@evaluator(
    "gaussian.power",
    "The largest power of a test of the two inputs at level alpha.",
    bits=_power_bits,
    arrays=lazily("gaussian", "power"),
    array_guarantee="the error stated entry by entry; relative error below 1e-12 down to 1e-300",
    sigma=SIGMA,
    alpha=ALPHA,
    sensitivity=SENSITIVITY,
)
def power(sigma: Number, alpha: Number, sensitivity: Number) -> Answer:
    """power = Q(Q^-1(alpha) - mu)."""
    return _shifted(sigma, alpha, sensitivity, 1)


@evaluator(
    "gaussian.tradeoff",
    "The trade-off function: the smallest probability of missing, of a test at level alpha; its own inverse.",
    bits=_power_bits,
    arrays=lazily("gaussian", "tradeoff"),
    array_guarantee="the error stated entry by entry; relative error below 1e-12 down to 1e-300",
    sigma=SIGMA,
    alpha=ALPHA,
    sensitivity=SENSITIVITY,
)
def tradeoff(sigma: Number, alpha: Number, sensitivity: Number) -> Answer:
    """f(alpha) = 1 - power = Q(mu - Q^-1(alpha)), with full relative accuracy where the power is near 1."""
    return _shifted(sigma, alpha, sensitivity, -1)


@evaluator(
    "gaussian.level",
    "The smallest level at which a test of the two inputs has the given power.",
    bits=lambda sigma, power, sensitivity: _power_bits(sigma, power, sensitivity),
    arrays=lazily("gaussian", "level"),
    array_guarantee="the error stated entry by entry; relative error below 1e-12 down to 1e-300",
    sigma=SIGMA,
    power=between(0, 1, "power of the test"),
    sensitivity=SENSITIVITY,
)
def level(sigma: Number, power: Number, sensitivity: Number) -> Answer:
    """alpha = Q(Q^-1(power) + mu)."""
    if power in (0, 1):
        return power
    return tail(tail_inverse(power) + ratio(sigma, sensitivity))


@evaluator(
    "gaussian.advantage",
    "The membership advantage: the largest difference of power and level, the total variation distance.",
    sigma=SIGMA,
    sensitivity=SENSITIVITY,
)
def advantage(sigma: Number, sensitivity: Number) -> arb:
    """erf(mu/8^(1/2)), which is delta at eps = 0."""
    return (ratio(sigma, sensitivity) * HALF.sqrt() * HALF).erf()


@evaluator(
    "gaussian.auc",
    "The area under the power curve of the two output laws: the probability that the second output is the larger.",
    sigma=SIGMA,
    sensitivity=SENSITIVITY,
)
def auc(sigma: Number, sensitivity: Number) -> arb:
    """(1 + erf(mu/2))/2: the difference of the outputs is normal with mean mu and variance 2, in units of sigma."""
    return HALF + HALF * (ratio(sigma, sensitivity) * HALF).erf()


@evaluator(
    "gaussian.renyi",
    "The Renyi divergence of the two output laws.",
    guarantee=EXACT,
    sigma=SIGMA,
    order=positive("order of the divergence; 1 gives the Kullback-Leibler divergence"),
    sensitivity=SENSITIVITY,
)
def renyi(sigma: Number, order: Number, sensitivity: Number) -> Fraction:
    """order mu^2/2."""
    return Fraction(order) * (Fraction(sensitivity) / Fraction(sigma)) ** 2 / 2


@evaluator(
    "gaussian.rho",
    "The zero-concentration of the Gaussian mechanism: the smallest rho for which it is rho-zCDP.",
    guarantee=EXACT,
    sigma=SIGMA,
    sensitivity=SENSITIVITY,
)
def rho(sigma: Number, sensitivity: Number) -> Fraction:
    """mu^2/2."""
    return (Fraction(sensitivity) / Fraction(sigma)) ** 2 / 2


@evaluator(
    "gaussian.loss_tail",
    "The probability that the privacy loss exceeds t.",
    arrays=lazily("gaussian", "loss_tail"),
    array_guarantee="the error stated entry by entry; relative error below 1e-12 down to 1e-300",
    sigma=SIGMA,
    t=real("privacy loss, in nats"),
    sensitivity=SENSITIVITY,
)
def loss_tail(sigma: Number, t: Number, sensitivity: Number) -> arb:
    """Q(t/mu - mu/2): the loss is N(mu^2/2, mu^2)."""
    mu = ratio(sigma, sensitivity)
    return tail(ball(t) / mu - mu * HALF)


@evaluator(
    "gaussian.loss_quantile",
    "The privacy loss that is exceeded with probability q.",
    sigma=SIGMA,
    q=between(0, 1, "probability", "both"),
    sensitivity=SENSITIVITY,
)
def loss_quantile(sigma: Number, q: Number, sensitivity: Number) -> Answer:
    """mu^2/2 + mu Q^-1(q)."""
    if 2 * Fraction(q) == 1:
        return (Fraction(sensitivity) / Fraction(sigma)) ** 2 / 2
    mu = ratio(sigma, sensitivity)
    return mu * mu * HALF + mu * tail_inverse(q)


@evaluator(
    "gaussian.pbdp",
    "The smallest delta for which the mechanism is (eps, delta)-probabilistically bounded, under all "
    "post-processing.",
    sigma=SIGMA,
    eps=positive("privacy loss, in nats"),
    sensitivity=SENSITIVITY,
)
def pbdp(sigma: Number, eps: Number, sensitivity: Number) -> arb:
    """Q(z) at the root z of log Q(z) - log Q(z + mu) = eps: the level e^-eps delta has power delta."""
    mu, e = _mu(sigma, sensitivity), approximate(eps)
    if not (1e-100 < mu < 1e100 and e < 1e200):
        raise ArithmeticError("the ratio of sensitivity and sigma, or eps, is beyond what is written out")
    low, high = -40.0 - mu, e / mu + 1  # the slope is below mu; log Q(z) - log Q(z + mu) > mu z + mu^2/2
    x = min(max(e / mu - mu / 2, low), high)
    for _ in range(100):
        one, two = log_tail(x), log_tail(x + mu)
        gap = one - two - e
        low, high = (x, high) if gap < 0 else (low, x)
        rate = hazard(x + mu) - hazard(x)
        new = x - gap / rate if rate > 0 else math.inf
        if not low < new < high:
            new = (low + high) / 2
        x, change = new, abs(new - x)
        if change <= 1e-9 * (1 + abs(x)):
            break
    if x > 2400:
        raise ArithmeticError("a value too small to be written out (more than a million digits)")
    lost = 2 * math.frexp(abs(x) + mu + 2)[1] + math.frexp(1 / mu + 2)[1] + int(max(0.0, -x - mu) ** 2)
    aim = working_bits() - 24
    with precision(working_bits() + lost + 8):
        m, en = ratio(sigma, sensitivity), ball(eps)

        def f(z: arb) -> arb:
            return (tail(z) / tail(z + m)).log() - en

        def slope(z: arb) -> arb:  # the hazard phi/Q increases, by less than its argument does
            x = z.mid()
            return density(x + m) / tail(x + m) - density(x) / tail(x) + arb(0, z.rad())

        return tail(newton(f, slope, x, aim))


@evaluator(
    "gaussian.pbdp_epsilon",
    "The smallest eps for which the mechanism is (eps, delta)-probabilistically bounded.",
    sigma=SIGMA,
    delta=DELTA,
    sensitivity=SENSITIVITY,
)
def pbdp_epsilon(sigma: Number, delta: Number, sensitivity: Number) -> arb:
    """log(delta/Q(z + mu)) at Q(z) = delta."""
    return (ball(delta) / tail(tail_inverse(delta) + ratio(sigma, sensitivity))).log()


__all__ = declared(__name__)
