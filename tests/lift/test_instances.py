"""A claim carries as far as a theorem of which it is an instance by logic alone; near that there is much that it is not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpsym.claims import settle
from dpsym.kernel import Checked
from dpsym.kernel.terms import load
from dpsym.lift import Reach, follows, follows_from_all, reach
from dpsym.lift.exact import FINITE
from dpsym.lift.instances import told_of
from dpsym.prove.scope import Used, reach_of
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


# ------------------------------------------------------------------------------------ several theorems, one after the other
MIDDLE = ["<=", stick("e1"), "b"]
KNOWN = ["<", "e1", "b"]  # so that these names are of the claim too
FIRST, SECOND = under([SMALL], MIDDLE), under([MIDDLE], LARGE)
OTHER_LAW = load(["->", ["and", law("P"), law("Q"), law("h"), SMALL], MIDDLE])
ONE_LAW = load(["->", ["and", law("P"), MIDDLE], LARGE])
NUMBERS = load(["->", ["<", 0, "k"], ["<", "e0", "d"]])
FRACTION = ["/", "k", "e0"]


def falling(value: Any) -> Tree:
    """That a function of numbers falls from e1 on."""
    return ["all", "u", ["->", ["<=", "e1", "u"], ["<=", value("u"), value("e1")]]]


FALLS = load(
    [
        "->",
        ["and", ["<=", ["G", "e1"], "d"], falling(lambda u: ["G", u]), ["<=", "e1", "e0"]],
        ["<=", ["G", "e0"], "d"],
    ]
)


def with_function(value: Any, put: Any = None) -> tuple[Tree, list[tuple[Tree, dict[str, Tree]]]]:
    """An instance of the theorem about a function of numbers, with a term in the place of its values, or another one; twice."""
    whole = under([["<=", "e1", "e0"], ["<=", value("e1"), "d"], falling(value)], ["<=", value("e0"), "d"])
    return whole, [(FALLS, {"G": load(["lam", "u", (put or value)("u")])})] * 2


def tail_of_any(u: Tree) -> Tree:
    """The integral of a function of which nothing is known, where the loss is large."""
    return ["sum", "y", ["*", ["ind", ["<", ["*", ["exp", u], Q()], P()]], ["h", "y"], ["h", "y"]]]


IN_TURN: dict[str, tuple[Tree, list[tuple[Tree, dict[str, Tree]]]]] = {
    "one after the other": (under([SMALL, KNOWN], LARGE), [(FIRST, {}), (SECOND, {})]),
    "with a number": (under([SMALL, KNOWN], LARGE), [(under([SMALL], ["<=", stick("t"), "b"]), {"t": "e1"}), (SECOND, {})]),
    "both say something": (under([SMALL, KNOWN], ["and", LARGE, MIDDLE]), [(FIRST, {}), (SECOND, {})]),
    "one of them about numbers": (
        under([["<", 0, "k"], SMALL], LARGE), [(NUMBERS, {}), (under([["<", "e0", "d"], SMALL], LARGE), {})]),
    "integrals in the place of a function of numbers": with_function(tail),
    "a number that one about numbers allows": (
        under([["<", 0, "k"], EVERY_P], LARGE),
        [(load(["->", ["<", 0, "k"], ["and", ["<", 0, FRACTION], ["<", FRACTION, 1]]]), {}),
         (under([["<=", ["*", "t", mass("f", "P")], "d"]], LARGE), {"t": load(FRACTION)})]),
}  # fmt: skip
NOT_IN_TURN: dict[str, tuple[Tree, list[tuple[Tree, dict[str, Tree]]]]] = {
    "integrals that may be infinite": with_function(tail_of_any),
    "an integral of another function": with_function(tail, stick),
    "an outcome in the place of a number": with_function(tail, lambda u: P()),
    "a number that is not allowed": (
        under([["<", 0, "k"], EVERY_P], LARGE),
        [(load(["->", ["<", 0, "k"], ["<", 0, FRACTION]]), {}),
         (under([["<=", ["*", "t", mass("f", "P")], "d"]], LARGE), {"t": load(FRACTION)})]),
    "about numbers of which the claim supposes nothing": (
        under([SMALL], LARGE), [(NUMBERS, {}), (under([["<", "e0", "d"], SMALL], LARGE), {})]),
    "in a circle": (under([KNOWN], LARGE), [(under([LARGE], MIDDLE), {}), (SECOND, {})]),
    "the last one first": (under([SMALL, KNOWN], LARGE), [(SECOND, {}), (FIRST, {})]),
    "without a link": (under([SMALL, KNOWN], LARGE), [(FIRST, {}), (under([["<=", stick("e1"), "c"]], LARGE), {})]),
    "at different numbers": (
        under([SMALL, KNOWN], LARGE), [(under([SMALL], ["<=", stick("t"), "b"]), {"t": "e0"}), (SECOND, {})]),
    "with a law that the claim does not have": (under([SMALL, KNOWN], LARGE), [(OTHER_LAW, {}), (SECOND, {})]),
    "with a law less": (under([SMALL, KNOWN], LARGE), [(FIRST, {}), (ONE_LAW, {})]),
    "with a number that nothing gives": (
        under([SMALL, KNOWN], LARGE), [(under([["<=", stick("k"), "d"]], MIDDLE), {}), (SECOND, {})]),
}  # fmt: skip


def in_turn(whole: Tree, parts: list[tuple[Tree, dict[str, Tree]]]) -> bool:
    return follows_from_all(whole, [(part, SIG, at) for part, at in parts], SIG, ("Y",))


@pytest.mark.parametrize("name", IN_TURN)
def test_theorems_one_after_the_other_give_a_claim(name: str) -> None:
    assert in_turn(*IN_TURN[name])


@pytest.mark.parametrize("name", NOT_IN_TURN)
def test_theorems_that_do_not_give_a_claim(name: str) -> None:
    assert not in_turn(*NOT_IN_TURN[name])


# What is concluded of two outcomes is no hypothesis about all two of them. P and Q uniform on (0, 1), f and g the identity: two
# outcomes almost never have one value, and each outcome has one value.
NEVER_EQUAL = [
    "=",
    ["sum", "y", ["sum", "w", ["*", ["ind", ["=", ["f", "y"], ["g", "w"]]], ["*", P("y"), Q("w")]]]],
    0,
]


def apart(v: str, w: str) -> Tree:
    return ["or", ["=", P(v), 0], ["=", Q(w), 0], ["not", ["=", ["f", v], ["g", w]]]]


OF_ALL_TWO, OF_EACH = ["all", "y", ["all", "w", apart("y", "w")]], ["all", "y", apart("y", "y")]
CONCLUDED, SUPPOSED = under([NEVER_EQUAL], OF_ALL_TWO), under([OF_ALL_TWO], OF_EACH)
FROM_THE_INTEGRAL, FROM_ALL_TWO = under([NEVER_EQUAL], OF_EACH), under([NEVER_EQUAL, OF_ALL_TWO], OF_EACH)
ONE_AFTER_THE_OTHER = [(CONCLUDED, {}), (SUPPOSED, {})]


def reach_from(whole: Tree, parts: list[tuple[Tree, dict[str, Tree]]]) -> Reach | None:
    used = [Used(Checked(SIG, {}, part), at, tuple) for part, at in parts]
    return reach_of(Checked(SIG, {}, whole), used)


def test_what_is_concluded_of_two_outcomes_is_not_supposed_of_all_two() -> None:
    for part in (CONCLUDED, SUPPOSED):  # each of the two carries to any outputs, in a reading of its own
        found = reach(part, SIG, {})
        assert isinstance(found, Reach) and (found.general, found.finite) == (("Y",), ()), found
    assert not in_turn(FROM_THE_INTEGRAL, ONE_AFTER_THE_OTHER)
    assert reach_from(FROM_THE_INTEGRAL, ONE_AFTER_THE_OTHER) is None


def test_what_the_claim_supposes_of_two_outcomes_may_be_used() -> None:
    assert in_turn(FROM_ALL_TWO, ONE_AFTER_THE_OTHER)
    found = reach_from(FROM_ALL_TWO, ONE_AFTER_THE_OTHER)
    assert found is not None and (found.general, found.finite, found.provisos) == (("Y",), (), ()), found


def test_of_a_finite_set_both_say_the_same() -> None:
    parts = [(part, SIG, at) for part, at in ONE_AFTER_THE_OTHER]
    assert follows_from_all(FROM_THE_INTEGRAL, parts, SIG, ())


# ------------------------------------------------------------------------------------------------ integrals without bound
# F >= 0 on a second set, of which nothing else is known: its integral may be infinite, and infinity is not below infinity + 1
SIGNS = ["all", "z", ["<=", 0, ["F", "z"]]]
NO_SHAPE = [
    "all",
    "k",
    ["<=", ["*", 0, "k"], ["sum", "z", ["*", ["ind", ["<", ["F", "z"], "k"]], ["N", "z"]]]],
]
WITH_F = {**SIG, "F": ("Z",), "L": ("Y", "Z")}
LESS = load(["->", ["<=", 0, "a"], ["<", "a", ["+", "a", 1]]])
MEAN_OF_F = ["sum", "z", ["*", ["N", "z"], ["F", "z"]]]
WITHOUT_BOUND: dict[str, Tree] = {
    "of one set": MEAN_OF_F,
    "over both sets": ["sum", "y", ["sum", "z", ["*", P(), ["N", "z"], ["F", "z"]]]],
    "over both sets, the other one first": ["sum", "z", ["sum", "y", ["*", P(), ["N", "z"], ["F", "z"]]]],
    "beside a law": ["sum", "y", ["*", P(), MEAN_OF_F]],
    "beside a law, in a power": ["sum", "y", ["*", P(), MEAN_OF_F, MEAN_OF_F]],
    "the number of elements": ["sum", "y", ["sum", "z", P()]],
    "in an exponential": ["exp", ["sum", "y", ["*", P(), MEAN_OF_F]]],
    "of squares of densities": ["sum", "y", ["sum", "z", ["*", P(), ["N", "z"], ["N", "z"]]]],
}
WITH_BOUND: dict[str, Tree] = {
    "a probability": ["sum", "z", ["*", ["N", "z"], ["ind", ["<", ["F", "z"], 1]]]],
    "a probability on both sets": [
        "sum",
        "y",
        ["*", P(), ["sum", "z", ["*", ["N", "z"], ["ind", ["<", ["F", "z"], 1]]]]],
    ],
    "a mean inside": ["sum", "y", ["sum", "z", ["*", P(), ["N", "z"], ["ind", ["<", ["F", "z"], 1]]]]],
}


def two_sets(given: list[Tree], conclusion: Tree) -> Tree:
    return load(["->", ["and", law("P"), law("N", "z"), SIGNS, *given], conclusion])


def of_two_sets(term: Tree) -> Reach | None:
    """The reach of "term < term + 1", which the claim has from "0 <= term" by a theorem about numbers."""
    parts = [(two_sets([], ["<=", 0, term]), {}), (LESS, {"a": load(term)})]
    used = [Used(Checked(WITH_F, {}, part), at, tuple) for part, at in parts]
    return reach_of(Checked(WITH_F, {}, two_sets([NO_SHAPE], ["<", term, ["+", term, 1]])), used)


@pytest.mark.parametrize("name", WITHOUT_BOUND)
def test_no_integral_that_may_be_infinite_stands_for_a_number(name: str) -> None:
    found = of_two_sets(WITHOUT_BOUND[name])
    assert found is None or "Z" not in found.general or FINITE in found.provisos, found


@pytest.mark.parametrize("name", WITH_BOUND)
def test_integrals_with_a_bound_stand_for_numbers(name: str) -> None:
    found = of_two_sets(WITH_BOUND[name])
    assert found is not None and (found.general, found.provisos) == (("Y", "Z"), ()), found


def test_what_is_supposed_of_a_bound_name_is_not_believed_of_a_free_one() -> None:
    """The claim has a function h and says something of every law h besides."""
    of_laws = ["all", "h", ["->", law("h"), ["<=", 0, ["sum", "y", ["h", "y"]]]]]
    total = ["sum", "y", ["h", "y"]]
    signs = ["all", "y", ["<=", 0, ["h", "y"]]]
    whole = under([signs], ["and", ["<", total, ["+", total, 1]], of_laws])
    part = under([signs], ["and", ["<=", 0, total], of_laws])
    assert not follows_from_all(whole, [(part, SIG, {}), (LESS, SIG, {"a": load(total)})], SIG, ("Y",))


# ------------------------------------------------------------------------------- values of which what is supposed says nothing
# What is supposed for all numbers and outcomes holds outside of a null set for each number. On (0, 1), with h(y) = y, the
# function [t = y] / t of t and y is 0 for each t almost everywhere, and its mean at t = h(y) is infinite; so is the sum of the
# K(y, y) for the kernel on the natural numbers that keeps each of them, and the sum of any number over these.
OF_A_NUMBER = {**SIG, "L": ("R", "Y")}
A_TEST_FOR_EACH = ["all", "t", ["all", "y", ["and", ["<=", 0, ["H", "t", "y"]], ["<=", ["H", "t", "y"], 1]]]]
A_LAW_FOR_EACH = [
    "and",
    ["all", "t", ["all", "y", ["<=", 0, ["L", "t", "y"]]]],
    ["all", "t", ["=", ["sum", "y", ["L", "t", "y"]], 1]],
]
OF_KERNEL = [
    "and",
    ["all", "x", ["all", "y", ["<=", 0, ["U", "x", "y"]]]],
    ["all", "x", ["=", ["sum", "y", ["U", "x", "y"]], 1]],
]
MIXED = ["all", "y", ["=", Q(), ["sum", "x", ["*", P("x"), ["U", "x", "y"]]]]]
OF_TEST = ["<=", 0, ["sum", "y", ["*", P(), ["+", ["^", ["H", "e", "y"], 2], ["^", ["h", "y"], 2]]]]]
OF_FAMILY = ["<=", ["sum", "y", ["L", 2, "y"]], 1]
OF_MIXTURE = TOTAL = ["=", ["sum", "y", Q()], 1]

# what is supposed in the theorem and besides in the claim, what both conclude, and the integral that is to be a number
SAYS_NOTHING: dict[str, tuple[list[Tree], list[Tree], Tree, Tree]] = {
    "a test at a number that the outcome gives": (
        [], [A_TEST_FOR_EACH], OF_TEST, ["sum", "y", ["*", P(), ["H", ["h", "y"], "y"]]]),
    "the same, less than a number": (
        [], [A_TEST_FOR_EACH], OF_TEST, ["sum", "y", ["*", P(), ["H", ["+", ["h", "y"], "e"], "y"]]]),
    "the same, inside of an indicator": (
        [], [A_TEST_FOR_EACH], OF_TEST,
        ["sum", "y", ["*", P(), ["ind", ["<", 0, ["h", "y"]]], ["H", ["ind", ["<", 0, ["h", "y"]]], "y"]]]),
    "a law at a number that the outcome gives": (
        [A_LAW_FOR_EACH], [], OF_FAMILY, ["sum", "y", ["L", P(), "y"]]),
    "the trace of a kernel": ([OF_KERNEL, MIXED], [], OF_MIXTURE, ["sum", "y", ["U", "y", "y"]]),
    "the trace of a kernel, beside a test": (
        [OF_KERNEL, MIXED], [], OF_MIXTURE, ["sum", "y", ["*", ["U", "y", "y"], ["ind", ["<", 0, P()]]]]),
    "the number of outcomes": ([], [], TOTAL, ["sum", "y", ["sum", "x", P("x")]]),
    "the number of likely outcomes": (
        [], [], TOTAL, ["sum", "y", ["sum", "x", ["*", P("x"), ["ind", ["<", 0, Q("y")]]]]]),
    "the number of outcomes, by pairs of equal ones": (
        [], [], TOTAL, ["sum", "y", ["sum", "x", ["*", P("x"), ["ind", ["eq", "x", "y"]]]]]),
}  # fmt: skip
SAYS_ENOUGH: dict[str, tuple[list[Tree], list[Tree], Tree, Tree]] = {
    "a test at a number": ([], [A_TEST_FOR_EACH], OF_TEST, ["sum", "y", ["*", P(), ["H", "e", "y"]]]),
    "a test at a number that is made of numbers": (
        [], [A_TEST_FOR_EACH], OF_TEST, ["sum", "y", ["*", P(), ["H", ["+", "e", 1], "y"]]]),
    "a probability of two outcomes": (
        [], [], TOTAL, ["sum", "y", ["*", P(), ["sum", "x", ["*", Q("x"), ["ind", ["<", P("x"), P("y")]]]]]]),
    "a law at a number": ([A_LAW_FOR_EACH], [], OF_FAMILY, ["sum", "y", ["L", ["exp", 1], "y"]]),
    "the mean of a kernel": (
        [OF_KERNEL, MIXED], [], OF_MIXTURE, ["sum", "y", ["*", Q(), ["ind", ["<", 0, P()]]]]),
}  # fmt: skip


def one_more(supposed: list[Tree], besides: list[Tree], concluded: Tree, term: Tree) -> Reach | None:
    """The reach of "..., and term < term + 1", from a theorem that carries to any outputs and one about numbers."""
    part = under(supposed, concluded)
    found = reach(part, OF_A_NUMBER, {})
    assert isinstance(found, Reach) and (found.general, found.finite, found.provisos) == (("Y",), (), ()), (
        found
    )
    whole = under([*supposed, *besides], ["and", concluded, ["<", term, ["+", term, 1]]])
    less = load(["<", "a", ["+", "a", 1]])
    used = [
        Used(Checked(OF_A_NUMBER, {}, part), {}, tuple),
        Used(Checked(OF_A_NUMBER, {}, less), {"a": load(term)}, tuple),
    ]
    return reach_of(Checked(OF_A_NUMBER, {}, whole), used)


@pytest.mark.parametrize("name", SAYS_NOTHING)
def test_no_value_of_which_nothing_is_known_is_in_an_integral_that_stands_for_a_number(name: str) -> None:
    assert one_more(*SAYS_NOTHING[name]) is None


@pytest.mark.parametrize("name", SAYS_ENOUGH)
def test_values_of_which_something_is_supposed_may_be_in_it(name: str) -> None:
    found = one_more(*SAYS_ENOUGH[name])
    assert found is not None and (found.general, found.provisos) == (("Y",), ()), found


def test_what_is_supposed_for_all_arguments_says_nothing_where_an_outcome_moves_or_stands_twice() -> None:
    known = [
        ["H", "e", "y"],
        ["H", ["+", "e", 1], "y"],
        ["G", ["h", "y"]],
        ["U", "x", "y"],
        ["h", "y"],
        ["J", "e", "x", "y"],
    ]
    unknown = [
        ["H", ["h", "y"], "y"],
        ["H", ["+", 1, ["h", "x"]], "y"],
        ["U", "y", "y"],
        ["J", "e", "y", "y"],
    ]
    assert all(told_of(load(t), SIG) for t in known) and not any(told_of(load(t), SIG) for t in unknown)


INTEGRAL = ["sum", "y", ["*", ["h", "y"], P()]]


@pytest.mark.parametrize(
    "conclusion",
    [["<=", ["-", INTEGRAL, INTEGRAL], 0], ["<", 0, ["+", 1, ["-", INTEGRAL, INTEGRAL]]], ["<=", ["*", 0, INTEGRAL], 0]],
)  # fmt: skip
def test_arithmetic_is_done_with_numbers_alone(conclusion: Tree) -> None:
    """Infinity less infinity is no number."""
    assert not follows(under([SMALL], conclusion), under([SMALL], LARGE), SIG, SIG, {})
    assert not in_turn(under([SMALL, KNOWN], conclusion), [(FIRST, {}), (SECOND, {})])


# ------------------------------------------------------------------------------------------------ numbers and constants
def at_prior(p: Tree) -> Tree:
    """A bound that is written with a case for the prior 0, as posteriors are."""
    none = ["ind", ["<=", p, 0]]
    return ["<=", ["+", ["*", none, 0], ["*", ["-", 1, none], ["*", p, mass("f", "P")]]], "d"]


RANGE = ["and", ["<=", 0, "p"], ["<=", "p", 1]]
EVERY_PRIOR = ["all", "p", ["->", RANGE, at_prior("p")]]
RISE = ["/", 1, ["+", 1, ["exp", "e0"]]]
PLAIN = ["<=", ["*", Fraction(1, 2), mass("f", "P")], "d"]
OF_NUMBERS: dict[str, tuple[list[Tree], list[Tree], dict[str, Tree], bool]] = {
    "a prior that is a ratio": ([EVERY_PRIOR], [at_prior("t")], {"t": load(RISE)}, True),
    "a constant prior, without its cases": ([EVERY_PRIOR], [PLAIN], {}, True),
    "a constant prior that is not allowed": ([EVERY_PRIOR], [["<=", ["*", 2, mass("f", "P")], "d"]], {}, False),
    "the prior 0, without its cases": ([EVERY_PRIOR], [["<=", ["*", 0, mass("f", "P")], "d"]], {}, False),
    "another constant": ([EVERY_PRIOR], [["<=", ["*", Fraction(1, 2), mass("f", "P")], ["*", Fraction(1, 3), "d"]]], {}, False),
    "a ratio that may be above 1": ([EVERY_PRIOR], [at_prior("t")], {"t": load(["/", ["+", 1, ["exp", "e0"]], ["exp",
        "e0"]])}, False),
    "a ratio with a denominator of any sign": ([EVERY_PRIOR], [at_prior("t")], {"t": load(["/", 1, ["+", 1, "e0"]])}, False),
    "a ratio with a difference below": ([EVERY_PRIOR], [at_prior("t")], {"t": load(["/", 1, ["-", ["exp", "e0"], 1]])}, False),
    "a ratio of unknown numbers": ([EVERY_PRIOR], [at_prior("t")], {"t": load(["/", "k", ["+", "k", ["exp", "e0"]]])}, False),
    "a product above its bound": ([EVERY_PRIOR], [at_prior("t")], {"t": load(["*", 2, RISE])}, False),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_a_hypothesis_for_all_numbers_is_read_where_its_conditions_hold(name: str) -> None:
    given, of_part, at, holds = OF_NUMBERS[name]
    assert follows(under(given, LARGE), under(of_part, LARGE), SIG, SIG, at) is holds


def test_no_product_of_0_and_a_sum_is_worked_out() -> None:
    from dpsym.lift.instances import folded

    infinite = load(["*", 0, stick("e0")])
    assert folded(infinite) == infinite and folded(load(["*", 0, "e0"])) == load(0)
    assert folded(load(["ind", ["<", "e0", 0]])) == load(["ind", ["<", "e0", 0]])
