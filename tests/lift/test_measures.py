"""Claims about measures that need not be laws: masses of events are densities at outcomes; a set without a sum is any set."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.kernel import Checked
from dpsym.kernel.terms import load
from dpsym.lift import SIGMA_FINITE, NoReach, Reach, reach
from dpsym.lift.exact import FINITE
from dpsym.prove.scope import covered
from tests.lift.claims_of_pairs import is_event, some

Tree = Any
SIG: dict[str, Any] = {
    **dict.fromkeys(("m", "n", "o", "S", "T", "f"), ("Y",)), "g": ("Z",), "U": ("Y", "Z"), "F": ("X", "Y"), "k": ("R", "Y"),
    "N": ("Y", "Y"), "W": ("Y", "Y"), "D": ("X", "X"), "r": ("X",),
    **dict.fromkeys(("y", "w", "x"), "Y"), "z": "Z", **dict.fromkeys(("i", "j"), "X"), **dict.fromkeys(("b", "c", "t"), "R"),
}  # fmt: skip


def each(v: str, t: Tree) -> Tree:
    return ["all", v, t]


def of(t: Tree, v: str = "y", s: str = "S") -> Tree:
    """The mass of an event under a density."""
    return ["sum", v, ["*", [s, v], t]]


def events(*relations: Tree, s: str = "S") -> Tree:
    return each(s, ["->", is_event(s), relations[0] if len(relations) == 1 else ["and", *relations]])


def close(one: str, two: str, b: Tree = "b") -> Tree:
    """m(S) <= e^b n(S) for every event."""
    return events(["<=", of([one, "y"]), ["*", ["exp", b], of([two, "y"])]])


def of_pairs(t: Tree) -> Tree:
    """No event of pairs has mass under t."""
    is_event_of_pairs = each("y", each("w", ["or", ["=", ["W", "y", "w"], 0], ["=", ["W", "y", "w"], 1]]))
    mass = ["sum", "y", ["sum", "w", ["*", ["W", "y", "w"], t]]]
    return each("W", ["->", is_event_of_pairs, ["<=", mass, 0]])


def density(one: str, two: str, b: Tree = "b") -> Tree:
    return each("y", ["<=", [one, "y"], ["*", ["exp", b], [two, "y"]]])


def found_of(
    given: list[Tree], conclusion: Tree, sets: dict[str, Any] | None = None
) -> Reach | NoReach | None:
    return reach(load(["->", ["and", *given, ["<=", 0, "b"]], conclusion]), SIG, sets or {})


MEASURES: dict[str, tuple[list[Tree], Tree]] = {
    "a triangle": ([close("m", "n"), close("n", "o")], close("m", "o", ["+", "b", "b"])),
    "at outcomes": ([close("m", "n")], density("m", "n")),
    "of events": ([density("m", "n")], close("m", "n")),
    "equal measures": ([events(["=", of(["m", "y"]), of(["n", "y"])])], each("y", ["=", ["m", "y"], ["n", "y"]])),
    "between two": (
        [each("y", ["and", ["<=", ["m", "y"], ["n", "y"]], ["<=", ["n", "y"], ["o", "y"]]])],
        events(["<=", of(["m", "y"]), of(["n", "y"])], ["<=", of(["n", "y"]), of(["o", "y"])])),
    "a mean": (
        [close("m", "n"), close("m", "o"), ["<=", 0, "c"], ["<=", "c", 1]],
        events(["<=", of(["m", "y"]), ["*", ["exp", "b"],
            of(["+", ["*", "c", ["n", "y"]], ["*", ["-", 1, "c"], ["o", "y"]]])]])),
    "of a family": (
        [each("i", each("j", events(["<=", of(["F", "i", "y"]), ["*", ["exp", ["D", "i", "j"]], of(["F", "j", "y"])]])))],
        each("i", each("j", each("y", ["<=", ["F", "i", "y"], ["*", ["exp", ["D", "i", "j"]], ["F", "j", "y"]]])))),
    "ratios of any two outcomes": (
        [each("y", each("w", ["<=", ["*", ["m", "y"], ["n", "w"]], ["*", ["m", "w"], ["n", "y"]]])), close("m", "n")],
        each("y", each("w", ["<=", ["*", ["m", "y"], ["n", "w"]], ["*", ["exp", "b"], ["*", ["m", "w"], ["n", "y"]]]]))),
    "equal outcomes, of all two outcomes outside of one null set": (
        [close("m", "n"), each("y", each("w", ["->", ["<=", 1, ["N", "w", "y"]], ["<=", ["m", "y"], 0]])),
         each("y", ["<=", 1, ["N", "y", "y"]])],
        each("y", ["<=", ["m", "y"], 0])),
    "if some outcome is such": (
        [close("m", "n"), ["->", some("w", ["<=", ["n", "w"], 0]), each("y", ["<=", ["m", "y"], 0])]],
        each("y", ["->", ["<=", ["n", "y"], 0], each("w", ["<=", ["m", "w"], 0])])),
    "a density between two": (
        [each("y", ["<=", ["m", "y"], ["n", "y"]]), close("m", "n")],
        some("f", ["and", each("y", ["<=", ["m", "y"], ["f", "y"]]), events(["=", of(["n", "y"]), of(["f", "y"])])])),
    "a density that is supposed": (
        [some("f", each("y", ["=", ["m", "y"], ["*", ["f", "y"], ["n", "y"]]])), close("m", "n")], density("m", "n")),
}  # fmt: skip
NOT_MEASURES: dict[str, tuple[list[Tree], Tree]] = {
    # false in general: each outcome has a null set of its own
    "a bound for each number": (
        [each("t", ["->", ["<", 0, "t"], each("y", ["<=", ["k", "t", "y"], 0])]), close("m", "n")],
        each("y", ["->", ["<", 0, ["m", "y"]], ["<=", ["k", ["m", "y"], "y"], 0]])),
    "a bound for each outcome": (
        [close("m", "n")],
        each("y", ["->", each("w", ["<=", ["N", "y", "w"], 0]), ["<=", ["N", "y", "y"], 0]])),
    # attained on finite sets only
    "a largest density": ([close("m", "n")], some("y", each("w", ["<=", ["m", "w"], ["m", "y"]]))),
    "a bound on densities": ([close("m", "n")], some("c", each("y", ["<=", ["m", "y"], "c"]))),
    "densities without a bound": (
        [each("t", some("y", ["<=", "t", ["m", "y"]])), close("m", "n")], ["<", 1, 0]),
    # about masses, which are no densities
    "the mass of everything": (
        [close("m", "n")], ["<=", ["sum", "y", ["m", "y"]], ["*", ["exp", "b"], ["sum", "y", ["n", "y"]]]]),
    "with a constant": ([events(["<=", of(["m", "y"]), ["+", of(["n", "y"]), "b"]])], density("m", "n")),
    "below": ([events(["<", of(["m", "y"]), of(["n", "y"])])], density("m", "n")),
    "a product of two masses": (
        [events(["<=", ["*", of(["m", "y"]), of(["m", "y"])], ["*", of(["n", "y"]), of(["n", "y"])]])], density("m", "n")),
    "a given event": ([["<=", of(["m", "y"]), of(["n", "y"])], is_event("S")], density("m", "n")),
    "some event": ([close("m", "n")], some("S", is_event("S"), ["<=", of(["m", "y"]), of(["n", "y"])])),
    "some function that is large if it is an event": (
        [some("S", ["->", is_event("S"), ["<=", of(["m", "y"]), of(["n", "y"])]])], density("m", "n")),
    "a number for each outcome, and a bound for it": (
        [each("y", some("t", each("w", ["<=", ["k", "t", "w"], ["m", "y"]]))), close("m", "n")], ["<", 1, 0]),
    "every test": (
        [each("f", ["->", each("y", ["and", ["<=", 0, ["f", "y"]], ["<=", ["f", "y"], 1]]), ["<=", of(["m", "y"], "y",
            "f"), 0]])],
        density("m", "n")),
    "no event": ([each("S", ["<=", of(["m", "y"]), of(["n", "y"])])], density("m", "n")),
    "an event squared": (
        [events(["<=", ["sum", "y", ["*", ["*", ["S", "y"], ["S", "y"]], ["m", "y"]]], of(["n", "y"])])], density("m", "n")),
    "an event in its coefficient": (
        [events(["<=", ["*", of(["m", "y"]), of(["o", "y"])], 0])], density("m", "n")),
    "the event at another outcome": (
        [each("w", events(["<=", ["sum", "y", ["*", ["S", "w"], ["m", "y"]]], of(["n", "y"])]))], density("m", "n")),
    # true of finite sets: what integrals say of almost all pairs says nothing of pairs of equal outcomes
    "every event of pairs": (
        [close("m", "n"), of_pairs(["N", "y", "w"])], each("y", ["<=", ["N", "y", "y"], 0])),
    "every event of pairs, of equal densities": ([of_pairs(["ind", ["=", ["m", "y"], ["m", "w"]]])], ["<", 1, 0]),
    "every event for each outcome": (
        [each("w", events(["<=", of(["N", "w", "y"]), 0]))], each("y", ["<=", ["N", "y", "y"], 0])),
    "every event for each outcome, of equal densities": (
        [each("w", events(["<=", of(["ind", ["=", ["m", "w"], ["m", "y"]]]), 0]))], ["<", 1, 0]),
    # N is 1 for equal outcomes, else 0, and m is 0: for no outcome does a set of others count
    "if some outcome is such for another one": (
        [close("m", "n"), each("y", ["->", some("w", ["<=", 1, ["N", "w", "y"]]), ["<", ["m", "y"], 0]]),
         each("y", ["<=", 1, ["N", "y", "y"]])],
        each("y", ["<", ["m", "y"], 0])),
    "if some outcome is another one": (
        [close("m", "n"), each("y", ["->", some("w", ["eq", "w", "y"]), ["<", ["m", "y"], 0]])],
        each("y", ["<", ["m", "y"], 0])),
    "two outcomes that are equal": ([close("m", "n")], some("y", some("w", ["eq", "y", "w"]))),
    "two outcomes of one density": ([close("m", "n")], some("y", some("w", ["=", ["m", "y"], ["m", "w"]]))),
    # and a number that is given at an outcome may be one for each
    "a number given after an outcome": (
        [close("m", "n")],
        each("y", each("t", ["->", each("w", ["<=", ["k", "t", "w"], 0]), ["<=", ["k", "t", "y"], 0]]))),
    "a function given after an outcome": (
        [close("m", "n")], each("y", each("f", ["->", each("w", ["<=", ["f", "w"], 0]), ["<=", ["f", "y"], 0]]))),
    "a number supposed of some outcome": (
        [close("m", "n"), some("y", some("t", each("w", ["<=", ["k", "t", "w"], 0]), ["<", 0, ["k", "t", "y"]]))],
        ["<", 1, 0]),
    "no density is a number": (
        [close("m", "n"), each("t", each("y", ["not", ["=", ["m", "y"], "t"]]))], ["<", 1, 0]),
    "no density is a number, by events": (
        [each("t", events(["<=", of(["ind", ["=", ["m", "y"], "t"]]), 0]))], ["<", 1, 0]),
    "a total as a coefficient": (
        [events(["<=", ["*", ["sum", "w", ["n", "w"]], of(["m", "y"])], 0])], density("m", "n")),
    # a function is chosen value by value only where each condition reads one value
    "some function at two outcomes": (
        [close("m", "n")],
        some("f", each("y", each("w", ["<=", ["*", ["m", "y"], ["f", "w"]], ["*", ["n", "w"], ["f", "y"]]])))),
    "some function with an integral": (
        [close("m", "n")], some("f", ["and", each("y", ["<=", ["m", "y"], ["f", "y"]]), ["<=", of(["f", "y"]), "b"]])),
    "some function with a bound": (
        [close("m", "n")],
        some("c", some("f", each("y", ["and", ["<=", ["m", "y"], ["f", "y"]], ["<=", ["f", "y"], "c"]])))),
    "some function for each number": (
        [each("t", some("f", each("y", ["and", ["<=", ["f", "y"], 0], ["<=", ["k", "t", "y"], ["f", "y"]]]))), close("m", "n")],
        each("y", ["<=", ["k", ["m", "y"], "y"], 0])),
    "some function with a quantifier inside": (
        [close("m", "n")], some("f", each("y", some("t", ["and", ["<=", "t", ["f", "y"]], ["<=", ["m", "y"], "t"]])))),
    "some function or": (
        [close("m", "n")], some("f", ["or", each("y", ["<=", ["m", "y"], ["f", "y"]]), each("y", ["<=", ["f", "y"], 0])])),
    "some function after an outcome": (
        [close("m", "n")], each("w", some("f", each("y", ["<=", ["*", ["m", "w"], ["m", "y"]], ["f", "y"]])))),
    "how many outcomes": ([events(["<=", of(["m", "y"]), of(["n", "y"])])], ["<=", 1, ["sum", "y", 1]]),
}  # fmt: skip


# Where m and n are the length on the line, a difference of masses has no value for an event of infinite length.
M, N, O = ["m", "y"], ["n", "y"], ["o", "y"]
SCALED_N = ["*", ["exp", "b"], N]
DIFFERENCES: dict[str, tuple[list[Tree], Tree]] = {
    "of masses": ([density("m", "n")], events(["<=", ["-", of(M), ["*", ["exp", "b"], of(N)]], 0])),
    "of masses, by a negative number": (
        [density("m", "n")], events(["<=", ["+", of(M), ["*", -1, ["exp", "b"], of(N)]], 0])),
    "of a mass and itself": ([close("m", "n")], events(["=", ["-", of(M), of(M)], 0])),
    "of densities": ([density("m", "n")], events(["<=", of(["-", M, SCALED_N]), 0])),
    "of densities, inside of a sum": ([density("m", "n")], events(["<=", of(["+", O, ["-", M, SCALED_N]]), of(O)])),
    "times a number": ([density("m", "n")], events(["<=", ["*", ["exp", "c"], ["-", of(M), of(SCALED_N)]], 0])),
    "with a number that may be negative": (
        [close("m", "n"), close("m", "o"), ["<=", 0, "c"]],
        events(["<=", of(M), ["*", ["exp", "b"], of(["+", ["*", "c", N], ["*", ["-", 1, "c"], O]])]])),
    "with a quotient by a number that may be negative": (
        [density("m", "n")],
        events(["<=", of(["+", M, ["*", ["/", 1, "c"], O]]), of(["+", SCALED_N, ["*", ["/", 1, "c"], O]])])),
    "with a function that may be negative": (
        [density("m", "n")], events(["<=", of(["+", M, ["*", ["f", "y"], O]]), of(["+", SCALED_N, ["*", ["f", "y"], O]])])),
    "in a hypothesis": ([events(["<=", ["-", of(M), of(N)], ["-", of(O), of(N)]])], each("y", ["<=", M, O])),
    "with a bound in another conclusion": (
        [close("m", "n")], ["and", ["->", ["<=", 0, "c"], ["<=", 0, "c"]], events(["=", of(["+", M, ["*", "c", N]]),
            ["+", of(M), ["*", "c", of(N)]]])]),
}  # fmt: skip
NO_DIFFERENCES: dict[str, tuple[list[Tree], Tree]] = {
    "one mass times any number": ([close("m", "n")], events(["=", ["*", "c", of(M)], of(["*", "c", M])])),
    "a sum": ([density("m", "n")], events(["<=", of(["+", M, O]), of(["+", SCALED_N, O])])),
    "a sum times numbers that are not negative": (
        [density("m", "n"), ["<", 0, "c"]],
        events(["<=", of(["+", M, ["*", ["/", 1, "c"], O]]), of(["+", SCALED_N, ["*", ["/", 1, "c"], O]])])),
    "with a number of which a conclusion supposes a bound": (
        [density("m", "n")], each("c", ["->", ["<=", 0, "c"], events(["<=", of(["+", M, ["*", "c", O]]),
            of(["+", SCALED_N, ["*", "c", O]])])])),
    "with a function that is nowhere negative": (
        [density("m", "n"), each("y", ["<=", 0, ["f", "y"]]), each("y", ["<=", 0, O])],
        events(["<=", of(["+", M, ["*", ["f", "y"], O]]), of(["+", SCALED_N, ["*", ["f", "y"], O]])])),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENCES)
def test_differences_of_masses_are_read_where_the_integrals_are_finite(name: str) -> None:
    found = found_of(*DIFFERENCES[name])
    assert isinstance(found, Reach) and found.provisos == (SIGMA_FINITE, FINITE), found


@pytest.mark.parametrize("name", NO_DIFFERENCES)
def test_sums_of_masses_have_values(name: str) -> None:
    found = found_of(*NO_DIFFERENCES[name])
    assert isinstance(found, Reach) and found.provisos == (SIGMA_FINITE,), found


@pytest.mark.parametrize("name", MEASURES)
def test_measures_may_be_on_any_space(name: str) -> None:
    found = found_of(*MEASURES[name])
    assert isinstance(found, Reach) and (found.lane, found.general, found.finite) == ("D", ("Y",), ()), found
    assert found.words.startswith("any measurable Y by the reduction lemma") and found.provisos == (
        SIGMA_FINITE,
    )
    assert found.words.endswith(", where the measures are sigma-finite"), found.words


@pytest.mark.parametrize("name", NOT_MEASURES)
def test_what_is_no_claim_about_densities_stays_finite(name: str) -> None:
    found = found_of(*NOT_MEASURES[name])
    assert not isinstance(found, Reach) or "Y" in found.finite, found


def test_products_of_measures_are_on_products_of_spaces() -> None:
    is_event_of_both = each("y", each("z", ["or", ["=", ["U", "y", "z"], 0], ["=", ["U", "y", "z"], 1]]))
    mass = lambda t: ["sum", "y", ["sum", "z", ["*", ["U", "y", "z"], t]]]  # noqa: E731
    both = each(
        "U",
        [
            "->",
            is_event_of_both,
            ["<=", mass(["*", ["m", "y"], ["g", "z"]]), mass(["*", ["n", "y"], ["g", "z"]])],
        ],
    )
    given = [each("y", ["<=", ["m", "y"], ["n", "y"]]), each("z", ["<=", 0, ["g", "z"]])]
    found = found_of(given, both)
    assert isinstance(found, Reach) and (found.general, found.finite) == (("Y", "Z"), ()), found
    half = each("U", ["->", is_event_of_both, ["<=", ["sum", "y", ["*", ["U", "y", "z"], ["m", "y"]]], 0]])
    found = found_of([*given, each("z", half)], both)
    assert not isinstance(found, Reach), found


def test_that_measures_are_sigma_finite_is_no_gap_of_a_scope() -> None:
    """Counting measure on the line has no null sets, and length has no density for it: the proviso is printed."""
    given, conclusion = MEASURES["a density that is supposed"]
    checked = Checked(SIG, {}, load(["->", ["and", *given, ["<=", 0, "b"]], conclusion]))
    found = covered(checked)
    assert SIGMA_FINITE in found.words and found.short == ((), ()), found


def test_a_listed_set_of_outcomes_stays_listed() -> None:
    found = found_of(*MEASURES["a triangle"], sets={"Y": ("o1",)})
    assert not isinstance(found, Reach), found


def test_sets_without_a_sum_may_be_any_without_a_law_too() -> None:
    found = found_of(
        [each("i", each("j", ["<=", ["D", "i", "j"], 0]))], each("i", ["<=", ["D", "i", "i"], 0])
    )
    assert isinstance(found, Reach) and found.words == "any set X by the reduction lemma", found
    found = found_of([], some("i", each("j", ["<=", ["r", "j"], ["r", "i"]])))
    assert not isinstance(found, Reach), found
    found = found_of([], ["<=", ["sum", "i", ["r", "i"]], ["sum", "i", ["r", "i"]]])
    assert not isinstance(found, Reach), found
