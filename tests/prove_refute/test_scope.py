"""The scope of a verdict is read off what the kernel accepted; an author cannot type it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Rational

from dpsym.kernel import Checked
from dpsym.language import (
    Background,
    Eq,
    Example,
    ForAll,
    Outcome,
    P,
    PureDP,
    Q,
    StatementError,
    Theorem,
    Total,
    as_written,
    function,
    parameter,
    value,
    y,
)
from dpsym.lift import LEMMA
from dpsym.prove.scope import covered, scope_of
from dpsym.prove.session import Session
from dpsym.prove.verdict import INTEGRALS, OF_DENSITIES

x, i = parameter("x", at_least=0), Outcome("i", "I")
numbers = function("a", law=False)
F = function("F")
HALF = Rational(1, 2)


def test_an_author_cannot_type_a_scope() -> None:
    with pytest.raises(TypeError, match="scope"):
        Theorem(title="Scope", claim=x <= x + 1, scope="all continuous mechanisms")  # type: ignore[call-arg]


with as_written():
    STATEMENTS = [
        (Theorem(title="Any output of all continuous mechanisms", claim=x <= x + 1), "numbers"),
        (Theorem(title="Function of numbers", claim=Eq(F(x), F(x))), "numbers"),
        (
            Theorem(title="Pair", given=(PureDP(x),), claim=PureDP(x + 1)),
            f"all finite outputs; any outputs {LEMMA}",
        ),
        (Theorem(title="Law", claim=Eq(Total(P(y), y), 1)), f"all finite outputs; any outputs {LEMMA}"),
        (
            Theorem(title="Coordinates", claim=Eq(Total(numbers(i), i), Total(numbers(i), i))),
            "all finite sets I",
        ),
        (
            Theorem(title="Both", claim=Eq(Total(P(y), y) + Total(numbers(i), i), 1 + Total(numbers(i), i))),
            f"all finite outputs; all finite sets I; any measurable Y {LEMMA}, I finite",
        ),
        (
            Theorem(title="Listed", claim=Eq(Total(P(y), y), 1), where={P: (HALF, HALF)}),
            "the listed pair",
        ),
        (
            Theorem(
                title="Listed beside any",
                claim=Eq(Total(P(y), y) + Total(function("M")(Outcome("z", "Z")), Outcome("z", "Z")), 2),
                where={P: (HALF, HALF)},
            ),
            f"all finite outputs; Y listed; any measurable Z {LEMMA}, Y finite",
        ),
    ]


@pytest.mark.parametrize(("theorem", "scope"), STATEMENTS, ids=lambda t: getattr(t, "title", ""))
def test_it_says_what_the_names_range_over(theorem: Theorem, scope: str) -> None:
    session = Session()
    found = session.settle(theorem)
    assert (found.status, found.scope) == ("proved", scope)
    assert covered(session.library[session.key(theorem)]).words == scope


def test_it_is_that_of_the_certificate_not_of_the_statement() -> None:
    law = ("=", ("sum", "y", ("P", "y")), Fraction(1))
    sig = {"y": "Y", "P": ("Y",), "unused": "Z"}
    assert scope_of(Checked(sig, {}, law)) == "all finite outputs"
    assert scope_of(Checked(sig, {"Y": ("y1",)}, law)) == "the listed pair"
    assert scope_of(Checked(sig, {}, ("<=", Fraction(0), Fraction(1)))) == "numbers"


def test_it_says_where_masses_are_those_that_integrals_give() -> None:
    """From what holds at every output up to a cut, or from it on, to what holds of masses: no rule of the kernel."""
    at, points, masses = ("F", "z"), ("<=", ("F", "z"), ("G", "z")), ("<=", ("D", "t"), ("E", "t"))
    for ends in (("z", "t"), ("t", "z")):
        compared = ("all", "t", ("->", ("all", "z", ("->", ("<=", *ends), points)), masses))
        sig = dict.fromkeys("FGDE", ("R",))
        assert scope_of(Checked(sig, {}, ("->", compared, masses))) == f"numbers; {INTEGRALS}"
        assert scope_of(Checked(sig, {}, compared[2])) == "numbers"  # of one cut only, which no integral is
    rises = ("all", "t", ("->", ("<=", "z", "t"), ("<=", at, ("F", "t"))))
    assert scope_of(Checked({"F": ("R",)}, {}, rises)) == "numbers"


def test_it_says_where_a_number_is_what_an_integral_gives() -> None:
    """From an equation at every number to one of two numbers, as a hypothesis: no rule of the kernel."""
    points, said = ("=", ("F", "z"), ("*", "k", ("G", "z"))), ("=", "c", "k")
    value = ("all", "k", ("->", ("<", Fraction(0), "k"), ("->", ("all", "z", points), said)))
    sig = {"F": ("R",), "G": ("R",), "z": "R", "c": "R"}
    assert scope_of(Checked(sig, {}, ("->", ("and", value, said), said))) == f"numbers; {OF_DENSITIES}"
    assert scope_of(Checked(sig, {}, ("->", said, value))) == "numbers"  # proved, and not supposed
    of_set = {**sig, "F": ("Z",), "G": ("Z",), "z": "Z"}
    assert (
        scope_of(Checked(of_set, {}, ("->", value, said))) == "all finite sets Z"
    )  # no integral is over a finite set


def test_one_claim_has_one_scope_whatever_it_is_called() -> None:
    session = Session()
    with as_written():
        one, two = (Theorem(title=t, claim=x <= x + 2) for t in ("For densities", "For countable outputs"))
    assert session.settle(one) == session.settle(two)


def test_what_is_not_proved_or_no_theorem() -> None:
    with as_written():
        cited = Theorem(title="Cited", claim=ForAll(y, P(y) <= 1), cited="dwork2006")
        false = Theorem(title="False", claim=x + 1 <= x)
    session = Session()
    assert (session.settle(cited).status, session.settle(cited).scope) == ("cited", "all finite outputs")
    assert (session.settle(false).status, session.settle(false).scope) == ("unknown", "numbers")
    theorems = tuple(t for t, _ in STATEMENTS[:3])
    prose = session.settle(Background(title="Prose", restates=theorems))
    assert (prose.status, prose.scope) == ("context", "")  # prose claims nothing, whatever it restates
    assert session.settle(Background(title="Prose")).scope == ""
    assert (
        session.settle(Example(title="Value", values=(value("one", x, {x: 1}),))).scope == "the stated values"
    )


def test_masses_for_what_is_no_law_of_the_statement_are_refused() -> None:
    with as_written():
        whole = Theorem(title="Masses", claim=Eq(Total(P(y), y), 1), where={P: (HALF, HALF), Q: (HALF, HALF)})
    with pytest.raises(StatementError, match="masses are given for Q"):
        Session().settle(whole)
