"""Claims from theorems of the library: the kernel checks the claim as typed, and no fact stands for another one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import dpsym
from dpsym.claims import chains, lemmas
from dpsym.claims.lemmas import Fact
from dpsym.claims.meaning import read
from dpsym.claims.settle import session_for_claims
from dpsym.kernel import Refused, check, check_bundle

FACTS = sorted({x.theorem for x in vars(chains).values() if isinstance(x, Fact) and x.theorem})


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_is_a_theorem_for_all_finite_outputs(name: str) -> None:
    theorem = lemmas.theorem(name)
    assert theorem is not None, "not in the library, or not proved"
    assert lemmas.reporter().settle(theorem).scope in ("all finite outputs", "all finite sets Y", "numbers")
    assert not theorem.cited and not theorem.where


PROVED = [
    ("TV <= sqrt(KL/2)", "divergences.pinsker"),
    ("for k >= 0: KL <= k => TV <= 1 - exp(-k)/2", "divergences.bretagnolle_huber"),
    ("Renyi(3/2) <= Renyi(2)", "divergences.renyi_order.rises"),
    ("for alpha > 1, k >= 0: Renyi(alpha) <= k => TV^2 <= k/2", "divergences.renyi_order.entropy_below_bound"),
    ("4*TV^2 <= exp(Renyi(2)) - 1", "divergences.second_moment.chi_squared"),
    ("for k >= 0, 0 <= a <= 1: Renyi(2) <= k => Power(a) <= sqrt(exp(k)*a)", "divergences.second_moment.power_squared"),
    ("for 0 <= a <= 1, k >= 0: KL <= k => Power(a) <= a + sqrt(k/2)", "divergences.power_and_distance"),
    ("for rho >= 0: ZCDP(rho) => KL <= rho", "divergences.zero_concentrated_entropy.entropy"),
    ("for eps >= 0: PureDP(eps) => KL <= eps^2/2", "divergences.pure_divergences.entropy"),
    ("for eps >= 0: PureDP(eps) => ZCDP(eps^2/2)", "divergences.pure_to_concentrated.renyi_of_order"),
    ("for eps >= 0, 0 <= t <= 1: PureDP(eps) and TV <= t => KL <= eps*t", "divergences.pure_divergences.entropy_by_distance"),
    ("for eps >= 0: RandomizedResponse(eps) => PBDP(eps, 0)", "testing.pure_error_rates"),
    ("for eps >= 0: RandomizedResponse(eps) => ZCDP(eps^2/2)", "divergences.pure_to_concentrated.renyi_of_order"),
    ("for eps >= 0, 0 <= d <= 1: PBDP(eps, d) => ApproxDP(eps, d)", "conversions.tests_and_losses.bounded_hockey_stick"),
    (
        "for eps >= 0, 0 < p < 1: PureDP(eps) => Posterior(p) - p <= (exp(eps) - 1)*p*(1 - p)",
        "conversions.tests_and_losses.posterior",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name"), PROVED)
def test_claims_are_proved_from_theorems(text: str, name: str) -> None:
    answer = dpsym.claim(text)
    assert answer.verdict == "proved", answer
    assert name in answer.rests_on and answer.json()["rests_on"] == list(answer.rests_on)
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


def by(text: str, *facts: Fact) -> lemmas.Proof | None:
    return lemmas.proved(read(text), facts, None, session_for_claims)


def test_a_fact_does_not_prove_what_its_theorem_does_not_say() -> None:
    assert by("TV^2 <= KL/2", chains.PINSKER) is not None
    # another theorem, a sharper claim, a claim about another pair or another functional
    assert by("TV^2 <= KL/2", replace(chains.PINSKER, theorem=chains.GIBBS_ENTROPY.theorem)) is None
    assert by("TV^2 <= KL/3", chains.PINSKER) is None
    assert by("for k >= 0: Renyi(2) <= k => TV^2 <= k/2", chains.PINSKER) is None
    assert by("HockeyStick(1) <= KL - 1", chains.PINSKER) is None


def test_the_order_and_the_values_of_a_fact_matter() -> None:
    text = "for 1 < alpha <= beta, k >= 0: Renyi(beta) <= k => Renyi(alpha) <= k"
    assert by(text, chains.RISES_BELOW.at(alpha="alpha", beta="beta", gamma="k")) is not None
    assert by(text, chains.RISES_BELOW.at(alpha="beta", beta="alpha", gamma="k")) is None
    assert by(text, chains.RISES_BELOW.at(alpha="alpha", beta="beta", gamma="k/2")) is None
    wrong = "for 1 < beta <= alpha, k >= 0: Renyi(beta) <= k => Renyi(alpha) <= k"
    assert by(wrong, chains.RISES_BELOW.at(alpha="alpha", beta="beta", gamma="k")) is None
    # a loss below 0 is outside the theorem's parameters
    pure = chains.RESPONSE_ENTROPY
    assert by(
        "for eps >= 0: PureDP(eps) => KL <= eps*tanh(eps/2)",
        chains.FINITE_PURE.at(eps="eps"),
        pure.at(eps="eps"),
    )
    assert not by(
        "for eps: PureDP(eps) => KL <= eps*tanh(eps/2)", chains.FINITE_PURE.at(eps="eps"), pure.at(eps="eps")
    )


def test_a_hypothesis_in_one_order_is_not_enough() -> None:
    # a named theorem about a symmetric notion is not read for a pair that satisfies less
    facts = chains.FINITE_CONCENTRATED.at(rho="rho"), chains.CONCENTRATED_ENTROPY.at(rho="rho")
    assert by("for rho >= 0: ZCDP(rho) => KL <= rho", *facts) is not None
    assert by("for rho >= 0: RenyiDP(2, rho) => KL <= rho", *facts) is None
    assert by("for rho >= 0: KL <= 2*rho => KL <= rho", *facts) is None


def test_an_unknown_or_unproved_theorem_proves_nothing() -> None:
    assert lemmas.theorem("divergences.no_such_theorem") is None
    assert by("TV^2 <= KL/2", Fact("words")) is None
    assert by("TV^2 <= KL/2", replace(chains.PINSKER, theorem="divergences.no_such_theorem")) is None
    cited = dpsym.claim("2*TV^2 + 4*TV^4/9 <= KL")
    assert cited.verdict == "cited" and "Kullback" in cited.rests_on[0]


def test_the_answer_shows_its_theorems() -> None:
    answer = dpsym.claim("for k >= 0: KL <= k => TV <= sqrt(k/2)")
    assert "rests on: divergences.pinsker" in str(answer)
    assert "rests on: divergences.pinsker" in answer._repr_html_()
    page = answer.latex()
    assert (
        "divergences.pinsker" in page and "The inequality of Pinsker" in page and "all finite outputs" in page
    )
    assert r"\begin{proof}" in page and "value" not in page
