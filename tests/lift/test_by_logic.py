"""A proof of logic alone holds of any sets; one that takes sums, a least element, or a theorem that does, does not."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym import library
from dpsym.kernel import Checked, check
from dpsym.language import Theorem
from dpsym.lift import by_logic
from dpsym.prove.session import Session

SIG: dict[str, Any] = {"q": ["X"], "x": "X", "y": "X", "a": "R", "b": "R", "n": "R"}
SMALL = ["all", "x", ["<=", ["q", "x"], "a"]]
LEAST = ["ex", "y", ["all", "x", ["<=", ["q", "y"], ["q", "x"]]]]
KEPT = ["->", SMALL, ["<=", ["q", "y"], "a"]]


def certificate(claim: Any, *lines: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"sig": SIG, "claim": claim, "lines": list(lines), **more}


READ = (
    {"rule": "hyp", "is": SMALL},
    {"rule": "all_e", "from": [0], "at": "y"},
    {"rule": "imp_i", "from": [1], "is": SMALL},
)
BY_LOGIC = certificate(KEPT, *READ)
WITH_A_LEAST = certificate(LEAST, {"rule": "argmin", "var": "y", "other": "x", "of": ["q", "y"]})
TRIVIAL = ["=", ["sum", "x", ["*", ["ind", ["eq", "x", "y"]], ["q", "x"]]], ["q", "y"]]
PICKED = {"rule": "pick", "var": "x", "at": "y", "of": ["q", "x"]}
WITH_A_SUM = certificate(TRIVIAL, PICKED)
WITH_A_SUM_BESIDE = certificate(KEPT, PICKED, {**READ[0]}, {**READ[1], "from": [1]}, {**READ[2], "from": [2]})
NO_SET = certificate(["<", 0, ["exp", "a"]], {"rule": "exp_pos", "of": "a"})
LISTED = {**certificate(KEPT, *READ, sets={"X": ["x1", "x2"]}), "sig": {**SIG, "x1": "X", "x2": "X"}}


def of_any_set(thing: dict[str, Any], lemma: bool = True, **library: Checked) -> bool:
    return by_logic(thing, check(thing, library), lambda name: lemma)


def test_a_proof_of_logic_alone_is_for_any_sets() -> None:
    assert of_any_set(BY_LOGIC)


@pytest.mark.parametrize("thing", [WITH_A_LEAST, WITH_A_SUM, WITH_A_SUM_BESIDE, NO_SET, LISTED])
def test_other_proofs_are_not(thing: dict[str, Any]) -> None:
    assert not of_any_set(thing)


def test_a_theorem_that_is_used_has_to_be_for_any_sets_too() -> None:
    """That something is least somewhere is so in finite sets, and in the naturals with 1/(1 + n) it is not."""
    least = check(WITH_A_LEAST)
    thing = certificate(
        ["->", SMALL, LEAST], {"rule": "lemma", "name": "least"}, {"rule": "imp_i", "from": [0], "is": SMALL}
    )
    assert of_any_set(thing, True, least=least)
    assert not of_any_set(thing, False, least=least)


def test_a_sum_in_the_place_of_a_number_is_a_sum_whatever_the_number_is_called() -> None:
    positive = check({
        "sig": {"rule": "R"}, "claim": ["<", 0, ["exp", "rule"]], "lines": [{"rule": "exp_pos", "of": "rule"}]
    })  # fmt: skip
    put = {"rule": "lemma", "name": "positive", "with": {"rule": ["sum", "x", ["q", "x"]]}}
    thing = certificate(KEPT, put, READ[0], {**READ[1], "from": [1]}, {**READ[2], "from": [2]})
    assert not of_any_set({**thing, "sig": {**SIG, "rule": "R"}}, positive=positive)


def theorem(name: str) -> Theorem:
    entry = library.find(name).entry
    assert isinstance(entry, Theorem)
    return entry


def test_a_session_knows_of_what_a_proof_uses() -> None:
    session = Session()
    along, least = (
        theorem("inference.densities_exist.along_a_path"),
        theorem("posterior.ratio_bound_at_one_prior.probabilistic_limit"),
    )
    assert session.theorem(along).short == ((), ()) and session.key(along) in session.of_any_set
    assert session.theorem(along).scope == "all finite sets X; any set X by logic alone"
    session.theorem(least)
    assert session.key(least) not in session.of_any_set
    assert not session.lemma_by_logic(session.key(least))
