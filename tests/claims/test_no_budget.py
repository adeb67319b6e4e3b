"""All implications between notions and functionals at a budget of 0: those that make the laws equal give all the others."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import settle

EQUAL = (  # each says that the laws are equal
    "PureDP(0)", "ApproxDP(0, 0)", "ProbDP(0, 0)", "PBDP(0, 0)", "PBDP(0, 1/10)", "ZCDP(0)", "RenyiDP(2, 0)",
    "GaussianDP(0)", "TV <= 0", "KL <= 0", "Advantage <= 0", "Tail(0) <= 0", "HockeyStick(0) <= 0", "Renyi(2) <= 0",
)  # fmt: skip
APART = ("ApproxDP(0, 1/10)", "ProbDP(0, 1/10)")  # laws may differ under these
TRUE = [
    *((h, c) for h in EQUAL for c in (*EQUAL, *APART)),
    ("ProbDP(0, 1/10)", "ApproxDP(0, 1/10)"),
    *((h, h) for h in APART),
]
FALSE = [(h, c) for h in APART for c in EQUAL] + [("ApproxDP(0, 1/10)", "ProbDP(0, 1/10)")]


@pytest.mark.parametrize(("given", "then"), one_in(64, TRUE))
def test_what_holds(given: str, then: str) -> None:
    assert settle(f"{given} => {then}").verdict == "proved"


@pytest.mark.parametrize(("given", "then"), one_in(3, FALSE))
def test_what_does_not(given: str, then: str) -> None:
    assert settle(f"{given} => {then}").verdict == "refuted"


CONDITIONS = (
    "for 0 < delta < 1: ZCDP(0) => ApproxDP(0, delta)",
    "for 0 < delta < 1: ZCDP(1 - 1) => ApproxDP(0 + 2*sqrt(0*log(1/delta)), delta)",
    "for alpha > 1, 0 < d < 1: RenyiDP(alpha, 0) => ProbDP(0, d)",
)


@pytest.mark.parametrize("text", one_in(1, CONDITIONS, dear=CONDITIONS[1:]))
def test_conditions_on_names_that_the_budgets_do_not_hold(text: str) -> None:
    assert settle(text).verdict == "proved"


BY_A_HAIR = (
    "ZCDP(1/10^12) => ApproxDP(0, 0)",
    "ZCDP(1/10^12) => TV <= 0",
    "RenyiDP(2, 1/10^12) => ZCDP(0)",
    "RenyiDP(2, 1/10^12) => Tail(0) <= 0",
    "PureDP(1/10^12) => PBDP(0, 1/10)",
    "ApproxDP(0, 1/10^12) => Tail(0) <= 0",
    "ApproxDP(1/10^12, 0) => PureDP(0)",
    "ProbDP(0, 1/10^12) => PureDP(0)",
    "ProbDP(0, 1/10^12) => Renyi(2) <= 0",
    "TV <= 1/10^12 => PureDP(0)",
    "KL <= 1/10^12 => Tail(0) <= 0",
    "KL <= 1/10^12 => TV <= 0",
    "Tail(0) <= 1/10^12 => TV <= 0",
    "HockeyStick(1/10^12) <= 0 => TV <= 0",
    "ZCDP(0) => TV < 0",
    "ZCDP(0) => Tail(0) < 0",
    "for 0 < delta < 1: ZCDP(0) => ApproxDP(0 - delta, delta/10^12)",
    "for 0 < delta < 1: ApproxDP(0, delta) => TV < delta",
    "KL <= 0 => Power(1/2) < 1/2",
    "RenyiDP(2, 0) => Posterior(1/3) <= 1/3 - 1/10^12",
)


@pytest.mark.parametrize("text", one_in(4, BY_A_HAIR))
def test_a_hair_beside_it(text: str) -> None:
    assert settle(text).verdict == "refuted"
