"""The step `monotonic` over logarithms and quotients: their arguments have to keep a sign from one end to the other."""

from __future__ import annotations

import pytest
from sympy import Expr
from sympy.logic.boolalg import Boolean

from dpsym.language import Theorem, as_written, have, log, monotonic, parameter
from dpsym.prove.session import Session

a, b = parameter("a", above=0), parameter("b", above=0)
c, d = parameter("c"), parameter("d")
z = parameter("z")


def proves(function: Expr, ends: tuple[Expr, Expr], claim: Boolean, slope: tuple = ()) -> bool:
    """Whether the claim follows by this step, where the ends are in order."""
    low, high = ends
    steps = monotonic(function, z, low, high, "it rises", derivation=slope)
    with as_written():
        statement = Theorem(title="a case", given=(low <= high,), claim=claim, derivation=steps)
    return Session().theorem(statement).status == "proved"


with as_written():
    RISING = {
        "a logarithm": (log(z), (a, b), log(a) <= log(b), have(0 <= 1 / z, "positive")),
        "a quotient": (-1 / z, (a, b), -1 / a <= -1 / b, have(0 <= 1 / z**2, "a square")),
    }
    FALSE = {
        "a quotient across 0": (-1 / z, (c, d), c * d * (d - c) <= 0),
        "it falls": (-log(z), (a, b), log(b) <= log(a)),
    }


@pytest.mark.parametrize("case", RISING.values(), ids=RISING)
def test_rises(case: tuple) -> None:
    assert proves(*case)


@pytest.mark.parametrize("case", FALSE.values(), ids=FALSE)
def test_does_not(case: tuple) -> None:
    assert not proves(*case)
