"""What is said of the line at which a derivation stops: a point where it is false, or how a notion is read there."""

from __future__ import annotations

from sympy import Eq

from dpsym.keeping.store import Nowhere
from dpsym.language import (
    AllOf,
    Chain,
    HockeyStick,
    P,
    PureDP,
    Q,
    StatementError,
    Theorem,
    as_written,
    cases,
    exp,
    have,
    let,
    log,
    parameter,
    tanh,
    y,
)
from dpsym.library import Library
from dpsym.reports import Reporter
from dpsym.reports.wrong_lines import remarks, stopped_at

eps = parameter("eps", at_least=0)


def said(theorem: Theorem) -> tuple[str, ...]:
    reporter = Reporter(Library((), ()), Nowhere())
    return remarks(reporter, theorem, reporter.verdict(theorem))


def test_a_wrong_line_of_a_true_theorem_is_shown_with_both_values() -> None:
    with as_written():
        right = (exp(eps / 2) - 1) / (exp(eps / 2) + 1)
        wrong = (exp(2 * eps) - 1) / (exp(2 * eps) + 1)
        theorem = Theorem(
            title="t", claim=Eq(tanh(eps / 4), right), derivation=Chain(tanh(eps / 4)).eq(wrong).eq(right)
        )
    words = said(theorem)
    assert words[0].startswith("this line is false") and any("left" in w and "right" in w for w in words)


def test_a_wrong_line_about_laws_is_shown_at_a_pair() -> None:
    theorem = Theorem(
        title="t",
        given=PureDP(eps),
        claim=HockeyStick(0) <= exp(eps) - 1,
        derivation=Chain(HockeyStick(0)).le(eps / 4).le(exp(eps) - 1),
    )
    words = said(theorem)
    assert words[0].startswith("this line is false") and any(w.startswith("P = ") for w in words)


def test_a_true_line_is_never_called_false() -> None:
    theorem = Theorem(
        title="t",
        given=PureDP(eps),
        claim=P(y) <= exp(eps) * Q(y),
        derivation=Chain(P(y)).le(exp(eps) * Q(y), "PureDP"),
    )
    words = said(theorem)
    assert not any("false" in w for w in words)
    assert any("specialise" in w for w in words)


def test_a_wrong_fact_is_shown_as_a_wrong_line_of_a_chain_is() -> None:
    with as_written():
        wrong = Eq(tanh(eps / 4), (exp(2 * eps) - 1) / (exp(2 * eps) + 1))
    theorem = Theorem(title="t", claim=tanh(eps / 2) <= eps / 2, derivation=have(wrong, "by definition"))
    words = said(theorem)
    assert words[0].startswith("this line is false") and any("left" in w and "right" in w for w in words)


def test_of_two_facts_in_a_line_the_wrong_one_is_shown() -> None:
    theorem = Theorem(
        title="t", claim=0 <= eps, derivation=have(AllOf(0 <= eps + 1, eps + 2 <= exp(eps)), "both rise")
    )
    words = said(theorem)
    assert words[0].startswith("this line is false") and any("eps = " in w for w in words)


def test_a_true_fact_about_an_event_says_how_it_is_read() -> None:
    theorem = Theorem(
        title="t",
        given=PureDP(eps),
        claim=P(y) <= exp(eps) * Q(y),
        derivation=have(P(y) <= exp(eps) * Q(y), "pure DP"),
    )
    words = said(theorem)
    assert not any("false" in w for w in words) and any("specialise" in w for w in words)


def test_a_fact_that_a_step_has_made_possible_is_not_read_without_it() -> None:
    u = parameter("u", about="a number that a step introduces")
    theorem = Theorem(
        title="t",
        claim=eps <= eps**2 + 1,
        derivation=(let(u, eps + 1, (Eq(u, eps + 1),), "one more"), have(u <= 1, "wrong")),
    )
    found = Reporter(Library((), ()), Nowhere()).verdict(theorem)
    assert [v.verdict for v in found.lines].count("unknown") >= 1 and said(theorem) == ()


def test_a_line_under_an_assumption_is_not_read_without_it() -> None:
    theorem = Theorem(
        title="t",
        claim=eps <= eps**2 + 1,
        derivation=(cases(eps <= log(2), Chain(eps).le(log(2) / 2).le(eps**2 + 1), ()),),
    )
    found = Reporter(Library((), ()), Nowhere()).verdict(theorem)
    assert [v.verdict for v in found.lines].count("unknown") >= 1, "the line in the case is false"
    assert stopped_at(theorem, found) is None and said(theorem) == ()


def test_a_bound_of_a_parameter_is_named() -> None:
    try:
        parameter("eps", 0)  # type: ignore[arg-type]
    except StatementError as e:
        assert "at_least" in str(e)
    else:
        raise AssertionError("0 was taken for how the parameter is printed")
