"""Numbers that are not closed formulas: the minimum over a parameter, the first integer at which a level is passed,
finite sums.  They stand in examples and figures and are evaluated with enclosures by `dpsym.numbers`."""

from __future__ import annotations

from sympy import Basic, Expr, Tuple
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import Number, Parameter, exact


class Minimum(Expr):
    """The least value of `body` as `over` ranges over the open interval (low, high)."""

    def __new__(cls, body: Number, over: Parameter, low: Number, high: Number) -> Minimum:
        return Basic.__new__(cls, exact(body), over, exact(low), exact(high))

    @property
    def free_symbols(self) -> set:
        """The symbols of the value and of both ends but for the one that runs."""
        return (
            (self.args[0].free_symbols - {self.args[1]})
            | self.args[2].free_symbols
            | self.args[3].free_symbols
        )


class Minimiser(Minimum):
    """The value of `over` in (low, high) at which `body` is least."""


class FirstAbove(Expr):
    """The least integer k >= start at which `body` exceeds `level`."""

    def __new__(cls, body: Number, over: Parameter, level: Number, start: Number = 1) -> FirstAbove:
        return Basic.__new__(cls, exact(body), over, exact(level), exact(start))

    free_symbols = Minimum.free_symbols


class FiniteSum(Expr):
    """The sum of `body` as the integer `over` runs from low to high (empty when high < low)."""

    def __new__(cls, body: Number, over: Parameter, low: Number, high: Number) -> FiniteSum:
        return Basic.__new__(cls, exact(body), over, exact(low), exact(high))

    free_symbols = Minimum.free_symbols


class LeastOver(Expr):
    """The least value of `body` over the integers `over` in low..high at which `holds` is true."""

    def __new__(cls, body: Number, over: Parameter, low: Number, high: Number, holds: Boolean) -> LeastOver:
        return Basic.__new__(cls, exact(body), over, exact(low), exact(high), holds)

    @property
    def free_symbols(self) -> set:
        """The symbols of the value, the condition and both ends but for the one that runs."""
        rest = set().union(*(a.free_symbols for a in (self.args[0], self.args[4])))
        return (rest - {self.args[1]}) | self.args[2].free_symbols | self.args[3].free_symbols


class Root(Expr):
    """The solution of body = 0 in the interval [low, high], where body changes sign and is monotone."""

    def __new__(cls, body: Number, over: Parameter, low: Number, high: Number) -> Root:
        return Basic.__new__(cls, exact(body), over, exact(low), exact(high))

    free_symbols = Minimum.free_symbols


class Evaluated(Expr):
    """The number that a named evaluator gives (`dpsym eval --list`): `Evaluated("zcdp.power", rho=1, alpha=a)`.

    Its arguments are exact numbers or words.  It stands among the numbers of an example or figure; it has no spelling
    in a formula.
    """

    def __new__(cls, name: str, **arguments: Number | str) -> Evaluated:
        given = (Tuple(Str(k), Str(v) if isinstance(v, str) else exact(v)) for k, v in arguments.items())
        return Basic.__new__(cls, Str(name), Tuple(*given))

    @property
    def name(self) -> str:
        """The evaluator's."""
        return self.args[0].name

    @property
    def arguments(self) -> dict[str, Basic]:
        """By name; a word is a Str."""
        return {k.name: v for k, v in self.args[1]}


__all__ = ["Evaluated", "FiniteSum", "FirstAbove", "LeastOver", "Minimiser", "Minimum", "Root"]
