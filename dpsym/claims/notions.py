"""Notions of typed claims that quantify over tests: Rényi DP of one order, Gaussian DP, bounded DP."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Eq, Expr, Gt, Le, Rational, erf, exp
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import (
    AllOf,
    Between,
    ForAll,
    Implication,
    Mass,
    Notion,
    Pair,
    RenyiMoment,
    as_written,
    function,
    parameter,
    y,
)

TEST = function("f")(y)
CUT = parameter("t", about="cut of a normal variable")


def phi(x: Any) -> Expr:
    """The standard normal distribution function."""
    with as_written():
        return Rational(1, 2) * (1 + erf(x * sympy.Pow(2, Rational(-1, 2))))


def every_test(body: Boolean) -> Boolean:
    """For every randomised test f, a function of the output with 0 <= f <= 1: `body`."""
    return ForAll((TEST,), Implication(ForAll((y,), Between(0, TEST, 1)), body))


def level(pair: Pair) -> Expr:
    """The probability that the test rejects under the second law."""
    return Mass(TEST, pair.b, y)


def power(pair: Pair) -> Expr:
    """The probability that the test rejects under the first law."""
    return Mass(TEST, pair.a, y)


def absolutely_continuous(pair: Pair) -> Boolean:
    """The first law is 0 wherever the second is: its divergences are finite."""
    return ForAll((y,), Implication(Eq(pair.b, 0, evaluate=False), Eq(pair.a, 0, evaluate=False)))


class RenyiDP(Notion):
    """(alpha, eps)-Rényi DP, alpha > 1: the Rényi divergence of order alpha is at most eps."""

    title, short, arity = "Rényi differential privacy", r"(%s,%s)\text{-RDP}", 2

    def one_order(self, pair: Pair) -> Boolean:
        order, eps = self.budget
        return AllOf(absolutely_continuous(pair), Le(RenyiMoment(order, pair), exp((order - 1) * eps)))


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


class BoundedDP(Notion):
    """(eps, delta)-bounded DP: after any post-processing the loss exceeds eps with probability at most delta.

    For every test, P(f) > e^eps Q(f) implies P(f) <= delta; for eps >= 0 the two say the same.
    """

    title, short, arity = "probabilistically bounded differential privacy", r"(%s,%s)\text{-pbDP}", 2

    def one_order(self, pair: Pair) -> Boolean:
        eps, delta = self.budget
        return every_test(Implication(Gt(power(pair), exp(eps) * level(pair)), Le(power(pair), delta)))
