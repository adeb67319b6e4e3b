"""The rows of the benchmark: what dpsym is asked, the truth to 60 digits, and the goal."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

DIGITS = 60


@dataclass(frozen=True)
class Row:
    """One number: an evaluator of dpsym with its arguments, and the time in seconds that is the goal.

    An argument (low, high, n) is an array of n doubles from low to high; then the times are those of a point, and
    the value compared is the one at place n // 3.  With a `sample` of arguments the time is the median over it, or
    the largest if `worst`, and the value compared that at the first.

    `truth` gives it to 60 digits, by other formulas or by the plain sum; without one, the reference is dpsym's own
    enclosure at `reference` digits (or with the arguments there), which is then part of what is compared.
    """

    key: str
    call: str
    arguments: dict[str, Any]
    goal: float
    truth: Callable[[], Any] | None = None
    digits: int = 12
    reference: dict[str, Any] = field(default_factory=dict)
    sample: tuple[dict[str, Any], ...] = ()
    worst: bool = False

    @property
    def points(self) -> int:
        """How many values are asked for at once."""
        return max(x[2] if isinstance(x, tuple) else 1 for x in self.arguments.values())

    def arrays(self) -> dict[str, Any]:
        """The arguments, arrays made."""
        import numpy as np

        return {k: np.linspace(*x) if isinstance(x, tuple) else x for k, x in self.arguments.items()}


def place(low: float, high: float, n: int) -> float:
    """The double that is compared."""
    import numpy as np

    return float(np.linspace(low, high, n)[n // 3])


# ------------------------------------------------------------------------------------------------- truths
def mp() -> Any:
    import mpmath

    mpmath.mp.dps = DIGITS + 20
    return mpmath


def normal_tail(x: Any) -> Any:
    return mp().erfc(x / mp().sqrt(2)) / 2


def gaussian_delta(sigma: str, eps: str) -> Any:
    m = mp()
    s, e = m.mpf(sigma), m.mpf(eps)
    m.mp.dps = DIGITS + 40
    return normal_tail(e * s - 1 / (2 * s)) - m.exp(e) * normal_tail(e * s + 1 / (2 * s))


def gaussian_epsilon(sigma: str, delta: str, guess: float) -> Any:
    return mp().findroot(lambda e: gaussian_delta(sigma, e) - mp().mpf(delta), guess, tol=1e-120)


def gaussian_sigma(eps: str, delta: str, guess: float) -> Any:
    return mp().findroot(lambda s: gaussian_delta(s, eps) - mp().mpf(delta), guess, tol=1e-120)


def gaussian_power(sigma: str, alpha: str, guess: float) -> Any:
    m = mp()
    z = m.findroot(lambda z: m.log(normal_tail(z)) - m.log(m.mpf(alpha)), guess)
    return normal_tail(z - 1 / m.mpf(sigma))


def gauss_sums(s2: Any, start: int) -> Any:
    """sum of exp(-x^2 / (2 s2)) over x >= start, to DIGITS digits relative to its first term or to 1."""
    m = mp()
    if start < 0:
        return 2 * gauss_sums(s2, 1) + 1 - gauss_sums(s2, 1 - start)
    term = m.exp(-(m.mpf(start) ** 2) / (2 * s2))
    ratio, square = m.exp(-m.mpf(2 * start + 1) / (2 * s2)), m.exp(-1 / s2)
    total, floor = m.mpf(0), term * m.mpf(10) ** (-DIGITS - 12)
    while term > floor:
        total += term
        term *= ratio
        ratio *= square
    return total


def discrete_delta(sigma: int, k: int, eps: str) -> Any:
    """The plain sum, for k answers at sigma >= 10 over one discrete Gaussian of k sigma^2: relative 1e-400."""
    m = mp()
    s2, e = Fraction(sigma) ** 2, Fraction(eps)
    n = int((e * s2 + Fraction(k, 2)) // 1) + 1 - k
    v = m.mpf(k * sigma**2)
    whole = 2 * gauss_sums(v, 1) + 1
    y = m.exp(m.mpf(e.numerator) / e.denominator)
    return (gauss_sums(v, n) - y * gauss_sums(v, n + k)) / whole


def discrete_power(sigma: int, k: int, alpha: str) -> Any:
    m = mp()
    v, level = m.mpf(k * sigma**2), m.mpf(alpha)
    whole = 2 * gauss_sums(v, 1) + 1
    n, beyond = 0, (whole - 1) / 2
    while beyond > level * whole:
        n += 1
        beyond -= m.exp(-(m.mpf(n) ** 2) / (2 * v))
    ratio = m.exp((m.mpf(n) ** 2 - m.mpf(n - k) ** 2) / (2 * v))
    return (gauss_sums(v, n + 1 - k) + (level * whole - beyond) * ratio) / whole


def small_sigma_delta(k: int, eps: int) -> Any:
    """sigma = 1: k-fold powers of the mass function by one transform, in exact residues of 400 digits."""
    m = mp()
    digits, reach = 150, 28
    unit = 10**digits
    with m.workdps(digits + 20):
        row = [int(m.exp(-m.mpf(x * x) / 2) * unit) for x in range(-reach, reach + 1)]
    spread = int(14 * k**0.5) + 40  # masses beyond are below 10^-40 of the sums asked for
    power, low, base, base_low, n = None, 0, row, -reach, k
    while n:
        if n & 1:
            power, low = (
                (base, base_low) if power is None else cut(times(power, base, unit), low + base_low, spread)
            )
        n >>= 1
        if n:
            base, base_low = cut(times(base, base, unit), 2 * base_low, spread)
    total = sum(power)
    start = eps + k // 2 + 1 - k
    y = m.exp(eps)
    p = sum(power[max(start - low, 0) :])
    # the mass at x + k is that at x times e^{-loss}, which reaches beyond the cut
    q_sum = sum(
        m.mpf(x) * m.exp(-m.mpf(2 * (low + i) + k) / 2) for i, x in enumerate(power) if low + i >= start
    )
    return (m.mpf(p) - y * q_sum) / total


def times(p: list[int], q: list[int], unit: int) -> list[int]:
    width = (max(p).bit_length() + max(q).bit_length() + len(p).bit_length() + 8) // 8
    a, b = (int.from_bytes(b"".join(x.to_bytes(width, "little") for x in r), "little") for r in (p, q))
    count = len(p) + len(q) - 1
    data = (a * b).to_bytes((count + 1) * width, "little")
    raw = [int.from_bytes(data[i * width : (i + 1) * width], "little") for i in range(count)]
    scale = max(raw)
    return [x * unit // scale for x in raw]


def cut(row: list[int], low: int, spread: int) -> tuple[list[int], int]:
    first, last = max(0, -spread - low), min(len(row), spread - low + 1)
    return row[first:last], low + first


def kov_delta(eps0: str, delta0: str, k: int, eps: str) -> Any:
    m = mp()
    e, x = Fraction(eps0), Fraction(eps)
    ball = m.mpf(e.numerator) / e.denominator
    start = int((x / e + k) // 2) + 1
    odds = m.exp(ball)
    log_term = (
        m.loggamma(k + 1)
        - m.loggamma(start + 1)
        - m.loggamma(k - start + 1)
        + start * ball
        - k * m.log(1 + odds)
    )
    term, total, l = m.exp(log_term), m.mpf(0), start
    fall, step = m.exp(m.mpf(x.numerator) / x.denominator - (2 * start - k) * ball), m.exp(-2 * ball)
    while l <= k and (total == 0 or term > total * m.mpf(10) ** (-DIGITS - 15)):
        total += term * (1 - fall)
        term *= odds * (k - l) / (l + 1)
        fall *= step
        l += 1
    return 1 - (1 - m.mpf(delta0)) ** k * (1 - total)


def enumerated(eps0s: list[str], eps: str) -> Any:
    m = mp()
    logs, total = [m.mpf(x) for x in eps0s], m.mpf(0)
    for signs in itertools.product((0, 1), repeat=len(logs)):
        up = m.fsum(x for s, x in zip(signs, logs, strict=True) if s)
        total += max(m.mpf(0), m.exp(up) - m.exp(m.mpf(eps) + m.fsum(logs) - up))
    return total / m.fprod(1 + m.exp(x) for x in logs)


def zcdp_closed(rho: str, delta: str) -> Any:
    """The least eps over the orders a of a rho + log((a-1)/a) - log(a delta)/(a-1)."""
    m = mp()
    r, d = m.mpf(rho), m.mpf(delta)

    def at(a: Any) -> Any:
        return a * r + m.log((a - 1) / a) - m.log(a * d) / (a - 1)

    a = m.findroot(lambda a: m.diff(at, a), 1 + m.sqrt(-m.log(d) / r))
    return at(a)


def zcdp_advantage(rho: str) -> Any:
    m = mp()
    l = m.findroot(lambda l: l * m.tanh(l / 2) - m.mpf(rho), 1)
    return m.tanh(l / 2)


def limit_power(eps: str, k: int, alpha: Any) -> Any:
    """The chain, step by step."""
    m = mp()
    u, f = m.exp(m.mpf(eps)), m.mpf(alpha)
    for _ in range(k):
        f = min(u * f, 1 - (1 - f) / u)
    return f


def limit_risk(eps: str, k: int) -> Any:
    """Squared error of the pair whose power curve is the chain, from its breakpoints."""
    m = mp()
    u = m.exp(m.mpf(eps))
    ends = [m.mpf(0), *sorted(1 / (u**j * (1 + u)) for j in range(k)), m.mpf(1)]
    a = [y - x for x, y in itertools.pairwise(ends)]
    return sum(x * u**i / (1 + u**i) for x, i in zip(a, range(k, -k - 1, -2), strict=True)) / 2


def odds(prior: Any, loss: str) -> Any:
    m = mp()
    x = m.mpf(prior)
    return x / (x + (1 - x) * m.exp(-m.mpf(loss)))


# --------------------------------------------------------------------------------------------------- rows
def discrete(sigma: int, k: int, eps: str) -> Row:
    key = f"discrete Gaussian delta, sigma={sigma}, k={k}, eps={eps}"
    arguments = {"sigma": sigma, "eps": eps, "k": k}
    return Row(key, "discrete_gaussian.delta", arguments, 0.2e-3, lambda: discrete_delta(sigma, k, eps))


def gaussian(sigma: str, eps: str) -> Row:
    key = f"Gaussian delta, sigma={sigma}, eps={eps}"
    return Row(key, "gaussian.delta", {"sigma": sigma, "eps": eps}, 10e-6, lambda: gaussian_delta(sigma, eps))


TEN = [f"{i / 10:g}" for i in range(1, 11)]
_random = random.Random(0)
HUNDRED = [repr(_random.uniform(0.01, 0.21)) for _ in range(100)]


def drawn(count: int) -> tuple[dict[str, Any], ...]:
    """Points of the whole range: sigma from 0.1 to 1e6, delta from about 1 down to 1e-300."""
    draw, found = random.Random(1), []
    while len(found) < count:
        sigma, a = 10 ** draw.uniform(-1, 6), draw.uniform(-6, 36.5)
        eps = (a + 1 / (2 * sigma)) / sigma
        if eps >= 0:
            found.append({"sigma": f"{sigma:.6g}", "eps": f"{eps:.6g}"})
    return tuple(found)


SAMPLE = drawn(500)
DELTAS, LEVELS = (0.0, 8.0, 10**6), (1e-6, 0.999, 1000)
MANY_LEVELS, PRIORS = (0.0, 1.0, 10**6), (0.0, 1.0, 10**6)

ROWS = [
    gaussian("1", "1"),
    gaussian("1", "10"),
    gaussian("100", "0.1"),
    gaussian("1000000", "1e-7"),
    Row("Gaussian delta, median of 500 points", "gaussian.delta", SAMPLE[0], 10e-6,
        lambda: gaussian_delta(**SAMPLE[0]), sample=SAMPLE),
    Row("Gaussian delta, worst of 500 points", "gaussian.delta", SAMPLE[0], 50e-6,
        lambda: gaussian_delta(**SAMPLE[0]), sample=SAMPLE, worst=True),
    Row("Gaussian eps, sigma=1, delta=1e-6", "gaussian.epsilon", {"sigma": 1, "delta": "1e-6"}, 40e-6,
        lambda: gaussian_epsilon("1", "1e-6", 4.9)),
    Row("Gaussian sigma, eps=1, delta=1e-6", "gaussian.sigma", {"eps": 1, "delta": "1e-6"}, 40e-6,
        lambda: gaussian_sigma("1", "1e-6", 4.2)),
    Row("Gaussian power, mu=1, level 1e-8", "gaussian.power", {"sigma": 1, "alpha": "1e-8"}, 25e-6,
        lambda: gaussian_power("1", "1e-8", 5.6)),
    Row("Gaussian power, mu=1, level 1e-300", "gaussian.power", {"sigma": 1, "alpha": "1e-300"}, 25e-6,
        lambda: gaussian_power("1", "1e-300", 37)),
    Row("Gaussian delta, array of 1e6, a point", "gaussian.delta", {"sigma": 1, "eps": DELTAS}, 0.15e-6,
        lambda: gaussian_delta("1", place(*DELTAS))),
    Row("Gaussian power, array of 1000, a point", "gaussian.power", {"sigma": 1, "alpha": LEVELS}, 0.1e-6,
        lambda: gaussian_power("1", place(*LEVELS), 0.4)),
    discrete(1, 1, "1"), discrete(10, 1, "0.1"), discrete(10, 1, "1"), discrete(100, 1, "0.05"), discrete(10, 10, "1"),
    discrete(100, 1000, "1"), discrete(100, 10000, "5"),
    Row("discrete Gaussian delta, sigma=1, k=1000, eps=560", "discrete_gaussian.delta",
        {"sigma": 1, "eps": 560, "k": 1000}, 5e-3, lambda: small_sigma_delta(1000, 560)),
    Row("discrete Gaussian delta, sigma=1, k=100000, eps=50700", "discrete_gaussian.delta",
        {"sigma": 1, "eps": 50700, "k": 100000}, 5e-3, lambda: small_sigma_delta(100000, 50700)),
    Row("discrete Gaussian power, sigma=10, level 0.05", "discrete_gaussian.power",
        {"sigma": 10, "alpha": "0.05"}, 0.4e-3, lambda: discrete_power(10, 1, "0.05")),
    Row("discrete Gaussian power, sigma=100, k=1000, level 0.05", "discrete_gaussian.power",
        {"sigma": 100, "alpha": "0.05", "k": 1000}, 0.4e-3, lambda: discrete_power(100, 1000, "0.05")),
    Row("Census eps, delta=1e-10", "census.epsilon", {"delta": "1e-10"}, 5e-3, digits=8, reference={"digits": 12}),
    Row("Census power, level 0.01", "census.power", {"alpha": "0.01"}, 2e-3, digits=8, reference={"digits": 12}),
    Row("zCDP eps, closed form, rho=0.5, delta=1e-6", "zcdp.epsilon",
        {"rho": "0.5", "delta": "1e-6", "form": "canonne-kamath-steinke"}, 20e-6, lambda: zcdp_closed("0.5", "1e-6")),
    Row("zCDP delta, optimum, rho=0.5, eps=1", "zcdp.delta", {"rho": "0.5", "eps": 1}, 5e-3, digits=10,
        reference={"digits": 20}),
    Row("zCDP power, rho=2.63, level 0.05", "zcdp.power", {"rho": "2.63", "alpha": "0.05"}, 3e-3, digits=10,
        reference={"digits": 20}),
    Row("zCDP advantage, rho=0.5", "zcdp.advantage", {"rho": "0.5"}, 30e-6, lambda: zcdp_advantage("0.5")),
    Row("optimal composition, eps0=0.1, k=100, eps=2", "optimal_composition.delta",
        {"eps0": "0.1", "delta0": 0, "k": 100, "eps": 2}, 0.15e-3, lambda: kov_delta("0.1", "0", 100, "2")),
    Row("optimal composition, eps0=0.1, delta0=1e-8, k=1000, eps=10", "optimal_composition.delta",
        {"eps0": "0.1", "delta0": "1e-8", "k": 1000, "eps": 10}, 0.15e-3, lambda: kov_delta("0.1", "1e-8", 1000, "10")),
    Row("optimal composition, eps0=0.01, delta0=1e-12, k=100000, eps=8", "optimal_composition.delta",
        {"eps0": "0.01", "delta0": "1e-12", "k": 100000, "eps": 8}, 2e-3,
        lambda: kov_delta("0.01", "1e-12", 100000, "8")),
    Row("10 different parts, eps_i=0.1..1, eps=3", "optimal_composition.heterogeneous", {"eps0s": TEN, "eps": 3}, 0.3e-3,
        lambda: enumerated(TEN, "3")),
    Row("100 different parts, eps=1, error 1e-6", "optimal_composition.heterogeneous",
        {"eps0s": HUNDRED, "eps": 1, "error": "1e-6"}, 0.1, reference={"error": "1e-9"}),
    Row("limits: power, eps=1, k=3, level 0.05", "limits.power", {"eps": 1, "k": 3, "alpha": "0.05"}, 50e-6,
        lambda: limit_power("1", 3, "0.05")),
    Row("limits: power, array of 1e6, a point", "limits.power", {"eps": 1, "k": 3, "alpha": MANY_LEVELS}, 0.2e-6,
        lambda: limit_power("1", 3, place(*MANY_LEVELS))),
    Row("estimate: squared error, eps=1, k=100", "estimate.squared", {"eps": 1, "k": 100}, 1e-3, lambda: limit_risk("1", 100)),
    Row("estimate: squared error, eps=0.01, k=100", "estimate.squared", {"eps": "0.01", "k": 100}, 1e-3,
        lambda: limit_risk("0.01", 100)),
    Row("posterior at distance 3, eps=1, prior 0.1", "posterior.highest", {"p": "0.1", "eps": 1, "distance": 3}, 50e-6,
        lambda: odds("0.1", "3")),
    Row("posterior at distance 3, array of 1e6, a point", "posterior.highest", {"p": PRIORS, "eps": 1, "distance": 3}, 0.2e-6,
        lambda: odds(place(*PRIORS), "3")),
    Row("marginal: noisy count of 10, eps=0.1, at 3.5", "marginal.count_lower", {"eps": "0.1", "n": 10, "t": "3.5"}, 50e-6,
        lambda: mp().mpf("0.05") * mp().exp(-mp().mpf("1.05"))),
    Row("marginal: probability 0.1 at distance 3, array of 1e6, a point", "marginal.event_upper",
        {"p": PRIORS, "eps": 1, "distance": 3}, 0.2e-6, lambda: min(mp().mpf(place(*PRIORS)) * mp().exp(3),
        1 - (1 - mp().mpf(place(*PRIORS))) * mp().exp(-3))),
]  # fmt: skip
