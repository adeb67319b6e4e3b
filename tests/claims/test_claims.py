"""Claims as text: the grammar and its errors, verdicts, witnesses checked again, refusals, exit codes, JSON."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import CliRunner
from siblings import one_in

import dpsym
from dpsym import deadline
from dpsym.claims import NotAClaim, necessary, settle, tightest, tightest_of_each
from dpsym.claims.answers import Answer
from dpsym.claims.few_outputs.extreme_pairs import edges
from dpsym.claims.reading.meaning import Claim, read
from dpsym.claims.reading.syntax import parse
from dpsym.claims.ways.theorems import with_folders
from dpsym.cli import main
from dpsym.keeping.store import Nowhere
from dpsym.kernel import check, check_bundle
from dpsym.language import P, Q, as_written, y
from dpsym.prove.decide import truth
from dpsym.prove.session import Session


# -------------------------------------------------------------------------------------------------- grammar
@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("for eps >= 0: PureDP(esp) => TV <= 1", 21, "'esp' is not declared; did you mean 'eps'?"),
        ("for eps >= 0 0 <= d: eps <= 1", 13, "an operator is missing between '0' and '0'"),
        ("for eps >= 0: 2eps <= 1", 14, "an operator such as *"),
        ("for eps >= 0: √eps <= 1", 14, "write sqrt for '√'"),
        ("for eps in [0, 1]: eps <= 1", 8, "0 <= eps <= 1"),
        ("for eps >= 0: DP(eps) => TV <= 1", 14, "did you mean PureDP or ApproxDP?"),
        ("for eps >= 0: RDP(2, eps) => TV <= 1", 14, "did you mean RenyiDP?"),
        ("exp(1 <= 3", 3, "this bracket is not closed"),
        ("1) <= 3", 1, "this bracket closes nothing"),
        ("1 <=", 4, "the claim ends here; expected"),
        ("", 0, "the claim ends here"),
        ("for x: x <= 1 => x <= 2 => x <= 3", 24, "'=>' was not expected here"),
        ("for x: foo(x) <= 1", 7, "'foo' is not known"),
        ("for x: lg(x) <= 1", 7, "did you mean 'log'?"),
        ("LDP(1) => TV <= 1", 0, "the notions are PureDP, ApproxDP"),
        ("for x: x + 1", 7, "a relation such as <= was expected"),
        ("for x: exp(x, x) >= 0", 7, "exp takes 1 argument"),
        ("for x >= 0: PureDP(x, x) => TV <= 1", 12, "PureDP takes 1 argument: PureDP(eps)"),
        ("for x >= 0: Tail <= x", 12, "Tail takes 1 argument: Tail(eps)"),
        ("for x: x(2) <= 1", 7, "'x' is a number: write x*(...)"),
        ("for x: PureDP(TV) => x <= 1", 14, "TV depends on the pair and cannot stand here"),
        ("for x: ApproxDP(1, 0) + x <= 1", 7, "ApproxDP is a notion, not a number"),
        ("1/0 <= 1", 2, "division by 0"),
        ("TV <= ?", 6, "'?' stands for a bound only in"),
        ("for for >= 0: 1 <= 2", 4, "'for' is a word of the grammar"),
        ("for exp >= 0: 1 <= 2", 4, "'exp' has a meaning of its own"),
        ("for x: x^(10^6) <= 1", 9, "an exponent of at most 64 was expected"),
        ("10^10000 <= 1", 0, "this number is too large"),
        ("for x: (1 + x + x^2 + x^3)^64*(2 + x + x^4 + x^5)^64 <= 1", 7, "too many terms"),
        ("for x: log(x) <= x", 11, "the logarithm needs a positive number; here x = "),
        ("for 0 <= x <= 1: log(1 - x) <= 0", 21, "here x = 1 is allowed"),
        ("for x >= 0: 1/x >= 0", 14, "the divisor must not be 0; here x = 0"),
        ("for x: sqrt(x) >= 0", 12, "a root needs a number that is at least 0"),
        ("for n natural: (-1)^n <= 1", 15, "a power whose exponent is no number is exp(exponent*log(base))"),
        ("for n natural, x >= -1/2: x^n <= 1", 26, "its base has to be at least 0"),
        ("for a > 0: Renyi(a) >= 0", 17, "the order must be greater than 1"),
        ("for p > 0: Posterior(p) <= 1", 21, "the prior must be at most 1"),
    ],
)
def test_errors_point_at_the_character(text: str, at: int, words: str) -> None:
    with pytest.raises(NotAClaim) as e:
        settle(text)
    assert words in e.value.message
    assert e.value.at == at
    assert e.value.pointed().splitlines()[-1] == "    " + " " * at + "^"


def test_limits() -> None:
    for text in ("x" * 10_001, "(" * 51 + "1" + ")" * 51 + " <= 1", "-" * 60 + "1 <= 1", "1" * 61 + " <= 1"):
        with pytest.raises(NotAClaim):
            settle(text)
    with pytest.raises(NotAClaim, match="power of ten"):
        settle("1e999999999 <= 1")


def test_every_condition_is_kept() -> None:
    # q does not occur in the conclusion, and bounds p through the chain
    claim = read("for 0 < p < q < 1/2: p <= 1/2")
    said = {str(c) for c in (*claim.theorem.domain, *claim.theorem.given)}
    assert said == {"0 < p", "p < q", "q < 1/2"}
    assert settle("for 0 < p < q < 1/2: p <= 1/2").verdict == "proved"
    assert settle("for 0 < p, q < 1/2: p <= 1/2").verdict == "refuted"


def test_natural_numbers() -> None:
    assert settle("for n natural: n >= 0").verdict == "proved"
    assert settle("for n natural, n > -3: n >= 0").verdict == "proved"
    answer = settle("for n natural, n >= 2: n^2 <= 4")
    assert answer.witness is not None and answer.witness.values == {"n": "3"}


def test_numbers_are_exact() -> None:
    assert settle("0.1 + 0.2 = 0.3").verdict == "proved"
    assert settle("1e-3 = 1/1000").verdict == "proved"
    assert settle("2^-2 = .25").verdict == "proved"
    assert settle("-2^2 = 0 - 4").verdict == "proved"
    assert settle("2^3^2 = 512").verdict == "proved"
    assert settle("for x: x**2 = x^2").verdict == "proved"
    assert settle("6/2/3 = 1").verdict == "proved"


def test_names_may_be_those_of_the_house() -> None:
    for name in ("y", "S", "P", "Q", "f", "t", "alpha", "y0", "lam", "sum", "ind"):
        assert settle(f"for {name} >= 0: exp({name}) >= 1 + {name}").verdict == "proved"
    assert settle("for alpha > 0: ZCDP(alpha) => Renyi(3) <= 3*alpha").verdict != "refuted"
    assert settle("for f >= 0: PureDP(f) => TV <= tanh(f/2)").verdict == "proved"
    for name in (
        "y",
        "Y",
        "P",
        "R",
        "M",
    ):  # what a statement itself calls its outcomes, its laws and the mechanism
        assert settle(f"for {name} >= 0: TV <= 1 + {name}").verdict == "proved"
        assert settle(f"for {name} >= 0: TV <= {name}").verdict == "refuted"
    assert settle("for M >= 0: PureDP(M) => KL <= M").verdict == "proved"
    assert settle("for M >= 0: PureDP(M) => KL <= M/2").verdict == "refuted"


def test_parts_know_their_places() -> None:
    source = parse("for eps >= 0: PureDP(eps) and TV <= (1/2) => TV <= 1 <= 2")
    text = source.text
    assert [text[h.at : h.end] for h in source.hypotheses] == ["PureDP(eps)", "TV <= (1/2)"]
    assert len(source.conclusion[0].args) == 3


# ------------------------------------------------------------------------------------------------- verdicts
PROVED = [
    "for 0 < p < 1, eps >= 0: p*exp(eps)/(1 - p + p*exp(eps)) - p <= tanh(eps/4)",
    "for eps >= 0, 0 <= delta <= 1: ProbDP(eps, delta) => ApproxDP(eps, delta)",
    "for 0 <= eps < eps2, 0 <= delta < 1: ApproxDP(eps, delta) => Tail(eps2) <= delta/(1 - exp(eps - eps2))",
    "for 0 <= t <= 1, 0 <= alpha <= 1: TV <= t => Power(alpha) <= alpha + t",
    "for eps >= 0, 0 < p < 1: PureDP(eps) => Posterior(p) <= p*exp(eps)/(1 - p + p*exp(eps))",
    "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)",
    "for 0 <= w <= eps: PureDP(eps) => HockeyStick(w) <= (exp(eps) - exp(w))/(exp(eps) + 1)",
    "for alpha > 1, eps >= 0, 0 < delta < 1: RenyiDP(alpha, eps) => ApproxDP(eps + log(1/delta)/(alpha - 1), delta)",
    pytest.param(
        "for alpha > 1, k >= 0, eps >= 0: Renyi(alpha) <= k => Tail(eps) <= exp((alpha - 1)*(k - eps))",
        marks=pytest.mark.slow,
    ),
    "for eps >= 0, alpha > 1: PureDP(eps) => RenyiDP(alpha, eps)",
    "for 0 <= rho <= rho2: ZCDP(rho) => ZCDP(rho2)",
    "0 <= TV <= 1",
    "Advantage = TV",
    "for x: cosh(x) <= exp(x^2/2)",
    "for 0 <= p <= 1, x: log(1 - p + p*exp(x)) <= p*x + x^2/8",
    "for 0 < p < 1, 0 < q < 1: p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)^2",
    "for a >= 0, b >= 0: sqrt(a*b) <= (a + b)/2",
    "for x > 0: exp(x) > 1 + x",
    "for a, b: max(a, b) = (a + b + abs(a - b))/2",
    "for 0 <= a <= 1: Power(a) >= a",
    "for 0 <= a <= b <= 1: Power(a) <= Power(b)",
]


@pytest.mark.parametrize("text", one_in(4, PROVED))
def test_true_claims_are_proved(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved", answer.tried
    about_pairs = any(w in text for w in ("DP", "TV", "Renyi", "Power"))
    assert answer.scope.split("; any")[0] == ("all finite outputs" if about_pairs else "numbers")
    bundle = json.loads(json.dumps(answer.bundle()))
    assert "claim" in check_bundle(bundle)


REFUTED = [
    "for 0 < p < 1, eps >= 0: p*exp(eps)/(1 - p + p*exp(eps)) - p <= tanh(eps/5)",
    "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => Tail(eps) <= delta",
    "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => ProbDP(eps, delta)",
    "for eps >= 0, 0 < p < 1: PureDP(eps) => Posterior(p) <= exp(eps)/(1 + exp(eps))",
    "for eps >= 0: PureDP(eps) => KL <= eps^2/4",
    "for 0 <= t <= 1, 0 <= alpha <= 1: TV <= t => Power(alpha) <= alpha + t/2",
    "TV^2 <= KL/3",
    "for eps >= 0: PureDP(eps) => PureDP(eps/2)",
    "for eps >= 0: PureDP(eps) => ZCDP(eps^2/4)",
    "for alpha > 1, eps >= 0, 0 < delta < 1: RenyiDP(alpha, eps) => ApproxDP(eps, delta)",
    "KL <= TV",
    "for alpha > 1: Renyi(alpha) <= KL",
    pytest.param("for rho > 0: ZCDP(rho) => GaussianDP(sqrt(rho))", marks=pytest.mark.slow),
    "for x >= 0: sqrt(x) > 0",
    "for x: exp(x) <= 1 + x",
    "for x, y: abs(x + y) <= abs(x)",
    "for eps >= 0: TV <= 1/2 <= 1/3",
]


@pytest.mark.parametrize("text", REFUTED)
def test_false_claims_are_refuted(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted", answer.tried
    assert answer.claim is not None and answer.point is not None
    theorem = answer.claim.theorem
    # the point again, by exact evaluation, and its certificate, by the kernel
    assert all(truth(g, answer.point) is True for g in (*theorem.domain, *theorem.given))
    assert truth(theorem.claim, answer.point) is False
    assert answer.certificate is not None
    check(json.loads(json.dumps(answer.certificate)), {})
    witness = answer.witness
    assert witness is not None and len(witness.laws.get("P", ())) <= 4
    assert set(witness.values) == {answer.claim.names[p] for p, _ in answer.point.at}


def test_the_part_that_fails_is_named() -> None:
    witness = settle("for eps >= 0: TV <= 1 <= exp(eps) <= 1/2").witness
    assert witness is not None
    assert witness.fails == "exp(eps) <= 1/2"
    other = settle("for 0 <= d < 1: Tail(0) <= d => 1 <= 2 and TV <= d/2").witness
    assert other is not None and other.fails == "TV <= d/2"


def test_a_root_at_zero_is_zero() -> None:
    # with an arbitrary value of log 0 the first would be provable
    assert settle("for x >= 0: sqrt(x) > 0").verdict == "refuted"
    assert settle("sqrt(0) = 0").verdict == "proved"
    assert settle("for x > 0: sqrt(x) > 0").verdict == "proved"
    assert settle("for x >= 0: x^(1/3) >= 0").verdict == "proved"


def test_infinite_divergences() -> None:
    # P = (1, 0) against Q = (0, 1): KL is infinite, and so is not at most any number
    answer = settle("for k >= 0: KL <= k")
    assert answer.verdict == "refuted"
    assert settle("for k >= 0: KL + 1 >= k => k <= 3").verdict != "proved"


@pytest.mark.parametrize(
    ("printed", "typed"),
    [
        ("∀ ε ≥ 0: PureDP(ε) ⇒ TV ≤ tanh(ε/2)", "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)"),
        (r"for \varepsilon \geq 0: PureDP(\varepsilon) \Rightarrow TV \leq \tanh(\varepsilon/2)",
         "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)"),
        ("for ε_0 ≥ 0, 0 ≤ δ ≤ 1: ApproxDP(ε_0, δ) ∧ TV ≤ δ ⇒ TV − δ ≤ 0·ε_0",
         "for eps_0 >= 0, 0 <= delta <= 1: ApproxDP(eps_0, delta) and TV <= delta => TV - delta <= 0*eps_0"),
        ("for x: x×x ≥ 0", "for x: x*x >= 0"),
        ("for ε ≥ 0: PureDP(ε) ⟶ TV ≤ ½·ε² + ¾", "for eps >= 0: PureDP(eps) => TV <= 1/2*eps^2 + 3/4"),
        ("for x > 0: -x³ <= 2^x²", "for x > 0: -x^3 <= 2^(x^2)"),
        ("PureDP(1) implies TV < 1", "PureDP(1) -> TV < 1"),
    ],
)  # fmt: skip
def test_signs_as_they_are_printed_mean_what_they_are_typed_for(printed: str, typed: str) -> None:
    read_printed, read_typed = read(printed), read(typed)
    assert read_printed.theorem.claim == read_typed.theorem.claim
    assert read_printed.theorem.given == read_typed.theorem.given
    assert read_printed.theorem.parameters == read_typed.theorem.parameters


@pytest.mark.parametrize(
    "text",
    [
        r"for \deltax >= 0: 1 <= 2",
        r"for x: x \lesssim 1",
        "for x ≲ 1: x ≤ 1",
        "for x: x ≈ 1",
        "for x: x <= 1½",
        "for x: ½x >= 0",
        "for x: x²³ >= 0",
        "for x: x ->= 0",
    ],
)
def test_signs_that_mean_something_else_are_refused(text: str) -> None:
    with pytest.raises(NotAClaim):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "for sigma > 0: Laplace(sigma) => PBDP(1, 1/2)", marks=pytest.mark.slow
        ),  # a long search
        "for x: x*KL <= x*KL + 1",
    ],
)
def test_what_is_not_supported_says_so(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "undecided" and answer.method == "not supported", text


def test_a_difference_of_infinite_divergences_is_no_claim() -> None:
    for text in ("KL - Renyi(2) <= 0", "TV <= 1/2 => Renyi(2) - KL <= 5"):
        with pytest.raises(NotAClaim, match="oo - oo has no value"):
            settle(text)
    assert settle("KL <= Renyi(2)").verdict == "proved"


CITED = [
    pytest.param(
        "for sigma > 0: Gaussian(sigma, 1) => KL = 1/(2*sigma^2)", "Mironov", marks=pytest.mark.slow
    ),
    pytest.param("for b > 0: Laplace(b, 1) => TV = 1 - exp(-1/(2*b))", "Laplace", marks=pytest.mark.slow),
    ("for mu >= 0: GaussianDP(mu) => KL <= mu^2/2", "Blackwell"),
]


@pytest.mark.parametrize(("text", "fact"), CITED)
def test_what_rests_on_the_literature_is_cited(text: str, fact: str) -> None:
    answer = settle(text)
    assert answer.verdict == "cited"
    assert any(fact in x for x in answer.rests_on)
    # what the kernel checked is another claim, which is shown
    assert answer.reduced and answer.reduced != text
    assert answer.certificate is not None
    check(json.loads(json.dumps(answer.certificate)), {})
    assert answer.reduced in str(answer)


WITH_CLOSED_FORMS = [
    "for sigma > 0: Gaussian(sigma, 1) => PureDP(1/sigma)",
    "for sigma > 0: Gaussian(sigma, 1) => ZCDP(1/(4*sigma^2))",
    "for b > 0: Laplace(b, 1) => PureDP(99/(100*b))",
    "for 0 <= a <= 1: Power(a) >= a + TV",
    "for 0 <= a <= 1: Power(a) > a",
    "for 0 <= b <= a <= 1: Power(a) <= Power(b)",
    "for 0 <= a <= b <= 1: Power(b) <= Power(a)",
    "for eps >= 0, 0 <= delta <= 1: ProbDP(eps, delta) => PBDP(eps, delta)",
    "for mu > 0: GaussianDP(mu) => ZCDP(mu^2/3)",
    "2*TV^2 + TV^4/2 <= KL",
]


@pytest.mark.parametrize("text", WITH_CLOSED_FORMS)
def test_closed_forms_refute(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted", answer.tried
    assert answer.witness is not None and answer.certificate is not None
    check(json.loads(json.dumps(answer.certificate)), {})
    assert answer.reduced and (answer.rests_on or "Phi" not in text)


NOT_REFUTED = [
    "for rho > 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/delta)), delta)",  # all orders
    "for mu = 0: GaussianDP(mu) => PureDP(0)",  # equal laws
    "for eps < 0: PureDP(eps) => GaussianDP(0)",  # no pair satisfies it
    "for eps >= 0, d: PBDP(eps, d) => 1 <= 1",
]


@pytest.mark.parametrize("text", one_in(1, NOT_REFUTED, dear=NOT_REFUTED[:2]))
def test_closed_forms_only_where_they_hold(text: str) -> None:
    assert settle(text).verdict != "refuted"


NOT_PROVED = [
    "0 < exp(-KL)",  # false where KL is infinite
    "for eps >= 0, 0 <= d <= 1: RandomizedResponse(eps) => ProbDP(eps, d - 1)",
    "for sigma > 0: Gaussian(sigma, 1) => ZCDP(1/(2*sigma^2) - 1/1000)",
    "KL < KL + exp(-KL)",
]


@pytest.mark.parametrize("text", NOT_PROVED)
def test_the_facts_do_not_prove_more_than_they_say(text: str) -> None:
    assert settle(text).verdict in ("undecided", "refuted")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("for a >= 0: Power(a) <= 1", "the level must be at most 1; here a = 2 is allowed"),
        ("for eps >= 0, 0 <= a <= 1: PureDP(eps) => Power(1.1*a) <= exp(eps)*a", "the level must be at most 1"),
        ("Power(2) <= 1", "the level must be at most 1"),
        ("for sigma > 0: Gaussian(sigma) => Power(2) <= 1", "the level must be at most 1"),
        ("for eps: RandomizedResponse(eps) => TV = tanh(eps/2)", "at least 0; here eps = -1 is allowed"),
        ("for b: Laplace(b) => TV <= 1", "a scale and a distance must be positive; here b = -1 is allowed"),
        ("for s > 0, a > 1: Gaussian(s) => RenyiDP(a/(2*s^2), a)", "the order must be greater than 1"),
    ],
)  # fmt: skip
def test_arguments_that_mean_nothing_are_refused(text: str, words: str) -> None:
    with pytest.raises(NotAClaim, match=words):
        settle(text)


AT_A_BOUND = [
    ("for x > 1: x != 2", {"x": "2"}),
    ("for x > 0: log(x) < 2*(sqrt(x) - 1)", {"x": "1"}),
    ("for x >= 0: erfc(x) < exp(-x^2)", {"x": "0"}),
    ("for a > 0, b > 0: 2*sqrt(a*b) < a + b", {"a": "1", "b": "1"}),
    ("for x >= 0: tanh(x) <= x*(15 + x^2)/(15 - 6*x^2)", None),  # where the divisor is not 0
    ("for k >= 0, eps: Renyi(2) <= k => HockeyStick(eps) < exp(k - eps)/4", {"k": "0", "eps": "-log(2)"}),
    ("for mu >= 0, 0 < a < 1: GaussianDP(mu) => Power(a) < Phi(Phi_inv(a) + mu)", None),
    ("for k >= 0: KL <= k => TV <= 0.999*sqrt(k/2)", {"k": "log(101/100)/201"}),
    ("for alpha > 1, k >= 0: Renyi(alpha) <= 1.1*k => TV^2 <= k/2", None),
    ("for rho >= 0: ZCDP(rho) => TV <= 0.9*sqrt(rho/2)", None),
    ("for alpha > 1, k >= 0, eps >= 0: Renyi(alpha) <= k => Tail(eps) <= 0.99*exp((alpha - 1)*(k - eps))", None),
    ("TV >= 1/2 => Power(1/2) > 3/4", {}),
    ("exp(-KL) > 0", {}),  # KL is infinite for some pairs
]  # fmt: skip


@pytest.mark.parametrize(("text", "values"), AT_A_BOUND)
def test_false_only_at_a_bound(text: str, values: dict[str, str] | None) -> None:
    """Budgets at their least, and sides that are equal."""
    answer = settle(text)
    assert answer.verdict == "refuted", answer.tried
    assert answer.witness is not None and answer.certificate is not None
    check(json.loads(json.dumps(answer.certificate)), {})
    if values is not None:
        assert answer.witness.values == values


TRUE_AT_A_BOUND = [
    "for x > 0: log(x) <= 2*(sqrt(x) - 1)",
    pytest.param(
        "for k >= 0, eps: Renyi(2) <= k => HockeyStick(eps) <= exp(k - eps)/4", marks=pytest.mark.slow
    ),
    pytest.param("for k >= 0: KL <= k => TV <= sqrt(k/2)", marks=pytest.mark.slow),
    "for rho >= 0: ZCDP(rho) => TV <= sqrt(rho/2)",
    "TV >= 1/2 => Power(1/2) >= 3/4",
    "exp(-KL) >= 0",
]


@pytest.mark.parametrize("text", TRUE_AT_A_BOUND)
def test_true_where_the_bound_is_met(text: str) -> None:
    assert settle(text).verdict != "refuted"


def test_the_argument_of_the_quantile_is_checked() -> None:
    for text in ("Phi_inv(2) <= 5", "for p >= 0: Phi_inv(p) <= 1 + Phi_inv(p)"):
        with pytest.raises(NotAClaim, match="between 0 and 1"):
            settle(text)
    with pytest.raises(NotAClaim, match="between 0 and 1"):
        settle("for eps >= 0: PureDP(eps) => GaussianDP(2*Phi_inv(2))")


def test_randomised_response_is_a_listed_pair() -> None:
    proved = settle("for eps >= 0: RandomizedResponse(eps) => TV = tanh(eps/2)")
    assert (proved.verdict, proved.scope) == ("proved", "the listed pair")
    refuted = settle("for eps >= 0: RandomizedResponse(eps) => PureDP(eps/2)")
    assert refuted.witness is not None and len(refuted.witness.laws["P"]) == 2


def test_pi_is_a_number() -> None:
    assert settle("for x >= 0: x*pi <= 22*x/7").verdict == "proved"
    assert settle("pi <= 3.14159265358979").verdict == "refuted"


def test_a_power_whose_base_may_be_zero() -> None:
    assert settle("for x >= 0, r > 0: x^r >= 0").verdict == "proved"
    assert settle("for x >= 0, r >= 0: x^r > 0").verdict == "refuted"
    with pytest.raises(NotAClaim, match="at least 0"):
        settle("for x, r > 0: x^r >= 0")


NOT_BY_DERIVATIVES = [
    "for x >= 0: erf(x) <= 1 - exp(-x^2)",
    "for x >= 0: erfc(x) <= exp(-x^2) - 1/1000",
    "for x >= 0: erf(x) <= 9/10 + exp(-x^2)",  # its limit is on the wrong side
    "for x > 0: Phi(-x) >= exp(-x^2/2)/(x*sqrt(2*pi))",
    "for x: 0 < Phi(x) < 99/100",
]


@pytest.mark.parametrize("text", NOT_BY_DERIVATIVES)
def test_false_inequalities_of_the_normal_law(text: str) -> None:
    assert settle(text).verdict == "refuted"


def test_undecided_says_how_near_it_came() -> None:
    answer = settle("for x > 0: x*Phi(-x) <= 1/5")
    assert answer.verdict == "undecided"
    assert any("least gap seen" in x for x in answer.tried)


# ----------------------------------------------------------------------------------------- command and Python
UNDECIDED = "for x > 0: x*Phi(-x) <= 1/5"


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(args))
    return result.exit_code, result.stdout, result.stderr


def test_exit_codes_and_json() -> None:
    code, out, _ = run("claim", "TV <= 1", "--json")
    assert code == 0
    data = json.loads(out)
    assert list(data)[:6] == ["claim", "verdict", "scope", "method", "witness", "seconds"]
    assert data["verdict"] == "proved" and data["witness"] is None
    code, out, _ = run("claim", "TV <= 1/2", "--json")
    assert code == 1
    witness = json.loads(out)["witness"]
    assert witness["laws"] == {"P": ["1", "0"], "Q": ["0", "1"]}
    assert (witness["left"], witness["right"]) == ("1", "1/2")
    code, out, err = run("claim", "TV <= eps")
    assert code == 2 and out == "" and "character 7" in err
    assert run("claim", "for mu >= 0: GaussianDP(mu) => KL <= mu^2/2")[0] == 3  # cited
    assert run("claim", UNDECIDED)[0] == 3
    code, out, err = run("claim", "KL - Renyi(2) <= 0")
    assert code == 2 and out == "" and "oo - oo has no value" in err
    assert run("claim")[0] == 2


def test_a_file_of_claims(tmp_path) -> None:
    path = tmp_path / "claims.txt"
    path.write_text("# comment\n\nTV <= 1\nTV <= 1/2\nTV <= q\n", encoding="utf-8")
    code, out, _ = run("claim", "--file", str(path), "--json")
    assert code == 2
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["proved", "refuted", "not a claim"]


def test_several_claims_at_once() -> None:
    code, out, _ = run("claim", "TV <= 1", "TV <= 1/2", "--json")
    assert code == 1
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["proved", "refuted"]
    code, out, _ = run("claim", "TV <= 1", UNDECIDED)
    assert code == 3 and out.startswith("TV <= 1\nproved") and f"{UNDECIDED}\nundecided" in out
    code, out, _ = run("claim", "TV <= 1", "KL - Renyi(2) <= 0")
    assert code == 2 and out.startswith("TV <= 1\nproved")
    assert run("claim", "TV <= 1", "TV <= 1", "--certificate", "unwritten.json")[0] == 2


def test_the_certificate_is_checked_elsewhere(tmp_path) -> None:
    path = tmp_path / "c.json"
    assert run("claim", "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)", "--certificate", str(path))[0] == 0
    assert "claim" in check_bundle(json.loads(path.read_text(encoding="utf-8")))


def test_from_python() -> None:
    answer = dpsym.claim("for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)")
    assert answer.verdict == "proved"
    assert "tanh" in answer._repr_latex_() and "proved" in answer._repr_html_()
    assert issubclass(NotAClaim, ValueError)
    hostile = dpsym.claim("1 <= 0")
    assert "<script" not in hostile._repr_html_()


def test_tex_names_the_output_set() -> None:
    """Without its badge the statement of a claim about a pair says what it ranges over; one about numbers needs not."""
    pair = settle("for eps >= 0, 0 <= delta <= 1: ProbDP(eps, delta) => ApproxDP(eps, delta)")
    assert pair.verdict == "proved" and "Let the output set be finite; by the reduction lemma" in pair.latex()
    assert "output set" not in settle("for 0 < p < 1: p*(1 - p) <= 1/4").latex()


def test_tex() -> None:
    code, out, _ = run("claim", "for 0 < p < 1: p*(1 - p) <= 1/4", "--tex")
    assert code == 0 and r"\frac{1}{4}" in out and "proved" in out


def test_tex_of_what_is_false_has_the_point_in_formulas() -> None:
    """As a near miss of a page has it: numbers with their letters, and the laws; no text of the program."""
    for said, at in (
        ("for eps >= 0: PureDP(eps) => TV <= eps/4", ("P = (2/3, 1/3)", "Q = (1/3, 2/3)")),
        ("for 0 < p < 1: p*(1 - p) <= 1/5", ("$p = ",)),
    ):
        code, out, _ = run("claim", said, "--tex")
        assert code == 1 and "The statement is false at $" in out and all(part in out for part in at), out
        assert r"\item" not in out and "+/-" not in out and r"\texttt" not in out


# ----------------------------------------------------------------------------------------------- sharpening
def test_tightest() -> None:
    best = tightest("for eps >= 0: PureDP(eps) => TV <= ?")
    assert best is not None and best.bounds == ("(exp(eps) - 1)/(1 + exp(eps))",)
    assert best.attained[0] is not None and not best.attained[0].approached
    two = tightest("for eps >= 0, 0 <= d <= 1: ApproxDP(eps, d) => TV <= ?")
    assert two is not None and all(p.verdict == "proved" for p in two.proofs)


@pytest.mark.parametrize(
    "said",
    ["TV <= 1", "TV < ?", "? > TV", "TV = ?", "? = TV", "? != KL", "KL < ?", "TV >= ?", "? <= TV", "? < ?"],
)
def test_a_best_bound_is_an_upper_bound_that_may_be_reached(said: str) -> None:
    """tanh(eps/2) is the best bound of TV and is reached: TV is neither below it nor equal to it at every pair."""
    with pytest.raises(NotAClaim):
        tightest(f"for eps >= 0: PureDP(eps) => {said}")


WORST = {  # what is no linear program: the best bound, whether it is proved, and what is said of where it is reached
    "PureDP(1) => KL <= ?": ("tanh(1/2)", "proved", "reached by RandomizedResponse(1): proved"),
    "for eps > 0: PureDP(eps) => KL <= ?": (
        "eps*tanh(eps/2)",
        "proved",
        "reached by RandomizedResponse(eps): proved",
    ),
    "PureDP(log(3)) => Renyi(2) <= ?": (
        "log(7/3)",
        "proved",
        "reached by RandomizedResponse(log(3)): proved",
    ),
    "for rho > 0: ZCDP(rho) => KL <= ?": ("rho", "proved", "reached by Gaussian(1, sqrt(2*rho)): cited"),
    "for sigma > 0: Gaussian(sigma, 1) => Renyi(2) <= ?": (
        "1/sigma^2",
        "proved",
        "reached by Gaussian(sigma, 1): cited",
    ),
    "for eps > 0: RandomizedResponse(eps) => TV <= ?": (  # the program over all pairs has 1, at laws that are others
        "tanh(eps/2)",
        "proved",
        "reached by RandomizedResponse(eps): proved",
    ),
    "RandomizedResponse(log(3)) => Power(1/2) <= ?": (
        "5/6",
        "proved",
        "reached by RandomizedResponse(log(3)): cited",
    ),
}


@pytest.mark.parametrize("text", one_in(2, WORST))
def test_the_best_bound_is_the_value_at_the_worst_pair(text: str) -> None:
    bound, verdict, where = WORST[text]
    best = tightest(text)
    assert best is not None and best.bounds == (bound,) and best.points == 0
    assert best.proofs[0].verdict == verdict and best.proofs[0].certificate is not None
    at = best.attained[0]
    assert at is not None and at.words() == where
    assert at.proof is not None and at.proof.verdict in ("proved", "cited")
    assert best.json()["bounds"][0]["attained"]["mechanism"] == at.mechanism


def test_the_best_bound_of_a_posterior_is_reached_at_one_output() -> None:
    best = tightest("for eps > 0, 0 < p < 1: PureDP(eps) => Posterior(p) <= ?")
    assert best is not None and best.proofs[0].verdict == "proved"
    at = best.attained[0]
    assert at is not None and at.proof is None and not at.approached and set(at.laws) == {"P", "Q"}


@pytest.mark.parametrize(
    "text",
    [
        "for 0 <= t < 1: TV <= t => KL <= ?",
        "for g > 0: RenyiDP(3, g) => TV <= ?",
        "KL <= ?",
        "RandomizedResponse(log(2)) and TV <= 1/2 => Advantage <= ?",
    ],
)
def test_what_has_no_known_best_bound_gets_none(text: str) -> None:
    """The normal pair of a notion is not its worst one for everything."""
    assert tightest(text) is None


def test_each_conclusion_has_its_best_bound() -> None:
    tv, power = tightest_of_each("PureDP(log(2)) => TV <= ? and Power(1/2) <= ?")
    assert tv is not None and tv.bound == "1/3"
    assert power is not None and power.bound == "3/4"
    with pytest.raises(NotAClaim, match="one '\\?'"):
        tightest("PureDP(log(2)) => TV <= ? and Power(1/2) <= ?")
    with pytest.raises(NotAClaim, match="one '\\?'"):
        tightest_of_each("PureDP(log(2)) => TV <= ? and KL <= 1")


DOMAINS = ("eps2 >= 0", "eps2 >= eps", "0 <= eps2 <= eps")


@pytest.mark.parametrize("domain", one_in(1, DOMAINS, dear=DOMAINS[:2]))
def test_a_bound_that_differs_from_part_to_part_of_the_domain_is_no_fault(domain: str) -> None:
    """What is the best bound somewhere is exceeded elsewhere: then there is an answer, or none."""
    best = tightest(f"for eps >= 0, 0 <= d <= 1, {domain}: ApproxDP(eps, d) => HockeyStick(eps2) <= ?")
    assert best is None or all(p.verdict == "proved" for p in best.proofs)


def test_necessary() -> None:
    found = {d.condition: d.needed for d in necessary("for eps >= 0: PureDP(eps) => TV <= exp(eps) - 1")}
    assert found["PureDP(eps)"] is True
    assert set(found) == {"eps >= 0", "PureDP(eps)"}


def test_what_a_false_claim_needs_is_not_asked() -> None:
    found = necessary("for eps >= 0: PureDP(eps) => TV <= 0")
    assert found.whole.verdict == "refuted" and found.dropped == ()


@pytest.mark.parametrize("text", ["TV >= ?", "? <= TV", "TV > ?"])
def test_a_lower_bound_is_not_sharpened(text: str) -> None:
    with pytest.raises(NotAClaim, match="upper bound"):
        tightest(text)


def out_of_time(*_: object) -> None:
    raise deadline.OutOfTime


def out_of_steps(*_: object) -> None:
    raise deadline.OutOfSteps


OF_THE_LITERATURE = ("for mu >= 0: GaussianDP(mu) => KL <= mu^2/2", "2*TV^2 + 4*TV^4/9 <= KL")


@pytest.mark.parametrize("used_up", [out_of_time, out_of_steps])
@pytest.mark.parametrize("text", one_in(1, OF_THE_LITERATURE, dear=OF_THE_LITERATURE[1:]))
def test_what_runs_out_takes_back_no_answer(
    text: str, used_up: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is cited stays so where no time or no steps are left to look for a proof of its own, and is cited without one where
    its steps alone are used up; after the time of the net nothing is looked for."""
    settling, library = (sys.modules[f"dpsym.claims.{name}"] for name in ("settle", "ways.by_library"))
    before = settling.answer_to

    def late(claim: Claim, *rest: object) -> Answer:
        if claim.text == text:
            used_up()
        return before(claim, *rest)

    for module in (settling, library):
        monkeypatch.setattr(module, "answer_to", late)
    found = settle(text)
    if used_up is out_of_time and text != OF_THE_LITERATURE[0]:
        assert (found.verdict, found.method) == ("undecided", "out of time")
    else:
        assert found.verdict == "cited"


@pytest.mark.parametrize("used_up", [out_of_time, out_of_steps])
def test_where_an_instance_takes_too_much_none_is_said_to_be_known(
    used_up: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["dpsym.claims.settle"], "with_instance", used_up)
    assert settle("TV <= 1/2").verdict == "refuted" and not settle("TV <= 1/2").nowhere
    proved = settle("for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)")
    assert (proved.verdict, proved.nowhere, proved.instance) == ("proved", True, None)
    assert any("stopped" in said for said in proved.tried) == (used_up is out_of_time)


def test_time_is_that_of_the_processor() -> None:
    """A machine that is busy with something else, or a process that sleeps, costs an answer nothing."""
    with deadline.at_most(0.2):
        time.sleep(0.5)
        deadline.spend(0)
        start = time.thread_time()
        with pytest.raises(deadline.OutOfTime):
            while time.thread_time() < start + 5:
                deadline.spend(0)


def test_the_system_is_asked_for_the_time_only_when_it_may_be_used_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No thread uses more processor time than passes on the wall; another thread has a time of its own."""
    asked: list[float] = []

    def counted(now: Callable[[], float] = time.thread_time) -> float:
        asked.append(now())
        return asked[-1]

    with deadline.at_most(60):
        monkeypatch.setattr(time, "thread_time", counted)
        for _ in range(1000):
            deadline.spend(0)
        assert not asked
        (clock,) = deadline._clocks.get()
        other = threading.Thread(target=clock.is_over, args=(0.0,))
        other.start()
        other.join()
        assert len(asked) == 1
    monkeypatch.undo()
    with deadline.at_most(60):
        (clock,) = deadline._clocks.get()
        clock.early = clock.end = 0.0  # as if the time were used up
        with pytest.raises(deadline.OutOfTime):
            deadline.spend(0)


def test_an_inner_bound_of_time_does_not_lift_the_outer() -> None:
    with deadline.at_most(0), deadline.at_most(60), pytest.raises(deadline.OutOfTime):
        deadline.spend(0)
    with deadline.at_most(0), deadline.uncounted():
        deadline.spend(0)


def test_a_theorem_of_the_library_is_settled_in_the_midst_of_a_search_too() -> None:
    library = with_folders().library
    (theorem,) = (t for n, t in library.index.items if n == "divergences.pure_divergences.pure_distance")
    with as_written():
        assert replace(library, reporter=Session(Nowhere())).settled(theorem)


def test_a_root_that_is_not_positive_gives_no_ratio() -> None:
    assert not list(edges(P(y) + Q(y) <= 0))
    assert list(edges(P(y) <= 3 * Q(y))) == [3]
