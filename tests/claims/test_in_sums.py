"""Four and more mechanisms one after the other with budgets of their own: they add up, and nothing smaller will do."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import settle

NAMES = "for alpha > 1, a >= 0, b >= 0, c >= 0, d >= 0, 0 <= s < 1, 0 <= t < 1, 0 <= u < 1, 0 <= v < 1: "
PARTS = {
    "PureDP({})": "PureDP(a), PureDP(b), PureDP(c), PureDP(d)",
    "ZCDP({})": "ZCDP(a), ZCDP(b), ZCDP(c), ZCDP(d)",
    "RenyiDP(alpha, {})": "RenyiDP(alpha, a), RenyiDP(alpha, b), RenyiDP(alpha, c), RenyiDP(alpha, d)",
    "ApproxDP({}, s + t + u + v)": "ApproxDP(a, s), ApproxDP(b, t), ApproxDP(c, u), ApproxDP(d, v)",
}
HOLD = {
    "for a >= 0: compose(PureDP(a), PureDP(a), PureDP(a), PureDP(a), PureDP(a)) => PureDP(5*a)",
    "for a > 0, 0 < d < 1: compose(ZCDP(a), ZCDP(a), ZCDP(a), ZCDP(a)) => ApproxDP(4*a + 4*sqrt(a*log(1/d)), d)",
    "for a >= 0, b >= 0: compose(PureDP(a), ApproxDP(b, 1/10), PureDP(a), ApproxDP(b, 1/10)) => ApproxDP(2*a + 2*b, 1/5)",
}
FAIL = {
    "for a >= 0: compose(PureDP(a), PureDP(a), PureDP(a), PureDP(a), PureDP(a)) => PureDP(4*a)",
    "for a > 0: compose(ZCDP(a), ZCDP(a), ZCDP(a), ZCDP(a)) => ZCDP(3*a)",
    NAMES.replace("alpha > 1, ", "")
    + f"compose({PARTS['ApproxDP({}, s + t + u + v)']}) => ApproxDP(a + b + c + d, s + t + u)",
}


def conditions(parts: str, said: str) -> str:
    """The conditions on the names of which a claim speaks."""
    spoken = parts + said
    kept = [c for c in NAMES[4:-2].split(", ") if any(n in spoken for n in ("alpha",)) or "alpha" not in c]
    return "for " + ", ".join(c for c in kept if "ApproxDP" in spoken or "< 1" not in c) + ": "


SUMS = [(n, "a + b + c + d", "proved") for n in PARTS] + [
    (n, "a + b + c", "refuted")
    for n in PARTS
    if "s + t" not in n  # with deltas: below, without one of these
]


@pytest.mark.parametrize(("notion", "budget", "verdict"), one_in(3, SUMS))
def test_budgets_add_up(notion: str, budget: str, verdict: str) -> None:
    said = notion.format(budget)
    text = f"{conditions(PARTS[notion], said)}compose({PARTS[notion]}) => {said}"
    assert settle(text).verdict == verdict, text


@pytest.mark.parametrize("text", one_in(3, sorted(HOLD)))
def test_what_follows_from_the_sums_is_proved(text: str) -> None:
    assert settle(text).verdict == "proved"


@pytest.mark.parametrize("text", one_in(5, sorted(FAIL)))
def test_what_is_below_the_sums_is_refuted(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None
