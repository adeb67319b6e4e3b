"""Claims that say something for every value of a name: what is proved, refuted, read and refused."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import NotAClaim, settle
from dpsym.claims.reading.meaning import read
from dpsym.language import ForAll, Parameter

PRIOR = "p*exp(eps)/(1 - p + p*exp(eps))"
PROVED = (
    f"for eps >= 0: (for every 0 < p < 1: Posterior(p) <= {PRIOR}) => PureDP(eps)",
    f"for eps >= 0: PureDP(eps) => (for every 0 < p < 1: Posterior(p) <= {PRIOR})",
    "(for all 0 < p < 1: Posterior(p) <= p) => TV <= 0",
    "for eps >= 0: (for all t >= 0: ApproxDP(eps, t)) => PureDP(eps)",
    "for 0 < delta < 1, eps >= 0: (for every x >= eps: ApproxDP(x, delta)) => ApproxDP(eps, delta)",
    "for 0 <= delta <= 1, eps >= 0: (for every t >= delta: ApproxDP(eps, t)) => ApproxDP(eps, delta)",
    "for rho >= 0: (for every r >= rho: ZCDP(r)) => ZCDP(rho)",
    "for eps >= 0, 0 < q < 1: (for every 0 < p < 1: Posterior(p) <= p*exp(eps)) => Posterior(q) <= q*exp(eps)",
)
REFUTED = (
    f"for eps >= 0: (for every 0 < p < 1: Posterior(p) <= {PRIOR}) => PureDP(eps/2)",
    "(for every 0 < p < 1: Posterior(p) <= 2*p) => PureDP(log(3/2))",
    "for eps >= 0: PureDP(eps) => (for every 0 < p < 1: Posterior(p) <= p*eps)",
    "(for every 0 < p < 1/2: Posterior(p) <= 1) => PureDP(1)",
    "for 0 < delta < 1, eps >= 0: (for every x >= eps: ApproxDP(x, delta)) => ApproxDP(eps/2, delta)",
)


@pytest.mark.parametrize(
    "text", one_in(1, PROVED, dear=("for rho >= 0: (for every r >= rho: ZCDP(r)) => ZCDP(rho)",))
)
def test_proved(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved" and answer.certificate is not None and not answer.nowhere, answer.tried


@pytest.mark.parametrize("text", REFUTED)
def test_refuted(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None, answer.tried


def test_what_is_supposed_is_a_hypothesis_for_every_value_and_what_is_concluded_a_parameter() -> None:
    supposed = read("(for every 0 < p < 1: Posterior(p) <= 2*p) => TV <= 1").theorem
    (given,) = supposed.given
    assert isinstance(given, ForAll) and not supposed.parameters
    (name,) = given.args[0]
    assert isinstance(name, Parameter) and name.conditions
    concluded = read("TV <= 1 => (for every 0 < p < 1: Posterior(p) <= 1)").theorem
    assert [p.name for p in concluded.parameters] == ["p"]


def test_the_same_name_may_be_one_of_a_hypothesis_and_another_of_the_conclusion() -> None:
    bound = "Posterior(p) <= p*exp(eps)"
    text = f"for eps >= 0: (for every 0 < p < 1/2: {bound}) => (for every 0 < p < 1/3: {bound})"
    theorem = read(text).theorem
    (inner,) = theorem.given[0].args[0]
    assert inner not in theorem.parameters and {p.name for p in theorem.parameters} == {"eps", "p"}
    assert settle(text).verdict == "proved"


def test_names_of_the_claim_keep_their_domains_in_what_is_said_for_every_value() -> None:
    text = "for 0 <= a <= b: (for every a <= t <= 5: ApproxDP(t, a)) => ApproxDP(5 + b, a)"
    (given,) = (g for g in read(text).theorem.given if isinstance(g, ForAll))
    assert {p.name for p in read(text).theorem.parameters} == {"a", "b"} and given.args[0][
        0
    ].lower is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("for 0 < p < 1: (for every 0 < p < 1: Posterior(p) <= p) => TV <= 0", "'p' is declared already"),
        ("(for every p: Posterior(p) <= p) => TV <= 0", "the prior must be at least 0"),
        ("(for every 0 < p < 1: TV <= 1) => TV <= 0", "'p' is not spoken of"),
        ("(for every 0 < p < 1: Posterior(q) <= p) => TV <= 0", "'q' is not declared"),
        ("not (for every 0 < p < 1: Posterior(p) <= p) => TV <= 0", "'not' before 'for every'"),
        ("(for every 0 < p < 1: Posterior(p) <= p) or TV <= 1 => TV <= 0", "in brackets by itself"),
        ("(for every 0 < p < 1: (for every t >= 0: Posterior(p) <= t)) => TV <= 0", "inside another"),
        ("for (for every 0 < p < 1: p <= 1): TV <= 1", "among the hypotheses or conclusions"),
        ("for eps >= 0: (for every exp > 0: ApproxDP(eps, exp)) => TV <= 1", "a meaning of its own"),
        ("TV + (for every 0 < p < 1: Posterior(p) <= p) <= 1", "a relation is no term"),
        ("PureDP(p) and (for every 0 < p < 1: Posterior(p) <= p) => TV <= 0", "'p' is not declared"),
    ],
)
def test_refused(text: str, words: str) -> None:
    with pytest.raises(NotAClaim) as refused:
        settle(text)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "(for every 0 < p < 1: Posterior(p) < p) => PureDP(0)",
        "(for every 0 < p < 1: Posterior(p) <= 3/4) => PureDP(log(3))",
    ],
)
def test_outcomes_of_no_mass_have_no_posterior(text: str) -> None:
    assert settle(text).verdict in ("proved", "vacuous")  # and no division by their mass, 0
