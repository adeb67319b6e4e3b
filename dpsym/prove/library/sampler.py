"""Random values of a claim's parameters, edges of the domain among them: to discard what is false, not to decide."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import attrgetter

import sympy
from sympy import Basic, Expr, Symbol, exp
from sympy.core.relational import Relational

from dpsym.language import RenyiMoment, Total
from dpsym.prove.library.forms import functionals
from dpsym.prove.library.in_floats import Function, Maker, NoWord

POINTS = 60
SOME = 24  # points with values for functionals
SEED = 7
At = dict[Expr, float]


class Sampler:
    """Points that satisfy the conditions, and the values of expressions there, in floating point."""

    def __init__(self, parameters: Sequence[Basic], given: Sequence[Basic]) -> None:
        self.parameters = tuple(parameters)
        self.given = (*(c for p in self.parameters for c in p.conditions), *given)
        self.rng = random.Random(SEED)
        self.names: dict[Basic, Symbol] = {}
        self.compiled: dict[Basic, tuple[Function | None, list[Symbol]]] = {}
        self.failing: dict[Basic, bool] = {}
        self.signs: dict[Basic, int] = {}
        self.moves: dict[Basic, dict[Basic, int]] = {}
        drawn = (self.draw() for _ in range(POINTS * 8))
        kept = (at for at in drawn if all(self.true(g, at) is not False for g in self.given))
        self.points = list(islice(kept, POINTS))

    def draw(self) -> At:
        """A value for each parameter, in its domain; an edge of it now and then."""
        at: At = {}
        for p in self.parameters:
            low = self.value(p.lower[0], at) if p.lower else None
            high = self.value(p.upper[0], at) if p.upper else None
            if p.integer_valued:
                at[p] = self.whole(p.lower is not None and p.lower[1], low, high)
                continue
            edges = [v for v, side in ((low, p.lower), (high, p.upper)) if v is not None and not side[1]]
            if edges and self.rng.random() < 0.15:
                at[p] = self.rng.choice(edges)
                continue
            t = self.rng.choice((self.rng.random(), self.rng.random() ** 4, 1 - self.rng.random() ** 4))
            if low is not None and high is not None:
                at[p] = low + (high - low) * t
                continue
            size = self.rng.choice((0.01, 0.3, 1.0, 3.0)) * (0.2 + self.rng.random())
            if low is not None:
                at[p] = low + size
            else:
                at[p] = high - size if high is not None else self.rng.choice((-1, 1)) * size
        return at

    def whole(self, strictly: bool, low: float | None, high: float | None) -> float:
        """A natural number between two bounds, the small ones more often."""
        first = 0 if low is None else math.floor(low) + 1 if strictly else math.ceil(low)
        found = first + self.rng.choice((0, 0, 1, 1, 1, 2, 2, 3, 4, 7, 12, 40))
        return float(found if high is None else max(first, min(found, math.floor(high))))

    def value(self, e: Basic, at: At) -> float | None:
        """The value of an expression at values of its symbols, and of the names of its functionals; None where it has none."""
        function, _ = self.made(e)
        if function is None:
            return None
        try:
            found = function(at)
            return float(found) if math.isfinite(found) else None
        except (KeyError, TypeError, ValueError, OverflowError, ZeroDivisionError):
            return None

    def made(self, e: Basic) -> tuple[Function | None, list[Symbol]]:
        """The function of an expression (None where a part has no value in floats), and the symbols that it has besides
        the parameters, those that stand for functionals among them."""
        if e not in self.compiled:
            for f in functionals(e):
                self.name(f)
            maker = Maker(self.names)
            try:
                function = maker.function_of(e)
            except NoWord:
                function = None
            more = sorted((s for s in maker.used if s not in self.parameters), key=attrgetter("name"))
            self.compiled[e] = (function, more)
        return self.compiled[e]

    def name(self, f: Basic) -> Symbol:
        """What stands for a functional; the word in it says in which range its values are drawn."""
        if f not in self.names:
            kind = "moment" if isinstance(f, RenyiMoment) else "entropy" if isinstance(f, Total) else "part"
            self.names[f] = Symbol(f"v{len(self.names)}_{kind}")
        return self.names[f]

    def true(self, relation: Basic, at: At) -> bool | None:
        """Whether a relation holds, up to rounding; None where that is not seen."""
        if not isinstance(relation, Relational):
            return None
        one, two = (self.value(a, at) for a in relation.args)
        if one is None or two is None:
            return None
        close = 1e-9 * (1 + abs(one) + abs(two))
        if isinstance(relation, sympy.Lt | sympy.Gt):
            if one == two and relation.has(exp):  # below the smallest float
                return None
            return one < two if isinstance(relation, sympy.Lt) else one > two
        if isinstance(relation, sympy.Le | sympy.Ge):
            return one <= two + close if isinstance(relation, sympy.Le) else one >= two - close
        return abs(one - two) <= close * 10 if isinstance(relation, sympy.Eq) else None

    def fails(self, relation: Basic) -> bool:
        """Whether a relation of numbers is false at some point."""
        if relation not in self.failing:
            self.failing[relation] = any(self.true(relation, at) is False for at in self.points)
        return self.failing[relation]

    def sign(self, e: Basic) -> int:
        """1, -1 where an expression has this sign at all points, 0 where it has not; functionals count as positive."""
        if e not in self.signs:
            found = [v for at in self.some(e) if (v := self.value(e, at)) is not None]
            self.signs[e] = 1 if found and min(found) >= 0 else -1 if found and max(found) <= 0 else 0
        return self.signs[e]

    def refuted(self, relation: Basic) -> bool:
        """Whether a relation of functionals is false at some point, whatever values they have there."""
        if not isinstance(relation, Relational):
            return False
        return any(self.true(relation, at) is False for at in self.some(*relation.args))

    def some(self, *expressions: Basic) -> Iterator[At]:
        """Points with values for the names of functionals, too: the same whenever they are asked about."""
        names = list(dict.fromkeys(s for e in expressions for s in self.made(e)[1]))
        rng = random.Random(SEED)
        for at in self.points[:SOME]:
            more = dict(at)
            for s in names:
                u = rng.random()
                more[s] = (
                    1 + 3 * u if "moment" in s.name else 3 * u if "entropy" in s.name else 0.02 + 0.96 * u
                )
            yield more

    def slopes(self, e: Basic) -> dict[Basic, int]:
        """How an expression moves with each functional: 1, -1, or 0 where it does both."""
        if e not in self.moves:
            self.moves[e] = self.moved(e)
        return self.moves[e]

    def moved(self, e: Basic) -> dict[Basic, int]:
        """The slopes of an expression that was not asked about before."""
        found = {}
        for f in functionals(e):
            s = self.name(f)
            if s not in self.made(e)[1]:
                continue
            ways = set()
            for at in self.some(e):
                low, high = self.value(e, at), self.value(e, {**at, s: at[s] * 1.05})
                if low is not None and high is not None and abs(high - low) > 1e-12 * (1 + abs(low)):
                    ways.add(high > low)
            found[f] = 0 if len(ways) != 1 else 1 if ways.pop() else -1
        return found
