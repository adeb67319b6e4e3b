"""Claims with constants are decided both ways, by a hair too: random ones against the exact optimum, computed apart."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from dpsym.claims import settle

KNOWN = (
    ("ApproxDP(log(3), 1/10) => TV <= 11/20", "proved"),
    ("PureDP(log(4)) => 9/10 >= Tail(log(3/2))", "proved"),
    ("PureDP(log(4)) => Tail(log(3/2)) <= 9/10 - 1e-12", "refuted"),
    ("Tail(log(6/5)) <= 1/2 => ProbDP(log(3/2), 5/6)", "proved"),
    ("PureDP(log(6/5)) => 2/5 > Power(1/3)", "refuted"),
    ("PureDP(log(6/5)) => 2/5 >= Power(1/3)", "proved"),
    ("Tail(log(3)) <= 1/100 => TV < 101/200", "refuted"),
    ("Tail(log(3)) <= 1/100 => TV <= 101/200", "proved"),
    ("ApproxDP(log(2), 0) and Posterior(1/3) <= 4/5 => Power(1/10) <= 1/5 - 1e-40", "refuted"),
    ("PureDP(log(3)) and TV <= 1/4 => KL <= log(3)/4", "proved"),
    ("PureDP(log(3)) and TV <= 1/4 => KL <= log(3)/4 - 1e-12", "refuted"),
    ("Renyi(2) <= log(2) => Power(1/5) < 3/5", "refuted"),
    ("RenyiDP(2, log(2)) => HockeyStick(log(4)) <= 2/25", "refuted"),
    ("RenyiDP(3/2, 1) => TV <= 1/2", "refuted"),
    ("KL <= 1/8 and TV >= 246/1000 => TV <= 24/100", "refuted"),
    ("ZCDP(1/8) and TV >= 246/1000 => TV <= 24/100", "refuted"),  # between the edges of the two hypotheses
    ("Gaussian(1, 1) => Tail(100) <= 0", "refuted"),
)


@pytest.mark.parametrize(("text", "verdict"), KNOWN)
def test_known(text: str, verdict: str) -> None:
    assert settle(text).verdict == verdict


def optimum(functional: str, u: Fraction, d: Fraction, v: Fraction, a: Fraction) -> Fraction:
    """The largest value under (log u, d)-DP: that of the extremal response with odds u that fails with probability d."""
    wrong = (1 - d) / (1 + u)
    if functional == "TV":
        return d + (u - 1) * wrong
    if functional.startswith("Hockey"):
        return d + max(u * wrong - v * wrong, Fraction(0)) + max(wrong - v * u * wrong, Fraction(0))
    return 1 - max(Fraction(0), 1 - d - u * a, (1 - d - a) / u)


def random_claims(seed: int, count: int) -> list[tuple[str, bool]]:
    rng, found = random.Random(seed), []
    while len(found) < count:
        u, v = (Fraction(rng.randint(4, 20), 4) for _ in range(2))
        d, a = (Fraction(rng.randint(0, 9), 20) for _ in range(2))
        functional = rng.choice(("TV", f"HockeyStick(log({v}))", f"Power({a})"))
        best = optimum(functional, u, d, v, a)
        bound = best + rng.choice((0, 1, -1)) * Fraction(1, 10 ** rng.choice((2, 12, 40)))
        sign = rng.choice(("<=", "<"))
        true = best <= bound if sign == "<=" else best < bound
        found.append((f"ApproxDP(log({u}), {d}) => {functional} {sign} {bound}", true))
    return found


def rightly_settled(claims: list[tuple[str, bool]]) -> float:
    """The share of the claims that is settled; none wrongly."""
    count = 0
    for text, true in claims:
        verdict = settle(text).verdict
        assert verdict in ("undecided", "proved" if true else "refuted"), text
        count += verdict != "undecided"
    return count / len(claims)


def test_random_claims() -> None:
    assert rightly_settled(random_claims(1, 4)) == 1


@pytest.mark.slow
def test_a_thousand_random_claims() -> None:
    assert rightly_settled(random_claims(2, 1000)) >= 0.97
