"""Lines that hold by evaluation, written out: the same claim, by rules that another checker knows."""

from __future__ import annotations

import pytest

from dpsym.claims import settle
from dpsym.kernel import check, load
from dpsym.prove.proof import script
from dpsym.prove.proof.script import Script, Stuck
from dpsym.prove.witnesses.spelt_out import spelt_out

HARD = ["not", ["nat", "1/2"]]


def evaluated(goal, **more):
    return {"sig": {}, "claim": goal, "lines": [{"rule": "evaluate", "is": goal, "bits": 40}], **more}


@pytest.mark.parametrize(
    "goal",
    [
        ["<", ["log", 2], "7/10"],
        ["and", ["<", 0, 1], ["not", ["<=", ["exp", 1], 2]]],
        ["=", ["exp", ["+", ["log", 2], ["log", 3]]], 6],
        ["or", ["<", 1, 0], ["nat", 0]],
    ],
)
def test_a_claim_about_numbers_is_written_out(goal):
    certificate = evaluated(goal)
    other = spelt_out(certificate)
    assert check(other, {}).claim == check(certificate, {}).claim
    assert all(line["rule"] != "evaluate" for line in other["lines"])


def test_a_certificate_without_such_lines_stays_as_it_is():
    one = {
        "sig": {},
        "claim": ["<", 0, 1],
        "lines": [{"rule": "arith", "is": ["<", 0, 1], "terms": [[1, []]]}],
    }
    assert spelt_out(one) == one


def test_what_the_other_rules_do_not_show_is_said():
    with pytest.raises(Stuck):
        spelt_out(evaluated(HARD))


@pytest.mark.parametrize(
    "text", ["for eps >= 0: PureDP(eps) => TV <= tanh(eps/3)", "ApproxDP(0, 1/10) => PureDP(log(2))"]
)
def test_a_witness_against_a_claim_is_written_out(text):
    answer = settle(text)
    assert answer.verdict == "refuted"
    [entry] = answer.bundle()["theorems"]
    assert any(line["rule"] == "evaluate" for line in entry["certificate"]["lines"])
    other = spelt_out(entry["certificate"])
    assert check(other, {}).claim == check(entry["certificate"], {}).claim
    assert all(line["rule"] != "evaluate" for line in other["lines"])


def test_an_evaluation_leaves_work_for_other_proofs(monkeypatch):
    monkeypatch.setattr(script, "EVALUATED", 20_000)
    outcomes = [f"o{k}" for k in range(8)]
    s = Script({"y": "Y", **dict.fromkeys("STU", ("Y",)), **dict.fromkeys(outcomes, "Y")}, {"Y": outcomes})
    goal = ("<=", 0, ("sum", "y", ("+", ("S", "y"), ("T", "y"), ("U", "y"))))
    for name in "STU":
        event = ("all", "y", ("or", ("=", (name, "y"), 0), ("=", (name, "y"), 1)))
        goal = ("all", name, ("->", event, goal))
    goal = load(goal)
    assert s.truth(goal) is None
    s.kernel.c.work = 10_000
    assert s.truth(goal) is None
    assert 4_900 <= s.kernel.c.work <= 5_100
    assert s.truth(load(["<", 0, 1])) is True
