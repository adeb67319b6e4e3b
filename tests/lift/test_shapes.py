"""Which claims carry from all finite outputs to any: those that are false of some general pair must be refused."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.kernel.terms import load
from dpsym.lift import ALMOST, NoReach, Reach, reach
from dpsym.lift.bounds import bounded
from dpsym.lift.formulas import Facts, Space, canon
from tests.lift.claims_of_pairs import (
    BOTH,
    FINITE,
    KL,
    NO_LOSS,
    P,
    Q,
    approximate,
    at,
    is_event,
    is_test,
    mass,
    moment,
    of_claim,
    orders,
    pure,
    some,
    square,
    stick,
    tail,
    times_exp,
)  # fmt: skip

NO: list[Any] = []
SUM_S_P, SUM_S_Q = mass("S", "P"), mass("S", "Q")


def counted(one: str, other: str, of: Any = 1) -> Any:
    """The sum of P^m Q^(1 - n), with m and n what is added up over two sets."""
    first, second = ["sum", one, of], ["sum", other, of]
    powers = ["+", ["*", first, ["log", P()]], ["*", ["-", 1, second], ["log", Q()]]]
    return ["sum", "y", ["*", BOTH, ["exp", powers]]]


# True of all finite outputs (or of no meaning elsewhere); the comment says of which pair each is false.
REFUSED: dict[str, tuple[list[Any], Any]] = {
    # N(0, 1) and N(1, 1): every loss, none the largest
    "mutually continuous laws are pure": ([FINITE], some("e", pure("e"))),
    "the hockey stick reaches the infinite losses": (NO, some("e", ["<=", 0, "e"], ["=", stick("e"), NO_LOSS])),
    "unbounded losses are infinite ones": ([["all", "e", ["<", 0, tail("e")]]], ["<", 0, NO_LOSS]),
    "a finite cut has level 0": (NO, some("k", ["=", ["sum", "y", ["*", ["ind", ["<", ["*", "k", P()], Q()]], P()]], 0])),
    "the largest ratio is attained": (NO, some("y", ["all", "x", ["<=", ["*", P("x"), Q("y")], ["*", P("y"), Q("x")]]])),
    "some order bounds all": ([FINITE], some("b", orders(["<=", moment("a"), ["exp", ["*", ["-", "a", 1], "b"]]]))),
    "some loss is the largest, by events": (
        [FINITE], some("a", ["all", "S", ["->", is_event("S"), ["<=", SUM_S_P, times_exp("a", SUM_S_Q)]]])),
    "some tail is empty": ([FINITE], some("e", ["=", tail("e"), 0])),
    "some hockey stick vanishes": ([FINITE], some("e", ["<=", stick("e"), 0])),
    "some bound on the ratio at all outcomes": ([FINITE], some("k", ["all", "y", ["<=", P(), ["*", "k", Q()]]])),
    "losses below every bound: one bound": (
        [["all", "y", some("k", ["<=", P(), ["*", "k", Q()]])]], some("k", ["all", "y", ["<=", P(), ["*", "k", Q()]]])),
    "a natural bound on the ratio": ([FINITE], some("n", ["nat", "n"], ["all", "y", ["<=", P(), ["*", "n", Q()]]])),
    # N(sqrt 2, 1) and N(0, 1): every order with equality
    "moments of all orders grow too fast": (
        [FINITE, orders(["<=", ["exp", ["*", "a", ["-", "a", 1]]], moment("a")])], ["<", 1, 0]),
    # equality for N(1, 1) and N(0, 1), G the normal distribution function
    "strictly below the normal moment": (
        [["all", "f", ["->", is_test("f"), ["all", "d", ["->", ["<=", mass("f", "Q"), ["G", "d"]],
                                                        ["<=", mass("f", "P"), ["G", ["+", "d", 1]]]]]]]],
        ["->", ["<", 1, "c"], ["<", moment("c"), ["exp", ["*", "c", ["-", "c", 1], ["/", 1, 2]]]]]),
    # the uniform law on (0, 1), densities on it
    "a smallest positive mass": (NO, some("c", ["<", 0, "c"], ["all", "y", ["->", ["<", 0, P()], ["<=", "c", P()]]])),
    "an atom": (NO, ["<", 0, ["sum", "y", square(P())]]),
    # sets of two elements and of one: the sum of the squares
    "exponents that count two other sets": ([FINITE], ["<", 0, counted("i", "z")]),
    "entropy at most the log of a count": (
        NO, ["<=", ["*", -1, ["sum", "y", ["*", P(), ["log", P()]]]], ["log", ["sum", "y", 1]]]),
    "strictly below everywhere: a smaller budget": (
        [["all", "y", ["->", ["<", 0, Q()], ["<", P(), times_exp("e0", Q())]]]], some("e", ["<", "e", "e0"], pure("e"))),
    "equality of outcomes": (NO, some("y", some("x", ["eq", "y", "x"], ["<", 0, P()]))),
    "a function attains its largest value": (
        NO, some("y", ["<=", 1, ["sum", "x", ["*", ["ind", ["<=", at("r", "x"), at("r", "y")]], P("x")]]])),
    "events have a least positive probability": (
        NO, some("c", ["<", 0, "c"], ["all", "S", ["->", is_event("S"), ["->", ["<", 0, SUM_S_P], ["<=", "c", SUM_S_P]]]])),
    "masses at most 1": (NO, ["all", "y", ["<=", P(), 1]]),
    "functions are bounded": (NO, some("n", ["all", "y", ["<=", at("r"), "n"]])),
    "two outcomes have one mass, or P is at one": (NO, some("y", some("x", ["not", ["eq", "y", "x"]]))),
    "a count of outcomes": (NO, ["<=", 1, ["sum", "y", 1]]),
    "a count of possible outcomes": (NO, ["<=", 1, ["sum", "y", ["ind", ["<", 0, P()]]]]),
    "the average mass": (NO, ["<=", ["/", 1, ["sum", "y", 1]], 1]),
    "collision at least one over the count": (NO, ["<=", 1, ["*", ["sum", "y", 1], ["sum", "y", square(P())]]]),
    "a mass of at least a half": (NO, ["all", "y", ["->", ["<", ["/", 1, 2], P()], ["<", 0, P()]]]),
    "a sum of cubes": (NO, ["<=", ["sum", "y", ["^", P(), 3]], 1]),
    "a sum of products of masses": (NO, ["<=", ["sum", "y", ["*", P(), Q()]], 1]),
    "a sum of square roots": (
        NO, ["<", 0, ["sum", "y", ["*", ["ind", ["<", 0, P()]], ["exp", ["*", ["/", 1, 2], ["log", P()]]]]]]),
    "a sum of exponentials of masses": (NO, ["<=", 1, ["sum", "y", ["exp", P()]]]),
    "an unguarded logarithm": (NO, ["<=", 0, ["sum", "y", ["*", Q(), ["exp", ["log", P()]]]]]),
    "a guard on the other law": (
        NO, ["<=", 0, ["sum", "y", ["*", ["ind", ["<", 0, Q()]],
                                    ["exp", ["+", ["*", "c", ["log", P()]], ["*", ["-", 1, "c"], ["log", Q()]]]]]]]),
    "exponents that do not add up to 1": (
        NO, ["<=", 0, ["sum", "y", ["*", BOTH, ["exp", ["+", ["*", "c", ["log", P()]], ["*", "d", ["log", Q()]]]]]]]),
    "a function of a mass": (NO, ["<=", 0, ["sum", "y", ["*", P(), ["G", P()]]]]),
    "a natural mass": (NO, ["all", "y", ["->", ["nat", P()], ["<=", 0, P()]]]),
    "an indicator of a mass above a number": (NO, ["<=", ["sum", "y", ["*", ["ind", ["<", "c", P()]], P()]], 1]),
    "a sum of two degrees": (NO, ["<=", 0, ["sum", "y", ["+", P(), square(P())]]]),
    "a double sum of outcomes that are compared": (
        NO, ["<=", 0, ["sum", "y", ["sum", "x", ["*", ["ind", ["eq", "x", "y"]], P("y"), Q("x")]]]]),
    "masses compared with those elsewhere": (NO, some("y", ["all", "x", ["<=", P("x"), P("y")]])),
    "a least outcome of a function": (NO, some("y", ["all", "x", ["<=", at("r", "y"), at("r", "x")]])),
    "every outcome has a neighbour of equal loss": (
        NO, ["all", "y", some("x", ["=", ["*", P("x"), Q("y")], ["*", P("y"), Q("x")]])]),
    # choices made after the claim is read
    "a best test among all": (
        NO, some("g", is_test("g"), ["=", mass("g", "Q"), "a"],
                 ["all", "f", ["->", is_test("f"), ["->", ["<=", mass("f", "Q"), "a"],
                                                    ["<=", mass("f", "P"), mass("g", "P")]]]])),
    "some event is likelier under P by the hockey stick of some loss": (
        NO, some("e", some("S", is_event("S"), ["<=", stick("e"), ["-", SUM_S_P, times_exp("e", SUM_S_Q)]]))),
    "for every bound some order (trap: a strong name inside of a weak one)": (
        NO, some("k", ["all", "t", ["<=", ["sum", "y", ["*", ["ind", ["<", ["*", "t", Q()], P()]], P()]], "k"]])),
    "some cut beyond which no tail differs": (
        NO, some("k", ["all", "t", ["->", ["<=", "k", "t"], ["=", tail("t"), tail("k")]]])),
    "one function for all orders": (NO, ["ex", "G", orders(["<=", moment("a"), ["G", "a"]])]),
    "levels of either of two conditions": (
        [["all", "p", ["or", ["all", "y", ["<", P(), ["*", "p", Q()]]], ["all", "y", ["<", Q(), ["*", "p", P()]]]]]],
        ["<", NO_LOSS, 1]),
    "for every p some q at all outcomes": (
        [["all", "p", ["ex", "k", ["all", "y", ["<", ["*", "p", P()], ["*", "k", Q()]]]]]], ["<", NO_LOSS, 1]),
    "numbers in two blocks at an outcome": (
        NO, ["all", "y", ["all", "p", ["ex", "k", ["<=", ["*", "p", P()], ["*", "k", P()]]]]]),
    "an integral for each outcome": (
        NO, ["all", "y", ["all", "e", ["->", ["<=", P(), times_exp("e", Q())], ["<=", 0, tail("e")]]]]),
    "a function chosen at an outcome": (NO, ["all", "y", ["ex", "g", ["<=", P(), ["*", at("g"), Q()]]]]),
    "a quantifier inside of an indicator": (NO, ["<=", 0, ["ind", ["all", "y", ["<=", P(), Q()]]]]),
    "a law only in the conclusion": (
        NO, ["and", ["=", ["sum", "y", at("r")], 1], ["all", "y", ["<=", square(at("r")), at("r")]]]),
    # trap: events in a hypothesis, tests in the conclusion, and not linear
    "events of a curve say nothing of tests": (
        [["all", "S", ["->", is_event("S"), ["<=", SUM_S_P, ["G", SUM_S_Q]]]]],
        ["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]]),
    "a square of a probability over every event": (
        [["all", "S", ["->", is_event("S"), ["<=", square(SUM_S_P), SUM_S_Q]]]],
        ["all", "f", ["->", is_test("f"), ["<=", square(mass("f", "P")), mass("f", "Q")]]]),
    # what partitions do not keep
    "a strict bound on a divergence from every test": (
        [["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]], FINITE],
        ["->", ["<", 1, "c"], ["<", moment("c"), "b"]]),
    "a lower bound on a divergence for every order": (
        [orders(["<=", "b", moment("a")]), FINITE], ["<", 1, "b"]),
    "a strict lower bound for every order": ([orders(["<", "b", moment("a")]), FINITE], ["<", 1, "b"]),
    "every order at once bounds some number": (
        [orders(["<=", moment("a"), ["exp", "b"]])], some("c", orders(["<=", moment("a"), ["*", "c", "a"]]))),
    "moments of orders below 1": (
        [["all", "a", ["->", ["<", "a", 1], ["<=", moment("a"), "b"]]]], ["<=", 1, "b"]),
    "moments of any order": ([["all", "a", ["<=", moment("a"), "b"]]], ["<=", 1, "b"]),
    "a product of two tests": (
        [["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]]],
        ["all", "g", ["->", is_test("g"), ["all", "T", ["->", is_test("T"), [
            "<=", ["sum", "y", ["*", ["*", at("g"), at("T")], P()]], ["G", mass("g", "Q")]]]]]]),
    "the square of a test": (
        [["all", "f", ["->", is_test("f"), ["<=", ["sum", "y", ["*", square(at("f")), P()]], ["G", mass("f", "Q")]]]]],
        ["<=", 0, stick("e0")]),
    "a level set of a test": (
        [["all", "f", ["->", is_test("f"), [
            "<=", ["sum", "y", ["*", ["ind", ["<", 0, at("f")]], P()]], ["G", mass("f", "Q")]]]]],
        ["<=", stick("e0"), "d"]),
    "level sets for every cut, and events": (
        [["all", "k", ["<=", tail("k"), ["G", "k"]]], ["all", "S", ["->", is_event("S"), ["<=", SUM_S_P, ["G", SUM_S_Q]]]]],
        ["<=", NO_LOSS, "d"]),
    "two conditions that fail at one outcome": (
        [["all", "S", ["->", is_event("S"), ["<=", SUM_S_P, ["G", SUM_S_Q]]]]],
        some("k", some("y", ["<=", P(), ["*", "k", Q()]], ["<=", Q(), ["*", "k", P()]]))),
    "events of a product": (
        [["all", "S", ["->", is_event("S"), ["<=", square(SUM_S_P), SUM_S_Q]]]], ["<=", ["sum", "y", square(P())], 1]),
    "a given test is an event": (
        [["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]]],
        ["all", "g", ["->", is_test("g"), ["->", ["<=", mass("g", "P"), ["G", "c"]], is_event("g")]]]),
    "every test in a hypothesis, if it is an event": (
        [["all", "g", ["->", is_test("g"), ["->", is_event("g"), ["<=", mass("g", "P"), ["G", mass("g", "Q")]]]]]],
        ["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]]),
    # hypotheses that no finite set meets, and the uniform law does
    "an event of every probability": (
        [["all", "t", ["->", ["and", ["<=", 0, "t"], ["<=", "t", 1]], some("S", is_event("S"), ["=", SUM_S_P, "t"])]]],
        ["<", 1, 0]),
    "every event has a half": (
        [["all", "S", ["->", is_event("S"), some("T", is_event("T"), ["<=", mass("T", "P"), SUM_S_P],
                                                 ["=", ["*", 2, mass("T", "P")], SUM_S_P])]]], ["<", 1, 0]),
    "an event for each level": (
        [["all", "t", ["all", "y", ["or", ["=", ["H", "t", "y"], 0], ["=", ["H", "t", "y"], 1]]]],
         ["all", "t", ["->", ["and", ["<=", 0, "t"], ["<=", "t", 1]], ["=", ["sum", "y", ["*", ["H", "t", "y"], P()]], "t"]]]],
        ["<", 1, 0]),
    "as many laws as there are numbers": (
        [["all", "t", ["all", "y", ["<=", 0, ["H", "t", "y"]]]], ["all", "t", ["=", ["sum", "y", ["H", "t", "y"]], 1]],
         ["all", "t", ["all", "u", ["->", ["<", "t", "u"], ["all", "y", ["or", ["=", ["H", "t", "y"], 0],
                                                                        ["=", ["H", "u", "y"], 0]]]]]]], ["<", 1, 0]),
    # the uniform law on (0, 1) and the identity on it: each number has a null set of its own
    "no number is a value of a function": ([["all", "t", ["all", "y", ["not", ["=", at("r"), "t"]]]]], ["<", 1, 0]),
    "a number that a guard allows is no value": (
        [["all", "y", ["<", 0, at("r")]], ["all", "t", ["->", ["<", 0, "t"], ["all", "y", ["not", ["=", at("r"), "t"]]]]]],
        ["<", 1, 0]),
    "what has a value is impossible, for every value": (
        [["all", "t", ["all", "y", ["->", ["=", at("r"), "t"], ["=", P(), 0]]]]], ["<", 1, 0]),
    "some number is the value of a possible outcome": (NO, some("t", some("y", ["=", at("r"), "t"], ["<", 0, P()]))),
    # N(0, 1) and N(1, 1)
    "no ratio is taken": (
        [FINITE, ["all", "k", ["all", "y", ["or", ["=", P(), 0], ["not", ["=", P(), ["*", "k", Q()]]]]]]], ["<", 1, 0]),
    "some ratio is taken": ([FINITE], some("k", some("y", ["=", P(), ["*", "k", Q()]], ["<", 0, P()]))),
    "the budget of every smaller slack": (
        [["all", "d", ["->", ["<", 0, "d"], some("e", approximate("e", "d"))]]], some("e", approximate("e", 0))),
}  # fmt: skip


MEAN = [
    "=",
    ["sum", "y", ["*", P(), at("r")]],
    ["sum", "y", ["*", at("r"), P()]],
]  # of a function, in both orders


def between(low: Any, value: Any, high: Any) -> Any:
    """That a value lies between two others at every output."""
    return ["all", "y", ["and", ["<=", low, value], ["<=", value, high]]]


# True of all pairs, with the proviso that is printed, if any.
LIFTED: dict[str, tuple[list[Any], Any, tuple[str, ...]]] = {
    "the least budget is attained": (
        [["all", "e", ["->", ["<", "e0", "e"], pure("e")]]], pure("e0"), ()),
    "the hockey stick is between 0 and 1": (NO, ["and", ["<=", 0, stick("e0")], ["<=", stick("e0"), 1]], ()),
    "Pinsker, infinite divergences included": ([FINITE], ["<=", ["*", 2, square(stick(0))], KL], ()),
    "a bound on the relative entropy": ([FINITE, ["<=", KL, "b"]], ["<=", 0, "b"], ()),
    "two divergences in one relation": ([FINITE], ["<=", KL, ["+", KL, moment("c")]], ("where the integrals are finite",)),
    "some bound on one moment": ([FINITE], some("b", ["<=", moment("c"), "b"]), ("where the integrals are finite",)),
    "an average of a function": (
        NO, MEAN, ("where the integrals are finite",)),
    "an average of a function between two numbers": (
        [between("d", at("r"), "e0")], MEAN, ()),
    "an average of its square": (
        [between("d", at("r"), "e0")],
        ["=", ["sum", "y", ["*", P(), at("r"), at("r")]], ["sum", "y", ["*", at("r"), P(), at("r")]]], ()),
    "an average of a function with a bound above only": (
        [["all", "y", ["<=", at("r"), "e0"]]], MEAN, ("where the integrals are finite",)),
    "of one between numbers that depend on the output": (
        [between(0, at("r"), at("h"))], MEAN, ("where the integrals are finite",)),
    "of one between numbers that are any": (
        [["all", "y", ["all", "k", ["->", ["<=", 1, "k"], ["and", ["<=", 0, at("r")], ["<=", at("r"), "k"]]]]]],
        MEAN, ("where the integrals are finite",)),
    "of one of which another is between two numbers": (
        [between("d", at("h"), "e0")], MEAN, ("where the integrals are finite",)),
    "an average of a test": ([is_test("f")], ["<=", mass("f", "P"), 1], ()),
    "pure gives approximate, by events": (
        [pure("e0")], ["all", "S", ["->", is_event("S"), ["<=", SUM_S_P, times_exp("e0", SUM_S_Q)]]], ()),
    "approximate gives a bound at every test": (
        [approximate("e0", "d")],
        ["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["+", times_exp("e0", mass("f", "Q")), "d"]]]], ()),
    "strictly, by events": (
        [["all", "S", ["->", is_event("S"), ["<", SUM_S_P, ["+", SUM_S_Q, "d"]]]]], ["<", 0, "d"], ()),
    "the tail by the hockey stick": (
        [["<", "e0", "e1"]],
        ["<=", ["*", ["-", 1, ["exp", ["-", "e0", "e1"]]], tail("e1")], stick("e0")], ()),
    "a probable outcome has a ratio of at least 1": (NO, some("y", ["<=", Q(), P()]), ()),
    "every prior at an outcome": (
        [["all", "p", ["->", ["<", 0, "p"], ["all", "y", ["<=", ["*", "p", P()], ["*", "p", times_exp("e0", Q())]]]]]],
        pure("e0"), ()),
    "a moment of order 2": (NO, ["<=", 0, ["sum", "y", ["*", square(P()), ["/", 1, Q()]]]], ()),
    "Hellinger": (NO, ["<=", moment(["/", 1, 2]), 1], ()),
    "an outcome that is possible": (NO, some("y", ["<", 0, P()]), ()),
    "concentrated gives a tail": (
        [orders(["and", FINITE, ["<=", moment("a"), ["exp", ["*", "a", ["-", "a", 1], "rho"]]]])], ["<=", tail("e0"), "d"], ()),
    "a curve for every test gives the hockey stick": (
        [["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]]], ["<=", stick("e0"), "d"], ()),
    "from every test to every test": (
        [["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]]],
        ["all", "g", ["->", is_test("g"), ["<=", mass("g", "P"), ["+", "d", mass("g", "Q")]]]], ()),
    "some event (false of finite outputs, but of the shape)": (
        [["<=", 0, "a"], ["<=", "a", 1]], some("S", is_event("S"), ["<=", SUM_S_P, "a"], ["<=", "a", SUM_S_P]), ()),
    "a bound on the entropy from every order": (
        [orders(["<=", moment("a"), ["exp", ["*", "a", ["-", "a", 1], "rho"]]]), FINITE], ["<=", KL, "rho"], ()),
    "a double sum": (NO, ["<=", 0, ["sum", "y", ["sum", "x", ["*", P("y"), Q("x")]]]], ()),
    "as many laws as there are numbers, of which nothing else is said": (
        [["all", "t", ["all", "y", ["<=", 0, ["H", "t", "y"]]]], ["all", "t", ["=", ["sum", "y", ["H", "t", "y"]], 1]],
         ["all", "f", ["->", is_test("f"), ["<=", mass("f", "P"), ["G", mass("f", "Q")]]]]],
        ["<=", stick("e0"), "d"], ()),
    "a conclusion for every order": ([FINITE], orders(["<=", 0, moment("a")]), ()),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_may_be_false_in_general_is_refused(name: str) -> None:
    found = of_claim(*REFUSED[name])
    assert isinstance(found, NoReach) and all(found.why.values()), found


# The same claim in other words of logic: given -> conclusion, beside the laws, with what more is true.
TRUE: Any = ["<=", 0, 1]
FORMS: dict[str, Any] = {
    "a conclusion of conclusions": lambda given, said: ["->", given, ["->", TRUE, said]],
    "an alternative": lambda given, said: ["or", ["not", given], said],
    "by contraposition": lambda given, said: ["->", ["not", said], ["not", given]],
    "by contradiction": lambda given, said: ["->", ["and", given, ["not", said]], ["<", 1, 0]],
    "denied twice": lambda given, said: ["not", ["not", ["->", given, said]]],
    "or what is false": lambda given, said: ["->", given, ["or", said, ["<", 1, 0]]],
    "and what is true": lambda given, said: ["->", given, ["and", said, TRUE]],
    "for every number": lambda given, said: ["->", given, ["all", "rho", ["->", ["<=", "rho", "rho"], said]]],
    "for every outcome": lambda given, said: ["->", given, ["all", "w", said]],
    "for every test": lambda given, said: ["->", given, ["all", "h", ["->", is_test("h"), said]]],
    "for every element of another set": lambda given, said: ["->", given, ["all", "i", said]],
    "in an indicator": lambda given, said: ["->", given, ["=", ["ind", said], 1]],
}


@pytest.mark.parametrize("form", FORMS)
def test_what_may_be_false_in_general_is_refused_in_other_words_too(form: str) -> None:
    for name, (given, conclusion) in REFUSED.items():
        found = of_claim([], FORMS[form](["and", *given, TRUE], conclusion))
        assert not isinstance(found, Reach) or "Y" in found.finite, (name, found)


@pytest.mark.parametrize("form", FORMS)
def test_no_form_is_the_reason_of_a_refusal(form: str) -> None:
    """A claim that is true of all pairs lifts in each of these forms."""
    given, conclusion, _ = LIFTED["the hockey stick is between 0 and 1"]
    found = of_claim([], FORMS[form](["and", *given, TRUE], conclusion))
    assert isinstance(found, Reach) and (found.general, found.provisos) == (("Y",), ()), found


@pytest.mark.parametrize("name", LIFTED)
def test_what_the_lemma_gives_lifts_with_its_provisos(name: str) -> None:
    hypotheses, conclusion, provisos = LIFTED[name]
    found = of_claim(hypotheses, conclusion)
    assert isinstance(found, Reach), found
    assert (found.general, found.finite, found.provisos) == (("Y",), (), provisos)


def test_the_proviso_of_a_finite_integral_is_in_the_scope() -> None:
    found = of_claim([FINITE], some("b", ["<=", moment("c"), "b"]))
    assert isinstance(found, Reach)
    assert found.words == "any outputs by the reduction lemma, where the integrals are finite"


def test_without_a_law_on_a_set_there_is_nothing_to_say() -> None:
    assert of_claim([], ["<=", 0, square("e")], laws=()) is None


# A mean over a set that is general already is finite where what is averaged has a bound; a sum that is no mean need not be.
TWO = {
    **dict.fromkeys(("B", "A"), ("X",)), "G": ("X", "Z"), "L": ("Z",), "J": ("Z",), "N": ("Z", "Z"), "R2": ("X", "Z"),
    **dict.fromkeys(("i", "j"), "X"), **dict.fromkeys(("z", "v"), "Z"), **dict.fromkeys(("k", "c"), "R"),
}  # fmt: skip
OVER_X = [["all", "i", ["<=", 0, ["B", "i"]]], ["=", ["sum", "i", ["B", "i"]], 1]]
OVER_Z = [
    ["all", "i", ["and", ["all", "z", ["<=", 0, ["G", "i", "z"]]], ["=", ["sum", "z", ["G", "i", "z"]], 1]]],
]
CAP = [["all", "z", ["<=", 0, ["L", "z"]]], ["all", "z", ["<=", ["L", "z"], "k"]]]


def of_mixture(given: list[Any], mean: Any = None) -> Any:
    mean = mean or ["sum", "z", ["*", ["G", "i", "z"], ["L", "z"]]]
    both = ["sum", "i", ["*", ["B", "i"], mean]]
    return reach(load(["->", ["and", *OVER_X, *OVER_Z, *given], ["=", both, both]]), TWO, {})


def test_a_mean_of_what_has_a_bound_is_finite() -> None:
    found = of_mixture(CAP)
    assert isinstance(found, Reach) and (found.general, found.provisos) == (("X", "Z"), ()), found


@pytest.mark.parametrize(
    ("given", "mean"),
    [
        ([["all", "z", ["<=", 0, ["L", "z"]]]], None),  # no bound
        ([["all", "z", ["<=", ["L", "z"], "k"]]], None),  # from above only
        (
            [["all", "z", ["<=", 0, ["L", "z"]]], ["all", "z", ["<=", ["L", "z"], ["J", "z"]]]],
            None,
        ),  # by another function
        (
            [["all", "z", ["<=", 0, ["L", "z"]]], ["ex", "c", ["all", "z", ["<=", ["L", "z"], "k"]]]],
            None,
        ),  # of another kind
        (CAP, ["sum", "z", ["*", ["G", "i", "z"], ["J", "z"]]]),  # of another function
        (CAP, ["sum", "z", ["*", ["R2", "i", "z"], ["L", "z"]]]),  # no law
    ],
)
def test_a_sum_that_may_be_infinite_has_its_proviso(given: list[Any], mean: Any) -> None:
    found = of_mixture(given, mean)
    assert not isinstance(found, Reach) or len(found.general) < 2 or found.provisos, found


def test_a_mean_that_may_be_infinite_is_compared_with_a_number() -> None:
    """Also a mean, over a set that is finite or general, of integrals that may be infinite; not with negative weights."""
    mean = ["sum", "i", ["*", ["B", "i"], ["sum", "z", ["*", ["G", "i", "z"], ["L", "z"]]]]]
    sign = ["all", "z", ["<=", 0, ["L", "z"]]]
    claim = ["->", ["and", *OVER_X, *OVER_Z, sign], ["<=", ["*", "k", "k"], mean]]
    found = reach(load(claim), TWO, {})
    assert isinstance(found, Reach) and (found.general, found.provisos) == (("X", "Z"), ()), found
    signed = ["sum", "i", ["*", ["A", "i"], ["sum", "z", ["*", ["G", "i", "z"], ["L", "z"]]]]]
    for other in (
        signed,
        ["sum", "i", ["*", -1, ["*", ["B", "i"], ["sum", "z", ["*", ["G", "i", "z"], ["L", "z"]]]]]],
    ):
        found = reach(load(["->", ["and", *OVER_X, *OVER_Z, sign], ["<=", ["*", "k", "k"], other]]), TWO, {})
        assert not isinstance(found, Reach) or found.provisos, found


K, L = ["G", "i", "z"], ["H", "i", "z"]
OVER_H = [["all", "i", ["and", ["all", "z", ["<=", 0, L]], ["=", ["sum", "z", L], 1]]]]
BOTH_POSITIVE = ["ind", ["and", ["<", 0, K], ["<", 0, L]]]


def weighted_entropy(weight: Any = None, first: Any = None, second: Any = None, where: Any = None) -> Any:
    first, second = first or K, second or L
    body = ["*", where or BOTH_POSITIVE, first, ["log", ["/", first, second]]]
    return ["sum", "i", ["*", weight or ["B", "i"], ["sum", "z", body]]]


def of_entropy(mean: Any, laws: list[Any] = OVER_H) -> Any:
    claim = ["->", ["and", *OVER_X, *OVER_Z, *laws], ["<=", ["*", -1, ["*", "k", "k"]], mean]]
    return reach(load(claim), {**TWO, "H": ("X", "Z")}, {})


def test_a_mean_of_relative_entropies_may_be_infinite() -> None:
    """Of laws on a set that is general already: each is at least -1, so that the mean is bounded below."""
    found = of_entropy(weighted_entropy())
    assert isinstance(found, Reach) and (found.general, found.provisos) == (("X", "Z"), ()), found


@pytest.mark.parametrize(
    ("mean", "laws"),
    [
        (weighted_entropy(["A", "i"]), OVER_H),  # weights of any sign
        (weighted_entropy(["*", -1, ["B", "i"]]), OVER_H),  # of the other sign
        (weighted_entropy(["*", ["B", "i"], ["A", "i"]]), OVER_H),  # not of degree 1, or without a bound
        (weighted_entropy(), [["all", "i", ["all", "z", ["<=", 0, L]]]]),  # the second has no total
        (weighted_entropy(), [["all", "i", ["=", ["sum", "z", L], 1]]]),  # of any sign
        (weighted_entropy(first=L, second=["*", 2, K]), OVER_H),  # no law
        (weighted_entropy(where=["ind", ["<", 0, K]]), OVER_H),  # log(K/0)
        (weighted_entropy(second=["J", "z"]), OVER_H),  # another function
        (["*", -1, weighted_entropy()], OVER_H),
    ],
)
def test_other_means_of_logarithms_have_their_proviso(mean: Any, laws: list[Any]) -> None:
    found = of_entropy(mean, laws)
    assert not isinstance(found, Reach) or len(found.general) < 2 or found.provisos, found


POSITIVE = [["all", "z", ["<=", 0, ["L", "z"]]], ["all", "i", ["all", "z", ["<=", 0, ["G", "i", "z"]]]]]
PART_OF = ["sum", "z", ["*", ["*", ["J", "z"], ["G", "i", "z"]], ["L", "z"]]]


def is_small(f: str) -> Any:
    return ["all", "z", ["and", ["<=", 0, [f, "z"]], ["<=", [f, "z"], 1]]]


def of_part(given: list[Any], part: Any = None) -> Any:
    """A claim about the part of an integral, with laws on one set and the other one only quantified over."""
    part = part or PART_OF
    claim = ["->", ["and", *OVER_Z, *given], ["all", "i", ["=", part, part]]]
    return reach(load(claim), TWO, {})


def whole(relation: Any) -> Any:
    return ["all", "i", ["<=", ["sum", "z", relation], "k"]]


@pytest.mark.parametrize("turned", [None, "a number", "number first"])
def test_a_part_of_a_finite_integral_is_finite(turned: str | None) -> None:
    at_most = whole(["*", ["G", "i", "z"], ["L", "z"]])
    total, number = at_most[2][1:]
    equal = [number, total] if turned == "number first" else [total, number]
    given = [*POSITIVE, is_small("J"), ["all", "i", ["=", *equal]] if turned else at_most]
    found = of_part(given)
    assert isinstance(found, Reach) and (found.general, found.any_set, found.provisos) == (
        ("Z",),
        ("X",),
        (),
    ), found


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ([*POSITIVE, whole(["*", ["G", "i", "z"], ["L", "z"]])], None),  # times what may be large
        ([POSITIVE[1], is_small("J"), whole(["*", ["G", "i", "z"], ["L", "z"]])], None),  # of both signs
        ([*POSITIVE, is_small("J"), whole(["*", ["B", "i"], ["*", ["G", "i", "z"], ["L", "z"]]])], None),  # with a weight
        ([*POSITIVE, is_small("J"), whole(["*", ["G", "j", "z"], ["L", "z"]])], None),  # of another index
        ([*POSITIVE, is_small("J"), whole(["*", ["G", "i", "z"], ["+", ["L", "z"], -1]])], None),  # of another term
        ([*POSITIVE, is_small("J"), whole(["*", ["G", "i", "z"], ["L", "z"]])],
         ["sum", "z", ["*", ["*", ["G", "i", "z"], ["L", "z"]], ["L", "z"]]]),  # squared
        ([*POSITIVE, is_small("J"), ["->", ["<", 0, "c"], whole(["*", ["G", "i", "z"], ["L", "z"]])]], None),  # if
    ],
)  # fmt: skip
def test_a_part_of_what_need_not_be_finite_has_its_proviso(given: list[Any], part: Any) -> None:
    found = of_part(given, part)
    assert not isinstance(found, Reach) or "Z" in found.finite or found.provisos, found


# Integrals that may be infinite, of functions of which only the sign is known: what is a bound, and what is compared.
GAINS: dict[str, Any] = {
    **dict.fromkeys(("P", "r", "s"), ("Y",)), **dict.fromkeys(("A", "q"), ("X",)), "h": ("R",), "F": ("X", "Y"),
    **dict.fromkeys(("b", "c", "t"), "R"), "y": "Y", "i": "X",
}  # fmt: skip
OF_P = ["sum", "y", ["*", ["P", "y"], ["r", "y"]]]
OF_A = ["sum", "i", ["*", ["A", "i"], ["q", "i"]]]
ONE_MORE = ["sum", "y", ["*", ["P", "y"], ["+", ["r", "y"], 1]]]
AT_GAIN = ["sum", "y", ["*", ["P", "y"], ["h", ["r", "y"]]]]


def of_gains(given: list[Any], conclusion: Any) -> Any:
    signs = [
        ["all", "y", ["<=", 0, ["r", "y"]]],
        ["all", "i", ["<=", 0, ["q", "i"]]],
        ["all", "t", ["<=", 0, ["h", "t"]]],
    ]
    laws = [["all", "y", ["<=", 0, ["P", "y"]]], ["=", ["sum", "y", ["P", "y"]], 1],
            ["all", "i", ["<=", 0, ["A", "i"]]], ["=", ["sum", "i", ["A", "i"]], 1]]  # fmt: skip
    return reach(load(["->", ["and", *laws, *signs, *given], conclusion]), GAINS, {})


@pytest.mark.parametrize(
    ("given", "conclusion"),
    [
        # a bound for each number is none at a function without bound
        ([["all", "t", ["<=", ["h", "t"], ["*", "t", "t"]]]], ["ex", "c", ["<=", AT_GAIN, "c"]]),
        ([["all", "t", ["<=", ["h", "t"], ["exp", "t"]]]], ["=", AT_GAIN, AT_GAIN]),
        # an integral on another set is none if it is infinite too
        ([["<=", OF_P, OF_A]], ["ex", "c", ["<=", OF_P, "c"]]),
        ([["<=", OF_P, OF_A]], ["=", ["-", OF_P, OF_P], 0]),
        (
            [["all", "y", ["and", ["<=", 0, ["s", "y"]], ["<=", ["s", "y"], OF_A]]]],
            ["ex", "c", ["<=", ["sum", "y", ["*", ["P", "y"], ["s", "y"]]], "c"]],
        ),
        # infinity plus 1 is at most infinity, and infinity is not less than infinity
        ([["<=", ONE_MORE, OF_A]], ["<", OF_P, OF_A]),
        ([["<=", ["*", ["exp", "b"], ONE_MORE], OF_A]], ["<", ["*", ["exp", "b"], OF_P], OF_A]),
        ([["all", "c", ["->", ["<=", OF_A, "c"], ["<=", ONE_MORE, "c"]]]], ["<", OF_P, OF_A]),
        # weights of which the sign is not known, or that are chosen
        ([], ["<=", ["*", ["-", "b", OF_A], OF_P], "c"]),
        ([], ["ex", "c", ["and", ["<", 0, "c"], ["<=", ["*", "c", OF_P], 1]]]),
    ],
)
def test_integrals_without_a_bound_have_their_proviso(given: list[Any], conclusion: Any) -> None:
    found = of_gains(given, conclusion)
    assert not isinstance(found, Reach) or found.provisos, found


@pytest.mark.parametrize(
    ("given", "conclusion"),
    [
        ([["all", "t", ["<=", ["h", "t"], "b"]]], ["=", AT_GAIN, AT_GAIN]),
        ([["<=", OF_P, "b"]], ["ex", "c", ["<=", OF_P, "c"]]),
        ([], ["->", ["<=", "b", 0], ["<=", "b", OF_P]]),
    ],
)
def test_integrals_with_a_bound_have_none(given: list[Any], conclusion: Any) -> None:
    found = of_gains(given, conclusion)
    assert isinstance(found, Reach) and not found.finite and not found.provisos, found


def test_the_weight_of_a_mean_need_be_bounded_on_a_general_set() -> None:
    """A sum over a set that is general already is one number for each outcome only if it is a mean of what has a bound."""
    space = Space("Y", GAINS, frozenset({"X"}))
    facts = Facts(
        frozenset({"P"}), {}, small=frozenset({"F"}), signs=frozenset({"q", "F"}), means=frozenset({("A", 0)}),
        finite=(([("P", "y"), ("r", "y")], ["y"]),),
    )  # fmt: skip
    mean = lambda *parts: ("sum", "i", ("*", ("A", "i"), *parts))  # noqa: E731
    assert bounded(mean(("P", "y")), space, facts)
    assert bounded(mean(("*", ("F", "i", "y"), ("P", "y"))), space, facts)
    assert bounded(mean(("*", ("P", "y"), ("r", "y"))), space, facts)
    assert not bounded(mean(("*", ("q", "i"), ("P", "y"))), space, facts)
    assert not bounded(mean(("*", ("q", "i"), ("*", ("P", "y"), ("r", "y")))), space, facts)
    assert not bounded(("sum", "i", ("*", ("q", "i"), ("P", "y"))), space, facts)
    assert not bounded(mean(("/", ("P", "y"), ("q", "i"))), space, facts)


def test_an_infinite_integral_may_have_a_weight_of_0_and_the_reading_says_what_that_is() -> None:
    """The mean of relative entropies, by weights of which some are 0, is compared by itself: no proviso is needed then."""
    mean = ["sum", "z", ["*", ["N", "z"], KL]]
    found = of_claim([["<=", mean, "c"]], ["<=", mean, ["+", "c", 1]], ("P", "Q", "N"))
    assert isinstance(found, Reach) and "Y" in found.general and not found.provisos, found
    assert any("log" in t for t in found.integrals)
    assert "0 times an infinite integral = 0" in ALMOST


SAME = (
    (["sum", "y", P("y")], ["sum", "x", P("x")]),
    (["all", "a", ["<=", "a", "a"]], ["all", "b", ["<=", "b", "b"]]),
    (["sum", "i", 1], ["sum", "i", 1]),
    (["all", "f", ["<=", 0, mass("f", "P")]], ["all", "g", ["<=", 0, mass("g", "P")]]),
)
OTHER = (
    (["sum", "y", 1], ["sum", "z", 1]),
    (
        ["ex", "y", ["ex", "x", ["not", ["eq", "y", "x"]]]],
        ["ex", "i", ["ex", "j", ["not", ["eq", "i", "j"]]]],
    ),
    (["all", "y", ["all", "x", ["eq", "y", "x"]]], ["all", "y", ["all", "x", ["eq", "y", "y"]]]),
    (["all", "f", ["sum", "y", ["f", "y"]]], ["all", "f", ["sum", "z", ["f", "z"]]]),
    (["all", "y", ["<=", 0, P("y")]], ["all", "y", ["<=", 0, P("x")]]),
)


def test_formulas_are_the_same_but_for_bound_names_of_one_sort() -> None:
    for one, other in SAME:
        assert canon(load(one)) == canon(load(other))
    for one, other in OTHER:
        assert canon(load(one)) != canon(load(other))


def test_an_exponent_that_counts_another_set_is_a_number() -> None:
    """The same count twice: of two different sets it is refused above."""
    found = of_claim([FINITE], ["<", 0, counted("z", "z")])
    assert isinstance(found, Reach) and (found.general, found.finite) == (("Y",), ("Z",))
