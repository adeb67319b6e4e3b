"""Which integrals are finite by their form alone: the positive part of what is at most a number, times the mass of a law."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.kernel.terms import load
from dpsym.lift import Reach, reach
from tests.lift.claims_of_pairs import SIG, P, Q, is_test, law, times_exp

Tree = Any
RATIO = ["/", Q(), P()]


def positive_part(t: Tree, beside: Tree = None, condition: Tree = None) -> Tree:
    """The sum of the positive part of a term, times a mass."""
    return ["sum", "y", ["*", ["ind", condition or ["<", 0, t]], t, beside or P()]]


FINITE = {
    "1 less a ratio": positive_part(["-", 1, times_exp("e0", RATIO)]),
    "a test less a ratio": positive_part(["-", ["f", "y"], RATIO]),
    "a number less a square": positive_part(["-", "k", ["^", ["h", "y"], 2]]),
}
MAYBE_INFINITE = {
    "a ratio less 1": positive_part(["-", RATIO, 1]),
    "1 less a function of any sign": positive_part(["-", 1, ["h", "y"]]),
    "where another term is positive": positive_part(["-", 1, RATIO], None, ["<", 0, ["-", 1, ["h", "y"]]]),
    "where it is negative": positive_part(["-", 1, RATIO], None, ["<", ["-", 1, RATIO], 0]),
    "1 and a ratio": positive_part(["+", 1, RATIO]),
    "times a ratio": positive_part(["-", 1, RATIO], ["*", RATIO, P()]),
}


def provisos(t: Tree) -> tuple[str, ...]:
    claim = load(["->", ["and", law("P"), law("Q"), is_test("f"), ["=", t, "d"]], ["=", "d", t]])
    found = reach(claim, SIG, {})
    assert isinstance(found, Reach) and found.general == ("Y",), found
    return found.provisos


@pytest.mark.parametrize("name", FINITE)
def test_a_positive_part_below_a_number_has_a_finite_integral(name: str) -> None:
    assert provisos(FINITE[name]) == ()


@pytest.mark.parametrize("name", MAYBE_INFINITE)
def test_other_integrals_may_be_infinite(name: str) -> None:
    assert provisos(MAYBE_INFINITE[name]) == ("where the integrals are finite",)
