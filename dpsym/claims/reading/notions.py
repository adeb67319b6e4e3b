"""The level and the power of a test, for typed claims."""

from __future__ import annotations

from sympy import Expr
from sympy.logic.boolalg import Boolean

from dpsym.language import AllOf, Between, Exists, ForAll, Implication, Mass, Pair, function, y
from dpsym.language.notions import TEST


def level(pair: Pair, test: Expr = TEST) -> Expr:
    """The probability that the test rejects under the second law."""
    return Mass(test, pair.b, y)


def power(pair: Pair, test: Expr = TEST) -> Expr:
    """The probability that the test rejects under the first law."""
    return Mass(test, pair.a, y)


def other_test(k: int) -> Expr:
    """The k-th test besides f, where a relation is about several."""
    return function("bound_f" if k == 1 else f"bound_f{k}")(y)


OTHER_TEST = other_test(1)


def every_test_called(test: Expr, body: Boolean) -> Boolean:
    """For every randomised test of this name: `body`."""
    return ForAll((test,), Implication(ForAll((y,), Between(0, test, 1)), body))


def some_test(allowed: Boolean, body: Boolean, test: Expr = TEST) -> Boolean:
    """Some randomised test that is allowed satisfies `body`."""
    return Exists((test,), AllOf(ForAll((y,), Between(0, test, 1)), allowed, body))


__all__ = ["OTHER_TEST", "TEST", "every_test_called", "level", "other_test", "power", "some_test"]
