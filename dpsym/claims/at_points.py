"""Points inside the conditions of a claim, and its terms there: exact numbers where they are, else the terms with the
numbers in them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

import sympy
from flint import fmpq
from sympy import Basic, Expr, Piecewise, Rational

from dpsym.claims.answers import Answer
from dpsym.claims.reading.as_nodes import node_of, relation
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Reader, meant
from dpsym.claims.reading.nodes import CONSTANTS, Node, NotAClaim, Source, name
from dpsym.claims.reading.trees import places
from dpsym.language import StatementError, as_written
from dpsym.prove.counterexamples.refute_points import (
    OutOfWork,
    Task,
    as_expr,
    parameter_points,
    random_parameters,
)
from dpsym.prove.decide import Env, number_of, truth_of
from dpsym.reals import real as n
from dpsym.reals.exact import exact, fraction
from dpsym.reals.real import Value

WORK = 50_000  # looks at conditions, in search of points at which all hold


class Inside:
    """The conditions of a claim on its names, for points that they admit.

    possible  whether they can be read
    """

    def __init__(self, source: Source) -> None:
        every = (x for c in source.conditions for x, _ in places(c))
        names = dict.fromkeys(x for x in every if x not in CONSTANTS)
        said = tuple(
            relation(name(x), "=", name(x)) for x in names
        )  # nothing of them, so that each is a parameter
        self.parameters, self.task = {}, Task((), sympy.true, (), ())
        self.possible = not names
        with suppress(NotAClaim, NotSupported, StatementError):
            claim = meant(Reader(source.but(hypotheses=(), conclusion=said))) if said else None
            if claim is not None:
                theorem = claim.theorem
                self.task = Task(theorem.given, sympy.true, theorem.parameters, ())
                self.parameters = {claim.names[p]: p for p in theorem.parameters}
                self.possible = True
        self.task.patience, self.task.counts_all = WORK, True

    def admit(self, values: Mapping[str, Fraction]) -> bool:
        """Whether all conditions are known to hold at values of all names."""
        env = Env({p: exact(values[x]) for x, p in self.parameters.items()}, {})
        return self.possible and self.task.admissible(env, None)

    def points(self, most: int) -> Iterator[dict[str, Fraction]]:
        """At most so many points with rational values inside the conditions, simple ones first."""
        if not self.possible:
            return
        if not self.parameters:
            yield {}
            return
        with suppress(OutOfWork):
            for env in parameter_points(self.task, Env({}, {}), most):
                values = {x: env.values[p] for x, p in self.parameters.items()}
                if all(isinstance(v, fmpq) for v in values.values()):
                    yield {x: fraction(v) for x, v in values.items()}  # type: ignore[arg-type]

    def scattered(self, most: int) -> Iterator[dict[str, Value]]:
        """At most so many random points inside the conditions; the same ones each time."""
        rng = random.Random(len(self.parameters))
        with suppress(OutOfWork):
            for _ in range(most if self.parameters else 0):
                env = Env({}, {})
                if random_parameters(self.task, env, rng):
                    yield {x: env.values[p] for x, p in self.parameters.items()}


class Place:
    """Terms that a reader reads, at values of its names."""

    def __init__(self, reader: Reader, values: Mapping[str, Value]) -> None:
        self.reader = reader
        self.env = Env({p: values[x] for x, p in reader.parameters.items() if x in values}, {})

    def value(self, node: Node) -> Value:
        """The value of a term at the point; None where it has none, or none is seen."""
        try:
            with as_written():
                return number_of(self.reader.expr(node))(self.env)
        except NotAClaim:
            return None

    def number(self, node: Node) -> Rational | None:
        """The rational number that a term is at the point; None where it is none, or none is seen."""
        found = as_expr(self.value(node))
        return found if isinstance(found, Rational) else None

    def node(self, node: Node) -> Node:
        """The term with the values in it, as a person reads it."""
        names = {p: name(x) for x, p in self.reader.parameters.items()}
        with as_written():
            return node_of(self.put(self.reader.expr(node)), names)

    def put(self, x: Basic) -> Basic:
        """The term with the values in it: worked out where that is exact, of a largest or a least the one that is."""
        value = number_of(x)(self.env) if isinstance(x, Expr) else None
        exact = as_expr(value)
        if exact is not None:
            return exact
        if isinstance(x, sympy.Max | sympy.Min):
            largest = (a for a in x.args if n.compare(number_of(a)(self.env), value) == 0)
            return self.put(next(largest, x.args[0]))
        if isinstance(x, Piecewise):
            return next((self.put(a) for a, holds in x.args if truth_of(holds)(self.env) is True), x)
        return x.func(*map(self.put, x.args)) if x.args else x  # type: ignore[arg-type]


def there(reader: Reader, found: Answer) -> Place:
    """The place at which an answer refutes the claim of a reader, which knows its names."""
    values: dict[str, Value] = {}
    if found.claim is not None and found.point is not None:
        names = found.claim.names
        values = {names[p]: number_of(sympy.sympify(v))(Env({}, {})) for p, v in found.point.at if p in names}  # type: ignore[index]
    return Place(reader, values)


__all__ = ["Inside", "Place", "there"]
