"""A hypothesis for every larger number is one at the number itself where the events converge to that one, and not elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.kernel.terms import load
from dpsym.lift import NoReach, Reach, reach
from dpsym.lift.formulas import canon, distinct
from dpsym.lift.limits import with_limits
from tests.lift.claims_of_pairs import SIG, P, Q, is_test, law, times_exp

Tree = Any
LAWS = [law("P"), law("Q")]


def probability(condition: Tree, mass: Tree = None, *tests: Tree) -> Tree:
    return ["sum", "y", ["*", ["ind", condition], *tests, P() if mass is None else mass]]


def above(c: str, body: Tree, low: Tree = "e0") -> Tree:
    return ["all", c, ["->", ["<", low, c], body]]


def at_most(u: Tree, one: Tree = None, two: Tree = None) -> Tree:
    return ["<=", one or P(), times_exp(u, two or Q())]


def more(u: Tree) -> Tree:
    return ["<", times_exp(u, Q()), P()]


BOTH = ["and", at_most("e1"), at_most("e1", Q(), P())]
KEPT = ["and", at_most("e0"), at_most("e0", Q(), P())]

# what is supposed for every larger number, and what it says of the number itself
READ: dict[str, tuple[Tree, Tree]] = {
    "a bound on the loss": (["<=", "d", probability(at_most("e1"))], ["<=", "d", probability(at_most("e0"))]),
    "from both sides": (["<=", "d", probability(BOTH)], ["<=", "d", probability(KEPT)]),
    "a large loss": (["<=", probability(more("e1")), "d"], ["<=", probability(more("e0")), "d"]),
    "with a test beside": (
        ["<=", "d", probability(at_most("e1"), None, ["f", "y"])], ["<=", "d", probability(at_most("e0"), None, ["f", "y"])]),
    "the number itself as a factor": (
        ["<=", "d", probability(["<=", P(), ["*", "e1", Q()]])], ["<=", "d", probability(["<=", P(), ["*", "e0", Q()]])]),
    "against another function": (
        ["<=", "d", probability(["<=", ["h", "y"], times_exp("e1", Q())])],
        ["<=", "d", probability(["<=", ["h", "y"], times_exp("e0", Q())])]),
}  # fmt: skip

# in each of these the limit is another event, or there is none
NOT_READ: dict[str, Tree] = {
    "a strict bound, of which the limit is not strict": above("e1", ["<=", "d", probability(["<", P(), times_exp("e1", Q())])]),
    "a large loss or the bound itself": above("e1", ["<=", probability(["<=", times_exp("e1", Q()), P()]), "d"]),
    "a larger probability of a large loss": above("e1", ["<=", "d", probability(more("e1"))]),
    "a smaller probability of a small loss": above("e1", ["<=", probability(at_most("e1")), "d"]),
    "strictly more likely": above("e1", ["<", "d", probability(at_most("e1"))]),
    "as likely": above("e1", ["=", "d", probability(at_most("e1"))]),
    "the number in the bound too": above("e1", ["<=", ["*", "d", "e1"], probability(at_most("e1"))]),
    "the number beside the event": above("e1", ["<=", "d", probability(at_most("e1"), ["*", "e1", P()])]),
    "for every smaller number": ["all", "e1", ["->", ["<", "e1", "e0"], ["<=", "d", probability(at_most("e1"))]]],
    "from the number on": ["all", "e1", ["->", ["<=", "e0", "e1"], ["<=", "d", probability(at_most("e1"))]]],
    "for some larger number": ["ex", "e1", ["and", ["<", "e0", "e1"], ["<=", "d", probability(at_most("e1"))]]],
    "under one more condition": above("e1", ["->", ["<", "e1", "k"], ["<=", "d", probability(at_most("e1"))]]),
    "of a function that may be negative": above("e1", ["<=", "d", probability(["<=", P(), times_exp("e1", ["h", "y"])])]),
    "of no probability": above("e1", ["<=", "d", probability(at_most("e1"), ["h", "y"])]),
    "of a product of masses": above("e1", ["<=", "d", probability(at_most("e1"), ["*", P(), Q()])]),
    "with the number falling": above("e1", ["<=", "d", probability(["<=", P(), times_exp(["-", 0, "e1"], Q())])]),
    "of a square": above("e1", ["<=", "d", probability(["<=", P(), times_exp("e1", times_exp("e1", Q()))])]),
    "on both sides": above("e1", ["<=", "d", probability(["<=", times_exp("e1", P()), times_exp("e1", Q())])]),
    "or": above("e1", ["<=", "d", probability(["or", at_most("e1"), at_most("e1", Q(), P())])]),
}  # fmt: skip


def read(hypothesis: Tree, conclusion: Tree) -> tuple[Tree, Tree]:
    """A claim as it is, and as it is read."""
    claim = load(["->", ["and", *LAWS, is_test("f"), hypothesis], conclusion])
    formula, sorts = distinct(claim, SIG)
    return formula, with_limits(formula, sorts)


def reached(hypothesis: Tree, conclusion: Tree) -> Reach | NoReach | None:
    return reach(load(["->", ["and", *LAWS, is_test("f"), hypothesis], conclusion]), SIG, {})


@pytest.mark.parametrize("name", READ)
def test_a_limit_is_read_at_the_number_itself(name: str) -> None:
    hypothesis, there = READ[name]
    _, found = read(above("e1", hypothesis), there)
    supposed, concluded = found[1][-1], found[2]
    assert "e1" not in str(supposed) and canon(supposed) == f"(and {canon(concluded)})"
    answer = reached(above("e1", hypothesis), there)
    assert isinstance(answer, Reach) and answer.general == ("Y",) and not answer.finite


@pytest.mark.parametrize("low", [0, 2, "e0", ["+", "e0", 1], ["/", 1, "e0"]])
def test_the_number_at_the_limit_may_be_written_down(low: Tree) -> None:
    """For every c > 0 at least d of P where P <= c Q: at least d of P where P <= 0, so where no c is left."""
    hypothesis = above("e1", ["<=", "d", probability(["<=", P(), ["*", "e1", Q()]])], low)
    there = ["<=", "d", probability(["<=", P(), ["*", low, Q()]])]
    _, found = read(hypothesis, there)
    assert canon(found[1][-1]) == f"(and {canon(found[2])})"
    answer = reached(hypothesis, there)
    assert isinstance(answer, Reach) and answer.general == ("Y",) and not answer.finite


@pytest.mark.parametrize(
    ("low", "relation"),
    [(0, "<"), (2, "<"), (["sum", "y", ["*", ["f", "y"], P()]], "<="), (["log", ["f", "y"]], "<=")],
)
def test_nothing_is_read_at_a_number_where_the_limit_is_another_event(low: Tree, relation: str) -> None:
    """At least d of P where P < c Q, for every c > 0, is not so at 0, where the event is empty; nor is one of outcomes read."""
    hypothesis = above("e1", ["<=", "d", probability([relation, P(), ["*", "e1", Q()]])], low)
    formula, found = read(
        ["all", "y", hypothesis] if "y" in str(low) else hypothesis, ["<=", "d", probability(at_most("e0"))]
    )
    assert found == formula


@pytest.mark.parametrize("name", NOT_READ)
def test_another_limit_is_not(name: str) -> None:
    formula, found = read(NOT_READ[name], ["<=", "d", probability(at_most("e0"))])
    assert found == formula
    answer = reached(NOT_READ[name], ["<=", "d", probability(at_most("e0"))])
    given_before = NOT_READ[name][0] == "ex"  # a number that is given is no limit
    assert given_before or not isinstance(answer, Reach) or "Y" not in answer.general


def test_what_is_no_law_is_no_probability() -> None:
    """Of a function of which only its sign is known the sums may be infinite, and infinite for every larger number alone."""
    signs = [law("P"), ["all", "y", ["<=", 0, ["h", "y"]]]]
    hypothesis = above("e1", ["<=", probability(["<", times_exp("e1", P()), ["h", "y"]], ["h", "y"]), "d"])
    formula, sorts = distinct(load(["->", ["and", *signs, hypothesis], ["<=", 0, "d"]]), SIG)
    assert with_limits(formula, sorts) == formula


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("small", [True, False])
def test_a_family_of_laws_has_probabilities_in_the_place_of_its_outcomes_alone(
    place: int, small: bool
) -> None:
    """Each U(x, .) is a law; the sums of U(., y) over the first place may be infinite, for every larger number."""
    family = [
        "all",
        "x",
        ["and", ["all", "y", ["<=", 0, ["U", "x", "y"]]], ["=", ["sum", "y", ["U", "x", "y"]], 1]],
    ]
    summed, given = ("x", "y") if place == 0 else ("y", "x")

    def of_number(u: Tree) -> Tree:
        sides = [P(summed), times_exp(u, Q(summed))]
        event = ["ind", ["<=", *sides] if small else ["<", *sides[::-1]]]
        mass = ["sum", summed, ["*", event, ["U", "x", "y"]]]
        return ["all", given, ["<=", "d", mass] if small else ["<=", mass, "d"]]

    hypothesis = ["all", given, above("e1", of_number("e1")[2])]
    formula, sorts = distinct(load(["->", ["and", *LAWS, family, hypothesis], of_number("e0")]), SIG)
    found = with_limits(formula, sorts)
    if place == 0:
        assert found == formula
    else:
        assert found != formula and "e1" not in str(found[1])


def test_what_is_supposed_of_a_law_elsewhere_is_not_believed() -> None:
    """A law of which a hypothesis says only "if it is one" may be any function."""
    hypothesis = above("e1", ["<=", "d", probability(["<=", Q(), times_exp("e1", ["h", "y"])], Q())])
    claim = load(["->", ["and", *LAWS, ["->", law("h"), hypothesis]], ["<=", 0, "d"]])
    formula, sorts = distinct(claim, SIG)
    assert with_limits(formula, sorts) == formula


def ratio(relation: str, u: Tree, of: Tree = None, *beside: Tree) -> Tree:
    """The probability under P, or another law, that P(y) is related to u times Q(y)."""
    sides = [P(), ["*", u, Q()]]
    turned = {">": ["<", *sides[::-1]], ">=": ["<=", *sides[::-1]]}
    return probability(["and", turned.get(relation, [relation, *sides]), *beside], of)


def numbers(c: str, near: Tree, body: Tree) -> Tree:
    return ["all", c, ["->", near, body]]


def some_number(near: Tree, *body: Tree) -> Tree:
    return ["ex", "c", ["and", near, *body]]


def outcome(relation: Tree) -> Tree:
    return ["ex", "y", relation]


def refused_at(a: Tree) -> dict[str, tuple[Tree, Tree]]:
    """Claims that hold of finitely many outputs, where the events near a number are one event, and not of laws whose ratio has
    values as near to it as one likes and not itself."""
    above_a, below_a, small = ["<", a, "c"], ["<", "c", a], ["<=", Q(), ["*", "e", P()]]
    ratio_at_most, both = ["<=", P(), ["*", "c", Q()]], ["and", above_a, ["<", 0, "e"]]
    here = ["<", 0, ratio("<=", a, None, ["<=", Q(), 0])]
    none = ["=", 0, 0]
    return {
        "some ratio is the largest": (
            numbers("c", below_a, outcome(["<", ["*", "c", Q()], P()])), outcome(["<=", ["*", a, Q()], P()])),
        "the largest ratio has mass": (numbers("c", below_a, ["<", 0, ratio(">", "c")]), ["<", 0, ratio(">=", a)]),
        "the least ratio has mass": (numbers("c", above_a, ["<", 0, ratio("<=", "c")]), ["<", 0, ratio("<=", a)]),
        "the least ratio has mass under the other law": (
            numbers("c", above_a, ["<", 0, ratio("<=", "c", Q())]), ["<", 0, ratio("<=", a, Q())]),
        "some ratio is the least": (
            numbers("c", above_a, outcome(ratio_at_most)), outcome(["<=", P(), ["*", a, Q()]])),
        "no ratio just above": (none, some_number(above_a, ["<=", ratio("<=", "c"), ratio("<=", a)])),
        "no ratio just above, of large ones": (none, some_number(above_a, ["<=", ratio(">", a), ratio(">", "c")])),
        "no ratio just below": (none, some_number(below_a, ["<=", ratio("<", a), ratio("<", "c")])),
        "a strict bound at the limit": (
            numbers("c", above_a, ["<", "d", ratio("<=", "c")]), ["<", "d", ratio("<=", a)]),
        "a strict bound of what increases": (
            numbers("c", above_a, ["<", ratio(">", "c"), "d"]), ["<", ratio(">", a), "d"]),
        "a bound that falls to 0": (
            ["and", ["<", 0, "d"], numbers("c", above_a, ["<=", ["*", "d", ["-", "c", a]], ratio("<=", "c")])],
            outcome(["<=", P(), ["*", a, Q()]])),
        "two numbers": (
            ["all", "c", numbers("e", both, ["<", 0, ratio("<=", "c", None, small)])], here),
        "two numbers, one after the other": (
            numbers("c", above_a, numbers("e", ["<", 0, "e"], ["<", 0, ratio("<=", "c", None, small)])), here),
        "a number for each outcome": (
            ["all", "y", some_number(above_a, ["<=", ["*", "c", Q()], P()])],
            some_number(above_a, ["all", "y", ["<=", ["*", "c", Q()], P()]])),
        "of what may have no finite integral": (
            ["and", ["all", "y", ["<=", 0, ["h", "y"]]], numbers("c", above_a, ["<=", "d", ratio("<=", "c", ["h", "y"])])],
            ["<=", "d", ratio("<=", a, ["h", "y"])]),
    }  # fmt: skip


@pytest.mark.parametrize("low", ["a", 2, ["/", 1, "k"]])
@pytest.mark.parametrize("name", refused_at("a"))
def test_what_holds_near_a_number_on_finitely_many_outputs_alone_is_refused(name: str, low: Tree) -> None:
    answer = reached(*refused_at(low)[name])
    assert not isinstance(answer, Reach) or "Y" not in answer.general
