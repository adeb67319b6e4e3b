"""What an author would not write is told in another way: domains one by one, sets and letters by the program's names."""
# ruff: noqa: F405

from __future__ import annotations

import pytest

from dpsym.document.errata import is_told
from dpsym.document.formulas.notation import fold
from dpsym.document.formulas.spelling import latex, write_plain
from dpsym.document.media.terminal import text
from dpsym.document.page import Links, MissResult, Page
from dpsym.document.remarks import is_distant, neighbours
from dpsym.document.words.sentences import claim, lets
from dpsym.document.words.setting import by_letters
from dpsym.document.words.symmetry import shape_of
from dpsym.document.words.wording import Wording
from dpsym.language import *  # noqa: F403
from dpsym.language import expressions as x
from dpsym.prove.variants.mutants import SCALED, mutants

a, b, c = parameter("a"), parameter("b"), parameter("c")
low, high = parameter("low", above=0), parameter("high", above=0)
eps = parameter("eps", at_least=0)
k, n = parameter("k", at_least=0, integer=True), parameter("n", at_least=0, integer=True)
A, K, e, G = function("A"), function("K"), function("e", law=False), function("G")
o = x.Outcome("x")


def words(items):
    """A line of text as one string."""
    return "".join(i if isinstance(i, str) else write_plain(i.box) for i in items)


def page_of(**parts):
    """The page of a proved theorem with these parts, as the terminal shows it."""
    with as_written():
        entry = Theorem(title="T", **parts)
    return " ".join(text(Page("t", entry, "proved", "all finite outputs")).split())


def test_letters_of_one_domain_are_let_together():
    assert words(lets((a, low, b, high))) == "Let a, b in R and low, high > 0. "
    assert words(lets((eps, k))) == "Let eps ≥ 0, and let k ≥ 0 be an integer. "
    assert words(lets((k, n))) == "Let k, n ≥ 0 be integers. "
    above = parameter("above", above=low)  # its bound is a letter: it stands after that
    assert words(lets((low, above, high))) == "Let low, high > 0 and above > low. "


@pytest.mark.parametrize(
    ("thing", "shown"),
    [
        (AnyOf(Eq(a, 0), Eq(a, 1)), r"a \in \{0, 1\}"),
        (AnyOf(Eq(a, 0), Eq(b, 1)), r"a = 0\text{ or }b = 1"),
        (AnyOf(Eq(a, 0), a > 1), r"a = 0\text{ or }a > 1"),
        (Indicator(AllOf(a > 0, b > c)), r"\dpsymIndicator[a > 0, b > c]"),
        (A(k, y), "A_{k}(y)"),
        (K(k, o, y), "K_{k}(x, y)"),
        (e(n), r"\mathsf{e}_{n}"),
        (G(o, y), "G(x, y)"),
        (G(a, y), "G(a, y)"),
        (Rational(999, 1000), r"\frac{999}{1000}"),
    ],
    ids=str,
)
def test_how_it_is_written(thing, shown):
    assert latex(thing) == shown


def test_an_entropy_term_is_told_without_its_condition():
    with as_written():
        term = Indicator(AllOf(low > 0, high > 0)) * low * log(low / high)
        other = Indicator(AllOf(low > 0, c > 0)) * low * log(low / high)
    assert "Indicator" not in latex(term) and "Indicator" in latex(other)
    page = page_of(claim=term <= 1)
    assert "A product low log(low/high) counts as 0 where low or high is 0." in page


def test_an_event_of_two_relations_under_each_law_is_told_as_both():
    with as_written():
        thing = UnderEachLaw(AllOf(Loss() <= eps, -eps <= Loss()), 1)
    said = claim(thing, ["Then "], ".")
    assert words(said[0].items) == "Then with probability 1 under P and under Q, both " and len(said) == 4


def test_values_that_letters_stand_for_are_said_as_such():
    with as_written():
        thing = ForAll((a, b), Implication(AllOf(Eq(eps, a), Eq(b, 2 * eps)), a <= b))
        tied = ForAll((a, b), Implication(AllOf(Eq(eps, a), Eq(b, 2 * a)), a <= b))
        bounded = ForAll(low, Implication(Eq(low, eps), low <= 1))
    assert words(claim(thing, [], ".")[0].items).startswith("with a = eps and b = 2*eps")
    for other in (tied, bounded):
        assert "with" not in words(claim(other, [], ".")[0].items)


def test_sets_are_told_by_their_letters():
    space = x.Outcome("v", "V"), x.Outcome("v_0", "V")
    with as_written():
        entry = Theorem(title="T", claim=ForAll(space[1], ForAll(space[0], G(*space) >= 0)))
    assert by_letters(entry, "all finite sets V; any set V by the reduction lemma") == (
        "all finite sets of v; any set of v by the reduction lemma"
    )
    assert by_letters(entry, "any outputs by the reduction lemma, V finite").endswith(
        "lemma, that of v finite"
    )


def test_a_mechanism_of_listed_laws_is_introduced():
    half = Rational(1, 2)
    page = page_of(where={P: (half, half), Q: (half, half)}, given=[PureDP(eps)], claim=eps >= 0)
    assert "Let P and Q be the laws of the output Y of a mechanism M" in page


def test_a_notion_in_the_steps_is_introduced():
    step = have(PureDP(eps), "as supposed")
    page = page_of(
        given=[EveryEvent(S(y), Eq(Mass(S(y), P), Mass(S(y), Q)))], claim=eps >= 0, derivation=(step,)
    )
    assert "of a mechanism M" in page and "M is (eps, 0)-DP when" in page


def test_what_only_scales_a_bound_is_counted_and_not_shown():
    with as_written():
        entry = Theorem(title="T", given=(low > 0,), claim=low <= low + 1)
    scaled = [j for j, m in enumerate(mutants(entry)) if m.kind == SCALED]
    assert scaled and all(is_distant(entry, MissResult("m", True, mutant=j), mutants(entry)) for j in scaled)
    page = Page("t", entry, "proved", near_misses=(MissResult("m", True, mutant=scaled[0]),))
    (only,) = neighbours(Wording(page, Links.of([page])), entry)
    assert only.items == ("One near miss is refuted, by which a bound would only be scaled.",)


def test_a_notion_that_fails_is_not_what_it_asks():
    with as_written():
        wrong = variant(PureDP(Integer(0)), witness=point({eps: 1}, P=(1, 0), Q=(0, 1)))
        entry = Theorem(title="T", given=(PureDP(eps),), claim=PureDP(2 * eps), near_misses={"none": wrong})
    page = Page("t", entry, "proved", near_misses=(MissResult("none", True, wrong.witness),))
    assert "M is not (0, 0)-DP at eps = 1" in " ".join(text(page).split())


def test_a_witness_in_letters_of_the_file_is_not_sent_to_the_authors():
    with as_written():
        wrong = variant(b <= 0, witness=point({b: 1}))
        found = erratum("wrong result", "Theorem 1", "for every p", fails="At 1 it is false.", reads=wrong)
        named = erratum(
            "wrong result", "Theorem 1", "for every p", fails="At b = 1 it is false.", reads=wrong
        )
        entries = [Theorem(title="T", claim=b <= 1, errata=one) for one in (found, named)]
    told = [is_told(Wording(Page("t", e), Links()), e.errata[0], wrong.witness) for e in entries]
    assert told == [False, True]


def test_two_proofs_are_alike_only_up_to_the_names_of_letters():
    u, v = parameter("u"), parameter("v")
    with as_written():
        every = ForAll((u, v), G(u, v) >= 0)
        one = specialise(every, {u: a, v: b})
        again, turned = specialise(every, {u: b, v: a}), specialise(every, {v: a, u: b})
        inside = [ForAll(u, ForAll(v, G(*at) >= 0)) for at in ((u, v), (v, u))]
    assert shape_of(one) == shape_of(again) and shape_of(turned) != shape_of(one)
    assert shape_of(have(inside[0])) != shape_of(have(inside[1]))
    assert shape_of(have(ForAll(u, u <= a))) == shape_of(have(ForAll(v, v <= b)))
    assert fold(inside[0]) != fold(inside[1])
