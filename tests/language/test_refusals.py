"""A statement that cannot be read as mathematics is refused, in words that say what to write."""

import pytest
from sympy import Integer, Lt, exp, log

from dpsym.language import (
    FDP,
    LEVEL,
    PBDP,
    ZCDP,
    ApproxDP,
    Chain,
    ForAll,
    Lambda,
    P,
    ProbDP,
    PureDP,
    Q,
    RenyiDP,
    StatementError,
    Theorem,
    as_written,
    function,
    have,
    parameter,
    point,
    variant,
    without,
    y,
)
from dpsym.prove.session import Session


@pytest.mark.parametrize("claim", [Lt(Integer(1), 0), Lt(Integer(0), 1), Lt(log(1 - exp(Integer(-50))), 0)])
def test_a_claim_that_sympy_has_decided_is_refused(claim):
    with pytest.raises(StatementError, match="decided by sympy"):
        Theorem(title="decided", claim=claim)


def test_the_same_claim_as_written_is_kept():
    with as_written():
        claim = Lt(log(1 - exp(Integer(-50))), 0)
    assert Theorem(title="kept", claim=claim).claim == claim


def test_floats_equality_and_mixed_chains_are_refused():
    x = parameter("x", above=0)
    with pytest.raises(StatementError, match="float"):
        Theorem(title="float", claim=x <= 0.5)
    with pytest.raises(StatementError, match="Eq"):
        Theorem(title="equality", claim=x == 1)
    with pytest.raises(StatementError, match="mixes"):
        _ = Chain(x).le(x + 1).ge(x).conclusion


def test_a_budget_may_not_speak_of_what_the_notion_quantifies_over():
    order, other = parameter("alpha", above=1), parameter("alpha", at_least=0)
    for budget in (order, other, 2 * order):
        with pytest.raises(StatementError, match="alpha"):
            ZCDP(budget)
    with pytest.raises(StatementError, match="y"):
        ProbDP(function("eps")(y), Integer(0))
    assert RenyiDP(order, 1).budget[0] == order


def test_an_integer_is_a_natural_number():
    n = parameter("n", integer=True)
    assert [str(c) for c in n.conditions] == ["0 <= n"] and n.bounds == ()
    assert parameter("m", integer=True, at_most=n).lower == (0, False)
    for low in ({"at_least": -1}, {"above": -2}):
        with pytest.raises(StatementError, match="natural"):
            parameter("n", integer=True, **low)
    with as_written():
        claim = n >= 0
    assert Session().theorem(Theorem(title="n", claim=claim)).status == "proved"


def test_f_dp_takes_a_function_or_an_expression_in_the_level():
    F = function("F")
    assert FDP(F) == FDP(F(LEVEL)) and FDP(F).free_symbols == set()
    delta = parameter("delta", at_least=0, at_most=1)
    assert FDP(1 - delta - LEVEL).free_symbols == {delta}
    assert FDP(F).func(*FDP(F).args) == FDP(F)


def test_f_dp_of_what_it_speaks_of_is_refused():
    with pytest.raises(StatementError, match="itself speaks of every f: give yours another name"):
        FDP(function("f"))
    with pytest.raises(StatementError, match="itself speaks of every y"):
        FDP(function("F")(y))
    with pytest.raises(StatementError, match="takes 1 parameters, not 2"):
        FDP(function("F"), LEVEL)
    with pytest.raises(StatementError, match="float"):
        FDP(0.5 - LEVEL)


def test_a_notion_says_its_adjacency():
    assert {n.adjacency for n in (PBDP, FDP, RenyiDP)} == {"replace-one"}
    assert ProbDP.adjacency == "add-remove"
    assert {n.adjacency for n in (ApproxDP, PureDP, ZCDP)} == {
        "add-remove or replace-one, as the paper has it"
    }


def test_a_derivation_left_out_is_printed_elsewhere():
    """`as_in` names a theorem whose own steps are printed."""
    p = parameter("p", at_least=0)
    shown = Theorem(title="One", claim=0 <= p, derivation=have(0 <= p))
    same = {"title": "Two", "claim": 0 <= 2 * p}
    folded = Theorem(**same, derivation=have(0 <= 2 * p), as_in=shown)
    assert folded.as_in is shown
    for steps, other in (
        ((), shown),
        (have(0 <= 2 * p), Theorem(title="Bare", claim=0 <= p)),
        (have(0 <= 2 * p), folded),
    ):
        with pytest.raises(StatementError, match="cannot refer to the derivation"):
            Theorem(**same, derivation=steps, as_in=other)


def test_a_theorem_is_used_by_the_names_of_its_statement():
    eps, other, f = parameter("eps", at_least=0), parameter("a"), function("f", law=False)
    x = parameter("x", at_least=0)
    with as_written():
        used = Theorem(title="Named", claim=ForAll(x, f(x) <= eps + P(y)))
        doubled = used.at(eps=2 * eps, f=Lambda(other, other**2), P=Q, x=1)
        assert doubled.at == ((eps, 2 * eps), (f(other), other**2), (P(y), Q(y)), (x, 1))
        assert used.at(f=x**3).at == ((f(x), x**3),)
    with pytest.raises(StatementError, match=r"write .at\(eps=..., .*f=.*P=.*\)"):
        used.at({eps: 1})
    with pytest.raises(StatementError, match="'Named' has no parameter delta; it has eps, "):
        used.at(delta=1)
    with pytest.raises(StatementError, match="float"):
        used.at(eps=0.5)


def test_a_near_miss_leaves_hypotheses_out():
    a, b, c = (parameter(name) for name in "abc")
    one, two, three = a <= 1, b <= 2, c <= 3
    at = point({a: 2, b: 2, c: 3})
    misses = {
        "first": without(one, witness=at),
        "two": without(one, three, note="too much"),
        "several at once": without((one, two)),
        "another": without(two, instead=b <= 3),
        "others": without(two, instead=(b <= 3, b >= 0), claim=a + b + c <= 7),
    }
    theorem = Theorem(title="T", given=(one, two, three), claim=a + b + c <= 6, near_misses=misses)
    assert theorem.near_misses == {
        "first": variant(given=(two, three), witness=at),
        "two": variant(given=(two,), note="too much"),
        "several at once": variant(given=(three,)),
        "another": variant(given=(one, b <= 3, three)),
        "others": variant(a + b + c <= 7, given=(one, b <= 3, b >= 0, three)),
    }
    with pytest.raises(StatementError, match="'none' leaves out a <= 2, which is no hypothesis"):
        Theorem(title="T", given=(one, two), claim=a + b <= 3, near_misses={"none": without(a <= 2)})
    with pytest.raises(StatementError, match="name one"):
        without()
    with pytest.raises(StatementError, match="decided by sympy"):
        without(one, instead=Lt(Integer(0), 1))
