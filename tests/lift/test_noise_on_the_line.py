"""Which claims about rounded noise carry over to the noise itself: what only roundings have, a limit loses or is supposed
of something else must be refused."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.kernel.terms import load
from dpsym.lift import NoReach, Reach, reach
from tests.lift.claims_of_pairs import (
    FINITE,
    KL,
    SIG,
    P,
    Q,
    approximate,
    is_event,
    is_test,
    law,
    mass,
    moment,
    of_claim,
    orders,
    pure,
    some,
    stick,
    tail,
    times_exp,
)

SORTS: dict[str, Any] = {
    **SIG,
    **dict.fromkeys(("first", "last", "lower", "upper", "R", "below"), ("Y",)),
    **dict.fromkeys(("h_0", "h_1", "s"), "R"),
    "D": ("R",),
}
ROOT = ["exp", ["*", ["log", 2], ["/", 1, 2]]]


def gain(end: Any, start: Any, high: Any = 1, low: Any = 0, y: str = "y") -> Any:
    """What a function gains over the cell y."""
    at_end, at_start = ["ind", ["<", 0, ["last", y]]], ["ind", ["<", 0, ["first", y]]]
    return [
        "-",
        ["+", ["*", at_end, high], ["*", ["-", 1, at_end], end]],
        ["+", ["*", at_start, low], ["*", ["-", 1, at_start], start]],
    ]


def normal(x: Any, centre: Any = 0, spread: Any = "s") -> Any:
    scaled = ["*", ["-", x, centre], ["/", 1, spread], ["/", 1, ROOT]]
    return ["*", ["+", 1, ["erf", scaled]], ["/", 1, 2]]


def laplace(x: Any, centre: Any = 0, spread: Any = "s") -> Any:
    at = ["*", ["-", x, centre], ["/", 1, spread]]
    before = ["ind", ["<=", at, 0]]
    left, right = ["*", ["exp", at], ["/", 1, 2]], ["*", ["exp", ["*", -1, *at[1:]]], ["/", 1, 2]]
    return ["+", ["*", before, left], ["*", ["-", 1, before], ["-", 1, right]]]


def gained(of: Any, f: str, **at: Any) -> Any:
    """That a law is what a distribution function gains over the cells."""
    return ["all", "y", ["=", [f, "y"], gain(of(["upper", "y"], **at), of(["lower", "y"], **at))]]


ORDERED = [
    "all", "y",
    ["->", ["and", ["<=", ["first", "y"], 0], ["<=", ["last", "y"], 0]], ["<=", ["lower", "y"], ["upper", "y"]]],
]  # fmt: skip


def covering(total: Any = ("-", "h_1", "h_0"), start: str = "lower") -> Any:
    over = gain(["D", ["upper", "y"]], ["D", [start, "y"]], "h_1", "h_0")
    return ["all", "D", ["all", "h_0", ["all", "h_1", ["=", ["sum", "y", over], list(total)]]]]


CELLS = [ORDERED, covering()]
POSITIVE = [["<", 0, "s"]]
GAUSSIAN = [*POSITIVE, *CELLS, gained(normal, "P"), gained(normal, "Q", centre="d")]
LAPLACE = [*POSITIVE, *CELLS, gained(laplace, "P"), gained(laplace, "Q", centre="d")]


def of_noise(given: list[Any], conclusion: Any, laws: tuple[str, ...] = ("P", "Q")) -> Reach | NoReach | None:
    claim = ["->", ["and", *(law(f) for f in laws), *given], conclusion]
    return reach(load(claim), SORTS, {})


def every_test(body: Any, f: str = "f") -> Any:
    return ["all", f, ["->", is_test(f), body]]


GDP = [
    "all",
    "t",
    every_test(["->", ["<=", mass("f", "Q"), normal("t")], ["<=", mass("f", "P"), normal(["+", "t", "d"])]]),
]
BDP = every_test(["->", ["<", times_exp("e", mass("f", "Q")), mass("f", "P")], ["<=", mass("f", "P"), "c"]])
ON_THE_LINE = {
    "approximate DP": approximate("e", "c"),
    "pure DP at every outcome": pure("e"),
    "strictly so": ["all", "y", ["<", P(), times_exp("e", Q())]],
    "Gaussian DP": GDP,
    "probabilistically bounded DP": BDP,
    "a hockey stick": ["<=", stick("e"), "c"],
    "a hockey stick, strictly": ["<", stick("e"), "c"],
    "a tail from below": ["<=", "c", tail("e")],
    "a tail is": ["=", tail("e"), "c"],
    "KL": ["<=", KL, "c"],
    "KL from below": ["<", "c", KL],
    "a moment of order 2": ["<=", moment(2), "c"],
    "every order": orders(["and", FINITE, ["<=", moment("a"), ["exp", ["*", "a", "rho"]]]]),
    "one of two": ["or", ["<=", KL, "c"], ["<", "c", stick("e")]],
    "a square of a power": every_test(["<=", ["*", mass("f", "P"), mass("f", "P")], mass("f", "Q")]),
    "a bound under another": ["->", ["<=", stick(0), "c"], ["<=", stick("e"), "c"]],
    "a bound under a bound of KL": ["->", ["<=", KL, "c"], ["<=", stick("e"), "c"]],
}  # fmt: skip
# False on the line for some of these, whatever holds for roundings, or not shown by a limit.
REFUSED = {
    "a strict bound of a moment": ["<", moment(2), "c"],
    "a strict bound of KL": ["<", KL, "c"],
    "KL is": ["=", KL, "c"],
    "two divergences": ["<=", ["+", KL, KL], "c"],
    "a divergence against another": ["<=", KL, moment(2)],
    "a divergence in a function": ["<=", ["exp", KL], "c"],
    "some loss is the largest": some("e", pure("e")),
    "some loss with no hockey stick": some("e", ["<=", stick("e"), 0]),
    "some order": some("a", ["<", 1, "a"], ["<=", moment("a"), "c"]),
    "some cell has a mass": some("y", ["<", "c", P()]),
    "not a bound of KL": ["not", ["<=", KL, "c"]],
    "a power, strictly": every_test(["<", mass("f", "P"), ["+", mass("f", "Q"), "c"]]),
    "an unknown trade-off function": every_test(["<=", mass("f", "Q"), ["-", 1, ["D", mass("f", "P")]]]),
    "a quotient of powers": every_test(["<=", ["/", mass("f", "P"), mass("f", "Q")], "c"]),
    "tests of one level": every_test(["->", ["=", mass("f", "Q"), "c"], ["<=", mass("f", "P"), "d"]]),
    "tests of at least a level": every_test(["->", ["<=", "c", mass("f", "Q")], ["<=", "d", mass("f", "P")]]),
    "events of at most a level": [
        "all", "S", ["->", is_event("S"), ["->", ["<=", mass("S", "Q"), "c"], ["<=", mass("S", "P"), "d"]]]],
    "a test of at most a level that is an event besides": every_test(
        ["->", is_event("f"), ["->", ["<=", mass("f", "Q"), "c"], ["<=", mass("f", "P"), "d"]]]),
    "a level of a test that is an event after it": every_test(
        ["->", ["<=", mass("f", "Q"), "c"], ["->", is_event("f"), ["<=", mass("f", "P"), "d"]]]),
    "a count of levels": every_test(
        ["<=", ["-", 1, ["sum", "i", ["ind", ["<=", mass("f", "P"), "c"]]]], "d"]),
    "two tests with one level": every_test(every_test(
        ["->", ["<=", mass("f", "Q"), mass("g", "Q")], ["<=", mass("f", "P"), ["+", mass("g", "P"), "c"]]], "g")),
    "under a lower bound of KL": ["->", ["<=", "c", KL], ["<=", stick("e"), "d"]],
    "under a bound for every order": ["->", orders(["<=", moment("a"), "c"]), ["<=", stick("e"), "d"]],
    "the number of cells": ["<=", ["sum", "y", 1], "c"],
    "the sum of squares": ["<", 0, ["sum", "y", ["*", P(), P()]]],
    "a mass above a number": ["all", "y", ["<=", P(), "c"]],
    "an end of a cell": ["all", "y", ["<=", ["lower", "y"], "c"]],
    "a sum over the ends": ["<=", ["sum", "y", ["*", ["upper", "y"], P()]], "c"],
    "one test is another": every_test(["all", "y", ["<=", ["f", "y"], P()]]),
    "a function that is no test": ["all", "f", ["<=", mass("f", "P"), "c"]],
}  # fmt: skip


@pytest.mark.parametrize("noise", [GAUSSIAN, LAPLACE], ids=["normal", "Laplace"])
@pytest.mark.parametrize("name", ON_THE_LINE)
def test_it_holds_for_the_noise_itself(name: str, noise: list[Any]) -> None:
    found = of_noise(noise, ON_THE_LINE[name])
    assert isinstance(found, Reach), found
    assert (found.lane, found.general, found.provisos) == ("N", (), ())


@pytest.mark.parametrize("noise", [GAUSSIAN, LAPLACE], ids=["normal", "Laplace"])
@pytest.mark.parametrize("name", REFUSED)
def test_it_is_not_said_of_the_noise_itself(name: str, noise: list[Any]) -> None:
    assert isinstance(of_noise(noise, REFUSED[name]), NoReach)


def without(given: list[Any], k: int) -> list[Any]:
    return [*given[:k], *given[k + 1 :]]


def unlike(x: Any, **_: Any) -> Any:
    """A distribution function without a density on the whole line."""
    return ["*", ["ind", ["<", 0, x]], 1]


NOT_NOISE = {
    "no sign of the spread": without(GAUSSIAN, 0),
    "cells whose ends are in no order": without(GAUSSIAN, 1),
    "cells that need not cover the line": without(GAUSSIAN, 2),
    "only the first law is noise": without(GAUSSIAN, 4),
    "a law given twice": [*GAUSSIAN, gained(normal, "Q", centre="c")],
    "cells that cover the line twice": [*POSITIVE, ORDERED, covering(["*", 2, ["-", "h_1", "h_0"]]), *GAUSSIAN[3:]],
    "cells with other lower ends": [*POSITIVE, ORDERED, covering(start="below"), *GAUSSIAN[3:]],
    "a law over other cells": [*GAUSSIAN[:4], ["all", "y", ["=", Q(), gain(
        normal(["upper", "y"], centre="d"), normal(["below", "y"], centre="d"))]]],
    "another function at the lower end": [*GAUSSIAN[:4], ["all", "y", ["=", Q(), gain(
        normal(["upper", "y"], centre="d"), normal(["lower", "y"], centre="c"))]]],
    "another limit": [*GAUSSIAN[:4], ["all", "y", ["=", Q(), gain(
        normal(["upper", "y"]), normal(["lower", "y"]), 1, "c")]]],
    "a law that falls": [*GAUSSIAN[:4], gained(normal, "Q", spread=["*", -1, "s"])],
    "a spread that may be negative": [*GAUSSIAN[:4], gained(normal, "Q", spread=["-", "s", 1])],
    "a centre that moves with the point": [*GAUSSIAN[:4], ["all", "y", ["=", Q(), gain(
        normal(["upper", "y"], centre=["upper", "y"]), normal(["lower", "y"], centre=["lower", "y"]))]]],
    "a centre that is a divergence": [*GAUSSIAN[:4], gained(normal, "Q", centre=["*", "d", KL])],
    "a centre that is a condition on all cells": [*GAUSSIAN[:4], gained(normal, "Q", centre=["*", "d", [
        "-", 1, ["ind", ["ex", "y", ["all", "w", ["<=", P(), P("w")]]]]]])],
    "a centre that is the mass of the cell": [*GAUSSIAN[:4], gained(normal, "Q", centre=P())],
    "a centre that says where there is no end": [*GAUSSIAN[:4], gained(normal, "Q", centre=["last", "y"])],
    "a centre that is a test": [*GAUSSIAN[:4], is_test("g"), gained(normal, "Q", centre=["g", "y"])],
    "a centre that is a mean": [*GAUSSIAN[:4], is_test("g"), gained(normal, "Q", centre=mass("g", "P"))],
    "a spread that counts the cells": [*GAUSSIAN[:4], gained(normal, "Q", spread=["exp", ["sum", "y", 1]])],
    "a Laplace centre that is a divergence": [*LAPLACE[:4], gained(laplace, "Q", centre=KL)],
    "cells that start at a number": [*GAUSSIAN[:4], ["all", "y", ["=", Q(), gain(
        normal(["upper", "y"]), normal("x"))]]],
    "ordered cells, said twice": [*POSITIVE, ORDERED, ORDERED, *GAUSSIAN[3:]],
    "a law at one point": [*GAUSSIAN[:4], gained(unlike, "Q")],
    "more is said of the cells": [*GAUSSIAN, ["all", "y", ["<=", ["lower", "y"], 0]]],
    "more is said of a law": [*GAUSSIAN, ["all", "y", ["<=", P(), "c"]]],
    "there are two cells": [*GAUSSIAN, ["=", ["sum", "y", 1], 2]],
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_NOISE)
def test_what_is_no_noise_is_refused(name: str) -> None:
    assert isinstance(of_noise(NOT_NOISE[name], ["<=", KL, "c"]), NoReach)


def test_a_number_may_have_any_name() -> None:
    """The point at which distribution functions are read has none that a claim could use."""
    sorts = {**SORTS, "x": "R"}
    given = [
        ["<", 0, "x"],
        *CELLS,
        gained(normal, "P", spread="x"),
        gained(normal, "Q", centre="d", spread="x"),
    ]
    claim = ["->", ["and", law("P"), law("Q"), *given], ["<=", KL, "c"]]
    assert isinstance(reach(load(claim), sorts, {}), Reach)
    split = [*POSITIVE, *CELLS]
    split += [
        ["all", "y", ["=", [f, "y"], gain(normal(["upper", "y"], **at), normal("x", **at))]]
        for f, at in (("P", {}), ("Q", {"centre": "d"}))
    ]
    claim = ["->", ["and", law("P"), law("Q"), *split], ["<=", stick(0), "c"]]
    assert isinstance(reach(load(claim), sorts, {}), NoReach)


def test_three_laws_have_ratios_that_are_not_looked_at() -> None:
    given = [*GAUSSIAN, gained(normal, "R", centre="c")]
    assert isinstance(of_noise(given, ["<=", stick("e"), "c"], ("P", "Q", "R")), NoReach)


def test_laws_of_one_noise_may_have_two_spreads_and_two_kinds_of_noise_may_meet() -> None:
    given = [*POSITIVE, *CELLS, gained(normal, "P", spread=["*", 2, "s"]), gained(laplace, "Q", centre="d")]
    assert isinstance(of_noise(given, ["<=", stick("e"), "c"]), Reach)


def test_laws_that_are_no_noise_are_left_to_the_other_lanes() -> None:
    found = of_claim([], ["<=", stick("e"), "c"])
    assert isinstance(found, Reach) and found.lane == "R"
