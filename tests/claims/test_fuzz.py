"""Hostile input: random text, mutated claims, deep nests, huge powers, look-alikes.  Always an answer or a clear error.

The reading of a text is tested on every string, the whole of the settling on a share of the mutants.
"""

from __future__ import annotations

import contextlib
import random
import resource
import string

import pytest

from dpsym.claims import NotAClaim, settle
from dpsym.claims.answers import Answer
from dpsym.claims.reading.meaning import read

SEEDS = [
    "for 0 < p < 1, eps >= 0: p*exp(eps)/(1 - p + p*exp(eps)) - p <= tanh(eps/4)",
    "for eps >= 0, 0 <= delta <= 1: ProbDP(eps, delta) => ApproxDP(eps, delta)",
    "for 0 <= eps < eps2, 0 <= delta < 1: ApproxDP(eps, delta) => Tail(eps2) <= delta/(1 - exp(eps - eps2))",
    "for rho > 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/delta)), delta)",
    "for eps >= 0, 0 <= delta <= 1, 0 <= alpha <= 1: ApproxDP(eps, delta) => Power(alpha) <= exp(eps)*alpha + delta",
    "for eps >= 0, 0 < p < 1: PureDP(eps) => Posterior(p) <= p*exp(eps)/(1 - p + p*exp(eps))",
    "for alpha > 1, mu > 0: GaussianDP(mu) and TV <= 1/2 => Renyi(alpha) <= alpha*mu^2/2 and KL <= 3",
    "for n natural, x >= 0: (1 + x)^3 >= 1 + 3*x and max(x, 1, n) >= min(x, n)",
    "for x: erf(x) + erfc(x) = 1 and abs(Phi(x)) != 2 and cosh(x)**2 - sinh(x)**2 == 1e0",
]
TOKENS = [
    "for", "and", "natural", "=>", "<=", ">=", "<", ">", "=", "==", "!=", "+", "-", "*", "/", "^", "**", "(", ")", ",",
    ":", "?", "x", "eps", "delta", "alpha", "y", "P", "S", "e", "pi", "0", "1", "2", "1/2", "0.1", "1e-6", "1e400", "10",
    "exp(", "log(", "sqrt(", "tanh(", "Phi(", "Phi_inv(", "min(", "max(", "abs(", "PureDP(", "ApproxDP(", "ProbDP(",
    "ZCDP(", "RenyiDP(", "GaussianDP(", "PBDP(", "Tail(", "HockeyStick(", "TV", "KL", "Renyi(", "Power(",
    "Posterior(", "Advantage", "Gaussian(", "Laplace(", "__import__", "lambda", "x.y", "os", "'", '"', ";", "#",
]  # fmt: skip
LOOKALIKES = "еρεδαΦπ≤≥≠−–×÷⇒∧√²½（）：，‮​\u0000\u200b\ud800𝑥𝟏ⅇ\n\t\r\x0b"


def mutated(rng: random.Random) -> str:
    """A valid claim with some characters or tokens changed."""
    text = rng.choice(SEEDS)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        i, j = sorted(rng.randint(0, len(text)) for _ in range(2))
        kind = rng.randrange(7)
        if kind == 0:
            text = text[:i] + rng.choice(string.printable) + text[i:]
        elif kind == 1:
            text = text[:i] + text[i + 1 :]
        elif kind == 2:
            text = text[:i] + rng.choice(TOKENS) + text[i:]
        elif kind == 3:
            text = text[:i] + text[j:]
        elif kind == 4:
            text = text[:i] + text[i:j] * 2 + text[j:]
        elif kind == 5:
            text = text[:i] + rng.choice(LOOKALIKES) + text[i + 1 :]
        else:
            old = rng.choice(["1", "2", "<=", "eps", "delta", "exp", "0", "*", "alpha"])
            text = text.replace(old, rng.choice(TOKENS), 1)
    return text


def generated(rng: random.Random) -> str:
    """One of several kinds of hostile text."""
    kind = rng.randrange(8)
    n = rng.choice((3, 10, 49, 50, 51, 200, 3000))
    if kind == 0:
        return "".join(rng.choice(string.printable) for _ in range(rng.randint(0, 120)))
    if kind == 1:
        return "for x, eps, delta: " + " ".join(rng.choice(TOKENS) for _ in range(rng.randint(1, 40)))
    if kind == 2:
        deep = ["(" * n + "x" + ")" * n, "-" * n + "x", "exp(" * n + "x" + ")" * n, "^".join(["x"] * n)]
        return f"for x > 1: {rng.choice(deep)} <= 1"
    if kind == 3:
        big = [
            "9" * n,
            f"10^{n}",
            f"10^10^{n}",
            f"2^2^2^2^{n}",
            f"(1 + x)^{n}",
            f"1e{n}",
            f"1e-{n}",
            f"x^(1/{n})",
        ]
        return f"for x > 1: {rng.choice(big)} <= {rng.choice(big)}"
    if kind == 4:
        long = [
            "+".join(["x"] * n),
            "*".join(["(x+1)"] * n),
            " <= ".join(["x"] * n),
            " and ".join(["x<=1"] * n),
        ]
        return f"for x > 1: {rng.choice(long)} >= 0"
    if kind == 5:
        return "".join(rng.choice(LOOKALIKES + "x=<1 ") for _ in range(rng.randint(1, 60)))
    return mutated(rng)


def looked_at(text: str) -> None:
    """The text is read, or refused with a place inside it and printable words."""
    try:
        read(text)
    except NotAClaim as e:
        assert 0 <= e.at <= max(len(text), 10_000)
        assert e.message and len(e.message) < 400
        assert len(e.pointed().splitlines()) == 3


def largest() -> int:
    """The most memory that this process has had, in KiB: the tests before this one count too."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def fuzz(count: int, settled: int, seed: int) -> None:
    rng, before = random.Random(seed), largest()
    for _ in range(count):
        looked_at(generated(rng))
    for _ in range(settled):
        text = mutated(rng)
        with contextlib.suppress(NotAClaim):
            assert isinstance(settle(text), Answer)
    assert largest() - before < 2**19  # KiB: half a GiB


def test_hostile_text_is_read_or_refused() -> None:
    fuzz(1500, 0, 1)


def test_a_few_mutants_are_settled() -> None:
    fuzz(0, 6, 2)


@pytest.mark.slow
def test_twenty_thousand_strings() -> None:
    fuzz(20_000, 150, 3)
