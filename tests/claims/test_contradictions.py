"""Hypotheses with constants that no pair meets: said to be vacuous wherever the linear program shows it, and by a hair not."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import settle

NOWHERE = (
    "PureDP(1) and TV > 9/10",
    "PureDP(log(2)) and TV > 9/10",
    "PureDP(1) and HockeyStick(1) > 0",
    "PureDP(log(2)) and HockeyStick(log(2)) > 0",
    "ApproxDP(1/2, 1/100) and Tail(1) > 1/2",
    "ApproxDP(1/2, 1/100) and HockeyStick(1) > 1/2",
    "ApproxDP(1/2, 1/10) and TV > 9/10",
    "ApproxDP(1, 1/10) and Advantage > 9/10",
    "ApproxDP(log(2), 1/10) and TV > 2/5",
    "ApproxDP(1, -1/10)",
    "PureDP(-1)",
    "TV > 2",
)
SOMEWHERE = (  # beside these, on the other side of the bound
    "ApproxDP(log(2), 1/10) and TV > 2/5 - 10^-40",
    "PureDP(log(2)) and TV > 1/3 - 10^-12",
    "ApproxDP(1/2, 1/100) and Tail(1) > 1/50",
)


@pytest.mark.parametrize("conclusion", one_in(2, ("TV <= 1/10", "KL <= 1/1000")))
@pytest.mark.parametrize(
    "given",
    one_in(
        3, NOWHERE, dear=("PureDP(log(2)) and HockeyStick(log(2)) > 0", "ApproxDP(log(2), 1/10) and TV > 2/5")
    ),
)
def test_hypotheses_that_no_pair_meets_are_said_to_be_vacuous(given: str, conclusion: str) -> None:
    answer = settle(f"{given} => {conclusion}")
    assert answer.verdict == "vacuous"
    assert answer.certificate is not None
    assert answer.derivation == ()


@pytest.mark.parametrize("given", SOMEWHERE)
def test_hypotheses_that_hold_by_a_hair_do_not_contradict_each_other(given: str) -> None:
    answer = settle(f"{given} => 1 < 0")
    assert answer.verdict == "refuted"
    assert answer.witness is not None
