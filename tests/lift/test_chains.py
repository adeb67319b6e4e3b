"""Any number of mechanisms, each chosen by the transcript so far: what carries to general spaces along the chain, and what need
not: choices among infinitely many inputs, limits, what no finite set of inputs can do."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.claims import settle
from dpsym.kernel.terms import load
from dpsym.lift import NoReach, Reach, reach
from tests.lift.claims_of_pairs import is_event, is_test, some

Tree = Any
SIG: dict[str, Any] = {
    **dict.fromkeys(("A", "B", "E"), ("R", "Y")), **dict.fromkeys(("K", "L", "M"), ("R", "Y", "Y")),
    **dict.fromkeys(("P", "Q", "S", "T", "f", "g", "C", "D"), ("Y",)), **dict.fromkeys(("U", "V", "W"), ("Y", "Y")),
        "G": ("R",),
    **dict.fromkeys(("x", "y", "w", "z"), "Y"), "r": ("Z", "Y"), "i": "Z",
    **dict.fromkeys(("j", "k", "n", "m", "e", "d", "a", "c", "p", "t", "u", "b"), "R"),
}  # fmt: skip


def each(v: str, t: Tree) -> Tree:
    return ["all", v, t]


def every(t: Tree, j: str = "j") -> Tree:
    """For every natural number j."""
    return each(j, ["->", ["nat", j], t])


def total(t: Tree, v: str = "y") -> Tree:
    return ["sum", v, t]


def law_of(t: Tree, v: str = "y") -> Tree:
    return ["and", each(v, ["<=", 0, t]), ["=", total(t, v), 1]]


def next_law(law: str, family: str, j: Tree = "j") -> Tree:
    """That the next law is made by the family."""
    made = total(["*", [law, j, "x"], [family, j, "x", "y"]], "x")
    return each("y", ["=", [law, ["+", j, 1], "y"], made])


def by_events(a: Tree, b: Tree, e: Tree = "e", d: Tree = 0, s: str = "S") -> Tree:
    body = ["<=", total(["*", [s, "y"], a]), ["+", ["*", ["exp", e], total(["*", [s, "y"], b])], d]]
    return each(s, ["->", is_event(s), body])


def nothing(a: Tree, b: Tree) -> Tree:
    return ["->", ["=", b, 0], ["=", a, 0]]


def moment(a: Tree, b: Tree, order: Tree = 2) -> Tree:
    both = ["ind", ["and", ["<", 0, a], ["<", 0, b]]]
    return total(["*", both, ["exp", ["+", ["*", order, ["log", a]], ["*", ["-", 1, order], ["log", b]]]]])


def stick(a: Tree, b: Tree, u: Tree = "e") -> Tree:
    scaled = ["*", ["exp", u], b]
    return total(["*", ["ind", ["<", scaled, a]], ["-", a, scaled]])


def tail(a: Tree, b: Tree, u: Tree = "e", relation: str = "<") -> Tree:
    return total(["*", ["ind", [relation, ["*", ["exp", u], b], a]], a])


K, L = ["K", "j", "x", "y"], ["L", "j", "x", "y"]
A0, B0 = ["A", 0, "y"], ["B", 0, "y"]
An, Bn = ["A", "n", "y"], ["B", "n", "y"]
Ak, Bk = ["A", ["+", "n", 1], "y"], ["B", ["+", "n", 1], "y"]
P, Q = ["P", "y"], ["Q", "y"]
START = [law_of(A0), each("y", ["=", A0, B0])]
FAMILIES = [every(each("x", law_of(K))), every(each("x", law_of(L)))]
MADE = [every(next_law("A", "K")), every(next_law("B", "L"))]
CHAIN = [*START, *FAMILIES, *MADE]
PRIVATE = every(each("x", by_events(K, L)))
FINITE = every(each("x", ["and", each("y", nothing(K, L)), ["<=", moment(K, L), "d"]]))
LAST = some(
    "m",
    ["nat", "m"],
    ["=", "k", "m"],
    each("y", ["=", P, ["A", "m", "y"]]),
    each("y", ["=", Q, ["B", "m", "y"]]),
)
OF_LAWS = [law_of(P), law_of(Q)]
SAID = by_events(An, Bn, ["*", "n", "e"])


def of_n(t: Tree) -> Tree:
    return every(t, "n")


def bounded(f: str, a: Tree, c: Tree, t: Tree) -> Tree:
    """For every test of a mass of at most c."""
    return each(f, ["->", is_test(f), ["->", ["<=", total(["*", [f, "y"], a]), c], t]])


def of_chain(given: list[Tree], conclusion: Tree) -> Reach | NoReach | None:
    return reach(load(["->", ["and", *given], conclusion]), SIG, {})


WHOLE = [*CHAIN, PRIVATE]
REFUSED: dict[str, tuple[list[Tree], Tree]] = {
    # true of finitely many inputs: some input is the best, some number of steps is enough, some mass is the least
    "some number of mechanisms after which nothing is lost": (WHOLE, some("n", ["nat", "n"], SAID)),
    "some loss bounds all transcripts": (CHAIN, of_n(some("c", by_events(An, Bn, "c")))),
    "the loss of each input bounds one loss": ([*CHAIN, every(each("x", some("c", by_events(K, L, "c"))))],
        of_n(some("c", by_events(An, Bn, "c")))),
    "an output that is certain of each input": (
        [*CHAIN, every(each("x", some("y", ["<=", 1, K])))], of_n(some("y", ["<", 0, An]))),
    "maps of inputs": ([*WHOLE, every(each("x", each("y", ["or", ["=", K, 0], ["=", K, 1]])))], of_n(SAID)),
    "maps of inputs, one to one": (
        [*WHOLE, every(each("y", ["=", total(K, "x"), 1]))], of_n(each("y", ["<=", An, 1]))),
    "as many outputs as inputs": (WHOLE, of_n(["<=", 1, total(1)])),
    "a possible output has a least mass": (WHOLE, of_n(some("c", ["<", 0, "c"], each("y", ["or", ["=", An, 0], ["<=",
        "c", An]])))),
    # what is supposed of pairs of inputs, or of inputs after numbers, has no null set for each input
    "inputs compared": (
        [*CHAIN, every(each("x", each("w", by_events(K, ["L", "j", "w", "y"]))))], of_n(SAID)),
    "a loss for each number, before the input": (
        [*CHAIN, every(each("t", ["->", ["<", "e", "t"], each("x", by_events(K, L, "t"))]))], of_n(SAID)),
    "some input": ([*WHOLE, every(some("x", by_events(L, K)))], of_n(SAID)),
    "an input that is an output": ([*CHAIN, every(each("x", each("y", ["<=", K, ["L", "j", "y", "x"]])))], of_n(SAID)),
    "an input at which a test is read": (
        [*CHAIN, is_event("T"), every(each("x", ["->", ["=", ["T", "x"], 1], by_events(K, L)]))], of_n(SAID)),
    "an input that is the output": ([*WHOLE, every(each("x", each("y", ["->", ["eq", "x", "y"], ["<=", K, L]])))], of_n(SAID)),
    "the loss depends on the input": (
        [*CHAIN, every(each("x", by_events(K, L, ["E", "j", "x"])))], of_n(SAID)),
    "a budget that outputs carry": (
        [*WHOLE, every(each("x", each("y", ["->", ["<", 0, K], ["<=", ["E", "j", "x"], ["E", ["+", "j", 1],
            "y"]]])))], of_n(SAID)),
    # no sequence of laws, or not of all numbers
    "a first law without its total": ([each("y", ["<=", 0, A0]), START[1], *FAMILIES, *MADE, PRIVATE], of_n(SAID)),
    "a first law without its sign": ([["=", total(A0), 1], START[1], *FAMILIES, *MADE, PRIVATE], of_n(SAID)),
    "another first law of which nothing is known": ([START[0], *FAMILIES, *MADE, PRIVATE], of_n(SAID)),
    "families that need not be laws": ([*START, FAMILIES[0], *MADE, PRIVATE], of_n(SAID)),
    "families that are laws where the input is likely": (
        [*START, FAMILIES[0], every(each("x", ["->", ["<", 0, ["B", "j", "x"]], law_of(L)])), *MADE, PRIVATE], of_n(SAID)),
    "families that are laws with one number": (
        [*START, FAMILIES[0], each("x", law_of(["L", 0, "x", "y"])), *MADE, PRIVATE], of_n(SAID)),
    "laws that go on in two ways": ([*WHOLE, every(next_law("A", "M")), every(each("x", law_of(["M", "j", "x",
        "y"])))], of_n(SAID)),
    "numbers that need not be natural": ([*START, *FAMILIES, each("j", next_law("A", "K")), MADE[1], PRIVATE], of_n(SAID)),
    "a law two steps on": ([*START, *FAMILIES, MADE[1], PRIVATE, every(each("y", ["=", ["A", ["+", "j", 2], "y"], total(["*", [
        "A", "j", "x"], K], "x")]))], of_n(SAID)),
    "a law before the last": (
        [*WHOLE, every(each("y", ["<=", ["A", "j", "y"], ["*", 2, ["A", ["+", "j", 1], "y"]]]))], of_n(SAID)),
    "a law in the middle that is a limit": (
        [*WHOLE, each("y", ["=", ["A", 5, "y"], A0])], of_n(SAID)),
    "a family with another number": ([*WHOLE, every(each("x", by_events(K, ["K", ["+", "j", 1], "x", "y"])))], of_n(SAID)),
    "the first families": ([*CHAIN, each("x", by_events(["K", 0, "x", "y"], ["L", 0, "x", "y"]))], of_n(SAID)),
    # what partitions do not keep of infinitely many laws
    "a moment without finite losses": ([*CHAIN, every(each("x", ["<=", moment(K, L), "d"]))], of_n(["<=", stick(An, Bn), "d"])),
    "a tail of each": ([*CHAIN, every(each("x", ["<=", tail(K, L), "d"]))], of_n(["<=", stick(An, Bn), ["*", "n", "d"]])),
    "a hockey stick of each from below": ([*CHAIN, every(each("x", ["<=", "d", stick(K, L)]))], of_n(["<=", "d",
        stick(An, Bn)])),
    "strictly smaller masses": ([*CHAIN, every(each("x", each("y", ["<", K, ["+", K, L]])))], of_n(SAID)),
    "a half of each law": (
        [*CHAIN, every(each("x", some("S", is_event("S"), ["=", ["*", 2, total(["*", ["S", "y"], K])], 1])))], ["<", 1, 0]),
    # conclusions that masses which are near need not fail
    "strictly below a hockey stick": (WHOLE, of_n(["<", stick(An, Bn), "d"])),
    "strictly below a moment": ([*CHAIN, FINITE], of_n(["<", moment(An, Bn), "d"])),
    "a moment from below": ([*CHAIN, FINITE], of_n(["<=", "d", moment(An, Bn)])),
    "a moment that is known": ([*CHAIN, FINITE], of_n(["=", "d", moment(An, Bn)])),
    "two moments": ([*CHAIN, FINITE], of_n(["<=", moment(An, Bn), moment(Bn, An)])),
    "a tail from below": (WHOLE, of_n(["<=", "d", tail(An, Bn)])),
    "a tail with its edge": (WHOLE, of_n(["<=", tail(An, Bn, relation="<="), "d"])),
    "no output is impossible": (WHOLE, of_n(each("y", ["<", Bn, ["+", An, Bn]]))),
    "where a condition with an edge holds": (WHOLE, of_n(each("y", ["->", ["<=", An, Bn], ["<=", Bn, An]]))),
    "a ratio without a sign": (WHOLE, of_n(each("y", ["<=", ["*", An, ["/", 1, ["-", An, Bn]]], "c"]))),
    "a ratio with weights of any sign": (
        WHOLE, of_n(each("y", ["<=", ["*", An, ["/", 1, ["+", An, ["*", "p", Bn]]]], "c"]))),
    "any function of a probability": (
        WHOLE, of_n(each("f", ["->", is_test("f"), ["<=", total(["*", ["f", "y"], An]), ["G", total(["*", ["f", "y"],
            Bn])]]]))),
    "the logarithm of a probability": (
        WHOLE, of_n(each("f", ["->", is_test("f"), ["<=", ["log", total(["*", ["f", "y"], An])], "e"]]))),
    "an event of small probability": (
        WHOLE, of_n(each("S", ["->", is_event("S"), ["->", ["<=", total(["*", ["S", "y"], An]), "c"], [
            "<=", total(["*", ["S", "y"], Bn]), "d"]]]))),
    "a test of a probability that is known": (
        WHOLE, of_n(each("f", ["->", is_test("f"), ["->", ["=", total(["*", ["f", "y"], An]), "c"], [
            "<=", total(["*", ["f", "y"], Bn]), "d"]]]))),
    "a test that is likely": (
        WHOLE, of_n(each("f", ["->", is_test("f"), ["->", ["<=", "c", total(["*", ["f", "y"], An])], [
            "<=", total(["*", ["f", "y"], Bn]), "d"]]]))),
    "the best of all tests": (
        WHOLE, of_n(some("g", is_test("g"), bounded("f", An, "c", ["<=", total(["*", ["f", "y"], Bn]), total(["*",
            ["g", "y"], Bn])])))),
    "the product of two tests": (
        WHOLE, of_n(each("f", ["->", is_test("f"), each("g", ["->", is_test("g"), ["<=", total(["*", ["f", "y"], ["g",
            "y"], An]), "d"]])]))),
    # more than one number, or one that is not natural
    "laws with different numbers, compared": (WHOLE, of_n(each("y", ["<=", Ak, ["*", ["exp", "e"], An]]))),
    "laws with different numbers in one sum": (WHOLE, of_n(["<=", stick(Ak, An), "d"])),
    "a tail, and another number": (WHOLE, of_n(["and", ["<=", tail(An, Bn), "d"], ["<=", stick(Ak, Bk), "d"]])),
    "the number before": (WHOLE, of_n(by_events(["A", ["-", "n", 1], "y"], ["B", ["-", "n", 1], "y"]))),
    "any number": (WHOLE, each("n", SAID)),
    "the number of a law is a probability": (WHOLE, of_n(["<=", stick(["A", stick(An, Bn), "y"], Bn), "d"])),
    "a conclusion about each mechanism": (WHOLE, of_n(each("x", by_events(["K", "n", "x", "y"], ["L", "n", "x", "y"])))),
    "the mean loss of the next mechanism": (
        WHOLE, of_n(["<=", total(["*", ["A", "n", "x"], stick(["K", "n", "x", "y"], ["L", "n", "x", "y"])], "x"), "d"])),
    "an index set in the conclusion": (WHOLE, of_n(each("i", each("y", ["<=", An, ["*", ["r", "i", "y"], Bn]])))),
    # the laws that are named
    "more of a law that is named": ([*WHOLE, *OF_LAWS, LAST, ["<=", tail(P, Q), "d"]], by_events(P, Q)),
    "a law that is the end of some chain": (
        [*WHOLE, *OF_LAWS, some("m", ["nat", "m"], each("y", ["<=", P, ["A", "m", "y"]]))], by_events(P, Q)),
    "a law with a number that need not be natural": (
        [*WHOLE, *OF_LAWS, some("m", ["=", "k", "m"], each("y", ["=", P, ["A", "m", "y"]]), each("y", ["=", Q, ["B",
            "m", "y"]]))],
        by_events(P, Q)),
    "one law with two numbers": ([*WHOLE, *OF_LAWS, LAST, some("u", ["nat", "u"], each("y", ["=", P, ["A", "u",
        "y"]]))], by_events(P, Q)),
    "a limit of laws": ([*WHOLE, *OF_LAWS, every(each("y", ["<=", P, ["A", "j", "y"]]))], by_events(P, Q)),
}  # fmt: skip

LIFTED: dict[str, tuple[list[Tree], Tree]] = {
    "losses add up": (WHOLE, of_n(SAID)),
    "of laws that are named": ([*WHOLE, *OF_LAWS, LAST], by_events(P, Q, ["*", "k", "e"])),
    "hockey sticks from one number to the next": (WHOLE, of_n(["<=", stick(Ak, Bk), ["*", ["exp", "e"], stick(An, Bn)]])),
    "moments": ([*CHAIN, FINITE], of_n(["and", each("y", nothing(An, Bn)), ["<=", moment(An, Bn), ["exp", ["*", "n", "d"]]]])),
    "a tail": (WHOLE, of_n(["<=", tail(An, Bn), "d"])),
    "what is left of a tail": (WHOLE, of_n(["<=", "d", total(["*", ["ind", ["<=", An, ["*", ["exp", "e"], Bn]]], An])])),
    "a level of a test": (WHOLE, of_n(bounded("f", Bn, "c", ["<=", total(["*", ["f", "y"], An]), ["*", ["exp", "e"], "c"]]))),
    "masses of outputs": (WHOLE, of_n(each("y", ["<=", An, ["*", ["exp", "e"], Bn]]))),
    "a posterior": ([*WHOLE, ["<", 0, "p"], ["<", "p", 1]], of_n(each("y", ["->", ["<", 0, ["+", An, Bn]], [
        "<=", ["*", "p", An, ["/", 1, ["+", ["*", "p", An], ["*", ["-", 1, "p"], Bn]]]], "c"]]))),
    "laws": (CHAIN, of_n(["and", law_of(An), law_of(Bn)])),
    "one family for both": ([*START, FAMILIES[0], every(next_law("A", "K")), every(next_law("B", "K"))],
        of_n(by_events(An, Bn))),
    "other first laws": ([law_of(A0), law_of(B0), by_events(A0, B0), *FAMILIES, *MADE, PRIVATE], of_n(SAID)),
    "an order that is given": ([*CHAIN, ["<", 1, "a"], every(each("x", ["and", each("y", nothing(K, L)), [
        "<=", moment(K, L, "a"), "d"]]))], of_n(["<=", moment(An, Bn, "a"), ["exp", ["*", "n", "d"]]])),
    "every order": ([*CHAIN, every(each("x", each("a", ["->", ["<", 1, "a"], ["and", each("y", nothing(K, L)), [
        "<=", moment(K, L, "a"), ["exp", "a"]]]])))], of_n(["<=", stick(An, Bn), "d"])),
}  # fmt: skip

# Two laws that have names.
FIRST = [law_of(["C", "y"]), law_of(["D", "y"])]
NAMED = [
    *FIRST, *OF_LAWS, each("x", law_of(["U", "x", "y"])), each("x", law_of(["V", "x", "y"])),
    each("y", ["=", P, total(["*", ["C", "x"], ["U", "x", "y"]], "x")]),
    each("y", ["=", Q, total(["*", ["D", "x"], ["V", "x", "y"]], "x")]),
]  # fmt: skip
OF_EACH = each("x", by_events(["U", "x", "y"], ["V", "x", "y"]))
EVERY_ORDER = each("a", ["->", ["<", 1, "a"], ["and", each("y", nothing(["C", "y"], ["D", "y"])), [
    "<=", moment(["C", "y"], ["D", "y"], "a"), ["exp", "a"]]]])  # fmt: skip
NAMED_REFUSED: dict[str, tuple[list[Tree], Tree]] = {
    "a law of the middle": ([*NAMED, EVERY_ORDER, OF_EACH], by_events(["C", "y"], Q)),
    "a law that is its own mixture": (
        [*FIRST, each("x", law_of(["U", "x", "y"])), each("y", ["=", ["C", "y"], total(["*", ["C", "x"], ["U", "x",
            "y"]], "x")]),
         EVERY_ORDER], by_events(["C", "y"], ["D", "y"])),
    "three laws": (
        [*NAMED, EVERY_ORDER, OF_EACH, law_of(["T", "y"]), each("x", law_of(["W", "x", "y"])),
         each("y", ["=", ["T", "y"], total(["*", ["P", "x"], ["W", "x", "y"]], "x")])], by_events(["T", "y"], Q)),
    "more of the last law": ([*NAMED, EVERY_ORDER, OF_EACH, each("y", ["<=", P, Q])], by_events(P, Q, 0)),
    "where each output tells the first": (
        [*NAMED, EVERY_ORDER, OF_EACH, each("x", each("y", ["or", ["=", ["W", "x", "y"], 0], ["=", ["W", "x", "y"], 1]])),
         each("y", law_of(["W", "x", "y"], "x"))], by_events(P, Q)),
    "first laws and families together": (
        [*NAMED, EVERY_ORDER, each("x", each("y", ["<=", ["*", ["C", "x"], ["U", "x", "y"]], ["*", ["D", "x"], ["V",
            "x", "y"]]]))],
        by_events(P, Q)),
    "strictly": ([*NAMED, EVERY_ORDER, OF_EACH], ["<", stick(P, Q), "d"]),
    "a first law that need not be one": ([*NAMED[1:], EVERY_ORDER, OF_EACH], ["<=", stick(P, Q), "d"]),
}  # fmt: skip


# Laws turned about the circle: on a finite set what a mechanism does to differences of laws never turns them for ever.
def apart(a: str, b: str, j: Tree) -> Tree:
    return ["-", [a, j, "y"], [b, j, "y"]]


def law_anyway(f: str, *pre: Tree) -> Tree:
    """That it is a law, said once more for every number."""
    return each("t", law_of([f, *pre, "y"]))


ONE_FAMILY = [law_of(A0), law_of(B0), FAMILIES[0], every(next_law("A", "K")), every(next_law("B", "K"))]
TURNED = each("y", ["=", apart("A", "B", ["+", "j", 2]), ["-", ["*", ["/", 6, 5], apart("A", "B", ["+", "j", 1])],
    apart("A", "B", "j")]])  # fmt: skip
IS_FIRST = each("y", ["=", P, A0])
BELOW_FIRST = each("y", ["<=", P, ["*", 2, A0]])
NEXT_BELOW = each("y", ["<=", ["A", "j", "y"], ["*", 2, ["B", "j", "y"]]])
OF_MIDDLE: dict[str, tuple[list[Tree], Tree]] = {
    f"{what}, {how}": ([*given, *facts], conclusion)
    for what, given, facts in (
        ("three laws on end", ONE_FAMILY, [every(["and", law_anyway("A", "t"), law_anyway("B", "t"), TURNED])]),
        ("three laws on end, by themselves", ONE_FAMILY, [every(TURNED)]),
        ("two laws of one number", ONE_FAMILY, [every(["and", law_anyway("A", "t"), law_anyway("B", "t"), NEXT_BELOW])]),
        ("a law and its mechanism", ONE_FAMILY, [every(["and", law_anyway("A", "t"), each("x", each("y", [
            "<=", ["*", ["A", "j", "x"], K], ["A", "j", "x"]]))])]),
    )
    for how, conclusion in (
        ("at outputs", of_n(each("y", ["<=", An, Bn]))),
        ("a hockey stick", of_n(["<=", stick(An, Bn, 0), 0])),
        ("by events", of_n(by_events(An, Bn, 0))),
    )
} | {
    f"{what}, {how}": ([*CHAIN, PRIVATE, LAST, law_anyway("P"), law_anyway("Q"), *facts], conclusion)
    for what, facts in (
        ("a last law that is the first", [IS_FIRST]),
        ("a last law below the first", [BELOW_FIRST]),
        ("last laws that are compared", [each("y", ["<=", P, ["*", 2, Q]])]),
        ("a last law and a mechanism", [each("x", each("y", ["<=", P, ["K", 0, "x", "y"]]))]),
    )
    for how, conclusion in (
        ("at outputs", each("y", ["<=", P, Q])),
        ("by events", by_events(P, Q, 0)),
    )
}  # fmt: skip


@pytest.mark.parametrize("name", OF_MIDDLE)
def test_what_is_said_of_laws_after_the_first_is_refused(name: str) -> None:
    found = of_chain(*OF_MIDDLE[name])
    assert found is None or isinstance(found, NoReach), found


@pytest.mark.parametrize("name", REFUSED)
def test_what_need_not_carry_along_a_chain_is_refused(name: str) -> None:
    found = of_chain(*REFUSED[name])
    assert found is None or isinstance(found, NoReach), found


@pytest.mark.parametrize("name", NAMED_REFUSED)
def test_what_need_not_carry_along_two_laws_is_refused(name: str) -> None:
    found = of_chain(*NAMED_REFUSED[name])
    assert not isinstance(found, Reach) or found.lane != "C", found


@pytest.mark.parametrize("name", LIFTED)
def test_what_is_kept_along_a_chain_holds_for_any_outputs(name: str) -> None:
    found = of_chain(*LIFTED[name])
    assert isinstance(found, Reach), found
    assert (found.lane, found.general, found.finite, found.provisos) == ("C", ("Y",), (), ()), found


def test_orders_of_the_first_of_two_mechanisms() -> None:
    found = of_chain([*NAMED, EVERY_ORDER, OF_EACH], by_events(P, Q))
    assert isinstance(found, Reach) and (found.lane, found.general) == ("C", ("Y",)), found
    assert all("P(y)" in s or "Q(y)" in s for s in found.integrals)


def test_a_chain_on_a_listed_set_stays_on_it() -> None:
    claim = load(["->", ["and", *WHOLE], of_n(SAID)])
    assert not isinstance(reach(claim, {**SIG, "o1": "Y"}, {"Y": ("o1",)}), Reach)


@pytest.mark.parametrize(
    "text",
    [
        "for k natural, eps >= 0: compose(k, PureDP(eps)) => PureDP(k*eps)",
        "compose(4, RenyiDP(2, 1/4)) => RenyiDP(2, 1)",
        "for k natural, rho >= 0: compose(k, ZCDP(rho)) => KL <= k*rho",
        "for k natural, 0 <= a <= 1, eps >= 0: compose(k, PureDP(eps)) => Power(a) <= exp(k*eps)*a",
    ],
)
def test_a_typed_claim_about_any_number_of_mechanisms_says_any_outputs(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved"
    assert answer.scope == "all finite outputs; any outputs by the reduction lemma"


# Two laws on sets of their own.
APART = {
    **SIG,
    **dict.fromkeys(("C", "D", "g"), ("X",)),
    **dict.fromkeys(("U", "V"), ("X", "Y")),
    "x": "X",
    "w": "X",
    "h": ("X",),
}
ON_X = [law_of(["C", "x"], "x"), law_of(["D", "x"], "x"), each("a", ["->", ["<", 1, "a"], ["and", each("x", nothing([
    "C", "x"], ["D", "x"])), ["<=", total(["*", ["ind", ["and", ["<", 0, ["C", "x"]], ["<", 0, ["D", "x"]]]], ["exp", ["+", [
        "*", "a", ["log", ["C", "x"]]], ["*", ["-", 1, "a"], ["log", ["D", "x"]]]]]], "x"), ["exp", "a"]]]])]  # fmt: skip
TO_Y = [*ON_X, *NAMED[2:], OF_EACH]
ATTAINED = ["all", "h", some("x", each("w", ["<=", ["h", "w"], ["h", "x"]]))]
ELSEWHERE: dict[str, tuple[list[Tree], Tree]] = {
    "every function of the first output attains its largest value": (TO_Y, ["and", by_events(P, Q), ATTAINED]),
    "the same where nothing else is said": (TO_Y, ATTAINED),
    "if no function of the last output has a largest value": (
        [*TO_Y, ["ex", "f", each("y", some("z", ["<", ["f", "y"], ["f", "z"]]))]], by_events(P, Q)),
    "if no function of the first output has one": (
        [*TO_Y, ["ex", "h", each("x", some("w", ["<", ["h", "x"], ["h", "w"]]))]], by_events(P, Q)),
    "if some function of the input has none": (
        [*TO_Y, each("x", some("h", each("w", ["<", ["h", "x"], ["h", "w"]]), by_events(["U", "x", "y"], ["V", "x", "y"], 0)))],
        by_events(P, Q)),
}  # fmt: skip


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_is_said_of_one_of_the_sets_alone_is_refused(name: str) -> None:
    given, conclusion = ELSEWHERE[name]
    found = reach(load(["->", ["and", *given], conclusion]), APART, {})
    assert not isinstance(found, Reach) or found.lane != "C", found


def test_two_laws_on_sets_of_their_own() -> None:
    found = reach(load(["->", ["and", *TO_Y], by_events(P, Q)]), APART, {})
    assert isinstance(found, Reach) and (found.lane, found.general) == ("C", ("X", "Y")), found


MIXED = ["+", P, ["*", "p", Q]]
OF_RATIO = each("y", ["->", ["<", 0, P], ["<=", ["*", "a", P, ["/", 1, MIXED]], "c"]])


def test_what_one_part_of_a_conclusion_supposes_is_known_there() -> None:
    found = of_chain([*NAMED, EVERY_ORDER, OF_EACH], ["->", ["<", 0, "p"], OF_RATIO])
    assert isinstance(found, Reach) and (found.lane, found.general) == ("C", ("Y",)), found


@pytest.mark.parametrize("first", [True, False])
def test_what_one_part_of_a_conclusion_supposes_is_not_known_in_another(first: bool) -> None:
    positive = ["->", ["<", 0, "p"], ["<=", total(P), 5]]
    below = ["->", ["=", "p", ["-", 0, 1]], OF_RATIO]
    parts = (positive, below) if first else (below, positive)
    found = of_chain([*NAMED, EVERY_ORDER, OF_EACH], ["and", *parts])
    assert not isinstance(found, Reach) or found.lane != "C", found
