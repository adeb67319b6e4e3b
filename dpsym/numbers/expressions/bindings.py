"""What an evaluator looks up: values of bound variables and parameters, masses of laws, and what was computed before.

A subexpression is evaluated once for each binding of the variables it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Self

import sympy
from flint import fmpq
from sympy import Basic, Expr
from sympy.core.function import AppliedUndef

from dpsym.language import (
    Expectation,
    HockeyStick,
    Mass,
    Notion,
    Outcome,
    Pair,
    Probability,
    RenyiMoment,
    UnderEachLaw,
)
from dpsym.reals import balls as v
from dpsym.reals.balls import Undecided, Value
from dpsym.reals.exact import ONE, ZERO, exact
from dpsym.reals.precision import working_bits

Masses = Any  # of a law: the mass of an outcome, or those of the outcomes of its other places; numbers as `exact_number` gives


class Scope:
    """A variable bound to a value, inside another scope; the outermost has no variable."""

    __slots__ = ("caches", "parent", "value", "variable")

    def __init__(
        self, variable: int | None = None, value: Value | None = None, parent: Scope | None = None
    ) -> None:
        self.variable, self.value, self.parent = variable, value, parent
        self.caches: dict[int, dict[Node, Value]] = {}


class Node:
    """An expression with the method that evaluates it and the variables it depends on."""

    __slots__ = ("free", "handler", "number")

    def __init__(self, e: Basic, handler: Callable[[Basic, Scope], Value], free: set[int]) -> None:
        self.handler, self.free = handler, frozenset(free)
        self.number = exact(e) if isinstance(e, sympy.Rational) else None


class Bindings:
    """Parameters at given values and, where laws occur, at given masses; what an expression of a kind is, an evaluator
    says."""

    def __init__(
        self,
        at: Mapping[str, Fraction | fmpq | Expr] | None = None,
        laws: Mapping[str, Sequence[Masses]] | None = None,
    ) -> None:
        self.at = {name: exact(x) if isinstance(x, Fraction) else x for name, x in (at or {}).items()}
        self.laws = dict(laws or {})
        self.root = Scope()
        self._nodes: dict[Basic, Node] = {}
        self._by_id: dict[int, Node] = {}
        self._alive: list[Basic] = []  # keeps every id in `_by_id` taken
        self.variables: dict[Basic, int] = {}
        self._pending: set[str] = set()
        self.distributions: set[str] = set()
        self.places: dict[Basic, Value] | None = (
            None  # where the minima of a body were, while a FirstAbove looks on
        )
        self.running: int | None = None  # the variable of the FirstAbove for which upper bounds are enough

    # ------------------------------------------------------------------------------------------- looking up
    def node(self, e: Basic) -> Node:
        """What is known of an expression once and for all; equal expressions share it."""
        found = self._by_id.get(id(e))
        if found is None:
            found = self._nodes.get(e)
            if found is None:
                found = self._nodes[e] = Node(e, self.handler(e), {self.variable(s) for s in e.free_symbols})
            self._by_id[id(e)] = found
            self._alive.append(e)
        return found

    def variable(self, s: Basic) -> int:
        """One number for all equal symbols."""
        return self.variables.setdefault(s, len(self.variables))

    def bind(self, variable: Basic, value: Value, scope: Scope) -> Scope:
        """The scope in which a bound variable has a value."""
        return Scope(self.variable(variable), value, scope)

    def symbol(self, e: Basic, scope: Scope) -> Value:
        """The value of a symbol: of the innermost scope that binds it, or as given; ValueError where none is
        given."""
        variable = self.variable(e)
        while scope.parent is not None:
            if scope.variable == variable:
                assert scope.value is not None
                return scope.value
            scope = scope.parent
        name = e.name
        if name not in self.at:
            raise ValueError(f"no value is given for {name}")
        if isinstance(self.at[name], fmpq):
            return self.at[name]
        if name in self._pending:
            raise ValueError(f"the value of {name} is given in terms of itself")
        self._pending.add(name)
        try:
            return self.value(self.at[name], self.root)
        finally:
            self._pending.discard(name)

    def value(self, e: Basic, scope: Scope | None = None) -> Value:
        """The value of a real expression at the working precision."""
        node = self._by_id.get(id(e)) or self.node(e)
        if node.number is not None:
            return node.number
        scope = scope or self.root
        free = node.free
        while scope.parent is not None and scope.variable not in free:
            scope = scope.parent
        cache = scope.caches.get(working_bits())
        if cache is None:
            cache = scope.caches[working_bits()] = {}
        found = cache.get(node)
        if found is None:
            found = cache[node] = node.handler(e, scope)
        return found

    def handler(self, e: Basic) -> Callable[[Basic, Scope], Value]:
        """The method that evaluates expressions of this kind."""
        raise NotImplementedError

    def truth(self, f: Basic, scope: Scope | None = None) -> bool | None:
        """Whether a condition holds; None when the balls overlap at this precision."""
        raise NotImplementedError

    def end(self, e: Basic, scope: Scope) -> Value:
        """The value of an end of an interval, which may be infinite."""
        if e in (sympy.oo, -sympy.oo):
            return v.INFINITY if e == sympy.oo else -v.INFINITY
        return self.value(e, scope)

    def integer(self, e: Basic, scope: Scope) -> int:
        """The value of an expression that has to be an integer; ValueError where it is not seen to be one."""
        value = self.value(e, scope)
        if not isinstance(value, fmpq):
            value = v.whole_part(value) if v.compare(value, v.whole_part(value)) == 0 else value
        if not isinstance(value, fmpq) or value.q != 1:
            raise ValueError(f"{e} is not an integer here")
        return int(value.p)

    def decided(self, f: Basic, scope: Scope) -> bool:
        """Whether a formula holds; Undecided where the precision cannot tell."""
        answer = self.truth(f, scope)
        if answer is None:
            raise Undecided(f"{f}")
        return answer

    # ------------------------------------------------------------------------------------------ finite pairs
    def outcomes(self, body: Basic, names: Sequence[Outcome], scope: Scope) -> Iterator[Scope]:
        """A scope for every choice of the outcomes."""
        for choice in product(*(range(self.size(body, o)) for o in names)):
            inner = scope
            for name, index in zip(names, choice, strict=True):
                inner = self.bind(name, index, inner)
            yield inner

    def size(self, body: Basic, outcome: Outcome) -> int:
        """How many outcomes there are: the number of masses of the laws that occur."""
        sizes = {
            len(self.laws[f.func.__name__])
            for f in body.atoms(AppliedUndef)
            if outcome in f.args and f.func.__name__ in self.laws
        }
        sizes = sizes or {len(masses) for masses in self.laws.values()}
        if len(sizes) != 1:
            raise ValueError(
                f"the masses at the outcomes {outcome} are not given"
                if not sizes
                else "laws with different numbers of outcomes"
            )
        return sizes.pop()

    def _mass(self, e: AppliedUndef, scope: Scope) -> Value:
        name = e.func.__name__
        if name not in self.laws:
            raise ValueError(f"no masses are given for the law {name}")
        found: Masses = self.laws[name]
        for a in e.args:
            s, variable = scope, self.variable(a)
            while s.parent is not None and s.variable != variable:
                s = s.parent
            if s.parent is None:
                raise ValueError(f"{e} stands outside a sum over outcomes")
            found = found[s.value]
        return self._given(found)

    def _given(self, mass: Fraction | fmpq | Expr) -> Value:
        """A mass as a value."""
        return exact(mass) if isinstance(mass, Fraction | fmpq) else self.value(mass, self.root)

    def check_laws(self, e: Basic) -> None:
        """The masses of a law, for an event or a divergence, must add up to 1."""
        if isinstance(e, Probability | Expectation | Mass):
            laws = [e.args[1]]
        elif isinstance(e, HockeyStick | RenyiMoment | UnderEachLaw | Notion):
            pair = e.args[-1]
            laws = [pair.a, pair.b] if isinstance(pair, Pair) else []
        else:
            return
        for law in laws:
            if (
                not isinstance(law, AppliedUndef)
                or law.func.__name__ in self.distributions
                or law.func.__name__ not in self.laws
            ):
                continue
            name = law.func.__name__
            total: Value = ZERO
            for mass in self.laws[name]:
                m = self._given(mass)
                if v.compare(m, ZERO) == -1:
                    raise ValueError(f"the law {name} has a negative mass: {mass}")
                total = v.add(total, m)
            if v.compare(total, ONE) in (-1, 1):
                raise ValueError(f"the masses of the law {name} do not sum to 1")
            self.distributions.add(name)

    def beside(self, name: str, masses: Sequence[Masses]) -> Self:
        """An evaluator for which one more law has masses."""
        inner = type(self)(self.at, {**self.laws, name: masses})
        inner.distributions, inner.variables = self.distributions, self.variables
        return inner
