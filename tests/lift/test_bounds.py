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
    """What is added where the integral is one of two terms of a sum: by itself it may be infinite, if it is bounded below."""
    return provisos_of(["=", ["+", t, 1], "d"])


def provisos_of(relation: Tree) -> tuple[str, ...]:
    """What is added where a relation is supposed and claimed."""
    claim = load(["->", ["and", law("P"), law("Q"), is_test("f"), relation], relation])
    found = reach(claim, SIG, {})
    assert isinstance(found, Reach) and found.general == ("Y",), found
    return found.provisos


@pytest.mark.parametrize("name", FINITE)
def test_a_positive_part_below_a_number_has_a_finite_integral(name: str) -> None:
    assert provisos(FINITE[name]) == ()


@pytest.mark.parametrize("name", MAYBE_INFINITE)
def test_other_integrals_may_be_infinite(name: str) -> None:
    assert provisos(MAYBE_INFINITE[name]) == ("where the integrals are finite",)


SQUARE = ["sum", "y", ["*", P(), ["^", ["h", "y"], 2]]]


@pytest.mark.parametrize("number", ["d", ["*", "d", "d"], ["sum", "y", ["*", P(), ["f", "y"]]]])
def test_an_integral_by_itself_that_is_bounded_below_may_be_infinite_in_an_equation(number: Tree) -> None:
    """It equals no finite number then, and the finite sum that stands for it is above this number too."""
    assert provisos_of(["=", SQUARE, number]) == provisos_of(["=", number, SQUARE]) == ()


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (
            SQUARE,
            ["sum", "y", ["*", Q(), ["^", ["h", "y"], 2]]],
        ),  # both may be infinite: equal there, and perhaps not here
        (["sum", "y", ["*", P(), ["h", "y"]]], "d"),  # of any sign
        (["*", -1, SQUARE], "d"),
        (["+", SQUARE, "d"], "d"),
        (["*", SQUARE, SQUARE], "d"),
    ],
)
def test_other_equations_of_integrals_have_their_proviso(one: Tree, two: Tree) -> None:
    assert provisos_of(["=", one, two]) == ("where the integrals are finite",)
