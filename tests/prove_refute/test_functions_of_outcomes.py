"""Witnesses that give a function of a number and an outcome by an expression: refuted, or an answer in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Basic, Eq, Lambda, Rational

from dpsym.language import ForAll, Indicator, P, Q, Theorem, Total, function, parameter, point, variant, y
from dpsym.language.statements import Variant
from dpsym.prove.session import Session

h = function("h")
t = parameter("t", about="a number")
a = parameter("a", about="an argument")
PAIR = {"P": (Rational(1, 3), Rational(2, 3)), "Q": (1, 0)}
WHOLE = Theorem(
    title="The mean of a function that is not negative",
    source="dwork2006",
    given=(ForAll(y, 0 <= h(t, y)),),
    claim=Total(P(y) * h(t, y), y) >= 0,
)


def verdict(claim: Basic, given: Lambda, at: int = 1) -> str:
    miss: Variant = variant(claim, witness=point({t: at}, h=given, **PAIR))
    return Session().refuted_by_search(replace(WHOLE, claim=claim), miss).status


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (Total(P(y) * h(t, y), y) >= 1, Lambda((a, y), a / 2)),  # 1/2
        (Total(P(y) * h(t, y), y) >= Rational(1, 2) + Rational(1, 10**12), Lambda((a, y), a / 2)),
        (Total(P(y) * h(t, y), y) >= Total(Q(y) * h(t, y), y) + 1, Lambda((a, y), a * a)),
    ],
)
def test_it_refutes(claim: Basic, given: Lambda) -> None:
    assert verdict(claim, given) == "refuted"


@pytest.mark.parametrize(
    ("claim", "given", "at"),
    [
        (Total(P(y) * h(t, y), y) >= 0, Lambda((a, y), a / 2), 1),  # holds
        (Total(P(y) * h(t, y), y) >= Rational(1, 2), Lambda((a, y), a / 2), 1),  # holds there, just
        (Total(P(y) * h(t, y), y) >= 0, Lambda((a, y), a / 2), -1),  # the hypothesis fails
    ],
)
def test_what_holds_at_the_witness_is_not_refuted_there(claim: Basic, given: Lambda, at: int) -> None:
    whole = replace(WHOLE, claim=claim)
    found = Session().confirm(whole, point({t: at}, h=given, **PAIR))
    assert found.status == "unknown"


@pytest.mark.parametrize(
    "given",
    [
        Lambda((a,), a),  # of another number of arguments
        Lambda(
            (a, y), a * Indicator(P(y) <= Rational(1, 2))
        ),  # of another law, which the kernel is not given there
        Lambda((a, y), a * Indicator(Eq(y, y))),
    ],
)
def test_whatever_it_gives_there_is_an_answer(given: Lambda) -> None:
    assert verdict(Total(P(y) * h(t, y), y) >= 0, given) == "unknown"
