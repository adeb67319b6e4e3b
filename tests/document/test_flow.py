"""How a proof is told: what was shown is not shown again, what a step shows of the claim is said, a pair is called a pair."""

from __future__ import annotations

import pytest

from dpsym.document.media.markdown import markdown
from dpsym.document.page import Page
from dpsym.document.words.wording import some_of
from dpsym.language import (
    AllOf,
    ForAll,
    Implication,
    Outcome,
    P,
    Pair,
    PureDP,
    Q,
    Theorem,
    as_written,
    cases,
    exp,
    function,
    have,
    monotonic,
    parameter,
    specialise,
    y,
)

a, b, c = (parameter(n, above=0) for n in "abc")
with as_written():
    LONG = (a + b) ** 2 / (a**2 + b**2 + a * b + 7) + c <= (a + c) / (a + b + c + 9) + 12 * c


def shown(**parts):
    """The page of a theorem with these parts, in one line."""
    with as_written():
        return " ".join(markdown(Page("t", Theorem(title="T", **parts), "proved")).split())


def test_two_cases_that_come_to_the_same_show_it_once():
    with as_written():
        both = cases(a <= b, have(LONG, "small"), have(LONG, "large"))
    page = shown(claim=a > 0, derivation=both)
    assert page.count("$$") == 4 and "Otherwise, large: this inequality holds." in page
    with as_written():
        between = cases(
            a <= b, have(LONG, "small"), (have(9 * LONG.lhs <= LONG.rhs, "so"), have(LONG, "large"))
        )
    page = shown(claim=a > 0, derivation=between)
    assert page.count("$$") == 8 and "this inequality holds" not in page


def test_a_function_is_no_relation_that_holds():
    """Two functions that do not fall, the same on both sides of a point: each is told."""
    rising = (exp(a) + a / (1 + exp(a))) * (1 + exp(2 * a)) + exp(3 * a) / (7 + exp(a))
    with as_written():
        sides = cases(b <= c, monotonic(rising, a, b, c), monotonic(rising, a, c, b))
        short = monotonic(exp(a) + a, a, b, c)
    page = shown(claim=a > 0, derivation=sides)
    assert "this relation" not in page and page.count("does not fall") == 2
    assert "the function $e^{a} + a$ does not fall" in shown(claim=a > 0, derivation=short)


def test_what_follows_of_the_claim_is_said():
    with as_written():
        fact = Theorem(title="Sums", claim=a + b > 0)
        parts = (a + b > 0, Implication(a <= b, a * c <= b * c), a + c > 0)
        conditional = have(Implication(a <= b, a * c <= b * c), "a positive multiple")
        two = have(AllOf(parts[0], parts[2]), "sums", by=fact)
    page = shown(claim=AllOf(*parts), derivation=(conditional,))
    assert "The second claim follows: a positive multiple." in page
    page = shown(claim=AllOf(*parts), derivation=(two,))
    assert "This part of the claim follows: sums, by" in page
    with as_written():
        parts = (*parts[:2], a * c <= b + 7)
        steps = (have(b * c <= 9, "supposed"), have(parts[2], "together"))
    page = shown(claim=AllOf(*parts), derivation=steps)
    assert "claim follows: together" not in page and "ogether: $a c \\le b + 7$" in page
    assert "The claim follows: a sum of two." in shown(
        claim=a + b > c, derivation=have(a + b > c, "a sum of two")
    )


@pytest.mark.parametrize(
    ("at", "count", "words"),
    [
        ([], 3, ""),
        ([0], 1, "the claim follows"),
        ([0, 1, 2], 3, "the claim follows"),
        ([1], 3, "the second claim follows"),
        ([0, 1], 5, "the first two claims follow"),
        ([3, 4], 5, "the last two claims follow"),
        ([1, 2, 3], 5, "the second to fourth claims follow"),
        ([0, 2], 3, "this part of the claim follows"),
        ([13], 20, "this part of the claim follows"),
    ],
)
def test_which_claims_follow(at, count, words):
    assert some_of(at, count) == words


def test_a_condition_that_is_left_out_is_said():
    with as_written():
        derivation = (have(Implication(a <= b, LONG), "first"), have(LONG, "so it is for the others"))
    page = shown(claim=a > 0, derivation=derivation)
    assert page.count("$$") == 4 and "The condition can be left out: so it is for the others." in page


def test_a_law_in_several_pairs_is_no_mechanism():
    R = function("R")
    with as_written():
        given = [PureDP(a), PureDP(b).on(Pair(Q(y), R(y)))]
        claim = PureDP(a + b).on(Pair(P(y), R(y)))
    page = shown(given=given, claim=claim)
    assert r"\mathcal{M}" not in page and "$(P, Q)$ is $(a, 0)" in page and "mechanism" not in page
    assert r"\mathcal{M}" in shown(given=given[:1], claim=a > 0)


def test_a_function_of_a_lemma_is_read_as_what_it_is_put_for():
    """A letter that the statement does not know is not said to be equal to something."""
    f, g = function("f", law=False), function("g", law=False)
    k = parameter("k", integer=True)
    with as_written():
        about_all = ForAll((f(k),), Implication(ForAll((k,), f(k) >= 0), ForAll((k,), f(k) + 1 > 0)))
        derivation = (have(about_all, "a sum"), specialise(about_all, {f(k): g(k) + a}))
    page = shown(given=[ForAll((k,), g(k) >= 0)], claim=ForAll((k,), g(k) + a + 1 > 0), derivation=derivation)
    assert "with $g_{k} + a$ for $f_{k}$" in page and "Take $f" not in page


def test_a_formula_read_at_several_values_is_read_once():
    g = function("g", law=False)
    t = parameter("t")
    with as_written():
        for_all = ForAll((t,), g(t) >= 0)
        derivation = (
            specialise(for_all, {t: t - a}),
            specialise(for_all, {t: t + a}),
            have(g(t - a) + g(t + a) >= 0, "sum"),
        )
    page = shown(given=[for_all], claim=g(t - a) + g(t + a) + g(t) >= 0, derivation=derivation)
    assert "Apply this with $t - a$ and with $t + a$ for $t$." in page and page.count("Apply") == 1


def test_every_begins_its_sentence():
    g = function("g", law=False)
    k = parameter("k", integer=True)
    with as_written():
        derivation = have(ForAll((k,), g(k) + a > 0))
    page = shown(given=[ForAll((k,), g(k) > 0)], claim=g(k) + a + b > 0, derivation=derivation)
    assert "We have for every" not in page


def test_what_follows_a_distinction_is_of_no_case():
    with as_written():
        split = cases(a <= b, have(a * c <= b * c, "small"), have(b * c <= a * c, "large"))
        after = have(a * c <= b + 7, "a product")
        inside = have(a * c >= 0, "in both", derivation=(split,))
        three = cases(a <= b, have(a * c <= b * c, "small"), (cases(a <= c, after, have(c > 0, "so")),))
    page = shown(claim=a + b > 0, derivation=(split, after))
    assert "Otherwise, large: $b c \\le a c$. In either case, a product: $a c \\le b + 7$." in page
    page = shown(claim=a + b > 0, derivation=(three, have(b * c <= 9, "the rest")))
    assert "In every case, the rest:" in page
    told = markdown(Page("t", Theorem(title="T", claim=a + b > 0, derivation=(inside, after)), "proved"))
    assert "$b c \\le a c$.\n\n" in told  # a new paragraph
    assert "either case" not in shown(claim=a + b > 0, derivation=(split,))


def test_a_last_line_with_a_word_for_its_reason_is_printed():
    with as_written():
        first, claim = have(a * c <= b + 7, "a product"), a * c - b <= 7
    page = shown(claim=claim, derivation=(first, have(claim, "divide")))
    assert "the claim follows: divide" not in page.lower() and "Divide: $a c - b \\le 7$." in page
    page = shown(claim=claim, derivation=(first, have(claim, "a product of three positive numbers")))
    assert "The claim follows: a product of three positive numbers." in page


def test_many_relations_of_a_claim_stand_in_a_column():
    with as_written():
        parts = (LONG, 2 * LONG.lhs <= 3 * LONG.rhs, a > 0)
    page = shown(claim=AllOf(*parts), derivation=have(b * c <= 9, "a product"))
    statement = page.partition("### Proof")[0]
    assert statement.count("aligned") == 2 and statement.count("$$") == 2 and "and $$" not in statement
    assert "b c" not in statement
    page = shown(claim=AllOf(*parts[:2]))
    assert "aligned" not in page


def test_a_record_is_no_outcome():
    d, f, g = Outcome("d", "D"), function("f", law=False), function("g", law=False)
    with as_written():
        page = shown(given=[ForAll(d, f(d) > 0)], claim=ForAll(y, g(y) ** 2 + 1 > 0))
    assert "for every $d$" in page and "or every outcome $y$" in page and "outcome $d$" not in page
