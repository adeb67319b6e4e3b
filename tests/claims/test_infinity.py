"""Where a divergence is infinite: terms without a value are no claims, the others have their limits; natural numbers."""

from __future__ import annotations

import pytest

import dpsym
from dpsym.claims import NotAClaim


@pytest.mark.parametrize(
    "text",
    [
        "KL*exp(-KL) <= 1 => exp(-KL) > 0",
        "KL*exp(-KL) <= 1",
        "KL*exp(-2*KL) < 1",
        "exp(KL)*exp(-KL) = 1",
        "exp(Renyi(2))*exp(-KL) >= 1",
        "0*1 <= KL - KL",
        "TV <= sqrt(KL/2) + Renyi(2) - Renyi(2)",
        "KL/(1 + KL) <= 1",
        "1/exp(-KL) >= 1",
        "KL*(1 - tanh(KL)) <= 1",
        "log(exp(-KL)) <= 0",
    ],
)
def test_a_term_without_a_value_is_no_claim(text: str) -> None:
    with pytest.raises(NotAClaim):
        dpsym.claim(text)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("tanh(KL) <= 1", "proved"),
        ("tanh(KL) < 1", "refuted"),
        ("min(KL, 1) <= 1", "proved"),
        ("min(KL, 1) < 1", "refuted"),
        ("1/(1 + KL) >= 0", "proved"),
        ("1/(1 + KL) > 0", "refuted"),
        ("exp(-KL) > 0", "refuted"),
        ("max(KL, 1) >= 1", "proved"),
        ("KL*TV >= 0", "proved"),
        ("for k >= 0, t >= 0: KL <= k and TV <= t => KL*TV <= k*t", "proved"),
    ],
)
def test_limits_of_bounded_terms(text: str, verdict: str) -> None:
    assert dpsym.claim(text).verdict == verdict


@pytest.mark.parametrize(
    "text",
    [
        "for n natural: TV <= n + 1",
        "for n natural: Phi_inv(3/4) + n >= 0",
        "for n natural: ApproxDP(n, 1) => TV <= n + 1",
        "for n natural, k natural: TV <= n + k + 1",
        "for n natural: ZCDP(1) => KL <= 1 + n",
        "for n natural, n >= -3: TV <= n + 1",
    ],
)
def test_no_natural_number_is_negative(text: str) -> None:
    assert dpsym.claim(text).verdict != "refuted"


def test_a_natural_witness() -> None:
    answer = dpsym.claim("for n natural: PureDP(n) => TV <= n/3")
    assert answer.verdict == "refuted"
    assert answer.witness.values == {"n": "1"}
