"""Gaussian DP, and the level and the power of a test, for typed claims."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr, Le, Rational, erf
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import (
    AllOf,
    Between,
    Exists,
    ForAll,
    Implication,
    Mass,
    Notion,
    Pair,
    as_written,
    function,
    parameter,
    y,
)
from dpsym.language.notions import TEST, BoundedDP, RenyiDP, absolutely_continuous, every_test

CUT = parameter("t", about="cut of a normal variable")


def phi(x: Any) -> Expr:
    """The standard normal distribution function."""
    with as_written():
        return Rational(1, 2) * (1 + erf(x * sympy.Pow(2, Rational(-1, 2))))


def level(pair: Pair, test: Any = TEST) -> Expr:
    """The probability that the test rejects under the second law."""
    return Mass(test, pair.b, y)


def power(pair: Pair, test: Any = TEST) -> Expr:
    """The probability that the test rejects under the first law."""
    return Mass(test, pair.a, y)


def other_test(k: int) -> Any:
    """The k-th test besides f, where a relation is about several."""
    return function("bound_f" if k == 1 else f"bound_f{k}")(y)


OTHER_TEST = other_test(1)


def every_test_called(test: Any, body: Boolean) -> Boolean:
    """For every randomised test of this name: `body`."""
    return ForAll((test,), Implication(ForAll((y,), Between(0, test, 1)), body))


def some_test(allowed: Boolean, body: Boolean, test: Any = TEST) -> Boolean:
    """Some randomised test that is allowed satisfies `body`."""
    return Exists((test,), AllOf(ForAll((y,), Between(0, test, 1)), allowed, body))


class GaussianDP(Notion):
    """mu-Gaussian DP: no test tells the laws apart better than it tells N(0, 1) from N(mu, 1).

    For every real t, a test of level at most Phi(t) has power at most Phi(t + mu).
    """

    title, short, arity = "Gaussian differential privacy", r"%s\text{-GDP}", 1

    def one_order(self, pair: Pair) -> Boolean:
        (mu,) = self.budget
        return ForAll(
            (CUT,), every_test(Implication(Le(level(pair), phi(CUT)), Le(power(pair), phi(CUT + mu))))
        )


__all__ = [
    "CUT", "OTHER_TEST", "TEST", "BoundedDP", "GaussianDP", "RenyiDP", "absolutely_continuous", "every_test",
    "every_test_called", "level", "other_test", "phi", "power", "some_test",
]  # fmt: skip
