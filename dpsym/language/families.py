"""Families of laws, one for each data set or parameter; distances between data sets; the least number with a property."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy
from sympy import Eq, Expr, Le
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.logic.boolalg import Boolean

from dpsym.language.errors import StatementError
from dpsym.language.expressions import (
    AllOf,
    Between,
    Exists,
    ForAll,
    Implication,
    Number,
    Outcome,
    Parameter,
    as_written,
    check_name,
    distribution,
    exact,
    function,
    parameter,
    y,
)
from dpsym.language.function_symbols import NamedFunction


@dataclass(frozen=True)
class Family:
    """Laws with an index: `M(x, y)` is the mass at y of the law M_x; see `family`."""

    symbol: UndefinedFunction
    over: tuple[Outcome, ...]
    outcomes: tuple[Outcome, ...]

    def __call__(self, *args: Number) -> AppliedUndef:
        """The mass at an index and an outcome."""
        if len(args) != len(self.over) + len(self.outcomes):
            raise StatementError(
                f"{self.symbol.__name__} takes {len(self.over)} for its index and {len(self.outcomes)} outcomes"
            )
        return self.symbol(*args)

    @property
    def laws(self) -> Boolean:
        """That each of them is a law: the hypothesis that a statement about the family has."""
        return ForAll(self.over, distribution(self(*self.over, *self.outcomes), *self.outcomes))


def family(name: str, over: Outcome | Sequence[Outcome], of: Outcome | Sequence[Outcome] = y) -> Family:
    """Laws on the outcomes `of`, one for each value of the outcomes `over`: printed M_x, M_x(y), M_x(S)."""
    if "_" in check_name(name, "a family"):
        raise StatementError(
            f"the family {name} has an index where its name has a subscript; give it another name"
        )
    index, outcomes = (tuple(v) if isinstance(v, tuple | list) else (v,) for v in (over, of))
    for o in (*index, *outcomes):
        if not isinstance(o, Outcome):
            raise StatementError(f"a family has outcomes for its index and for its laws, not {o}")
    if len({*index, *outcomes}) < len(index) + len(outcomes):
        raise StatementError(f"the family {name} has one name twice")
    return Family(NamedFunction(name, real=True, index=len(index)), index, outcomes)


@dataclass(frozen=True)
class GraphDistance:
    """The length of a shortest path between two elements of a set, -1 where none joins them; see `graph_distance`.

    A graph is undirected and its edges have length 1, so the distance is a natural number or infinite.  Infinity is no real
    number: the symbol has the value -1 there, and no fact but `connected` speaks of it.
    """

    symbol: UndefinedFunction
    space: str

    def __call__(self, v: Expr, w: Expr) -> AppliedUndef:
        """The distance of two elements."""
        return self.symbol(v, w)

    def at(self, k: Number, v: Expr, w: Expr) -> Boolean:
        """That the distance of v and w is k."""
        with as_written():
            return Eq(self(v, w), exact(k))

    def neighbours(self, v: Expr, w: Expr) -> Boolean:
        """That an edge joins v and w: their distance is 1."""
        return self.at(1, v, w)

    def connected(self, v: Expr, w: Expr) -> Boolean:
        """That a path joins v and w: their distance is finite."""
        with as_written():
            return Le(sympy.Integer(0), self(v, w))

    def within(self, bound: Number, v: Expr, w: Expr) -> Boolean:
        """That a path of length at most `bound` joins v and w."""
        return Between(0, self(v, w), bound)

    @property
    def names(self) -> tuple[Outcome, Outcome, Outcome]:
        """The elements of which the axioms speak, the last one between the other two."""
        one, two, three = (Outcome(f"{self.space.lower()}_{k}", self.space) for k in (1, 2, 3))
        return one, two, three

    @property
    def symmetry(self) -> Boolean:
        """The distance there is the distance back."""
        v, w, _ = self.names
        with as_written():
            return ForAll((v, w), Eq(self(v, w), self(w, v)))

    @property
    def identity(self) -> Boolean:
        """The distance is 0 from an element to itself, and to no other."""
        v, w, _ = self.names
        with as_written():
            return AllOf(
                ForAll(v, Eq(self(v, v), 0)), ForAll((v, w), Implication(self.at(0, v, w), Eq(v, w)))
            )

    @property
    def paths(self) -> Boolean:
        """A distance of k + 2 has a last step: an element at distance k + 1, of which the other is a neighbour."""
        v, w, between = self.names
        k = parameter(
            "k", integer=True, about="a distance of data sets: how many edges of the graph join them"
        )
        step = Exists((between,), AllOf(self.at(k + 1, v, between), self.neighbours(between, w)))
        return ForAll(k, ForAll((v, w), Implication(self.at(k + 2, v, w), step)))

    @property
    def axioms(self) -> Boolean:
        """Symmetry, identity, and that every finite distance is the length of a path."""
        return AllOf(self.symmetry, self.identity, self.paths)


def graph_distance(name: str, space: str, about: str = "") -> GraphDistance:
    """The distance of two elements of a set in a graph on it whose edges have length 1; `about` says what it counts."""
    check_name(name, "a distance")
    return GraphDistance(function(name, law=False, about=about), space)


def least(b: Parameter, fact: Boolean) -> Boolean:
    """That b is the least number with the property `fact`, which speaks of b: a supremum as the least bound.

    The property is one of the number's domain; every other number that has it is at least b.
    """
    if not isinstance(b, Parameter) or b not in getattr(fact, "free_symbols", ()):
        raise StatementError("least needs a parameter and a fact that speaks of it")
    c = Parameter(f"{b.name}_1", lower=b.lower, upper=b.upper, integer_valued=b.integer_valued)
    with as_written():
        return AllOf(fact, ForAll(c, Implication(fact.xreplace({b: c}), Le(b, c))))


__all__ = ["Family", "GraphDistance", "family", "graph_distance", "least"]
