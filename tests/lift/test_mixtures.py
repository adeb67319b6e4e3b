"""Claims about mechanisms that are made of others: which outputs lie in sets of their own, and what partitions keep of
infinitely many laws. What may be false of some general spaces must be refused."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.kernel.terms import load
from dpsym.lift import NoReach, Reach, reach
from tests.lift.claims_of_pairs import SIG, is_event, is_test, some

Tree = Any


def two(f: str, v: str = "x", w: str = "y") -> Tree:
    return [f, v, w]


def total(t: Tree, v: str = "y") -> Tree:
    return ["sum", v, t]


def each(v: str, t: Tree) -> Tree:
    return ["all", v, t]


def law_of(t: Tree, v: str = "y") -> Tree:
    return ["and", each(v, ["<=", 0, t]), ["=", total(t, v), 1]]


def family(f: str) -> Tree:
    """That f(x, .) is a law for every x."""
    return each("x", law_of(two(f)))


def mixture(of: str, weights: str, f: str) -> Tree:
    """That a law is the mixture of the laws f(x, .)."""
    return each("y", ["=", [of, "y"], total(["*", [weights, "x"], two(f)], "x")])


def by_events(a: Tree, b: Tree, u: Tree, d: Tree = 0, s: str = "S") -> Tree:
    """Approximate DP in one order, by events."""
    on = [s, "y"]
    body = ["<=", total(["*", on, a]), ["+", ["*", ["exp", u], total(["*", on, b])], d]]
    return each(s, ["->", is_event(s), body])


def nothing(a: Tree, b: Tree) -> Tree:
    return ["->", ["=", b, 0], ["=", a, 0]]


def moment(a: Tree, b: Tree, order: Tree = "c") -> Tree:
    both = ["ind", ["and", ["<", 0, a], ["<", 0, b]]]
    return total(["*", both, ["exp", ["+", ["*", order, ["log", a]], ["*", ["-", 1, order], ["log", b]]]]])


def stick(a: Tree, b: Tree, u: Tree = "e0") -> Tree:
    scaled = ["*", ["exp", u], b]
    return total(["*", ["ind", ["<", scaled, a]], ["-", a, scaled]])


P, Q, A, B = ["P", "y"], ["Q", "y"], ["A", "y"], ["B", "y"]
U, V = two("U"), two("V")
LAWS = [law_of(f) for f in (P, Q, A, B)]
COMPOSED = [*LAWS, family("U"), family("V"), mixture("P", "A", "U"), mixture("Q", "B", "V")]
EVERY_U = each("x", by_events(U, V, "e1"))
FIRST = by_events(A, B, "e0")
BOTH = by_events(P, Q, ["+", "e0", "e1"])
OF_TESTS = each(
    "f", ["->", is_test("f"), ["<=", total(["*", ["f", "y"], P]), ["G", total(["*", ["f", "y"], Q])]]]
)
CURVE = each(
    "x",
    each("S", ["->", is_event("S"), ["<=", total(["*", ["S", "y"], U]), ["G", total(["*", ["S", "y"], V])]]]),
)
# A sequence of mechanisms or of laws: what is said of each number.
SEQUENCE = [
    each("t", law_of(["H", "t", "y"])),
    each("y", ["=", P, ["H", 0, "y"]]),
    each("y", ["=", Q, ["H", "k", "y"]]),
]


def of_mixtures(given: list[Tree], conclusion: Tree) -> Reach | NoReach | None:
    return reach(load(["->", ["and", *given], conclusion]), SIG, {})


# One set of which each element has a place of its own: true of one finite set for both outputs, false of two.
COMPARED: dict[str, tuple[list[Tree], Tree]] = {
    "a function that takes no value twice takes all": (
        [*LAWS, family("U"), each("x", each("y", ["or", ["=", U, 0], ["=", U, 1]])), each("y", ["<=", total(U, "x"), 1])],
        each("y", some("x", ["=", U, 1]))),
    "a function that takes all values takes none twice": (
        [*LAWS, family("U"), each("x", each("y", ["or", ["=", U, 0], ["=", U, 1]])), each("y", ["<=", 1, total(U, "x")])],
        each("y", ["=", total(U, "x"), 1])),
    "as many outputs as inputs": ([*COMPOSED], ["=", total(1, "x"), total(1, "y")]),
    "rows and columns add up to 1": (
        [*LAWS, family("U"), each("y", ["=", total(U, "x"), 1])], ["=", total(["*", ["A", "x"], total(U)], "x"), 1]),
    "a family adds up to the number of inputs": ([*LAWS, family("U")], ["=", total(total(U, "x")), total(1)]),
    "the diagonal": ([*LAWS, family("U")], ["<=", total(["U", "y", "y"]), total(1)]),
    "each output tells the first": (
        [*COMPOSED, each("x", each("y", ["or", ["=", two("W"), 0], ["=", two("W"), 1]])),
         each("y", ["=", total(two("W"), "x"), 1]), FIRST, EVERY_U], BOTH),
    "a stationary law": ([*LAWS, family("U"), mixture("A", "A", "U")], by_events(A, A, 0)),
    "first outputs that are outputs": ([*COMPOSED, each("x", each("y", ["<=", U, ["A", "y"]]))], by_events(P, P, 0)),
    "outputs with the mass of their inputs": (
        [*COMPOSED], each("x", each("y", ["->", ["eq", "x", "y"], ["<=", 0, ["*", ["A", "x"], U]]]))),
    "squares": ([*COMPOSED], ["<=", total(["*", P, P]), total(["*", A, A])]),
    "a largest first output": ([*COMPOSED], some("x", each("w", ["<=", ["*", ["A", "w"], ["B", "x"]], ["*", ["A",
        "x"], ["B", "w"]]]))),
}  # fmt: skip

# What a partition need not keep of infinitely many laws; no finite set meets some of the hypotheses, general spaces do.
REFUSED: dict[str, tuple[list[Tree], Tree]] = {
    "a divergence of each second mechanism without its finite losses": (
        [*COMPOSED, FIRST, each("x", ["<=", moment(U, V), "k"]), ["<", 1, "c"]], ["<=", stick(P, Q), "d"]),
    "finite losses of others": (
        [*COMPOSED, FIRST, each("x", each("y", nothing(V, U))), each("x", ["<=", moment(U, V), "k"]), ["<", 1, "c"]],
        ["<=", stick(P, Q), "d"]),
    "finite losses of one law and each, the other way": (
        [*COMPOSED, FIRST, each("x", each("y", nothing(V, P))), each("x", ["<=", moment(P, V), "k"]), ["<", 1, "c"]],
        ["<=", stick(P, Q), "d"]),
    "finite losses of another law and each": (
        [*COMPOSED, FIRST, each("x", each("y", nothing(Q, V))), each("x", ["<=", moment(P, V), "k"]), ["<", 1, "c"]],
        ["<=", stick(P, Q), "d"]),
    "finite losses of one law and some of others": (
        [*COMPOSED, FIRST, some("x", each("y", nothing(P, V))), each("x", ["<=", moment(P, V), "k"]), ["<", 1, "c"]],
        ["<=", stick(P, Q), "d"]),
    "finite losses on one side of an alternative": (
        [*COMPOSED, each("x", ["or", each("y", nothing(U, V)), ["<=", moment(U, V), "k"]]), ["<", 1, "c"]],
        ["<=", stick(P, Q), "d"]),
    "an order that may be below 1": (
        [*COMPOSED, each("x", ["and", each("y", nothing(U, V)), ["<=", moment(U, V), "k"]])], ["<=", stick(P, Q), "d"]),
    "a divergence from below": (
        [*COMPOSED, ["<", 1, "c"], each("x", ["and", each("y", nothing(U, V)), ["<=", "k", moment(U, V)]])],
        ["<=", stick(P, Q), "d"]),
    "a divergence that is known": (
        [*COMPOSED, ["<", 1, "c"], each("x", ["and", each("y", nothing(U, V)), ["=", moment(U, V), "k"]])],
        ["<=", stick(P, Q), "d"]),
    "a tail of each": (
        [*COMPOSED, each("x", ["<=", total(["*", ["ind", ["<", ["*", ["exp", "e1"], V], U]], U]), "d"])], ["<=",
            stick(P, Q), "d"]),
    "a hockey stick of each from below": ([*COMPOSED, each("x", ["<=", "d", stick(U, V)])], ["<=", "d", stick(P, Q)]),
    "strictly smaller masses": ([*COMPOSED, each("x", each("y", ["<", U, ["+", V, U]]))], BOTH),
    "some output of each": ([*COMPOSED, each("x", some("y", ["<=", U, ["*", 0, V]]))], BOTH),
    "possible outputs of each": ([*COMPOSED, each("x", each("y", ["->", ["<", 0, U], ["<=", U, ["*", 2, V]]]))], BOTH),
    "some event of each": (
        [*COMPOSED, each("x", some("S", is_event("S"), ["=", ["*", 2, total(["*", ["S", "y"], U])], 1]))], ["<", 1, 0]),
    "events in pairs": (
        [*COMPOSED, each("x", each("S", ["->", is_event("S"), each("T", ["->", is_event("T"), [
            "<=", total(["*", ["S", "y"], ["T", "y"], U]), total(["*", ["S", "y"], V])]])]))], BOTH),
    "half an event of each event": (
        [*COMPOSED, each("x", each("S", ["->", is_event("S"), some("T", is_event("T"), [
            "=", ["*", 2, total(["*", ["T", "y"], U])], total(["*", ["S", "y"], U])])]))], ["<", 1, 0]),
    "a curve by events, read at tests": ([*COMPOSED, CURVE], OF_TESTS),
    "the square of a test": (
        [*COMPOSED, each("x", each("f", ["->", is_test("f"), [
            "<=", total(["*", ["^", ["f", "y"], 2], U]), total(["*", ["f", "y"], V])]]))], BOTH),
    "a family without its sign": ([*LAWS, each("x", ["=", total(U), 1]), mixture("P", "A", "U")], by_events(P, Q, "e0")),
    "a family that does not add up": ([*LAWS, each("x", each("y", ["<=", 0, U])), mixture("P", "A", "U")],
        by_events(P, Q, "e0")),
    "a family that is a law at some inputs": (
        [*LAWS, each("x", ["or", law_of(U), ["=", ["A", "x"], 0]]), mixture("P", "A", "U")], by_events(P, Q, "e0")),
    "an unweighted mixture": ([*LAWS, family("U"), each("y", ["=", P, total(U, "x")])], by_events(P, Q, "e0")),
    "a mixture with squares for weights": (
        [*LAWS, family("U"), each("y", ["=", P, total(["*", ["^", ["A", "x"], 2], U], "x")])], by_events(P, Q, "e0")),
    "a mixture of squares": ([*LAWS, family("U"), each("y", ["=", P, total(["*", ["A", "x"], ["^", U, 2]], "x")])],
        by_events(P, Q, "e0")),
    "a mixture of maxima": (
        [*LAWS, family("U"), family("V"), each("y", ["=", P, total(["*", ["A", "x"], ["ind", ["<", V, U]], U], "x")])],
        by_events(P, Q, "e0")),
    "some loss of the whole": ([*COMPOSED, FIRST, EVERY_U], some("e", by_events(P, Q, "e"))),
    "a strict bound on a divergence of the whole": (
        [*COMPOSED, ["<", 1, "c"], each("x", ["and", each("y", nothing(U, V)), ["<=", moment(U, V), "k"]])], ["<",
            moment(P, Q), "k"]),
    "the mean of hockey sticks of second mechanisms": (
        [*COMPOSED, FIRST, EVERY_U], ["<=", total(["*", ["A", "x"], stick(U, V)], "x"), "d"]),
    "hockey sticks of second mechanisms, summed first over their inputs": (
        [*COMPOSED, FIRST, EVERY_U],
        ["<=", total(total(["*", ["A", "x"], ["ind", ["<", V, U]], ["-", U, V]], "x")), "d"]),
    "the mean of divergences of second mechanisms": (
        [*COMPOSED, ["<", 1, "c"], each("x", each("y", nothing(U, V)))], ["<=", total(["*", ["A", "x"], moment(U,
            V)], "x"), "d"]),
    "some output of the whole": ([*COMPOSED, FIRST, EVERY_U], some("y", ["<=", P, ["*", ["exp", "e0"], Q]])),
    "two numbers whose laws are apart": (
        [*SEQUENCE, *LAWS[:2], each("t", each("u", ["->", ["<", "t", "u"], each("y", ["or", ["=", ["H", "t", "y"], 0], [
            "=", ["H", "u", "y"], 0]])]))], ["<", 1, 0]),
    "laws of numbers that are some law": (
        [*SEQUENCE, *LAWS[:2]], some("t", each("y", ["<=", P, ["H", "t", "y"]]))),
    "a law for every number, possible everywhere": (
        [*SEQUENCE, *LAWS[:2], each("t", each("y", ["<", 0, ["H", "t", "y"]]))], by_events(P, Q, "e0")),
    "divergences of all numbers, without finite losses": (
        [*SEQUENCE, *LAWS[:2], ["<", 1, "c"], each("t", ["<=", moment(["H", "t", "y"], ["H", ["+", "t", 1], "y"]), "d"])],
        by_events(P, Q, "e0")),
    "transcripts: each law is made of the one before": (
        [*SEQUENCE, *LAWS[:2], each("t", each("x", law_of(["J", "t", "x", "y"]))), each("t", each("y", [
            "=", ["H", ["+", "t", 1], "y"], total(["*", ["H", "t", "x"], ["J", "t", "x", "y"]], "x")]))],
                by_events(P, Q, "e0")),
}  # fmt: skip

# A law for each natural number; nothing is said of other numbers.
NATURAL = [*LAWS[:2], each("t", ["->", ["nat", "t"], law_of(["H", "t", "y"])])]
ENDS = some(
    "t",
    ["nat", "t"],
    ["=", "n", "t"],
    each("y", ["=", P, ["H", 0, "y"]]),
    each("y", ["=", Q, ["H", "t", "y"]]),
)
NEXT = by_events(["H", "t", "y"], ["H", ["+", "t", 1], "y"], "e0")
REFUSED |= {
    "laws of natural numbers, at all numbers": ([*NATURAL, ENDS, each("t", NEXT)], by_events(P, Q, ["*", "n", "e0"])),
    "the number before a natural number": (
        [*NATURAL, ENDS, each("t", ["->", ["nat", "t"], by_events(["H", "t", "y"], ["H", ["-", "t", 1], "y"], "e0")])],
        by_events(P, Q, "e0")),
    "half of a natural number": (
        [*NATURAL, ENDS, each("t", ["->", ["nat", "t"], by_events(["H", "t", "y"], ["H", ["*", ["/", 1, 2], "t"],
            "y"], "e0")])],
        by_events(P, Q, "e0")),
    "a natural number in one alternative": (
        [*NATURAL, each("t", ["or", ["nat", "t"], NEXT])], by_events(P, Q, "e0")),
    "where a number is not natural": ([*NATURAL, each("t", ["->", ["not", ["nat", "t"]], NEXT])], by_events(P, Q, "e0")),
    "another number is natural": ([*NATURAL, each("t", ["->", ["nat", "n"], NEXT])], by_events(P, Q, "e0")),
    "laws of natural numbers, without their signs": (
        [*LAWS[:2], each("t", ["->", ["nat", "t"], ["=", total(["H", "t", "y"]), 1]]), ENDS, each("t", ["->", ["nat",
            "t"], NEXT])],
        by_events(P, Q, "e0")),
    "laws of natural numbers that are laws under a further condition": (
        [*LAWS[:2], each("t", ["->", ["nat", "t"], ["->", ["<", 3, "t"], law_of(["H", "t", "y"])]]), ENDS,
         each("t", ["->", ["nat", "t"], NEXT])], by_events(P, Q, "e0")),
}  # fmt: skip

LIFTED: dict[str, tuple[list[Tree], Tree]] = {
    "composition": ([*COMPOSED, FIRST, EVERY_U], BOTH),
    "composition with deltas": ([*COMPOSED, by_events(A, B, "e0", "d"), each("x", by_events(U, V, "e1", "p"))],
        by_events(P, Q, "b", "k")),
    "composition with pure DP at each output": ([*COMPOSED, FIRST, each("x", each("y", ["<=", U, ["*", ["exp", "e1"],
        V]]))], BOTH),
    "Rényi DP": (
        [*COMPOSED, ["<", 1, "c"], each("y", nothing(A, B)), ["<=", moment(A, B), "k"],
         each("x", ["and", each("y", nothing(U, V)), ["<=", moment(U, V), "d"]])],
        ["and", each("y", nothing(P, Q)), ["<=", moment(P, Q), ["*", "k", "d"]]]),
    "finite losses of one law and all members": (
        [*COMPOSED, ["<", 1, "c"], each("w", each("y", nothing(P, two("V", "w")))), each("x", ["<=", moment(P, V), "d"])],
        ["<=", moment(P, Q), "d"]),
    "finite losses of all members, said apart": (
        [*COMPOSED, ["<", 1, "c"], each("x", each("y", nothing(U, V))), each("x", ["<=", moment(U, V), "d"])],
        ["<=", moment(P, Q), "k"]),
    "a mean of second outputs": ([*COMPOSED, FIRST, EVERY_U], ["=", total(["*", ["A", "x"], total(U)], "x"), 1]),
    "one map": (
        [*LAWS, family("U"), mixture("P", "A", "U"), mixture("Q", "B", "U"), FIRST], by_events(P, Q, "e0")),
    "a hockey stick after a map": (
        [*LAWS, family("U"), mixture("P", "A", "U"), mixture("Q", "B", "U")], ["<=", stick(P, Q), stick(A, B)]),
    "one of two parts": (
        [*COMPOSED, ["or", each("y", ["=", A, B]), each("x", each("y", ["=", U, V]))], FIRST, EVERY_U], by_events(P, Q, "k")),
    "each second mechanism": ([*COMPOSED, FIRST, EVERY_U], each("x", by_events(U, V, "e0"))),
    "a sample": (
        [*LAWS, family("U"), family("V"), EVERY_U, mixture("Q", "A", "U"),
         each("y", ["=", P, total(["*", ["A", "x"], ["+", U, ["*", "p", ["-", V, U]]]], "x")])], by_events(P, Q, "k")),
    "steps between laws that have numbers": (
        [*SEQUENCE, *LAWS[:2], each("t", by_events(["H", "t", "y"], ["H", ["+", "t", 1], "y"], "e0"))], by_events(P,
            Q, ["*", "k", "e0"])),
    "steps between laws that have natural numbers": (
        [*NATURAL, ENDS, each("t", ["->", ["nat", "t"], NEXT])], by_events(P, Q, ["*", "n", "e0"])),
    "some number of steps": (
        [*SEQUENCE[:1], *LAWS[:2], some("t", each("y", ["=", P, ["H", "t", "y"]])), each("t", by_events(["H", "t",
            "y"], Q, "e0"))],
        by_events(P, Q, "e0")),
}  # fmt: skip

# A law whose number is read off the outputs. The first is true of finite outputs, where the indicator is 1: then P is at
# most Q. It is false of normal laws with the centres 0 and 1, of which no ratio is bounded, if the law with the number 0 is P.
NUMBERED = [*LAWS[:2], each("t", law_of(["H", "t", "y"])), each("y", nothing(P, Q))]
BOUNDED = ["ind", some("b", each("y", ["<=", P, ["*", "b", Q]]))]
REFUSED |= {
    "the number of a law says whether a ratio is bounded": (
        [*NUMBERED, each("y", ["=", ["H", 1, "y"], Q]), each("y", ["<=", P, ["H", BOUNDED, "y"]])], by_events(P, Q, 0)),
    "the number of a law is a mass": (
        [*NUMBERED, each("t", ["->", ["<=", "t", 1], each("y", ["=", ["H", "t", "y"], Q])]), each("y", [
            "<=", P, ["H", P, "y"]])], by_events(P, Q, 0)),
    "the number of a law is the value of a test": (
        [*NUMBERED, is_test("f"), each("y", ["<=", P, ["H", ["f", "y"], "y"]])], by_events(P, Q, 0)),
    "the number of a law is a divergence": (
        [*NUMBERED, ["<", 1, "c"], each("y", ["<=", P, ["H", moment(P, Q), "y"]])], by_events(P, Q, 0)),
    "the number of a law is a count of outputs": (
        [*NUMBERED, each("y", ["<=", P, ["H", total(1), "y"]])], by_events(P, Q, 0)),
    "the number of a law is a sum of squares, beside an event": (
        [*NUMBERED, each("S", ["->", is_event("S"), ["<=", total(["*", ["S", "y"], ["H", total(["^", P, 2]), "y"]]),
                                                     total(["*", ["S", "y"], Q])]])], by_events(P, Q, 0)),
    "the number of a law is a mass, in a conclusion": (
        NUMBERED, ["<=", total(["*", ["ind", ["<", Q, ["H", P, "y"]]], P]), 1]),
    "the number of a law is a mass, where another gives nothing": (
        [*NUMBERED, each("y", nothing(P, ["H", Q, "y"]))], by_events(P, Q, 0)),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPARED)
def test_sets_that_may_differ_in_size_are_not_told_apart_from_one(name: str) -> None:
    assert isinstance(of_mixtures(*COMPARED[name]), NoReach)


@pytest.mark.parametrize("name", REFUSED)
def test_what_partitions_need_not_keep_is_refused(name: str) -> None:
    found = of_mixtures(*REFUSED[name])
    assert isinstance(found, NoReach), found


@pytest.mark.parametrize("name", LIFTED)
def test_what_is_kept_holds_for_any_outputs_of_all_mechanisms(name: str) -> None:
    found = of_mixtures(*LIFTED[name])
    assert isinstance(found, Reach), found
    assert (found.lane, found.general, found.finite, found.provisos) == ("M", ("Y",), (), ()), found


def test_a_set_that_is_listed_stays_one_set() -> None:
    given, conclusion = LIFTED["one map"]
    claim = load(["->", ["and", *given], conclusion])
    assert reach(claim, {**SIG, "o1": "Y", "o2": "Y"}, {"Y": ("o1", "o2")}) is None


# ------------------------------------------------------------------------------------------ laws on two sets together
def joint(*, of_both: bool) -> Reach | NoReach | None:
    """The reach of "what a law C on pairs gives to x alone has mass 1", or of the same for A(x) K(x, y)."""
    sig = {"C": ("X", "Y"), "A": ("X",), "K": ("X", "Y"), "x": "X", "y": "Y"}
    mass = two("C") if of_both else ["*", ["A", "x"], two("K")]
    together = total(total(mass), "x")
    given = (
        ["and", each("x", each("y", ["<=", 0, mass])), ["=", together, 1]]
        if of_both
        else ["and", law_of(["A", "x"], "x"), family("K")]
    )
    return reach(load(["->", given, ["<=", together, 1]]), sig, {})


def test_a_law_on_two_sets_makes_one_of_them_general():
    found = joint(of_both=True)
    assert not isinstance(found, Reach) or len(found.general) == 1


def test_a_family_of_laws_makes_both_general():
    found = joint(of_both=False)
    assert isinstance(found, Reach) and set(found.general) == {"X", "Y"}
