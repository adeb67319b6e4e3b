"""Attempts to have a false statement printed under a true name: each ends in a refusal, or in the claim as it is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dpsym.coq import text, theorem
from dpsym.coq.names import MADE, RESERVED, distinct, identifier, name_of
from dpsym.coq.reader import Misread, read, same_claim
from dpsym.coq.text import CannotExport
from dpsym.coq.theorem import export, export_all
from dpsym.kernel import Refused, seal

Y = {"y": "Y"}
WORDS = [
    "Fin",
    "PI",
    "Mass2",
    "ADP2",
    "Phi3",
    "L0",
    "q7",
    "a1",
    "t_y",
    "S_n",
    "x'",
    "x_q",
    "S",
    "Rplus",
    "sum_ext",
]


def claim_about(name: str) -> dict[str, Any]:
    """A theorem that uses a name as a number, beside all that a statement may say: name + mass <= name + 1."""
    law = "P" if name != "P" else "Q"
    mass = ["sum", "y", [law, "y"]]
    is_law = ["Distribution", law]
    parts = [
        "and",
        is_law,
        ["=", ["erf", 0], 0],
        ["<", 0, ["pi"]],
        ["nat", name],
        ["<=", ["ind", ["<=", name, 1]], name],
    ]
    claim = ["->", parts, ["<=", ["+", name, mass], ["+", name, 1]]]
    lines = [
        {"rule": "hyp", "is": parts}, {"rule": "and_e", "from": [0], "part": 1}, {"rule": "and_e", "from": [1], "part": 2},
        {"rule": "arith", "from": [2], "is": claim[2], "terms": [], "eqs": [[0, -1]]},
        {"rule": "imp_i", "from": [3], "is": parts},
    ]  # fmt: skip
    return seal({"sig": {name: "R", law: ["Y"], **Y, "S": ["Y"], "f": ["Y"]} if name not in "Sf" else
                 {name: "R", law: ["Y"], **Y}, "claim": claim, "lines": lines})  # fmt: skip


def test_no_name_hides_a_word_that_the_text_uses(exported):
    seen = set()
    for e in exported.values():
        own = {identifier(n) for n in (*e.checked.sig, *e.sets, "Y")}
        words = set(re.findall(r"(?<![\w.'])[A-Za-z_][\w']*", re.sub(r"\(\*.*?\*\)", "", e.text, flags=re.S)))
        seen |= words - own
        assert not {w for w in words - own - RESERVED if not MADE.match(w)}, e.name
    assert len(seen) > 150 and not any(name_of(w) == w and identifier(w) == w for w in seen)


@pytest.mark.parametrize("name", WORDS)
def test_a_name_of_coq_or_of_ours_is_told_apart(name):
    e = export("t", claim_about(name), {})
    assert identifier(name) in re.findall(r"[\w']+", e.statement) and name in e.names
    assert same_claim(read(e.statement).claim, e.checked.said)


def test_a_set_and_a_name_that_are_one_word_are_refused():
    with pytest.raises(ValueError):
        distinct(["Y", "Y"])
    with pytest.raises(Refused):
        export("t", {**claim_about("x"), "sig": {"x": "R", "P": ["Y"], "y": "Y", "Y": "R"}}, {})


@pytest.mark.parametrize("outcomes", [[], ["a", "a"]])
def test_a_listed_set_of_nothing_or_with_one_twice_is_refused(outcomes):
    certificate = {"sig": {"a": "Y", "y": "Y"}, "sets": {"Y": outcomes}, "claim": ["<=", 1, 0], "lines": []}
    with pytest.raises(Refused):
        export("t", certificate, {})
    listed = " :: ".join([*outcomes, "nil"])
    with pytest.raises((Misread, Refused)):
        read(f"forall (Y : Fin) (a : Y) (H_Y : listed ({listed})),\n  (1 <= 0)")


TRUE = {"sig": {"x": "R", "n": "R"}, "claim": ["->", ["nat", "n"], ["all", "x", ["<=", "x", ["+", "x", 1]]]], "lines": [
    {"rule": "arith", "is": ["<=", "x", ["+", "x", 1]], "terms": [[1, []]]}, {"rule": "all_i", "from": [0], "var": "x"},
    {"rule": "imp_i", "from": [1], "is": ["nat", "n"]}]}  # fmt: skip


def printing(method: str, old: str, new: str):
    """A printer of formulas with one fault."""
    right = getattr(text.Text, method)

    def wrong(self, t):
        return right(self, t).replace(old, new)

    return method, wrong


@pytest.mark.parametrize(
    "fault",
    [
        printing("formula", "(isnat n)", "(n <= 0)"), printing("formula", "forall", "exists"), printing("formula", "<=", "<"),
        printing("term", "1", "2"), printing("term", "+", "-"), printing("formula", "x : R", "x : Y"),
        printing("formula", "(x <= (x + 1))", "((x <= (x + 1)) /\\ (1 <= 2))"), printing("formula", "n", "m"),
        printing("formula", " -> ", " /\\ "), printing("formula", "(isnat n) -> ", ""),
    ],
)  # fmt: skip
def test_a_printer_with_a_fault_writes_no_file(fault, monkeypatch):
    assert export("t", TRUE, {}).statement
    monkeypatch.setattr(text.Text, *fault)
    with pytest.raises(CannotExport, match="read"):
        export("t", TRUE, {})


@pytest.mark.parametrize(
    "old, new", [("(Y : Fin)", "(Z : Fin)"), ("(x : R)", "(x : Y)"), ("(P : Y -> R)", "(P : Y -> Y -> R)")]
)
def test_quantifiers_in_front_that_say_something_else_write_no_file(old, new, monkeypatch):
    right = theorem.stated
    monkeypatch.setattr(theorem, "stated", lambda *a: right(*a).replace(old, new))
    with pytest.raises(CannotExport, match="read"):
        export("t", claim_about("x"), {})


def test_theorems_whose_names_differ_in_signs_are_two_modules():
    found = export_all({"a.b": TRUE, "a_b": {**TRUE, "claim": TRUE["claim"]}})
    assert len({e.module for e in found.values()}) == 2
    for name in ("a *)", "a b", "", "a\nAxiom"):
        with pytest.raises(CannotExport, match="name"):
            export(name, TRUE, {})
