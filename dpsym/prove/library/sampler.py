"""Random values of a claim's parameters, edges of the domain among them: to discard what is false, not to decide."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import sympy
from sympy import Symbol, exp
from sympy.core.relational import Relational

from dpsym.language import RenyiMoment, Total
from dpsym.prove.library.forms import functionals, put

POINTS = 60
SOME = 24  # points with values for functionals
SEED = 7
NUMBERS = [
    {"Max": max, "Min": min, "Root": lambda x: math.sqrt(x) if x > 0 else 0.0},
    "math",
]
At = dict[Any, float]


class Sampler:
    """Points that satisfy the conditions, and the values of expressions there, in floating point."""

    def __init__(self, parameters: Sequence[Any], given: Sequence[Any]) -> None:
        self.parameters = tuple(parameters)
        self.given = (*(c for p in self.parameters for c in p.conditions), *given)
        self.rng = random.Random(SEED)
        self.compiled: dict[Any, Any] = {}
        drawn = (self.draw() for _ in range(POINTS * 8))
        kept = (at for at in drawn if all(self.true(g, at) is not False for g in self.given))
        self.points = list(islice(kept, POINTS))

    def draw(self) -> At:
        """A value for each parameter, in its domain; an edge of it now and then."""
        at: At = {}
        for p in self.parameters:
            low = self.value(p.lower[0], at) if p.lower else None
            high = self.value(p.upper[0], at) if p.upper else None
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

    def value(self, e: Any, at: At) -> float | None:
        """The value of an expression whose functionals have names; None where it has none."""
        made = self.compiled.get(e)
        if made is None:
            symbols = tuple(sorted(e.free_symbols, key=str))
            try:
                made = symbols, sympy.lambdify(symbols, e, modules=NUMBERS)
            except Exception:  # a function that Python has no word for
                made = symbols, None
            self.compiled[e] = made
        symbols, function = made
        if function is None:
            return None
        try:
            found = function(*(at[s] for s in symbols))
            return float(found) if math.isfinite(found) else None
        except (KeyError, TypeError, ValueError, OverflowError, ZeroDivisionError, NameError):
            return None

    def true(self, relation: Any, at: At) -> bool | None:
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

    def fails(self, relation: Any) -> bool:
        """Whether a relation of numbers is false at some point."""
        return any(self.true(relation, at) is False for at in self.points)

    def sign(self, e: Any) -> int:
        """1, -1 where an expression has this sign at all points, 0 where it has not; functionals count as positive."""
        plain = self.named(e)[0]
        found = [v for at in self.some(plain) if (v := self.value(plain, at)) is not None]
        return 1 if found and min(found) >= 0 else -1 if found and max(found) <= 0 else 0

    def named(self, e: Any) -> tuple[Any, dict[Any, Any]]:
        """The expression with a name for each functional, and the names."""
        names = {}
        for k, f in enumerate(functionals(e)):
            kind = "moment" if isinstance(f, RenyiMoment) else "entropy" if isinstance(f, Total) else "part"
            names[f] = Symbol(f"v{k}_{kind}")
            e = put(e, f, names[f])
        return e, names

    def refuted(self, relation: Any) -> bool:
        """Whether a relation of functionals is false at some point, whatever values they have there."""
        plain = self.named(relation)[0]
        return any(self.true(plain, at) is False for at in self.some(plain))

    def some(self, e: Any) -> Iterator[At]:
        """Points with values for the names of functionals, too."""
        for at in self.points[:SOME]:
            more = dict(at)
            for s in sorted(e.free_symbols - more.keys(), key=str):
                u = self.rng.random()
                more[s] = (
                    1 + 3 * u if "moment" in s.name else 3 * u if "entropy" in s.name else 0.02 + 0.96 * u
                )
            yield more

    def slopes(self, e: Any) -> dict[Any, int]:
        """How an expression moves with each functional: 1, -1, or 0 where it does both."""
        plain, names = self.named(e)
        found = {}
        for f, s in names.items():
            if s not in plain.free_symbols:
                continue
            ways = set()
            for at in self.some(plain):
                low, high = self.value(plain, at), self.value(plain, {**at, s: at[s] * 1.05})
                if low is not None and high is not None and abs(high - low) > 1e-12 * (1 + abs(low)):
                    ways.add(high > low)
            found[f] = 0 if len(ways) != 1 else 1 if ways.pop() else -1
        return found
