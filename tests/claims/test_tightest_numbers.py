"""The best bound of claims with plain numbers: as terms in them, proved, and within a thousandth of what a pair reaches."""

from __future__ import annotations

from fractions import Fraction

import pytest
from siblings import one_in
from sympy import N, exp, sympify

from dpsym.claims import settle, tightest, tightest_of_each

e = exp(1)
AT_FRACTIONS = {  # the exponential of the loss is a fraction
    "ApproxDP(log(3), 1/10) => TV <= ?": "11/20",
    "ApproxDP(log(3), 1/10) => Advantage <= ?": "11/20",
    "ApproxDP(log(3), 1/10) => HockeyStick(log(2)) <= ?": "13/40",
    "PureDP(log(3)) => TV <= ?": "1/2",
    "ApproxDP(0, 1/10) => TV <= ?": "1/10",
}
AT_NUMBERS = {
    "ApproxDP(1, 1/10) => TV <= ?": (5 * e - 4) / (5 * e + 5),
    "ApproxDP(1, 1/10) => HockeyStick(1/2) <= ?": (1 + 10 * e - 9 * exp(1) ** Fraction(1, 2)) / (10 * e + 10),
    "ApproxDP(1, 1/10) => Tail(2) <= ?": e / (10 * (e - 1)),
    "ApproxDP(1, 1/10) and PureDP(2) => TV <= ?": (5 * e - 4) / (5 * e + 5),
    "Tail(1) <= 1/10 => TV <= ?": (5 * e - 4) / (5 * e + 5),
    "TV <= 1/10 => Tail(1) <= ?": e / (10 * (e - 1)),
    "PureDP(1) => TV <= ?": (e - 1) / (e + 1),
}


@pytest.mark.parametrize("text", AT_FRACTIONS)
def test_where_the_program_has_fractions(text: str) -> None:
    found = tightest(text)
    assert found is not None
    assert found.bound == AT_FRACTIONS[text]
    assert [p.verdict for p in found.proofs] == ["proved"]
    assert settle(text.replace("<= ?", f"< {found.bound}")).verdict == "refuted"


@pytest.mark.parametrize("text", one_in(2, tuple(AT_NUMBERS)))
def test_where_losses_are_numbers_of_any_kind(text: str) -> None:
    found = tightest(text)
    assert found is not None
    assert abs(N(sympify(found.bound.replace("^", "**")) - AT_NUMBERS[text], 30)) < 1e-20
    assert [p.verdict for p in found.proofs] == ["proved"]
    assert found.attained[0] is not None
    assert settle(text.replace("?", f"999/1000*({found.bound})")).verdict == "refuted"


def test_numbers_beside_names_and_several_bounds() -> None:
    found = tightest("for 0 <= d <= 1: ApproxDP(1, d) => TV <= ?")
    assert found is not None
    for d in (0, Fraction(1, 3), 1):
        value = sympify(found.bound).subs("d", d)
        assert abs(N(value - (e - 1 + 2 * d) / (e + 1), 30)) < 1e-20
    each = tightest_of_each("ApproxDP(log(3), 1/10) => TV <= ? and HockeyStick(log(3)) <= ?")
    assert [best and best.bound for best in each] == ["11/20", "1/10"]
