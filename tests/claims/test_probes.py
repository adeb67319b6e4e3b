"""Pairs with closed forms: what they refute is false, their closed forms are right, and values are written exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import judge as j
import pytest
from judge.values import one_order

from dpsym.claims import numbers
from dpsym.claims.probes import at_point, families, probes
from dpsym.claims.settle import probed
from dpsym.claims.syntax import parse

F = Fraction

TRUE = [
    "for eps >= 0: PureDP(eps) => ApproxDP(eps, 0)",
    "for eps >= 0: PureDP(eps) => Tail(eps) = 0",
    "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) and PureDP(2*eps) => TV <= tanh(eps/2) + delta",
    "for rho > 0, eps >= rho: ZCDP(rho) => Tail(eps) <= exp(-(eps - rho)^2/(4*rho))",
    "for eps >= 0: PureDP(eps) => ZCDP(eps*tanh(eps/2))",
    "for mu >= 0: GaussianDP(mu) => TV <= 2*Phi(mu/2) - 1",
    "TV >= 1/2 => Power(1/2) >= 3/4",
    "TV <= 1 - exp(-KL)/2",
]


@pytest.mark.parametrize("text", TRUE)
def test_no_true_claim_is_refuted(text: str) -> None:
    """Budgets at their least, with no hypothesis left out."""
    assert probed(text) is None
    assert probed(text, late=True) is None


def test_every_hypothesis_is_in_the_claim_about_numbers() -> None:
    text = "for eps >= 0, k >= 0: PureDP(eps) and KL <= k => Tail(eps) <= k"
    for r in probes(text, late=True):
        source = parse(r.text)
        kl = [h for h in source.hypotheses if len(h.args) == 2]
        assert len(kl) >= 2, r.text


FUNCTIONALS = {
    "TV": lambda law: law.tv,
    "KL": lambda law: law.kl,
    "HockeyStick(1/3)": lambda law: law.hockey("(1/3)"),
    "Renyi(3)": lambda law: law.renyi and law.renyi("(3)"),
    "Power(1/5)": lambda law: law.power and law.power("(1/5)"),
}


@pytest.mark.parametrize("k", range(1, 8))
def test_closed_forms_are_those_of_the_masses(k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge's values of the masses, which know nothing of closed forms."""
    family = families(set())[k]
    at = {"loss": F(2), "mean": F(1), "mass": F(1, 3), "p": F(2, 3), "q": F(1, 4)}
    monkeypatch.setattr(flint.ctx, "prec", 200)
    for law in family.orders:
        if not law.atoms:
            continue
        ball = lambda text: numbers.value(parse(f"{text} = 0").conclusion[0].args[0], at)  # noqa: E731
        rows = zip(*law.atoms, strict=True)
        pair = j.Pair(*(tuple(j.value(j.read(f"{at_point(m, at)} = 0").conclusions[0].parts[0], {}) for m in row)
                        for row in rows))  # fmt: skip
        for text, form in FUNCTIONALS.items():
            said = form(law)
            if said is None:
                continue
            meant = j.value(j.read(f"{text} <= 1").conclusions[0].parts[0], {}, pair)
            assert abs(ball(said) - as_ball(meant)) < 1e-30, (law.pair, text)
        for e in ("(1/4)", "(7/3)"):
            for word, form in (("ProbDP", law.probable), ("PBDP", law.bounded)):
                for d in ("(1/10)", "(2/5)", "(9/10)"):
                    if form is None:
                        continue
                    less, more = parse(form(e, d)).conclusion[0].args
                    holds = bool(numbers.value(less, at) <= numbers.value(more, at))
                    claim = j.read(f"{word}({e}, {d})").conclusions[0]
                    assert holds == one_order(claim, {}, pair), (law.pair, word, e, d)


def as_ball(x: Any) -> flint.arb:
    """A value of the judge as a ball."""
    if isinstance(x, Fraction):
        return flint.arb(flint.fmpq(x.numerator, x.denominator))
    return x.ball() if hasattr(x, "ball") else x


def test_values_are_written_exactly() -> None:
    at = {"p": F(2, 3), "q": F(1, 4)}
    assert at_point("(p - q)/p", at) == "5/8"
    assert at_point("log(p/q)", at) == "log(8/3)"
    assert at_point("max(log(p/q), log((1 - q)/(1 - p)))", at) == "log(8/3)"
    assert at_point("sqrt(q)*log(1) + exp(0)", at) == "1"
    assert at_point("k + p", at) == "(2/3) + k"
    assert at_point("max(log(p)/2, log(q))^2", at) == "((1/2)*log(2/3))^2"
    assert at_point("(log(p) - 3*log(2))/2", at) == "(1/2)*(log(2/3)-(3*log(2)))"


def test_what_would_take_up_the_memory_has_no_value() -> None:
    for text in ("exp(exp(1000000000))", "2^(2^1000000000)", "erfc(exp(1000000000))"):
        node = parse(f"{text} = 0").conclusion[0].args[0]
        with pytest.raises(numbers.NoValue):
            numbers.value(node, {})
