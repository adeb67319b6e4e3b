"""A claim carries as far as a theorem of which it is an instance by logic alone; near that there is much that it is not."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.claims import settle
from dpsym.kernel.terms import load
from dpsym.lift import follows
from tests.lift.claims_of_pairs import SIG, P, Q, law, mass, moment, orders, pure, stick, tail

Tree = Any
LAWS = [law("P"), law("Q")]
BELOW = ["->", ["<", 0, "p"], ["->", ["<", "p", 1], ["<=", ["*", "p", mass("f", "P")], "d"]]]
EVERY_P = ["all", "p", BELOW]


def under(given: list[Tree], conclusion: Tree) -> Tree:
    return load(["->", ["and", *LAWS, *given], conclusion])


def at_half(body: Tree) -> Tree:
    return ["<=", ["*", ["/", 1, 2], mass("f", "P")], body]


HALF = load(["/", 1, 2])
SMALL, LARGE = ["<=", stick("e0"), "d"], ["<=", tail("e0"), "d"]
MOMENT = ["<=", moment("a"), ["exp", ["*", ["-", "a", 1], "b"]]]
OF_ORDER = under([["<", 1, "a"], MOMENT], ["<=", moment("a"), "d"])

# claim, theorem, numbers in place of its names
INSTANCES: dict[str, tuple[Tree, Tree, dict[str, Tree]]] = {
    "itself": (under([SMALL], LARGE), under([SMALL], LARGE), {}),
    "with one hypothesis more": (under([SMALL, ["<", 0, "e0"]], LARGE), under([SMALL], LARGE), {}),
    "a prior of many": (
        under([EVERY_P], LARGE), under([["<", 0, "t"], ["<", "t", 1], ["<=", ["*", "t", mass("f", "P")], "d"]],
            LARGE), {"t": HALF}),
    "order by order": (
        under([orders(["<=", moment("a"), ["exp", ["*", "a", ["-", "a", 1], "rho"]]])], orders(["<=", moment("a"), "d"])),
        OF_ORDER, {"b": load(["*", "a", "rho"])}),
    "for all outputs, order by order": (
        under([["all", "y", orders(["<=", ["*", "a", P()], ["*", "rho", Q()]])]], orders(["<=", stick("a"), "d"])),
        under([["<", 1, "a"], ["all", "y", ["<=", ["*", "a", P()], ["*", "rho", Q()]]]], ["<=", stick("a"), "d"]), {}),
    "both conclusions": (under([SMALL], ["and", LARGE, SMALL]), under([SMALL], ["and", LARGE, SMALL]), {}),
    "a number by its sign": (
        under([["<", 0, "k"], ["<", 0, "rho"], SMALL], LARGE), under([["<=", 0, "b"], SMALL], LARGE),
            {"b": load(["*", "k", "rho"])}),
}  # fmt: skip
NO_INSTANCES: dict[str, tuple[Tree, Tree, dict[str, Tree]]] = {
    "a hypothesis is missing": (under([], LARGE), under([SMALL], LARGE), {}),
    "another conclusion": (under([SMALL], LARGE), under([SMALL], ["<=", tail("e1"), "d"]), {}),
    "more is concluded": (under([SMALL], ["and", LARGE, pure("e0")]), under([SMALL], LARGE), {}),
    "the converse": (under([LARGE], SMALL), under([SMALL], LARGE), {}),
    "the laws exchanged": (
        under([["<=", mass("f", "P"), "d"]], LARGE), under([["<=", mass("f", "Q"), "d"]], LARGE), {}),
    "a prior that is not allowed": (
        under([EVERY_P], LARGE), under([["<=", ["*", "t", mass("f", "P")], "d"]], LARGE), {"t": load(2)}),
    "the end of what is allowed": (
        under([EVERY_P], LARGE), under([["<=", ["*", "t", mass("f", "P")], "d"]], LARGE), {"t": load(1)}),
    "a prior of which nothing is known": (
        under([EVERY_P], LARGE), under([["<=", ["*", "k", mass("f", "P")], "d"]], LARGE), {}),
    "some prior": (
        under([["ex", "p", ["<=", ["*", "p", mass("f", "P")], "d"]]], LARGE), under([at_half("d")], LARGE), {}),
    "every prior in the theorem": (under([at_half("d")], LARGE), under([EVERY_P], LARGE), {}),
    "two priors as if one": (
        under([["all", "p", ["all", "t", ["<=", ["*", "p", mass("f", "P")], ["*", "t", mass("f", "Q")]]]]], LARGE),
        under([["all", "p", ["<=", ["*", "p", mass("f", "P")], ["*", "p", ["*", "p", mass("f", "Q")]]]]], LARGE), {}),
    "one order for all": (
        under([["<", 1, "a"], MOMENT], orders(["<=", moment("a"), "d"])), OF_ORDER, {}),
    "an order below 1": (
        under([orders(MOMENT)], ["all", "a", ["<=", moment("a"), "d"]]), OF_ORDER, {}),
    "another power": (
        under([orders(["<=", moment("a"), ["exp", ["*", "a", "a", "rho"]]])], orders(["<=", moment("a"), "d"])),
        OF_ORDER, {"b": load(["*", "a", "rho"])}),
    "a sum in place of a number": (under([SMALL], ["<=", tail("e0"), stick("e1")]), under([SMALL], ["<=", tail("e0"), "b"]), {
        "b": load(stick("e1"))}),
    "a function in place of a number": (under([SMALL], LARGE), under([SMALL], LARGE), {"P": "Q"}),
    "one output for all": (
        under([["all", "y", ["<=", P(), Q()]]], ["all", "y", ["<=", P("y"), Q("y")]]),
        under([["<=", P("w"), Q("w")]], ["all", "y", ["<=", P("y"), Q("y")]]), {}),
    "some output": (
        under([["ex", "y", ["<=", P(), Q()]]], LARGE), under([["all", "y", ["<=", P(), Q()]]], LARGE), {}),
    "at every outcome some number": (
        under([["all", "y", ["ex", "k", ["<=", P(), ["*", "k", Q()]]]]], LARGE),
        under([["ex", "k", ["all", "y", ["<=", P(), ["*", "k", Q()]]]]], LARGE), {}),
    "a number that may be 0 below a fraction": (
        under([["<=", 0, "k"], SMALL], LARGE), under([["<=", 0, "b"], SMALL], LARGE), {"b": load(["/", 1, "k"])}),
    "a difference of positive numbers": (
        under([["<", 0, "k"], ["<", 0, "rho"], SMALL], LARGE), under([["<=", 0, "b"], SMALL], LARGE),
            {"b": load(["-", "k", "rho"])}),
    "a bound name that would be caught": (
        under([["all", "p", ["all", "k", ["<=", ["*", "p", mass("f", "P")], ["*", "k", mass("f", "Q")]]]]], LARGE),
        under([["all", "k", ["<=", ["*", "k", mass("f", "P")], ["*", "k", mass("f", "Q")]]], ["<=", "d", 0]], LARGE), {}),
}  # fmt: skip


@pytest.mark.parametrize("name", INSTANCES)
def test_an_instance_is_seen(name: str) -> None:
    whole, part, at = INSTANCES[name]
    assert follows(whole, part, SIG, SIG, at)


@pytest.mark.parametrize("name", NO_INSTANCES)
def test_what_is_no_instance_is_refused(name: str) -> None:
    whole, part, at = NO_INSTANCES[name]
    assert not follows(whole, part, SIG, SIG, at)


def test_names_with_other_sorts_are_other_names() -> None:
    whole = under([SMALL], LARGE)
    assert not follows(whole, whole, SIG, {**SIG, "f": ("Z",), "e0": "Z"}, {})


def test_a_claim_of_every_order_carries_as_far_as_that_of_one() -> None:
    answer = settle("for a >= 0: post(ZCDP(a)) => ZCDP(a)")
    assert (answer.verdict, answer.scope) == (
        "proved",
        "all finite outputs; any outputs by the reduction lemma",
    )
