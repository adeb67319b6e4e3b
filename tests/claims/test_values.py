"""Claims from the values of functionals and from other claims: the kernel checks them as typed, near misses get no proof."""

from __future__ import annotations

import json

import pytest
from siblings import one_in

import dpsym
from dpsym.claims import NotAClaim, with_folders
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import read
from dpsym.claims.ways.proofs import reporter
from dpsym.kernel import check_bundle
from dpsym.language import Exists, ForAll, Theorem
from dpsym.library import find

PROVED = [
    "for 0 <= a <= 1, 0 <= c <= 1: Power(a) >= c => Power(a/2) >= c/2",
    "for 0 <= a <= 1: Power((1 + a)/2) >= (1 + Power(a))/2",
    "for 0 <= a <= 1, 0 <= b <= 1: Power((a + b)/2) >= (Power(a) + Power(b))/2",
    "for 0 <= a <= b <= 1: b*Power(a) >= a*Power(b)",
    "for 0 < a < 1: Power(a) <= a => TV <= 0",
    "TV >= 1/2 => Power(1/2) >= 3/4",
    "TV >= 1 => Power(0) >= 1",
    pytest.param(
        "for 0 <= a <= 1, k >= 0: Renyi(2) <= k => (Power(a) - a)^2 <= (exp(k) - 1)*a*(1 - a)",
        marks=pytest.mark.slow,
    ),
    "Power(1) = 1",
    "exp(-Renyi(2)) <= exp(-KL)",
    "TV > 0 => KL > 0",
    "KL > 0 => TV > 0",
    "KL <= 0 => PureDP(0)",
    "for 0 <= delta < 1: PBDP(0, delta) => TV = 0",
    "for eps: HockeyStick(eps) - max(0, 1 - exp(eps)) >= 0",
    pytest.param(
        "for rho > 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/delta)), delta)",
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize("text", one_in(4, PROVED))
def test_claims_are_proved_from_values(text: str) -> None:
    answer = dpsym.claim(text)
    assert answer.verdict == "proved", answer
    assert answer.rests_on and answer.reduced == ""
    assert "claim" in check_bundle(json.loads(json.dumps(answer.bundle())))
    for used in answer.rests_on:  # what is known of values holds for all pairs, and is proved
        item = find(used)
        assert isinstance(item.entry, Theorem) and not item.entry.cited, used
        found = reporter().settle(item.entry)
        assert (found.status, found.scope.split(";")[0]) == ("proved", "all finite outputs"), used


FALSE = [
    "for 0 <= a <= 1, 0 <= c <= 1: Power(a) >= c => Power(a/2) >= 2*c/3",
    pytest.param("for 0 <= a <= 1, 0 <= c <= 1: Power(a) <= c => Power(a/2) <= c/2", marks=pytest.mark.slow),
    "for 0 <= a <= 1, 0 <= b <= 1: Power((a + b)/3) >= (Power(a) + Power(b))/2",
    "for 0 <= a <= b <= 1: b*Power(a) <= a*Power(b)",
    "for 0 < a <= 1: Power(a) <= a => TV <= 0",
    "for 0 < a < 1: Power(a) >= a => TV <= 0",
    "TV >= 1/2 => Power(1/2) >= 4/5",
    "TV >= 9/10 => Power(0) >= 9/10",
    "for 0 <= a <= 1: (Power(a) - a)^2 <= TV^2/2",
    "for 0 <= a <= 1: Power(a)*(1 - Power(a)) <= a*(1 - a)",
    "Power(1) = 1/2",
    "Power(0) = 0",
    "exp(-Renyi(2)) >= exp(-KL)",
    "TV > 0 => KL > 1/10",
    pytest.param("KL > -1 => TV > 0", marks=pytest.mark.slow),
    pytest.param("TV <= 0 => KL < 0", marks=pytest.mark.slow),
    "for 0 <= delta <= 1: PBDP(0, delta) => TV <= 0",
    "for eps: HockeyStick(eps) - max(0, 1 - exp(eps)) > 0",
]


@pytest.mark.parametrize("text", one_in(2, FALSE))
def test_near_misses_get_no_proof(text: str) -> None:
    """Also where no search for a witness comes first."""
    assert with_folders().prove(read(text)) is None


def test_what_powers_mean() -> None:
    (part,) = read("for 0 <= a <= 1: Power(a) = a").parts
    above, _, below, _ = (formula for _, formula in part.formulas)
    assert isinstance(above, ForAll) and isinstance(below, Exists)
    # of several levels: for every test of one level there is one of the other
    (part,) = read("for 0 <= a <= 1, 0 <= b <= 1: Power(a) - Power(b) <= 1").parts
    assert part.formulas[0][1].atoms(Exists) and isinstance(part.formulas[0][1], ForAll)
    # where a larger power is neither harder nor easier the relation is about tests than which none is better
    (part,) = read("for 0 <= a <= 1: (Power(a) - a)^2 <= TV").parts
    assert not part.formulas[0][1].atoms(Exists)
    for text in ("Power(1/2)*Power(1/3) - Power(1/2) <= 1", "Power(1/2) != 1", "Power(1/2)*exp(-KL) <= 1"):
        with pytest.raises(NotSupported):
            read(text)


@pytest.mark.parametrize(
    "text",
    [
        "Gaussian(1, 2*KL) => TV <= 1",
        "Gaussian(1 + KL, 1) => TV <= 1",
        "Geometric(TV) => TV <= 1",
        "Laplace(PureDP(1)) => TV <= 1",
    ],
)
def test_what_depends_on_the_pair_is_no_scale_of_a_mechanism(text: str) -> None:
    with pytest.raises(NotAClaim, match="depends on the pair"):
        dpsym.claim(text)


NOWHERE = (
    "Tail(1) < 0 => KL <= 1",
    "Tail(1) > 1 => KL <= 1",
    "TV(P, Q) > 1 => TV(P, R) <= 1 and TV(Q, R) <= 1",
    "TV > 1 or TV < 0 => PureDP(1)",
)


@pytest.mark.parametrize("text", one_in(1, NOWHERE, dear=(NOWHERE[0], NOWHERE[3])))
def test_hypotheses_that_theorems_contradict_are_vacuous(text: str) -> None:
    answer = dpsym.claim(text)
    assert answer.verdict == "vacuous"
    assert answer.certificate is not None


QUANTILES = {  # beside other terms, of which the kernel sees each quantile between two decimal numbers
    "for n natural: Phi_inv(3/4) + n >= 0": "proved",
    "for n natural: Phi_inv(1/4) + n >= 0": "refuted",
    "for n natural: Phi_inv(9/10)^2 <= n + 2": "proved",
    "for n natural: Phi_inv(9/10)^2 <= n + 1": "refuted",
    "for n natural, 0 < p < 1: Phi_inv(p)^2 + n >= 0": "proved",
    "Phi_inv(9/10) + Phi_inv(1/4) >= 0.607061": "proved",  # 1.2815515655446 - 0.6744897501961
    "Phi_inv(9/10) + Phi_inv(1/4) >= 0.607062": "refuted",
    "for x >= 0: Phi_inv(3/4)*x + Phi_inv(2/3) > 43/100": "proved",
    "for x >= 0: Phi_inv(1/4)*x + Phi_inv(2/3) > 43/100": "refuted",
    "for 0 < p < 1: Phi_inv(p)^2 + Phi_inv(3/4) > 0.6744": "proved",
    "for 0 < p < 1: Phi_inv(p)^2 + Phi_inv(3/4) > 0.675": "refuted",
}


@pytest.mark.parametrize("text", QUANTILES)
def test_quantiles_beside_other_terms(text: str) -> None:
    answer = dpsym.claim(text)
    assert answer.verdict == QUANTILES[text]
    if answer.verdict == "proved":
        assert answer.certificate is not None and not answer.rests_on
