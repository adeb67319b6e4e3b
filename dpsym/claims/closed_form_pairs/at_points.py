"""Terms of a claim at a point: exact numbers where they are, else the terms with the numbers in them."""

from __future__ import annotations

from collections.abc import Mapping

import sympy
from sympy import Basic, Expr, Piecewise, Rational

from dpsym.claims.answers import Answer
from dpsym.claims.reading.as_nodes import node_of
from dpsym.claims.reading.meaning import Reader, meant
from dpsym.claims.reading.nodes import Node, NotAClaim
from dpsym.language import as_written
from dpsym.prove.counterexamples.refute_points import as_expr
from dpsym.prove.decide import Env, number_of, truth_of
from dpsym.reals import real as n
from dpsym.reals.real import Value


class Place:
    """Terms that a reader reads, at values of its names."""

    def __init__(self, reader: Reader, values: Mapping[str, Value]) -> None:
        self.reader = reader
        self.env = Env({p: values[name] for name, p in reader.parameters.items() if name in values}, {})

    def number(self, node: Node) -> Rational | None:
        """The rational number that a term is at the point; None where it is none, or none is seen."""
        try:
            found = as_expr(number_of(self.reader.expr(node))(self.env))
        except NotAClaim:
            return None
        return found if isinstance(found, Rational) else None

    def node(self, node: Node) -> Node:
        """The term with the values in it, as a person reads it."""
        with as_written():
            return node_of(self.put(self.reader.expr(node)), {})

    def put(self, x: Basic) -> Basic:
        """The term with the values in it: worked out where that is exact, of a largest or a least the one that is."""
        value = number_of(x)(self.env) if isinstance(x, Expr) else None
        exact = as_expr(value)
        if exact is not None:
            return exact
        if isinstance(x, sympy.Max | sympy.Min):
            return next(
                (self.put(a) for a in x.args if n.compare(number_of(a)(self.env), value) == 0), x.args[0]
            )
        if isinstance(x, Piecewise):
            return next((self.put(a) for a, holds in x.args if truth_of(holds)(self.env) is True), x)
        return x.func(*map(self.put, x.args)) if x.args else x  # type: ignore[arg-type]


def there(reader: Reader, found: Answer) -> Place:
    """The place at which an answer refutes the claim of a reader."""
    meant(reader)
    values: dict[str, Value] = {}
    if found.claim is not None and found.point is not None:
        names = found.claim.names
        values = {names[p]: number_of(sympy.sympify(v))(Env({}, {})) for p, v in found.point.at if p in names}  # type: ignore[index]
    return Place(reader, values)


__all__ = ["Place", "there"]
