"""Hypotheses about all two outcomes of one set, outside of one null set; what chooses an outcome for each other is refused."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.kernel.terms import load
from dpsym.lift import NoReach, Reach, reach
from tests.lift.claims_of_pairs import (
    SIG,
    P,
    Q,
    at,
    is_event,
    is_test,
    law,
    mass,
    of_claim,
    pure,
    some,
    stick,
    tail,
)

Tree = Any


def all_two(t: Tree) -> Tree:
    return ["all", "y", ["all", "x", t]]


LARGER = ["<", ["*", P("y"), Q("x")], ["*", P("x"), Q("y")]]
RATIOS = ["<=", ["*", P("y"), Q("x")], ["*", ["exp", "e0"], P("x"), Q("y")]]
OSCILLATION = ["<=", at("r", "y"), ["+", "d", at("r", "x")]]
R_P, R_Q = ["sum", "y", ["*", at("r"), P()]], ["sum", "y", ["*", at("r"), Q()]]
WITH = ("where the integrals are finite",)

LIFTED: dict[str, tuple[list[Tree], Tree, tuple[str, ...]]] = {
    "ratios of outputs": ([all_two(RATIOS)], pure("e0"), ()),
    "a function that varies little": ([all_two(OSCILLATION)], ["<=", R_P, ["+", "d", R_Q]], WITH),
    "three outputs": (
        [["all", "y", ["all", "x", ["all", "w", ["<=", ["*", P("y"), Q("x"), P("w")], ["*", ["exp", "e0"], P("x"),
            Q("y"), P("w")]]]]]],
        pure("e0"), ()),
    "with a condition on both": ([all_two(["->", ["<", 0, ["*", P("y"), Q("x")]], OSCILLATION])], ["<=", R_P, ["+",
        "d", R_Q]], WITH),
    "a number for each two": ([all_two(some("k", ["<", 0, "k"], ["<=", ["*", "k", at("r", "y")], at("r", "x")]))],
        pure("e0"), ()),
}  # fmt: skip
REFUSED: dict[str, tuple[list[Tree], Tree]] = {
    # N(0, 1) and N(1, 1) satisfy these, and no finite pair does
    "each output is passed by another": ([["all", "y", some("x", LARGER)]], ["<", 1, 0]),
    "no output is passed by none": ([["not", some("y", ["all", "x", ["not", LARGER]])]], ["<", 1, 0]),
    "some output passes all": ([], some("y", ["all", "x", ["not", LARGER]])),
    "if no output is passed by none, by way of a condition": (
        [["all", "y", ["->", ["all", "x", ["not", LARGER]], ["<", P(), ["*", 0, Q()]]]]], ["<", tail("e0"), 0]),
    "if each output is passed by one, in an alternative": (
        [["all", "y", ["or", ["<", Q(), ["*", 0, P()]], ["not", ["all", "x", ["not", LARGER]]]]]], ["<", 1, 0]),
    # which outputs are meant depends on a null set for each first one, or for each number
    "some output, and all that are compared with it": ([some("y", ["all", "x", RATIOS])], pure("e0")),
    "the same beside a fact for all": (
        [some("y", ["and", ["all", "w", ["<=", 0, P("w")]], ["all", "x", RATIOS]])], pure("e0")),
    "in a conclusion": ([pure("e0")], all_two(RATIOS)),
    "in a conclusion, under a condition": ([], ["all", "y", ["->", ["all", "x", RATIOS], ["<=", P(), ["*", ["exp",
        "e0"], Q()]]]]),
    "for each number before": (
        [["all", "t", ["->", ["<", "e0", "t"], all_two(["<=", ["*", P("y"), Q("x")], ["*", ["exp", "t"], P("x"),
            Q("y")]])]]], pure("e0")),
    "for each number between": (
        [["all", "y", ["all", "t", ["all", "x", ["<=", ["*", "t", P("y"), Q("x")], ["*", "t", P("x"), Q("y")]]]]]], pure("e0")),
    "no value is taken by others": (
        [["all", "y", ["all", "t", ["->", ["=", at("r", "y"), "t"], ["all", "x", ["not", ["=", at("r", "x"),
            "t"]]]]]]], ["<", 1, 0]),
    "different outputs have different values": (
        [all_two(["or", ["eq", "x", "y"], ["not", ["=", at("r", "x"), at("r", "y")]]])], pure("e0")),
    # no meaning for densities
    "masses that are compared": ([all_two(["<=", P("y"), ["*", 2, P("x")]])], pure("e0")),
    "a mass and a product": ([all_two(["<=", ["*", P("y"), Q("x")], ["*", ["exp", "e0"], P("x")]])], pure("e0")),
    "a mass and a number": ([all_two(["<=", ["*", P("y"), at("r", "x")], "d"])], pure("e0")),
    "a sum of degrees": ([all_two(["<=", ["+", P("y"), Q("x")], ["*", P("y"), Q("x")]])], pure("e0")),
    "a sum over outputs, for each output": (
        [all_two(["<=", ["sum", "w", ["*", ["ind", ["<=", at("r", "w"), at("r", "x")]], P("w")]], at("r", "y")])], pure("e0")),
    "whether an output is likely": ([all_two(["<=", ["ind", ["<", P("x"), P("y")]], at("r", "x")])], pure("e0")),
    "a test for each two outputs": (
        [all_two(["all", "f", ["->", is_test("f"), ["<=", ["*", at("f", "x"), P("y")], ["*", at("f", "y"),
            P("y")]]]])], pure("e0")),
    "an event that parts them": (
        [all_two(some("S", is_event("S"), ["<", at("S", "x"), at("S", "y")]))], ["<", 1, 0]),
    "a law of two outputs": ([law("P"), all_two(["<=", ["U", "y", "x"], ["*", P("y"), Q("x")]]), ["all", "x", [
        "and", ["all", "y", ["<=", 0, ["U", "x", "y"]]], ["=", ["sum", "y", ["U", "x", "y"]], 1]]]], pure("e0")),
    "the diagonal": ([all_two(["<=", ["V", "y", "y"], ["V", "y", "x"]])], pure("e0")),
    "a natural number": ([all_two(["nat", ["*", at("r", "x"), at("r", "y")]])], pure("e0")),
    "with tests, by partitions": (
        [all_two(RATIOS), ["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]]], ["<=",
            stick("e0"), "d"]),
}  # fmt: skip


@pytest.mark.parametrize("name", LIFTED)
def test_what_is_supposed_of_all_two_outcomes_is_kept(name: str) -> None:
    hypotheses, conclusion, provisos = LIFTED[name]
    found = of_claim(hypotheses, conclusion)
    assert isinstance(found, Reach) and (found.general, found.finite, found.provisos) == (
        ("Y",),
        (),
        provisos,
    ), found


@pytest.mark.parametrize("name", REFUSED)
def test_what_chooses_among_outcomes_is_refused(name: str) -> None:
    found = of_claim(*REFUSED[name])
    assert isinstance(found, NoReach), found


def test_of_two_sets_the_outputs_go_before_what_is_compared() -> None:
    """Where not both can be made general, a hypothesis about all two inputs leaves the set of the inputs finite."""
    sig = {**SIG, "C": ("X",), "U": ("X", "Y"), "i": "X", "j": "X"}
    law_of_input = ["and", ["all", "i", ["<=", 0, ["C", "i"]]], ["=", ["sum", "i", ["C", "i"]], 1]]
    family = [
        "all",
        "i",
        ["and", ["all", "y", ["<=", 0, ["U", "i", "y"]]], ["=", ["sum", "y", ["U", "i", "y"]], 1]],
    ]
    close = [
        "all",
        "i",
        ["all", "j", ["all", "y", ["<=", ["U", "i", "y"], ["*", ["exp", "e0"], ["U", "j", "y"]]]]],
    ]
    whole = ["sum", "i", ["*", ["C", "i"], ["U", "i", "y"]]]
    some_input = some("i", ["all", "y", ["<=", whole, ["*", ["exp", "e0"], ["U", "i", "y"]]]])
    found = reach(load(["->", ["and", law_of_input, family, close], some_input]), sig, {})
    assert isinstance(found, Reach) and (found.general, found.finite) == (("Y",), ("X",)), found


# ---------------------------------------------------------------- conclusions about every element of a set with a law
ON_INPUTS = {
    **SIG, "C": ("X",), "D": ("X",), "U": ("X", "Y"), "i": "X", "j": "X", "m": "X", "q": ("X",), "S": ("Y",),
}  # fmt: skip
PRIOR = ["and", ["all", "i", ["<=", 0, ["C", "i"]]], ["=", ["sum", "i", ["C", "i"]], 1]]
FAMILY = [
    "all",
    "i",
    ["and", ["all", "y", ["<=", 0, ["U", "i", "y"]]], ["=", ["sum", "y", ["U", "i", "y"]], 1]],
]
MEAN = ["sum", "j", ["*", ["C", "j"], ["U", "j", "y"]]]


def by_events(a: Tree, b: Tree) -> Tree:
    on = ["S", "y"]
    body = ["<=", ["sum", "y", ["*", on, a]], ["+", ["*", ["exp", "e0"], ["sum", "y", ["*", on, b]]], "d"]]
    return ["all", "S", ["->", is_event("S"), body]]


CLOSE = ["all", "i", ["all", "j", by_events(["U", "i", "y"], ["U", "j", "y"])]]
OF_EACH = by_events(["U", "i", "y"], MEAN)
OF_ELEMENTS: dict[str, tuple[list[Tree], Tree]] = {
    "a record that has a mass": ([CLOSE], ["all", "i", ["->", ["<", 0, ["C", "i"]], OF_EACH]]),
    "if every record has a mass": ([CLOSE, ["all", "i", ["<", 0, ["C", "i"]]]], ["all", "i", OF_EACH]),
    "if a record without a mass is of another kind": (
        [CLOSE, ["all", "i", ["->", ["=", ["C", "i"], 0], ["<", ["q", "i"], 0]]]], ["all", "i", OF_EACH]),
    "all two records": ([CLOSE], ["all", "i", ["all", "m", by_events(["U", "i", "y"], ["U", "m", "y"])]]),
    "some record": ([CLOSE], some("i", OF_EACH)),
    "a record that is best": ([CLOSE], some("i", ["all", "m", ["<=", ["q", "m"], ["q", "i"]]])),
    "almost every output, every record": ([CLOSE], ["all", "y", ["all", "i", ["<=", ["U", "i", "y"], ["*", ["exp",
        "e0"], MEAN]]]]),
    "some loss of every record": ([CLOSE], some("e0", ["all", "i", OF_EACH])),
    "strictly": ([CLOSE], ["all", "i", ["all", "a", ["->", ["<", 1, "a"], ["<", ["sum", "y", ["*", ["ind", ["and", [
        "<", 0, ["U", "i", "y"]], ["<", 0, MEAN]]], ["exp", ["+", ["*", "a", ["log", ["U", "i", "y"]]], [
            "*", ["-", 1, "a"], ["log", MEAN]]]]]], "d"]]]]),
    "where each record has a worse one": (
        [CLOSE, ["all", "i", some("j", ["<", ["q", "j"], ["q", "i"]])]], ["all", "i", OF_EACH]),
}  # fmt: skip


def of_inputs(given: list[Tree], conclusion: Tree) -> Reach | NoReach | None:
    return reach(load(["->", ["and", PRIOR, FAMILY, *given], conclusion]), ON_INPUTS, {})


@pytest.mark.parametrize("name", OF_ELEMENTS)
def test_what_singles_out_elements_by_their_masses_keeps_their_set_finite(name: str) -> None:
    found = of_inputs(*OF_ELEMENTS[name])
    assert not isinstance(found, Reach) or set(found.general) != {"X", "Y"}, found


def test_every_element_of_a_set_whose_law_is_only_summed() -> None:
    found = of_inputs([CLOSE], ["all", "i", OF_EACH])
    assert isinstance(found, Reach) and (found.lane, found.general, found.finite) == ("M", ("X", "Y"), ()), (
        found
    )
