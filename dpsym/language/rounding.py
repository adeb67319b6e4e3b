"""Noise on the line whose output is rounded to finitely many cells: intervals that cover the line once.

The cell of the outcome y lies between lower(y) and upper(y); where first(y) > 0 it has no lower end, where last(y) > 0
no upper end.  That the cells cover the line once is said by what they are used for: what any function of the line gains
over the cells is together what it gains over the line.  With a distribution function for it, gains are probabilities, so
that P and Q are laws on finitely many outcomes and no integral is needed.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Add, Dummy, Eq, Expr, Gt, Le, Piecewise, exp
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import (
    AllOf,
    ForAll,
    Implication,
    InWords,
    Number,
    P,
    Q,
    Total,
    as_written,
    function,
    parameter,
    y,
)

lower, upper, first, last = (
    function(name, law=False, about=about)
    for name, about in (
        ("lower", "the lower end of a cell"),
        ("upper", "the upper end of a cell"),
        ("first", "positive where a cell has no lower end"),
        ("last", "positive where a cell has no upper end"),
    )
)
H = function("H")
t = parameter("t", about="a point of the line")
h_0 = parameter("h_0", about="the limit of a function far to the left")
h_1 = parameter("h_1", about="its limit far to the right")


def gain(of: Callable[[Expr], Expr], low: Number, high: Number) -> Expr:
    """What a function of the line, with limits `low` and `high`, gains over the cell y: of a distribution function, its
    probability."""
    with as_written():
        end = Piecewise((high, Gt(last(y), 0)), (of(upper(y)), True))
        start = Piecewise((low, Gt(first(y), 0)), (of(lower(y)), True))
        return end - start


class Covering(InWords, ForAll):
    """That any function of the line gains over the cells together what it gains over the line."""

    @property
    def ends(self) -> tuple[Expr, Expr]:
        """The lower and the upper end of the cell y."""
        end, start = Add.make_args(self.args[1].args[0].args[0])
        return start.args[-1].args[1][0].args[0], end.args[1][0].args[0]

    @property
    def usual(self) -> bool:
        """Whether it is about cells, with the ends in some unit."""
        try:
            low, high = self.ends
        except (AttributeError, IndexError, ValueError):
            return False
        with as_written():
            return self.args == covering.xreplace({lower(y): low, upper(y): high}).args


class Cover(InWords, AllOf):
    """That the ends of the cells are ordered, and that the cells cover the line once."""

    @property
    def ends(self) -> tuple[Expr, Expr]:
        """The lower and the upper end of the cell y."""
        order = self.args[0].args[1].args[1]
        return order.args[0], order.args[1]

    @property
    def usual(self) -> bool:
        """Whether it is about cells, with the ends in some unit."""
        try:
            low, high = self.ends
        except (AttributeError, IndexError):
            return False
        at = {lower(y): low, upper(y): high}
        with as_written():
            return self.args == (ordered.xreplace(at), covering.xreplace(at))


class OnCells(InWords, ForAll):
    """That a law gives to every cell what a distribution function gains over it."""

    @property
    def law(self) -> Expr:
        """The mass of the cell y."""
        return self.args[1].args[0]

    def at(self, point: Expr) -> Expr:
        """The distribution function at a point of the line."""
        end, _ = Add.make_args(self.args[1].args[1])
        with as_written():
            return end.args[1][0].xreplace({upper(y): point})

    @property
    def usual(self) -> bool:
        """Whether it is about the cells themselves, and not about what was put in their place."""
        try:
            point = Dummy()
            said = on_cells(self.law, lambda x: self.at(point).xreplace({point: x}))
        except (AttributeError, IndexError, ValueError):
            return False
        return self.args == said.args and not self.at(point).has(y)


def on_cells(law: Expr, distribution: Callable[[Expr], Expr]) -> OnCells:
    """That `law` is the mass of the cell y under a distribution function."""
    with as_written():
        return OnCells(y, Eq(law, gain(distribution, 0, 1)))


with as_written():
    ordered = ForAll(y, Implication(AllOf(Le(first(y), 0), Le(last(y), 0)), Le(lower(y), upper(y))))
    covering = Covering((H(t), h_0, h_1), Eq(Total(gain(H, h_0, h_1), y), h_1 - h_0))
    cells = Cover(ordered, covering)


def rounded_laws(distribution: Callable[[Expr], Expr], spread: Expr, distance: Expr) -> tuple[Boolean, ...]:
    """P and Q are the laws of noise of this distribution function and spread, added to 0 and to `distance` and rounded."""
    with as_written():
        return (
            cells,
            on_cells(P(y), lambda t: distribution(t / spread)),
            on_cells(Q(y), lambda t: distribution((t - distance) / spread)),
        )


def laplace_distribution(x: Expr) -> Expr:
    """The probability that Laplace noise of scale 1 is at most x."""
    with as_written():
        return Piecewise((exp(x) / 2, Le(x, 0)), (1 - exp(-x) / 2, True))


__all__ = [
    "Cover",
    "Covering",
    "H",
    "OnCells",
    "cells",
    "covering",
    "first",
    "gain",
    "h_0",
    "h_1",
    "laplace_distribution",
    "last",
    "lower",
    "on_cells",
    "ordered",
    "rounded_laws",
    "upper",
]  # fmt: skip
