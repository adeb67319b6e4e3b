"""Expressions as functions of floating-point values, made without a printer: what is looked at once is looked at fast."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce

import sympy
from sympy import Add, Basic, Expr, Mul, Pow, Symbol
from sympy.core.relational import Relational

from dpsym.language.truth import COMPARES
from dpsym.prove.library.forms import Root

At = Mapping[Expr, float]
Function = Callable[[At], float]
ONE_ARGUMENT: dict[type, Callable[[float], float]] = {
    sympy.exp: math.exp, sympy.log: math.log, sympy.sinh: math.sinh, sympy.cosh: math.cosh, sympy.tanh: math.tanh,
    sympy.erf: math.erf, sympy.Abs: abs, sympy.floor: math.floor, sympy.ceiling: math.ceil,
    Root: lambda x: math.sqrt(x) if x > 0 else 0.0,
}  # fmt: skip


class NoWord(Exception):
    """An expression with a part of which no value in floating point is known."""


@dataclass(frozen=True)
class Maker:
    """Makes functions of expressions.

    names  symbols in whose place the values of functionals are given
    used   the symbols on which the functions made so far depend
    """

    names: Mapping[Expr, Symbol] = field(default_factory=dict)
    used: set[Symbol] = field(default_factory=set)

    def function_of(self, e: Basic) -> Function:
        """The function whose value at values of its symbols is that of the expression; NoWord where a part has none.

        It raises KeyError, TypeError, ValueError, OverflowError or ZeroDivisionError where the expression has no real
        value.
        """
        e = self.names.get(e, e)
        if isinstance(e, Symbol):
            return self.symbol(e)
        if isinstance(e, Expr) and not e.args:
            return constant(e)
        if isinstance(e, sympy.Piecewise):
            return self.pieces(e)
        args = [self.function_of(a) for a in (self.factors(e) if isinstance(e, Mul) else e.args)]
        if isinstance(e, Add):
            return lambda at: sum(a(at) for a in args)
        if isinstance(e, Mul):
            return lambda at: reduce(operator.mul, (a(at) for a in args))
        if isinstance(e, Pow):
            base, exponent = args
            return lambda at: base(at) ** exponent(at)
        if isinstance(e, sympy.Max | sympy.Min):
            least = max if isinstance(e, sympy.Max) else min
            return lambda at: least(a(at) for a in args)
        way = ONE_ARGUMENT.get(type(e))
        if way is None or len(args) != 1:
            raise NoWord(type(e).__name__)
        return lambda at: way(args[0](at))

    def symbol(self, s: Symbol) -> Function:
        """The value of a symbol."""
        self.used.add(s)
        return lambda at: at[s]

    def factors(self, e: Mul) -> list[Expr]:
        """The factors of a product, those that are a functional together as its name."""
        left = list(e.args)
        for f, name in self.names.items():
            if isinstance(f, Mul) and set(f.args) <= set(left):
                left = [a for a in left if a not in f.args] + [name]
        return left

    def pieces(self, e: sympy.Piecewise) -> Function:
        """The first expression whose condition holds."""
        made = [(self.function_of(a), self.condition(c)) for a, c in e.args]

        def value(at: At) -> float:
            for piece, holds in made:
                if holds(at):
                    return piece(at)
            raise ValueError("no piece")

        return value

    def condition(self, c: Basic) -> Callable[[At], bool]:
        """Whether a relation of numbers holds."""
        if c == sympy.true:
            return lambda at: True
        compare = COMPARES.get(type(c))
        if compare is None or not isinstance(c, Relational):
            raise NoWord(type(c).__name__)
        one, two = map(self.function_of, c.args)
        return lambda at: compare(one(at), two(at))


def constant(e: Expr) -> Function:
    """A number."""
    try:
        x = float(e)
    except (TypeError, ValueError, OverflowError):
        raise NoWord(str(e)) from None
    return lambda at: x


__all__ = ["Maker", "NoWord"]
