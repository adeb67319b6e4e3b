"""What a map makes of laws, and relations that hold divergences among other terms: which are kept by partitions."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.claims import settle
from dpsym.kernel.terms import load
from dpsym.lift import NoReach, Reach, reach
from tests.lift.claims_of_pairs import (
    FINITE,
    KL,
    SIG,
    P,
    Q,
    is_event,
    is_test,
    law,
    mass,
    moment,
    of_claim,
    orders,
    some,
    square,
    stick,
)

Tree = Any
ON_TWO: dict[str, Any] = {
    **SIG, **dict.fromkeys(("C", "D", "f", "h", "S"), ("X",)), **dict.fromkeys(("U", "V"), ("X", "Y")),
    **dict.fromkeys(("g", "T"), ("Y",)), **dict.fromkeys(("x", "w"), "X"),
}  # fmt: skip


def total(t: Tree, v: str = "x") -> Tree:
    return ["sum", v, t]


def each(v: str, t: Tree) -> Tree:
    return ["all", v, t]


def law_of(t: Tree, v: str) -> Tree:
    return ["and", each(v, ["<=", 0, t]), ["=", total(t, v), 1]]


def test_on(f: str, v: str) -> Tree:
    return each(v, ["and", ["<=", 0, [f, v]], ["<=", [f, v], 1]])


def event_on(f: str, v: str) -> Tree:
    return each(v, ["or", ["=", [f, v], 0], ["=", [f, v], 1]])


test_on.__test__ = False  # type: ignore[attr-defined]
MAP = each("x", law_of(["U", "x", "y"], "y"))
OTHER = each("x", law_of(["V", "x", "y"], "y"))
LAWS = [law_of(["C", "x"], "x"), law_of(["D", "x"], "x"), law("P"), law("Q")]
MADE = [
    each("y", ["=", [p, "y"], total(["*", [c, "x"], ["U", "x", "y"]])]) for p, c in (("P", "C"), ("Q", "D"))
]
F_C, F_D = total(["*", ["f", "x"], ["C", "x"]]), total(["*", ["f", "x"], ["D", "x"]])
S_C, S_D = total(["*", ["S", "x"], ["C", "x"]]), total(["*", ["S", "x"], ["D", "x"]])
G_P, G_Q = total(["*", ["g", "y"], P()], "y"), total(["*", ["g", "y"], Q()], "y")
CURVE = each("f", ["->", test_on("f", "x"), ["<=", F_C, ["G", F_D]]])
OF_EVENTS = each("S", ["->", event_on("S", "x"), ["<=", S_C, ["G", S_D]]])
AFTER = each("g", ["->", test_on("g", "y"), ["<=", G_P, ["G", G_Q]]])
LEVEL = each("g", ["->", test_on("g", "y"), ["->", ["<=", G_Q, "a"], ["<=", G_P, "b"]]])
SMALL = ["<=", stick("e0"), "d"]


def of_map(given: list[Tree], conclusion: Tree, laws: list[Tree] | None = None) -> Reach | NoReach | None:
    return reach(load(["->", ["and", *(LAWS if laws is None else laws), *given], conclusion]), ON_TWO, {})


LIFTED: dict[str, tuple[list[Tree], Tree]] = {
    "a curve after a map": ([MAP, *MADE, CURVE], AFTER),
    "a level of power after a map": (
        [MAP, *MADE, each("f", ["->", test_on("f", "x"), ["->", ["<=", F_D, "a"], ["<=", F_C, "b"]]])], LEVEL),
    "a hockey stick after a map": ([MAP, *MADE, CURVE], SMALL),
    "two maps": ([MAP, OTHER, *MADE[:1], each("y", ["=", Q(), total(["*", ["D", "x"], ["V", "x", "y"]])]), CURVE], AFTER),
    "without names for the laws after the map": ([MAP, CURVE], each("g", ["->", test_on("g", "y"), [
        "<=", total(["*", ["g", "y"], total(["*", ["C", "x"], ["U", "x", "y"]])], "y"),
        ["G", total(["*", ["g", "y"], total(["*", ["D", "x"], ["U", "x", "y"]])], "y")]]])),
}  # fmt: skip
REFUSED: dict[str, tuple[list[Tree], Tree]] = {
    "events before a map speak of no tests": ([MAP, *MADE, OF_EVENTS], AFTER),
    "events before a map, and events after it": (
        [MAP, *MADE, OF_EVENTS], each("T", ["->", event_on("T", "y"), [
            "<=", total(["*", ["T", "y"], P()], "y"), ["G", total(["*", ["T", "y"], Q()], "y")]]])),
    "a map that chooses": ([MAP, *MADE, CURVE, each("x", each("y", ["or", ["=", ["U", "x", "y"], 0], ["=", ["U", "x",
        "y"], 1]]))], AFTER),
    "a map that is never certain": ([MAP, *MADE, CURVE, each("x", each("y", ["<", ["U", "x", "y"], 1]))], AFTER),
    "a map that gives each output to some input": ([MAP, *MADE, CURVE, each("y", some("x", ["<", 0, ["U", "x", "y"]]))], AFTER),
    "maps that are alike": ([MAP, OTHER, *MADE, CURVE, each("x", each("y", ["<=", ["U", "x", "y"], ["*", 2, ["V", "x",
        "y"]]]))], AFTER),
    "what two maps give together": (
        [MAP, OTHER, *MADE, CURVE, each("y", ["<=", total(["*", ["C", "x"], ["U", "x", "y"], ["V", "x", "y"]]), "d"])], AFTER),
    "the square of a map": ([MAP, *MADE, CURVE, each("y", ["<=", total(["*", ["C", "x"], ["^", ["U", "x", "y"], 2]]),
        "d"])], AFTER),
    "a test of the inputs and a map": (
        [MAP, *MADE, CURVE, each("f", ["->", test_on("f", "x"), each("y", [
            "<=", total(["*", ["f", "x"], ["U", "x", "y"], ["C", "x"]]), F_D])])], AFTER),
    "where a map is likely": (
        [MAP, *MADE, CURVE, each("y", ["<=", total(["*", ["ind", ["<", "p", ["U", "x", "y"]]], ["C", "x"]]), "d"])], AFTER),
    "a map that need not have laws": ([*MADE, CURVE, each("x", each("y", ["<=", 0, ["U", "x", "y"]]))], AFTER),
    "a map that need not be positive": ([*MADE, CURVE, each("x", ["=", total(["U", "x", "y"], "y"), 1])], AFTER),
    "a best test after the map": (
        [MAP, *MADE, CURVE], some("g", test_on("g", "y"), each("T", ["->", test_on("T", "y"), [
            "<=", total(["*", ["T", "y"], P()], "y"), G_P]]))),
    "some input": ([MAP, *MADE, CURVE], some("x", each("y", ["<=", ["U", "x", "y"], P()]))),
    "a function of inputs that attains its least value": (
        [MAP, *MADE, CURVE], ["and", AFTER, each("h", some("x", each("w", ["<=", ["h", "x"], ["h", "w"]])))]),
    "a given test beside a test of each": (
        [MAP, *MADE, CURVE], each("g", ["->", test_on("g", "y"), ["->", each("T", ["->", test_on("T", "y"), [
            "<=", total(["*", ["g", "y"], ["T", "y"], P()], "y"), "a"]]), ["<=", G_P, "a"]]])),
}  # fmt: skip


@pytest.mark.parametrize("name", LIFTED)
def test_what_a_map_keeps_holds_on_all_sets(name: str) -> None:
    found = of_map(*LIFTED[name])
    assert isinstance(found, Reach), found
    assert (found.lane, found.general, found.finite, found.provisos) == ("M", ("X", "Y"), (), ()), found


@pytest.mark.parametrize("name", REFUSED)
def test_what_need_not_hold_before_and_after_a_map_is_refused(name: str) -> None:
    found = of_map(*REFUSED[name])
    assert not isinstance(found, Reach) or found.finite, found


def test_a_claim_about_what_may_be_any_set_is_not_lifted_for_the_set_of_inputs():
    """Of a claim whose set of inputs stays finite, the outputs may be general: the scope says which set is finite."""
    found = of_map([MAP, *MADE, CURVE, each("x", each("y", ["<", ["U", "x", "y"], 1]))], AFTER)
    assert not isinstance(found, Reach) or "X finite" in found.words


# --------------------------------------------------------------------------- divergences that do not stand alone
OF_TESTS = each(
    "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]
)  # by partitions only
M2 = moment("c")
ABOVE = ["<", 1, "c"]
WITH = ("where the integrals are finite",)
CONTINUOUS: dict[str, tuple[list[Any], Any, tuple[str, ...]]] = {
    "a square": ([OF_TESTS, ABOVE], ["<=", square(M2), "b"], WITH),
    "two moments": ([OF_TESTS, ABOVE], ["<=", M2, ["+", "b", ["*", "d", moment(2)]]], WITH),
    "an equation": ([OF_TESTS, ABOVE], ["=", ["*", M2, "d"], "b"], WITH),
    "a factor of any sign": ([OF_TESTS, ABOVE], ["<=", ["*", "d", M2], "b"], WITH),
    "a strict hypothesis": ([OF_TESTS, ABOVE, ["<", ["*", M2, M2], "b"]], ["<=", stick("e0"), "d"], WITH),
    "the logarithm of a moment": ([OF_TESTS, ABOVE], ["<=", ["log", M2], "b"], ()),
    "a Renyi divergence": ([OF_TESTS, ABOVE], ["<=", ["*", ["log", M2], ["/", 1, ["-", "c", 1]]], "b"], ()),
    "Renyi divergences of all orders": (
        [orders(["and", FINITE, ["<=", ["*", ["log", moment("a")], ["/", 1, ["-", "a", 1]]], ["*", "a", "rho"]]])],
        ["<=", stick("e0"), "d"], ()),
}  # fmt: skip
NOT_CONTINUOUS: dict[str, tuple[list[Any], Any]] = {
    "strictly": ([OF_TESTS, ABOVE], ["<", square(M2), "b"]),
    "strictly, the logarithm": ([OF_TESTS, ABOVE], ["<", ["log", M2], "b"]),
    "any function of a moment": ([OF_TESTS, ABOVE], ["<=", ["G", M2], "b"]),
    "a reciprocal": ([OF_TESTS, ABOVE], ["<=", ["/", 1, M2], "b"]),
    "a negative power": ([OF_TESTS, ABOVE], ["<=", ["^", M2, -1], "b"]),
    "the logarithm of a sum with a moment": ([OF_TESTS, ABOVE], ["<=", ["log", ["-", M2, "d"]], "b"]),
    "the logarithm of an entropy": ([OF_TESTS, FINITE], ["<=", ["log", KL], "b"]),
    "whether a moment is small": ([OF_TESTS, ABOVE], ["<=", ["ind", ["<=", M2, "b"]], 0]),
    "a quotient by a number of any sign": ([OF_TESTS, ABOVE, ["<=", ["*", ["log", M2], ["/", 1, ["-", "d", 1]]],
        "b"]], ["<=", stick("e0"), "d"]),
    "less a logarithm, in a hypothesis": ([OF_TESTS, ABOVE, ["<=", ["*", -1, ["log", M2]], "b"]], ["<=", stick("e0"), "d"]),
    "a square in a hypothesis": ([OF_TESTS, ABOVE, ["<=", square(M2), "b"]], ["<=", stick("e0"), "d"]),
    "an equation in a hypothesis": ([OF_TESTS, ABOVE, ["=", M2, "b"]], ["<=", stick("e0"), "d"]),
    "two moments of all orders": (
        [orders(["<=", moment("a"), ["*", "b", moment("a")]]), OF_TESTS], ["<=", stick("e0"), "d"]),
    "Renyi divergences of all orders from below": (
        [orders(["<=", ["*", "a", "rho"], ["*", ["log", moment("a")], ["/", 1, ["-", "a", 1]]]]), FINITE], ["<", 1, "b"]),
    "some order of a product": ([OF_TESTS, ABOVE], some("a", ["<", 1, "a"], ["<=", square(moment("a")), "b"])),
    "a moment of an order below 1": ([OF_TESTS], ["<=", square(moment(["/", 1, 2])), "b"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTINUOUS)
def test_a_relation_that_divergences_reach_in_the_limit(name: str) -> None:
    hypotheses, conclusion, provisos = CONTINUOUS[name]
    found = of_claim(hypotheses, conclusion)
    assert isinstance(found, Reach) and (found.lane, found.provisos) == ("P", provisos), found


@pytest.mark.parametrize("name", NOT_CONTINUOUS)
def test_a_relation_that_a_limit_need_not_keep_is_refused(name: str) -> None:
    found = of_claim(*NOT_CONTINUOUS[name])
    assert isinstance(found, NoReach), found


# ------------------------------------------------------------------------------------------------------ ratios
POSTERIOR = ["*", "p", P(), ["/", 1, ["+", ["*", "p", P()], ["*", ["-", 1, "p"], Q()]]]]
OF_RATIOS: dict[str, tuple[list[Any], Any, bool]] = {
    "a posterior": ([OF_TESTS], each("y", ["<=", POSTERIOR, "b"]), True),
    "a posterior at possible outputs": ([OF_TESTS], each("y", ["->", ["<", 0, ["+", P(), Q()]], ["<", "b", POSTERIOR]]), True),
    "posteriors of all priors": ([OF_TESTS, each("p", ["<=", total(["*", ["ind", ["<=", POSTERIOR, "b"]], P()], "y"), "d"])],
        ["<=", stick("e0"), "d"], False),
    "a posterior and a mass": ([OF_TESTS], each("y", ["<=", POSTERIOR, P()]), False),
    "two ratios": ([OF_TESTS], each("y", ["<=", POSTERIOR, ["*", Q(), ["/", 1, P()]]]), False),
    "a ratio of squares": ([OF_TESTS], each("y", ["<=", ["*", P(), P(), ["/", 1, ["+", P(), Q()]]], "b"]), False),
    "the reciprocal of a mass": ([OF_TESTS], each("y", ["<=", ["/", 1, P()], "b"]), False),
    "a ratio with a test": ([OF_TESTS], each("g", ["->", is_event("g"), each("y", ["<=", ["*", ["g", "y"], ["/", 1,
        P()]], "b"])]), False),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_RATIOS)
def test_a_ratio_of_masses_is_a_linear_condition(name: str) -> None:
    given, conclusion, lifts = OF_RATIOS[name]
    assert isinstance(of_claim(given, conclusion), Reach) == lifts


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "for 0 <= a <= 1, b >= 0: Power(a)(P, Q) <= b => Power(a)(post(P), post(Q)) <= b",
            marks=pytest.mark.slow,
        ),
        "for alpha > 1, g >= 0: post(RenyiDP(alpha, g)) => Renyi(alpha) <= g",
        "for rho >= 0: ZCDP(rho)(P, Q) => ZCDP(rho)(post(P), post(Q))",
        "for eps >= 0, 0 < p < 1: mixture(PureDP(eps)) => Posterior(p) <= p*exp(eps)/(1 - p + p*exp(eps))",
    ],
)
def test_a_typed_claim_about_a_map_says_any_outputs(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved"
    assert answer.scope == "all finite outputs; any outputs by the reduction lemma"


# Facts that count the elements of a set, said of a map or by a sum too many: true of finite sets only.
COUNTS: dict[str, Any] = {
    "K": ("Y", "Z"), "H": ("X",), **dict.fromkeys(("P", "S"), ("Y",)), **dict.fromkeys(("y", "v", "w"), "Y"),
    "z": "Z", "x": "X", "c": "R",
}  # fmt: skip
ROWS = ["=", total(["K", "y", "z"], "z"), 1]
KEPT_MAP = [law_of(["H", "x"], "x"), each("y", each("z", ["<=", 0, ["K", "y", "z"]])), each("y", ROWS)]
OF_EVENT = total(["*", ["S", "y"], ["P", "y"]], "y")
SURE = each("S", ["->", event_on("S", "v"), ["or", ["=", OF_EVENT, 0], ["=", OF_EVENT, 1]]])
HALF = each("S", ["->", event_on("S", "v"), ["or", ["=", OF_EVENT, 0], ["<=", 1, OF_EVENT]]])
ONE_OUTPUT = each("y", ["=", total(total(["K", "w", "z"], "z"), "w"), 1])
COLUMNS = each("y", each("z", ["=", total(["K", "w", "z"], "w"), 1]))
NUMBER = total(["*", ["S", "y"], total(["K", "y", "z"], "z")], "y")
COUNTED: dict[str, Tree] = {
    "a map that is a law as well": ["->", ["and", *KEPT_MAP, each("z", ["=", total(["K", "y", "z"], "y"), 1])],
        each("S", ["->", event_on("S", "v"), ["or", ["=", NUMBER, 0], ["<=", 1, NUMBER]]])],
    "a total over another name": ["->", ["and", *KEPT_MAP, law_of(["P", "y"], "y"),
        each("y", ["=", total(total(["K", "y", "z"], "z"), "w"), 1])], SURE],
    "a law with a total too many": ["->", ["and", *KEPT_MAP, law_of(["P", "y"], "y"),
        ["=", total(total(["P", "y"], "y"), "v"), 1]], SURE],
    "a total of a map over inputs": ["->", ["and", *KEPT_MAP, law_of(["P", "y"], "y"), ONE_OUTPUT], SURE],
    "the same in a case": ["->", ["and", *KEPT_MAP, law_of(["P", "y"], "y"), ["or", ONE_OUTPUT, ["<", "c", "c"]]], SURE],
    "columns in a case": ["->", ["and", *KEPT_MAP, law_of(["P", "y"], "y"), ["or", COLUMNS, ["<", "c", "c"]]], HALF],
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTED)
def test_what_counts_the_elements_of_a_set_is_not_lifted_for_it(name: str) -> None:
    found = reach(load(COUNTED[name]), COUNTS, {})
    assert not isinstance(found, Reach) or "Y" not in found.general, found


# Two integrals without bound over different sets: both may be infinite.
APART: dict[str, Any] = {"P": ("Y",), "Q": ("Y",), "A": ("X",), "B": ("X",), "y": "Y", "x": "X"}
OF_PAIRS = [
    law_of(["P", "y"], "y"),
    law_of(["Q", "y"], "y"),
    law_of(["A", "x"], "x"),
    law_of(["B", "x"], "x"),
]


def second_moment(a: str, b: str, v: str, *more: Tree) -> Tree:
    body = ["*", [a, v], [a, v], ["/", 1, [b, v]]]
    return total(["+", body, *more] if more else body, v)


def entropy(a: str, b: str, v: str) -> Tree:
    both = ["ind", ["and", ["<", 0, [a, v]], ["<", 0, [b, v]]]]
    return total(["*", both, [a, v], ["log", ["*", [a, v], ["/", 1, [b, v]]]]], v)


OF_Y, OF_X = second_moment("P", "Q", "y"), second_moment("A", "B", "x")
MORE = second_moment("P", "Q", "y", ["P", "y"])
COMPARED: dict[str, tuple[list[Tree], Tree]] = {
    "a moment and one more": ([["<=", MORE, OF_X]], ["<", OF_Y, OF_X]),
    "no such moments": ([["<=", MORE, OF_X], ["<=", OF_X, OF_Y]], ["<=", 1, 0]),
    "turned round": ([["<=", OF_X, OF_Y]], ["<", OF_X, MORE]),
}


@pytest.mark.parametrize("name", COMPARED)
def test_integrals_over_two_sets_are_compared_where_they_are_finite(name: str) -> None:
    given, conclusion = COMPARED[name]
    found = reach(load(["->", ["and", *OF_PAIRS, *given], conclusion]), APART, {})
    assert not isinstance(found, Reach) or len(found.general) < 2 or "finite" in " ".join(found.provisos), (
        found
    )


BY_TESTS = each(
    "S", ["->", test_on("S", "v"), ["<=", square(OF_EVENT), total(["*", ["S", "y"], ["Q", "y"]], "y")]]
)


def of_divergences(divergence: Any, relation: str, *more: Tree) -> Reach:
    """How far a relation between divergences over two sets reaches."""
    both = [divergence("P", "Q", "y"), divergence("A", "B", "x")]
    zeros = [
        each(v, ["->", ["=", [b, v], 0], ["=", [a, v], 0]]) for a, b, v in (("P", "Q", "y"), ("A", "B", "x"))
    ]
    sorts = {**APART, "S": ("Y",), "v": "Y"}
    found = reach(load(["->", ["and", *OF_PAIRS, *zeros, *more], [relation, *both]]), sorts, {})
    assert isinstance(found, Reach), found
    return found


@pytest.mark.parametrize("divergence", [second_moment, entropy])
def test_divergences_over_two_sets_differ_or_are_finite(divergence: Any) -> None:
    """Where D <= D' fails, the second is finite; D < D' fails where both are infinite too."""
    weak, strict = (of_divergences(divergence, relation) for relation in ("<=", "<"))
    assert (weak.general, weak.provisos) == (("X", "Y"), ())
    assert (strict.general, strict.provisos) == (("X", "Y"), ("where the integrals are finite",))


def test_divergences_over_two_sets_with_every_test_in_a_hypothesis() -> None:
    weak, strict = (of_divergences(entropy, relation, BY_TESTS) for relation in ("<=", "<"))
    assert (weak.lane, weak.general, weak.provisos) == ("M", ("X", "Y"), ())
    assert (strict.general, strict.provisos) == (("X",), ("where the integrals are finite",))


def test_a_bound_by_a_divergence_over_another_set_is_no_bound_where_it_is_infinite() -> None:
    """As a hypothesis D <= D' holds where both are infinite, and no finite set has that."""
    zeros = [
        each(v, ["->", ["=", [b, v], 0], ["=", [a, v], 0]]) for a, b, v in (("P", "Q", "y"), ("A", "B", "x"))
    ]
    sorts = {**APART, "S": ("Y",), "v": "Y"}
    bound = ["<=", entropy("P", "Q", "y"), entropy("A", "B", "x")]
    given = [*OF_PAIRS, *zeros, BY_TESTS, bound]
    found = reach(load(["->", ["and", *given], ["<=", stick_of("P", "Q", "y"), 1]]), sorts, {})
    assert not isinstance(found, Reach) or len(found.general) < 2 or found.provisos, found


def stick_of(a: str, b: str, v: str) -> Tree:
    return total(["*", ["ind", ["<", [b, v], [a, v]]], ["-", [a, v], [b, v]]], v)
