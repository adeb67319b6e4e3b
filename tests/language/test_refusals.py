"""A statement that cannot be read as mathematics is refused, in words that say what to write."""

import pytest
from sympy import Integer, Lt, exp, log

from dpsym.language import Chain, StatementError, Theorem, as_written, parameter


@pytest.mark.parametrize("claim", [Lt(Integer(1), 0), Lt(Integer(0), 1), Lt(log(1 - exp(Integer(-50))), 0)])
def test_a_claim_that_sympy_has_decided_is_refused(claim):
    with pytest.raises(StatementError, match="decided by sympy"):
        Theorem(title="decided", claim=claim)


def test_the_same_claim_as_written_is_kept():
    with as_written():
        claim = Lt(log(1 - exp(Integer(-50))), 0)
    assert Theorem(title="kept", claim=claim).claim == claim


def test_floats_equality_and_mixed_chains_are_refused():
    x = parameter("x", above=0)
    with pytest.raises(StatementError, match="float"):
        Theorem(title="float", claim=x <= 0.5)
    with pytest.raises(StatementError, match="Eq"):
        Theorem(title="equality", claim=x == 1)
    with pytest.raises(StatementError, match="mixes"):
        _ = Chain(x).le(x + 1).ge(x).conclusion
