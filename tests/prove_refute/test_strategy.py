"""One list of tactics for files and for claims: what they prove, in which order, and lines that say their method."""

import pytest
from sympy import Rational as R

from dpsym.document.media.html import html
from dpsym.document.media.latex import fragment
from dpsym.document.media.markdown import markdown
from dpsym.document.media.terminal import text
from dpsym.document.page import Page
from dpsym.kernel import run
from dpsym.language import (
    Chain,
    Phi_inv,
    StatementError,
    Theorem,
    as_written,
    exp,
    have,
    log,
    parameter,
)
from dpsym.language.steps import METHODS
from dpsym.prove.session import Session
from dpsym.prove.strategy import PLAIN, TACTICS

x = parameter("x", at_least=0)
t = parameter("t", at_least=0, at_most=1)
p = parameter("p", above=0, below=1)
n = parameter("n", at_least=0, integer=True)

with as_written():
    concave = p * log(1 + x) <= log(1 + p * x)
    square = log(1 + x) >= x - x**2 / 2
    apart = exp(t) <= 3 - t**2 / 20
    later = x <= x + 1


QUANTILES = {  # beside other terms
    "beside a count": (lambda q: q(R(3, 4)) + n >= 0, lambda q: q(R(1, 4)) + n >= 0),
    "a square": (lambda q: q(R(9, 10)) ** 2 <= n + 2, lambda q: q(R(9, 10)) ** 2 <= n + 1),
    "two": (
        lambda q: q(R(9, 10)) + q(R(1, 4)) >= R(607061, 10**6),
        lambda q: q(R(9, 10)) + q(R(1, 4)) >= R(607062, 10**6),
    ),
    "of a name": (
        lambda q: q(p) ** 2 + q(R(3, 4)) > R(6744, 10**4),
        lambda q: q(p) ** 2 + q(R(3, 4)) > R(675, 1000),
    ),
}


@pytest.mark.parametrize("name", QUANTILES)
def test_what_is_known_of_a_quantile_by_itself_is_found_without_steps(name: str) -> None:
    with as_written():
        right, wrong = (make(Phi_inv) for make in QUANTILES[name])
    assert status(Theorem(title=name, claim=right)) == "proved"
    assert status(Theorem(title=name, claim=wrong)) == "unknown"


def status(theorem: Theorem, effort=None) -> str:
    session = Session()
    session.effort = effort or session.effort
    return session.theorem(theorem).status


def rules(theorem: Theorem) -> set[str]:
    certificate = Session().theorem(theorem).certificate
    run(certificate, {})
    return {line["rule"] for line in certificate["lines"]}


@pytest.mark.parametrize("fact", [concave, square], ids=["concavity", "series"])
def test_a_theorem_file_gets_calculus_as_claims_do(fact):
    bare = Theorem(title="bare", claim=fact)
    assert status(bare) == "proved" and "mean_value" in rules(bare)
    assert status(bare, PLAIN) == "unknown"


def test_a_line_of_a_derivation_gets_calculus_too():
    with as_written():
        line = Theorem(
            title="line", claim=x - x**2 / 2 <= x, derivation=Chain(x - x**2 / 2).le(log(1 + x)).le(x)
        )
    assert status(line) == "proved"
    assert status(line, PLAIN) == "unknown"


def test_what_the_plain_search_finds_is_not_left_to_calculus():
    with as_written():
        plain = Theorem(title="plain", claim=x <= x * exp(x))
    assert not rules(plain) & {"mean_value", "enclose"}


@pytest.mark.parametrize(
    ("fact", "method"), [(square, "calculus"), (apart, "enclosure"), (later, "arithmetic")]
)
def test_a_line_is_shown_by_the_method_that_it_names(fact, method):
    with as_written():
        said = Theorem(title="said", claim=fact, derivation=have(fact, "why", method=method))
    verdict = Session().theorem(said)
    assert verdict.status == "proved"
    assert [line.method for line in verdict.lines] == [f"by {method}"]


@pytest.mark.parametrize(
    ("fact", "method"),
    [(square, "arithmetic"), (square, "enclosure"), (later, "calculus"), (later, "enclosure")],
)
def test_a_line_that_is_not_by_its_method_is_not_proved(fact, method):
    """What stands on the page is what happened: another tactic may not step in."""
    with as_written():
        said = Theorem(title="said", claim=fact, derivation=have(fact, "why", method=method))
    assert status(said) == "unknown"


def test_a_false_line_is_proved_by_no_method():
    with as_written():
        false = log(1 + x) >= x - x**2 / 3
    for method in METHODS:
        assert status(Theorem(title="no", claim=false, derivation=have(false, method=method))) == "unknown"


def test_methods_are_words_of_the_language():
    assert {tactic.method for tactic in TACTICS} == set(METHODS)
    with pytest.raises(StatementError, match="method='magic' is not known"):
        Chain(x).le(x + 1, method="magic")
    with pytest.raises(StatementError, match="method='magic' is not known"):
        have(later, method="magic")
    with pytest.raises(StatementError, match="leave out method="):
        have(later, method="calculus", derivation=have(later))


def test_the_method_stands_beside_the_reason_in_every_form():
    with as_written():
        steps = Chain(x - x**2 / 2).le(log(1 + x), "the series", method="calculus").le(x, method="calculus")
        page = Page("a.b", Theorem(title="T", claim=x - x**2 / 2 <= x, derivation=steps))
    for form in (fragment, html, markdown, text):
        shown = form(page)
        assert "the series, by calculus" in shown.replace("\n", " "), form
        assert shown.count("by calculus") == 2
