"""Claims that the library search finds by way of equal laws, powers of best tests, and the orders that rules speak of."""

from __future__ import annotations

import pytest
from siblings import one_in

import dpsym

TRUE = (
    "KL <= 0 => RenyiDP(2, 0)",
    "for alpha > 1: Renyi(alpha) <= 0 => Power(1/2) <= 1/2",
    "for eps >= 0: ProbDP(eps, 0) => KL <= eps^2/2",
    "Power(1/2) = 1/2 => PureDP(0)",
    "for 0 <= a <= 1: Power(a) - a <= Power(1/2)",
    "for eps >= 0: PureDP(eps) and TV >= 1/2 => eps >= log(3)",
)
FALSE = (
    "KL <= 1 => RenyiDP(2, 0)",
    "for alpha > 1: Renyi(alpha) <= 1 => Power(1/2) <= 1/2",
    "for eps >= 0: ProbDP(eps, 1/10) => KL <= eps^2/2",
    "Power(1/2) <= 3/4 => PureDP(0)",
    "for 0 <= a <= 1: Power(a) + a <= Power(1/2)",
    "for eps >= 0: PureDP(eps) and TV >= 1/2 => eps >= log(4)",
)


@pytest.mark.parametrize("text", one_in(1, TRUE, dear=(TRUE[0], TRUE[3])))
def test_true_claims(text: str) -> None:
    assert dpsym.claim(text).verdict == "proved"


@pytest.mark.parametrize("text", one_in(1, FALSE, dear=FALSE[2:3]))
def test_their_neighbours_are_refuted(text: str) -> None:
    assert dpsym.claim(text).verdict == "refuted"


def test_what_a_proof_rests_on_is_what_its_last_line_needs() -> None:
    answer = dpsym.claim("for eps >= 0: PureDP(eps) and TV >= 1/2 => eps >= log(3)")
    assert answer.rests_on
    assert not any("gaussian" in name for name in answer.rests_on)
