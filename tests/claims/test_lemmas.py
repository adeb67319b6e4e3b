"""Claims from theorems of the library: the kernel checks the claim as typed, and no fact stands for another one."""

from __future__ import annotations

import json

import pytest
from siblings import one_in

import dpsym
from dpsym.kernel import Refused, check, check_bundle

PROVED = [
    "TV <= sqrt(KL/2)",
    "for k >= 0: KL <= k => TV <= 1 - exp(-k)/2",
    "Renyi(3/2) <= Renyi(2)",
    pytest.param("for alpha > 1, k >= 0: Renyi(alpha) <= k => TV^2 <= k/2", marks=pytest.mark.slow),
    pytest.param("4*TV^2 <= exp(Renyi(2)) - 1", marks=pytest.mark.slow),
    "for k >= 0, 0 <= a <= 1: Renyi(2) <= k => Power(a) <= sqrt(exp(k)*a)",
    pytest.param("for 0 <= a <= 1, k >= 0: KL <= k => Power(a) <= a + sqrt(k/2)", marks=pytest.mark.slow),
    "for rho >= 0: ZCDP(rho) => KL <= rho",
    "for eps >= 0: PureDP(eps) => KL <= eps^2/2",
    "for eps >= 0: PureDP(eps) => ZCDP(eps^2/2)",
    "for eps >= 0, 0 <= t <= 1: PureDP(eps) and TV <= t => KL <= eps*t",
    "for eps >= 0: RandomizedResponse(eps) => PBDP(eps, 0)",
    "for eps >= 0: RandomizedResponse(eps) => ZCDP(eps^2/2)",
    "for eps >= 0, 0 <= d <= 1: PBDP(eps, d) => ApproxDP(eps, d)",
    "for eps >= 0, 0 < p < 1: PureDP(eps) => Posterior(p) - p <= (exp(eps) - 1)*p*(1 - p)",
]


@pytest.mark.parametrize("text", one_in(4, PROVED))
def test_claims_are_proved_from_theorems(text: str) -> None:
    answer = dpsym.claim(text)
    assert answer.verdict == "proved", answer
    assert answer.rests_on and answer.json()["rests_on"] == list(answer.rests_on)
    assert answer.reduced == ""  # the certificate is for the claim itself
    # the bundle, written and read back, is accepted whole; without the theorems it is refused
    bundle = json.loads(json.dumps(answer.bundle()))
    assert "claim" in check_bundle(bundle)
    with pytest.raises(Refused):
        check(bundle["theorems"][-1]["certificate"], {})


SHARPER = [
    "TV <= sqrt(KL/3)",
    "for k >= 0: KL <= k => TV <= 1 - exp(-k)*5/4",
    "Renyi(2) <= Renyi(3/2)",
    "Renyi(3) <= Renyi(2)",
    "KL >= Renyi(2)",
    "5*TV^2 <= exp(Renyi(2)) - 1",
    "for rho >= 0: ZCDP(rho) => KL <= rho/2",
    "for eps >= 0: PureDP(eps) => KL <= eps^2/3",
    "for eps >= 0: PureDP(eps) => ZCDP(eps^2/3)",
    "for eps >= 0, 0 <= t <= 1: PureDP(eps) and TV <= t => KL <= eps*t/2",
    "for eps >= 0: RandomizedResponse(eps) => ZCDP(eps^2/4)",
    "for eps >= 0, 0 <= d <= 1: PBDP(eps, d) => ApproxDP(eps, d/2)",
    "for eps >= 0, 0 <= d <= 1: PBDP(eps, d) => ProbDP(eps, d)",
    "for 1 < alpha <= beta, eps >= 0: RenyiDP(alpha, eps) => RenyiDP(beta, eps)",
    "for eps >= 0, 0 < p < 1: PureDP(eps) => Posterior(p) - p <= (exp(eps) - 1)*p*(1 - p)/2",
]


@pytest.mark.parametrize("text", SHARPER)
def test_sharper_claims_are_refuted(text: str) -> None:
    assert dpsym.claim(text).verdict == "refuted"


def test_an_inequality_of_the_literature_is_cited() -> None:
    cited = dpsym.claim("2*TV^2 + 4*TV^4/9 <= KL")
    assert cited.verdict == "cited" and cited.certificate is None
    assert "literature.refined_pinsker" in cited.rests_on
    assert any("kullback1967" in source for source in cited.rests_on)
    assert dpsym.claim("2*TV^2 + 5*TV^4/9 <= KL").verdict not in ("proved", "cited")


def test_a_notion_in_one_order_or_of_another_kind_is_not_enough() -> None:
    assert dpsym.claim("for rho >= 0: ZCDP(rho) => KL <= rho").verdict == "proved"
    assert dpsym.claim("for rho >= 0: KL <= 2*rho => KL <= rho").verdict == "refuted"
    wrong = "for 1 < beta <= alpha, k >= 0: Renyi(beta) <= k => Renyi(alpha) <= k"
    assert dpsym.claim(wrong).verdict == "refuted"


def test_the_answer_shows_its_theorems() -> None:
    answer = dpsym.claim("for k >= 0: KL <= k => TV <= sqrt(k/2)")
    assert "rests on: divergences.pinsker" in str(answer)
    assert "rests on: divergences.pinsker" in answer._repr_html_()
    page = answer.latex()
    assert "divergences.pinsker" in page and "Pinsker's inequality" in page and "all finite outputs" in page
    assert r"\begin{proof}" in page and "value" not in page
