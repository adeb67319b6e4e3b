"""Claims about posterior odds: the word, where they are infinite, and the quotient of a posterior by what it leaves."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import NotAClaim, settle

OVER = "eps >= 0, 0 < p < 1"
BOUND = "exp(eps)*p/(1-p)"
QUOTIENT = "Posterior(p, y)/(1 - Posterior(p, y))"
PROVED = (
    f"for {OVER}: PureDP(eps) => Odds(p, y) <= {BOUND}",
    f"for {OVER}: PureDP(eps) => exp(-eps)*p/(1-p) <= Odds(p, y) <= {BOUND}",
    f"for eps >= 0: PureDP(eps) => (for every 0 < p < 1: Odds(p) <= {BOUND})",
    f"for eps >= 0: (for every 0 < p < 1: Odds(p) <= {BOUND}) => PureDP(eps)",
    f"for {OVER}: Odds(p) <= {BOUND} => PureDP(eps)",
    f"for {OVER}: Odds(p) >= exp(-eps)*p/(1-p) => PureDP(eps)",
    f"for {OVER}, 0 < q < 1: Odds(p) <= {BOUND} => Odds(q) <= exp(eps)*q/(1-q)",
    f"for {OVER}: PureDP(eps) => Odds(p)/(p/(1-p)) <= exp(eps)",
    f"for {OVER}: compose(PureDP(eps), PureDP(eps)) => Odds(p) <= exp(2*eps)*p/(1-p)",
    f"for {OVER}: PureDP(eps) => {QUOTIENT} <= {BOUND}",
    f"for {OVER}: PureDP(eps) => exp(-eps)*p/(1-p) <= Posterior(p)/(1 - Posterior(p)) <= {BOUND}",
    f"for eps >= 0: PureDP(eps) => (for every 0 < p < 1: Posterior(p)/(1 - Posterior(p)) <= {BOUND})",
    "for 0 < p < 1: Posterior(p) < 1 => Posterior(p)/(1 - Posterior(p)) = Odds(p)",
    "for c > 0, 0 < p < 1: Odds(p, y) <= c => Posterior(p, y) <= c/(1 + c)",
    "for 0 < p < 1, 0 < q < 1: Odds(p, y)*(1-p)/p = Odds(q, y)*(1-q)/q",
    "PureDP(log(3)) => Odds(1/2) <= 3",
    "Odds(1/2) <= 3 => PureDP(log(3))",
)
REFUTED = (
    f"for {OVER}: PureDP(eps) => Odds(p, y) <= exp(eps/2)*p/(1-p)",
    f"for {OVER}: PureDP(eps) => Odds(p, y) <= exp(eps)*p",
    f"for {OVER}: PureDP(eps) => Odds(p) < {BOUND}",
    f"for {OVER}: PureDP(eps) => exp(-eps/2)*p/(1-p) <= Odds(p)",
    f"for {OVER}: PureDP(eps) => {QUOTIENT} <= exp(eps/2)*p/(1-p)",
    f"for {OVER}: Odds(p) <= {BOUND} => PureDP(eps/2)",
    f"for eps >= 0: (for every 0 < p < 1: Odds(p) <= {BOUND}) => PureDP(eps/2)",
    f"for {OVER}, 0 <= delta < 1: ApproxDP(eps, delta) => Odds(p) <= {BOUND} + delta",
    f"for {OVER}: compose(PureDP(eps), PureDP(eps)) => Odds(p) <= {BOUND}",
    "for c > 0, 0 < p < 1: Odds(p, y) <= c => Posterior(p, y) <= c/(2 + c)",
    "for c >= 1, 0 < p < 1: Odds(p) <= c => PureDP(log(c))",
    "PureDP(log(3)) => Odds(1/2) <= 299/100",
)


@pytest.mark.parametrize("text", one_in(3, PROVED))
def test_proved(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved" and answer.certificate is not None and not answer.nowhere, answer.tried


@pytest.mark.parametrize("text", REFUTED)
def test_refuted(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None, answer.tried


@pytest.mark.parametrize(
    ("text", "verdict"),
    [  # at an output that the second law excludes odds are above every number, as an infinite divergence is
        ("for 0 < p < 1: Odds(p) >= 0", "proved"),
        ("for 0 < p < 1: Odds(p) > 0", "refuted"),
        ("Odds(1/2) <= 7 => Power(0) <= 0", "proved"),
        ("for 0 < p < 1: 1/(1 + Odds(p)) >= 0", "proved"),
        ("for 0 < p < 1: 1/(1 + Odds(p)) > 0", "refuted"),
        ("for 0 < p < 1: 1/(1 + Odds(p, y)) = 1 - Posterior(p, y)", "proved"),
        ("for 0 < p < 1: Odds(p) <= 0 => TV <= -1", "vacuous"),
    ],
)
def test_infinite_odds(text: str, verdict: str) -> None:
    assert settle(text).verdict == verdict


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("for 0 <= p < 1: Odds(p) >= 0", "must be positive; here p = 0"),
        ("for 0 < p <= 1: Odds(p) >= 0", "must be less than 1; here p = 1"),
        ("Odds(1) >= 0", "between 0 and 1"),
        ("Odds(0, y) <= 1", "between 0 and 1"),
        ("for 0 < p < 1: Odds(p) - Odds(p) <= 1", "oo - oo has no value, and the odds"),
        ("for 0 < p < 1: Posterior(p) = Odds(p)/(1 + Odds(p))", "oo/oo has no value, and the odds"),
        ("for y > 0: Odds(1/2, y) <= 3", "takes 1 argument"),
        ("Odds(1/2, 1/3) <= 3", "takes 1 argument"),
        ("Odds(1/2, y) + Odds(1/2) <= 3", "or of none in this relation"),
    ],
)
def test_refused(text: str, words: str) -> None:
    with pytest.raises(NotAClaim) as refused:
        settle(text)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [  # true wherever the quotient has a value, which nothing that is supposed says of it
        "for 0 < p < 1: Posterior(p)/(1 - Posterior(p)) >= 0",
        f"for {OVER}, 0 <= delta <= 1: ApproxDP(eps, delta) => {QUOTIENT} >= 0",
        f"for {OVER}: {QUOTIENT} <= {BOUND} => Odds(p, y) <= {BOUND}",
        f"for eps >= 0: (for every 0 < p < 1: Posterior(p)/(1 - Posterior(p)) <= {BOUND}) => PureDP(eps)",
    ],
)
def test_a_quotient_that_may_have_no_value_is_not_proved(text: str) -> None:
    assert settle(text).verdict == "undecided"
