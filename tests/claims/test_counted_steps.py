"""What an answer may take is counted in steps, the same on each machine and whatever was asked before; time is a net."""

from __future__ import annotations

import sys
import time
from math import inf
from types import SimpleNamespace

import pytest
from siblings import one_in

from dpsym import deadline
from dpsym.claims import settle
from dpsym.claims.answers import Answer
from dpsym.claims.best.sharpen import tightest

SETTLE = sys.modules["dpsym.claims.settle"]
FASTER = 10  # times: the clock of a machine that takes as many times as long for each step

CLAIMS = {
    "for x, y: (x^2 + y^2)^3 >= 4*x^2*y^2*(x^2 - y^2)^2": "refuted",
    "for 0 < p < 1: -p*log(p) <= 1/e": "proved",
    "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)": "proved",
    "for eps >= 0: PureDP(eps) => TV <= eps/3": "refuted",
    "for eps >= 0: PureDP(eps) => ZCDP(eps^2/3)": "refuted",
    "for a >= 0, b >= 0: compose(PureDP(a), PureDP(b)) => PureDP(a + b)": "proved",
    "for a >= 0: compose(PureDP(a), PureDP(a)) => PureDP(3*a/2)": "refuted",
    "for s > 0: Gaussian(s, 1) => TV <= 1/(2*s)": "proved",
    "for x > 0: exp(x) >= 1 and exp(x) <= 0 => x = 3": "vacuous",
    "for x > 0, y > 0: x^y + y^x > 1": "undecided",
    "subsample(1/2, RenyiDP(2, log(2))) => RenyiDP(2, log(5/4))": "undecided",
}
DEAR = {
    "for rho > 0, 0 < d < 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/d)), d)": "proved",
    "for eps >= 0, 0 <= delta <= 1: post(PBDP(eps, delta)) => PBDP(eps, delta/2)": "refuted",
    "for g >= 0: RenyiDP(2, g) => ApproxDP(g + log(10), 1/40)": "undecided",
}


def counted(text: str) -> tuple[Answer, float]:
    """The answer to a claim, with the steps that it took."""
    with deadline.steps(inf) as ledger:
        return settle(text), ledger.taken


@pytest.mark.parametrize("text", one_in(2, (*CLAIMS, *DEAR), dear=(*DEAR,)))
def test_a_slow_machine_gives_the_same_answer(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it take other steps, though these are not the first ones in this process."""
    first, steps = counted(text)
    assert first.verdict == {**CLAIMS, **DEAR}[text]
    slow = {name: lambda now=getattr(time, name): FASTER * now() for name in ("monotonic", "thread_time")}
    monkeypatch.setattr(deadline, "time", SimpleNamespace(**slow))
    again, taken = counted(text)
    assert (again.verdict, again.method, again.tried) == (first.verdict, first.method, first.tried)
    assert taken == steps > 0


def test_what_takes_too_many_steps_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "for 0 < p < 1: -p*log(p) <= 1/e"
    _, steps = counted(text)
    for most in (0, steps - 1):
        monkeypatch.setattr(SETTLE, "STEPS", most)
        found = settle(text)
        assert (found.verdict, found.method) == ("undecided", "out of steps")
        assert found.tried[0] == SETTLE.OUT_OF_STEPS
    monkeypatch.setattr(SETTLE, "STEPS", steps)
    assert settle(text).verdict == "proved"


def test_an_answer_says_that_the_net_has_ended_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts leave such an answer undecided on no machine: on a faster one it may be another."""
    monkeypatch.setattr(deadline, "NET", 0)
    found = settle("for 0 < p < 1: -p*log(p) <= 1/e")
    assert (found.verdict, found.method) == ("undecided", "out of time")
    assert found.tried[0] == "the search was stopped after 0 s of processor time"
    assert tightest("for eps >= 0: PureDP(eps) => TV <= ?") is None


def test_the_net_is_far_above_the_counts() -> None:
    """A step is about a microsecond, two on a busy machine; one that is five times as slow still comes to an end by counts."""
    assert 5 * 2 * (SETTLE.STEPS + SETTLE.CLOSEST) / 1_000_000 <= deadline.NET


def test_an_inner_bound_of_steps_does_not_lift_the_outer() -> None:
    with deadline.steps(10), deadline.steps(60), pytest.raises(deadline.OutOfSteps):
        deadline.spend(11)
    with deadline.steps(10) as ledger:
        with deadline.steps(4), pytest.raises(deadline.OutOfSteps):
            deadline.spend(5)
        deadline.spend(5)
        with deadline.uncounted():
            deadline.spend(60)
        assert ledger.taken == 10
        with pytest.raises(deadline.OutOfSteps):
            deadline.spend(1)


def test_a_share_of_the_steps_ends_a_block_and_not_what_comes_after_it() -> None:
    reached = []
    with deadline.share(0):
        deadline.spend(1)
        reached.append("after the share is used up")
    with deadline.steps(60), deadline.share(5):
        deadline.spend(6)
        reached.append("after the inner one is used up")
    with pytest.raises(deadline.OutOfSteps), deadline.steps(0), deadline.share(60):
        deadline.spend(1)
    with deadline.steps(60), pytest.raises(deadline.OutOfTime), deadline.at_most(0), deadline.share(0):
        deadline.spend(1)
    with pytest.raises(ValueError, match="no step"), deadline.share(60):
        raise ValueError("no step is used up")
    assert not reached
    deadline.spend(1)
