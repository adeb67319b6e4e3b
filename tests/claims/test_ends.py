"""Claims over closed ranges of a prior: from theorems about what is between the ends, with the ends apart."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import settle
from dpsym.claims.reading.syntax import parse
from dpsym.claims.ways import ends

TRUE = (
    "for eps >= 0, 0 <= p <= 1: PureDP(eps) => Posterior(p) - p <= tanh(eps/4)",
    "for eps >= 0, 1 >= p >= 0: PureDP(eps) => Posterior(p) - p <= tanh(eps/4)",
    "for 0 <= p < 1: PureDP(1) => Posterior(p) - p <= 1/4",
)
FALSE_AT_AN_END = (  # each holds wherever 0 < p < 1
    "for 0 <= p <= 1: PureDP(1) => Posterior(p) > 0",
    "for 0 <= p <= 1: PureDP(1) => Posterior(p) < 1",
    "for 0 <= p <= 1: PureDP(1) => Posterior(p) - p < tanh(1/4)*p*10",
)


@pytest.mark.parametrize("text", one_in(1, TRUE, dear=TRUE[:1]))
def test_ends_are_settled_apart(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved"
    assert answer.rests_on == ("conversions.tests_and_losses.posterior",)


ROOTS = (  # below a closed range the root has a value of its own, at the end: the notion is said with another budget there
    "for rho >= 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/delta)), delta)",
    "for rho >= 0, 0 < delta <= 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/delta)), delta)",
    "for rho >= 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(rho + sqrt(4*rho*log(1/delta)), delta)",
)


@pytest.mark.parametrize("text", one_in(1, ROOTS, dear=ROOTS[1:]))
def test_a_root_is_told_apart_at_its_end(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved"
    assert answer.rests_on[0] == "conversions.zero_concentrated_to_approximate"


COMPOSED = (  # theorems with roots are about positive budgets: all ends are told apart, that of the number of mechanisms too
    "for k natural, k >= 1, eps >= 0, 0 < d < 1: compose(k, PureDP(eps)) => ApproxDP(k*eps^2/2 + eps*sqrt(2*k*log(1/d)), d)",
    "for k natural, eps >= 0, 0 < d < 1: compose(k, PureDP(eps)) => ApproxDP(k*eps^2/2 + eps*sqrt(2*k*log(1/d)), d)",
    "for k natural, eps >= 0, 0 < d <= 1: compose(k, PureDP(eps)) => ApproxDP(k*eps^2/2 + eps*sqrt(2*k*log(1/d)), d)",
    "for k natural, k >= 1, r >= 0, 0 < d < 1: compose(k, ZCDP(r)) => ApproxDP(k*r + 2*sqrt(k*r*log(1/d)), d)",
)


@pytest.mark.parametrize("text", one_in(1, COMPOSED, dear=COMPOSED[:3]))
def test_all_ends_of_a_claim_about_mechanisms_are_told_apart(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved" and answer.certificate is not None
    assert "conversions.zero_concentrated_to_approximate" in answer.rests_on


@pytest.mark.parametrize(
    "text",
    [
        "for k natural, k >= 1, eps >= 0, 0 < d < 1: compose(k, PureDP(eps)) => ApproxDP(eps*sqrt(2*k*log(1/d)), d)",
        "for k natural, eps >= 0, 0 < d < 1: compose(k, PureDP(eps)) => ApproxDP(eps*sqrt(2*k*log(1/d)), d)",
        "for eps >= 0, 0 < d < 1: compose(PureDP(eps), PureDP(eps)) => ApproxDP(2*eps*sqrt(log(1/d)), d)",
    ],
)
def test_advanced_composition_without_its_second_term_is_refuted(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None
    assert answer.certificate is not None  # the kernel has evaluated both laws at the point


def test_a_root_that_is_too_small_is_refuted_over_a_closed_range() -> None:
    half = ROOTS[0].replace("2*sqrt", "sqrt")
    assert settle(half).verdict == "refuted"


@pytest.mark.parametrize("text", one_in(1, FALSE_AT_AN_END, dear=FALSE_AT_AN_END[1:]))
def test_what_fails_at_an_end_is_not_proved(text: str) -> None:
    assert settle(text).verdict == "refuted"


def test_ends_are_read_off_the_conditions() -> None:
    """Strict bounds, counts, and bounds that are no numbers, have no ends."""
    source = parse("for eps >= 0, 1/2 >= p >= 0, 0 < q <= 1, n natural, n >= 1, a >= eps: a + p + q + n >= 0")
    found = ends.ends_of(source)
    assert {k: [(int(e.number.value), e.least) for e in v] for k, v in found.items()} == {
        "eps": [(0, True)],
        "p": [(0, True)],
        "q": [(1, False)],
    }
    opened = ends.opened(source, ("eps", "q"))
    assert opened.text.startswith("for eps > 0, 1/2 >= p >= 0, 0 < q < 1, n natural, n >= 1, a >= eps:")


CONCLUSIONS = ("ApproxDP(1/2, 1/100)", "TV <= 1/100", "HockeyStick(1) <= 1/100", "Power(1/3) <= 1/2")


@pytest.mark.parametrize("notion", one_in(2, ("ZCDP(0)", "GaussianDP(0)", "RenyiDP(2, 0)", "ZCDP(1 - 1)")))
@pytest.mark.parametrize("conclusion", one_in(4, CONCLUSIONS))
def test_a_budget_of_0_has_no_normal_pair(notion: str, conclusion: str) -> None:
    """The closed forms of normal laws divide by their distance, which is 0 there: no internal error, and nothing false."""
    assert settle(f"{notion} => {conclusion}").verdict in ("proved", "cited", "undecided")
    assert settle(f"{notion} => TV > 0").verdict == "refuted"


@pytest.mark.parametrize("notion", ["ZCDP", "GaussianDP"])
def test_a_range_of_budgets_that_holds_0(notion: str) -> None:
    """At its end the closed forms of normal laws have no value."""
    claim = f"for 0 <= b <= 1: {notion}(b) => ApproxDP(b, 1/10)"
    assert settle(claim).verdict == "refuted"
