"""Lines written again with other names: taken where the same is known of these names, and nowhere else."""

from collections.abc import Callable

import pytest

from dpsym.kernel.terms import Tree
from dpsym.prove.proof.renamed import Renamed, exchange
from dpsym.prove.proof.script import ONE, ZERO, Script, Stuck
from dpsym.prove.tactics.proof_state import ProofState

SIG = {"y": "Y", "x": "Y", "P": ("Y",), "Q": ("Y",), "R_": ("Y",), "a": "R", "b": "R", "c": "R"}


def never() -> int:
    raise AssertionError("the search was asked")


def law(name: str) -> tuple[Tree, ...]:
    return ("all", "y", ("<=", ZERO, (name, "y"))), ("=", ("sum", "y", (name, "y")), ONE)


def at_most_one(name: str) -> Tree:
    return ("all", "y", ("<=", (name, "y"), ONE))


def stated(*laws: str) -> tuple[Script, ProofState, Renamed]:
    s = Script(SIG)
    known = ProofState(s)
    for name in laws:
        for fact in law(name):
            known.assume(fact)
    return s, known, Renamed(s)


def by_search(known: ProofState, goal: Tree) -> Callable[[], int]:
    return lambda: known.child().prove(goal)


def test_the_other_law_needs_no_search() -> None:
    s, known, renamed = stated("P", "Q")
    first = renamed.show(known, at_most_one("P"), by_search(known, at_most_one("P")))
    second = renamed.show(known, at_most_one("Q"), never)
    assert s.goal(first) == at_most_one("P")
    assert s.goal(second) == at_most_one("Q")
    assert not any("P" in str(h) for h in s.hyps(second).values())


def test_what_is_not_known_of_the_other_name_is_searched_for() -> None:
    _, known, renamed = stated("P")
    renamed.show(known, at_most_one("P"), by_search(known, at_most_one("P")))
    with pytest.raises(Stuck):
        renamed.show(known, at_most_one("Q"), by_search(known, at_most_one("Q")))
    with pytest.raises(AssertionError, match="the search was asked"):
        renamed.show(known, at_most_one("R_"), never)


def test_a_line_of_another_case_is_not_taken() -> None:
    _, known, renamed = stated()
    one, two = known.child(), known.child()
    one.assume(("<", ZERO, "a"))
    goal = ("<", ZERO, ("+", "a", "a"))
    line = renamed.show(one, goal, by_search(one, goal))
    assert renamed.show(one, goal, never) == line or renamed.s.goal(renamed.show(one, goal, never)) == goal
    with pytest.raises(Stuck):
        renamed.show(two, goal, by_search(two, goal))
    two.assume(("<", ("-", ZERO, "a"), ZERO))  # the same hypothesis, written otherwise
    assert renamed.s.goal(renamed.show(two, goal, by_search(two, goal))) == goal


def test_the_sorts_of_names_are_compared() -> None:
    _, known, renamed = stated("P")
    known.assume(("<=", ZERO, "a"))
    goal = ("<=", ZERO, ("*", "a", "a"))
    renamed.show(known, goal, by_search(known, goal))
    with pytest.raises(AssertionError, match="the search was asked"):
        renamed.show(known, ("<=", ZERO, ("*", ("P", "y"), "a")), never)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ({"P": "Q", "Q": "P"}, {"P": "Q", "Q": "P"}),
        ({"P": "Q"}, {"P": "Q", "Q": "P"}),
        ({"a": "b", "b": "c"}, {"a": "b", "b": "c", "c": "a"}),
        ({"a": "a"}, {}),
        ({"a": "b", "c": "b"}, None),  # two names become one
        ({"a": "b", "b": "b"}, None),
    ],
)
def test_a_renaming_takes_no_two_names_to_one(names: dict[str, str], found: dict[str, str] | None) -> None:
    assert exchange(names) == found
