"""What floats say against a statement about numbers: false ones are given up early, true ones never."""

from __future__ import annotations

from math import inf

import pytest
from sympy import Le, exp

from dpsym import deadline
from dpsym.language import Theorem, as_written, parameter
from dpsym.prove.session import Resisted, Session
from dpsym.prove.strategy import PLAIN

with as_written():
    LOSS, SHARE = parameter("eps", at_least=0), parameter("delta", at_least=0, at_most=1)
    A, B, C = (parameter(f"value_{k}", f"v_{{{k}}}") for k in range(3))
    NOT_NEGATIVE = (Le(0, A), Le(0, B), Le(0, C))
    BELOW = (Le(C, 1 - (1 - SHARE) * exp(-LOSS)), Le(A - B * exp(-LOSS), C))
    TRUE = (
        Le(A, B * exp(-LOSS) + 1 - (1 - SHARE) * exp(-LOSS)),
        Le(A, B + C),
        Le(C, 1),
        Le(A, 1 + B * exp(LOSS)),
    )
    FALSE = (
        Le(A, SHARE + B * exp(LOSS)),  # only at the edge of what C may be, for a large loss
        Le(A, B + C * exp(-LOSS)),
        Le(C, SHARE),
        Le(A, 1),
    )


def said(claim: Le) -> Theorem:
    return Theorem(title="About numbers", given=(*NOT_NEGATIVE, *BELOW), claim=claim)


@pytest.mark.parametrize("claim", FALSE, ids=str)
def test_numbers_are_found_against_what_is_false(claim: Le) -> None:
    assert Session().denied(said(claim))


@pytest.mark.parametrize("claim", TRUE, ids=str)
def test_none_are_found_against_what_is_true(claim: Le) -> None:
    assert not Session().denied(said(claim))


def test_what_resisted_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same statement with the same effort, which takes as many steps again; with more effort it is."""
    resisted: dict[tuple, Resisted] = {}
    session = Session()
    session.asks_values, session.resisted, session.effort = False, resisted, PLAIN.within(1000)
    with deadline.steps(inf) as first:
        found = session.theorem(said(FALSE[0]))
    assert found.status == "unknown" and len(resisted) == 1
    again = Session()
    again.asks_values, again.resisted, again.effort = False, resisted, PLAIN.within(1000)
    monkeypatch.setattr(Session, "search", lambda *_: pytest.fail("it is searched for again"))
    with deadline.steps(inf) as ledger:
        assert again.theorem(said(FALSE[0])) == found
    assert ledger.taken == first.taken > 0
    with pytest.raises(deadline.OutOfSteps), deadline.steps(first.taken - 1):
        other = Session()
        other.asks_values, other.resisted, other.effort = False, resisted, PLAIN.within(1000)
        other.theorem(said(FALSE[0]))
    again.effort = PLAIN.within(2000)
    with pytest.raises(pytest.fail.Exception):
        again.theorem(said(FALSE[1]))
