"""Phi_inv as a word of the language: where it has a value, what the kernel is told, how it is printed and evaluated."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from sympy import Eq, Integer, Rational

from dpsym.document.formulas.spelling import latex, mathml, plain
from dpsym.language import Phi, Phi_inv, Theorem, as_written, parameter
from dpsym.language.definedness import needs
from dpsym.numbers.expressions.evaluator import Evaluator
from dpsym.prove.session import Session
from dpsym.reals.balls import ball

p = parameter("p", above=0, below=1)
x = parameter("x")
mu = parameter("mu")


def settled(claim, *given) -> str:
    return Session().theorem(Theorem(title="a claim", given=given, claim=claim)).status


def test_it_needs_a_number_between_0_and_1() -> None:
    asked = needs(Theorem(title="free", claim=Phi_inv(x) <= 1)).needs
    assert {str(n.condition) for n in asked} == {"0 < x", "x < 1"}
    assert {n.rule for n in asked} == {"Phi_inv needs a number between 0 and 1"}
    with as_written():
        assert settled(Eq(Phi_inv(x), 1 * Phi_inv(x))) == "no value"
    assert settled(Eq(Phi(Phi_inv(p)), p)) == "proved"


def test_at_the_edge_it_has_no_value() -> None:
    closed = parameter("a", at_least=0, at_most=1)
    assert settled(Eq(Phi(Phi_inv(closed)), closed)) == "no value"


FALSE = {
    "the identity": Eq(Phi(Phi_inv(p)), 1 - p),
    "even": Eq(Phi_inv(1 - p), Phi_inv(p)),
    "of a tenth": Phi_inv(Rational(1, 10)) <= -2,
    "rising by the argument": Phi_inv(p) <= p,
}


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_statements_are_not_proved(claim) -> None:
    assert settled(claim) != "proved"


def test_the_certificate_says_what_the_kernel_was_told() -> None:
    theorem = Theorem(title="median", claim=Eq(Phi_inv(Rational(1, 2)), 0))
    session = Session()
    assert session.theorem(theorem).status == "proved"
    (told,) = session.statement(theorem).hypotheses
    assert told[0] == "all" and told[2][2][0] == "=" and told[2][2][2] == told[1]
    assert session.statement(theorem).sig["Phi_inv"] == ("R",)


def test_a_parameter_of_its_name_is_another_thing() -> None:
    own = parameter("Phi_inv")
    theorem = Theorem(title="two things", given=[own <= 0], claim=own <= Phi(Phi_inv(p)))
    st = Session().statement(theorem)
    assert st.sig["Phi_inv"] == ("R",) and st.sig["Phi_inv_"] == "R"
    assert Session().theorem(theorem).status == "proved"


def test_it_is_printed_in_every_form() -> None:
    assert latex(Phi_inv(p) + mu) == r"\mu + \Phi^{-1}(p)"
    assert plain(Phi_inv(p)) == "Phi_inv(p)"
    assert "<mi>Φ</mi>" in mathml(Phi_inv(p)) and "<mn>1</mn>" in mathml(Phi_inv(p))


def test_values_are_enclosed() -> None:
    rng = random.Random(7)
    assert Evaluator().value(Phi_inv(Rational(1, 2)), Evaluator().root) == 0
    for _ in range(20):
        q = Fraction(rng.randint(1, 999), 1000)
        level = Rational(q.numerator, q.denominator)
        found = Evaluator().value(Phi(Phi_inv(level)), Evaluator().root)
        assert abs(float(ball(found).mid()) - float(q)) < 1e-12
    for outside in (Integer(0), Integer(1), Integer(2)):
        with pytest.raises(ValueError, match="between 0 and 1"):
            Evaluator().value(Phi_inv(outside), Evaluator().root)
