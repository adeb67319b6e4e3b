"""The sentences of a page say one thing: two formulas that differ in meaning are never told in the same words."""
# ruff: noqa: F405

from __future__ import annotations

import itertools
from functools import cache

import pytest
import sympy

from dpsym.document.blocks import Display, Maths, Para
from dpsym.document.formulas.notation import fold
from dpsym.document.formulas.spelling import write_latex, write_plain
from dpsym.document.media.markdown import markdown
from dpsym.document.page import Page
from dpsym.document.remarks import families_in, is_of_equal_laws, of_letters
from dpsym.document.words.glossary import _for_any_budget, _general
from dpsym.document.words.inline import prose
from dpsym.document.words.sentences import claim, conditions
from dpsym.language import *  # noqa: F403
from dpsym.language import expressions as x

with as_written():
    ATOMS = [Lt(function(name, law=False)(y), 0) for name in ("a", "b", "c", "d")]


def said(blocks):
    """Blocks or a line of text, as one string."""
    found = []
    for block in blocks:
        items = block.items if isinstance(block, Para) else (block,)
        for item in items:
            if isinstance(item, str):
                found.append(item)
            elif isinstance(item, Maths):
                found.append(write_plain(item.box))
            elif isinstance(item, Display):
                found.append(f" {write_plain(item.box)}{item.stop} ")
    return " ".join("".join(found).split())


@cache
def shapes(leaves, nested):
    """All formulas over so many atoms in a row, with at most so many quantifiers and negations one in another."""
    found = ["atom"] if leaves == 1 else []
    if nested:
        found += [(kind, one) for kind in (NotSo, ForAll) for one in shapes(leaves, nested - 1)]
    for left in range(1, leaves):
        for kind in (AllOf, AnyOf, Implication):
            found += [
                (kind, one, two) for one in shapes(left, nested) for two in shapes(leaves - left, nested)
            ]
    return found


def formula(shape, atoms):
    if shape == "atom":
        return next(atoms)
    kind, *parts = shape
    inside = [formula(p, atoms) for p in parts]
    return ForAll((y,), *inside) if kind is ForAll else kind(*inside)


def truth(thing, at, where):
    match thing:
        case x.AllOf():
            return all(truth(a, at, where) for a in thing.args)
        case x.AnyOf():
            return any(truth(a, at, where) for a in thing.args)
        case x.NotSo():
            return not truth(thing.args[0], at, where)
        case x.Implication():
            return not truth(thing.args[0], at, where) or truth(thing.args[1], at, where)
        case x.ForAll():
            return all(truth(thing.args[1], at, k) for k in (0, 1))
    return at[ATOMS.index(thing), where]


def meaning(thing, leaves):
    """Truth at every model of two outcomes, at the free outcome 0."""
    cells = list(itertools.product(range(leaves), (0, 1)))
    return tuple(
        truth(thing, dict(zip(cells, values, strict=True)), 0)
        for values in itertools.product((False, True), repeat=len(cells))
    )


def hypotheses(thing):
    return conditions((thing,))


def hypotheses_of_parts(thing):
    return conditions(thing.args if isinstance(thing, AllOf) else (thing,))


def alone(thing):
    return claim(thing, ["Then "], alone=True)


def in_a_sentence(thing):
    return claim(thing, ["and that "], ",", False)


WAYS = (hypotheses, hypotheses_of_parts, alone, in_a_sentence)


def clashes(way, leaves, nested):
    told = {}
    for shape in shapes(leaves, nested):
        with as_written():
            thing = formula(shape, iter(ATOMS))
        told.setdefault(said(way(thing)), {}).setdefault(meaning(thing, leaves), thing)
    return {words: list(found.values()) for words, found in told.items() if len(found) > 1}


@pytest.mark.parametrize(("leaves", "nested"), [(1, 3), (2, 2), (3, 1)])
@pytest.mark.parametrize("way", WAYS)
def test_different_formulas_are_told_in_different_words(way, leaves, nested):
    found = clashes(way, leaves, nested)
    assert not found, next(iter(found.items()))


def test_words_that_leave_open_how_far_they_reach_are_noticed(monkeypatch):
    """The negative control: were every formula put into words, `if a, then b and c` would have two meanings."""
    monkeypatch.setattr("dpsym.document.words.sentences.is_plain", lambda thing: True)
    assert clashes(hypotheses_of_parts, 3, 0) or clashes(hypotheses, 3, 0)
    assert sympy.true


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("1 - e^-b", "$1 - e^{-b}$"),
        ("a mean of 2 (199/200)^2", "a mean of $2 (199/200)^{2}$"),
        ("10^-6 and e^(b/2)", "$10^{-6}$ and $e^{b/2}$"),
        ("less than r^2, not b^c^d", "less than $r^{2}$, not $b^{c}$^d"),
        ("-1/2, two-point laws, (9 - 2)/16", "$-$1/2, two-point laws, (9 $-$ 2)/16"),
        ("first word - second word", "first word - second word"),
        ("Theorem 2(i), f(i)", "Theorem 2(i), $f(i)$"),
        ("so J(u, v) lies between b - a times", "so $J(u, v)$ lies between $b - a$ times"),
        ("1 + theta_s z with 1 - 2u", r"$1 + \theta_{s} z$ with $1 - 2 u$"),
        ("probability x - x log x.", r"probability $x - x \log(x)$."),
        ("of P Q/(P + Q) over 2", "of $P Q/(P + Q)$ over 2"),
        ("e^{-(eps - rho)^2/4rho}", r"$e^{-(\varepsilon - \rho)^{2}/4 \rho}$"),
        (
            "γ(.|s_0) at rho*, eps*(delta_g)",
            r"$\gamma({\cdot}\mid s_{0})$ at $\rho^{*}$, $\varepsilon^{*}(\delta_{g})$",
        ),
        ("the variances 2(1 + r_0) of f⁻¹(y)", "the variances $2 (1 + r_{0})$ of $f^{-1}(y)$"),
        ("delta_g ∈ [0, 1), P[Z <= c] ≥ 1/2", r"$\delta_{g} \in [0, 1)$, $P[Z \le c] \ge 1/2$"),
        ("|log(m(A)/n(A))| and 1 + ∑ p_j", r"$\lvert \log(m(A)/n(A))\rvert$ and $1 + \sum p_{j}$"),
        ("(k) and (k = 3)", "($k$) and $(k = 3)$"),
        ("A and B are laws. A is one, A* too", "$A$ and $B$ are laws. $A$ is one, $A^{*}$ too"),
        ("A law. A test is drawn; A is a law", "A law. A test is drawn; $A$ is a law"),
        ("Table 2 k, a test f of a loss", "Table 2 $k$, a test $f$ of a loss"),
        ("(a) first, (b) a third less 1/2", "(a) first, ($b$) a third less 1/2"),
    ],
)
def test_powers_and_signs_in_prose_are_set_as_such(words: str, shown: str) -> None:
    found = [f"${write_latex(i.box)}$" if isinstance(i, Maths) else i for i in prose(words, {})]
    assert "".join(found) == shown


def test_a_minus_that_begins_a_line_stands_between_two_terms() -> None:
    found = prose("1 - f(P(M(D_1)) ∈ S) ≥ P(M(D_2) ∈ S) + 1 - f(P(M(D_1)) ∈ S)", {})
    pieces = [write_latex(i.box) for i in found if isinstance(i, Maths)]
    assert len(pieces) > 2 and any("-" in p for p in pieces[1:])
    assert all(p.startswith("{}") or not p.startswith(("-", "+")) for p in pieces[1:])


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("pure DP with delta 0", r"pure DP with $\delta = 0$"),
        ("with delta 0.", r"with $\delta = 0$."),
        ("with delta 0.001, all", r"with $\delta = 0.001$, all"),
        ("delta 2^k and delta 1/2", r"$\delta$ $2^{k}$ and $\delta$ 1/2"),
        ("delta at 0, delta 1 + 1", r"$\delta$ at 0, $\delta$ 1 + 1"),
    ],
)
def test_a_number_said_after_a_symbol_is_its_value(words: str, shown: str) -> None:
    found = prose(words, {"delta": fold(parameter("delta"))})
    assert "".join(f"${write_latex(i.box)}$" if isinstance(i, Maths) else i for i in found) == shown


def test_there_are_several_and_there_is_one() -> None:
    some, other = parameter("u"), parameter("v")
    bound = Le(some, other)
    for names, words in (((some,), "there is "), ((some, other), "there are ")):
        lead = claim(Exists(names, bound), [], ".", False)[0].items
        assert words in "".join(i for i in lead if isinstance(i, str))


def test_laws_in_a_row_are_told_together():
    """And no others: a law for every outcome x is not one for every outcome w."""
    K, L, G = function("K"), function("L"), function("G")
    w, v = Outcome("w", "X"), Outcome("v", "X")
    with as_written():
        laws = [ForAll((w,), distribution(K(w, y), y)), ForAll((w,), distribution(L(w, y), y))]
        other = ForAll((v,), distribution(G(v, y), y))
        c = function("c", law=False)
        recursion = AllOf(ForAll((w,), c(w) > 0), ForAll((w,), c(w) < 1))
        things = [
            AllOf(*laws, Lt(0, 1)),
            AllOf(*laws, other),
            ForAll((c(w),), Implication(recursion, Lt(0, 1))),
        ]
    both, three, nested = (said(alone(t)) for t in things)
    assert "K(w, ·) and L(w, ·) are laws" in both
    assert "are laws;(ii) for every v, G(v, ·) is a law" in three
    assert "if the following hold: (a) for every w, c(w) > 0;(b)" in nested and ";then 0 < 1" in nested


def test_the_letter_of_a_part_of_a_paper_is_no_symbol():
    names = {"H": fold(parameter("H"))}
    for words in ("Appendix H.2 puts it there", "by Appendices B and H of the paper"):
        assert prose(words, names) == [words]
    assert any(isinstance(i, Maths) for i in prose("the bound H of this section", names))


def test_a_word_that_a_function_is_called_by_stays_a_word():
    names = {"first": fold(function("first")(y)), "e": fold(function("e")(y))}
    assert prose("bounds the first by half", names) == ["bounds the first by half"]


def test_a_long_formula_in_words_may_be_broken_before_its_signs():
    found = [
        i
        for i in prose("that f(u, v) = u + v - 1 + f(1 - u, 1 - v) - f(2 u, 3 v).", {})
        if isinstance(i, Maths)
    ]
    assert len(found) > 2 and write_latex(found[1].box).startswith("= u")


def test_a_minus_before_a_symbol_is_no_hyphen():
    names = {"eps": fold(parameter("eps")), "x": fold(parameter("x"))}

    def told(words):
        return "".join(write_latex(i.box) if isinstance(i, Maths) else i for i in prose(words, names))

    assert told("the loss -eps, and (-x)") == r"the loss -\varepsilon, and (-x)"
    assert told("an eps-private law on the x-axis, as by post-processing") == (
        r"an eps-private law on the x-axis, as by post-processing"
    )


def test_a_capital_greek_letter_in_prose_is_the_symbol_of_the_statement() -> None:
    found = prose("Delta over sigma", {n: fold(parameter(n)) for n in ("Delta", "sigma")})
    assert (
        "".join(f"${write_latex(i.box)}$" if isinstance(i, Maths) else i for i in found)
        == r"$\Delta$ over $\sigma$"
    )
    assert prose("Delta over sigma", {}) == ["Delta over sigma"]


def test_a_witness_names_no_letter_that_the_statement_has_not() -> None:
    """A letter of the proof alone is left out; one in which the domain of a letter is said stays."""
    v, w, u = parameter("v"), parameter("w"), parameter("u")
    below = parameter("b", below=u)
    where = point({v: 1, w: 0, below: 0, u: 2})
    kept = of_letters(where, (Le(v, below),))
    assert [k for k, _ in kept.at] == [v, below, u]
    assert of_letters(where, (Le(v, w),)).at == ((v, 1), (w, 0))


def test_renyi_privacy_is_said_in_letters_of_its_own() -> None:
    """Not in those of a bound on the loss, which a theorem with both would have for two things."""
    general = _general(RenyiDP)
    assert general is not None and [p.name for p in general.budget] == ["alpha", "gamma"]


def test_a_notion_is_defined_for_any_budget_not_for_one_of_several() -> None:
    """Where the letters that it would have for that are not those of another number."""
    one, eps, alpha = (
        parameter("eps_1", at_least=0),
        parameter("eps", at_least=0),
        parameter("alpha", above=1),
    )
    gamma = parameter("gamma_1", at_least=0)
    several = ApproxDP(one, parameter("delta_1", at_least=0))
    for own, things, letters in (
        (several, (several,), ["eps", "delta"]),
        (several, (several, Le(one, eps)), ["eps_1", "delta_1"]),
        (ApproxDP(eps, one), (ApproxDP(eps, one),), ["eps", "delta"]),
        (RenyiDP(alpha, gamma), (RenyiDP(alpha, gamma),), ["alpha", "gamma"]),
        (ApproxDP(eps, alpha), (ApproxDP(eps, alpha),), ["eps", "alpha"]),
    ):
        assert [p.name for p in _for_any_budget(own, things).budget] == letters


def test_a_point_at_which_nothing_can_be_told_apart_is_no_sharpness() -> None:
    """Equal laws, of a pair or of a family; a family that differs somewhere says something, and so do weights alone."""
    d = Outcome("d", "D")
    W, G = function("W"), function("G")
    with as_written():
        theorem = Theorem(title="t", source="kifer2022", claim=Le(Total(W(d) * G(d, y), d), 1))
    half = sympy.Rational(1, 2)
    uniform, told_apart = (half,) * 4, (1, 0, 0, 1)
    assert families_in(theorem) == {"G"}
    assert is_of_equal_laws(point(P=(half, half), Q=(half, half)))
    assert is_of_equal_laws(point(W=(half, half), G=uniform), {"G"})
    assert not is_of_equal_laws(point(W=(half, half), G=told_apart), {"G"})
    assert not is_of_equal_laws(point(W=(half, half)), {"G"})


def test_what_is_supposed_is_a_chain_where_one_relation_goes_on_where_another_ends():
    """`if .., then s < x < r`; the parts of a claim stay apart, as its proof counts them; laws are no relations."""
    low, value, high = (parameter(name) for name in ("s", "v", "r"))
    with as_written():
        both, apart = AllOf(low < value, value < high), AllOf(low < value, low < high)
    assert said(conditions([Implication(high > 1, both)])) == "if r > 1, then s < v < r"
    assert said(conditions([Implication(high > 1, apart)])) == "if r > 1, then s < v and s < r"
    assert said(claim(both, [], ".", True)).count(" v") == 2
    with as_written():
        long = [k * low + 3 * value + 5 * high for k in (100001, 700001)]
        wide = AllOf(*(long[0] < value, value < long[1]))
    assert "v,and v" in said(claim(wide, ["if "], ".", False))


def test_how_many_values_a_letter_takes_is_said_in_words():
    """`i takes n values`, where `sum_i 1 = n` stood; a sum of something else is a formula."""
    i, n = Outcome("i", "I"), parameter("n", at_least=1)
    A = function("A", law=False)
    with as_written():
        given = [ForAll(i, A(i) > 0), Eq(Total(1, i), n)]
        claim = Total(A(i), i) > 0
        page = markdown(Page("t", Theorem(title="T", given=given, claim=claim)))
        other = markdown(Page("t", Theorem(title="T", given=[Eq(Total(A(i), i), n)], claim=claim)))
    assert "that $i$ takes $n$ values" in page and r"\sum_{i} 1" not in page
    assert "takes" not in other
