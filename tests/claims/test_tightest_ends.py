"""The best bound at the ends of the domain, where another one may hold, and of a number inside a notion."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import settle, tightest, tightest_of_each
from dpsym.claims.best import at_ends, sharpen
from dpsym.claims.reading.syntax import NotAClaim

ENDS = {  # the bound, and what is said of the ends at which it is not the best
    "for eps >= 0, 0 <= t <= 1: PureDP(eps) and TV <= t => Tail(0) <= ?": (
        "1",
        {"eps = 0": "0", "t = 0": "0"},
    ),
    "for 0 <= t <= 1: TV <= t => Tail(0) <= ?": ("1", {"t = 0": "0"}),
    "for eps >= 0: PureDP(eps) => Tail(0) <= ?": ("1", {"eps = 0": "0"}),
    "for eps >= 0: PureDP(eps) => TV <= ?": ("(exp(eps) - 1)/(1 + exp(eps))", {}),
    "for 0 <= t <= 1: TV <= t => Power(0) <= ?": ("t", {}),
    "for eps > 0: PureDP(eps) => Tail(0) <= ?": ("1", {}),
}


@pytest.mark.parametrize("text", one_in(2, tuple(ENDS), dear=tuple(ENDS)[:1]))
def test_another_best_bound_at_an_end_is_said(text: str) -> None:
    bound, ends = ENDS[text]
    best = tightest(text)
    assert best is not None and best.bound == bound
    assert {e.where: e.best and e.best.bound for e in best.ends} == ends
    assert best.json()["ends"] == [{"where": w, "bound": b} for w, b in ends.items()]
    for where, there in ends.items():
        name, value = where.split(" = ")
        at = (
            text.partition(": ")[2].replace(name, value)
            if name == "eps"
            else text.replace("TV <= t", f"TV <= {value}")
        )
        at = f"for eps >= 0, 0 <= t <= 1: {at}" if name == "eps" else at
        assert settle(at.replace("?", there)).verdict == "proved", at
        assert settle(at.replace("<= ?", f"< {there}")).verdict == "refuted", at


PLACES = {  # what is said of ends at which it takes several names, or more than a name and a number, to say where they are
    "for a >= 0, b >= 0: PureDP(a + b) => Tail(0) <= ?": [
        "at a = 0: the best bound is 1; at a = 0, b = 0: the best bound is 0"
    ],
    "for a >= b, b >= 0: PureDP(a - b) => Tail(0) <= ?": [
        "at a = b: the best bound is 0",
        "at b = 0: the best bound is 1; at b = 0, a = 0: the best bound is 0",
    ],
    "for eps >= log(1): PureDP(eps) => Tail(0) <= ?": ["at eps = log(1): the best bound is 0"],
    "for eps >= 1 - 1: PureDP(eps) => Tail(0) <= ?": ["at eps = 1 - 1: the best bound is 0"],
    "for a, b, a + b >= 0: PureDP(a + b) => Tail(0) <= ?": ["at a + b = 0: not known to be the best bound"],
}


@pytest.mark.parametrize("text", one_in(2, tuple(PLACES)))
def test_every_place_where_another_bound_may_be_the_best_is_said(text: str) -> None:
    best = tightest(text)
    assert best is not None and best.bound == "1"
    assert [e.words() for e in best.ends] == PLACES[text]


@pytest.mark.parametrize(
    ("names", "most"), [("abc", 2), pytest.param("abcdghu", at_ends.MOST, marks=pytest.mark.slow)]
)
def test_more_ends_than_are_looked_at_are_said(
    names: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_ends, "MOST", most)
    over = ", ".join(f"{n} >= 0" for n in names)
    best = tightest(f"for {over}: PureDP({' + '.join(names)}) => Tail(0) <= ?")
    assert best is not None and best.bound == "1"
    assert f"at {names[-1]} = 0: not known to be the best bound" in [e.words() for e in best.ends]


def test_a_corner_where_several_ends_meet_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ways lead there, each of which takes the ends in another order."""
    looked: list[str] = []
    inside = sharpen._inside
    monkeypatch.setattr(sharpen, "_inside", lambda source: looked.append(source.text) or inside(source))
    best = tightest("for a >= 0, b >= 0: PureDP(a + b) => Tail(0) <= ?")
    assert best is not None and best.bound == "1"
    assert len(looked) == len(set(looked)) == 2**2


@pytest.mark.parametrize("text", ["TV <= 0 => Tail(0) <= ?", "PureDP(1) and TV <= 0 => Tail(0) <= ?"])
def test_what_no_pair_comes_near_to_is_no_best_bound(text: str) -> None:
    """The linear program has the limit of a loss above 0 in it, which under a distance of 0 no pair comes near to."""
    best = tightest(text)
    assert best is not None and best.bound == "0" and all(best.attained)


@pytest.mark.parametrize(
    "text",
    [  # 1 is reached by equal laws at t = 0 alone; above, the best is another bound
        "for 0 <= t <= 1: TV >= t => 1 - TV <= ?",  # 1 - t
        "for t >= 0: KL >= t => -KL <= ?",  # -t
        "for 0 <= t <= 1: TV >= t => 1/(1 + KL) <= ?",
        "for 0 <= t <= 1: KL >= t => exp(-TV) <= ?",
    ],
)
def test_a_bound_that_equal_laws_reach_at_some_parameters_only_is_no_best_bound(text: str) -> None:
    best = tightest(text)
    assert best is None or best.bound not in ("0", "1")


BUDGETS = {
    "PureDP(log(3)) => ApproxDP(?, 1/10)": "log(13/5)",
    "ApproxDP(log(3), 1/10) => ApproxDP(log(2), ?)": "13/40",
    "PureDP(log(4)) => ApproxDP(log(2), ?)": "2/5",
    "for b > 0: Laplace(b, 1) => PureDP(?)": "1/b",
    "for a >= 0, b >= 0: compose(PureDP(a), PureDP(b)) => PureDP(?)": "a + b",
    "for k natural, k >= 1, eps >= 0: group(k, PureDP(eps)) => PureDP(?)": "eps*k",
}


@pytest.mark.parametrize("text", one_in(2, tuple(BUDGETS), dear=tuple(BUDGETS)[4:5]))
def test_the_best_budget_of_a_notion(text: str) -> None:
    best = tightest(text)
    assert best is not None and best.bound == BUDGETS[text]
    assert all(p.verdict in ("proved", "cited") for p in best.proofs) and all(best.attained)
    assert settle(text.replace("?", best.bound)).verdict in ("proved", "cited")


NOT_THE_BEST = (
    "for eps >= 0: PureDP(eps) => ZCDP(?)",  # eps^2/2 is the best only near 0
    "for 0 < eps <= 1/1000: PureDP(eps) => ZCDP(?)",  # a ten-millionth above the best, eps*tanh(eps/2)
    "for rho > 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(?, delta)",
)


@pytest.mark.parametrize("text", one_in(1, NOT_THE_BEST, dear=NOT_THE_BEST[:2]))
def test_a_budget_that_is_not_the_best_is_none(text: str) -> None:
    assert tightest(text) is None


def test_several_bounds_in_notions_and_relations() -> None:
    each = tightest_of_each("PureDP(log(3)) => ApproxDP(log(2), ?) and TV <= ? and ApproxDP(?, 1/10)")
    assert [best and best.bound for best in each] == ["1/4", "1/2", "log(13/5)"]
    with pytest.raises(NotAClaim, match="one '\\?'"):
        tightest("PureDP(1) => ApproxDP(?, ?)")


@pytest.mark.slow
def test_a_bound_at_numbers_under_several_hypotheses() -> None:
    best = tightest("ApproxDP(1, 1/10) and PureDP(2) => HockeyStick(1/2) <= ?")
    assert best is not None and best.bound == "(1 + 10*exp(1) - 9*exp(1/2))/(10*(1 + exp(1)))"
    assert best.attained[0] is not None
