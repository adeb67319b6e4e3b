"""Sets over which a claim only quantifies may be any sets, where no element is chosen in turn with others."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.kernel.terms import load
from dpsym.lift import Reach, reach
from tests.lift.claims_of_pairs import is_event, law, pure, some

Tree = Any
SIG: dict[str, Any] = {
    "M": ("X", "Y"), "P": ("Y",), "Q": ("Y",), "S": ("Y",), "d": ("X", "X"), "r": ("X",), "h": ("X",), "y": "Y",
    **dict.fromkeys(("v", "w", "x", "u"), "X"), **dict.fromkeys(("e0", "b", "t", "c"), "R"),
}  # fmt: skip
LAWS = [law("P"), law("Q")]
FAMILY = [
    "all",
    "v",
    ["and", ["all", "y", ["<=", 0, ["M", "v", "y"]]], ["=", ["sum", "y", ["M", "v", "y"]], 1]],
]


def each(v: str, t: Tree) -> Tree:
    return ["all", v, t]


def close(v: str, w: str) -> Tree:
    return each("y", ["<=", ["M", v, "y"], ["*", ["exp", ["d", v, w]], ["M", w, "y"]]])


NEAR = each("v", each("w", close("v", "w")))


def of_family(given: list[Tree], conclusion: Tree) -> Reach:
    found = reach(load(["->", ["and", *LAWS, FAMILY, *given], conclusion]), SIG, {})
    assert isinstance(found, Reach) and "Y" in found.general, found
    return found


ANY: dict[str, tuple[list[Tree], Tree]] = {
    "a family": ([NEAR], each("v", each("w", close("v", "w")))),
    "with some element that is supposed": ([NEAR, some("x", ["<", ["r", "x"], 0])], each("v", close("v", "v"))),
    "some element in a conclusion": ([NEAR], some("x", each("y", ["<=", 0, ["M", "x", "y"]]))),
    "for each number": ([NEAR, each("t", each("x", ["<=", ["r", "x"], ["*", "t", "t"]]))], each("v", ["<=", ["r", "v"], 0])),
    "for each event": (
        [each("v", each("w", each("S", ["->", is_event("S"), ["<=", ["sum", "y", ["*", ["S", "y"], ["M", "v", "y"]]], [
            "sum", "y", ["*", ["S", "y"], ["M", "w", "y"]]]]])))], each("v", close("v", "v"))),
    "equal elements": ([NEAR], each("v", each("w", ["->", ["eq", "v", "w"], close("v", "w")]))),
}  # fmt: skip
FINITE: dict[str, tuple[list[Tree], Tree]] = {
    # true of finite sets, false of the numbers
    "a largest element": ([pure("e0")], some("x", each("w", ["<=", ["r", "w"], ["r", "x"]]))),
    "no element has a larger one": ([pure("e0"), each("x", some("w", ["<", ["r", "x"], ["r", "w"]]))], ["<", 1, 0]),
    "some bound": ([pure("e0")], some("b", each("x", ["<=", ["r", "x"], "b"]))),
    "an element above each number": ([pure("e0"), each("t", some("x", ["<=", "t", ["r", "x"]]))], ["<", 1, 0]),
    "not all elements are below a number": (
        [pure("e0"), each("t", ["not", each("x", ["<=", ["r", "x"], "t"])])], ["<", 1, 0]),
    "a function that is largest somewhere": ([pure("e0")], each("h", some("x", each("w", ["<=", ["h", "w"], ["h", "x"]])))),
    "some function that is largest nowhere": ([pure("e0"), some("h", each("x", some("w", ["<", ["h", "x"], ["h",
        "w"]])))], ["<", 1, 0]),
    "every function has a bound": ([pure("e0"), each("h", some("c", each("x", ["<=", ["h", "x"], "c"])))], ["<=",
        ["*", "e0", 0], 0]),
    "how many elements": ([pure("e0")], ["<=", 1, ["sum", "x", 1]]),
    "the sum of a function": ([pure("e0"), ["<=", ["sum", "x", ["r", "x"]], 1]], ["<=", ["*", "e0", 0], 0]),
    "whether all elements are small": ([pure("e0")], ["<=", ["ind", each("x", ["<=", ["r", "x"], 0])], 1]),
    # one null set for each element, and not for all of them
    "for almost every output, for all elements": ([NEAR], each("y", each("v", ["<=", ["M", "v", "y"], ["*", "b", ["M",
        "v", "y"]]]))),
    "some output for all elements": ([NEAR], some("y", each("v", ["<=", ["M", "v", "y"], ["*", "b", ["M", "v", "y"]]]))),
    "if for almost every output some element": (
        [NEAR, each("y", some("v", ["<=", ["M", "v", "y"], 0]))], each("x", ["<=", ["r", "x"], 0])),
}  # fmt: skip


@pytest.mark.parametrize("name", ANY)
def test_a_set_over_which_a_claim_only_quantifies_may_be_any(name: str) -> None:
    found = of_family(*ANY[name])
    assert (found.any_set, found.finite) == (("X",), ()) and "any outputs" in found.words, found


@pytest.mark.parametrize("name", FINITE)
def test_what_only_a_finite_set_satisfies_keeps_it_finite(name: str) -> None:
    found = reach(load(["->", ["and", *LAWS, FAMILY, *FINITE[name][0]], FINITE[name][1]]), SIG, {})
    assert not isinstance(found, Reach) or (found.finite, found.any_set) == (("X",), ()), found


def test_the_set_stands_in_the_scope_apart_from_those_that_stay_finite() -> None:
    found = of_family(*ANY["a family"])
    assert found.words == "any outputs by the reduction lemma, any set X"


def test_a_listed_set_stays_listed() -> None:
    claim = load(["->", ["and", *LAWS, FAMILY, NEAR], each("v", close("v", "v"))])
    found = reach(claim, {**SIG, "o1": "X"}, {"X": ("o1",)})
    assert isinstance(found, Reach) and found.any_set == ()
