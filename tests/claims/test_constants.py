"""Claims with constants are decided both ways, by a hair too: random ones against the exact optimum, computed apart."""

from __future__ import annotations

import random
from dataclasses import is_dataclass
from fractions import Fraction

import flint
import pytest
from siblings import one_in
from sympy import Basic, Rational

from dpsym.claims import settle
from dpsym.claims.few_outputs import multipliers
from dpsym.claims.reading.meaning import read

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
    ("PureDP(1) => ApproxDP(1/2, 3/10)", "proved"),  # here no exponential of a loss is a fraction
    ("PureDP(1) => ApproxDP(1/2, 1/4)", "refuted"),
    ("PureDP(0.1) => ApproxDP(0.05, 0.03)", "proved"),
    ("PureDP(1) and TV <= 1/5 => HockeyStick(1/2) < 1/8", "proved"),
    ("PureDP(1/3) => TV <= 1/7", "refuted"),
    ("PureDP(1) => Tail(1/2) <= 9/10", "proved"),
    ("ProbDP(1, 1/10) => ApproxDP(1/2, 2/5)", "proved"),
    ("ApproxDP(1, 1/100) and TV <= 1/10 => ProbDP(3/2, 1/25)", "proved"),
    ("ApproxDP(1, 1/100) => Tail(3/2) <= 1/40", "refuted"),
)


@pytest.mark.parametrize(
    ("text", "verdict"),
    one_in(
        2,
        KNOWN,
        dear=[
            (f"{given} => ApproxDP(1/2, {delta})", "proved")
            for given, delta in (("PureDP(1)", "3/10"), ("ProbDP(1, 1/10)", "2/5"))
        ],
    ),
)
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


def random_losses(seed: int, count: int) -> list[tuple[str, bool]]:
    """The same with losses that are fractions: no bound is met exactly, and the optimum is known to 200 bits."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        loss, other = (Fraction(rng.randint(1, 60), 20) for _ in range(2))
        d, a = (Fraction(rng.randint(0, 9), 20) for _ in range(2))
        functional = rng.choice(("TV", f"HockeyStick({other})", f"Power({a})"))
        best = optimum(functional, near_exponential(loss), d, near_exponential(other), a)
        digits = rng.choice((2, 5, 12))
        bound = Fraction(round(best * 10**digits) + rng.choice((1, -1)), 10**digits)
        if 0 < bound < 1:
            found.append((f"ApproxDP({loss}, {d}) => {functional} <= {bound}", best <= bound))
    return found


def near_exponential(x: Fraction) -> Fraction:
    """The exponential of a fraction, to 200 bits."""
    with flint.ctx.workprec(220):
        man, exp = flint.arb(flint.fmpq(x.numerator, x.denominator)).exp().mid().man_exp()
    return Fraction(int(man)) * Fraction(2) ** int(exp)


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


def test_random_losses() -> None:
    assert rightly_settled(random_losses(1, 4)) == 1


@pytest.mark.slow
def test_a_thousand_random_claims() -> None:
    assert rightly_settled(random_claims(2, 1000)) >= 0.97


@pytest.mark.slow
def test_two_hundred_random_losses() -> None:
    assert rightly_settled(random_losses(2, 200)) >= 0.97


@pytest.mark.parametrize("loss", (1000, 5000, 10500, 14000, "10^30", -5000, -10500, "log(10^500)*9"))
@pytest.mark.parametrize(
    "text", ("ApproxDP({0}, 1/10) => Tail({0}) <= 1", "Tail({0}) <= 1/10 => Tail({0} + 1) <= 1/10")
)
def test_losses_whose_exponentials_are_too_long_for_a_step_give_no_steps(loss: int | str, text: str) -> None:
    """The kernel reads no number of more than 4000 digits, and Python writes none of more than 4300."""
    theorem = read(text.format(loss)).theorem
    steps = multipliers.derivation(theorem)
    found = [x for s in steps or () for x in numbers_of(s)]
    assert all(len(str(x)) < 4000 for x in found) and (loss != 1000 or len(found) > 1)


def numbers_of(step: object) -> list[Rational]:
    """The numbers in a step and in those inside of it."""
    if isinstance(step, Basic):
        return sorted(step.atoms(Rational))
    parts = step if isinstance(step, tuple) else vars(step).values() if is_dataclass(step) else ()
    return [x for part in parts for x in numbers_of(part)]
