"""Branch and bound: relations that leave a gap on a box are proved, others are not."""

import pytest
from sympy import Rational, erf

from dpsym.language import Ge, Le, Lt, Theorem, as_written, exp, log, parameter
from dpsym.prove.session import Session

x = parameter("x", at_least=0, at_most=1)
z = parameter("z", above=Rational(1, 2), below=2)
free = parameter("free", at_least=0)


def status(claim):
    return Session().theorem(Theorem(title="a bound", claim=claim)).status


with as_written():
    TRUE = [
        Le(exp(x) + x**4, 4),
        Lt(erf(x) * exp(x), Rational(5, 2)),
        Ge(exp(x * z) - log(z) - x * z**2 / 3, Rational(1, 10)),
        Lt(log(1 + x) - x / 2, Rational(1, 5)),
    ]
    FALSE = [
        Le(exp(x) + x**4, Rational(37, 10)),
        Lt(erf(x) * exp(x), Rational(9, 4)),
        Lt(log(1 + x) - x / 2, Rational(19, 100)),
        Le(exp(free), 10**9),
    ]


@pytest.mark.parametrize("claim", TRUE, ids=str)
def test_a_gap_is_proved(claim):
    assert status(claim) == "proved"


@pytest.mark.parametrize("claim", FALSE, ids=str)
def test_what_fails_somewhere_is_not(claim):
    assert status(claim) == "unknown"
