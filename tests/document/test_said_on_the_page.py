"""What a page has to say of its own: what an indicator is, at which numbers an example is, which law is with the target."""

from __future__ import annotations

import re

import pytest
from library import entries

from dpsym.document.media.markdown import escape, markdown
from dpsym.document.media.terminal import text
from dpsym.document.page import Page
from dpsym.language import (
    ApproxDP,
    Eq,
    Example,
    Expectation,
    ForAll,
    Implication,
    Indicator,
    Outcome,
    P,
    Posterior,
    Probability,
    Q,
    Rational,
    S,
    Theorem,
    Total,
    function,
    have,
    log,
    parameter,
    value,
    y,
)

eps, delta = parameter("eps", at_least=0), parameter("delta", at_least=0, at_most=1)
p = parameter("p", above=0, below=1, about="prior probability that the target is in the data")
z = Outcome("z", "Z")
A, C, M = map(function, "ACM")


def shown(entry):
    """The page on one line."""
    return " ".join(text(Page("t", entry, "proved")).split())


def test_an_event_that_stands_as_its_indicator_is_explained():
    step = have(S(y) * P(y) <= P(y), "an event is a part of the outputs")
    entry = Theorem(title="T", given=ApproxDP(eps, delta), claim=ApproxDP(eps, delta), derivation=step)
    assert "S(y) is 1 where y is in S and 0 elsewhere" in shown(entry)
    idle = Theorem(title="T", given=ApproxDP(eps, delta), claim=ApproxDP(eps, delta))
    assert "is 1 where" not in shown(idle)


def test_a_function_that_is_called_s_is_no_event():
    spread = function("S", law=False, about="the standard deviation of the noise")
    entry = Theorem(title="T", claim=ForAll(y, 0 < spread(y)))
    assert "is 1 where" not in shown(entry)


@pytest.mark.parametrize(
    "laws, words", [((P, Q), "P is the law with the target, Q that"), ((A, C), "A is the law with")]
)
def test_the_law_with_the_target_is_named(laws, words):
    one, two = (law(y) for law in laws)
    entry = Theorem(title="T", claim=ForAll(y, Implication(0 < one, Posterior(p, one, two) <= 1)))
    assert shown(entry).count(words) == 1


def test_of_posteriors_of_several_pairs_no_law_is_named():
    two = Eq(Posterior(p, P(y), Q(y)), Posterior(p, A(y), C(y)))
    assert "is the law with the target" not in shown(Theorem(title="T", claim=ForAll(y, two)))


def test_an_example_says_at_which_numbers_it_is():
    """Of the letters that have one number in all its rows: those that change are told by the rows."""
    k = parameter("k", integer=True, at_least=1, about="number of releases")
    rows = (
        value("one", log(1 + p) * k, {p: Rational(1, 3), k: 1}),
        value("two", p * k, {p: Rational(1, 3), k: 2}),
    )
    said = shown(Example(title="T", values=rows))
    assert "Here p = 1/3 is the prior probability that the target is in the data." in said
    assert "number of releases" not in said


def test_every_example_of_the_library_says_its_numbers():
    """No letter with words that has one number in all rows is left unsaid."""
    seen = 0
    for name, entry in entries().items():
        if not isinstance(entry, Example):
            continue
        every: dict = {}
        for letter, number in (pair for v in entry.values for pair in v.at):
            every.setdefault(letter, set()).add(number)
        fixed = [at for at, found in every.items() if len(found) == 1 and getattr(at, "about", "")]
        page = shown(entry)
        assert not fixed or "Here " in page.split("The numbers")[0], name
        seen += bool(fixed)
    assert seen >= 10


def test_outputs_are_drawn_in_the_order_of_their_laws():
    large = Probability(A(y) * C(z) > eps, A(y) * C(z), z, y)
    page = markdown(
        Page("t", Theorem(title="T", claim=Eq(large, Expectation(Total(A(y), y), C(z), z))), "proved")
    )
    assert r"(z, y) \sim C \otimes A" in page and r"\mapsto" not in page


def test_emphasis_has_no_space_inside_its_stars():
    """`*Without the hypothesis that *$p$` is no emphasis to a reader of Markdown."""
    from dpsym.document.blocks import Emphasis, Maths, Para
    from dpsym.document.formulas.notation import fold
    from dpsym.document.media.markdown import text_of

    line = text_of(
        (Para((Emphasis("Without the hypothesis that "), Maths(fold(p)), Emphasis(" as it is"), ": so")),)
    )
    assert line == "*Without the hypothesis that* $p$ *as it is*: so"
    assert not re.search(r"\*[^*]* \*\$", line) and escape("*") == r"\*"


def test_an_indicator_of_a_condition_is_no_event():
    entry = Theorem(title="T", claim=Total(Indicator(P(y) > Q(y)) * P(y), y) <= 1)
    assert "is 1 where" not in shown(entry)
