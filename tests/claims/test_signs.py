"""Claims in which terms differ, or one divides, without a known sign; and posteriors that are not 1, or below it."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import settle
from dpsym.claims.reading.syntax import NotAClaim

OF_NUMBERS = (
    "for x != 0: x/x = 1",
    "for x != 0: x^2 > 0",
    "for x != 0: abs(x)/x <= 1",
    "for x, y, x != y: (x - y)^2 > 0",
    "for x, y, x + y != 0: (x + y)^2 > 0",
    "for x != 0, y != 0, z != 0: x^2*y^2*z^2 > 0",
    "for x, y, x*y > 0: x/y > 0",
    "for x, y, x*y > 0: y/x > 0 and x/y > 0",
    "for x, y, x*y < 0: y/x < 0",
)
OF_POSTERIORS = (
    "Posterior(1/2) < 1 => Power(0) <= 0",
    "for 0 < p < 1: Posterior(p) < 1 => Power(0) <= 0",
    "for 0 < p < 1: Posterior(p) < 1 => Advantage < 1",
    "for 0 < p < 1, 0 < b <= 1: Posterior(p) < b => TV < 1",
    "for 0 < p < 1: Posterior(p) != 1 => Power(0) <= 0",
    "Posterior(1/3) != 1 => TV < 1",
)
FALSE = (
    "for x != 0: x > 0",
    "for x != 0: 1/x > 0",
    "for x != 0: x^2 >= 1",
    "for x, y, x*y > 0: x/y >= 1",
    "for x, y, x*y < 0: x/y > 0",
    "for x, y, x != y: x < y",
    "Posterior(1/2) <= 1 => TV < 1",
    "Posterior(1/3) != 1/2 => TV < 1",
    "Posterior(1/3) != 1 => TV <= 99/100",
    "Posterior(1/2) < 1 => Power(1/10) <= 1/2",
)


DEAR = tuple(f"for 0 < p < 1: Posterior(p) {sign} 1 => Power(0) <= 0" for sign in ("<", "!="))


@pytest.mark.parametrize("text", one_in(1, (*OF_NUMBERS, *OF_POSTERIORS), dear=DEAR))
def test_proved(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved" and answer.certificate is not None and not answer.nowhere, answer.tried


@pytest.mark.parametrize("text", FALSE)
def test_refuted(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None, answer.tried


def test_a_divisor_that_may_be_0_stays_refused() -> None:
    with pytest.raises(NotAClaim, match="divisor must not be 0"):
        settle("for x, y: x/y = x*(1/y)")
