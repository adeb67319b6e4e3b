"""Claims about several laws, which they name: what is proved, refuted, printed and refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from siblings import one_in

from dpsym.claims import NotAClaim, settle
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import read
from dpsym.claims.ways.theorems import with_folders
from dpsym.language import ForAll, Theorem, Total, function, point, variant, y
from dpsym.prove.session import Session

PROVED = (
    "TV(P, R) <= TV(P, Q) + TV(Q, R)",
    "TV(P, Q) = TV(Q, P)",
    "for a, b: HockeyStick(a + b)(P, R) <= HockeyStick(a)(P, Q) + exp(a)*HockeyStick(b)(Q, R)",
    "for s >= 0, t >= 0: TV(P, Q) <= s and TV(Q, R) <= t => TV(P, R) <= s + t",
    "for a >= 0, b >= 0: PureDP(a)(P, Q) and PureDP(b)(Q, R) => PureDP(a + b)(P, R)",
    "PureDP(1)(P, Q) and PureDP(2)(Q, R) => PureDP(3)(P, R)",
    "for a >= 0, b >= 0, 0 <= q <= 1: PureDP(a)(P, Q) and PureDP(b)(Q, R) => Power(q)(P, R) <= exp(a + b)*q",
    "PureDP(1/10)(P, Q) and ApproxDP(1/5, 1/1000)(Q, R) => ApproxDP(3/10, 1/500)(P, R)",
    "ApproxDP(1/5, 1/1000)(P, Q) and PureDP(1/10)(Q, R) => ApproxDP(3/10, 1/500)(P, R)",
    pytest.param("TV(P, R) <= sqrt(KL(P, Q)/2) + sqrt(KL(Q, R)/2)", marks=pytest.mark.slow),
)
REFUTED = (
    "TV(P, R) <= TV(P, Q) + TV(Q, R)/2",
    "KL(P, R) <= KL(P, Q) + KL(Q, R)",
    "KL(P, Q) = KL(Q, P)",
    "for a >= 0, b >= 0: HockeyStick(a + b)(P, R) <= HockeyStick(a)(P, Q) + HockeyStick(b)(Q, R)",
    "PureDP(1)(P, Q) and PureDP(2)(Q, R) => PureDP(3 - 1e-9)(P, R)",
    "PureDP(1/10)(P, Q) and ApproxDP(1/5, 1/1000)(Q, R) => ApproxDP(3/10, 1/1000)(P, R)",
    "for a >= 0, b >= 0, 0 <= c <= 1, 0 <= d <= 1: ApproxDP(a, c)(P, Q) and ApproxDP(b, d)(Q, R)"
    " => ApproxDP(a + b, c + exp(a)*d)(P, R)",
)


REFUTED_ON_A_LINE = (  # with the laws on the line
    (
        "GaussianDP(1)(P, Q) and GaussianDP(1)(Q, R) => KL(P, R) < 2",
        "P = N(0, 1), Q = N(1, 1), R = N(1 + 1, 1)",
    ),
    (
        "GaussianDP(1)(Q, P) and GaussianDP(2)(Q, R) => TV(P, R) <= 4/5",
        "Q = N(0, 1), P = N(1, 1), R = N(-(2), 1)",
    ),
    (
        "for a > 0, b > 0: ZCDP(a)(P, Q) and GaussianDP(b)(Q, R) => 3*(KL(P, R) - a) <= b^2/2",
        "P = N(0, 1), Q = N(sqrt(2*a), 1), R = N(sqrt(2*a) + b, 1)",
    ),
    (
        "for a > 0: GaussianDP(a)(P, Q) => GaussianDP(a)(Q, P) and TV(post(P), post(Q)) <= Phi(a/2) - 1/2",
        "P = N(0, 1), Q = N(a, 1), post(P) = P, post(Q) = Q",
    ),
)


@pytest.mark.parametrize(("text", "laws"), REFUTED_ON_A_LINE)
def test_what_normal_laws_refute_says_which_laws_they_are(text: str, laws: str) -> None:
    """And the claim about noise that it is brought to can be typed, with the same answer."""
    answer = settle(text)
    assert answer.verdict == "refuted" and f"the hypotheses hold of {laws}" in answer.rests_on
    assert f"rests on: the hypotheses hold of {laws}" in str(answer)
    assert settle(answer.reduced).verdict == "refuted"


@pytest.mark.parametrize("text", one_in(4, PROVED))
def test_what_holds_of_several_laws_is_proved(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved" and answer.certificate is not None, answer.tried


@pytest.mark.parametrize("text", one_in(2, REFUTED))
def test_what_fails_is_refuted_with_all_laws(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None, answer.tried
    named = {c for c in "PQR" if f"{c}," in text or f"{c})" in text}
    assert set(answer.witness.laws) == named
    assert all(sum(map(Fraction, masses)) == 1 for masses in answer.witness.laws.values())


def test_a_notion_is_of_both_orders_and_the_witness_names_the_one_that_fails() -> None:
    one = settle("for 0 <= d <= 1: HockeyStick(1)(P, Q) <= d => ApproxDP(1, d)(P, Q)")
    assert one.verdict == "refuted" and one.witness is not None and one.witness.order == "Q, P"


def test_what_is_read_is_said_of_the_laws_that_are_named() -> None:
    whole = read("KL(P_1 || P_2) <= KL(P_2, P_1)")
    assert set(whole.theorem.laws) == {"P_1", "P_2"}
    assert read("KL(P, Q) <= KL(Q, P)").theorem.claim == read("KL(P ‖ Q) <= KL(Q, P)").theorem.claim
    assert set(read("TV <= KL").theorem.laws) == {"P", "Q"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PureDP(1)(P, Q) => TV <= 1", "everywhere or nowhere: write TV(P, Q)"),
        ("PureDP(1) => TV(P, Q) <= 1", "everywhere or nowhere: write PureDP(1)(P, Q)"),
        ("PureDP(1)(P, Q) => TV(P, R) <= 1", "Q is named only once"),
        ("TV(P, Q) + TV(Q, R) <= TV(P, U)", "R is named only once"),
        ("for P > 0: TV(P, Q) <= P", "'P' is declared as a number"),
        ("TV(A, Q) <= 1", "a law is called P, Q, R"),
        ("TV(P, P) <= 1", "two different laws"),
        ("TV(P, 1) <= 1", "the names of two laws were expected"),
        ("TV(P, Q, R) <= 1", "the names of two laws were expected"),
        ("PureDP(1)(P) => TV(P, Q) <= 1", "the names of two laws"),
        ("Renyi(2, P, Q) <= 1", "the laws stand after the arguments: Renyi(alpha)(P, Q)"),
        ("PureDP(1, P, Q) => TV(P, Q) <= 1", "the laws stand after the arguments: PureDP(eps)(P, Q)"),
        ("for x >= TV(P, Q): TV(P, Q) <= x", "cannot stand among the conditions"),
        ("exp(1)(P, Q) <= 3", "exp is not said of two laws"),
        ("foo(1)(P, Q) <= 3", "'foo' is not known"),
        ("max(1||2) <= 3", "'||' stands between two laws"),
        ("for x > 0: P <= x => TV(P, Q) <= 1", "'P' is not declared"),
        ("TV(P_1, P_2) + TV(P_2, P_3) + TV(P_3, P_4) + TV(P_4, P_5) >= TV(P_1, P_6)", "at most 5 laws"),
        ("KL(P, Q) - KL(Q, R) <= KL(R, P)", "oo - oo has no value"),
        ("0*KL(P, Q) <= TV(P, Q)", "multiplied by 0"),
        ("TV(post(A), post(Q)) <= TV(A, Q)", "a law is called P, Q, R"),
        ("TV(post(P), post(P)) <= 1", "two different laws"),
        ("TV(post(P, Q), post(Q)) <= 1", "the names of two laws were expected"),
        ("TV(post(post(P)), post(Q)) <= 1", "the names of two laws were expected"),
        ("TV(mixture(P), Q) <= 1", "the names of two laws were expected"),
        ("TV(P_post, Q) <= 1", "a law is called P, Q, R"),
        ("TV(post(P), post(Q)) <= TV", "everywhere or nowhere: write TV(post(P), post(Q))"),
        ("TV(Q, R)*KL(P, Q) <= KL(P, R)", "times a factor of unknown sign"),
    ],
)
def test_names_that_are_not_used_as_they_must_be_are_refused(text: str, words: str) -> None:
    with pytest.raises(NotAClaim) as refused:
        read(text)
    assert words in str(refused.value)


@pytest.mark.parametrize("text", ["Laplace(1, 1) => TV(P, Q) <= 1", "post(PureDP(1)) => PureDP(1)(P, Q)"])
def test_a_mechanism_is_a_pair_of_its_own(text: str) -> None:
    with pytest.raises(NotSupported, match="a mechanism beside laws that are named"):
        read(text)


def test_each_divergence_may_be_infinite_by_itself() -> None:
    """KL(P, R) is infinite only where one of the two others is: finite steps make a finite whole."""
    assert settle("KL(P, Q) <= 1 and KL(Q, R) <= 1 => exp(-KL(P, R)) > 0").verdict == "proved"
    one = settle("KL(P, Q) <= 1 => exp(-KL(Q, P)) > 0")
    assert one.verdict == "refuted" and one.witness is not None and "0" in one.witness.laws["P"]
    # at the factor that is above 0 only where its own law excludes an output
    assert settle("TV(P, Q)*KL(P, Q) >= 0").verdict == "proved"


def test_a_chain_of_three_steps_uses_the_theorem_of_two() -> None:
    text = "for a >= 0, b >= 0, c >= 0: PureDP(a)(P, Q) and PureDP(b)(Q, R) and PureDP(c)(R, U) => PureDP(a + b + c)(P, U)"
    answer = settle(text)
    assert answer.verdict == "proved" and answer.certificate is not None, answer.tried
    assert "notions.group_privacy.pure" in answer.rests_on
    assert settle(text.replace("a + b + c", "a + b + c/2")).verdict == "refuted"


def test_rules_for_laws_keep_the_steps_of_different_pairs_apart() -> None:
    """The same theorem without parameters at two pairs is two steps of a proof."""
    index = with_folders().library.on_laws(("P", "Q", "R")).index
    names = [r.name for r in index.rules]
    assert len(names) == len(set(names)) and {r.laws for r in index.rules} > {()}


def test_a_law_called_r_has_its_axioms_in_every_statement() -> None:
    """R is a word of the kernel, which calls the law otherwise."""
    R = function("R")
    whole = Theorem(
        title="mass 1",
        claim=Total(R(y), y) <= 2,
        near_misses={"less": variant(Total(R(y), y) <= 1, witness=point(R=(1, 1)))},
    )
    st = Session().plain(replace(whole, claim=whole.near_misses["less"].claim))
    assert len(st.hypotheses) == 1
    assert settle("for 0 < p < 1: PureDP(0)(P, R) => Posterior(p)(P, R) <= p").verdict == "proved"


def test_the_page_names_the_laws() -> None:
    tex = settle("TV(P, R) <= TV(P, Q) + TV(Q, R)").latex()
    assert r"\dpsymTotalVariation{P}{R}" in tex
    assert "Let $P$ and $Q$ be two laws of the output" in tex and "let $R$ be a law on it" in tex


# --------------------------------------------------------------------------------------------------- one output
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("for 0 < p <= q < 1: Posterior(p, y) <= Posterior(q, y)", "proved"),
        ("for 0 < p < 1: Posterior(p, y)(P, Q) <= p => Posterior(1 - p, y)(Q, P) >= 1 - p", "proved"),
        ("for 0 < p < 1: Posterior(p, y)(P, Q) + Posterior(1 - p, y)(Q, P) = 1", "proved"),
        (
            "for 0 < p < 1: Posterior(p, y)(P, Q) <= p and Posterior(p, y)(Q, R) <= p => Posterior(p, y)(P, R) <= p",
            "proved",
        ),
        pytest.param(
            "for 0 < p < 1: Posterior(p, y)(P, Q) <= p and Posterior(p, y)(Q, R) <= p => Posterior(p, y)(P, R) < p",
            "refuted",
            marks=pytest.mark.slow,
        ),
        ("for 0 < p < 1: Posterior(p, y) <= p", "refuted"),
        ("for 0 < p < 1: Posterior(p, y)(P, Q) <= p => Posterior(p, y)(Q, P) <= p", "refuted"),
        ("for 0 < p < 1: Posterior(p, y)(P, Q) <= 1/2 or Posterior(p, y)(P, Q) >= 1/2", "proved"),
    ],
)
def test_a_claim_about_one_output(text: str, verdict: str) -> None:
    answer = settle(text)
    assert answer.verdict == verdict, answer.tried
    assert answer.witness is None or "y" in answer.witness.where


def test_what_is_supposed_of_an_output_is_supposed_there_only() -> None:
    """At every output P <= Q makes the laws equal; at one it says nothing of the others."""
    everywhere = settle("for 0 < p < 1: Posterior(p)(P, Q) <= p => Posterior(p)(Q, P) <= p")
    here = settle("for 0 < p < 1: Posterior(p, y)(P, Q) <= p => Posterior(p, y)(Q, P) <= p")
    assert everywhere.verdict != "refuted" and here.verdict == "refuted"
    whole = read("for 0 < p < 1: Posterior(p, y)(P, Q) <= p => Posterior(p, y)(Q, P) <= p").theorem
    assert not whole.given and isinstance(whole.claim, ForAll)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "for 0 < p < 1: Posterior(p, y) <= p => TV <= 0",
            "y is one output: each conclusion must speak of it",
        ),
        (
            "for 0 < p < 1: Posterior(p, y) <= p and TV <= 1",
            "y is one output: each conclusion must speak of it",
        ),
        ("for 0 < p < 1: Posterior(p, y) <= Posterior(p)", "at y, or of none in this relation"),
        ("for y > 0, 0 < p < 1: Posterior(p, y) <= p", "Posterior takes 1 argument"),
        ("for 0 < p < 1: Posterior(p, x) <= p", "'x' is not declared"),
        ("for 0 < p < 1: Posterior(p, y) <= y", "'y' is not declared"),
        ("TV <= y", "'y' is not declared"),
        ("for 0 < p < 1: Posterior(p, P, Q) <= p", "the laws stand after the arguments"),
        ("Renyi(2, y) <= 1", "'y' is not declared"),
    ],
)
def test_an_output_that_is_not_used_as_it_must_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotAClaim) as refused:
        read(text)
    assert words in str(refused.value)


MAPPED = (
    "TV(post(P), post(Q)) <= TV(P, Q)",
    "for a >= 0: PureDP(a)(P, Q) => PureDP(a)(post(P), post(Q))",
    "TV(post(P), post(R)) <= TV(P, Q) + TV(Q, R)",
    "PureDP(log(3))(P, Q) => TV(post(P), post(Q)) <= 1/2",
    "KL(post(P), post(Q)) <= KL(P, Q)",
    "for k >= 0: KL(P, Q) <= k => KL(post(P), post(Q)) <= k",
    "for alpha > 1: Renyi(alpha)(post(P), post(Q)) <= Renyi(alpha)(P, Q)",
    "for alpha > 1, k >= 0: Renyi(alpha)(P, Q) <= k => Renyi(alpha)(post(P), post(Q)) <= k",
    "for rho >= 0: ZCDP(rho)(P, Q) => ZCDP(rho)(post(P), post(Q))",
    "for 0 <= a <= 1, 0 <= b <= 1: Power(a)(P, Q) <= b => Power(a)(post(P), post(Q)) <= b",
    "for eps >= 0: PureDP(eps)(P, Q) => KL(post(P), post(Q)) <= eps*tanh(eps/2)",
)
NOT_OF_A_MAP = (
    "TV(P, Q) <= TV(post(P), post(Q))",
    "TV(post(P), Q) <= TV(P, Q)",
    "for a >= 0: PureDP(a)(post(P), post(Q)) => PureDP(a)(P, Q)",
    "KL(P, Q) <= KL(post(P), post(Q))",
    "Renyi(2)(post(P), post(Q)) <= KL(P, Q)",
    "KL(post(P), post(Q)) <= KL(Q, P)",
    "KL(post(P), post(Q)) <= TV(P, Q)",
    "Renyi(3)(post(P), post(Q)) <= Renyi(2)(P, Q)",
    "for alpha > 1: Renyi(alpha)(post(P), post(Q)) <= Renyi(2)(P, Q)",
    "for alpha > 1: Renyi(alpha)(post(Q), post(P)) <= Renyi(alpha)(P, Q)",
    "KL(post(P), post(Q)) <= KL(P, Q)/2",
    "KL(post(P), post(Q)) < KL(P, Q)",
    "KL(post(P), Q) <= KL(P, Q)",
    "for k >= 0: KL(post(P), post(Q)) <= k => KL(P, Q) <= k",
    "for k >= 0: KL(P, Q) <= k => KL(post(Q), post(P)) <= k",
    "for k > 0: KL(P, Q) <= k => KL(post(P), post(Q)) <= k/2",
    "for k >= 0: KL(P, Q) <= k => TV(post(P), post(Q)) <= k",
    "for alpha > 1, k >= 0: Renyi(alpha)(P, Q) <= k => Renyi(2*alpha)(post(P), post(Q)) <= k",
    "for alpha > 1, k >= 0: Renyi(alpha)(post(P), post(Q)) <= k => Renyi(alpha)(P, Q) <= k",
    "for rho > 0: ZCDP(rho)(P, Q) => ZCDP(rho/2)(post(P), post(Q))",
    "for rho > 0: ZCDP(rho)(post(P), post(Q)) => ZCDP(rho)(P, Q)",
    "for 0 <= a <= 1, 0 <= b <= 1: Power(a)(P, Q) <= b => Power(a)(post(P), post(Q)) <= b/2",
    "for 0 <= a <= 1/2, 0 <= b <= 1: Power(a)(P, Q) <= b => Power(2*a)(post(P), post(Q)) <= b",
    "for 0 <= a <= 1, 0 <= b <= 1: Power(a)(post(P), post(Q)) <= b => Power(a)(P, Q) <= b",
    "for 0 <= a <= 1, 0 <= b <= 1: Power(a)(P, Q) <= b => Power(a)(post(Q), post(P)) <= b",
)


QUICK = (  # the others take seconds each
    "KL(post(P), post(Q)) <= KL(P, Q)",
)


@pytest.mark.parametrize("text", one_in(1, MAPPED, dear=set(MAPPED) - set(QUICK)))
def test_one_map_for_all_laws(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved" and answer.instance is not None and not answer.nowhere
    assert "one randomised map" in answer.read


@pytest.mark.parametrize("text", NOT_OF_A_MAP)
def test_a_map_is_among_what_refutes(text: str) -> None:
    """The witness has the map, and what it makes of the laws."""
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None
    if not answer.witness.laws:  # normal laws, and a map that keeps the output
        assert any("post(P) = P, post(Q) = Q" in fact for fact in answer.rests_on)
        return
    laws = {name: [Fraction(m) for m in masses] for name, masses in answer.witness.laws.items()}
    n = len(laws["P"])
    made = [sum(laws["P"][i] * laws["K"][i * n + j] for i in range(n)) for j in range(n)]
    assert made == laws["P_post"]
