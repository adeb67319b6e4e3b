"""Several mechanisms whose laws have names, each chosen by the transcript so far: what carries to general spaces from each to
the next, and what need not: families at two places, laws between, claims that masses which are near do not keep."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.claims import settle
from dpsym.kernel.terms import load
from dpsym.lift import Reach, reach
from tests.lift.claims_of_pairs import is_test
from tests.lift.test_chains import by_events, each, every, law_of, moment, nothing, total

Tree = Any
LAWS = ("A", "B", "A2", "B2", "A3", "B3", "P", "Q")
FAMILIES = ("K2", "L2", "K3", "L3", "K4", "L4")
SIG: dict[str, Any] = {
    **dict.fromkeys((*LAWS, "S", "f"), ("Y",)), **dict.fromkeys((*FAMILIES, "W"), ("Y", "Y")),
    **dict.fromkeys(("w", "x", "y", "z"), "Y"), **dict.fromkeys(("a", "b", "c", "d", "e", "t"), "R"),
}  # fmt: skip
P, Q = ["P", "y"], ["Q", "y"]


def made(law: str, before: str, family: str) -> Tree:
    """That a law is what the family makes of the one before."""
    return each("y", ["=", [law, "y"], total(["*", [before, "x"], [family, "x", "y"]], "x")])


def laws(*names: str) -> list[Tree]:
    return [law_of([f, "y"]) for f in names]


def families(*names: str) -> list[Tree]:
    return [each("x", law_of([f, "x", "y"])) for f in names]


def at_each(one: str, other: str, e: Tree = "e", d: Tree = 0) -> Tree:
    return each("x", by_events([one, "x", "y"], [other, "x", "y"], e, d))


def ordered(one: Tree, other: Tree) -> list[Tree]:
    return [each("y", nothing(one, other)), ["<=", moment(one, other), "c"]]


def stick(e: Tree = 0) -> Tree:
    rest = ["-", P, ["*", ["exp", e], Q]]
    return total(["*", ["ind", ["<", 0, rest]], rest])


def tail(relation: str) -> Tree:
    sides = (["*", ["exp", "e"], Q], P) if relation == "<" else (P, ["*", ["exp", "e"], Q])
    return total(["*", ["ind", [relation, *sides]], P])


FIRST = laws("A", "B")
THREE = [
    *FIRST, *families("K2", "L2", "K3", "L3"), made("A2", "A", "K2"), made("B2", "B", "L2"), made("P", "A2", "K3"),
    made("Q", "B2", "L3"),
]  # fmt: skip
FOUR = [
    *FIRST, *families(*FAMILIES), made("A2", "A", "K2"), made("B2", "B", "L2"), made("A3", "A2", "K3"),
    made("B3", "B2", "L3"), made("P", "A3", "K4"), made("Q", "B3", "L4"),
]  # fmt: skip
EACH = [by_events(["A", "y"], ["B", "y"]), at_each("K2", "L2"), at_each("K3", "L3")]
SAID = by_events(P, Q, ["*", 3, "e"])
MOMENTS = [
    *ordered(["A", "y"], ["B", "y"]),
    *(each("x", g) for k in ("2", "3") for g in ordered([f"K{k}", "x", "y"], [f"L{k}", "x", "y"])),
]
BOUND_OF_TEST = each("f", ["->", is_test("f"), ["->", ["<=", total(["*", ["f", "y"], Q]), "a"], [
    "<=", total(["*", ["f", "y"], P]), "c"]]])  # fmt: skip
LIFTED: dict[str, tuple[list[Tree], Tree]] = {
    "three": ([*THREE, *EACH], SAID),
    "four": ([*FOUR, *EACH, at_each("K4", "L4")], SAID),
    "each with a budget of its own": (
        [*THREE, by_events(["A", "y"], ["B", "y"], "a", "b"), at_each("K2", "L2", "c", "d"), at_each("K3", "L3")], SAID),
    "in the other order of the hypotheses": ([*reversed(EACH), *reversed(THREE)], SAID),
    "laws between that are said to be laws": ([*THREE, *laws("A2", "B2", "P", "Q"), *EACH], SAID),
    "a hockey stick": ([*THREE, *EACH], ["<=", stick("t"), "d"]),
    "a hockey stick that is a number": ([*THREE, *EACH], ["=", stick(), "d"]),
    "a moment": ([*THREE, *MOMENTS], ["<=", moment(P, Q), ["exp", "c"]]),
    "a tail": ([*THREE, *EACH], ["<=", tail("<"), "d"]),
    "what is no tail": ([*THREE, *EACH], ["<=", "d", tail("<=")]),
    "at outputs": ([*THREE, *EACH], each("y", ["<=", P, ["*", ["exp", "e"], Q]])),
    "a test of some level": ([*THREE, *EACH], BOUND_OF_TEST),
    "the last step a map": (
        [*FIRST, *families("K2", "L2", "K3"), made("A2", "A", "K2"), made("B2", "B", "L2"), made("P", "A2", "K3"),
         made("Q", "B2", "K3"), *EACH[:2]], SAID),
    "one first law": (
        [*laws("A"), *families("K2", "L2", "K3", "L3"), made("A2", "A", "K2"), made("B2", "A", "L2"),
         made("P", "A2", "K3"), made("Q", "B2", "L3"), *EACH[1:]], SAID),
}  # fmt: skip
REFUSED: dict[str, tuple[list[Tree], Tree]] = {
    "one family at two places": (
        [*FIRST, *families("K2", "L2"), made("A2", "A", "K2"), made("B2", "B", "L2"), made("P", "A2", "K2"),
         made("Q", "B2", "L2"), *EACH[:2]], SAID),
    "two families that change places": (
        [*FIRST, *families("K2", "K3"), made("A2", "A", "K2"), made("B2", "B", "K3"), made("P", "A2", "K3"),
         made("Q", "B2", "K2"), EACH[0]], SAID),
    "families of two places that are compared": ([*THREE, *EACH, at_each("K2", "L3")], SAID),
    "families of two places that are the same": (
        [*THREE, *EACH, each("x", each("y", ["=", ["K2", "x", "y"], ["K3", "x", "y"]]))], SAID),
    "one of two things of families of two places": ([*THREE, *EACH[:1], ["or", *EACH[1:]]], SAID),
    "a law between is private": ([*THREE, *EACH, by_events(["A2", "y"], ["B2", "y"])], SAID),
    "a law between is a first one": ([*THREE, *EACH, each("y", ["=", ["A2", "y"], ["A", "y"]])], SAID),
    "a law between and a family": (
        [*THREE, *EACH, each("x", each("y", ["<=", ["A2", "y"], ["*", 2, ["K3", "x", "y"]]]))], SAID),
    "a first law and a family": (
        [*THREE, *EACH, each("x", each("y", ["<=", ["A", "y"], ["*", 2, ["K3", "x", "y"]]]))], SAID),
    "a conclusion about laws between": ([*THREE, *EACH], by_events(["A2", "y"], ["B2", "y"])),
    "a conclusion about a law between and a last one": ([*THREE, *EACH], by_events(P, ["B2", "y"])),
    "a conclusion about a family": ([*THREE, *EACH], at_each("K3", "L3")),
    "laws after two steps and after one": (
        [*FIRST, *families("K2", "K3", "L3"), made("A2", "A", "K2"), made("P", "A2", "K3"), made("Q", "B", "L3"), *EACH[:1]],
        SAID),
    "laws that are made of each other": (
        [*families("K2", "L2", "K3", "L3"), made("P", "A2", "K3"), made("A2", "P", "K2"), made("Q", "B2", "L3"),
         made("B2", "Q", "L2"), *EACH[1:]], SAID),
    "a law between that is its own mixture": ([*THREE, *EACH, made("A2", "A2", "K4"), *families("K4")], SAID),
    "a law that is made in two ways": ([*THREE, *EACH, made("P", "A2", "K4"), *families("K4")], SAID),
    "a family that need not have laws": ([*[h for h in THREE if h not in families("K3")], *EACH], SAID),
    "a first law that need not be one": ([*THREE[1:], *EACH], SAID),
    "a hypothesis about the last laws": ([*THREE, *EACH, each("y", ["<=", P, ["*", 2, Q]])], SAID),
    "each output tells those before": (
        [*THREE, *EACH, each("x", each("y", ["or", ["=", ["W", "x", "y"], 0], ["=", ["W", "x", "y"], 1]]))], SAID),
    "strictly": ([*THREE, *EACH], ["<", stick(), "d"]),
    "a tail on the other side": ([*THREE, *EACH], ["<=", "d", tail("<")]),
    "a moment from below": ([*THREE, *MOMENTS], ["<=", "c", moment(P, Q)]),
    "two inputs that are compared": (
        [*THREE, *EACH, each("x", each("w", by_events(["K3", "x", "y"], ["K3", "w", "y"])))], SAID),
    "a number chosen for each input": (
        [*THREE, *EACH[:2], each("x", ["ex", "t", by_events(["K3", "x", "y"], ["L3", "x", "y"], "t")])],
        ["ex", "t", by_events(P, Q, "t")]),
    "some output": ([*THREE, *EACH], ["ex", "y", ["<=", P, Q]]),
}  # fmt: skip


def of_claim(given: list[Tree], said: Tree) -> object:
    return reach(load(["->", ["and", *given], said]), SIG, {})


@pytest.mark.parametrize("name", LIFTED)
def test_what_is_kept_along_named_laws_holds_for_any_outputs(name: str) -> None:
    found = of_claim(*LIFTED[name])
    assert isinstance(found, Reach), found
    assert (found.lane, found.general, found.finite, found.provisos) == ("C", ("Y",), (), ()), found


@pytest.mark.parametrize("name", REFUSED)
def test_what_need_not_carry_along_named_laws_is_refused(name: str) -> None:
    found = of_claim(*REFUSED[name])
    assert not isinstance(found, Reach) or found.lane != "C", found


def test_a_family_for_every_number_besides_named_laws_is_refused() -> None:
    sig = {**SIG, "G": ("R", "Y", "Y")}
    of_numbers = every(each("x", law_of(["G", "j", "x", "y"])))
    found = reach(load(["->", ["and", *THREE, *EACH, of_numbers], SAID]), {**sig, "j": "R"}, {})
    assert not isinstance(found, Reach) or found.lane != "C", found


@pytest.mark.parametrize(
    "text",
    [
        "compose(3, PureDP(log(2))) => PureDP(log(8))",
        "for a >= 0, b >= 0, c >= 0: compose(PureDP(a), PureDP(b), PureDP(c)) => PureDP(a + b + c)",
        "compose(3, ApproxDP(log(2), 1/10)) => ApproxDP(log(4), 1/2)",
        "for a >= 0, b >= 0, c >= 0: compose(ZCDP(a), ZCDP(b), ZCDP(c)) => ZCDP(a + b + c)",
        "compose(RenyiDP(2, 1/4), RenyiDP(2, 1/4), RenyiDP(2, 1/2)) => RenyiDP(2, 1)",
    ],
)
def test_a_typed_claim_about_several_mechanisms_says_any_outputs(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved"
    assert answer.scope == "all finite outputs; any outputs by the reduction lemma"


@pytest.mark.parametrize(
    "text",
    [
        "compose(PureDP(log(2)), PureDP(log(2)), PureDP(log(2))) => TV < 79/100",
        "compose(PureDP(log(2)), PureDP(log(2)), PureDP(log(2))) => HockeyStick(log(2)) < 60/100",
    ],
)
def test_a_typed_claim_with_a_strict_bound_stays_finite(text: str) -> None:
    answer = settle(text)
    assert (answer.verdict, answer.scope) == ("proved", "all finite outputs")


TESTED = total(["*", ["f", "y"], P])
SAID_OF_NEAR: dict[str, Tree] = {  # that masses which are near need not keep, or that some laws alone have
    "denied": ["not", ["<=", "d", stick()]],
    "where something of integrals holds": ["->", ["<=", "d", stick()], ["<=", 1, 0]],
    "a number for each number": each("t", ["ex", "d", ["and", ["<", 0, "d"], ["<=", stick("t"), "d"]]]),
    "the best test": ["ex", "f", ["and", is_test("f"), ["<=", "d", TESTED]]],
    "a test of a level at least": each("f", ["->", is_test("f"), ["->", ["<=", "a", TESTED], ["<=", TESTED, "c"]]]),
    "a test of a level exactly": each("f", ["->", is_test("f"), ["->", ["=", TESTED, "a"], ["<=", TESTED, "c"]]]),
    "a test twice": each("f", ["->", is_test("f"), ["<=", total(["*", ["f", "y"], ["f", "y"], P]), "c"]]),
    "where a test is positive": each("f", ["->", is_test("f"), [
        "<=", total(["*", ["ind", ["<", 0, ["f", "y"]]], P]), "c"]]),
    "any function": each("f", ["<=", TESTED, "c"]),
    "a tail times a number of any sign": ["<=", total(["*", "t", ["ind", ["<", Q, P]], P]), "d"],
    "a tail exactly": ["=", tail("<"), "d"],
    "a tail between": ["<=", total(["*", ["ind", ["and", ["<", Q, P], ["<=", P, ["*", 3, Q]]]], P]), "d"],
    "a tail against an integral": ["<=", tail("<"), ["*", 2, stick()]],
    "a ratio to a difference": each("y", ["<=", ["/", P, ["-", P, Q]], "c"]),
    "a ratio, strictly": each("y", ["<", ["/", P, ["+", P, Q]], "c"]),
    "where masses are the same": each("y", ["->", ["=", P, Q], ["<=", P, ["*", "c", Q]]]),
    "a largest mass": each("y", ["<=", P, "c"]),
    "the squares of masses": ["<", 0, total(["*", P, P])],
    "how many outputs": ["<=", total(["ind", ["<", Q, P]]), "c"],
    "one over an integral": ["<=", ["/", 1, stick()], "d"],
    "a sign of an integral": ["<=", ["ind", ["<", 0, stick()]], "d"],
}  # fmt: skip
SUPPOSED_TOO: dict[str, Tree] = {
    "a mechanism that tells its input": each("x", ["=", ["K2", "x", "x"], 1]),
    "a mechanism that may be turned round": each("x", each("y", ["=", ["K2", "x", "y"], ["K2", "y", "x"]])),
    "a mechanism without randomness": each("x", each("y", ["or", ["=", ["K3", "x", "y"], 0], ["=", ["K3", "x", "y"], 1]])),
    "a law that a mechanism keeps": made("A", "A", "K2"),
    "masses that are not small": each("y", ["<=", "c", ["A", "y"]]),
    "strictly at outputs": each("y", ["<", ["A", "y"], ["*", 2, ["B", "y"]]]),
    "a moment from below": ["<=", 2, moment(["A", "y"], ["B", "y"])],
}  # fmt: skip


@pytest.mark.parametrize("name", SAID_OF_NEAR)
def test_what_laws_that_are_near_need_not_keep_is_refused(name: str) -> None:
    found = of_claim([*THREE, *EACH], SAID_OF_NEAR[name])
    assert not isinstance(found, Reach), found


@pytest.mark.parametrize("name", SUPPOSED_TOO)
def test_what_parts_of_the_outputs_need_not_keep_is_refused(name: str) -> None:
    found = of_claim([*THREE, *EACH, SUPPOSED_TOO[name]], SAID)
    assert not isinstance(found, Reach), found
