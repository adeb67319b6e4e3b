"""Claims with `or` and `not`, in conditions, hypotheses and conclusions."""

from __future__ import annotations

import pytest

from dpsym.claims import settle, sharpen
from dpsym.claims.syntax import NotAClaim

TRUE = (
    "for x: x^2 < 1 or x >= 1 or x <= -1",
    "for x: not x < 1 => x^2 >= 1",
    "for x: x >= 1 or x <= -1 => x^2 >= 1",
    "for x, x >= 1 or x <= -1: x^2 >= 1",
    "for x: (x > 1 or x < -1) and x > 0 => x > 1",
    "for x, y: x <= y or y <= x",
    "for x: not (x > 1 and x < 0)",
    "for x: not 0 <= x <= 1 => x^2 >= x",
    "for x: x <= 0 or log(x) <= x",  # the logarithm has a value where it is needed
    "not TV <= 1/2 => TV > 1/3",
    "for eps >= 0: PureDP(eps) => not TV > tanh(eps/2)",
    "TV <= 1/3 or PureDP(log(2)) => TV <= 1/2",
    "for eps >= 0: compose(PureDP(eps), PureDP(eps)) => PureDP(eps) or PureDP(3*eps)",
    "TV <= 1/2 => TV <= 1/3 or TV > 1/3",
    "for eps >= 0: PureDP(eps) or TV <= tanh(eps/2) => TV <= tanh(eps/2)",
)
FALSE = (
    "for x: x >= 1 or x <= 0",  # neither: 1/2
    "for x, x > 1 or x < -1: x > 0",
    "for x: x > 1 and x > 2 or x < -1 => x > 2",  # `and` binds more tightly
    "not TV <= 1/2 => TV > 2/3",
    "not KL <= 1 => KL >= 1",  # in one of the orders only
    "TV <= 1/3 or PureDP(log(3)) => TV <= 2/5",
    "for eps >= 0: PureDP(eps) => TV <= tanh(eps/3) or TV <= eps/3",
    "for x, y: not x <= y => x > y + 1",
    "for x: x <= 1 or x >= 3 => x^2 <= 1 or x^2 >= 9",
)
NOT_CLAIMS = (
    ("for x: (x <= 1) + 1 <= 2", "no term"),
    ("for x: -(x <= 1) <= 2", "no term"),
    ("for x: (x <= 1)² <= 2", "no term"),
    ("for x: (x <= 1)^2 <= 2", "no term"),
    ("for x: (x <= 1 or x >= 2)/2 <= 2", "no term"),
    ("for x: not PureDP(1) => x <= 1", "before a relation"),
    ("for or > 0: or <= 1", "expected|word of the grammar"),
    ("for x, x < TV or x > 1: x <= 1", "a meaning of its own"),
    ("for x: x <= -1 or log(x) <= x", "logarithm|positive"),
)


@pytest.mark.parametrize("text", TRUE)
def test_true(text: str) -> None:
    answer = settle(text)
    assert (answer.verdict, answer.nowhere) == ("proved", False) and answer.instance is not None


@pytest.mark.parametrize("text", FALSE)
def test_false(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None


@pytest.mark.parametrize(("text", "why"), NOT_CLAIMS)
def test_not_a_claim(text: str, why: str) -> None:
    with pytest.raises(NotAClaim, match=why):
        settle(text)


def test_a_notion_among_alternatives_is_not_denied() -> None:
    assert settle("for eps >= 0: PureDP(eps) => PureDP(eps/2) or TV <= 0").verdict != "proved"


def test_no_bound_is_looked_for() -> None:
    with pytest.raises(NotAClaim, match="no bound"):
        sharpen.tightest("PureDP(1) or PureDP(2) => TV <= ?")


def test_letters_of_laws_may_be_names() -> None:
    """A parameter that has the letter of a law is another thing, and is printed as one."""
    proved = settle("for A >= 0, x >= 0: compose(PureDP(A), PureDP(x)) => PureDP(A + x)")
    assert proved.verdict == "proved" and "mathsf{A}" in proved.latex()
    refuted = settle("for L >= 0, W >= 0: compose(PureDP(L), PureDP(W)) => PureDP(L)")
    assert refuted.witness is not None and set(refuted.witness.values) == {"L", "W"}
